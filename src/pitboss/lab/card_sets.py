"""Sets of cards, one for each class under suit permutations, and sums over larger sets."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, RANKS, STANDARD_DECK, SUITS, Card, Deck, rank, suit
from pitboss.hands import Order, ranking
from pitboss.lab.hand_tables import Ints

_CARDS: Final = [Card(c) for c in range(JOKER + 1)]
RANK_OR_JOKER: Final = np.array([rank(c) for c in _CARDS], np.int64)
"""The rank of each card; a joker ranks above the ace."""
_JOKERS: Final = len(SUITS)
_SUIT_COLUMN: Final = np.array([_JOKERS if c == JOKER else suit(c) for c in _CARDS], np.int64)
_RANK_PLACE: Final = np.array([0 if c == JOKER else rank(c) for c in _CARDS], np.int64)
_BITS_SINGLE, _BITS_REPEATED = 1, 3
"""Bits that count a rank of a suit: in a deck without identical cards, and with some."""
_MAX_REPEATS: Final = (1 << _BITS_REPEATED) - 1
_MAX_SET_WITH_REPEATS: Final = 6
"""The largest sets of a deck with identical cards: larger ones have no 63-bit key."""


class CardSets(NamedTuple):
    """All card sets of one size, one of each class, in the order of their keys."""

    cards: Ints
    """The cards of each set, lowest first."""
    ways: Ints
    """How many sets each one represents."""
    keys: Ints
    parents: Ints
    """By set one smaller and card: the number of the set that both make, or −1."""
    copies_left: NDArray[np.int8]
    """By the same: how many copies of the card the smaller set leaves in the deck."""
    bits: int
    """The number of bits in which keys count a rank."""

    def set_number(self, cards: Sequence[Card]) -> int:
        """Return the number of the set that represents these cards."""
        key = _set_keys(_suit_counts(np.array([cards], np.int64), self.bits), self.bits)
        return int(np.searchsorted(self.keys, key)[0])


def _key_bits(deck: tuple[Card, ...]) -> int:
    without_jokers = [c for c in deck if c != JOKER]
    return _BITS_SINGLE if len({*without_jokers}) == len(without_jokers) else _BITS_REPEATED


@lru_cache(32)
def card_sets(deck: tuple[Card, ...], size: int) -> CardSets:
    """Return all sets of this size from a deck."""
    bits = _key_bits(deck)
    if not size:
        single, empty = np.ones(1, np.int64), np.zeros((0, 0), np.int64)
        return CardSets(
            np.zeros((1, 0), np.int64), single, 0 * single, empty, empty.astype(np.int8), bits
        )
    if bits == _BITS_REPEATED and size > _MAX_SET_WITH_REPEATS:
        raise AssertionError(f"sets of {size} cards from a deck with identical cards have no keys")
    smaller = card_sets(deck, size - 1)
    cards, copies = np.unique(np.array(deck), return_counts=True)
    counts, shift = _suit_counts(smaller.cards, bits), bits * _RANK_PLACE[cards]
    most = np.where(cards == JOKER, _MAX_REPEATS, (1 << bits) - 1)
    copies_left = (copies - (counts[:, _SUIT_COLUMN[cards]] >> shift & most)).astype(np.int8)
    row, column = np.nonzero(copies_left)
    larger_counts = counts[row]
    larger_counts[np.arange(len(row)), _SUIT_COLUMN[cards[column]]] += 1 << shift[column]
    keys, first, number = np.unique(
        _set_keys(larger_counts, bits), return_index=True, return_inverse=True
    )
    parents = np.full(copies_left.shape, -1)
    parents[copies_left > 0] = number
    # Each set is reached once from each of its cards. Exact: counts stay far below 2⁵³.
    weighted_ways = np.bincount(number, smaller.ways[row] * copies_left[copies_left > 0])
    members = np.concatenate([smaller.cards[row[first]], cards[column[first], None]], axis=1)
    ways = weighted_ways.astype(np.int64) // size
    return CardSets(np.sort(members, axis=1), ways, keys, parents, copies_left, bits)


def set_keys(deck: tuple[Card, ...], sets: Ints) -> Ints:
    """Return the keys of card sets, one per row."""
    bits = _key_bits(deck)
    return _set_keys(_suit_counts(sets, bits), bits)


def _suit_counts(sets: Ints, bits: int) -> Ints:
    """Return how often each suit has each rank, packed in bits, and the jokers."""
    counts = np.zeros((len(sets), _JOKERS + 1), np.int64)
    for column in sets.T:
        counts[np.arange(len(sets)), _SUIT_COLUMN[column]] += 1 << bits * _RANK_PLACE[column]
    return counts


def _set_keys(counts: Ints, bits: int) -> Ints:
    suits, jokers, width = counts[:, :_JOKERS], counts[:, _JOKERS], len(RANKS)
    if bits == _BITS_REPEATED:
        suits, width = np.searchsorted(_suit_patterns(), suits), len(_suit_patterns()).bit_length()
    by_suit = np.sort(suits, axis=1) @ (1 << width * np.arange(len(SUITS)))
    return np.asarray(by_suit + (jokers << width * len(SUITS)))


@cache
def _suit_patterns() -> Ints:
    """Return all possible contents of one suit where cards repeat, in ascending order."""
    sizes = range(_MAX_SET_WITH_REPEATS + 1)
    ranks = range(len(RANKS))
    multisets = (
        members for size in sizes for members in combinations_with_replacement(ranks, size)
    )
    return np.array(
        sorted(sum(1 << _BITS_REPEATED * r for r in members) for members in multisets), np.int64
    )


def sum_over_supersets(deck: tuple[Card, ...], values: Ints, size: int, down_to: int) -> Ints:
    """Return, for each smaller set, the sum over all sets of ``size`` that contain it."""
    for larger_size in range(size, down_to, -1):
        sets = card_sets(deck, larger_size)
        values_by_parent = np.append(values, 0)[
            sets.parents
        ]  # 0 where the set has every copy of a card
        values = (
            values_by_parent if _has_no_repeats(sets) else values_by_parent * sets.copies_left
        ).sum(axis=1)
    return values // factorial(size - down_to)


def spread_to_supersets(deck: tuple[Card, ...], deals: Ints, size: int, up_to: int) -> Ints:
    """Return how many deals reach each larger set, given those that reach sets of ``size``."""
    for smaller_size in range(size, up_to):
        larger = card_sets(deck, smaller_size + 1)
        row, _ = np.nonzero(larger.copies_left)
        number, copies_left = (
            larger.parents[larger.copies_left > 0],
            larger.copies_left[larger.copies_left > 0],
        )
        # Exact: fewer deals than 2⁵³, in the floats that weights are added up in.
        deals = np.bincount(number, deals[row] * copies_left, len(larger.keys)).astype(np.int64)
    return deals // factorial(up_to - size)


def _has_no_repeats(sets: CardSets) -> bool:
    return bool(sets.copies_left.max() <= 1)


class DeckSets(NamedTuple):
    """The sets of a whole deck, one of each class."""

    deck: tuple[Card, ...]

    @property
    def card_count(self) -> int:
        """The number of cards in the deck."""
        return len(self.deck)

    def set_count(self, size: int) -> int:
        """Return how many sets of this size there are."""
        return len(card_sets(self.deck, size).keys)

    def sum_over_supersets(self, values: Ints, size: int, down_to: int) -> Ints:
        """Return, for each smaller set, the sum over all sets of ``size`` that contain it."""
        return sum_over_supersets(self.deck, values, size, down_to)


class ExtendedSets(NamedTuple):
    """The sets that fixed cards make with others, none of which are equivalent."""

    fixed: int
    """How many cards are in every set."""
    rest: int
    """How many other cards there are."""

    @property
    def card_count(self) -> int:
        """The number of cards in all."""
        return self.fixed + self.rest

    def set_count(self, size: int) -> int:
        """Return how many sets of this size there are."""
        return comb(self.rest, size - self.fixed)

    def sum_over_supersets(self, values: Ints, size: int, down_to: int) -> Ints:
        """Return, for each smaller set, the sum over all sets of ``size`` that contain it."""
        for others in range(size - self.fixed, down_to - self.fixed, -1):
            total = np.zeros(comb(self.rest, others - 1), np.int64)
            for column in _subset_numbers(self.rest, others).T:
                total += _sum_at(column, values, len(total))
            values = total
        return values // factorial(size - down_to)


def _sum_at(at: Ints, values: Ints, length: int) -> Ints:
    result = np.zeros(length, np.int64)
    np.add.at(result, at, values)
    return result


@lru_cache(8)
def colex_combinations(cards: int, size: int) -> Ints:
    """Return all sets of ``size`` of so many cards, one per row, in colexicographic order."""
    rows = sorted(combinations(range(cards), size), key=lambda row: row[::-1])
    return np.array(rows, np.int64).reshape(len(rows), size)


@lru_cache(8)
def _subset_numbers(cards: int, size: int) -> Ints:
    """Return, for each set, the numbers of the sets that lack one of its cards."""
    rows = colex_combinations(cards, size)
    binomial = np.array([[comb(c, i + 1) for i in range(size)] for c in range(max(cards, 1))])
    columns = []
    for index in range(size):
        others = np.delete(rows, index, axis=1)
        columns.append(sum((binomial[others[:, i], i] for i in range(size - 1)), 0 * rows[:, 0]))
    return np.stack(columns, axis=1)


@lru_cache(8)
def set_strengths(
    deck: tuple[Card, ...], count: int, order: Order, ranked_on: Deck = STANDARD_DECK
) -> Ints:
    """Return the strength of every set of ``count`` cards: of its best cards, if fewer count.

    ``ranked_on`` is the deck of the game, of which jokers may stand for every card.
    """
    sets = card_sets(deck, count)
    if count > order.size:
        smaller = set_strengths(deck, count - 1, order, ranked_on)
        best = np.zeros(len(sets.keys), np.int64)
        row, _ = np.nonzero(sets.copies_left)
        np.maximum.at(best, sets.parents[sets.copies_left > 0], smaller[row])
        return best
    kinds = 2 * rank_numbers(sets.cards) + are_suited(sets.cards)
    _, first, kind = np.unique(kinds, return_index=True, return_inverse=True)
    strength = ranking(count, order=order, deck=ranked_on).strength
    return np.array([strength(cards) for cards in sets.cards[first].tolist()])[kind]


RANK_DIGITS: Final = len(RANKS) + 1
"""The number of ranks, with the joker."""


def rank_numbers(sets: Ints) -> Ints:
    """Return the ranks of card sets, one per row, as digits of a number, lowest first."""
    ranks = np.sort(RANK_OR_JOKER[sets], axis=1)
    return np.asarray(ranks @ RANK_DIGITS ** np.arange(sets.shape[1])[::-1])


def are_suited(sets: Ints) -> NDArray[np.bool_]:
    """Return whether all cards of each set, other than jokers, are of one suit."""
    suits, joker = _SUIT_COLUMN[sets], sets == JOKER
    lowest = np.where(joker, _JOKERS, suits).min(axis=1)
    return np.asarray(np.where(joker, -1, suits).max(axis=1) <= lowest)
