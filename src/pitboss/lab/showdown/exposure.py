"""A showdown game for a player who sees one table card early, solved exactly."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKS, Card, rank, suit
from pitboss.games.card_names import starting_hand_class
from pitboss.games.game_parts import FOLD, stake_multiple
from pitboss.lab.exposure.exposures import Valuation
from pitboss.lab.kernels import showdown as kernels
from pitboss.lab.kernels import showdown_exposure as exposure_kernels
from pitboss.lab.kernels.board_numbers import HOLDING_COUNTS
from pitboss.lab.progress import Progress, no_progress, run_in_threads, split_range
from pitboss.lab.showdown.boards import (
    FIRST_FIVE_KIND,
    FIVE_CARD_KINDS,
    FOUR_CARD_KINDS,
    MERGED_HOLDINGS,
    Ints,
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

    def rank_some(board_range: tuple[int, int]) -> None:
        kernels.rank_boards(
            boards.fives, *board_range, cards.rank, cards.suit,
            tables.five_of, FIRST_FIVE_KIND, tables.best, tables.flushes, pays, table,
        )  # fmt: skip

    def sum_rivers(board_values: NDArray[np.uint32]) -> WordArray:
        sums = np.zeros(FOUR_CARD_KINDS.sums, np.uint64)

        def sum_some(board_range: tuple[int, int]) -> None:
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
        run_in_threads("summing the last card", sum_some, parts, progress)
        return sums

    run_in_threads(
        "ranking every board",
        rank_some,
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
