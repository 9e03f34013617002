"""Kernels for cross games in which one table card is seen before the first decision.

Groups, kinds, levels and rows are those of `cross`, and so are the bounds: a sum over all that
follows hole cards and seen card is smaller than one over all that follows the hole cards.
"""

import numpy as np
from numba import njit

from pitboss.lab.kernels.cross import count_ways, sum_last_card


@njit(nogil=True)
def count_pair_ways(kind, remaining, pairs):
    """Return how many ways a kind of pair comes out of these cards."""
    x, y = pairs[kind]
    return remaining[x] * (remaining[x] - 1) // 2 if x == y else remaining[x] * remaining[y]


@njit(
    "(i8[::1], i8[:,::1], i8[:,::1], u8[:,:,::1], i8[::1], i8[:,:,::1], i8[:,::1],"
    " i8, i8[::1], i8[::1], i8, i8, b1, b1, i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_second_line(
    group_sizes, pairs, number, at_least, steps, payouts, total,
    required, firsts, seconds, minimum, maximum, folds_second, folds_third, net,
):  # fmt: skip
    """Fill the net result by group of a seen card of the second pair and by first raise.

    ``number`` has the kind of pair of any two groups. The player knows the card at the second
    decision; the other card of its pair is seen before the third, as always.
    """
    rows, groups, kinds = payouts.shape
    last_choices = group_sizes.sum() - 3
    last_cards = last_choices - 1
    sums = np.empty((rows, kinds), np.int64)
    stay = np.empty((seconds.size, kinds), np.int64)
    net[:] = 0
    remaining, without = np.empty(groups, np.int64), np.empty(groups, np.int64)
    for first in range(kinds):
        sum_last_card(first, firsts.size, group_sizes, pairs, at_least, steps, payouts, total, sums)
        remaining[:] = group_sizes
        remaining[pairs[first, 0]] -= 1
        remaining[pairs[first, 1]] -= 1
        for f in range(firsts.size):
            for s in range(seconds.size):
                fold_value = -(required + firsts[f] + seconds[s]) * last_cards
                for second in range(kinds):
                    better = sums[rows - 1, second]
                    value = sums[f, second] + sums[firsts.size + s, second]
                    value += (maximum if better > 0 else minimum) * better
                    stay[s, second] = max(value, fold_value) if folds_third else value
            for g in range(groups):
                if remaining[g] == 0:
                    continue
                without[:] = group_sizes
                without[g] -= 1
                best = -(required + firsts[f]) * last_choices * last_cards
                for s in range(seconds.size):
                    value = 0
                    for h in range(groups):
                        value += (remaining[h] - (h == g)) * stay[s, number[g, h]]
                    if value > best or (s == 0 and not folds_second):
                        best = value
                net[g, f] += count_pair_ways(first, without, pairs) * best


@njit(
    "(u1[:,::1], i8[::1], i8[:,::1], i8[:,:,:,::1], i8, i8[::1], b1, i8[:,::1])",
    cache=True,
    nogil=True,
)
def see_last_card(level, group_sizes, pairs, outcomes, required, firsts, folds_second, net):
    """Fill the net result by group of a seen last card and by first raise.

    Each line is known with its pair, so the third decision is made with full knowledge:
    ``outcomes[first raise, second raise, level 1, level 2]`` is its value.
    """
    groups, kinds = level.shape
    _, seconds, levels, _ = outcomes.shape
    second_pairs = (group_sizes.sum() - 3) * (group_sizes.sum() - 4) // 2
    ways, level_ways = np.empty(kinds, np.int64), np.empty(levels, np.int64)
    net[:] = 0
    for g in range(groups):
        remaining = group_sizes.copy()
        remaining[g] -= 1
        for first in range(kinds):
            times = count_pair_ways(first, remaining, pairs)
            if times == 0:
                continue
            count_ways(first, remaining, pairs, ways)
            level_ways[:] = 0
            for second in range(kinds):
                level_ways[level[g, second]] += ways[second]
            level_1 = level[g, first]
            for f in range(firsts.size):
                best = -(required + firsts[f]) * second_pairs
                for s in range(seconds):
                    value = 0
                    for level_2 in range(levels):
                        value += level_ways[level_2] * outcomes[f, s, level_1, level_2]
                    if value > best or (s == 0 and not folds_second):
                        best = value
                net[g, f] += times * best
