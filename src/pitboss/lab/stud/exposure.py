"""A stud game for a player who sees one of the last two cards early, or knows others' hands."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.exposure import (
    Valuation,
    count_dead_sets,
    dead_card_sets,
    draw_starts,
    estimate_gain,
    seeded_generator,
)
from pitboss.lab.hand_tables import RANK_OF_CARD, SUIT_OF_CARD, Ints, five_card_ranks, group_cards
from pitboss.lab.progress import Progress, no_progress, run_in_threads
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.lab.stud.shape import GrowingHand
from pitboss.lab.stud.solver import best_multiples, stud_outcomes
from pitboss.submission.rules import Rules


class StudRaises:
    """The two raises of every starting hand."""

    def __init__(self, rules: Rules, shape: GrowingHand, deck: Sequence[Card]) -> None:
        self.starts = starting_hands(tuple(deck))
        self._shape, self._outcomes = shape, stud_outcomes(rules, shape, deck)
        self._ranks = five_card_ranks(low_ace=shape.low_ace)
        self.rests = [[c for c in deck if c not in start.cards] for start in self.starts]
        self.groups = [
            group_cards(start.cards, rest)
            for start, rest in zip(self.starts, self.rests, strict=True)
        ]
        first, second = (wager.key for wager in shape.raises)
        sums = self._outcomes.sums_by_wager()
        self.base_first = best_multiples(shape.streets[0], self._outcomes.by_hand(sums[first]))
        """The best first raise without extra knowledge, by starting hand."""
        self._base_second = best_multiples(shape.streets[1], sums[second])

    def base_second(self, hand: int) -> Ints:
        """Return the best second raise without extra knowledge, by third card."""
        return np.asarray(self._base_second[self._rows(hand)])

    def _rows(self, hand: int) -> Ints:
        return np.asarray(self._outcomes.first[hand] + self.groups[hand].group_of_card)

    def odds(self, hand: int, street: int, remaining: Ints) -> Ints:
        """Return the odds of a raise by third, fourth and fifth card.

        Combinations that repeat a card count 0.
        """
        key, n = self._shape.raises[street].key, len(remaining)
        if key in self._outcomes.odds:
            early = self._outcomes.odds[key][self._rows(hand)[remaining]]
            payouts = np.broadcast_to(early[:, None, None], (n, n, n))
        else:
            payouts = self._outcomes.levels.odds[key][
                self._levels(self.starts[hand], hand, remaining)
            ]
        same = np.eye(n, dtype=bool)
        is_valid = ~(same[:, :, None] | same[:, None, :] | same[None, :, :])
        return np.where(is_valid, payouts, 0)

    def _levels(self, start: StartingHand, hand: int, remaining: Ints) -> Ints:
        """Return the level of every five cards."""
        cards = np.array(self.rests[hand])[remaining]
        low, high = start.cards
        rank = RANK_OF_CARD[cards]
        number = (13 * RANK_OF_CARD[low] + RANK_OF_CARD[high]) * 13**3 + np.add.outer(
            np.add.outer(169 * rank, 13 * rank), rank
        )
        level = self._outcomes.levels.level_of_place[self._ranks.unsuited[number]]
        if SUIT_OF_CARD[low] == SUIT_OF_CARD[high]:
            bit = np.where(SUIT_OF_CARD[cards] == SUIT_OF_CARD[low], 1 << rank, 0)
            own = (1 << RANK_OF_CARD[low]) | (1 << RANK_OF_CARD[high])
            bits = own | np.bitwise_or.outer(np.bitwise_or.outer(bit, bit), bit)
            is_suited = SUIT_OF_CARD[cards] == SUIT_OF_CARD[low]
            all_suited = np.logical_and.outer(np.logical_and.outer(is_suited, is_suited), is_suited)
            level = np.where(
                all_suited, self._outcomes.levels.level_of_place[self._ranks.suited[bits]], level
            )
        return np.asarray(level)

    def best(self, street: int, sums: Ints) -> Ints:
        """Return the value of the best raise, given the value of one unit of the wager."""
        return best_multiples(self._shape.streets[street], sums) * sums


def ordered_triples(remaining: int) -> int:
    """Return the number of ordered triples of so many cards."""
    return remaining * (remaining - 1) * (remaining - 2)


def mean_over_starts(raises: StudRaises, sums: Sequence[Fraction]) -> Fraction:
    """Return the mean over all starting hands."""
    weighted_starts = zip(raises.starts, sums, strict=True)
    total = sum(start.ways for start in raises.starts)
    return sum((start.ways * value for start, value in weighted_starts), Fraction()) / total


def value_with_card_seen(
    rules: Rules,
    shape: GrowingHand,
    place: str,
    base: Fraction,
    deck: Sequence[Card] = DECK,
    progress: Progress = no_progress,
) -> Valuation:
    """Return the value of the game when one of the last two cards is seen."""
    raises = StudRaises(rules, shape, deck)
    rest_indexes = np.arange(len(deck) - 2)

    def gain(hand: int) -> Fraction:
        """Return the gain of a hand; axes are third, seen and last card."""
        first_values = raises.odds(hand, 0, rest_indexes).sum(axis=(0, 2))
        second_values = raises.odds(hand, 1, rest_indexes).sum(axis=2)
        first = raises.best(0, first_values) - raises.base_first[hand] * first_values
        second = raises.best(1, second_values) - raises.base_second(hand)[:, None] * second_values
        return Fraction(int(first.sum() + second.sum()), ordered_triples(len(rest_indexes)))

    hands = range(len(raises.starts))
    return Valuation(
        base
        + mean_over_starts(
            raises, run_in_threads(f"playing with {place} seen", gain, hands, progress)
        )
    )


DEFAULT_SAMPLES = 4000


class SharedStudHands:
    """A stud game in which players share their hands."""

    def __init__(
        self,
        rules: Rules,
        shape: GrowingHand,
        base: Fraction,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._deck, self._base, self._progress = tuple(deck), base, progress
        self._raises = StudRaises(rules, shape, deck)

    def valuation(self, players: int, samples: int, seed: str) -> Valuation:
        """Return the value of the game for each of so many players."""
        other_players = players - 1
        if count_dead_sets(self._raises.starts, self._deck, 3 * other_players) <= samples:
            gains = (
                self._count_exactly(0, 2 * other_players),
                self._count_exactly(1, 3 * other_players),
            )
            return Valuation(self._base + sum(gains, Fraction()))
        return self._estimate(other_players, samples, seed)

    def _gain(self, hand: int, street: int, dead: Ints) -> Fraction:
        """Return the value to a hand of knowing the dead cards on one street."""
        raises = self._raises
        remaining = np.delete(np.arange(len(raises.rests[hand])), dead)
        by_third = raises.odds(hand, street, remaining).sum(axis=(1, 2))
        if street == 0:
            sums, base = by_third.sum(), raises.base_first[hand]
        else:
            sums, base = by_third, raises.base_second(hand)[remaining]
        gains = raises.best(street, sums) - base * sums
        return Fraction(int(gains.sum()), ordered_triples(len(remaining)))

    def _count_exactly(self, street: int, dead: int) -> Fraction:
        raises = self._raises

        def count(hand: int) -> Fraction:
            groups = raises.groups[hand]
            gains = (
                self._gain(hand, street, indexes) * n for indexes, n in dead_card_sets(groups, dead)
            )
            return sum(gains, Fraction()) / comb(len(groups.group_of_card), dead)

        task = f"playing every hand with {dead} cards known"
        return mean_over_starts(
            raises, run_in_threads(task, count, range(len(raises.starts)), self._progress)
        )

    def _estimate(self, other_players: int, samples: int, seed: str) -> Valuation:
        draws = seeded_generator(seed, f"{other_players} other players")
        ways = np.array([start.ways for start in self._raises.starts])
        dead = 3 * other_players

        def gain(sample: tuple[int, Ints]) -> float:
            hand, dead_cards = sample
            first = self._gain(hand, 0, dead_cards[: 2 * other_players])
            return float(first) + float(self._gain(hand, 1, dead_cards))

        mean_gain, error = estimate_gain(
            f"playing with {other_players + 1} hands shared",
            gain,
            draw_starts(draws, ways, len(self._deck) - 2, dead, samples),
            self._progress,
        )
        return Valuation(float(self._base) + mean_gain, error, samples)
