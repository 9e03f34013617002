"""The felt of a table in millimeters: outline, colors, card outlines and betting spots."""

from collections.abc import Iterator, Sequence
from math import pi, radians, sqrt, tan
from typing import Final, Literal

from msgspec import Struct

from pitboss.papers.rules_card.card import PlaceEntry, RulesCard
from pitboss.papers.svg import (
    BASELINE_SHIFT,
    LINE_HEIGHT,
    TextSetting,
    centered_text,
    escape_xml,
    fit_text,
    svg_element,
)

FELT_WIDTH: Final = 2200
FELT_HEIGHT: Final = 1200
CENTER_X: Final = FELT_WIDTH / 2
CENTER_Y: Final = 100.0
"""The center of all arcs."""
ARC_RADIUS: Final = 1080.0
TOP_EDGE: Final = 20.0
"""The dealer's edge."""
RAIL_WIDTH: Final = 22.0
"""The distance from the edge to the line around the table."""

FELT_COLORS: Final = ("#176056", "#0f4a43", "#0b3732")
BRASS_COLOR: Final = "#cbb26a"
INK_COLOR: Final = "#f4efe2"
MUTED_COLOR: Final = "#a9c0b8"


def outline_path(inset: float) -> str:
    """Return the path of the edge, or of a line inside it."""
    radius, top = ARC_RADIUS - inset, TOP_EDGE + inset
    return (
        f"M{CENTER_X - radius:g} {top:g}H{CENTER_X + radius:g}V{CENTER_Y:g}"
        f"A{radius:g} {radius:g} 0 0 1 {CENTER_X - radius:g} {CENTER_Y:g}Z"
    )


def felt_gradient(name: str) -> str:
    """Return the gradient of the felt: soft light from the dealer's side."""
    stops = "".join(
        svg_element("stop", offset=offset, stop_color=color)
        for offset, color in zip((0.0, 0.55, 1.0), FELT_COLORS, strict=True)
    )
    return svg_element(
        "radialGradient",
        stops,
        id=name,
        gradientUnits="userSpaceOnUse",
        cx=CENTER_X,
        cy=TOP_EDGE,
        r=ARC_RADIUS + CENTER_Y,
    )


def arc_path(radius: float, top: float = CENTER_Y) -> str:
    """Return the path of a half circle from left to right, with ends that go straight up."""
    return (
        f"M{CENTER_X - radius:.2f} {top:g}V{CENTER_Y:g}"
        f"a{radius:.2f} {radius:.2f} 0 0 0 {2 * radius:.2f} 0V{top:g}"
    )


def text_on_arc(setting: TextSetting, radius: float, angle: float, name: str) -> str:
    """Return lines of text along an arc, centered on an angle and read from outside."""
    step, gap = LINE_HEIGHT * setting.size, setting.spacing * setting.size
    first = radius - step * (len(setting.lines) - 1) / 2 + BASELINE_SHIFT * setting.size
    parts: list[str] = []
    for number, line in enumerate(setting.lines):
        baseline = first + step * number
        path = f"{name}-{number}"
        parts.append(
            svg_element("path", id=path, d=arc_path(baseline), fill="none", stroke="none")
            + svg_element(
                "text",
                svg_element(
                    "textPath",
                    escape_xml(line),
                    href=f"#{path}",
                    startOffset=(angle + 90) / 180 * pi * baseline + gap / 2,
                ),
                font_size=setting.size,
                letter_spacing=gap,
                text_anchor="middle",
            )
        )
    return "".join(parts)


CARD_OUTLINE_WIDTH: Final = 70.0
CARD_OUTLINE_HEIGHT: Final = 98.0
"""A card of 63 by 88, with room to lay it down."""
CARD_GAP: Final = 6.0
PLACE_GAP: Final = 14.0
INSCRIPTION_SPACING: Final = 0.08
INSCRIPTION_SIZE: Final = 15.0


class CardOutline(Struct, frozen=True):
    """The outline of one card."""

    place: str
    words: str
    x: float
    y: float
    width: float
    height: float


