"""A par sheet as the source of a PDF: what typst sets, with fonts that come with it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, assert_never

from pitboss.papers.par.blocks import (
    SHORT,
    Block,
    Drawing,
    Keys,
    Kind,
    Listing,
    Row,
    Section,
    Table,
    Words,
)
from pitboss.papers.par.drawings import drawn
from pitboss.papers.par.sections import sections
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.par.summary import subject
from pitboss.papers.par.typst_style import FAMILY, STYLE

WORDY: Final = 17
"""Letters of a cell that is no mere figure, and takes the room it needs."""
LONGEST: Final = 66
"""Letters of a word that still fits on a line."""


def typst_source(sheet: ParSheet) -> str:
    """The whole document."""
    return "\n".join((STYLE, *_opening(sheet), *_sections(sheet)))


def string(words: str) -> str:
    """Words as a string of typst, whatever they are: nothing in them is an instruction."""
    safe = "".join(letter for letter in words if letter in "\n\t" or ord(letter) >= 0x20)
    return '"' + safe.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _opening(sheet: ParSheet) -> Iterator[str]:
    card = sheet.card
    year, month, day = (int(part) for part in sheet.date.split("-"))
    yield (
        f"#set document(title: {string(sheet.title)}, author: {string(card.filed_by)}, "
        f"description: {string(f'Rules hash {card.hash}')}, "
        f"date: datetime(year: {year}, month: {month}, day: {day}))"
    )
    yield (f"#show: sheet.with({string(card.named)}, {string(card.hash)}, {string(card.filed_by)})")
    facts = ", ".join(f"({string(name)}, {_words(value)})" for name, value in subject(sheet))
    yield f"#opening({string(card.name)}, ({facts},))"


def _sections(sheet: ParSheet) -> Iterator[str]:
    for part in sections(sheet):
        new = _true(part.new_page)
        yield f"#part({string(part.key)}, {string(part.title)}, new: {new})"
        yield from _blocks(sheet, part)


def _blocks(sheet: ParSheet, part: Section) -> Iterator[str]:
    """What leads to a table stays with it, and a table with the note about it."""
    for block, after in zip_longest(part.blocks, part.blocks[1:]):
        noted = isinstance(after, Words) and after.note
        leads = isinstance(block, Words) and isinstance(after, Table | Drawing | Listing)
        yield _block(sheet, block, "true" if noted or leads else "false")


def _block(sheet: ParSheet, block: Block, stays: str) -> str:
    match block:
        case Words():
            return f"#{'note' if block.note else 'words'}({stays}, {_words(block.text)})"
        case Keys():
            figures = (f"({', '.join(map(string, key))})" for key in block.figures)
            return f"#keys(({', '.join(figures)},))"
        case Table():
            return _table(block, stays)
        case Drawing():
            svg = drawn(sheet, block, family=FAMILY, alone=True)
            return (
                f"#plot({string(block.name)}, bytes({string(svg)}), {string(block.alt)}, "
                f"{_words(block.title)})"
            )
        case Listing():
            return f"#listing({string(block.text)})"
        case _ as other:
            assert_never(other)


def _table(table: Table, stays: str) -> str:
    kinds = [kind for _, kind in table.columns]
    rows = [*table.rows, *([table.total] if table.total else [])]
    cells = ",\n  ".join(f"({', '.join(_cells(row, kinds))},)" for row in rows)
    short = len(table.rows) <= SHORT and not table.long
    return (
        f"#figures({string(table.title)}, {_words(table.said)}, "
        f"columns: ({', '.join(_widths(kinds, rows))},), "
        f"right: ({', '.join(_true(kind in ('figure', 'clause')) for kind in kinds)},), "
        f"names: ({', '.join(string(name) for name, _ in table.columns)},), "
        f"total: {_true(table.total is not None)}, short: {_true(short)}, "
        f"small: {_true(table.long)}, stays: {stays}, (\n  {cells},\n))"
    )


def _widths(kinds: Sequence[Kind], rows: Sequence[Row]) -> tuple[str, ...]:
    """How wide columns are: figures stand apart evenly, words take what others leave."""
    match tuple(kinds):
        case ("text", "text"):
            return "30%", "1fr"
        case ("text", "exact"):
            return "34%", "1fr"
        case ("text", "figure", "exact"):
            return "36%", "26%", "38%"
        case ("text", "figure", "figure", "exact"):
            return "1fr", "20mm", "20mm", "46mm"
        case ("text", *others) if "text" in others:
            return tuple("1fr" if x == "text" and i > 1 else "auto" for i, x in enumerate(kinds))
        case _:
            long = [max(len(row[i]) for row in rows) > WORDY for i in range(len(kinds))]
            even = ["1fr" if x == "figure" and not long[i] else "auto" for i, x in enumerate(kinds)]
            return "1.6fr", *even[1:]


def _cells(row: Row, kinds: Sequence[Kind]) -> Iterator[str]:
    for cell, kind in zip(row, kinds, strict=True):
        match kind:
            case "exact":
                yield f"exact({string(cell)})"
            case "clause":
                yield f"cited({string(cell)})"
            case _:
                yield _words(cell)


def _words(words: str) -> str:
    """A string in which words that are too long for a line may be broken."""
    return string(
        " ".join(
            "\u200b".join(word[i : i + 16] for i in range(0, len(word), 16))
            if len(word) > LONGEST
            else word
            for word in words.split(" ")
        )
    )


def _true(value: bool) -> str:
    return "true" if value else "false"
