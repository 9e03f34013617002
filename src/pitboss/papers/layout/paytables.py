"""Paytables on the felt, set in columns on both sides of the cards."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from pitboss.money import dollars
from pitboss.papers.layout.felt import BRASS_COLOR, CENTER_X, CENTER_Y, INK_COLOR, MUTED_COLOR
from pitboss.papers.rules_card.card import PayLine, RulesCard, WheelStopEntry
from pitboss.papers.svg import (
    LINE_HEIGHT,
    TextSetting,
    balance_lines,
    svg_element,
    text_line,
    text_width,
    wrap_text,
)
from pitboss.papers.wording import capitalize, join_words

NO_BREAK_SPACE: Final = "\u00a0"
TITLE_SCALE: Final = 1.1
NOTE_SCALE: Final = 0.9
"""Sizes of the letters, as shares of those in the lines."""
TITLE_SPACING: Final = 0.1
COLUMN_GAP: Final = 1.0
"""Between a hand and what it pays, at the least."""


class PayPanel(Struct, frozen=True):
    """A title, a sentence under it, lines of a hand and what it pays, and prizes in a row."""

    title: str
    note: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    prizes: tuple[str, ...] = ()


class PlacedText(Struct, frozen=True):
    """A line of text in a block; without words, a thin line across it."""

    words: str
    x: float
    y: float
    size: float
    anchor: str = "middle"
    color: str = INK_COLOR
    spacing: float = 0.0


class PanelBlock(Struct, frozen=True):
    """A panel set in a column, from y = 0 down."""

    marks: tuple[PlacedText, ...]
    width: float
    height: float
    broken_lines: int
    """The number of paytable lines that take more than one line of text."""

    @property
    def fits(self) -> bool:
        """Whether every line fits the width of the column."""
        return all(text_width(m.words, m.size, m.spacing) <= self.width for m in self.marks)


def pay_panels(card: RulesCard) -> tuple[PayPanel, ...]:
    """Return the panels in the order of the game; wagers that pay the same share one."""
    groups: dict[object, list[int]] = {}
    for number, wager in enumerate(card.wagers):
        paid_by = wager.key if wager.spins else wager.lines or wager.how
        groups.setdefault(paid_by, []).append(number)
    return tuple(panel for numbers in groups.values() for panel in _wager_panels(card, numbers))


def set_panel(panel: PayPanel, column_width: float, size: float) -> PanelBlock:
    """Set a panel in a column of this width, with letters of this size."""
    middle = column_width / 2
    y = 0.0
    marks: list[PlacedText] = []
    title = TextSetting(
        wrap_text(panel.title.upper(), column_width, TITLE_SCALE * size, TITLE_SPACING),
        TITLE_SCALE * size,
        TITLE_SPACING,
    )
    for line in balance_lines(title, column_width).lines:
        y += LINE_HEIGHT * title.size
        marks.append(
            PlacedText(line, middle, y, title.size, color=BRASS_COLOR, spacing=TITLE_SPACING)
        )
    y += 0.6 * size
    marks.append(PlacedText("", middle, y, size))
    quiet = MUTED_COLOR if panel.lines or panel.prizes else INK_COLOR
    marks += _centered_paragraph(
        panel.note, column_width, NOTE_SCALE * size, y + 0.25 * size, quiet
    )
    y = marks[-1].y + 0.25 * size
    for name, pays in panel.lines:
        marks += _pay_line(name, pays, column_width, size, y)
        y = marks[-1].y
    marks += _centered_paragraph(
        f"{NO_BREAK_SPACE}· ".join(panel.prizes), column_width, size, y + 0.25 * size, INK_COLOR
    )
    broken = len({mark.y for mark in marks if mark.anchor != "middle"}) - len(panel.lines)
    return PanelBlock(tuple(marks), column_width, marks[-1].y + 0.4 * size, broken)


def draw_panel(block: PanelBlock, x: float, y: float) -> str:
    """Draw a block with its upper left corner at a point."""
    return svg_element("g", "".join(_draw_text(mark, block, x, y) for mark in block.marks))


def _wager_panels(card: RulesCard, numbers: list[int]) -> Iterator[PayPanel]:
    wagers = [card.wagers[number] for number in numbers]
    first = wagers[0]
    title = (
        first.label
        if len(wagers) == 1
        else join_words(_keep_together(wager.label) for wager in wagers)
    )
    note = first.how if len({wager.how for wager in wagers}) == 1 else ""
    spun = first.spins
    if spun:
        stops = tuple(stop for stop in card.wheel if stop.wager == first.key)
        yield _wheel_panel(title, note, stops)
    else:
        yield PayPanel(title, note, _panel_lines(first.lines))
    if first.envy:
        yield PayPanel(
            f"{first.label} envy", "For the hand of another player.", _panel_lines(first.envy)
        )


def _wheel_panel(title: str, note: str, stops: tuple[WheelStopEntry, ...]) -> PayPanel:
    """Set symbols with a name or with community pay in lines, and all other prizes in a row."""
    lines: list[tuple[str, str]] = []
    prizes: list[str] = []
    for stop in stops:
        has_name = stop.symbol != stop.prize.replace(",", "")
        if has_name:
            lines.append((capitalize(stop.symbol), stop.prize))
        if stop.community:
            lines.append((stop.prize, f"and community pay {dollars(stop.community)}"))
        if not has_name and not stop.community:
            prizes.append(_keep_together(stop.prize))
    return PayPanel(title, note, tuple(lines), tuple(prizes))


def _panel_lines(lines: tuple[PayLine, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((capitalize(line.name), line.pays) for line in lines)


def _keep_together(words: str) -> str:
    """Words that stay on one line."""
    return words.replace(" ", NO_BREAK_SPACE)


def _centered_paragraph(
    words: str, column_width: float, size: float, y: float, color: str
) -> Iterator[PlacedText]:
    """Words about the middle of the column; a dot at the end of a line is left out."""
    for line in balance_lines(
        TextSetting(wrap_text(words, column_width, size), size), column_width
    ).lines:
        y += LINE_HEIGHT * size
        yield PlacedText(line.rstrip(f"{NO_BREAK_SPACE}·"), column_width / 2, y, size, color=color)


def _pay_line(
    name: str, payout: str, column_width: float, size: float, y: float
) -> Iterator[PlacedText]:
    """Set a hand on the left and its pay on the right, on the last line or below it."""
    left = column_width - text_width(payout, size) - COLUMN_GAP * size
    below = left < max(column_width / 2, text_width(max(name.split(), key=len), size))
    below = below and text_width(name, size) > left
    names = wrap_text(name, column_width if below else left, size)
    for number, words in enumerate(names, 1):
        yield PlacedText(words, 0, y + number * LINE_HEIGHT * size, size, "start")
    yield PlacedText(
        payout, column_width, y + (len(names) + below) * LINE_HEIGHT * size, size, "end"
    )


def _draw_text(mark: PlacedText, block: PanelBlock, x: float, y: float) -> str:
    if not mark.words:
        return svg_element(
            "path",
            d=f"M{x:g} {y + mark.y:g}h{block.width:g}",
            fill="none",
            stroke=BRASS_COLOR,
            stroke_width=0.8,
        )
    gap = mark.spacing * mark.size
    attributes: dict[str, str | float] = {"letter_spacing": gap} if gap else {}
    return text_line(
        mark.words,
        x + mark.x + gap / 2,
        y + mark.y,
        mark.size,
        text_anchor=mark.anchor,
        fill=mark.color,
        **attributes,
    )


MAX_LETTER_SIZE: Final = 16.0
"""The letters of the lines, at the most."""
MIN_SIZE_SHARE: Final = 0.75
"""The smallest share of the largest possible letter size that is considered."""
COLUMN_WIDTHS: Final = (300.0, 280.0, 260.0, 240.0, 220.0, 200.0, 180.0, 160.0)
MAX_COLUMNS_PER_SIDE: Final = 3
"""Columns on one side, at the most."""
COLUMN_GUTTER: Final = 34.0
BLOCK_GAP: Final = 1.6
"""From one block to the next, in sizes of letters."""


class ColumnArea(Struct, frozen=True):
    """The room for the columns: below a line, beside the middle, inside an arc."""

    top: float
    margin: float
    radius: float


class ColumnSet(Struct, frozen=True):
    """Blocks in columns, from left to right, and how tall each column is and may be."""

    blocks: tuple[tuple[PanelBlock, ...], ...]
    lefts: tuple[float, ...]
    size: float
    heights: tuple[float, ...]
    limits: tuple[float, ...]

    @property
    def penalty(self) -> float:
        """A measure of unevenness: small letters, broken lines, sides of different length."""
        full = max(self.heights)
        height_pairs = zip(self.heights, reversed(self.heights), strict=True)
        unevenness = sum(abs(a - b) for a, b in height_pairs) / full
        empty_columns = sum(not height for height in self.heights)
        line_breaks = sum(block.broken_lines for column in self.blocks for block in column)
        smallness = 1 - self.size / MAX_LETTER_SIZE
        return 30 * smallness + 3 * line_breaks + 3 * unevenness + 3 * empty_columns


def best_columns(panels: Sequence[PayPanel], area: ColumnArea) -> ColumnSet | None:
    """Return the most even arrangement of the panels, or None if there are no panels."""
    candidates: list[ColumnSet] = []
    size = MAX_LETTER_SIZE
    while panels and (not candidates or size > MIN_SIZE_SHARE * candidates[0].size):
        candidates += _column_sets(panels, area, size)
        size *= 0.96
    return min(candidates, key=lambda columns: columns.penalty, default=None)


def draw_columns(columns: ColumnSet, top: float) -> str:
    """Draw all blocks, one below the other in each column."""
    parts: list[str] = []
    for blocks, left in zip(columns.blocks, columns.lefts, strict=True):
        y = top
        for item in blocks:
            parts.append(draw_panel(item, left, y))
            y += item.height + BLOCK_GAP * columns.size
    return "".join(parts)


def _column_sets(panels: Sequence[PayPanel], area: ColumnArea, size: float) -> Iterator[ColumnSet]:
    for wide in COLUMN_WIDTHS:
        blocks = [set_panel(panel, wide, size) for panel in panels]
        if not all(item.fits for item in blocks):
            continue
        for side in range(1, MAX_COLUMNS_PER_SIDE + 1):
            lefts = _column_lefts(area, wide, side)
            limits = tuple(_max_column_height(area, left, wide) for left in lefts)
            if min(limits) <= 0:
                break
            for columns in _distribute(blocks, limits, size):
                heights = tuple(_column_height(column, size) for column in columns)
                yield ColumnSet(tuple(columns), lefts, size, heights, limits)


def _column_lefts(area: ColumnArea, width: float, count: int) -> tuple[float, ...]:
    right = [CENTER_X + area.margin + number * (width + COLUMN_GUTTER) for number in range(count)]
    return (*(2 * CENTER_X - left - width for left in reversed(right)), *right)


def _max_column_height(area: ColumnArea, left: float, width: float) -> float:
    """Return how far down a column may go before its outer corner meets the arc."""
    away = max(abs(left - CENTER_X), abs(left + width - CENTER_X))
    return CENTER_Y + sqrt(max(0.0, area.radius**2 - away**2)) - area.top


def _column_height(column: Sequence[PanelBlock], size: float) -> float:
    gaps = BLOCK_GAP * size * max(0, len(column) - 1)
    return sum(item.height for item in column) + gaps


def _distribute(
    blocks: Sequence[PanelBlock], limits: Sequence[float], size: float
) -> Iterator[tuple[tuple[PanelBlock, ...], ...]]:
    """Every way to put the blocks, in their order, into columns that hold them."""
    if not limits:
        if not blocks:
            yield ()
        return
    for count in range(len(blocks) + 1):
        column = tuple(blocks[:count])
        if _column_height(column, size) > limits[0]:
            return
        for others in _distribute(blocks[count:], limits[1:], size):
            yield (column, *others)
