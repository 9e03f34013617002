"""What a par sheet is set from: words, tables, drawings and listings, in sections.

The page and the PDF both set these, so that neither says what the other does not.
"""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from pitboss.papers.words import columns_in_use

Kind = Literal["text", "figure", "exact", "clause"]
"""How a column is set: words, figures to the right, fractions to copy, citations small."""
SHORT: Final = 24
"""Rows of a table that is not worth a break across sheets."""
Column = tuple[str, Kind]
Row = tuple[str, ...]


class Words(Struct, frozen=True, tag=True):
    """A paragraph; a note is smaller, and about what stands above it."""

    text: str
    note: bool = False


class Keys(Struct, frozen=True, tag=True):
    """A few figures that a reader looks for first: figure, name, what it is a share of."""

    figures: tuple[tuple[str, str, str], ...]


class Table(Struct, frozen=True, tag=True):
    """A table; ``total`` is its last line. Without names its columns have no head."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    said: str = ""
    """In a line under the title."""
    total: Row | None = None
    long: bool = False
    """Set small, and broken across sheets."""

    def __post_init__(self) -> None:
        """Leave out the clauses where no row cites one."""
        used = columns_in_use(self.columns, self.rows)
        if len(used) < len(self.columns):
            force_setattr(self, "columns", tuple(self.columns[at] for at in used))
            force_setattr(self, "rows", tuple(tuple(row[at] for at in used) for row in self.rows))
            if self.total:
                force_setattr(self, "total", tuple(self.total[at] for at in used))


class Drawing(Struct, frozen=True, tag=True):
    """A plot, made for the family of letters that the paper has."""

    name: str
    title: str
    alt: str
    """What it shows, for those who do not see it."""


class Listing(Struct, frozen=True, tag=True):
    """A file, to the letter."""

    text: str


Block = Words | Keys | Table | Drawing | Listing


class Section(Struct, frozen=True):
    """A heading and what stands under it."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    new_page: bool = False
    """Whether it begins a sheet."""


def note(text: str) -> Words:
    """A small paragraph."""
    return Words(text, note=True)


def pairs(*rows: tuple[str, ...], title: str = "") -> Table:
    """A table of names and what they stand for, with an exact value where rows have three."""
    kinds: tuple[Kind, ...] = ("text", "figure", "exact") if len(rows[0]) == 3 else ("text", "text")
    return Table(tuple(("", kind) for kind in kinds), rows, title)
