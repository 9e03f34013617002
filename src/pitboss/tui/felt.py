"""The table's cards where the layout has them: a cross is a cross."""

from typing import Protocol

from pitboss.papers.card import Card, PlaceCard
from pitboss.table.views import RoundView
from pitboss.tui.block import Block, above, beside, block
from pitboss.tui.cards import NO_CARD, Size, hand_block, hand_width

GAP = 2


class Lies(Protocol):
    """A scene with a table in it, whoever looks at it."""

    @property
    def card(self) -> Card:
        """The rules card, which has the layout."""

    @property
    def round(self) -> RoundView | None:
        """The round that is on the table."""


def felt_block(scene: Lies, size: Size) -> Block:
    """Every place of the table with what lies there, in cards of this size."""
    empty = block([], hand_width(_most(scene), size))
    rows = [
        beside([_place(scene, place, size) if place else empty for place in row], GAP)
        for row in _rows(scene)
    ]
    return above(rows, gap=size.between)


def felt_size(scene: Lies, size: Size) -> Size:
    """How much room that takes."""
    rows, most = _rows(scene), _most(scene)
    wide = [
        sum(hand_width(place.cards if place else most, size) + GAP for place in row) - GAP
        for row in rows
    ]
    return Size(max(wide, default=0), len(rows) * (size.height + size.between) - size.between)


def _rows(scene: Lies) -> list[list[PlaceCard | None]]:
    """Places of one number of cards stand in columns; rows of others are centred."""
    places = {place.name: place for place in scene.card.layout.places}
    even = len({place.cards for place in places.values()}) == 1
    return [
        [places.get(name) for name in row if name in places or even]
        for row in scene.card.layout.table
    ]


def _most(scene: Lies) -> int:
    return max((place.cards for place in scene.card.layout.places), default=1)


def _place(scene: Lies, place: PlaceCard, size: Size) -> Block:
    lying = scene.round.cards.get(place.name, ()) if scene.round else ()
    missing = (NO_CARD,) * (place.cards - len(lying))
    fits = len(place.inscription) <= size.width - 2
    words = place.inscription if fits and place.inscription else place.label
    return hand_block((*lying, *missing), size, words)
