"""What every winning, tied and losing hand is paid: settlement's own evaluators, as tables.

Given the player's hand, a wager pays otherwise only where the dealer's hand passes a cut (what
qualifies, a line of a table) or the player's own. So the dealer's hands end in one of a few ways:
lower than the player's, by cell between cuts; equal; or higher, by cell again.

The kernels count hands of the dealer that are lower, that are not higher, and that are below each
cut. What a wager comes to is a sum of these, each with a factor: a form.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from pitboss.games.payoffs import Evaluator, Odds
from pitboss.hands import Order
from pitboss.lab.kernels.one_raise import MOST_CUTS
from pitboss.lab.ranks import SIZE, ranks_of_five
from pitboss.lab.showdown.boards import Ints
from pitboss.lab.showdown.one_raise import OneRaise
from pitboss.refusal import Refused
from pitboss.submission.evaluators import Hands, evaluators
from pitboss.submission.rules import Rules

MOST_LINES: Final = 256
MOST_SCALED: Final = 10_000_000
"""What a deal can come to at whole numbers: over the 19,600 flops of 12 pairs, below 2⁶²."""
MOST_KEPT: Final = 64
"""How many games' odds are kept."""
_kept: dict[str, "LineOdds"] = {}


class LineOdds(NamedTuple):
    """Odds by the place of the player's hand: hands that are paid alike share a line."""

    lines: Ints
    """The line of each place."""
    cell: Ints
    """By line: between which cuts its hands are."""
    cuts: Ints
    """Places of the dealer's hand from which on a wager pays otherwise."""
    base: Ints
    """By line and end: what the required wagers come to, scaled to whole numbers."""
    play: Ints
    """What one of the raise comes to."""
    scale: int

    def net(self, line: int, end: int, times: int) -> Odds:
        """The net result of a deal that ends so with a raise of so many."""
        found = Fraction(int(self.base[line, end]) + times * int(self.play[line, end]), self.scale)
        return int(found) if found.denominator == 1 else found

    @property
    def base_form(self) -> Ints:
        """By line: the factors of hands lower, not higher, below each cut, and of all of them."""
        return self._form(self.base)

    @property
    def play_form(self) -> Ints:
        """The same of one of the raise."""
        return self._form(self.play)

    def _form(self, odds: Ints) -> Ints:
        cuts = len(self.cuts)
        found = np.zeros((len(odds), cuts + 3), np.int64)
        for line, (cell, (lower, equal, higher)) in enumerate(
            zip(self.cell.tolist(), self._ends(odds), strict=True)
        ):
            found[line, 0] = lower[cell] - equal
            found[line, 1] = equal - higher[cell]
            for cut in range(cuts):  # between this cell and the next
                row = lower if cut < cell else higher
                found[line, 2 + cut] = row[cut] - row[cut + 1]
            found[line, -1] = higher[cuts]
        return found

    def _ends(self, odds: Ints) -> list[tuple[list[int], int, list[int]]]:
        cells = len(self.cuts) + 1
        return [(x[:cells], x[cells], x[cells + 1 :]) for x in odds.tolist()]

    def ends(self, terms: Ints) -> Ints:
        """By line and end, the hands of the dealer, from what the kernels count.

        The last two axes of ``terms`` are the line, and lower, not higher, below each cut and all.
        """
        cells = len(self.cuts) + 1
        found = np.zeros((*terms.shape[:-1], 2 * cells + 1), np.int64)
        for line, cell in enumerate(self.cell.tolist()):
            lower, not_higher, *below, every = np.moveaxis(terms[..., line, :], -1, 0)
            edges = [np.zeros_like(every), *below, every]
            into = found[..., line, :]
            for at, (low, high) in enumerate(pairwise(edges)):
                if at < cell:
                    into[..., at] = high - low
                elif at > cell:
                    into[..., cells + 1 + at] = high - low
                else:
                    into[..., at] = lower - low
                    into[..., cells] = not_higher - lower
                    into[..., cells + 1 + at] = high - not_higher
        return found


def line_odds(rules: Rules, shape: OneRaise) -> LineOdds:
    """The tables of a game; advice asks for them at every decision."""
    if rules.hash not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[rules.hash] = _tables(rules, shape)
    return _kept[rules.hash]


