"""The protocol of a shape: everything that the lab can compute for a game that fits it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.game_parts import BestOf, Street
from pitboss.games.payoffs import Odds
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.results import MainGame
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.exposure import Valuation
    from pitboss.lab.strategy.published_advice import PublishedAdvice
    from pitboss.lab.strategy.rule_lists import RuleList
    from pitboss.lab.strategy.rule_search import Cells
    from pitboss.lab.target.request import VariableLine
    from pitboss.lab.target.solvers import PaytableSolver


Deck = Sequence[Card]
FeatureReader = Callable[[Sequence[Card], Sequence[Sequence[Card]]], dict[str, int]]
"""Returns a situation's features, from the hole cards and the cards each street revealed."""

FeaturePhrase = Callable[[int], str]
"""Returns the wording of a feature that has at least some value."""


class StreetStrategies(Protocol):
    """The streets after the first, as rule lists for people describe them."""

    def cells(self, progress: Progress = no_progress) -> "list[Cells]":
        """Return each street's cells: what a player can see, and the value of each decision."""

    def net(self, lists: "Mapping[str, RuleList]", progress: Progress = no_progress) -> Odds:
        """Return the total net result of all deals under these lists, else under optimal play."""


class ExposureMethods(NamedTuple):
    """The functions that value a game with exposed cards."""

    value_with_card: "Callable[[str], Valuation]"
    value_with_shared_hands: "Callable[[int, int, str], Valuation]"
    """By players, samples and seed; exact if there are no more cases than samples."""
    usual_samples: Callable[[int], int]
    """The default number of samples, by players."""


class Shape(Protocol):
    """A game that a fast exact solver understands, on decks with interchangeable suits."""

    @property
    def name(self) -> str:
        """The name of the shape."""

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        """Solve the main game under optimal play."""

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        raises: Sequence[int],
        main: Callable[[], MainGame],
        progress: Progress,
    ) -> Mapping[str, Fraction]:
        """Return the value of each decision after the cards seen first and those of each street.

        ``main`` solves the game, for shapes that need the solution.
        """

    def strategy(self, main: MainGame, deck: Deck, progress: Progress) -> StreetStrategies:
        """Return the streets from which rule lists are made."""

    def check_strategy(self, main: MainGame, deck: Deck) -> None:
        """Refuse a game for which ``strategy`` would be refused."""

    def has_features(self) -> bool:
        """Return whether the shape can describe every situation of the game."""

    def reads_first_decision(self) -> bool:
        """Return whether the reader also reads the cards of the first decision."""

    def reader(self, deck: Deck) -> FeatureReader:
        """Return a function that reads the features a rule list can use."""

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        """Return the wording of each feature, given its least value."""

    def counting_note(self) -> str:
        """Explain how to count what rule lists ask for."""

    def published_advice(self, later: Sequence[Street]) -> "Sequence[PublishedAdvice]":
        """Return advice that is published for the later streets of games of this shape."""

    def expose(
        self, main: Callable[[], MainGame], deck: Deck, progress: Progress
    ) -> ExposureMethods:
        """Return the functions that value the game with exposed cards."""

    def vary(
        self, variable_lines: "Sequence[VariableLine]", deck: Deck, progress: Progress
    ) -> "PaytableSolver | None":
        """Return a solver for other odds on some lines, or None if ``solve`` is as fast."""

    def count_better_line(
        self, hand: BestOf, level_of: Callable[[int], int], deck: Deck
    ) -> Counter[int] | None:
        """Count all deals by the level of the better of two hands, or return None.

        ``level_of`` maps a strength to its level, and must not decrease.
        """

    def count_joint_wins(self, wagers: Sequence[str], deck: Deck) -> tuple[int, int] | None:
        """Count the deals in which all of these wagers win, and all deals, or return None."""

    def count_levels_in_play(
        self, hand: str, level_of: Callable[[int], int], deck: Deck, progress: Progress
    ) -> Counter[int | None] | None:
        """Count all deals by the level of a player's hand, or return None.

        Deals that optimal play folds count as None. ``level_of`` maps a strength to its level.
        """


class BaseShape(Struct, frozen=True):
    """The parts of a shape that most shapes lack."""

    rules: Rules

    def check_strategy(self, _: MainGame, __: Deck, /) -> None:
        """Accept every game of the shape."""

    def has_features(self) -> bool:
        """Return True: the shape describes every game of it."""
        return True

    def reads_first_decision(self) -> bool:
        """Return False: the first decision has a chart."""
        return False

    def vary(
        self, _: "Sequence[VariableLine]", __: Deck, ___: Progress, /
    ) -> "PaytableSolver | None":
        """Return None: ``solve`` is as fast."""
        return None

    def published_advice(self, _: Sequence[Street], /) -> "Sequence[PublishedAdvice]":
        """Return an empty list: there is none."""
        return ()

    def count_better_line(
        self, _: BestOf, __: Callable[[int], int], ___: Deck, /
    ) -> Counter[int] | None:
        """Return None: the shape has no such hand."""
        return None

    def count_joint_wins(self, _: Sequence[str], __: Deck, /) -> tuple[int, int] | None:
        """Return None: there is no fast count."""
        return None

    def count_levels_in_play(
        self, _: str, __: Callable[[int], int], ___: Deck, ____: Progress, /
    ) -> Counter[int | None] | None:
        """Return None: there is no fast count."""
        return None


ShapeTest = Callable[[Rules], Shape | None]
"""Returns the shape of these rules, or None if they do not fit."""
