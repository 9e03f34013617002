"""Two lines that share a card, one of the other cards seen before the first decision: the kernels.

Groups, kinds, levels and rows are those of `cross`, and so are the bounds: a sum over all that
follows hand and seen card is smaller than one over all that follows the hand.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.cross import count_ways, sum_last_card


@njit("i8(i8, i8[::1], i8[:,::1])", cache=True, nogil=True)
def ways_of(kind, left, pairs):
    """In how many ways a kind of pair comes out of these cards."""
    x, y = pairs[kind]
    return left[x] * (left[x] - 1) // 2 if x == y else left[x] * left[y]


@njit(
    "(i8[::1], i8[:,::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1], i8[:,::1],"
    " i8, i8[::1], i8[::1], i8, i8, b1, b1, i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_second_line(
    held, pairs, number, at_least, steps, paid, total,
    required, firsts, seconds, least, most, folds_second, folds_third, net,
):  # fmt: skip
    """By the group of a seen card of the second pair and the first raise: net over all deals.

    ``number`` has the kind of pair of any two groups. Whoever sees the card knows it at the second
    decision; the other of its pair is seen before the third, as always.
    """
    rows, groups, kinds = paid.shape
    others = held.sum() - 3
    last_cards = others - 1
    sums = np.empty((rows, kinds), np.int64)
    stay = np.empty((seconds.size, kinds), np.int64)
    net[:] = 0
    left, without = np.empty(groups, np.int64), np.empty(groups, np.int64)
    for first in range(kinds):
        sum_last_card(first, firsts.size, held, pairs, at_least, steps, paid, total, sums)
        left[:] = held
        left[pairs[first, 0]] -= 1
        left[pairs[first, 1]] -= 1
        for f in range(firsts.size):
            for s in range(seconds.size):
                folded = -(required + firsts[f] + seconds[s]) * last_cards
                for second in range(kinds):
                    better = sums[rows - 1, second]
                    found = sums[f, second] + sums[firsts.size + s, second]
                    found += (most if better > 0 else least) * better
                    stay[s, second] = max(found, folded) if folds_third else found
            for g in range(groups):
                if left[g] == 0:
                    continue
                without[:] = held
                without[g] -= 1
                best = -(required + firsts[f]) * others * last_cards
                for s in range(seconds.size):
                    found = 0
                    for h in range(groups):
                        found += (left[h] - (h == g)) * stay[s, number[g, h]]
                    if found > best or (s == 0 and not folds_second):
                        best = found
                net[g, f] += ways_of(first, without, pairs) * best


@njit(
    "(u1[:,::1], i8[::1], i8[:,::1], i8[:,:,:,::1], i8, i8[::1], b1, i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_last(level, held, pairs, ended, required, firsts, folds_second, net):
    """By the group of a seen last card and the first raise: net over all deals.

    Each line is known with its pair, so the third decision is taken knowing everything:
    ``ended[first raise, second raise, level 1, level 2]`` is what it comes to.
    """
    groups, kinds = level.shape
    _, seconds, levels, _ = ended.shape
    second_pairs = (held.sum() - 3) * (held.sum() - 4) // 2
    ways, reached = np.empty(kinds, np.int64), np.empty(levels, np.int64)
    net[:] = 0
    for g in range(groups):
        left = held.copy()
        left[g] -= 1
        for first in range(kinds):
            times = ways_of(first, left, pairs)
            if times == 0:
                continue
            count_ways(first, left, pairs, ways)
            reached[:] = 0
            for second in range(kinds):
                reached[level[g, second]] += ways[second]
            one = level[g, first]
            for f in range(firsts.size):
                best = -(required + firsts[f]) * second_pairs
                for s in range(seconds):
                    found = 0
                    for two in range(levels):
                        found += reached[two] * ended[f, s, one, two]
                    if found > best or (s == 0 and not folds_second):
                        best = found
                net[g, f] += times * best
