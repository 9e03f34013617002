"""Tables that tell a kernel how strong five cards are, filled by asking `hands` about each class.

A strength becomes its place in the order of all strengths: 0 is the weakest hand there is. Five
cards that are not of one suit are found by their ranks as the digits of a number to the base 13, in
any order; five of one suit by their ranks as bits.
"""

from collections.abc import Mapping
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKS, rank, suit
from pitboss.hands import Order
from pitboss.hands.classify import classify

Places = NDArray[np.int16]

RANK: Final = np.array([rank(c) for c in DECK], np.int64)
SUIT: Final = np.array([suit(c) for c in DECK], np.int64)
_BASE: Final = len(RANKS)
SIZE: Final = 5


class Ranks(NamedTuple):
    """How five cards rank under one rule for the ace."""

    strengths: tuple[int, ...]
    """Every strength there is, the weakest first."""
    unsuited: Places
    """The place of each class by its ranks as digits."""
    suited: Places
    """The place of each flush by its ranks as bits."""


@cache
def ranks_of_five(*, low_ace: bool) -> Ranks:
    """The tables, where an ace may stand below a deuce or not."""
    asked = partial(classify, order=Order(SIZE, low_ace))
    mixed = {
        held: asked(held, suited=False)
        for held in combinations_with_replacement(range(_BASE), SIZE)
        if held[0] != held[-1]  # no rank is held five times
    }
    alike = {held: asked(held, suited=True) for held in combinations(range(_BASE), SIZE)}
    strengths = tuple(sorted({*mixed.values(), *alike.values()}))
    place = {s: at for at, s in enumerate(strengths)}
    suited = np.zeros(1 << _BASE, np.int16)
    for held, s in alike.items():
        suited[sum(1 << r for r in held)] = place[s]
    return Ranks(strengths, by_digits({held: place[s] for held, s in mixed.items()}), suited)


def by_digits(place: Mapping[tuple[int, ...], int]) -> Places:
    """A table over all orders of some ranks, as digits, from one over their rising order."""
    size = len(next(iter(place)))
    found = np.zeros(_BASE**size, np.int16)
    found[np.array(list(place)) @ _weights(size)] = list(place.values())
    return found[_rising(size)]


@cache
def _rising(size: int) -> NDArray[np.int32]:
    """By some ranks as digits: the number that they make in rising order."""
    digits = list(np.indices((_BASE,) * size, np.int8).reshape(size, -1))
    for end in range(size - 1, 0, -1):  # the highest of these goes to the end
        for i in range(end):
            one, other = digits[i], digits[i + 1]
            digits[i], digits[i + 1] = np.minimum(one, other), np.maximum(one, other)
    number = np.zeros(_BASE**size, np.int32)
    for digit, weight in zip(digits, _weights(size), strict=True):
        number += digit * np.int32(weight)
    return number


def _weights(size: int) -> NDArray[np.int64]:
    return _BASE ** np.arange(size)[::-1]
