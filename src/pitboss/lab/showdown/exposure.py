"""A showdown game for a player who sees a table card early, or knows the hands of others."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, hypot
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKS, Card, rank, suit
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.lab.exposure import (
    Valuation,
    estimate_gain,
    mean_and_error,
    seeded_generator,
)
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import showdown as kernels
from pitboss.lab.kernels import showdown_exposure as exposure_kernels
from pitboss.lab.kernels import showdown_first_bet as first_bet_kernels
from pitboss.lab.kernels.board_numbers import HOLDING_COUNTS
from pitboss.lab.progress import Progress, no_progress, run_in_threads, split_range
from pitboss.lab.results import MainGame
from pitboss.lab.showdown.boards import (
    FIRST_FIVE_KIND,
    FIVE_CARD_KINDS,
    FOUR_CARD_KINDS,
    MERGED_HOLDINGS,
    ante_paid_places,
    board_kinds,
    distinct_boards,
    holding_numbers,
    number_deck,
    seven_card_tables,
)
from pitboss.lab.showdown.shape import DealerShowdown, min_and_max_stake
from pitboss.lab.starting_hands import StartingHand, starting_hands
from pitboss.submission.rules import Rules

_BOARDS_PER_CHUNK = 1000
_FOURS_PER_CHUNK = 200

WordArray = NDArray[np.uint64]


class RiverSums(NamedTuple):
    """Sums over all river cards, by kind of four-card board and holding."""

    outcome_sums: WordArray
    """Dealer's hands beaten, tied, and beaten where the ante is paid."""
    positive_sums: WordArray
    """Wins less losses, over boards with more wins than losses."""


def river_sum_tables(
    rules: Rules, shape: DealerShowdown, deck: tuple[Card, ...], progress: Progress
) -> RiverSums:
    """Return the river sums of a deck."""
    cards, tables = number_deck(deck), seven_card_tables(low_ace=shape.low_ace)
    pays, boards = ante_paid_places(rules, shape), board_kinds(deck)
    dealer_deals = comb(len(deck) - 7, 2)
    after_turn = (len(deck) - 6) * dealer_deals
    table = np.zeros((FIVE_CARD_KINDS, HOLDING_COUNTS[1]), np.uint32)

    def rank_range(board_range: tuple[int, int]) -> None:
        kernels.rank_boards(
            boards.fives, *board_range, cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE_KIND, tables.best, tables.flushes, pays, table,
        )  # fmt: skip

    def sum_rivers(board_values: NDArray[np.uint32]) -> WordArray:
        sums = np.zeros(FOUR_CARD_KINDS.sums, np.uint64)

        def sum_range(board_range: tuple[int, int]) -> None:
            kernels.sum_last_cards(
                boards.fours,
                *board_range,
                after_turn,
                cards.rank,
                cards.suit,
                tables.five_of,
                FIRST_FIVE_KIND,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                MERGED_HOLDINGS,
                board_values,
                sums,
            )

        parts = list(split_range(len(boards.fours), _FOURS_PER_CHUNK))
        run_in_threads("summing the last card", sum_range, parts, progress)
        return sums

    run_in_threads(
        "ranking every board",
        rank_range,
        list(split_range(len(boards.fives), _BOARDS_PER_CHUNK)),
        progress,
    )
    wins, ties = (
        (table >> shift & 1023).astype(np.int64)
        for shift in (kernels.WON_SHIFT, kernels.TIED_SHIFT)
    )
    bet_value = 2 * wins + ties - dealer_deals
    return RiverSums(
        sum_rivers(table), sum_rivers(np.where(bet_value > 0, bet_value, 0).astype(np.uint32))
    )


class HandAndCardClasses(NamedTuple):
    """Hands with one more card, in classes under suit permutations."""

    of: NDArray[np.int32]
    """By the number of a pair and a card."""
    hand: NDArray[np.int64]
    """By class: its starting hand."""
    ways: NDArray[np.int64]
    """By class: how many hands and cards are in it."""


