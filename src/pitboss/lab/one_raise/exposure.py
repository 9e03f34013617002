"""A showdown game with one raise for a player who sees a card early or knows others' hands."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.errors import Refused
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.lab.exposure import (
    Valuation,
    estimate_gain,
    seeded_generator,
)
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import one_raise_exposure as kernels
from pitboss.lab.one_raise.shape import FLOP, TURN, WHOLE_BOARD, OneRaiseGame
from pitboss.lab.one_raise.solver import FlopDecisions, OneRaiseSolver, decide_flops, flop_multiples
from pitboss.lab.progress import Progress, no_progress, run_in_threads, split_range
from pitboss.lab.results import MainGame
from pitboss.lab.revealed.shape import last_revealed_position
from pitboss.lab.showdown.boards import FIRST_FIVE_KIND, FIVE_CARD_KINDS, FOUR_CARD_KINDS
from pitboss.lab.showdown.exposure import hand_and_card_classes
from pitboss.lab.starting_hands import SUIT_PERMUTATIONS, starting_hands
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules

_FLOPS_PER_CHUNK = 40
_DEALER_FLOPS_PER_CHUNK = 4


class OneRaiseCardExposure:
    """A game in which a card may be seen."""

    def __init__(
        self,
        rules: Rules,
        shape: OneRaiseGame,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._rules, self._shape, self._deck, self._progress = rules, shape, tuple(deck), progress
        self.classes = hand_and_card_classes(self._deck, starting_hands(self._deck))

    @cached_property
    def solver(self) -> OneRaiseSolver:
        """The solver of the game without exposure."""
        return OneRaiseSolver(self._rules, self._shape, self._deck, self._progress)

    @cached_property
    def flop_decisions(self) -> FlopDecisions:
        """Optimal play up to the flop without extra knowledge."""
        return decide_flops(self.solver)

    def valuation(self, place: str) -> Valuation:
        """Return the value of the game when a card of this place is seen."""
        n, sizes = len(self._deck), self._shape.sizes
        board_size = self._board_size_when_shown(place)
        if board_size > WHOLE_BOARD:
            # The dealer's other card may be any that is left.
            boards = (n - 6) * (n - 7) // self.solver.orders
            return self._best_valuation(self._dealer_card_sums(), comb(n - 3, 3) * boards * (n - 8))
        if board_size == FLOP:
            return self._best_valuation(
                self._flop_card_sums(), comb(n - 3, 2) * self.solver.after_flop
            )
        is_late_river = board_size == WHOLE_BOARD and TURN in sizes
        return self._best_valuation(
            self._last_card_sums(is_late_river=is_late_river),
            comb(n - 3, 3) * self.solver.after_turn,
        )

    def _board_size_when_shown(self, place: str) -> int:
        """Return the board size when a place's last card is shown.

        It is larger than any board for the dealer's cards.
        """
        card = last_revealed_position(self._rules, place)
        if card not in self._shape.board:
            return WHOLE_BOARD + 1
        sizes = enumerate(self._shape.sizes)
        return next(
            (size for street, size in sizes if card in visible_positions(self._rules, street)),
            WHOLE_BOARD,
        )

    def _best_valuation(self, sums: Ints, deals: int) -> Valuation:
        """Return the value of the best first decisions, over all hands and seen cards."""
        net = 0
        for (check_value, required_value, raise_value), ways in zip(
            sums.tolist(), self.classes.ways.tolist(), strict=True
        ):
            net += max(
                self.solver.fold * deals * ways
                if choice == FOLD
                else required_value + stake_multiple(choice) * raise_value
                if choice
                else check_value
                for choice in (self._shape.choices_on(0) or {"": 0}).values()
            )
        n = len(self._deck)
        return Valuation(Fraction(net, comb(n, 2) * (n - 2) * deals * self.solver.odds.scale))

    def _flop_card_sums(self) -> Ints:
        """Return the values by class when a flop card is seen."""
        decisions, flops = self.flop_decisions, self.solver.flops
        sums = np.zeros((len(self.classes.ways), 3), np.int64)
        values = (
            decisions.best_values,
            decisions.values.required_values,
            decisions.values.raise_values,
        )
        for cards in flops.cards.T:
            classes = self.classes.of[:, cards].T[decisions.is_possible]
            for k, flop_values in enumerate(values):
                np.add.at(
                    sums[:, k], classes, (flops.ways[:, None] * flop_values)[decisions.is_possible]
                )
        return sums

    def _last_card_sums(self, *, is_late_river: bool) -> Ints:
        """Return the values by class when the turn or river is seen.

        ``is_late_river`` means that it is the river and a decision comes before it; a player who
        knows the river decides on the turn as on the whole board.
        """
        solver = self.solver
        best, required_values, packed_raise = (
            self._river_known() if is_late_river else solver.decide_turns()
        )
        fold_value = solver.fold * solver.after_turn
        times = np.array(solver.by_choice[FLOP].times, np.int64)

        def play(flop_range: tuple[int, int]) -> Ints:
            sums = np.zeros((len(self.classes.ways), 3), np.int64)
            kernels.see_last_card(
                solver.flops.cards,
                solver.flops.ways,
                *flop_range,
                solver.cards.rank,
                solver.cards.suit,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                solver.holdings,
                best,
                required_values,
                packed_raise,
                times,
                fold_value,
                self.classes.of,
                sums,
            )
            return sums

        parts = list(split_range(len(solver.flops.cards), _FLOPS_PER_CHUNK))
        parts_done = run_in_threads(
            "playing with a card of the board seen", play, parts, self._progress
        )
        return sum(parts_done, np.zeros(1, np.int64))

    def _river_known(self) -> tuple[Ints, Ints, Ints]:
        """Return the values by four-card board, one of whose cards is the known river."""
        solver = self.solver
        best, required_values, packed_raise = solver.decide_boards()
        best = best if solver.by_choice[WHOLE_BOARD].times else required_values
        values_by_choice = []
        for times in solver.by_choice[TURN].times:
            if times < 0:
                values_by_choice.append(np.full_like(best, solver.fold * solver.dealers))
            else:
                values_by_choice.append(
                    required_values + times * (packed_raise >> 16) if times else best
                )
        best = np.max(values_by_choice, axis=0)
        return (
            solver.over_last_cards(best),
            solver.over_last_cards(required_values),
            solver.over_last_cards(packed_raise),
        )

    def _dealer_card_sums(self) -> Ints:
        """Return the values by class when a dealer's card is seen."""
        solver, tables = self.solver, self.solver.tables
        self._check_odds()
        last, turn, times = (
            np.array(solver.by_choice[x].times, np.int64) for x in (WHOLE_BOARD, TURN, FLOP)
        )

        def play(flop_range: tuple[int, int]) -> Ints:
            sums = np.zeros((len(self.classes.ways), 3), np.int64)
            kernels.see_dealer(
                solver.flops.cards, solver.flops.ways, *flop_range,
                solver.cards.rank, solver.cards.suit, tables.five_of, tables.best, tables.flushes,
                solver.odds.lines, solver.odds.cuts,
                solver.odds.base_form, solver.odds.play_form, last, turn, times, solver.fold,
                self.classes.of, sums,
            )  # fmt: skip
            return sums

        parts = list(split_range(len(solver.flops.cards), _DEALER_FLOPS_PER_CHUNK))
        parts_done = run_in_threads(
            "playing with a card of the dealer seen", play, parts, self._progress
        )
        return sum(parts_done, np.zeros(1, np.int64))

    def _check_odds(self) -> None:
        """Refuse odds that 32-bit sums cannot hold."""
        odds, streets = self.solver.odds, self._shape.streets
        highest_nets = np.abs(odds.base) + max(x.most for x in streets) * np.abs(odds.play)
        if int(highest_nets.max()) * 2 > kernels.MAX_SCALED_ODDS * self.solver.orders:
            raise Refused(
                f"{self._rules.game} pays odds that are too high to value a dealer's card"
            )


