"""How a par sheet is set as a page: on screens of every width, and on Letter and A4."""

from typing import Final

STYLE: Final = """
@page { margin: 17mm 17mm 18mm; }
body { font-size: .9375rem; }
header { border-bottom: 3px double var(--brass); padding-bottom: 1rem; }
.kind { font: 600 .9rem/1 var(--serif); letter-spacing: .16em; text-transform: uppercase;
  color: #7c6330; }
h1 { font-size: 2.7rem; line-height: 1.05; margin: .5rem 0 1rem; }
.subject { display: grid; grid-template-columns: 1fr 1fr; gap: .35rem 2rem; }
.subject > div { display: flex; gap: .8rem; }
.subject > div:nth-last-child(3) { grid-column: 1 / -1; }
.subject dt { flex: 0 0 5.6rem; color: var(--quiet); }
.subject dd { overflow-wrap: anywhere; font-weight: 500; }
nav ol { list-style: none; columns: 3; column-gap: 2rem; margin-top: .9rem; font-size: .8125rem;
  counter-reset: part; }
nav li { counter-increment: part; padding: .1rem 0 .1rem 1.6rem; text-indent: -1.6rem;
  break-inside: avoid; }
nav li::before { content: counter(part); display: inline-block; width: 1.6rem; text-indent: 0;
  color: #7c6330; }
nav a { color: var(--felt); text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { counter-reset: part; }
section { counter-increment: part; }
h2 { font-size: 1.35rem; letter-spacing: 0; text-transform: none; margin: 2.4rem 0 .9rem; }
h2::before { content: counter(part) "\\2002"; color: #7c6330; }
h3 { font-size: 1.08rem; color: var(--felt); }
section > p { max-width: 44rem; margin-bottom: .9rem; }
h2 + p { break-after: avoid; break-inside: avoid; }
.note, .said, figcaption { font-size: .8125rem; color: var(--quiet); }
.note { margin: .5rem 0 1rem; }
.said { break-after: avoid; overflow-wrap: anywhere; }
.table { margin: 0 0 1.5rem; }
.table:has(+ .note) { margin-bottom: 0; break-after: avoid; }
.short { break-inside: avoid; }
.wide { margin-top: .3rem; }
table { border-top: 1px solid var(--brass); border-bottom: 1px solid var(--brass); }
.bare { border-top: 0; }
tbody th { font-weight: 500; }
.figure + td:not(.figure), .figure + th:not(.figure) { padding-left: .6rem; }
.total { break-before: avoid; }
.total > * { font-weight: 600; border-top: 1px solid var(--brass) !important; }
code { font: .75rem/1.3 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  overflow-wrap: anywhere; }
.of-2 tbody th { width: 27%; }
.pairs tbody th { width: 38%; }
.pairs .exact { width: 36%; }
td.exact { color: var(--quiet); }
.long { font-size: .8125rem; }
.long th, .long td { padding-top: .1rem; padding-bottom: .1rem; }
.keys { display: grid; grid-template-columns: repeat(4, 1fr); margin: 1rem 0 1.6rem;
  border: 1px solid var(--brass); break-inside: avoid; }
.keys > div { padding: .8rem 1rem .9rem; }
.keys > div + div { border-left: 1px solid var(--faint); }
.keys dt { font-size: .8125rem; color: var(--quiet); }
.keys dd { font-size: .75rem; color: var(--quiet); }
.keys dt + dd { font: 600 1.7rem/1.25 var(--serif); color: var(--felt); white-space: nowrap; }
figure { margin: .2rem 0 1.4rem; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
.first svg { max-width: 40rem; }
figcaption { margin-top: .4rem; }
pre { font: .72rem/1.42 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; border-left: 2px solid var(--brass);
  padding-left: 1rem; }
@media print {
  html { font-size: 13.5px; }
  th, td { padding-top: .2rem; padding-bottom: .2rem; }
  h2 { margin-top: 1.8rem; }
  .new { break-before: page; }
  .body svg, .tail svg { max-width: 88%; margin: 0 auto; }
  figure { margin-bottom: .8rem; }
  nav a { color: inherit; }
}
@media screen and (max-width: 44rem) {
  h1 { font-size: 2.1rem; }
  nav ol { columns: 1; }
  .subject { display: block; } .subject > div { padding: .2rem 0; }
  .keys { grid-template-columns: 1fr 1fr; }
  .keys > div:nth-child(3) { border-left: 0; }
  .keys > div:nth-child(n + 3) { border-top: 1px solid var(--faint); }
  .keys dt + dd { font-size: 1.35rem; }
  .wide, figure { overflow-x: auto; }
  figure svg { min-width: 34rem; }
  .of-4, .of-5, .of-6 { min-width: 34rem; }
  .pairs tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; }
  .pairs tbody th { width: auto; }
  .pairs tr > .exact { grid-column: 1 / -1; width: auto; border: 0; padding-top: 0; }
}
"""
