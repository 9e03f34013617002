"""The plain loop of showdown games with one raise: a hand and a flop, showdown by showdown."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD, Choice, times_of
from pitboss.lab.benchmark.peer import Ints, Peer, Values
from pitboss.lab.kernels import plain
from pitboss.lab.ranks import RANK, SUIT
from pitboss.lab.showdown.odds import line_odds
from pitboss.lab.showdown.one_raise import FLOP, WHOLE, OneRaise
from pitboss.lab.showdown.one_raise_advice import decisions
from pitboss.lab.showdown.places import sevens
from pitboss.submission.rules import Rules

DEALT: Final = (2, 3)
"""The cards of a state: a starting hand and a flop."""
STATES: Final = 40
"""How many are a sample."""


def peer(rules: Rules, shape: OneRaise, states: Ints, deck: Sequence[Card] = DECK) -> Peer:
    """The loop from the decision on the flop on, in these states."""
    tables, odds = sevens(low_ace=shape.low_ace), line_odds(rules, shape)
    last, flop = shape.street_on(WHOLE), shape.street_on(FLOP)
    on_flop = flop.choices if flop else {}
    choices = list(last.choices.values()) if last else []
    last_times = np.array([-1 if x == FOLD else times_of(x) for x in choices], np.int64)
    fold = -len(shape.required) * odds.scale
    net = np.zeros((len(states), 3), np.int64)
    n = len(deck)
    deals = comb(n - 5, 2) * comb(n - 7, 2)

    def play(low: int, high: int) -> None:
        plain.play_one_raise(
            states, low, high, np.array(deck, np.int64), RANK, SUIT,
            tables.five_of, tables.best, tables.flushes, odds.lines, odds.cuts,
            odds.base, odds.play, last_times, fold, net,
        )  # fmt: skip

    def value(choice: Choice, standing: int, raised: int, later: int) -> int:
        if choice == FOLD:
            return fold * deals
        return standing + times_of(choice) * raised if choice else later

    def plainly(state: int) -> Values:
        found = net[state].tolist()
        whole = deals * odds.scale
        return {name: Fraction(value(x, *found), whole) for name, x in on_flop.items()}

    def by_the_lab(state: int) -> Values:
        low, high, *cards = states[state].tolist()
        return decisions(rules, shape, (low, high), cards, deck)

    whole = comb(n, 2) * comb(n - 2, 3) * deals
    return Peer(states, deals, whole, play, plainly, by_the_lab)
