"""What a player sees on flop, turn and whole board, where one raise is made: the kernels."""

import numpy as np
from numba import njit

from pitboss.lab.kernels.kinds import RANKS, holding, kind_of_four, pair_of
from pitboss.lab.kernels.one_raise import kind_of_five
from pitboss.lab.kernels.strategy_showdown import KIND, kind_of, see_board, see_hand, strength

NOTHING = -1
"""The number of a situation that cannot be."""


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def look_at_flops(flops, low, high, low_ace, rank, suit, keys):
    """By flop and two cards: the features as one number."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    seen = np.empty(n, np.int64)
    for at in range(low, high):
        see_board(flops[at], 3, rank, suit, low_ace, counts, by_suit, alone, with_card, seen)
        before = kind_of(counts, 0, low_ace)  # three cards are no straight
        for y in range(n):
            for x in range(y):
                keys[at, pair_of(x, y)] = NOTHING
                if not (seen[x] or seen[y]):
                    keys[at, pair_of(x, y)] = see_hand(
                        x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, True
                    )


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1], i4[::1])",
    cache=True,
    nogil=True,
)
def look_at_turns(
    fours, low, high, low_ace, rank, suit, four_of, first_four, two_of, begins, keys
):  # fmt: skip
    """By four cards and two, by their groups: the same after the turn."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    seen = np.empty(n, np.int64)
    # Of each group two cards that are left.
    some = np.empty((3 * RANKS, 2), np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        see_board(fours[at], 4, rank, suit, low_ace, counts, by_suit, alone, with_card, seen)
        before = kind_of(counts, 0, low_ace)  # four cards are no straight
        some[:] = -1
        for card in range(n):
            if not seen[card]:
                kind = 1 if suit[card] == first else 2 if suit[card] == second else 0
                group = rank[card] + RANKS * kind
                some[group, 0], some[group, 1] = card, some[group, 0]
        for g in range(RANKS * (1 + (first >= 0) + (second >= 0))):
            for h in range(g + 1):
                x, y = some[g, 0], some[h, 1 if g == h else 0]
                if x >= 0 and y >= 0:
                    keys[begin + holding(g, h)] = see_hand(
                        x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, True
                    )


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i4[:,::1])",
    cache=True,
    nogil=True,
)
def look_at_boards(boards, low, high, low_ace, rank, suit, five_of, first_five, keys):
    """By kind of board and two cards, by their groups: the same on the whole board."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    seen = np.empty(n, np.int64)
    # Of each group two cards that are left.
    some = np.empty((2 * RANKS, 2), np.int64)
    for at in range(low, high):
        _, row, flush, _ = kind_of_five(boards[at], rank, suit, five_of, first_five)
        see_board(boards[at], 5, rank, suit, low_ace, counts, by_suit, alone, with_card, seen)
        bits = by_suit[0] | by_suit[1] | by_suit[2] | by_suit[3]
        before = strength(counts, by_suit, bits, low_ace) >> KIND
        some[:] = -1
        for card in range(n):
            if not seen[card]:
                group = rank[card] + (RANKS if suit[card] == flush else 0)
                some[group, 0], some[group, 1] = card, some[group, 0]
        for a in range(2 * RANKS if flush >= 0 else RANKS):
            for b in range(a + 1):
                x, y = some[a, 0], some[b, 1 if a == b else 0]
                if x >= 0 and y >= 0:
                    keys[row, holding(a, b)] = see_hand(
                        x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, False
                    )
