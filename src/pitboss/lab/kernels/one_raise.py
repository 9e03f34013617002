"""Kernels for showdowns with a dealer and one raise.

Boards and holdings are numbered as in `board_numbers`. On a board of each kind the dealer's hands
are counted against every holding; a form, with a factor for each count, gives the value of a wager.
Sums over turn and river are found backward, from boards to four cards to flops; how often each of
them is reached is found forward, from flops to four cards to boards, by the same steps.

Bounds: at most 990 hands of the dealer (10 bits) on 2,162 boards of a flop, turn and river in both
orders; the value of a deal is at most 10⁷ (`odds.MAX_SCALED_NET`), so that of a flop is below 2⁴⁵,
and shifted by 16 bits below 2⁶¹. Boards and holdings of one kind are reached in fewer than 2³¹
ways.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.board_numbers import (
    HOLDING_COUNTS,
    RANKS,
    holding_number,
    kind_of_five,
    kind_of_four,
    pair_number,
)
from pitboss.lab.kernels.showdown import four_card_groups, kind_with_last_card, order_holdings

FIELDS_PER_WORD = 5
"""Fields of 10 bits in a word: dealer's hands lower, not higher, and below each cut."""
MAX_WORDS = 4
"""The most cuts."""
MAX_CUTS = FIELDS_PER_WORD * MAX_WORDS - 2
FIELD_MASK = np.uint64(1023)
LINE_SHIFT, CHOICE_SHIFT = np.uint64(50), np.uint64(58)
"""Above the fields of the first word: the line of odds, and the decision after the river."""


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[:,:,::1], i2[::1], i8[::1],"
    " i8[::1], u8[:,:,::1])",
    cache=True,
    nogil=True,
)
def count_board_ends(
    boards, low, high, rank, suit, five_of, first_five, sevens, flushes, lines, cuts, table
):  # fmt: skip
    """Count the dealer's hands by end, for boards ``low`` to ``high`` and all holdings.

    ``lines`` has the line of odds by place, ``cuts`` the places at which the dealer's hand matters.
    """
    size = table.shape[2]
    group_sizes = np.empty(2 * RANKS, np.int64)
    place_bits = np.empty(lines.size // 64 + 1, np.uint64)
    order = np.empty(lines.size, np.int64)
    places = np.empty(size, np.int64)
    weaker = np.empty((size + 1, 2 * RANKS + 1), np.int16)
    cut_at = np.empty(cuts.size, np.int64)
    for at in range(low, high):
        five, row, flush, bits = kind_of_five(boards[at], rank, suit, five_of, first_five)
        group_sizes[:] = 0
        for c in range(rank.size):
            group_sizes[rank[c] + (RANKS if suit[c] == flush else 0)] += 1
        for c in boards[at]:
            group_sizes[rank[c] + (RANKS if suit[c] == flush else 0)] -= 1
        groups = 2 * RANKS if flush >= 0 else RANKS
        order_holdings(
            group_sizes[:groups], bits, sevens[five], flushes, place_bits, order, places, weaker
        )  # fmt: skip
        every = groups
        cut_at[:] = 0
        for h in range(groups * (groups + 1) // 2):
            for j in range(cuts.size):
                if 0 <= places[h] < cuts[j]:
                    cut_at[j] = max(cut_at[j], order[places[h]] + 1)
        for a in range(groups):
            for b in range(a + 1):
                h = holding_number(a, b)
                place = places[h]
                if place >= 0:
                    k = order[place]
                    wins = np.int64(weaker[k, every] - weaker[k, a] - weaker[k, b])
                    # The player's own two cards were subtracted twice where they count.
                    up_to = np.int64(weaker[k + 1, every] - weaker[k + 1, a] - weaker[k + 1, b]) + 1
                    word = np.uint64(lines[place]) << LINE_SHIFT
                    word |= np.uint64(wins) | np.uint64(up_to) << np.uint64(10)
                    for j in range(cuts.size):
                        cut = cut_at[j]
                        below = np.int64(weaker[cut, every] - weaker[cut, a] - weaker[cut, b])
                        below += place < cuts[j]
                        field = np.uint64(below) << np.uint64(10 * ((j + 2) % FIELDS_PER_WORD))
                        if j + 2 < FIELDS_PER_WORD:
                            word |= field
                        else:
                            table[(j + 2) // FIELDS_PER_WORD, row, h] |= field
                    table[0, row, h] = word


@njit(nogil=True, inline="always")
def form_value(table, row, h, total, form):
    """Return the value of a form over all ``total`` hands of the dealer."""
    word, fields = table[0, row, h], form.shape[1] - 1
    line = np.int64((word >> LINE_SHIFT) & np.uint64(255))
    result = form[line, fields] * total
    for k in range(min(fields, FIELDS_PER_WORD)):
        result += form[line, k] * np.int64((word >> np.uint64(10 * k)) & FIELD_MASK)
    for k in range(FIELDS_PER_WORD, fields):
        later_field = table[k // FIELDS_PER_WORD, row, h] >> np.uint64(10 * (k % FIELDS_PER_WORD))
        result += form[line, k] * np.int64(later_field & FIELD_MASK)
    return result


@njit(
    "(u8[:,:,::1], i8, i8, i8, i8[:,::1], i8[:,::1], i8[::1], i8, i8[:,::1], i8[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def decide_boards(
    table, low, high, total, base, play, times, fold_value, best, required_values, raise_values
):
    """Decide after the river, for rows ``low`` to ``high``; decisions are kept in ``table``.

    ``base`` and ``play`` are the forms of the required wagers and of one unit of the raise.
    ``times`` are the stakes to choose from, smallest first, −1 for a fold, which costs
    ``fold_value`` for each of ``total`` hands; empty where nothing is decided. ``best`` gets the
    value of the decision, ``required_values`` that of the required wagers, ``raise_values`` that of
    one unit of the raise, shifted by 16 bits, with a 1 for each fold.
    """
    for at in range(low, high):
        for h in range(table.shape[2]):
            required_value, raise_value = (
                form_value(table, at, h, total, base),
                form_value(table, at, h, total, play),
            )
            best_choice, best_value = 0, 0
            for k in range(times.size):
                value = (
                    fold_value * total if times[k] < 0 else required_value + times[k] * raise_value
                )
                if k == 0 or value > best_value:
                    best_choice, best_value = k, value
            best[at, h], required_values[at, h], raise_values[at, h] = (
                best_value,
                required_value,
                raise_value << 16,
            )
            if times.size:
                table[0, at, h] |= np.uint64(best_choice) << CHOICE_SHIFT
                raise_values[at, h] += np.int64(times[best_choice] < 0)


_FOURS_SIGNATURE = (
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,::1], "
)


@njit(_FOURS_SIGNATURE + "i8[:,::1], i8[::1])", cache=True, nogil=True)
def sum_last_cards(
    fours, low, high, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged_counts, table, sums,
):  # fmt: skip
    """Sum the numbers of ``table`` over all last cards, by four cards and holding."""
    group_sizes = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    side_ranks = np.empty((3, 2), np.int64)
    # By the suit that has reached three: over all last cards, including those in the holding.
    all_sums = np.empty((3, HOLDING_COUNTS[1]), np.int64)
    # Over the last cards that are in the holding.
    own_sums = np.empty(HOLDING_COUNTS[2], np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
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
            times, board_values = group_sizes[last], table[row]
            suit_row = all_sums[flush]
            for h in range(HOLDING_COUNTS[1] if flush else HOLDING_COUNTS[0]):
                suit_row[h] += times * board_values[h]
            for g in range(groups):
                h = holding_number(last, g)
                own_sums[h] += (1 + (g == last)) * board_values[merged_counts[flush, h]]
        for h in range(groups * (groups + 1) // 2):
            result = all_sums[0, merged_counts[0, h]] - own_sums[h]
            for k in range(1, groups // RANKS):
                result += all_sums[k, merged_counts[k, h]]
            sums[begin + h] = result


@njit(_FOURS_SIGNATURE + "i4[::1], i4[:,::1])", cache=True, nogil=True)
def reach_boards(
    fours, low, high, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged_counts, reach_counts, boards,
):  # fmt: skip
    """Count how often each board and holding is reached, from counts of four cards."""
    group_sizes = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    side_ranks = np.empty((3, 2), np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        four_card_groups(
            a, b, c, d, first, second, rank, suit, group_sizes, counts, bits, side_ranks
        )
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        groups = RANKS * (1 + (first >= 0) + (second >= 0))
        four_counts = reach_counts[begin : begin + groups * (groups + 1) // 2]
        for last in range(groups):
            if group_sizes[last] == 0:
                continue
            unsuited_row = np.int64(five_of[number * RANKS + last % RANKS])
            row, flush = kind_with_last_card(
                last, unsuited_row, counts, bits, side_ranks, groups, first_five
            )
            board_counts = boards[row]
            for h in range(four_counts.size):
                board_counts[merged_counts[flush, h]] += group_sizes[last] * four_counts[h]
            for g in range(groups):
                h = holding_number(last, g)
                board_counts[merged_counts[flush, h]] -= (1 + (g == last)) * four_counts[h]


_FLOPS_SIGNATURE = (
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1], i4[:,:,::1], "
)


@njit(_FLOPS_SIGNATURE + "i8[::1], i8[:,::1])", cache=True, nogil=True)
def sum_turns(
    flops, low, high, rank, suit, four_of, first_four, two_of, begins, holdings, sums, total_by_pair
):  # fmt: skip
    """Sum over all turns, by flop and holding."""
    n = rank.size
    suit_sums = np.empty(HOLDING_COUNTS[2], np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        row = total_by_pair[at]
        row[:] = 0
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
                    suit_sums[h] += sums[begin + h]
                # A holding cannot contain the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_number(other, turn)
                        row[pair] -= sums[begin + holding_of_pair[pair]]
            for pair in range(row.size):
                row[pair] += suit_sums[holding_of_pair[pair]]


@njit(_FLOPS_SIGNATURE + "i4[:,::1], i4[::1])", cache=True, nogil=True)
def reach_turns(
    flops, low, high, rank, suit, four_of, first_four, two_of, begins, holdings, weights,
    reach_counts,
):  # fmt: skip
    """Count how often each four cards and holding are reached, from counts of flops."""
    n = rank.size
    suit_sums = np.empty(HOLDING_COUNTS[2], np.int32)
    for at in range(low, high):
        a, b, c = flops[at]
        row = weights[at]
        for s in range(4):
            has_sums = False
            for turn in range(n):
                if suit[turn] != s or turn in (a, b, c):
                    continue
                begin, first, second = kind_of_four(
                    a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
                )  # fmt: skip
                holding_of_pair = holdings[first + 1, second + 1]
                if not has_sums:
                    # After all turns of one suit, the same suits matter.
                    has_sums = True
                    suit_sums[:] = 0
                    for pair in range(row.size):
                        suit_sums[holding_of_pair[pair]] += row[pair]
                for h in range(HOLDING_COUNTS[(first >= 0) + (second >= 0)]):
                    reach_counts[begin + h] += suit_sums[h]
                # A holding cannot contain the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_number(other, turn)
                        reach_counts[begin + holding_of_pair[pair]] -= row[pair]


@njit("(u8[:,:,::1], i4[:,::1], i8, i8, i8, i8[:,:,::1])", cache=True, nogil=True)
def count_ends(table, reach_counts, low, high, total, counts):
    """Count deals: ``counts[decision after the river, line, what is counted]``.

    Counted are the fields of ``table``, and all hands of the dealer, ``total`` for each board.
    """
    fields = counts.shape[2] - 1
    for at in range(low, high):
        for h in range(table.shape[2]):
            times = np.int64(reach_counts[at, h])
            if times:
                word = table[0, at, h]
                line_counts = counts[word >> CHOICE_SHIFT, (word >> LINE_SHIFT) & np.uint64(255)]
                line_counts[fields] += times * total
                for k in range(min(fields, FIELDS_PER_WORD)):
                    line_counts[k] += times * np.int64((word >> np.uint64(10 * k)) & FIELD_MASK)
                for k in range(FIELDS_PER_WORD, fields):
                    later_field = table[k // FIELDS_PER_WORD, at, h] >> np.uint64(
                        10 * (k % FIELDS_PER_WORD)
                    )
                    line_counts[k] += times * np.int64(later_field & FIELD_MASK)
