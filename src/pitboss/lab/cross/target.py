"""A cross game with varied odds: its value and slopes, from the kernels that solve it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.card_sets import Ints
from pitboss.lab.cross.odds import CrossOdds, CrossTable, cross_table
from pitboss.lab.cross.shape import CrossLines, find_cross_lines, street_multiples
from pitboss.lab.cross.solver import (
    count_joint_levels,
    extreme_multiples,
    first_pairs,
    play_start,
    prepare_hand,
)
from pitboss.lab.progress import run_in_threads
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import (
    LineNumbers,
    SolvedPaytable,
    line_numbers,
    stakes_by_line,
    with_numbered_lines,
)
from pitboss.submission.rules import Rules


class CrossTargetSolver(NamedTuple):
    """A cross game with numbered lines, whose levels separate lines whatever they pay."""

    lines: CrossLines
    numbers: LineNumbers
    table: CrossTable
    deck: Sequence[Card]

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        odds, first, second = self._odds(point), *self.lines.streets[:2]
        rows = odds.odds(street_multiples(first), extreme_multiples(second))

        def play(start: StartingHand) -> tuple[int, Ints]:
            return _stakes_by_level(self.lines, rows, start, self.deck)

        hands = starting_hands(tuple(self.deck))
        results = run_in_threads("", play, hands)
        net = sum(start.ways * net for start, (net, _) in zip(hands, results, strict=True))
        staked = sum(start.ways * stakes for start, (_, stakes) in zip(hands, results, strict=True))
        slopes = self.numbers.slopes(self._by_line(np.asarray(staked)))
        return SolvedPaytable(net, slopes, slopes)

    def _odds(self, point: OddsPoint) -> CrossTable:
        odds_by_line, by_level = self.numbers.odds_by_wager(point), self.table.levels.odds
        odds = {key: odds_by_line[key][number] for key, number in by_level.items()}
        return self.table._replace(levels=self.table.levels._replace(odds=odds))

    def _by_line(self, stakes: Ints) -> dict[str, Ints]:
        """Return the stakes of every wager by line, from the rows of `_stakes_by_level`."""
        rows = {wager.key: stakes[2 + i] for i, wager in enumerate(self.lines.raises)}
        for line in (0, 1):
            rows |= {wager.key: stakes[line] for wager in self.lines.required_on(line)}
        filed_odds, by_level = self.numbers.filed, self.table.levels.odds
        return {
            key: stakes_by_line(len(filed_odds[key]), by_level[key], row)
            for key, row in rows.items()
        }


def cross_target_solver(
    rules: Rules, variable_lines: Sequence[VariableLine], deck: Sequence[Card] = DECK
) -> CrossTargetSolver | None:
    """Return the solver of these rules, if they have the shape of a cross game."""
    lines = find_cross_lines(rules)
    if lines is None:
        return None
    return CrossTargetSolver(
        lines,
        line_numbers(rules, variable_lines),
        cross_table(with_numbered_lines(rules), lines),
        deck,
    )


def _stakes_by_level(
    lines: CrossLines, odds: CrossOdds, start: StartingHand, deck: Sequence[Card]
) -> tuple[int, Ints]:
    """Return the net result of a starting hand, and the stakes that end at each level.

    The rows are: one unit on line 1, one on line 2, and the three raises.
    """
    hand = play_start(lines, odds, start, deck)
    staked = np.zeros((5, len(odds.steps)), np.int64)
    if hand.first_raise >= 0:
        prepared = prepare_hand(odds, start.cards, deck)
        pairs = first_pairs(start.cards, prepared.rest)
        deals, _ = count_joint_levels(odds, prepared, pairs, hand.second_choices, hand.first_raise)
        staked[0], staked[1] = deals.sum(axis=(0, 1, 3)), deals.sum(axis=(0, 1, 2))
        staked[2] = odds.firsts[hand.first_raise] * staked[0]
        staked[3] = odds.seconds @ deals.sum(axis=(1, 2))
        third = np.tensordot(np.array([odds.least, odds.most]), deals.sum(axis=0), 1)
        level = np.arange(len(odds.steps))
        np.add.at(staked[4], np.maximum.outer(level, level), third)
    return hand.net, staked
