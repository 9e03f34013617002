"""A par sheet as an HTML page without scripts, for screens and for printing."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from pitboss.papers.html import (
    class_attribute,
    escape_html,
    html_document,
    html_element,
    page_footer_style,
)
from pitboss.papers.par_sheet.plots import draw_plot
from pitboss.papers.par_sheet.sections import sheet_sections
from pitboss.papers.par_sheet.sheet import (
    MAX_SHORT_CELL,
    Block,
    BlockColumn,
    BlockRow,
    CellKind,
    KeyFigures,
    Listing,
    Paragraph,
    ParSheet,
    PlotBlock,
    SheetSection,
    Table,
)
from pitboss.papers.par_sheet.summary_sections import subject_rows

PAR_SHEET_STYLE: Final = """
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


PLOT_FONT_FAMILY = "inherit"


def par_sheet_html(sheet: ParSheet) -> str:
    """Return the whole sheet as an HTML document."""
    card, parts = sheet.card, list(sheet_sections(sheet))
    body = "\n".join(
        (_page_header(sheet, parts), "<main>", *_section_htmls(sheet, parts), "</main>")
    )
    style = PAR_SHEET_STYLE + page_footer_style(f"{card.name_with_edition}. Rules hash {card.hash}")
    return html_document(f"{sheet.title}, {card.operator_title}", body, style)


def _page_header(sheet: ParSheet, sections: Sequence[SheetSection]) -> str:
    facts = "\n".join(
        f"<div><dt>{escape_html(name)}</dt><dd>{escape_html(value)}</dd></div>"
        for name, value in subject_rows(sheet)
    )
    inside = "\n".join(
        f'<li><a href="#{escape_html(part.key)}">{escape_html(part.title)}</a></li>'
        for part in sections
    )
    return (
        f'<header>\n<p class="kind">Par sheet</p>\n<h1>{escape_html(sheet.card.name)}</h1>\n'
        f'<dl class="subject">\n{facts}\n</dl>\n</header>\n'
        f'<nav aria-label="Contents">\n<ol>\n{inside}\n</ol>\n</nav>'
    )


def _section_htmls(sheet: ParSheet, sections: Sequence[SheetSection]) -> Iterator[str]:
    for part in sections:
        blocks = "\n".join(_block_html(sheet, block) for block in part.blocks)
        new = class_attribute("new") if part.starts_page else ""
        yield (
            f'<section id="{escape_html(part.key)}"{new}>\n'
            f"<h2>{escape_html(part.title)}</h2>\n{blocks}\n</section>"
        )


def _block_html(sheet: ParSheet, block: Block) -> str:
    match block:
        case Paragraph():
            return html_element("p", escape_html(block.text), "note" if block.is_note else "")
        case KeyFigures():
            return _key_figures_html(block)
        case Table():
            return _table_html(block)
        case PlotBlock():
            plot = draw_plot(sheet, block, family=PLOT_FONT_FAMILY)
            caption = html_element("figcaption", escape_html(block.title))
            return f'<figure class="{escape_html(block.name)}">{plot}\n{caption}</figure>'
        case Listing():
            return html_element("pre", escape_html(block.text))
        case _ as other:
            assert_never(other)


def _key_figures_html(keys: KeyFigures) -> str:
    figures = "\n".join(
        f"<div><dt>{escape_html(name)}</dt><dd>{escape_html(figure)}</dd> "
        f"<dd>{escape_html(share)}</dd></div>"
        for figure, name, share in keys.figures
    )
    return f'<dl class="keys">\n{figures}\n</dl>'


def _table_html(table: Table) -> str:
    kinds = [kind for _, kind in table.columns]
    short = len(table.rows) <= MAX_SHORT_CELL and not table.is_long
    title = html_element("h3", escape_html(table.title)) + html_element(
        "p", escape_html(table.introduction), "said"
    )
    rows = "\n".join(f"<tr>{_row_cells(row, kinds)}</tr>" for row in table.rows)
    total = (
        f"\n<tr{class_attribute('total')}>{_row_cells(table.total, kinds)}</tr>"
        if table.total
        else ""
    )
    bare = not table.title and not any(name for name, _ in table.columns)
    pairs = kinds == ["text", "figure", "exact"]
    shape = " ".join(
        name
        for name, fits in (
            ("long", table.is_long),
            ("bare", bare),
            ("pairs", pairs),
            (f"of-{len(kinds)}", True),
        )
        if fits
    )
    return (
        f'<div class="{"table short" if short else "table"}">{title}\n'
        f'<div class="wide"><table class="{shape}">{_table_head(table.columns)}\n'
        f"<tbody>\n{rows}{total}\n</tbody>\n</table></div></div>"
    )


def _table_head(columns: Sequence[BlockColumn]) -> str:
    if not any(name for name, _ in columns):
        return ""
    names = "".join(
        f'<th scope="col"{class_attribute(kind)}>{escape_html(name)}</th>' for name, kind in columns
    )
    return f"\n<thead><tr>{names}</tr></thead>"


def _row_cells(row: BlockRow, kinds: Sequence[CellKind]) -> str:
    heading, *cells = row
    return f'<th scope="row"{class_attribute(kinds[0])}>{escape_html(heading)}</th>' + "".join(
        f"<td{class_attribute(kind)}>{_cell_html(cell, kind)}</td>"
        for cell, kind in zip(cells, kinds[1:], strict=True)
    )


def _cell_html(cell: str, kind: CellKind) -> str:
    match kind:
        case "clause":
            return html_element("small", escape_html(cell))
        case "exact":
            return html_element("code", escape_html(cell))
        case _:
            return escape_html(cell)
