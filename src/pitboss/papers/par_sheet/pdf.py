"""A par sheet as PDF, typeset by typst: the same bytes for the same sheet on every machine."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Final, assert_never

from pitboss.papers.par_sheet.plots import draw_plot
from pitboss.papers.par_sheet.sections import sheet_sections
from pitboss.papers.par_sheet.sheet import (
    MAX_SHORT_CELL,
    Block,
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
from pitboss.papers.typesetting import compile_typst, typst_string

TYPST_FONT_FAMILY: Final = "Libertinus Serif"

TYPST_STYLE: Final = """
#let felt = rgb("#0f4a43")
#let brass = rgb("#b3975a")
#let bronze = rgb("#7c6330")
#let quiet = rgb("#55605d")
#let faint = rgb("#dedace")

#let sheet(name, hash, operator, body) = {
  let small = text.with(size: 8pt, fill: quiet)
  set page(
    paper: "us-letter",
    margin: (x: 21mm, top: 23mm, bottom: 21mm),
    header: context if counter(page).get().first() > 1 {
      small[#name #h(1fr) Rules hash #hash.slice(0, 16)…]
      v(-5pt)
      line(length: 100%, stroke: 0.5pt + brass)
    },
    footer: context small[
      Par sheet #h(1fr) page #counter(page).display() of #counter(page).final().first()
    ],
  )
  set text(font: "Libertinus Serif", size: 10pt, lang: "en", fallback: true,
    number-type: "lining", number-width: "tabular", fill: rgb("#1d2327"))
  set par(leading: 0.58em, spacing: 0.9em)
  set heading(numbering: "1")
  show raw: set text(font: "DejaVu Sans Mono", size: 7.4pt)
  show heading.where(level: 1): it => block(
    above: 22pt, below: 11pt, width: 100%, sticky: true, stroke: (bottom: 0.6pt + brass),
    inset: (bottom: 4pt),
    text(size: 15pt, fill: felt, weight: "semibold")[
      #text(fill: bronze, counter(heading).display()) #h(0.3em) #it.body
    ],
  )
  show heading.where(level: 2): it => block(
    above: 0pt, below: 4pt, sticky: true,
    text(size: 11.5pt, fill: felt, weight: "semibold", it.body),
  )
  body
}

#let opening(name, facts) = {
  text(size: 9.5pt, weight: "semibold", fill: bronze, tracking: 0.16em, upper[Par sheet])
  show title: set text(size: 28pt, weight: "semibold", fill: felt)
  show title: set block(above: 9pt, below: 17pt)
  title(name)
  grid(
    columns: (24mm, 1fr), row-gutter: 6pt,
    ..facts.map(((name, value)) => (text(fill: quiet, name), value)).flatten(),
  )
  v(3pt)
  line(length: 100%, stroke: 1.6pt + brass)
  v(1pt)
  context {
    let parts = query(heading.where(level: 1))
    let half = calc.ceil(parts.len() / 2)
    let entry(at) = link(parts.at(at).location(), grid(
      columns: (6mm, 1fr, auto),
      text(fill: bronze, str(at + 1)), parts.at(at).body,
      str(counter(page).at(parts.at(at).location()).first()),
    ))
    set text(size: 9pt)
    grid(
      columns: (1fr, 1fr), column-gutter: 14mm,
      stack(spacing: 5.5pt, ..range(half).map(entry)),
      stack(spacing: 5.5pt, ..range(half, parts.len()).map(entry)),
    )
  }
}

#let part(key, name, new: false) = {
  if new { pagebreak(weak: true) }
  [#heading(level: 1, name) #label(key)]
}

#let words(stays, body) = block(below: 10pt, sticky: stays, body)
#let note(stays, body) = {
  v(-7pt)
  block(above: 0pt, below: 14pt, sticky: stays, text(size: 8.8pt, fill: quiet, body))
}
#let exact(body) = {
  let size = if body.len() > 40 and "/" in body { 6pt } else { 7.4pt }
  text(font: "DejaVu Sans Mono", size: size, fill: quiet, body)
}
#let cited(body) = text(size: 8pt, fill: quiet, body)

