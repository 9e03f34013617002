"""Kernels for showdowns with a dealer.

On a board of each kind all holdings are ranked once, by their groups (`board_numbers`). How many of
the dealer's hands a player beats follows from running totals: all weaker hands, less those that
hold one of the player's cards.

Bounds: a player meets at most 990 hands of the dealer (10 bits), 46 last cards make 45,540 (16
bits), 47 turns less than 2²² (32 bits); over all deals of the 12 ways of a starting hand that is
less than 2⁴⁰.
"""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from pitboss.lab.kernels.board_numbers import (
    HOLDING_COUNTS,
    RANKS,
    holding_number,
    kind_of_five,
    kind_of_four,
    pair_number,
    side_ranks_number,
)

WON_SHIFT, TIED_SHIFT, PAID_SHIFT = 0, 10, 20
"""Fields of 10 bits: hands beaten, tied, and beaten where the ante is paid."""
FIELD_MASK = np.uint64(0xFFFF)
LIVE_BIT, BET_BIT = np.uint64(1 << 48), np.uint64(1 << 63)
"""Above three fields of 16 bits: a turn that counts; the river is bet on."""
HALF_MASK, HALF_SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)


@intrinsic
def trailing_zeros(typing_context, word):
    """Return the position of the lowest set bit of a nonzero word."""

    def build(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), build


@njit(nogil=True)
def number_places(place_bits, order):
    """Assign numbers to the places whose bits are set, weakest first; return how many."""
    count = 0
    for w in range(place_bits.size):
        word = place_bits[w]
        while word:
            order[(w << 6) + np.int64(trailing_zeros(word))] = count
            count += 1
            word &= word - np.uint64(1)
    return count


