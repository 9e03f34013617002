"""What follows from edge and deviation: volatility, bands of the hold, the hold of an hour."""

from fractions import Fraction
from math import sqrt
from typing import Final

from msgspec import Struct

from pitboss.lab.solution import Solution

INDEX: Final = 1.645
"""Deviations on either side of the mean that nine of ten normal results lie within."""
WIDE: Final = 2.576
"""The same for ninety-nine of a hundred."""
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000)
"""The numbers of rounds that bands are given for."""
MAIN: Final = "main"


class Wager(Struct, frozen=True):
    """What a seat stakes at the table minimum on the main game or beside it."""

    key: str
    label: str
    stake: int
    """The cents that the edge is a share of."""
    edge: Fraction
    deviation: float
    """Of a round, as a share of that stake."""

    @property
    def index(self) -> float:
        """The volatility index."""
        return INDEX * self.deviation

    def half_band(self, rounds: int, times: float = INDEX) -> float:
        """How far from the edge the hold of so many rounds lies in most cases."""
        return times * self.deviation / sqrt(rounds)

    def hold(self, rounds: int) -> Fraction:
        """The cents that the house keeps on average."""
        return self.stake * self.edge * rounds

    def spread(self, rounds: int) -> float:
        """The deviation of that, in cents."""
        return self.stake * self.deviation * sqrt(rounds)


def wagers(solution: Solution) -> tuple[Wager, ...]:
    """The main game, of which required wagers are a part, and every side wager that was counted."""
    rules, main = solution.rules, solution.main
    deviation = main.standard_deviation / main.required
    stake = rules.table.minimum * main.required
    stakes = {side.key: side.minimum for side in rules.sides}
    return (
        Wager(MAIN, "Main game", stake, main.house_edge, deviation),
        *(
            Wager(key, side.label, stakes[key], side.house_edge, side.standard_deviation)
            for key, side in solution.sides.items()
        ),
    )


def skewness(solution: Solution) -> float:
    """How far the main game leans: the third power of its deviations, in standard ones."""
    main = solution.main
    third = sum((net - main.ev) ** 3 * n for net, n in main.distribution.items()) / main.deals
    return float(third) / main.standard_deviation**3
