"""A deck as the kernels see it, and its boards, one for all that a change of suits makes alike."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, SUITS, Card, rank, suit

Ints = NDArray[np.int64]


class Boards(NamedTuple):
    """Sets of one size."""

    cards: Ints
    """Those that stand for others, their cards by their numbers in the deck."""
    ways: Ints
    """How many each stands for."""


class Numbered(NamedTuple):
    """A deck with its cards numbered."""

    cards: tuple[Card, ...]
    rank: Ints
    suit: Ints


@lru_cache(maxsize=8)
def numbered(deck: tuple[Card, ...]) -> Numbered:
    """A deck as the kernels see it."""
    return Numbered(deck, np.array([rank(c) for c in deck]), np.array([suit(c) for c in deck]))


@lru_cache(maxsize=8)
def boards(deck: tuple[Card, ...], size: int) -> Boards:
    """All boards of one size: alike are those that have the same ranks in their suits, in turn."""
    cards = numbered(deck)
    sets = np.array(list(combinations(range(len(deck)), size)))
    held = np.zeros((len(SUITS), len(sets)), np.int64)
    for column in sets.T:
        held[cards.suit[column], np.arange(len(sets))] |= 1 << cards.rank[column]
    held.sort(axis=0)
    alike = sum(ranks << len(RANKS) * at for at, ranks in enumerate(held))
    _, first, ways = np.unique(alike, return_index=True, return_counts=True)
    return Boards(sets[first], ways)
