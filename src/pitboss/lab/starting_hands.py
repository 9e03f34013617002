"""Starting hands of two cards, up to permutations of suits.

Two deals that differ by such a permutation have the same value, so a solver looks at one deal of
each class. A permutation is a tuple that holds the new card for each card.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import factorial
from typing import Final, NamedTuple

from pitboss.cards import DECK, JOKER, RANKS, SUITS, Card, cards_text, rank, suit
from pitboss.games.card_names import starting_hand_class

SuitPermutation = tuple[Card, ...]

_CARD_BY_RANK_AND_SUIT: Final = {(rank(c), suit(c)): c for c in DECK}

SUIT_PERMUTATIONS: Final[tuple[SuitPermutation, ...]] = tuple(
    (*(_CARD_BY_RANK_AND_SUIT[rank(c), order[suit(c)]] for c in DECK), JOKER)
    for order in permutations(range(len(SUITS)))
)
"""All 24 permutations of suits; the first is the identity."""


_CLASS_NAME: Final = re.compile(f"[{RANKS}]{{2}}[so]?")


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


class StartingHand(NamedTuple):
    """A class of equivalent starting hands, with one of its deals."""

    name: str
    cards: tuple[Card, Card]
    ways: int


@cache
def starting_hands(deck: Sequence[Card]) -> tuple[StartingHand, ...]:
    """Return all starting hands, highest first: AA, AKs, AKo … 22."""
    cards = tuple(sorted(deck))
    ways = Counter[tuple[Card, ...]]()
    for hole, number in Counter(combinations(cards, 2)).items():
        ways[representative_hand(cards, hole)] += number
    starts = [
        StartingHand(starting_hand_name(cards, hole), (hole[0], hole[1]), n)
        for hole, n in ways.items()
    ]
    return tuple(sorted(starts, key=_hand_order, reverse=True))


def starting_hand_name(deck: tuple[Card, ...], two: Sequence[Card]) -> str:
    """Return the usual name of a starting hand, or its cards if the deck has no such classes."""
    if JOKER in two or len({*deck}) < len(deck) or not _has_interchangeable_suits(deck):
        return cards_text(two)
    return starting_hand_class(*two)


def chart_ranks(starts: Collection[str]) -> str:
    """Return the ranks of a chart of these starting hands, highest first; empty without a chart.

    A chart has a pair of each rank, and two hands for each two ranks: AA, AKs, AKo …
    """
    ranks = "".join(rank for rank in reversed(RANKS) if rank * 2 in starts)
    is_square = len(starts) == len(ranks) ** 2 and all(map(_CLASS_NAME.fullmatch, starts))
    return ranks if is_square else ""


def representative_hand(deck: tuple[Card, ...], two: Sequence[Card]) -> tuple[Card, ...]:
    """Return the first of all starting hands that a suit permutation makes of this one."""
    return min(permute_suits(x, two) for x in _deck_permutations(deck))


@lru_cache(8)
def _deck_permutations(deck: tuple[Card, ...]) -> tuple[SuitPermutation, ...]:
    return permutations_keeping(SUIT_PERMUTATIONS, deck)


@lru_cache(8)
def _has_interchangeable_suits(deck: tuple[Card, ...]) -> bool:
    suits = {SUITS[suit(c)] for c in deck if c != JOKER}
    return len(_deck_permutations(deck)) == factorial(len(suits)) * factorial(
        len(SUITS) - len(suits)
    )


def _hand_order(start: StartingHand) -> tuple[int, int, bool]:
    low, high = start.cards
    return rank(high), rank(low), suit(high) == suit(low)
