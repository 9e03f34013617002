"""A duel for a player who sees one more card of the dealer, or knows the hands of others."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.duel.advice import decisions
from pitboss.lab.duel.counts import hands_beside, rest_of, ups
from pitboss.lab.duel.shape import MOST_BESIDE, Duel
from pitboss.lab.duel.solve import solve
from pitboss.lab.expose.chance import generator, mean
from pitboss.lab.expose.dead import without
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.results import Main
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.refusal import Refused

MOST_SAMPLES = 4000
_HANDS = 4 * 10**8
"""Hands of the dealer that are looked at where nobody says how many draws there are."""
_AT_ONCE = 8
_QUICK = 3 * 10**8
"""Hands beside open cards that take less than a minute."""


def seen(shape: Duel, place: str, deck: Sequence[Card] = DECK, told: Told = untold) -> Worth:
    """What the game comes to when one more card of the dealer is seen."""
    if place not in shape.places:
        raise Refused(f"{place} is no card of the dealer: the lab does not say what it is worth")
    knowing = shape._replace(up=shape.up + 1)
    if knowing.up == shape.cards:
        raise Refused("one more card of the dealer leaves none that is hidden")
    number = knowing.count_beside(deck)
    if number > MOST_BESIDE:
        raise Refused(
            f"{number:,} hands beside {knowing.up} cards of the dealer are more than the lab counts"
        )
    if number > _QUICK:
        cards = "a card" if knowing.up == 1 else f"{knowing.up} cards"
        told(f"playing every hand beside {cards} of the dealer: this takes minutes", 0, 0)
    return Worth(solve(knowing, deck, told).ev)


class Players:
    """One game in which hands are shared."""

    def __init__(
        self,
        shape: Duel,
        main: Callable[[], Main],
        deck: Sequence[Card] = DECK,
        told: Told = untold,
    ) -> None:
        self._shape, self._main = shape, main
        self._deck, self._told = tuple(sorted(deck)), told

    def usual_samples(self, players: int) -> int:
        """How many are drawn where nobody says."""
        left = self._left(players)
        return max(200, min(MOST_SAMPLES, _HANDS // max(left, 1)))

    def _left(self, players: int) -> int:
        """How many hands the dealer may have."""
        shape = self._shape
        rest = len(self._deck) - shape.up - shape.own * players
        return comb(max(rest, 0), shape.cards - shape.up)

    def worth(self, players: int, samples: int, seed: str) -> Worth:
        """What the game comes to for each of so many players."""
        if not self._left(players):
            raise Refused(f"the deck is too small for {players} players who share hands")
        dead = self._shape.own * (players - 1)
        rest = len(self._deck) - self._shape.up - self._shape.own
        if comb(len(self._deck), self._shape.own) * comb(rest, dead) <= samples:
            return Worth(self._counted(dead))
        return self._drawn(dead, samples, seed)

    def _value(self, own: Sequence[Card], up: Sequence[Card], dead: Sequence[Card]) -> Fraction:
        return max(decisions(self._shape, own, up, self._deck, dead).values())

    def _counted(self, dead: int) -> Fraction:
        deck, shape = self._deck, self._shape
        total, deals = Fraction(), 0
        for up in ups(shape, deck):
            dealt, rest = hands_beside(shape, deck, up), rest_of(len(deck), up.cards)
            shown = [deck[c] for c in up.cards]
            for cards, ways in zip(dealt.cards.tolist(), dealt.ways.tolist(), strict=True):
                own = [deck[rest[c]] for c in cards]
                others = without(deck, own, shown)
                every = [self._value(own, shown, gone) for gone in combinations(others, dead)]
                total += sum(every, Fraction()) / len(every) * ways * up.ways
                deals += ways * up.ways
        return total / deals

    def _drawn(self, dead: int, samples: int, seed: str) -> Worth:
        draws, own, up = generator(seed, f"{dead} cards of others"), self._shape.own, self._shape.up
        size = own + up + dead
        dealt = [draws.choice(len(self._deck), size, replace=False) for _ in range(samples)]

        def gain(cards: Sequence[Card]) -> float:
            hole, shown, gone = cards[:own], cards[own : own + up], cards[own + up :]
            return float(self._value(hole, shown, gone) - self._value(hole, shown, ()))

        def play(part: tuple[int, int]) -> list[float]:
            return [gain([self._deck[c] for c in dealt[at]]) for at in range(*part)]

        what = f"playing hands with {dead} cards known"
        gains = shared(what, play, list(chunks(samples, _AT_ONCE)), self._told)
        more, error = mean(np.concatenate(gains))
        return Worth(float(self._main().ev) + more, error, samples)
