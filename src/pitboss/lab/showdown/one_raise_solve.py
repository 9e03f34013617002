"""The exact solution of a showdown game with one raise.

Backward from the boards, what each decision comes to; forward from the starting hands, how the
deals end under the best of them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.patterns import holding
from pitboss.games.words import FOLD, Street, times_of
from pitboss.lab.kernels import one_raise as kernels
from pitboss.lab.kernels.kinds import HOLDINGS
from pitboss.lab.results import Main, Results, Start, main_of
from pitboss.lab.showdown.boards import Ints, boards, numbered
from pitboss.lab.showdown.kinds import FIRST_FIVE, FIVES, FOURS, MERGED, holdings, kinds
from pitboss.lab.showdown.odds import LineOdds, line_odds
from pitboss.lab.showdown.one_raise import FLOP, SIZES, TURN, WHOLE, OneRaise
from pitboss.lab.showdown.places import sevens
from pitboss.lab.starts import starts
from pitboss.lab.work import Clock, Told, chunks, cores, shared, untold
from pitboss.submission.rules import Rules

_BOARDS_AT_ONCE = 1000
_FOURS_AT_ONCE = 200
_FLOPS_AT_ONCE = 40
_FOLDS = 0xFFFF
"""Below the raise: how many boards are folded."""

Reached = NDArray[np.int32]


class Choices(NamedTuple):
    """The decisions of a street, those that stake less first: of equal ones the first is best."""

    names: tuple[str, ...]
    times: tuple[int, ...]
    """What each stakes; −1 for a fold."""


def choices_of(street: Street | None) -> Choices:
    """In the order in which they are preferred; none where there is no street."""
    asked = street.choices if street else {}
    names = sorted(asked, key=lambda name: times_of(asked[name]))
    times = (-1 if asked[name] == FOLD else times_of(asked[name]) for name in names)
    return Choices(tuple(names), tuple(times))


class Values(NamedTuple):
    """By flop and two cards, over all turns and rivers."""

    later: Ints
    """What the decision on the whole board comes to; what stands where there is none."""
    standing: Ints
    """What the required wagers come to."""
    raised: Ints
    """What one of the raise comes to."""
    folds: Ints
    """On how many boards the hand is folded."""


class Solver:
    """One game on one deck: what its boards come to, and what is made of that."""

    def __init__(self, rules: Rules, shape: OneRaise, deck: Sequence[Card], told: Told) -> None:
        self.rules, self.shape, self.deck, self._told = rules, shape, tuple(deck), told
        self.odds: LineOdds = line_odds(rules, shape)
        self.cards, self.tables = numbered(self.deck), sevens(low_ace=shape.low_ace)
        self.kinds, self.flops = kinds(self.deck), boards(self.deck, FLOP)
        self.holdings = holdings(self.deck)
        self.by_choice = {size: choices_of(shape.street_on(size)) for size in SIZES}
        n = len(self.deck)
        self.dealers = comb(n - 7, 2)
        self.orders = 1 if TURN in shape.sizes else 2
        """Where nothing is decided between them, turn and river may fall in either order."""
        shown_next = TURN if TURN in shape.sizes else WHOLE
        self.flops_alike = 1 if FLOP in shape.sizes else comb(shown_next, FLOP)
        """Where nothing is decided on the flop, any three cards of what is seen next may be it."""
        self.boards_left = (n - 5) * (n - 6) // self.orders
        self.after_flop = self.boards_left * self.dealers
        self.after_turn = (n - 6) * self.dealers
        self.fold = -len(shape.required) * self.odds.scale
        """What a fold comes to, scaled."""
        words = -(-(len(self.odds.cuts) + 2) // kernels.FIELDS)
        self.table = np.zeros((words, FIVES, HOLDINGS[1]), np.uint64)
        """By kind of board and two cards: how the dealer's hands end, and what is decided."""
        self.on_turn: NDArray[np.int8] = np.zeros(0, np.int8)
        """By four cards and two: the number of the best decision, once it was asked for."""
        self._end_boards()

    def _end_boards(self) -> None:
        cards, tables, odds = self.cards, self.tables, self.odds

        def end_some(part: tuple[int, int]) -> None:
            kernels.end_boards(
                self.kinds.fives, *part, cards.rank, cards.suit, tables.five_of, FIRST_FIVE,
                tables.best, tables.flushes, odds.lines, odds.cuts, self.table,
            )  # fmt: skip

        parts = list(chunks(len(self.kinds.fives), _BOARDS_AT_ONCE))
        shared("ranking every board", end_some, parts, self._told)

    def values(self) -> Values:
        """Of every flop; the decisions on whole boards are left in the table."""
        later, standing, packed = map(self.over_turns, self.decide_turns())
        return Values(later, standing, packed >> 16, packed & _FOLDS)

    def decide_turns(self) -> tuple[Ints, Ints, Ints]:
        """By four cards and two: the best play from there, what stands, one of the raise.

        The last is 16 bits up, above the number of boards that are folded.
        """
        best, standing, packed = map(self.over_last_cards, self.decide_boards())
        later = best if self.by_choice[WHOLE].times else standing
        times = self.by_choice[TURN].times
        if not times:
            return later, standing, packed
        self.on_turn = np.zeros(len(later), np.int8)
        raised, folds = packed >> 16, np.zeros_like(packed)
        most = later
        for k, staked in enumerate(times):
            value = self.after_four(staked, later, standing, raised)
            if k == 0:
                most, better = value, np.ones(len(value), bool)
            else:
                better = value > most  # of equal ones the first, which stakes less
                most = np.where(better, value, most)
            self.on_turn[better] = k
            boards = len(self.deck) - 6 if staked < 0 else 0 if staked else packed & _FOLDS
            folds = np.where(better, boards, folds)
        return most, standing, (raised << 16) + folds

    def after_four(self, times: int, later: Ints, standing: Ints, raised: Ints) -> Ints:
        """By four cards and two: what a decision there comes to: a fold, a check or a raise."""
        if times < 0:
            return np.full_like(standing, self.fold * self.after_turn)
        return standing + times * raised if times else later

    def decide_boards(self) -> tuple[Ints, Ints, Ints]:
        """By kind of board and two cards: the best decision, what stands, one of the raise.

        The last is 16 bits up, with a 1 below for a fold.
        """
        best, standing, raised = (np.empty((FIVES, HOLDINGS[1]), np.int64) for _ in range(3))
        times = np.array(self.by_choice[WHOLE].times, np.int64)
        base, play = self.odds.base_form, self.odds.play_form

        def decide(part: tuple[int, int]) -> None:
            kernels.decide_boards(
                self.table, *part, self.dealers, base, play, times, self.fold,
                best, standing, raised,
            )  # fmt: skip

        shared("deciding every board", decide, list(chunks(FIVES, _BOARDS_AT_ONCE)), self._told)
        return best, standing, raised

    def over_turns(self, sums: Ints) -> Ints:
        """By flop and two cards: numbers by four cards and two, over all turns."""
        found = np.zeros((len(self.flops.cards), self.holdings.shape[2]), np.int64)

        def sum_some(part: tuple[int, int]) -> None:
            kernels.sum_turns(
                self.flops.cards, *part, self.cards.rank, self.cards.suit,
                FOURS.of, FOURS.first, FOURS.two, FOURS.begins, self.holdings, sums, found,
            )  # fmt: skip

        parts = list(chunks(len(self.flops.cards), _FLOPS_AT_ONCE))
        shared("summing turns", sum_some, parts, self._told)
        return found // self.orders

    def over_last_cards(self, of: Ints) -> Ints:
        """By four cards and two: numbers by kind of board and two cards, over all last cards."""
        sums = np.zeros(FOURS.sums, np.int64)
        cards, tables = self.cards, self.tables

        def sum_some(part: tuple[int, int]) -> None:
            kernels.sum_last_cards(
                self.kinds.fours, *part, cards.rank, cards.suit, tables.five_of, FIRST_FIVE,
                FOURS.of, FOURS.first, FOURS.two, FOURS.begins, MERGED, of, sums,
            )  # fmt: skip

        parts = list(chunks(len(self.kinds.fours), _FOURS_AT_ONCE))
        shared("summing last cards", sum_some, parts, self._told)
        return sums

    def reach_turns(self, weights: Reached) -> Reached:
        """By four cards and two: how often they follow flops that have these weights."""
        parts = min(cores(), 2)
        fours = [np.zeros(FOURS.sums, np.int32) for _ in range(parts)]

        def turn_some(part: int) -> None:
            low, high = (len(self.flops.cards) * at // parts for at in (part, part + 1))
            kernels.reach_turns(
                self.flops.cards, low, high, self.cards.rank, self.cards.suit,
                FOURS.of, FOURS.first, FOURS.two, FOURS.begins, self.holdings, weights, fours[part],
            )  # fmt: skip

        shared("following turns", turn_some, list(range(parts)), self._told)
        return sum(fours[1:], fours[0])

    def reach_boards(self, fours: Reached) -> Reached:
        """By kind of board and two cards: how often they follow four cards and two."""
        parts = min(cores(), 2)
        found = [np.zeros((FIVES, HOLDINGS[1]), np.int32) for _ in range(parts)]
        cards, tables, count = self.cards, self.tables, len(self.kinds.fours)

        def reach_some(part: int) -> None:
            low, high = (count * at // parts for at in (part, part + 1))
            kernels.reach_boards(
                self.kinds.fours, low, high, cards.rank, cards.suit, tables.five_of, FIRST_FIVE,
                FOURS.of, FOURS.first, FOURS.two, FOURS.begins, MERGED, fours, found[part],
            )  # fmt: skip

        shared("following last cards", reach_some, list(range(parts)), self._told)
        return sum(found[1:], found[0])

    def ends(self, fours: Reached) -> Ints:
        """By decision on the whole board, line and end: how many deals follow four cards."""
        reached = self.reach_boards(fours)
        decided = max(len(self.by_choice[WHOLE].times), 1)
        size = decided, len(self.odds.base), len(self.odds.cuts) + 3

        def count(part: tuple[int, int]) -> Ints:
            counts = np.zeros(size, np.int64)
            kernels.count_ends(self.table, reached, *part, self.dealers, counts)
            return counts

        parts = list(chunks(FIVES, _BOARDS_AT_ONCE))
        found = shared("counting how deals end", count, parts, self._told)
        terms = sum(found, np.zeros(size, np.int64))
        return self.odds.ends(terms) // self.orders // self.flops_alike


class Decided(NamedTuple):
    """The best play up to the flop."""

    values: Values
    on_flop: Ints
    """By flop and two cards: the number of the best decision."""
    after: Ints
    """What it comes to."""
    dealt: NDArray[np.bool_]
    """Whether the two cards can be held on that flop."""
    start_of: Ints
    """By two cards: the number of the starting hand."""


def decide_flops(solver: Solver) -> Decided:
    """The best decision of every hand on every flop."""
    values = solver.values()
    on_flop, after = np.zeros_like(values.later), values.later
    if names := solver.by_choice[FLOP].times:
        each = np.stack([_after_flop(solver, values, times) for times in names])
        on_flop = each.argmax(axis=0)  # of equal ones the first, which stakes less
        after = each.max(axis=0)
    pairs = [(x, y) for y in range(len(solver.deck)) for x in range(y)]
    flops = np.zeros((len(solver.flops.cards), len(solver.deck)), bool)
    flops[np.arange(len(flops))[:, None], solver.flops.cards] = True
    dealt = ~(flops[:, [x for x, _ in pairs]] | flops[:, [y for _, y in pairs]])
    names_of = {start.name: at for at, start in enumerate(starts(solver.deck))}
    start_of = np.array([names_of[holding(solver.deck[x], solver.deck[y])] for x, y in pairs])
    return Decided(values, on_flop, after, dealt, start_of)


def _after_flop(solver: Solver, values: Values, times: int) -> Ints:
    """What a decision on the flop comes to: a fold, a check or a raise."""
    if times < 0:
        return np.full_like(values.later, solver.fold * solver.after_flop)
    return values.standing + times * values.raised if times else values.later


def solve(rules: Rules, shape: OneRaise, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock = Clock()
    solver = Solver(rules, shape, deck, told)
    decided = decide_flops(solver)
    hands = {} if shape.sees_flop_first else _starts(solver, decided)
    return main_of(
        _results(solver, decided, first_times(solver, hands, decided)),
        hands,
        required=len(rules.edge_of),
        method="showdown with a dealer, one raise",
        seconds=clock.seconds(),
    )


def _starts(solver: Solver, decided: Decided) -> dict[str, Start]:
    """The first decision of every starting hand."""
    values, hands = decided.values, starts(solver.deck)
    on_flop = flop_times(solver, decided)

    def by_start(of: Ints) -> list[int]:
        found = np.zeros(len(hands), np.int64)
        np.add.at(found, decided.start_of, solver.flops.ways @ (of * decided.dealt))
        return [int(x) for x in found]

    standing, raised, after = map(by_start, (values.standing, values.raised, decided.after))
    folded = by_start(values.folds * (on_flop == 0) + solver.boards_left * (on_flop < 0))
    first = solver.by_choice[0]
    deals = comb(len(solver.deck) - 2, 3) * solver.after_flop
    found: dict[str, Start] = {}
    for at, start in enumerate(hands):
        net = {
            name: solver.fold * deals * start.ways
            if times < 0
            else standing[at] + times * raised[at]
            if times
            else after[at]
            for name, times in zip(*first, strict=True)
        }
        best = max(net, key=lambda name: net[name])  # of equal ones the first, which stakes less
        times = first.times[first.names.index(best)]
        whole = deals * start.ways * solver.odds.scale
        folds = (
            Fraction(folded[at] * solver.dealers, deals * start.ways) if times == 0 else times < 0
        )
        found[start.name] = Start(
            start.ways,
            {name: Fraction(net[name], whole) for name in solver.shape.streets[0].choices},
            best,
            Fraction(folds),
        )
    return found


def first_times(solver: Solver, hands: Mapping[str, Start], decided: Decided) -> Ints:
    """By two cards: what the best decision before the flop stakes; −1 for a fold, 0 for a check.

    Everyone checks who sees the flop first.
    """
    if solver.shape.sees_flop_first:
        return np.zeros(len(decided.start_of), np.int64)
    first = dict(zip(*solver.by_choice[0], strict=True))
    found = np.array([first[hands[start.name].best] for start in starts(solver.deck)])
    return np.asarray(found[decided.start_of], np.int64)


def flop_times(solver: Solver, decided: Decided) -> Ints:
    """By flop and two cards: what the best decision stakes; −1 for a fold, 0 for a check."""
    found: Ints = np.array(solver.by_choice[FLOP].times or (0,))[decided.on_flop]
    return found


def _results(solver: Solver, decided: Decided, first: Ints) -> Results:
    """How all deals end, by what is staked where."""
    on_flop = np.where(first == 0, flop_times(solver, decided), first)
    weights = (solver.flops.ways[:, None] * decided.dealt).astype(np.int32)
    results = Results()
    required = len(solver.shape.required)
    for times in np.unique(on_flop).tolist():
        here = weights * (on_flop == times).astype(np.int32)
        if times < 0:
            folded = int(here.sum()) * solver.after_flop // solver.flops_alike
            results[required, -required] += folded
            continue
        fours = solver.reach_turns(here)
        turns = solver.by_choice[TURN].times if times == 0 else ()
        for k, then in enumerate(turns or (times,)):
            some = fours * (solver.on_turn == k) if turns else fours
            if then < 0:
                folded = int(some.sum()) * solver.after_turn // solver.flops_alike
                results[required, -required] += folded
            else:
                _add_ends(solver, some, then, results)
    return +results


def _add_ends(solver: Solver, fours: Reached, times: int, results: Results) -> None:
    """How deals end that come to four cards and two, with this raise or none so far."""
    required, ends = len(solver.shape.required), solver.ends(fours)
    last = solver.by_choice[WHOLE].times if times == 0 else ()
    for counts, then in zip(ends, last, strict=True) if last else [(ends.sum(axis=0), times)]:
        if then < 0:
            results[required, -required] += int(counts.sum())
            continue
        for line, end in np.argwhere(counts).tolist():
            net = solver.odds.net(line, end, then)
            results[required + then, net] += int(counts[line, end])
