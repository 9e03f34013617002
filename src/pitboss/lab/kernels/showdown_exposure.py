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


@njit("i8(i8, i8, i8)", cache=True, nogil=True, inline="always")
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
    result = np.empty((2, n * (n - 1) // 2), np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        result[:] = 0
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
                    word = sums[begin + held[pair]]
                    won, tied = (
                        np.int64(word & FIELD_MASK),
                        np.int64((word >> np.uint64(16)) & FIELD_MASK),
                    )
                    lost = deals - won - tied
                    hope = won - lost
                    ante = np.int64((word >> np.uint64(32)) & FIELD_MASK) - lost
                    good = np.int64(positive_net_wins[begin + held[pair]] & FIELD_MASK)
                    bet_second = better_stake_value(hope, second[0], second[1])
                    bet_third = better_stake_value(hope, third[0], third[1])
                    result[0, pair] += ante + bet_third
                    result[1, pair] += hope
                    seen = class_of[pair, card]
                    # A player who knows the turn bets on the flop as on the turn.
                    outcomes[TURN, seen, 0] += ways[at] * (ante + bet_second + bet_third)
                    outcomes[TURN, seen, 1] += ways[at] * hope
                    # Flop and river are four cards as well, and the turn is then the last unknown.
                    by_board = third[0] * hope + (third[1] - third[0]) * good
                    outcomes[RIVER, seen, 0] += ways[at] * (ante + bet_second + by_board)
                    outcomes[RIVER, seen, 1] += ways[at] * hope
        for y in range(n):
            for x in range(y):
                if x in (a, b, c) or y in (a, b, c):
                    continue
                pair = pair_number(x, y)
                later = result[0, pair] + better_stake_value(result[1, pair], second[0], second[1])
                for card in (a, b, c):
                    seen = class_of[pair, card]
                    outcomes[FLOP, seen, 0] += ways[at] * later
                    outcomes[FLOP, seen, 1] += ways[at] * result[1, pair]


@njit(
    "(i8[::1], i8, i8, i8[::1], i8, i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1],"
    " i8[::1], i8[::1], u8[::1], i8[::1])",
    cache=True,
    nogil=True,
)
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
    others = np.int16(n - 8)
    pairs = m * (m - 1) // 2
    live = np.empty(m, np.int64)
    hopes = np.empty((m, pairs, ROW_WIDTH), np.int16)
    unpaid = np.empty((pairs, ROW_WIDTH), np.uint16)
    places = np.empty(pairs, np.int64)
    order = np.empty((m, ROW_WIDTH), np.int16)
    weaker = np.empty((pairs + 2, ROW_WIDTH), np.int16)
    words = np.empty(pays.size // 64 + 1, np.uint64)
    numbers = np.empty(words.size * 64, np.int64)
    bits, counts = np.empty(4, np.int64), np.empty(4, np.int64)
    row = np.empty(ROW_WIDTH, np.int16)
    for at in range(low, high):
        left = 0
        for card in range(n):
            if card not in (flops[at, 0], flops[at, 1], flops[at, 2]):
                live[left] = card
                left += 1
        hopes[:] = 0
        unpaid[:] = 0
        for i in range(m):
            for j in range(i + 1, m):
                rank_pairs(
                    flops[at], i, j, live, m, rank, suit,
                    five_of, sevens, flushes, bits, counts, words, places,
                )  # fmt: skip
                result = number_places(words, numbers)
                weaker[: result + 1] = 0
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
                        k = order[y, x]
                        # The player's own two cards cannot be the dealer's.
                        up, down = weaker[k + 1], weaker[k]
                        own, other = order[x], order[y]
                        first, later = hopes[i, pair], hopes[j, pair]
                        for d in range(ROW_WIDTH):
                            won = np.int16(down[d] - np.int16(own[d] < k) - np.int16(other[d] < k))
                            up_to = np.int16(
                                up[d] - np.int16(own[d] <= k) - np.int16(other[d] <= k)
                            )
                            hope = np.int16(won + up_to - others)
                            first[d] = np.int16(first[d] + hope)
                            later[d] = np.int16(later[d] + hope)
                            row[d] = won
                        if not pays[places[pair]]:
                            lost = unpaid[pair]
                            for d in range(ROW_WIDTH):
                                lost[d] = np.uint16(lost[d] + np.uint16(row[d]))
        for y in range(m):
            for x in range(y):
                pair = y * (y - 1) // 2 + x
                for d in range(m):
                    if d in (x, y):
                        continue
                    whole, later = 0, 0
                    for i in range(m):
                        if i not in (x, y, d):
                            # A river that equals the dealer's card was counted as lost.
                            hope = np.int64(hopes[i, pair, d]) + others
                            whole += hope
                            later += better_stake_value(hope, third[0], third[1])
                    ante = whole - 2 * np.int64(unpaid[pair, d])
                    later += ante + better_stake_value(whole, second[0], second[1])
                    seen = class_of[pair_number(live[x], live[y]), live[d]]
                    outcomes[seen, 0] += ways[at] * later
                    outcomes[seen, 1] += ways[at] * whole
                    outcomes[seen, 2] += ways[at]


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
        begin, one, two = kind_of_four(
            flop[0], flop[1], flop[2], card, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        held = holdings[one + 1, two + 1]
        known = turn < m and live[turn] == card
        for y in range(m):
            for x in range(y):
                if live[x] != card and live[y] != card:
                    pair = y * (y - 1) // 2 + x
                    word = sums[begin + held[pair_number(live[x], live[y])]]
                    won, tied = word & FIELD_MASK, (word >> np.uint64(16)) & FIELD_MASK
                    hope = np.int64(won + won + tied) - deals
                    base_second[pair] += hope
                    if known:
                        base_third[turn, pair] = third[1] if hope > 0 else third[0]
        turn += known
    every = m
    others = (m - 4) * (m - 5) // 2
    hopes, ante = np.zeros((m, pairs), np.int64), np.zeros(pairs, np.int64)
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
            result = number_places(words, numbers)
            weaker[: result + 1] = 0
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
            for k in range(result):
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
                    won = np.int64(weaker[k, every] - weaker[k, x] - weaker[k, y])
                    # The player's own two cards were subtracted twice.
                    up_to = np.int64(weaker[k + 1, every] - weaker[k + 1, x] - weaker[k + 1, y]) + 1
                    lost = others - up_to
                    hopes[i, pair] += won - lost
                    hopes[j, pair] += won - lost
                    ante[pair] += 2 * ((won if pays[places[pair]] else 0) - lost)
    gained = 0
    folded = -(m - 2) * (m - 3) * others
    for y in range(m):
        for x in range(y):
            pair, own = y * (y - 1) // 2 + x, pair_number(live[x], live[y])
            if not (plays[own] or base_plays[own]):
                continue
            whole, base, best = 0, 0, 0
            for i in range(m):
                if i not in (x, y):
                    hope = hopes[i, pair]
                    whole += hope
                    base += base_third[i, pair] * hope
                    best += better_stake_value(hope, third[0], third[1])
            stands = ante[pair] + times[own] * whole
            base += stands + (second[1] if base_second[pair] > 0 else second[0]) * whole
            best += stands + better_stake_value(whole, second[0], second[1])
            gained += (best if plays[own] else folded) - (base if base_plays[own] else folded)
    return gained


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
    whole, later = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        whole[:], later[:] = 0, 0
        for card in range(n):
            if card in (a, b, c):
                continue
            begin, one, two = kind_of_four(
                a, b, c, card, rank, suit, four_of, first_four, two_of, begins
            )  # fmt: skip
            held = holdings[one + 1, two + 1]
            for h in range(len(hands)):
                x, y = hands[h]
                if card in (x, y):
                    continue
                word = sums[begin + held[pair_number(x, y)]]
                won, tied = (
                    np.int64(word & FIELD_MASK),
                    np.int64((word >> np.uint64(16)) & FIELD_MASK),
                )
                lost = deals - won - tied
                whole[h] += won - lost
                later[h] += np.int64((word >> np.uint64(32)) & FIELD_MASK) - lost
                later[h] += better_stake_value(won - lost, third[0], third[1])
        for h in range(len(hands)):
            x, y = hands[h]
            values[at, h] = 0.0
            if not (x in (a, b, c) or y in (a, b, c)):
                net = (
                    later[h]
                    + times[h] * whole[h]
                    + better_stake_value(whole[h], second[0], second[1])
                )
                values[at, h] = net / ((n - 5) * deals)
