"""Orders of hands as values, and the usual ones by name."""

from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from pitboss.cards import RANKS, Deck
from pitboss.hands.strength import FIVE_OF_A_KIND, KINDS


class Order(Struct, frozen=True):
    """How hands rank: how many cards make one, and which kind beats which."""

    size: int
    low_ace: bool = True
    """Whether an ace may also stand below the lowest rank of a straight."""
    kinds: tuple[str, ...] = ()
    """From lowest to highest; the usual ones of this size where it is empty."""
    lowest: int = 0
    """The lowest rank of the deck. Filled in from the deck when the order is used."""

    def __post_init__(self) -> None:
        if not self.kinds:
            force_setattr(self, "kinds", KINDS.get(self.size, ()))

    @property
    def is_usual(self) -> bool:
        """Whether kinds rank as they usually do."""
        return self.kinds == KINDS.get(self.size)

    def on(self, deck: Deck) -> "Order":
        """Return the order with what the deck adds: its lowest rank, and five of a kind."""
        five = self.is_usual and self.size == 5 and (deck.wild_cards or deck.decks > 1)
        kinds = (*self.kinds, FIVE_OF_A_KIND) if five else self.kinds
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
    """Return the order in which so many cards rank: the best five of more."""
    return Order(min(count, 5))
