"""The shape of stud games: one hand that grows from two cards to three and five, without a fold."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.games.game_parts import HandOf, Raise, Required, Street
from pitboss.lab.game_structure import has_one_raise_per_street, is_countable, paid_hand
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
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.target.request import VariableLine
    from pitboss.lab.target.solvers import PaytableSolver


class GrowingHand(NamedTuple):
    """The parts of a stud game."""

    required: tuple[Required, ...]
    raises: tuple[Raise, ...]
    streets: tuple[Street, ...]
    sizes: dict[str, int]
    """The number of cards of each hand: two, three or five."""
    order: tuple[int, ...]
    """The positions of the five cards, in the order they are seen."""
    low_ace: bool
    """Whether an ace may be low in five cards."""

    def paid_at(self, size: int) -> list[Required | Raise]:
        """Return the wagers on the hand of this size."""
        return [w for w in self.required + self.raises if self.sizes[paid_hand(w)] == size]


def find_growing_hand(rules: Rules) -> GrowingHand | None:
    """Return the parts of a stud game, or None if the rules have another shape."""
    if len(rules.streets) != 2 or not has_one_raise_per_street(rules):
        return None
    if any(street.can_fold for street in rules.streets):
        return None
    visible = [list(visible_positions(rules, streets_done)) for streets_done in range(3)]
    if [len(cards) for cards in visible] != [2, 3, 5]:
        return None
    size_by_cards = {frozenset(cards): len(cards) for cards in visible}
    hands = {
        hand.name: hand
        for hand in rules.hands
        if isinstance(hand, HandOf) and frozenset(hand.positions) in size_by_cards
    }
    paid_hands = {paid_hand(wager) for wager in rules.required + rules.raises}
    low_ace_rules = {
        hands[name].order.low_ace
        for name in paid_hands & hands.keys()
        if len(hands[name].positions) == 5
    }
    if not paid_hands <= hands.keys() or len(low_ace_rules) > 1 or not is_countable(rules):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    return GrowingHand(
        rules.required,
        tuple(by_key[street.wager] for street in rules.streets),
        rules.streets,
        {name: len(hand.positions) for name, hand in hands.items()},
        tuple(visible[2]),
        True in low_ace_rules,
    )


class StudShape(BaseShape, frozen=True):
    """A stud game."""

    growing: GrowingHand
    name: str = "stud"

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        from pitboss.lab.stud.solver import solve_stud

        return solve_stud(self.rules, self.growing, deck, progress)

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        raises: Sequence[int],
        _: Callable[[], MainGame],
        __: Progress,
    ) -> dict[str, Fraction]:
        from pitboss.lab.stud.solver import advise_stud

        hole, *streets = cards_by_street
        third = streets[0][0] if streets else None
        return advise_stud(self.rules, self.growing, hole, third, sum(raises))

    def strategy(self, main: MainGame, deck: Deck, _: Progress) -> StreetStrategies:
        from pitboss.lab.stud.strategy import StudStrategy

        return StudStrategy(self.rules, self.growing, main, deck)

    def reader(self, _: Deck) -> FeatureReader:
        from pitboss.lab.stud.strategy import stud_features

        return lambda hole, streets: stud_features((*hole, *streets[0]), self.growing)

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        from pitboss.lab.stud.wording import stud_phrases

        return stud_phrases(self.growing)

    def counting_note(self) -> str:
        from pitboss.lab.stud.wording import STUD_NOTE

        return STUD_NOTE

    def expose(
        self, main: Callable[[], MainGame], deck: Deck, progress: Progress
    ) -> ExposureMethods:
        from pitboss.lab.stud.exposure import DEFAULT_SAMPLES, SharedStudHands, value_with_card_seen

        ev = main().ev
        return ExposureMethods(
            lambda place: value_with_card_seen(self.rules, self.growing, place, ev, deck, progress),
            SharedStudHands(self.rules, self.growing, ev, deck, progress).valuation,
            lambda _: DEFAULT_SAMPLES,
        )

    def vary(
        self, variable_lines: "Sequence[VariableLine]", deck: Deck, _: Progress
    ) -> "PaytableSolver | None":
        from pitboss.lab.stud.solver import stud_target_solver

        return stud_target_solver(self.rules, variable_lines, deck)

    def count_joint_wins(self, wagers: Sequence[str], deck: Deck) -> tuple[int, int] | None:
        from pitboss.lab.stud.solver import count_joint_wins

        return count_joint_wins(self.rules, self.growing, wagers, deck)


def fits(rules: Rules) -> StudShape | None:
    """Return the stud shape of these rules, or None."""
    growing = find_growing_hand(rules)
    return StudShape(rules, growing) if growing else None
