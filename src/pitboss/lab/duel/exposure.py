"""A duel for a player who sees one more of the dealer's cards, or knows the hands of others."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.cards import DECK, Card
from pitboss.errors import Refused
from pitboss.lab.duel.shape import MAX_HANDS_WITH_UPCARDS, DealerDuelGame
from pitboss.lab.duel.solver import (
    advise_duel,
    player_hands,
    remaining_indexes,
    solve_duel,
    upcard_sets,
)
from pitboss.lab.exposure import (
    Valuation,
    estimate_gain,
    remaining_cards,
    seeded_generator,
)
from pitboss.lab.hand_tables import Ints
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.results import MainGame

MAX_DEFAULT_SAMPLES = 4000
_DEFAULT_DEALER_HANDS = 4 * 10**8
"""Dealer's hands that are examined with the default number of samples."""
_QUICK_HANDS = 3 * 10**8
"""Hands beside upcards that take less than a minute."""


def value_with_upcard_seen(
    shape: DealerDuelGame, place: str, deck: Sequence[Card] = DECK, progress: Progress = no_progress
) -> Valuation:
    """Return the value of the game when one more of the dealer's cards is seen."""
    if place not in shape.places:
        raise Refused(f"{place} is not one of the dealer's places: its value is not available")
    exposed_shape = shape._replace(up=shape.up + 1)
    if exposed_shape.up == shape.cards:
        raise Refused("one more exposed card would leave the dealer no hidden card")
    number = exposed_shape.count_beside(deck)
    if number > MAX_HANDS_WITH_UPCARDS:
        raise Refused(
            f"{number:,} hands beside {exposed_shape.up} upcards are more than the lab counts"
        )
    if number > _QUICK_HANDS:
        cards = "a card" if exposed_shape.up == 1 else f"{exposed_shape.up} cards"
        progress(f"playing every hand against {cards} of the dealer; this takes minutes", 0, 0)
    return Valuation(solve_duel(exposed_shape, deck, progress).ev)


class SharedDuelHands:
    """A duel in which players share their hands."""

    def __init__(
        self,
        shape: DealerDuelGame,
        main: Callable[[], MainGame],
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._shape, self._main = shape, main
        self._deck, self._progress = tuple(sorted(deck)), progress

    def default_samples(self, players: int) -> int:
        """Return the default number of samples."""
        dealer_hands = self._dealer_hand_count(players)
        return max(200, min(MAX_DEFAULT_SAMPLES, _DEFAULT_DEALER_HANDS // max(dealer_hands, 1)))

    def _dealer_hand_count(self, players: int) -> int:
        """Return how many hands the dealer may have."""
        shape = self._shape
        rest = len(self._deck) - shape.up - shape.own * players
        return comb(max(rest, 0), shape.cards - shape.up)

    def valuation(self, players: int, samples: int, seed: str) -> Valuation:
        """Return the value of the game for each of so many players."""
        if not self._dealer_hand_count(players):
            raise Refused(f"the deck is too small for {players} players")
        dead = self._shape.own * (players - 1)
        rest = len(self._deck) - self._shape.up - self._shape.own
        if comb(len(self._deck), self._shape.own) * comb(rest, dead) <= samples:
            return Valuation(self._count_exactly(dead))
        return self._estimate(dead, samples, seed)

    def _value(
        self, own: Sequence[Card], upcards: Sequence[Card], dead: Sequence[Card]
    ) -> Fraction:
        return max(advise_duel(self._shape, own, upcards, self._deck, dead).values())

    def _count_exactly(self, dead: int) -> Fraction:
        deck, shape = self._deck, self._shape
        total, deals = Fraction(), 0
        for up in upcard_sets(shape, deck):
            hands, rest = player_hands(shape, deck, up), remaining_indexes(len(deck), up.cards)
            upcards = [deck[c] for c in up.cards]
            for cards, ways in zip(hands.cards.tolist(), hands.ways.tolist(), strict=True):
                own = [deck[rest[c]] for c in cards]
                others = remaining_cards(deck, own, upcards)
                values = [
                    self._value(own, upcards, dead_cards)
                    for dead_cards in combinations(others, dead)
                ]
                total += sum(values, Fraction()) / len(values) * ways * up.ways
                deals += ways * up.ways
        return total / deals

    def _estimate(self, dead: int, samples: int, seed: str) -> Valuation:
        draws = seeded_generator(seed, f"{dead} cards of others")
        own, up = self._shape.own, self._shape.up
        size = own + up + dead
        deals = [draws.choice(len(self._deck), size, replace=False) for _ in range(samples)]

        def gain(deal: Ints) -> float:
            cards = [self._deck[c] for c in deal]
            hole, upcards, dead_cards = cards[:own], cards[own : own + up], cards[own + up :]
            return float(self._value(hole, upcards, dead_cards) - self._value(hole, upcards, ()))

        task = f"playing hands with {dead} cards known"
        mean_gain, error = estimate_gain(task, gain, deals, self._progress)
        return Valuation(float(self._main().ev) + mean_gain, error, samples)
