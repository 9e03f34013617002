"""Showdown with a dealer and one raise: the kernels.

Boards and holdings are numbered as in `kinds`. On a board of each kind it is counted for any two
cards how the dealer's hands end against them: a form, a factor for each count, then says what a
wager comes to. What a number for each of these comes to over turn
and river is found backward, from boards to four cards to flops; how often each of them is reached
is found forward, from flops to four cards to boards, by the same steps.

Bounds: at most 990 hands of the dealer (10 bits) on 2,162 boards of a flop, turn and river either
way round; a deal comes to at most 10⁷ (`odds.MOST_SCALED`), so a flop to less than 2⁴⁵, and 16 bits
up to less than 2⁶¹. Boards and two cards of one kind are reached in fewer than 2³¹ ways.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.kinds import HOLDINGS, RANKS, holding, kind_of_four, others, pair_of
from pitboss.lab.kernels.showdown import order_holdings, place_of

FIELDS = 5
"""Of 10 bits each in a word: hands of the dealer lower, not higher, and below each cut."""
WORDS = 4
"""At most."""
MOST_CUTS = FIELDS * WORDS - 2
FIELD = np.uint64(1023)
LINE, CHOICE = np.uint64(50), np.uint64(58)
"""Above the fields of the first word: which line of odds is paid; the decision after the river."""


@njit("UniTuple(i8, 4)(i8[::1], i8[::1], i8[::1], i2[::1], i8[::1])", cache=True, nogil=True)
def kind_of_five(board, rank, suit, five_of, first_five):
    """The number of the ranks of a board, its kind, the suit that three have, its ranks as bits."""
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
    return five, first_five[bits] + others(x, y) if flush >= 0 else five, flush, bits


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[:,:,::1], i2[::1], i8[::1],"
    " i8[::1], u8[:,:,::1])",
    cache=True,
    nogil=True,
)
def end_boards(
    boards, low, high, rank, suit, five_of, first_five, sevens, flushes, lines, cuts, table
):  # fmt: skip
    """For boards ``low`` to ``high`` and every two cards: how the dealer's hands end.

    ``lines`` has the line of odds by place, ``cuts`` the places that the dealer may pass.
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
                h = holding(a, b)
                place = places[h]
                if place >= 0:
                    k = order[place]
                    won = np.int64(weaker[k, every] - weaker[k, a] - weaker[k, b])
                    # The player's own two cards were taken out twice where they count.
                    up_to = np.int64(weaker[k + 1, every] - weaker[k + 1, a] - weaker[k + 1, b]) + 1
                    word = np.uint64(lines[place]) << LINE
                    word |= np.uint64(won) | np.uint64(up_to) << np.uint64(10)
                    for j in range(cuts.size):
                        cut = cut_at[j]
                        below = np.int64(weaker[cut, every] - weaker[cut, a] - weaker[cut, b])
                        below += place < cuts[j]
                        field = np.uint64(below) << np.uint64(10 * ((j + 2) % FIELDS))
                        if j + 2 < FIELDS:
                            word |= field
                        else:
                            table[(j + 2) // FIELDS, row, h] |= field
                    table[0, row, h] = word


@njit("i8(u8[:,:,::1], i8, i8, i8, i8[:,::1])", cache=True, nogil=True, inline="always")
def paid(table, row, h, total, form):
    """What a form comes to over all ``total`` hands of the dealer."""
    word, fields = table[0, row, h], form.shape[1] - 1
    line = np.int64((word >> LINE) & np.uint64(255))
    found = form[line, fields] * total
    for k in range(min(fields, FIELDS)):
        found += form[line, k] * np.int64((word >> np.uint64(10 * k)) & FIELD)
    for k in range(FIELDS, fields):
        more = table[k // FIELDS, row, h] >> np.uint64(10 * (k % FIELDS))
        found += form[line, k] * np.int64(more & FIELD)
    return found


@njit(
    "(u8[:,:,::1], i8, i8, i8, i8[:,::1], i8[:,::1], i8[::1], i8, i8[:,::1], i8[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def decide_boards(table, low, high, total, base, play, times, folded, best, standing, raised):
    """The decision after the river, for rows ``low`` to ``high``; it is left in ``table``.

    ``base`` and ``play`` are the forms of the required wagers and of one of the raise. ``times``
    are the stakes to choose from, the smallest first, −1 for a fold, which comes to ``folded`` for
    each of ``total`` hands; none where nothing is decided. ``best`` is what the decision comes to,
    ``standing`` what the required wagers do, ``raised`` one of the raise, 16 bits up, with a 1 for
    each fold.
    """
    for at in range(low, high):
        for h in range(table.shape[2]):
            without, one = paid(table, at, h, total, base), paid(table, at, h, total, play)
            chosen, most = 0, 0
            for k in range(times.size):
                value = folded * total if times[k] < 0 else without + times[k] * one
                if k == 0 or value > most:
                    chosen, most = k, value
            best[at, h], standing[at, h], raised[at, h] = most, without, one << 16
            if times.size:
                table[0, at, h] |= np.uint64(chosen) << CHOICE
                raised[at, h] += np.int64(times[chosen] < 0)


@njit(
    "(i8, i8, i8, i8, i8, i8, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_four(a, b, c, d, first, second, rank, suit, held, counts, bits, beside):
    """What four cards leave and have, by the suits that matter: the groups of the last card."""
    counts[:], bits[:], beside[:], held[:] = 0, 0, -1, 0
    for card in range(rank.size):
        kind = 1 if suit[card] == first else 2 if suit[card] == second else 0
        held[rank[card] + RANKS * kind] += 1
        if card in (a, b, c, d):
            held[rank[card] + RANKS * kind] -= 1
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
def with_last(last, unsuited, counts, bits, beside, groups, first_five):
    """The kind of board that four cards and a last one make, and the suit that has come to three.

    ``unsuited`` is the kind if no suit has.
    """
    r, kind = last % RANKS, last // RANKS
    flush, row = 0, unsuited
    for k in range(1, groups // RANKS):
        if counts[k] + (k == kind) >= 3:
            flush = k
            if k == kind:
                row = first_five[bits[k] | (1 << r)] + others(beside[k, 0], beside[k, 1])
            else:
                row = first_five[bits[k]] + others(beside[k, 0], r)
    return row, flush


_OVER_FOURS = (
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,::1], "
)


@njit(_OVER_FOURS + "i8[:,::1], i8[::1])", cache=True, nogil=True)
def sum_last_cards(
    fours, low, high, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged, table, sums,
):  # fmt: skip
    """For four cards and every two: the numbers of ``table`` over all last cards."""
    held = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    beside = np.empty((3, 2), np.int64)
    # By the suit that has come to three: over all last cards, whether the two hold them or not.
    whole = np.empty((3, HOLDINGS[1]), np.int64)
    # Over those that they hold.
    own = np.empty(HOLDINGS[2], np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        see_four(a, b, c, d, first, second, rank, suit, held, counts, bits, beside)
        whole[:], own[:] = 0, 0
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        groups = RANKS * (1 + (first >= 0) + (second >= 0))
        for last in range(groups):
            if held[last] == 0:
                continue
            unsuited = np.int64(five_of[number * RANKS + last % RANKS])
            row, flush = with_last(last, unsuited, counts, bits, beside, groups, first_five)
            times, of = held[last], table[row]
            into = whole[flush]
            for h in range(HOLDINGS[1] if flush else HOLDINGS[0]):
                into[h] += times * of[h]
            for g in range(groups):
                h = holding(last, g)
                own[h] += (1 + (g == last)) * of[merged[flush, h]]
        for h in range(groups * (groups + 1) // 2):
            found = whole[0, merged[0, h]] - own[h]
            for k in range(1, groups // RANKS):
                found += whole[k, merged[k, h]]
            sums[begin + h] = found


@njit(_OVER_FOURS + "i4[::1], i4[:,::1])", cache=True, nogil=True)
def reach_boards(
    fours, low, high, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged, reached, boards,
):  # fmt: skip
    """How often each board and two cards are reached, from how often four cards and two are."""
    held = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    beside = np.empty((3, 2), np.int64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        see_four(a, b, c, d, first, second, rank, suit, held, counts, bits, beside)
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        groups = RANKS * (1 + (first >= 0) + (second >= 0))
        of = reached[begin : begin + groups * (groups + 1) // 2]
        for last in range(groups):
            if held[last] == 0:
                continue
            unsuited = np.int64(five_of[number * RANKS + last % RANKS])
            row, flush = with_last(last, unsuited, counts, bits, beside, groups, first_five)
            into = boards[row]
            for h in range(of.size):
                into[merged[flush, h]] += held[last] * of[h]
            for g in range(groups):
                h = holding(last, g)
                into[merged[flush, h]] -= (1 + (g == last)) * of[h]


_OVER_FLOPS = (
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1], i4[:,:,::1], "
)


@njit(_OVER_FLOPS + "i8[::1], i8[:,::1])", cache=True, nogil=True)
def sum_turns(
    flops, low, high, rank, suit, four_of, first_four, two_of, begins, holdings, sums, found
):  # fmt: skip
    """For each flop and any two cards: the ``sums`` over all turns."""
    n = rank.size
    some = np.empty(HOLDINGS[2], np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        row = found[at]
        row[:] = 0
        for s in range(4):
            # After all turns of one suit the same suits matter.
            some[:] = 0
            held = holdings[0, 0]
            for turn in range(n):
                if suit[turn] != s or turn in (a, b, c):
                    continue
                begin, first, second = kind_of_four(
                    a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
                )  # fmt: skip
                held = holdings[first + 1, second + 1]
                for h in range(HOLDINGS[(first >= 0) + (second >= 0)]):
                    some[h] += sums[begin + h]
                # Nobody holds the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_of(other, turn)
                        row[pair] -= sums[begin + held[pair]]
            for pair in range(row.size):
                row[pair] += some[held[pair]]


@njit(_OVER_FLOPS + "i4[:,::1], i4[::1])", cache=True, nogil=True)
def reach_turns(
    flops, low, high, rank, suit, four_of, first_four, two_of, begins, holdings, weights, reached
):  # fmt: skip
    """How often each four cards and two are reached, from how often each flop and two cards are."""
    n = rank.size
    some = np.empty(HOLDINGS[2], np.int32)
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
                    # After all turns of one suit the same suits matter.
                    summed = True
                    some[:] = 0
                    for pair in range(row.size):
                        some[held[pair]] += row[pair]
                for h in range(HOLDINGS[(first >= 0) + (second >= 0)]):
                    reached[begin + h] += some[h]
                # Nobody holds the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_of(other, turn)
                        reached[begin + held[pair]] -= row[pair]


@njit("(u8[:,:,::1], i4[:,::1], i8, i8, i8, i8[:,:,::1])", cache=True, nogil=True)
def count_ends(table, reached, low, high, total, counts):
    """How many deals end how: ``counts[decision after the river, line, what is counted]``.

    That is the fields of ``table``, and all hands of the dealer, ``total`` for each board.
    """
    fields = counts.shape[2] - 1
    for at in range(low, high):
        for h in range(table.shape[2]):
            times = np.int64(reached[at, h])
            if times:
                word = table[0, at, h]
                into = counts[word >> CHOICE, (word >> LINE) & np.uint64(255)]
                into[fields] += times * total
                for k in range(min(fields, FIELDS)):
                    into[k] += times * np.int64((word >> np.uint64(10 * k)) & FIELD)
                for k in range(FIELDS, fields):
                    more = table[k // FIELDS, at, h] >> np.uint64(10 * (k % FIELDS))
                    into[k] += times * np.int64(more & FIELD)


@njit(
    "(i8, i8, i8[::1], i8[:,::1], i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], i8[::1],"
    " i8[:,::1])",
    cache=True,
    nogil=True,
)
def meet_dealer(
    first, second, known, boards, rank, suit, five_of, sevens, flushes, cuts, met
):  # fmt: skip
    """A player's two cards on some boards: the place of the hand, and how the dealer's hands end.

    A board is the ``known`` cards and a row of ``boards``. ``met`` has the place, then hands that
    are lower, not higher, below each cut, and all.
    """
    n = rank.size
    live = np.empty(n, np.int64)
    bits, counts = np.empty(4, np.int64), np.empty(4, np.int64)
    for at in range(boards.shape[0]):
        number, used = 0, (np.uint64(1) << np.uint64(first)) | (np.uint64(1) << np.uint64(second))
        bits[:], counts[:] = 0, 0
        for k in range(5):
            c = known[k] if k < known.size else boards[at, k - known.size]
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
        mine = place_of(first, second, flush_suit, flush_bits, rank, suit, ranked, flushes)
        into = met[at]
        into[:] = 0
        into[0], into[into.size - 1] = mine, left * (left - 1) // 2
        for j in range(left):
            for i in range(j):
                other = place_of(
                    live[i], live[j], flush_suit, flush_bits, rank, suit, ranked, flushes
                )
                into[1] += other < mine
                into[2] += other <= mine
                for k in range(cuts.size):
                    into[3 + k] += other < cuts[k]
