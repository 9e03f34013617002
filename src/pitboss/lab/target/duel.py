"""A duel with varied odds: the dealer's hands are counted once, whatever lines pay."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.duel.counts import Counted, Dealt, Up, count_beside, hands_beside, settle, ups
from pitboss.lab.duel.odds import (
    Table,
    allowed_of,
    check_odds,
    cuts_of,
    rows_of,
    strengths_in,
    whole_odds,
)
from pitboss.lab.duel.shape import Duel
from pitboss.lab.sets import Ints
from pitboss.lab.staking import Staking
from pitboss.lab.target.numbered import Solved
from pitboss.lab.target.slopes import Straight, marks, straight
from pitboss.lab.target.values import Free, Point
from pitboss.lab.whatif import Change, altered
from pitboss.lab.work import Told, shared, untold
from pitboss.submission.evaluators import evaluators

MOST_HANDS: Final = 2 * 10**7
"""Hands of the player beside open cards whose counts fit into memory."""

Part = tuple[Up, Dealt, Counted]


class DuelSolver(NamedTuple):
    """The game, of which the odds move in straight lines."""

    shape: Duel
    table: Table
    parts: list[Part]
    odds: Straight

    def __call__(self, at: Point) -> Solved:
        """The game with these odds."""
        shape, table = self.shape, self.table._replace(odds=self.odds.at(at))

        def play(part: Part) -> Ints:
            return settle(shape, table, *part).cells

        found = shared("", play, self.parts)
        cells = sum(found[1:], found[0])
        net, slopes = 0, [0] * len(self.odds.slopes)
        for stakes, deals in zip(shape.decisions.values(), cells, strict=True):
            if stakes is None:
                net -= shape.staked * table.scale * int(deals.sum())
                continue
            # Sums over all deals may be larger than 64 bits have.
            net += _dot(table.paid(stakes), deals)
            for i, slope in enumerate(self.odds.slopes):
                slopes[i] += _dot(np.tensordot(np.array(stakes), slope, 1), deals)
        whole = tuple(slope // table.scale for slope in slopes)
        return Solved(Fraction(net, table.scale), whole, whole)


def _dot(one: Ints, other: Ints) -> int:
    """The sum of products, in Python's numbers."""
    values, at = np.unique(one, return_inverse=True)
    sums = np.zeros(len(values), np.int64)
    np.add.at(sums, at.reshape(-1), other.reshape(-1))
    return sum(a * b for a, b in zip(values.tolist(), sums.tolist(), strict=True))


def dueled(
    shape: Duel, free: Sequence[Free], deck: Sequence[Card] = DECK, told: Told = untold
) -> DuelSolver | None:
    """The solver of a game; none where its odds do not move in straight lines."""
    apart = shape._replace(staking=Staking(shape.rules, marks(free)))
    cards = tuple(sorted(deck))
    if comb(len(cards), shape.own) * comb(len(cards) - shape.own, shape.up) // 6 > MOST_HANDS:
        return None
    strengths = strengths_in(apart, cards)
    cuts = cuts_of(apart, strengths, shape.dealer)
    filed = rows_of(apart, strengths, cuts, apart.staking.evaluators)
    scale = int(np.lcm.reduce([x.denominator for row in filed for cell in row for x in cell]))

    def asked(changes: Sequence[Change]) -> Ints:
        rules = altered(apart.rules, changes)
        changed, evaluate = apart._replace(rules=rules), evaluators(rules)
        if not np.array_equal(cuts_of(changed, strengths, shape.dealer), cuts):
            raise _Bent
        rows = rows_of(changed, strengths, cuts, [evaluate[key] for key in apart.staking.wagers])
        return whole_odds(rows, cuts, scale)

    try:
        odds = straight(free, asked, scale)
    except _Bent:
        return None
    if odds is None:
        return None
    most = max(int(abs(odds.filed).max()), *(line.values[-1] * scale for line in free))
    check_odds(apart, cards, most, scale)
    every = np.ones(len(strengths), bool)
    allowed = allowed_of(apart, strengths)
    table = Table(strengths, cuts, odds.filed, scale, every, allowed)

    def count(up: Up) -> Part:
        dealt = hands_beside(apart, cards, up)
        return up, dealt, count_beside(apart, cards, table, up, dealt)

    parts = shared("counting the dealer's hands", count, ups(apart, cards), told)
    return DuelSolver(apart, table, parts, odds)


class _Bent(Exception):
    """A change moves where the dealer's hand matters."""
