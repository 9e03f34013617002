"""Kinds of hands, the strength of a hand as one whole number, and the orders of kinds."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from pitboss.cards import RANKS, Deck

KINDS: Final[dict[int, tuple[str, ...]]] = {
    1: ("high card",),
    2: ("high card", "pair", "flush", "straight"),
    3: (
        "high card",
        "pair",
        "flush",
        "straight",
        "three of a kind",
        "straight flush",
        "mini royal",
    ),
    4: (
        "high card",
        "pair",
        "two pair",
        "straight",
        "flush",
        "three of a kind",
        "straight flush",
        "four of a kind",
    ),
    5: (
        "high card",
        "pair",
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
        "royal flush",
    ),
}
FIVE_OF_A_KIND: Final = "five of a kind"
"""The highest kind of five cards, in decks with wild cards or duplicates."""

_KIND_BITS: Final = 20
_RANK_BITS: Final = 4


def pack_strength(kind: int, kickers: Sequence[int]) -> int:
    """Return the strength of a hand of the kind with this index and these kickers."""
    strength = kind << _KIND_BITS
    for place, rank in enumerate(kickers):
        strength |= rank << (_KIND_BITS - _RANK_BITS * (place + 1))
    return strength


def kind_index(strength: int) -> int:
    """Return the index of a hand's kind in the kinds of its order."""
    return strength >> _KIND_BITS


def kicker(strength: int, place: int = 0) -> int:
    """Return the rank that breaks ties in this place; place 0 is that of the pair or straight."""
    return strength >> (_KIND_BITS - _RANK_BITS * (place + 1)) & 15


class Order(Struct, frozen=True):
    """How hands rank: how many cards make one, and which kind beats which."""

    size: int
    low_ace: bool = True
    """Whether an ace may also be the low end of a straight."""
    kinds: tuple[str, ...] = ()
    """The kinds from lowest to highest; by default the usual ones of this size."""
    lowest: int = 0
    """The lowest rank of the deck; set from the deck when the order is used."""

    def __post_init__(self) -> None:
        if not self.kinds:
            force_setattr(self, "kinds", KINDS.get(self.size, ()))

    @property
    def is_usual(self) -> bool:
        """Whether the kinds rank in the usual order."""
        return self.kinds == KINDS.get(self.size)

    def on(self, deck: Deck) -> "Order":
        """Return the order with what the deck adds: its lowest rank, and five of a kind."""
        has_five = self.is_usual and self.size == 5 and (deck.wild_cards or deck.decks > 1)
        kinds = (*self.kinds, FIVE_OF_A_KIND) if has_five else self.kinds
        lowest = self.lowest or RANKS.index(deck.ranks[0])
        return replace(self, kinds=kinds, lowest=lowest)


ORDERS: Final = {
    "one card": Order(1),
    "two cards": Order(2),
    "three cards": Order(3),
    "four cards": Order(4),
    "five cards": Order(5),
    "five cards, ace high": Order(5, low_ace=False),
}
"""The usual orders by name."""


def usual_order(count: int) -> Order:
    """Return the usual order for this many cards; of more than five, the best five count."""
    return Order(min(count, 5))
