"""The shape of cross games: two lines of five cards that share the hole cards and one card."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.games.game_parts import BestOf, HandOf, Raise, Required, Street
from pitboss.lab.disk_cache import announce_compilation
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
    from pitboss.lab.strategy.published_advice import PublishedAdvice
    from pitboss.lab.target.request import VariableLine
    from pitboss.lab.target.solvers import PaytableSolver


class CrossLines(NamedTuple):
    """The parts of a cross game."""

    required: tuple[Required, ...]
    raises: tuple[Raise, ...]
    streets: tuple[Street, ...]
    hands: tuple[str, str, str]
    """The names of line 1, line 2 and the better line."""
    low_ace: bool

    def required_on(self, line: int) -> list[Required]:
        """Return the required wagers on a line."""
        return [wager for wager in self.required if paid_hand(wager) == self.hands[line]]


def find_cross_lines(rules: Rules) -> CrossLines | None:
    """Return the parts of a cross game, or None if the rules have another shape."""
    if len(rules.streets) != 3 or len(rules.hole) != 2 or set(rules.looks) != set(rules.hole):
        return None
    if not is_countable(rules) or not has_one_raise_per_street(rules):
        return None
    visible = [set(visible_positions(rules, streets_done)) for streets_done in range(4)]
    hole, outer_1, outer_2, last = (
        visible[0],
        visible[1] - visible[0],
        visible[2] - visible[1],
        visible[3] - visible[2],
    )
    if (len(outer_1), len(outer_2), len(last)) != (2, 2, 1):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    raises = tuple(by_key[street.wager] for street in rules.streets)
    hands = {hand.name: hand for hand in rules.hands}
    line_1, line_2, better = (hands.get(paid_hand(wager)) for wager in raises)
    if not (
        isinstance(line_1, HandOf)
        and isinstance(line_2, HandOf)
        and isinstance(better, BestOf)
        and set(line_1.positions) == hole | outer_1 | last
        and set(line_2.positions) == hole | outer_2 | last
        and sorted(better.hands) == sorted((line_1.name, line_2.name))
        and line_1.order.low_ace == line_2.order.low_ace
        and all(paid_hand(wager) in better.hands for wager in rules.required)
    ):
        return None
    names = (line_1.name, line_2.name, better.name)
    return CrossLines(rules.required, raises, rules.streets, names, line_1.order.low_ace)


def street_multiples(street: Street) -> list[int]:
    """Return the multiples a street can stake, lowest first; 0 where one may check."""
    return sorted(street.stakes.values())


class CrossShape(BaseShape, frozen=True):
    """A cross game."""

    lines: CrossLines
    name: str = "cross"

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        with announce_compilation("cross", progress):
            from pitboss.lab.cross.solver import solve_cross
        return solve_cross(self.rules, self.lines, deck, progress)

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        raises: Sequence[int],
        _: Callable[[], MainGame],
        progress: Progress,
    ) -> dict[str, Fraction]:
        with announce_compilation("cross", progress):
            from pitboss.lab.cross.solver import advise_cross
        return advise_cross(self.rules, self.lines, cards_by_street[0], cards_by_street[1:], raises)

    def strategy(self, main: MainGame, deck: Deck, progress: Progress) -> StreetStrategies:
        with announce_compilation("cross", progress):
            from pitboss.lab.cross.strategy import CrossStrategy
        return CrossStrategy(self.rules, self.lines, main, deck)

    def reader(self, deck: Deck) -> FeatureReader:
        from pitboss.lab.cross.odds import FeatureCounter, cross_table

        return FeatureCounter(cross_table(self.rules, self.lines), deck).features

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        from pitboss.lab.cross.odds import cross_table
        from pitboss.lab.cross.wording import cross_phrases

        return cross_phrases(cross_table(self.rules, self.lines))

    def counting_note(self) -> str:
        from pitboss.lab.cross.odds import cross_table
        from pitboss.lab.cross.wording import cross_note

        return cross_note(cross_table(self.rules, self.lines))

    def published_advice(self, later: Sequence[Street]) -> "Sequence[PublishedAdvice]":
        from pitboss.lab.cross.odds import cross_table, pay_marks
        from pitboss.lab.strategy.published_advice import outs_advice

        return [*outs_advice(later[-1], pay_marks(cross_table(self.rules, self.lines)))]

    def expose(self, _: Callable[[], MainGame], deck: Deck, progress: Progress) -> ExposureMethods:
        with announce_compilation("cross_exposure", progress):
            from pitboss.lab.cross.exposure import SharedCrossHands, value_with_card_seen
        players = SharedCrossHands(self.rules, self.lines, deck, progress)
        return ExposureMethods(
            lambda place: value_with_card_seen(self.rules, self.lines, place, deck, progress),
            players.valuation,
            players.default_samples,
        )

    def vary(
        self, variable_lines: "Sequence[VariableLine]", deck: Deck, progress: Progress
    ) -> "PaytableSolver | None":
        with announce_compilation("cross", progress):
            from pitboss.lab.cross.solver import cross_target_solver
        return cross_target_solver(self.rules, variable_lines, deck)

    def count_better_line(
        self, hand: BestOf, level_of: Callable[[int], int], deck: Deck
    ) -> Counter[int] | None:
        if set(hand.hands) != set(self.lines.hands[:2]):
            return None
        from pitboss.lab.cross.solver import count_better_line

        return count_better_line(self.lines, level_of, deck)


def fits(rules: Rules) -> CrossShape | None:
    """Return the cross shape of these rules, or None."""
    lines = find_cross_lines(rules)
    return CrossShape(rules, lines) if lines else None
