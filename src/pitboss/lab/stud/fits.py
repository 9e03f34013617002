"""Stud games, as the lab's registry of shapes has them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.lab.results import Main
from pitboss.lab.shape import Deck, LaterStreets, Methods, Read
from pitboss.lab.stud.shape import Growing, growing_of
from pitboss.lab.work import Told
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.target.numbered import Solver
    from pitboss.lab.target.values import Free


class Stud(NamedTuple):
    """A hand that grows from two cards to five, and is paid at each size."""

    rules: Rules
    growing: Growing
    name: str = "stud"

    def solve(self, deck: Deck, told: Told) -> Main:
        from pitboss.lab.stud.solve import solve

        return solve(self.rules, self.growing, deck, told)

    def advise(
        self,
        turned: Sequence[Sequence[Card]],
        raised: Sequence[int],
        _: Callable[[], Main],
        __: Told,
    ) -> dict[str, Fraction]:
        from pitboss.lab.stud.advice import decisions

        hole, *streets = turned
        third = streets[0][0] if streets else None
        return decisions(self.rules, self.growing, hole, third, sum(raised))

    def strategy(self, main: Main, deck: Deck, _: Told) -> LaterStreets:
        from pitboss.lab.strategy.stud import StudStrategy

        return StudStrategy(self.rules, self.growing, main, deck)

    def reader(self, _: Deck) -> Read:
        from pitboss.lab.strategy.stud_seen import features

        return lambda hole, turned: features((*hole, *turned[0]), self.growing)

    def expose(self, main: Callable[[], Main], deck: Deck, told: Told) -> Methods:
        from pitboss.lab.expose import stud_cards, stud_players

        ev = main().ev
        return Methods(
            lambda place: stud_cards.seen(self.rules, self.growing, place, ev, deck, told),
            stud_players.Players(self.rules, self.growing, ev, deck, told).worth,
            lambda _: stud_players.USUAL_SAMPLES,
        )

    def vary(self, free: "Sequence[Free]", deck: Deck, _: Told) -> "Solver | None":
        from pitboss.lab.target.stud import grown

        return grown(self.rules, free, deck)


def fits(rules: Rules) -> Stud | None:
    """The shape of these rules, if they fit."""
    growing = growing_of(rules)
    return Stud(rules, growing) if growing else None
