"""Sets of cards, one for all that differ by a change of suits, and what cards add to them.

For decks in which all suits are alike. A set is known by the ranks that it has of each suit, as
bits, the suits in falling order: that is the same for all sets that a change of suits makes of it.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, SUITS, Card
from pitboss.hands import Order, ranking
from pitboss.lab.ranks import RANK, SUIT

Ints = NDArray[np.int64]
_BITS = len(RANKS)


class Sets(NamedTuple):
    """All sets of one size, one of those that are alike, in the order of their keys."""

    cards: Ints
    """The cards of each, the lowest first."""
    ways: Ints
    """How many it stands for."""
    keys: Ints
    parents: Ints
    """By set one smaller and card of the deck: the number of the set that both make, or −1."""

    def number(self, cards: Sequence[Card]) -> int:
        """The number of the set that stands for these cards."""
        return int(np.searchsorted(self.keys, keys_of(np.array([cards], np.int64)))[0])


@lru_cache(32)
def sets_of(deck: tuple[Card, ...], size: int) -> Sets:
    """All sets of so many cards of a deck."""
    if not size:
        one = np.ones(1, np.int64)
        return Sets(np.zeros((1, 0), np.int64), one, 0 * one, np.zeros((0, 0), np.int64))
    before, cards = sets_of(deck, size - 1), np.array(deck)
    suits = _suits(before.cards)
    new = (suits[:, SUIT[cards]] >> RANK[cards] & 1) == 0
    row, at = np.nonzero(new)
    grown = suits[row]
    grown[np.arange(len(row)), SUIT[cards[at]]] |= 1 << RANK[cards[at]]
    keys, first, number = np.unique(_keys(grown), return_index=True, return_inverse=True)
    parents = np.full(new.shape, -1)
    parents[new] = number
    # Each set is made once from each of its cards. Exact: counts stay far below 2⁵³.
    ways = np.bincount(number, before.ways[row]).astype(np.int64) // size
    both = np.concatenate([before.cards[row[first]], cards[at[first], None]], axis=1)
    return Sets(np.sort(both, axis=1), ways, keys, parents)


def keys_of(sets: Ints) -> Ints:
    """The keys of sets of cards, a row each."""
    return _keys(_suits(sets))


def _suits(sets: Ints) -> Ints:
    """The ranks of each suit, as bits."""
    found = np.zeros((len(sets), len(SUITS)), np.int64)
    for column in sets.T:
        found[np.arange(len(sets)), SUIT[column]] |= 1 << RANK[column]
    return found


def _keys(suits: Ints) -> Ints:
    return np.asarray(np.sort(suits, axis=1) @ (1 << _BITS * np.arange(len(SUITS))))


def add_up(deck: tuple[Card, ...], values: Ints, size: int, down_to: int) -> Ints:
    """For each smaller set the sum over all sets of ``size`` that contain it."""
    for now in range(size, down_to, -1):
        padded = np.append(values, 0)  # where a card is in the set already
        values = padded[sets_of(deck, now).parents].sum(axis=1)
    return values // factorial(size - down_to)


def hand_on(deck: tuple[Card, ...], deals: Ints, size: int, up_to: int) -> Ints:
    """How many deals reach each larger set, if so many reach those of ``size``."""
    for now in range(size, up_to):
        after = sets_of(deck, now + 1)
        row, _ = np.nonzero(after.parents >= 0)
        number = after.parents[after.parents >= 0]
        # Exact: fewer deals than 2⁵³, in the floats that weights are added up in.
        deals = np.bincount(number, deals[row], len(after.keys)).astype(np.int64)
    return deals // factorial(up_to - size)


class Alike(NamedTuple):
    """The sets of a whole deck, one of those that are alike."""

    deck: tuple[Card, ...]

    @property
    def cards(self) -> int:
        """How many the deck has."""
        return len(self.deck)

    def number(self, size: int) -> int:
        """How many sets of this size there are."""
        return len(sets_of(self.deck, size).keys)

    def add_up(self, values: Ints, size: int, down_to: int) -> Ints:
        """For each smaller set the sum over all sets of ``size`` that contain it."""
        return add_up(self.deck, values, size, down_to)


class Beside(NamedTuple):
    """The sets that some cards make with others, of which none are alike."""

    held: int
    """How many cards are in every set,"""
    rest: int
    """and how many others there are."""

    @property
    def cards(self) -> int:
        """How many there are in all."""
        return self.held + self.rest

    def number(self, size: int) -> int:
        """How many sets of this size there are."""
        return comb(self.rest, size - self.held)

    def add_up(self, values: Ints, size: int, down_to: int) -> Ints:
        """For each smaller set the sum over all sets of ``size`` that contain it."""
        for now in range(size - self.held, down_to - self.held, -1):
            total = np.zeros(comb(self.rest, now - 1), np.int64)
            for column in _lacking_one(self.rest, now).T:
                total += _summed(column, values, len(total))
            values = total
        return values // factorial(size - down_to)


def _summed(at: Ints, values: Ints, length: int) -> Ints:
    found = np.zeros(length, np.int64)
    np.add.at(found, at, values)
    return found


@lru_cache(8)
def choices_of(cards: int, size: int) -> Ints:
    """All sets of so many of some cards, a row each, in colexicographic order."""
    rows = sorted(combinations(range(cards), size), key=lambda row: row[::-1])
    return np.array(rows, np.int64).reshape(len(rows), size)


@lru_cache(8)
def _lacking_one(cards: int, size: int) -> Ints:
    """By set: the numbers of the sets that lack one of its cards."""
    rows = choices_of(cards, size)
    binomial = np.array([[comb(c, i + 1) for i in range(size)] for c in range(max(cards, 1))])
    columns = []
    for left_out in range(size):
        kept = np.delete(rows, left_out, axis=1)
        columns.append(sum((binomial[kept[:, i], i] for i in range(size - 1)), 0 * rows[:, 0]))
    return np.stack(columns, axis=1)


@lru_cache(8)
def strengths_of(deck: tuple[Card, ...], count: int, order: Order) -> Ints:
    """The strength of every set of so many cards: of its best ones, if fewer count."""
    found = sets_of(deck, count)
    if count > order.size:
        smaller = strengths_of(deck, count - 1, order)
        best = np.zeros(len(found.keys), np.int64)
        row, _ = np.nonzero(found.parents >= 0)
        np.maximum.at(best, found.parents[found.parents >= 0], smaller[row])
        return best
    ranks, suits = np.sort(RANK[found.cards], axis=1), SUIT[found.cards]
    one_suit = (suits == suits[:, :1]).all(axis=1)
    kinds = 2 * (ranks @ _BITS ** np.arange(count)) + one_suit
    _, first, kind = np.unique(kinds, return_index=True, return_inverse=True)
    strength = ranking(count, order=order).strength
    return np.array([strength(cards) for cards in found.cards[first].tolist()])[kind]
