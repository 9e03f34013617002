"""The paytables of a main game nearest to a wanted value, by solving as few as can be.

The value of a game is the greatest of the values of its plays, and each of those is linear in the
odds: so it is convex in them, and never falls when a line pays more. From every solved paytable
follow bounds for all others. Below, its own play goes on to be worth what it is. Above, a paytable
between some solved ones is worth at most what lies between them. Whatever these bounds put too far
away is never solved.

Bounds are computed in floats and drawn wider than rounding can err. They only leave out; which of
the solved paytables is nearer is decided by exact numbers.
"""

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.odds import Odds
from pitboss.lab.target.numbered import Solved, Solver
from pitboss.lab.target.order import Ints, extremes, keeps, most_paytables, paytables
from pitboss.lab.target.values import Point, Space
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused

Floats = NDArray[np.float64]

MOST_LINES = 6
"""That many lines have 64 corners, and all of them are solved."""
MOST_PAYTABLES = 1_000_000
ROUNDING = 1e-11
"""A thousand times what sums of a few floats can err, as a share of the largest of them."""


class Nearest(NamedTuple):
    """What a search found."""

    at: list[Point]
    """The nearest first."""
    solved: int
    outside: int
    """Of those solved, corners that do not keep the order of the hands."""
    certain: bool


class Search:
    """One search: what has been solved so far, and what is known of the rest."""

    def __init__(self, space: Space, solver: Solver, most: int, told: Told = untold) -> None:
        if len(space.free) > MOST_LINES:
            raise Refused(
                f"{len(space.free)} lines of a main game are too many: vary up to {MOST_LINES}, or "
                "the same line of several wagers together, such as main.flush"
            )
        if most_paytables(space, range(len(space.free))) > MOST_PAYTABLES:
            raise Refused(
                f"these bounds leave more than {MOST_PAYTABLES:,} paytables: vary fewer lines, "
                "narrow their bounds or give them a step, such as 100..500/50"
            )
        self.space, self._solver, self._most, self._told = space, solver, most, told
        self.low, self.high = extremes(space)
        self.known: dict[Point, Solved] = {}
        if 2 ** sum(a < b for a, b in zip(self.low, self.high, strict=True)) > most:
            raise Refused(
                f"{most} solutions are too few for {len(space.free)} lines: their corners alone "
                f"are {2 ** len(space.free)}"
            )

    def net(self, at: Point) -> Odds:
        """What all deals of a paytable come to."""
        if at not in self.known:
            self.known[at] = self._solver(at)
            self._told("solving paytables", len(self.known), self._most)
        return self.known[at].net

    def nearest(self, wanted: Fraction, count: int, within: Fraction | None = None) -> Nearest:
        """The paytables whose net is nearest to the wanted one."""
        corners = sorted({*product(*zip(self.low, self.high, strict=True))})
        nets = np.array([float(self.net(corner)) for corner in corners])
        rows = paytables(self.space, range(len(self.space.free)))
        rest = Rest(rows, corners, nets)
        for corner in corners:
            rest.learn(corner, self.known[corner])
        while True:
            listed = self._listed(wanted, count, within)
            far = abs(self.known[listed[-1]].net - wanted) if len(listed) == count else within
            rest.leave_out(wanted, far)
            if not len(rest.rows) or len(self.known) >= self._most:
                outside = sum(not keeps(self.space, at) for at in self.known)
                return Nearest(listed, len(self.known), outside, certain=not len(rest.rows))
            at = rest.likeliest(wanted)
            self.net(at)
            rest.learn(at, self.known[at])

    def _listed(self, wanted: Fraction, count: int, within: Fraction | None) -> list[Point]:
        """The nearest of those solved, those alike with the fewest changes first."""
        found = [
            (abs(solved.net - wanted), self.space.dearness(at))
            for at, solved in self.known.items()
            if keeps(self.space, at)
        ]
        near = [x for x in found if within is None or x[0] <= within]
        return [at for _, (_, _, at) in sorted(near)[:count]]


class Rest:
    """The paytables not solved yet, with bounds of what they come to."""

    def __init__(self, rows: Ints, corners: list[Point], nets: Floats) -> None:
        self.rows = rows
        self._low, self._high = (np.array(x, float) for x in (corners[0], corners[-1]))
        self._corners, self._nets = np.array(corners, float), nets
        self.below = np.full(len(rows), -np.inf)
        self.above = self._between(rows.astype(float))
        self._error = ROUNDING * float(np.abs(nets).max())

    def learn(self, at: Point, solved: Solved) -> None:
        """Take what a solved paytable tells of the others, and that one out."""
        self._keep((self.rows != np.array(at)).any(axis=1))
        steps, net = self.rows - np.array(at, float), float(solved.net)
        slopes = np.where(steps > 0, *(np.array(x, float) for x in (solved.rise, solved.fall)))
        moved = np.abs(slopes * steps).sum(axis=1).max(initial=0.0)
        self._error = max(self._error, ROUNDING * (abs(net) + float(moved)))
        self.below = np.maximum(self.below, net + (slopes * steps).sum(axis=1))
        # From the solved one through another to the edge of the box: in between it is convex.
        room = np.where(steps > 0, self._high - np.array(at), np.array(at) - self._low)
        share = np.divide(np.abs(steps), room, out=np.zeros_like(steps), where=room > 0)
        share = share.max(axis=1, initial=0.0)[:, None]
        edge = np.clip(np.array(at) + steps / np.maximum(share, 1e-300), self._low, self._high)
        chord = (1 - share[:, 0]) * net + share[:, 0] * self._between(edge)
        self.above = np.minimum(self.above, chord)

    def leave_out(self, wanted: Fraction, far: Fraction | None) -> None:
        """Drop what is surely farther away than that."""
        if far is not None:
            reach = float(far) + self._error + ROUNDING * abs(float(wanted))
            self._keep(
                (self.below <= float(wanted) + reach) & (self.above >= float(wanted) - reach)
            )

    def likeliest(self, wanted: Fraction) -> Point:
        """The one that seems nearest."""
        middle = (np.maximum(self.below, self._nets.min()) + self.above) / 2
        return tuple(self.rows[np.argmin(np.abs(middle - float(wanted)))].tolist())

    def _keep(self, kept: NDArray[np.bool_]) -> None:
        self.rows, self.below, self.above = self.rows[kept], self.below[kept], self.above[kept]

    def _between(self, at: Floats) -> Floats:
        """What lies between the corners of the box: never less than a convex value."""
        width = self._high - self._low
        share = np.divide(at - self._low, width, out=np.zeros_like(at), where=width > 0)
        found = np.zeros(len(at))
        for corner, net in zip(self._corners, self._nets, strict=True):
            weights = np.where((corner == self._high) & (width > 0), share, 1 - share)
            found += net * weights.prod(axis=1)
        return found
