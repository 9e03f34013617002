"""Payout tables of winning, tied and losing hands, from settlement's evaluators."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from pitboss.errors import Refused
from pitboss.games.payoffs import Evaluator, Odds
from pitboss.lab.hand_tables import Ints, five_card_ranks, payout_cuts
from pitboss.lab.kernels.one_raise import MAX_CUTS
from pitboss.lab.one_raise.shape import OneRaiseGame
from pitboss.submission.evaluators import Hands, compile_evaluators
from pitboss.submission.rules import Rules

MAX_LINES: Final = 256
MAX_SCALED_NET: Final = 10_000_000
"""The highest net result of a deal, scaled: over 19,600 flops of 12 pairs, below 2⁶²."""
MAX_CACHED_ODDS: Final = 64
"""The number of games whose odds are cached."""
_line_odds_cache: dict[str, "LineOdds"] = {}


class LineOdds(NamedTuple):
    """Odds by the place of the player's hand; hands that are paid the same share a line."""

    lines: Ints
    """The line of each place."""
    cell: Ints
    """By line: the cell between cuts that its hands are in."""
    cuts: Ints
    """Places of the dealer's hand at which a wager's odds change."""
    base: Ints
    """By line and end: the net result of the required wagers, scaled to integers."""
    play: Ints
    """By line and end: the net result of one unit of the raise."""
    scale: int

    def net(self, line: int, end: int, times: int) -> Odds:
        """Return the net result of a deal with this end and raise."""
        net = Fraction(int(self.base[line, end]) + times * int(self.play[line, end]), self.scale)
        return int(net) if net.denominator == 1 else net

    @property
    def base_form(self) -> Ints:
        """By line: factors for the counts of lower, not higher, below each cut, and all hands."""
        return self._form(self.base)

    @property
    def play_form(self) -> Ints:
        """The same factors for one unit of the raise."""
        return self._form(self.play)

    def _form(self, odds: Ints) -> Ints:
        cuts = len(self.cuts)
        factors = np.zeros((len(odds), cuts + 3), np.int64)
        for line, (cell, (lower, equal, higher)) in enumerate(
            zip(self.cell.tolist(), self._odds_by_end(odds), strict=True)
        ):
            factors[line, 0] = lower[cell] - equal
            factors[line, 1] = equal - higher[cell]
            for cut in range(cuts):  # between this cell and the next
                row = lower if cut < cell else higher
                factors[line, 2 + cut] = row[cut] - row[cut + 1]
            factors[line, -1] = higher[cuts]
        return factors

    def _odds_by_end(self, odds: Ints) -> list[tuple[list[int], int, list[int]]]:
        cells = len(self.cuts) + 1
        return [(x[:cells], x[cells], x[cells + 1 :]) for x in odds.tolist()]

    def dealer_hands_by_end(self, terms: Ints) -> Ints:
        """Return the dealer's hands by line and end, from the counts of the kernels.

        The last two axes of ``terms`` are the line, and lower, not higher, below each cut and all.
        """
        cells = len(self.cuts) + 1
        hands = np.zeros((*terms.shape[:-1], 2 * cells + 1), np.int64)
        for line, cell in enumerate(self.cell.tolist()):
            lower, not_higher, *below, every = np.moveaxis(terms[..., line, :], -1, 0)
            edges = [np.zeros_like(every), *below, every]
            line_hands = hands[..., line, :]
            for other_cell, (low, high) in enumerate(pairwise(edges)):
                if other_cell < cell:
                    line_hands[..., other_cell] = high - low
                elif other_cell > cell:
                    line_hands[..., cells + 1 + other_cell] = high - low
                else:
                    line_hands[..., other_cell] = lower - low
                    line_hands[..., cells] = not_higher - lower
                    line_hands[..., cells + 1 + other_cell] = high - not_higher
        return hands


def cached_line_odds(rules: Rules, shape: OneRaiseGame) -> LineOdds:
    """Return the tables of a game, cached for advice."""
    if rules.hash not in _line_odds_cache:
        if len(_line_odds_cache) >= MAX_CACHED_ODDS:
            _line_odds_cache.clear()
        _line_odds_cache[rules.hash] = _line_odds(rules, shape)
    return _line_odds_cache[rules.hash]


