"""What a player of a showdown game sees on a board, and what a bet comes to: the kernels.

``sums`` has for four cards of the board and any two, by their kinds, the dealer's hands beaten and
tied over all last cards, as `showdown.sum_last_cards` leaves them.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.kinds import RANKS, kind_of_four, pair_of
from pitboss.lab.kernels.showdown import FIELD

SHIFTS = (0, 6, 12, 16, 20)
"""Where the features stand in a situation's number: cards that beat it, outs, low, made, calm."""
KIND = 20
"""Where the kind of hand stands in its strength."""


@njit("i8(i8, i8)", cache=True, nogil=True, inline="always")
def straight(bits, low_ace):
    """The top of the best straight among these ranks, 3 for that of the low ace; −1 for none."""
    for top in range(RANKS - 1, 3, -1):
        if bits >> (top - 4) & 31 == 31:
            return top
    return 3 if low_ace and bits & 4111 == 4111 else -1


@njit("i8(i8)", cache=True, nogil=True, inline="always")
def ranks_in(bits):
    """How many bits are set."""
    n = 0
    while bits:
        n += 1
        bits &= bits - 1
    return n


@njit("i8(i8[::1], i8, i8)", cache=True, nogil=True)
def kind_of(counts, bits, low_ace):
    """High card 0, pair 1, two pair 2, three 3, straight 4, full house 6, four 7; flushes aside."""
    pairs, threes = 0, 0
    for r in range(RANKS):
        if counts[r] == 4:
            return 7
        pairs += counts[r] == 2
        threes += counts[r] == 3
    if threes > 1 or (threes and pairs):
        return 6
    if straight(bits, low_ace) >= 0:
        return 4
    return 3 if threes else min(pairs, 2)


@njit("i8(i8[::1], i8[::1], i8, i8)", cache=True, nogil=True)
def strength(counts, by_suit, bits, low_ace):
    """How strong up to seven cards are: the kind of hand, then ranks that count, four bits each.

    ``by_suit`` has the ranks of each suit as bits.
    """
    kind = kind_of(counts, bits, low_ace)
    for s in range(4):
        suited = by_suit[s]
        if ranks_in(suited) >= 5:
            top = straight(suited, low_ace)
            if top >= 0:
                return 8 << KIND | top << (KIND - 4)
            if kind < 5:
                kind, bits = 5, suited
    if kind == 4:
        return 4 << KIND | straight(bits, low_ace) << (KIND - 4)
    found, at, left = kind << KIND, KIND - 4, 5
    if kind != 5:
        # Four, three and two of a rank first; of pairs and threes no more than the kind has.
        groups = 2 if kind in (2, 6) else 1
        for size in (4, 3, 2):
            for r in range(RANKS - 1, -1, -1):
                takes = counts[r] == size or (kind == 6 and size == 2 and counts[r] > 2)
                if takes and groups and kind and bits >> r & 1:
                    found |= r << at
                    at -= 4
                    left -= size
                    groups -= 1
                    bits &= ~(1 << r)
    for r in range(RANKS - 1, -1, -1):
        if left > 0 and bits >> r & 1:
            found |= r << at
            at -= 4
            left -= 1
    return found