@njit(nogil=True)
def order_holdings(group_sizes, bits, rank_table, flushes, place_bits, order, places, weaker):
    """Find the places of all holdings on a board, in order, and the hands below each place.

    ``group_sizes`` has the cards left in each group, ``bits`` the ranks of the board in its suit.
    The last column of ``weaker`` has all hands, the others those that hold a given card of a group.
    """
    groups = group_sizes.size
    every = groups
    place_bits[:] = 0
    for a in range(groups):
        with_a = bits | (1 << (a - RANKS) if a >= RANKS else 0)
        for b in range(a + 1):
            places[holding_number(a, b)] = -1
            if group_sizes[a] > (a == b) and group_sizes[b]:
                suit_bits = with_a | (1 << (b - RANKS) if b >= RANKS else 0)
                place = max(
                    np.int64(rank_table[a % RANKS, b % RANKS]), np.int64(flushes[suit_bits])
                )
                places[holding_number(a, b)] = place
                place_bits[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
    place_count = number_places(place_bits, order)
    weaker[: place_count + 1, : every + 1] = 0
    for a in range(groups):
        for b in range(a + 1):
            place = places[holding_number(a, b)]
            if place >= 0:
                index = order[place] + 1
                if a == b:
                    weaker[index, every] += group_sizes[a] * (group_sizes[a] - 1) // 2
                    weaker[index, a] += group_sizes[a] - 1
                else:
                    weaker[index, every] += group_sizes[a] * group_sizes[b]
                    weaker[index, a] += group_sizes[b]
                    weaker[index, b] += group_sizes[a]
    for index in range(place_count):
        for column in range(every + 1):
            weaker[index + 1, column] += weaker[index, column]


@njit(nogil=True)
def rank_holdings(
    group_sizes, bits, rank_table, flushes, pays, place_bits, order, places, weaker, row
):
    """Count the dealer's hands beaten and tied on a board, for all holdings."""
    order_holdings(group_sizes, bits, rank_table, flushes, place_bits, order, places, weaker)
    groups = group_sizes.size
    every = groups
    for a in range(groups):
        for b in range(a + 1):
            place = places[holding_number(a, b)]
            if place >= 0:
                index = order[place]
                wins = np.int64(weaker[index, every] - weaker[index, a] - weaker[index, b])
                up_to = np.int64(
                    weaker[index + 1, every] - weaker[index + 1, a] - weaker[index + 1, b]
                )
                # The player's own two cards were subtracted from the ties twice.
                ties = up_to + 1 - wins
                paid_wins = wins if pays[place] else 0
                row[holding_number(a, b)] = (
                    (wins << WON_SHIFT) | (ties << TIED_SHIFT) | (paid_wins << PAID_SHIFT)
                )


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[:,:,::1], i2[::1], b1[::1],"
    " u4[:,::1])",
    cache=True,
    nogil=True,
)
def rank_boards(
    boards, low, high, rank, suit, five_of, first_five, sevens, flushes, pays, table
):  # fmt: skip
    """Count the dealer's hands beaten and tied, for boards ``low`` to ``high`` and all holdings."""
    group_sizes = np.empty(2 * RANKS, np.int64)
    place_bits = np.empty(pays.size // 64 + 1, np.uint64)
    order = np.empty(pays.size, np.int64)
    places = np.empty(table.shape[1], np.int64)
    weaker = np.empty((table.shape[1] + 1, 2 * RANKS + 1), np.int16)
    for index in range(low, high):
        five, row, flush, bits = kind_of_five(boards[index], rank, suit, five_of, first_five)
        group_sizes[:] = 0
        for c in range(rank.size):
            group_sizes[rank[c] + (RANKS if suit[c] == flush else 0)] += 1
        for c in boards[index]:
            group_sizes[rank[c] + (RANKS if suit[c] == flush else 0)] -= 1
        rank_holdings(
            group_sizes[: 2 * RANKS if flush >= 0 else RANKS], bits, sevens[five], flushes, pays,
            place_bits, order, places, weaker, table[row],
        )  # fmt: skip


@njit(nogil=True, inline="always")
def spread_fields(packed_counts):
    """Return the fields of ``table`` in 16 bits each."""
    word, field = np.uint64(packed_counts), np.uint64(1023)
    return (
        (word & field)
        | (word << np.uint64(6)) & (field << np.uint64(16))
        | (word << np.uint64(12)) & (field << np.uint64(32))
    )


@njit(nogil=True)
def four_card_groups(a, b, c, d, first, second, rank, suit, group_sizes, counts, bits, side_ranks):
    """Fill what four cards leave and have, by the suits that matter."""
    counts[:], bits[:], side_ranks[:], group_sizes[:] = 0, 0, -1, 0
    for card in range(rank.size):
        kind = 1 if suit[card] == first else 2 if suit[card] == second else 0
        group_sizes[rank[card] + RANKS * kind] += 1
        if card in (a, b, c, d):
            group_sizes[rank[card] + RANKS * kind] -= 1
            counts[kind] += 1
            bits[kind] |= 1 << rank[card]
            for k in (1, 2):
                if k != kind:
                    side_ranks[k, 0], side_ranks[k, 1] = rank[card], side_ranks[k, 0]


@njit(nogil=True)
def kind_with_last_card(last, unsuited, counts, bits, side_ranks, groups, first_five):
    """Return the kind of board after a last card, and the suit that has reached three.

    ``unsuited`` is the kind if no suit has.
    """
    r, kind = last % RANKS, last // RANKS
    flush, row = 0, unsuited
    for k in range(1, groups // RANKS):
        if counts[k] + (k == kind) >= 3:
            flush = k
            if k == kind:
                row = first_five[bits[k] | (1 << r)] + side_ranks_number(
                    side_ranks[k, 0], side_ranks[k, 1]
                )
            else:
                row = first_five[bits[k]] + side_ranks_number(side_ranks[k, 0], r)
    return row, flush


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[::1], i8[::1], i8[::1],"
    " i8[::1], i4[:,::1], u4[:,::1], u8[::1])",
    cache=True,
    nogil=True,
)
def sum_last_cards(
    fours, low, high, deals, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged_counts, table, sums,
):  # fmt: skip
    """Sum the fields of ``table`` over all last cards, 16 bits each, by four cards and holding.

    Results have `LIVE_BIT`, and `BET_BIT` where the hand is expected to win more often than it
    loses over the ``deals`` that follow.

    The last card can complete three of a suit that has two already. So two suits may matter, and
    cards of one rank in the others are equivalent: 13 groups for these, 13 for each suit that
    matters. ``merged`` has the number of a holding where none of these suits has reached three, or
    one has.
    """
    group_sizes = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    side_ranks = np.empty((3, 2), np.int64)
    # By the suit that has reached three: over all last cards, including those in the holding.
    all_sums = np.empty((3, HOLDING_COUNTS[1]), np.uint64)
    # Over the last cards that are in the holding.
    own_sums = np.empty(HOLDING_COUNTS[2], np.uint64)
    for index in range(low, high):
        a, b, c, d = fours[index]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        four_card_groups(
            a, b, c, d, first, second, rank, suit, group_sizes, counts, bits, side_ranks
        )
        all_sums[:], own_sums[:] = 0, 0
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        groups = RANKS * (1 + (first >= 0) + (second >= 0))
        for last in range(groups):
            if group_sizes[last] == 0:
                continue
            unsuited_row = np.int64(five_of[number * RANKS + last % RANKS])
            row, flush = kind_with_last_card(
                last, unsuited_row, counts, bits, side_ranks, groups, first_five
            )
            for h in range(HOLDING_COUNTS[1] if flush else HOLDING_COUNTS[0]):
                all_sums[flush, h] += np.uint64(group_sizes[last]) * spread_fields(table[row, h])
            for g in range(groups):
                h = holding_number(last, g)
                own_sums[h] += np.uint64(1 + (g == last)) * spread_fields(
                    table[row, merged_counts[flush, h]]
                )
        for h in range(groups * (groups + 1) // 2):
            total = all_sums[0, merged_counts[0, h]] - own_sums[h]
            for k in range(1, groups // RANKS):
                total += all_sums[k, merged_counts[k, h]]
            wins, ties = total & FIELD_MASK, (total >> np.uint64(16)) & FIELD_MASK
            bets = np.int64(wins + wins + ties) > deals
            sums[begin + h] = total | LIVE_BIT | (BET_BIT if bets else np.uint64(0))


@njit(nogil=True, inline="always")
def widen_fields(fields):
    """Return two fields of 16 bits in 32 bits each."""
    low, high = fields & np.uint64(0xFFFF), fields & np.uint64(0xFFFF0000)
    return low | (high << np.uint64(16))


@njit(nogil=True, inline="always")
def unpack_counts(packed_counts):
    """Return beaten and tied, paid and turns, and the same where the river is bet on."""
    results, paid_and_turns = (
        widen_fields(packed_counts),
        widen_fields((packed_counts & ~BET_BIT) >> np.uint64(32)),
    )
    bets = np.uint64(0) - (packed_counts >> np.uint64(63))
    return results, paid_and_turns, results & bets, paid_and_turns & bets


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], i8[::1], i8[:,:,:,::1])",
    cache=True,
    nogil=True,
)
def play_flops(
    flops, ways, low, high, deals, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, start_of, outcomes,
):  # fmt: skip
    """Count outcomes: ``outcomes[start, bet on the turn, bet on the river, outcome]``.

    ``deals`` is how many follow a turn. The outcomes are paid win, plain win, tie, loss.
    ``holdings`` has the number of any two cards, by the suits that matter.
    """
    n, pairs = rank.size, start_of.size
    totals = np.empty((4, pairs), np.uint64)
    suit_sums = np.empty((4, HOLDING_COUNTS[2]), np.uint64)
    for flop in range(low, high):
        a, b, c = flops[flop]
        totals[:] = 0
        for s in range(4):
            # After all turns of one suit, the same suits matter.
            suit_sums[:] = 0
            holding_of_pair = holdings[0, 0]
            for turn in range(n):
                if suit[turn] != s or turn in (a, b, c):
                    continue
                begin, first, second = kind_of_four(
                    a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
                )  # fmt: skip
                holding_of_pair = holdings[first + 1, second + 1]
                for h in range(HOLDING_COUNTS[(first >= 0) + (second >= 0)]):
                    results, paid_and_turns, met_bet, paid_bet = unpack_counts(sums[begin + h])
                    suit_sums[0, h] += results
                    suit_sums[1, h] += paid_and_turns
                    suit_sums[2, h] += met_bet
                    suit_sums[3, h] += paid_bet
                # A holding cannot contain the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_number(other, turn)
                        results, paid_and_turns, met_bet, paid_bet = unpack_counts(
                            sums[begin + holding_of_pair[pair]]
                        )
                        totals[0, pair] -= results
                        totals[1, pair] -= paid_and_turns
                        totals[2, pair] -= met_bet
                        totals[3, pair] -= paid_bet
            for k in range(4):
                for pair in range(pairs):
                    totals[k, pair] += suit_sums[k, holding_of_pair[pair]]
        for y in range(n):
            for x in range(y):
                if x in (a, b, c) or y in (a, b, c):
                    continue
                pair = pair_number(x, y)
                wins, ties = totals[0, pair] & HALF_MASK, totals[0, pair] >> HALF_SHIFT
                bet_value = (
                    np.int64(wins + wins + ties) - np.int64(totals[1, pair] >> HALF_SHIFT) * deals
                )
                by_river = outcomes[start_of[pair], 1 if bet_value > 0 else 0]
                for k in range(2):
                    totals[k, pair] -= totals[2 + k, pair]
                for river in range(2):
                    results, paid_and_turns = totals[2 * river, pair], totals[2 * river + 1, pair]
                    wins, ties = np.int64(results & HALF_MASK), np.int64(results >> HALF_SHIFT)
                    paid_wins, all_deals = (
                        np.int64(paid_and_turns & HALF_MASK),
                        np.int64(paid_and_turns >> HALF_SHIFT) * deals,
                    )
                    by_river[river, 0] += paid_wins * ways[flop]
                    by_river[river, 1] += (wins - paid_wins) * ways[flop]
                    by_river[river, 2] += ties * ways[flop]
                    by_river[river, 3] += (all_deals - wins - ties) * ways[flop]


