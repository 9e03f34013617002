"""Helper kernels: numbers of holdings and boards, and tables of the best five of seven cards."""

import numpy as np
from numba import njit

RANKS = 13
RANK_PAIRS = RANKS * (RANKS - 1) // 2
"""The number of pairs of different ranks."""
HOLDING_COUNTS = (91, 351, 780)
"""The number of holdings where no suit matters, one, or two."""


@njit(nogil=True, inline="always")
def pair_number(x, y):
    """Return the number of two cards."""
    return y * (y - 1) // 2 + x if x < y else x * (x - 1) // 2 + y


@njit(nogil=True, inline="always")
def holding_number(a, b):
    """Return the number of two cards, by their groups."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@njit(nogil=True, inline="always")
def side_ranks_number(x, y):
    """Return the number of up to two ranks that a board has beside its suit; −1 for none."""
    if x < 0 or y < 0:
        return max(x, y, 0)
    return holding_number(x, y)


@njit(nogil=True)
def kind_of_four(a, b, c, d, rank, suit, four_of, first_four, two_of, begins):
    """Return where the sums of four cards begin, and up to two suits that two of them share."""
    first, second, firsts, seconds = -1, -1, 0, 0
    for s in range(4):
        count, bits = 0, 0
        for card in (a, b, c, d):
            if suit[card] == s:
                count += 1
                bits |= 1 << rank[card]
        if count >= 2 and first < 0:
            first, firsts = s, bits
        elif count >= 2:
            second, seconds = s, bits
    if first < 0:
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        return begins[0] + four_of[number] * HOLDING_COUNTS[0], first, second
    if second >= 0:
        return (
            begins[2] + (two_of[firsts] * RANK_PAIRS + two_of[seconds]) * HOLDING_COUNTS[2],
            first,
            second,
        )
    x, y = -1, -1
    for card in (a, b, c, d):
        if suit[card] != first:
            x, y = rank[card], x
    return (
        begins[1] + (first_four[firsts] + side_ranks_number(x, y)) * HOLDING_COUNTS[1],
        first,
        second,
    )


@njit(nogil=True)
def kind_of_five(board, rank, suit, five_of, first_five):
    """Return the number of a board's ranks, its kind, its flush suit, and that suit's ranks."""
    flush = -1
    for s in range(4):
        count = 0
        for c in board:
            count += suit[c] == s
        if count >= 3:
            flush = s
    number, bits, x, y = 0, 0, -1, -1
    for c in board:
        number = number * RANKS + rank[c]
        if suit[c] == flush:
            bits |= 1 << rank[c]
        else:
            x, y = rank[c], x
    five = np.int64(five_of[number])
    return five, first_five[bits] + side_ranks_number(x, y) if flush >= 0 else five, flush, bits


@njit(nogil=True)
def best_five(seven, unsuited_places):
    """Return the place of the best five of seven ranks without flushes; 0 if impossible."""
    for i in range(3):
        if seven[i] == seven[i + 4]:
            return 0
    best = 0
    for i in range(7):
        for j in range(i + 1, 7):
            number = 0
            for k in range(7):
                if k not in (i, j):
                    number = number * RANKS + seven[k]
            best = max(best, np.int64(unsuited_places[number]))
    return best


@njit("(i8[:,::1], i2[::1], i2[::1], i2[:,:,::1])", cache=True, nogil=True)
def fill_best_of_seven(fives, five_of, unsuited_places, best):
    """Fill, for five ranks and two more, the place of the best five without flushes.

    Each seven is evaluated once, where the two are its highest ranks; others are looked up.
    """
    seven = np.empty(7, np.int64)
    for five in range(fives.shape[0]):
        for i in range(5):
            seven[i] = fives[five, i]
        for y in range(seven[4], RANKS):
            for x in range(y, RANKS):
                seven[5], seven[6] = y, x
                best[five, x, y] = best_five(seven, unsuited_places)
    for five in range(fives.shape[0]):
        for x in range(RANKS):
            for y in range(x + 1):
                for i in range(7):
                    seven[i] = fives[five, i] if i < 5 else y if i == 5 else x
                    j = i
                    while j > 0 and seven[j - 1] > seven[j]:
                        seven[j - 1], seven[j] = seven[j], seven[j - 1]
                        j -= 1
                number = 0
                for i in range(5):
                    number = number * RANKS + seven[i]
                best[five, x, y] = best[five_of[number], seven[6], seven[5]]
                best[five, y, x] = best[five, x, y]


@njit("(i2[::1], i2[::1])", cache=True)
def fill_flushes(suited_places, best):
    """Fill, for the ranks of one suit as bits, the place of the best flush; −1 below five."""
    for bits in range(best.size):
        count = 0
        for r in range(13):
            count += bits >> r & 1
        best[bits] = suited_places[bits] if count == 5 else -1
        if count > 5:
            for r in range(13):
                if bits >> r & 1:
                    best[bits] = max(best[bits], best[bits & ~(1 << r)])
