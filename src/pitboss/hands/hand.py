"""A hand that was ranked, as a person would show it: its name, what breaks ties, the cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import total_ordering
from itertools import combinations
from typing import Final

from pitboss.cards import JOKER, STANDARD, Card, Deck, rank, show
from pitboss.hands.orders import Order
from pitboss.hands.ranking import ranking
from pitboss.hands.strength import kicker
from pitboss.refusal import Refused


@total_ordering
@dataclass(frozen=True, eq=False, slots=True)
class Hand:
    """Compares by strength alone: two hands are equal when they tie."""

    strength: int
    name: str
    kickers: tuple[int, ...]
    cards: tuple[Card, ...]

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.strength < other.strength if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __str__(self) -> str:
        return f"{self.name} ({show(self.cards)})"


_TELLING: Final = {
    "straight": 1,
    "straight flush": 1,
    "mini royal": 1,
    "royal flush": 1,
    "five of a kind": 1,
    "full house": 2,
}
"""How many ranks decide a tie; in other kinds each rank that they hold does."""
_REPEATS: Final = {"pair": 1, "two pair": 2, "three of a kind": 2, "four of a kind": 3}
"""How many cards repeat the rank of another one."""


def hand(
    cards: Sequence[Card],
    *,
    low_ace: bool = True,
    order: Order | None = None,
    deck: Deck = STANDARD,
) -> Hand:
    """The hand that some cards make: all of them, or the best ones where an order takes fewer.

    ``kickers`` are the ranks that decide a tie, and ``cards`` the cards that count, those that make
    the hand first.
    """
    if (twice := deck.excess(cards)) is not None:
        often = "twice" if deck.decks == 1 and twice != JOKER else "too often"
        raise Refused(f"{show([twice])} appears {often} in {show(cards)!r}")
    order = order or Order(min(len(cards), 5), low_ace)
    rules = ranking(order.size, order=order, deck=deck)
    best = max(combinations(cards, order.size), key=rules.strength)
    strength = rules.strength(best)
    name = rules.name(strength)
    telling = _TELLING.get(name, order.size - _REPEATS.get(name, 0))
    kickers = tuple(kicker(strength, place) for place in range(telling))
    return Hand(strength, name, kickers, _in_order(strength, best, deck.wild_cards))


def _in_order(strength: int, cards: Sequence[Card], wild: frozenset[Card]) -> tuple[Card, ...]:
    """Most held ranks first, then high before low; the ace of a low run goes last, then what is
    wild.
    """
    ranks = [rank(c) for c in cards if c not in wild]
    top = kicker(strength)

    def place(c: Card) -> tuple[int, int, int]:
        if c in wild:
            return (1, 0, c)
        r = rank(c)
        below = -1 if r > top and ranks.count(r) == 1 and len(set(ranks)) == len(ranks) else r
        return (-ranks.count(r), -below, c)

    return tuple(sorted(cards, key=place))
