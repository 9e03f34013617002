"""A plain loop over some states of a game, and what the lab says of the same states.

A whole game by a plain loop takes a minute to a day. So some of its states are taken, evenly out of
all, and every deal that can follow them is played.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.lab.work import Told, chunks, cores, shared, untold
from pitboss.refusal import Refused

Ints = NDArray[np.int64]
Values = dict[str, Fraction]
"""What decisions are worth."""

_PARTS_A_CORE = 8


class Peer(NamedTuple):
    """A plain loop, ready to run."""

    states: Ints
    """The cards of each."""
    deals: int
    """How many deals follow a state."""
    whole: int
    """How many deals the whole game has, when they are counted so."""
    play: Callable[[int, int], None]
    """Play all deals of some states: from, to."""
    plainly: Callable[[int], Values]
    """What came of it for a state."""
    by_the_lab: Callable[[int], Values]
    """What the lab says."""

    def run(self, told: Told = untold) -> None:
        """Play every state, on all cores."""
        size = -(-len(self.states) // (_PARTS_A_CORE * cores()))
        parts = list(chunks(len(self.states), size))
        shared("playing deal by deal", lambda part: self.play(*part), parts, told)

    def check(self) -> None:
        """What was played agrees with the lab in every state."""
        for state, cards in enumerate(self.states.tolist()):
            if self.plainly(state) != self.by_the_lab(state):
                raise Refused(f"the lab and a plain loop disagree about {cards}")


def spread(deck: Sequence[Card], sizes: Sequence[int], count: int) -> Ints:
    """So many states, evenly out of all: sets of these sizes that are dealt one after the other."""
    ways, left = [], len(deck)
    for size in sizes:
        ways.append(comb(left, size))
        left -= size
    whole = np.prod(ways, dtype=object)
    states = []
    for at in range(count):
        number, cards = (2 * at + 1) * whole // (2 * count), list[Card]()
        for size, many in zip(sizes, ways, strict=True):
            number, index = divmod(number, many)
            rest = [c for c in deck if c not in cards]
            cards += _combination(rest, size, index)
        states.append(cards)
    return np.array(states, np.int64)


def _combination(cards: Sequence[Card], size: int, index: int) -> list[Card]:
    """The choice of so many cards that has this place among all, in the order of `itertools`."""
    found: list[Card] = []
    at = 0
    while len(found) < size:
        with_it = comb(len(cards) - at - 1, size - len(found) - 1)
        if index < with_it:
            found.append(cards[at])
        else:
            index -= with_it
        at += 1
    return found
