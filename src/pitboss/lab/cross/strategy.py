"""Rule lists for cross games: the situations that they distinguish, and their exact cost."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.game_parts import FOLD, Street, stake_multiple
from pitboss.lab.cross.odds import (
    SECOND_STREET_FEATURES,
    THIRD_STREET_FEATURES,
    CrossTable,
    FeatureCounter,
    Flags,
    PayMarks,
    cross_table,
    marked_runs,
)
from pitboss.lab.cross.shape import CrossLines, street_multiples
from pitboss.lab.cross.solver import first_pairs, prepare_hand
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import cross as kernels
from pitboss.lab.progress import Progress, no_progress, run_in_threads
from pitboss.lab.results import MainGame
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.lab.strategy.rule_lists import RuleList
from pitboss.lab.strategy.rule_search import Cells, merge_cells
from pitboss.submission.rules import Rules

WordArray = NDArray[np.uint64]


class StartSums(NamedTuple):
    """A starting hand with every kind of first and second pair."""

    ways: Ints
    """The ways of each first pair."""
    second_ways: Ints
    """The ways of each second pair, by first pair."""
    stands: Ints
    """By second raise and both pairs: the value of existing stakes, over all last cards."""
    better: Ints
    """By both pairs: the value of one unit of the third raise."""
    last: int
    """The number of possible last cards."""
    second_features: Ints
    """The features on the second street, by first pair."""
    third_features: Ints
    """The features on the third street, by both pairs."""


class CrossStrategy:
    """The later streets of one cross game."""

    def __init__(
        self, rules: Rules, lines: CrossLines, main: MainGame, deck: Sequence[Card] = DECK
    ) -> None:
        self._lines, self._main, self._deck = lines, main, tuple(deck)
        self._table: CrossTable = cross_table(rules, lines)
        self._counter = FeatureCounter(self._table, deck)
        self.marks: PayMarks = self._counter.marks
        self._first_street, self._second_street, self._third_street = lines.streets
        self._hands = starting_hands(self._deck)
        self._seconds = street_multiples(self._second_street)

    # Situations

    def _sum_start(self, start: StartingHand, first: int) -> StartSums:
        odds = self._table.odds([first], self._seconds)
        hand_lines = prepare_hand(odds, start.cards, self._deck)
        pairs = first_pairs(start.cards, hand_lines.rest)
        count = len(hand_lines.pairs)
        sums = np.zeros((len(odds.rows), count, count), np.int64)
        ways = np.zeros((count, count), np.int64)
        row = np.zeros((len(odds.rows), count), np.int64)
        for kind in range(count):
            kernels.sum_last_card(
                kind, 1, hand_lines.groups.sizes, hand_lines.pairs,
                hand_lines.at_least, odds.steps, hand_lines.payouts, hand_lines.total, row,
            )  # fmt: skip
            sums[:, kind] = row
            kernels.count_ways(kind, hand_lines.groups.sizes, hand_lines.pairs, ways[kind])
        stands = sums[0] + sums[1:-1]
        line_features = self._line_features(
            hand_lines.at_least, start, hand_lines.rest, pairs.cards
        )
        return StartSums(
            pairs.ways,
            np.maximum(ways, 0),
            stands,
            sums[-1],
            hand_lines.last_cards,
            *self._features(start, hand_lines.at_least, line_features),
        )

    def _line_features(
        self, at_least: WordArray, start: StartingHand, rest: Sequence[Card], pairs: Ints
    ) -> tuple[Ints, Ints, Ints]:
        """Return what each kind of pair has made on its line, and its draws."""
        always_reached = at_least[0] == at_least[0, 0]
        made_level = always_reached.shape[0] - 1 - np.argmax(always_reached[::-1], axis=0)
        lines = [
            self._counter.draws(frozenset((*start.cards, rest[first], rest[second])))
            for first, second in pairs.tolist()
        ]
        flush, straight = np.array(lines, np.int64).T
        return made_level.astype(np.int64), flush, straight

    def _features(
        self, start: StartingHand, at_least: WordArray, line_features: tuple[Ints, Ints, Ints]
    ) -> tuple[Ints, Ints]:
        made_level, flush, straight = line_features
        marks = self.marks
        hand_features = [
            np.full(len(made_level), value) for value in self._counter.hand_features(start.cards)
        ]

        def first(level: int) -> WordArray:
            return np.asarray(at_least[0, level][:, None])

        def other(level: int) -> WordArray:
            return np.asarray(at_least[1, level])

        def better(level: int) -> WordArray:
            return first(level) | other(level)

        outs, all_outs = (
            np.bitwise_count(cards_to(flags, first)).astype(np.int64)[:, 0]
            for flags in (marks.win, marks.push)
        )
        second = np.stack([made_level, outs, all_outs, flush, straight, *hand_features], axis=-1)
        live = at_least[0, 0][:, None] & at_least[1, 0]

        def count_live(cards: WordArray) -> Ints:
            return np.asarray(np.bitwise_count(cards & live), np.int64)

        wins, pushes = (
            [count_live(cards_to(flags, line)) for line in (first, other, better)]
            for flags in (marks.win, marks.push)
        )
        better_of = [np.maximum(x[:, None], x) for x in (made_level, flush, straight)]
        third = [
            better_of[0], wins[2], pushes[2], better_of[1], better_of[2],
            np.minimum(*wins[:2]), np.minimum(*pushes[:2]), np.maximum(*pushes[:2]),
        ]  # fmt: skip
        return second, np.stack(third, axis=-1)

    # Values of decisions

    def _third(self, sums: StartSums, first: int, rules: RuleList | None) -> Ints:
        """Return the value of the third decision, by second raise and both pairs."""
        values = self._third_values(sums, first)
        if rules is None:
            return np.asarray(values.max(axis=-1))
        choices = list_choices(
            sums.third_features, THIRD_STREET_FEATURES, rules, self._third_street
        )
        return np.take_along_axis(
            values, np.broadcast_to(choices[None, :, :, None], (*values.shape[:3], 1)), -1
        )[..., 0]

    def _third_values(self, sums: StartSums, first: int) -> Ints:
        """Return values by second raise, both pairs and decision."""
        staked = len(self._lines.required) + first + np.array(self._seconds)
        by_decision = []
        for times in self._third_street.choices.values():
            if times == FOLD:
                fold_values = -staked[:, None, None] * sums.last
                by_decision.append(np.broadcast_to(fold_values, sums.stands.shape))
            else:
                by_decision.append(sums.stands + stake_multiple(times) * sums.better)
        return np.stack(by_decision, axis=-1)

    def _second_values(self, sums: StartSums, first: int, third: Ints) -> Ints:
        """Return values by first pair and decision of the second street."""
        after = (third * sums.second_ways).sum(axis=-1)
        deals = sums.second_ways.sum(axis=-1) * sums.last
        by_decision = []
        for times in self._second_street.choices.values():
            if times == FOLD:
                by_decision.append(-(len(self._lines.required) + first) * deals)
            else:
                by_decision.append(after[self._seconds.index(stake_multiple(times))])
        return np.stack(by_decision, axis=-1)

    def _by_hand(
        self, task: str, work: Callable[[StartingHand, int], None], progress: Progress
    ) -> None:
        tasks = []
        for start in self._hands:
            times = self._first_street.choices[self._main.starts[start.name].best]
            if times != FOLD:
                tasks.append((start, stake_multiple(times)))
        run_in_threads(task, lambda start_and_raise: work(*start_and_raise), tasks, progress)

    # Cells and totals

    def _third_cells(self, progress: Progress) -> Cells:
        """Return the cells of the third street after optimal play of the first two."""
        parts: list[tuple[Ints, Ints, int]] = []

        def work(start: StartingHand, first: int) -> None:
            sums = self._sum_start(start, first)
            values = self._third_values(sums, first)
            second = self._second_values(sums, first, np.asarray(values.max(axis=-1)))
            folds = [times == FOLD for times in self._second_street.choices.values()]
            best = self._best(second, self._second_street)
            second_raise = np.array(
                [0 if fold else self._seconds.index(stake_multiple(times))
                 for fold, times in zip(folds, self._second_street.choices.values(), strict=True)]
            )[best]  # fmt: skip
            weight = sums.ways * ~np.array(folds)[best] * start.ways
            rows = np.arange(len(second_raise))
            net = values[second_raise, rows] * (weight[:, None] * sums.second_ways)[..., None]
            is_dealt = (weight[:, None] * sums.second_ways > 0).ravel()
            keys = sums.third_features.reshape(-1, len(THIRD_STREET_FEATURES))[is_dealt]
            nets = net.reshape(-1, net.shape[-1])[is_dealt]
            parts.append((*merge_cells(keys, nets), int(nets.max(axis=1).sum())))

        self._by_hand("looking at every third decision", work, progress)
        return self._cells(self._third_street, THIRD_STREET_FEATURES, parts)

    def _second_cells(self, progress: Progress) -> Cells:
        """Return the cells of the second street, with optimal play after it."""
        parts: list[tuple[Ints, Ints, int]] = []

        def work(start: StartingHand, first: int) -> None:
            sums = self._sum_start(start, first)
            values = self._second_values(sums, first, self._third(sums, first, None))
            nets = values * (sums.ways * start.ways)[:, None]
            parts.append((*merge_cells(sums.second_features, nets), int(nets.max(axis=1).sum())))

        self._by_hand("looking at every second decision", work, progress)
        return self._cells(self._second_street, SECOND_STREET_FEATURES, parts)

    def cells(self, progress: Progress = no_progress) -> list[Cells]:
        """Return the cells of each later street."""
        return [self._second_cells(progress), self._third_cells(progress)]

    def net(self, lists: Mapping[str, RuleList], progress: Progress = no_progress) -> int:
        """Return the total net result under these lists, with optimal play elsewhere."""
        second, third = (
            lists.get(street.name) for street in (self._second_street, self._third_street)
        )
        nets: list[int] = []

        def work(start: StartingHand, first: int) -> None:
            sums = self._sum_start(start, first)
            values = self._second_values(sums, first, self._third(sums, first, third))
            choices = (
                self._best(values, self._second_street)
                if second is None
                else list_choices(
                    sums.second_features, SECOND_STREET_FEATURES, second, self._second_street
                )
            )
            nets.append(int(values[np.arange(len(choices)), choices] @ sums.ways) * start.ways)

        self._by_hand("playing by the rules", work, progress)
        required = len(self._lines.required)
        folded_ways = sum(
            start.ways
            for start in self._hands
            if self._first_street.choices[self._main.starts[start.name].best] == FOLD
        )
        deals = self._main.deals // sum(start.ways for start in self._hands)
        return sum(nets) - folded_ways * required * deals

    @staticmethod
    def _best(values: Ints, street: Street) -> Ints:
        """Return the number of the best decision; a tie goes to the lower stake."""
        stake = [0 if times == FOLD else stake_multiple(times) for times in street.choices.values()]
        order = np.argsort(stake, kind="stable")
        return np.asarray(order[np.argmax(values[..., order], axis=-1)])

    @staticmethod
    def _cells(
        street: Street, features: tuple[str, ...], parts: Sequence[tuple[Ints, Ints, int]]
    ) -> Cells:
        feature_rows, net, best = zip(*parts, strict=True)
        merged_cells = merge_cells(np.concatenate(feature_rows), np.concatenate(net))
        return Cells(
            street.name,
            features,
            merged_cells[0],
            tuple(street.choices),
            merged_cells[1],
            sum(best),
        )


def cards_to(flags: Flags, reach: Callable[[int], WordArray]) -> WordArray:
    """Return the cards that reach a marked level; ``reach`` gives those for a level or higher."""
    cards = np.zeros_like(reach(0))
    for low, high in marked_runs(flags):
        cards |= reach(low) & ~reach(high) if high < len(flags) else reach(low)
    return cards


def list_choices(
    feature_rows: Ints, features: tuple[str, ...], rules: RuleList, street: Street
) -> Ints:
    """Return, by situation, the number of the decision that a list takes."""
    flat = feature_rows.reshape(-1, len(features))
    cells = Cells(street.name, features, flat, tuple(street.choices), flat[:, :1], 0)
    return cells.decisions_of_list(rules).reshape(feature_rows.shape[:-1])
