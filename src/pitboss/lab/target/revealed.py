"""A revealed hand with varied odds: its value and its slopes, all sets of cards at once."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.revealed.shape import MOST_STATES, Revealed
from pitboss.lab.revealed.solve import reached
from pitboss.lab.revealed.values import (
    Classes,
    Paid,
    check_odds,
    classes_of,
    odds_of,
    picked,
    values_of,
)
from pitboss.lab.sets import Alike, Ints, sets_of
from pitboss.lab.staking import Staking
from pitboss.lab.target.numbered import Solved
from pitboss.lab.target.slopes import Straight, marks, straight
from pitboss.lab.target.values import Free, Point
from pitboss.lab.whatif import Change, altered
from pitboss.submission.evaluators import evaluators


class RevealedSolver(NamedTuple):
    """The game, of which the odds move in straight lines."""

    shape: Revealed
    deck: tuple[Card, ...]
    classes: Classes
    odds: Straight
    scale: int

    def __call__(self, at: Point) -> Solved:
        """The game with these odds."""
        shape, deck, state = self.shape, self.deck, self.shape.staking.after(())
        paid = Paid(self.classes.of, self.odds.at(at), self.scale)
        values = values_of(shape, Alike(deck), paid)
        first = values.streets[0]
        worth = picked(first.values[state], first.chosen[state])
        net = int((worth * sets_of(deck, shape.sizes[0]).ways).sum())
        staked = np.zeros_like(paid.rows)
        for (stakes, _), deals in reached(shape, deck, values)[-1].items():
            by_class = np.zeros(paid.rows.shape[1], np.int64)
            np.add.at(by_class, self.classes.of, deals)
            staked += np.outer(stakes, by_class)
        slopes = tuple(int((staked * slope).sum()) // self.scale for slope in self.odds.slopes)
        return Solved(Fraction(net, self.scale), slopes, slopes)


def revealed(
    shape: Revealed, free: Sequence[Free], deck: Sequence[Card] = DECK
) -> RevealedSolver | None:
    """The solver of a game; none where its odds do not move in straight lines."""
    apart = shape._replace(staking=Staking(shape.rules, marks(free)))
    if sum(map(len, apart.staking.states())) > MOST_STATES:
        return None
    cards = tuple(sorted(deck))
    classes = classes_of(apart, cards)
    filed = odds_of(apart, classes, apart.staking.evaluators)
    scale = int(np.lcm.reduce([x.denominator for row in filed for x in row]))
    most = max(abs(Fraction(x)) for row in {*filed} for x in row)
    check_odds(apart, cards, max(most, *(Fraction(line.values[-1]) for line in free)), scale)

    def asked(changes: Sequence[Change]) -> Ints:
        evaluate = evaluators(altered(apart.rules, changes))
        odds = odds_of(apart, classes, [evaluate[key] for key in apart.staking.wagers])
        return np.array([[int(x * scale) for x in row] for row in odds], np.int64).T.copy()

    odds = straight(free, asked, scale)
    return RevealedSolver(apart, cards, classes, odds, scale) if odds else None
