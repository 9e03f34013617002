"""Results of a main game: exact counts of deals, and the figures that follow from them.

Everything is in units of one required wager. `ResultCounts` holds how many deals end with each
stake and net win; expected value, deviation and chances derive from it without rounding.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from pitboss.games.payoffs import Odds

ResultCounts = Counter[tuple[int, Odds]]
"""How many deals end with each (staked, net)."""


def net_sum(results: Mapping[tuple[int, Odds], int]) -> Odds:
    """Return the net results of all deals, added up."""
    return sum(net * deals for (_, net), deals in results.items())


def staked_sum(results: Mapping[tuple[int, Odds], int]) -> int:
    """Return the stakes of all deals, added up."""
    return sum(staked * deals for (staked, _), deals in results.items())


class StartingHandResult(Struct, frozen=True):
    """A starting hand: the ways to be dealt it, and the value of each first decision."""

    ways: int
    values: dict[str, Fraction]
    best: str
    fold_chance: Fraction
    """The chance that it is folded, on any street, under optimal play."""


class MainGame(Struct, frozen=True):
    """The main game under optimal play."""

    required: int
    """How many wagers the house edge is a share of: those of `Game.edge_of`."""
    deals: int
    net: Odds
    staked: int
    starts: dict[str, StartingHandResult]
    """By starting hand; hands of the same name are equivalent."""
    results: dict[tuple[int, Odds], int]
    """How many deals end with each (staked, net)."""
    method: str
    seconds: float
    """The time to find expected value, average wager and strategy."""
    seconds_all: float
    """The time for everything."""

    @property
    def ev(self) -> Fraction:
        """The expected net result."""
        return Fraction(self.net) / self.deals

    @property
    def average_wager(self) -> Fraction:
        """The expected total stake."""
        return Fraction(self.staked, self.deals)

    @property
    def house_edge(self) -> Fraction:
        """The expected loss as a share of the wagers that the edge is quoted by."""
        return -self.ev / self.required

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss as a share of everything staked."""
        return -self.ev / self.average_wager

    @property
    def distribution(self) -> dict[Odds, int]:
        """How many deals end with each net result, worst first."""
        nets: Counter[Odds] = Counter()
        for (_, net), deals in self.results.items():
            nets[net] += deals
        return dict(sorted(nets.items()))

    @property
    def variance(self) -> Fraction:
        """The variance of one round's net result."""
        return variance(self.distribution)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of one round's net result."""
        return sqrt(self.variance)

    def chance_of_sign(self, sign: int) -> Fraction:
        """Return the chance that the net result has this sign: 1 win, 0 push, −1 loss."""
        counts = (n for net, n in self.distribution.items() if (net > 0) - (net < 0) == sign)
        return Fraction(sum(counts), self.deals)


def main_game_from_counts(
    results: ResultCounts,
    starts: dict[str, StartingHandResult],
    *,
    required: int,
    method: str,
    seconds: float,
) -> MainGame:
    """Return a main game whose results were all counted at once."""
    return MainGame(
        required=required,
        deals=results.total(),
        net=net_sum(results),
        staked=staked_sum(results),
        starts=starts,
        results=dict(sorted(results.items())),
        method=method,
        seconds=seconds,
        seconds_all=seconds,
    )


def variance(distribution: Mapping[Odds, int]) -> Fraction:
    """Return the variance of a distribution given as counts of deals."""
    deals = sum(distribution.values())
    mean = Fraction(sum(value * n for value, n in distribution.items())) / deals
    squares = sum(value * value * n for value, n in distribution.items())
    return Fraction(squares) / deals - mean * mean
