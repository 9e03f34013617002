"""Kernels for cross games: two lines that share a card.

For one starting hand, cards of one rank are equivalent unless one of them is of the hand's suit:
only then can a line become a flush. So cards fall into a few groups, ``group_sizes[group]`` of
each, and pairs into kinds: ``pairs[kind]`` has the groups of its two cards. A pair and one more
card make a line, and ``level[group, kind]`` is its pay level with the two hole cards.

``at_least`` has a bit for each third card that brings a kind of pair to a level or higher. So the
number of cards with which both lines reach a level is the number of bits that two words share,
and the better line follows from that.

Bounds: odds are at most 10⁶, multiples and required wagers few, cards at most 50. A sum over the
last card stays below 50 · 10⁸, one over all deals of a starting hand below 50⁵ · 10⁸ < 2⁶³ / 10².
"""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

FIRST, SECOND = 0, 1
"""Rows of ``at_least``: the words of a pair that is dealt first, and of one dealt second."""


@intrinsic
def count_ones(typing_context, word):
    """Return the number of bits set in a word."""

    def build(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@njit(
    "(i8, i8, i8[::1], i8[:,::1], i8[::1], i8[::1], u1[::1], u1[::1], u1[:,::1])",
    cache=True,
    nogil=True,
)
def fill_levels(first, second, group_cards, pairs, rank, suit, unsuited, suited, level):
    """Fill the level of every line of a starting hand; ``group_cards`` has a card per group."""
    start = rank[first] * 13 + rank[second]
    hand_suit = suit[first] if suit[first] == suit[second] else -1
    hand_bits = (1 << rank[first]) | (1 << rank[second])
    for kind in range(pairs.shape[0]):
        x, y = group_cards[pairs[kind, 0]], group_cards[pairs[kind, 1]]
        four = (start * 13 + rank[x]) * 13 + rank[y]
        suited_so_far = suit[x] == hand_suit and suit[y] == hand_suit
        bits = hand_bits | (1 << rank[x]) | (1 << rank[y])
        for group in range(group_cards.size):
            c = group_cards[group]
            if suited_so_far and suit[c] == hand_suit:
                level[group, kind] = suited[bits | (1 << rank[c])]
            else:
                level[group, kind] = unsuited[four * 13 + rank[c]]


@njit("(u1[:,::1], i8[::1], i8[:,::1], u8[:,:,::1])", cache=True, nogil=True)
def fill_at_least(level, group_sizes, pairs, at_least):
    """Fill, for a first or second pair, level and kind, which third cards reach the level.

    The cards of a group are adjacent bits. A first pair takes the lowest of its groups and a second
    pair the highest, so that they overlap only if they cannot both be dealt.
    """
    at_least[:] = 0
    for kind in range(pairs.shape[0]):
        start = 0
        for group in range(group_sizes.size):
            cards_used = np.int64(pairs[kind, 0] == group) + np.int64(pairs[kind, 1] == group)
            remaining = ((1 << (group_sizes[group] - cards_used)) - 1) << start
            for reached_level in range(level[group, kind] + 1):
                at_least[FIRST, reached_level, kind] |= np.uint64(remaining << cards_used)
                at_least[SECOND, reached_level, kind] |= np.uint64(remaining)
            start += group_sizes[group]


@njit("(u1[:,::1], i8[::1], i8[:,::1], i8[:,::1], i8[:,:,::1], i8[:,::1])", cache=True, nogil=True)
def fill_payouts(level, group_sizes, pairs, odds, payouts, total):
    """Fill the payout of each kind with a third card of each group, and with all, by row."""
    for row in range(odds.shape[0]):
        total[row] = 0
        for group in range(group_sizes.size):
            for kind in range(pairs.shape[0]):
                cards_used = np.int64(pairs[kind, 0] == group) + np.int64(pairs[kind, 1] == group)
                payouts[row, group, kind] = odds[row, level[group, kind]]
                total[row, kind] += payouts[row, group, kind] * (group_sizes[group] - cards_used)


@njit("(i8, i8[::1], i8[:,::1], i8[::1])", cache=True, nogil=True)
def count_ways(first, group_sizes, pairs, ways):
    """Fill the ways of each kind of second pair after a first pair of this kind."""
    remaining = group_sizes.copy()
    remaining[pairs[first, 0]] -= 1
    remaining[pairs[first, 1]] -= 1
    for second in range(ways.size):
        x, y = pairs[second]
        ways[second] = (
            remaining[x] * (remaining[x] - 1) // 2 if x == y else remaining[x] * remaining[y]
        )


@njit(
    "(i8, i8, i8[::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1], i8[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def sum_last_card(first, firsts, group_sizes, pairs, at_least, steps, payouts, total, sums):
    """Sum each row over all last cards, for one kind of first pair and every second.

    Rows of ``payouts``, ``total`` and ``sums``: the payout of line 1 for each of the ``firsts``
    raises on it; the same for line 2; last, the payout of the better line above its lowest odds.
    ``steps[level]`` is the increase of these odds there, ``steps[0]`` the lowest odds themselves.
    """
    rows, groups, kinds = payouts.shape
    better = rows - 1
    i, j = pairs[first]
    mine = np.empty(groups, np.int64)
    sums[:] = 0
    # A card of the second pair cannot be the last card of line 1, nor one of the first of line 2.
    for row in range(rows):
        if row < firsts or row == better:
            for group in range(groups):
                mine[group] = payouts[row, group, first]
            for second in range(kinds):
                excluded_sum = mine[pairs[second, 0]] + mine[pairs[second, 1]]
                sums[row, second] += total[row, first] - excluded_sum
        if row >= firsts:
            for second in range(kinds):
                excluded_sum = payouts[row, i, second] + payouts[row, j, second]
                sums[row, second] += total[row, second] - excluded_sum
    # The better line's payout is that of both lines less that of the worse.
    lowest = steps[0] * (group_sizes.sum() - 4)
    for second in range(kinds):
        sums[better, second] += lowest
    for level in range(1, steps.size):
        first_line_cards, step = at_least[FIRST, level, first], steps[level]
        if first_line_cards == 0:
            break
        if step != 0:
            for second in range(kinds):
                both = count_ones(first_line_cards & at_least[SECOND, level, second])
                sums[better, second] -= step * np.int64(both)


@njit(
    "(i8[::1], i8[::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1], i8[:,::1],"
    " i8, i8[::1], i8[::1], i8, i8, b1, i8[:,:,::1], i8[:,:,::1])",
    cache=True,
    nogil=True,
)
def sum_second_pairs(
    first_kinds, group_sizes, pairs, at_least, steps, payouts, total,
    required, firsts, seconds, minimum, maximum, folds, net, stake_sums,
):  # fmt: skip
    """Sum net results and stakes over all that follows some first pairs, under optimal play.

    For each first raise in ``firsts`` and second in ``seconds``; ``minimum`` and ``maximum`` are
    the multiples of the third. ``stake_sums`` has the third raise alone, once per second pair.
    """
    rows, _, kinds = payouts.shape
    last_cards = group_sizes.sum() - 4
    sums = np.empty((rows, kinds), np.int64)
    ways = np.empty(kinds, np.int64)
    third = np.empty(kinds, np.int64)
    for index in range(first_kinds.size):
        count_ways(first_kinds[index], group_sizes, pairs, ways)
        sum_last_card(
            first_kinds[index],
            firsts.size,
            group_sizes,
            pairs,
            at_least,
            steps,
            payouts,
            total,
            sums,
        )
        for second in range(kinds):
            third[second] = maximum if sums[rows - 1, second] > 0 else minimum
            sums[rows - 1, second] *= third[second]
        for f in range(firsts.size):
            for s in range(seconds.size):
                fold_value = -(required + firsts[f] + seconds[s]) * last_cards
                sum_net, sum_staked = 0, 0
                for second in range(kinds):
                    stay = sums[f, second] + sums[firsts.size + s, second] + sums[rows - 1, second]
                    plays = (stay > fold_value) or not folds
                    sum_net += ways[second] * (stay if plays else fold_value)
                    sum_staked += ways[second] * (third[second] if plays else 0)
                net[index, f, s] = sum_net
                stake_sums[index, f, s] = sum_staked


@njit(
    "(i8[::1], i8[::1], i8[::1], i8[::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1],"
    " i8[:,::1], i8, i8[::1], i8[::1], i8, i8, b1, i8, i8[:,:,:,::1], i8[::1])",
    cache=True,
    nogil=True,
)
def count_levels(
    first_kinds, first_ways, second_choices, group_sizes, pairs, at_least, steps, payouts, total,
    required, firsts, seconds, minimum, maximum, folds, first, level_counts, folded_deals,
):  # fmt: skip
    """Count how often the two lines end at each pair of levels.

    ``first`` is the first raise, ``second_choices`` the second raise for each first pair. Results
    are in ``level_counts[second, third, level 1, level 2]``, and deals folded on the third street
    in ``folded_deals[second]``.
    """
    rows, _, kinds = payouts.shape
    last_cards = group_sizes.sum() - 4
    sums = np.empty((rows, kinds), np.int64)
    ways = np.empty(kinds, np.int64)
    plays = np.empty((2, kinds), np.int64)
    exactly = at_least.copy()
    for turn in (FIRST, SECOND):
        for level in range(steps.size - 1):
            for kind in range(kinds):
                exactly[turn, level, kind] ^= at_least[turn, level + 1, kind]
    for index in range(first_kinds.size):
        s = second_choices[index]
        if s < 0:
            continue
        count_ways(first_kinds[index], group_sizes, pairs, ways)
        sum_last_card(
            first_kinds[index],
            firsts.size,
            group_sizes,
            pairs,
            at_least,
            steps,
            payouts,
            total,
            sums,
        )
        fold_value = -(required + firsts[first] + seconds[s]) * last_cards
        for second in range(kinds):
            better = sums[rows - 1, second]
            third = maximum if better > 0 else minimum
            stay = sums[first, second] + sums[firsts.size + s, second] + third * better
            playing = first_ways[index] * ways[second] if stay > fold_value or not folds else 0
            plays[0, second] = playing if better <= 0 else 0
            plays[1, second] = playing if better > 0 else 0
            folded_deals[s] += (first_ways[index] * ways[second] - playing) * last_cards
        for level_1 in range(steps.size):
            first_cards = exactly[FIRST, level_1, first_kinds[index]]
            if first_cards == 0:
                continue
            for level_2 in range(steps.size):
                with_least, with_most = 0, 0
                for second in range(kinds):
                    both = np.int64(count_ones(first_cards & exactly[SECOND, level_2, second]))
                    with_least += both * plays[0, second]
                    with_most += both * plays[1, second]
                level_counts[s, 0, level_1, level_2] += with_least
                level_counts[s, 1, level_1, level_2] += with_most
