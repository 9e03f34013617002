"""Rule lists for showdown games: the bets on turn and river."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, Street, stake_multiple
from pitboss.games.payoffs import Odds
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import showdown_strategy as kernels
from pitboss.lab.progress import Progress, no_progress, run_in_threads, split_range
from pitboss.lab.results import MainGame
from pitboss.lab.showdown.boards import (
    FOUR_CARD_KINDS,
    distinct_boards,
    holding_numbers,
    number_deck,
)
from pitboss.lab.showdown.shape import SHOWDOWN_FEATURES, UNSEEN_AFTER_FLOP, DealerShowdown
from pitboss.lab.showdown.solver import deals_after_turn, sum_over_rivers
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.lab.strategy.rule_search import Cells, sum_by_key
from pitboss.submission.rules import Rules

FLOP_SIZE: Final = 3
LATER_BOARD_SIZES: Final = (FLOP_SIZE, FLOP_SIZE + 1)
"""The board sizes of the later streets."""
_CHUNK_COUNT: Final = 8


class ShowdownStrategy:
    """The later streets of a showdown game."""

    def __init__(
        self,
        rules: Rules,
        shape: DealerShowdown,
        main: MainGame,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._shape, self._main, self._deck = shape, main, tuple(deck)
        self._sums = sum_over_rivers(rules, shape, self._deck, progress)
        self._cells = [
            self._street_cells(street, size, progress)
            for street, size in zip(shape.streets[1:], LATER_BOARD_SIZES, strict=True)
        ]

    def _street_cells(self, street: Street, size: int, progress: Progress) -> Cells:
        """Return the cells of a street that is played on a board of this size."""
        boards, cards = distinct_boards(self._deck, size), number_deck(self._deck)
        look_at = kernels.look_at_turns if size == FLOP_SIZE else kernels.look_at_rivers
        first_choices, starts = self._shape.streets[0].choices, self._main.starts
        is_played = np.array(
            [
                int(first_choices[starts[starting_hand_class(x, y)].best] != FOLD)
                for j, y in enumerate(self._deck)
                for x in self._deck[:j]
            ]
        )

        def look(board_range: tuple[int, int]) -> tuple[Ints, Ints]:
            max_rows = (board_range[1] - board_range[0]) * len(is_played)
            keys, bet_values = np.empty(max_rows, np.int64), np.empty(max_rows, np.int64)
            row_count = look_at(
                boards.cards,
                boards.ways,
                *board_range,
                deals_after_turn(self._deck),
                int(self._shape.low_ace),
                cards.rank,
                cards.suit,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                holding_numbers(self._deck),
                self._sums,
                is_played,
                keys,
                bet_values,
            )
            bet_value = bet_values[:row_count]
            return sum_by_key(
                keys[:row_count], np.stack([bet_value, np.maximum(bet_value, 0)], axis=1)
            )

        parts = list(split_range(len(boards.cards), max(len(boards.cards) // _CHUNK_COUNT, 1)))
        row_count = run_in_threads(
            f"looking at every {street.label.lower()}", look, parts, progress
        )
        numbers, bet_values = sum_by_key(*(np.concatenate(x) for x in zip(*row_count, strict=True)))
        bet_value, positive_value = bet_values.T
        # Four cards are a flop and a turn in four ways; for flops all turns are summed already.
        ways = 1 if size == FLOP_SIZE else size
        times = np.array([stake_multiple(choice) for choice in street.choices.values()])
        least, max_rows = int(times.min()), int(times.max())
        return Cells(
            street.name,
            SHOWDOWN_FEATURES,
            unpack_features(numbers),
            tuple(street.choices),
            bet_value[:, None] * times * ways,
            (int(positive_value.sum()) * (max_rows - least) + int(bet_value.sum()) * least) * ways,
        )

    def cells(self, progress: Progress = no_progress) -> list[Cells]:
        """Return the cells of each later street."""
        return self._cells

    def net(self, lists: Mapping[str, RuleList], progress: Progress = no_progress) -> Odds:
        """Return the total net result under these lists, with optimal play elsewhere."""
        listed_cells = (x for x in self._cells if x.street in lists)
        return self._main.net - sum(cells.loss(lists[cells.street]) for cells in listed_cells)


def unpack_features(numbers: Ints) -> Ints:
    """Return the features of situations from the numbers the kernels give them."""
    ends = (*kernels.FEATURE_SHIFTS[1:], 63)
    columns = [
        (numbers >> start) & ((1 << (end - start)) - 1)
        for start, end in zip(kernels.FEATURE_SHIFTS, ends, strict=True)
    ]
    return np.stack([UNSEEN_AFTER_FLOP - columns[0], *columns[1:]], axis=1)
