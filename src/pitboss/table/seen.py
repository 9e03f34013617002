"""What one player sees when asked: from the view of the table, and nothing beyond it."""

from pitboss.cards import Card, card
from pitboss.round import PlayerView
from pitboss.table.views import FACE_DOWN, RoundView


def seen(now: RoundView, seat: int) -> PlayerView:
    """What the player of this seat has before them."""
    own = now.seats[seat]
    return PlayerView(faces(own.cards), open_places(now), own.decisions)


def open_places(now: RoundView) -> dict[str, tuple[Card, ...]]:
    """The table's cards that are face up, place by place."""
    up = {name: faces(some) for name, some in now.cards.items()}
    return {name: some for name, some in up.items() if some}


def faces(some: tuple[str, ...]) -> tuple[Card, ...]:
    """Those that are face up."""
    return tuple(card(text) for text in some if text != FACE_DOWN)
