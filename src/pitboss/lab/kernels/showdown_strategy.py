"""Kernels for showdown strategy: the features of a board, and the value of a bet.

``sums`` has, by four board cards and holding, the dealer's hands beaten and tied over all last
cards, as `showdown.sum_last_cards` leaves them.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.board_numbers import RANKS, kind_of_four, pair_number
from pitboss.lab.kernels.showdown import FIELD_MASK

FEATURE_SHIFTS = (0, 6, 12, 16, 20)
"""The bit positions of features in a situation's number: beating cards, outs, low, made, calm."""
KIND_SHIFT = 20
"""The bit position of the kind of hand in its strength."""


@njit(nogil=True, inline="always")
def straight_top(bits, low_ace):
    """Return the top of the best straight among these ranks, 3 with the low ace; −1 for none."""
    for top in range(RANKS - 1, 3, -1):
        if bits >> (top - 4) & 31 == 31:
            return top
    return 3 if low_ace and bits & 4111 == 4111 else -1


@njit(nogil=True, inline="always")
def count_bits(bits):
    """Return how many bits are set."""
    n = 0
    while bits:
        n += 1
        bits &= bits - 1
    return n


@njit(nogil=True)
def hand_kind(counts, bits, low_ace):
    """Return 0 high card, 1 pair, 2 two pair, 3 trips, 4 straight, 6 full house, 7 quads."""
    pairs, threes = 0, 0
    for r in range(RANKS):
        if counts[r] == 4:
            return 7
        pairs += counts[r] == 2
        threes += counts[r] == 3
    if threes > 1 or (threes and pairs):
        return 6
    if straight_top(bits, low_ace) >= 0:
        return 4
    return 3 if threes else min(pairs, 2)


@njit(nogil=True)
def strength_of_counts(counts, by_suit, bits, low_ace):
    """Return the strength of up to seven cards: the kind, then the ranks, four bits each.

    ``by_suit`` has the ranks of each suit as bits.
    """
    kind = hand_kind(counts, bits, low_ace)
    for s in range(4):
        suit_bits = by_suit[s]
        if count_bits(suit_bits) >= 5:
            top = straight_top(suit_bits, low_ace)
            if top >= 0:
                return 8 << KIND_SHIFT | top << (KIND_SHIFT - 4)
            if kind < 5:
                kind, bits = 5, suit_bits
    if kind == 4:
        return 4 << KIND_SHIFT | straight_top(bits, low_ace) << (KIND_SHIFT - 4)
    result, at, missing_cards = kind << KIND_SHIFT, KIND_SHIFT - 4, 5
    if kind != 5:
        # Ranks with four, three and two cards come first, but only as many as the kind of hand has.
        groups = 2 if kind in (2, 6) else 1
        for size in (4, 3, 2):
            for r in range(RANKS - 1, -1, -1):
                takes = counts[r] == size or (kind == 6 and size == 2 and counts[r] > 2)
                if takes and groups and kind and bits >> r & 1:
                    result |= r << at
                    at -= 4
                    missing_cards -= size
                    groups -= 1
                    bits &= ~(1 << r)
    for r in range(RANKS - 1, -1, -1):
        if missing_cards > 0 and bits >> r & 1:
            result |= r << at
            at -= 4
            missing_cards -= 1
    return result


@njit(
    "(i8[::1], i8, i8[::1], i8[::1], i8, i8[::1], i8[::1], i8[:,::1], i8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def see_board(
    board, size, rank, suit, low_ace, counts, by_suit, strengths_alone, with_card, on_board
):
    """Fill the features of a board: ``counts`` by rank, ``by_suit`` as bits, ``on_board`` by card.

    ``with_card`` gets the strength with each additional card, and ``strengths_alone`` the kind of
    hand then, by suit and rank; −1 for impossible cards.
    """
    counts[:], by_suit[:], on_board[:], strengths_alone[:] = 0, 0, 0, -1
    bits = 0
    for k in range(size):
        c = board[k]
        counts[rank[c]] += 1
        by_suit[suit[c]] |= 1 << rank[c]
        bits |= 1 << rank[c]
        on_board[c] = 1
    for c in range(rank.size):
        with_card[c] = -1
        if not on_board[c]:
            counts[rank[c]] += 1
            by_suit[suit[c]] |= 1 << rank[c]
            result = strength_of_counts(counts, by_suit, bits | 1 << rank[c], low_ace)
            with_card[c] = result
            strengths_alone[suit[c], rank[c]] = result >> KIND_SHIFT
            counts[rank[c]] -= 1
            by_suit[suit[c]] &= ~(1 << rank[c])


