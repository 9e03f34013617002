"""A filing as a PDF, typeset by typst: the same bytes for the same filing on every machine."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from pitboss.papers.filing.document import MAX_UNBROKEN_ROWS, Filing, FilingSection
from pitboss.papers.html import ColumnKind
from pitboss.papers.typesetting import compile_typst, typst_string

TIMESTAMP: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in the file's metadata: the same for every filing, so that its bytes depend on nothing
but the rules."""
_STYLE: Final = """
#let felt = rgb("#0f4a43")
#let brass = rgb("#b3975a")
#let quiet = rgb("#55605d")
#let faint = rgb("#dedace")
#let small = text.with(size: 8pt, fill: quiet)
#let figures(columns, alignment, head, rows) = {
  set text(size: 9pt)
  set par(leading: 0.45em)
  table(
    columns: columns, stroke: none, inset: (x: 4pt, y: 2.6pt),
    align: (x, y) => (if alignment.at(x) { right } else { left }) + top,
    table.hline(stroke: 0.6pt + brass),
    ..if head.any(name => name != "") {
      (table.header(..head.map(name => strong(name))), table.hline(stroke: 0.4pt + faint))
    },
    ..rows.flatten().map(cell => [#cell]),
    table.hline(stroke: 0.6pt + brass),
  )
}
"""
_PAGE: Final = """
#set page(paper: "us-letter", margin: (x: 19mm, top: 19mm, bottom: 20mm), footer: context small[
  {foot} #h(1fr) page #counter(page).display() of #counter(page).final().first()])
#set text(font: "Libertinus Serif", size: 10pt, lang: "en", fill: rgb("#1d2327"),
  number-type: "lining", number-width: "tabular")
#show heading: it => block(above: 14pt, below: 5pt, sticky: true,
  text(size: 11.5pt, fill: felt, weight: "semibold", it.body))
"""
WIDE_COLUMN: Final = 28
"""A column with a cell of at least this many characters takes the rest of the line."""


def filing_pdf(filing: Filing) -> bytes:
    """Return the whole filing as a PDF; raise `Refused` if typst is not installed."""
    return compile_typst("\n".join(_source(filing)), TIMESTAMP)


def _source(filing: Filing) -> Iterator[str]:
    name = ", ".join(filter(None, (filing.name, filing.edition)))
    foot = f"#{typst_string(f'{name}. Rules hash {filing.hash[:16]}…')}"
    year, month, day = TIMESTAMP.year, TIMESTAMP.month, TIMESTAMP.day
    yield _STYLE + _PAGE.replace("{foot}", foot)
    yield (
        f"#set document(title: {typst_string(f'{filing.title}, {filing.operator}')}, "
        f"date: datetime(year: {year}, month: {month}, day: {day}))"
    )
    yield f'#text(size: 20pt, fill: felt, weight: "semibold", {typst_string(filing.title)})'
    origin = ", ".join(filter(None, (filing.operator, filing.edition)))
    yield f"#v(-3mm) #text(fill: quiet, {typst_string(origin)})"
    yield "#line(length: 100%, stroke: 1.4pt + brass)"
    for section in filing.sections:
        yield _section(section)
    yield _approval(filing)


def _section(section: FilingSection) -> str:
    is_short = len(section.rows) <= MAX_UNBROKEN_ROWS
    lines = [f"#block(width: 100%, breakable: {str(not is_short).lower()})["]
    lines.append(f"#heading(level: 1, {typst_string(section.title)})")
    if section.rows:
        lines.append(_table(section))
    if section.note:
        lines.append(f"#small({typst_string(section.note)})")
    return "\n".join((*lines, "]"))


def _table(section: FilingSection) -> str:
    widths = [
        "1fr" if _is_wide(kind, [row[index] for row in section.rows]) else "auto"
        for index, (_, kind) in enumerate(section.columns)
    ]
    alignment = [str(kind == "figure").lower() for _, kind in section.columns]
    head = [typst_string(name) for name, _ in section.columns]
    rows = [_array(map(typst_string, row)) for row in section.rows]
    return f"#figures({_array(widths)}, {_array(alignment)}, {_array(head)}, {_array(rows)})"


def _is_wide(kind: ColumnKind, cells: Sequence[str]) -> bool:
    return kind == "text" and max(map(len, cells)) >= WIDE_COLUMN


def _array(items: Iterable[str]) -> str:
    """Return a typst array; one of a single item needs the comma at its end."""
    return f"({''.join(f'{item}, ' for item in items)})"


def _approval(filing: Filing) -> str:
    places = " ".join(
        f"[#v(9mm) #line(length: 100%, stroke: 0.5pt) #v(-2mm) #small({typst_string(name)})],"
        for name in filing.approval
    )
    return (
        "#block(width: 100%, breakable: false, stroke: 1pt + brass, inset: 6mm, above: 10mm)[\n"
        '#heading(level: 1, "Approval")\n'
        f"#small({typst_string(f'For the rules with the hash {filing.hash}')})\n"
        f"#grid(columns: (1fr, 1fr), column-gutter: 10mm, {places})\n]"
    )
