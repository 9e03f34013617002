"""Two lines that share a card: the kernels.

For one starting hand the other cards are numbered 0 to n−1, and pairs of them in the order (0, 1),
(0, 2), … (n−2, n−1). A pair and one more card make a line: ``level[pair, card]`` is what it is
worth with the two of the hand. A pair's ``at_least[l]`` has a bit for each third card that brings
it to level l or higher; so how often both lines reach a level is the number of bits that two words
share, and the better line follows from that.

Bounds: odds are at most 10⁶, multiples and required wagers few, n at most 50. A sum over the last
card stays below 50 · 10⁸, one over all deals of a starting hand below 50⁵ · 10⁸ < 2⁶³ / 10².
"""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic


@intrinsic
def ones(typing_context, word):
    """The number of bits set in a word."""

    def build(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@njit("(i8, i8, i8[::1], i8[::1], i8[::1], u1[::1], u1[::1], u1[:,::1])", cache=True, nogil=True)
def fill_levels(first, second, rest, rank, suit, unsuited, suited, level):
    """The level of every line of one starting hand."""
    n = rest.size
    start = rank[first] * 13 + rank[second]
    hand_suit = suit[first] if suit[first] == suit[second] else -1
    hand_bits = (1 << rank[first]) | (1 << rank[second])
    for i in range(n):
        ri, si = rank[rest[i]], suit[rest[i]]
        for j in range(i + 1, n):
            rj, sj = rank[rest[j]], suit[rest[j]]
            ij = i * (2 * n - i - 1) // 2 + j - i - 1
            four = (start * 13 + ri) * 13 + rj
            suited_so_far = si == hand_suit and sj == hand_suit
            bits = hand_bits | (1 << ri) | (1 << rj)
            for k in range(j + 1, n):
                c = rest[k]
                if suited_so_far and suit[c] == hand_suit:
                    at = suited[bits | (1 << rank[c])]
                else:
                    at = unsuited[four * 13 + rank[c]]
                level[ij, k] = at
                level[i * (2 * n - i - 1) // 2 + k - i - 1, j] = at
                level[j * (2 * n - j - 1) // 2 + k - j - 1, i] = at


@njit("(u1[:,::1], u8[:,::1])", cache=True, nogil=True)
def fill_at_least(level, at_least):
    """For every level and pair: which third cards reach it. Level 0 has them all but the pair."""
    n = level.shape[1]
    at_least[:] = 0
    pair = 0
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(n):
                if k not in (i, j):
                    for reached in range(level[pair, k] + 1):
                        at_least[reached, pair] |= np.uint64(1) << np.uint64(k)
            pair += 1


@njit("(u1[:,::1], i8[:,::1], i8[:,:,::1], i8[:,::1])", cache=True, nogil=True)
def fill_paid(level, odds, paid, total):
    """What each pair is paid with each third card (0 with its own) and in all, by rows of odds."""
    n = level.shape[1]
    for row in range(odds.shape[0]):
        pair = 0
        for i in range(n):
            for j in range(i + 1, n):
                total[row, pair] = 0
                for k in range(n):
                    paid[row, k, pair] = 0 if k in (i, j) else odds[row, level[pair, k]]
                    total[row, pair] += paid[row, k, pair]
                pair += 1


@njit("i8(i8, i8, i8)", cache=True, nogil=True, inline="always")
def pair_of(i, j, n):
    """The number of a pair of cards, i before j."""
    return i * (2 * n - i - 1) // 2 + j - i - 1


@njit(
    "void(i8, i8, i8, u8[:,::1], i8[::1], i8[:,:,::1], i8[:,::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def sum_last_card(i, j, firsts, at_least, steps, paid, total, sums):
    """Over all last cards, for the first pair (i, j) and every second pair: what each row comes to.

    Rows of ``paid``, ``total`` and ``sums``: what line 1 is paid, one for each of the ``firsts``
    raises on it; the same for line 2; last, what the better line is paid above its lowest odds.
    ``steps[level]`` is by how much these rise there, ``steps[0]`` the lowest themselves.
    """
    rows, n, count = paid.shape
    pair = pair_of(i, j, n)
    better = rows - 1
    for second in range(count):
        sums[better, second] = 0
    for level in range(1, steps.size):
        mine, step = at_least[level, pair], steps[level]
        if mine == 0:
            break
        if step != 0:
            for second in range(count):
                sums[better, second] += step * np.int64(ones(mine & at_least[level, second]))
    for row in range(firsts):
        for t in range(n):
            so_far = total[row, pair] - paid[row, t, pair]
            start = pair_of(t, t, n)
            for b in range(t + 1, n):
                sums[row, start + b - t] = so_far - paid[row, b, pair]
    for row in range(firsts, better):
        for second in range(count):
            sums[row, second] = total[row, second] - paid[row, i, second] - paid[row, j, second]
    for t in range(n):
        so_far = total[better, pair] - paid[better, t, pair] + steps[0] * (n - 4)
        start = pair_of(t, t, n)
        for b in range(t + 1, n):
            at = start + b - t
            sums[better, at] = (
                so_far - paid[better, b, pair] - sums[better, at]
                + total[better, at] - paid[better, i, at] - paid[better, j, at]
            )  # fmt: skip
    # A second pair that shares a card with the first cannot be dealt: it comes to nothing.
    for k in range(n):
        for c in (i, j):
            if k != c:
                gone = pair_of(min(k, c), max(k, c), n)
                for row in range(rows):
                    sums[row, gone] = 0


@njit(
    "void(i8[:,::1], u8[:,::1], i8[::1], i8[:,:,::1], i8[:,::1],"
    " i8, i8[::1], i8[::1], i8, i8, b1, i8[:,:,::1], i8[:,:,::1])",
    cache=True,
    nogil=True,
)
def sum_second_pairs(
    pairs, at_least, steps, paid, total,
    required, firsts, seconds, least, most, folds, net, staked,
):  # fmt: skip
    """For some first pairs: net and stakes over all second pairs and last cards, best play there.

    For each first raise in ``firsts`` and second in ``seconds``; ``least`` and ``most`` are the
    multiples of the third. ``staked`` has the third alone, once for each second pair.
    """
    rows, n, count = paid.shape
    sums = np.empty((rows, count), np.int64)
    third = np.empty(count, np.int64)
    impossible = 2 * n - 3
    for at in range(pairs.shape[0]):
        sum_last_card(pairs[at, 0], pairs[at, 1], firsts.size, at_least, steps, paid, total, sums)
        for second in range(count):
            third[second] = most if sums[rows - 1, second] > 0 else least
            sums[rows - 1, second] *= third[second]
        for f in range(firsts.size):
            for s in range(seconds.size):
                folded = -(required + firsts[f] + seconds[s]) * (n - 4)
                sum_net, sum_staked = 0, 0
                for second in range(count):
                    stay = sums[f, second] + sums[firsts.size + s, second] + sums[rows - 1, second]
                    plays = (stay > folded) or not folds
                    sum_net += stay if plays else folded
                    sum_staked += third[second] if plays else 0
                net[at, f, s] = sum_net
                staked[at, f, s] = sum_staked - least * impossible


@njit(
    "void(i8[:,::1], i8[::1], i8[::1], u8[:,::1], i8[::1], i8[:,:,::1], i8[:,::1],"
    " i8, i8[::1], i8[::1], i8, i8, b1, i8, i8[:,:,:,::1], i8[::1])",
    cache=True,
    nogil=True,
)
def count_levels(
    pairs, ways, chosen, at_least, steps, paid, total,
    required, firsts, seconds, least, most, folds, first, dealt, folded_deals,
):  # fmt: skip
    """How often the two lines end at each pair of levels, when ``first`` was raised and for each
    first pair the ``chosen`` second raise: ``dealt[second, third, level 1, level 2]``, and what was
    folded on the third street in ``folded_deals[second]``."""
    rows, n, count = paid.shape
    sums = np.empty((rows, count), np.int64)
    plays = np.empty((2, count), np.uint64)
    exactly = np.empty((steps.size, count), np.uint64)
    for second in range(count):
        for level in range(steps.size):
            above = at_least[level + 1, second] if level + 1 < steps.size else np.uint64(0)
            exactly[level, second] = at_least[level, second] ^ above
    for at in range(pairs.shape[0]):
        s = chosen[at]
        if s < 0:
            continue
        i, j = pairs[at, 0], pairs[at, 1]
        pair = pair_of(i, j, n)
        sum_last_card(i, j, firsts.size, at_least, steps, paid, total, sums)
        fold_value = -(required + firsts[first] + seconds[s]) * (n - 4)
        stays = np.uint64(0)
        for second in range(count):
            better = sums[rows - 1, second]
            third = most if better > 0 else least
            stay = sums[first, second] + sums[firsts.size + s, second] + third * better
            playing = (stay > fold_value) or not folds
            plays[0, second] = 1 if playing and better <= 0 else 0
            plays[1, second] = 1 if playing and better > 0 else 0
        for k in range(n):
            for c in (i, j):
                if k != c:
                    gone = pair_of(min(k, c), max(k, c), n)
                    plays[0, gone] = 0
                    plays[1, gone] = 0
        for second in range(count):
            stays += plays[0, second] + plays[1, second]
        folded_deals[s] += ways[at] * (count - (2 * n - 3) - np.int64(stays)) * (n - 4)
        for mine_at in range(steps.size):
            mine = exactly[mine_at, pair]
            if mine == 0:
                continue
            for other_at in range(steps.size):
                with_least, with_most = np.uint64(0), np.uint64(0)
                for second in range(count):
                    both = ones(mine & exactly[other_at, second])
                    with_least += both * plays[0, second]
                    with_most += both * plays[1, second]
                dealt[s, 0, mine_at, other_at] += ways[at] * np.int64(with_least)
                dealt[s, 1, mine_at, other_at] += ways[at] * np.int64(with_most)
