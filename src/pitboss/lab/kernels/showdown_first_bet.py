"""Kernels for a showdown hand with some cards known to be dead: every board of the rest.

The value of a board depends on its ranks, and on its cards of a suit that three of them have. So it
is counted once for each kind (`board_numbers`), and looked up for all other boards of that kind.

Bounds: a board is won or lost at most 990 times (16 bits with a sign), and the total over all
deals of a hand is below 2³⁶.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.board_numbers import RANKS, side_ranks_number
from pitboss.lab.kernels.showdown import place_of_pair
from pitboss.lab.kernels.showdown_exposure import better_stake_value

UNKNOWN_VALUE = np.int16(-32768)


@njit(nogil=True)
def fill_group_sizes(board, flush, free, rank, suit, group_sizes):
    """Fill the number of live cards in each group, given the ``free`` cards by suit and rank."""
    group_sizes[:] = 0
    for s in range(4):
        for r in range(RANKS):
            group_sizes[r + (RANKS if s == flush else 0)] += free[s, r]
    for card in board:
        group_sizes[rank[card] + (RANKS if suit[card] == flush else 0)] -= 1


@njit(nogil=True)
def count_dealer_groups(
    x, y, group_sizes, flush, bits, total, rank, suit, rank_table, flushes, cuts, outcome_counts
):
    """Count the dealer's hands by end in ``outcome_counts``; return the place of two cards.

    ``group_sizes`` has the dealer's cards by group, 13 for the ranks and 13 for the suit ``flush``,
    in which the board has the ranks ``bits``. Counted are hands that are lower, not higher, below
    each cut, and all.
    """
    own_place = place_of_pair(x, y, flush, bits, rank, suit, rank_table, flushes)
    outcome_counts[:] = 0
    outcome_counts[cuts.size + 2] = total
    for a in range(2 * RANKS if flush >= 0 else RANKS):
        if group_sizes[a] == 0:
            continue
        with_a = bits | (1 << (a - RANKS) if a >= RANKS else 0)
        for b in range(a + 1):
            ways = (
                group_sizes[a] * (group_sizes[a] - 1) // 2
                if a == b
                else group_sizes[a] * group_sizes[b]
            )
            place = np.int64(rank_table[a % RANKS, b % RANKS])
            if flush >= 0:
                suit_bits = with_a | (1 << (b - RANKS) if b >= RANKS else 0)
                place = max(place, np.int64(flushes[suit_bits]))
            outcome_counts[0] += ways if place < own_place else 0
            outcome_counts[1] += ways if place <= own_place else 0
            for c in range(cuts.size):
                outcome_counts[2 + c] += ways if place < cuts[c] else 0
    return own_place


@njit(
    "UniTuple(i8, 2)(i8, i8, i8[::1], i8[::1], i8[::1], i2[::1], i8[::1], i2[:,:,::1], i2[::1],"
    " b1[::1], i8[::1], i8[::1], i2[:,:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def value_first_bet(
    x, y, live, rank, suit, five_of, first_five, sevens, flushes, pays, second, third,
    memo, net_wins,
):  # fmt: skip
    """Return the value of the ante with the best later bets, and of one unit of the first bet.

    ``live`` are the cards that may come; ``memo`` and ``net_wins`` are space for counts: by suit
    and kind of board, and over all last cards, by three and by four cards in the order of numbers.
    """
    m = live.size
    memo[:] = UNKNOWN_VALUE
    net_wins[:] = 0
    group_sizes, free = np.empty(2 * RANKS, np.int64), np.zeros((4, RANKS), np.int64)
    for k in range(m):
        free[suit[live[k]], rank[live[k]]] = 1
    counts, board = np.empty(4, np.int64), np.empty(5, np.int64)
    total = (m - 5) * (m - 6) // 2
    no_cuts, outcome_counts = np.empty(0, np.int64), np.empty(3, np.int64)
    fours = net_wins[1]
    net_win_sum, ante = 0, 0
    for e in range(4, m):
        of_e = e * (e - 1) * (e - 2) * (e - 3) // 24
        for d in range(3, e):
            of_d4, of_d3 = d * (d - 1) * (d - 2) * (d - 3) // 24, d * (d - 1) * (d - 2) // 6
            for c in range(2, d):
                of_c3, of_c2 = c * (c - 1) * (c - 2) // 6, c * (c - 1) // 2
                for b in range(1, c):
                    of_b2 = b * (b - 1) // 2
                    last_four = of_e + of_d3 + of_c2 + b
                    begin = (
                        of_d4 + of_c3 + of_b2, of_e + of_c3 + of_b2,
                        of_e + of_d3 + of_b2, of_e + of_d3 + of_c2,
                    )  # fmt: skip
                    for a in range(b):
                        board[0], board[1], board[2] = live[a], live[b], live[c]
                        board[3], board[4] = live[d], live[e]
                        counts[:] = 0
                        for card in board:
                            counts[suit[card]] += 1
                        flush = -1
                        for s in range(4):
                            if counts[s] >= 3:
                                flush = s
                        number, bits, side_rank, other_side_rank = 0, 0, -1, -1
                        for card in board:
                            number = number * RANKS + rank[card]
                            if suit[card] == flush:
                                bits |= 1 << rank[card]
                            else:
                                side_rank, other_side_rank = rank[card], side_rank
                        five = np.int64(five_of[number])
                        row = (
                            first_five[bits] + side_ranks_number(side_rank, other_side_rank)
                            if flush >= 0
                            else five
                        )
                        board_values = memo[max(flush, 0), row]
                        if board_values[0] == UNKNOWN_VALUE:
                            fill_group_sizes(board, flush, free, rank, suit, group_sizes)
                            own_place = count_dealer_groups(
                                x, y, group_sizes, flush, bits, total, rank, suit, sevens[five],
                                flushes, no_cuts, outcome_counts,
                            )  # fmt: skip
                            wins, losses = outcome_counts[0], total - outcome_counts[1]
                            board_values[0] = wins - losses
                            board_values[1] = (wins if pays[own_place] else 0) - losses
                        net_win = np.int64(board_values[0])
                        net_win_sum += net_win
                        ante += np.int64(board_values[1])
                        for k in range(4):
                            fours[begin[k] + a] += net_win
                        fours[last_four] += net_win
    # Any of four cards may be the turn, and any two of five are turn and river in either order.
    later = 20 * ante
    threes = net_wins[0]
    for d in range(3, m):
        of_d = d * (d - 1) * (d - 2) * (d - 3) // 24
        of_d3 = d * (d - 1) * (d - 2) // 6
        for c in range(2, d):
            of_c3, of_c2 = c * (c - 1) * (c - 2) // 6, c * (c - 1) // 2
            for b in range(1, c):
                of_b2 = b * (b - 1) // 2
                for a in range(b):
                    net_win = fours[of_d + of_c3 + of_b2 + a]
                    later += 4 * better_stake_value(net_win, third[0], third[1])
                    threes[of_c3 + of_b2 + a] += net_win
                    threes[of_d3 + of_b2 + a] += net_win
                    threes[of_d3 + of_c2 + a] += net_win
                    threes[of_d3 + of_c2 + b] += net_win
    for at in range(m * (m - 1) * (m - 2) // 6):
        later += better_stake_value(threes[at], second[0], second[1])
    return later, 20 * net_win_sum
