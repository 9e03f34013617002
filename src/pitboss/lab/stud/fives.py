"""What three cards become with any two more: counted for all threes at once, in arrays.

Bounds: there are at most 1,176 ways to add two cards, and sums of odds up to 10⁶ over all deals of
a starting hand stay below 50 · 1,176 · 10⁶ · 10 < 2⁶³.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import SUITS, Card, rank, suit
from pitboss.lab.levels import Levels
from pitboss.lab.ranks import RANK, SUIT, Ranks

Ints = NDArray[np.int64]
Three = tuple[Card, Card, Card]


def count_fives(
    threes: Sequence[Three], deck: Sequence[Card], ranks: Ranks, levels: Levels
) -> Ints:
    """How often each three cards reach each level with two more of the deck."""
    keys = [_up_to_suits(three) for three in threes]
    alike = dict(zip(keys, threes, strict=True))
    counted = _count(np.array(list(alike.values())), np.array(deck), ranks, levels)
    row = {key: at for at, key in enumerate(alike)}
    return counted[[row[key] for key in keys]]


def _up_to_suits(three: Three) -> tuple[int, ...]:
    """The ranks in each suit, sorted: the same for all that a change of suits makes alike."""
    held = [0] * len(SUITS)
    for c in three:
        held[suit(c)] |= 1 << rank(c)
    return tuple(sorted(held))


def _count(threes: Ints, deck: Ints, ranks: Ranks, levels: Levels) -> Ints:
    low, high = np.triu_indices(len(deck), 1)
    one, two = deck[low], deck[high]
    start = (RANK[threes[:, 0]] * 13 + RANK[threes[:, 1]]) * 13 + RANK[threes[:, 2]]
    more = RANK[one] * 13 + RANK[two]
    found = levels.of[ranks.unsuited][start[:, None] * 169 + more]
    # Three of one suit may become a flush.
    of_suit = SUIT[threes[:, 0]]
    flushing = np.flatnonzero((SUIT[threes] == of_suit[:, None]).all(axis=1))
    bits = (1 << RANK[threes]).sum(axis=1)
    for at in flushing:
        pairs = np.flatnonzero((SUIT[one] == of_suit[at]) & (SUIT[two] == of_suit[at]))
        both = (1 << RANK[one[pairs]]) | (1 << RANK[two[pairs]])
        found[at, pairs] = levels.of[ranks.suited][bits[at] | both]
    gone = np.zeros(found.shape, bool)
    for column in threes.T:
        gone |= (one == column[:, None]) | (two == column[:, None])
    index = found + np.arange(len(threes))[:, None] * levels.number
    counts = np.bincount(index[~gone], minlength=len(threes) * levels.number)
    return counts.reshape(len(threes), levels.number)