def card_outlines(
    card: RulesCard, top: float, width: float, height: float
) -> tuple[CardOutline, ...]:
    """Lay out every card on the table, centered, and smaller if the area is too small for them.

    Places of one size are set in columns, so that a cross looks like one; other rows are centered.
    """
    places = {place.name: place for place in card.layout.places}
    sizes = {place.cards for place in places.values()}
    blank = min(sizes, default=1)
    rows = [
        [places.get(name) for name in row if name in places or len(sizes) == 1]
        for row in card.layout.table
    ]
    wide = [
        sum(_place_width(place, blank) + PLACE_GAP for place in row) - PLACE_GAP for row in rows
    ]
    high = len(rows) * (CARD_OUTLINE_HEIGHT + PLACE_GAP) - PLACE_GAP
    scale = min(1.0, width / max([width, *wide]), height / max(height, high))
    result: list[CardOutline] = []
    for down, (row, row_width) in enumerate(zip(rows, wide, strict=True)):
        x = -row_width / 2
        y = top + down * (CARD_OUTLINE_HEIGHT + PLACE_GAP) * scale
        for place in row:
            if place:
                result += _place_outlines(place, CENTER_X + x * scale, y, scale)
            x += _place_width(place, blank) + PLACE_GAP
    return tuple(result)


def draw_outlines(outlines: tuple[CardOutline, ...]) -> str:
    """Draw card outlines, each with the inscription of its place, all in one font size."""
    size = min(
        (_fit_inscription(outline, INSCRIPTION_SIZE).size for outline in outlines),
        default=INSCRIPTION_SIZE,
    )
    return "".join(
        svg_element(
            "g",
            svg_element(
                "rect",
                x=outline.x,
                y=outline.y,
                width=outline.width,
                height=outline.height,
                rx=0.08 * outline.width,
                fill=INK_COLOR,
                fill_opacity=0.05,
                stroke=BRASS_COLOR,
                stroke_width=2,
            )
            + centered_text(
                _fit_inscription(outline, size),
                outline.x + outline.width / 2,
                outline.y + outline.height / 2,
            ),
            data_place=outline.place,
            fill=BRASS_COLOR,
        )
        for outline in outlines
    )


def _place_width(place: PlaceEntry | None, empty_width: int) -> float:
    return (place.cards if place else empty_width) * (CARD_OUTLINE_WIDTH + CARD_GAP) - CARD_GAP


def _place_outlines(place: PlaceEntry, x: float, y: float, scale: float) -> Iterator[CardOutline]:
    words = (place.inscription or place.label).upper()
    for number in range(place.cards):
        left = x + number * (CARD_OUTLINE_WIDTH + CARD_GAP) * scale
        yield CardOutline(
            place.name, words, left, y, CARD_OUTLINE_WIDTH * scale, CARD_OUTLINE_HEIGHT * scale
        )


def _fit_inscription(outline: CardOutline, max_size: float) -> TextSetting:
    width, height = 0.86 * outline.width, 0.8 * outline.height
    return fit_text(outline.words, width, height, max_size, INSCRIPTION_SPACING)


MIN_SEATS: Final = 6
SEAT_ANGLE: Final = 28.0
"""Degrees from one position to the next if there are six."""
MAX_SPOT_SIZE: Final = 80.0
"""The largest spot; a chip is 39 mm wide."""
INNER_RADIUS: Final = 720.0
"""The smallest distance of a position from the center of the arcs."""
SPOT_GAP_SHARE: Final = 0.14
CARD_SPOT_SIZE: Final = (66.0, 92.0)
"""The spot for a card of 63 by 88; smaller only if spots are below `MIN_SPOT_SIZE`."""
MIN_SPOT_SIZE: Final = 40.0
SEAT_GAP: Final = 12.0
SEAT_MARGIN: Final = 14.0
LABEL_SPACING: Final = 0.05
LABEL_SIZE: Final = 15.0
LABEL_LINES: Final = 3

SpotKind = Literal["required", "raise", "side", "card"]


class FeltSpot(Struct, frozen=True):
    """A spot centered on a point: x to the player's right, y outward from the arcs' center."""

    key: str
    label: str
    kind: SpotKind
    x: float
    y: float
    width: float
    height: float


class SeatLayout(Struct, frozen=True):
    """The spots of one position, and where the positions are."""

    spots: tuple[FeltSpot, ...]
    angles: tuple[float, ...]
    inner: float
    """The distance from the center of the arcs at which the spots begin."""


def layout_seats(card: RulesCard) -> SeatLayout:
    """Make the spots as large as the room for all positions on the arc allows."""
    kinds: dict[str, tuple[str, SpotKind]] = {w.key: (w.label, w.kind) for w in card.wagers}
    for name in card.layout.hole:
        kinds[name] = (f"{name} card", "card")
    count = card.layout.seats
    step = SEAT_ANGLE * MIN_SEATS / count
    grid = _trim_grid([[name if name in kinds else "" for name in row] for row in card.layout.seat])
    size = MAX_SPOT_SIZE
    while True:
        spots = tuple(_place_spots(grid, kinds, size))
        half = max((abs(spot.x) + spot.width / 2 for spot in spots), default=0)
        height = max((spot.y + spot.height / 2 for spot in spots), default=0)
        outer = sqrt(max(0.0, (ARC_RADIUS - RAIL_WIDTH - SEAT_MARGIN) ** 2 - half**2))
        inner = outer - height
        if inner >= INNER_RADIUS and half + SEAT_GAP / 2 <= inner * tan(radians(step / 2)):
            break
        size *= 0.98
    angles = tuple((number - (count - 1) / 2) * step for number in range(count))
    return SeatLayout(tuple(_move_spot(spot, inner) for spot in spots), angles, inner)


