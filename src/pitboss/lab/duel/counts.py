"""How often the dealer's hand falls into each cell, for every hand of the player.

The dealer's open cards are gone through one by one, one for all that are alike; with them, all
hands of the player that are not alike then.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, SUITS, Card
from pitboss.hands import Order
from pitboss.lab.duel.odds import Table, places_of
from pitboss.lab.duel.shape import Duel
from pitboss.lab.kernels import duel as kernels
from pitboss.lab.ranks import RANK, SUIT
from pitboss.lab.sets import Ints, sets_of, strengths_of

Places = NDArray[np.int16]
Small = NDArray[np.int8]
_SIZES: Final = np.array([part.bit_count() for part in range(32)], np.int64)
_HIGHEST: Final = np.array([max(part.bit_length() - 1, 0) for part in range(32)], np.int64)


class Up(NamedTuple):
    """Open cards of the dealer, by their places in the deck, and how many sets they stand for."""

    cards: Ints
    ways: int


class Dealt(NamedTuple):
    """Hands of the player beside some open cards, in the order of their places."""

    cards: Small
    """By their places in the rest of the deck."""
    places: Ints
    ways: Ints


def ups(shape: Duel, deck: tuple[Card, ...]) -> list[Up]:
    """What the dealer may show."""
    number = {c: at for at, c in enumerate(deck)}
    found = sets_of(deck, shape.up)
    rows = ([number[c] for c in cards] for cards in found.cards.tolist())
    ways = found.ways.tolist()
    return [Up(np.array(row, np.int64), n) for row, n in zip(rows, ways, strict=True)]


@lru_cache(4)
def binomials(cards: int) -> Ints:
    """What each card adds to the number of a set, by its place in the set."""
    return np.array([[comb(c, i) for c in range(max(cards, 1))] for i in range(6)], np.int64)


@lru_cache(4)
def places_by_number(
    deck: tuple[Card, ...], counts: tuple[int, ...], count: int, order: Order
) -> Places:
    """The place of every set of so many cards of a deck, by its number."""
    found = np.empty(comb(len(deck), count), np.int16)
    if count > order.size:
        smaller = places_by_number(deck, counts, count - 1, order)
        kernels.fill_best(len(deck), count, binomials(len(deck)), smaller, found)
        return found
    sets, size = sets_of(deck, count), order.size
    strengths = strengths_of(deck, count, order)
    # The same strengths as every hand of these counts has, and lower ones of fewer cards.
    place = np.searchsorted(places_of(deck, counts, order), strengths).astype(np.int16)
    ranks, suits = np.sort(RANK[sets.cards], axis=1), SUIT[sets.cards]
    flush = (suits == suits[:, :1]).all(axis=1)
    unsuited = np.zeros(len(RANKS) ** size, np.int16)
    unsuited[ranks[~flush] @ len(RANKS) ** np.arange(size)[::-1]] = place[~flush]
    suited = np.zeros(1 << len(RANKS), np.int16)
    suited[(1 << ranks[flush]).sum(axis=1)] = place[flush]
    cards = np.array(deck)
    kernels.fill_places(RANK[cards], SUIT[cards], size, unsuited, suited, found)
    return found


def own_places(shape: Duel, deck: tuple[Card, ...], count: int) -> Places:
    """Those of the player's or the dealer's hands."""
    return places_by_number(deck, tuple(sorted({shape.own, shape.cards})), count, shape.order)


def hands_beside(shape: Duel, deck: tuple[Card, ...], up: Up) -> Dealt:
    """The player's hands beside open cards, one of those that are alike."""
    cards = np.array(deck)
    rest = rest_of(len(deck), up.cards)
    shown = np.zeros(len(SUITS), np.int64)
    for c in cards[up.cards]:
        shown[SUIT[c]] |= 1 << RANK[c]
    order = np.argsort(shown, kind="stable")
    most = comb(len(rest), shape.own)  # memory that is not written to costs nothing
    held = np.empty((most, shape.own), np.int8)
    place, ways = np.empty(most, np.int16), np.empty(most, np.int8)
    number = kernels.fill_hands(
        rest, RANK[cards], SUIT[cards], order, shown, shape.own,
        binomials(len(deck)), own_places(shape, deck, shape.own), held, place, ways,
    )  # fmt: skip
    by_place = np.argsort(place[:number], kind="stable")
    return Dealt(held[by_place], place[by_place].astype(np.int64), ways[by_place].astype(np.int64))


