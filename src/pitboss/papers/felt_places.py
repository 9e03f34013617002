"""Where the cards of the table lie on the felt, in front of the dealer's chips."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.papers.card import Card, PlaceCard
from pitboss.papers.felt import BRASS, INK, X
from pitboss.papers.svg import Setting, centred, element, fit

CARD_WIDTH: Final = 70.0
CARD_HEIGHT: Final = 98.0
"""A card of 63 by 88, with room to lay it down."""
WITHIN: Final = 6.0
BETWEEN: Final = 14.0
SPACING: Final = 0.08
LETTERS: Final = 15.0


class Outline(Struct, frozen=True):
    """The outline of one card."""

    place: str
    words: str
    x: float
    y: float
    width: float
    height: float


def outlines(card: Card, top: float, width: float, height: float) -> tuple[Outline, ...]:
    """Every card of the table, about the middle; smaller if the room does not hold them.

    Places of one size stand in columns, so that a cross is a cross; rows of others are centred.
    """
    places = {place.name: place for place in card.layout.places}
    sizes = {place.cards for place in places.values()}
    blank = min(sizes, default=1)
    rows = [
        [places.get(name) for name in row if name in places or len(sizes) == 1]
        for row in card.layout.table
    ]
    wide = [sum(_width(place, blank) + BETWEEN for place in row) - BETWEEN for row in rows]
    high = len(rows) * (CARD_HEIGHT + BETWEEN) - BETWEEN
    scale = min(1.0, width / max([width, *wide]), height / max(height, high))
    found: list[Outline] = []
    for down, (row, whole) in enumerate(zip(rows, wide, strict=True)):
        x = -whole / 2
        y = top + down * (CARD_HEIGHT + BETWEEN) * scale
        for place in row:
            if place:
                found += _outlines(place, X + x * scale, y, scale)
            x += _width(place, blank) + BETWEEN
    return tuple(found)


def drawn(made: tuple[Outline, ...]) -> str:
    """Card-shaped outlines, each with the inscription of its place, all in letters of one size."""
    size = min((_words(one, LETTERS).size for one in made), default=LETTERS)
    return "".join(
        element(
            "g",
            element(
                "rect", x=one.x, y=one.y, width=one.width, height=one.height,
                rx=0.08 * one.width, fill=INK, fill_opacity=0.05, stroke=BRASS, stroke_width=2,
            )
            + centred(_words(one, size), one.x + one.width / 2, one.y + one.height / 2),
            data_place=one.place,
            fill=BRASS,
        )
        for one in made
    )  # fmt: skip


def _width(place: PlaceCard | None, blank: int) -> float:
    return (place.cards if place else blank) * (CARD_WIDTH + WITHIN) - WITHIN


def _outlines(place: PlaceCard, x: float, y: float, scale: float) -> Iterator[Outline]:
    words = (place.inscription or place.label).upper()
    for number in range(place.cards):
        left = x + number * (CARD_WIDTH + WITHIN) * scale
        yield Outline(place.name, words, left, y, CARD_WIDTH * scale, CARD_HEIGHT * scale)


def _words(one: Outline, largest: float) -> Setting:
    return fit(one.words, 0.86 * one.width, 0.8 * one.height, largest, SPACING)
