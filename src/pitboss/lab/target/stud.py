"""A stud game with varied odds: its value and its slopes, all rows at once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.stud.grown import Hopes, hopes
from pitboss.lab.stud.shape import Growing, growing_of
from pitboss.lab.stud.solve import best_times
from pitboss.lab.target.numbered import Numbers, Solved, by_line, numbered, numbers_of
from pitboss.lab.target.values import Free, Point
from pitboss.submission.rules import Rules


class Grown(NamedTuple):
    """The game with its lines numbered: rows and levels tell which line is paid."""

    shape: Growing
    numbers: Numbers
    found: Hopes

    def __call__(self, at: Point) -> Solved:
        """The game with these odds."""
        paid, found = self.numbers.paying(at), self.found
        paying = found._replace(
            odds={key: paid[key][number] for key, number in found.odds.items()},
            levels=found.levels._replace(
                odds={key: paid[key][number] for key, number in found.levels.odds.items()}
            ),
        )
        first, second = (wager.key for wager in self.shape.raises)
        sums = paying.added_up()
        times = best_times(self.shape.streets[0], paying.by_hand(sums[first]))[found.hand]
        stakes = {wager.key: np.ones_like(times) for wager in self.shape.required}
        stakes |= {first: times, second: best_times(self.shape.streets[1], sums[second])}
        ways = found.ways * np.array([start.ways for start in found.hands])[found.hand]
        net = sum(int((ways * stake) @ sums[key]) for key, stake in stakes.items())
        deals, filed = found.fives.sum(axis=1), self.numbers.filed
        staked = {
            key: by_line(len(filed[key]), number, ways * stakes[key] * deals)
            for key, number in found.odds.items()
        }
        for key, number in found.levels.odds.items():
            staked[key] = by_line(len(filed[key]), number, (ways * stakes[key]) @ found.fives)
        slopes = self.numbers.slopes(staked)
        return Solved(net, slopes, slopes)


def grown(rules: Rules, free: Sequence[Free], deck: Sequence[Card] = DECK) -> Grown | None:
    """The solver of these rules, if they have the shape of a stud game."""
    shape = growing_of(rules)
    if shape is None:
        return None
    return Grown(shape, numbers_of(rules, free), hopes(numbered(rules), shape, deck))
