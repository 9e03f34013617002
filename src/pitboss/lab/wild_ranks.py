"""Wild ranks as the fast solvers see them: a wild card is a joker, because it ranks as one does."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict, replace

from pitboss.cards import JOKER, Card
from pitboss.cards import Deck as DeckDefinition
from pitboss.games.game_parts import BestOf, Street
from pitboss.lab.progress import Progress
from pitboss.lab.results import MainGame, StartingHandResult
from pitboss.lab.shape_protocol import (
    Deck,
    ExposureMethods,
    FeaturePhrase,
    FeatureReader,
    Shape,
    StreetStrategies,
)
from pitboss.lab.starting_hands import representative_hand, starting_hand_name, starting_hands
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.strategy.published_advice import PublishedAdvice
    from pitboss.lab.target.request import VariableLine
    from pitboss.lab.target.solvers import PaytableSolver


class JokerDeck(DeckDefinition, frozen=True):
    """A deck whose wild cards are jokers. Its ranks stay, so hands rank as they did."""

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in the order of their numbers."""
        deck = DeckDefinition(**asdict(self))
        return _as_jokers(deck, deck.cards)


def with_jokers(rules: Rules) -> Rules:
    """Return the same game, dealt with jokers instead of wild cards."""
    return replace(rules, deck=JokerDeck(**asdict(rules.deck)))


def _as_jokers(deck: DeckDefinition, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in ascending order, each wild one as a joker."""
    return tuple(sorted(JOKER if c in deck.wild_cards else c for c in cards))


class WildShape(Struct, frozen=True):
    """A game with wild ranks, which has the shape that it has with jokers."""

    rules: Rules
    shape: Shape
    """The shape of the game with jokers."""

    @property
    def name(self) -> str:
        return self.shape.name

    def _swap(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards with jokers for wild ones."""
        return _as_jokers(self.rules.deck, cards)

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        main = self.shape.solve(self._swap(deck), progress)
        return replace(main, starts=self._named_starts(main, deck)) if main.starts else main

    def _named_starts(self, main: MainGame, deck: Deck) -> dict[str, StartingHandResult]:
        """Return the results of starting hands under the names of their own cards."""
        joker_deck = self._swap(deck)
        starts = {}
        for start in starting_hands(tuple(sorted(deck))):
            two = representative_hand(joker_deck, self._swap(start.cards))
            result = main.starts[starting_hand_name(joker_deck, two)]
            starts[start.name] = replace(result, ways=start.ways)
        return starts

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        raises: Sequence[int],
        main: Callable[[], MainGame],
        progress: Progress,
    ) -> Mapping[str, Fraction]:
        # The first cards are a player's own and then the dealer's: their order matters.
        wild_cards = self.rules.deck.wild_cards
        joker_cards = [[JOKER if c in wild_cards else c for c in x] for x in cards_by_street]
        return self.shape.advise(joker_cards, raises, main, progress)

    def strategy(self, main: MainGame, deck: Deck, progress: Progress) -> StreetStrategies:
        return self.shape.strategy(main, self._swap(deck), progress)

    def check_strategy(self, main: MainGame, deck: Deck) -> None:
        self.shape.check_strategy(main, self._swap(deck))

    def has_features(self) -> bool:
        return self.shape.has_features()

    def reads_first_decision(self) -> bool:
        return self.shape.reads_first_decision()

    def reader(self, deck: Deck) -> FeatureReader:
        read, wild_cards = self.shape.reader(self._swap(deck)), self.rules.deck.wild_cards

        def read_with_jokers(
            hole: Sequence[Card], streets: Sequence[Sequence[Card]]
        ) -> dict[str, int]:
            first, *later = [[JOKER if c in wild_cards else c for c in x] for x in (hole, *streets)]
            return read(first, later)

        return read_with_jokers

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        return self.shape.feature_phrases()

    def counting_note(self) -> str:
        return self.shape.counting_note()

    def published_advice(self, later: Sequence[Street]) -> "Sequence[PublishedAdvice]":
        return self.shape.published_advice(later)

    def expose(
        self, main: Callable[[], MainGame], deck: Deck, progress: Progress
    ) -> ExposureMethods:
        return self.shape.expose(main, self._swap(deck), progress)

    def vary(
        self, variable_lines: "Sequence[VariableLine]", deck: Deck, progress: Progress
    ) -> "PaytableSolver | None":
        return self.shape.vary(variable_lines, self._swap(deck), progress)

    def count_better_line(
        self, hand: BestOf, level_of: Callable[[int], int], deck: Deck
    ) -> Counter[int] | None:
        return self.shape.count_better_line(hand, level_of, self._swap(deck))

    def count_joint_wins(self, wagers: Sequence[str], deck: Deck) -> tuple[int, int] | None:
        return self.shape.count_joint_wins(wagers, self._swap(deck))

    def count_levels_in_play(
        self, hand: str, level_of: Callable[[int], int], deck: Deck, progress: Progress
    ) -> Counter[int | None] | None:
        return self.shape.count_levels_in_play(hand, level_of, self._swap(deck), progress)
