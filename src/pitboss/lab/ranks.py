"""Tables that tell a kernel how strong five cards are, filled by asking `hands` about each class.

A strength becomes its place in the order of all strengths: 0 is the weakest hand there is. Five
cards that are not of one suit are found by their ranks as the digits of a number to the base 13, in
any order; five of one suit by their ranks as bits.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKS, SUITS, Card, rank, suit
from pitboss.hands import ranking

Places = NDArray[np.int16]

RANK: Final = np.array([rank(c) for c in DECK], np.int64)
SUIT: Final = np.array([suit(c) for c in DECK], np.int64)
_CARD: Final = {(rank(c), suit(c)): c for c in DECK}
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
    strength = ranking(SIZE, low_ace=low_ace).strength
    mixed = {
        held: strength(_mixed(held))
        for held in combinations_with_replacement(range(_BASE), SIZE)
        if max(map(held.count, held)) <= len(SUITS)
    }
    alike = {
        held: strength([_CARD[r, 0] for r in held]) for held in combinations(range(_BASE), SIZE)
    }
    strengths = tuple(sorted({*mixed.values(), *alike.values()}))
    place = {s: at for at, s in enumerate(strengths)}
    suited = np.zeros(1 << _BASE, np.int16)
    for held, s in alike.items():
        suited[sum(1 << r for r in held)] = place[s]
    return Ranks(strengths, _by_digits({held: place[s] for held, s in mixed.items()}), suited)


def _mixed(held: Sequence[int]) -> list[Card]:
    """Cards of these ranks, not all of one suit: the copies of a rank take suits in turn."""
    cards = [_CARD[r, held[:i].count(r)] for i, r in enumerate(held)]
    return [*cards[:-1], _CARD[held[-1], 3]] if len(set(held)) == SIZE else cards


def _by_digits(place: dict[tuple[int, ...], int]) -> Places:
    """A table over all orders of the ranks, from one over their sorted order."""
    digits = np.sort(np.indices((_BASE,) * SIZE, np.int8).reshape(SIZE, -1), axis=0)
    weights = _BASE ** np.arange(SIZE)[::-1]
    found = np.zeros(_BASE**SIZE, np.int16)
    found[np.array(list(place)) @ weights] = list(place.values())
    sorted_number = np.zeros(_BASE**SIZE, np.int32)
    for digit, weight in zip(digits, weights, strict=True):
        sorted_number += digit * np.int32(weight)
    return found[sorted_number]
