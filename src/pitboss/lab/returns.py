"""What a side wager returns, line by line: the table that a par sheet prints.

Everything is per unit staked and exact. The return of a line is its chance times what it pays net,
a losing line −1, so that the returns of all lines add up to the expectation.
"""

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Final

from msgspec import Struct

from pitboss.games.odds import LOSS, Odds
from pitboss.lab.results import variance

ALL_OTHERS: Final = "all others"


class ReturnLine(Struct, frozen=True):
    """A line of the paytable: how often it comes, and what it is worth."""

    name: str
    slug: str
    pays: str
    """As people write it: ``40 to 1``, ``$60``."""
    combinations: int
    deals: int
    """Of so many in all."""
    net: Fraction
    """What a unit staked wins, the stake not counted."""
    wins: bool
    """Whether the player is paid anything: a push is no win, a prize below the stake is one."""

    @property
    def probability(self) -> Fraction:
        """The chance of this line."""
        return Fraction(self.combinations, self.deals)

    @property
    def returns(self) -> Fraction:
        """What this line adds to the expectation."""
        return self.probability * self.net


class SideReturn(Struct, frozen=True):
    """A side wager: its lines from the best, and at the end all hands that win nothing."""

    key: str
    label: str
    deals: int
    lines: tuple[ReturnLine, ...]

    @property
    def ev(self) -> Fraction:
        """The expected net result."""
        return sum((line.returns for line in self.lines), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """The expected loss."""
        return -self.ev

    @property
    def variance(self) -> Fraction:
        """Of the net result."""
        nets: Counter[Odds] = Counter()
        for line in self.lines:
            nets[line.net] += line.combinations
        return variance(nets)

    @property
    def standard_deviation(self) -> float:
        """Of the net result."""
        return sqrt(self.variance)

    @property
    def hit(self) -> Fraction:
        """The chance to be paid anything."""
        return Fraction(sum(line.combinations for line in self.lines if line.wins), self.deals)


def all_others(combinations: int, deals: int) -> ReturnLine:
    """The last line: whatever the paytable does not name loses."""
    return ReturnLine(
        ALL_OTHERS, "all-others", "loses", combinations, deals, Fraction(LOSS), wins=False
    )
