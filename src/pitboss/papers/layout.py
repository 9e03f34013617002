"""The layout of a table as one SVG drawing in true size, ready for a printer."""

from collections.abc import Iterator, Sequence
from math import pi, sqrt
from typing import Final

from msgspec import Struct

from pitboss.money import dollars
from pitboss.papers.felt import (
    BRASS_COLOR,
    CENTER_X,
    CENTER_Y,
    FELT_HEIGHT,
    FELT_WIDTH,
    INK_COLOR,
    MUTED_COLOR,
    RAIL_WIDTH,
    TOP_EDGE,
    arc_path,
    card_outlines,
    draw_outlines,
    draw_seats,
    felt_gradient,
    layout_seats,
    outline_path,
    text_on_arc,
)
from pitboss.papers.rules_card.card import PayLine, RulesCard, WheelStopEntry
from pitboss.papers.svg import (
    LINE_HEIGHT,
    SERIF_FONTS,
    TextSetting,
    balance_lines,
    centered_text,
    escape_xml,
    fit_text,
    svg_element,
    text_line,
    text_width,
    wrap_text,
)
from pitboss.papers.wording import capitalize, join_words

NAME_BAND_WIDTH: Final = 58.0
"""The depth of the band that carries the name of the game and the signs."""
NAME_BAND_RADIUS: Final = 764.0
NAME_ANGLE: Final = 50.0
SIGN_ANGLE: Final = 52.0
CHIPS_WIDTH: Final = 600.0
CHIPS_HEIGHT: Final = 70.0
"""The size of the dealer's chip tray."""
BAND_MARGIN: Final = 20.0
MIDDLE_TOP: Final = 130.0
"""At least half of the width for the cards and the operator's name."""
PLACES_WIDTH: Final = 620.0
PLACES_HEIGHT: Final = 350.0
NAME_SPACING: Final = 0.14


def draw_layout(card: RulesCard) -> str:
    """Draw the felt of a table that files this submission."""
    name = f"felt-{card.game}"
    seats = layout_seats(card)
    outer = min(seats.inner - BAND_MARGIN, NAME_BAND_RADIUS)
    inner = outer - NAME_BAND_WIDTH
    parts = [
        svg_element("title", escape_xml(f"{card.name}, {card.operator_title}")),
        svg_element("defs", felt_gradient(name)),
        svg_element("path", d=outline_path(0), fill=f"url(#{name})"),
        svg_element("path", d=outline_path(RAIL_WIDTH), stroke=BRASS_COLOR, stroke_width=2),
        _draw_chip_tray(),
        svg_element(
            "g", "".join(_draw_name_band(card, outer, inner)), data_part="band", fill=BRASS_COLOR
        ),
        *_draw_middle(card, inner - BAND_MARGIN),
        svg_element("g", draw_seats(seats), data_part="seats"),
    ]
    return svg_element(
        "svg",
        "\n" + "\n".join(parts) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=f"{FELT_WIDTH}mm",
        height=f"{FELT_HEIGHT}mm",
        viewBox=f"0 0 {FELT_WIDTH} {FELT_HEIGHT}",
        role="img",
        fill="none",
        font_family=SERIF_FONTS,
        # Fit the drawing to the page in a browser, but print it in full size.
        style="font-variant-numeric: lining-nums tabular-nums; max-width: 100%; height: auto",
    )


def _draw_chip_tray() -> str:
    return svg_element(
        "rect",
        x=CENTER_X - CHIPS_WIDTH / 2,
        y=TOP_EDGE + RAIL_WIDTH + 12,
        width=CHIPS_WIDTH,
        height=CHIPS_HEIGHT,
        rx=10,
        stroke=BRASS_COLOR,
        stroke_width=0.8,
        stroke_opacity=0.6,
        data_part="chips",
    )


def _draw_middle(card: RulesCard, radius: float) -> Iterator[str]:
    """Draw the cards in front of the dealer, the operator's name and the paytables."""
    top = TOP_EDGE + RAIL_WIDTH + 12 + CHIPS_HEIGHT + BAND_MARGIN
    places = card_outlines(card, top, PLACES_WIDTH, PLACES_HEIGHT)
    half = max([MIDDLE_TOP, *(CENTER_X - place.x for place in places)])
    bottom = max([top, *(place.y + place.height for place in places)]) + BAND_MARGIN
    yield svg_element("g", draw_outlines(places), data_part="places")
    height = CENTER_Y + sqrt(radius**2 - half**2) - bottom
    operator = fit_text(
        card.operator_title.upper(), 2 * half - BAND_MARGIN, min(height, 130), 46, NAME_SPACING
    )
    yield svg_element(
        "g",
        centered_text(operator, CENTER_X, bottom + height / 2),
        data_part="operator",
        fill=BRASS_COLOR,
    )
    columns = best_columns(pay_panels(card), ColumnArea(top, half + 2 * BAND_MARGIN, radius))
    if columns:
        yield svg_element("g", draw_columns(columns, top), data_part="tables")


