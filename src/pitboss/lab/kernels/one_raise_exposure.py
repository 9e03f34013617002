"""Kernels for showdowns with one raise, for a player with extra knowledge.

Tables and numbers are those of `one_raise`. By hand and what is known of it, three sums are kept:
the best value of a check, the value of the required wagers, and that of one unit of the raise.

Bounds: with a dealer's card known, a board has at most 44 hands of the dealer and a flop 1,035
boards, so the value of a deal may be at most 40,000 (`MAX_SCALED_ODDS`) for 32-bit sums, and half
of that where boards are met twice; over the flops of a class of hand and card that is below 2⁵⁶.
One hand on all boards of a flop has sums below 2⁴⁶.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.board_numbers import RANKS, holding_number, kind_of_four, pair_number
from pitboss.lab.kernels.one_raise import CHOICE_SHIFT, kind_of_five
from pitboss.lab.kernels.showdown import number_places, place_of_pair
from pitboss.lab.kernels.showdown_exposure import rank_pairs

MAX_SCALED_ODDS = 40_000
ROW_WIDTH = 64
"""Row length with room for the dealer's card, so that rows are whole vectors."""
NO_PLACE = np.int16(32767)
CHECK_SUM, REQUIRED_SUM, RAISE_SUM, BLIND_CHECK_SUM = 0, 1, 2, 3
"""Indexes of the sums; the last is that of a check without extra knowledge."""


