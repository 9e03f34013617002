"""A revealed hand for a player who knows one of its cards from the start, or others' hands."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.errors import Refused
from pitboss.lab.card_sets import DeckSets, ExtendedSets, card_sets, colex_combinations, set_keys
from pitboss.lab.exposure import (
    Valuation,
    draw_starts,
    estimate_gain,
    remaining_cards,
    seeded_generator,
)
from pitboss.lab.hand_tables import Ints
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.revealed.shape import RevealedGame, last_revealed_position
from pitboss.lab.revealed.solver import (
    GameValues,
    HandPayouts,
    cached_values,
    chosen_values,
    game_values,
    hand_payouts,
)

DEFAULT_SAMPLES = 2000
MAX_DEALS_AFTER_START = 300_000
"""The most deals after a start, all of which are played for every sample."""


def value_with_card_seen(shape: RevealedGame, place: str, deck: Sequence[Card] = DECK) -> Valuation:
    """Return the value when a card of a place is seen: of several, the one revealed last."""
    cards, position = tuple(sorted(deck)), last_revealed_position(shape.rules, place)
    if position not in shape.cards:
        raise Refused(f"{place} is not part of the hand: its value is not available")
    exposed_shape = shape.with_known_card(position)
    values = game_values(exposed_shape, DeckSets(cards), hand_payouts(shape, cards))
    sets = card_sets(cards, exposed_shape.sizes[0])
    net = int((_first_street_values(exposed_shape, values) * sets.ways).sum())
    return Valuation(Fraction(net, int(sets.ways.sum()) * values.deals[0] * values.payouts.scale))


def _first_street_values(shape: RevealedGame, values: GameValues) -> Ints:
    """Return the total value by first visible card set."""
    state, street = shape.staking.state_after(()), values.streets[0]
    return chosen_values(street.values[state], street.choices[state])


class SharedRevealedHands:
    """A game in which players share their hands."""

    def __init__(
        self, shape: RevealedGame, deck: Sequence[Card] = DECK, progress: Progress = no_progress
    ) -> None:
        if shape.rules.looks != shape.rules.hole:
            raise Refused(
                "shared hands are not supported in games whose hands are revealed card by card"
            )
        self._shape, self._deck, self._progress = shape, tuple(sorted(deck)), progress
        self._values = cached_values(shape, self._deck)
        self._sets = card_sets(self._deck, shape.sizes[0])
        scaled_deals = self._values.deals[0] * self._values.payouts.scale
        self._base = [
            Fraction(net, scaled_deals)
            for net in _first_street_values(shape, self._values).tolist()
        ]

    def valuation(self, players: int, samples: int, seed: str) -> Valuation:
        """Return the value of the game for each of so many players."""
        dead = len(self._shape.rules.hole) * (players - 1)
        rest = len(self._deck) - self._shape.sizes[0]
        if rest - dead < self._shape.size - self._shape.sizes[0]:
            raise Refused(f"the deck is too small for {players} players")
        if comb(rest - dead, self._shape.size - self._shape.sizes[0]) > MAX_DEALS_AFTER_START:
            raise Refused("the deck is too large to value the hands of others")
        if comb(rest, dead) * len(self._base) <= samples:
            return Valuation(self._count_exactly(dead))
        return self._estimate(dead, samples, seed)

    def _count_exactly(self, dead: int) -> Fraction:
        total = Fraction()
        for cards, ways in zip(self._sets.cards.tolist(), self._sets.ways.tolist(), strict=True):
            rest = remaining_cards(self._deck, cards)
            values = [self._value(cards, dead_cards) for dead_cards in combinations(rest, dead)]
            total += ways * sum(values, Fraction()) / len(values)
        return total / int(self._sets.ways.sum())

    def _estimate(self, dead: int, samples: int, seed: str) -> Valuation:
        draws = seeded_generator(seed, f"{dead} cards of others")
        rest = len(self._deck) - self._shape.sizes[0]
        gain, error = estimate_gain(
            f"playing hands with {dead} cards known",
            lambda sample: self._gain(*sample),
            draw_starts(draws, self._sets.ways, rest, dead, samples),
            self._progress,
        )
        weighted_values = zip(self._base, self._sets.ways.tolist(), strict=True)
        base = sum((value * n for value, n in weighted_values), Fraction()) / int(
            self._sets.ways.sum()
        )
        return Valuation(float(base) + gain, error, samples)

    def _gain(self, start: int, dead_cards: Ints) -> float:
        cards = self._sets.cards[start].tolist()
        rest = np.array(remaining_cards(self._deck, cards))
        return float(self._value(cards, rest[dead_cards].tolist()) - self._base[start])

    def _value(self, start_cards: Sequence[Card], dead_cards: Sequence[Card]) -> Fraction:
        """Return the value of a start from a deck without the dead cards."""
        shape = self._shape
        rest = np.array(remaining_cards(self._deck, start_cards, dead_cards))
        later_cards = colex_combinations(len(rest), shape.size - len(start_cards))
        hands = np.concatenate(
            [np.broadcast_to(start_cards, (len(later_cards), len(start_cards))), rest[later_cards]],
            axis=1,
        )
        keys = card_sets(self._deck, shape.size).keys
        kinds = self._values.payouts.payout_kind[np.searchsorted(keys, set_keys(self._deck, hands))]
        payouts = HandPayouts(kinds, self._values.payouts.odds_by_way, self._values.payouts.scale)
        values = game_values(shape, ExtendedSets(len(start_cards), len(rest)), payouts)
        return Fraction(
            int(_first_street_values(shape, values)[0]), values.deals[0] * payouts.scale
        )
