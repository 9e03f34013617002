"""A showdown game for a player who knows the hands of others.

A draw is a flop and the dead cards; on it every hand is played on every board, by one who knows and
by one who does not. The later bets of both are exact, and a draw gives what the first has more. The
other comes to the known value of the game, so only the gain is left to chance; and where the first
decision differs, what the hand would come to on all flops is taken in place of the one drawn, as
far as it is the same for both.

The first decision meets every flop; `showdown_effects` says how it is taken, and `showdown_first`
what it then lacks of the best, which is added.
"""

from collections.abc import Sequence
from math import comb, hypot

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.lab.expose.chance import generator, mean
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.expose.showdown_cards import Seen
from pitboss.lab.expose.showdown_effects import FirstBets
from pitboss.lab.expose.showdown_first import FirstDecisions
from pitboss.lab.expose.showdown_flops import FlopValues
from pitboss.lab.kernels import expose_showdown as kernels
from pitboss.lab.results import Main
from pitboss.lab.showdown.boards import Ints, numbered
from pitboss.lab.showdown.kinds import FOURS, holdings
from pitboss.lab.showdown.places import paid_places, sevens
from pitboss.lab.showdown.shape import Against
from pitboss.lab.work import Told, chunks, shared, untold
from pitboss.submission.rules import Rules

USUAL_SAMPLES = 400
"""Few, since each has every hand."""
_AT_ONCE = 2
_A_LOOK_OF = 2
"""For so many draws one first decision is looked at again: that takes longer, and matters less."""
_FEWEST_LOOKS = 50


class Players:
    """One game in which hands are shared."""

    def __init__(
        self,
        rules: Rules,
        shape: Against,
        main: Main,
        seen: Seen,
        deck: Sequence[Card] = DECK,
        told: Told = untold,
    ) -> None:
        self._rules, self._shape, self._main, self._seen = rules, shape, main, seen
        self._deck, self._told = tuple(deck), told
        self._held = holdings(self._deck)
        self._made: tuple[FirstBets, FlopValues, FirstDecisions] | None = None

    def worth(self, players: int, samples: int, seed: str) -> Worth:
        """What the game comes to for each of so many players."""
        if self._made is None:
            first = FirstBets(self._shape, self._main, self._seen, self._deck)
            self._made = (
                first,
                FlopValues(first, self._seen, self._deck, self._told),
                FirstDecisions(self._rules, self._shape, self._seen, first, self._deck),
            )
        first, flops, decisions = self._made
        dead = 2 * (players - 1)
        draws = generator(seed, f"{dead} cards of others")
        size = 3 + dead
        dealt = [draws.choice(len(self._deck), size, replace=False) for _ in range(samples)]
        left = len(self._deck) - size
        deals = comb(left, 2) * (left - 2) * (left - 3) * comb(left - 4, 2)

        def gain(cards: Ints) -> float:
            flop, gone = np.sort(cards[:3]), cards[3:].copy()
            plays = first.plays(gone)
            gained = self._gained(first, flop, gone, plays) / deals
            return gained + flops.other_flops(flop, gone, plays) / comb(left, 2)

        def play(part: tuple[int, int]) -> list[float]:
            return [gain(dealt[at]) for at in range(*part)]

        what = f"playing flops with {dead} cards known"
        parts = shared(what, play, list(chunks(samples, _AT_ONCE)), self._told)
        found, error = mean(np.concatenate(parts))
        looks = max(samples // _A_LOOK_OF, _FEWEST_LOOKS)
        missed, missed_error = decisions.given_up(dead, looks, seed, self._told)
        return Worth(float(self._main.ev) + found + missed, hypot(error, missed_error), samples)

    def _gained(self, first: FirstBets, flop: Ints, gone: Ints, plays: NDArray[np.bool_]) -> int:
        """On one flop, over all hands and deals."""
        cards, tables = numbered(self._deck), sevens(low_ace=self._shape.low_ace)
        after_turn = (len(self._deck) - 6) * comb(len(self._deck) - 7, 2)
        gained: int = kernels.know_hands(
            flop, gone, cards.rank, cards.suit, tables.five_of, tables.best, tables.flushes,
            paid_places(self._rules, self._shape), after_turn,
            FOURS.of, FOURS.first, FOURS.two, FOURS.begins, self._held, self._seen.sums().met,
            *self._seen.stakes, first.times, first.base_plays, plays,
        )  # fmt: skip
        return gained