def hand_and_card_classes(
    deck: Sequence[Card], hands: Sequence[StartingHand]
) -> HandAndCardClasses:
    """Return the classes by starting hand, rank of the card, and suit it shares."""
    index_by_name = {start.name: index for index, start in enumerate(hands)}
    pairs = [(x, y) for j, y in enumerate(deck) for x in deck[:j]]
    number = np.full((len(pairs), len(deck)), -1, np.int64)
    for index, (x, y) in enumerate(pairs):
        low, high = sorted((x, y), key=rank)
        hand = index_by_name[starting_hand_class(*sorted((x, y)))]
        for j, c in enumerate(deck):
            if c not in (x, y):
                shares = 1 if suit(c) == suit(low) else 2 if suit(c) == suit(high) else 0
                if rank(low) == rank(high):
                    shares = min(shares, 1)
                number[index, j] = (hand * len(RANKS) + rank(c)) * 3 + shares
    distinct, ways = np.unique(number[number >= 0], return_counts=True)
    class_of_pair = np.where(number >= 0, np.searchsorted(distinct, number), -1).astype(np.int32)
    return HandAndCardClasses(class_of_pair, distinct // (3 * len(RANKS)), ways)


_FLOPS_PER_CHUNK = 40
_DEALER_FLOPS_PER_CHUNK = 4


class ShowdownCardExposure:
    """A showdown game in which a card may be seen."""

    def __init__(
        self,
        rules: Rules,
        shape: DealerShowdown,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._rules, self._shape, self._deck, self._progress = rules, shape, tuple(deck), progress
        self.classes = hand_and_card_classes(self._deck, starting_hands(self._deck))
        _, second, third = shape.streets
        self.stakes = np.array(min_and_max_stake(second)), np.array(min_and_max_stake(third))
        """The lowest and the highest stake of each later bet."""
        self._sums: RiverSums | None = None
        self._board: Ints | None = None

    def valuation(self, place: str) -> Valuation:
        """Return the value of the game when a card of this place is seen."""
        street = [index for index, x in enumerate(self._shape.streets) if place in x.reveal]
        places = {place.name: place.cards for place in self._rules.places}
        n = len(self._deck)
        # The dealer's two cards are revealed with the river, which is one card.
        if street == [2] and places[place] == 2:
            return self._best_valuation(
                self.dealer_card_sums()[:, :2], comb(n - 3, 3) * (n - 6) * (n - 7) * (n - 8)
            )
        after_flop = (n - 6) * comb(n - 7, 2)
        by_flop = comb(n - 3, 2) * (n - 5) if street == [0] else comb(n - 3, 3)
        return self._best_valuation(self.board_card_sums()[street[0]], by_flop * after_flop)

    def _best_valuation(self, outcomes: Ints, deals: int) -> Valuation:
        """Return the value of the best first decisions, over all hands and seen cards."""
        net = []
        for (later, bet_value), ways in zip(
            outcomes.tolist(), self.classes.ways.tolist(), strict=True
        ):
            net.append(
                max(
                    -deals * ways if times == FOLD else later + stake_multiple(times) * bet_value
                    for times in self._shape.streets[0].choices.values()
                )
            )
        n = len(self._deck)
        return Valuation(Fraction(sum(net), comb(n, 2) * (n - 2) * deals))

    def sums(self) -> RiverSums:
        """Return the river sums, computed once."""
        if self._sums is None:
            self._sums = river_sum_tables(self._rules, self._shape, self._deck, self._progress)
        return self._sums

    def board_card_sums(self) -> Ints:
        """Return the values of each class when a flop, turn or river card is seen."""
        if self._board is None:
            self._board = self._play_board()
        return self._board

    def _play_board(self) -> Ints:
        deck, sums = self._deck, self.sums()
        cards, flops, holdings = number_deck(deck), distinct_boards(deck, 3), holding_numbers(deck)
        after_turn = (len(deck) - 6) * comb(len(deck) - 7, 2)

        def play(flop_range: tuple[int, int]) -> Ints:
            totals = np.zeros((3, len(self.classes.ways), 2), np.int64)
            exposure_kernels.see_board(
                flops.cards,
                flops.ways,
                *flop_range,
                after_turn,
                cards.rank,
                cards.suit,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                holdings,
                sums.outcome_sums,
                sums.positive_sums,
                *self.stakes,
                self.classes.of,
                totals,
            )
            return totals

        parts = list(split_range(len(flops.cards), _FLOPS_PER_CHUNK))
        totals_by_part = run_in_threads(
            "playing with a card of the board seen", play, parts, self._progress
        )
        return sum(totals_by_part, np.zeros(1, np.int64))

    def dealer_card_sums(self, flop_step: int = 1) -> Ints:
        """Return the values when a dealer's card is seen, on every ``flop_step``-th flop."""
        cards, flops = number_deck(self._deck), distinct_boards(self._deck, 3)
        tables = seven_card_tables(low_ace=self._shape.low_ace)
        pays = ante_paid_places(self._rules, self._shape)
        flop_cards, ways = flops.cards[::flop_step].copy(), flops.ways[::flop_step].copy()

        def play(flop_range: tuple[int, int]) -> Ints:
            totals = np.zeros((len(self.classes.ways), 3), np.int64)
            exposure_kernels.see_dealer(
                flop_cards, ways, *flop_range, cards.rank, cards.suit,
                tables.five_of, tables.best, tables.flushes, pays,
                *self.stakes, self.classes.of, totals,
            )  # fmt: skip
            return totals

        parts = list(split_range(len(flop_cards), _DEALER_FLOPS_PER_CHUNK))
        totals_by_part = run_in_threads(
            "playing with a card of the dealer seen", play, parts, self._progress
        )
        return sum(totals_by_part, np.zeros(1, np.int64))


_DEALER_FLOP_STEP = 16
"""One in so many flops is used for the dealer's cards, which matter little and are slow."""

Floats = NDArray[np.float64]


class FirstBets:
    """The first decision of each pair of cards, with extra knowledge and without."""

    def __init__(
        self,
        shape: DealerShowdown,
        main: MainGame,
        card_exposure: ShowdownCardExposure,
        deck: Sequence[Card],
    ) -> None:
        choices = shape.streets[0].choices
        names = [name for name in choices if choices[name] != FOLD]
        hands = [main.starts[start.name] for start in starting_hands(tuple(deck))]
        # Of several bets, use the one that is best without extra knowledge.
        bets = [max(names, key=lambda name: hand.values[name]) for hand in hands]
        values = [float(hand.values[bet]) for hand, bet in zip(hands, bets, strict=True)]
        of_pair = card_exposure.classes.hand[card_exposure.classes.of.max(axis=1)]
        self.times: Ints = np.array([stake_multiple(choices[bet]) for bet in bets])[of_pair]
        self.values: Floats = np.array(values)[of_pair]
        self.base_plays = np.array([choices[hand.best] != FOLD for hand in hands])[of_pair]
        self._folds = FOLD in choices.values()
        self._effects = _card_effects(card_exposure, self.times, len(deck))

    def estimated_values(self, dead_cards: Ints) -> Floats:
        """Return the approximate value of each pair's bet when these cards are dead."""
        return np.asarray(self.values + self._effects[:, dead_cards].sum(axis=1))

    def does_bet(self, dead_cards: Ints) -> NDArray[np.bool_]:
        """Return whether each pair bets when these cards are dead."""
        return np.asarray((self.estimated_values(dead_cards) > -1) | (not self._folds))


def _card_effects(card_exposure: ShowdownCardExposure, times: Ints, n: int) -> Floats:
    """Return the effect on the first bet, by pair and card, of that card being dead."""
    classes = card_exposure.classes
    flop, turn, river = card_exposure.board_card_sums()
    dealer = card_exposure.dealer_card_sums(_DEALER_FLOP_STEP)
    after_turn = (n - 6) * comb(n - 7, 2)
    by_turn = classes.ways * comb(n - 3, 3) * after_turn
    by_flop = classes.ways * comb(n - 3, 2) * (n - 5) * after_turn
    by_dealer = np.maximum(dealer[:, 2], 1) * ((n - 6) * (n - 7) * (n - 8))
    places = ((3, flop, by_flop), (1, turn, by_turn), (1, river, by_turn), (2, dealer, by_dealer))
    card_values = np.zeros(classes.of.shape)
    for cards, sums, deals in places:
        net = sums[:, 0][classes.of] + times[:, None] * sums[:, 1][classes.of]
        card_values += cards * net / deals[classes.of]
    is_valid = classes.of >= 0
    card_values = np.where(is_valid, card_values, 0)
    # Seeing a card is worth something in itself, which does not belong here. That gain is nearly
    # the same for all cards, so only the differences between cards are used.
    mean = card_values.sum(axis=1) / is_valid.sum(axis=1)
    unused_cards = n - 2 - sum(cards for cards, _, _ in places)
    return np.where(is_valid, (mean[:, None] - card_values) / unused_cards, 0)


DOUBT_SCALE: Final = 0.03
"""At this distance from a fold's value, a hand is sampled e times less often."""
MIN_DRAW_CHANCE: Final = 1e-3
"""The relative chance of sampling any hand, however clear its decision."""


class FirstDecisions:
    """Re-examines the first decisions of one game."""

    def __init__(
        self,
        rules: Rules,
        shape: DealerShowdown,
        card_exposure: ShowdownCardExposure,
        first: FirstBets,
        deck: Sequence[Card],
    ) -> None:
        self._rules, self._shape, self._card_exposure, self._first = (
            rules,
            shape,
            card_exposure,
            first,
        )
        self._deck = tuple(deck)
        n = len(self._deck)
        self._pairs = np.array([(x, y) for y in range(n) for x in range(y)])

    def values(self, hand: Sequence[int], dead_cards: Sequence[int]) -> dict[str, Fraction]:
        """Return the value of each first decision of a hand when these cards are dead."""
        cards, tables = number_deck(self._deck), seven_card_tables(low_ace=self._shape.low_ace)
        live = np.array([c for c in range(len(self._deck)) if c not in {*hand, *dead_cards}])
        m = len(live)
        x, y = hand
        later, bet_value = first_bet_kernels.value_first_bet(
            x, y, live, cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE_KIND, tables.best, tables.flushes,
            ante_paid_places(self._rules, self._shape), *self._card_exposure.stakes,
            np.empty((4, FIVE_CARD_KINDS, 2), np.int16), np.empty((2, comb(m, 4)), np.int64),
        )  # fmt: skip
        deals = comb(m, 3) * (m - 3) * (m - 4) * comb(m - 5, 2)
        return {
            name: Fraction(
                -1 if times == FOLD else later + stake_multiple(times) * bet_value,
                1 if times == FOLD else deals,
            )
            for name, times in self._shape.streets[0].choices.items()
        }

    def estimate_loss(
        self, dead: int, samples: int, seed: str, progress: Progress
    ) -> tuple[float, float]:
        """Return the loss per round from imperfect first decisions, and its standard error."""
        draws = seeded_generator(seed, f"first decisions with {dead} cards of others")
        n = len(self._deck)
        samples_drawn: list[tuple[Ints, int, float]] = []
        for _ in range(samples):
            dead_cards = draws.choice(n, dead, replace=False)
            is_possible = ~np.isin(self._pairs, dead_cards).any(axis=1)
            doubt = np.abs(self._first.estimated_values(dead_cards) + 1)
            chance = is_possible * (np.exp(-doubt / DOUBT_SCALE) + MIN_DRAW_CHANCE)
            chance /= chance.sum()
            pair = int(draws.choice(len(chance), p=chance))
            samples_drawn.append((dead_cards, pair, float(chance[pair])))

        def look(sample: tuple[Ints, int, float]) -> float:
            dead_cards, pair, chance = sample
            values = self.values(self._pairs[pair].tolist(), dead_cards.tolist())
            plays = bool(self._first.does_bet(dead_cards)[pair])
            decision = self._decision_made(pair, does_bet=plays)
            return float(max(values.values()) - values[decision]) / chance

        task = f"first decisions with {dead} cards known"
        loss, error = mean_and_error(np.array(run_in_threads(task, look, samples_drawn, progress)))
        return loss / comb(n - dead, 2), error / comb(n - dead, 2)

    def _decision_made(self, pair: int, *, does_bet: bool) -> str:
        """Return the decision that was made: the bet of this pair, or a fold."""
        choice = int(self._first.times[pair]) if does_bet else FOLD
        return next(
            name for name, other in self._shape.streets[0].choices.items() if other == choice
        )


_DOUBTFUL_MARGIN = 0.4
"""Hands whose first bet is within this of a fold's value are doubtful."""
_PLAYED_FLOPS_PER_CHUNK = 500


class DoubtfulFlopValues:
    """The values of doubtful hands on each flop, without extra knowledge."""

    def __init__(
        self,
        first: FirstBets,
        card_exposure: ShowdownCardExposure,
        deck: tuple[Card, ...],
        progress: Progress,
    ) -> None:
        n = len(deck)
        self._first, self._n = first, n
        self._flops = np.array([(a, b, c) for c in range(n) for b in range(c) for a in range(b)])
        self._bits = (1 << self._flops).sum(axis=1)
        self._pairs = np.flatnonzero(np.abs(first.values + 1) < _DOUBTFUL_MARGIN)
        pairs = np.array([(x, y) for y in range(n) for x in range(y)])
        self._hands = pairs[self._pairs]
        values = np.zeros((len(self._flops), len(self._pairs)), np.float32)
        cards, holdings = number_deck(deck), holding_numbers(deck)
        after_turn = (n - 6) * comb(n - 7, 2)

        def value(flop_range: tuple[int, int]) -> None:
            exposure_kernels.value_flops(
                self._flops,
                *flop_range,
                after_turn,
                cards.rank,
                cards.suit,
                FOUR_CARD_KINDS.of,
                FOUR_CARD_KINDS.first,
                FOUR_CARD_KINDS.two,
                FOUR_CARD_KINDS.begins,
                holdings,
                card_exposure.sums().outcome_sums,
                *card_exposure.stakes,
                self._hands,
                first.times[self._pairs],
                values,
            )

        parts = list(split_range(len(self._flops), _PLAYED_FLOPS_PER_CHUNK))
        run_in_threads("playing doubtful hands on every flop", value, parts, progress)
        self._values = np.ascontiguousarray(values.T)  # each hand is read on all flops

    def correction_for_flop(self, flop: Ints, dead_cards: Ints, plays: NDArray[np.bool_]) -> float:
        """Return a control variate for hands whose first decision changes with knowledge.

        It is the value on this flop less the mean over all possible flops, so its mean is 0.
        """
        changes = self._first.base_plays[self._pairs].astype(int) - plays[self._pairs]
        changes[np.isin(self._hands, [*flop, *dead_cards]).any(axis=1)] = 0
        (changed_pairs,) = np.nonzero(changes)
        is_possible = self._bits & (1 << dead_cards).sum() == 0
        flop_count = comb(self._n - 2 - len(dead_cards), 3)
        a, b, c = flop.tolist()
        flop_number = comb(c, 3) + comb(b, 2) + a
        values = self._values[changed_pairs]
        means = values @ is_possible.astype(np.float32) / flop_count
        return float(changes[changed_pairs] @ (values[:, flop_number] - means))


DEFAULT_SAMPLES = 400
"""Few, since each sample plays every hand."""
_SAMPLES_PER_CHUNK = 2
_SAMPLES_PER_CHECK = 2
"""Samples per re-examined first decision, which takes longer and matters less."""
_MIN_CHECKS = 50


class SharedShowdownHands:
    """A showdown game in which players share their hands."""

    def __init__(
        self,
        rules: Rules,
        shape: DealerShowdown,
        main: MainGame,
        card_exposure: ShowdownCardExposure,
        deck: Sequence[Card] = DECK,
        progress: Progress = no_progress,
    ) -> None:
        self._rules, self._shape, self._main, self._card_exposure = (
            rules,
            shape,
            main,
            card_exposure,
        )
        self._deck, self._progress = tuple(deck), progress
        self._holdings = holding_numbers(self._deck)
        self._tables: tuple[FirstBets, DoubtfulFlopValues, FirstDecisions] | None = None

    def valuation(self, players: int, samples: int, seed: str) -> Valuation:
        """Return the value of the game for each of so many players."""
        if self._tables is None:
            first = FirstBets(self._shape, self._main, self._card_exposure, self._deck)
            self._tables = (
                first,
                DoubtfulFlopValues(first, self._card_exposure, self._deck, self._progress),
                FirstDecisions(self._rules, self._shape, self._card_exposure, first, self._deck),
            )
        first, flops, decisions = self._tables
        dead = 2 * (players - 1)
        draws = seeded_generator(seed, f"{dead} cards of others")
        size = 3 + dead
        samples_dealt = [draws.choice(len(self._deck), size, replace=False) for _ in range(samples)]
        cards_left = len(self._deck) - size
        deals = comb(cards_left, 2) * (cards_left - 2) * (cards_left - 3) * comb(cards_left - 4, 2)

        def gain(cards: Ints) -> float:
            flop, dead_cards = np.sort(cards[:3]), cards[3:].copy()
            plays = first.does_bet(dead_cards)
            flop_gain = self._gain_on_flop(first, flop, dead_cards, plays) / deals
            return flop_gain + flops.correction_for_flop(flop, dead_cards, plays) / comb(
                cards_left, 2
            )

        task = f"playing flops with {dead} cards known"
        mean_gain, error = estimate_gain(
            task, gain, samples_dealt, self._progress, _SAMPLES_PER_CHUNK
        )
        checks = max(samples // _SAMPLES_PER_CHECK, _MIN_CHECKS)
        missed_gain, missed_error = decisions.estimate_loss(dead, checks, seed, self._progress)
        return Valuation(
            float(self._main.ev) + mean_gain + missed_gain, hypot(error, missed_error), samples
        )

    def _gain_on_flop(
        self, first: FirstBets, flop: Ints, dead_cards: Ints, plays: NDArray[np.bool_]
    ) -> int:
        """Return the gain on one flop, over all hands and deals."""
        cards, tables = number_deck(self._deck), seven_card_tables(low_ace=self._shape.low_ace)
        after_turn = (len(self._deck) - 6) * comb(len(self._deck) - 7, 2)
        gain: int = exposure_kernels.gain_of_known_hands(
            flop,
            dead_cards,
            cards.rank,
            cards.suit,
            tables.five_of,
            tables.best,
            tables.flushes,
            ante_paid_places(self._rules, self._shape),
            after_turn,
            FOUR_CARD_KINDS.of,
            FOUR_CARD_KINDS.first,
            FOUR_CARD_KINDS.two,
            FOUR_CARD_KINDS.begins,
            self._holdings,
            self._card_exposure.sums().outcome_sums,
            *self._card_exposure.stakes,
            first.times,
            first.base_plays,
            plays,
        )
        return gain
