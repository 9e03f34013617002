"""A cross game for a player who sees a table card early, or knows the hands of others."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.game_parts import FOLD
from pitboss.lab.cross.odds import CrossOdds, CrossTable, cross_table
from pitboss.lab.cross.shape import CrossLines, street_multiples
from pitboss.lab.cross.solver import (
    HandLines,
    best_second_street,
    extreme_multiples,
    first_pairs,
    play_start,
    prepare_hand,
)
from pitboss.lab.exposure import (
    Valuation,
    count_dead_sets,
    dead_card_sets,
    draw_starts,
    estimate_gain,
    seeded_generator,
)
from pitboss.lab.hand_tables import RANK_OF_CARD, SUIT_OF_CARD, CardGroups, Ints, group_cards
from pitboss.lab.kernels import cross
from pitboss.lab.kernels import cross_exposure as kernels
from pitboss.lab.progress import Progress, no_progress, run_in_threads
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.submission.rules import Rules

SeenCardSums = Callable[[CrossTable, CrossOdds, HandLines, Sequence[Card]], Ints]
"""Returns the net result by group of the seen card and first raise, over all later deals."""


def value_with_card_seen(
    rules: Rules,
    lines: CrossLines,
    place: str,
    deck: Sequence[Card] = DECK,
    progress: Progress = no_progress,
) -> Valuation:
    """Return the value of the game when the card at this place is seen."""
    table = cross_table(rules, lines)
    first, second, _ = lines.streets
    # The value is convex in each raise, so only the extreme multiples matter.
    odds = table.odds(extreme_multiples(first), extreme_multiples(second))
    street = next(at for at, x in enumerate(lines.streets) if place in x.reveal)
    sums_with_card: SeenCardSums = (_first_line_sums, _second_line_sums, _last_card_sums)[street]

    def play(start: StartingHand) -> int:
        hand_lines = prepare_hand(odds, start.cards, deck)
        net, sizes = sums_with_card(table, odds, hand_lines, start.cards), hand_lines.groups.sizes
        best = net.max(axis=1)
        if FOLD in first.choices.values():
            best = np.maximum(best, -odds.required * deals)
        return int(sizes @ best) * start.ways

    rest = len(deck) - 2
    # Four cards follow the hole and the seen card: two pairs, or a card, a pair and a card.
    deals = (rest - 1) * comb(rest - 2, 2) * (rest - 4)
    if street == 2:
        deals //= 2
    hands = starting_hands(tuple(deck))
    net = sum(run_in_threads(f"playing with {place} seen", play, hands, progress))
    return Valuation(Fraction(net, comb(len(deck), 2) * rest * deals))


def _first_line_sums(
    table: CrossTable, odds: CrossOdds, hand_lines: HandLines, hole: Sequence[Card]
) -> Ints:
    """Value an outer card of the first line, which everyone sees at the second decision."""
    folds = FOLD in table.lines.streets[1].choices.values()
    # One pair of each kind, in the order of the kinds.
    pairs = first_pairs(hole, hand_lines.rest).cards
    net = best_second_street(odds, hand_lines, pairs, folds=folds).net
    totals = np.zeros((len(hand_lines.groups.sizes), len(odds.firsts)), np.int64)
    for (group, other_group), sums in zip(hand_lines.pairs.tolist(), net, strict=True):
        totals[group] += (hand_lines.groups.sizes[other_group] - (group == other_group)) * sums
        if group != other_group:
            totals[other_group] += hand_lines.groups.sizes[group] * sums
    return totals


def _second_line_sums(
    table: CrossTable, odds: CrossOdds, hand_lines: HandLines, _: Sequence[Card]
) -> Ints:
    """Value an outer card of the second line."""
    groups = len(hand_lines.groups.sizes)
    number = np.zeros((groups, groups), np.int64)
    low, high = hand_lines.pairs.T
    number[low, high] = number[high, low] = np.arange(len(low))
    totals = np.zeros((groups, len(odds.firsts)), np.int64)
    kernels.see_second_line(
        hand_lines.groups.sizes, hand_lines.pairs, number,
        hand_lines.at_least, odds.steps, hand_lines.payouts, hand_lines.total,
        odds.required, odds.firsts, odds.seconds, odds.least, odds.most,
        FOLD in table.lines.streets[1].choices.values(), odds.folds, totals,
    )  # fmt: skip
    return totals


def _last_card_sums(
    table: CrossTable, odds: CrossOdds, hand_lines: HandLines, hole: Sequence[Card]
) -> Ints:
    """Value the card that both lines share."""
    groups = hand_lines.groups
    level = np.zeros((len(groups.sizes), len(hand_lines.pairs)), np.uint8)
    first, second = hole
    cross.fill_levels(
        first, second, np.array(hand_lines.rest)[groups.first_cards], hand_lines.pairs,
        RANK_OF_CARD, SUIT_OF_CARD, odds.unsuited, odds.suited, level,
    )  # fmt: skip
    totals = np.zeros((len(groups.sizes), len(odds.firsts)), np.int64)
    kernels.see_last_card(
        level, groups.sizes, hand_lines.pairs, _best_final_values(table, odds),
        odds.required, odds.firsts, FOLD in table.lines.streets[1].choices.values(), totals,
    )  # fmt: skip
    return totals


def _best_final_values(table: CrossTable, odds: CrossOdds) -> Ints:
    """Return the best third decision with all cards known, by earlier raises and both levels."""
    number, firsts = table.levels.level_count, len(odds.firsts)
    line_1 = odds.rows[:firsts][:, None, :, None]
    line_2 = odds.rows[firsts:-1][None, :, None, :]
    better = table.raise_odds(2)[np.maximum.outer(np.arange(number), np.arange(number))]
    raise_value = np.maximum(odds.least * better, odds.most * better)
    values = line_1 + line_2 + raise_value
    if not odds.folds:
        return np.asarray(values)
    staked = odds.required + odds.firsts[:, None] + odds.seconds
    return np.asarray(np.maximum(values, -staked[:, :, None, None]))


DEFAULT_SAMPLES = 8000
MAX_COUNTED_SETS = 40_000
"""Up to this many dead-card sets are enumerated instead of sampled: half a minute."""


class SharedCrossHands:
    """A cross game in which players share their hands."""

    def __init__(
        self,
        rules: Rules,
        lines: CrossLines,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        first, second, _ = lines.streets
        self._lines, self._deck, self._progress = lines, tuple(deck), progress
        self._odds: CrossOdds = cross_table(rules, lines).odds(
            street_multiples(first), extreme_multiples(second)
        )
        self._starts = starting_hands(self._deck)
        self._single_card_effects: list[tuple[Fraction, NDArray[np.float64]]] = []

    def default_samples(self, players: int) -> int:
        """Return the default number of samples: all sets, if they can be enumerated."""
        set_count = self._dead_set_count(players)
        return set_count if set_count <= MAX_COUNTED_SETS else DEFAULT_SAMPLES

    def _dead_set_count(self, players: int) -> int:
        return count_dead_sets(self._starts, self._deck, 2 * (players - 1))

    def valuation(self, players: int, samples: int, seed: str) -> Valuation:
        """Return the value of the game for each of so many players."""
        dead = 2 * (players - 1)
        if self._dead_set_count(players) <= samples:
            return Valuation(self._count_exactly(dead))
        return self._estimate(dead, samples, seed)

    def _value(self, start: StartingHand, rest: Sequence[Card], dead: Sequence[int]) -> Fraction:
        """Return the exact value of a hand when some of the rest are known to be dead."""
        dead_cards = {rest[index] for index in dead}
        live_deck = [c for c in self._deck if c not in dead_cards]
        start_result = play_start(self._lines, self._odds, start, live_deck)
        return start_result.values[start_result.best]

    def _rest(self, start: StartingHand) -> tuple[list[Card], CardGroups]:
        rest = [c for c in self._deck if c not in start.cards]
        return rest, group_cards(start.cards, rest)

    def _count_exactly(self, dead: int) -> Fraction:
        def count(start: StartingHand) -> Fraction:
            rest, groups = self._rest(start)
            total = Fraction()
            for indexes, ways in dead_card_sets(groups, dead):
                total += ways * self._value(start, rest, indexes.tolist())
            return total * start.ways / comb(len(rest), dead)

        task = f"playing every hand with {dead} cards known"
        values = run_in_threads(task, count, self._starts, self._progress)
        return sum(values, Fraction()) / comb(len(self._deck), 2)

    def _estimate(self, dead: int, samples: int, seed: str) -> Valuation:
        if not self._single_card_effects:
            task = "playing every hand with one card known"
            self._single_card_effects = run_in_threads(
                task, self._effects, self._starts, self._progress
            )
        draws = seeded_generator(seed, f"{dead} cards of others")
        ways = np.array([start.ways for start in self._starts])
        gain, error = estimate_gain(
            f"playing hands with {dead} cards known",
            lambda sample: self._gain(*sample),
            draw_starts(draws, ways, len(self._deck) - 2, dead, samples),
            self._progress,
        )
        chances = ways / ways.sum()
        base = sum(
            float(n) * float(value)
            for n, (value, _) in zip(chances, self._single_card_effects, strict=True)
        )
        return Valuation(base + gain, error, samples)

    def _effects(self, start: StartingHand) -> tuple[Fraction, NDArray[np.float64]]:
        """Return a hand's own value, and the effect of knowing each single card of the rest.

        Effects are centered, so that their mean is 0; they serve as control variates.
        """
        rest, groups = self._rest(start)
        values = [float(self._value(start, rest, [index])) for index in groups.first_cards.tolist()]
        by_card = np.array(values)[groups.group_of_card]
        return self._value(start, (), ()), by_card - by_card.mean()

    def _gain(self, hand: int, dead: Ints) -> float:
        """Return a sample's gain from knowledge, less the effects of its single cards."""
        start, (base, effects) = self._starts[hand], self._single_card_effects[hand]
        rest = [c for c in self._deck if c not in start.cards]
        gain = self._value(start, rest, dead.tolist()) - base
        return float(gain) - float(effects[dead].sum())
