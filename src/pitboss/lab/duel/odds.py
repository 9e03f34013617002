"""What every wager pays when one hand meets another: asked of settlement's own evaluators.

Given the player's hand, a wager pays otherwise only where the dealer's hand passes a cut (what
qualifies, a line of a table) or the player's own. So the dealer's hands fall into cells: between
which cuts they are, and whether they are lower, equal or higher.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, Deck
from pitboss.games.payoffs import Evaluator, Odds
from pitboss.hands import Order
from pitboss.lab.bounds import MOST_ODDS
from pitboss.lab.duel.shape import Duel
from pitboss.lab.sets import Ints, strengths_of
from pitboss.lab.staking import Stakes
from pitboss.refusal import Refused
from pitboss.submission.evaluators import DecisionTests, Hands

LOWER, EQUAL, HIGHER = range(3)
"""The dealer's hand, to the player's."""
MOST_COUNTED: Final = 2**62
_MOST_LOOKED_AT: Final = 5
"""Cards of a hand whose strengths are listed."""


class Table(NamedTuple):
    """The odds of one game on one deck, by place, in whole numbers."""

    strengths: tuple[int, ...]
    """All that there are, the weakest first."""
    cuts: Ints
    """Places of the dealer's hand from which on a wager pays otherwise."""
    odds: Ints
    """By way, the player's place, cell between cuts, and whether the dealer is lower…"""
    scale: int
    """What odds are multiplied by to be whole."""
    compared: NDArray[np.bool_]
    """By the player's place: whether anything depends on which hand is higher."""
    allowed: NDArray[np.bool_]
    """By decision and the player's place: whether that hand may take it."""

    @property
    def places(self) -> int:
        """How many there are."""
        return len(self.strengths)

    def paid(self, stakes: Stakes) -> Ints:
        """What all that stands is paid, by place and cell."""
        return np.tensordot(np.array(stakes), self.odds, 1)


@lru_cache(4)
def places_of(
    deck: tuple[Card, ...], counts: tuple[int, ...], order: Order, ranked_on: Deck
) -> tuple[int, ...]:
    """The strengths that hands of these numbers of cards can have, the weakest first.

    The best of six cards has no strength that the best of five has not.
    """
    sizes = {min(count, _MOST_LOOKED_AT) for count in counts}
    found = [strengths_of(deck, size, order, ranked_on) for size in sizes]
    return tuple(np.unique(np.concatenate(found)).tolist())


def table_of(shape: Duel, deck: tuple[Card, ...]) -> Table:
    """The odds of a game."""
    strengths = strengths_in(shape, deck)
    cuts = cuts_of(shape, strengths, shape.dealer)
    rows = rows_of(shape, strengths, cuts, shape.staking.evaluators)
    scale = lcm(*{x.denominator for row in rows for cell in row for x in cell})
    odds = whole_odds(rows, cuts, scale)
    check_odds(shape, deck, int(abs(odds).max()), scale)
    return Table(strengths, cuts, odds, scale, _compared(odds, cuts), allowed_of(shape, strengths))


def strengths_in(shape: Duel, deck: tuple[Card, ...]) -> tuple[int, ...]:
    """The strengths that either hand can have, the weakest first."""
    counts = tuple(sorted({shape.own, shape.cards}))
    return places_of(deck, counts, shape.order, shape.rules.deck)


def allowed_of(shape: Duel, strengths: tuple[int, ...]) -> NDArray[np.bool_]:
    """By decision and the player's place: whether settlement takes it with that hand."""
    tests, hands = DecisionTests(shape.rules), Hands({}, ())
    allowed = np.ones((len(shape.decisions), len(strengths)), np.bool_)
    for number, name in enumerate(shape.decisions):
        if name in shape.rules.streets[0].conditions:
            for place, strength in enumerate(strengths):
                hands[shape.hand] = strength
                allowed[number, place] = tests.allows_hands(0, name, hands)
    return allowed


