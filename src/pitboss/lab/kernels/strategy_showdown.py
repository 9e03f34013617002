"""What a player of a showdown game sees on a board, and what a bet comes to: the kernels.

``sums`` has for four cards of the board and any two, by their kinds, the dealer's hands beaten and
tied over all last cards, as `showdown.sum_last_cards` leaves them.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.kinds import kind_of_four, pair_of
from pitboss.lab.kernels.showdown import FIELD

SHIFTS = (0, 4, 7, 11, 15, 17, 18)
"""Where the features stand in a cell's number: made, pair, high, low, over, flush, straight."""
CELLS = 1 << 20


@njit("i8(i8, i8, i8)", cache=True, nogil=True)
def straights(bits, own, low_ace):
    """How many ranks would complete a straight that uses a card of one's own; at most two."""
    found = 0
    for r in range(13):
        if bits >> r & 1:
            continue
        more = bits | 1 << r
        makes = False
        for top in range(3 if low_ace else 4, 13):
            run = (31 << (top - 4)) if top >= 4 else (15 | 1 << 12)
            if more & run == run and own & run and run >> r & 1:
                makes = True
        if makes:
            found += 1
    return min(found, 2)


@njit("i8(i8[::1], i8, i8, i8)", cache=True, nogil=True)
def category(counts, bits, flush, low_ace):
    """High card 0, pair 1, two pair 2, three 3, straight 4, flush 5, full house 6, four 7 …"""
    pairs, threes, fours = 0, 0, 0
    for r in range(13):
        if counts[r] == 2:
            pairs += 1
        elif counts[r] == 3:
            threes += 1
        elif counts[r] == 4:
            fours += 1
    if fours:
        return 7
    if threes > 1 or (threes and pairs):
        return 6
    if flush:
        return 5
    for top in range(3 if low_ace else 4, 13):
        run = (31 << (top - 4)) if top >= 4 else (15 | 1 << 12)
        if bits & run == run:
            return 4
    if threes:
        return 3
    if pairs > 1:
        return 2
    return 1 if pairs else 0


@njit("i8(i8, i8, i8[::1], i8, i8[::1], i8[::1], i8, i8[::1], i8[::1])", cache=True, nogil=True)
def seen(x, y, board, size, rank, suit, low_ace, counts, suits):
    """The number of the cell that two cards on a board belong to."""
    counts[:] = 0
    suits[:] = 0
    bits, top = 0, -1
    for k in range(size):
        c = board[k]
        counts[rank[c]] += 1
        suits[suit[c]] += 1
        bits |= 1 << rank[c]
        top = max(top, rank[c])
    before = category(counts, bits, 0, low_ace)
    board_bits = bits
    high, low = max(rank[x], rank[y]), min(rank[x], rank[y])
    for c in (x, y):
        counts[rank[c]] += 1
        suits[suit[c]] += 1
        bits |= 1 << rank[c]
    flush, draw = 0, 0
    for s in range(4):
        own = (suit[x] == s) + (suit[y] == s)
        if own and suits[s] >= 5:
            flush = 1
        elif own and suits[s] == 4:
            draw = 1
    made = category(counts, bits, flush, low_ace)
    if made <= before:
        made = 0
    # The pair that one's own cards make, by how many ranks of the board are above it.
    pair = 0
    for r in (low, high):
        if counts[r] >= 2:
            above = 0
            for other in range(r + 1, 13):
                above += board_bits >> other & 1
            rated = max(4 - above, 1)
            if high == low and above == 0:
                rated = 5
            pair = max(pair, rated)
    over = (rank[x] > top) + (rank[y] > top)
    # What the board alone could become is everybody's.
    own_bits = ((1 << high) | (1 << low)) & ~board_bits
    straight = 0 if made >= 4 else straights(bits, own_bits, low_ace)
    return made << 0 | pair << 4 | high << 7 | low << 11 | over << 15 | draw << 17 | straight << 18


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], i8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def sum_rivers(
    fours, ways, low, high, deals, low_ace, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, played, cells,
):  # fmt: skip
    """After the turn: by cell the wins less losses of a bet, and of those that are worth it.

    ``cells[2k]`` has all of them, ``cells[2k + 1]`` those where they are positive. ``played`` says
    which two cards are in the game at all.
    """
    n = rank.size
    counts, suits = np.empty(13, np.int64), np.empty(4, np.int64)
    board = np.empty(4, np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        board[0], board[1], board[2], board[3] = a, b, c, d
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        held = holdings[first + 1, second + 1]
        for y in range(n):
            if y in (a, b, c, d):
                continue
            for x in range(y):
                if x in (a, b, c, d):
                    continue
                pair = pair_of(x, y)
                if not played[pair]:
                    continue
                found = sums[begin + held[pair]]
                won, tied = found & FIELD, (found >> np.uint64(16)) & FIELD
                hope = np.int64(won + won + tied) - deals
                cell = seen(x, y, board, 4, rank, suit, low_ace, counts, suits)
                cells[2 * cell] += hope * ways[at]
                cells[2 * cell + 1] += max(hope, 0) * ways[at]


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], i8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def sum_turns(
    flops, ways, low, high, deals, low_ace, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, played, cells,
):  # fmt: skip
    """After the flop: the same, over all turns."""
    n = rank.size
    counts, suits = np.empty(13, np.int64), np.empty(4, np.int64)
    board = np.empty(3, np.int64)
    hopes = np.empty(played.size, np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        board[0], board[1], board[2] = a, b, c
        hopes[:] = 0
        for turn in range(n):
            if turn in (a, b, c):
                continue
            begin, first, second = kind_of_four(
                a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
            )  # fmt: skip
            held = holdings[first + 1, second + 1]
            for y in range(n):
                if y in (a, b, c, turn):
                    continue
                for x in range(y):
                    if x in (a, b, c, turn):
                        continue
                    pair = pair_of(x, y)
                    found = sums[begin + held[pair]]
                    won, tied = found & FIELD, (found >> np.uint64(16)) & FIELD
                    hopes[pair] += np.int64(won + won + tied) - deals
        for y in range(n):
            if y in (a, b, c):
                continue
            for x in range(y):
                pair = pair_of(x, y)
                if x in (a, b, c) or not played[pair]:
                    continue
                cell = seen(x, y, board, 3, rank, suit, low_ace, counts, suits)
                cells[2 * cell] += hopes[pair] * ways[at]
                cells[2 * cell + 1] += max(hopes[pair], 0) * ways[at]
