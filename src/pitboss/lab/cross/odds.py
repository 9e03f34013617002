"""The odds of the two lines by pay level, and the features that a player can count on a line."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, rank, suit
from pitboss.games.game_parts import FOLD
from pitboss.lab.cross.shape import CrossLines, street_multiples
from pitboss.lab.game_structure import paid_hand
from pitboss.lab.hand_tables import Ints, PayLevels, five_card_ranks, pay_levels
from pitboss.submission.rules import Rules

ByteArray = NDArray[np.uint8]


class CrossOdds(NamedTuple):
    """The odds for some multiples of the first two raises."""

    unsuited: ByteArray
    """The level of five unsuited cards, indexed by their ranks as digits."""
    suited: ByteArray
    rows: Ints
    """The odds by level: line 1 with each first raise, line 2 with each second, the better line.

    The last row is relative to the lowest odds of the better line.
    """
    steps: Ints
    """The increase of the better line's odds at each level."""
    required: int
    firsts: Ints
    seconds: Ints
    least: int
    most: int
    folds: bool
    """Whether the third street has a fold."""


class CrossTable(NamedTuple):
    """The pay levels and odds of one game."""

    lines: CrossLines
    levels: PayLevels
    unsuited: ByteArray
    suited: ByteArray

    def required_odds(self, line: int) -> Ints:
        """Return the total odds of the required wagers on a line, by level."""
        zeros = np.zeros(self.levels.level_count, np.int64)
        return sum((self.levels.odds[wager.key] for wager in self.lines.required_on(line)), zeros)

    def raise_odds(self, street: int) -> Ints:
        """Return the odds of a street's raise, by level."""
        return self.levels.odds[self.lines.raises[street].key]

    def odds(self, firsts: Sequence[int], seconds: Sequence[int]) -> CrossOdds:
        """Return the odds for these multiples."""
        better = self.raise_odds(2)
        rows = [self.required_odds(0) + times * self.raise_odds(0) for times in firsts]
        rows += [self.required_odds(1) + times * self.raise_odds(1) for times in seconds]
        third = street_multiples(self.lines.streets[2])
        return CrossOdds(
            self.unsuited,
            self.suited,
            np.array([*rows, better - better[0]]),
            np.diff(better, prepend=0),
            len(self.lines.required),
            np.array(firsts, np.int64),
            np.array(seconds, np.int64),
            third[0],
            third[-1],
            FOLD in self.lines.streets[2].choices.values(),
        )


def cross_table(rules: Rules, lines: CrossLines) -> CrossTable:
    """Return the table of these rules."""
    ranks = five_card_ranks(low_ace=lines.low_ace)
    paid_wagers = [(wager, paid_hand(wager)) for wager in lines.required + lines.raises]
    levels = pay_levels(rules, ranks.strengths, paid_wagers)
    return CrossTable(
        lines, levels, levels.level_of_place[ranks.unsuited], levels.level_of_place[ranks.suited]
    )


Flags = NDArray[np.bool_]
SECOND_STREET_FEATURES: Final = (
    "made",
    "outs",
    "any",
    "flush",
    "straight",
    "held",
    "high",
    "suited",
    "near",
)
"""Features on the second street: of the first line, and of the hole cards."""
THIRD_STREET_FEATURES: Final = (
    "made",
    "outs",
    "any",
    "flush",
    "straight",
    "outs_each",
    "any_each",
    "any_one",
)
"""Features on the third street: of the better line, of each line, and of one line."""


class PayMarks(NamedTuple):
    """The levels at which the wager on the better line at least pushes, and at which it wins.

    On an unusual paytable a better hand may pay less, so any levels may be marked.
    """

    push: Flags
    win: Flags

    @property
    def sure_win_level(self) -> int:
        """The level from which every hand wins; above all levels if the best does not."""
        return first_lasting_level(self.win)


def pay_marks(table: CrossTable) -> PayMarks:
    """Return the marks of a paytable."""
    odds = table.raise_odds(2)
    return PayMarks(odds >= 0, odds > 0)


def first_lasting_level(flags: Flags) -> int:
    """Return the level from which all are marked; above all levels if the highest is not."""
    others = np.flatnonzero(~flags)
    return int(others[-1]) + 1 if len(others) else 0


def marked_runs(flags: Flags) -> list[tuple[int, int]]:
    """Return the runs of marked levels, as (first, end)."""
    edges = np.flatnonzero(np.diff(flags, prepend=False, append=False))
    return [(int(low), int(high)) for low, high in zip(edges[::2], edges[1::2], strict=True)]


