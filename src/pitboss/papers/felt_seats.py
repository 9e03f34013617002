"""A player's spots on the felt: from the grid of the definition to shapes in millimetres."""

from collections.abc import Iterator, Sequence
from math import radians, sqrt, tan
from typing import Final, Literal

from msgspec import Struct

from pitboss.papers.card import Card
from pitboss.papers.felt import BRASS, INK, RADIUS, RAIL, X, Y
from pitboss.papers.svg import Setting, centred, element, fit

SEATS: Final = 6
STEP: Final = 28.0
"""Degrees from one position to the next, where there are six."""
LARGEST: Final = 80.0
"""A spot at the most; a chip has 39."""
NEAREST: Final = 720.0
"""How near to the middle of the arcs a position may come."""
GAP: Final = 0.14
CARD: Final = (66.0, 92.0)
"""The place of a card of 63 by 88; it is smaller only where spots are smaller than `SMALL`."""
SMALL: Final = 40.0
BETWEEN: Final = 12.0
MARGIN: Final = 14.0
SPACING: Final = 0.05
LETTERS: Final = 15.0
LINES: Final = 3

Kind = Literal["required", "raise", "side", "card"]


class Spot(Struct, frozen=True):
    """A spot about a point; x to the player's right, y from the middle of the arcs outwards."""

    key: str
    label: str
    kind: Kind
    x: float
    y: float
    width: float
    height: float


class Seats(Struct, frozen=True):
    """The spots of one position, and where the positions are."""

    spots: tuple[Spot, ...]
    angles: tuple[float, ...]
    inner: float
    """How far from the middle of the arcs the spots begin."""


def seats(card: Card) -> Seats:
    """As large as all positions have room on the arc."""
    kinds: dict[str, tuple[str, Kind]] = {w.key: (w.label, w.kind) for w in card.wagers}
    for name in card.layout.hole:
        kinds[name] = (f"{name} card", "card")
    count = card.layout.seats
    step = STEP * SEATS / count
    grid = _closed([[name if name in kinds else "" for name in row] for row in card.layout.seat])
    size = LARGEST
    while True:
        spots = tuple(_spots(grid, kinds, size))
        half = max((abs(spot.x) + spot.width / 2 for spot in spots), default=0)
        height = max((spot.y + spot.height / 2 for spot in spots), default=0)
        outer = sqrt(max(0.0, (RADIUS - RAIL - MARGIN) ** 2 - half**2))
        inner = outer - height
        if inner >= NEAREST and half + BETWEEN / 2 <= inner * tan(radians(step / 2)):
            break
        size *= 0.98
    angles = tuple((number - (count - 1) / 2) * step for number in range(count))
    return Seats(tuple(_moved(spot, inner) for spot in spots), angles, inner)


def drawn(made: Seats) -> str:
    """Every position with its spots, turned towards its player."""
    main = [_label(spot).size for spot in made.spots if spot.kind != "side"]
    largest = min(main, default=LETTERS)
    spots = "".join(_drawn(spot, largest) for spot in made.spots)
    return "".join(
        element(
            "g",
            spots,
            data_position=number,
            transform=f"translate({X:g} {Y:g}) rotate({-angle:g})",
        )
        for number, angle in enumerate(made.angles, 1)
    )


def _closed(grid: Sequence[Sequence[str]]) -> list[list[str]]:
    """Without the rows and columns that hold nothing."""
    rows = [row for row in grid if any(row)]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    return [list(row) for row in zip(*columns, strict=True)]


def _spots(
    grid: Sequence[Sequence[str]], kinds: dict[str, tuple[str, Kind]], size: float
) -> Iterator[Spot]:
    """The grid with spots of this size, from y = 0 down and about x = 0."""
    scale = min(1.0, size / SMALL)
    card = CARD[0] * scale, CARD[1] * scale
    sizes = {name: card if kind == "card" else (size, size) for name, (_, kind) in kinds.items()}
    pitch = max((sizes[name][0] for row in grid for name in row if name), default=0) + GAP * size
    y = 0.0
    for row in grid:
        tall = max(sizes[name][1] for name in row if name)
        for column, name in enumerate(row):
            if name:
                x = _middle(row, column) * pitch
                yield Spot(name, *kinds[name], x, y + tall / 2, *sizes[name])
        y += tall + GAP * size


def _middle(row: Sequence[str], column: int) -> float:
    """How many columns right of the middle; a lone spot beside the middle moves into it."""
    away = column - (len(row) - 1) / 2
    alone = sum(map(bool, row)) == 1
    return 0.0 if alone and abs(away) < 1 else away


def _moved(spot: Spot, by: float) -> Spot:
    return Spot(spot.key, spot.label, spot.kind, spot.x, spot.y + by, spot.width, spot.height)


def _label(spot: Spot, largest: float = LETTERS) -> Setting:
    """The label inside the spot, in a box that the circle inside the ring holds."""
    wide, high = (0.78, 0.42) if spot.kind in ("required", "raise") else (0.92, 0.7)
    room = wide * spot.width, high * spot.height
    return fit(spot.label.upper(), *room, largest, SPACING, LINES)


def _drawn(spot: Spot, size: float) -> str:
    line: dict[str, str | float] = {"fill": INK, "fill_opacity": 0.04, "stroke": BRASS}
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    box: dict[str, str | float] = {
        "x": left, "y": top, "width": spot.width, "height": spot.height,
    }  # fmt: skip
    shape = ""
    match spot.kind:
        case "required":
            radius = spot.width / 2
            shape = element("circle", cx=spot.x, cy=spot.y, r=radius, stroke_width=2.4, **line)
            shape += element(
                "circle", cx=spot.x, cy=spot.y, r=radius - 4, fill="none", stroke=BRASS,
                stroke_width=0.8,
            )  # fmt: skip
        case "raise":
            shape = element(
                "circle", cx=spot.x, cy=spot.y, r=spot.width / 2, stroke_width=2.4, **line
            )
        case "side":
            shape = element("rect", rx=0.2 * spot.width, stroke_width=1.6, **box, **line)
        case "card":
            shape = element("rect", rx=0.08 * spot.width, stroke_width=1.6, **box, **line)
    words = centred(_label(spot, size), spot.x, spot.y)
    return element("g", shape + words, data_spot=spot.key, data_kind=spot.kind, fill=BRASS)
