"""The odds of the two lines by pay level, in rows as the kernels take them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.game_parts import FOLD
from pitboss.lab.cross.shape import CrossLines, street_multiples
from pitboss.lab.game_structure import paid_hand
from pitboss.lab.hand_tables import PayLevels, five_card_ranks, pay_levels
from pitboss.submission.rules import Rules

Ints = NDArray[np.int64]
ByteArray = NDArray[np.uint8]


class CrossOdds(NamedTuple):
    """The odds for some multiples of the first two raises."""

    unsuited: ByteArray
    """The level of five unsuited cards, indexed by their ranks as digits."""
    suited: ByteArray
    rows: Ints
    """The odds by level: line 1 with each first raise, line 2 with each second, the better line.

    The last row is relative to the lowest odds of the better line.
    """
    steps: Ints
    """The increase of the better line's odds at each level."""
    required: int
    firsts: Ints
    seconds: Ints
    least: int
    most: int
    folds: bool
    """Whether the third street has a fold."""


class CrossTable(NamedTuple):
    """The pay levels and odds of one game."""

    lines: CrossLines
    levels: PayLevels
    unsuited: ByteArray
    suited: ByteArray

    def required_odds(self, line: int) -> Ints:
        """Return the total odds of the required wagers on a line, by level."""
        zeros = np.zeros(self.levels.level_count, np.int64)
        return sum((self.levels.odds[wager.key] for wager in self.lines.required_on(line)), zeros)

    def raise_odds(self, street: int) -> Ints:
        """Return the odds of a street's raise, by level."""
        return self.levels.odds[self.lines.raises[street].key]

    def odds(self, firsts: Sequence[int], seconds: Sequence[int]) -> CrossOdds:
        """Return the odds for these multiples."""
        better = self.raise_odds(2)
        rows = [self.required_odds(0) + times * self.raise_odds(0) for times in firsts]
        rows += [self.required_odds(1) + times * self.raise_odds(1) for times in seconds]
        third = street_multiples(self.lines.streets[2])
        return CrossOdds(
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


def cross_table(rules: Rules, lines: CrossLines) -> CrossTable:
    """Return the table of these rules."""
    ranks = five_card_ranks(low_ace=lines.low_ace)
    paid_wagers = [(wager, paid_hand(wager)) for wager in lines.required + lines.raises]
    levels = pay_levels(rules, ranks.strengths, paid_wagers)
    return CrossTable(
        lines, levels, levels.level_of_place[ranks.unsuited], levels.level_of_place[ranks.suited]
    )
