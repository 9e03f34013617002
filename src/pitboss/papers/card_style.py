"""How a rules card is set: on screens of every width, and on Letter and A4."""

from typing import Final

STYLE: Final = """
@page { margin: 10mm 14mm 12mm; }
header { border-bottom: 3px double var(--brass); padding-bottom: .7rem; }
h1 { font-size: 2.8rem; letter-spacing: -.005em; line-height: 1.05; }
.by { display: flex; justify-content: space-between; gap: 2rem; align-items: baseline;
  font-family: var(--serif); color: var(--quiet); }
.by .operator { font-size: 1.15rem; color: var(--ink); overflow-wrap: anywhere; }
.by .edition { white-space: nowrap; }
.story { font: 1.06rem/1.38 var(--serif); margin: .7rem 0 0; }
.opening { display: grid; grid-template-columns: minmax(0, 1fr) 14rem; gap: 0 2rem; }
ol { list-style: none; counter-reset: step; }
ol li { counter-increment: step; position: relative; padding: 0 0 .5rem 2rem;
  break-inside: avoid; line-height: 1.4; }
ol li::before { content: counter(step); position: absolute; left: 0; top: -.2rem; width: 1.4rem;
  font: 600 1.35rem/1.3 var(--serif); color: var(--felt); text-align: right; }
ol li b { font: 600 1.1rem/1 var(--serif); margin-right: .3em; }
figure { text-align: center; margin-bottom: .6rem; break-inside: avoid; }
figure svg { max-width: 100%; width: calc(var(--w) * .8px); height: auto; overflow: visible; }
figure:last-child { margin: 0; }
figcaption { font-size: .75rem; color: var(--quiet); margin-top: .1rem; }
svg rect { fill: #fdfbf5; stroke: var(--felt); stroke-width: 1.2; }
svg circle { fill: none; stroke: var(--felt); stroke-width: 1.2; }
svg circle.raise { stroke-width: 2.2; }
svg circle.side { stroke: var(--brass); stroke-dasharray: 3 2.5; }
svg text { font: 600 11.5px/1 var(--serif); fill: var(--felt); text-anchor: middle; }
.wagers td.figure, .wagers th.figure { padding-right: 1.4rem; }
.wagers th, .wagers td { padding-top: .2rem; padding-bottom: .2rem; }
.wagers tbody th { width: 21%; }
.wagers small { white-space: pre; line-height: 1.35; }
.wagers .figure, .wagers .clause { width: 1%; }
.pays { columns: 2; column-gap: 2.4rem; margin-top: -.2rem; }
.pays > * { break-inside: avoid; margin: 0 0 1.1rem; }
.pays caption { font: 600 1.2rem/1.2 var(--serif); text-align: left; color: var(--felt);
  padding-bottom: .25rem; caption-side: top; }
.pays th, .pays td { padding-top: .2rem; padding-bottom: .2rem; }
.pays table { border-bottom: 1px solid var(--brass); }
.pays table tbody { border-top: 1px solid var(--brass); }
.pays thead th { border-bottom: 0; border-top: 1px solid var(--brass); }
.pays tbody th { font-weight: 400; }
.pay { break-inside: avoid; }
.pays td.figure { font-weight: 600; }
.pays.one { columns: 1; font-size: 1.25rem; }
.pays.one th, .pays.one td { padding-top: .4rem; padding-bottom: .4rem; }
.pays td.clause { width: 1%; }
.pays small { font-size: .625rem; }
.limit { border: 3px double var(--brass);
  padding: .6rem .9rem; margin: .5rem 0 0; display: flex; gap: 1.1rem;
  line-height: 1.35; font-size: .9375rem; align-items: center;
  break-inside: avoid; }
.limit strong { font: 600 2rem/1 var(--serif); color: var(--felt); white-space: nowrap; }
.readings { display: grid; grid-template-columns: repeat(var(--across), minmax(0, 1fr));
  gap: .6rem 2.4rem; font-size: .9rem; }
dt { color: var(--quiet); } dd { font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; }
.facts dt, .facts dd { display: inline; }
.facts dd { color: var(--ink); }
footer { margin-top: 1.2rem; border-top: 3px double var(--brass); padding-top: .5rem;
  font-size: .75rem; color: var(--quiet); overflow-wrap: anywhere; }
.readings, footer { break-inside: avoid; }
@media screen { figure svg { width: calc(var(--w) * 1px); } }
@media print { html { font-size: 14.5px; } }
@media screen and (max-width: 44rem) {
  h1 { font-size: 2.1rem; }
  .opening, .readings { display: block; } .pays { columns: 1; }
  .readings > div { padding-bottom: .6rem; }
  .by, .limit { display: block; } .limit strong { display: block; margin-bottom: .4rem; }
  .wagers, .wagers tbody, .wagers tr, .wagers th, .wagers td { display: block; }
  .wagers tbody th { width: auto; } .wagers thead { display: none; }
  .wagers tr { padding: .5rem 0; }
  .wagers th, .wagers td, .wagers tr + tr > * { padding: 0; border: 0; text-align: left; }
  .wagers tr + tr { border-top: 1px solid var(--faint); }
}
"""
