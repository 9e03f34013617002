"""Lookup arrays for kernels: strengths of five cards, what they pay, groups of equal cards."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, groupby, pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, RANKS, Card, rank, suit
from pitboss.games.game_parts import Raise, Required
from pitboss.games.payoffs import Payoff
from pitboss.hands import Order
from pitboss.hands.orders import kicker, kind_index
from pitboss.hands.ranking import classify
from pitboss.lab.game_structure import check_whole_odds, whole_odds
from pitboss.submission.evaluators import Hands, compile_evaluators
from pitboss.submission.rules import Rules

Ints = NDArray[np.int64]
PlaceTable = NDArray[np.int16]

RANK_OF_CARD: Final = np.array([rank(c) for c in DECK], np.int64)
SUIT_OF_CARD: Final = np.array([suit(c) for c in DECK], np.int64)
_BASE: Final = len(RANKS)
HAND_SIZE: Final = 5


class FiveCardRanks(NamedTuple):
    """The ranking of five-card hands, with or without the low ace."""

    strengths: tuple[int, ...]
    """Every possible strength, weakest first."""
    unsuited: PlaceTable
    """The place of each unsuited hand, indexed by its ranks as digits."""
    suited: PlaceTable
    """The place of each flush, indexed by its ranks as bits."""


@cache
def five_card_ranks(*, low_ace: bool) -> FiveCardRanks:
    """Return the ranking tables; with ``low_ace``, an ace may also rank below a deuce."""
    strength_of = partial(classify, order=Order(HAND_SIZE, low_ace))
    unsuited_strengths = {
        ranks: strength_of(ranks, suited=False)
        for ranks in combinations_with_replacement(range(_BASE), HAND_SIZE)
        if ranks[0] != ranks[-1]  # five cards of one rank do not exist
    }
    suited_strengths = {
        ranks: strength_of(ranks, suited=True) for ranks in combinations(range(_BASE), HAND_SIZE)
    }
    strengths = tuple(sorted({*unsuited_strengths.values(), *suited_strengths.values()}))
    place = {s: index for index, s in enumerate(strengths)}
    suited_places = np.zeros(1 << _BASE, np.int16)
    for ranks, s in suited_strengths.items():
        suited_places[sum(1 << r for r in ranks)] = place[s]
    return FiveCardRanks(
        strengths,
        table_by_digits({ranks: place[s] for ranks, s in unsuited_strengths.items()}),
        suited_places,
    )


@cache
def _line_starts(*, low_ace: bool) -> tuple[int, ...]:
    """Return the lowest strength of each kind and rank, which is all that a table can name."""
    strengths = five_card_ranks(low_ace=low_ace).strengths
    return tuple(next(same) for _, same in groupby(strengths, lambda s: (kind_index(s), kicker(s))))


def payout_cuts(payoffs: Iterable[Payoff], hand: str, *, low_ace: bool) -> Ints:
    """Return the places from which on a hand is paid differently, whatever the other hand."""
    order, starts = Order(HAND_SIZE, low_ace), _line_starts(low_ace=low_ace)
    strengths_at_cuts = frozenset[int]().union(*(x.cuts(hand, starts, order) for x in payoffs))
    strengths = five_card_ranks(low_ace=low_ace).strengths
    cuts = np.unique(np.searchsorted(strengths, sorted(strengths_at_cuts)))
    return np.asarray(cuts[(cuts > 0) & (cuts < len(strengths))], np.int64)


def table_by_digits(place_by_ranks: Mapping[tuple[int, ...], int]) -> PlaceTable:
    """Return a table over ranks in any order, as digits, from one over ascending ranks."""
    size = len(next(iter(place_by_ranks)))
    table = np.zeros(_BASE**size, np.int16)
    table[np.array(list(place_by_ranks)) @ _digit_weights(size)] = list(place_by_ranks.values())
    return table[_sorted_digits(size)]


@cache
def _sorted_digits(size: int) -> NDArray[np.int32]:
    """Return, for each number made of rank digits, the number with its digits ascending."""
    digits = list(np.indices((_BASE,) * size, np.int8).reshape(size, -1))
    for end in range(size - 1, 0, -1):  # one pass of a bubble sort
        for i in range(end):
            low_rank, high_rank = digits[i], digits[i + 1]
            digits[i], digits[i + 1] = (
                np.minimum(low_rank, high_rank),
                np.maximum(low_rank, high_rank),
            )
    number = np.zeros(_BASE**size, np.int32)
    for digit, weight in zip(digits, _digit_weights(size), strict=True):
        number += digit * np.int32(weight)
    return number


def _digit_weights(size: int) -> NDArray[np.int64]:
    return _BASE ** np.arange(size)[::-1]


PaidWager = Required | Raise


class PayLevels(NamedTuple):
    """Ranges of strength that every wager pays alike, lowest first, with their odds."""

    level_of_place: NDArray[np.uint8]
    """The level of each strength, by its place among all strengths."""
    odds: dict[str, NDArray[np.int64]]
    """The odds of each wager at each level."""

    @property
    def level_count(self) -> int:
        """The number of levels."""
        return int(self.level_of_place[-1]) + 1


_MAX_CACHED_LEVELS = 32
_levels_cache: dict[tuple[str, tuple[tuple[str, str], ...]], PayLevels] = {}


def pay_levels(
    rules: Rules, strengths: Sequence[int], paid_wagers: Sequence[tuple[PaidWager, str]]
) -> PayLevels:
    """Return the pay levels of wagers that are each paid on the hand named with it."""
    key = rules.hash, tuple((wager.key, hand) for wager, hand in paid_wagers)
    if key not in _levels_cache:
        if len(_levels_cache) >= _MAX_CACHED_LEVELS:
            _levels_cache.clear()
        _levels_cache[key] = _cut_levels(rules, strengths, paid_wagers)
    return _levels_cache[key]


def _cut_levels(
    rules: Rules, strengths: Sequence[int], paid_wagers: Sequence[tuple[PaidWager, str]]
) -> PayLevels:
    """Cut the strengths into levels wherever any wager's odds change."""
    evaluators, hands = compile_evaluators(rules), Hands({}, ())
    odds_by_kind: dict[tuple[int, int], tuple[int, ...]] = {}
    columns = []
    for strength in strengths:
        # A line of a paytable names a kind of hand and a rank (`Ranked.covers`), nothing more.
        kind = kind_index(strength), kicker(strength)
        if kind not in odds_by_kind:
            for _, hand in paid_wagers:
                hands[hand] = strength
            odds_by_kind[kind] = tuple(
                [whole_odds(evaluators[wager.key](hands).odds) for wager, _ in paid_wagers]
            )
        columns.append(odds_by_kind[kind])
    for (wager, _), odds in zip(paid_wagers, zip(*columns, strict=True), strict=True):
        check_whole_odds(wager, odds)
    levels = np.zeros(len(strengths), np.uint8)
    levels[1:] = np.cumsum([column != next_column for column, next_column in pairwise(columns)])
    first_places = [int(np.argmax(levels == level)) for level in range(int(levels[-1]) + 1)]
    return PayLevels(
        levels,
        {
            wager.key: np.array([columns[i][index] for i in first_places], np.int64)
            for index, (wager, _) in enumerate(paid_wagers)
        },
    )


class CardGroups(NamedTuple):
    """The cards that a starting hand leaves, in groups of equivalent ones."""

    group_of_card: Ints
    """The group of each card."""
    first_cards: Ints
    """The index of the first card of each group."""
    sizes: Ints
    """The number of cards in each group."""


def group_cards(hole: Sequence[Card], rest: Sequence[Card]) -> CardGroups:
    """Group the rest of the deck by rank and by whether a card matches a suited hole."""
    cards = np.array(rest, np.int64)
    first, second = hole
    matches_suit = (SUIT_OF_CARD[cards] == SUIT_OF_CARD[first]) & (
        SUIT_OF_CARD[first] == SUIT_OF_CARD[second]
    )
    _, first_cards, group_of_card, sizes = np.unique(
        2 * RANK_OF_CARD[cards] + matches_suit,
        return_index=True,
        return_inverse=True,
        return_counts=True,
    )
    return CardGroups(group_of_card, first_cards, sizes)
