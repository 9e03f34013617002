"""What doubtful hands of a showdown game come to on every flop, to take the chance out of one."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.lab.expose.showdown_cards import Seen
from pitboss.lab.expose.showdown_effects import FirstBets
from pitboss.lab.kernels import expose_showdown as kernels
from pitboss.lab.showdown.boards import Ints, numbered
from pitboss.lab.showdown.kinds import FOURS, holdings
from pitboss.lab.work import Told, chunks, shared

_DOUBT = 0.4
"""Hands whose first bet comes to so much more or less than a fold; others are seldom in doubt."""
_FLOPS_AT_ONCE = 500


class FlopValues:
    """The values of doubtful hands when nothing is known, on each flop."""

    def __init__(self, first: FirstBets, seen: Seen, deck: tuple[Card, ...], told: Told) -> None:
        n = len(deck)
        self._first, self._n = first, n
        self._flops = np.array([(a, b, c) for c in range(n) for b in range(c) for a in range(b)])
        self._bits = (1 << self._flops).sum(axis=1)
        self._pairs = np.flatnonzero(np.abs(first.values + 1) < _DOUBT)
        pairs = np.array([(x, y) for y in range(n) for x in range(y)])
        self._hands = pairs[self._pairs]
        values = np.zeros((len(self._flops), len(self._pairs)), np.float32)
        cards, held = numbered(deck), holdings(deck)
        after_turn = (n - 6) * comb(n - 7, 2)

        def value(part: tuple[int, int]) -> None:
            kernels.value_flops(
                self._flops, *part, after_turn, cards.rank, cards.suit,
                FOURS.of, FOURS.first, FOURS.two, FOURS.begins, held, seen.sums().met,
                *seen.stakes, self._hands, first.times[self._pairs], values,
            )  # fmt: skip

        parts = list(chunks(len(self._flops), _FLOPS_AT_ONCE))
        shared("playing doubtful hands on every flop", value, parts, told)
        self._values = np.ascontiguousarray(values.T)  # each hand is asked for on all flops

    def other_flops(self, flop: Ints, gone: Ints, plays: NDArray[np.bool_]) -> float:
        """For hands whose first decision knowledge changes: this flop less all that may be.

        Its mean over the flops is 0, and it goes with what such a hand gains or loses by chance.
        """
        there = self._first.base_plays[self._pairs].astype(int) - plays[self._pairs]
        there[np.isin(self._hands, [*flop, *gone]).any(axis=1)] = 0
        (changed,) = np.nonzero(there)
        may_be = self._bits & (1 << gone).sum() == 0
        left = comb(self._n - 2 - len(gone), 3)
        a, b, c = flop.tolist()
        at = comb(c, 3) + comb(b, 2) + a
        values = self._values[changed]
        means = values @ may_be.astype(np.float32) / left
        return float(there[changed] @ (values[:, at] - means))
