"""Blocks of text that are put beside and above one another. All lines of a block are as wide."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Literal, NamedTuple

from rich.style import Style
from rich.text import Text

Align = Literal["left", "center", "right"]


class Block(NamedTuple):
    """Some lines of one width."""

    lines: tuple[Text, ...]
    width: int

    @property
    def height(self) -> int:
        """How many lines."""
        return len(self.lines)


NOTHING = Block((), 0)


def line(*parts: str | Text | tuple[str, Style]) -> Text:
    """A line of pieces, each with its style."""
    made = Text()
    for part in parts:
        if isinstance(part, tuple):
            made.append(*part)
        else:
            made.append(part)
    return made


def padded(text: Text, width: int, align: Align = "left") -> Text:
    """A line of exactly this width; what is too long loses its end."""
    made = text.copy()
    if made.cell_len > width:
        made.truncate(width, overflow="ellipsis" if width > 1 else "crop")
    made.align(align, width)
    return made


def block(lines: Iterable[Text], width: int | None = None, align: Align = "left") -> Block:
    """Lines as a block, as wide as the longest or as asked."""
    some = list(lines)
    if width is None:
        width = max((text.cell_len for text in some), default=0)
    return Block(tuple(padded(text, width, align) for text in some), width)


def wrapped(text: str, width: int, style: Style, *, hang: int = 0) -> list[Text]:
    """A paragraph; lines after the first stand ``hang`` columns in."""
    lines = wrap(text, max(width, 1), subsequent_indent=" " * hang, break_long_words=True)
    return [Text(part, style=style) for part in lines]


def room(made: Block, width: int, height: int, align: Align = "center") -> Block:
    """A block in the middle of more room; too much of it is cut at the end."""
    above = max(0, height - made.height) // 2
    lines = [Text()] * above + list(made.lines)
    lines += [Text()] * (height - len(lines))
    return block(lines[:height], width, align)


def beside(blocks: Sequence[Block], gap: int = 0, *, low: bool = False) -> Block:
    """Side by side, from the top or (``low``) standing on one line."""
    some = [made for made in blocks if made.width]
    height = max((made.height for made in some), default=0)
    rows = [Text() for _ in range(height)]
    for number, made in enumerate(some):
        missing = [Text(" " * made.width)] * (height - made.height)
        lines = [*missing, *made.lines] if low else [*made.lines, *missing]
        for row, part in zip(rows, lines, strict=True):
            row.append(" " * gap if number else "")
            row.append_text(part)
    return block(rows)


def above(blocks: Sequence[Block], align: Align = "center", gap: int = 0) -> Block:
    """One under the other."""
    some = [made for made in blocks if made.height]
    width = max((made.width for made in some), default=0)
    lines: list[Text] = []
    for number, made in enumerate(some):
        lines += [Text()] * (gap if number else 0)
        lines += made.lines
    return block(lines, width, align)
