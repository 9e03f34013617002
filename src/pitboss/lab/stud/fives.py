"""What three cards become with any two more: counted for all threes at once, in arrays.

Bounds: there are at most 1,176 ways to add two cards, and sums of odds up to 10⁶ over all deals of
a starting hand stay below 50 · 1,176 · 10⁶ · 10 < 2⁶³.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, Card
from pitboss.lab.levels import Levels
from pitboss.lab.ranks import RANK, SUIT, Ranks

Ints = NDArray[np.int64]


def kinds_of(threes: Ints) -> Ints:
    """A number for every three cards: alike are those of the same ranks, of one suit or not."""
    return np.asarray(np.sort(RANK[threes], axis=1) @ [338, 26, 2] + _suited(threes))


def _suited(threes: Ints) -> NDArray[np.bool_]:
    return np.asarray((SUIT[threes] == SUIT[threes[:, :1]]).all(axis=1))


def count_fives(threes: Ints, deck: Sequence[Card], ranks: Ranks, levels: Levels) -> Ints:
    """How often each three cards reach each level with two more of a deck of four suits."""
    held = np.bincount(RANK[list(deck)], minlength=len(RANKS))
    left = held - (RANK[threes][:, :, None] == np.arange(len(RANKS))).sum(axis=1)
    high, low = np.tril_indices(len(RANKS))
    pairs = left[:, high] * (left[:, high] - 1) // 2
    ways = np.where(high == low, pairs, left[:, high] * left[:, low])
    numbers = RANK[threes] @ [13**4, 13**3, 13**2]
    unsuited = levels.of[ranks.unsuited[numbers[:, None] + 13 * high + low]]
    # Three of one suit become a flush with two more of it, which come in one way.
    bits = np.bitwise_or.reduce(1 << RANK[threes], axis=1)[:, None]
    more = (1 << high) | (1 << low)
    there = (high > low) & (held[high] > 0) & (held[low] > 0)
    flushes = _suited(threes)[:, None] & there & (bits & more == 0)
    counts = np.zeros(len(threes) * levels.number, np.int64)
    rows = np.arange(len(threes))[:, None] * levels.number
    np.add.at(counts, rows + unsuited, ways - flushes)
    np.add.at(counts, rows + levels.of[ranks.suited[bits | more]], flushes.astype(np.int64))
    return counts.reshape(len(threes), levels.number)
