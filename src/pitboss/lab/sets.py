"""Sets of cards, one for all that differ by a change of suits, and what cards add to them.

For decks in which all suits that there are are alike; they may have jokers and several cards that
look alike. Those are different cards: sets are counted by the cards themselves. A set is known by
how often it has each rank of each suit, the suits in falling order, and by its jokers: that is the
same for all sets that a change of suits makes of it.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, RANKS, STANDARD, SUITS, Card, Deck, rank, suit
from pitboss.hands import Order, ranking

Ints = NDArray[np.int64]
_CARDS: Final = [Card(c) for c in range(JOKER + 1)]
RANK_OR_JOKER: Final = np.array([rank(c) for c in _CARDS], np.int64)
"""By card: its rank; a joker has one of its own above the ace."""
_JOKERS: Final = len(SUITS)
_COLUMN: Final = np.array([_JOKERS if c == JOKER else suit(c) for c in _CARDS], np.int64)
_PLACE: Final = np.array([0 if c == JOKER else rank(c) for c in _CARDS], np.int64)
_ONCE, _OFTEN = 1, 3
"""Bits in which a rank of a suit is counted: where no card has its like, and where some do."""
_MOST: Final = (1 << _OFTEN) - 1
_MOST_ALIKE: Final = 6
"""The largest sets of a deck in which cards are alike: more have no key of 63 bits."""


class Sets(NamedTuple):
    """All sets of one size, one of those that are alike, in the order of their keys."""

    cards: Ints
    """The cards of each, the lowest first."""
    ways: Ints
    """How many it stands for."""
    keys: Ints
    parents: Ints
    """By set one smaller and card, those alike once: the number of the set that both make, or −1.
    """
    left: NDArray[np.int8]
    """By the same: how many of these cards the smaller set leaves in the deck."""
    bits: int
    """In which the keys count."""

    def number(self, cards: Sequence[Card]) -> int:
        """The number of the set that stands for these cards."""
        key = _keys(_counts(np.array([cards], np.int64), self.bits), self.bits)
        return int(np.searchsorted(self.keys, key)[0])


def _bits(deck: tuple[Card, ...]) -> int:
    named = [c for c in deck if c != JOKER]
    return _ONCE if len({*named}) == len(named) else _OFTEN


@lru_cache(32)
def sets_of(deck: tuple[Card, ...], size: int) -> Sets:
    """All sets of so many cards of a deck."""
    bits = _bits(deck)
    if not size:
        one, none = np.ones(1, np.int64), np.zeros((0, 0), np.int64)
        return Sets(np.zeros((1, 0), np.int64), one, 0 * one, none, none.astype(np.int8), bits)
    if bits == _OFTEN and size > _MOST_ALIKE:
        raise AssertionError(f"sets of {size} cards, of which some are alike, have no keys")
    before = sets_of(deck, size - 1)
    cards, copies = np.unique(np.array(deck), return_counts=True)
    counts, shift = _counts(before.cards, bits), bits * _PLACE[cards]
    most = np.where(cards == JOKER, _MOST, (1 << bits) - 1)
    left = (copies - (counts[:, _COLUMN[cards]] >> shift & most)).astype(np.int8)
    row, at = np.nonzero(left)
    grown = counts[row]
    grown[np.arange(len(row)), _COLUMN[cards[at]]] += 1 << shift[at]
    keys, first, number = np.unique(_keys(grown, bits), return_index=True, return_inverse=True)
    parents = np.full(left.shape, -1)
    parents[left > 0] = number
    # Each set is made once from each of its cards. Exact: counts stay far below 2⁵³.
    made = np.bincount(number, before.ways[row] * left[left > 0])
    both = np.concatenate([before.cards[row[first]], cards[at[first], None]], axis=1)
    ways = made.astype(np.int64) // size
    return Sets(np.sort(both, axis=1), ways, keys, parents, left, bits)


def keys_of(deck: tuple[Card, ...], sets: Ints) -> Ints:
    """The keys of sets of cards of a deck, a row each."""
    bits = _bits(deck)
    return _keys(_counts(sets, bits), bits)


def _counts(sets: Ints, bits: int) -> Ints:
    """How often each suit has each rank, in so many bits; and the jokers."""
    counts = np.zeros((len(sets), _JOKERS + 1), np.int64)
    for column in sets.T:
        counts[np.arange(len(sets)), _COLUMN[column]] += 1 << bits * _PLACE[column]
    return counts


def _keys(counts: Ints, bits: int) -> Ints:
    suits, jokers, width = counts[:, :_JOKERS], counts[:, _JOKERS], len(RANKS)
    if bits == _OFTEN:
        suits, width = np.searchsorted(_suited(), suits), len(_suited()).bit_length()
    by_suit = np.sort(suits, axis=1) @ (1 << width * np.arange(len(SUITS)))
    return np.asarray(by_suit + (jokers << width * len(SUITS)))


@cache
def _suited() -> Ints:
    """Everything that one suit of a set can be where cards are alike, in rising order."""
    sizes = range(_MOST_ALIKE + 1)
    ranks = range(len(RANKS))
    some = (held for size in sizes for held in combinations_with_replacement(ranks, size))
    return np.array(sorted(sum(1 << _OFTEN * r for r in held) for held in some), np.int64)


def add_up(deck: tuple[Card, ...], values: Ints, size: int, down_to: int) -> Ints:
    """For each smaller set the sum over all sets of ``size`` that contain it."""
    for now in range(size, down_to, -1):
        sets = sets_of(deck, now)
        larger = np.append(values, 0)[sets.parents]  # 0 where all cards alike are in the set
        values = (larger if _all_unlike(sets) else larger * sets.left).sum(axis=1)
    return values // factorial(size - down_to)


def hand_on(deck: tuple[Card, ...], deals: Ints, size: int, up_to: int) -> Ints:
    """How many deals reach each larger set, if so many reach those of ``size``."""
    for now in range(size, up_to):
        after = sets_of(deck, now + 1)
        row, _ = np.nonzero(after.left)
        number, left = after.parents[after.left > 0], after.left[after.left > 0]
        # Exact: fewer deals than 2⁵³, in the floats that weights are added up in.
        deals = np.bincount(number, deals[row] * left, len(after.keys)).astype(np.int64)
    return deals // factorial(up_to - size)


def _all_unlike(sets: Sets) -> bool:
    return bool(sets.left.max() <= 1)


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
def strengths_of(
    deck: tuple[Card, ...], count: int, order: Order, ranked_on: Deck = STANDARD
) -> Ints:
    """The strength of every set of so many cards: of its best ones, if fewer count.

    ``ranked_on`` is the deck of the game, of which jokers may stand for every card.
    """
    sets = sets_of(deck, count)
    if count > order.size:
        smaller = strengths_of(deck, count - 1, order, ranked_on)
        best = np.zeros(len(sets.keys), np.int64)
        row, _ = np.nonzero(sets.left)
        np.maximum.at(best, sets.parents[sets.left > 0], smaller[row])
        return best
    kinds = 2 * numbers_by_rank(sets.cards) + is_suited(sets.cards)
    _, first, kind = np.unique(kinds, return_index=True, return_inverse=True)
    strength = ranking(count, order=order, deck=ranked_on).strength
    return np.array([strength(cards) for cards in sets.cards[first].tolist()])[kind]


DIGITS: Final = len(RANKS) + 1
"""Ranks, and the joker."""


def numbers_by_rank(sets: Ints) -> Ints:
    """The ranks of sets of cards, a row each, as the digits of a number, the lowest first."""
    ranks = np.sort(RANK_OR_JOKER[sets], axis=1)
    return np.asarray(ranks @ DIGITS ** np.arange(sets.shape[1])[::-1])


def is_suited(sets: Ints) -> NDArray[np.bool_]:
    """Whether all cards of a set that are no jokers are of one suit."""
    suits, joker = _COLUMN[sets], sets == JOKER
    lowest = np.where(joker, _JOKERS, suits).min(axis=1)
    return np.asarray(np.where(joker, -1, suits).max(axis=1) <= lowest)
