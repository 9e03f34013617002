"""Rule lists for the cross games: what they can see, and exactly what they cost.

For one starting hand all pairs on the first line meet all pairs on the second. What each decision
comes to over the last cards is known from the kernels; a list decides by the features, the best
play by the value.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.words import FOLD, Street, times_of
from pitboss.lab.cross.hand import first_pairs, prepare
from pitboss.lab.cross.odds import Ints, Table, table_of
from pitboss.lab.cross.shape import Lines, multiples
from pitboss.lab.kernels import cross as kernels
from pitboss.lab.results import Main
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.strategy.cells import Cells, merged
from pitboss.lab.strategy.cross_seen import SECOND, THIRD, Counter, Flags, Marks, spans
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.work import Told, shared, untold
from pitboss.submission.rules import Rules

Words = NDArray[np.uint64]


class Met(NamedTuple):
    """A starting hand with every pair on the first line and every pair on the second, by kinds."""

    ways: Ints
    """Of the first pair."""
    second_ways: Ints
    """Of the second pair, by the first."""
    stands: Ints
    """By second raise and both pairs: what stands on the lines, over all last cards."""
    better: Ints
    """By both pairs: one of the third raise."""
    last: int
    """How many cards can be the last."""
    seen_second: Ints
    """The features at the second street, by the first pair."""
    seen_third: Ints
    """The features at the third, by both pairs."""


class CrossStrategy:
    """The later streets of one cross game."""

    def __init__(self, rules: Rules, lines: Lines, main: Main, deck: Sequence[Card] = DECK) -> None:
        self._lines, self._main, self._deck = lines, main, tuple(deck)
        self._table: Table = table_of(rules, lines)
        self._counter = Counter(self._table, deck)
        self.marks: Marks = self._counter.marks
        self._first_street, self._second_street, self._third_street = lines.streets
        self._hands = starts(self._deck)
        self._seconds = multiples(self._second_street)

    # What is met

    def _meet(self, start: Dealt, first: int) -> Met:
        odds = self._table.odds([first], self._seconds)
        prepared = prepare(odds, start.cards, self._deck)
        pairs = first_pairs(start.cards, prepared.rest)
        count = len(prepared.pairs)
        sums = np.zeros((len(odds.rows), count, count), np.int64)
        ways = np.zeros((count, count), np.int64)
        row = np.zeros((len(odds.rows), count), np.int64)
        for kind in range(count):
            kernels.sum_last_card(
                kind, 1, prepared.groups.held, prepared.pairs,
                prepared.at_least, odds.steps, prepared.paid, prepared.total, row,
            )  # fmt: skip
            sums[:, kind] = row
            kernels.count_ways(kind, prepared.groups.held, prepared.pairs, ways[kind])
        stands = sums[0] + sums[1:-1]
        alone = self._alone(prepared.at_least, start, prepared.rest, pairs.cards)
        return Met(
            pairs.ways,
            np.maximum(ways, 0),
            stands,
            sums[-1],
            prepared.last_cards,
            *self._seen(start, prepared.at_least, alone),
        )

    def _alone(
        self, at_least: Words, start: Dealt, rest: Sequence[Card], pairs: Ints
    ) -> tuple[Ints, Ints, Ints]:
        """Of each kind of pair: what the line has made, and its draws."""
        reached = at_least[0] == at_least[0, 0]
        made = reached.shape[0] - 1 - np.argmax(reached[::-1], axis=0)
        lines = [
            self._counter.draws(frozenset((*start.cards, rest[one], rest[other])))
            for one, other in pairs.tolist()
        ]
        flush, straight = np.array(lines, np.int64).T
        return made.astype(np.int64), flush, straight

    def _seen(
        self, start: Dealt, at_least: Words, alone: tuple[Ints, Ints, Ints]
    ) -> tuple[Ints, Ints]:
        made, flush, straight = alone
        marks = self.marks
        of_hand = [np.full(len(made), value) for value in self._counter.held(start.cards)]

        def first(level: int) -> Words:
            return np.asarray(at_least[0, level][:, None])

        def other(level: int) -> Words:
            return np.asarray(at_least[1, level])

        def better(level: int) -> Words:
            return first(level) | other(level)

        outs, all_outs = (
            np.bitwise_count(cards_to(marked, first)).astype(np.int64)[:, 0]
            for marked in (marks.win, marks.push)
        )
        second = np.stack([made, outs, all_outs, flush, straight, *of_hand], axis=-1)
        live = at_least[0, 0][:, None] & at_least[1, 0]

        def counted(cards: Words) -> Ints:
            return np.asarray(np.bitwise_count(cards & live), np.int64)

        wins, pushes = (
            [counted(cards_to(marked, line)) for line in (first, other, better)]
            for marked in (marks.win, marks.push)
        )
        of_two = [np.maximum(x[:, None], x) for x in (made, flush, straight)]
        third = [
            of_two[0], wins[2], pushes[2], of_two[1], of_two[2],
            np.minimum(*wins[:2]), np.minimum(*pushes[:2]), np.maximum(*pushes[:2]),
        ]  # fmt: skip
        return second, np.stack(third, axis=-1)

    # What is decided

    def _third(self, met: Met, first: int, rules: RuleList | None) -> Ints:
        """By second raise and both pairs: what the third decision comes to."""
        values = self._third_values(met, first)
        if rules is None:
            return np.asarray(values.max(axis=-1))
        at = chosen(met.seen_third, THIRD, rules, self._third_street)
        return np.take_along_axis(
            values, np.broadcast_to(at[None, :, :, None], (*values.shape[:3], 1)), -1
        )[..., 0]

    def _third_values(self, met: Met, first: int) -> Ints:
        """By second raise, both pairs and decision."""
        staked = len(self._lines.required) + first + np.array(self._seconds)
        found = []
        for times in self._third_street.choices.values():
            if times == FOLD:
                lost = -staked[:, None, None] * met.last
                found.append(np.broadcast_to(lost, met.stands.shape))
            else:
                found.append(met.stands + times_of(times) * met.better)
        return np.stack(found, axis=-1)

    def _second_values(self, met: Met, first: int, third: Ints) -> Ints:
        """By first pair and decision of the second street, over all that follows."""
        after = (third * met.second_ways).sum(axis=-1)
        deals = met.second_ways.sum(axis=-1) * met.last
        found = []
        for times in self._second_street.choices.values():
            if times == FOLD:
                found.append(-(len(self._lines.required) + first) * deals)
            else:
                found.append(after[self._seconds.index(times_of(times))])
        return np.stack(found, axis=-1)

    def _by_hand(self, what: str, work: Callable[[Dealt, int], None], told: Told) -> None:
        played = []
        for start in self._hands:
            times = self._first_street.choices[self._main.starts[start.name].best]
            if times != FOLD:
                played.append((start, times_of(times)))
        shared(what, lambda one: work(*one), played, told)

    # What is asked

    def _third_cells(self, told: Told) -> Cells:
        """The third street after the best play of the first two."""
        found: list[tuple[Ints, Ints, int]] = []

        def work(start: Dealt, first: int) -> None:
            met = self._meet(start, first)
            values = self._third_values(met, first)
            second = self._second_values(met, first, np.asarray(values.max(axis=-1)))
            folds = [times == FOLD for times in self._second_street.choices.values()]
            best = self._best(second, self._second_street)
            taken = np.array(
                [0 if fold else self._seconds.index(times_of(times))
                 for fold, times in zip(folds, self._second_street.choices.values(), strict=True)]
            )[best]  # fmt: skip
            weight = met.ways * ~np.array(folds)[best] * start.ways
            rows = np.arange(len(taken))
            net = values[taken, rows] * (weight[:, None] * met.second_ways)[..., None]
            dealt = (weight[:, None] * met.second_ways > 0).ravel()
            keys = met.seen_third.reshape(-1, len(THIRD))[dealt]
            nets = net.reshape(-1, net.shape[-1])[dealt]
            found.append((*merged(keys, nets), int(nets.max(axis=1).sum())))

        self._by_hand("looking at every third decision", work, told)
        return self._cells(self._third_street, THIRD, found)

    def _second_cells(self, told: Told) -> Cells:
        """The second street, with the best play after it."""
        found: list[tuple[Ints, Ints, int]] = []

        def work(start: Dealt, first: int) -> None:
            met = self._meet(start, first)
            values = self._second_values(met, first, self._third(met, first, None))
            nets = values * (met.ways * start.ways)[:, None]
            found.append((*merged(met.seen_second, nets), int(nets.max(axis=1).sum())))

        self._by_hand("looking at every second decision", work, told)
        return self._cells(self._second_street, SECOND, found)

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of each later street."""
        return [self._second_cells(told), self._third_cells(told)]

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> int:
        """The net results of all deals by these lists, the best play where there is none."""
        second, third = (
            lists.get(street.name) for street in (self._second_street, self._third_street)
        )
        nets: list[int] = []

        def work(start: Dealt, first: int) -> None:
            met = self._meet(start, first)
            values = self._second_values(met, first, self._third(met, first, third))
            at = (
                self._best(values, self._second_street)
                if second is None
                else chosen(met.seen_second, SECOND, second, self._second_street)
            )
            nets.append(int(values[np.arange(len(at)), at] @ met.ways) * start.ways)

        self._by_hand("playing by the rules", work, told)
        required = len(self._lines.required)
        folded = sum(
            start.ways
            for start in self._hands
            if self._first_street.choices[self._main.starts[start.name].best] == FOLD
        )
        deals = self._main.deals // sum(start.ways for start in self._hands)
        return sum(nets) - folded * required * deals

    @staticmethod
    def _best(values: Ints, street: Street) -> Ints:
        """The number of the best decision; of equal ones, the one that stakes less."""
        stake = [0 if times == FOLD else times_of(times) for times in street.choices.values()]
        order = np.argsort(stake, kind="stable")
        return np.asarray(order[np.argmax(values[..., order], axis=-1)])

    @staticmethod
    def _cells(
        street: Street, features: tuple[str, ...], parts: Sequence[tuple[Ints, Ints, int]]
    ) -> Cells:
        seen, net, best = zip(*parts, strict=True)
        together = merged(np.concatenate(seen), np.concatenate(net))
        return Cells(
            street.name, features, together[0], tuple(street.choices), together[1], sum(best)
        )


def cards_to(marked: Flags, reach: Callable[[int], Words]) -> Words:
    """Which cards bring a hand to a marked level; ``reach``: which to a level or a higher one."""
    found = np.zeros_like(reach(0))
    for low, high in spans(marked):
        found |= reach(low) & ~reach(high) if high < len(marked) else reach(low)
    return found


def chosen(seen: Ints, features: tuple[str, ...], rules: RuleList, street: Street) -> Ints:
    """By situation: the number of the decision that a list takes."""
    flat = seen.reshape(-1, len(features))
    cells = Cells(street.name, features, flat, tuple(street.choices), flat[:, :1], 0)
    return cells.chosen(rules).reshape(seen.shape[:-1])