def _draw_name_band(card: RulesCard, outer: float, inner: float) -> Iterator[str]:
    """Draw the name of the game in the middle of an arc, with the signs on both sides."""
    middle = (outer + inner) / 2
    for radius in (outer, inner):
        yield svg_element(
            "path", d=arc_path(radius, TOP_EDGE + RAIL_WIDTH), fill="none", stroke=BRASS_COLOR
        )
    signs = [sign.text for sign in card.layout.signs]
    half = (len(signs) + 1) // 2
    left_signs, right_signs = " ".join(signs[:half]), " ".join(signs[half:] or signs)
    away = (NAME_ANGLE + SIGN_ANGLE) / 2 + 3
    for part, words, angle, span, largest in (
        ("name", card.name, 0.0, NAME_ANGLE, 34.0),
        ("left", left_signs, -away, SIGN_ANGLE, 17.0),
        ("right", right_signs, away, SIGN_ANGLE, 17.0),
    ):
        setting = fit_text(
            words.upper(), span / 180 * pi * inner, NAME_BAND_WIDTH - 16, largest, NAME_SPACING
        )
        yield text_on_arc(setting, middle, angle, f"felt-{card.game}-{part}")


NO_BREAK_SPACE: Final = "\u00a0"
TITLE_SCALE: Final = 1.1
NOTE_SCALE: Final = 0.9
"""Font sizes of titles and notes, as multiples of that of the lines."""
TITLE_SPACING: Final = 0.1
COLUMN_GAP: Final = 1.0
"""The least space between a hand and what it pays, in font sizes."""


class PayPanel(Struct, frozen=True):
    """A title, a note under it, lines with a hand and what it pays, and prizes in a row."""

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
    text_lines = len({mark.y for mark in marks if mark.anchor != "middle"})
    return PanelBlock(
        tuple(marks), column_width, marks[-1].y + 0.4 * size, text_lines - len(panel.lines)
    )


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
    if first.spins:
        stops = tuple(stop for stop in card.wheel if stop.wager == first.key)
        yield _wheel_panel(title, note, stops)
    else:
        yield PayPanel(title, note, _panel_lines(first.lines))
    if first.envy:
        yield PayPanel(
            f"{first.label} envy", "For another player's hand.", _panel_lines(first.envy)
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
    """Return text that is not broken at its spaces."""
    return words.replace(" ", NO_BREAK_SPACE)


def _centered_paragraph(
    words: str, column_width: float, size: float, y: float, color: str
) -> Iterator[PlacedText]:
    """Yield centered lines of text, without a dot at the end of a line."""
    for line in balance_lines(
        TextSetting(wrap_text(words, column_width, size), size), column_width
    ).lines:
        y += LINE_HEIGHT * size
        yield PlacedText(line.rstrip(f"{NO_BREAK_SPACE}·"), column_width / 2, y, size, color=color)


def _pay_line(
    name: str, payout: str, column_width: float, size: float, y: float
) -> Iterator[PlacedText]:
    """Set a hand on the left and its pay on the right, on the last line or below it."""
    name_width = column_width - text_width(payout, size) - COLUMN_GAP * size
    below = name_width < max(column_width / 2, text_width(max(name.split(), key=len), size))
    below = below and text_width(name, size) > name_width
    names = wrap_text(name, column_width if below else name_width, size)
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
"""The largest font size of the lines."""
MIN_SIZE_SHARE: Final = 0.75
"""The smallest share of the largest possible letter size that is considered."""
COLUMN_WIDTHS: Final = (300.0, 280.0, 260.0, 240.0, 220.0, 200.0, 180.0, 160.0)
MAX_COLUMNS_PER_SIDE: Final = 3
COLUMN_GUTTER: Final = 34.0
BLOCK_GAP: Final = 1.6
"""The distance from one block to the next, in font sizes."""


class ColumnArea(Struct, frozen=True):
    """The area for columns: below the top line, outside the middle, inside an arc."""

    top: float
    margin: float
    radius: float


class ColumnSet(Struct, frozen=True):
    """Blocks in columns from left to right, with the height and the height limit of each column."""

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
    """Yield every way to put the blocks, in order, into columns without exceeding the limits."""
    if not limits:
        if not blocks:
            yield ()
        return
    for count in range(len(blocks) + 1):
        column = tuple(blocks[:count])
        if _column_height(column, size) > limits[0]:
            return
        for next_columns in _distribute(blocks[count:], limits[1:], size):
            yield (column, *next_columns)