@njit("i8(i8, i8, i8, i8[::1], i8)", cache=True, nogil=True, inline="always")
def best_decision_value(check, required_values, raise_values, times, fold_value):
    """Return the value of the best decision, where 0 is a check and no times mean a check."""
    best = check
    for k in range(times.size):
        t = times[k]
        value = fold_value if t < 0 else check if t == 0 else required_values + t * raise_values
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
    best, required_values, raise_values, times, fold_value, class_of, sums,
):  # fmt: skip
    """Fill ``sums[class]`` of a pair and a card, when the turn or river is seen.

    ``best``, ``required_values`` and ``raise_values`` are by four cards and holding, ``times`` are
    the decisions on the flop, ``fold_value`` is the value of a fold there.
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
                    pair = pair_number(x, y)
                    k = begin + held[pair]
                    stands, one_raise = required_values[k], raise_values[k] >> 16
                    check = best_decision_value(best[k], stands, one_raise, times, fold_value)
                    into = sums[class_of[pair, card]]
                    into[CHECK_SUM] += ways[at] * check
                    into[REQUIRED_SUM] += ways[at] * stands
                    into[RAISE_SUM] += ways[at] * one_raise


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
    """Fill ``sums[class]`` of a pair and a card, when a dealer's card is seen.

    On each board all pairs are ranked; by pair and seen card, the ends of the dealer's other cards
    are counted for all seen cards at once. ``base`` and ``play`` are forms, ``fold`` is the value
    of a fold of one deal. With a decision on the turn, every board is met twice, by turn.
    """
    n = rank.size
    m = n - 3
    others = n - 8
    pairs = m * (m - 1) // 2
    live = np.empty(m, np.int64)
    by_turn = turn_times.size > 0
    orders = 2 if by_turn else 1
    checks = np.empty((pairs, ROW_WIDTH), np.int32)
    stands = np.empty((pairs, ROW_WIDTH), np.int32)
    raises = np.empty((pairs, ROW_WIDTH), np.int32)
    # The same sums over the rivers of one turn.
    turn_checks = np.empty((pairs if by_turn else 0, ROW_WIDTH), np.int32)
    turn_stands = np.empty((pairs if by_turn else 0, ROW_WIDTH), np.int32)
    turn_raises = np.empty((pairs if by_turn else 0, ROW_WIDTH), np.int32)
    places = np.empty(pairs, np.int64)
    order = np.empty((m, ROW_WIDTH), np.int16)
    weaker = np.empty((pairs + 2, ROW_WIDTH), np.int16)
    words = np.empty(lines.size // 64 + 1, np.uint64)
    numbers = np.empty(words.size * 64, np.int64)
    bits, counts = np.empty(4, np.int64), np.empty(4, np.int64)
    standing, raised, best = (
        np.empty(ROW_WIDTH, np.int32), np.empty(ROW_WIDTH, np.int32), np.empty(ROW_WIDTH, np.int32),
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
                result = number_places(words, numbers)
                weaker[: result + 1] = 0
                order[:] = NO_PLACE
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
                for k in range(result):
                    for d in range(ROW_WIDTH):
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
                        for d in range(ROW_WIDTH):
                            # The player's own two cards cannot be the dealer's.
                            won = np.int32(down[d] - np.int16(own[d] < k) - np.int16(other[d] < k))
                            up_to = np.int32(
                                up[d] - np.int16(own[d] <= k) - np.int16(other[d] <= k)
                            )
                            standing[d] = np.int32(b0 * won + b1 * up_to + all_base)
                            raised[d] = np.int32(p0 * won + p1 * up_to + all_play)
                        for c in range(cuts.size):
                            cut, low_ones = cut_at[c], weaker[cut_at[c]]
                            b2, p2 = np.int32(of_base[2 + c]), np.int32(of_play[2 + c])
                            for d in range(ROW_WIDTH):
                                below = np.int32(
                                    low_ones[d] - np.int16(own[d] < cut) - np.int16(other[d] < cut)
                                )
                                standing[d] = np.int32(standing[d] + b2 * below)
                                raised[d] = np.int32(raised[d] + p2 * below)
                        for d in range(ROW_WIDTH):
                            best[d] = standing[d]
                        for t in range(last_times.size):
                            stake = np.int32(last_times[t])
                            for d in range(ROW_WIDTH):
                                value = np.int32(standing[d] + stake * raised[d])
                                value = folded if stake < 0 else value
                                best[d] = value if t == 0 or value > best[d] else best[d]
                        # A card on the board cannot be the dealer's.
                        for d in (i, j):
                            standing[d], raised[d], best[d] = 0, 0, 0
                        if by_turn:
                            check, stand = turn_checks[pair], turn_stands[pair]
                            one = turn_raises[pair]
                        else:
                            check, stand, one = checks[pair], stands[pair], raises[pair]
                        for d in range(ROW_WIDTH):
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
                            check = best_decision_value(
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
                    seen = class_of[pair_number(live[x], live[y]), live[d]]
                    whole = (m - 3) * (m - 4) // 2 * orders * others * fold
                    check = best_decision_value(
                        np.int64(checks[pair, d]), np.int64(stands[pair, d]),
                        np.int64(raises[pair, d]), times, whole,
                    )  # fmt: skip
                    sums[seen, CHECK_SUM] += ways[at] * check
                    sums[seen, REQUIRED_SUM] += ways[at] * np.int64(stands[pair, d])
                    sums[seen, RAISE_SUM] += ways[at] * np.int64(raises[pair, d])


@njit(
    "i8(i8, i8, i8[::1], i8, i8, i8, i8[::1], i8[::1], i2[:,::1], i2[::1], i8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def count_dealer_groups(
    x, y, group_sizes, flush, bits, total, rank, suit, rank_table, flushes, cuts, outcome_counts
):
    """Count the dealer's hands by end in ``outcome_counts``; return the place of two cards.

    ``group_sizes`` has the dealer's cards by group, 13 for the ranks and 13 for the suit ``flush``,
    in which the board has the ranks ``bits``. Counted are hands that are lower, not higher, below
    each cut, and all.
    """
    mine = place_of_pair(x, y, flush, bits, rank, suit, rank_table, flushes)
    outcome_counts[:] = 0
    outcome_counts[cuts.size + 2] = total
    for a in range(2 * RANKS if flush >= 0 else RANKS):
        if group_sizes[a] == 0:
            continue
        with_a = bits | (1 << (a - RANKS) if a >= RANKS else 0)
        for b in range(a + 1):
            ways = (
                group_sizes[a] * (group_sizes[a] - 1) // 2
                if a == b
                else group_sizes[a] * group_sizes[b]
            )
            place = np.int64(rank_table[a % RANKS, b % RANKS])
            if flush >= 0:
                suited = with_a | (1 << (b - RANKS) if b >= RANKS else 0)
                place = max(place, np.int64(flushes[suited]))
            outcome_counts[0] += ways if place < mine else 0
            outcome_counts[1] += ways if place <= mine else 0
            for c in range(cuts.size):
                outcome_counts[2 + c] += ways if place < cuts[c] else 0
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
    holdings, memo, fours, threes,
):  # fmt: skip
    """Fill the sums of one hand by flop in ``threes``, with some cards known to be dead.

    Flops are numbered by the indexes of their cards among ``live``, the cards that may come. The
    ``table`` of the game has the decision on a whole board without extra knowledge, ``on_turn`` the
    one after the turn. ``memo`` is space for counts by suit and kind of board, ``fours`` for sums
    over all last cards.
    """
    m = live.size
    total = (m - 5) * (m - 6) // 2
    memo[:] = 0
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
                        result = memo[max(flush, 0), row]
                        if result[4] == 0:
                            held[:] = 0
                            for s in range(4):
                                for r in range(RANKS):
                                    held[r + (RANKS if s == flush else 0)] += free[s, r]
                            for card in board:
                                held[rank[card] + (RANKS if suit[card] == flush else 0)] -= 1
                            mine = count_dealer_groups(
                                x, y, held, flush, bits, total, rank, suit, sevens[five], flushes,
                                cuts, met,
                            )  # fmt: skip
                            standing, raised = 0, 0
                            for t in range(met.size):
                                standing += base[lines[mine], t] * met[t]
                                raised += play[lines[mine], t] * met[t]
                            group_x = rank[x] + (RANKS if suit[x] == flush else 0)
                            group_y = rank[y] + (RANKS if suit[y] == flush else 0)
                            result[CHECK_SUM] = result[BLIND_CHECK_SUM] = result[REQUIRED_SUM] = (
                                standing
                            )
                            result[RAISE_SUM] = raised
                            result[4] = 1
                            taken = np.int64(
                                table[0, row, holding_number(group_x, group_y)] >> CHOICE_SHIFT
                            )
                            for t in range(last_times.size):
                                value = standing + last_times[t] * raised
                                if last_times[t] < 0:
                                    value = fold * total
                                result[CHECK_SUM] = (
                                    value if t == 0 else max(result[CHECK_SUM], value)
                                )
                                if t == taken:
                                    result[BLIND_CHECK_SUM] = value
                        for k in range(4):
                            for f in range(4):
                                fours[begin[k] + a, f] += result[f]
                        for f in range(4):
                            fours[last_four, f] += result[f]
    # Any two of five cards are turn and river, in either order: every board is counted twice.
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
                        held_four = holdings[one + 1, two + 1, pair_number(x, y)]
                        taken = turn_times[on_turn[begin_four + held_four]]
                        four = fours[of_d + of_c3 + of_b2 + a]
                        folded = fold * total * (m - 4)
                        four[CHECK_SUM] = best_decision_value(
                            four[CHECK_SUM], four[REQUIRED_SUM], four[RAISE_SUM], turn_times, folded
                        )
                        if taken < 0:
                            four[BLIND_CHECK_SUM] = folded
                        elif taken > 0:
                            four[BLIND_CHECK_SUM] = four[REQUIRED_SUM] + taken * four[RAISE_SUM]
                    for f in range(4):
                        found_four = fours[of_d + of_c3 + of_b2 + a, f]
                        threes[of_c3 + of_b2 + a, f] += found_four
                        threes[of_d3 + of_b2 + a, f] += found_four
                        threes[of_d3 + of_c2 + a, f] += found_four
                        threes[of_d3 + of_c2 + b, f] += found_four
