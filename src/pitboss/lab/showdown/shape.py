"""The shapes of showdown games: seven cards against the dealer's seven, five of them shared."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.cards import DECK, Card, rank, suit
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import HandOf, Raise, Required, Street
from pitboss.games.payoffs import EVEN, LOSS, PUSH, Beats, Payoff, Ties
from pitboss.hands import Order
from pitboss.lab.disk_cache import announce_compilation
from pitboss.lab.game_structure import has_one_raise_per_street, is_countable
from pitboss.lab.one_raise.shape import OneRaiseGame, find_one_raise_game
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
from pitboss.submission.evaluators import Hands, compile_evaluators
from pitboss.submission.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.strategy.published_advice import PublishedAdvice


MAX_CACHED_ANTES: Final = 256
_even_antes: dict[tuple[Payoff, Order], bool] = {}
"""Whether each ante already checked pays even money."""


class DealerShowdown(NamedTuple):
    """The parts of a showdown game."""

    ante: Required
    raises: tuple[Raise, ...]
    streets: tuple[Street, ...]
    player: str
    dealer: str
    low_ace: bool


def find_dealer_showdown(rules: Rules) -> DealerShowdown | None:
    """Return the parts of a showdown game, or None if the rules have another shape."""
    if (
        len(rules.streets) != 3
        or len(rules.required) != 1
        or len(rules.hole) != 2
        or set(rules.looks) != set(rules.hole)
        or any(street.can_fold for street in rules.streets[1:])
        or not is_countable(rules)
        or not has_one_raise_per_street(rules)
    ):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    raises = tuple(by_key[street.wager] for street in rules.streets)
    ante = rules.required[0]
    compared_hands = _compared_hands(ante)
    if compared_hands is None or any(_compared_hands(wager) != compared_hands for wager in raises):
        return None
    if not all(_is_plain_comparison(wager.pays) for wager in raises):
        return None
    hands = {hand.name: hand for hand in rules.hands}
    player_hand, dealer_hand = hands[compared_hands[0]], hands[compared_hands[1]]
    if not isinstance(player_hand, HandOf) or not isinstance(dealer_hand, HandOf):
        return None
    visible = [set(visible_positions(rules, streets_done)) for streets_done in range(4)]
    board, dealer_cards = (
        set(player_hand.positions) - visible[0],
        set(dealer_hand.positions) - set(player_hand.positions),
    )
    if not (
        [len(visible[k] & board) for k in range(4)] == [0, 3, 4, 5]
        and [len(cards) for cards in visible[:3]] == [2, 5, 6]
        and set(player_hand.positions) == visible[0] | board
        and set(dealer_hand.positions) == dealer_cards | board
        and len(dealer_cards) == 2
        and player_hand.order.low_ace == dealer_hand.order.low_ace
        and _pays_even_money(rules, ante, player_hand)
    ):
        return None
    return DealerShowdown(
        ante, raises, rules.streets, player_hand.name, dealer_hand.name, player_hand.order.low_ace
    )


def min_and_max_stake(street: Street) -> tuple[int, int]:
    """Return the lowest and the highest stake of a street."""
    times = list(street.stakes.values())
    return min(times), max(times)


def _compared_hands(wager: Required | Raise) -> tuple[str, str] | None:
    """Return the player's and the dealer's hand, if a wager pays by comparing them."""
    comparison = wager.pays.comparison
    if comparison is None or any(line.bonus for line in wager.pays.lines()):
        return None
    return comparison.hand, comparison.against


def _pays_even_money(rules: Rules, ante: Required, player_hand: HandOf) -> bool:
    """Return whether an ante wins even money or pushes by the winning hand alone."""
    key = ante.pays, player_hand.order
    if key not in _even_antes:
        if len(_even_antes) >= MAX_CACHED_ANTES:
            _even_antes.clear()
        _even_antes[key] = _wins_at_most_even_money(rules, ante, player_hand)
    return _even_antes[key]


def _wins_at_most_even_money(rules: Rules, ante: Required, player_hand: HandOf) -> bool:
    comparison = ante.pays.comparison
    if comparison is None or comparison.floors:
        return False
    from pitboss.lab.hand_tables import five_card_ranks, payout_cuts

    evaluate, hands = compile_evaluators(rules)[ante.key], Hands({}, ())
    low_ace = player_hand.order.low_ace
    strengths = five_card_ranks(low_ace=low_ace).strengths
    for place in (0, *payout_cuts([ante.pays], comparison.hand, low_ace=low_ace)):
        hands[comparison.hand] = strength = strengths[place]
        for difference, accepted_odds in ((-1, (0, 1)), (0, (0,)), (1, (-1,))):
            hands[comparison.against] = strength + difference
            if evaluate(hands).total not in accepted_odds:
                return False
    return True


def _is_plain_comparison(pays: Payoff) -> bool:
    """Return whether the higher hand wins even money and equal hands push."""
    if (comparison := pays.comparison) is None:
        return False
    higher = Beats(comparison.hand, comparison.against)
    equal = Ties(comparison.hand, comparison.against)
    cases = {case.when: case.pays for case in pays.cases}
    return cases == {higher: EVEN, equal: PUSH} and pays.otherwise == LOSS


class ShowdownShape(BaseShape, frozen=True):
    """A showdown game with a raise on every street."""

    against: DealerShowdown
    name: str = "showdown"

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        with announce_compilation("showdown", progress):
            from pitboss.lab.showdown.solver import solve_showdown
        return solve_showdown(self.rules, self.against, deck, progress)

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        raises: Sequence[int],
        main: Callable[[], MainGame],
        progress: Progress,
    ) -> dict[str, Fraction]:
        hole, *streets = cards_by_street
        if not streets:  # the first decision precedes every board, so it needs the whole solution
            return main().starts[starting_hand_class(*hole)].values
        with announce_compilation("showdown", progress):
            from pitboss.lab.showdown.solver import advise_showdown
        return advise_showdown(self.rules, self.against, hole, [*chain(*streets)], raises)

    def strategy(self, main: MainGame, deck: Deck, progress: Progress) -> StreetStrategies:
        with announce_compilation("showdown_strategy", progress):
            from pitboss.lab.showdown.strategy import ShowdownStrategy
        return ShowdownStrategy(self.rules, self.against, main, deck, progress)

    def reader(self, deck: Deck) -> FeatureReader:
        from pitboss.lab.showdown.shape import showdown_features

        return lambda hole, streets: showdown_features(
            hole, [*chain(*streets)], low_ace=self.against.low_ace, deck=deck
        )

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        from pitboss.lab.showdown.wording import SHOWDOWN_PHRASES

        return SHOWDOWN_PHRASES

    def counting_note(self) -> str:
        from pitboss.lab.showdown.wording import SHOWDOWN_NOTE

        return SHOWDOWN_NOTE

    def published_advice(self, later: Sequence[Street]) -> "Sequence[PublishedAdvice]":
        from pitboss.lab.strategy.published_advice import pair_advice

        return [pair_advice(later)]

    def expose(
        self, main: Callable[[], MainGame], deck: Deck, progress: Progress
    ) -> ExposureMethods:
        with announce_compilation("showdown_exposure", progress):
            from pitboss.lab.showdown.exposure import (
                DEFAULT_SAMPLES,
                SharedShowdownHands,
                ShowdownCardExposure,
            )
        card_exposure = ShowdownCardExposure(self.rules, self.against, deck, progress)
        shared_hands = SharedShowdownHands(
            self.rules, self.against, main(), card_exposure, deck, progress
        )
        return ExposureMethods(
            card_exposure.valuation, shared_hands.valuation, lambda _: DEFAULT_SAMPLES
        )


class OneRaiseShape(BaseShape, frozen=True):
    """A showdown game with one raise, which closes the later streets when made.

    Board cards may be face up before the first street.
    """

    parts: OneRaiseGame
    name: str = "one-raise"

    def solve(self, deck: Deck, progress: Progress) -> MainGame:
        with announce_compilation("one_raise", progress):
            from pitboss.lab.one_raise.solver import solve_one_raise
        return solve_one_raise(self.rules, self.parts, deck, progress)

    def advise(
        self,
        cards_by_street: Sequence[Sequence[Card]],
        _: Sequence[int],
        main: Callable[[], MainGame],
        progress: Progress,
    ) -> dict[str, Fraction]:
        hole, board = self._split_cards(cards_by_street)
        if (
            not board
        ):  # a decision before the flop precedes every board, so it needs the whole solution
            return main().starts[starting_hand_class(*hole)].values
        with announce_compilation("one_raise", progress):
            from pitboss.lab.one_raise.solver import advise_one_raise
        return advise_one_raise(self.rules, self.parts, hole, board)

    def strategy(self, main: MainGame, deck: Deck, progress: Progress) -> StreetStrategies:
        with announce_compilation("one_raise_strategy", progress):
            from pitboss.lab.one_raise.strategy import OneRaiseStrategy
        return OneRaiseStrategy(self.rules, self.parts, main, deck, progress)

    def reader(self, deck: Deck) -> FeatureReader:
        from pitboss.lab.showdown.shape import showdown_features

        def read(first: Sequence[Card], streets: Sequence[Sequence[Card]]) -> dict[str, int]:
            hole, board = self._split_cards([first, *streets])
            return showdown_features(hole, board, low_ace=self.parts.low_ace, deck=deck)

        return read

    def _split_cards(
        self, cards_by_street: Sequence[Sequence[Card]]
    ) -> tuple[Sequence[Card], Sequence[Card]]:
        """Return the player's hole cards, which are seen first, and the board cards."""
        cards = [*chain(*cards_by_street)]
        return cards[:2], cards[2:]

    def feature_phrases(self) -> Mapping[str, FeaturePhrase]:
        from pitboss.lab.showdown.wording import SHOWDOWN_PHRASES

        return SHOWDOWN_PHRASES

    def counting_note(self) -> str:
        from pitboss.lab.showdown.wording import SHOWDOWN_NOTE

        return SHOWDOWN_NOTE

    def expose(
        self, main: Callable[[], MainGame], deck: Deck, progress: Progress
    ) -> ExposureMethods:
        with announce_compilation("one_raise_exposure", progress):
            from pitboss.lab.one_raise.exposure import (
                DEFAULT_SAMPLES,
                OneRaiseCardExposure,
                SharedOneRaiseHands,
            )
        card_exposure = OneRaiseCardExposure(self.rules, self.parts, deck, progress)
        shared_hands = SharedOneRaiseHands(
            self.rules, self.parts, main(), card_exposure, deck, progress
        )
        return ExposureMethods(
            card_exposure.valuation, shared_hands.valuation, lambda _: DEFAULT_SAMPLES
        )