#let keys(figures) = block(
  width: 100%, stroke: 0.7pt + brass, above: 4pt, below: 16pt, breakable: false,
  grid(
    columns: (1fr,) * figures.len(), inset: (x: 10pt, y: 9pt),
    stroke: (x, y) => if x > 0 { (left: 0.5pt + faint) },
    ..figures.map(((figure, name, share)) => stack(spacing: 5.5pt,
      text(size: 9pt, fill: quiet, name),
      text(size: 17pt, weight: "semibold", fill: felt, figure),
      text(size: 8pt, fill: quiet, share))),
  ),
)

#let figures(name, said, rows, columns: (), right: (), names: (), total: false, short: true,
  small: false, stays: false) = {
  let head = names.any(name => name != "")
  let size = if small { 8.6pt } else { 9.6pt }
  let last(at) = total and at == rows.len() - 1
  block(breakable: not short, sticky: stays, width: 100%, above: 14pt, below: 14pt, {
    if name != "" { heading(level: 2, outlined: false, bookmarked: true, name) }
    if said != "" {
      block(above: 0pt, below: 6pt, sticky: true, text(size: 8.8pt, fill: quiet, said))
    }
    set text(size: size)
    set par(leading: 0.45em)
    table(
      columns: columns,
      align: (x, y) => {
        (if right.at(x) { std.right } else { left }) + (if head and y == 0 { bottom } else { top })
      },
      inset: (x, y) => (
        left: if x == 0 { 0pt } else { 5pt },
        right: if x == columns.len() - 1 { 0pt } else { 5pt },
        y: if small { 2.1pt } else { 3.7pt },
      ),
      stroke: none,
      ..if head or name != "" { (table.hline(stroke: 0.6pt + brass),) },
      ..if head {
        (table.header(
          ..names.map(name => text(size: 8pt, fill: quiet, weight: "semibold", name)),
          table.hline(stroke: 0.6pt + brass),
        ),)
      },
      ..rows.enumerate().map(((at, row)) => (
        ..if at > 0 and not last(at) { (table.hline(stroke: 0.4pt + faint),) },
        ..if not last(at) { row },
      )).flatten(),
      ..if total {
        (table.footer(
          repeat: false,
          table.hline(stroke: 0.6pt + brass),
          ..rows.last().map(strong),
        ),)
      },
      table.hline(stroke: 0.6pt + brass),
    )
  })
}

#let plot(name, svg, alt, said) = block(
  breakable: false, above: 8pt, below: 12pt, width: 100%, {
    image(svg, format: "svg", alt: alt, width: if name == "first" { 166mm } else { 100% })
    block(above: 5pt, text(size: 8.8pt, fill: quiet, said))
  },
)