def rest_of(cards: int, gone: Ints) -> Ints:
    """The cards of a deck, by their places, that are not gone."""
    return np.delete(np.arange(cards), gone)


class Counted(NamedTuple):
    """By hand of the player: how many of the dealer's hands…"""

    lower: NDArray[np.int32]
    """…are lower, where that matters,"""
    not_higher: NDArray[np.int32]
    under: NDArray[np.int32]
    """by cut: are under it,"""
    total: int
    """and how many there are."""


def count_beside(
    shape: Duel, deck: tuple[Card, ...], table: Table, up: Up, dealt: Dealt
) -> Counted:
    """Count the dealer's hands beside open cards."""
    rest, left = rest_of(len(deck), up.cards), shape.cards - shape.up
    number = comb(len(rest), left)
    sets, place = np.empty((number, left), np.int8), np.empty(number, np.int16)
    whole = own_places(shape, deck, shape.cards)
    kernels.fill_rests(rest, up.cards, left, binomials(len(deck)), whole, sets, place)
    order, edges = np.argsort(place, kind="stable"), np.arange(table.places + 1)
    sizes = [comb(len(rest), size) for size in range(left + 1)]
    begins = np.cumsum([0, *sizes[:-1]])
    hands = len(dealt.cards)
    lower, not_higher = np.zeros(hands, np.int32), np.zeros(hands, np.int32)
    under = np.zeros((len(table.cuts), hands), np.int32)
    kernels.sweep(
        sets[order], np.searchsorted(place[order], edges),
        dealt.cards, np.searchsorted(dealt.places, edges), table.compared, table.cuts,
        binomials(len(rest)), _HIGHEST, _SIZES, begins, np.zeros(sum(sizes), np.int32),
        lower, not_higher, under,
    )  # fmt: skip
    return Counted(lower, not_higher, under, comb(len(rest) - shape.own, left))


class Settled(NamedTuple):
    """Hands of the player, each by its best decision."""

    values: Ints
    """By decision and hand: the net results of all deals, times the scale of the odds."""
    cells: Ints
    """By decision, the player's place and cell: how many deals take it and end there."""


def settle(shape: Duel, table: Table, up: Up, dealt: Dealt, counted: Counted) -> Settled:
    """Play every hand; of equal decisions, the one that stakes less is taken.

    Bounds: what one hand comes to is checked against 2⁶² where odds are asked for, and there are
    fewer than 2⁶³ deals in all.
    """
    taken = list(shape.decisions.values())
    none = np.zeros_like(table.odds[0])
    odds = np.array([none if stakes is None else table.paid(stakes) for stakes in taken])
    stakes = [shape.staking.stakes(0)[name] for name in shape.decisions]
    order = np.argsort(stakes, kind="stable")
    values = np.empty((len(taken), len(dealt.places)), np.int64)
    cells = np.zeros((len(taken), *none.shape), np.int64)
    kernels.play(
        dealt.places, dealt.ways * up.ways, table.compared, table.cuts, *counted, odds,
        np.array([stakes is None for stakes in taken]), order,
        -shape.staked * counted.total * table.scale, values, cells,
    )  # fmt: skip
    return Settled(values, cells)


def settled_beside(shape: Duel, deck: tuple[Card, ...], table: Table, up: Up) -> Settled:
    """Play every hand beside some open cards."""
    dealt = hands_beside(shape, deck, up)
    return settle(shape, table, up, dealt, count_beside(shape, deck, table, up, dealt))


def numbers_of(deck: Sequence[Card], cards: Sequence[Card]) -> Ints:
    """Cards by their places in a deck, the lowest first."""
    return np.array(sorted(deck.index(c) for c in cards), np.int64)