def fits(rules: Rules) -> ShowdownShape | OneRaiseShape | None:
    """Return the showdown shape of these rules, or None."""
    if against := find_dealer_showdown(rules):
        return ShowdownShape(rules, against)
    if parts := find_one_raise_game(rules):
        return OneRaiseShape(rules, parts)
    return None


SHOWDOWN_FEATURES: Final = ("safe", "outs", "low", "made", "calm")
UNSEEN_AFTER_FLOP: Final = 47
"""Cards a player cannot see after the flop; all are safe if none beats the hand."""
FLUSH_SIZE: Final = 5

HandStrength = tuple[int, ...]
"""The kind of hand, then the ranks that count."""


def showdown_features(
    hole: Sequence[Card], board: Sequence[Card], *, low_ace: bool, deck: Sequence[Card] = DECK
) -> dict[str, int]:
    """Return the features of two cards on a board of three to five."""
    own_strength = hand_strength([*hole, *board], low_ace=low_ace)
    rest = [c for c in deck if c not in {*hole, *board}]
    beating_cards, outs = 0, 0
    for c in rest:
        board_strength = hand_strength([*board, c], low_ace=low_ace)
        improved_strength = hand_strength([*hole, *board, c], low_ace=low_ace)
        beating_cards += board_strength > own_strength
        outs += len(board) < FLUSH_SIZE and improved_strength[0] > max(
            own_strength[0], board_strength[0]
        )
    return {
        "safe": UNSEEN_AFTER_FLOP - beating_cards,
        "outs": outs,
        "low": min(rank(c) for c in hole),
        "made": own_strength[0]
        if own_strength[0] > hand_strength(board, low_ace=low_ace)[0]
        else 0,
        "calm": max(4 - max(Counter(suit(c) for c in board).values()), 0),
    }


