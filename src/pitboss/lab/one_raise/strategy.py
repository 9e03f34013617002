"""Rule lists for showdown games with one raise: on the flop, the turn and the whole board."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.game_parts import FOLD, ChoiceValue, Street, stake_multiple
from pitboss.games.payoffs import Odds
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import one_raise_strategy as kernels
from pitboss.lab.kernels.board_numbers import HOLDING_COUNTS
from pitboss.lab.one_raise.shape import FLOP, TURN, WHOLE_BOARD, OneRaiseGame
from pitboss.lab.one_raise.solver import (
    OneRaiseSolver,
    ReachCounts,
    decide_flops,
    first_multiples,
    flop_multiples,
)
from pitboss.lab.progress import Progress, no_progress, run_in_threads, split_range
from pitboss.lab.results import MainGame
from pitboss.lab.showdown.boards import FIRST_FIVE_KIND, FIVE_CARD_KINDS, FOUR_CARD_KINDS
from pitboss.lab.showdown.shape import SHOWDOWN_FEATURES
from pitboss.lab.showdown.strategy import unpack_features
from pitboss.lab.starting_hands import starting_hands
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.lab.strategy.rule_search import Cells, sum_by_key
from pitboss.submission.rules import Rules

_CHUNK_COUNT: Final = 16


class OneRaiseStrategy:
    """The later streets of a showdown game with one raise."""

    def __init__(
        self,
        rules: Rules,
        shape: OneRaiseGame,
        main: MainGame,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._shape, self._main, self._progress = shape, main, progress
        self._solver = OneRaiseSolver(rules, shape, deck, progress)
        self._flop_decisions = decide_flops(self._solver)
        self._by_board = self._solver.decide_boards()
        self._first = first_multiples(self._solver, main.starts, self._flop_decisions)
        self._weights = self._solver.flops.ways[:, None] * self._flop_decisions.is_possible
        self._on_flop = flop_multiples(self._solver, self._flop_decisions)
        self._cells: dict[int, Cells] = {}
        if street := shape.street_on(FLOP):
            self._flop_keys = self._look_at_flops()
            self._cells[FLOP] = self._flop_cells(street)
        if street := shape.street_on(TURN):
            self._turn_keys = self._look_at_turns()
            self._cells[TURN] = self._turn_cells(street)
        if street := shape.street_on(WHOLE_BOARD):
            self._board_keys = self._look_at_boards()
            self._cells[WHOLE_BOARD] = self._board_cells(street)

    def _look_at_flops(self) -> Ints:
        solver = self._solver
        keys = np.empty((len(solver.flops.cards), solver.holdings.shape[2]), np.int64)

        def look(part: tuple[int, int]) -> None:
            kernels.look_at_flops(
                solver.flops.cards, *part, int(self._shape.low_ace),
                solver.cards.rank, solver.cards.suit, keys,
            )  # fmt: skip

        parts = list(split_range(len(keys), max(len(keys) // _CHUNK_COUNT, 1)))
        run_in_threads("looking at every flop", look, parts, self._progress)
        return keys

    def _look_at_turns(self) -> NDArray[np.int32]:
        solver = self._solver
        keys = np.full(FOUR_CARD_KINDS.sums, kernels.NO_SITUATION, np.int32)

        def look(part: tuple[int, int]) -> None:
            kernels.look_at_turns(
                solver.kinds.fours,
                *part,
                int(self._shape.low_ace),
                solver.cards.rank,
                solver.cards.suit,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                keys,
            )

        parts = list(
            split_range(len(solver.kinds.fours), max(len(solver.kinds.fours) // _CHUNK_COUNT, 1))
        )
        run_in_threads("looking at every turn", look, parts, self._progress)
        return keys

    def _look_at_boards(self) -> NDArray[np.int32]:
        solver = self._solver
        keys = np.full((FIVE_CARD_KINDS, HOLDING_COUNTS[1]), kernels.NO_SITUATION, np.int32)

        def look(part: tuple[int, int]) -> None:
            kernels.look_at_boards(
                solver.kinds.fives, *part, int(self._shape.low_ace),
                solver.cards.rank, solver.cards.suit, solver.tables.five_of, FIRST_FIVE_KIND, keys,
            )  # fmt: skip

        parts = list(
            split_range(len(solver.kinds.fives), max(len(solver.kinds.fives) // _CHUNK_COUNT, 1))
        )
        run_in_threads("looking at every board", look, parts, self._progress)
        return keys

    def _flop_cells(self, street: Street) -> Cells:
        """Return the cells of hands that did not raise before the flop."""
        weights = self._weights * (self._first == 0)
        is_reached = weights > 0
        net = np.stack(
            [(weights * self._after_flop(x))[is_reached] for x in street.choices.values()], axis=1
        )
        keys, sums = sum_by_key(self._flop_keys[is_reached], net)
        best = int((weights * self._flop_decisions.best_values).sum())
        return Cells(
            street.name,
            SHOWDOWN_FEATURES,
            unpack_features(keys),
            tuple(street.choices),
            sums,
            best,
            self._scale,
        )

    def _after_flop(self, choice: ChoiceValue, later: Ints | None = None) -> Ints:
        """Return the values of a decision on the flop, with these values of a check."""
        values = self._flop_decisions.values
        if choice == FOLD:
            return np.full_like(values.check_values, self._solver.fold * self._solver.after_flop)
        if times := stake_multiple(choice):
            return values.required_values + times * values.raise_values
        return values.check_values if later is None else later

    def _open_turns(self) -> ReachCounts:
        """Count how often hands that have not raised reach each four-card board."""
        is_open = (self._first == 0) & (self._on_flop == 0)
        return self._solver.reach_turns((self._weights * is_open).astype(np.int32))

    @cached_property
    def _by_turn(self) -> tuple[Ints, Ints, Ints]:
        """By four-card board and holding: values of optimal later play, of stakes, of the raise."""
        best, required_values, packed_raise = map(self._solver.over_last_cards, self._by_board)
        later = best if self._shape.street_on(WHOLE_BOARD) else required_values
        return later, required_values, packed_raise >> 16

    def _turn_cells(self, street: Street) -> Cells:
        """Return the cells of hands that have not raised before the turn's decision."""
        reach_counts = self._open_turns()
        indexes = np.flatnonzero(reach_counts)
        counts = reach_counts[indexes].astype(np.int64)
        values = [x[indexes] for x in self._by_turn]
        nets = [
            counts * self._solver.after_four(_stake_of(x), *values) for x in street.choices.values()
        ]
        net = np.stack(nets, axis=1)
        keys, sums = sum_by_key(self._turn_keys[indexes].astype(np.int64), net)
        best = int(net.max(axis=1).sum())
        return Cells(
            street.name,
            SHOWDOWN_FEATURES,
            unpack_features(keys),
            tuple(street.choices),
            sums,
            best,
            self._scale,
        )

    def _board_cells(self, street: Street) -> Cells:
        """Return the cells of hands that have not raised before the last decision."""
        fours = self._open_turns()
        if turn := self._solver.by_choice[TURN].times:
            checks = turn.index(0) if 0 in turn else -1
            fours = fours * (self._solver.on_turn == checks)
        reach_counts = self._solver.reach_boards(fours) // self._solver.orders
        choices = list(street.choices.values())

        def look(row_range: tuple[int, int]) -> tuple[Ints, Ints, int]:
            rows = slice(*row_range)
            is_reached = reach_counts[rows] > 0
            counts = reach_counts[rows][is_reached].astype(np.int64)
            net = np.stack([counts * self._on_board(x, rows)[is_reached] for x in choices], axis=1)
            keys, sums = sum_by_key(self._board_keys[rows][is_reached].astype(np.int64), net)
            return keys, sums, int((counts * self._by_board[0][rows][is_reached]).sum())

        parts = [
            p
            for p in split_range(FIVE_CARD_KINDS, FIVE_CARD_KINDS // _CHUNK_COUNT)
            if reach_counts[slice(*p)].any()
        ]
        parts_done = run_in_threads("adding up every board", look, parts, self._progress)
        keys, sums = sum_by_key(*(np.concatenate([x[k] for x in parts_done]) for k in (0, 1)))
        best = sum(x[2] for x in parts_done)
        return Cells(
            street.name,
            SHOWDOWN_FEATURES,
            unpack_features(keys),
            tuple(street.choices),
            sums,
            best,
            self._scale,
        )

    def _on_board(self, choice: ChoiceValue, rows: slice) -> Ints:
        """Return the values of a decision on the whole board."""
        _, required_values, packed_raise = self._by_board
        if choice == FOLD:
            return np.full_like(required_values[rows], self._solver.fold * self._solver.dealers)
        return required_values[rows] + stake_multiple(choice) * (packed_raise[rows] >> 16)

    @property
    def _scale(self) -> int:
        return self._solver.odds.scale * self._solver.flops_alike

    def cells(self, progress: Progress = no_progress) -> list[Cells]:
        """Return the cells of each later street."""
        return list(self._cells.values())

    def net(self, lists: Mapping[str, RuleList], progress: Progress = no_progress) -> Odds:
        """Return the total net result under these lists, with optimal play elsewhere."""
        flop_values = self._after_turns(lists)
        if street := self._shape.street_on(FLOP):
            values_by_choice = [self._after_flop(x, flop_values) for x in street.choices.values()]
            if rules := lists.get(street.name):
                choices = self._list_decisions(self._cells[FLOP], rules, self._flop_keys)
            else:
                choices = _choice_indexes(self._solver, FLOP, street)[
                    self._flop_decisions.best_choices
                ]
            flop_values = np.choose(choices, values_by_choice)
        net = int((self._weights * (self._first == 0) * flop_values).sum())
        total = Fraction(net, self._scale) + self._before_flop()
        return int(total) if total.denominator == 1 else total

    def _after_turns(self, lists: Mapping[str, RuleList]) -> Ints:
        """Return the value of a check by flop and holding.

        Where no list decides, decisions are those of optimal play.
        """
        board, turn = (self._list(size, lists) for size in (WHOLE_BOARD, TURN))
        if board is None and turn is None:
            return self._flop_decisions.values.check_values
        later, required_values, raise_values = self._by_turn
        if board is not None:
            later = self._solver.over_last_cards(self._by_board_list(board))
        if street := self._shape.street_on(TURN):
            values_by_choice = [
                self._solver.after_four(_stake_of(x), later, required_values, raise_values)
                for x in street.choices.values()
            ]
            if turn is None:
                choices = _choice_indexes(self._solver, TURN, street)[self._solver.on_turn]
            else:
                choices = self._list_decisions(self._cells[TURN], turn, self._turn_keys)
            later = np.choose(choices, values_by_choice)
        return self._solver.over_turns(later)

    def _before_flop(self) -> Fraction:
        """Return the total value of hands that raise or fold before the flop."""
        choices = self._shape.streets[0].choices
        deals_per_start = self._main.deals // sum(
            start.ways for start in starting_hands(self._solver.deck)
        )
        return sum(
            (
                start.values[start.best] * start.ways * deals_per_start
                for start in self._main.starts.values()
                if choices[start.best] != 0
            ),
            Fraction(),
        )

    def _list(self, size: int, lists: Mapping[str, RuleList]) -> RuleList | None:
        street = self._shape.street_on(size)
        return lists.get(street.name) if street else None

    def _by_board_list(self, rules: RuleList) -> Ints:
        """Return the values of a list for the whole board, by kind of board and holding."""
        choices = list(self._shape.choices_on(WHOLE_BOARD).values())
        value = np.empty((FIVE_CARD_KINDS, HOLDING_COUNTS[1]), np.int64)
        for low, high in split_range(FIVE_CARD_KINDS, FIVE_CARD_KINDS // _CHUNK_COUNT):
            rows = slice(low, high)
            choice_indexes = self._list_decisions(
                self._cells[WHOLE_BOARD], rules, self._board_keys[rows]
            )
            values_by_choice = [self._on_board(x, rows) for x in choices]
            value[rows] = np.choose(choice_indexes, values_by_choice)
        return value

    def _list_decisions(
        self, cells: Cells, rules: RuleList, keys: NDArray[np.signedinteger]
    ) -> Ints:
        """Return, by situation, the number of the decision that a list takes."""
        numbers, index = np.unique(keys, return_inverse=True)
        feature_rows = unpack_features(np.maximum(numbers, 0).astype(np.int64))
        return (
            cells._replace(feature_rows=feature_rows)
            .decisions_of_list(rules)[index]
            .reshape(keys.shape)
        )


def _stake_of(choice: ChoiceValue) -> int:
    """Return the stake of a decision; −1 for a fold."""
    return -1 if choice == FOLD else stake_multiple(choice)


def _choice_indexes(solver: OneRaiseSolver, size: int, street: Street) -> Ints:
    """Return the index in the rules of each of the solver's decisions."""
    names = list(street.choices)
    return np.array([names.index(name) for name in solver.by_choice[size].names], np.int64)
