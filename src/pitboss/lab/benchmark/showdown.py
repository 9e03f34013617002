"""The plain loop of the showdown games: a starting hand and a flop, showdown by showdown."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import times_of
from pitboss.lab.benchmark.peer import Ints, Peer, Values
from pitboss.lab.kernels import plain
from pitboss.lab.ranks import RANK, SUIT
from pitboss.lab.showdown.advice import decisions
from pitboss.lab.showdown.places import paid_places, sevens
from pitboss.lab.showdown.shape import Against
from pitboss.submission.rules import Rules

DEALT: Final = (2, 3)
"""The cards of a state: a starting hand and a flop."""
STATES: Final = 40
"""How many are a sample."""
_RAISED: Final = 1
"""What was bet before the flop."""


def peer(rules: Rules, shape: Against, states: Ints, deck: Sequence[Card] = DECK) -> Peer:
    """The loop from the second decision on, in these states."""
    tables, pays = sevens(low_ace=shape.low_ace), paid_places(rules, shape)
    rivers = np.array([times_of(times) for times in shape.streets[2].choices.values()])
    net = np.zeros((len(states), 3), np.int64)
    n = len(deck)
    deals = (n - 5) * (n - 6) * comb(n - 7, 2)

    def play(low: int, high: int) -> None:
        plain.play_showdown(
            states, low, high, np.array(deck, np.int64), RANK, SUIT,
            tables.five_of, tables.best, tables.flushes, pays, rivers, net,
        )  # fmt: skip

    def plainly(state: int) -> Values:
        ante, hope, later = net[state].tolist()
        return {
            name: Fraction(ante + (_RAISED + times_of(times)) * hope + later, deals)
            for name, times in shape.streets[1].choices.items()
        }

    def by_the_lab(state: int) -> Values:
        low, high, *flop = states[state].tolist()
        return decisions(rules, shape, (low, high), flop, [_RAISED], deck)

    whole = comb(n, 2) * comb(n - 2, 3) * deals
    return Peer(states, deals, whole, play, plainly, by_the_lab)
