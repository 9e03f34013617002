"""Suits are alike: two deals that differ by a change of suits come to the same.

So one of them stands for all. A change of suits is a tuple that gives the new card for each card.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import Final

from pitboss.cards import DECK, JOKER, RANKS, SUITS, Card, card, rank, suit
from pitboss.refusal import Refused

Change = tuple[Card, ...]

_BY_PLACE: Final = {(rank(c), suit(c)): c for c in DECK}

CHANGES: Final[tuple[Change, ...]] = tuple(
    (*(_BY_PLACE[rank(c), order[suit(c)]] for c in DECK), JOKER)
    for order in permutations(range(len(SUITS)))
)
"""All 24 changes of suits, the first of which changes nothing."""


def changes_among(suits: str) -> tuple[Change, ...]:
    """Return the changes that leave all other suits as they are."""
    others = [c for c in DECK if SUITS[suit(c)] not in suits]
    return tuple(x for x in CHANGES if all(x[c] == c for c in others))


def changed(change: Change, cards: Iterable[Card]) -> tuple[Card, ...]:
    """A set of cards after a change of suits, in the order of the deck."""
    return tuple(sorted(change[c] for c in cards))


def keeping(changes: Sequence[Change], *sets: Sequence[Card]) -> tuple[Change, ...]:
    """Those changes that leave every one of these sets of cards as it is."""
    return tuple(x for x in changes if all(changed(x, cards) == tuple(cards) for cards in sets))


@cache
def deck_of(ranks: str = RANKS) -> tuple[Card, ...]:
    """A deck of some ranks in four suits: all of them, or fewer for a check by hand."""
    if not ranks or any(ranks.count(r) != 1 or r not in RANKS for r in ranks):
        raise Refused(f"{ranks!r} is not a choice of ranks among {RANKS}")
    return tuple(sorted(card(r + s) for r in ranks for s in SUITS))
