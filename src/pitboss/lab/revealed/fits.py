"""Hands that are revealed card by card, as the lab's registry of shapes has them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.lab.results import Main
from pitboss.lab.revealed.shape import Revealed, revealed_of
from pitboss.lab.shape import Deck, LaterStreets, Methods, Read
from pitboss.lab.work import Told
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.target.numbered import Solver
    from pitboss.lab.target.values import Free


class RevealedHand(NamedTuple):
    """One hand, revealed card by card, every wager on it."""

    rules: Rules
    revealed: Revealed
    name: str = "revealed"

    def solve(self, deck: Deck, told: Told) -> Main:
        from pitboss.lab.revealed.solve import solve

        return solve(self.revealed, deck, told)

    def advise(
        self,
        turned: Sequence[Sequence[Card]],
        raised: Sequence[int],
        _: Callable[[], Main],
        __: Told,
    ) -> dict[str, Fraction]:
        from pitboss.lab.revealed.advice import decisions

        deck = self.revealed.rules.deck.cards
        return decisions(self.revealed, [*chain(*turned)], raised, deck)

    def strategy(self, main: Main, deck: Deck, _: Told) -> LaterStreets:
        from pitboss.lab.strategy.revealed import RevealedStrategy

        return RevealedStrategy(self.revealed, main, deck)

    def reader(self, _: Deck) -> Read:
        from pitboss.lab.strategy.revealed_seen import features

        return lambda hole, turned: features([*hole, *chain(*turned)], self.revealed)

    def expose(self, _: Callable[[], Main], deck: Deck, told: Told) -> Methods:
        from pitboss.lab.expose import revealed

        players = revealed.Players(self.revealed, deck, told)
        return Methods(
            lambda place: revealed.seen(self.revealed, place, deck),
            players.worth,
            lambda _: revealed.USUAL_SAMPLES,
        )

    def vary(self, free: "Sequence[Free]", deck: Deck, _: Told) -> "Solver | None":
        from pitboss.lab.target.revealed import revealed

        return revealed(self.revealed, free, deck)


def fits(rules: Rules) -> RevealedHand | None:
    """The shape of these rules, if they fit."""
    found = revealed_of(rules)
    return RevealedHand(rules, found) if found else None
