"""A stud game with varied odds: its value and slopes, for all rows at once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.stud.shape import GrowingHand, find_growing_hand
from pitboss.lab.stud.solver import StudOutcomes, best_multiples, stud_outcomes
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import (
    LineNumbers,
    SolvedPaytable,
    line_numbers,
    stakes_by_line,
    with_numbered_lines,
)
from pitboss.submission.rules import Rules


class StudTargetSolver(NamedTuple):
    """A stud game with numbered lines, whose rows and levels tell which line is paid."""

    shape: GrowingHand
    numbers: LineNumbers
    outcomes: StudOutcomes

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        odds_by_line, outcomes = self.numbers.odds_by_wager(point), self.outcomes
        paid_outcomes = outcomes._replace(
            odds={key: odds_by_line[key][number] for key, number in outcomes.odds.items()},
            levels=outcomes.levels._replace(
                odds={
                    key: odds_by_line[key][number] for key, number in outcomes.levels.odds.items()
                }
            ),
        )
        first, second = (wager.key for wager in self.shape.raises)
        sums = paid_outcomes.sums_by_wager()
        times = best_multiples(self.shape.streets[0], paid_outcomes.by_hand(sums[first]))[
            outcomes.hand
        ]
        stakes = {wager.key: np.ones_like(times) for wager in self.shape.required}
        stakes |= {first: times, second: best_multiples(self.shape.streets[1], sums[second])}
        ways = outcomes.ways * np.array([start.ways for start in outcomes.hands])[outcomes.hand]
        net = sum(int((ways * stake) @ sums[key]) for key, stake in stakes.items())
        deals, filed_odds = outcomes.level_counts.sum(axis=1), self.numbers.filed
        staked = {
            key: stakes_by_line(len(filed_odds[key]), number, ways * stakes[key] * deals)
            for key, number in outcomes.odds.items()
        }
        for key, number in outcomes.levels.odds.items():
            staked[key] = stakes_by_line(
                len(filed_odds[key]), number, (ways * stakes[key]) @ outcomes.level_counts
            )
        slopes = self.numbers.slopes(staked)
        return SolvedPaytable(net, slopes, slopes)


def stud_target_solver(
    rules: Rules, variable_lines: Sequence[VariableLine], deck: Sequence[Card] = DECK
) -> StudTargetSolver | None:
    """Return the solver of these rules, if they have the shape of a stud game."""
    shape = find_growing_hand(rules)
    if shape is None:
        return None
    return StudTargetSolver(
        shape,
        line_numbers(rules, variable_lines),
        stud_outcomes(with_numbered_lines(rules), shape, deck),
    )
