"""The plain loop of the cross games: a starting hand and its first pair, deal by deal."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD
from pitboss.lab.benchmark.peer import Ints, Peer, Values
from pitboss.lab.cross.advice import decisions
from pitboss.lab.cross.odds import table_of
from pitboss.lab.cross.shape import Lines, multiples
from pitboss.lab.kernels import plain
from pitboss.lab.ranks import RANK, SUIT
from pitboss.submission.rules import Rules

DEALT: Final = (2, 2)
"""The cards of a state: a starting hand and a first pair."""
STATES: Final = 500
"""How many are a sample."""


def peer(rules: Rules, lines: Lines, states: Ints, deck: Sequence[Card] = DECK) -> Peer:
    """The loop from the second decision on, in these states."""
    table = table_of(rules, lines)
    odds = np.array(
        [part for line in (0, 1) for part in (table.required(line), table.raised(line))]
        + [table.raised(2)]
    )
    firsts, seconds, thirds = (np.array(multiples(street)) for street in lines.streets)
    folds = FOLD in lines.streets[2].choices.values()
    net = np.zeros((len(states), len(firsts), len(seconds)), np.int64)
    n, required = len(deck), len(lines.required)
    deals = comb(n - 4, 2) * (n - 6)

    def play(low: int, high: int) -> None:
        plain.play_cross(
            states, low, high, np.array(deck, np.int64), RANK, SUIT, table.unsuited, table.suited,
            odds, required, firsts, seconds, thirds, folds, net,
        )  # fmt: skip

    def plainly(state: int) -> Values:
        return {
            f"{first} {name}": Fraction(-required - first)
            if times == FOLD
            else Fraction(int(net[state, f, seconds.tolist().index(times)]), deals)
            for f, first in enumerate(firsts.tolist())
            for name, times in lines.streets[1].choices.items()
        }

    def by_the_lab(state: int) -> Values:
        low, high, *pair = states[state].tolist()
        return {
            f"{first} {name}": value
            for first in firsts.tolist()
            for name, value in decisions(rules, lines, (low, high), [pair], [first], deck).items()
        }

    whole = comb(n, 2) * comb(n - 2, 2) * deals
    return Peer(states, deals, whole, play, plainly, by_the_lab)
