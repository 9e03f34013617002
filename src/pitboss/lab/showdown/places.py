"""How seven cards rank, and which winning hands are paid on the ante: tables for the kernels."""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.kernels import sevens as kernels
from pitboss.lab.ranks import by_digits, ranks_of_five
from pitboss.lab.showdown.shape import Against
from pitboss.submission.evaluators import Hands, evaluators
from pitboss.submission.rules import Rules

Shorts = NDArray[np.int16]
_LOSES_TO_ALL = -1


class Sevens(NamedTuple):
    """The best five of seven cards, by their place among all strengths."""

    five_of: Shorts
    """The number of each set of five ranks, by the ranks as digits in any order."""
    best: Shorts
    """By the number of five ranks and two more ranks."""
    flushes: Shorts
    """By the ranks of one suit as bits."""


@cache
def sevens(*, low_ace: bool) -> Sevens:
    """The tables, where an ace may stand below a deuce or not."""
    ranks = ranks_of_five(low_ace=low_ace)
    sets = list(combinations_with_replacement(range(13), 5))
    five_of = by_digits({held: at for at, held in enumerate(sets)})
    best = np.zeros((len(sets), 13, 13), np.int16)
    kernels.fill_sevens(np.array(sets, np.int64), five_of, ranks.unsuited, best)
    flushes = np.zeros(len(ranks.suited), np.int16)
    kernels.fill_flushes(ranks.suited, flushes)
    return Sevens(five_of, best, flushes)


MOST_PAID = 256
"""How many are kept."""
_paid: dict[str, NDArray[np.bool_]] = {}


def paid_places(rules: Rules, shape: Against) -> NDArray[np.bool_]:
    """Which strengths have the ante paid when they win; advice asks for it at every decision."""
    if rules.hash not in _paid:
        if len(_paid) >= MOST_PAID:
            _paid.clear()
        _paid[rules.hash] = _judged(rules, shape)
    return _paid[rules.hash]


def _judged(rules: Rules, shape: Against) -> NDArray[np.bool_]:
    """Asked of settlement's own judge."""
    ranks = ranks_of_five(low_ace=shape.low_ace)
    judge = evaluators(rules)[shape.ante.key]
    hands = Hands({}, ())
    hands[shape.dealer] = _LOSES_TO_ALL
    paid = []
    for strength in ranks.strengths:
        hands[shape.player] = strength
        paid.append(judge(hands).odds > 0)
    return np.array(paid)
