"""A showdown game for one hand, with some cards known to be out of play: every board of the rest.

What a board comes to hangs on its ranks, and on its cards of a suit that three of them have. So it
is counted once for each kind (`kinds`), and looked up for all other boards of that kind.

Bounds: a board is won or lost at most 990 times (16 bits with a sign), and all deals of a hand come
to less than 2³⁶.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.expose_showdown import staked
from pitboss.lab.kernels.kinds import RANKS, others
from pitboss.lab.kernels.showdown import place_of

UNKNOWN = np.int16(-32768)


@njit(
    "UniTuple(i8, 2)(i8, i8, i8[::1], i8, i8, i8[::1], i8[::1], i2[:,::1], i2[::1], b1[::1])",
    cache=True,
    nogil=True,
)
def meet_groups(x, y, held, flush, bits, rank, suit, ranked, flushes, pays):
    """Two cards on a board: wins less losses, and the same for the ante.

    ``held`` has the dealer's cards by their groups, 13 for the ranks and 13 for the suit ``flush``,
    in which the board has the ranks ``bits``.
    """
    mine = place_of(x, y, flush, bits, rank, suit, ranked, flushes)
    won, lost = 0, 0
    groups = 2 * RANKS if flush >= 0 else RANKS
    for a in range(groups):
        if held[a] == 0:
            continue
        with_a = bits | (1 << (a - RANKS) if a >= RANKS else 0)
        for b in range(a + 1):
            ways = held[a] * (held[a] - 1) // 2 if a == b else held[a] * held[b]
            if ways == 0:
                continue
            place = np.int64(ranked[a % RANKS, b % RANKS])
            if flush >= 0:
                suited = with_a | (1 << (b - RANKS) if b >= RANKS else 0)
                place = max(place, np.int64(flushes[suited]))
            if place < mine:
                won += ways
            elif place > mine:
                lost += ways
    return won - lost, (won if pays[mine] else 0) - lost


@njit(
    "UniTuple(i8, 2)(i8, i8, i8[::1], i8[::1], i8[::1], i2[::1], i8[::1], i2[:,:,::1], i2[::1],"
    " b1[::1], i8[::1], i8[::1], i2[:,:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def value_hand(
    x, y, live, rank, suit, five_of, first_five, sevens, flushes, pays, second, third, known, hopes,
):  # fmt: skip
    """The ante and the later bets at their best over all deals; and one of the first bet.

    ``live`` are the cards that may come, ``known`` and ``hopes`` room for what was counted: by suit
    and kind of board, and over all last cards, by three and by four cards in the order of numbers.
    """
    m = live.size
    known[:] = UNKNOWN
    hopes[:] = 0
    held, free = np.empty(2 * RANKS, np.int64), np.zeros((4, RANKS), np.int64)
    for k in range(m):
        free[suit[live[k]], rank[live[k]]] = 1
    counts, board = np.empty(4, np.int64), np.empty(5, np.int64)
    fours = hopes[1]
    whole, ante = 0, 0
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
                        number, bits, one, two = 0, 0, -1, -1
                        for card in board:
                            number = number * RANKS + rank[card]
                            if suit[card] == flush:
                                bits |= 1 << rank[card]
                            else:
                                one, two = rank[card], one
                        five = np.int64(five_of[number])
                        row = first_five[bits] + others(one, two) if flush >= 0 else five
                        found = known[max(flush, 0), row]
                        if found[0] == UNKNOWN:
                            held[:] = 0
                            for s in range(4):
                                for r in range(RANKS):
                                    held[r + (RANKS if s == flush else 0)] += free[s, r]
                            for card in board:
                                held[rank[card] + (RANKS if suit[card] == flush else 0)] -= 1
                            by_hand, by_ante = meet_groups(
                                x, y, held, flush, bits, rank, suit, sevens[five], flushes, pays
                            )
                            found[0], found[1] = by_hand, by_ante
                        hope = np.int64(found[0])
                        whole += hope
                        ante += np.int64(found[1])
                        for k in range(4):
                            fours[begin[k] + a] += hope
                        fours[last_four] += hope
    # Any of four cards may be the turn, and any two of five turn and river, in either order.
    later = 20 * ante
    threes = hopes[0]
    for d in range(3, m):
        of_d = d * (d - 1) * (d - 2) * (d - 3) // 24
        of_d3 = d * (d - 1) * (d - 2) // 6
        for c in range(2, d):
            of_c3, of_c2 = c * (c - 1) * (c - 2) // 6, c * (c - 1) // 2
            for b in range(1, c):
                of_b2 = b * (b - 1) // 2
                for a in range(b):
                    hope = fours[of_d + of_c3 + of_b2 + a]
                    later += 4 * staked(hope, third[0], third[1])
                    threes[of_c3 + of_b2 + a] += hope
                    threes[of_d3 + of_b2 + a] += hope
                    threes[of_d3 + of_c2 + a] += hope
                    threes[of_d3 + of_c2 + b] += hope
    for at in range(m * (m - 1) * (m - 2) // 6):
        later += staked(threes[at], second[0], second[1])
    return later, 20 * whole
