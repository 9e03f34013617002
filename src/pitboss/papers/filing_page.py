"""A filing as a page: what the Commission receives, with a place to approve it."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pitboss.papers.filing import Filing
from pitboss.papers.filing_sections import Section
from pitboss.papers.page import element, foot, page, table, text

STYLE: Final = """
@page { margin: 16mm 17mm 18mm; }
body { font-size: .9375rem; }
header { border-bottom: 3px double var(--brass); padding-bottom: .8rem; }
header p { font-family: var(--serif); color: var(--quiet); overflow-wrap: anywhere; }
h1 { font-size: 2rem; margin-bottom: .3rem; }
h2 { font-size: 1.1rem; letter-spacing: 0; text-transform: none; border: 0; padding: 0;
  margin: 1.5rem 0 .3rem; }
.short { break-inside: avoid; }
table { border-top: 1px solid var(--brass); border-bottom: 1px solid var(--brass); }
.pairs tbody th { width: 24%; }
.pairs td { overflow-wrap: anywhere; }
.beside { columns: 2; column-gap: 2.2rem; }
.beside section { padding-top: .1rem; break-inside: avoid; }
.beside h2 { margin-top: 1.2rem; }
tbody th { font-weight: 500; }
main > section tbody th { min-width: 7rem; }
td:nth-child(3):not(.figure, .clause), td:nth-child(4):not(.figure, .clause) { min-width: 5rem; }
td.figure + td:not(.figure, .clause), th.figure + th:not(.figure, .clause) { padding-left: .5rem; }
.note { font-size: .8125rem; color: var(--quiet); margin-top: .35rem; }
.approval { break-inside: avoid; break-before: avoid; border: 3px double var(--brass);
  margin: 1.8rem 0 0; padding: .9rem 1.4rem 1.2rem; }
.approval h2 { margin-top: 0; }
.approval dl { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2.4rem; }
.approval dt { font-size: .75rem; color: var(--quiet); padding-top: .2rem; }
.approval dd { height: 2.3rem; border-bottom: 1px solid var(--ink); }
.approval dl > div { display: flex; flex-direction: column-reverse; }
.approval p { font-size: .8125rem; color: var(--quiet); overflow-wrap: anywhere; }
@media print { html { font-size: 14px; } th, td { padding-top: .22rem; padding-bottom: .22rem; } }
@media screen and (max-width: 44rem) {
  section { overflow-x: auto; } .beside { columns: 1; } .approval dl { grid-template-columns: 1fr; }
}
"""

SHORT: Final = 16
"""Rows of a table that is not worth a break across sheets."""


def filing_page(filed: Filing) -> str:
    """The whole filing, as one file."""
    body = (
        f"<header>\n<h1>{text(filed.title)}</h1>\n"
        f"<p>{text(filed.operator)}, {text(filed.edition)}</p>\n</header>\n<main>\n"
        + "\n".join(_sections(filed))
        + f"\n{_approval(filed)}\n</main>"
    )
    style = STYLE + foot(f"{filed.name}, {filed.edition}. Rules hash {filed.hash}")
    return page(f"{filed.title}, {filed.operator}", body, style)


def _sections(filed: Filing) -> Iterator[str]:
    """Tables of a name and a figure stand two to a line, all others alone."""
    for narrow, group in groupby(filed.sections, key=_is_narrow):
        shown = "\n".join(map(_section, group))
        yield element("div", shown, "beside") if narrow else shown


def _is_narrow(section: Section) -> bool:
    return [kind for _, kind in section.columns] == ["text", "figure", "clause"]


def _section(section: Section) -> str:
    kind = ' class="short"' if len(section.rows) <= SHORT else ""
    named = any(name for name, kind in section.columns if kind != "clause")
    body = table(section.columns, section.rows, head=named, kind="" if named else "pairs")
    note = element("p", text(section.note), "note")
    return (
        f"<section{kind}>\n<h2>{text(section.title)}</h2>\n"
        f"{body if section.rows else ''}\n{note}\n</section>"
    )


def _approval(filed: Filing) -> str:
    places = "\n".join(f"<div><dt>{text(name)}</dt><dd></dd></div>" for name in filed.approval)
    return (
        '<section class="approval">\n<h2>Approval</h2>\n'
        f"<p>Of the rules with the hash {filed.hash}</p>\n<dl>\n{places}\n</dl>\n</section>"
    )
