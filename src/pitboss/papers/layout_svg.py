"""The layout of a table as one drawing in true size, ready for a printer.

Everything on it comes from the rules card: places, spots, tables, signs and names. The drawing
decides where they stand and knows no rule.
"""

from collections.abc import Iterator
from math import pi, sqrt
from typing import Final

from pitboss.papers import felt, felt_places, felt_seats
from pitboss.papers.card import Card
from pitboss.papers.felt import BRASS, HEIGHT, RAIL, TOP, WIDTH, X, Y
from pitboss.papers.felt_columns import Room, columns, set_in_columns
from pitboss.papers.felt_tables import panels
from pitboss.papers.svg import SERIF, centred, element, fit, text

BAND: Final = 58.0
"""The depth of the band that carries the name of the game and the signs."""
BAND_OUTER: Final = 764.0
NAME_ANGLE: Final = 50.0
SIGN_ANGLE: Final = 52.0
CHIPS_WIDTH: Final = 600.0
CHIPS_HEIGHT: Final = 70.0
"""The dealer's chips stand here."""
MARGIN: Final = 20.0
MIDDLE: Final = 130.0
"""Half of the room for the cards and the operator's name, at the least."""
PLACES_WIDTH: Final = 620.0
PLACES_HEIGHT: Final = 350.0
SPACING: Final = 0.14


def layout_svg(card: Card) -> str:
    """The felt of a table that files this submission."""
    name = f"felt-{card.game}"
    seats = felt_seats.seats(card)
    outer = min(seats.inner - MARGIN, BAND_OUTER)
    inner = outer - BAND
    parts = [
        element("title", text(f"{card.name}, {card.filed_by}")),
        element("defs", felt.light(name)),
        element("path", d=felt.outline(0), fill=f"url(#{name})"),
        element("path", d=felt.outline(RAIL), stroke=BRASS, stroke_width=2),
        _chips(),
        element("g", "".join(_band(card, outer, inner)), data_part="band", fill=BRASS),
        *_middle(card, inner - MARGIN),
        element("g", felt_seats.drawn(seats), data_part="seats"),
    ]
    return element(
        "svg",
        "\n" + "\n".join(parts) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=f"{WIDTH}mm",
        height=f"{HEIGHT}mm",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        fill="none",
        font_family=SERIF,
        # A browser shows it whole, a printer in full size.
        style="font-variant-numeric: lining-nums tabular-nums; max-width: 100%; height: auto",
    )


def _chips() -> str:
    return element(
        "rect", x=X - CHIPS_WIDTH / 2, y=TOP + RAIL + 12, width=CHIPS_WIDTH, height=CHIPS_HEIGHT,
        rx=10, stroke=BRASS, stroke_width=0.8, stroke_opacity=0.6, data_part="chips",
    )  # fmt: skip


def _middle(card: Card, radius: float) -> Iterator[str]:
    """The cards in front of the dealer, the operator's name below, the paytables on both sides."""
    top = TOP + RAIL + 12 + CHIPS_HEIGHT + MARGIN
    places = felt_places.outlines(card, top, PLACES_WIDTH, PLACES_HEIGHT)
    half = max([MIDDLE, *(X - one.x for one in places)])
    bottom = max([top, *(one.y + one.height for one in places)]) + MARGIN
    yield element("g", felt_places.drawn(places), data_part="places")
    room = Y + sqrt(radius**2 - half**2) - bottom
    operator = fit(card.filed_by.upper(), 2 * half - MARGIN, min(room, 130), 46, SPACING)
    yield element("g", centred(operator, X, bottom + room / 2), data_part="operator", fill=BRASS)
    made = columns(panels(card), Room(top, half + 2 * MARGIN, radius))
    if made:
        yield element("g", set_in_columns(made, top), data_part="tables")


def _band(card: Card, outer: float, inner: float) -> Iterator[str]:
    """The name of the game in the middle of an arc, the signs left and right of it."""
    middle = (outer + inner) / 2
    for radius in (outer, inner):
        yield element("path", d=felt.arc(radius, TOP + RAIL), fill="none", stroke=BRASS)
    signs = [sign.text for sign in card.layout.signs]
    half = (len(signs) + 1) // 2
    left, right = " ".join(signs[:half]), " ".join(signs[half:] or signs)
    away = (NAME_ANGLE + SIGN_ANGLE) / 2 + 3
    for part, words, angle, span, largest in (
        ("name", card.name, 0.0, NAME_ANGLE, 34.0),
        ("left", left, -away, SIGN_ANGLE, 17.0),
        ("right", right, away, SIGN_ANGLE, 17.0),
    ):
        made = fit(words.upper(), span / 180 * pi * inner, BAND - 16, largest, SPACING)
        yield felt.on_arc(made, middle, angle, f"felt-{card.game}-{part}")
