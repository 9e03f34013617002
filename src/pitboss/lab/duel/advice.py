"""What each decision of a hand against the dealer's is worth: every hand of the dealer is counted.

This goes another way than the whole solution does, and is its measure.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.duel.counts import binomials, numbers_of, own_places
from pitboss.lab.duel.odds import EQUAL, HIGHER, LOWER, Table, table_of
from pitboss.lab.duel.shape import Duel
from pitboss.lab.kernels import duel as kernels
from pitboss.lab.sets import Ints

_KEPT: dict[tuple[str, tuple[Card, ...]], Table] = {}
_MOST_KEPT = 4


def kept_table(shape: Duel, deck: tuple[Card, ...]) -> Table:
    """The odds of a game, asked for once."""
    key = shape.rules.hash, deck
    if key not in _KEPT:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = table_of(shape, deck)
    return _KEPT[key]


def decisions(
    shape: Duel,
    hole: Sequence[Card],
    up: Sequence[Card],
    deck: Sequence[Card] = DECK,
    dead: Sequence[Card] = (),
) -> dict[str, Fraction]:
    """Return the value of every decision that this hand may take, beside the cards that are open.

    The dead cards are known to be elsewhere.
    """
    cards = tuple(sorted(deck))
    table = kept_table(shape, cards)
    own, place = tally(shape, cards, table, hole, up, dead)
    deals = int(place.sum())
    found = {}
    for number, (name, stakes) in enumerate(shape.decisions.items()):
        if not table.allowed[number, own]:
            continue
        if stakes is None:
            found[name] = Fraction(-shape.staked)
        else:
            found[name] = Fraction(int(place @ _by_place(table, table.paid(stakes)[own], own)),
                                   deals * table.scale)  # fmt: skip
    return found


def tally(
    shape: Duel,
    deck: tuple[Card, ...],
    table: Table,
    hole: Sequence[Card],
    up: Sequence[Card],
    dead: Sequence[Card] = (),
) -> tuple[int, Ints]:
    """The place of the player's hand, and how often the dealer ends at each."""
    binomial = binomials(len(deck))
    mine, shown, others = numbers_of(deck, hole, up, dead)
    number = sum(int(binomial[i + 1, c]) for i, c in enumerate(mine.tolist()))
    gone = np.concatenate([mine, shown, others])
    rest = np.delete(np.arange(len(deck)), gone)
    found = np.zeros(table.places, np.int64)
    whole = own_places(shape, deck, shape.cards)
    kernels.tally(rest, shown, shape.cards - len(up), binomial, whole, found)
    return int(own_places(shape, deck, shape.own)[number]), found


def _by_place(table: Table, paid: Ints, own: int) -> Ints:
    """What a hand is paid against each place of the dealer."""
    place = np.arange(table.places)
    cell = np.searchsorted(table.cuts, place, side="right")
    higher = np.where(place < own, LOWER, np.where(place == own, EQUAL, HIGHER))
    return np.asarray(paid[cell, higher if table.compared[own] else HIGHER])
