"""Solve stud games exactly, advise, and solve them with varied odds.

Also counts the deals in which several wagers win together.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKS, Card
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import Street, stake_multiple
from pitboss.games.payoffs import PUSH
from pitboss.lab.game_structure import check_whole_odds, paid_hand, whole_odds
from pitboss.lab.hand_tables import (
    RANK_OF_CARD,
    SUIT_OF_CARD,
    FiveCardRanks,
    Ints,
    PayLevels,
    five_card_ranks,
    group_cards,
    pay_levels,
)
from pitboss.lab.progress import Progress, Stopwatch, no_progress
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult, main_game_from_counts
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.lab.stud.shape import GrowingHand, find_growing_hand
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import (
    LineNumbers,
    SolvedPaytable,
    line_numbers,
    stakes_by_line,
    with_numbered_lines,
)
from pitboss.submission.evaluators import Hands, compile_evaluators, hand_readers
from pitboss.submission.rules import Rules


def three_card_kinds(threes: Ints) -> Ints:
    """Return a number for each three cards, equal for the same ranks and suitedness."""
    return np.asarray(np.sort(RANK_OF_CARD[threes], axis=1) @ [338, 26, 2] + _are_suited(threes))


def _are_suited(threes: Ints) -> NDArray[np.bool_]:
    return np.asarray((SUIT_OF_CARD[threes] == SUIT_OF_CARD[threes[:, :1]]).all(axis=1))


def count_five_card_levels(
    threes: Ints, deck: Sequence[Card], ranks: FiveCardRanks, levels: PayLevels
) -> Ints:
    """Count how often each three cards reach each level with two more cards."""
    rank_counts = np.bincount(RANK_OF_CARD[list(deck)], minlength=len(RANKS))
    cards_left = rank_counts - (RANK_OF_CARD[threes][:, :, None] == np.arange(len(RANKS))).sum(
        axis=1
    )
    high, low = np.tril_indices(len(RANKS))
    pairs = cards_left[:, high] * (cards_left[:, high] - 1) // 2
    ways = np.where(high == low, pairs, cards_left[:, high] * cards_left[:, low])
    numbers = RANK_OF_CARD[threes] @ [13**4, 13**3, 13**2]
    unsuited_levels = levels.level_of_place[ranks.unsuited[numbers[:, None] + 13 * high + low]]
    # Three suited cards make a flush with two more of the suit, in exactly one way.
    bits = np.bitwise_or.reduce(1 << RANK_OF_CARD[threes], axis=1)[:, None]
    two_bits = (1 << high) | (1 << low)
    available = (high > low) & (rank_counts[high] > 0) & (rank_counts[low] > 0)
    flushes = _are_suited(threes)[:, None] & available & (bits & two_bits == 0)
    counts = np.zeros(len(threes) * levels.level_count, np.int64)
    rows = np.arange(len(threes))[:, None] * levels.level_count
    np.add.at(counts, rows + unsuited_levels, ways - flushes)
    np.add.at(
        counts,
        rows + levels.level_of_place[ranks.suited[bits | two_bits]],
        flushes.astype(np.int64),
    )
    return counts.reshape(len(threes), levels.level_count)


class StudOutcomes(NamedTuple):
    """The outcomes of starting hands with third cards, one row per equivalence class."""

    hands: Sequence[StartingHand]
    levels: PayLevels
    """The pay levels of five cards."""
    first: Ints
    """By starting hand: its first row; its other rows follow."""
    hand: Ints
    """By row: the starting hand."""
    ways: Ints
    """By row: how many third cards it represents."""
    odds: dict[str, Ints]
    """By row: the odds of the wagers on two and three cards."""
    level_counts: Ints
    """By row: how often the five cards end at each level."""

    def sums_by_wager(self) -> dict[str, Ints]:
        """Return, by row, the net result of each wager over the last two cards."""
        deals = self.level_counts.sum(axis=1)
        early = {key: odds * deals for key, odds in self.odds.items()}
        return early | {key: self.level_counts @ odds for key, odds in self.levels.odds.items()}

    def by_hand(self, sums: Ints) -> Ints:
        """Return, by starting hand, the sums of its rows over the third cards."""
        return np.add.reduceat(sums * self.ways, self.first)


def stud_outcomes(
    rules: Rules,
    shape: GrowingHand,
    deck: Sequence[Card] = DECK,
    hands: Sequence[StartingHand] | None = None,
    third: Card | None = None,
) -> StudOutcomes:
    """Return the outcomes of all or some starting hands, with all third cards or one."""
    ranks = five_card_ranks(low_ace=shape.low_ace)
    levels = pay_levels(rules, ranks.strengths, [(w, paid_hand(w)) for w in shape.paid_at(5)])
    hands = starting_hands(tuple(deck)) if hands is None else hands
    deals = [
        (index, *start.cards, card, ways)
        for index, start in enumerate(hands)
        for card, ways in ([(third, 1)] if third is not None else third_cards(start.cards, deck))
    ]
    hand, *cards, ways = np.array(deals).T
    threes = np.stack(cards, axis=1)
    _, first_rows, kind_of_row = np.unique(
        three_card_kinds(threes), return_index=True, return_inverse=True
    )
    hole_rows = np.array([start.cards for start in hands])
    odds = _early_odds(rules, shape, hole_rows, 2)
    odds = {key: column[hand] for key, column in odds.items()}
    for key, column in _early_odds(rules, shape, threes[first_rows], 3).items():
        odds[key] = column[kind_of_row]
    level_counts = count_five_card_levels(threes[first_rows], deck, ranks, levels)[kind_of_row]
    return StudOutcomes(
        hands, levels, np.searchsorted(hand, range(len(hands))), hand, ways, odds, level_counts
    )


def _early_odds(rules: Rules, shape: GrowingHand, deals: Ints, size: int) -> dict[str, Ints]:
    """Return the odds of wagers on the first two or three cards, by settlement's evaluators."""
    evaluators, readers = compile_evaluators(rules), hand_readers(rules)
    columns: dict[str, list[int]] = {wager.key: [] for wager in shape.paid_at(size)}
    for cards in deals.tolist() if columns else ():
        cards_by_position = dict(zip(shape.order, cards, strict=False))
        hands = Hands(
            readers,
            tuple(
                cards_by_position.get(position, cards[0])
                for position in range(max(shape.order) + 1)
            ),
        )
        for key, column in columns.items():
            column.append(whole_odds(evaluators[key](hands).odds))
    for wager in shape.paid_at(size):
        check_whole_odds(wager, columns[wager.key])
    return {key: np.array(column) for key, column in columns.items()}


