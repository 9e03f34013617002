"""The nearest sums of odds, each weighed with how often its line comes: a side wager is that.

All lines are cut into an upper and a lower part, and every choice for each part is written down
once. What the lower part should add to a choice for the upper part is then found in a sorted list.
Whole numbers only: a sum stays below 10¹² deals · 10⁶ < 2⁶³.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

import numpy as np

from pitboss.games.odds import Odds
from pitboss.lab.target.order import Ints, most_paytables, paytables
from pitboss.lab.target.values import Point, Space
from pitboss.refusal import Refused

MOST_ROWS = 2_000_000
"""Choices for one part that fit into memory with ease, lists for different orders added up."""
AT_ONCE = 2_000_000
"""Paytables that are compared at a time."""


class Halves(NamedTuple):
    """Upper and lower choices that go together, the lower ones by their sums."""

    upper: Ints
    upper_sums: Ints
    lower: Ints
    lower_sums: Ints


def nearest(space: Space, weights: Sequence[int], wanted: Fraction, count: int) -> list[Point]:
    """The paytables whose weighed odds add up nearest to a number, in the order they are listed."""
    halves = list(_halves(space, weights))
    reach = _reach(halves, wanted, count)
    found: list[tuple[int, tuple[int, Odds, Point]]] = []
    for some in halves:
        for rows, sums in _within(some, wanted, reach):
            nearness = _nearness(sums, wanted)
            moved = np.abs(rows - np.array([float(x.filed) for x in space.free]))
            keys = (*rows.T[::-1], moved.sum(axis=1), (moved > 0).sum(axis=1), nearness)
            first = np.lexsort(keys)[:count]
            points = [tuple(row) for row in rows[first].tolist()]
            near = nearness[first].tolist()
            found += [(n, space.dearness(x)) for n, x in zip(near, points, strict=True)]
            found = sorted(found)[:count]
    return [at for _, (_, _, at) in found]


def number(space: Space) -> int:
    """How many paytables there are."""
    return sum(len(x.upper) * len(x.lower) for x in _halves(space, [0] * len(space.free)))


def _halves(space: Space, weights: Sequence[int]) -> Iterator[Halves]:
    """All paytables, in parts: those whose upper choices allow the same lower ones."""
    places, weighed = range(len(space.free)), np.array(weights, np.int64)

    def cost(cut: int) -> int:
        lists = len(space.free[cut - 1].values) if space.order and cut else 1
        return max(most_paytables(space, places[:cut]), lists * most_paytables(space, places[cut:]))

    cut = min(range(len(places) + 1), key=cost)
    if cost(cut) > MOST_ROWS:
        raise Refused(
            "these bounds leave more paytables than can be searched: vary fewer lines, narrow "
            "their bounds or give them a step, such as 100..500/50"
        )
    upper, lower = paytables(space, places[:cut]), paytables(space, places[cut:])
    lower = lower[np.argsort(lower @ weighed[cut:], kind="stable")]
    crossing = [(a, b - cut) for a, b in space.order if a < cut <= b]
    if not crossing or not len(upper):
        yield Halves(upper, upper @ weighed[:cut], lower, lower @ weighed[cut:])
        return
    # In a paytable each line stands under the one before it: the last of the upper part decides.
    for last in np.unique(upper[:, -1]):
        some, allowed = upper[upper[:, -1] == last], lower[lower[:, 0] <= last]
        yield Halves(some, some @ weighed[:cut], allowed, allowed @ weighed[cut:])


def _reach(halves: Sequence[Halves], wanted: Fraction, count: int) -> int:
    """The least whole distance within which there are so many; all, if there are fewer."""
    far = max(_farthest(x, wanted) for x in halves)
    low, high = 0, far
    while low < high:
        middle = (low + high) // 2
        if sum(int((b - a).sum()) for a, b in (_span(x, wanted, middle) for x in halves)) >= count:
            high = middle
        else:
            low = middle + 1
    return high


def _farthest(some: Halves, wanted: Fraction) -> int:
    if not len(some.upper) or not len(some.lower):
        return 0
    ends = (
        int(some.upper_sums.min() + some.lower_sums[0]),
        int(some.upper_sums.max() + some.lower_sums[-1]),
    )
    return max(abs(floor(x - wanted)) for x in ends) + 1


def _span(some: Halves, wanted: Fraction, reach: int) -> tuple[Ints, Ints]:
    """By upper choice: from where to where the lower ones are near enough."""
    low, high = -floor(reach - wanted), floor(wanted + reach)
    sums = some.lower_sums
    return (
        np.searchsorted(sums, low - some.upper_sums, "left"),
        np.searchsorted(sums, high - some.upper_sums, "right"),
    )


def _within(some: Halves, wanted: Fraction, reach: int) -> Iterator[tuple[Ints, Ints]]:
    """The paytables so near, and what they add up to, not too many at a time."""
    start, end = _span(some, wanted, reach)
    length = end - start
    parts = np.cumsum(length) // AT_ONCE
    for part in np.unique(parts[length > 0]):
        mine = np.flatnonzero((parts == part) & (length > 0))
        of = np.repeat(mine, length[mine])
        steps = np.arange(len(of)) - np.repeat(np.cumsum(length[mine]) - length[mine], length[mine])
        at = start[of] + steps
        yield np.hstack([some.upper[of], some.lower[at]]), some.upper_sums[of] + some.lower_sums[at]


def _nearness(sums: Ints, wanted: Fraction) -> Ints:
    """Whole numbers in the order of the distances, equal where those are."""
    below = floor(wanted)
    rest, steps = wanted - below, sums - below
    half = Fraction(1, 2)
    if rest == 0:
        return np.abs(steps)
    if rest == half:
        return np.where(steps > 0, steps - 1, -steps)
    if rest < half:
        return np.where(steps > 0, 2 * steps - 1, -2 * steps)
    return np.where(steps > 0, 2 * steps - 2, 1 - 2 * steps)
