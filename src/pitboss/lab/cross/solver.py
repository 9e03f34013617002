"""Solve cross games exactly, advise on any street, and solve them with varied odds."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, Street
from pitboss.lab.cross.odds import CrossOdds, CrossTable, cross_table
from pitboss.lab.cross.shape import CrossLines, find_cross_lines, street_multiples
from pitboss.lab.hand_tables import (
    RANK_OF_CARD,
    SUIT_OF_CARD,
    CardGroups,
    Ints,
    five_card_ranks,
    group_cards,
)
from pitboss.lab.kernels import cross as kernels
from pitboss.lab.progress import Progress, Stopwatch, no_progress, run_in_threads
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import (
    LineNumbers,
    SolvedPaytable,
    line_numbers,
    stakes_by_line,
    with_numbered_lines,
)
from pitboss.submission.rules import Rules

CardPair = Sequence[Card]


class FirstPairs(NamedTuple):
    """The first pairs that a starting hand can see, one of each equivalence class."""

    cards: Ints
    ways: Ints


class HandLines(NamedTuple):
    """The levels and payouts of every line that one starting hand can make."""

    rest: tuple[Card, ...]
    groups: CardGroups
    pairs: Ints
    """The kinds of pairs, by the groups of their cards."""
    at_least: NDArray[np.uint64]
    payouts: Ints
    total: Ints

    @property
    def after_first_pair(self) -> int:
        """The number of ways to deal the second pair and the last card."""
        return comb(len(self.rest) - 2, 2) * self.last_cards

    @property
    def last_cards(self) -> int:
        """The number of possible last cards once both pairs are known."""
        return len(self.rest) - 4

    def kinds(self, pairs: Ints) -> Ints:
        """Return the kinds of some pairs of cards, given as indexes into the rest."""
        low, high = self.pairs.T
        number = np.zeros((len(self.groups.sizes),) * 2, np.int64)
        number[low, high] = number[high, low] = np.arange(len(low))
        first, second = self.groups.group_of_card[pairs].T
        kinds: Ints = number[first, second]
        return kinds


def prepare_hand(odds: CrossOdds, hole: Sequence[Card], deck: Sequence[Card]) -> HandLines:
    """Evaluate every line that a starting hand can make."""
    rest = tuple(c for c in deck if c not in hole)
    groups = group_cards(hole, rest)
    sizes, pairs = groups.sizes, _pair_kinds(groups)
    (rows, levels), first, second = odds.rows.shape, *hole
    level = np.zeros((len(sizes), len(pairs)), np.uint8)
    kernels.fill_levels(
        first, second, np.array(rest)[groups.first_cards], pairs,
        RANK_OF_CARD, SUIT_OF_CARD, odds.unsuited, odds.suited, level,
    )  # fmt: skip
    at_least = np.zeros((2, levels, len(pairs)), np.uint64)
    kernels.fill_at_least(level, sizes, pairs, at_least)
    payouts = np.zeros((rows, *level.shape), np.int64)
    total = np.zeros((rows, len(pairs)), np.int64)
    kernels.fill_payouts(level, sizes, pairs, odds.rows, payouts, total)
    return HandLines(rest, groups, pairs, at_least, payouts, total)


def first_pairs(hole: Sequence[Card], rest: Sequence[Card]) -> FirstPairs:
    """Return all first pairs, one of each equivalence class."""
    groups = group_cards(hole, rest)
    low, high = _pair_kinds(groups).T
    sizes, is_same_group = groups.sizes, low == high
    by_group = np.argsort(groups.group_of_card, kind="stable")
    start = np.cumsum(sizes) - sizes
    cards = np.stack([by_group[start[low]], by_group[start[high] + is_same_group]], axis=1)
    return FirstPairs(
        cards, np.where(is_same_group, sizes[low] * (sizes[low] - 1) // 2, sizes[low] * sizes[high])
    )


def _pair_kinds(groups: CardGroups) -> Ints:
    low, high = np.triu_indices(len(groups.sizes))
    possible = (low < high) | (groups.sizes[low] > 1)
    return np.stack([low[possible], high[possible]], axis=1)


class SecondStreet(NamedTuple):
    """The best second decision for every first pair and first raise."""

    net: Ints
    """By first pair and first raise."""
    staked: Ints
    best_raise: Ints
    """The index of the raise; −1 for a fold."""


def values_after_second(odds: CrossOdds, hand_lines: HandLines, pairs: Ints) -> tuple[Ints, Ints]:
    """Return net result and stakes by first pair, first and second raise, under optimal play."""
    shape = (len(pairs), len(odds.firsts), len(odds.seconds))
    net, third_stakes = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    kernels.sum_second_pairs(
        hand_lines.kinds(pairs), hand_lines.groups.sizes, hand_lines.pairs,
        hand_lines.at_least, odds.steps, hand_lines.payouts, hand_lines.total,
        odds.required, odds.firsts, odds.seconds, odds.least, odds.most, odds.folds,
        net, third_stakes,
    )  # fmt: skip
    earlier_stakes = odds.required + odds.firsts[:, None] + odds.seconds
    return net, third_stakes * hand_lines.last_cards + earlier_stakes * hand_lines.after_first_pair


def best_second_street(
    odds: CrossOdds, hand_lines: HandLines, pairs: Ints, *, folds: bool
) -> SecondStreet:
    """Return net result and stakes of the best second decision."""
    net, staked = values_after_second(odds, hand_lines, pairs)
    if folds:
        # Decisions are in order of stake, so that argmax prefers the lower stake on a tie.
        fold_loss = (odds.required + odds.firsts[:, None]) * hand_lines.after_first_pair
        fold_loss = np.broadcast_to(fold_loss, (*net.shape[:2], 1))
        net = np.concatenate([-fold_loss, net], axis=2)
        staked = np.concatenate([fold_loss, staked], axis=2)
    best = np.argmax(net, axis=2)
    best_index = best[:, :, None]
    return SecondStreet(
        np.take_along_axis(net, best_index, 2)[:, :, 0],
        np.take_along_axis(staked, best_index, 2)[:, :, 0],
        best - folds,
    )


def sums_after_third(
    odds: CrossOdds, hand_lines: HandLines, first: CardPair, second: CardPair
) -> tuple[int, int]:
    """Return, over the last cards, the value of existing stakes and of one unit of third raise."""
    first_kind, second_kind = hand_lines.kinds(
        np.array([[hand_lines.rest.index(c) for c in pair] for pair in (first, second)])
    )
    sums = np.zeros(hand_lines.total.shape, np.int64)
    kernels.sum_last_card(
        first_kind, len(odds.firsts), hand_lines.groups.sizes, hand_lines.pairs,
        hand_lines.at_least, odds.steps, hand_lines.payouts, hand_lines.total, sums,
    )  # fmt: skip
    line_1, line_2, better = sums[:, second_kind].tolist()
    return line_1 + line_2, better


def count_joint_levels(
    odds: CrossOdds, hand_lines: HandLines, pairs: FirstPairs, second_choices: Ints, first: int
) -> tuple[Ints, Ints]:
    """Count how often the lines end at each two levels, by raises; and the folded deals."""
    count = len(odds.steps)
    deals = np.zeros((len(odds.seconds), 2, count, count), np.int64)
    folds = np.zeros(len(odds.seconds), np.int64)
    kernels.count_levels(
        hand_lines.kinds(pairs.cards), pairs.ways, np.ascontiguousarray(second_choices),
        hand_lines.groups.sizes, hand_lines.pairs,
        hand_lines.at_least, odds.steps, hand_lines.payouts, hand_lines.total,
        odds.required, odds.firsts, odds.seconds, odds.least, odds.most, odds.folds, first,
        deals, folds,
    )  # fmt: skip
    return deals, folds


class PlayedStart(NamedTuple):
    """The result of playing one starting hand."""

    values: dict[str, Fraction]
    best: str
    net: int
    staked: int
    first_raise: int
    """The index of the best first raise; −1 for a fold."""
    second_choices: Ints
    """The best second raise after it, for every first pair."""


def solve_cross(
    rules: Rules, lines: CrossLines, deck: Sequence[Card] = DECK, progress: Progress = no_progress
) -> MainGame:
    """Solve the whole game under optimal play."""
    clock = Stopwatch()
    table = cross_table(rules, lines)
    first, second, _ = lines.streets
    odds = table.odds(street_multiples(first), extreme_multiples(second))
    hands = starting_hands(tuple(deck))

    def play(start: StartingHand) -> PlayedStart:
        return play_start(lines, odds, start, deck)

    def count(part: tuple[StartingHand, PlayedStart]) -> tuple[ResultCounts, int]:
        return _count_results(table, odds, *part, deck)

    played_starts = run_in_threads("playing every starting hand", play, hands, progress)
    seconds = clock.seconds()
    outcomes = run_in_threads(
        "counting how the deals end", count, list(zip(hands, played_starts, strict=True)), progress
    )
    results, starts = ResultCounts(), dict[str, StartingHandResult]()
    deals = _deals_after_start(len(deck) - 2)
    for start, hand, (start_results, folds) in zip(hands, played_starts, outcomes, strict=True):
        results.update(start_results)
        starts[start.name] = StartingHandResult(
            start.ways, hand.values, hand.best, Fraction(folds, deals)
        )
    return MainGame(
        required=len(rules.edge_of),
        deals=comb(len(deck), 2) * deals,
        net=sum(hand.net * start.ways for start, hand in zip(hands, played_starts, strict=True)),
        staked=sum(
            hand.staked * start.ways for start, hand in zip(hands, played_starts, strict=True)
        ),
        starts=starts,
        results=dict(sorted(results.items())),
        method="two lines that share a card",
        seconds=seconds,
        seconds_all=clock.seconds(),
    )


def _deals_after_start(rest: int) -> int:
    """Return the number of ways to deal two pairs and a last card."""
    return comb(rest, 2) * comb(rest - 2, 2) * (rest - 4)


def extreme_multiples(street: Street) -> list[int]:
    """Return the lowest and the highest multiple: none between them can be better than both."""
    times = street_multiples(street)
    return sorted({times[0], times[-1]})


def play_start(
    lines: CrossLines, odds: CrossOdds, start: StartingHand, deck: Sequence[Card]
) -> PlayedStart:
    """Return the best play of one starting hand."""
    first, second, _ = lines.streets
    hand_lines = prepare_hand(odds, start.cards, deck)
    pairs = first_pairs(start.cards, hand_lines.rest)
    best = best_second_street(odds, hand_lines, pairs.cards, folds=FOLD in second.choices.values())
    deals = _deals_after_start(len(hand_lines.rest))
    net, staked = (pairs.ways @ sums for sums in (best.net, best.staked))
    index_by_multiple = {int(times): f for f, times in enumerate(odds.firsts)}
    required = len(lines.required)
    values = {
        name: int(net[index_by_multiple[first.stakes[name]]])
        if name in first.stakes
        else -required * deals
        for name in first.choices
    }
    stakes = {name: first.stakes.get(name, 0) for name in first.choices}
    decision = max(values, key=lambda name: (values[name], -stakes[name]))
    decision_values = {name: Fraction(x, deals) for name, x in values.items()}
    if decision not in first.stakes:
        return PlayedStart(
            decision_values, decision, values[decision], required * deals, -1, best.best_raise[:, 0]
        )
    f = index_by_multiple[first.stakes[decision]]
    second_choices = best.best_raise[:, f].copy()
    return PlayedStart(
        decision_values, decision, values[decision], int(staked[f]), f, second_choices
    )


def _count_results(
    table: CrossTable, odds: CrossOdds, start: StartingHand, hand: PlayedStart, deck: Sequence[Card]
) -> tuple[ResultCounts, int]:
    """Count the deals of one starting hand by stakes and net result, and those folded."""
    required, deals = odds.required, _deals_after_start(len(deck) - 2)
    if hand.first_raise < 0:
        return ResultCounts({(required, -required): start.ways * deals}), deals
    first = int(odds.firsts[hand.first_raise])
    hand_lines = prepare_hand(odds, start.cards, deck)
    pairs = first_pairs(start.cards, hand_lines.rest)
    level_deals, third_folds = count_joint_levels(
        odds, hand_lines, pairs, hand.second_choices, hand.first_raise
    )
    results = ResultCounts()
    second_folds = int(pairs.ways[hand.second_choices < 0].sum()) * hand_lines.after_first_pair
    results[required + first, -required - first] += second_folds * start.ways
    better = table.raise_odds(2).tolist()
    line_1 = odds.rows[hand.first_raise].tolist()
    for s, second in enumerate(odds.seconds.tolist()):
        staked = required + first + second
        results[staked, -staked] += int(third_folds[s]) * start.ways
        line_2 = odds.rows[len(odds.firsts) + s].tolist()
        for t, third in enumerate((odds.least, odds.most)):
            for level_1, level_2 in np.argwhere(level_deals[s, t]).tolist():
                net = line_1[level_1] + line_2[level_2] + third * better[max(level_1, level_2)]
                results[staked + third, net] += (
                    int(level_deals[s, t, level_1, level_2]) * start.ways
                )
    return +results, second_folds + int(third_folds.sum())


def advise_cross(
    rules: Rules,
    lines: CrossLines,
    hole: Sequence[Card],
    cards_by_street: Sequence[Sequence[Card]],
    raises: Sequence[int],
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """Return the value of every open decision, with optimal play after it.

    ``cards_by_street`` has the visible outer pairs, ``raises`` the multiples staked so far.
    """
    table = cross_table(rules, lines)
    first, second, third = lines.streets
    low, high = sorted(hole)
    if not cards_by_street:
        odds = table.odds(street_multiples(first), extreme_multiples(second))
        start = StartingHand(starting_hand_class(low, high), (low, high), 1)
        return play_start(lines, odds, start, deck).values
    street = (first, second, third)[len(cards_by_street)]
    odds = table.odds(raises[:1], raises[1:] or street_multiples(second))
    hand_lines = prepare_hand(odds, (low, high), deck)
    staked = len(lines.required) + sum(raises)
    if len(cards_by_street) == 1:
        pair = np.array([sorted(hand_lines.rest.index(c) for c in cards_by_street[0])])
        net, _ = values_after_second(odds, hand_lines, pair)
        net_by_multiple = dict(zip(odds.seconds.tolist(), net[0, 0].tolist(), strict=True))
        deals = hand_lines.after_first_pair
    else:
        current_value, better = sums_after_third(odds, hand_lines, *cards_by_street)
        net_by_multiple = {
            times: current_value + times * better for times in street_multiples(third)
        }
        deals = hand_lines.last_cards
    return {
        name: Fraction(-staked) if times == FOLD else Fraction(net_by_multiple[times], deals)
        for name, times in street.choices.items()
    }


def count_better_line(
    lines: CrossLines, level_of: Callable[[int], int], deck: Sequence[Card] = DECK
) -> Counter[int]:
    """Count deals by the level of the better line; ``level_of`` must not decrease."""
    ranks = five_card_ranks(low_ace=lines.low_ace)
    level_of_place = np.array([level_of(strength) for strength in ranks.strengths], np.uint8)
    levels = int(level_of_place[-1]) + 1
    no_multiples, no_odds = np.zeros(1, np.int64), np.zeros((3, levels), np.int64)
    # Without wagers and decisions, every deal is played to the end.
    odds = CrossOdds(
        level_of_place[ranks.unsuited],
        level_of_place[ranks.suited],
        no_odds,
        no_odds[0],
        0,
        no_multiples,
        no_multiples,
        0,
        0,
        folds=False,
    )

    def count(start: StartingHand) -> Counter[int]:
        hand_lines = prepare_hand(odds, start.cards, deck)
        pairs = first_pairs(start.cards, hand_lines.rest)
        deals, _ = count_joint_levels(
            odds, hand_lines, pairs, np.zeros(len(pairs.ways), np.int64), 0
        )
        result: Counter[int] = Counter()
        for level_1, level_2 in zip(*np.nonzero(deals[0, 0]), strict=True):
            result[int(max(level_1, level_2))] += int(deals[0, 0, level_1, level_2]) * start.ways
        return result

    total: Counter[int] = Counter()
    for result in run_in_threads("", count, starting_hands(tuple(deck))):
        total.update(result)
    return total


class CrossTargetSolver(NamedTuple):
    """A cross game with numbered lines, whose levels separate lines whatever they pay."""

    lines: CrossLines
    numbers: LineNumbers
    table: CrossTable
    deck: Sequence[Card]

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        odds, first, second = self._odds(point), *self.lines.streets[:2]
        rows = odds.odds(street_multiples(first), extreme_multiples(second))

        def play(start: StartingHand) -> tuple[int, Ints]:
            return _stakes_by_level(self.lines, rows, start, self.deck)

        hands = starting_hands(tuple(self.deck))
        results = run_in_threads("", play, hands)
        net = sum(start.ways * net for start, (net, _) in zip(hands, results, strict=True))
        staked = sum(start.ways * stakes for start, (_, stakes) in zip(hands, results, strict=True))
        slopes = self.numbers.slopes(self._by_line(np.asarray(staked)))
        return SolvedPaytable(net, slopes, slopes)

    def _odds(self, point: OddsPoint) -> CrossTable:
        odds_by_line, by_level = self.numbers.odds_by_wager(point), self.table.levels.odds
        odds = {key: odds_by_line[key][number] for key, number in by_level.items()}
        return self.table._replace(levels=self.table.levels._replace(odds=odds))

    def _by_line(self, stakes: Ints) -> dict[str, Ints]:
        """Return the stakes of every wager by line, from the rows of `_stakes_by_level`."""
        rows = {wager.key: stakes[2 + i] for i, wager in enumerate(self.lines.raises)}
        for line in (0, 1):
            rows |= {wager.key: stakes[line] for wager in self.lines.required_on(line)}
        filed_odds, by_level = self.numbers.filed, self.table.levels.odds
        return {
            key: stakes_by_line(len(filed_odds[key]), by_level[key], row)
            for key, row in rows.items()
        }


def cross_target_solver(
    rules: Rules, variable_lines: Sequence[VariableLine], deck: Sequence[Card] = DECK
) -> CrossTargetSolver | None:
    """Return the solver of these rules, if they have the shape of a cross game."""
    lines = find_cross_lines(rules)
    if lines is None:
        return None
    return CrossTargetSolver(
        lines,
        line_numbers(rules, variable_lines),
        cross_table(with_numbered_lines(rules), lines),
        deck,
    )


def _stakes_by_level(
    lines: CrossLines, odds: CrossOdds, start: StartingHand, deck: Sequence[Card]
) -> tuple[int, Ints]:
    """Return the net result of a starting hand, and the stakes that end at each level.

    The rows are: one unit on line 1, one on line 2, and the three raises.
    """
    hand = play_start(lines, odds, start, deck)
    staked = np.zeros((5, len(odds.steps)), np.int64)
    if hand.first_raise >= 0:
        hand_lines = prepare_hand(odds, start.cards, deck)
        pairs = first_pairs(start.cards, hand_lines.rest)
        deals, _ = count_joint_levels(
            odds, hand_lines, pairs, hand.second_choices, hand.first_raise
        )
        staked[0], staked[1] = deals.sum(axis=(0, 1, 3)), deals.sum(axis=(0, 1, 2))
        staked[2] = odds.firsts[hand.first_raise] * staked[0]
        staked[3] = odds.seconds @ deals.sum(axis=(1, 2))
        third = np.tensordot(np.array([odds.least, odds.most]), deals.sum(axis=0), 1)
        level = np.arange(len(odds.steps))
        np.add.at(staked[4], np.maximum.outer(level, level), third)
    return hand.net, staked
