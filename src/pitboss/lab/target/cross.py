"""A cross game with varied odds: its value and its slopes, from the kernels that solve it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.cross.hand import first_pairs, joint_levels, prepare
from pitboss.lab.cross.odds import Odds, Table, table_of
from pitboss.lab.cross.shape import Lines, lines_of, multiples
from pitboss.lab.cross.solve import extremes, play_start
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.target.numbered import Ints, Numbers, Solved, by_line, numbered, numbers_of
from pitboss.lab.target.values import Free, Point
from pitboss.lab.work import shared
from pitboss.submission.rules import Rules


class Crossed(NamedTuple):
    """The game with its lines numbered: levels are cut by line, whatever the lines pay."""

    lines: Lines
    numbers: Numbers
    table: Table
    deck: Sequence[Card]

    def __call__(self, at: Point) -> Solved:
        """The game with these odds."""
        odds, first, second = self._odds(at), *self.lines.streets[:2]
        rows = odds.odds(multiples(first), extremes(second))

        def play(start: Dealt) -> tuple[int, Ints]:
            return _played(self.lines, rows, start, self.deck)

        hands = starts(tuple(self.deck))
        played = shared("", play, hands)
        net = sum(start.ways * net for start, (net, _) in zip(hands, played, strict=True))
        staked = sum(start.ways * x for start, (_, x) in zip(hands, played, strict=True))
        slopes = self.numbers.slopes(self._by_line(np.asarray(staked)))
        return Solved(net, slopes, slopes)

    def _odds(self, at: Point) -> Table:
        paid, by_level = self.numbers.paying(at), self.table.levels.odds
        odds = {key: paid[key][number] for key, number in by_level.items()}
        return self.table._replace(levels=self.table.levels._replace(odds=odds))

    def _by_line(self, staked: Ints) -> dict[str, Ints]:
        """The stakes of every wager by its lines; by level they are given in `_played`'s rows."""
        rows = {wager.key: staked[2 + i] for i, wager in enumerate(self.lines.raises)}
        for line in (0, 1):
            rows |= {wager.key: staked[line] for wager in self.lines.on(line)}
        filed, by_level = self.numbers.filed, self.table.levels.odds
        return {key: by_line(len(filed[key]), by_level[key], row) for key, row in rows.items()}


def crossed(rules: Rules, free: Sequence[Free], deck: Sequence[Card] = DECK) -> Crossed | None:
    """The solver of these rules, if they have the shape of a cross game."""
    lines = lines_of(rules)
    if lines is None:
        return None
    return Crossed(lines, numbers_of(rules, free), table_of(numbered(rules), lines), deck)


def _played(lines: Lines, odds: Odds, start: Dealt, deck: Sequence[Card]) -> tuple[int, Ints]:
    """What a starting hand comes to, and how much ends at each level.

    In rows: one on line 1, one on line 2, and the three raises.
    """
    hand = play_start(lines, odds, start, deck)
    staked = np.zeros((5, len(odds.steps)), np.int64)
    if hand.first >= 0:
        prepared = prepare(odds, start.cards, deck)
        pairs = first_pairs(start.cards, prepared.rest)
        dealt, _ = joint_levels(odds, prepared, pairs, hand.chosen, hand.first)
        staked[0], staked[1] = dealt.sum(axis=(0, 1, 3)), dealt.sum(axis=(0, 1, 2))
        staked[2] = odds.firsts[hand.first] * staked[0]
        staked[3] = odds.seconds @ dealt.sum(axis=(1, 2))
        third = np.tensordot(np.array([odds.least, odds.most]), dealt.sum(axis=0), 1)
        level = np.arange(len(odds.steps))
        np.add.at(staked[4], np.maximum.outer(level, level), third)
    return hand.net, staked