class LineFeatures(NamedTuple):
    """The features of four cards of a line on their own."""

    made: int
    flush: int
    straight: int
    """The number of ranks that complete a straight: two if it is open-ended."""


class FeatureCounter:
    """Counts features card by card, as a person would, on any deck."""

    def __init__(self, table: CrossTable, deck: Sequence[Card] = DECK) -> None:
        self._table, self._deck = table, tuple(deck)
        self.marks = pay_marks(table)
        lowest = 3 if table.lines.low_ace else 4
        self._runs = [{(top - i) % 13 for i in range(5)} for top in range(lowest, 13)]

    def level(self, five: Sequence[Card]) -> int:
        """Return the pay level of five cards."""
        if len({suit(c) for c in five}) == 1:
            return int(self._table.suited[sum(1 << rank(c) for c in five)])
        number = 0
        for c in five:
            number = 13 * number + rank(c)
        return int(self._table.unsuited[number])

    def line(self, four: frozenset[Card]) -> LineFeatures:
        """Return what four cards have made and what they could become."""
        made_level = min(self.level([*four, c]) for c in self._deck if c not in four)
        return LineFeatures(made_level, *self.draws(four))

    def draws(self, four: frozenset[Card]) -> tuple[int, int]:
        """Return whether four cards are suited, and how many ranks (up to two) fill a straight."""
        ranks = {rank(c) for c in four}
        straight = 0
        if len(ranks) == 4:
            straight = min(len({tuple(run - ranks) for run in self._runs if ranks < run}), 2)
        return int(len({suit(c) for c in four}) == 1), straight

    def outs(self, lines: Sequence[frozenset[Card]]) -> tuple[int, int]:
        """Return how many unseen cards make the best of these lines win, and at least push."""
        visible_cards = frozenset().union(*lines)
        return self._count_wins_and_pushes(
            max(self.level([*four, c]) for four in lines)
            for c in self._deck
            if c not in visible_cards
        )

    def _reach(self, four: frozenset[Card], visible_cards: frozenset[Card]) -> tuple[int, int]:
        """Return the outs of one line, given all visible cards."""
        return self._count_wins_and_pushes(
            self.level([*four, c]) for c in self._deck if c not in visible_cards
        )

    def _count_wins_and_pushes(self, levels: Iterable[int]) -> tuple[int, int]:
        level_list = list(levels)
        return int(self.marks.win[level_list].sum()), int(self.marks.push[level_list].sum())

    def hand_features(self, hole: Sequence[Card]) -> tuple[int, int, int, int]:
        """Return features of the hole cards: pair, high cards, suited, and connectedness.

        The pair is 0 for none, else 1 plus its pay level; high cards win when paired; connectedness
        is the number of straights that contain both cards.
        """
        first, second = hole
        pair = 1 + self._pair_level(rank(first)) if rank(first) == rank(second) else 0
        high = sum(int(self.marks.win[self._pair_level(rank(c))]) for c in hole)
        ranks = {rank(first), rank(second)}
        near = sum(ranks <= run for run in self._runs) if len(ranks) == 2 else 0
        return pair, high, int(suit(first) == suit(second)), near

    def _pair_level(self, rank_of_pair: int) -> int:
        """Return the pay level of a pair with no other help."""
        kickers = next(
            ranks
            for ranks in combinations([r for r in range(13) if r != rank_of_pair], 3)
            if max(ranks) - min(ranks) > 4
        )
        number = rank_of_pair * 13 + rank_of_pair
        for r in kickers:
            number = 13 * number + r
        return int(self._table.unsuited[number])

    def features(
        self, hole: Sequence[Card], cards_by_street: Sequence[Sequence[Card]]
    ) -> dict[str, int]:
        """Return the features of a situation, given the visible outer cards of each line."""
        fours = [frozenset((*hole, *pair)) for pair in cards_by_street]
        lines = [self.line(four) for four in fours]
        wins, pushes = self.outs(fours)
        shared_features = {
            "made": max(line.made for line in lines),
            "outs": wins,
            "any": pushes,
            "flush": max(line.flush for line in lines),
            "straight": max(line.straight for line in lines),
        }
        if len(lines) == 1:
            return shared_features | dict(
                zip(SECOND_STREET_FEATURES[5:], self.hand_features(hole), strict=True)
            )
        by_line = [self._reach(four, frozenset().union(*fours)) for four in fours]
        return shared_features | {
            "outs_each": min(win for win, _ in by_line),
            "any_each": min(push for _, push in by_line),
            "any_one": max(push for _, push in by_line),
        }
