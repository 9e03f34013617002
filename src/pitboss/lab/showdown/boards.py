"""Boards and their kinds, and the strengths of seven cards, as tables for the kernels."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, SUITS, Card, rank, suit
from pitboss.lab.hand_tables import (
    Ints,
    PlaceTable,
    five_card_ranks,
    payout_cuts,
    table_by_digits,
)
from pitboss.lab.kernels import board_numbers as kernels
from pitboss.lab.kernels.board_numbers import HOLDING_COUNTS
from pitboss.lab.showdown.shape import DealerShowdown
from pitboss.submission.evaluators import Hands, compile_evaluators
from pitboss.submission.rules import Rules


class Boards(NamedTuple):
    """Boards of one size, one of each equivalence class."""

    cards: Ints
    """The boards, their cards as deck indexes."""
    ways: Ints
    """How many boards each one represents."""


class NumberedDeck(NamedTuple):
    """A deck with numbered cards."""

    cards: tuple[Card, ...]
    rank: Ints
    suit: Ints


@lru_cache(maxsize=8)
def number_deck(deck: tuple[Card, ...]) -> NumberedDeck:
    """Return a deck as kernels need it."""
    return NumberedDeck(deck, np.array([rank(c) for c in deck]), np.array([suit(c) for c in deck]))


@lru_cache(maxsize=8)
def distinct_boards(deck: tuple[Card, ...], size: int) -> Boards:
    """Return one board of each class of boards that differ only by suit permutations."""
    cards = number_deck(deck)
    sets = np.array(list(combinations(range(len(deck)), size)))
    ranks_by_suit = np.zeros((len(SUITS), len(sets)), np.int64)
    for column in sets.T:
        ranks_by_suit[cards.suit[column], np.arange(len(sets))] |= 1 << cards.rank[column]
    ranks_by_suit.sort(axis=0)
    board_keys = sum(ranks << len(RANKS) * index for index, ranks in enumerate(ranks_by_suit))
    _, first, ways = np.unique(board_keys, return_index=True, return_counts=True)
    return Boards(sets[first], ways)


_BASE: Final = len(RANKS)
_BITS: Final = 1 << _BASE


def _first_kinds(size: int, suited: int) -> tuple[Ints, int]:
    """Return, by the ranks in the suit as bits, the first kind; and the number of kinds.

    At least ``suited`` of ``size`` cards are of the suit.
    """
    beside = {n: comb(_BASE + size - n - 1, size - n) for n in range(suited, size + 1)}
    steps = np.array([beside.get(bits.bit_count(), 0) for bits in range(_BITS)])
    return np.cumsum(steps) - steps, int(steps.sum())


_OFFSUIT_FIVES: Final = comb(_BASE + 4, 5)
_FIRST, _SUITED = _first_kinds(5, 3)
FIRST_FIVE_KIND: Final[Ints] = _OFFSUIT_FIVES + _FIRST
"""By the ranks in the suit: the first of those kinds of five cards."""
FIVE_CARD_KINDS: Final = _OFFSUIT_FIVES + _SUITED


class FourCardKinds(NamedTuple):
    """The layout of sums by kind of four cards."""

    of: PlaceTable
    """By ranks as digits, where no two cards share a suit: the number of the kind."""
    first: Ints
    """By the ranks in the suit, where two or more cards share one: the first kind."""
    two: Ints
    """By two ranks in a suit as bits: their number."""
    begins: Ints
    """The first sum of kinds with no relevant suit, one and two."""
    sums: int
    """The number of sums."""


def _four_card_kinds() -> FourCardKinds:
    unsuited_ranks = list(combinations_with_replacement(range(_BASE), 4))
    first, suited_count = _first_kinds(4, 2)
    two = np.zeros(_BITS, np.int64)
    pairs = list(combinations(range(_BASE), 2))
    two[[1 << x | 1 << y for x, y in pairs]] = np.arange(len(pairs))
    sizes = np.array([len(unsuited_ranks), suited_count, len(pairs) ** 2], np.int64) * np.array(
        HOLDING_COUNTS
    )
    return FourCardKinds(
        table_by_digits({ranks: number for number, ranks in enumerate(unsuited_ranks)}),
        first,
        two,
        np.cumsum(sizes) - sizes,
        int(sizes.sum()),
    )


FOUR_CARD_KINDS: Final = _four_card_kinds()


def _holding_number(high: Ints, low: Ints) -> NDArray[np.int32]:
    """Return the number of two cards, by their groups."""
    high, low = np.maximum(high, low), np.minimum(high, low)
    return np.asarray(high * (high + 1) // 2 + low, np.int32)


def _merged_holdings() -> NDArray[np.int32]:
    high, low = np.tril_indices(3 * _BASE)
    return np.array(
        [
            _holding_number(
                *(x % _BASE + _BASE * (matters > 0) * (x // _BASE == matters) for x in (high, low))
            )
            for matters in range(3)
        ]
    )


MERGED_HOLDINGS: Final = _merged_holdings()
"""The number of two cards when of two relevant suits none, the first or the second remains."""


def holding_numbers(deck: Sequence[Card]) -> NDArray[np.int32]:
    """Return the number of any two cards by the relevant suits.

    A suit is 0 for none, else its index plus 1.
    """
    ranks, suits = np.array([rank(c) for c in deck]), np.array([suit(c) + 1 for c in deck])
    high, low = np.tril_indices(len(deck), -1)
    numbers = []
    for first in range(len(SUITS) + 1):
        for second in range(len(SUITS) + 1):
            group = ranks + _BASE * (suits == first) + 2 * _BASE * (suits == second)
            numbers.append(_holding_number(group[high], group[low]))
    return np.array(numbers).reshape(len(SUITS) + 1, len(SUITS) + 1, -1)


class BoardKinds(NamedTuple):
    """A board of each kind, its cards as deck indexes."""

    fours: Ints
    fives: Ints


@lru_cache(maxsize=8)
def board_kinds(deck: tuple[Card, ...]) -> BoardKinds:
    """Return a board of each kind that a deck can make."""
    index_of_card = np.zeros((_BASE, len(SUITS)), np.int64)
    for i, c in enumerate(deck):
        index_of_card[rank(c), suit(c)] = i
    ranks = sorted({rank(c) for c in deck})

    def cards(rank_sets: Iterable[tuple[int, ...]], suits: Sequence[int]) -> Ints:
        rank_list = list(rank_sets)
        result: Ints = index_of_card[
            np.array(rank_list, np.int64).reshape(len(rank_list), len(suits)),
            np.array(suits, np.int64),
        ]
        return result

    def offsuit_boards(suits: Sequence[int]) -> Ints:
        """Cycle through the suits, so that no card repeats and no suit is too frequent."""
        rank_sets = combinations_with_replacement(ranks, len(suits))
        return cards(
            (rank_list for rank_list in rank_sets if rank_list.count(rank_list[0]) <= len(SUITS)),
            suits,
        )

    def suited_boards(size: int, least: int) -> list[Ints]:
        return [
            _cross_product(
                cards(combinations(ranks, n), [0] * n),
                cards(combinations_with_replacement(ranks, size - n), [1, 2][: size - n]),
            )
            for n in range(least, size + 1)
        ]

    two_suits = [_cross_product(*(cards(combinations(ranks, 2), [s, s]) for s in (0, 1)))]
    return BoardKinds(
        np.concatenate([offsuit_boards([0, 1, 2, 3]), *suited_boards(4, 2), *two_suits]),
        np.concatenate([offsuit_boards([0, 1, 2, 3, 0]), *suited_boards(5, 3)]),
    )


def _cross_product(rows_a: Ints, rows_b: Ints) -> Ints:
    """Return every row of one array with every row of the other."""
    return np.hstack([np.repeat(rows_a, len(rows_b), axis=0), np.tile(rows_b, (len(rows_a), 1))])


ShortArray = NDArray[np.int16]
_LOWEST_PLACE = -1


class SevenCardTables(NamedTuple):
    """The best five of seven cards, by their place among all strengths."""

    five_of: ShortArray
    """The number of each set of five ranks, by the ranks as digits in any order."""
    best: ShortArray
    """By the number of five ranks and two more ranks."""
    flushes: ShortArray
    """By the ranks of one suit as bits."""


@cache
def seven_card_tables(*, low_ace: bool) -> SevenCardTables:
    """Return the tables; with ``low_ace``, an ace may also rank below a deuce."""
    ranks = five_card_ranks(low_ace=low_ace)
    sets = list(combinations_with_replacement(range(13), 5))
    five_of = table_by_digits({rank_set: number for number, rank_set in enumerate(sets)})
    best = np.zeros((len(sets), 13, 13), np.int16)
    kernels.fill_best_of_seven(np.array(sets, np.int64), five_of, ranks.unsuited, best)
    flushes = np.zeros(len(ranks.suited), np.int16)
    kernels.fill_flushes(ranks.suited, flushes)
    return SevenCardTables(five_of, best, flushes)


MAX_CACHED_PLACES = 256
"""The number of cached tables."""
_paid_places_cache: dict[str, NDArray[np.bool_]] = {}


def ante_paid_places(rules: Rules, shape: DealerShowdown) -> NDArray[np.bool_]:
    """Return which strengths are paid the ante when they win, cached for advice."""
    if rules.hash not in _paid_places_cache:
        if len(_paid_places_cache) >= MAX_CACHED_PLACES:
            _paid_places_cache.clear()
        _paid_places_cache[rules.hash] = _evaluate_ante(rules, shape)
    return _paid_places_cache[rules.hash]


def _evaluate_ante(rules: Rules, shape: DealerShowdown) -> NDArray[np.bool_]:
    """Evaluate the ante with settlement's evaluator for every strength."""
    strengths = five_card_ranks(low_ace=shape.low_ace).strengths
    cuts = payout_cuts([shape.ante.pays], shape.player, low_ace=shape.low_ace).tolist()
    evaluate = compile_evaluators(rules)[shape.ante.key]
    hands = Hands({}, ())
    hands[shape.dealer] = _LOWEST_PLACE
    is_paid = np.empty(len(strengths), np.bool_)
    for start, end in pairwise([0, *cuts, len(strengths)]):
        hands[shape.player] = strengths[start]
        is_paid[start:end] = evaluate(hands).odds > 0
    return is_paid
