"""What a game comes to: exact counts of deals, and the figures that follow from them.

Everything is in units of one required wager. A `Results` says of how many deals so much was staked
and so much won; expectation, deviation and chances are read off it, and nothing is rounded before.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from pitboss.games.odds import Odds

Results = Counter[tuple[int, Odds]]
"""How many deals end with (staked, net)."""


def net_sum(results: Mapping[tuple[int, Odds], int]) -> Odds:
    """The net results of all deals, added up."""
    return sum(net * deals for (_, net), deals in results.items())


def staked_sum(results: Mapping[tuple[int, Odds], int]) -> int:
    """The stakes of all deals, added up."""
    return sum(staked * deals for (staked, _), deals in results.items())


class Start(Struct, frozen=True):
    """A starting hand: in how many ways it is dealt, what each first decision is worth."""

    ways: int
    values: dict[str, Fraction]
    best: str
    folded: Fraction
    """The chance that it is folded, at any street, under the best play."""


class Main(Struct, frozen=True):
    """The main game under the best play."""

    required: int
    """How many wagers the edge is quoted by: those of `Game.edge_of`."""
    deals: int
    net: Odds
    staked: int
    starts: dict[str, Start]
    """By starting hand; those named alike are alike."""
    results: dict[tuple[int, Odds], int]
    """How many deals end with (staked, net)."""
    method: str
    seconds: float
    """What it took to find expectation, average wager and strategy."""
    seconds_all: float
    """What everything took."""

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
        """The expected loss as a share of the required wagers."""
        return -self.ev / self.required

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss as a share of all that is staked."""
        return -self.ev / self.average_wager

    @property
    def distribution(self) -> dict[Odds, int]:
        """How many deals come to each net result, from the worst on."""
        nets: Counter[Odds] = Counter()
        for (_, net), deals in self.results.items():
            nets[net] += deals
        return dict(sorted(nets.items()))

    @property
    def variance(self) -> Fraction:
        """Of the net result of one round."""
        return variance(self.distribution)

    @property
    def standard_deviation(self) -> float:
        """Of the net result of one round."""
        return sqrt(self.variance)

    def chance(self, sign: int) -> Fraction:
        """The chance that the net result has this sign: 1 wins, 0 pushes, −1 loses."""
        alike = (n for net, n in self.distribution.items() if (net > 0) - (net < 0) == sign)
        return Fraction(sum(alike), self.deals)


def main_of(
    results: Results, starts: dict[str, Start], *, required: int, method: str, seconds: float
) -> Main:
    """A main game whose every end was counted at once."""
    return Main(
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
    """Of a distribution given as numbers of deals."""
    deals = sum(distribution.values())
    mean = Fraction(sum(value * n for value, n in distribution.items())) / deals
    squares = sum(value * value * n for value, n in distribution.items())
    return Fraction(squares) / deals - mean * mean
