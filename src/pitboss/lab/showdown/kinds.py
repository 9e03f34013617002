"""Kinds of boards: what of four or five cards can matter to those who add two.

Their ranks, and the suits that can become a flush: on five cards the suit that three of them have,
on four each that two have. So the 134,459 boards that suits do not make alike are of 42,783 kinds.

Kinds are numbered: first those that have no such suit, by their ranks; then those that have one, by
the ranks in it as bits and the ranks beside it; then those that have two, by the ranks in each.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, SUITS, Card, rank, suit
from pitboss.lab.kernels.kinds import HOLDINGS
from pitboss.lab.ranks import Places, by_digits
from pitboss.lab.showdown.boards import Ints

_BASE: Final = len(RANKS)
_BITS: Final = 1 << _BASE


def _firsts(size: int, suited: int) -> tuple[Ints, int]:
    """By the ranks in the suit, as bits: the first of those kinds; and how many there are in all.

    At least ``suited`` of ``size`` cards have the suit.
    """
    beside = {n: comb(_BASE + size - n - 1, size - n) for n in range(suited, size + 1)}
    steps = np.array([beside.get(bits.bit_count(), 0) for bits in range(_BITS)])
    return np.cumsum(steps) - steps, int(steps.sum())


_MIXED: Final = comb(_BASE + 4, 5)
_FIRST, _SUITED = _firsts(5, 3)
FIRST_FIVE: Final[Ints] = _MIXED + _FIRST
"""By the ranks in the suit: the first of those kinds of five cards."""
FIVES: Final = _MIXED + _SUITED


class Fours(NamedTuple):
    """Where the sums for kinds of four cards are."""

    of: Places
    """By ranks as digits, where no two share a suit: the number of the kind."""
    first: Ints
    """By the ranks in the suit, where two or more share one: the first of those kinds."""
    two: Ints
    """By two ranks in a suit as bits: their number."""
    begins: Ints
    """Where the sums begin of those that have no suit, one and two."""
    sums: int
    """How many sums there are."""


def _fours() -> Fours:
    mixed = list(combinations_with_replacement(range(_BASE), 4))
    first, suited = _firsts(4, 2)
    two = np.zeros(_BITS, np.int64)
    pairs = list(combinations(range(_BASE), 2))
    two[[1 << x | 1 << y for x, y in pairs]] = np.arange(len(pairs))
    sizes = np.array([len(mixed), suited, len(pairs) ** 2], np.int64) * np.array(HOLDINGS)
    return Fours(
        by_digits({held: at for at, held in enumerate(mixed)}),
        first,
        two,
        np.cumsum(sizes) - sizes,
        int(sizes.sum()),
    )


FOURS: Final = _fours()


def _number(high: Ints, low: Ints) -> NDArray[np.int32]:
    """The number of two cards, by their groups."""
    high, low = np.maximum(high, low), np.minimum(high, low)
    return np.asarray(high * (high + 1) // 2 + low, np.int32)


def _merged() -> NDArray[np.int32]:
    high, low = np.tril_indices(3 * _BASE)
    return np.array(
        [
            _number(
                *(x % _BASE + _BASE * (matters > 0) * (x // _BASE == matters) for x in (high, low))
            )
            for matters in range(3)
        ]
    )


MERGED: Final = _merged()
"""The number of two cards where two suits mattered, and now none does, the first or the second."""


def holdings(deck: Sequence[Card]) -> NDArray[np.int32]:
    """The number of any two cards, by the suits that matter: 0 for none, else the suit and 1."""
    ranks, suits = np.array([rank(c) for c in deck]), np.array([suit(c) + 1 for c in deck])
    high, low = np.tril_indices(len(deck), -1)
    found = []
    for first in range(len(SUITS) + 1):
        for second in range(len(SUITS) + 1):
            group = ranks + _BASE * (suits == first) + 2 * _BASE * (suits == second)
            found.append(_number(group[high], group[low]))
    return np.array(found).reshape(len(SUITS) + 1, len(SUITS) + 1, -1)


class Kinds(NamedTuple):
    """A board of each kind, its cards by their numbers in the deck."""

    fours: Ints
    fives: Ints


@lru_cache(maxsize=8)
def kinds(deck: tuple[Card, ...]) -> Kinds:
    """All that a deck can make."""
    at = np.zeros((_BASE, len(SUITS)), np.int64)
    for i, c in enumerate(deck):
        at[rank(c), suit(c)] = i
    ranks = sorted({rank(c) for c in deck})

    def cards(some: Iterable[tuple[int, ...]], suits: Sequence[int]) -> Ints:
        held = list(some)
        found: Ints = at[
            np.array(held, np.int64).reshape(len(held), len(suits)), np.array(suits, np.int64)
        ]
        return found

    def mixed(suits: Sequence[int]) -> Ints:
        """Suits in turn: no card comes twice, and no suit too often."""
        some = combinations_with_replacement(ranks, len(suits))
        return cards((held for held in some if held.count(held[0]) <= len(SUITS)), suits)

    def suited(size: int, least: int) -> list[Ints]:
        return [
            _each(
                cards(combinations(ranks, n), [0] * n),
                cards(combinations_with_replacement(ranks, size - n), [1, 2][: size - n]),
            )
            for n in range(least, size + 1)
        ]

    two_suits = [_each(*(cards(combinations(ranks, 2), [s, s]) for s in (0, 1)))]
    return Kinds(
        np.concatenate([mixed([0, 1, 2, 3]), *suited(4, 2), *two_suits]),
        np.concatenate([mixed([0, 1, 2, 3, 0]), *suited(5, 3)]),
    )


def _each(one: Ints, other: Ints) -> Ints:
    """Every row of one with every row of the other."""
    return np.hstack([np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))])
