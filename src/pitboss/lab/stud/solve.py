"""The exact solution of a stud game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import comb
from operator import attrgetter

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.levels import Levels
from pitboss.lab.results import Main, Results, Start, net_sum, staked_sum
from pitboss.lab.stud.grown import Grown, hopes
from pitboss.lab.stud.shape import Growing
from pitboss.lab.work import Clock, Told, untold
from pitboss.submission.rules import OpenStreet, Rules


def solve(rules: Rules, shape: Growing, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock = Clock()
    told("growing every starting hand", 0, 1)
    found = hopes(rules, shape, deck)
    first, second = shape.raises
    deals = (len(deck) - 2) * comb(len(deck) - 3, 2)
    starts: dict[str, Start] = {}
    results = Results()
    for start, some in groupby(found.grown, key=attrgetter("start")):
        grown = list(some)
        sums = [expected(found.levels, x) for x in grown]
        one = sum(x[first.key] * g.ways for x, g in zip(sums, grown, strict=True))
        times = best_times(shape.streets[0], one)
        seconds = [best_times(shape.streets[1], x[second.key]) for x in sums]
        stands = sum(
            (sum(x[w.key] for w in shape.required) + r * x[second.key]) * g.ways
            for x, g, r in zip(sums, grown, seconds, strict=True)
        )
        values = {
            name: Fraction(stands + int(asked) * one, deals)
            for name, asked in shape.streets[0].asks.items()
        }
        best = next(name for name, asked in shape.streets[0].asks.items() if asked == times)
        starts[start.name] = Start(start.ways, values, best, folded=Fraction())
        for g, r in zip(grown, seconds, strict=True):
            _end(results, shape, found.levels, g, times, r)
    told("growing every starting hand", 1, 1)
    taken = clock.seconds()
    return Main(
        required=len(shape.required),
        deals=results.total(),
        net=net_sum(results),
        staked=staked_sum(results),
        starts=starts,
        results=dict(sorted(results.items())),
        method="a hand that grows",
        seconds=taken,
        seconds_all=taken,
    )


def expected(levels: Levels, grown: Grown) -> dict[str, int]:
    """What every wager comes to, added up over the last two cards."""
    ways = int(grown.fives.sum())
    early = {key: odds * ways for key, odds in grown.odds.items()}
    return early | {key: int(odds @ grown.fives) for key, odds in levels.odds.items()}


def best_times(street: OpenStreet, hope: int) -> int:
    """The greatest multiple if the raise is expected to win, else the least."""
    times = [int(asked) for asked in street.asks.values()]
    return max(times) if hope > 0 else min(times)


def _end(
    results: Results, shape: Growing, levels: Levels, grown: Grown, first: int, second: int
) -> None:
    """Add how the deals of three cards end."""
    stakes: Mapping[str, int] = {w.key: 1 for w in shape.required} | {
        shape.raises[0].key: first,
        shape.raises[1].key: second,
    }
    staked = sum(stakes.values())
    early = sum(stakes[key] * odds for key, odds in grown.odds.items())
    none = np.zeros(levels.number, np.int64)
    late = sum((stakes[key] * odds for key, odds in levels.odds.items()), none)
    ways = grown.ways * grown.start.ways
    for level in np.nonzero(grown.fives)[0]:
        results[staked, int(early + late[level])] += int(grown.fives[level]) * ways
