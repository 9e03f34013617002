"""Kernels that compute the features of flops, turns and boards in games with one raise."""

import numpy as np
from numba import njit

from pitboss.lab.kernels.board_numbers import RANKS, holding_number, kind_of_four, pair_number
from pitboss.lab.kernels.one_raise import kind_of_five
from pitboss.lab.kernels.showdown_strategy import (
    KIND_SHIFT,
    hand_kind,
    see_board,
    see_hand,
    strength_of_counts,
)

NO_SITUATION = -1
"""The number of an impossible situation."""


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def look_at_flops(flops, low, high, low_ace, rank, suit, keys):
    """Fill the features by flop and holding, as one number."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    on_board = np.empty(n, np.int64)
    for row in range(low, high):
        see_board(flops[row], 3, rank, suit, low_ace, counts, by_suit, alone, with_card, on_board)
        before = hand_kind(counts, 0, low_ace)  # three cards cannot be a straight
        for y in range(n):
            for x in range(y):
                keys[row, pair_number(x, y)] = NO_SITUATION
                if not (on_board[x] or on_board[y]):
                    keys[row, pair_number(x, y)] = see_hand(
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
    """Fill the features by four-card board and holding."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    on_board = np.empty(n, np.int64)
    # Two remaining cards of each group.
    group_cards = np.empty((3 * RANKS, 2), np.int64)
    for row in range(low, high):
        a, b, c, d = fours[row]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        see_board(fours[row], 4, rank, suit, low_ace, counts, by_suit, alone, with_card, on_board)
        before = hand_kind(counts, 0, low_ace)  # four cards cannot be a straight
        group_cards[:] = -1
        for card in range(n):
            if not on_board[card]:
                kind = 1 if suit[card] == first else 2 if suit[card] == second else 0
                group = rank[card] + RANKS * kind
                group_cards[group, 0], group_cards[group, 1] = card, group_cards[group, 0]
        for g in range(RANKS * (1 + (first >= 0) + (second >= 0))):
            for h in range(g + 1):
                x, y = group_cards[g, 0], group_cards[h, 1 if g == h else 0]
                if x >= 0 and y >= 0:
                    keys[begin + holding_number(g, h)] = see_hand(
                        x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, True
                    )


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i4[:,::1])",
    cache=True,
    nogil=True,
)
def look_at_boards(boards, low, high, low_ace, rank, suit, five_of, first_five, keys):
    """Fill the features by kind of board and holding."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    on_board = np.empty(n, np.int64)
    # Two remaining cards of each group.
    group_cards = np.empty((2 * RANKS, 2), np.int64)
    for row_index in range(low, high):
        _, row, flush, _ = kind_of_five(boards[row_index], rank, suit, five_of, first_five)
        see_board(
            boards[row_index], 5, rank, suit, low_ace, counts, by_suit, alone, with_card, on_board
        )
        bits = by_suit[0] | by_suit[1] | by_suit[2] | by_suit[3]
        before = strength_of_counts(counts, by_suit, bits, low_ace) >> KIND_SHIFT
        group_cards[:] = -1
        for card in range(n):
            if not on_board[card]:
                group = rank[card] + (RANKS if suit[card] == flush else 0)
                group_cards[group, 0], group_cards[group, 1] = card, group_cards[group, 0]
        for a in range(2 * RANKS if flush >= 0 else RANKS):
            for b in range(a + 1):
                x, y = group_cards[a, 0], group_cards[b, 1 if a == b else 0]
                if x >= 0 and y >= 0:
                    keys[row, holding_number(a, b)] = see_hand(
                        x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, False
                    )
