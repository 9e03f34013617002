"""What a shape of games offers: everything that the lab can say of a game that fits it.

A shape is a value made for one game's rules. What needs a compiled kernel imports it when asked, so
that looking for the shape of a game costs nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pitboss.cards import Card
from pitboss.games.odds import Odds
from pitboss.lab.results import Main
from pitboss.lab.work import Told, untold
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.expose.exposure import Worth
    from pitboss.lab.strategy.cells import Cells
    from pitboss.lab.strategy.lists import RuleList
    from pitboss.lab.target.numbered import Solver
    from pitboss.lab.target.values import Free

Deck = Sequence[Card]
Read = Callable[[Sequence[Card], Sequence[Sequence[Card]]], dict[str, int]]
"""From the hand, and the cards that each street has turned over."""


class LaterStreets(Protocol):
    """The streets after the first one, as a strategy for people has them."""

    def cells(self, told: Told = untold) -> "list[Cells]":
        """What can be seen at each of them, and what each decision comes to."""

    def net(self, lists: "Mapping[str, RuleList]", told: Told = untold) -> Odds:
        """The net results of all deals by these lists, the best play where there is none."""


class Methods(NamedTuple):
    """What answers for exposed cards of one game."""

    seen: "Callable[[str], Worth]"
    shared: "Callable[[int, int, str], Worth]"
    """By players, samples and seed; exact where there are no more cases than samples."""
    usual_samples: Callable[[int], int]
    """By players, where nobody says."""


class Shape(Protocol):
    """One game of a shape that the lab solves fast, on decks in which all suits are alike."""

    @property
    def name(self) -> str:
        """The name of the shape, by which papers find its words."""

    def solve(self, deck: Deck, told: Told) -> Main:
        """The main game under the best play."""

    def advise(
        self,
        turned: Sequence[Sequence[Card]],
        raised: Sequence[int],
        main: Callable[[], Main],
        told: Told,
    ) -> Mapping[str, Fraction]:
        """What each decision is worth after the cards seen first and those of each street.

        ``main`` solves the game, for those who need it.
        """

    def strategy(self, main: Main, deck: Deck, told: Told) -> LaterStreets:
        """What lists for people are made of."""

    def reader(self, deck: Deck) -> Read:
        """What a list can see of a situation."""

    def expose(self, main: Callable[[], Main], deck: Deck, told: Told) -> Methods:
        """What answers for exposed cards."""

    def vary(self, free: "Sequence[Free]", deck: Deck, told: Told) -> "Solver | None":
        """What solves it with other odds on some lines; none where nothing is faster than
        solving each.
        """


Fits = Callable[[Rules], Shape | None]
"""The shape of these rules, if they fit."""
