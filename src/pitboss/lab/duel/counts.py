"""How often the dealer's hand falls into each cell, for every hand of the player.

The dealer's open cards are gone through one by one, one for all that are alike; with them, all
hands of the player that are not alike then.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, SUITS, Card, Deck, suit
from pitboss.hands import Order
from pitboss.lab.duel.odds import Table, places_of
from pitboss.lab.duel.shape import MOST_CARDS, Duel
from pitboss.lab.kernels import duel as kernels
from pitboss.lab.sets import (
    DIGITS,
    RANK_OR_JOKER,
    Ints,
    is_suited,
    numbers_by_rank,
    sets_of,
    strengths_of,
)

Places = NDArray[np.int16]
Small = NDArray[np.uint8]
_PARTS: Final = range(1 << MOST_CARDS)
_SIZES: Final = np.array([part.bit_count() for part in _PARTS], np.int64)
_HIGHEST: Final = np.array([max(part.bit_length() - 1, 0) for part in _PARTS], np.int64)
_BINOMIALS: Final = range(MOST_CARDS + 1)
_FILLING: Final = Lock()
_BITS: Final = 3
"""In which the cards of one rank and suit in a hand are counted."""


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
    sets = sets_of(deck, shape.up)
    rows = [numbers_of(deck, cards)[0] for cards in sets.cards.tolist()]
    return [Up(row, ways) for row, ways in zip(rows, sets.ways.tolist(), strict=True)]


@lru_cache(4)
def binomials(cards: int) -> Ints:
    """What each card adds to the number of a set, by its place in the set."""
    return np.array([[comb(c, i) for c in range(max(cards, 1))] for i in _BINOMIALS], np.int64)


@lru_cache(4)
def places_by_number(
    deck: tuple[Card, ...], counts: tuple[int, ...], count: int, order: Order, ranked_on: Deck
) -> Places:
    """The place of every set of so many cards of a deck, by its number."""
    found = np.empty(comb(len(deck), count), np.int16)
    if count > order.size:
        smaller = places_by_number(deck, counts, count - 1, order, ranked_on)
        kernels.fill_best(len(deck), count, binomials(len(deck)), smaller, found)
        return found
    sets, cards = sets_of(deck, count).cards, np.array(deck)
    strengths = strengths_of(deck, count, order, ranked_on)
    # The same strengths as every hand of these counts has, and lower ones of fewer cards.
    place = np.searchsorted(places_of(deck, counts, order, ranked_on), strengths)
    number, flush = numbers_by_rank(sets), is_suited(sets)
    unsuited, suited = np.zeros((2, DIGITS**count), np.int16)
    unsuited[number[~flush]], suited[number[flush]] = place[~flush], place[flush]
    suits = np.array([suit(c) for c in deck], np.int64)
    kernels.fill_places(RANK_OR_JOKER[cards], suits, DIGITS - 1, count, unsuited, suited, found)
    return found


def own_places(shape: Duel, deck: tuple[Card, ...], count: int) -> Places:
    """Those of the player's or the dealer's hands."""
    counts = tuple(sorted({shape.own, shape.cards}))
    with _FILLING:  # by one thread: the others wait for its table
        return places_by_number(deck, counts, count, shape.order, shape.rules.deck)


def hands_beside(shape: Duel, deck: tuple[Card, ...], up: Up) -> Dealt:
    """The player's hands beside open cards, one of those that are alike."""
    rest = rest_of(len(deck), up.cards)
    cards = [deck[c] for c in rest]
    columns = [len(SUITS) if c == JOKER else suit(c) for c in deck]
    weights = [1 << _BITS * int(RANK_OR_JOKER[c]) for c in deck]
    shown = np.zeros(len(SUITS) + 1, np.int64)
    for c in up.cards:
        shown[columns[c]] += weights[c]
    suits = sorted({*columns} - {len(SUITS)}, key=lambda column: int(shown[column]))
    begins = np.searchsorted(cards, cards)
    most = comb(len(rest), shape.own)  # memory that is not written to costs nothing
    held = np.empty((most, shape.own), np.uint8)
    place, ways = np.empty(most, np.int16), np.empty(most, np.int64)
    number = kernels.fill_hands(
        rest, np.array(columns)[rest], np.array(weights)[rest],
        begins, np.searchsorted(cards, cards, side="right") - begins,
        np.array(suits, np.int64), shown, shape.own,
        binomials(len(deck)), own_places(shape, deck, shape.own), held, place, ways,
    )  # fmt: skip
    by_place = np.argsort(place[:number], kind="stable")
    return Dealt(held[by_place], place[by_place].astype(np.int64), ways[by_place])


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
    sets, place = np.empty((number, left), np.uint8), np.empty(number, np.int16)
    whole = own_places(shape, deck, shape.cards)
    kernels.fill_rests(rest, up.cards, left, binomials(len(deck)), whole, sets, place)
    order, edges = np.argsort(place, kind="stable"), np.arange(table.places + 1)
    sizes = [comb(len(rest), size) for size in range(min(left, shape.own) + 1)]
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
    """By decision and hand: the net results of all deals, times the scale of the odds.

    A decision that a hand is not allowed counts as worse than all others: as the loss of one wager
    more than a fold loses.
    """
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
        np.array([stakes is None for stakes in taken]), table.allowed, order,
        -shape.staked * counted.total * table.scale,
        -(shape.staked + 1) * counted.total * table.scale, values, cells,
    )  # fmt: skip
    return Settled(values, cells)


def settled_beside(shape: Duel, deck: tuple[Card, ...], table: Table, up: Up) -> Settled:
    """Play every hand beside some open cards."""
    dealt = hands_beside(shape, deck, up)
    return settle(shape, table, up, dealt, count_beside(shape, deck, table, up, dealt))


def numbers_of(deck: Sequence[Card], *groups: Sequence[Card]) -> list[Ints]:
    """Groups of cards by their places in a deck, the lowest first; no place is taken twice."""
    taken = Counter[Card]()
    places = []
    for group in groups:
        numbers = []
        for c in group:
            numbers.append(bisect_left(deck, c) + taken[c])
            taken[c] += 1
        places.append(np.array(sorted(numbers), np.int64))
    return places
