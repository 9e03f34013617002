"""Cross games, as the lab's registry of shapes has them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.lab.compiling import compiled
from pitboss.lab.cross.shape import Lines, lines_of
from pitboss.lab.results import Main
from pitboss.lab.shape import Deck, LaterStreets, Methods, Read
from pitboss.lab.work import Told
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.target.numbered import Solver
    from pitboss.lab.target.values import Free


class Cross(NamedTuple):
    """Two lines of cards that share one."""

    rules: Rules
    lines: Lines
    name: str = "cross"

    def solve(self, deck: Deck, told: Told) -> Main:
        with compiled("cross", told):
            from pitboss.lab.cross.solve import solve
        return solve(self.rules, self.lines, deck, told)

    def advise(
        self,
        turned: Sequence[Sequence[Card]],
        raised: Sequence[int],
        _: Callable[[], Main],
        told: Told,
    ) -> dict[str, Fraction]:
        with compiled("cross", told):
            from pitboss.lab.cross.advice import decisions
        return decisions(self.rules, self.lines, turned[0], turned[1:], raised)

    def strategy(self, main: Main, deck: Deck, told: Told) -> LaterStreets:
        with compiled("cross", told):
            from pitboss.lab.strategy.cross import CrossStrategy
        return CrossStrategy(self.rules, self.lines, main, deck)

    def reader(self, deck: Deck) -> Read:
        from pitboss.lab.cross.odds import table_of
        from pitboss.lab.strategy.cross_seen import Counter

        return Counter(table_of(self.rules, self.lines), deck).features

    def expose(self, _: Callable[[], Main], deck: Deck, told: Told) -> Methods:
        with compiled("expose_cross", told):
            from pitboss.lab.expose import cross_cards, cross_players
        players = cross_players.Players(self.rules, self.lines, deck, told)
        return Methods(
            lambda place: cross_cards.seen(self.rules, self.lines, place, deck, told),
            players.worth,
            players.usual_samples,
        )

    def vary(self, free: "Sequence[Free]", deck: Deck, told: Told) -> "Solver | None":
        with compiled("cross", told):
            from pitboss.lab.target.cross import crossed
        return crossed(self.rules, free, deck)


def fits(rules: Rules) -> Cross | None:
    """The shape of these rules, if they fit."""
    lines = lines_of(rules)
    return Cross(rules, lines) if lines else None
