"""Ranked hands for people: the name, the ranks that break ties, and the cards in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import total_ordering
from itertools import combinations
from typing import Final

from pitboss.cards import JOKER, STANDARD_DECK, Card, Deck, cards_text, rank
from pitboss.errors import Refused
from pitboss.hands.orders import Order, kicker
from pitboss.hands.ranking import ranking


@total_ordering
@dataclass(frozen=True, eq=False, slots=True)
class Hand:
    """A ranked hand; hands compare by strength alone, so two hands are equal when they tie."""

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
        return f"{self.name} ({cards_text(self.cards)})"


_TIE_RANKS: Final = {
    "straight": 1,
    "straight flush": 1,
    "mini royal": 1,
    "royal flush": 1,
    "five of a kind": 1,
    "full house": 2,
}
"""How many ranks can decide a tie; in other kinds, every different rank can."""
_REPEATED_CARDS: Final = {"pair": 1, "two pair": 2, "three of a kind": 2, "four of a kind": 3}
"""How many cards repeat the rank of another one."""


def hand(
    cards: Sequence[Card],
    *,
    low_ace: bool = True,
    order: Order | None = None,
    deck: Deck = STANDARD_DECK,
) -> Hand:
    """Return the hand that cards make: all of them, or the best ones if the order takes fewer.

    ``kickers`` are the ranks that decide a tie, and ``cards`` the cards that count, starting with
    those that make the hand.
    """
    if (extra_card := deck.first_excess(cards)) is not None:
        how_often = "twice" if deck.decks == 1 and extra_card != JOKER else "too many times"
        raise Refused(f"{cards_text([extra_card])} appears {how_often} in {cards_text(cards)!r}")
    order = order or Order(min(len(cards), 5), low_ace)
    rules = ranking(order.size, order=order, deck=deck)
    best = max(combinations(cards, order.size), key=rules.strength)
    strength = rules.strength(best)
    name = rules.name(strength)
    kicker_count = _TIE_RANKS.get(name, order.size - _REPEATED_CARDS.get(name, 0))
    kickers = tuple(kicker(strength, place) for place in range(kicker_count))
    return Hand(strength, name, kickers, _sort_cards(strength, best, deck.wild_cards))


def _sort_cards(strength: int, cards: Sequence[Card], wild: frozenset[Card]) -> tuple[Card, ...]:
    """Return cards by how often their rank repeats, then high to low, with wild cards last.

    The ace of a low straight comes after the other ranks.
    """
    ranks = [rank(c) for c in cards if c not in wild]
    top = kicker(strength)

    def sort_key(c: Card) -> tuple[int, int, int]:
        if c in wild:
            return (1, 0, c)
        r = rank(c)
        value = -1 if r > top and ranks.count(r) == 1 and len(set(ranks)) == len(ranks) else r
        return (-ranks.count(r), -value, c)

    return tuple(sorted(cards, key=sort_key))
