"""One starting hand of a cross game: its lines, the pairs it can meet, its second street."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.lab.cross.odds import Ints, Odds
from pitboss.lab.kernels import cross as kernels
from pitboss.lab.ranks import RANK, SUIT
from pitboss.lab.suits import CHANGES, keeping

Pair = Sequence[Card]


class Pairs(NamedTuple):
    """The first pairs that a starting hand can meet, one for all that suits make alike."""

    cards: Ints
    ways: Ints


class Prepared(NamedTuple):
    """Everything about one starting hand."""

    rest: tuple[Card, ...]
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


def prepare(odds: Odds, hole: Sequence[Card], deck: Sequence[Card]) -> Prepared:
    """Level every line that a starting hand can make."""
    rest = tuple(c for c in deck if c not in hole)
    n, rows = len(rest), len(odds.rows)
    pairs = comb(n, 2)
    level = np.zeros((pairs, n), np.uint8)
    numbers = np.array(rest, np.int64)
    first, second = hole
    kernels.fill_levels(first, second, numbers, RANK, SUIT, odds.unsuited, odds.suited, level)
    at_least = np.zeros((odds.rows.shape[1], pairs), np.uint64)
    kernels.fill_at_least(level, at_least)
    paid, total = np.zeros((rows, n, pairs), np.int64), np.zeros((rows, pairs), np.int64)
    kernels.fill_paid(level, odds.rows, paid, total)
    return Prepared(rest, at_least, paid, total)


def first_pairs(hole: Sequence[Card], rest: Sequence[Card]) -> Pairs:
    """All of them, those that a change of suits makes alike taken together."""
    n = len(rest)
    low, high = np.triu_indices(n, 1)
    place = {c: i for i, c in enumerate(rest)}
    least = np.full(comb(n, 2), comb(n, 2))
    for change in keeping(CHANGES, sorted(hole)):
        to = np.array([place[change[c]] for c in rest])
        i, j = np.minimum(to[low], to[high]), np.maximum(to[low], to[high])
        least = np.minimum(least, i * (2 * n - i - 1) // 2 + j - i - 1)
    chosen, ways = np.unique(least, return_counts=True)
    cards = np.stack([low[chosen], high[chosen]], axis=1).astype(np.int64)
    return Pairs(np.ascontiguousarray(cards), ways)


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
        pairs, prepared.at_least, odds.steps, prepared.paid, prepared.total,
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
    (i, j), (t, b) = (sorted(prepared.rest.index(c) for c in pair) for pair in (first, second))
    sums = np.zeros(prepared.total.shape, np.int64)
    kernels.sum_last_card(
        i, j, len(odds.firsts), prepared.at_least, odds.steps, prepared.paid, prepared.total, sums
    )
    line_1, line_2, better = sums[:, kernels.pair_of(t, b, len(prepared.rest))].tolist()
    return line_1 + line_2, better


def joint_levels(
    odds: Odds, prepared: Prepared, pairs: Pairs, chosen: Ints, first: int
) -> tuple[Ints, Ints]:
    """How often the lines end at each two levels, by second and third raise; what is folded."""
    count = len(odds.steps)
    dealt = np.zeros((len(odds.seconds), 2, count, count), np.int64)
    folded = np.zeros(len(odds.seconds), np.int64)
    kernels.count_levels(
        pairs.cards, pairs.ways, np.ascontiguousarray(chosen),
        prepared.at_least, odds.steps, prepared.paid, prepared.total,
        odds.required, odds.firsts, odds.seconds, odds.least, odds.most, odds.folds, first,
        dealt, folded,
    )  # fmt: skip
    return dealt, folded
