"""The shape of duels: the player's hand meets the dealer's after one decision."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.cards import JOKER, Card
from pitboss.games.card_names import HOLE
from pitboss.games.game_parts import HandOf
from pitboss.hands import Order
from pitboss.lab.disk_cache import announce_compilation
from pitboss.lab.game_structure import MAX_STAKED, main_hands
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
from pitboss.lab.staking import Stakes, Staking
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules, positions

if TYPE_CHECKING:
    from pitboss.lab.target.request import VariableLine
    from pitboss.lab.target.solvers import PaytableSolver


MAX_DUEL_CARDS: Final = 6
"""The most cards in either hand."""
MAX_DUEL_HANDS: Final = 30_000_000
"""The most deals of either hand: six of 55 cards."""
MAX_UPCARDS: Final = 2
"""The most upcards of the dealer before the decision."""
MAX_HANDS_WITH_UPCARDS: Final = 5 * 10**9
"""The most combinations of player's hands and upcards; they take minutes."""


class DealerDuelGame(NamedTuple):
    """The parts of a duel."""

    rules: Rules
    staking: Staking
    hand: str
    """The name of the player's hand."""
    dealer: str
    """The name of the dealer's hand."""
    order: Order
    own: int
    """The number of the player's cards."""
    cards: int
    """The number of the dealer's cards."""
    up: int
    """The number of the dealer's upcards."""
    places: frozenset[str]
    """The places of the dealer's cards."""

    def count_beside(self, deck: Sequence[Card]) -> int:
        """Return the number of combinations of player's hands and upcards."""
        return comb(len(deck), self.own) * comb(len(deck) - self.own, self.up)

    @property
    def decisions(self) -> dict[str, Stakes | None]:
        """The stakes on each payoff after each decision; None after a fold."""
        states = self.staking.states_after_decisions(0, self.staking.state_after(()))
        return {name: state and state[0] for name, state in states.items()}

    @property
    def staked(self) -> int:
        """The loss of a fold."""
        return sum(self.staking.state_after(())[0])


def find_duel(rules: Rules) -> DealerDuelGame | None:
    """Return the parts of a duel, or None if the rules have another shape."""
    wagers = rules.required + rules.raises
    if len(rules.streets) != 1 or any(x.pays.sees or x.pays.prizes or x.pays.wheel for x in wagers):
        return None
    positions_by_place = positions(rules.places, rules.hole)
    own, visible = set(positions_by_place[HOLE]), set(visible_positions(rules, 0))
    up = visible - own
    player_hands, dealer_hands = [], []
    for hand in main_hands(rules):
        if not isinstance(hand, HandOf):
            return None
        cards = set(hand.positions)
        if cards == own:
            player_hands.append(hand)
        elif not cards & own and up <= cards:
            dealer_hands.append(hand)
        else:
            return None
    if (
        len(player_hands) != 1
        or len(dealer_hands) != 1
        or player_hands[0].order != dealer_hands[0].order
        or not own <= visible
    ):
        return None
    count = len(dealer_hands[0].positions)
    largest_hand = max(len(own), count)
    if largest_hand > MAX_DUEL_CARDS or len(up) > MAX_UPCARDS or len(up) == count:
        return None
    if comb(rules.deck.size, largest_hand) > MAX_DUEL_HANDS:
        return None
    conditions = rules.streets[0].conditions.values()
    if any(when.reads != (player_hands[0].name,) or when.needs for when in conditions):
        return None
    staking = Staking(rules)
    if max(sum(stakes) for stakes, _ in staking.states()[-1]) > MAX_STAKED:
        return None
    shape = DealerDuelGame(
        rules,
        staking,
        player_hands[0].name,
        dealer_hands[0].name,
        player_hands[0].order.on(rules.deck),
        len(own),
        count,
        len(up),
        frozenset(
            x.name
            for x in rules.places
            if {*positions_by_place[x.name]} <= {*dealer_hands[0].positions}
        ),
    )
    return shape if shape.count_beside(rules.deck.cards) <= MAX_HANDS_WITH_UPCARDS else None


class DuelShape(BaseShape, frozen=True):
    """A duel."""

    duel: DealerDuelGame
    name: str = "duel"

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        with announce_compilation("duel", progress):
            from pitboss.lab.duel.solver import solve_duel
        return solve_duel(self.duel, deck, progress)

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        _: Sequence[int],
        __: Callable[[], MainGame],
        progress: Progress,
    ) -> dict[str, Fraction]:
        with announce_compilation("duel", progress):
            from pitboss.lab.duel.solver import advise_duel
        (first,) = cards_by_street
        own, deck = self.duel.own, self.duel.rules.deck.cards
        return advise_duel(self.duel, first[:own], first[own:], deck)

    def strategy(self, main: MainGame, deck: Deck, progress: Progress) -> StreetStrategies:
        with announce_compilation("duel", progress):
            from pitboss.lab.duel.strategy import DuelStrategy
        return DuelStrategy(self.duel, main, deck, progress)

    def check_strategy(self, main: MainGame, deck: Deck) -> None:
        from pitboss.lab.duel.strategy import check_duel_strategy

        check_duel_strategy(self.duel, main, tuple(sorted(deck)))

    def has_features(self) -> bool:
        return not self.duel.up or JOKER not in self.rules.deck.cards

    def reads_first_decision(self) -> bool:
        return True

    def reader(self, deck: Deck) -> FeatureReader:
        from pitboss.lab.duel.odds import duel_features

        own = self.duel.own
        return lambda first, _: duel_features(first[:own], first[own:], self.duel, deck)

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        from pitboss.lab.duel.wording import duel_phrases

        return duel_phrases(self.duel)

    def counting_note(self) -> str:
        from pitboss.lab.duel.wording import DUEL_NOTE

        return DUEL_NOTE

    def expose(
        self, main: Callable[[], MainGame], deck: Deck, progress: Progress
    ) -> ExposureMethods:
        with announce_compilation("duel", progress):
            from pitboss.lab.duel.exposure import SharedDuelHands, value_with_upcard_seen
        players = SharedDuelHands(self.duel, main, deck, progress)
        return ExposureMethods(
            lambda place: value_with_upcard_seen(self.duel, place, deck, progress),
            players.valuation,
            players.default_samples,
        )

    def vary(
        self, variable_lines: "Sequence[VariableLine]", deck: Deck, progress: Progress
    ) -> "PaytableSolver | None":
        with announce_compilation("duel", progress):
            from pitboss.lab.duel.solver import duel_target_solver
        return duel_target_solver(self.duel, variable_lines, deck, progress)

    def count_levels_in_play(
        self, hand: str, level_of: Callable[[int], int], deck: Deck, progress: Progress
    ) -> Counter[int | None] | None:
        if hand != self.duel.hand:
            return None
        with announce_compilation("duel", progress):
            from pitboss.lab.duel.solver import count_duel_levels
        return count_duel_levels(self.duel, level_of, deck, progress)


def fits(rules: Rules) -> DuelShape | None:
    """Return the duel shape of these rules, or None."""
    duel = find_duel(rules)
    return DuelShape(rules, duel) if duel else None
