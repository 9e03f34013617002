"""The parts of a par sheet: sections of paragraphs, tables, plots and listings; figure formats."""

from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from pitboss.money import dollars
from pitboss.papers.wording import used_columns

CellKind = Literal["text", "figure", "exact", "clause"]
"""The format of a column: text, right-aligned figures, exact fractions, or small citations."""
MAX_SHORT_CELL: Final = 24
"""Rows of a table that is not worth a break across sheets."""
BlockColumn = tuple[str, CellKind]
BlockRow = tuple[str, ...]


class Paragraph(Struct, frozen=True, tag=True):
    """A paragraph; a note is smaller, and about what stands above it."""

    text: str
    is_note: bool = False


class KeyFigures(Struct, frozen=True, tag=True):
    """A few figures that a reader looks for first: figure, name, what it is a share of."""

    figures: tuple[tuple[str, str, str], ...]


class Table(Struct, frozen=True, tag=True):
    """A table; ``total`` is its last line. Without names its columns have no head."""

    columns: tuple[BlockColumn, ...]
    rows: tuple[BlockRow, ...]
    title: str = ""
    introduction: str = ""
    """A line under the title."""
    total: BlockRow | None = None
    is_long: bool = False
    """Set small, and broken across sheets."""

    def __post_init__(self) -> None:
        """Leave out the clauses where no row cites one."""
        columns_in_use = used_columns(self.columns, self.rows)
        if len(columns_in_use) < len(self.columns):
            force_setattr(self, "columns", tuple(self.columns[at] for at in columns_in_use))
            force_setattr(
                self, "rows", tuple(tuple(row[at] for at in columns_in_use) for row in self.rows)
            )
            if self.total:
                force_setattr(self, "total", tuple(self.total[at] for at in columns_in_use))


class PlotBlock(Struct, frozen=True, tag=True):
    """A plot, made for the family of letters that the paper has."""

    name: str
    title: str
    alt: str
    """A description for readers who cannot see the plot."""


class Listing(Struct, frozen=True, tag=True):
    """A file, to the letter."""

    text: str


Block = Paragraph | KeyFigures | Table | PlotBlock | Listing


class SheetSection(Struct, frozen=True):
    """A heading and what stands under it."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    starts_page: bool = False
    """Whether the section starts a new page."""


def note_paragraph(text: str) -> Paragraph:
    """Return a paragraph in small print."""
    return Paragraph(text, is_note=True)


def name_value_table(*rows: tuple[str, ...], title: str = "") -> Table:
    """Return a table of names and values, with an exact value if rows have three cells."""
    kinds: tuple[CellKind, ...] = (
        ("text", "figure", "exact") if len(rows[0]) == 3 else ("text", "text")
    )
    return Table(tuple(("", kind) for kind in kinds), rows, title)


NO_VALUE = "–"
MIN_DECIMAL_PROBABILITY = Fraction(1, 10**6)


def par_percent(share: Fraction | float, digits: int = 4, sign: str = "") -> str:
    """``4.3285 %``."""
    return f"{format_decimal(float(share) * 100, digits, sign)} %"


def format_decimal(value: Fraction | float, digits: int, sign: str = "") -> str:
    """``−0.086571``; with ``sign``, also ``+0.1``; what rounds to nothing has no sign."""
    text = f"{float(value):{sign},.{digits}f}"
    return text.replace("-", "−") if any(c in "123456789" for c in text) else text[-digits - 2 :]


def format_probability(chance: Fraction) -> str:
    """To ten places; what is rarer than these can tell, by its power of ten."""
    return (
        f"{float(chance):.10f}"
        if not chance or chance >= MIN_DECIMAL_PROBABILITY
        else f"{float(chance):.5e}"
    )


def format_one_in(chance: Fraction) -> str:
    """``1 in 649,740``; to the tenth where it is frequent."""
    if not chance:
        return "never"
    rounds = float(1 / chance)
    return f"1 in {rounds:,.{0 if rounds >= 1000 else 2}f}"


def format_cents(cents: Fraction | float) -> str:
    """Cents that need not be whole, to the nearest one."""
    rounded = round(cents)
    return dollars(rounded) if rounded % 100 == 0 else _format_with_cents(rounded)


def format_cents_column(cents: Fraction | float) -> str:
    """Return cents as dollars with two decimal places, for columns."""
    return _format_with_cents(round(cents))


def _format_with_cents(cents: int) -> str:
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"
