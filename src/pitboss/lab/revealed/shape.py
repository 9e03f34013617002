"""The shape of revealed hands: one hand is revealed card by card, and every wager is on it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import JOKER, Card
from pitboss.games.game_parts import HandOf
from pitboss.hands import Order
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
from pitboss.lab.staking import Staking
from pitboss.round import visible_positions
from pitboss.submission.rules import Rules, positions

if TYPE_CHECKING:
    from pitboss.lab.target.request import VariableLine
    from pitboss.lab.target.solvers import PaytableSolver


MAX_REVEALED_CARDS = 6
"""The most cards of the hand: six already have a million distinct sets."""
MAX_STAKE_STATES = 500
"""The most states of stakes, on all streets together."""


class RevealedGame(NamedTuple):
    """The parts of a game with a revealed hand."""

    rules: Rules
    staking: Staking
    orders: dict[str, Order]
    """The ranking of each paid hand; all of them have the same cards."""
    cards: frozenset[int]
    """The positions of these cards."""
    sizes: tuple[int, ...]
    """How many cards of the hand are visible before each street, and at the end."""

    @property
    def size(self) -> int:
        """The number of cards of the whole hand."""
        return self.sizes[-1]

    def with_known_card(self, position: int) -> "RevealedGame":
        """Return the game for a player who knows this card from the start."""
        streets = len(self.rules.streets)
        visible = [
            {*visible_positions(self.rules, streets_done), position}
            for streets_done in range(streets)
        ]
        return self._replace(sizes=(*map(len, visible), self.size))


def find_revealed_game(rules: Rules) -> RevealedGame | None:
    """Return the parts of a revealed-hand game, or None if the rules have another shape."""
    wagers = rules.required + rules.raises
    hands = main_hands(rules)
    if not rules.streets or not hands or any(wager.pays.sees for wager in wagers):
        return None
    if any(wager.pays.meters or wager.pays.wheel or wager.pays.prizes for wager in wagers):
        return None
    orders, cards = dict[str, Order](), set[frozenset[int]]()
    for hand in hands:
        if not isinstance(hand, HandOf):
            return None
        orders[hand.name] = hand.order.on(rules.deck)
        cards.add(frozenset(hand.positions))
    if len(cards) != 1:
        return None
    (hand_positions,) = cards
    visible = [
        set(visible_positions(rules, streets_done))
        for streets_done in range(len(rules.streets) + 1)
    ]
    if (
        not visible[0]
        or not visible[-1] <= hand_positions
        or len(hand_positions) > MAX_REVEALED_CARDS
    ):
        return None
    staking = Staking(rules)
    states = staking.states()
    if sum(map(len, states)) > MAX_STAKE_STATES or _max_staked(staking) > MAX_STAKED:
        return None
    sizes = (*(len(cards) for cards in visible[:-1]), len(hand_positions))
    return RevealedGame(rules, staking, orders, hand_positions, sizes)


def _max_staked(staking: Staking) -> int:
    return max(sum(stakes) for stakes, _ in staking.states()[-1])


def last_revealed_position(rules: Rules, place: str) -> int:
    """Return the position of a place's card that is revealed last."""
    place_positions = positions(rules.places, rules.hole)[place]
    order: Sequence[int] = visible_positions(rules, len(rules.streets))
    return max(
        place_positions,
        key=lambda position: order.index(position) if position in order else len(order),
    )


class RevealedShape(BaseShape, frozen=True):
    """A game with one hand that is revealed card by card."""

    revealed: RevealedGame
    name: str = "revealed"

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        from pitboss.lab.revealed.solver import solve_revealed

        return solve_revealed(self.revealed, deck, progress)

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        raises: Sequence[int],
        _: Callable[[], MainGame],
        __: Progress,
    ) -> dict[str, Fraction]:
        from pitboss.lab.revealed.solver import advise_revealed

        deck = self.revealed.rules.deck.cards
        return advise_revealed(self.revealed, [*chain(*cards_by_street)], raises, deck)

    def strategy(self, main: MainGame, deck: Deck, _: Progress) -> StreetStrategies:
        from pitboss.lab.revealed.strategy import RevealedStrategy

        return RevealedStrategy(self.revealed, main, deck)

    def has_features(self) -> bool:
        return JOKER not in self.rules.deck.cards

    def reads_first_decision(self) -> bool:
        return True

    def reader(self, _: Deck) -> FeatureReader:
        from pitboss.lab.revealed.strategy import revealed_features

        return lambda hole, streets: revealed_features([*hole, *chain(*streets)], self.revealed)

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        from pitboss.lab.revealed.wording import REVEALED_PHRASES

        return REVEALED_PHRASES

    def counting_note(self) -> str:
        from pitboss.lab.revealed.wording import revealed_note

        return revealed_note(self.revealed)

    def expose(self, _: Callable[[], MainGame], deck: Deck, progress: Progress) -> ExposureMethods:
        from pitboss.lab.revealed.exposure import (
            DEFAULT_SAMPLES,
            SharedRevealedHands,
            value_with_card_seen,
        )

        players = SharedRevealedHands(self.revealed, deck, progress)
        return ExposureMethods(
            lambda place: value_with_card_seen(self.revealed, place, deck),
            players.valuation,
            lambda _: DEFAULT_SAMPLES,
        )

    def vary(
        self, variable_lines: "Sequence[VariableLine]", deck: Deck, _: Progress
    ) -> "PaytableSolver | None":
        from pitboss.lab.revealed.solver import revealed_target_solver

        return revealed_target_solver(self.revealed, variable_lines, deck)

    def count_levels_in_play(
        self, hand: str, level_of: Callable[[int], int], deck: Deck, _: Progress
    ) -> Counter[int | None] | None:
        if hand not in self.revealed.orders:
            return None
        from pitboss.lab.revealed.solver import count_revealed_levels

        return count_revealed_levels(self.revealed, hand, level_of, deck)


def fits(rules: Rules) -> RevealedShape | None:
    """Return the revealed shape of these rules, or None."""
    revealed_game = find_revealed_game(rules)
    return RevealedShape(rules, revealed_game) if revealed_game else None
