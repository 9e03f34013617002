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

from pitboss.lab.kernels.board_numbers import (
    RANKS,
    holding_number,
    kind_of_five,
    kind_of_four,
    pair_number,
)
from pitboss.lab.kernels.one_raise import CHOICE_SHIFT
from pitboss.lab.kernels.showdown import number_places
from pitboss.lab.kernels.showdown_exposure import NO_PLACE, ROW_WIDTH, rank_pairs
from pitboss.lab.kernels.showdown_first_bet import count_dealer_groups, fill_group_sizes

MAX_SCALED_ODDS = 40_000
CHECK_SUM, REQUIRED_SUM, RAISE_SUM, BLIND_CHECK_SUM = 0, 1, 2, 3
"""Indexes of the sums; the last is that of a check without extra knowledge."""


@njit(nogil=True, inline="always")
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
            begin, first_suit, second_suit = kind_of_four(
                a, b, c, card, rank, suit, four_of, first_four, two_of, begins
            )  # fmt: skip
            holding_of_pair = holdings[first_suit + 1, second_suit + 1]
            for y in range(n):
                if y in (a, b, c, card):
                    continue
                for x in range(y):
                    if x in (a, b, c, card):
                        continue
                    pair = pair_number(x, y)
                    k = begin + holding_of_pair[pair]
                    required_value, raise_value = required_values[k], raise_values[k] >> 16
                    check = best_decision_value(
                        best[k], required_value, raise_value, times, fold_value
                    )
                    class_sums = sums[class_of[pair, card]]
                    class_sums[CHECK_SUM] += ways[at] * check
                    class_sums[REQUIRED_SUM] += ways[at] * required_value
                    class_sums[RAISE_SUM] += ways[at] * raise_value


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
    dealer_cards = n - 8
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
    required_value, raise_value, best = (
        np.empty(ROW_WIDTH, np.int32), np.empty(ROW_WIDTH, np.int32), np.empty(ROW_WIDTH, np.int32),
    )  # fmt: skip
    fold_value = np.int32(fold * dealer_cards)
    cut_at = np.empty(cuts.size, np.int16)
    for at in range(low, high):
        count = 0
        for card in range(n):
            if card not in (flops[at, 0], flops[at, 1], flops[at, 2]):
                live[count] = card
                count += 1
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
                place_count = number_places(words, numbers)
                weaker[: place_count + 1] = 0
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
                for k in range(place_count):
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
                        all_base = np.int32(of_base[cuts.size + 2] * dealer_cards)
                        all_play = np.int32(of_play[cuts.size + 2] * dealer_cards)
                        for d in range(ROW_WIDTH):
                            # The player's own two cards cannot be the dealer's.
                            wins = np.int32(down[d] - np.int16(own[d] < k) - np.int16(other[d] < k))
                            up_to = np.int32(
                                up[d] - np.int16(own[d] <= k) - np.int16(other[d] <= k)
                            )
                            required_value[d] = np.int32(b0 * wins + b1 * up_to + all_base)
                            raise_value[d] = np.int32(p0 * wins + p1 * up_to + all_play)
                        for c in range(cuts.size):
                            cut, below_cut = cut_at[c], weaker[cut_at[c]]
                            b2, p2 = np.int32(of_base[2 + c]), np.int32(of_play[2 + c])
                            for d in range(ROW_WIDTH):
                                below = np.int32(
                                    below_cut[d] - np.int16(own[d] < cut) - np.int16(other[d] < cut)
                                )
                                required_value[d] = np.int32(required_value[d] + b2 * below)
                                raise_value[d] = np.int32(raise_value[d] + p2 * below)
                        for d in range(ROW_WIDTH):
                            best[d] = required_value[d]
                        for t in range(last_times.size):
                            stake = np.int32(last_times[t])
                            for d in range(ROW_WIDTH):
                                value = np.int32(required_value[d] + stake * raise_value[d])
                                value = fold_value if stake < 0 else value
                                best[d] = value if t == 0 or value > best[d] else best[d]
                        # A card on the board cannot be the dealer's.
                        for d in (i, j):
                            required_value[d], raise_value[d], best[d] = 0, 0, 0
                        if by_turn:
                            check_sum, required_sum = turn_checks[pair], turn_stands[pair]
                            raise_sum = turn_raises[pair]
                        else:
                            check_sum, required_sum, raise_sum = (
                                checks[pair],
                                stands[pair],
                                raises[pair],
                            )
                        for d in range(ROW_WIDTH):
                            check_sum[d] = np.int32(check_sum[d] + best[d])
                            required_sum[d] = np.int32(required_sum[d] + required_value[d])
                            raise_sum[d] = np.int32(raise_sum[d] + raise_value[d])
            if by_turn:
                for y in range(m):
                    for x in range(y):
                        if i in (x, y):
                            continue
                        pair = y * (y - 1) // 2 + x
                        for d in range(m):
                            if d in (x, y, i):
                                continue
                            required_sum, raise_sum = turn_stands[pair, d], turn_raises[pair, d]
                            check_sum = best_decision_value(
                                np.int64(turn_checks[pair, d]), np.int64(required_sum),
                                np.int64(raise_sum), turn_times, (m - 4) * dealer_cards * fold,
                            )  # fmt: skip
                            checks[pair, d] = np.int32(checks[pair, d] + check_sum)
                            stands[pair, d] = np.int32(stands[pair, d] + required_sum)
                            raises[pair, d] = np.int32(raises[pair, d] + raise_sum)
        for y in range(m):
            for x in range(y):
                pair = y * (y - 1) // 2 + x
                for d in range(m):
                    if d in (x, y):
                        continue
                    card_class = class_of[pair_number(live[x], live[y]), live[d]]
                    flop_fold_value = (m - 3) * (m - 4) // 2 * orders * dealer_cards * fold
                    check_sum = best_decision_value(
                        np.int64(checks[pair, d]), np.int64(stands[pair, d]),
                        np.int64(raises[pair, d]), times, flop_fold_value,
                    )  # fmt: skip
                    sums[card_class, CHECK_SUM] += ways[at] * check_sum
                    sums[card_class, REQUIRED_SUM] += ways[at] * np.int64(stands[pair, d])
                    sums[card_class, RAISE_SUM] += ways[at] * np.int64(raises[pair, d])


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
    group_sizes, free = np.empty(2 * RANKS, np.int64), np.zeros((4, RANKS), np.int64)
    for k in range(m):
        free[suit[live[k]], rank[live[k]]] = 1
    board, outcome_counts = np.empty(5, np.int64), np.empty(cuts.size + 3, np.int64)
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
                        board_sums = memo[max(flush, 0), row]
                        if board_sums[4] == 0:
                            fill_group_sizes(board, flush, free, rank, suit, group_sizes)
                            own_place = count_dealer_groups(
                                x, y, group_sizes, flush, bits, total, rank, suit, sevens[five],
                                flushes, cuts, outcome_counts,
                            )  # fmt: skip
                            required_value, raise_value = 0, 0
                            for t in range(outcome_counts.size):
                                required_value += base[lines[own_place], t] * outcome_counts[t]
                                raise_value += play[lines[own_place], t] * outcome_counts[t]
                            group_x = rank[x] + (RANKS if suit[x] == flush else 0)
                            group_y = rank[y] + (RANKS if suit[y] == flush else 0)
                            board_sums[CHECK_SUM] = board_sums[BLIND_CHECK_SUM] = board_sums[
                                REQUIRED_SUM
                            ] = required_value
                            board_sums[RAISE_SUM] = raise_value
                            board_sums[4] = 1
                            blind_choice = np.int64(
                                table[0, row, holding_number(group_x, group_y)] >> CHOICE_SHIFT
                            )
                            for t in range(last_times.size):
                                value = required_value + last_times[t] * raise_value
                                if last_times[t] < 0:
                                    value = fold * total
                                board_sums[CHECK_SUM] = (
                                    value if t == 0 else max(board_sums[CHECK_SUM], value)
                                )
                                if t == blind_choice:
                                    board_sums[BLIND_CHECK_SUM] = value
                        for k in range(4):
                            for f in range(4):
                                fours[begin[k] + a, f] += board_sums[f]
                        for f in range(4):
                            fours[last_four, f] += board_sums[f]
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
                        begin_four, first_suit, second_suit = kind_of_four(
                            live[a], live[b], live[c], live[d], rank, suit,
                            four_of, first_four, two_of, begins,
                        )  # fmt: skip
                        holding_of_four = holdings[
                            first_suit + 1, second_suit + 1, pair_number(x, y)
                        ]
                        blind_choice = turn_times[on_turn[begin_four + holding_of_four]]
                        four = fours[of_d + of_c3 + of_b2 + a]
                        fold_value = fold * total * (m - 4)
                        four[CHECK_SUM] = best_decision_value(
                            four[CHECK_SUM],
                            four[REQUIRED_SUM],
                            four[RAISE_SUM],
                            turn_times,
                            fold_value,
                        )
                        if blind_choice < 0:
                            four[BLIND_CHECK_SUM] = fold_value
                        elif blind_choice > 0:
                            four[BLIND_CHECK_SUM] = (
                                four[REQUIRED_SUM] + blind_choice * four[RAISE_SUM]
                            )
                    for f in range(4):
                        four_sum = fours[of_d + of_c3 + of_b2 + a, f]
                        threes[of_c3 + of_b2 + a, f] += four_sum
                        threes[of_d3 + of_b2 + a, f] += four_sum
                        threes[of_d3 + of_c2 + a, f] += four_sum
                        threes[of_d3 + of_c2 + b, f] += four_sum
