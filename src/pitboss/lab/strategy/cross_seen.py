"""What a player of a cross game can count at the later streets: made hands, draws, outs.

A line has four cards before its last one falls. What it has made is the least that it will be,
whatever falls; an out is a card that brings it, or the better of two lines, to a hand that wins.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, rank, suit
from pitboss.lab.cross.odds import Table

Flags = NDArray[np.bool_]
SECOND: Final = (
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
"""Before the second line: of the first line, and of the hand itself."""
THIRD: Final = (
    "made",
    "outs",
    "any",
    "flush",
    "straight",
    "outs_each",
    "any_each",
    "any_one",
)
"""Before the last card: of the better line; and cards that win or push in each line, or in one."""


class Marks(NamedTuple):
    """At which levels the wager on the better line pushes or wins, and at which it wins.

    On an odd paytable a better hand may pay less, so any levels may be marked.
    """

    push: Flags
    win: Flags

    @property
    def sure(self) -> int:
        """The level from which on every hand wins; above all of them if the best does not."""
        return lasting(self.win)


def marks_of(table: Table) -> Marks:
    """As the paytable has it."""
    odds = table.raised(2)
    return Marks(odds >= 0, odds > 0)


def lasting(marked: Flags) -> int:
    """The level from which on all are marked; above all of them if the highest is not."""
    others = np.flatnonzero(~marked)
    return int(others[-1]) + 1 if len(others) else 0


def spans(marked: Flags) -> list[tuple[int, int]]:
    """The marked levels in runs: from this one to below that one."""
    edges = np.flatnonzero(np.diff(marked, prepend=False, append=False))
    return [(int(low), int(high)) for low, high in zip(edges[::2], edges[1::2], strict=True)]


class Line(NamedTuple):
    """Four cards of a line: what can be seen of them alone."""

    made: int
    flush: int
    straight: int
    """How many ranks would make a straight of it: two when it is open at both ends."""


class Counter:
    """Counts as a person would, card by card; the deck may be a small one."""

    def __init__(self, table: Table, deck: Sequence[Card] = DECK) -> None:
        self._table, self._deck = table, tuple(deck)
        self.marks = marks_of(table)
        lowest = 3 if table.lines.low_ace else 4
        self._runs = [{(top - i) % 13 for i in range(5)} for top in range(lowest, 13)]

    def level(self, five: Sequence[Card]) -> int:
        """What five cards are paid as."""
        if len({suit(c) for c in five}) == 1:
            return int(self._table.suited[sum(1 << rank(c) for c in five)])
        number = 0
        for c in five:
            number = 13 * number + rank(c)
        return int(self._table.unsuited[number])

    def line(self, four: frozenset[Card]) -> Line:
        """What four cards have made, and what they could become."""
        made = min(self.level([*four, c]) for c in self._deck if c not in four)
        return Line(made, *self.draws(four))

    def draws(self, four: frozenset[Card]) -> tuple[int, int]:
        """Whether they are of one suit; and how many ranks would make a straight, at most two."""
        ranks = {rank(c) for c in four}
        straight = 0
        if len(ranks) == 4:
            straight = min(len({tuple(run - ranks) for run in self._runs if ranks < run}), 2)
        return int(len({suit(c) for c in four}) == 1), straight

    def outs(self, lines: Sequence[frozenset[Card]]) -> tuple[int, int]:
        """Unseen cards that bring the best of these lines to a win; and to a push or a win."""
        seen = frozenset().union(*lines)
        return self._counted(
            max(self.level([*four, c]) for four in lines) for c in self._deck if c not in seen
        )

    def _reach(self, four: frozenset[Card], seen: frozenset[Card]) -> tuple[int, int]:
        """The same for one line, where more cards are seen than its own."""
        return self._counted(self.level([*four, c]) for c in self._deck if c not in seen)

    def _counted(self, levels: Iterable[int]) -> tuple[int, int]:
        found = list(levels)
        return int(self.marks.win[found].sum()), int(self.marks.push[found].sum())

    def held(self, hole: Sequence[Card]) -> tuple[int, int, int, int]:
        """Of the hand: 1 for a pair, more by what it is paid as; how many of its cards win when
        paired, whether they are of one suit, and in how many straights both can stand.
        """
        one, other = hole
        pair = 1 + self._paired(rank(one)) if rank(one) == rank(other) else 0
        high = sum(int(self.marks.win[self._paired(rank(c))]) for c in hole)
        both = {rank(one), rank(other)}
        near = sum(both <= run for run in self._runs) if len(both) == 2 else 0
        return pair, high, int(suit(one) == suit(other)), near

    def _paired(self, of: int) -> int:
        """What a pair of a rank is paid as, with nothing beside it."""
        beside = next(
            some
            for some in combinations([r for r in range(13) if r != of], 3)
            if max(some) - min(some) > 4
        )
        number = of * 13 + of
        for r in beside:
            number = 13 * number + r
        return int(self._table.unsuited[number])

    def features(self, hole: Sequence[Card], turned: Sequence[Sequence[Card]]) -> dict[str, int]:
        """Of a situation: the outer cards that lie open, line by line."""
        fours = [frozenset((*hole, *pair)) for pair in turned]
        lines = [self.line(four) for four in fours]
        wins, pushes = self.outs(fours)
        both = {
            "made": max(line.made for line in lines),
            "outs": wins,
            "any": pushes,
            "flush": max(line.flush for line in lines),
            "straight": max(line.straight for line in lines),
        }
        if len(lines) == 1:
            return both | dict(zip(SECOND[5:], self.held(hole), strict=True))
        by_line = [self._reach(four, frozenset().union(*fours)) for four in fours]
        return both | {
            "outs_each": min(win for win, _ in by_line),
            "any_each": min(push for _, push in by_line),
            "any_one": max(push for _, push in by_line),
        }
