"""The plain loop of revealed hands: the cards seen at the last decision, card by card."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.benchmark.peer import Ints, Peer, Values
from pitboss.lab.benchmark.places import place_tables
from pitboss.lab.kernels import plain
from pitboss.lab.ranks import RANK, SUIT
from pitboss.lab.revealed.advice import decisions
from pitboss.lab.revealed.shape import Revealed
from pitboss.lab.revealed.values import classes_of, odds_of
from pitboss.refusal import Refused

STATES: Final = 20_000
"""How many are a sample."""


def peer(shape: Revealed, states: Ints, deck: Sequence[Card] = DECK) -> Peer:
    """The loop from the last decision on, in these states."""
    if len(shape.orders) > 1 or shape.size != next(iter(shape.orders.values())).size:
        raise Refused(f"there is no plain loop for {shape.rules.game}: not all cards count")
    (order,) = shape.orders.values()
    classes = classes_of(shape, tuple(sorted(deck)))
    paid = odds_of(shape, classes, shape.staking.evaluators)
    odds = np.array([[int(x) for x in row] for row in paid], np.int64).T.copy()
    unsuited, suited = place_tables(order, [strength for (strength,) in classes.strengths])
    more, streets = shape.size - states.shape[1], shape.rules.streets
    net = np.zeros((len(states), len(odds)), np.int64)
    deals = comb(len(deck) - states.shape[1], more)
    raised = [max(0, *street.stakes.values()) for street in streets[:-1]]
    state = shape.staking.after(raised)

    def play(low: int, high: int) -> None:
        cards = np.array(deck, np.int64)
        plain.play_revealed(states, low, high, cards, RANK, SUIT, unsuited, suited, odds, more, net)

    def plainly(at: int) -> Values:
        return {
            name: Fraction(-sum(state[0]))
            if then is None
            else Fraction(int(np.array(then[0]) @ net[at]), deals)
            for name, then in shape.staking.decided(len(streets) - 1, state).items()
        }

    def by_the_lab(at: int) -> Values:
        return decisions(shape, [Card(c) for c in states[at].tolist()], raised, deck)

    whole = comb(len(deck), shape.sizes[0])
    for before, after in zip(shape.sizes, shape.sizes[1:], strict=False):
        whole *= comb(len(deck) - before, after - before)
    return Peer(states, deals, whole, play, plainly, by_the_lab)
