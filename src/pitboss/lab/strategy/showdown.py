"""Rule lists for the showdown games: the bets on turn and river.

Nobody folds after the first bet, and a later bet wins or loses by itself: so the lists of the two
streets do not touch each other, and what a list costs is what it gives up, cell by cell.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, rank, suit
from pitboss.games.patterns import holding
from pitboss.games.words import FOLD
from pitboss.lab.kernels import strategy_showdown as kernels
from pitboss.lab.results import Main
from pitboss.lab.showdown.boards import Ints, boards, numbered
from pitboss.lab.showdown.kinds import FOURS, holdings
from pitboss.lab.showdown.shape import Against
from pitboss.lab.showdown.solve import after_turn, river_sums
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.strategy.search import Cells
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.submission.rules import OpenStreet, Rules

SEEN: Final = ("made", "pair", "high", "low", "over", "flush", "straight")
_BITS: Final = (4, 3, 4, 4, 2, 1, 2)
FLOP: Final = 3
BOARDS: Final = (FLOP, FLOP + 1)
"""On which the later streets are played."""
_PARTS: Final = 8


class ShowdownStrategy:
    """The later streets of one showdown game."""

    def __init__(
        self,
        rules: Rules,
        shape: Against,
        main: Main,
        deck: Sequence[Card] = DECK,
        told: Told = untold,
    ) -> None:
        self._shape, self._main, self._deck = shape, main, tuple(deck)
        self._sums = river_sums(rules, shape, self._deck, told)
        self._cells = [
            self._look(street, size, told)
            for street, size in zip(shape.streets[1:], BOARDS, strict=True)
        ]

    def _look(self, street: OpenStreet, size: int, told: Told) -> Cells:
        """The cells of a street that is played on a board of this size."""
        some, cards = boards(self._deck, size), numbered(self._deck)
        work = kernels.sum_turns if size == FLOP else kernels.sum_rivers
        asks = self._shape.streets[0].asks
        starts = self._main.starts
        played = np.array(
            [
                int(asks[starts[holding(x, y)].best] != FOLD)
                for j, y in enumerate(self._deck)
                for x in self._deck[:j]
            ]
        )

        def look(part: tuple[int, int]) -> Ints:
            found = np.zeros(2 * kernels.CELLS, np.int64)
            work(
                some.cards, some.ways, *part, after_turn(self._deck), int(self._shape.low_ace),
                cards.rank, cards.suit, FOURS.of, FOURS.first, FOURS.two, FOURS.begins,
                holdings(self._deck), self._sums, played, found,
            )  # fmt: skip
            return found

        parts = list(chunks(len(some.cards), max(len(some.cards) // _PARTS, 1)))
        total = sum(shared(f"looking at every {street.label.lower()}", look, parts, told))
        hope, best = np.asarray(total).reshape(-1, 2).T
        # Four cards are a flop and a turn in four ways; after a flop all turns were added up.
        met = 1 if size == FLOP else size
        there = np.flatnonzero((hope != 0) | (best != 0))
        times = np.array([int(asked) for asked in street.asks.values()])
        low, high = int(times.min()), int(times.max())
        return Cells(
            street.wager,
            SEEN,
            _unpacked(there),
            tuple(street.asks),
            hope[there][:, None] * times * met,
            (int(best.sum()) * (high - low) + int(hope.sum()) * low) * met,
        )

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of each later street."""
        return self._cells

    def features(self, hole: Sequence[Card], turned: Sequence[Sequence[Card]]) -> dict[str, int]:
        """Of a situation: the cards that each street has turned over."""
        return features(hole, [c for some in turned for c in some], low_ace=self._shape.low_ace)

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> int:
        """The net results of all deals by these lists, the best play where there is none."""
        played = (x for x in self._cells if x.street in lists)
        return self._main.net - sum(cells.given_up(lists[cells.street]) for cells in played)


def _unpacked(numbers: Ints) -> Ints:
    return np.stack(
        [
            (numbers >> shift) & ((1 << bits) - 1)
            for shift, bits in zip(kernels.SHIFTS, _BITS, strict=True)
        ],
        axis=1,
    )


def features(hole: Sequence[Card], board: Sequence[Card], *, low_ace: bool) -> dict[str, int]:
    """Of two cards on a board of three or four: what one's own cards have made, and the draws."""
    own, laid = [rank(c) for c in hole], [rank(c) for c in board]
    before, made = (_category(cards, low_ace) for cards in (board, [*hole, *board]))
    flushes = [
        s for s in {suit(c) for c in hole} if sum(suit(c) == s for c in (*hole, *board)) == 4
    ]
    if any(sum(suit(c) == s for c in (*hole, *board)) >= 5 for s in {suit(c) for c in hole}):
        made = max(made, 5)
    pair = 0
    for r in own:
        if [*own, *laid].count(r) >= 2:
            above = len({x for x in laid if x > r})
            pair = max(pair, 5 if own[0] == own[1] and not above else max(4 - above, 1))
    kept = made if made > before else 0
    return {
        "made": kept,
        "pair": pair,
        "high": max(own),
        "low": min(own),
        "over": sum(r > max(laid) for r in own),
        "flush": int(bool(flushes)),
        "straight": 0 if kept >= 4 else _straights({*own, *laid}, {*own} - {*laid}, low_ace),
    }


def _runs(low_ace: bool) -> list[set[int]]:
    return [{(top - i) % 13 for i in range(5)} for top in range(3 if low_ace else 4, 13)]


def _straights(ranks: set[int], own: set[int], low_ace: bool) -> int:
    completing = {
        r
        for r in range(13)
        if r not in ranks
        for run in _runs(low_ace)
        if run <= ranks | {r} and r in run and run & own
    }
    return min(len(completing), 2)


def _category(cards: Sequence[Card], low_ace: bool) -> int:
    """Flushes aside: high card 0, pair 1, two pair 2, three 3, straight 4, full house 6, four 7."""
    ranks = [rank(c) for c in cards]
    counts = sorted((ranks.count(r) for r in set(ranks)), reverse=True)
    if counts[0] == 4:
        return 7
    if counts[:2] in ([3, 2], [3, 3]):
        return 6
    if any(run <= set(ranks) for run in _runs(low_ace)):
        return 4
    return 3 if counts[0] == 3 else 2 if counts[:2] == [2, 2] else int(counts[0] == 2)
