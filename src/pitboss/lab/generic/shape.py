"""The shape of any game: every deal is counted."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.lab.game_structure import group_visible_cards
from pitboss.lab.generic.limits import check_deals, check_deals_after
from pitboss.lab.progress import Progress
from pitboss.lab.results import MainGame
from pitboss.lab.shape_protocol import (
    BaseShape,
    Deck,
    ExposureMethods,
    FeaturePhrase,
    FeatureReader,
    StreetStrategies,
)


class GenericShape(BaseShape, frozen=True):
    """A game that no fast solver understands, or whose situations it cannot describe."""

    name: str = "generic"

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        from pitboss.lab.generic.solver import solve_generic

        check_deals(self.rules, deck)
        return solve_generic(self.rules, deck, progress)

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        raises: Sequence[int],
        _: Callable[[], MainGame],
        progress: Progress,
    ) -> dict[str, Fraction]:
        check_deals_after(self.rules, len(raises))
        from pitboss.lab.generic.plan import DealPlan
        from pitboss.lab.generic.solver import generic_values

        visible_cards = group_visible_cards(self.rules, cards_by_street)
        return generic_values(DealPlan(self.rules), visible_cards, tuple(raises), progress)

    def strategy(self, main: MainGame, deck: Deck, _: Progress) -> StreetStrategies:
        from pitboss.lab.generic.strategy import GenericStrategy

        check_deals(self.rules, deck)
        return GenericStrategy(self.rules, main, deck)

    def check_strategy(self, _: MainGame, deck: Deck) -> None:
        check_deals(self.rules, deck)

    def reads_first_decision(self) -> bool:
        return True

    def reader(self, deck: Deck) -> FeatureReader:
        from pitboss.lab.generic.backward_induction import GenericGame
        from pitboss.lab.generic.features import SituationFeatures
        from pitboss.lab.generic.plan import DealPlan

        features = SituationFeatures(GenericGame(DealPlan(self.rules, deck)))
        return lambda hole, streets: features.read([hole, *streets])

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        from pitboss.lab.generic.wording import generic_phrases

        return generic_phrases(self.rules)

    def counting_note(self) -> str:
        from pitboss.lab.generic.wording import generic_note

        return generic_note(self.rules)

    def expose(
        self, main: Callable[[], MainGame], deck: Deck, progress: Progress
    ) -> ExposureMethods:
        check_deals(self.rules, deck)
        from pitboss.lab.generic.exposure import GenericExposure

        exposure = GenericExposure(self.rules, main, deck, progress)
        return ExposureMethods(
            exposure.value_with_card, exposure.value_with_shared_hands, exposure.usual_samples
        )
