"""Permutations of suits: two deals that differ by one of them have the same value.

So a solver looks at one deal of each such class. A permutation is a tuple that holds the new card
for each card.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import Final

from pitboss.cards import DECK, JOKER, RANKS, SUITS, Card, card, rank, suit
from pitboss.errors import Refused

SuitPermutation = tuple[Card, ...]

_CARD_BY_RANK_AND_SUIT: Final = {(rank(c), suit(c)): c for c in DECK}

SUIT_PERMUTATIONS: Final[tuple[SuitPermutation, ...]] = tuple(
    (*(_CARD_BY_RANK_AND_SUIT[rank(c), order[suit(c)]] for c in DECK), JOKER)
    for order in permutations(range(len(SUITS)))
)
"""All 24 permutations of suits; the first is the identity."""


def permutations_among(suits: str) -> tuple[SuitPermutation, ...]:
    """Return the permutations that leave all other suits as they are."""
    others = [c for c in DECK if SUITS[suit(c)] not in suits]
    return tuple(x for x in SUIT_PERMUTATIONS if all(x[c] == c for c in others))


def permute_suits(permutation: SuitPermutation, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return a set of cards after a suit permutation, in deck order."""
    return tuple(sorted(permutation[c] for c in cards))


def permutations_keeping(
    permutations: Sequence[SuitPermutation], *sets: Sequence[Card]
) -> tuple[SuitPermutation, ...]:
    """Return those permutations that map each of these card sets onto itself."""
    return tuple(
        x for x in permutations if all(permute_suits(x, cards) == tuple(cards) for cards in sets)
    )


@cache
def deck_of_ranks(ranks: str = RANKS) -> tuple[Card, ...]:
    """Return a deck of some ranks in four suits: all ranks, or fewer for a check by hand."""
    if not ranks or any(ranks.count(r) != 1 or r not in RANKS for r in ranks):
        raise Refused(f"invalid ranks {ranks!r}: choose each at most once from {RANKS}")
    return tuple(sorted(card(r + s) for r in ranks for s in SUITS))
