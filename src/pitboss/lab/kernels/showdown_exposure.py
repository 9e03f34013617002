"""Kernels for showdowns with a dealer, for a player with extra knowledge.

Tables and numbers are those of `showdown`. A bet is made where it is expected to win more often
than it loses, given what is known; so what counts is the net win, wins less losses. A stake of
``minimum`` to ``maximum`` is worth ``minimum · net_win``, or ``maximum · net_win`` if that is more.

Bounds: with a hand and a dealer's card known, a board is lost or won at most 44 times, so the net
win over all rivers is within 45 · 44 < 2¹⁵, and wins over the 1,176 boards of a flop stay below
1,176 · 44 < 2¹⁶. Sums over all deals of a class of hand and card stay below 48 · 50⁶ · 10² < 2⁶³.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.board_numbers import kind_of_four, pair_number
from pitboss.lab.kernels.showdown import FIELD_MASK, number_places

FLOP, TURN, RIVER = 0, 1, 2
"""Rows of ``outcomes``: the place of the seen card."""
ROW_WIDTH = 64
"""Row length with room for the dealer's card, so that rows are whole vectors."""
NO_PLACE = np.int16(32767)


@njit(nogil=True, inline="always")
def better_stake_value(net_win, minimum, maximum):
    """Return the value of the better of two stakes."""
    return max(minimum * net_win, maximum * net_win)


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], u8[::1], i8[::1], i8[::1], i4[:,::1], i8[:,:,::1])",
    cache=True,
    nogil=True,
)
def see_board(
    flops, ways, low, high, deals, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, positive_net_wins, second, third, class_of, outcomes,
):  # fmt: skip
    """Fill ``outcomes[place, class, 0 or 1]`` when a card of flop, turn or river is seen.

    0 is the ante with the best later bets, 1 one unit of the first bet. ``class_of`` is by pair and
    card. ``positive_net_wins`` is like ``sums``, over boards with a positive net win only.
    """
    n = rank.size
    totals = np.empty((2, n * (n - 1) // 2), np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        totals[:] = 0
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
                    word = sums[begin + holding_of_pair[pair]]
                    wins, ties = (
                        np.int64(word & FIELD_MASK),
                        np.int64((word >> np.uint64(16)) & FIELD_MASK),
                    )
                    losses = deals - wins - ties
                    net_win = wins - losses
                    ante = np.int64((word >> np.uint64(32)) & FIELD_MASK) - losses
                    positive_net_win = np.int64(
                        positive_net_wins[begin + holding_of_pair[pair]] & FIELD_MASK
                    )
                    bet_second = better_stake_value(net_win, second[0], second[1])
                    bet_third = better_stake_value(net_win, third[0], third[1])
                    totals[0, pair] += ante + bet_third
                    totals[1, pair] += net_win
                    card_class = class_of[pair, card]
                    # A player who knows the turn bets on the flop as on the turn.
                    outcomes[TURN, card_class, 0] += ways[at] * (ante + bet_second + bet_third)
                    outcomes[TURN, card_class, 1] += ways[at] * net_win
                    # Flop and river are four cards as well, and the turn is then the last unknown.
                    by_board = third[0] * net_win + (third[1] - third[0]) * positive_net_win
                    outcomes[RIVER, card_class, 0] += ways[at] * (ante + bet_second + by_board)
                    outcomes[RIVER, card_class, 1] += ways[at] * net_win
        for y in range(n):
            for x in range(y):
                if x in (a, b, c) or y in (a, b, c):
                    continue
                pair = pair_number(x, y)
                later = totals[0, pair] + better_stake_value(totals[1, pair], second[0], second[1])
                for card in (a, b, c):
                    card_class = class_of[pair, card]
                    outcomes[FLOP, card_class, 0] += ways[at] * later
                    outcomes[FLOP, card_class, 1] += ways[at] * totals[1, pair]


@njit(nogil=True)
def rank_pairs(
    flop, i, j, live, m, rank, suit, five_of, sevens, flushes, bits, counts, words, places
):  # fmt: skip
    """Rank all pairs of live cards on a flop with live cards ``i`` and ``j``.

    ``places`` gets the place of each pair, ``words`` a bit for each place that occurs.
    """
    number = 0
    bits[:], counts[:], words[:] = 0, 0, 0
    for k in range(5):
        card = flop[k] if k < 3 else live[i] if k == 3 else live[j]
        number = number * 13 + rank[card]
        bits[suit[card]] |= 1 << rank[card]
        counts[suit[card]] += 1
    flush = -1
    for s in range(4):
        if counts[s] >= 3:
            flush = s
    five = five_of[number]
    for y in range(m):
        if y in (i, j):
            continue
        ry, sy = rank[live[y]], suit[live[y]]
        with_y = 0
        if flush >= 0:
            with_y = bits[flush] | (1 << ry if sy == flush else 0)
        for x in range(y):
            if x in (i, j):
                continue
            rx = rank[live[x]]
            place = np.int64(sevens[five, ry, rx])
            if flush >= 0:
                both = with_y | (1 << rx if suit[live[x]] == flush else 0)
                place = max(place, np.int64(flushes[both]))
            places[y * (y - 1) // 2 + x] = place
            words[place >> 6] |= np.uint64(1) << np.uint64(place & 63)


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], b1[::1],"
    " i8[::1], i8[::1], i4[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_dealer(
    flops, ways, low, high, rank, suit, five_of, sevens, flushes, pays,
    second, third, class_of, outcomes,
):  # fmt: skip
    """Fill ``outcomes[class, 0 or 1]``, as in `see_board`, when a dealer's card is seen.

    ``outcomes[class, 2]`` has the number of flops counted. On each board all pairs are ranked; by
    pair and seen card, the dealer's other cards that win and lose are counted for all seen cards at
    once.
    """
    n = rank.size
    m = n - 3
    dealer_cards = np.int16(n - 8)
    pairs = m * (m - 1) // 2
    live = np.empty(m, np.int64)
    net_wins = np.empty((m, pairs, ROW_WIDTH), np.int16)
    unpaid = np.empty((pairs, ROW_WIDTH), np.uint16)
    places = np.empty(pairs, np.int64)
    order = np.empty((m, ROW_WIDTH), np.int16)
    weaker = np.empty((pairs + 2, ROW_WIDTH), np.int16)
    words = np.empty(pays.size // 64 + 1, np.uint64)
    numbers = np.empty(words.size * 64, np.int64)
    bits, counts = np.empty(4, np.int64), np.empty(4, np.int64)
    row = np.empty(ROW_WIDTH, np.int16)
    for at in range(low, high):
        count = 0
        for card in range(n):
            if card not in (flops[at, 0], flops[at, 1], flops[at, 2]):
                live[count] = card
                count += 1
        net_wins[:] = 0
        unpaid[:] = 0
        for i in range(m):
            for j in range(i + 1, m):
                rank_pairs(
                    flops[at], i, j, live, m, rank, suit,
                    five_of, sevens, flushes, bits, counts, words, places,
                )  # fmt: skip
                place_count = number_places(words, numbers)
                weaker[: place_count + 1] = 0
                order[:] = NO_PLACE
                for y in range(m):
                    if y in (i, j):
                        continue
                    for x in range(y):
                        if x in (i, j):
                            continue
                        k = numbers[places[y * (y - 1) // 2 + x]]
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
                        k = order[y, x]
                        # The player's own two cards cannot be the dealer's.
                        up, down = weaker[k + 1], weaker[k]
                        own, other = order[x], order[y]
                        first, later = net_wins[i, pair], net_wins[j, pair]
                        for d in range(ROW_WIDTH):
                            wins = np.int16(down[d] - np.int16(own[d] < k) - np.int16(other[d] < k))
                            up_to = np.int16(
                                up[d] - np.int16(own[d] <= k) - np.int16(other[d] <= k)
                            )
                            net_win = np.int16(wins + up_to - dealer_cards)
                            first[d] = np.int16(first[d] + net_win)
                            later[d] = np.int16(later[d] + net_win)
                            row[d] = wins
                        if not pays[places[pair]]:
                            losses = unpaid[pair]
                            for d in range(ROW_WIDTH):
                                losses[d] = np.uint16(losses[d] + np.uint16(row[d]))
        for y in range(m):
            for x in range(y):
                pair = y * (y - 1) // 2 + x
                for d in range(m):
                    if d in (x, y):
                        continue
                    net_win_sum, later = 0, 0
                    for i in range(m):
                        if i not in (x, y, d):
                            # A river that equals the dealer's card was counted as lost.
                            net_win = np.int64(net_wins[i, pair, d]) + dealer_cards
                            net_win_sum += net_win
                            later += better_stake_value(net_win, third[0], third[1])
                    ante = net_win_sum - 2 * np.int64(unpaid[pair, d])
                    later += ante + better_stake_value(net_win_sum, second[0], second[1])
                    card_class = class_of[pair_number(live[x], live[y]), live[d]]
                    outcomes[card_class, 0] += ways[at] * later
                    outcomes[card_class, 1] += ways[at] * net_win_sum
                    outcomes[card_class, 2] += ways[at]


@njit(
    "i8(i8[::1], i8[::1], i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], b1[::1], i8,"
    " i2[::1], i8[::1], i8[::1], i8[::1], i4[:,:,::1], u8[::1], i8[::1], i8[::1],"
    " i8[::1], b1[::1], b1[::1])",
    cache=True,
    nogil=True,
)
def gain_of_known_hands(
    flop, dead, rank, suit, five_of, sevens, flushes, pays, deals,
    four_of, first_four, two_of, begins, holdings, sums, second, third,
    times, base_plays, plays,
):  # fmt: skip
    """Return the gain from knowing dead cards on one flop, over all hands and deals.

    It is the net result of the best bets less that of the bets made without extra knowledge, on the
    same deals. By pair: ``times`` is the first bet, ``base_plays`` whether it is made without
    knowledge, ``plays`` whether with it. ``deals`` is how many follow a turn without knowledge.
    """
    n = rank.size
    live = np.empty(n, np.int64)
    m = 0
    for card in range(n):
        out = card in (flop[0], flop[1], flop[2])
        for k in range(dead.size):
            out |= card == dead[k]
        if not out:
            live[m] = card
            m += 1
    pairs = m * (m - 1) // 2
    # The bets without extra knowledge, which on the flop consider every turn.
    base_second, base_third = np.zeros(pairs, np.int64), np.zeros((m, pairs), np.int64)
    turn = 0
    for card in range(n):
        if card in (flop[0], flop[1], flop[2]):
            continue
        begin, first_suit, second_suit = kind_of_four(
            flop[0], flop[1], flop[2], card, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        holding_of_pair = holdings[first_suit + 1, second_suit + 1]
        is_live = turn < m and live[turn] == card
        for y in range(m):
            for x in range(y):
                if live[x] != card and live[y] != card:
                    pair = y * (y - 1) // 2 + x
                    word = sums[begin + holding_of_pair[pair_number(live[x], live[y])]]
                    wins, ties = word & FIELD_MASK, (word >> np.uint64(16)) & FIELD_MASK
                    net_win = np.int64(wins + wins + ties) - deals
                    base_second[pair] += net_win
                    if is_live:
                        base_third[turn, pair] = third[1] if net_win > 0 else third[0]
        turn += is_live
    every = m
    dealer_hands = (m - 4) * (m - 5) // 2
    net_wins, ante = np.zeros((m, pairs), np.int64), np.zeros(pairs, np.int64)
    places, order = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    weaker = np.empty((pairs + 2, m + 1), np.int16)
    words = np.empty(pays.size // 64 + 1, np.uint64)
    numbers = np.empty(words.size * 64, np.int64)
    bits, counts = np.empty(4, np.int64), np.empty(4, np.int64)
    for i in range(m):
        for j in range(i + 1, m):
            rank_pairs(
                flop, i, j, live, m, rank, suit,
                five_of, sevens, flushes, bits, counts, words, places,
            )  # fmt: skip
            place_count = number_places(words, numbers)
            weaker[: place_count + 1] = 0
            for y in range(m):
                if y in (i, j):
                    continue
                for x in range(y):
                    if x in (i, j):
                        continue
                    pair = y * (y - 1) // 2 + x
                    k = numbers[places[pair]]
                    order[pair] = k
                    weaker[k + 1, x] += 1
                    weaker[k + 1, y] += 1
                    weaker[k + 1, every] += 1
            for k in range(place_count):
                for d in range(m + 1):
                    weaker[k + 1, d] += weaker[k, d]
            for y in range(m):
                if y in (i, j):
                    continue
                for x in range(y):
                    if x in (i, j):
                        continue
                    pair = y * (y - 1) // 2 + x
                    k = order[pair]
                    wins = np.int64(weaker[k, every] - weaker[k, x] - weaker[k, y])
                    # The player's own two cards were subtracted twice.
                    up_to = np.int64(weaker[k + 1, every] - weaker[k + 1, x] - weaker[k + 1, y]) + 1
                    losses = dealer_hands - up_to
                    net_wins[i, pair] += wins - losses
                    net_wins[j, pair] += wins - losses
                    ante[pair] += 2 * ((wins if pays[places[pair]] else 0) - losses)
    gain = 0
    fold_value = -(m - 2) * (m - 3) * dealer_hands
    for y in range(m):
        for x in range(y):
            pair, own = y * (y - 1) // 2 + x, pair_number(live[x], live[y])
            if not (plays[own] or base_plays[own]):
                continue
            net_win_sum, base, best = 0, 0, 0
            for i in range(m):
                if i not in (x, y):
                    net_win = net_wins[i, pair]
                    net_win_sum += net_win
                    base += base_third[i, pair] * net_win
                    best += better_stake_value(net_win, third[0], third[1])
            unraised_value = ante[pair] + times[own] * net_win_sum
            base += (
                unraised_value + (second[1] if base_second[pair] > 0 else second[0]) * net_win_sum
            )
            best += unraised_value + better_stake_value(net_win_sum, second[0], second[1])
            gain += (best if plays[own] else fold_value) - (base if base_plays[own] else fold_value)
    return gain


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], i8[::1], i8[::1], i8[:,::1], i8[::1], f4[:,::1])",
    cache=True,
    nogil=True,
)
def value_flops(
    flops, low, high, deals, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, second, third, hands, times, values,
):  # fmt: skip
    """Fill ``values[flop, hand]`` with the value of hands that bet first.

    It is 0 where the hand holds a card of the flop.
    """
    n = rank.size
    net_win_sum, later = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        net_win_sum[:], later[:] = 0, 0
        for card in range(n):
            if card in (a, b, c):
                continue
            begin, first_suit, second_suit = kind_of_four(
                a, b, c, card, rank, suit, four_of, first_four, two_of, begins
            )  # fmt: skip
            holding_of_pair = holdings[first_suit + 1, second_suit + 1]
            for h in range(len(hands)):
                x, y = hands[h]
                if card in (x, y):
                    continue
                word = sums[begin + holding_of_pair[pair_number(x, y)]]
                wins, ties = (
                    np.int64(word & FIELD_MASK),
                    np.int64((word >> np.uint64(16)) & FIELD_MASK),
                )
                losses = deals - wins - ties
                net_win_sum[h] += wins - losses
                later[h] += np.int64((word >> np.uint64(32)) & FIELD_MASK) - losses
                later[h] += better_stake_value(wins - losses, third[0], third[1])
        for h in range(len(hands)):
            x, y = hands[h]
            values[at, h] = 0.0
            if not (x in (a, b, c) or y in (a, b, c)):
                net = (
                    later[h]
                    + times[h] * net_win_sum[h]
                    + better_stake_value(net_win_sum[h], second[0], second[1])
                )
                values[at, h] = net / ((n - 5) * deals)
