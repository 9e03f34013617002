"""The odds of every wager when the player's hand meets the dealer's, and features of both hands.

Odds come from the evaluators of settlement.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import ACE, Card, Deck, rank
from pitboss.errors import Refused
from pitboss.games.payoffs import Evaluator, Odds
from pitboss.hands import Order, ranking
from pitboss.lab.card_sets import set_strengths
from pitboss.lab.duel.shape import DealerDuelGame
from pitboss.lab.game_structure import MAX_ODDS
from pitboss.lab.hand_tables import Ints
from pitboss.lab.staking import Stakes
from pitboss.submission.evaluators import DecisionTests, Hands

LOWER, EQUAL, HIGHER = range(3)
"""The dealer's hand compared with the player's."""
MAX_DUEL_COUNT: Final = 2**62
_MAX_LISTED_CARDS: Final = 5
"""The most cards of a hand whose strengths are listed."""


class DuelTable(NamedTuple):
    """The odds of one game on one deck, by place, as integers."""

    strengths: tuple[int, ...]
    """All strengths, weakest first."""
    cuts: Ints
    """Places of the dealer's hand at which a wager's odds change."""
    odds: Ints
    """By payoff, player's place, cell between cuts, and comparison (`LOWER`, `EQUAL`, `HIGHER`)."""
    scale: int
    """The factor that makes all odds whole."""
    needs_comparison: NDArray[np.bool_]
    """By player's place: whether any odds depend on which hand is higher."""
    is_allowed: NDArray[np.bool_]
    """By decision and player's place: whether that hand may take it."""

    @property
    def place_count(self) -> int:
        """The number of places."""
        return len(self.strengths)

    def payouts(self, stakes: Stakes) -> Ints:
        """Return the payout of all stakes, by place and cell."""
        return np.tensordot(np.array(stakes), self.odds, 1)


@lru_cache(4)
def possible_strengths(
    deck: tuple[Card, ...], counts: tuple[int, ...], order: Order, ranked_on: Deck
) -> tuple[int, ...]:
    """Return the possible strengths of hands of these sizes, weakest first.

    The best five of six cards have no strengths that five cards do not have.
    """
    sizes = {min(count, _MAX_LISTED_CARDS) for count in counts}
    strengths = [set_strengths(deck, size, order, ranked_on) for size in sizes]
    return tuple(np.unique(np.concatenate(strengths)).tolist())


def duel_table(shape: DealerDuelGame, deck: tuple[Card, ...]) -> DuelTable:
    """Return the odds of a game."""
    strengths = duel_strengths(shape, deck)
    cuts = payout_cuts(shape, strengths, shape.dealer)
    rows = odds_rows(shape, strengths, cuts, shape.staking.evaluators)
    scale = lcm(*{x.denominator for row in rows for cell in row for x in cell})
    odds = whole_odds_array(rows, cuts, scale)
    check_duel_odds(shape, deck, int(abs(odds).max()), scale)
    return DuelTable(
        strengths,
        cuts,
        odds,
        scale,
        _is_comparison_needed(odds, cuts),
        allowed_of(shape, strengths),
    )


