"""The best five of seven cards, flushes apart, and flushes: the kernels that fill these tables."""

import numpy as np
from numba import njit

RANKS = 13


@njit("i8(i8[::1], i2[::1])", cache=True, nogil=True)
def best_five(seven, unsuited):
    """The place of the best five of seven ranks, flushes apart; 0 if there are no such cards."""
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
            best = max(best, np.int64(unsuited[number]))
    return best


@njit("(i8[:,::1], i2[::1], i2[::1], i2[:,:,::1])", cache=True, nogil=True)
def fill_sevens(fives, five_of, unsuited, best):
    """For five ranks and two more: the place of the best five of the seven, flushes apart.

    Each seven is looked at once, where the two are its highest; the others are found there.
    """
    seven = np.empty(7, np.int64)
    for at in range(fives.shape[0]):
        for i in range(5):
            seven[i] = fives[at, i]
        for y in range(seven[4], RANKS):
            for x in range(y, RANKS):
                seven[5], seven[6] = y, x
                best[at, x, y] = best_five(seven, unsuited)
    for at in range(fives.shape[0]):
        for x in range(RANKS):
            for y in range(x + 1):
                for i in range(7):
                    seven[i] = fives[at, i] if i < 5 else y if i == 5 else x
                    j = i
                    while j > 0 and seven[j - 1] > seven[j]:
                        seven[j - 1], seven[j] = seven[j], seven[j - 1]
                        j -= 1
                number = 0
                for i in range(5):
                    number = number * RANKS + seven[i]
                best[at, x, y] = best[five_of[number], seven[6], seven[5]]
                best[at, y, x] = best[at, x, y]


@njit("(i2[::1], i2[::1])", cache=True)
def fill_flushes(suited, best):
    """For the ranks of one suit as bits: the place of its best flush, −1 below five cards."""
    for bits in range(best.size):
        count = 0
        for r in range(13):
            count += bits >> r & 1
        best[bits] = suited[bits] if count == 5 else -1
        if count > 5:
            for r in range(13):
                if bits >> r & 1:
                    best[bits] = max(best[bits], best[bits & ~(1 << r)])
