"""The daily book as a printable page and as a PDF, from the same text as in a terminal."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct
from rich.table import Table
from rich.text import Text

from pitboss.papers.html import ColumnKind, escape_html, html_document, html_table
from pitboss.papers.typesetting import compile_typst, typst_string
from pitboss.room.reports.daily_book import DailyBook, book_text

_STYLE: Final = """
@page { size: A4 landscape; margin: 12mm; }
main { max-width: none; }
table { font-size: .8rem; margin: .4rem 0 1rem; }
caption { text-align: left; font-weight: 600; }
.scroll { overflow-x: auto; }
"""
_TYPST_STYLE: Final = """
#set page(paper: "a4", flipped: true, margin: (x: 12mm, y: 13mm), numbering: "1 of 1")
#set text(font: "Libertinus Serif", size: 8.5pt, lang: "en", number-type: "lining",
  number-width: "tabular")
#show heading.where(level: 2): it => block(above: 6mm, below: 2mm, text(size: 12pt, it.body))
#show heading.where(level: 3): it => block(above: 4mm, below: 1.5mm, text(size: 9.5pt, it.body))
#set table(stroke: none, inset: (x: 1.4mm, y: 0.7mm))
"""


class _Block(Struct, frozen=True):
    """A paragraph, or a table with its title and the names of its columns, if it has any."""

    kind: Literal["heading", "note", "text", "table"]
    text: str = ""
    columns: tuple[str, ...] = ()
    is_figure: tuple[bool, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def _blocks(book: DailyBook) -> Iterator[_Block]:
    for part in book_text(book):
        if isinstance(part, Table):
            cells = [tuple(map(str, column.cells)) for column in part.columns]
            yield _Block(
                "table",
                str(part.title or ""),
                tuple(str(column.header) for column in part.columns),
                tuple(column.justify == "right" for column in part.columns),
                tuple(zip(*cells, strict=True)),
            )
        elif isinstance(part, Text):
            kinds: dict[object, Literal["heading", "note"]] = {"bold": "heading", "dim": "note"}
            yield _Block(kinds.get(part.style, "text"), part.plain)
        elif part:
            yield _Block("text", str(part))


def _title(book: DailyBook) -> str:
    return f"Daily book for {book.day}"


def book_html(book: DailyBook) -> str:
    """Return the book as a printable page."""
    body = "\n".join(map(_html_block, _blocks(book)))
    title = escape_html(_title(book))
    return html_document(_title(book), f"<main><h1>{title}</h1>\n{body}\n</main>", _STYLE)


def _html_block(block: _Block) -> str:
    text = escape_html(block.text)
    match block.kind:
        case "heading":
            return f"<h2>{text}</h2>"
        case "note":
            return f"<p><small>{text}</small></p>"
        case "text":
            return f"<p>{text}</p>"
        case "table":
            columns: list[tuple[str, ColumnKind]] = [
                (name, "figure" if is_figure else "text")
                for name, is_figure in zip(block.columns, block.is_figure, strict=True)
            ]
            table = html_table(columns, block.rows, head=any(block.columns), caption=text)
            return f'<div class="scroll">{table}</div>'


def book_pdf(book: DailyBook) -> bytes:
    """Return the book as a PDF; raise `Refused` if typst is not installed."""
    year, month, day = (int(part) for part in book.day.split("-"))
    lines = [
        _TYPST_STYLE,
        f"#set document(title: {typst_string(_title(book))}, "
        f"date: datetime(year: {year}, month: {month}, day: {day}))",
        f"= #{typst_string(_title(book))}",
        *map(_typst_block, _blocks(book)),
    ]
    return compile_typst(
        "\n".join(lines), datetime.fromisoformat(book.made_at).replace(microsecond=0)
    )


def _typst_block(block: _Block) -> str:
    text = f"#{typst_string(block.text)}"
    match block.kind:
        case "heading":
            return f"\n== {text}\n"
        case "note":
            return f'\n#text(fill: rgb("#5c6764"))[{text}]\n'
        case "text":
            return f"\n{text}\n"
        case "table":
            return _typst_table(block)


def _typst_table(block: _Block) -> str:
    alignments = ", ".join("right" if is_figure else "left" for is_figure in block.is_figure)
    parts = [f"columns: {len(block.columns)}", f"align: ({alignments},)"]
    if any(block.columns):
        head = ", ".join(f"[*#{typst_string(name)}*]" for name in block.columns)
        parts += [f"table.header({head})", "table.hline(stroke: 0.4pt)"]
    parts += [f"[#{typst_string(cell)}]" for row in block.rows for cell in row]
    title = f"\n=== #{typst_string(block.text)}\n" if block.text else "\n"
    return f"{title}#table({', '.join(parts)})\n"
