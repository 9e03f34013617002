"""All that a rule can ask of a street's cells, and what those that fit come to together.

A rule asks of two features whether they are at least so much. Cells are put into a grid for each
two features; added up from its far corner, every place of the grid has what all cells come to in
which both features are at least what they are there. So all rules of two features are tried at
once.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.strategy.cells import Cells
from pitboss.lab.strategy.lists import Condition, Rule, RuleList

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Asked(NamedTuple):
    """A rule by its numbers: two features, each with the number of its least value; a decision.

    The number 0 asks nothing.
    """

    one: int
    least: int
    other: int
    other_least: int
    then: int


class Asking:
    """The cells of a street, as rules see them."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self.net: Floats = cells.net.astype(np.float64)
        """For the order of a search alone: what lists cost is counted in whole numbers.

        What the cards forbid costs more than all other decisions together.
        """
        if cells.forbidden is not None:
            self.net[cells.forbidden] = -2 * np.abs(self.net).sum()
        found = [np.unique(column, return_inverse=True) for column in cells.seen.T]
        self._values = [values for values, _ in found]
        self._codes = [codes for _, codes in found]
        self._sizes = [len(values) for values in self._values]
        self._grids = [
            (i, j, self._codes[i] * self._sizes[j] + self._codes[j])
            for i, j in combinations_with_replacement(range(len(found)), 2)
            if i < j or len(found) == 1
        ]

    @property
    def decisions(self) -> range:
        """By their numbers."""
        return range(self.net.shape[1])

    def sums(self, of: Floats) -> Iterator[tuple[int, int, Floats]]:
        """For each two features: by their least values, what ``of`` comes to in all that fits."""
        for i, j, at in self._grids:
            shape = self._sizes[i], self._sizes[j]
            grid = np.bincount(at, of, shape[0] * shape[1]).reshape(shape)[::-1, ::-1]
            yield i, j, grid.cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]

    def best(self, of: Floats, then: int) -> Iterator[tuple[float, Asked]]:
        """For each two features: the rule in which ``of`` comes to most."""
        for i, j, grid in self.sums(of):
            flat = int(np.argmax(grid))
            least, other = divmod(flat, grid.shape[1])
            yield float(grid.flat[flat]), Asked(i, least, j, other, then)

    def fits(self, rule: Asked) -> Mask:
        """Which cells."""
        one, other = self._codes[rule.one], self._codes[rule.other]
        return np.asarray((one >= rule.least) & (other >= rule.other_least))

    def decided(self, rules: Sequence[Asked]) -> tuple[float, Mask]:
        """What rules from the top come to, and which cells they leave."""
        left, value = np.ones(len(self.net), bool), 0.0
        for rule in rules:
            covered = left & self.fits(rule)
            value += float(self.net[covered, rule.then].sum())
            left &= ~covered
        return value, left

    def otherwise(self, rules: Sequence[Asked]) -> int:
        """The best decision for all that no rule covers."""
        _, left = self.decided(rules)
        return int(np.argmax(self.net[left].sum(axis=0) if left.any() else self.net.sum(axis=0)))

    def from_here(self, rules: Sequence[Asked], otherwise: int) -> Floats:
        """By cell: what these rules come to if none before them fits."""
        found = self.net[:, otherwise].copy()
        for rule in reversed(rules):
            fits = self.fits(rule)
            found[fits] = self.net[fits, rule.then]
        return found

    def written(self, rules: Sequence[Asked]) -> RuleList:
        """As a list, without rules at its end that say what is done otherwise."""
        cells = self._cells
        otherwise = cells.decisions[self.otherwise(rules)]
        found = [Rule(self._conditions(rule), cells.decisions[rule.then]) for rule in rules]
        while found and found[-1].then == otherwise:
            found.pop()
        return RuleList(cells.street, tuple(found), otherwise)

    def _conditions(self, rule: Asked) -> tuple[Condition, ...]:
        asked = ((rule.one, rule.least), (rule.other, rule.other_least))
        names, values = self._cells.features, self._values
        return tuple(Condition(names[i], int(values[i][least])) for i, least in asked if least)
