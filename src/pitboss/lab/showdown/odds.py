"""What every winning, tied and losing hand is paid: settlement's own evaluators, as tables."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from pitboss.games.patterns import floor
from pitboss.games.payoffs import Odds
from pitboss.hands import Order
from pitboss.lab.kernels.one_raise import ENDS
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
_NEVER: Final = -1
_kept: dict[str, "LineOdds"] = {}


class LineOdds(NamedTuple):
    """Odds by the place of the player's hand: hands that are paid alike share a line."""

    lines: Ints
    """The line of each place."""
    base: Ints
    """By line and end: what the required wagers come to, scaled to whole numbers."""
    play: Ints
    """What one of the raise comes to."""
    scale: int
    floor: int
    """The lowest place that is not below the floor."""

    def net(self, line: int, end: int, times: int) -> Odds:
        """The net result of a deal that ends so with a raise of so many."""
        found = Fraction(int(self.base[line, end]) + times * int(self.play[line, end]), self.scale)
        return int(found) if found.denominator == 1 else found


def line_odds(rules: Rules, shape: OneRaise) -> LineOdds:
    """The tables of a game; advice asks for them at every decision."""
    if rules.hash not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[rules.hash] = _asked(rules, shape)
    return _kept[rules.hash]


def _asked(rules: Rules, shape: OneRaise) -> LineOdds:
    strengths = ranks_of_five(low_ace=shape.low_ace).strengths
    lowest = floor(shape.floor, Order(SIZE, shape.low_ace)) if shape.floor else strengths[0]
    evaluate = evaluators(rules)
    required = [evaluate[wager.key] for wager in shape.required]
    raised = evaluate[shape.raised.key]
    hands = Hands({}, ())
    number: dict[tuple[Odds, ...], int] = {}
    lines = []
    for strength in strengths:
        hands[shape.player] = strength
        base, play = [], []
        for other in _dealers(strength, lowest):
            hands[shape.dealer] = strength if other is None else other
            base.append(sum(x(hands).total for x in required) if other is not None else 0)
            play.append(raised(hands).total if other is not None else 0)
        lines.append(number.setdefault((*base, *play), len(number)))
    scale = lcm(*(Fraction(odds).denominator for row in number for odds in row))
    scaled = [[int(odds * scale) for odds in row] for row in number]
    _check(rules, scaled)
    found = np.array(scaled, np.int64)
    below = sum(strength < lowest for strength in strengths)
    return LineOdds(
        np.array(lines, np.int64),
        np.ascontiguousarray(found[:, :ENDS]),
        np.ascontiguousarray(found[:, ENDS:]),
        scale,
        below,
    )


def _dealers(strength: int, lowest: int) -> Iterator[int | None]:
    """A strength of the dealer for each end; none where a hand cannot end so."""
    beaten = strength - 1
    yield min(beaten, lowest - 1)
    yield lowest if lowest <= beaten else None
    yield strength
    yield lowest - 1 if lowest - 1 > strength else None
    yield max(strength + 1, lowest)


def _check(rules: Rules, scaled: list[list[int]]) -> None:
    """Refuse what the kernels cannot count."""
    staked = max(street.most for street in rules.streets)
    most = max(max(map(abs, row[:ENDS])) + staked * max(map(abs, row[ENDS:])) for row in scaled)
    if len(scaled) > MOST_LINES or most > MOST_SCALED:
        raise Refused(
            f"{rules.game} pays odds that the lab cannot count: lower odds, fractions with smaller "
            "denominators or fewer lines can be counted"
        )
