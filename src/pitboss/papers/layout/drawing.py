"""The layout of a table as one SVG drawing in true size, ready for a printer."""

from collections.abc import Iterator
from math import pi, sqrt
from typing import Final

from pitboss.papers.layout import felt, spots
from pitboss.papers.layout.felt import (
    BRASS_COLOR,
    CENTER_X,
    CENTER_Y,
    FELT_HEIGHT,
    FELT_WIDTH,
    RAIL_WIDTH,
    TOP_EDGE,
)
from pitboss.papers.layout.paytables import ColumnArea, best_columns, draw_columns, pay_panels
from pitboss.papers.rules_card.card import RulesCard
from pitboss.papers.svg import SERIF_FONTS, centered_text, escape_xml, fit_text, svg_element

NAME_BAND_WIDTH: Final = 58.0
"""The depth of the band that carries the name of the game and the signs."""
NAME_BAND_RADIUS: Final = 764.0
NAME_ANGLE: Final = 50.0
SIGN_ANGLE: Final = 52.0
CHIPS_WIDTH: Final = 600.0
CHIPS_HEIGHT: Final = 70.0
"""The dealer's chips stand here."""
BAND_MARGIN: Final = 20.0
MIDDLE_TOP: Final = 130.0
"""Half of the room for the cards and the operator's name, at the least."""
PLACES_WIDTH: Final = 620.0
PLACES_HEIGHT: Final = 350.0
NAME_SPACING: Final = 0.14


def draw_layout(card: RulesCard) -> str:
    """Draw the felt of a table that files this submission."""
    name = f"felt-{card.game}"
    seats = spots.layout_seats(card)
    outer = min(seats.inner - BAND_MARGIN, NAME_BAND_RADIUS)
    inner = outer - NAME_BAND_WIDTH
    parts = [
        svg_element("title", escape_xml(f"{card.name}, {card.operator_title}")),
        svg_element("defs", felt.felt_gradient(name)),
        svg_element("path", d=felt.outline_path(0), fill=f"url(#{name})"),
        svg_element("path", d=felt.outline_path(RAIL_WIDTH), stroke=BRASS_COLOR, stroke_width=2),
        _draw_chip_tray(),
        svg_element(
            "g", "".join(_draw_name_band(card, outer, inner)), data_part="band", fill=BRASS_COLOR
        ),
        *_draw_middle(card, inner - BAND_MARGIN),
        svg_element("g", spots.draw_seats(seats), data_part="seats"),
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
        # A browser shows it whole, a printer in full size.
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
    places = spots.card_outlines(card, top, PLACES_WIDTH, PLACES_HEIGHT)
    half = max([MIDDLE_TOP, *(CENTER_X - place.x for place in places)])
    bottom = max([top, *(place.y + place.height for place in places)]) + BAND_MARGIN
    yield svg_element("g", spots.draw_outlines(places), data_part="places")
    room = CENTER_Y + sqrt(radius**2 - half**2) - bottom
    operator = fit_text(
        card.operator_title.upper(), 2 * half - BAND_MARGIN, min(room, 130), 46, NAME_SPACING
    )
    yield svg_element(
        "g",
        centered_text(operator, CENTER_X, bottom + room / 2),
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
            "path", d=felt.arc_path(radius, TOP_EDGE + RAIL_WIDTH), fill="none", stroke=BRASS_COLOR
        )
    signs = [sign.text for sign in card.layout.signs]
    half = (len(signs) + 1) // 2
    left, right = " ".join(signs[:half]), " ".join(signs[half:] or signs)
    away = (NAME_ANGLE + SIGN_ANGLE) / 2 + 3
    for part, words, angle, span, largest in (
        ("name", card.name, 0.0, NAME_ANGLE, 34.0),
        ("left", left, -away, SIGN_ANGLE, 17.0),
        ("right", right, away, SIGN_ANGLE, 17.0),
    ):
        setting = fit_text(
            words.upper(), span / 180 * pi * inner, NAME_BAND_WIDTH - 16, largest, NAME_SPACING
        )
        yield felt.text_on_arc(setting, middle, angle, f"felt-{card.game}-{part}")