def duel_strengths(shape: DealerDuelGame, deck: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the strengths that either hand can have, weakest first."""
    counts = tuple(sorted({shape.own, shape.cards}))
    return possible_strengths(deck, counts, shape.order, shape.rules.deck)


def allowed_of(shape: DealerDuelGame, strengths: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return, by decision and player's place, whether settlement allows it."""
    tests, hands = DecisionTests(shape.rules), Hands({}, ())
    is_allowed = np.ones((len(shape.decisions), len(strengths)), np.bool_)
    for number, name in enumerate(shape.decisions):
        if name in shape.rules.streets[0].conditions:
            for place, strength in enumerate(strengths):
                hands[shape.hand] = strength
                is_allowed[number, place] = tests.allows_hands(0, name, hands)
    return is_allowed


def payout_cuts(shape: DealerDuelGame, strengths: tuple[int, ...], hand: str) -> Ints:
    """Return the places at which a hand changes a wager's odds, whatever it is compared with."""
    wagers = shape.rules.required + shape.rules.raises
    strengths_at_cuts = frozenset[int]().union(
        *(x.pays.cuts(hand, strengths, shape.order) for x in wagers)
    )
    cuts = np.unique(np.searchsorted(strengths, sorted(strengths_at_cuts)))
    return np.asarray(cuts[(cuts > 0) & (cuts < len(strengths))], np.int64)


OddsRow = list[tuple[Odds, ...]]
"""By cell: the odds of each payoff."""


def odds_rows(
    shape: DealerDuelGame, strengths: tuple[int, ...], cuts: Ints, evaluate: Sequence[Evaluator]
) -> list[OddsRow]:
    """Return the odds by player's place and cell; zeros in impossible cells.

    Player's hands between two of their own cuts are paid the same in a cell, so only one is
    evaluated.
    """
    own = np.searchsorted(payout_cuts(shape, strengths, shape.hand), range(len(strengths)), "right")
    edges = list(pairwise([0, *cuts.tolist(), len(strengths)]))
    hands, no_odds = Hands({}, ()), (0,) * len(evaluate)
    odds_by_case: dict[tuple[int, int, int], tuple[Odds, ...]] = {}
    rows = []
    for place, kind in enumerate(own.tolist()):
        row: OddsRow = []
        for cell, (low, high) in enumerate(edges):
            spans = ((low, min(high, place)), (place, place + 1), (max(low, place + 1), high))
            for side, (dealer_place, end) in enumerate(spans):
                if not low <= dealer_place < min(end, high):
                    row.append(no_odds)
                    continue
                key = kind, cell, side
                if key not in odds_by_case:
                    hands[shape.hand], hands[shape.dealer] = (
                        strengths[place],
                        strengths[dealer_place],
                    )
                    odds_by_case[key] = tuple([evaluator(hands).total for evaluator in evaluate])
                row.append(odds_by_case[key])
        rows.append(row)
    return rows


def whole_odds_array(rows: list[OddsRow], cuts: Ints, scale: int) -> Ints:
    """Return the odds by payoff as integers."""
    odds = np.array([[[int(x * scale) for x in cell] for cell in row] for row in rows], np.int64)
    return np.moveaxis(odds.reshape(len(rows), len(cuts) + 1, 3, -1), -1, 0).copy()


def _is_comparison_needed(odds: Ints, cuts: Ints) -> NDArray[np.bool_]:
    """Return where odds depend on the comparison within a cell.

    Elsewhere the dealer's hands need not be distinguished, and all of them count as higher.
    """
    place, edges = np.arange(odds.shape[1]), np.array([0, *cuts, odds.shape[1]])
    own_cell = np.searchsorted(cuts, place, side="right")
    own = odds[:, place, own_cell]
    differs = (own[..., LOWER] != own[..., EQUAL]).any(axis=0) & (edges[own_cell] < place)
    differs |= (own[..., HIGHER] != own[..., EQUAL]).any(axis=0) & (place + 1 < edges[own_cell + 1])
    before = ~differs[:, None] & (np.arange(odds.shape[2]) < own_cell[:, None])
    odds[:, before, HIGHER] = odds[:, before, LOWER]
    odds[:, place[~differs], own_cell[~differs], HIGHER] = odds[
        :, place[~differs], own_cell[~differs], EQUAL
    ]
    return np.asarray(differs)


def check_duel_odds(shape: DealerDuelGame, deck: tuple[Card, ...], top: int, scale: int) -> None:
    """Refuse odds that are too high to count."""
    stakes = max(sum(stakes) for stakes in shape.decisions.values() if stakes)
    # One hand at a time is counted in 64 bits; totals are Python integers.
    largest_count = comb(len(deck), shape.cards) * stakes * max(top, scale)
    if top > MAX_ODDS * scale or largest_count > MAX_DUEL_COUNT:
        raise Refused(
            f"{shape.rules.game} pays up to {top / scale:,g} to 1; the lab counts odds up to "
            f"{MAX_ODDS:,} to 1, and lower ones with fractions"
        )


HAND_FEATURES: Final = ("hand",)
UPCARD_FEATURES: Final = ("hand", "match", "over", "low_up", "high_up")
"""Features where the dealer has an upcard."""


def all_strengths(shape: DealerDuelGame, deck: Sequence[Card]) -> tuple[int, ...]:
    """Return all strengths, weakest first."""
    return duel_strengths(shape, tuple(sorted(deck)))


def duel_features(
    own: Sequence[Card], upcards: Sequence[Card], shape: DealerDuelGame, deck: Sequence[Card]
) -> dict[str, int]:
    """Return the features of a hand and the dealer's upcards."""
    strength = ranking(len(own), order=shape.order, deck=shape.rules.deck).strength(own)
    features = {"hand": bisect_left(all_strengths(shape, deck), strength)}
    if not upcards:
        return features
    highest_upcard, ranks = max(rank(c) for c in upcards), [rank(c) for c in own]
    return features | {
        "match": int(any(rank(c) in ranks for c in upcards)),
        "over": sum(r > highest_upcard for r in ranks),
        "low_up": ACE - highest_upcard,
        "high_up": highest_upcard,
    }
