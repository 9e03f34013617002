"""Solve a main game with varied odds: its value, and slopes where a shape provides them."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.games.game_parts import Raise, Required
from pitboss.games.payoffs import LOSS, Odds
from pitboss.lab.hand_tables import Ints
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import PayChange, apply_pay_changes, changeable_lines, pay_line_numbers
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.shape_registry import find_shape_on_deck
from pitboss.lab.target.request import OddsPoint, PaytableSpace, VariableLine
from pitboss.submission.rules import Rules

W = TypeVar("W", Required, Raise)


class SolvedPaytable(NamedTuple):
    """A main game under optimal play: its total net result, and how that changes with the odds.

    Under a fixed strategy the net result is linear in the odds, and no strategy beats the optimal
    one. So this net result, extended by its slopes, never exceeds that of another paytable.
    """

    net: Odds
    rise: tuple[int, ...]
    """The least increase of the net result per unit of higher odds, by varied line."""
    fall: tuple[int, ...]
    """The greatest decrease per unit of lower odds; equal to ``rise`` for a known strategy."""


class PaytableSolver(Protocol):
    """A function that solves the main game for any odds of the varied lines."""

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Return the solution at these odds."""


class LineNumbers(NamedTuple):
    """The paytable lines of the main game by number."""

    filed: dict[str, Ints]
    """By wager: the odds of each line, followed by those of hands without a line."""
    places: tuple[tuple[str, int, int], ...]
    """For each varied line: its wager, its number, and its index among the varied lines."""
    variable_count: int

    def odds_by_wager(self, point: OddsPoint) -> dict[str, Ints]:
        """Return the odds of each line at a point of the search."""
        odds = {key: table.copy() for key, table in self.filed.items()}
        for wager, number, i in self.places:
            odds[wager][number] = point[i]
        return odds

    def slopes(self, stakes: Mapping[str, Ints]) -> tuple[int, ...]:
        """Return how much one more on each varied line adds, given the stakes on each line."""
        slopes = [0] * self.variable_count
        for wager, number, i in self.places:
            slopes[i] += int(stakes[wager][number])
        return tuple(slopes)


def line_numbers(rules: Rules, variable_lines: Sequence[VariableLine]) -> LineNumbers:
    """Return the numbered lines of these rules."""
    lines = changeable_lines(rules)
    wagers = [*(x.key for x in rules.required), *(x.key for x in rules.raises)]
    filed_odds = {key: np.array([*(x.odds for x in lines[key]), LOSS], np.int64) for key in wagers}
    number_by_key = {x.key: n for key in wagers for n, x in enumerate(lines[key])}
    places = (
        (w, number_by_key[f"{w}.{line}"], i)
        for i, x in enumerate(variable_lines)
        for w, line in x.lines
    )
    return LineNumbers(filed_odds, tuple(places), len(variable_lines))


def stakes_by_line(lines: int, numbers: Ints, stakes: Ints) -> Ints:
    """Return the total stake on each line."""
    totals = np.zeros(lines, np.int64)
    np.add.at(totals, numbers, stakes)  # −1, for no line, is the last element
    return totals


def with_numbered_lines(rules: Rules) -> Rules:
    """Return the rules with each line of the main game paying its own number."""
    return replace(
        rules,
        required=tuple(map(_number_lines, rules.required)),
        raises=tuple(map(_number_lines, rules.raises)),
    )


def _number_lines(wager: W) -> W:
    return replace(wager, pays=pay_line_numbers(wager.pays)) if wager.pays.ranked_table else wager


OddsFunction = Callable[[Sequence[PayChange]], Ints]
"""Returns the odds with some pay changes made."""


class LinearOdds(NamedTuple):
    """Odds as filed, and how much one more on each varied line adds to them."""

    filed: Ints
    slopes: tuple[Ints, ...]
    points: OddsPoint
    """The odds of each varied line as filed."""

    def odds_at(self, point: OddsPoint) -> Ints:
        """Return the odds at a point of the search."""
        total = self.filed.copy()
        for filed_value, slope, odds in zip(self.points, self.slopes, point, strict=True):
            total += (odds - filed_value) * slope
        return total


def fit_linear_odds(
    variable_lines: Sequence[VariableLine], odds_with_changes: OddsFunction, scale: int
) -> LinearOdds | None:
    """Return how the odds change, if they change linearly over the range of each line.

    Lines filed with a fraction are not linear: their steps are whole numbers.
    """
    filed_odds, slopes, points = odds_with_changes([]), [], []
    for line in variable_lines:
        if not isinstance(line.filed, int):
            return None
        points.append(line.filed)
        low, high = min(line.values[0], line.filed), max(line.values[-1], line.filed)
        if low == high:
            low, high = (low - 1, high) if high == line.most else (low, high + 1)
        ends = [odds_with_changes(line.changes(odds)) for odds in (low, high)]
        slope, remainder = np.divmod(ends[1] - ends[0], high - low)
        if remainder.any() or (slope % scale).any():
            return None
        if not np.array_equal(ends[0] + (line.filed - low) * slope, filed_odds):
            return None
        slopes.append(slope)
    return LinearOdds(filed_odds, tuple(slopes), tuple(points))


def wager_marks(variable_lines: Sequence[VariableLine]) -> dict[str, frozenset[int]]:
    """Return which varied lines change each wager.

    Wagers with the same payoff and the same mark can still be counted together.
    """
    lines_by_wager: dict[str, set[int]] = {}
    for index, line in enumerate(variable_lines):
        for wager, _ in line.lines:
            lines_by_wager.setdefault(wager, set()).add(index)
    return {wager: frozenset(indexes) for wager, indexes in lines_by_wager.items()}


def paytable_solver(
    rules: Rules,
    space: PaytableSpace,
    deals: int,
    deck: Sequence[Card] | None = None,
    progress: Progress = no_progress,
) -> PaytableSolver:
    """Return the fastest solver available: a shape's, if the deck has interchangeable suits."""
    deck = rules.deck.cards if deck is None else deck
    shape = find_shape_on_deck(rules, deck)
    if shape and (solver := shape.vary(space.free, deck, progress)):
        return solver
    return _generic_solver(rules, space, deals, deck)


def _generic_solver(
    rules: Rules, space: PaytableSpace, deals: int, deck: Sequence[Card]
) -> PaytableSolver:
    """Return a solver for any game, with slopes that follow from the highest possible stakes."""
    stakes = {wager.key: 1 for wager in rules.required}
    for street in rules.streets:
        highest_stake = max(street.stakes.values(), default=0)
        stakes[street.wager] = stakes.get(street.wager, 0) + highest_stake
    no_rise = (0,) * len(space.free)
    greatest_fall = tuple(deals * sum(stakes.get(w, 0) for w, _ in x.lines) for x in space.free)

    def solve(point: OddsPoint) -> SolvedPaytable:
        main = solve_main(apply_pay_changes(rules, space.changes(point)), deck=deck, keep=False)
        return SolvedPaytable(main.net, no_rise, greatest_fall)

    return solve
