"""What the first decision of a showdown game gives up, where it went by the effects of dead cards.

`showdown_effects` adds up what each dead card does alone; where a hand is in doubt, that can choose
wrongly. So hands and dead cards are drawn, those in doubt far more often, and each is solved
exactly: all boards of the cards that are left. What the choice gave up, over the chance with which
the hand was drawn, has the mean that is missing.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import Card
from pitboss.games.words import FOLD, times_of
from pitboss.lab.expose.chance import generator, mean
from pitboss.lab.expose.showdown_cards import Seen
from pitboss.lab.expose.showdown_effects import FirstBets
from pitboss.lab.kernels import expose_first as kernels
from pitboss.lab.showdown.boards import Ints, numbered
from pitboss.lab.showdown.kinds import FIRST_FIVE, FIVES
from pitboss.lab.showdown.places import paid_places, sevens
from pitboss.lab.showdown.shape import Against
from pitboss.lab.work import Told, shared
from pitboss.submission.rules import Rules

DOUBT: Final = 0.03
"""So far from a fold, a hand is drawn e times less often than one that comes to the same."""
SELDOM: Final = 1e-3
"""How often any hand is drawn, however clear it seems."""


class FirstDecisions:
    """One game, whose first decisions are looked at again."""

    def __init__(
        self, rules: Rules, shape: Against, seen: Seen, first: FirstBets, deck: Sequence[Card]
    ) -> None:
        self._rules, self._shape, self._seen, self._first = rules, shape, seen, first
        self._deck = tuple(deck)
        n = len(self._deck)
        self._pairs = np.array([(x, y) for y in range(n) for x in range(y)])

    def values(self, hand: Sequence[int], gone: Sequence[int]) -> dict[str, Fraction]:
        """What each first decision of a hand comes to, when these cards are known to be out."""
        cards, tables = numbered(self._deck), sevens(low_ace=self._shape.low_ace)
        live = np.array([c for c in range(len(self._deck)) if c not in {*hand, *gone}])
        m = len(live)
        x, y = hand
        later, one = kernels.value_hand(
            x, y, live, cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE, tables.best, tables.flushes,
            paid_places(self._rules, self._shape), *self._seen.stakes,
            np.empty((4, FIVES, 2), np.int16), np.empty((2, comb(m, 4)), np.int64),
        )  # fmt: skip
        deals = comb(m, 3) * (m - 3) * (m - 4) * comb(m - 5, 2)
        return {
            name: Fraction(
                -1 if times == FOLD else later + times_of(times) * one,
                1 if times == FOLD else deals,
            )
            for name, times in self._shape.streets[0].choices.items()
        }

    def given_up(self, dead: int, samples: int, seed: str, told: Told) -> tuple[float, float]:
        """What first decisions give up in a round with so many dead cards, and its error."""
        draws = generator(seed, f"first decisions with {dead} cards of others")
        n = len(self._deck)
        drawn: list[tuple[Ints, int, float]] = []
        for _ in range(samples):
            gone = draws.choice(n, dead, replace=False)
            there = ~np.isin(self._pairs, gone).any(axis=1)
            doubt = np.abs(self._first.hoped(gone) + 1)
            chance = there * (np.exp(-doubt / DOUBT) + SELDOM)
            chance /= chance.sum()
            at = int(draws.choice(len(chance), p=chance))
            drawn.append((gone, at, float(chance[at])))

        def look(one: tuple[Ints, int, float]) -> float:
            gone, at, chance = one
            values = self.values(self._pairs[at].tolist(), gone.tolist())
            plays = bool(self._first.plays(gone)[at])
            taken = self._taken(at, plays=plays)
            return float(max(values.values()) - values[taken]) / chance

        what = f"first decisions with {dead} cards known"
        found, error = mean(np.array(shared(what, look, drawn, told)))
        return found / comb(n - dead, 2), error / comb(n - dead, 2)

    def _taken(self, pair: int, *, plays: bool) -> str:
        """The decision that was taken: the bet of this pair, or a fold."""
        wanted = int(self._first.times[pair]) if plays else FOLD
        return next(name for name, x in self._shape.streets[0].choices.items() if x == wanted)
