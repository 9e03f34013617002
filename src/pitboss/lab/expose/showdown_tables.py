"""A showdown game's boards, ranked and summed as its solver does it; and what is alike in it."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, Card, rank, suit
from pitboss.games.patterns import holding
from pitboss.lab.kernels import showdown as kernels
from pitboss.lab.kernels.kinds import HOLDINGS
from pitboss.lab.showdown.boards import numbered
from pitboss.lab.showdown.kinds import FIRST_FIVE, FIVES, FOURS, MERGED, kinds
from pitboss.lab.showdown.places import paid_places, sevens
from pitboss.lab.showdown.shape import Against
from pitboss.lab.starts import Dealt
from pitboss.lab.work import Told, chunks, shared
from pitboss.submission.rules import Rules

_BOARDS_AT_ONCE = 1000
_FOURS_AT_ONCE = 200

Words = NDArray[np.uint64]


class Sums(NamedTuple):
    """By four cards and two: over all last cards."""

    met: Words
    """Hands of the dealer beaten, tied with, and beaten where the ante is paid."""
    hopeful: Words
    """Wins less losses, of those boards where there are more wins."""


def sums_of(rules: Rules, shape: Against, deck: tuple[Card, ...], told: Told) -> Sums:
    """The sums of one deck."""
    cards, tables = numbered(deck), sevens(low_ace=shape.low_ace)
    pays, some = paid_places(rules, shape), kinds(deck)
    dealt = comb(len(deck) - 7, 2)
    after_turn = (len(deck) - 6) * dealt
    table = np.zeros((FIVES, HOLDINGS[1]), np.uint32)

    def rank_some(part: tuple[int, int]) -> None:
        kernels.rank_boards(
            some.fives, *part, cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE, tables.best, tables.flushes, pays, table,
        )  # fmt: skip

    def summed(of: NDArray[np.uint32]) -> Words:
        sums = np.zeros(FOURS.sums, np.uint64)

        def sum_some(part: tuple[int, int]) -> None:
            kernels.sum_last_cards(
                some.fours, *part, after_turn, cards.rank, cards.suit,
                tables.five_of, FIRST_FIVE, FOURS.of, FOURS.first, FOURS.two, FOURS.begins,
                MERGED, of, sums,
            )  # fmt: skip

        parts = list(chunks(len(some.fours), _FOURS_AT_ONCE))
        shared("summing the last card", sum_some, parts, told)
        return sums

    shared("ranking every board", rank_some, list(chunks(len(some.fives), _BOARDS_AT_ONCE)), told)
    won, tied = ((table >> at & 1023).astype(np.int64) for at in (kernels.WON, kernels.TIED))
    hope = 2 * won + tied - dealt
    return Sums(summed(table), summed(np.where(hope > 0, hope, 0).astype(np.uint32)))


class Classes(NamedTuple):
    """Hands with one more card: alike are those that a change of suits turns into each other."""

    of: NDArray[np.int32]
    """By the number of a pair and a card."""
    hand: NDArray[np.int64]
    """By class: which starting hand it has,"""
    ways: NDArray[np.int64]
    """and how many hands and cards are in it."""


def classes_of(deck: Sequence[Card], hands: Sequence[Dealt]) -> Classes:
    """The classes of a deck: by starting hand, rank of the card, and which suit it shares."""
    names = {start.name: at for at, start in enumerate(hands)}
    pairs = [(x, y) for j, y in enumerate(deck) for x in deck[:j]]
    number = np.full((len(pairs), len(deck)), -1, np.int64)
    for at, (x, y) in enumerate(pairs):
        low, high = sorted((x, y), key=rank)
        hand = names[holding(*sorted((x, y)))]
        for j, c in enumerate(deck):
            if c not in (x, y):
                shares = 1 if suit(c) == suit(low) else 2 if suit(c) == suit(high) else 0
                if rank(low) == rank(high):
                    shares = min(shares, 1)
                number[at, j] = (hand * len(RANKS) + rank(c)) * 3 + shares
    found, ways = np.unique(number[number >= 0], return_counts=True)
    of = np.where(number >= 0, np.searchsorted(found, number), -1).astype(np.int32)
    return Classes(of, found // (3 * len(RANKS)), ways)
