"""A stud game for a player who knows the hands of others.

Before the first decision everyone has looked at two cards, before the second at a third one too.
Nobody folds, so all that knowledge changes is when one raises. A draw gives what the best raises
come to, less what those would that one makes without knowledge, on the same cards: nothing where
both are the same. Where there are no more kinds of dead cards than samples, all are counted.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.expose.chance import generator, mean
from pitboss.lab.expose.dead import count_kinds, kinds
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.expose.stud_odds import Raises, mean_of, ways
from pitboss.lab.stud.fives import Ints
from pitboss.lab.stud.shape import Growing
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.submission.rules import Rules

USUAL_SAMPLES = 4000
_AT_ONCE = 8


class Players:
    """One game in which hands are shared."""

    def __init__(
        self,
        rules: Rules,
        shape: Growing,
        base: Fraction,
        deck: Sequence[Card] = DECK,
        told: Told = untold,
    ) -> None:
        self._deck, self._base, self._told = tuple(deck), base, told
        self._raises = Raises(rules, shape, deck)

    def worth(self, players: int, samples: int, seed: str) -> Worth:
        """What the game comes to for each of so many players."""
        others = players - 1
        if count_kinds(self._raises.starts, self._deck, 3 * others) <= samples:
            gains = (self._counted(0, 2 * others), self._counted(1, 3 * others))
            return Worth(self._base + sum(gains, Fraction()))
        return self._drawn(others, samples, seed)

    def _gain(self, hand: int, street: int, dead: Ints) -> Fraction:
        """What knowing the dead cards is worth to a hand on one street."""
        raises = self._raises
        left = np.delete(np.arange(len(raises.rests[hand])), dead)
        by_third = raises.odds(hand, street, left).sum(axis=(1, 2))
        if street == 0:
            sums, base = by_third.sum(), raises.base_first[hand]
        else:
            sums, base = by_third, raises.base_second(hand)[left]
        gained = raises.best(street, sums) - base * sums
        return Fraction(int(gained.sum()), ways(len(left)))

    def _counted(self, street: int, dead: int) -> Fraction:
        raises = self._raises

        def count(hand: int) -> Fraction:
            groups = raises.groups[hand]
            gains = (self._gain(hand, street, at) * n for at, n in kinds(groups, dead))
            return sum(gains, Fraction()) / comb(len(groups.of), dead)

        what = f"playing every hand with {dead} cards known"
        return mean_of(raises, shared(what, count, range(len(raises.starts)), self._told))

    def _drawn(self, others: int, samples: int, seed: str) -> Worth:
        starts = self._raises.starts
        draws = generator(seed, f"{others} other players")
        chances = np.array([start.ways for start in starts]) / comb(len(self._deck), 2)
        hands = draws.choice(len(starts), samples, p=chances)
        rest = len(self._deck) - 2
        dead = np.array([draws.choice(rest, 3 * others, replace=False) for _ in range(samples)])

        def play(part: tuple[int, int]) -> list[float]:
            return [
                float(self._gain(hands[at], 0, dead[at, : 2 * others]))
                + float(self._gain(hands[at], 1, dead[at]))
                for at in range(*part)
            ]

        what = f"playing with {others + 1} hands shared"
        parts = shared(what, play, list(chunks(samples, _AT_ONCE)), self._told)
        gain, error = mean(np.concatenate(parts))
        return Worth(float(self._base) + gain, error, samples)
