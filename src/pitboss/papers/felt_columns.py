"""Where the paytables stand: in columns on both sides of the cards, inside the arc."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from pitboss.papers.felt import X, Y
from pitboss.papers.felt_tables import Block, Panel, block, drawn

LARGEST: Final = 16.0
"""The letters of the lines, at the most."""
ENOUGH: Final = 0.75
"""How much smaller letters may be than they could, for the sake of calm."""
WIDTHS: Final = (300.0, 280.0, 260.0, 240.0, 220.0, 200.0, 180.0, 160.0)
SIDE: Final = 3
"""Columns on one side, at the most."""
GUTTER: Final = 34.0
BETWEEN: Final = 1.6
"""From one block to the next, in sizes of letters."""


class Room(Struct, frozen=True):
    """The room for the columns: below a line, beside the middle, inside an arc."""

    top: float
    beside: float
    radius: float


class Columns(Struct, frozen=True):
    """Blocks in columns, from left to right, and how tall each column is and may be."""

    blocks: tuple[tuple[Block, ...], ...]
    lefts: tuple[float, ...]
    size: float
    heights: tuple[float, ...]
    limits: tuple[float, ...]

    @property
    def unrest(self) -> float:
        """What disturbs the eye: small letters, broken lines, one side longer than the other."""
        full = max(self.heights)
        mirrored = zip(self.heights, reversed(self.heights), strict=True)
        uneven = sum(abs(a - b) for a, b in mirrored) / full
        empty = sum(not height for height in self.heights)
        broken = sum(one.broken for column in self.blocks for one in column)
        return 30 * (1 - self.size / LARGEST) + 3 * broken + 3 * uneven + 3 * empty


def columns(panels: Sequence[Panel], room: Room) -> Columns | None:
    """The calmest way to set the panels; nothing for no panels."""
    found: list[Columns] = []
    size = LARGEST
    while panels and (not found or size > ENOUGH * found[0].size):
        found += _settings(panels, room, size)
        size *= 0.96
    return min(found, key=lambda made: made.unrest, default=None)


def set_in_columns(made: Columns, top: float) -> str:
    """All blocks, one below the other in each column."""
    parts: list[str] = []
    for blocks, left in zip(made.blocks, made.lefts, strict=True):
        y = top
        for one in blocks:
            parts.append(drawn(one, left, y))
            y += one.height + BETWEEN * made.size
    return "".join(parts)


def _settings(panels: Sequence[Panel], room: Room, size: float) -> Iterator[Columns]:
    for wide in WIDTHS:
        blocks = [block(panel, wide, size) for panel in panels]
        if not all(one.fits for one in blocks):
            continue
        for side in range(1, SIDE + 1):
            lefts = _lefts(room, wide, side)
            limits = tuple(_limit(room, left, wide) for left in lefts)
            if min(limits) <= 0:
                break
            for shared in _shares(blocks, limits, size):
                heights = tuple(_height(column, size) for column in shared)
                yield Columns(tuple(shared), lefts, size, heights, limits)


def _lefts(room: Room, wide: float, side: int) -> tuple[float, ...]:
    right = [X + room.beside + number * (wide + GUTTER) for number in range(side)]
    return (*(2 * X - left - wide for left in reversed(right)), *right)


def _limit(room: Room, left: float, wide: float) -> float:
    """How far down a column may go before its outer corner meets the arc."""
    away = max(abs(left - X), abs(left + wide - X))
    return Y + sqrt(max(0.0, room.radius**2 - away**2)) - room.top


def _height(column: Sequence[Block], size: float) -> float:
    gaps = BETWEEN * size * max(0, len(column) - 1)
    return sum(one.height for one in column) + gaps


def _shares(
    blocks: Sequence[Block], limits: Sequence[float], size: float
) -> Iterator[tuple[tuple[Block, ...], ...]]:
    """Every way to put the blocks, in their order, into columns that hold them."""
    if not limits:
        if not blocks:
            yield ()
        return
    for count in range(len(blocks) + 1):
        column = tuple(blocks[:count])
        if _height(column, size) > limits[0]:
            return
        for others in _shares(blocks[count:], limits[1:], size):
            yield (column, *others)
