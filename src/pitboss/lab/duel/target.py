"""A duel with varied odds: the dealer's hands are counted once, whatever the lines pay."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.card_sets import Ints
from pitboss.lab.duel.odds import (
    DuelTable,
    allowed_of,
    check_duel_odds,
    duel_strengths,
    odds_rows,
    payout_cuts,
    whole_odds_array,
)
from pitboss.lab.duel.shape import DealerDuelGame
from pitboss.lab.duel.solver import (
    DealerCounts,
    PlayerHands,
    UpCards,
    count_dealer_hands,
    play_best_decisions,
    player_hands,
    upcard_sets,
)
from pitboss.lab.pay_changes import PayChange, apply_pay_changes
from pitboss.lab.progress import Progress, no_progress, run_in_threads
from pitboss.lab.staking import Staking
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import LinearOdds, SolvedPaytable, fit_linear_odds, wager_marks
from pitboss.submission.evaluators import compile_evaluators

MAX_TARGET_HANDS: Final = 2 * 10**7
"""The most player's hands beside upcards whose counts fit into memory."""

CountedUpCards = tuple[UpCards, PlayerHands, DealerCounts]


class DuelTargetSolver(NamedTuple):
    """A duel whose odds are linear in the varied lines."""

    shape: DealerDuelGame
    table: DuelTable
    parts: list[CountedUpCards]
    odds: LinearOdds

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        shape, table = self.shape, self.table._replace(odds=self.odds.odds_at(point))

        def play(part: CountedUpCards) -> Ints:
            return play_best_decisions(shape, table, *part).cells

        cells_by_upcards = run_in_threads("", play, self.parts)
        cells = sum(cells_by_upcards[1:], cells_by_upcards[0])
        net, slopes = 0, [0] * len(self.odds.slopes)
        for stakes, deals in zip(shape.decisions.values(), cells, strict=True):
            if stakes is None:
                net -= shape.staked * table.scale * int(deals.sum())
                continue
            # Sums over all deals may exceed 64 bits.
            net += _dot(table.payouts(stakes), deals)
            for i, slope in enumerate(self.odds.slopes):
                slopes[i] += _dot(np.tensordot(np.array(stakes), slope, 1), deals)
        whole_slopes = tuple(slope // table.scale for slope in slopes)
        return SolvedPaytable(Fraction(net, table.scale), whole_slopes, whole_slopes)


def _dot(factors: Ints, counts: Ints) -> int:
    """Return the sum of products as a Python integer."""
    values, index = np.unique(factors, return_inverse=True)
    sums = np.zeros(len(values), np.int64)
    np.add.at(sums, index.reshape(-1), counts.reshape(-1))
    return sum(a * b for a, b in zip(values.tolist(), sums.tolist(), strict=True))


def duel_target_solver(
    shape: DealerDuelGame,
    variable_lines: Sequence[VariableLine],
    deck: Sequence[Card] = DECK,
    progress: Progress = no_progress,
) -> DuelTargetSolver | None:
    """Return the solver of a game, or None if its odds are not linear."""
    marked_shape = shape._replace(staking=Staking(shape.rules, wager_marks(variable_lines)))
    cards = tuple(sorted(deck))
    if comb(len(cards), shape.own) * comb(len(cards) - shape.own, shape.up) // 6 > MAX_TARGET_HANDS:
        return None
    strengths = duel_strengths(marked_shape, cards)
    cuts = payout_cuts(marked_shape, strengths, shape.dealer)
    filed_rows = odds_rows(marked_shape, strengths, cuts, marked_shape.staking.evaluators)
    scale = int(np.lcm.reduce([x.denominator for row in filed_rows for cell in row for x in cell]))

    def odds_with_changes(changes: Sequence[PayChange]) -> Ints:
        rules = apply_pay_changes(marked_shape.rules, changes)
        changed_shape, evaluate = marked_shape._replace(rules=rules), compile_evaluators(rules)
        if not np.array_equal(payout_cuts(changed_shape, strengths, shape.dealer), cuts):
            raise _MovedCuts
        rows = odds_rows(
            changed_shape, strengths, cuts, [evaluate[key] for key in marked_shape.staking.wagers]
        )
        return whole_odds_array(rows, cuts, scale)

    try:
        odds = fit_linear_odds(variable_lines, odds_with_changes, scale)
    except _MovedCuts:
        return None
    if odds is None:
        return None
    highest_odds = max(
        int(abs(odds.filed).max()), *(line.values[-1] * scale for line in variable_lines)
    )
    check_duel_odds(marked_shape, cards, highest_odds, scale)
    always_compare = np.ones(len(strengths), bool)
    is_allowed = allowed_of(marked_shape, strengths)
    table = DuelTable(strengths, cuts, odds.filed, scale, always_compare, is_allowed)

    def count(up: UpCards) -> CountedUpCards:
        hands = player_hands(marked_shape, cards, up)
        return up, hands, count_dealer_hands(marked_shape, cards, table, up, hands)

    parts = run_in_threads(
        "counting the dealer's hands", count, upcard_sets(marked_shape, cards), progress
    )
    return DuelTargetSolver(marked_shape, table, parts, odds)


class _MovedCuts(Exception):
    """Raised when a change of odds moves the cuts of the dealer's hand."""
