"""Showdown with a dealer and one raise, for those who know more than they may: the kernels.

Tables and numbers are those of `one_raise`. By hand and what is known of it three sums are kept:
what a check comes to at its best, what the required wagers do, and one of the raise.

Bounds: with a card of the dealer known, a board has at most 44 hands of the dealer and a flop 1,035
boards, so a deal may come to at most 40,000 (`MOST_SCALED`) for sums of 32 bits, and to half of
that where boards are met twice; over the flops of a class of hand and card that is below 2⁵⁶. One
hand on all boards of a flop has sums below 2⁴⁶.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.expose_showdown import rank_pairs
from pitboss.lab.kernels.kinds import RANKS, holding, kind_of_four, pair_of
from pitboss.lab.kernels.one_raise import CHOICE, kind_of_five
from pitboss.lab.kernels.showdown import number_places, place_of

MOST_SCALED = 40_000
WIDE = 64
"""Room for the dealer's card, so that rows are whole vectors."""
NEVER = np.int16(32767)
CHECK, STANDING, RAISED, BLIND_CHECK = 0, 1, 2, 3
"""The sums; the last is that of a check by one who knows nothing."""


@njit("i8(i8, i8, i8, i8[::1], i8)", cache=True, nogil=True, inline="always")
def decided(check, standing, raised, times, folded):
    """What the best decision comes to, where 0 checks; a check where there is none to take."""
    best = check
    for k in range(times.size):
        t = times[k]
        value = folded if t < 0 else check if t == 0 else standing + t * raised
        best = value if k == 0 else max(best, value)
    return best


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], i8[::1], i8[::1], i8[::1], i8[::1], i8, i4[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_last_card(
    flops, ways, low, high, rank, suit, four_of, first_four, two_of, begins, holdings,
    best, standing, raised, times, folded, class_of, sums,
):  # fmt: skip
    """Turn or river seen: ``sums[class]`` of a pair and that card.

    ``best``, ``standing`` and ``raised`` are by four cards and two, ``times`` the decisions on the
    flop, ``folded`` what a fold there comes to.
    """
    n = rank.size
    for at in range(low, high):
        a, b, c = flops[at]
        for card in range(n):
            if card in (a, b, c):
                continue
            begin, one, two = kind_of_four(
                a, b, c, card, rank, suit, four_of, first_four, two_of, begins
            )  # fmt: skip
            held = holdings[one + 1, two + 1]
            for y in range(n):
                if y in (a, b, c, card):
                    continue
                for x in range(y):
                    if x in (a, b, c, card):
                        continue
                    pair = pair_of(x, y)
                    k = begin + held[pair]
                    stands, one_raise = standing[k], raised[k] >> 16
                    check = decided(best[k], stands, one_raise, times, folded)
                    into = sums[class_of[pair, card]]
                    into[CHECK] += ways[at] * check
                    into[STANDING] += ways[at] * stands
                    into[RAISED] += ways[at] * one_raise


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], i8[::1],"
    " i8[::1], i8[:,::1], i8[:,::1], i8[::1], i8[::1], i8[::1], i8, i4[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_dealer(
    flops, ways, low, high, rank, suit, five_of, sevens, flushes, lines, cuts, base, play,
    last_times, turn_times, times, fold, class_of, sums,
):  # fmt: skip
    """A card of the dealer seen: ``sums[class]`` of a pair and that card.

    On each board all pairs are ranked; by pair and seen card it is counted how the dealer's other
    cards end, for all seen cards at once. ``base`` and ``play`` are forms, ``fold`` is what a fold
    of one deal comes to. Where something is decided on the turn, every board is met twice, by turn.
    """
    n = rank.size
    m = n - 3
    others = n - 8
    pairs = m * (m - 1) // 2
    live = np.empty(m, np.int64)
    by_turn = turn_times.size > 0
    orders = 2 if by_turn else 1
    checks = np.empty((pairs, WIDE), np.int32)
    stands = np.empty((pairs, WIDE), np.int32)
    raises = np.empty((pairs, WIDE), np.int32)
    # The same over the rivers of one turn.
    turn_checks = np.empty((pairs if by_turn else 0, WIDE), np.int32)
    turn_stands = np.empty((pairs if by_turn else 0, WIDE), np.int32)
    turn_raises = np.empty((pairs if by_turn else 0, WIDE), np.int32)
    places = np.empty(pairs, np.int64)
    order = np.empty((m, WIDE), np.int16)
    weaker = np.empty((pairs + 2, WIDE), np.int16)
    words = np.empty(lines.size // 64 + 1, np.uint64)
    numbers = np.empty(words.size * 64, np.int64)
    bits, counts = np.empty(4, np.int64), np.empty(4, np.int64)
    standing, raised, best = (
        np.empty(WIDE, np.int32), np.empty(WIDE, np.int32), np.empty(WIDE, np.int32),
    )  # fmt: skip
    folded = np.int32(fold * others)
    cut_at = np.empty(cuts.size, np.int16)
    for at in range(low, high):
        left = 0
        for card in range(n):
            if card not in (flops[at, 0], flops[at, 1], flops[at, 2]):
                live[left] = card
                left += 1
        checks[:], stands[:], raises[:] = 0, 0, 0
        for i in range(m):
            if by_turn:
                turn_checks[:], turn_stands[:], turn_raises[:] = 0, 0, 0
            for j in range(0 if by_turn else i + 1, m):
                if j == i:
                    continue
                rank_pairs(
                    flops[at], i, j, live, m, rank, suit,
                    five_of, sevens, flushes, bits, counts, words, places,
                )  # fmt: skip
                found = number_places(words, numbers)
                weaker[: found + 1] = 0
                order[:] = NEVER
                cut_at[:] = 0
                for y in range(m):
                    if y in (i, j):
                        continue
                    for x in range(y):
                        if x in (i, j):
                            continue
                        place = places[y * (y - 1) // 2 + x]
                        k = numbers[place]
                        for c in range(cuts.size):
                            if place < cuts[c]:
                                cut_at[c] = max(cut_at[c], np.int16(k + 1))
                        order[y, x] = order[x, y] = np.int16(k)
                        weaker[k + 1, x] += 1
                        weaker[k + 1, y] += 1
                for k in range(found):
                    for d in range(WIDE):
                        weaker[k + 1, d] += weaker[k, d]
                for y in range(m):
                    if y in (i, j):
                        continue
                    for x in range(y):
                        if x in (i, j):
                            continue
                        pair = y * (y - 1) // 2 + x
                        place = places[pair]
                        k = order[y, x]
                        up, down = weaker[k + 1], weaker[k]
                        own, other = order[x], order[y]
                        of_base, of_play = base[lines[place]], play[lines[place]]
                        b0, b1 = np.int32(of_base[0]), np.int32(of_base[1])
                        p0, p1 = np.int32(of_play[0]), np.int32(of_play[1])
                        all_base = np.int32(of_base[cuts.size + 2] * others)
                        all_play = np.int32(of_play[cuts.size + 2] * others)
                        for d in range(WIDE):
                            # The player's own two are not the dealer's.
                            won = np.int32(down[d] - np.int16(own[d] < k) - np.int16(other[d] < k))
                            up_to = np.int32(
                                up[d] - np.int16(own[d] <= k) - np.int16(other[d] <= k)
                            )
                            standing[d] = np.int32(b0 * won + b1 * up_to + all_base)
                            raised[d] = np.int32(p0 * won + p1 * up_to + all_play)
                        for c in range(cuts.size):
                            cut, low_ones = cut_at[c], weaker[cut_at[c]]
                            b2, p2 = np.int32(of_base[2 + c]), np.int32(of_play[2 + c])
                            for d in range(WIDE):
                                below = np.int32(
                                    low_ones[d] - np.int16(own[d] < cut) - np.int16(other[d] < cut)
                                )
                                standing[d] = np.int32(standing[d] + b2 * below)
                                raised[d] = np.int32(raised[d] + p2 * below)
                        for d in range(WIDE):
                            best[d] = standing[d]
                        for t in range(last_times.size):
                            stake = np.int32(last_times[t])
                            for d in range(WIDE):
                                value = np.int32(standing[d] + stake * raised[d])
                                value = folded if stake < 0 else value
                                best[d] = value if t == 0 or value > best[d] else best[d]
                        # On the board no card is the dealer's.
                        for d in (i, j):
                            standing[d], raised[d], best[d] = 0, 0, 0
                        if by_turn:
                            check, stand = turn_checks[pair], turn_stands[pair]
                            one = turn_raises[pair]
                        else:
                            check, stand, one = checks[pair], stands[pair], raises[pair]
                        for d in range(WIDE):
                            check[d] = np.int32(check[d] + best[d])
                            stand[d] = np.int32(stand[d] + standing[d])
                            one[d] = np.int32(one[d] + raised[d])
            if by_turn:
                for y in range(m):
                    for x in range(y):
                        if i in (x, y):
                            continue
                        pair = y * (y - 1) // 2 + x
                        for d in range(m):
                            if d in (x, y, i):
                                continue
                            stand, one = turn_stands[pair, d], turn_raises[pair, d]
                            check = decided(
                                np.int64(turn_checks[pair, d]), np.int64(stand), np.int64(one),
                                turn_times, (m - 4) * others * fold,
                            )  # fmt: skip
                            checks[pair, d] = np.int32(checks[pair, d] + check)
                            stands[pair, d] = np.int32(stands[pair, d] + stand)
                            raises[pair, d] = np.int32(raises[pair, d] + one)
        for y in range(m):
            for x in range(y):
                pair = y * (y - 1) // 2 + x
                for d in range(m):
                    if d in (x, y):
                        continue
                    seen = class_of[pair_of(live[x], live[y]), live[d]]
                    whole = (m - 3) * (m - 4) // 2 * orders * others * fold
                    check = decided(
                        np.int64(checks[pair, d]), np.int64(stands[pair, d]),
                        np.int64(raises[pair, d]), times, whole,
                    )  # fmt: skip
                    sums[seen, CHECK] += ways[at] * check
                    sums[seen, STANDING] += ways[at] * np.int64(stands[pair, d])
                    sums[seen, RAISED] += ways[at] * np.int64(raises[pair, d])


@njit(
    "i8(i8, i8, i8[::1], i8, i8, i8, i8[::1], i8[::1], i2[:,::1], i2[::1], i8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def meet_groups(x, y, held, flush, bits, total, rank, suit, ranked, flushes, cuts, met):
    """Two cards on a board: how the dealer's hands end, in ``met``, and the place of their own.

    ``held`` has the dealer's cards by their groups, 13 for the ranks and 13 for the suit ``flush``,
    in which the board has the ranks ``bits``. Counted are hands that are lower, not higher, below
    each cut, and all.
    """
    mine = place_of(x, y, flush, bits, rank, suit, ranked, flushes)
    met[:] = 0
    met[cuts.size + 2] = total
    for a in range(2 * RANKS if flush >= 0 else RANKS):
        if held[a] == 0:
            continue
        with_a = bits | (1 << (a - RANKS) if a >= RANKS else 0)
        for b in range(a + 1):
            ways = held[a] * (held[a] - 1) // 2 if a == b else held[a] * held[b]
            place = np.int64(ranked[a % RANKS, b % RANKS])
            if flush >= 0:
                suited = with_a | (1 << (b - RANKS) if b >= RANKS else 0)
                place = max(place, np.int64(flushes[suited]))
            met[0] += ways if place < mine else 0
            met[1] += ways if place <= mine else 0
            for c in range(cuts.size):
                met[2 + c] += ways if place < cuts[c] else 0
    return mine


@njit(
    "(i8, i8, i8[::1], i8[::1], i8[::1], i2[::1], i8[::1], i2[:,:,::1], i2[::1], i8[::1],"
    " i8[::1], i8[:,::1], i8[:,::1], i8[::1], i8[::1], i8, u8[:,:,::1], i1[::1], i2[::1], i8[::1],"
    " i8[::1], i8[::1], i4[:,:,::1], i8[:,:,::1], i8[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def value_hand(
    x, y, live, rank, suit, five_of, first_five, sevens, flushes, lines, cuts,
    base, play, last_times, turn_times, fold, table, on_turn, four_of, first_four, two_of, begins,
    holdings, known, fours, threes,
):  # fmt: skip
    """One hand with some cards known to be out of play: its sums by flop, in ``threes``.

    Flops are numbered by the numbers of their cards among ``live``, those that may come. The table
    of the game says what is decided on a whole board by one who knows nothing, ``on_turn`` what is
    after the turn. ``known`` is room for what was counted, by suit and kind of board, ``fours`` for
    sums over all last cards.
    """
    m = live.size
    total = (m - 5) * (m - 6) // 2
    known[:] = 0
    fours[:], threes[:] = 0, 0
    held, free = np.empty(2 * RANKS, np.int64), np.zeros((4, RANKS), np.int64)
    for k in range(m):
        free[suit[live[k]], rank[live[k]]] = 1
    board, met = np.empty(5, np.int64), np.empty(cuts.size + 3, np.int64)
    for e in range(4, m):
        of_e = e * (e - 1) * (e - 2) * (e - 3) // 24
        for d in range(3, e):
            of_d4, of_d3 = d * (d - 1) * (d - 2) * (d - 3) // 24, d * (d - 1) * (d - 2) // 6
            for c in range(2, d):
                of_c3, of_c2 = c * (c - 1) * (c - 2) // 6, c * (c - 1) // 2
                for b in range(1, c):
                    of_b2 = b * (b - 1) // 2
                    last_four = of_e + of_d3 + of_c2 + b
                    begin = (
                        of_d4 + of_c3 + of_b2, of_e + of_c3 + of_b2,
                        of_e + of_d3 + of_b2, of_e + of_d3 + of_c2,
                    )  # fmt: skip
                    for a in range(b):
                        board[0], board[1], board[2] = live[a], live[b], live[c]
                        board[3], board[4] = live[d], live[e]
                        five, row, flush, bits = kind_of_five(
                            board, rank, suit, five_of, first_five
                        )
                        found = known[max(flush, 0), row]
                        if found[4] == 0:
                            held[:] = 0
                            for s in range(4):
                                for r in range(RANKS):
                                    held[r + (RANKS if s == flush else 0)] += free[s, r]
                            for card in board:
                                held[rank[card] + (RANKS if suit[card] == flush else 0)] -= 1
                            mine = meet_groups(
                                x, y, held, flush, bits, total, rank, suit, sevens[five], flushes,
                                cuts, met,
                            )  # fmt: skip
                            standing, raised = 0, 0
                            for t in range(met.size):
                                standing += base[lines[mine], t] * met[t]
                                raised += play[lines[mine], t] * met[t]
                            group_x = rank[x] + (RANKS if suit[x] == flush else 0)
                            group_y = rank[y] + (RANKS if suit[y] == flush else 0)
                            found[CHECK] = found[BLIND_CHECK] = found[STANDING] = standing
                            found[RAISED] = raised
                            found[4] = 1
                            taken = np.int64(table[0, row, holding(group_x, group_y)] >> CHOICE)
                            for t in range(last_times.size):
                                value = standing + last_times[t] * raised
                                if last_times[t] < 0:
                                    value = fold * total
                                found[CHECK] = value if t == 0 else max(found[CHECK], value)
                                if t == taken:
                                    found[BLIND_CHECK] = value
                        for k in range(4):
                            for f in range(4):
                                fours[begin[k] + a, f] += found[f]
                        for f in range(4):
                            fours[last_four, f] += found[f]
    # Any two of five cards are turn and river, in either order: every board was added twice.
    for d in range(3, m):
        of_d = d * (d - 1) * (d - 2) * (d - 3) // 24
        of_d3 = d * (d - 1) * (d - 2) // 6
        for c in range(2, d):
            of_c3, of_c2 = c * (c - 1) * (c - 2) // 6, c * (c - 1) // 2
            for b in range(1, c):
                of_b2 = b * (b - 1) // 2
                for a in range(b):
                    if turn_times.size:
                        begin_four, one, two = kind_of_four(
                            live[a], live[b], live[c], live[d], rank, suit,
                            four_of, first_four, two_of, begins,
                        )  # fmt: skip
                        held_four = holdings[one + 1, two + 1, pair_of(x, y)]
                        taken = turn_times[on_turn[begin_four + held_four]]
                        four = fours[of_d + of_c3 + of_b2 + a]
                        folded = fold * total * (m - 4)
                        four[CHECK] = decided(
                            four[CHECK], four[STANDING], four[RAISED], turn_times, folded
                        )
                        if taken < 0:
                            four[BLIND_CHECK] = folded
                        elif taken > 0:
                            four[BLIND_CHECK] = four[STANDING] + taken * four[RAISED]
                    for f in range(4):
                        found_four = fours[of_d + of_c3 + of_b2 + a, f]
                        threes[of_c3 + of_b2 + a, f] += found_four
                        threes[of_d3 + of_b2 + a, f] += found_four
                        threes[of_d3 + of_c2 + a, f] += found_four
                        threes[of_d3 + of_c2 + b, f] += found_four
