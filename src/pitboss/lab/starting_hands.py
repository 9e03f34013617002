"""Starting hands of two cards, and groups of other cards that are equivalent given such a hand."""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, SUITS, Card, cards_text, rank, suit
from pitboss.games.card_names import starting_hand_class
from pitboss.lab.hand_tables import RANK_OF_CARD, SUIT_OF_CARD
from pitboss.lab.suit_symmetry import (
    SUIT_PERMUTATIONS,
    SuitPermutation,
    permutations_keeping,
    permute_suits,
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


Ints = NDArray[np.int64]


class CardGroups(NamedTuple):
    """The cards that a starting hand leaves, in groups of equivalent ones."""

    group_of_card: Ints
    """The group of each card."""
    first_cards: Ints
    """The index of the first card of each group."""
    sizes: Ints
    """The number of cards in each group."""


def group_cards(hole: Sequence[Card], rest: Sequence[Card]) -> CardGroups:
    """Group the rest of the deck by rank and by whether a card matches a suited hole."""
    cards = np.array(rest, np.int64)
    first, second = hole
    matches_suit = (SUIT_OF_CARD[cards] == SUIT_OF_CARD[first]) & (
        SUIT_OF_CARD[first] == SUIT_OF_CARD[second]
    )
    _, first_cards, group_of_card, sizes = np.unique(
        2 * RANK_OF_CARD[cards] + matches_suit,
        return_index=True,
        return_inverse=True,
        return_counts=True,
    )
    return CardGroups(group_of_card, first_cards, sizes)
