"""One starting hand of a cross game: its lines, the pairs it can meet, its second street."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.lab.cross.odds import Ints, Odds
from pitboss.lab.groups import Groups, groups_of
from pitboss.lab.kernels import cross as kernels
from pitboss.lab.ranks import RANK, SUIT

Pair = Sequence[Card]


class Pairs(NamedTuple):
    """The first pairs that a starting hand can meet, one for all that are alike."""

    cards: Ints
    ways: Ints


class Prepared(NamedTuple):
    """Everything about one starting hand."""

    rest: tuple[Card, ...]
    groups: Groups
    pairs: Ints
    """The kinds of pairs, by the groups of their cards."""
    at_least: NDArray[np.uint64]
    paid: Ints
    total: Ints

    @property
    def after_first_pair(self) -> int:
        """In how many ways second pair and last card can fall."""
        return comb(len(self.rest) - 2, 2) * self.last_cards

    @property
    def last_cards(self) -> int:
        """How many cards can be the last, the two pairs known."""
        return len(self.rest) - 4

    def kinds(self, pairs: Ints) -> Ints:
        """The kinds of some pairs of cards, given by where they are in the rest."""
        low, high = self.pairs.T
        number = np.zeros((len(self.groups.held),) * 2, np.int64)
        number[low, high] = number[high, low] = np.arange(len(low))
        one, other = self.groups.of[pairs].T
        found: Ints = number[one, other]
        return found


def prepare(odds: Odds, hole: Sequence[Card], deck: Sequence[Card]) -> Prepared:
    """Level every line that a starting hand can make."""
    rest = tuple(c for c in deck if c not in hole)
    groups = groups_of(hole, rest)
    held, pairs = groups.held, _kinds_of_pairs(groups)
    (rows, levels), first, second = odds.rows.shape, *hole
    level = np.zeros((len(held), len(pairs)), np.uint8)
    kernels.fill_levels(
        first, second, np.array(rest)[groups.shown], pairs,
        RANK, SUIT, odds.unsuited, odds.suited, level,
    )  # fmt: skip
    at_least = np.zeros((2, levels, len(pairs)), np.uint64)
    kernels.fill_at_least(level, held, pairs, at_least)
    paid = np.zeros((rows, *level.shape), np.int64)
    total = np.zeros((rows, len(pairs)), np.int64)
    kernels.fill_paid(level, held, pairs, odds.rows, paid, total)
    return Prepared(rest, groups, pairs, at_least, paid, total)


def first_pairs(hole: Sequence[Card], rest: Sequence[Card]) -> Pairs:
    """All of them, those that are alike to the hand taken together."""
    groups = groups_of(hole, rest)
    low, high = _kinds_of_pairs(groups).T
    held, same = groups.held, low == high
    by_group = np.argsort(groups.of, kind="stable")
    start = np.cumsum(held) - held
    cards = np.stack([by_group[start[low]], by_group[start[high] + same]], axis=1)
    return Pairs(cards, np.where(same, held[low] * (held[low] - 1) // 2, held[low] * held[high]))


def _kinds_of_pairs(groups: Groups) -> Ints:
    low, high = np.triu_indices(len(groups.held))
    dealt = (low < high) | (groups.held[low] > 1)
    return np.stack([low[dealt], high[dealt]], axis=1)


class Second(NamedTuple):
    """The best second decision for every first pair and first raise."""

    net: Ints
    """By first pair and first raise."""
    staked: Ints
    chosen: Ints
    """The index of the raise; −1 for a fold."""


def after_second(odds: Odds, prepared: Prepared, pairs: Ints) -> tuple[Ints, Ints]:
    """Net and stakes by first pair, first and second raise: all that follows, at its best."""
    shape = (len(pairs), len(odds.firsts), len(odds.seconds))
    net, third = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    kernels.sum_second_pairs(
        prepared.kinds(pairs), prepared.groups.held, prepared.pairs,
        prepared.at_least, odds.steps, prepared.paid, prepared.total,
        odds.required, odds.firsts, odds.seconds, odds.least, odds.most, odds.folds, net, third,
    )  # fmt: skip
    before = odds.required + odds.firsts[:, None] + odds.seconds
    return net, third * prepared.last_cards + before * prepared.after_first_pair


def second_street(odds: Odds, prepared: Prepared, pairs: Ints, *, folds: bool) -> Second:
    """Net and stakes of the best second decision."""
    net, staked = after_second(odds, prepared, pairs)
    if folds:
        # Decisions in the order of what they stake: of equal ones the first is taken.
        lost = (odds.required + odds.firsts[:, None]) * prepared.after_first_pair
        lost = np.broadcast_to(lost, (*net.shape[:2], 1))
        net = np.concatenate([-lost, net], axis=2)
        staked = np.concatenate([lost, staked], axis=2)
    best = np.argmax(net, axis=2)
    at = best[:, :, None]
    return Second(
        np.take_along_axis(net, at, 2)[:, :, 0],
        np.take_along_axis(staked, at, 2)[:, :, 0],
        best - folds,
    )


def after_third(odds: Odds, prepared: Prepared, first: Pair, second: Pair) -> tuple[int, int]:
    """Over the last cards: what stands already, and one of the third raise."""
    one, two = prepared.kinds(
        np.array([[prepared.rest.index(c) for c in pair] for pair in (first, second)])
    )
    sums = np.zeros(prepared.total.shape, np.int64)
    kernels.sum_last_card(
        one, len(odds.firsts), prepared.groups.held, prepared.pairs,
        prepared.at_least, odds.steps, prepared.paid, prepared.total, sums,
    )  # fmt: skip
    line_1, line_2, better = sums[:, two].tolist()
    return line_1 + line_2, better


def joint_levels(
    odds: Odds, prepared: Prepared, pairs: Pairs, chosen: Ints, first: int
) -> tuple[Ints, Ints]:
    """How often the lines end at each two levels, by second and third raise; what is folded."""
    count = len(odds.steps)
    dealt = np.zeros((len(odds.seconds), 2, count, count), np.int64)
    folded = np.zeros(len(odds.seconds), np.int64)
    kernels.count_levels(
        prepared.kinds(pairs.cards), pairs.ways, np.ascontiguousarray(chosen),
        prepared.groups.held, prepared.pairs,
        prepared.at_least, odds.steps, prepared.paid, prepared.total,
        odds.required, odds.firsts, odds.seconds, odds.least, odds.most, odds.folds, first,
        dealt, folded,
    )  # fmt: skip
    return dealt, folded
