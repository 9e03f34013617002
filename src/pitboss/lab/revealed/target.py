"""A revealed hand with varied odds: its value and slopes, for all card sets at once."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.card_sets import DeckSets, Ints, card_sets
from pitboss.lab.pay_changes import PayChange, apply_pay_changes
from pitboss.lab.revealed.shape import MAX_STAKE_STATES, RevealedGame
from pitboss.lab.revealed.solver import (
    HandClasses,
    HandPayouts,
    check_revealed_odds,
    chosen_values,
    class_odds,
    count_reached,
    game_values,
    hand_classes,
)
from pitboss.lab.staking import Staking
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import LinearOdds, SolvedPaytable, fit_linear_odds, wager_marks
from pitboss.submission.evaluators import compile_evaluators


class RevealedTargetSolver(NamedTuple):
    """A game whose odds are linear in the varied lines."""

    shape: RevealedGame
    deck: tuple[Card, ...]
    classes: HandClasses
    odds: LinearOdds
    scale: int

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        shape, deck, state = self.shape, self.deck, self.shape.staking.state_after(())
        payouts = HandPayouts(self.classes.class_of_set, self.odds.odds_at(point), self.scale)
        values = game_values(shape, DeckSets(deck), payouts)
        first = values.streets[0]
        first_values = chosen_values(first.values[state], first.choices[state])
        net = int((first_values * card_sets(deck, shape.sizes[0]).ways).sum())
        staked = np.zeros_like(payouts.odds_by_way)
        for (stakes, _), deals in count_reached(shape, deck, values)[-1].items():
            by_class = np.zeros(payouts.odds_by_way.shape[1], np.int64)
            np.add.at(by_class, self.classes.class_of_set, deals)
            staked += np.outer(stakes, by_class)
        slopes = tuple(int((staked * slope).sum()) // self.scale for slope in self.odds.slopes)
        return SolvedPaytable(Fraction(net, self.scale), slopes, slopes)


def revealed_target_solver(
    shape: RevealedGame, variable_lines: Sequence[VariableLine], deck: Sequence[Card] = DECK
) -> RevealedTargetSolver | None:
    """Return the solver of a game, or None if its odds are not linear."""
    marked_shape = shape._replace(staking=Staking(shape.rules, wager_marks(variable_lines)))
    if sum(map(len, marked_shape.staking.states())) > MAX_STAKE_STATES:
        return None
    cards = tuple(sorted(deck))
    classes = hand_classes(marked_shape, cards)
    filed_odds = class_odds(marked_shape, classes, marked_shape.staking.evaluators)
    scale = int(np.lcm.reduce([x.denominator for row in filed_odds for x in row]))
    highest_odds = max(abs(Fraction(x)) for row in {*filed_odds} for x in row)
    check_revealed_odds(
        marked_shape,
        cards,
        max(highest_odds, *(Fraction(line.values[-1]) for line in variable_lines)),
        scale,
    )

    def odds_with_changes(changes: Sequence[PayChange]) -> Ints:
        evaluate = compile_evaluators(apply_pay_changes(marked_shape.rules, changes))
        odds = class_odds(
            marked_shape, classes, [evaluate[key] for key in marked_shape.staking.wagers]
        )
        return np.array([[int(x * scale) for x in row] for row in odds], np.int64).T.copy()

    odds = fit_linear_odds(variable_lines, odds_with_changes, scale)
    return RevealedTargetSolver(marked_shape, cards, classes, odds, scale) if odds else None
