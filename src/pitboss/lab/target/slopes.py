"""How odds move with the lines that are varied, where each of them moves in a straight line."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from pitboss.lab.sets import Ints
from pitboss.lab.target.values import Free, Point
from pitboss.lab.whatif import Change

Asked = Callable[[Sequence[Change]], Ints]
"""The odds with some changes made."""


class Straight(NamedTuple):
    """Odds as filed, and what one more on each varied line adds to them."""

    filed: Ints
    slopes: tuple[Ints, ...]
    points: Point
    """What each varied line pays as filed."""

    def at(self, point: Point) -> Ints:
        """The odds of a paytable in question."""
        found = self.filed.copy()
        for before, slope, odds in zip(self.points, self.slopes, point, strict=True):
            found += (odds - before) * slope
        return found


def straight(free: Sequence[Free], asked: Asked, scale: int) -> Straight | None:
    """How odds move, if from the least to the most of each line they move in a straight line.

    Lines that are filed with a fraction do not: their steps are whole.
    """
    filed, slopes, points = asked([]), [], []
    for line in free:
        if not isinstance(line.filed, int):
            return None
        points.append(line.filed)
        low, high = min(line.values[0], line.filed), max(line.values[-1], line.filed)
        if low == high:
            low, high = (low - 1, high) if high == line.most else (low, high + 1)
        ends = [asked(line.changes(odds)) for odds in (low, high)]
        slope, left = np.divmod(ends[1] - ends[0], high - low)
        if left.any() or (slope % scale).any():
            return None
        if not np.array_equal(ends[0] + (line.filed - low) * slope, filed):
            return None
        slopes.append(slope)
    return Straight(filed, tuple(slopes), tuple(points))


def marks(free: Sequence[Free]) -> dict[str, frozenset[int]]:
    """By wager: which of the varied lines change it. Those with the same stay paid alike."""
    found: dict[str, set[int]] = {}
    for at, line in enumerate(free):
        for wager, _ in line.lines:
            found.setdefault(wager, set()).add(at)
    return {wager: frozenset(some) for wager, some in found.items()}