@njit(
    "(i8[::1], i8, i8[::1], i8[::1], i8, i8[::1], i8[::1], i8[:,::1], i8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def see_board(board, size, rank, suit, low_ace, counts, by_suit, alone, with_card, seen):
    """What a board is: ``counts`` by rank, ``by_suit`` the ranks as bits, ``seen`` by card.

    ``with_card`` is how strong it is with each card more, and ``alone`` the kind of hand that it is
    then, by suit and rank; −1 for cards that cannot come.
    """
    counts[:], by_suit[:], seen[:], alone[:] = 0, 0, 0, -1
    bits = 0
    for k in range(size):
        c = board[k]
        counts[rank[c]] += 1
        by_suit[suit[c]] |= 1 << rank[c]
        bits |= 1 << rank[c]
        seen[c] = 1
    for c in range(rank.size):
        with_card[c] = -1
        if not seen[c]:
            counts[rank[c]] += 1
            by_suit[suit[c]] |= 1 << rank[c]
            found = strength(counts, by_suit, bits | 1 << rank[c], low_ace)
            with_card[c] = found
            alone[suit[c], rank[c]] = found >> KIND
            counts[rank[c]] -= 1
            by_suit[suit[c]] &= ~(1 << rank[c])


@njit(
    "i8(i8, i8, i8, i8[::1], i8[::1], i8, i8[::1], i8[::1], i8[:,::1], i8[::1], b1)",
    cache=True,
    nogil=True,
)
def see_hand(x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, draws):
    """The features of two cards on a board that `see_board` has looked at, as one number.

    ``before`` is the kind of hand that the board alone has; ``draws`` says if a card is to come.
    """
    bits, calm = 0, 4
    for s in range(4):
        bits |= by_suit[s]
        calm = max(min(calm, 4 - ranks_in(by_suit[s])), 0)
    for c in (x, y):
        counts[rank[c]] += 1
        by_suit[suit[c]] |= 1 << rank[c]
        bits |= 1 << rank[c]
    mine = strength(counts, by_suit, bits, low_ace)
    kind = mine >> KIND
    beaten = 0
    for c in range(rank.size):
        beaten += with_card[c] > mine
    beaten -= (with_card[x] > mine) + (with_card[y] > mine)
    # With a card more, a better kind of hand than now, and than the board has with that card.
    draw = -1
    for s in range(4):
        if ranks_in(by_suit[s]) >= 4:
            draw = s
    outs = 0
    for r in range(RANKS if draws else 0):
        counts[r] += 1
        after = kind_of(counts, bits | 1 << r, low_ace)
        counts[r] -= 1
        for s in range(4):
            if alone[s, r] < 0 or by_suit[s] >> r & 1:
                continue
            then = after
            if s == draw:
                then = 8 if straight(by_suit[s] | 1 << r, low_ace) >= 0 else max(after, 5)
            outs += then > kind and then > alone[s, r]
    for c in (x, y):
        counts[rank[c]] -= 1
        by_suit[suit[c]] &= ~(1 << rank[c])
    made = kind if kind > before else 0
    low = min(rank[x], rank[y])
    return (
        beaten << SHIFTS[0]
        | outs << SHIFTS[1]
        | low << SHIFTS[2]
        | made << SHIFTS[3]
        | calm << SHIFTS[4]
    )


_LOOK = (
    "i8(i8[:,::1], i8[::1], i8, i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], i8[::1], i8[::1], i8[::1])"
)


@njit(_LOOK, cache=True, nogil=True)
def look_at_rivers(
    fours, ways, low, high, deals, low_ace, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, played, keys, hopes,
):  # fmt: skip
    """After the turn, by situation: its features as one number, and the wins less losses of a bet.

    How many there are. ``played`` says which two cards are in the game at all.
    """
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    seen, board = np.empty(n, np.int64), np.empty(4, np.int64)
    found = 0
    for at in range(low, high):
        a, b, c, d = fours[at]
        board[0], board[1], board[2], board[3] = a, b, c, d
        see_board(board, 4, rank, suit, low_ace, counts, by_suit, alone, with_card, seen)
        before = kind_of(counts, 0, low_ace)  # four cards are no straight
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        held = holdings[first + 1, second + 1]
        for y in range(n):
            for x in range(y):
                pair = pair_of(x, y)
                if seen[x] or seen[y] or not played[pair]:
                    continue
                word = sums[begin + held[pair]]
                won, tied = word & FIELD, (word >> np.uint64(16)) & FIELD
                hopes[found] = (np.int64(won + won + tied) - deals) * ways[at]
                keys[found] = see_hand(
                    x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, True
                )
                found += 1
    return found


@njit(_LOOK, cache=True, nogil=True)
def look_at_turns(
    flops, ways, low, high, deals, low_ace, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, played, keys, hopes,
):  # fmt: skip
    """After the flop: the same, over all turns."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    seen, board = np.empty(n, np.int64), np.empty(3, np.int64)
    all_turns = np.empty(played.size, np.int64)
    found = 0
    for at in range(low, high):
        a, b, c = flops[at]
        board[0], board[1], board[2] = a, b, c
        see_board(board, 3, rank, suit, low_ace, counts, by_suit, alone, with_card, seen)
        before = kind_of(counts, 0, low_ace)
        all_turns[:] = 0
        for turn in range(n):
            if seen[turn]:
                continue
            begin, first, second = kind_of_four(
                a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
            )  # fmt: skip
            held = holdings[first + 1, second + 1]
            for y in range(n):
                for x in range(y):
                    if not (seen[x] or seen[y] or turn in (x, y)):
                        pair = pair_of(x, y)
                        word = sums[begin + held[pair]]
                        won, tied = word & FIELD, (word >> np.uint64(16)) & FIELD
                        all_turns[pair] += np.int64(won + won + tied) - deals
        for y in range(n):
            for x in range(y):
                pair = pair_of(x, y)
                if not (seen[x] or seen[y]) and played[pair]:
                    hopes[found] = all_turns[pair] * ways[at]
                    keys[found] = see_hand(
                        x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, True
                    )
                    found += 1
    return found
