"""Rule lists for showdown games with one raise: on the flop, the turn and the whole board.

A list for an earlier street decides which hands come to the later ones: so what lists cost together
is found by playing every deal by them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.odds import Odds
from pitboss.games.words import FOLD, Choice, Street, times_of
from pitboss.lab.kernels import strategy_one_raise as kernels
from pitboss.lab.kernels.kinds import HOLDINGS
from pitboss.lab.results import Main
from pitboss.lab.showdown.boards import Ints
from pitboss.lab.showdown.kinds import FIRST_FIVE, FIVES, FOURS
from pitboss.lab.showdown.one_raise import FLOP, TURN, WHOLE, OneRaise
from pitboss.lab.showdown.one_raise_solve import (
    Reached,
    Solver,
    decide_flops,
    first_times,
    flop_times,
)
from pitboss.lab.starts import starts
from pitboss.lab.strategy.cells import Cells, added_up
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.strategy.showdown import seen_in
from pitboss.lab.strategy.showdown_seen import SEEN
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.submission.rules import Rules

_PARTS: Final = 16


class OneRaiseStrategy:
    """The later streets of one game."""

    def __init__(
        self,
        rules: Rules,
        shape: OneRaise,
        main: Main,
        deck: Sequence[Card] = DECK,
        told: Told = untold,
    ) -> None:
        self._shape, self._main, self._told = shape, main, told
        self._solver = Solver(rules, shape, deck, told)
        self._decided = decide_flops(self._solver)
        self._by_board = self._solver.decide_boards()
        self._first = first_times(self._solver, main.starts, self._decided)
        self._weights = self._solver.flops.ways[:, None] * self._decided.dealt
        self._on_flop = flop_times(self._solver, self._decided)
        self._cells: dict[int, Cells] = {}
        if street := shape.street_on(FLOP):
            self._flop_keys = self._look_at_flops()
            self._cells[FLOP] = self._flop_cells(street)
        if street := shape.street_on(TURN):
            self._turn_keys = self._look_at_turns()
            self._cells[TURN] = self._turn_cells(street)
        if street := shape.street_on(WHOLE):
            self._board_keys = self._look_at_boards()
            self._cells[WHOLE] = self._board_cells(street)

    def _look_at_flops(self) -> Ints:
        solver = self._solver
        keys = np.empty((len(solver.flops.cards), solver.holdings.shape[2]), np.int64)

        def look(part: tuple[int, int]) -> None:
            kernels.look_at_flops(
                solver.flops.cards, *part, int(self._shape.low_ace),
                solver.cards.rank, solver.cards.suit, keys,
            )  # fmt: skip

        parts = list(chunks(len(keys), max(len(keys) // _PARTS, 1)))
        shared("looking at every flop", look, parts, self._told)
        return keys

    def _look_at_turns(self) -> NDArray[np.int32]:
        solver = self._solver
        keys = np.full(FOURS.sums, kernels.NOTHING, np.int32)

        def look(part: tuple[int, int]) -> None:
            kernels.look_at_turns(
                solver.kinds.fours, *part, int(self._shape.low_ace), solver.cards.rank,
                solver.cards.suit, FOURS.of, FOURS.first, FOURS.two, FOURS.begins, keys,
            )  # fmt: skip

        parts = list(chunks(len(solver.kinds.fours), max(len(solver.kinds.fours) // _PARTS, 1)))
        shared("looking at every turn", look, parts, self._told)
        return keys

    def _look_at_boards(self) -> NDArray[np.int32]:
        solver = self._solver
        keys = np.full((FIVES, HOLDINGS[1]), kernels.NOTHING, np.int32)

        def look(part: tuple[int, int]) -> None:
            kernels.look_at_boards(
                solver.kinds.fives, *part, int(self._shape.low_ace),
                solver.cards.rank, solver.cards.suit, solver.tables.five_of, FIRST_FIVE, keys,
            )  # fmt: skip

        parts = list(chunks(len(solver.kinds.fives), max(len(solver.kinds.fives) // _PARTS, 1)))
        shared("looking at every board", look, parts, self._told)
        return keys

    def _flop_cells(self, street: Street) -> Cells:
        """Of hands that did not raise before."""
        weights = self._weights * (self._first == 0)
        here = weights > 0
        net = np.stack(
            [(weights * self._after_flop(x))[here] for x in street.choices.values()], axis=1
        )
        keys, sums = added_up(self._flop_keys[here], net)
        best = int((weights * self._decided.after).sum())
        return Cells(
            street.name, SEEN, seen_in(keys), tuple(street.choices), sums, best, self._scale
        )

    def _after_flop(self, choice: Choice, later: Ints | None = None) -> Ints:
        """By flop and two cards: what a decision there comes to, with these values of a check."""
        values = self._decided.values
        if choice == FOLD:
            return np.full_like(values.later, self._solver.fold * self._solver.after_flop)
        if times := times_of(choice):
            return values.standing + times * values.raised
        return values.later if later is None else later

    def _open_turns(self) -> Reached:
        """By four cards and two: how often hands come to them that have not raised."""
        open_ = (self._first == 0) & (self._on_flop == 0)
        return self._solver.reach_turns((self._weights * open_).astype(np.int32))

    @cached_property
    def _by_turn(self) -> tuple[Ints, Ints, Ints]:
        """By four cards and two: best play on the whole board, what stands, one of the raise."""
        best, standing, packed = map(self._solver.over_last_cards, self._by_board)
        later = best if self._shape.street_on(WHOLE) else standing
        return later, standing, packed >> 16

    def _turn_cells(self, street: Street) -> Cells:
        """Of hands that have not raised by then."""
        reached = self._open_turns()
        here = np.flatnonzero(reached)
        times = reached[here].astype(np.int64)
        values = [x[here] for x in self._by_turn]
        each = [
            times * self._solver.after_four(_staked(x), *values) for x in street.choices.values()
        ]
        net = np.stack(each, axis=1)
        keys, sums = added_up(self._turn_keys[here].astype(np.int64), net)
        best = int(net.max(axis=1).sum())
        return Cells(
            street.name, SEEN, seen_in(keys), tuple(street.choices), sums, best, self._scale
        )

    def _board_cells(self, street: Street) -> Cells:
        """Of hands that have not raised by then."""
        fours = self._open_turns()
        if turn := self._solver.by_choice[TURN].times:
            checks = turn.index(0) if 0 in turn else -1
            fours = fours * (self._solver.on_turn == checks)
        reached = self._solver.reach_boards(fours) // self._solver.orders
        choices = list(street.choices.values())

        def look(part: tuple[int, int]) -> tuple[Ints, Ints, int]:
            rows = slice(*part)
            here = reached[rows] > 0
            times = reached[rows][here].astype(np.int64)
            net = np.stack([times * self._on_board(x, rows)[here] for x in choices], axis=1)
            keys, sums = added_up(self._board_keys[rows][here].astype(np.int64), net)
            return keys, sums, int((times * self._by_board[0][rows][here]).sum())

        parts = [p for p in chunks(FIVES, FIVES // _PARTS) if reached[slice(*p)].any()]
        found = shared("adding up every board", look, parts, self._told)
        keys, sums = added_up(*(np.concatenate([x[k] for x in found]) for k in (0, 1)))
        best = sum(x[2] for x in found)
        return Cells(
            street.name, SEEN, seen_in(keys), tuple(street.choices), sums, best, self._scale
        )

    def _on_board(self, choice: Choice, rows: slice) -> Ints:
        """By kind of board and two cards: what a decision there comes to."""
        _, standing, packed = self._by_board
        if choice == FOLD:
            return np.full_like(standing[rows], self._solver.fold * self._solver.dealers)
        return standing[rows] + times_of(choice) * (packed[rows] >> 16)

    @property
    def _scale(self) -> int:
        return self._solver.odds.scale * self._solver.flops_alike

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of each later street."""
        return list(self._cells.values())

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> Odds:
        """The net results of all deals by these lists, the best play where there is none."""
        after = self._after_turns(lists)
        if street := self._shape.street_on(FLOP):
            each = [self._after_flop(x, after) for x in street.choices.values()]
            if rules := lists.get(street.name):
                chosen = self._chosen(self._cells[FLOP], rules, self._flop_keys)
            else:
                chosen = _numbers(self._solver, FLOP, street)[self._decided.on_flop]
            after = np.choose(chosen, each)
        net = int((self._weights * (self._first == 0) * after).sum())
        whole = Fraction(net, self._scale) + self._before_flop()
        return int(whole) if whole.denominator == 1 else whole

    def _after_turns(self, lists: Mapping[str, RuleList]) -> Ints:
        """By flop and two cards: what a check there comes to; the best play decides where no list
        does, as if all others did.
        """
        board, turn = (self._list(size, lists) for size in (WHOLE, TURN))
        if board is None and turn is None:
            return self._decided.values.later
        later, standing, raised = self._by_turn
        if board is not None:
            later = self._solver.over_last_cards(self._by_board_list(board))
        if street := self._shape.street_on(TURN):
            each = [
                self._solver.after_four(_staked(x), later, standing, raised)
                for x in street.choices.values()
            ]
            if turn is None:
                chosen = _numbers(self._solver, TURN, street)[self._solver.on_turn]
            else:
                chosen = self._chosen(self._cells[TURN], turn, self._turn_keys)
            later = np.choose(chosen, each)
        return self._solver.over_turns(later)

    def _before_flop(self) -> Fraction:
        """What hands come to that raise or fold at first."""
        choices = self._shape.streets[0].choices
        left = self._main.deals // sum(start.ways for start in starts(self._solver.deck))
        return sum(
            (
                start.values[start.best] * start.ways * left
                for start in self._main.starts.values()
                if choices[start.best] != 0
            ),
            Fraction(),
        )

    def _list(self, size: int, lists: Mapping[str, RuleList]) -> RuleList | None:
        street = self._shape.street_on(size)
        return lists.get(street.name) if street else None

    def _by_board_list(self, rules: RuleList) -> Ints:
        """By kind of board and two cards: what a list for the whole board comes to."""
        choices = list(self._shape.choices_on(WHOLE).values())
        value = np.empty((FIVES, HOLDINGS[1]), np.int64)
        for low, high in chunks(FIVES, FIVES // _PARTS):
            rows = slice(low, high)
            chosen = self._chosen(self._cells[WHOLE], rules, self._board_keys[rows])
            each = [self._on_board(x, rows) for x in choices]
            value[rows] = np.choose(chosen, each)
        return value

    def _chosen(self, cells: Cells, rules: RuleList, keys: NDArray[np.signedinteger]) -> Ints:
        """By situation: the number of the decision that a list takes."""
        numbers, at = np.unique(keys, return_inverse=True)
        seen = seen_in(np.maximum(numbers, 0).astype(np.int64))
        return cells._replace(seen=seen).chosen(rules)[at].reshape(keys.shape)


def _staked(choice: Choice) -> int:
    """What a decision stakes; −1 for a fold."""
    return -1 if choice == FOLD else times_of(choice)


def _numbers(solver: Solver, size: int, street: Street) -> Ints:
    """By the solver's number of a decision: its place in the rules."""
    names = list(street.choices)
    return np.array([names.index(name) for name in solver.by_choice[size].names], np.int64)
