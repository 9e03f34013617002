"""The plain loop of duels: a hand and what the dealer shows, hand by hand of the dealer."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.benchmark.peer import Ints, Peer, Values
from pitboss.lab.benchmark.places import place_tables
from pitboss.lab.duel.advice import decisions
from pitboss.lab.duel.odds import HIGHER, table_of
from pitboss.lab.duel.shape import Duel
from pitboss.lab.kernels import plain
from pitboss.lab.ranks import RANK, SUIT
from pitboss.refusal import Refused

STATES: Final = 200
"""How many are a sample."""


def peer(shape: Duel, states: Ints, deck: Sequence[Card] = DECK) -> Peer:
    """The loop over the dealer's hands, in these states."""
    if not shape.own == shape.cards == shape.order.size:
        raise Refused(f"there is no plain loop for {shape.rules.game}: not all cards count")
    table = table_of(shape, tuple(sorted(deck)))
    unsuited, suited = place_tables(shape.order, table.strengths)
    cells = np.searchsorted(table.cuts, range(table.places), side="right")
    stakes = {name: x for name, x in shape.decisions.items() if x is not None}
    odds = np.array([table.paid(x) for x in stakes.values()], np.int64)
    odds[:, ~table.compared] = odds[:, ~table.compared][..., HIGHER, None]
    net = np.zeros((len(states), len(odds)), np.int64)
    more = shape.cards - shape.up
    deals = comb(len(deck) - states.shape[1], more)

    def play(low: int, high: int) -> None:
        plain.play_duel(
            states, low, high, shape.own, np.array(deck, np.int64), RANK, SUIT,
            unsuited, suited, cells, odds, more, net,
        )  # fmt: skip

    def plainly(at: int) -> Values:
        folded = {name: Fraction(-shape.staked) for name, x in shape.decisions.items() if x is None}
        played = zip(stakes, net[at].tolist(), strict=True)
        return folded | {name: Fraction(x, deals * table.scale) for name, x in played}

    def by_the_lab(at: int) -> Values:
        cards = [Card(c) for c in states[at].tolist()]
        return decisions(shape, cards[: shape.own], cards[shape.own :], deck)

    n = len(deck)
    whole = comb(n, shape.own) * comb(n - shape.own, shape.up) * deals
    return Peer(states, deals, whole, play, plainly, by_the_lab)