def cuts_of(shape: Duel, strengths: tuple[int, ...], hand: str) -> Ints:
    """The places from which on a hand changes what a wager pays, whatever it is compared with."""
    wagers = shape.rules.required + shape.rules.raises
    found = frozenset[int]().union(*(x.pays.cuts(hand, strengths, shape.order) for x in wagers))
    cuts = np.unique(np.searchsorted(strengths, sorted(found)))
    return np.asarray(cuts[(cuts > 0) & (cuts < len(strengths))], np.int64)


Row = list[tuple[Odds, ...]]
"""By cell, what each way pays."""


def rows_of(
    shape: Duel, strengths: tuple[int, ...], cuts: Ints, evaluate: Sequence[Evaluator]
) -> list[Row]:
    """By the player's place: what is paid, cell by cell; nothing in those that cannot be.

    Hands of the player between two cuts of their own are paid alike in a cell: one of them is
    asked about.
    """
    own = np.searchsorted(cuts_of(shape, strengths, shape.hand), range(len(strengths)), "right")
    edges = list(pairwise([0, *cuts.tolist(), len(strengths)]))
    hands, none = Hands({}, ()), (0,) * len(evaluate)
    known: dict[tuple[int, int, int], tuple[Odds, ...]] = {}
    rows = []
    for place, kind in enumerate(own.tolist()):
        row: Row = []
        for cell, (low, high) in enumerate(edges):
            spans = ((low, min(high, place)), (place, place + 1), (max(low, place + 1), high))
            for side, (at, end) in enumerate(spans):
                if not low <= at < min(end, high):
                    row.append(none)
                    continue
                key = kind, cell, side
                if key not in known:
                    hands[shape.hand], hands[shape.dealer] = strengths[place], strengths[at]
                    known[key] = tuple([one(hands).total for one in evaluate])
                row.append(known[key])
        rows.append(row)
    return rows


def whole_odds(rows: list[Row], cuts: Ints, scale: int) -> Ints:
    """The same by way, in whole numbers."""
    odds = np.array([[[int(x * scale) for x in cell] for cell in row] for row in rows], np.int64)
    return np.moveaxis(odds.reshape(len(rows), len(cuts) + 1, 3, -1), -1, 0).copy()


def _compared(odds: Ints, cuts: Ints) -> NDArray[np.bool_]:
    """Where a wager pays otherwise on one side of the player's place than on the other.

    Elsewhere the dealer's hands need not be told apart, and all of them count as higher.
    """
    place, edges = np.arange(odds.shape[1]), np.array([0, *cuts, odds.shape[1]])
    at = np.searchsorted(cuts, place, side="right")
    own = odds[:, place, at]
    differs = (own[..., LOWER] != own[..., EQUAL]).any(axis=0) & (edges[at] < place)
    differs |= (own[..., HIGHER] != own[..., EQUAL]).any(axis=0) & (place + 1 < edges[at + 1])
    before = ~differs[:, None] & (np.arange(odds.shape[2]) < at[:, None])
    odds[:, before, HIGHER] = odds[:, before, LOWER]
    odds[:, place[~differs], at[~differs], HIGHER] = odds[:, place[~differs], at[~differs], EQUAL]
    return np.asarray(differs)


def check_odds(shape: Duel, deck: tuple[Card, ...], top: int, scale: int) -> None:
    """Refuse odds that are too high to be counted."""
    stakes = max(sum(stakes) for stakes in shape.decisions.values() if stakes)
    # One hand at a time is counted in 64 bits; all of them together, in Python's numbers.
    most = comb(len(deck), shape.cards) * stakes * max(top, scale)
    if top > MOST_ODDS * scale or most > MOST_COUNTED:
        raise Refused(
            f"{shape.rules.game} pays up to {top / scale:,g} to 1; the lab counts odds up to "
            f"{MOST_ODDS:,} to 1, and lower ones with fractions"
        )
