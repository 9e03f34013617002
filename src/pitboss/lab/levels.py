"""Levels: the strengths of a hand cut where some wager begins to pay otherwise.

All hands of one level are paid alike by every wager of the main game, so a kernel need only know
the level. The odds are settlement's own: each is asked of its judge.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.words import Raise, Required
from pitboss.hands.strength import kicker, kind_of
from pitboss.lab.bounds import check_odds, whole
from pitboss.submission.evaluators import Hands, evaluators
from pitboss.submission.rules import Rules

Wager = Required | Raise


class Levels(NamedTuple):
    """The levels of one kind of hand, from the lowest, and what they pay."""

    of: NDArray[np.uint8]
    """The level of each strength, by its place among all."""
    odds: dict[str, NDArray[np.int64]]
    """What each wager pays at each level."""

    @property
    def number(self) -> int:
        """How many there are."""
        return int(self.of[-1]) + 1


_MOST_KEPT = 32
_kept: dict[tuple[str, tuple[tuple[str, str], ...]], Levels] = {}


def levels(rules: Rules, strengths: Sequence[int], paid: Sequence[tuple[Wager, str]]) -> Levels:
    """The levels of hands with these strengths, for wagers that are paid on a hand so named."""
    key = rules.hash, tuple((wager.key, hand) for wager, hand in paid)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = _cut(rules, strengths, paid)
    return _kept[key]


def _cut(rules: Rules, strengths: Sequence[int], paid: Sequence[tuple[Wager, str]]) -> Levels:
    judged, hands = evaluators(rules), Hands({}, ())
    asked: dict[tuple[int, int], tuple[int, ...]] = {}
    columns = []
    for strength in strengths:
        # A line of a paytable names a kind of hand and a rank (`Ranked.covers`), nothing more.
        named = kind_of(strength), kicker(strength)
        if named not in asked:
            for _, hand in paid:
                hands[hand] = strength
            asked[named] = tuple([whole(judged[wager.key](hands).odds) for wager, _ in paid])
        columns.append(asked[named])
    for (wager, _), odds in zip(paid, zip(*columns, strict=True), strict=True):
        check_odds(wager, odds)
    of = np.zeros(len(strengths), np.uint8)
    of[1:] = np.cumsum([one != other for one, other in pairwise(columns)])
    at = [int(np.argmax(of == level)) for level in range(int(of[-1]) + 1)]
    return Levels(
        of,
        {
            wager.key: np.array([columns[i][w] for i in at], np.int64)
            for w, (wager, _) in enumerate(paid)
        },
    )
