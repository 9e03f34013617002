"""What the levels of the two lines pay, in rows as the kernels take them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.words import FOLD
from pitboss.lab.cross.shape import Lines, multiples
from pitboss.lab.levels import Levels, levels
from pitboss.lab.paid_on import hand_of
from pitboss.lab.ranks import ranks_of_five
from pitboss.submission.rules import Rules

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class Odds(NamedTuple):
    """The odds for some multiples of the first two raises."""

    unsuited: Bytes
    """The level of five cards by their ranks, as `ranks` numbers them."""
    suited: Bytes
    rows: Ints
    """By level: line 1 with each first raise, line 2 with each second, the better line above its
    lowest odds."""
    steps: Ints
    """By how much the odds of the better line rise at each level."""
    required: int
    firsts: Ints
    seconds: Ints
    least: int
    most: int
    folds: bool
    """Whether one may fold on the third street."""


class Table(NamedTuple):
    """One game's levels and odds."""

    lines: Lines
    levels: Levels
    unsuited: Bytes
    suited: Bytes

    def required(self, line: int) -> Ints:
        """What the required wagers on a line pay together, by level."""
        none = np.zeros(self.levels.number, np.int64)
        return sum((self.levels.odds[wager.key] for wager in self.lines.on(line)), none)

    def raised(self, street: int) -> Ints:
        """What the raise of a street pays, by level."""
        return self.levels.odds[self.lines.raises[street].key]

    def odds(self, firsts: Sequence[int], seconds: Sequence[int]) -> Odds:
        """The odds for these multiples."""
        better = self.raised(2)
        rows = [self.required(0) + times * self.raised(0) for times in firsts]
        rows += [self.required(1) + times * self.raised(1) for times in seconds]
        third = multiples(self.lines.streets[2])
        return Odds(
            self.unsuited,
            self.suited,
            np.array([*rows, better - better[0]]),
            np.diff(better, prepend=0),
            len(self.lines.required),
            np.array(firsts, np.int64),
            np.array(seconds, np.int64),
            third[0],
            third[-1],
            FOLD in self.lines.streets[2].choices.values(),
        )


def table_of(rules: Rules, lines: Lines) -> Table:
    """The table of these rules."""
    ranks = ranks_of_five(low_ace=lines.low_ace)
    paid = [(wager, hand_of(wager)) for wager in lines.required + lines.raises]
    found = levels(rules, ranks.strengths, paid)
    return Table(lines, found, found.of[ranks.unsuited], found.of[ranks.suited])
