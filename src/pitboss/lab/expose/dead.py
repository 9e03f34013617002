"""Cards that other players hold: to a starting hand the others of a group are alike."""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import comb

import numpy as np

from pitboss.cards import Card
from pitboss.lab.groups import Groups, Ints, groups_of
from pitboss.lab.starts import Dealt


def without(deck: Sequence[Card], *gone: Sequence[Card]) -> list[Card]:
    """The cards that a deck has left; of those that look alike, one goes at a time."""
    left = list(deck)
    for c in chain(*gone):
        left.remove(c)
    return left


def count_kinds(starts: Sequence[Dealt], deck: Sequence[Card], dead: int) -> int:
    """How many kinds of so many dead cards there are, over all starting hands."""
    return sum(_count(_groups(start, deck).held.tolist(), dead) for start in starts)


def _groups(start: Dealt, deck: Sequence[Card]) -> Groups:
    return groups_of(start.cards, [c for c in deck if c not in start.cards])


def _count(held: Sequence[int], dead: int) -> int:
    """In how many ways ``dead`` cards come out of groups, alike ones not told apart."""
    ways = [1] + [0] * dead
    for most in held:
        ways = [sum(ways[n - m] for m in range(min(most, n) + 1)) for n in range(dead + 1)]
    return ways[dead]


def kinds(groups: Groups, dead: int) -> Iterator[tuple[Ints, int]]:
    """Every kind of so many dead cards: where they are in the rest, and how many it stands for."""
    by_group = [np.flatnonzero(groups.of == g) for g in range(len(groups.held))]
    for taken, ways in _taken(groups.held.tolist(), dead):
        yield np.concatenate([cards[:n] for cards, n in zip(by_group, taken, strict=True)]), ways


def _taken(held: Sequence[int], dead: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if not held:
        if not dead:
            yield (), 1
        return
    for n in range(min(held[0], dead) + 1):
        for more, ways in _taken(held[1:], dead - n):
            yield (n, *more), ways * comb(held[0], n)