def draw_seats(layout: SeatLayout) -> str:
    """Draw every position with its spots, turned toward its player."""
    main = [_fit_label(spot).size for spot in layout.spots if spot.kind != "side"]
    largest = min(main, default=LABEL_SIZE)
    spots = "".join(_draw_spot(spot, largest) for spot in layout.spots)
    return "".join(
        svg_element(
            "g",
            spots,
            data_position=number,
            transform=f"translate({CENTER_X:g} {CENTER_Y:g}) rotate({-angle:g})",
        )
        for number, angle in enumerate(layout.angles, 1)
    )


def _trim_grid(grid: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the grid without empty rows and columns."""
    rows = [row for row in grid if any(row)]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    return [list(row) for row in zip(*columns, strict=True)]


def _place_spots(
    grid: Sequence[Sequence[str]], kinds: dict[str, tuple[str, SpotKind]], size: float
) -> Iterator[FeltSpot]:
    """Lay out the grid with spots of this size, from y = 0 down and centered on x = 0."""
    scale = min(1.0, size / MIN_SPOT_SIZE)
    card = CARD_SPOT_SIZE[0] * scale, CARD_SPOT_SIZE[1] * scale
    sizes = {name: card if kind == "card" else (size, size) for name, (_, kind) in kinds.items()}
    pitch = (
        max((sizes[name][0] for row in grid for name in row if name), default=0)
        + SPOT_GAP_SHARE * size
    )
    y = 0.0
    for row in grid:
        tall = max(sizes[name][1] for name in row if name)
        for column, name in enumerate(row):
            if name:
                x = _column_offset(row, column) * pitch
                yield FeltSpot(name, *kinds[name], x, y + tall / 2, *sizes[name])
        y += tall + SPOT_GAP_SHARE * size


def _column_offset(row: Sequence[str], column: int) -> float:
    """Return the column offset from the middle; a lone spot beside the middle moves into it."""
    away = column - (len(row) - 1) / 2
    alone = sum(map(bool, row)) == 1
    return 0.0 if alone and abs(away) < 1 else away


def _move_spot(spot: FeltSpot, distance: float) -> FeltSpot:
    return FeltSpot(
        spot.key, spot.label, spot.kind, spot.x, spot.y + distance, spot.width, spot.height
    )


def _fit_label(spot: FeltSpot, max_size: float = LABEL_SIZE) -> TextSetting:
    """Fit the label of a spot into a box inside its ring."""
    wide, high = (0.78, 0.42) if spot.kind in ("required", "raise") else (0.92, 0.7)
    room = wide * spot.width, high * spot.height
    return fit_text(spot.label.upper(), *room, max_size, LABEL_SPACING, LABEL_LINES)


def _draw_spot(spot: FeltSpot, size: float) -> str:
    line: dict[str, str | float] = {"fill": INK_COLOR, "fill_opacity": 0.04, "stroke": BRASS_COLOR}
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    box: dict[str, str | float] = {
        "x": left,
        "y": top,
        "width": spot.width,
        "height": spot.height,
    }
    shape = ""
    match spot.kind:
        case "required":
            radius = spot.width / 2
            shape = svg_element("circle", cx=spot.x, cy=spot.y, r=radius, stroke_width=2.4, **line)
            shape += svg_element(
                "circle",
                cx=spot.x,
                cy=spot.y,
                r=radius - 4,
                fill="none",
                stroke=BRASS_COLOR,
                stroke_width=0.8,
            )
        case "raise":
            shape = svg_element(
                "circle", cx=spot.x, cy=spot.y, r=spot.width / 2, stroke_width=2.4, **line
            )
        case "side":
            shape = svg_element("rect", rx=0.2 * spot.width, stroke_width=1.6, **box, **line)
        case "card":
            shape = svg_element("rect", rx=0.08 * spot.width, stroke_width=1.6, **box, **line)
    words = centered_text(_fit_label(spot, size), spot.x, spot.y)
    return svg_element(
        "g", shape + words, data_spot=spot.key, data_kind=spot.kind, fill=BRASS_COLOR
    )