def third_cards(cards: tuple[Card, Card], deck: Sequence[Card]) -> list[tuple[Card, int]]:
    """Return one third card of each equivalence class, and how many it represents."""
    rest = [c for c in deck if c not in cards]
    groups = group_cards(cards, rest)
    return [
        (rest[index], ways)
        for index, ways in zip(groups.first_cards.tolist(), groups.sizes.tolist(), strict=True)
    ]


def solve_stud(
    rules: Rules, shape: GrowingHand, deck: Sequence[Card] = DECK, progress: Progress = no_progress
) -> MainGame:
    """Solve the whole game under optimal play."""
    clock = Stopwatch()
    progress("dealing every starting hand", 0, 1)
    outcomes = stud_outcomes(rules, shape, deck)
    first, second = (wager.key for wager in shape.raises)
    sums = outcomes.sums_by_wager()
    second_raises = best_multiples(shape.streets[1], sums[second])
    fixed_values = sum((sums[w.key] for w in shape.required), second_raises * sums[second])
    first_raise_values = outcomes.by_hand(sums[first])
    times = best_multiples(shape.streets[0], first_raise_values)
    deals = (len(deck) - 2) * comb(len(deck) - 3, 2)
    choices = shape.streets[0].choices
    starts = {
        start.name: StartingHandResult(
            start.ways,
            {
                name: Fraction(fixed_value + stake_multiple(choice) * raise_value, deals)
                for name, choice in choices.items()
            },
            next(name for name, choice in choices.items() if choice == best),
            fold_chance=Fraction(),
        )
        for start, fixed_value, raise_value, best in zip(
            outcomes.hands,
            outcomes.by_hand(fixed_values).tolist(),
            first_raise_values.tolist(),
            times.tolist(),
            strict=True,
        )
    }
    results = _count_results(shape, outcomes, times[outcomes.hand], second_raises)
    progress("dealing every starting hand", 1, 1)
    return main_game_from_counts(
        results,
        starts,
        required=len(rules.edge_of),
        method="a hand that grows",
        seconds=clock.seconds(),
    )


def best_multiples(street: Street, net_wins: Ints) -> Ints:
    """Return the highest multiple where a raise is expected to win, else the lowest."""
    times = [stake_multiple(choice) for choice in street.choices.values()]
    return np.where(net_wins > 0, max(times), min(times))


def _count_results(
    shape: GrowingHand, outcomes: StudOutcomes, first: Ints, second: Ints
) -> ResultCounts:
    """Count all deals by stakes and net result, given the multiples raised in each row."""
    ones = np.ones(len(outcomes.hand), np.int64)
    stakes = {w.key: ones for w in shape.required}
    stakes |= {w.key: times for w, times in zip(shape.raises, (first, second), strict=True)}
    early = sum((stakes[key] * odds for key, odds in outcomes.odds.items()), 0 * ones)
    net = early[:, None] + sum(
        (stakes[key][:, None] * odds for key, odds in outcomes.levels.odds.items()),
        0 * outcomes.level_counts,
    )
    staked = np.broadcast_to(sum(stakes.values(), 0 * ones)[:, None], net.shape)
    ways = outcomes.ways * np.array([start.ways for start in outcomes.hands])[outcomes.hand]
    deals = outcomes.level_counts * ways[:, None]
    results = ResultCounts()
    for end in zip(*(x[deals > 0].tolist() for x in (staked, net, deals)), strict=True):
        results[end[:2]] += end[2]
    return results