def _line_odds(rules: Rules, shape: OneRaiseGame) -> LineOdds:
    strengths = five_card_ranks(low_ace=shape.low_ace).strengths
    payoffs = [*(wager.pays for wager in shape.required), shape.raise_wager.pays]
    own, cuts = (
        payout_cuts(payoffs, hand, low_ace=shape.low_ace) for hand in (shape.player, shape.dealer)
    )
    _check_cuts(rules, len(cuts))
    places = range(len(strengths))
    kinds = np.searchsorted(own, places, "right").tolist()
    cells = np.searchsorted(cuts, places, "right").tolist()
    evaluate = compile_evaluators(rules)
    required = [evaluate[wager.key] for wager in shape.required]
    raise_evaluators = [evaluate[shape.raise_wager.key]]
    edges = list(pairwise([0, *cuts.tolist(), len(strengths)]))
    # Player's hands between two of their own cuts are paid the same if they have the same possible
    # ends; the lowest and the highest of a cell have not.
    line_by_odds: dict[tuple[Odds, ...], int] = {}
    line_of: dict[tuple[int, int, bool, bool], int] = {}
    lines = []
    for place in places:
        low, high = edges[cells[place]]
        key = kinds[place], cells[place], place == low, place == high - 1
        if key not in line_of:
            dealer_places = _dealer_places(place, edges)
            base, play = (
                _payouts_by_end(shape, x, strengths, place, dealer_places)
                for x in (required, raise_evaluators)
            )
            line_of[key] = line_by_odds.setdefault((cells[place], *base, *play), len(line_by_odds))
        lines.append(line_of[key])
    scale = lcm(*(Fraction(odds).denominator for _, *row in line_by_odds for odds in row))
    scaled_rows = [[int(odds * scale) for odds in row] for _, *row in line_by_odds]
    _check_scale(rules, scaled_rows)
    odds = np.array(scaled_rows, np.int64)
    ends = odds.shape[1] // 2
    return LineOdds(
        np.array(lines, np.int64),
        np.array([int(cell) for cell, *_ in line_by_odds], np.int64),
        cuts,
        np.ascontiguousarray(odds[:, :ends]),
        np.ascontiguousarray(odds[:, ends:]),
        scale,
    )


def _dealer_places(place: int, edges: Sequence[tuple[int, int]]) -> list[int | None]:
    """Return a place of the dealer's hand for each end; None for impossible ends."""
    lower = [low if low < min(high, place) else None for low, high in edges]
    higher = [high - 1 if high - 1 > max(place, low - 1) else None for low, high in edges]
    return [*lower, place, *higher]


def _payouts_by_end(
    shape: OneRaiseGame,
    evaluate: Sequence[Evaluator],
    strengths: tuple[int, ...],
    place: int,
    dealers: Sequence[int | None],
) -> list[Odds]:
    """Return the total payout of some wagers by end; 0 for impossible ends."""
    hands, payouts = Hands({}, ()), list[Odds]()
    hands[shape.player] = strengths[place]
    for dealer_place in dealers:
        if dealer_place is None:
            payouts.append(0)
            continue
        hands[shape.dealer] = strengths[dealer_place]
        payouts.append(sum(evaluator(hands).total for evaluator in evaluate))
    return payouts


def _check_cuts(rules: Rules, cuts: int) -> None:
    """Refuse more cuts than the kernels have room for."""
    if cuts > MAX_CUTS:
        raise Refused(
            f"the payouts of {rules.game} change at {cuts} hands of the dealer: the lab supports "
            f"up to {MAX_CUTS}"
        )


def _check_scale(rules: Rules, scaled_rows: list[list[int]]) -> None:
    """Refuse odds that the kernels cannot count."""
    highest_stake, ends = max(street.most for street in rules.streets), len(scaled_rows[0]) // 2
    highest_net = max(
        max(map(abs, row[:ends])) + highest_stake * max(map(abs, row[ends:])) for row in scaled_rows
    )
    if len(scaled_rows) > MAX_LINES or highest_net > MAX_SCALED_NET:
        raise Refused(
            f"{rules.game} pays odds that the lab cannot count: use lower odds, fractions with "
            "smaller denominators or fewer lines"
        )