DEFAULT_SAMPLES = 400
"""Few, since each sample plays every board."""
_NO_FIRST_DECISION = ""
"""The decision before the flop where there is none to make."""


class SharedOneRaiseHands:
    """A game in which players share their hands."""

    def __init__(
        self,
        rules: Rules,
        shape: OneRaiseGame,
        main: MainGame,
        card_exposure: OneRaiseCardExposure,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._rules, self._shape, self._main, self._card_exposure = (
            rules,
            shape,
            main,
            card_exposure,
        )
        self._deck, self._progress = tuple(deck), progress

    def valuation(self, players: int, samples: int, seed: str) -> Valuation:
        """Return the value of the game for each of so many players."""
        dead = 2 * (players - 1)
        draws = seeded_generator(seed, f"{dead} cards of others")
        samples_dealt = [
            draws.choice(len(self._deck), 2 + dead, replace=False).tolist() for _ in range(samples)
        ]
        _ = self.flop_stakes  # computed before the threads need it
        task = f"playing hands with {dead} cards known"
        mean_gain, error = estimate_gain(
            task, lambda cards: self.gain(cards[:2], cards[2:]), samples_dealt, self._progress, 1
        )
        return Valuation(float(self._main.ev) + mean_gain, error, samples)

    def gain(self, hand: Sequence[int], dead_cards: Sequence[int]) -> float:
        """Return the value to a hand of knowing these cards, all as deck indexes."""
        x, y = sorted(hand)
        live = np.array([c for c in range(len(self._deck)) if c not in {x, y, *dead_cards}])
        m = len(live)
        sums = self._sums(x, y, live)
        required_values, raise_values = sums[:, kernels.REQUIRED_SUM], sums[:, kernels.RAISE_SUM]
        solver, boards = self._card_exposure.solver, (m - 3) * (m - 4)
        boards = boards // solver.orders * comb(m - 5, 2)
        fold_value = solver.fold * boards
        by_flop = {
            times: np.full_like(required_values, fold_value)
            if times < 0
            else required_values + times * raise_values
            for times in solver.by_choice[FLOP].times
            if times
        }
        checks = 0 in (solver.by_choice[FLOP].times or (0,))
        best = np.max([*[sums[:, kernels.CHECK_SUM]] * checks, *by_flop.values()], axis=0)
        blind_values = sums[:, kernels.BLIND_CHECK_SUM].copy()
        for times, values in by_flop.items():
            is_chosen = self._stakes_on_flops(x, y, live) == times
            blind_values[is_chosen] = values[is_chosen]
        first: dict[str, tuple[int, int]] = {}
        for name, choice in (self._shape.choices_on(0) or {_NO_FIRST_DECISION: 0}).items():
            if choice == FOLD:
                first[name] = fold_value * len(sums), fold_value * len(sums)
            elif times := stake_multiple(choice):
                total = int((required_values + times * raise_values).sum())
                first[name] = total, total
            else:
                first[name] = int(best.sum()), int(blind_values.sum())
        decision = _NO_FIRST_DECISION
        if not self._shape.is_flop_open_first:
            decision = self._main.starts[starting_hand_class(self._deck[x], self._deck[y])].best
        gain = max(informed_value for informed_value, _ in first.values()) - first[decision][1]
        return gain / (comb(m, 3) * boards * solver.odds.scale)

    def _sums(self, x: int, y: int, live: Ints) -> Ints:
        """Return the sums of a hand by flop, over turn and river."""
        solver, tables, m = self._decided_solver, self._card_exposure.solver.tables, len(live)
        threes = np.empty((comb(m, 3), 4), np.int64)
        last, turn = (np.array(solver.by_choice[x].times, np.int64) for x in (WHOLE_BOARD, TURN))
        kernels.value_hand(
            x,
            y,
            live,
            solver.cards.rank,
            solver.cards.suit,
            tables.five_of,
            FIRST_FIVE_KIND,
            tables.best,
            tables.flushes,
            solver.odds.lines,
            solver.odds.cuts,
            solver.odds.base_form,
            solver.odds.play_form,
            last,
            turn,
            solver.fold,
            solver.table,
            solver.on_turn,
            FOUR_CARD_KINDS.of,
            FOUR_CARD_KINDS.first,
            FOUR_CARD_KINDS.two,
            FOUR_CARD_KINDS.begins,
            solver.holdings,
            np.empty((4, FIVE_CARD_KINDS, 5), np.int64),
            np.empty((comb(m, 4), 4), np.int64),
            threes,
        )
        return threes // solver.orders

    def _stakes_on_flops(self, x: int, y: int, live: Ints) -> Ints:
        """Return the stake without extra knowledge on each flop: −1 a fold, 0 a check."""
        m = len(live)
        cards = np.array([(a, b, c) for c in range(m) for b in range(c) for a in range(b)])
        flops, changes = self._representative_flops
        a, b, c = live[cards].T
        number = (c * (c - 1) * (c - 2)) // 6 + (b * (b - 1)) // 2 + a
        low, high = np.sort([[f[x], f[y]] for f in self._changes], axis=1).T
        pairs = high * (high - 1) // 2 + low
        return np.asarray(self.flop_stakes[flops[number], pairs[changes[number]]])

    @cached_property
    def flop_stakes(self) -> Ints:
        """The stake without extra knowledge, by flop and holding."""
        return flop_multiples(self._card_exposure.solver, self._card_exposure.flop_decisions)

    @property
    def _decided_solver(self) -> OneRaiseSolver:
        """The solver, with the decisions of every board in its table."""
        _ = self._card_exposure.flop_decisions
        return self._card_exposure.solver

    @cached_property
    def _changes(self) -> list[list[int]]:
        """The suit permutations by deck index."""
        index_by_card = {c: i for i, c in enumerate(self._deck)}
        return [[index_by_card[change[c]] for c in self._deck] for change in SUIT_PERMUTATIONS]

    @cached_property
    def _representative_flops(self) -> tuple[Ints, NDArray[np.int8]]:
        """By flop: the number of its representative, and the permutation that maps it there."""
        n = len(self._deck)
        representatives, permutations = (
            np.full(comb(n, 3), -1, np.int64),
            np.zeros(comb(n, 3), np.int8),
        )
        distinct_flops = self._card_exposure.solver.flops.cards
        for k, change in enumerate(self._changes):
            inverse = np.argsort(change)  # maps the representative back
            a, b, c = np.sort(inverse[distinct_flops], axis=1).T
            number = (c * (c - 1) * (c - 2)) // 6 + (b * (b - 1)) // 2 + a
            representatives[number], permutations[number] = np.arange(len(distinct_flops)), k
        return representatives, permutations
