"""A cross game for a player who knows the hands of others: their cards are out of the deck.

Where all kinds of dead cards are no more than the samples asked for, all of them are played, and
the value is exact. Else hands and dead cards are drawn, and each is solved exactly. What the hand
comes to without them, and what each of them changes when it is the only one known, has a mean that
is known; it is taken off each draw, so that little is left to chance.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.lab.cross.odds import Odds, table_of
from pitboss.lab.cross.shape import Lines, multiples
from pitboss.lab.cross.solve import extremes, play_start
from pitboss.lab.expose.chance import generator, mean
from pitboss.lab.expose.dead import count_kinds, kinds
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.groups import Groups, groups_of
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.submission.rules import Rules

USUAL_SAMPLES = 8000
COUNTED = 40_000
"""So many kinds are rather played than drawn from: two players, in half a minute."""
_AT_ONCE = 8


class Players:
    """One game in which hands are shared."""

    def __init__(
        self, rules: Rules, lines: Lines, deck: Sequence[Card] = DECK, told: Told = untold
    ) -> None:
        first, second, _ = lines.streets
        self._lines, self._deck, self._told = lines, tuple(deck), told
        self._odds: Odds = table_of(rules, lines).odds(multiples(first), extremes(second))
        self._starts = starts(self._deck)
        self._alone: list[tuple[Fraction, NDArray[np.float64]]] = []

    def usual_samples(self, players: int) -> int:
        """How many are drawn where nobody says; as many as there are, if they can be played."""
        found = self._kinds(players)
        return found if found <= COUNTED else USUAL_SAMPLES

    def _kinds(self, players: int) -> int:
        return count_kinds(self._starts, self._deck, 2 * (players - 1))

    def worth(self, players: int, samples: int, seed: str) -> Worth:
        """What the game comes to for each of so many players."""
        dead = 2 * (players - 1)
        if self._kinds(players) <= samples:
            return Worth(self._counted(dead))
        return self._drawn(dead, samples, seed)

    def _value(self, start: Dealt, rest: Sequence[Card], dead: Sequence[int]) -> Fraction:
        """The exact value of a hand, some of the rest being known to be elsewhere."""
        gone = {rest[at] for at in dead}
        left = [c for c in self._deck if c not in gone]
        played = play_start(self._lines, self._odds, start, left)
        return played.values[played.best]

    def _rest(self, start: Dealt) -> tuple[list[Card], Groups]:
        rest = [c for c in self._deck if c not in start.cards]
        return rest, groups_of(start.cards, rest)

    def _counted(self, dead: int) -> Fraction:
        def count(start: Dealt) -> Fraction:
            rest, groups = self._rest(start)
            found = Fraction()
            for at, ways in kinds(groups, dead):
                found += ways * self._value(start, rest, at.tolist())
            return found * start.ways / comb(len(rest), dead)

        what = f"playing every hand with {dead} cards known"
        values = shared(what, count, self._starts, self._told)
        return sum(values, Fraction()) / comb(len(self._deck), 2)

    def _drawn(self, dead: int, samples: int, seed: str) -> Worth:
        if not self._alone:
            what = "playing every hand with one card known"
            self._alone = shared(what, self._effects, self._starts, self._told)
        draws = generator(seed, f"{dead} cards of others")
        ways = np.array([start.ways for start in self._starts]) / comb(len(self._deck), 2)
        hands = draws.choice(len(self._starts), samples, p=ways)
        rest = len(self._deck) - 2
        cards = np.array([draws.choice(rest, dead, replace=False) for _ in range(samples)])

        def play(part: tuple[int, int]) -> list[float]:
            return [self._gain(hands[at], cards[at].tolist()) for at in range(*part)]

        what = f"playing hands with {dead} cards known"
        parts = shared(what, play, list(chunks(samples, _AT_ONCE)), self._told)
        gain, error = mean(np.concatenate(parts))
        base = sum(float(n) * float(value) for n, (value, _) in zip(ways, self._alone, strict=True))
        return Worth(base + gain, error, samples)

    def _effects(self, start: Dealt) -> tuple[Fraction, NDArray[np.float64]]:
        """The hand's own value; and by card of the rest, what it changes if it alone is known.

        That is less what any card does, so that its mean is 0.
        """
        rest, groups = self._rest(start)
        values = [float(self._value(start, rest, [at])) for at in groups.shown.tolist()]
        found = np.array(values)[groups.of]
        return self._value(start, (), ()), found - found.mean()

    def _gain(self, hand: int, dead: Sequence[int]) -> float:
        """Over the hand without knowledge, less the effects of the single cards."""
        start, (base, effects) = self._starts[hand], self._alone[hand]
        rest = [c for c in self._deck if c not in start.cards]
        gain = self._value(start, rest, dead) - base
        return float(gain) - float(effects[list(dead)].sum())