@njit(nogil=True)
def see_hand(x, y, before, rank, suit, low_ace, counts, by_suit, strengths_alone, with_card, draws):
    """Return the features of two cards on a board prepared by `see_board`, as one number.

    ``before`` is the kind of hand of the board alone; ``draws`` says whether a card is to come.
    """
    bits, calm = 0, 4
    for s in range(4):
        bits |= by_suit[s]
        calm = max(min(calm, 4 - count_bits(by_suit[s])), 0)
    for c in (x, y):
        counts[rank[c]] += 1
        by_suit[suit[c]] |= 1 << rank[c]
        bits |= 1 << rank[c]
    own_strength = strength_of_counts(counts, by_suit, bits, low_ace)
    kind = own_strength >> KIND_SHIFT
    beaten = 0
    for c in range(rank.size):
        beaten += with_card[c] > own_strength
    beaten -= (with_card[x] > own_strength) + (with_card[y] > own_strength)
    # An out makes a better kind of hand than now, and than the board alone then has.
    draw = -1
    for s in range(4):
        if count_bits(by_suit[s]) >= 4:
            draw = s
    outs = 0
    for r in range(RANKS if draws else 0):
        counts[r] += 1
        after = hand_kind(counts, bits | 1 << r, low_ace)
        counts[r] -= 1
        for s in range(4):
            if strengths_alone[s, r] < 0 or by_suit[s] >> r & 1:
                continue
            then = after
            if s == draw:
                then = 8 if straight_top(by_suit[s] | 1 << r, low_ace) >= 0 else max(after, 5)
            outs += then > kind and then > strengths_alone[s, r]
    for c in (x, y):
        counts[rank[c]] -= 1
        by_suit[suit[c]] &= ~(1 << rank[c])
    made_kind = kind if kind > before else 0
    low = min(rank[x], rank[y])
    return (
        beaten << FEATURE_SHIFTS[0]
        | outs << FEATURE_SHIFTS[1]
        | low << FEATURE_SHIFTS[2]
        | made_kind << FEATURE_SHIFTS[3]
        | calm << FEATURE_SHIFTS[4]
    )


_LOOK_SIGNATURE = (
    "i8(i8[:,::1], i8[::1], i8, i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], i8[::1], i8[::1], i8[::1])"
)


@njit(_LOOK_SIGNATURE, cache=True, nogil=True)
def look_at_rivers(
    fours, ways, low, high, deals, low_ace, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, is_played, keys, net_wins,
):  # fmt: skip
    """Fill features and net win of a bet by situation after the turn; return their number.

    ``is_played`` says which holdings are played at all.
    """
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    on_board, board = np.empty(n, np.int64), np.empty(4, np.int64)
    result = 0
    for at in range(low, high):
        a, b, c, d = fours[at]
        board[0], board[1], board[2], board[3] = a, b, c, d
        see_board(board, 4, rank, suit, low_ace, counts, by_suit, alone, with_card, on_board)
        before = hand_kind(counts, 0, low_ace)  # four cards cannot be a straight
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        holding_of_pair = holdings[first + 1, second + 1]
        for y in range(n):
            for x in range(y):
                pair = pair_number(x, y)
                if on_board[x] or on_board[y] or not is_played[pair]:
                    continue
                word = sums[begin + holding_of_pair[pair]]
                wins, ties = word & FIELD_MASK, (word >> np.uint64(16)) & FIELD_MASK
                net_wins[result] = (np.int64(wins + wins + ties) - deals) * ways[at]
                keys[result] = see_hand(
                    x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, True
                )
                result += 1
    return result


@njit(_LOOK_SIGNATURE, cache=True, nogil=True)
def look_at_turns(
    flops, ways, low, high, deals, low_ace, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, is_played, keys, net_wins,
):  # fmt: skip
    """Fill the same after the flop, over all turns; return their number."""
    n = rank.size
    counts, by_suit = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    alone, with_card = np.empty((4, RANKS), np.int64), np.empty(n, np.int64)
    visible, board = np.empty(n, np.int64), np.empty(3, np.int64)
    all_turns = np.empty(is_played.size, np.int64)
    result = 0
    for at in range(low, high):
        a, b, c = flops[at]
        board[0], board[1], board[2] = a, b, c
        see_board(board, 3, rank, suit, low_ace, counts, by_suit, alone, with_card, visible)
        before = hand_kind(counts, 0, low_ace)
        all_turns[:] = 0
        for turn in range(n):
            if visible[turn]:
                continue
            begin, first, second = kind_of_four(
                a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
            )  # fmt: skip
            holding_of_pair = holdings[first + 1, second + 1]
            for y in range(n):
                for x in range(y):
                    if not (visible[x] or visible[y] or turn in (x, y)):
                        pair = pair_number(x, y)
                        word = sums[begin + holding_of_pair[pair]]
                        wins, ties = word & FIELD_MASK, (word >> np.uint64(16)) & FIELD_MASK
                        all_turns[pair] += np.int64(wins + wins + ties) - deals
        for y in range(n):
            for x in range(y):
                pair = pair_number(x, y)
                if not (visible[x] or visible[y]) and is_played[pair]:
                    net_wins[result] = all_turns[pair] * ways[at]
                    keys[result] = see_hand(
                        x, y, before, rank, suit, low_ace, counts, by_suit, alone, with_card, True
                    )
                    result += 1
    return result