#let listing(body) = block(
  stroke: (left: 1pt + brass), inset: (left: 9pt), above: 6pt, below: 8pt,
  raw(body, block: true),
)
"""


WORDY_CELL: Final = 17
"""The length of a cell above which its column is as wide as its text."""
MAX_UNBROKEN: Final = 66
"""The length of the longest word that fits on a line."""


def typst_source(sheet: ParSheet) -> str:
    """Return the source of the whole document."""
    return "\n".join((TYPST_STYLE, *_opening_lines(sheet), *_section_lines(sheet)))


def _opening_lines(sheet: ParSheet) -> Iterator[str]:
    card = sheet.card
    year, month, day = (int(part) for part in sheet.date.split("-"))
    operator = typst_string(card.operator_title)
    yield (
        f"#set document(title: {typst_string(sheet.title)}, author: {operator}, "
        f"description: {typst_string(f'Rules hash {card.hash}')}, "
        f"date: datetime(year: {year}, month: {month}, day: {day}))"
    )
    name = typst_string(card.name_with_edition)
    yield f"#show: sheet.with({name}, {typst_string(card.hash)}, {operator})"
    facts = ", ".join(
        f"({typst_string(name)}, {_breakable_string(value)})" for name, value in subject_rows(sheet)
    )
    yield f"#opening({typst_string(card.name)}, ({facts},))"


def _section_lines(sheet: ParSheet) -> Iterator[str]:
    for part in sheet_sections(sheet):
        new = _typst_bool(part.starts_page)
        yield f"#part({typst_string(part.key)}, {typst_string(part.title)}, new: {new})"
        yield from _block_lines(sheet, part)


def _block_lines(sheet: ParSheet, section: SheetSection) -> Iterator[str]:
    """Keep a table together with what leads to it and with the note about it."""
    for block, after in zip_longest(section.blocks, section.blocks[1:]):
        has_note = isinstance(after, Paragraph) and after.is_note
        leads = isinstance(block, Paragraph) and isinstance(after, Table | PlotBlock | Listing)
        yield _typst_block(sheet, block, "true" if has_note or leads else "false")


def _typst_block(sheet: ParSheet, block: Block, keep_with: str) -> str:
    match block:
        case Paragraph():
            function = "note" if block.is_note else "words"
            return f"#{function}({keep_with}, {_breakable_string(block.text)})"
        case KeyFigures():
            figures = (f"({', '.join(map(typst_string, key))})" for key in block.figures)
            return f"#keys(({', '.join(figures)},))"
        case Table():
            return _typst_table(block, keep_with)
        case PlotBlock():
            svg = draw_plot(sheet, block, family=TYPST_FONT_FAMILY, standalone=True)
            return (
                f"#plot({typst_string(block.name)}, bytes({typst_string(svg)}), "
                f"{typst_string(block.alt)}, {_breakable_string(block.title)})"
            )
        case Listing():
            return f"#listing({typst_string(block.text)})"
        case _ as other:
            assert_never(other)


def _typst_table(table: Table, keep_with: str) -> str:
    kinds = [kind for _, kind in table.columns]
    rows = [*table.rows, *([table.total] if table.total else [])]
    cells = ",\n  ".join(f"({', '.join(_typst_cells(row, kinds))},)" for row in rows)
    short = len(table.rows) <= MAX_SHORT_CELL and not table.is_long
    return (
        f"#figures({typst_string(table.title)}, {_breakable_string(table.introduction)}, "
        f"columns: ({', '.join(_column_widths(kinds, rows))},), "
        f"right: ({', '.join(_typst_bool(kind in ('figure', 'clause')) for kind in kinds)},), "
        f"names: ({', '.join(typst_string(name) for name, _ in table.columns)},), "
        f"total: {_typst_bool(table.total is not None)}, short: {_typst_bool(short)}, "
        f"small: {_typst_bool(table.is_long)}, stays: {keep_with}, (\n  {cells},\n))"
    )


def _column_widths(kinds: Sequence[CellKind], rows: Sequence[BlockRow]) -> tuple[str, ...]:
    """Return the widths of columns: figures are spaced evenly, text takes the rest."""
    match tuple(kinds):
        case ("text", "text"):
            return "30%", "1fr"
        case ("text", "exact"):
            return "34%", "1fr"
        case ("text", "figure", "exact"):
            return "36%", "26%", "38%"
        case ("text", "figure", "figure", "exact"):
            return "1fr", "20mm", "20mm", "46mm"
        case ("text", *other_kinds) if "text" in other_kinds:
            return tuple("1fr" if x == "text" and i > 1 else "auto" for i, x in enumerate(kinds))
        case _:
            long = [max(len(row[i]) for row in rows) > WORDY_CELL for i in range(len(kinds))]
            even = ["1fr" if x == "figure" and not long[i] else "auto" for i, x in enumerate(kinds)]
            return "1.6fr", *even[1:]


def _typst_cells(row: BlockRow, kinds: Sequence[CellKind]) -> Iterator[str]:
    for cell, kind in zip(row, kinds, strict=True):
        match kind:
            case "exact":
                yield f"exact({typst_string(cell)})"
            case "clause":
                yield f"cited({typst_string(cell)})"
            case _:
                yield _breakable_string(cell)


def _breakable_string(words: str) -> str:
    """Return a string literal in which long words may be broken."""
    return typst_string(
        " ".join(
            "\u200b".join(word[i : i + 16] for i in range(0, len(word), 16))
            if len(word) > MAX_UNBROKEN
            else word
            for word in words.split(" ")
        )
    )


def _typst_bool(value: bool) -> str:
    return "true" if value else "false"


def par_sheet_pdf(sheet: ParSheet) -> bytes:
    """Return the whole sheet as a PDF, dated with the day of the sheet and no time."""
    return compile_typst(
        typst_source(sheet), datetime.fromisoformat(sheet.date).replace(tzinfo=UTC)
    )
