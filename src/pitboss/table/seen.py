"""What one player sees when asked: from the view of the table, and nothing beyond it."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards import Card, card
from pitboss.round import Decision
from pitboss.table.views import FACE_DOWN, RoundView


class Seen(NamedTuple):
    """The player's own cards, the open ones of the table, and the decisions taken so far."""

    hole: tuple[Card, ...]
    table: Mapping[str, tuple[Card, ...]]
    decisions: tuple[Decision, ...]


def seen(now: RoundView, seat: int) -> Seen:
    """What the player of this seat has before them."""
    own = now.seats[seat]
    return Seen(faces(own.cards), open_places(now), own.decisions)


def open_places(now: RoundView) -> dict[str, tuple[Card, ...]]:
    """The table's cards, place by place, where they are face up."""
    return {name: faces(some) for name, some in now.cards.items() if FACE_DOWN not in some}


def faces(some: tuple[str, ...]) -> tuple[Card, ...]:
    """Those that are face up."""
    return tuple(card(text) for text in some if text != FACE_DOWN)
