"""The exact solution of a stud game."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import Street, times_of
from pitboss.lab.results import Main, Results, Start, main_of
from pitboss.lab.stud.fives import Ints
from pitboss.lab.stud.grown import Hopes, hopes
from pitboss.lab.stud.shape import Growing
from pitboss.lab.work import Clock, Told, untold
from pitboss.submission.rules import Rules


def solve(rules: Rules, shape: Growing, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock = Clock()
    told("growing every starting hand", 0, 1)
    found = hopes(rules, shape, deck)
    first, second = (wager.key for wager in shape.raises)
    sums = found.added_up()
    raised = best_times(shape.streets[1], sums[second])
    stands = sum((sums[w.key] for w in shape.required), raised * sums[second])
    one = found.by_hand(sums[first])
    times = best_times(shape.streets[0], one)
    deals = (len(deck) - 2) * comb(len(deck) - 3, 2)
    asks = shape.streets[0].choices
    starts = {
        start.name: Start(
            start.ways,
            {name: Fraction(stand + times_of(asked) * hope, deals) for name, asked in asks.items()},
            next(name for name, asked in asks.items() if asked == best),
            folded=Fraction(),
        )
        for start, stand, hope, best in zip(
            found.hands, found.by_hand(stands).tolist(), one.tolist(), times.tolist(), strict=True
        )
    }
    results = _results(shape, found, times[found.hand], raised)
    told("growing every starting hand", 1, 1)
    return main_of(
        results,
        starts,
        required=len(rules.edge_of),
        method="a hand that grows",
        seconds=clock.seconds(),
    )


def best_times(street: Street, hopes: Ints) -> Ints:
    """The greatest multiple where the raise is expected to win, else the least."""
    times = [times_of(asked) for asked in street.choices.values()]
    return np.where(hopes > 0, max(times), min(times))


def _results(shape: Growing, found: Hopes, first: Ints, second: Ints) -> Results:
    """How all deals end, when these multiples are raised in each row."""
    one = np.ones(len(found.hand), np.int64)
    stakes = {w.key: one for w in shape.required}
    stakes |= {w.key: times for w, times in zip(shape.raises, (first, second), strict=True)}
    early = sum((stakes[key] * odds for key, odds in found.odds.items()), 0 * one)
    net = early[:, None] + sum(
        (stakes[key][:, None] * odds for key, odds in found.levels.odds.items()), 0 * found.fives
    )
    staked = np.broadcast_to(sum(stakes.values(), 0 * one)[:, None], net.shape)
    ways = found.ways * np.array([start.ways for start in found.hands])[found.hand]
    deals = found.fives * ways[:, None]
    results = Results()
    for end in zip(*(x[deals > 0].tolist() for x in (staked, net, deals)), strict=True):
        results[end[:2]] += end[2]
    return results