def hand_strength(cards: Sequence[Card], *, low_ace: bool) -> HandStrength:
    """Return the strength of the best five of up to seven cards."""
    by_suit = Counter(suit(c) for c in cards)
    flush = [c for c in cards if by_suit[suit(c)] >= FLUSH_SIZE]
    if flush and (top := _straight_top({rank(c) for c in flush}, low_ace=low_ace)):
        return 8, top
    rank_counts = Counter(rank(c) for c in cards)
    ranks = sorted(rank_counts, key=lambda r: (rank_counts[r], r), reverse=True)
    first, second = rank_counts[ranks[0]], rank_counts[ranks[1]] if len(ranks) > 1 else 0
    if first == 4:
        return 7, ranks[0], *_highest_ranks(rank_counts, ranks[:1], 1)
    if first == 3 and second >= 2:
        return 6, ranks[0], max(r for r in ranks[1:] if rank_counts[r] >= 2)
    if flush:
        return 5, *sorted((rank(c) for c in flush), reverse=True)[:5]
    if top := _straight_top(set(rank_counts), low_ace=low_ace):
        return 4, top
    if first == 3:
        return 3, ranks[0], *_highest_ranks(rank_counts, ranks[:1], 2)
    if second == 2:
        return 2, *ranks[:2], *_highest_ranks(rank_counts, ranks[:2], 1)
    if first == 2:
        return 1, ranks[0], *_highest_ranks(rank_counts, ranks[:1], 3)
    return 0, *_highest_ranks(rank_counts, (), 5)


def _highest_ranks(
    rank_counts: Counter[int], excluded_ranks: Sequence[int], count: int
) -> list[int]:
    return sorted((r for r in rank_counts if r not in excluded_ranks), reverse=True)[:count]


def _straight_top(ranks: set[int], *, low_ace: bool) -> int:
    """Return the top rank of the best straight; 0 for none, since none ends with a deuce."""
    for top in range(12, 2 if low_ace else 3, -1):
        if {(top - i) % 13 for i in range(5)} <= ranks:
            return top
    return 0