def advise_stud(
    rules: Rules,
    shape: GrowingHand,
    hole: Sequence[Card],
    third: Card | None,
    raises: int = 0,
    deck: Sequence[Card] = DECK,
) -> dict[str, Fraction]:
    """Return the value of every open decision, with optimal play after it.

    With a ``third`` card the second decision is open, and ``raises`` is what the first one staked.
    """
    low, high = sorted(hole)
    start = StartingHand(starting_hand_class(low, high), (low, high), 1)
    outcomes = stud_outcomes(rules, shape, deck, [start], third)
    first, second = (wager.key for wager in shape.raises)
    sums = outcomes.sums_by_wager()
    required_value = sum(outcomes.by_hand(sums[w.key]).item() for w in shape.required)
    first_value, second_value = (outcomes.by_hand(sums[key]).item() for key in (first, second))
    if third is not None:
        deals = comb(len(deck) - 3, 2)
        return {
            name: Fraction(
                required_value + raises * first_value + stake_multiple(times) * second_value, deals
            )
            for name, times in shape.streets[1].choices.items()
        }
    deals = (len(deck) - 2) * comb(len(deck) - 3, 2)
    later_raises = best_multiples(shape.streets[1], sums[second])
    later = outcomes.by_hand(later_raises * sums[second]).item()
    return {
        name: Fraction(required_value + later + stake_multiple(times) * first_value, deals)
        for name, times in shape.streets[0].choices.items()
    }


def count_joint_wins(
    rules: Rules, shape: GrowingHand, wagers: Sequence[str], deck: Sequence[Card] = DECK
) -> tuple[int, int]:
    """Return the number of deals in which all of these wagers win, and of all deals."""
    outcomes = stud_outcomes(rules, shape, deck)
    ways = outcomes.ways * np.array([start.ways for start in outcomes.hands])[outcomes.hand]
    deals = outcomes.level_counts * ways[:, None]
    wins = np.ones(deals.shape, bool)
    for key in wagers:
        if key in outcomes.odds:
            wins &= outcomes.odds[key][:, None] > PUSH
        else:
            wins &= outcomes.levels.odds[key] > PUSH
    return int(deals[wins].sum()), int(deals.sum())


class StudTargetSolver(NamedTuple):
    """A stud game with numbered lines, whose rows and levels tell which line is paid."""

    shape: GrowingHand
    numbers: LineNumbers
    outcomes: StudOutcomes

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        odds_by_line, outcomes = self.numbers.odds_by_wager(point), self.outcomes
        paid_outcomes = outcomes._replace(
            odds={key: odds_by_line[key][number] for key, number in outcomes.odds.items()},
            levels=outcomes.levels._replace(
                odds={
                    key: odds_by_line[key][number] for key, number in outcomes.levels.odds.items()
                }
            ),
        )
        first, second = (wager.key for wager in self.shape.raises)
        sums = paid_outcomes.sums_by_wager()
        times = best_multiples(self.shape.streets[0], paid_outcomes.by_hand(sums[first]))[
            outcomes.hand
        ]
        stakes = {wager.key: np.ones_like(times) for wager in self.shape.required}
        stakes |= {first: times, second: best_multiples(self.shape.streets[1], sums[second])}
        ways = outcomes.ways * np.array([start.ways for start in outcomes.hands])[outcomes.hand]
        net = sum(int((ways * stake) @ sums[key]) for key, stake in stakes.items())
        deals, filed_odds = outcomes.level_counts.sum(axis=1), self.numbers.filed
        staked = {
            key: stakes_by_line(len(filed_odds[key]), number, ways * stakes[key] * deals)
            for key, number in outcomes.odds.items()
        }
        for key, number in outcomes.levels.odds.items():
            staked[key] = stakes_by_line(
                len(filed_odds[key]), number, (ways * stakes[key]) @ outcomes.level_counts
            )
        slopes = self.numbers.slopes(staked)
        return SolvedPaytable(net, slopes, slopes)


def stud_target_solver(
    rules: Rules, variable_lines: Sequence[VariableLine], deck: Sequence[Card] = DECK
) -> StudTargetSolver | None:
    """Return the solver of these rules, if they have the shape of a stud game."""
    shape = find_growing_hand(rules)
    if shape is None:
        return None
    return StudTargetSolver(
        shape,
        line_numbers(rules, variable_lines),
        stud_outcomes(with_numbered_lines(rules), shape, deck),
    )
