"""Two lines that share a card: the kernels.

For one starting hand, cards of one rank are alike unless one of them is of the hand's suit: only
then can a line become a flush. So cards come in a few groups, ``held[group]`` of each, and pairs in
kinds: ``pairs[kind]`` has the groups of its two cards. A pair and one more card make a line, and
``level[group, kind]`` is what it is worth with the two of the hand.

``at_least`` has a bit for each third card that brings a kind of pair to a level or higher; so how
often both lines reach a level is the number of bits that two words share, and the better line
follows from that.

Bounds: odds are at most 10⁶, multiples and required wagers few, cards at most 50. A sum over the
last card stays below 50 · 10⁸, one over all deals of a starting hand below 50⁵ · 10⁸ < 2⁶³ / 10².
"""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

FIRST, SECOND = 0, 1
"""Rows of ``at_least``: the words of a pair that is dealt first, and of one dealt second."""


@intrinsic
def ones(typing_context, word):
    """The number of bits set in a word."""

    def build(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@njit(
    "(i8, i8, i8[::1], i8[:,::1], i8[::1], i8[::1], u1[::1], u1[::1], u1[:,::1])",
    cache=True,
    nogil=True,
)
def fill_levels(first, second, shown, pairs, rank, suit, unsuited, suited, level):
    """The level of every line of one starting hand; ``shown`` has one card of each group."""
    start = rank[first] * 13 + rank[second]
    hand_suit = suit[first] if suit[first] == suit[second] else -1
    hand_bits = (1 << rank[first]) | (1 << rank[second])
    for kind in range(pairs.shape[0]):
        x, y = shown[pairs[kind, 0]], shown[pairs[kind, 1]]
        four = (start * 13 + rank[x]) * 13 + rank[y]
        suited_so_far = suit[x] == hand_suit and suit[y] == hand_suit
        bits = hand_bits | (1 << rank[x]) | (1 << rank[y])
        for group in range(shown.size):
            c = shown[group]
            if suited_so_far and suit[c] == hand_suit:
                level[group, kind] = suited[bits | (1 << rank[c])]
            else:
                level[group, kind] = unsuited[four * 13 + rank[c]]


@njit("(u1[:,::1], i8[::1], i8[:,::1], u8[:,:,::1])", cache=True, nogil=True)
def fill_at_least(level, held, pairs, at_least):
    """For a first or second pair, level and kind: which third cards reach the level.

    The cards of a group are bits side by side. A first pair takes the lowest of its groups and a
    second pair the highest, so that they take none twice unless they cannot both be dealt.
    """
    at_least[:] = 0
    for kind in range(pairs.shape[0]):
        start = 0
        for group in range(held.size):
            taken = np.int64(pairs[kind, 0] == group) + np.int64(pairs[kind, 1] == group)
            left = ((1 << (held[group] - taken)) - 1) << start
            for reached in range(level[group, kind] + 1):
                at_least[FIRST, reached, kind] |= np.uint64(left << taken)
                at_least[SECOND, reached, kind] |= np.uint64(left)
            start += held[group]


@njit("(u1[:,::1], i8[::1], i8[:,::1], i8[:,::1], i8[:,:,::1], i8[:,::1])", cache=True, nogil=True)
def fill_paid(level, held, pairs, odds, paid, total):
    """What each kind is paid with a third card of each group, and with all, by rows of odds."""
    for row in range(odds.shape[0]):
        total[row] = 0
        for group in range(held.size):
            for kind in range(pairs.shape[0]):
                taken = np.int64(pairs[kind, 0] == group) + np.int64(pairs[kind, 1] == group)
                paid[row, group, kind] = odds[row, level[group, kind]]
                total[row, kind] += paid[row, group, kind] * (held[group] - taken)


@njit("(i8, i8[::1], i8[:,::1], i8[::1])", cache=True, nogil=True)
def count_ways(first, held, pairs, ways):
    """In how many ways each kind of second pair can be dealt after a first pair of this kind."""
    left = held.copy()
    left[pairs[first, 0]] -= 1
    left[pairs[first, 1]] -= 1
    for second in range(ways.size):
        x, y = pairs[second]
        ways[second] = left[x] * (left[x] - 1) // 2 if x == y else left[x] * left[y]


@njit(
    "(i8, i8, i8[::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1], i8[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def sum_last_card(first, firsts, held, pairs, at_least, steps, paid, total, sums):
    """Over all last cards, for one kind of first pair and every second: what each row comes to.

    Rows of ``paid``, ``total`` and ``sums``: what line 1 is paid, one for each of the ``firsts``
    raises on it; the same for line 2; last, what the better line is paid above its lowest odds.
    ``steps[level]`` is by how much these rise there, ``steps[0]`` the lowest themselves.
    """
    rows, groups, kinds = paid.shape
    better = rows - 1
    i, j = pairs[first]
    mine = np.empty(groups, np.int64)
    sums[:] = 0
    # Line 1 gets no card of the second pair as its last, line 2 none of the first.
    for row in range(rows):
        if row < firsts or row == better:
            for group in range(groups):
                mine[group] = paid[row, group, first]
            for second in range(kinds):
                taken = mine[pairs[second, 0]] + mine[pairs[second, 1]]
                sums[row, second] += total[row, first] - taken
        if row >= firsts:
            for second in range(kinds):
                taken = paid[row, i, second] + paid[row, j, second]
                sums[row, second] += total[row, second] - taken
    # The better line is paid what both are, less what the worse would be.
    lowest = steps[0] * (held.sum() - 4)
    for second in range(kinds):
        sums[better, second] += lowest
    for level in range(1, steps.size):
        reached, step = at_least[FIRST, level, first], steps[level]
        if reached == 0:
            break
        if step != 0:
            for second in range(kinds):
                both = ones(reached & at_least[SECOND, level, second])
                sums[better, second] -= step * np.int64(both)


@njit(
    "(i8[::1], i8[::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1], i8[:,::1],"
    " i8, i8[::1], i8[::1], i8, i8, b1, i8[:,:,::1], i8[:,:,::1])",
    cache=True,
    nogil=True,
)
def sum_second_pairs(
    some, held, pairs, at_least, steps, paid, total,
    required, firsts, seconds, least, most, folds, net, staked,
):  # fmt: skip
    """For some kinds of first pairs: net and stakes over all that follows, best play there.

    For each first raise in ``firsts`` and second in ``seconds``; ``least`` and ``most`` are the
    multiples of the third. ``staked`` has the third alone, once for each second pair.
    """
    rows, _, kinds = paid.shape
    last_cards = held.sum() - 4
    sums = np.empty((rows, kinds), np.int64)
    ways = np.empty(kinds, np.int64)
    third = np.empty(kinds, np.int64)
    for at in range(some.size):
        count_ways(some[at], held, pairs, ways)
        sum_last_card(some[at], firsts.size, held, pairs, at_least, steps, paid, total, sums)
        for second in range(kinds):
            third[second] = most if sums[rows - 1, second] > 0 else least
            sums[rows - 1, second] *= third[second]
        for f in range(firsts.size):
            for s in range(seconds.size):
                folded = -(required + firsts[f] + seconds[s]) * last_cards
                sum_net, sum_staked = 0, 0
                for second in range(kinds):
                    stay = sums[f, second] + sums[firsts.size + s, second] + sums[rows - 1, second]
                    plays = (stay > folded) or not folds
                    sum_net += ways[second] * (stay if plays else folded)
                    sum_staked += ways[second] * (third[second] if plays else 0)
                net[at, f, s] = sum_net
                staked[at, f, s] = sum_staked


@njit(
    "(i8[::1], i8[::1], i8[::1], i8[::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1],"
    " i8[:,::1], i8, i8[::1], i8[::1], i8, i8, b1, i8, i8[:,:,:,::1], i8[::1])",
    cache=True,
    nogil=True,
)
def count_levels(
    some, some_ways, chosen, held, pairs, at_least, steps, paid, total,
    required, firsts, seconds, least, most, folds, first, dealt, folded_deals,
):  # fmt: skip
    """How often the two lines end at each pair of levels, when ``first`` was raised and for each
    first pair the ``chosen`` second raise: ``dealt[second, third, level 1, level 2]``, and what was
    folded on the third street in ``folded_deals[second]``."""
    rows, _, kinds = paid.shape
    last_cards = held.sum() - 4
    sums = np.empty((rows, kinds), np.int64)
    ways = np.empty(kinds, np.int64)
    plays = np.empty((2, kinds), np.int64)
    exactly = at_least.copy()
    for turn in (FIRST, SECOND):
        for level in range(steps.size - 1):
            for kind in range(kinds):
                exactly[turn, level, kind] ^= at_least[turn, level + 1, kind]
    for at in range(some.size):
        s = chosen[at]
        if s < 0:
            continue
        count_ways(some[at], held, pairs, ways)
        sum_last_card(some[at], firsts.size, held, pairs, at_least, steps, paid, total, sums)
        fold_value = -(required + firsts[first] + seconds[s]) * last_cards
        for second in range(kinds):
            better = sums[rows - 1, second]
            third = most if better > 0 else least
            stay = sums[first, second] + sums[firsts.size + s, second] + third * better
            playing = some_ways[at] * ways[second] if stay > fold_value or not folds else 0
            plays[0, second] = playing if better <= 0 else 0
            plays[1, second] = playing if better > 0 else 0
            folded_deals[s] += (some_ways[at] * ways[second] - playing) * last_cards
        for mine_at in range(steps.size):
            mine = exactly[FIRST, mine_at, some[at]]
            if mine == 0:
                continue
            for other_at in range(steps.size):
                with_least, with_most = 0, 0
                for second in range(kinds):
                    both = np.int64(ones(mine & exactly[SECOND, other_at, second]))
                    with_least += both * plays[0, second]
                    with_most += both * plays[1, second]
                dealt[s, 0, mine_at, other_at] += with_least
                dealt[s, 1, mine_at, other_at] += with_most
