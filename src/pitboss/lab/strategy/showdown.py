"""Rule lists for the showdown games: the bets on turn and river.

Nobody folds after the first bet, and a later bet wins or loses by itself: so the lists of the two
streets do not touch each other, and what a list costs is what it gives up, cell by cell.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.odds import Odds
from pitboss.games.patterns import holding
from pitboss.games.words import FOLD, Street, times_of
from pitboss.lab.kernels import strategy_showdown as kernels
from pitboss.lab.results import Main
from pitboss.lab.showdown.boards import Ints, boards, numbered
from pitboss.lab.showdown.kinds import FOURS, holdings
from pitboss.lab.showdown.shape import Against
from pitboss.lab.showdown.solve import after_turn, river_sums
from pitboss.lab.strategy.cells import Cells, added_up
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.strategy.showdown_seen import SEEN, UNSEEN
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.submission.rules import Rules

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

    def _look(self, street: Street, size: int, told: Told) -> Cells:
        """The cells of a street that is played on a board of this size."""
        some, cards = boards(self._deck, size), numbered(self._deck)
        look_at = kernels.look_at_turns if size == FLOP else kernels.look_at_rivers
        asks, starts = self._shape.streets[0].choices, self._main.starts
        played = np.array(
            [
                int(asks[starts[holding(x, y)].best] != FOLD)
                for j, y in enumerate(self._deck)
                for x in self._deck[:j]
            ]
        )

        def look(part: tuple[int, int]) -> tuple[Ints, Ints]:
            most = (part[1] - part[0]) * len(played)
            keys, hopes = np.empty(most, np.int64), np.empty(most, np.int64)
            found = look_at(
                some.cards, some.ways, *part, after_turn(self._deck), int(self._shape.low_ace),
                cards.rank, cards.suit, FOURS.of, FOURS.first, FOURS.two, FOURS.begins,
                holdings(self._deck), self._sums, played, keys, hopes,
            )  # fmt: skip
            hope = hopes[:found]
            return added_up(keys[:found], np.stack([hope, np.maximum(hope, 0)], axis=1))

        parts = list(chunks(len(some.cards), max(len(some.cards) // _PARTS, 1)))
        found = shared(f"looking at every {street.label.lower()}", look, parts, told)
        numbers, hopes = added_up(*(np.concatenate(x) for x in zip(*found, strict=True)))
        hope, good = hopes.T
        # Four cards are a flop and a turn in four ways; after a flop all turns were added up.
        met = 1 if size == FLOP else size
        times = np.array([times_of(asked) for asked in street.choices.values()])
        least, most = int(times.min()), int(times.max())
        return Cells(
            street.name,
            SEEN,
            seen_in(numbers),
            tuple(street.choices),
            hope[:, None] * times * met,
            (int(good.sum()) * (most - least) + int(hope.sum()) * least) * met,
        )

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of each later street."""
        return self._cells

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> Odds:
        """The net results of all deals by these lists, the best play where there is none."""
        played = (x for x in self._cells if x.street in lists)
        return self._main.net - sum(cells.given_up(lists[cells.street]) for cells in played)


def seen_in(numbers: Ints) -> Ints:
    """The features of situations, as the kernels number them."""
    ends = (*kernels.SHIFTS[1:], 63)
    columns = [
        (numbers >> start) & ((1 << (end - start)) - 1)
        for start, end in zip(kernels.SHIFTS, ends, strict=True)
    ]
    return np.stack([UNSEEN - columns[0], *columns[1:]], axis=1)