@njit(nogil=True)
def place_of_pair(x, y, flush_suit, bits, rank, suit, rank_table, flushes):
    """Return the place of the best five of a board and two cards."""
    place = np.int64(rank_table[rank[x], rank[y]])
    if flush_suit >= 0:
        if suit[x] == flush_suit:
            bits |= 1 << rank[x]
        if suit[y] == flush_suit:
            bits |= 1 << rank[y]
        place = max(place, np.int64(flushes[bits]))
    return place


@njit(
    "(i8, i8, i8[::1], i8[:,::1], i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], i8[::1],"
    " i8[:,::1])",
    cache=True,
    nogil=True,
)
def meet_dealer(
    first, second, board, boards, rank, suit, five_of, sevens, flushes, cuts, outcome_counts
):  # fmt: skip
    """Return the place of a player's hand and counts of the dealer's hands, on some boards.

    A board is the ``board`` cards and a row of ``boards``. ``outcome_counts`` has the place, then
    the hands that are lower, not higher, below each cut, and all.
    """
    n = rank.size
    live = np.empty(n, np.int64)
    bits, counts = np.empty(4, np.int64), np.empty(4, np.int64)
    for at in range(boards.shape[0]):
        number, used_mask = (
            0,
            (np.uint64(1) << np.uint64(first)) | (np.uint64(1) << np.uint64(second)),
        )
        bits[:], counts[:] = 0, 0
        for k in range(5):
            c = board[k] if k < board.size else boards[at, k - board.size]
            number = number * RANKS + rank[c]
            used_mask |= np.uint64(1) << np.uint64(c)
            bits[suit[c]] |= 1 << rank[c]
            counts[suit[c]] += 1
        flush_suit, flush_bits = np.int64(-1), np.int64(0)
        for s in range(4):
            if counts[s] >= 3:
                flush_suit, flush_bits = s, bits[s]
        live_count = 0
        for c in range(n):
            if not (used_mask >> np.uint64(c)) & np.uint64(1):
                live[live_count] = c
                live_count += 1
        rank_table = sevens[five_of[number]]
        own_place = place_of_pair(
            first, second, flush_suit, flush_bits, rank, suit, rank_table, flushes
        )
        row_counts = outcome_counts[at]
        row_counts[:] = 0
        row_counts[0], row_counts[row_counts.size - 1] = (
            own_place,
            live_count * (live_count - 1) // 2,
        )
        for j in range(live_count):
            for i in range(j):
                dealer_place = place_of_pair(
                    live[i], live[j], flush_suit, flush_bits, rank, suit, rank_table, flushes
                )
                row_counts[1] += dealer_place < own_place
                row_counts[2] += dealer_place <= own_place
                for k in range(cuts.size):
                    row_counts[3 + k] += dealer_place < cuts[k]