def _tables(rules: Rules, shape: OneRaise) -> LineOdds:
    strengths = ranks_of_five(low_ace=shape.low_ace).strengths
    own, cuts = (_cuts(shape, strengths, hand) for hand in (shape.player, shape.dealer))
    _check_cuts(rules, len(cuts))
    places = range(len(strengths))
    kinds = np.searchsorted(own, places, "right").tolist()
    cells = np.searchsorted(cuts, places, "right").tolist()
    evaluate = evaluators(rules)
    required = [evaluate[wager.key] for wager in shape.required]
    raised = [evaluate[shape.raised.key]]
    edges = list(pairwise([0, *cuts.tolist(), len(strengths)]))
    # Hands of the player between two cuts of their own are paid alike, if they can end alike: the
    # lowest and the highest of a cell cannot.
    number: dict[tuple[Odds, ...], int] = {}
    line_of: dict[tuple[int, int, bool, bool], int] = {}
    lines = []
    for place in places:
        low, high = edges[cells[place]]
        key = kinds[place], cells[place], place == low, place == high - 1
        if key not in line_of:
            spots = _dealers(place, edges)
            base, play = (_paid(shape, x, strengths, place, spots) for x in (required, raised))
            line_of[key] = number.setdefault((cells[place], *base, *play), len(number))
        lines.append(line_of[key])
    scale = lcm(*(Fraction(odds).denominator for _, *row in number for odds in row))
    scaled = [[int(odds * scale) for odds in row] for _, *row in number]
    _check(rules, scaled)
    odds = np.array(scaled, np.int64)
    ends = odds.shape[1] // 2
    return LineOdds(
        np.array(lines, np.int64),
        np.array([int(cell) for cell, *_ in number], np.int64),
        cuts,
        np.ascontiguousarray(odds[:, :ends]),
        np.ascontiguousarray(odds[:, ends:]),
        scale,
    )


def _cuts(shape: OneRaise, strengths: tuple[int, ...], hand: str) -> Ints:
    """The places from which on a hand changes what a wager pays, whatever it is compared with."""
    order = Order(SIZE, shape.low_ace)
    pays = [*(wager.pays for wager in shape.required), shape.raised.pays]
    found = frozenset[int]().union(*(x.cuts(hand, strengths, order) for x in pays))
    cuts = np.unique(np.searchsorted(strengths, sorted(found)))
    return np.asarray(cuts[(cuts > 0) & (cuts < len(strengths))], np.int64)


def _dealers(place: int, edges: Sequence[tuple[int, int]]) -> list[int | None]:
    """A place of the dealer's hand for each end; none where a hand cannot end so."""
    lower = [low if low < min(high, place) else None for low, high in edges]
    higher = [high - 1 if high - 1 > max(place, low - 1) else None for low, high in edges]
    return [*lower, place, *higher]


def _paid(
    shape: OneRaise,
    evaluate: Sequence[Evaluator],
    strengths: tuple[int, ...],
    place: int,
    dealers: Sequence[int | None],
) -> list[Odds]:
    """What some wagers come to with a hand, by end; nothing where it cannot end so."""
    hands, paid = Hands({}, ()), list[Odds]()
    hands[shape.player] = strengths[place]
    for other in dealers:
        if other is None:
            paid.append(0)
            continue
        hands[shape.dealer] = strengths[other]
        paid.append(sum(one(hands).total for one in evaluate))
    return paid


def _check_cuts(rules: Rules, cuts: int) -> None:
    """Refuse what the kernels have no room for."""
    if cuts > MOST_CUTS:
        raise Refused(
            f"{rules.game} pays otherwise from {cuts} hands of the dealer on: the lab can count up "
            f"to {MOST_CUTS}"
        )


def _check(rules: Rules, scaled: list[list[int]]) -> None:
    """Refuse what the kernels cannot count."""
    staked, ends = max(street.most for street in rules.streets), len(scaled[0]) // 2
    most = max(max(map(abs, row[:ends])) + staked * max(map(abs, row[ends:])) for row in scaled)
    if len(scaled) > MOST_LINES or most > MOST_SCALED:
        raise Refused(
            f"{rules.game} pays odds that the lab cannot count: lower odds, fractions with smaller "
            "denominators or fewer lines can be counted"
        )
