"""Hands that meet the dealer's, as the lab's registry of shapes has them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.lab.compiling import compiled
from pitboss.lab.duel.shape import Duel, duel_of
from pitboss.lab.results import Main
from pitboss.lab.shape import Deck, LaterStreets, Methods, Read
from pitboss.lab.work import Told
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.target.numbered import Solver
    from pitboss.lab.target.values import Free


class DealerDuel(NamedTuple):
    """The player's hand against the dealer's, after one decision."""

    rules: Rules
    duel: Duel
    name: str = "duel"

    def solve(self, deck: Deck, told: Told) -> Main:
        with compiled("duel", told):
            from pitboss.lab.duel.solve import solve
        return solve(self.duel, deck, told)

    def advise(
        self,
        turned: Sequence[Sequence[Card]],
        _: Sequence[int],
        __: Callable[[], Main],
        told: Told,
    ) -> dict[str, Fraction]:
        with compiled("duel", told):
            from pitboss.lab.duel.advice import decisions
        (first,) = turned
        own, deck = self.duel.own, self.duel.rules.deck.cards
        return decisions(self.duel, first[:own], first[own:], deck)

    def strategy(self, main: Main, deck: Deck, told: Told) -> LaterStreets:
        with compiled("duel", told):
            from pitboss.lab.strategy.duel import DuelStrategy
        return DuelStrategy(self.duel, main, deck, told)

    def reader(self, deck: Deck) -> Read:
        from pitboss.lab.strategy.duel_seen import features

        own = self.duel.own
        return lambda first, _: features(first[:own], first[own:], self.duel, deck)

    def expose(self, main: Callable[[], Main], deck: Deck, told: Told) -> Methods:
        with compiled("duel", told):
            from pitboss.lab.expose import duel
        players = duel.Players(self.duel, main, deck, told)
        return Methods(
            lambda place: duel.seen(self.duel, place, deck, told),
            players.worth,
            players.usual_samples,
        )

    def vary(self, free: "Sequence[Free]", deck: Deck, told: Told) -> "Solver | None":
        with compiled("duel", told):
            from pitboss.lab.target.duel import dueled
        return dueled(self.duel, free, deck, told)


def fits(rules: Rules) -> DealerDuel | None:
    """The shape of these rules, if they fit."""
    found = duel_of(rules)
    return DealerDuel(rules, found) if found else None
