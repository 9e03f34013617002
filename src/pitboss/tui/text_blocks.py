"""Blocks of styled text lines that can be placed beside and above one another."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Literal, NamedTuple

from rich.style import Style
from rich.text import Text

Alignment = Literal["left", "center", "right"]


class TextBlock(NamedTuple):
    """Lines of equal width."""

    lines: tuple[Text, ...]
    width: int

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self.lines)


EMPTY_BLOCK = TextBlock((), 0)


def styled_line(*parts: str | Text | tuple[str, Style]) -> Text:
    """Return one line made of parts, each with its own style."""
    line = Text()
    for part in parts:
        if isinstance(part, tuple):
            line.append(*part)
        else:
            line.append(part)
    return line


def pad_line(text: Text, width: int, align: Alignment = "left") -> Text:
    """Return the line padded or truncated to exactly this width."""
    line = text.copy()
    if line.cell_len > width:
        line.truncate(width, overflow="ellipsis" if width > 1 else "crop")
    line.align(align, width)
    return line


def make_block(
    lines: Iterable[Text], width: int | None = None, align: Alignment = "left"
) -> TextBlock:
    """Return lines as a block, as wide as given or as the longest line."""
    line_list = list(lines)
    if width is None:
        width = max((text.cell_len for text in line_list), default=0)
    return TextBlock(tuple(pad_line(text, width, align) for text in line_list), width)


def wrap_lines(text: str, width: int, style: Style, *, indent: int = 0) -> list[Text]:
    """Wrap a paragraph; lines after the first are indented by ``indent`` columns."""
    lines = wrap(text, max(width, 1), subsequent_indent=" " * indent, break_long_words=True)
    return [Text(part, style=style) for part in lines]


def center_block(
    block: TextBlock, width: int, height: int, align: Alignment = "center"
) -> TextBlock:
    """Center a block vertically in a larger area and align it; cut lines that do not fit."""
    above = max(0, height - block.height) // 2
    lines = [Text()] * above + list(block.lines)
    lines += [Text()] * (height - len(lines))
    return make_block(lines[:height], width, align)


def place_beside(
    blocks: Sequence[TextBlock], gap: int = 0, *, align_bottom: bool = False
) -> TextBlock:
    """Place blocks side by side, aligned at the top or (``align_bottom``) at the bottom."""
    visible_blocks = [block for block in blocks if block.width]
    height = max((block.height for block in visible_blocks), default=0)
    rows = [Text() for _ in range(height)]
    for number, block in enumerate(visible_blocks):
        padding = [Text(" " * block.width)] * (height - block.height)
        lines = [*padding, *block.lines] if align_bottom else [*block.lines, *padding]
        for row, part in zip(rows, lines, strict=True):
            row.append(" " * gap if number else "")
            row.append_text(part)
    return make_block(rows)


def stack_blocks(
    blocks: Sequence[TextBlock], align: Alignment = "center", gap: int = 0
) -> TextBlock:
    """Place blocks one below the other."""
    visible_blocks = [block for block in blocks if block.height]
    width = max((block.width for block in visible_blocks), default=0)
    lines: list[Text] = []
    for number, block in enumerate(visible_blocks):
        lines += [Text()] * (gap if number else 0)
        lines += block.lines
    return make_block(lines, width, align)
