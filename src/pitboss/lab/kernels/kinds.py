"""Numbers for two cards and for boards, by what of them matters: helpers of other kernels.

On a board only ranks count, and the suits that can become a flush. So cards come in groups: 13 for
the ranks, and 13 more for each such suit. Two cards of groups a ≥ b have the number a(a+1)/2 + b.
"""

from numba import njit

RANKS = 13
TWOS = RANKS * (RANKS - 1) // 2
"""Two ranks that differ."""
HOLDINGS = (91, 351, 780)
"""How many numbers two cards can have, where no suit matters, one or two."""


@njit("i8(i8, i8)", cache=True, nogil=True, inline="always")
def pair_of(x, y):
    """The number of two cards, whatever they are."""
    return y * (y - 1) // 2 + x if x < y else x * (x - 1) // 2 + y


@njit("i8(i8, i8)", cache=True, nogil=True, inline="always")
def holding(a, b):
    """The number of two cards, by their groups."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@njit("i8(i8, i8)", cache=True, nogil=True, inline="always")
def others(x, y):
    """The number of up to two ranks that a board has beside its suit; −1 for none."""
    if x < 0 or y < 0:
        return max(x, y, 0)
    return holding(x, y)


@njit(
    "UniTuple(i8, 3)(i8, i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def kind_of_four(a, b, c, d, rank, suit, four_of, first_four, two_of, begins):
    """Where the sums of four cards begin, and the suits, up to two, that two of them have."""
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
        return begins[0] + four_of[number] * HOLDINGS[0], first, second
    if second >= 0:
        return begins[2] + (two_of[firsts] * TWOS + two_of[seconds]) * HOLDINGS[2], first, second
    x, y = -1, -1
    for card in (a, b, c, d):
        if suit[card] != first:
            x, y = rank[card], x
    return begins[1] + (first_four[firsts] + others(x, y)) * HOLDINGS[1], first, second
