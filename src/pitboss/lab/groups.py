"""Cards that are alike to a starting hand.

Hands of any size rank by their ranks, and by whether all cards share a suit. So to two cards the
others of one rank are alike, unless one of them is of a suit that both have and can make a flush.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.lab.ranks import RANK, SUIT

Ints = NDArray[np.int64]


class Groups(NamedTuple):
    """The cards that a starting hand leaves, in groups of alike ones."""

    of: Ints
    """The group of each card."""
    shown: Ints
    """Where the first card of each group is."""
    held: Ints
    """How many cards each has."""


def groups_of(hole: Sequence[Card], rest: Sequence[Card]) -> Groups:
    """The groups of the rest of the deck."""
    cards = np.array(rest, np.int64)
    first, second = hole
    flushing = (SUIT[cards] == SUIT[first]) & (SUIT[first] == SUIT[second])
    _, shown, of, held = np.unique(
        2 * RANK[cards] + flushing, return_index=True, return_inverse=True, return_counts=True
    )
    return Groups(of, shown, held)
