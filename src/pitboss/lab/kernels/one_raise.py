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
    kind_of_four,
    pair_number,
    side_ranks_number,
)
from pitboss.lab.kernels.showdown import order_holdings, place_of_pair

FIELDS_PER_WORD = 5
"""Fields of 10 bits in a word: dealer's hands lower, not higher, and below each cut."""
MAX_WORDS = 4
"""The most cuts."""
MAX_CUTS = FIELDS_PER_WORD * MAX_WORDS - 2
FIELD_MASK = np.uint64(1023)
LINE_SHIFT, CHOICE_SHIFT = np.uint64(50), np.uint64(58)
"""Above the fields of the first word: the line of odds, and the decision after the river."""


@njit("UniTuple(i8, 4)(i8[::1], i8[::1], i8[::1], i2[::1], i8[::1])", cache=True, nogil=True)
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
    held = np.empty(2 * RANKS, np.int64)
    seen = np.empty(lines.size // 64 + 1, np.uint64)
    order = np.empty(lines.size, np.int64)
    places = np.empty(size, np.int64)
    weaker = np.empty((size + 1, 2 * RANKS + 1), np.int16)
    cut_at = np.empty(cuts.size, np.int64)
    for at in range(low, high):
        five, row, flush, bits = kind_of_five(boards[at], rank, suit, five_of, first_five)
        held[:] = 0
        for c in range(rank.size):
            held[rank[c] + (RANKS if suit[c] == flush else 0)] += 1
        for c in boards[at]:
            held[rank[c] + (RANKS if suit[c] == flush else 0)] -= 1
        groups = 2 * RANKS if flush >= 0 else RANKS
        order_holdings(
            held[:groups], bits, sevens[five], flushes, seen, order, places, weaker
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
                    won = np.int64(weaker[k, every] - weaker[k, a] - weaker[k, b])
                    # The player's own two cards were subtracted twice where they count.
                    up_to = np.int64(weaker[k + 1, every] - weaker[k + 1, a] - weaker[k + 1, b]) + 1
                    word = np.uint64(lines[place]) << LINE_SHIFT
                    word |= np.uint64(won) | np.uint64(up_to) << np.uint64(10)
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


@njit("i8(u8[:,:,::1], i8, i8, i8, i8[:,::1])", cache=True, nogil=True, inline="always")
def form_value(table, row, h, total, form):
    """Return the value of a form over all ``total`` hands of the dealer."""
    word, fields = table[0, row, h], form.shape[1] - 1
    line = np.int64((word >> LINE_SHIFT) & np.uint64(255))
    result = form[line, fields] * total
    for k in range(min(fields, FIELDS_PER_WORD)):
        result += form[line, k] * np.int64((word >> np.uint64(10 * k)) & FIELD_MASK)
    for k in range(FIELDS_PER_WORD, fields):
        more = table[k // FIELDS_PER_WORD, row, h] >> np.uint64(10 * (k % FIELDS_PER_WORD))
        result += form[line, k] * np.int64(more & FIELD_MASK)
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
            without, one = (
                form_value(table, at, h, total, base),
                form_value(table, at, h, total, play),
            )
            chosen, most = 0, 0
            for k in range(times.size):
                value = fold_value * total if times[k] < 0 else without + times[k] * one
                if k == 0 or value > most:
                    chosen, most = k, value
            best[at, h], required_values[at, h], raise_values[at, h] = most, without, one << 16
            if times.size:
                table[0, at, h] |= np.uint64(chosen) << CHOICE_SHIFT
                raise_values[at, h] += np.int64(times[chosen] < 0)


@njit(
    "(i8, i8, i8, i8, i8, i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def four_card_groups(a, b, c, d, first, second, rank, suit, group_sizes, counts, bits, beside):
    """Fill what four cards leave and have, by the suits that matter."""
    counts[:], bits[:], beside[:], group_sizes[:] = 0, 0, -1, 0
    for card in range(rank.size):
        kind = 1 if suit[card] == first else 2 if suit[card] == second else 0
        group_sizes[rank[card] + RANKS * kind] += 1
        if card in (a, b, c, d):
            group_sizes[rank[card] + RANKS * kind] -= 1
            counts[kind] += 1
            bits[kind] |= 1 << rank[card]
            for k in (1, 2):
                if k != kind:
                    beside[k, 0], beside[k, 1] = rank[card], beside[k, 0]


@njit(
    "UniTuple(i8, 2)(i8, i8, i8[::1], i8[::1], i8[:,::1], i8, i8[::1])",
    cache=True,
    nogil=True,
)
def kind_with_last_card(last, unsuited, counts, bits, beside, groups, first_five):
    """Return the kind of board after a last card, and the suit that has reached three.

    ``unsuited`` is the kind if no suit has.
    """
    r, kind = last % RANKS, last // RANKS
    flush, row = 0, unsuited
    for k in range(1, groups // RANKS):
        if counts[k] + (k == kind) >= 3:
            flush = k
            if k == kind:
                row = first_five[bits[k] | (1 << r)] + side_ranks_number(beside[k, 0], beside[k, 1])
            else:
                row = first_five[bits[k]] + side_ranks_number(beside[k, 0], r)
    return row, flush


_FOURS_SIGNATURE = (
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,::1], "
)


@njit(_FOURS_SIGNATURE + "i8[:,::1], i8[::1])", cache=True, nogil=True)
def sum_last_cards(
    fours, low, high, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged, table, sums,
):  # fmt: skip
    """Sum the numbers of ``table`` over all last cards, by four cards and holding."""
    held = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    beside = np.empty((3, 2), np.int64)
    # By the suit that has reached three: over all last cards, including those in the holding.
    whole = np.empty((3, HOLDING_COUNTS[1]), np.int64)
    # Over the last cards that are in the holding.
    own = np.empty(HOLDING_COUNTS[2], np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        four_card_groups(a, b, c, d, first, second, rank, suit, held, counts, bits, beside)
        whole[:], own[:] = 0, 0
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        groups = RANKS * (1 + (first >= 0) + (second >= 0))
        for last in range(groups):
            if held[last] == 0:
                continue
            unsuited = np.int64(five_of[number * RANKS + last % RANKS])
            row, flush = kind_with_last_card(
                last, unsuited, counts, bits, beside, groups, first_five
            )
            times, of = held[last], table[row]
            into = whole[flush]
            for h in range(HOLDING_COUNTS[1] if flush else HOLDING_COUNTS[0]):
                into[h] += times * of[h]
            for g in range(groups):
                h = holding_number(last, g)
                own[h] += (1 + (g == last)) * of[merged[flush, h]]
        for h in range(groups * (groups + 1) // 2):
            result = whole[0, merged[0, h]] - own[h]
            for k in range(1, groups // RANKS):
                result += whole[k, merged[k, h]]
            sums[begin + h] = result


@njit(_FOURS_SIGNATURE + "i4[::1], i4[:,::1])", cache=True, nogil=True)
def reach_boards(
    fours, low, high, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged, reach_counts, boards,
):  # fmt: skip
    """Count how often each board and holding is reached, from counts of four cards."""
    held = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    beside = np.empty((3, 2), np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        four_card_groups(a, b, c, d, first, second, rank, suit, held, counts, bits, beside)
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        groups = RANKS * (1 + (first >= 0) + (second >= 0))
        of = reach_counts[begin : begin + groups * (groups + 1) // 2]
        for last in range(groups):
            if held[last] == 0:
                continue
            unsuited = np.int64(five_of[number * RANKS + last % RANKS])
            row, flush = kind_with_last_card(
                last, unsuited, counts, bits, beside, groups, first_five
            )
            into = boards[row]
            for h in range(of.size):
                into[merged[flush, h]] += held[last] * of[h]
            for g in range(groups):
                h = holding_number(last, g)
                into[merged[flush, h]] -= (1 + (g == last)) * of[h]


_FLOPS_SIGNATURE = (
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1], i4[:,:,::1], "
)


@njit(_FLOPS_SIGNATURE + "i8[::1], i8[:,::1])", cache=True, nogil=True)
def sum_turns(
    flops, low, high, rank, suit, four_of, first_four, two_of, begins, holdings, sums, result
):  # fmt: skip
    """Sum over all turns, by flop and holding."""
    n = rank.size
    some = np.empty(HOLDING_COUNTS[2], np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        row = result[at]
        row[:] = 0
        for s in range(4):
            # After all turns of one suit, the same suits matter.
            some[:] = 0
            held = holdings[0, 0]
            for turn in range(n):
                if suit[turn] != s or turn in (a, b, c):
                    continue
                begin, first, second = kind_of_four(
                    a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
                )  # fmt: skip
                held = holdings[first + 1, second + 1]
                for h in range(HOLDING_COUNTS[(first >= 0) + (second >= 0)]):
                    some[h] += sums[begin + h]
                # A holding cannot contain the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_number(other, turn)
                        row[pair] -= sums[begin + held[pair]]
            for pair in range(row.size):
                row[pair] += some[held[pair]]


@njit(_FLOPS_SIGNATURE + "i4[:,::1], i4[::1])", cache=True, nogil=True)
def reach_turns(
    flops, low, high, rank, suit, four_of, first_four, two_of, begins, holdings, weights,
    reach_counts,
):  # fmt: skip
    """Count how often each four cards and holding are reached, from counts of flops."""
    n = rank.size
    some = np.empty(HOLDING_COUNTS[2], np.int32)
    for at in range(low, high):
        a, b, c = flops[at]
        row = weights[at]
        for s in range(4):
            summed = False
            for turn in range(n):
                if suit[turn] != s or turn in (a, b, c):
                    continue
                begin, first, second = kind_of_four(
                    a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
                )  # fmt: skip
                held = holdings[first + 1, second + 1]
                if not summed:
                    # After all turns of one suit, the same suits matter.
                    summed = True
                    some[:] = 0
                    for pair in range(row.size):
                        some[held[pair]] += row[pair]
                for h in range(HOLDING_COUNTS[(first >= 0) + (second >= 0)]):
                    reach_counts[begin + h] += some[h]
                # A holding cannot contain the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_number(other, turn)
                        reach_counts[begin + held[pair]] -= row[pair]


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
                into = counts[word >> CHOICE_SHIFT, (word >> LINE_SHIFT) & np.uint64(255)]
                into[fields] += times * total
                for k in range(min(fields, FIELDS_PER_WORD)):
                    into[k] += times * np.int64((word >> np.uint64(10 * k)) & FIELD_MASK)
                for k in range(FIELDS_PER_WORD, fields):
                    more = table[k // FIELDS_PER_WORD, at, h] >> np.uint64(
                        10 * (k % FIELDS_PER_WORD)
                    )
                    into[k] += times * np.int64(more & FIELD_MASK)


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
        number, used = 0, (np.uint64(1) << np.uint64(first)) | (np.uint64(1) << np.uint64(second))
        bits[:], counts[:] = 0, 0
        for k in range(5):
            c = board[k] if k < board.size else boards[at, k - board.size]
            number = number * RANKS + rank[c]
            used |= np.uint64(1) << np.uint64(c)
            bits[suit[c]] |= 1 << rank[c]
            counts[suit[c]] += 1
        flush_suit, flush_bits = np.int64(-1), np.int64(0)
        for s in range(4):
            if counts[s] >= 3:
                flush_suit, flush_bits = s, bits[s]
        left = 0
        for c in range(n):
            if not (used >> np.uint64(c)) & np.uint64(1):
                live[left] = c
                left += 1
        ranked = sevens[five_of[number]]
        mine = place_of_pair(first, second, flush_suit, flush_bits, rank, suit, ranked, flushes)
        into = outcome_counts[at]
        into[:] = 0
        into[0], into[into.size - 1] = mine, left * (left - 1) // 2
        for j in range(left):
            for i in range(j):
                other = place_of_pair(
                    live[i], live[j], flush_suit, flush_bits, rank, suit, ranked, flushes
                )
                into[1] += other < mine
                into[2] += other <= mine
                for k in range(cuts.size):
                    into[3 + k] += other < cuts[k]
