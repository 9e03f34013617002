"""Solve showdown games with one raise exactly, and advise on a board."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, ChoiceValue, Street, stake_multiple
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import one_raise as kernels
from pitboss.lab.kernels.board_numbers import HOLDING_COUNTS
from pitboss.lab.kernels.showdown import meet_dealer
from pitboss.lab.one_raise.odds import LineOdds, cached_line_odds
from pitboss.lab.one_raise.shape import BOARD_SIZES, FLOP, TURN, WHOLE_BOARD, OneRaiseGame
from pitboss.lab.progress import (
    Progress,
    Stopwatch,
    available_cores,
    no_progress,
    run_in_threads,
    split_range,
)
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult, main_game_from_counts
from pitboss.lab.showdown.boards import (
    FIRST_FIVE_KIND,
    FIVE_CARD_KINDS,
    FOUR_CARD_KINDS,
    MERGED_HOLDINGS,
    board_kinds,
    distinct_boards,
    holding_numbers,
    number_deck,
    seven_card_tables,
)
from pitboss.lab.starting_hands import starting_hands
from pitboss.submission.rules import Rules

_BOARDS_PER_CHUNK = 1000
_FOURS_PER_CHUNK = 200
_FLOPS_PER_CHUNK = 40
_FOLD_MASK = 0xFFFF
"""The low bits, below the raise, that count folded boards."""

ReachCounts = NDArray[np.int32]


class StreetChoices(NamedTuple):
    """The decisions of a street by ascending stake, so that the first of equal ones is best."""

    names: tuple[str, ...]
    times: tuple[int, ...]
    """The stake of each; −1 for a fold."""


def street_choices(street: Street | None) -> StreetChoices:
    """Return the choices of a street in order of preference; none without a street."""
    choices = street.choices if street else {}
    names = sorted(choices, key=lambda name: stake_multiple(choices[name]))
    times = (-1 if choices[name] == FOLD else stake_multiple(choices[name]) for name in names)
    return StreetChoices(tuple(names), tuple(times))


class FlopValues(NamedTuple):
    """Values by flop and holding, over all turns and rivers."""

    check_values: Ints
    """The value of playing on to the whole board; of the stakes if nothing is left to decide."""
    required_values: Ints
    """The value of the required wagers."""
    raise_values: Ints
    """The value of one unit of the raise."""
    folds: Ints
    """The number of boards on which the hand is folded."""


class OneRaiseSolver:
    """A game on a deck: the values of its boards and the decisions that follow."""

    def __init__(
        self, rules: Rules, shape: OneRaiseGame, deck: Sequence[Card], progress: Progress
    ) -> None:
        self.rules, self.shape, self.deck, self._progress = rules, shape, tuple(deck), progress
        self.odds: LineOdds = cached_line_odds(rules, shape)
        self.cards, self.tables = number_deck(self.deck), seven_card_tables(low_ace=shape.low_ace)
        self.kinds, self.flops = board_kinds(self.deck), distinct_boards(self.deck, FLOP)
        self.holdings = holding_numbers(self.deck)
        self.by_choice = {size: street_choices(shape.street_on(size)) for size in BOARD_SIZES}
        n = len(self.deck)
        self.dealers = comb(n - 7, 2)
        self.orders = 1 if TURN in shape.sizes else 2
        """2 if nothing is decided between turn and river, so that their order does not matter."""
        next_size = TURN if TURN in shape.sizes else WHOLE_BOARD
        self.flops_alike = 1 if FLOP in shape.sizes else comb(next_size, FLOP)
        """How many flops lead to the same next board, if nothing is decided on the flop."""
        self.boards_left = (n - 5) * (n - 6) // self.orders
        self.after_flop = self.boards_left * self.dealers
        self.after_turn = (n - 6) * self.dealers
        self.fold = -len(shape.required) * self.odds.scale
        """The value of a fold, scaled."""
        words = -(-(len(self.odds.cuts) + 2) // kernels.FIELDS_PER_WORD)
        self.table = np.zeros((words, FIVE_CARD_KINDS, HOLDING_COUNTS[1]), np.uint64)
        """By kind of board and holding: counts of the dealer's hands, and the decision."""
        self.on_turn: NDArray[np.int8] = np.zeros(0, np.int8)
        """By four-card board and holding: the best decision, once computed."""
        self._end_boards()

    def _end_boards(self) -> None:
        cards, tables, odds = self.cards, self.tables, self.odds

        def count_range(part: tuple[int, int]) -> None:
            kernels.count_board_ends(
                self.kinds.fives, *part, cards.rank, cards.suit, tables.five_of, FIRST_FIVE_KIND,
                tables.best, tables.flushes, odds.lines, odds.cuts, self.table,
            )  # fmt: skip

        parts = list(split_range(len(self.kinds.fives), _BOARDS_PER_CHUNK))
        run_in_threads("ranking every board", count_range, parts, self._progress)

    def values(self) -> FlopValues:
        """Return the values of every flop; decisions on whole boards stay in the table."""
        check_values, required_values, packed_raise = map(self.over_turns, self.decide_turns())
        return FlopValues(
            check_values, required_values, packed_raise >> 16, packed_raise & _FOLD_MASK
        )

    def decide_turns(self) -> tuple[Ints, Ints, Ints]:
        """Return, by four-card board and holding, the values of optimal play, stakes and raise.

        The raise is shifted by 16 bits, above the number of folded boards.
        """
        best, required_values, packed_raise = map(self.over_last_cards, self.decide_boards())
        check_values = best if self.by_choice[WHOLE_BOARD].times else required_values
        times = self.by_choice[TURN].times
        if not times:
            return check_values, required_values, packed_raise
        self.on_turn = np.zeros(len(check_values), np.int8)
        raise_values, folds = packed_raise >> 16, np.zeros_like(packed_raise)
        best_values = check_values
        for k, multiple in enumerate(times):
            value = self.after_four(multiple, check_values, required_values, raise_values)
            if k == 0:
                best_values, better = value, np.ones(len(value), bool)
            else:
                better = value > best_values  # a tie goes to the first, which stakes less
                best_values = np.where(better, value, best_values)
            self.on_turn[better] = k
            boards = (
                len(self.deck) - 6 if multiple < 0 else 0 if multiple else packed_raise & _FOLD_MASK
            )
            folds = np.where(better, boards, folds)
        return best_values, required_values, (raise_values << 16) + folds

    def after_four(
        self, times: int, later: Ints, required_values: Ints, raise_values: Ints
    ) -> Ints:
        """Return the value of a decision on four board cards: a fold, a check or a raise."""
        if times < 0:
            return np.full_like(required_values, self.fold * self.after_turn)
        return required_values + times * raise_values if times else later

    def decide_boards(self) -> tuple[Ints, Ints, Ints]:
        """Return, by kind of board and holding, the values of the best decision, stakes and raise.

        The raise is shifted by 16 bits, with a 1 below for a fold.
        """
        best, required_values, packed_raise = (
            np.empty((FIVE_CARD_KINDS, HOLDING_COUNTS[1]), np.int64) for _ in range(3)
        )
        times = np.array(self.by_choice[WHOLE_BOARD].times, np.int64)
        base, play = self.odds.base_form, self.odds.play_form

        def decide(part: tuple[int, int]) -> None:
            kernels.decide_boards(
                self.table, *part, self.dealers, base, play, times, self.fold,
                best, required_values, packed_raise,
            )  # fmt: skip

        run_in_threads(
            "deciding every board",
            decide,
            list(split_range(FIVE_CARD_KINDS, _BOARDS_PER_CHUNK)),
            self._progress,
        )
        return best, required_values, packed_raise

    def over_turns(self, sums: Ints) -> Ints:
        """Sum values by four-card board over all turns, by flop and holding."""
        totals = np.zeros((len(self.flops.cards), self.holdings.shape[2]), np.int64)

        def sum_range(part: tuple[int, int]) -> None:
            kernels.sum_turns(
                self.flops.cards,
                *part,
                self.cards.rank,
                self.cards.suit,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                self.holdings,
                sums,
                totals,
            )

        parts = list(split_range(len(self.flops.cards), _FLOPS_PER_CHUNK))
        run_in_threads("summing turns", sum_range, parts, self._progress)
        return totals // self.orders

    def over_last_cards(self, values: Ints) -> Ints:
        """Sum values by board over all last cards, by four-card board and holding."""
        sums = np.zeros(FOUR_CARD_KINDS.sums, np.int64)
        cards, tables = self.cards, self.tables

        def sum_range(part: tuple[int, int]) -> None:
            kernels.sum_last_cards(
                self.kinds.fours,
                *part,
                cards.rank,
                cards.suit,
                tables.five_of,
                FIRST_FIVE_KIND,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                MERGED_HOLDINGS,
                values,
                sums,
            )

        parts = list(split_range(len(self.kinds.fours), _FOURS_PER_CHUNK))
        run_in_threads("summing last cards", sum_range, parts, self._progress)
        return sums

    def reach_turns(self, weights: ReachCounts) -> ReachCounts:
        """Count how often each four-card board and holding follows weighted flops."""
        parts = min(available_cores(), 2)
        fours = [np.zeros(FOUR_CARD_KINDS.sums, np.int32) for _ in range(parts)]

        def reach_turn_range(part: int) -> None:
            low, high = (len(self.flops.cards) * at // parts for at in (part, part + 1))
            kernels.reach_turns(
                self.flops.cards,
                low,
                high,
                self.cards.rank,
                self.cards.suit,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                self.holdings,
                weights,
                fours[part],
            )

        run_in_threads("following turns", reach_turn_range, list(range(parts)), self._progress)
        return sum(fours[1:], fours[0])

    def reach_boards(self, fours: ReachCounts) -> ReachCounts:
        """Count how often each kind of board and holding follows four-card boards."""
        parts = min(available_cores(), 2)
        counts_by_part = [
            np.zeros((FIVE_CARD_KINDS, HOLDING_COUNTS[1]), np.int32) for _ in range(parts)
        ]
        cards, tables, count = self.cards, self.tables, len(self.kinds.fours)

        def reach_board_range(part: int) -> None:
            low, high = (count * at // parts for at in (part, part + 1))
            kernels.reach_boards(
                self.kinds.fours,
                low,
                high,
                cards.rank,
                cards.suit,
                tables.five_of,
                FIRST_FIVE_KIND,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                MERGED_HOLDINGS,
                fours,
                counts_by_part[part],
            )

        run_in_threads(
            "following last cards", reach_board_range, list(range(parts)), self._progress
        )
        return sum(counts_by_part[1:], counts_by_part[0])

    def ends(self, fours: ReachCounts) -> Ints:
        """Count the deals after four-card boards by final decision, line and end."""
        board_counts = self.reach_boards(fours)
        decision_count = max(len(self.by_choice[WHOLE_BOARD].times), 1)
        size = decision_count, len(self.odds.base), len(self.odds.cuts) + 3

        def count(part: tuple[int, int]) -> Ints:
            counts = np.zeros(size, np.int64)
            kernels.count_ends(self.table, board_counts, *part, self.dealers, counts)
            return counts

        parts = list(split_range(FIVE_CARD_KINDS, _BOARDS_PER_CHUNK))
        counts_by_part = run_in_threads("counting how deals end", count, parts, self._progress)
        terms = sum(counts_by_part, np.zeros(size, np.int64))
        return self.odds.dealer_hands_by_end(terms) // self.orders // self.flops_alike


class FlopDecisions(NamedTuple):
    """Optimal play up to the flop."""

    values: FlopValues
    best_choices: Ints
    """By flop and holding: the number of the best decision."""
    best_values: Ints
    """The value of the best decision."""
    is_possible: NDArray[np.bool_]
    """Whether the holding is possible on that flop."""
    start_of: Ints
    """By holding: the number of the starting hand."""


def decide_flops(solver: OneRaiseSolver) -> FlopDecisions:
    """Return the best decision of every hand on every flop."""
    values = solver.values()
    best_choices, best_values = np.zeros_like(values.check_values), values.check_values
    if names := solver.by_choice[FLOP].times:
        values_by_choice = np.stack([_value_on_flop(solver, values, times) for times in names])
        best_choices = values_by_choice.argmax(axis=0)  # a tie goes to the first, which stakes less
        best_values = values_by_choice.max(axis=0)
    pairs = [(x, y) for y in range(len(solver.deck)) for x in range(y)]
    flops = np.zeros((len(solver.flops.cards), len(solver.deck)), bool)
    flops[np.arange(len(flops))[:, None], solver.flops.cards] = True
    is_possible = ~(flops[:, [x for x, _ in pairs]] | flops[:, [y for _, y in pairs]])
    index_by_name = {start.name: index for index, start in enumerate(starting_hands(solver.deck))}
    start_of = np.array(
        [index_by_name[starting_hand_class(solver.deck[x], solver.deck[y])] for x, y in pairs]
    )
    return FlopDecisions(values, best_choices, best_values, is_possible, start_of)


def _value_on_flop(solver: OneRaiseSolver, values: FlopValues, times: int) -> Ints:
    """Return the value of a decision on the flop: a fold, a check or a raise."""
    if times < 0:
        return np.full_like(values.check_values, solver.fold * solver.after_flop)
    return values.required_values + times * values.raise_values if times else values.check_values


def solve_one_raise(
    rules: Rules, shape: OneRaiseGame, deck: Sequence[Card] = DECK, progress: Progress = no_progress
) -> MainGame:
    """Solve the whole game under optimal play."""
    clock = Stopwatch()
    solver = OneRaiseSolver(rules, shape, deck, progress)
    flop_decisions = decide_flops(solver)
    hands = {} if shape.is_flop_open_first else _starting_hand_results(solver, flop_decisions)
    return main_game_from_counts(
        _count_results(solver, flop_decisions, first_multiples(solver, hands, flop_decisions)),
        hands,
        required=len(rules.edge_of),
        method="showdown with a dealer, one raise",
        seconds=clock.seconds(),
    )


def _starting_hand_results(
    solver: OneRaiseSolver, flop_decisions: FlopDecisions
) -> dict[str, StartingHandResult]:
    """Return the first decision of every starting hand."""
    values, hands = flop_decisions.values, starting_hands(solver.deck)
    on_flop = flop_multiples(solver, flop_decisions)

    def by_start(flop_values: Ints) -> list[int]:
        result = np.zeros(len(hands), np.int64)
        np.add.at(
            result,
            flop_decisions.start_of,
            solver.flops.ways @ (flop_values * flop_decisions.is_possible),
        )
        return [int(x) for x in result]

    required_values, raise_values, check_values = map(
        by_start, (values.required_values, values.raise_values, flop_decisions.best_values)
    )
    folded_boards = by_start(values.folds * (on_flop == 0) + solver.boards_left * (on_flop < 0))
    first = solver.by_choice[0]
    deals = comb(len(solver.deck) - 2, 3) * solver.after_flop
    result: dict[str, StartingHandResult] = {}
    for index, start in enumerate(hands):
        net = {
            name: solver.fold * deals * start.ways
            if times < 0
            else required_values[index] + times * raise_values[index]
            if times
            else check_values[index]
            for name, times in zip(*first, strict=True)
        }
        best = max(net, key=lambda name: net[name])  # a tie goes to the first, which stakes less
        times = first.times[first.names.index(best)]
        scaled_deals = deals * start.ways * solver.odds.scale
        fold_chance = (
            Fraction(folded_boards[index] * solver.dealers, deals * start.ways)
            if times == 0
            else times < 0
        )
        result[start.name] = StartingHandResult(
            start.ways,
            {name: Fraction(net[name], scaled_deals) for name in solver.shape.streets[0].choices},
            best,
            Fraction(fold_chance),
        )
    return result


def first_multiples(
    solver: OneRaiseSolver, hands: Mapping[str, StartingHandResult], flop_decisions: FlopDecisions
) -> Ints:
    """Return the best stake before the flop by holding; −1 for a fold, 0 for a check.

    If the flop is face up first, everyone checks.
    """
    if solver.shape.is_flop_open_first:
        return np.zeros(len(flop_decisions.start_of), np.int64)
    first = dict(zip(*solver.by_choice[0], strict=True))
    by_start = np.array([first[hands[start.name].best] for start in starting_hands(solver.deck)])
    return np.asarray(by_start[flop_decisions.start_of], np.int64)


def flop_multiples(solver: OneRaiseSolver, flop_decisions: FlopDecisions) -> Ints:
    """Return the best stake by flop and holding; −1 for a fold, 0 for a check."""
    multiples: Ints = np.array(solver.by_choice[FLOP].times or (0,))[flop_decisions.best_choices]
    return multiples


def _count_results(
    solver: OneRaiseSolver, flop_decisions: FlopDecisions, first: Ints
) -> ResultCounts:
    """Count all deals by stakes and net result."""
    flop_stakes = np.where(first == 0, flop_multiples(solver, flop_decisions), first)
    weights = (solver.flops.ways[:, None] * flop_decisions.is_possible).astype(np.int32)
    results = ResultCounts()
    required = len(solver.shape.required)
    for times in np.unique(flop_stakes).tolist():
        flop_weights = weights * (flop_stakes == times).astype(np.int32)
        if times < 0:
            folds = int(flop_weights.sum()) * solver.after_flop // solver.flops_alike
            results[required, -required] += folds
            continue
        fours = solver.reach_turns(flop_weights)
        turns = solver.by_choice[TURN].times if times == 0 else ()
        for k, turn_stake in enumerate(turns or (times,)):
            turn_counts = fours * (solver.on_turn == k) if turns else fours
            if turn_stake < 0:
                folds = int(turn_counts.sum()) * solver.after_turn // solver.flops_alike
                results[required, -required] += folds
            else:
                _add_ends(solver, turn_counts, turn_stake, results)
    return +results


def _add_ends(
    solver: OneRaiseSolver, fours: ReachCounts, times: int, results: ResultCounts
) -> None:
    """Add the deals that follow four-card boards, with this raise or none so far."""
    required, ends = len(solver.shape.required), solver.ends(fours)
    last = solver.by_choice[WHOLE_BOARD].times if times == 0 else ()
    for counts, final_stake in (
        zip(ends, last, strict=True) if last else [(ends.sum(axis=0), times)]
    ):
        if final_stake < 0:
            results[required, -required] += int(counts.sum())
            continue
        for line, end in np.argwhere(counts).tolist():
            net = solver.odds.net(line, end, final_stake)
            results[required + final_stake, net] += int(counts[line, end])


def advise_one_raise(
    rules: Rules,
    shape: OneRaiseGame,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """Return the value of every open decision on the flop, the turn or the whole board."""
    deck = tuple(deck)
    odds = cached_line_odds(rules, shape)
    completions = _board_completions(hole, board, deck)
    required_values, raise_values = _payouts_by_board(rules, shape, hole, board, deck, completions)
    dealers = comb(len(deck) - 7, 2)
    fold = -len(shape.required) * odds.scale * dealers
    check_values = required_values  # the value of a check on each board
    if len(board) < WHOLE_BOARD and (last := shape.street_on(WHOLE_BOARD)):
        values_by_choice = [
            _value_of_choice(x, required_values, raise_values, required_values, fold)
            for x in last.choices.values()
        ]
        check_values = np.max(values_by_choice, axis=0)
    orders = 1
    if len(board) < TURN and (turn := shape.street_on(TURN)):
        # Either of a board's last two cards may be the turn; sum by turn over all rivers.
        orders = 2
        required_values, raise_values, check_values = (
            _sum_by_turn(x, completions) for x in (required_values, raise_values, check_values)
        )
        fold_on_turn = fold * (len(deck) - 6)
        values_by_choice = [
            _value_of_choice(x, required_values, raise_values, check_values, fold_on_turn)
            for x in turn.choices.values()
        ]
        check_values = np.max(values_by_choice, axis=0)
    net = {
        name: int(_value_of_choice(choice, required_values, raise_values, check_values, 0).sum())
        if choice != FOLD
        else fold * len(completions) * orders
        for name, choice in shape.choices_on(len(board)).items()
    }
    scaled_deals = len(completions) * orders * dealers * odds.scale
    return {name: Fraction(x, scaled_deals) for name, x in net.items()}


def _board_completions(hole: Sequence[Card], board: Sequence[Card], deck: tuple[Card, ...]) -> Ints:
    """Return the cards that complete a board, as deck indexes."""
    rest = [i for i, c in enumerate(deck) if c not in {*hole, *board}]
    return np.array(list(combinations(rest, WHOLE_BOARD - len(board))), np.int64)


def _value_of_choice(
    choice: ChoiceValue,
    required_values: Ints,
    raise_values: Ints,
    check_values: Ints,
    fold_value: int,
) -> Ints:
    """Return the value of a decision, case by case."""
    if choice == FOLD:
        return np.full_like(required_values, fold_value)
    return required_values + stake_multiple(choice) * raise_values if choice else check_values


def _sum_by_turn(values: Ints, boards: Ints) -> Ints:
    """Sum the values of boards, given by their last two cards, by turn."""
    totals = np.zeros(int(boards.max()) + 1, np.int64)
    for turn in boards.T:
        np.add.at(totals, turn, values)
    return totals[np.unique(boards)]


def _payouts_by_board(
    rules: Rules,
    shape: OneRaiseGame,
    hole: Sequence[Card],
    board: Sequence[Card],
    deck: tuple[Card, ...],
    boards: Ints,
) -> tuple[Ints, Ints]:
    """Return, by board, the value of the required wagers and of one unit of the raise."""
    cards, tables, odds = (
        number_deck(deck),
        seven_card_tables(low_ace=shape.low_ace),
        cached_line_odds(rules, shape),
    )
    index_by_card = {c: i for i, c in enumerate(deck)}
    outcomes = np.zeros((len(boards), len(odds.cuts) + 4), np.int64)
    first, second = (index_by_card[c] for c in hole)
    meet_dealer(
        first, second, np.array([index_by_card[c] for c in board]), boards, cards.rank, cards.suit,
        tables.five_of, tables.best, tables.flushes, odds.cuts, outcomes,
    )  # fmt: skip
    lines, counts = odds.lines[outcomes[:, 0]], outcomes[:, 1:]
    base, play = odds.base_form[lines], odds.play_form[lines]
    return (base * counts).sum(axis=1), (play * counts).sum(axis=1)
