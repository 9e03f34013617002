"""Showdowns with a dealer, as the lab's registry of shapes has them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.games.patterns import holding
from pitboss.lab.compiling import compiled
from pitboss.lab.results import Main
from pitboss.lab.shape import Deck, LaterStreets, Methods, Read
from pitboss.lab.showdown.one_raise import OneRaise, one_raise_of
from pitboss.lab.showdown.shape import Against, against_of
from pitboss.lab.work import Told
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.target.numbered import Solver
    from pitboss.lab.target.values import Free


class Showdown(NamedTuple):
    """Two cards against the dealer's two, with a board that both share."""

    rules: Rules
    against: Against
    name: str = "showdown"

    def solve(self, deck: Deck, told: Told) -> Main:
        with compiled("showdown", told):
            from pitboss.lab.showdown.solve import solve
        return solve(self.rules, self.against, deck, told)

    def advise(
        self,
        turned: Sequence[Sequence[Card]],
        raised: Sequence[int],
        main: Callable[[], Main],
        told: Told,
    ) -> dict[str, Fraction]:
        hole, *streets = turned
        if not streets:  # the first decision meets every board: the whole solution has it
            return main().starts[holding(*hole)].values
        with compiled("showdown", told):
            from pitboss.lab.showdown.advice import decisions
        return decisions(self.rules, self.against, hole, [*chain(*streets)], raised)

    def strategy(self, main: Main, deck: Deck, told: Told) -> LaterStreets:
        with compiled("strategy_showdown", told):
            from pitboss.lab.strategy.showdown import ShowdownStrategy
        return ShowdownStrategy(self.rules, self.against, main, deck, told)

    def reader(self, deck: Deck) -> Read:
        from pitboss.lab.strategy.showdown_seen import features

        return lambda hole, turned: features(
            hole, [*chain(*turned)], low_ace=self.against.low_ace, deck=deck
        )

    def expose(self, main: Callable[[], Main], deck: Deck, told: Told) -> Methods:
        with compiled("expose_showdown", told):
            from pitboss.lab.expose import showdown_cards, showdown_players
        seen = showdown_cards.Seen(self.rules, self.against, deck, told)
        known = showdown_players.Players(self.rules, self.against, main(), seen, deck, told)
        return Methods(seen.worth, known.worth, lambda _: showdown_players.USUAL_SAMPLES)

    def vary(self, _: "Sequence[Free]", __: Deck, ___: Told) -> "Solver | None":
        return None


class ShowdownOneRaise(NamedTuple):
    """The same with one raise, which may be made on any street and closes the later ones.

    Cards of the board may lie open before the first of them.
    """

    rules: Rules
    parts: OneRaise
    name: str = "one-raise"

    def solve(self, deck: Deck, told: Told) -> Main:
        with compiled("one_raise", told):
            from pitboss.lab.showdown.one_raise_solve import solve
        return solve(self.rules, self.parts, deck, told)

    def advise(
        self,
        turned: Sequence[Sequence[Card]],
        _: Sequence[int],
        main: Callable[[], Main],
        told: Told,
    ) -> dict[str, Fraction]:
        hole, board = self._parted(turned)
        if not board:  # a decision before the flop meets every board: the whole solution has it
            return main().starts[holding(*hole)].values
        with compiled("one_raise", told):
            from pitboss.lab.showdown.one_raise_advice import decisions
        return decisions(self.rules, self.parts, hole, board)

    def strategy(self, main: Main, deck: Deck, told: Told) -> LaterStreets:
        with compiled("strategy_one_raise", told):
            from pitboss.lab.strategy.one_raise import OneRaiseStrategy
        return OneRaiseStrategy(self.rules, self.parts, main, deck, told)

    def reader(self, deck: Deck) -> Read:
        from pitboss.lab.strategy.showdown_seen import features

        def read(first: Sequence[Card], turned: Sequence[Sequence[Card]]) -> dict[str, int]:
            hole, board = self._parted([first, *turned])
            return features(hole, board, low_ace=self.parts.low_ace, deck=deck)

        return read

    def _parted(self, turned: Sequence[Sequence[Card]]) -> tuple[Sequence[Card], Sequence[Card]]:
        """The player's own two cards, which are seen first, and those of the board."""
        cards = [*chain(*turned)]
        return cards[:2], cards[2:]

    def expose(self, main: Callable[[], Main], deck: Deck, told: Told) -> Methods:
        with compiled("expose_one_raise", told):
            from pitboss.lab.expose import one_raise_cards, one_raise_players
        seen = one_raise_cards.Seen(self.rules, self.parts, deck, told)
        known = one_raise_players.Players(self.rules, self.parts, main(), seen, deck, told)
        return Methods(seen.worth, known.worth, lambda _: one_raise_players.USUAL_SAMPLES)

    def vary(self, _: "Sequence[Free]", __: Deck, ___: Told) -> "Solver | None":
        return None


def fits(rules: Rules) -> Showdown | ShowdownOneRaise | None:
    """The shape of these rules, if they fit."""
    if against := against_of(rules):
        return Showdown(rules, against)
    if parts := one_raise_of(rules):
        return ShowdownOneRaise(rules, parts)
    return None
