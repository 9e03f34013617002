"""Boards of three, four and five cards, one for all that a change of suits makes alike."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, rank, suit
from pitboss.lab.kernels import showdown as kernels
from pitboss.lab.suits import CHANGES

Ints = NDArray[np.int64]


class Boards(NamedTuple):
    """Sets of one size."""

    number: NDArray[np.int32]
    """Of every set, in colex order: the number of the one that stands for it."""
    change: NDArray[np.int8]
    """Of every set: which change of suits leads there."""
    cards: Ints
    """The sets that stand for others."""
    ways: Ints
    """How many each stands for."""


class Numbered(NamedTuple):
    """A deck with its cards numbered, and how changes of suits move cards and pairs."""

    cards: tuple[Card, ...]
    rank: Ints
    suit: Ints
    choose: Ints
    moved: Ints
    moved_pair: NDArray[np.int32]


_CHANGE_OF: Final = np.zeros(256, np.int64)
for _at, _order in enumerate(permutations(range(4))):
    _CHANGE_OF[sum(to << 2 * s for s, to in enumerate(_order))] = _at


@lru_cache(maxsize=8)
def numbered(deck: tuple[Card, ...]) -> Numbered:
    """A deck as the kernels see it."""
    n = len(deck)
    at = {c: i for i, c in enumerate(deck)}
    moved = np.array([[at[change[c]] for c in deck] for change in CHANGES])
    high, low = np.array([(y, x) for y in range(n) for x in range(y)]).T
    ends = moved[:, high], moved[:, low]
    to_high, to_low = np.maximum(*ends), np.minimum(*ends)
    return Numbered(
        deck,
        np.array([rank(c) for c in deck]),
        np.array([suit(c) for c in deck]),
        np.array([[comb(c, k) for c in range(n)] for k in range(6)]),
        moved,
        np.ascontiguousarray(to_high * (to_high - 1) // 2 + to_low, np.int32),
    )


@lru_cache(maxsize=8)
def boards(deck: tuple[Card, ...], size: int) -> Boards:
    """All boards of one size."""
    cards = numbered(deck)
    number = np.zeros(comb(len(deck), size), np.int32)
    change = np.zeros(len(number), np.int8)
    found = kernels.find_alike(
        size, len(deck), cards.rank, cards.suit,
        cards.moved, cards.choose, _CHANGE_OF, number, change,
    )  # fmt: skip
    listed, ways = np.zeros((found, size), np.int64), np.zeros(found, np.int64)
    kernels.list_boards(size, number, change, listed, ways)
    return Boards(number, change, listed, ways)


def pair_number(numbers: Sequence[int]) -> int:
    """The number of two cards in colex order."""
    low, high = sorted(numbers)
    return high * (high - 1) // 2 + low
