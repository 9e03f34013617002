"""Solve duels exactly, as filed or with varied odds.

The dealer's hands are counted for every hand of the player.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, JOKER, SUITS, Card, Deck, suit
from pitboss.hands import Order
from pitboss.lab.card_sets import (
    RANK_DIGITS,
    RANK_OR_JOKER,
    are_suited,
    card_sets,
    rank_numbers,
    set_strengths,
)
from pitboss.lab.duel.odds import (
    EQUAL,
    HIGHER,
    LOWER,
    DuelTable,
    allowed_of,
    check_duel_odds,
    duel_strengths,
    duel_table,
    odds_rows,
    payout_cuts,
    possible_strengths,
    whole_odds_array,
)
from pitboss.lab.duel.shape import MAX_DUEL_CARDS, DealerDuelGame
from pitboss.lab.hand_tables import Ints
from pitboss.lab.kernels import duel as kernels
from pitboss.lab.pay_changes import PayChange, apply_pay_changes
from pitboss.lab.progress import Progress, Stopwatch, no_progress, run_in_threads
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult, main_game_from_counts
from pitboss.lab.staking import Staking
from pitboss.lab.starting_hands import representative_hand, starting_hands
from pitboss.lab.target.request import OddsPoint, VariableLine
from pitboss.lab.target.solvers import LinearOdds, SolvedPaytable, fit_linear_odds, wager_marks
from pitboss.submission.evaluators import compile_evaluators

DealerPlaces = NDArray[np.int16]
ByteRows = NDArray[np.uint8]
_SUBSETS: Final = range(1 << MAX_DUEL_CARDS)
_SUBSET_SIZES: Final = np.array([part.bit_count() for part in _SUBSETS], np.int64)
_SUBSET_HIGHEST: Final = np.array([max(part.bit_length() - 1, 0) for part in _SUBSETS], np.int64)
_BINOMIAL_ORDERS: Final = range(MAX_DUEL_CARDS + 1)
_FILL_LOCK: Final = Lock()
_COUNT_BITS: Final = 3
"""Bits that count the cards of one rank and suit in a hand."""


class UpCards(NamedTuple):
    """Upcards of the dealer by deck index, and how many sets they represent."""

    cards: Ints
    ways: int


class PlayerHands(NamedTuple):
    """Player's hands beside some upcards, in the order of their places."""

    cards: ByteRows
    """By index into the rest of the deck."""
    places: Ints
    ways: Ints


def upcard_sets(shape: DealerDuelGame, deck: tuple[Card, ...]) -> list[UpCards]:
    """Return the sets of upcards that the dealer may have, one of each class."""
    sets = card_sets(deck, shape.up)
    rows = [deck_indexes(deck, cards)[0] for cards in sets.cards.tolist()]
    return [UpCards(row, ways) for row, ways in zip(rows, sets.ways.tolist(), strict=True)]


@lru_cache(4)
def binomial_table(cards: int) -> Ints:
    """Return what each card adds to the number of a set, by its position in the set."""
    return np.array(
        [[comb(c, i) for c in range(max(cards, 1))] for i in _BINOMIAL_ORDERS], np.int64
    )


@lru_cache(4)
def places_by_number(
    deck: tuple[Card, ...], counts: tuple[int, ...], count: int, order: Order, ranked_on: Deck
) -> DealerPlaces:
    """Return the place of every set of ``count`` cards, by the number of the set."""
    places = np.empty(comb(len(deck), count), np.int16)
    if count > order.size:
        smaller = places_by_number(deck, counts, count - 1, order, ranked_on)
        kernels.fill_best(len(deck), count, binomial_table(len(deck)), smaller, places)
        return places
    sets, cards = card_sets(deck, count).cards, np.array(deck)
    strengths = set_strengths(deck, count, order, ranked_on)
    # Strengths of smaller sets map to places among the strengths of whole hands.
    place = np.searchsorted(possible_strengths(deck, counts, order, ranked_on), strengths)
    number, flush = rank_numbers(sets), are_suited(sets)
    unsuited, suited = np.zeros((2, RANK_DIGITS**count), np.int16)
    unsuited[number[~flush]], suited[number[flush]] = place[~flush], place[flush]
    suits = np.array([suit(c) for c in deck], np.int64)
    kernels.fill_places(
        RANK_OR_JOKER[cards], suits, RANK_DIGITS - 1, count, unsuited, suited, places
    )
    return places


def hand_places(shape: DealerDuelGame, deck: tuple[Card, ...], count: int) -> DealerPlaces:
    """Return the places of the player's or the dealer's hands."""
    counts = tuple(sorted({shape.own, shape.cards}))
    with _FILL_LOCK:  # one thread fills the table; the others wait for it
        return places_by_number(deck, counts, count, shape.order, shape.rules.deck)


def player_hands(shape: DealerDuelGame, deck: tuple[Card, ...], upcards: UpCards) -> PlayerHands:
    """Return the player's hands beside some upcards, one of each equivalence class."""
    rest = remaining_indexes(len(deck), upcards.cards)
    cards = [deck[c] for c in rest]
    columns = [len(SUITS) if c == JOKER else suit(c) for c in deck]
    weights = [1 << _COUNT_BITS * int(RANK_OR_JOKER[c]) for c in deck]
    upcard_counts = np.zeros(len(SUITS) + 1, np.int64)
    for c in upcards.cards:
        upcard_counts[columns[c]] += weights[c]
    suits = sorted({*columns} - {len(SUITS)}, key=lambda column: int(upcard_counts[column]))
    first_copies = np.searchsorted(cards, cards)
    max_hands = comb(len(rest), shape.own)  # memory that is never written costs nothing
    hand_cards = np.empty((max_hands, shape.own), np.uint8)
    place, ways = np.empty(max_hands, np.int16), np.empty(max_hands, np.int64)
    number = kernels.fill_hands(
        rest, np.array(columns)[rest], np.array(weights)[rest],
        first_copies, np.searchsorted(cards, cards, side="right") - first_copies,
        np.array(suits, np.int64), upcard_counts, shape.own,
        binomial_table(len(deck)), hand_places(shape, deck, shape.own), hand_cards, place, ways,
    )  # fmt: skip
    by_place = np.argsort(place[:number], kind="stable")
    return PlayerHands(hand_cards[by_place], place[by_place].astype(np.int64), ways[by_place])


def remaining_indexes(cards: int, dead_cards: Ints) -> Ints:
    """Return the indexes of a deck without the dead cards."""
    return np.delete(np.arange(cards), dead_cards)


class DealerCounts(NamedTuple):
    """By player's hand: counts of the dealer's hands."""

    lower: NDArray[np.int32]
    """How many are lower, where that matters."""
    not_higher: NDArray[np.int32]
    under: NDArray[np.int32]
    """By cut: how many are below it."""
    total: int
    """How many there are in all."""


def count_dealer_hands(
    shape: DealerDuelGame,
    deck: tuple[Card, ...],
    table: DuelTable,
    upcards: UpCards,
    player_hands: PlayerHands,
) -> DealerCounts:
    """Count the dealer's hands beside some upcards."""
    rest, hidden_cards = remaining_indexes(len(deck), upcards.cards), shape.cards - shape.up
    number = comb(len(rest), hidden_cards)
    sets, place = np.empty((number, hidden_cards), np.uint8), np.empty(number, np.int16)
    places_of_sets = hand_places(shape, deck, shape.cards)
    kernels.fill_rests(
        rest, upcards.cards, hidden_cards, binomial_table(len(deck)), places_of_sets, sets, place
    )
    order, edges = np.argsort(place, kind="stable"), np.arange(table.place_count + 1)
    sizes = [comb(len(rest), size) for size in range(min(hidden_cards, shape.own) + 1)]
    begins = np.cumsum([0, *sizes[:-1]])
    hands = len(player_hands.cards)
    lower, not_higher = np.zeros(hands, np.int32), np.zeros(hands, np.int32)
    under = np.zeros((len(table.cuts), hands), np.int32)
    kernels.count_by_place(
        sets[order],
        np.searchsorted(place[order], edges),
        player_hands.cards,
        np.searchsorted(player_hands.places, edges),
        table.needs_comparison,
        table.cuts,
        binomial_table(len(rest)),
        _SUBSET_HIGHEST,
        _SUBSET_SIZES,
        begins,
        np.zeros(sum(sizes), np.int32),
        lower,
        not_higher,
        under,
    )
    return DealerCounts(lower, not_higher, under, comb(len(rest) - shape.own, hidden_cards))


class BestDecisions(NamedTuple):
    """The best decision of each of the player's hands."""

    values: Ints
    """By decision and hand: the total net result, times the scale of the odds.

    A forbidden decision counts as the loss of one wager more than a fold.
    """
    cells: Ints
    """By decision, player's place and cell: how many deals take it and end there."""


def play_best_decisions(
    shape: DealerDuelGame,
    table: DuelTable,
    upcards: UpCards,
    player_hands: PlayerHands,
    dealer_counts: DealerCounts,
) -> BestDecisions:
    """Play every hand; a tie between decisions goes to the lower stake.

    Bounds: the total of one hand is checked against 2⁶² when the odds are compiled, and there are
    fewer than 2⁶³ deals in all.
    """
    stakes_by_decision = list(shape.decisions.values())
    no_odds = np.zeros_like(table.odds[0])
    odds = np.array(
        [no_odds if stakes is None else table.payouts(stakes) for stakes in stakes_by_decision]
    )
    stakes = [shape.staking.decision_stakes(0)[name] for name in shape.decisions]
    order = np.argsort(stakes, kind="stable")
    values = np.empty((len(stakes_by_decision), len(player_hands.places)), np.int64)
    cells = np.zeros((len(stakes_by_decision), *no_odds.shape), np.int64)
    kernels.play_hands(
        player_hands.places,
        player_hands.ways * upcards.ways,
        table.needs_comparison,
        table.cuts,
        *dealer_counts,
        odds,
        np.array([stakes is None for stakes in stakes_by_decision]),
        table.is_allowed,
        order,
        -shape.staked * dealer_counts.total * table.scale,
        -(shape.staked + 1) * dealer_counts.total * table.scale,
        values,
        cells,
    )
    return BestDecisions(values, cells)


def best_decisions(
    shape: DealerDuelGame, deck: tuple[Card, ...], table: DuelTable, upcards: UpCards
) -> BestDecisions:
    """Play every hand beside some upcards."""
    hands = player_hands(shape, deck, upcards)
    return play_best_decisions(
        shape, table, upcards, hands, count_dealer_hands(shape, deck, table, upcards, hands)
    )


def deck_indexes(deck: Sequence[Card], *groups: Sequence[Card]) -> list[Ints]:
    """Return groups of cards as ascending deck indexes; no index is used twice."""
    copies_used = Counter[Card]()
    index_groups = []
    for group in groups:
        indexes = []
        for c in group:
            indexes.append(bisect_left(deck, c) + copies_used[c])
            copies_used[c] += 1
        index_groups.append(np.array(sorted(indexes), np.int64))
    return index_groups


DUEL_METHOD = "a hand against the dealer's"


def solve_duel(
    shape: DealerDuelGame, deck: Sequence[Card] = DECK, progress: Progress = no_progress
) -> MainGame:
    """Solve the whole game under optimal play."""
    clock, cards = Stopwatch(), tuple(sorted(deck))
    table = duel_table(shape, cards)
    cells = _count_cells(shape, cards, table, progress)
    starts = _starting_hand_results(shape, cards, table) if shape.own == 2 and not shape.up else {}
    return main_game_from_counts(
        duel_results(shape, table, cells),
        starts,
        required=len(shape.rules.edge_of),
        method=DUEL_METHOD,
        seconds=clock.seconds(),
    )


def _count_cells(
    shape: DealerDuelGame, deck: tuple[Card, ...], table: DuelTable, progress: Progress
) -> Ints:
    """Return, by decision, player's place and cell, how many deals take it and end there."""

    def play(up: UpCards) -> Ints:
        return best_decisions(shape, deck, table, up).cells

    parts = run_in_threads(
        "comparing with every hand of the dealer", play, upcard_sets(shape, deck), progress
    )
    return sum(parts[1:], parts[0])


def count_duel_levels(
    shape: DealerDuelGame,
    level_of: Callable[[int], int],
    deck: Sequence[Card] = DECK,
    progress: Progress = no_progress,
) -> Counter[int | None]:
    """Count all deals by the level of the player's hand; those that are folded count as None."""
    cards = tuple(sorted(deck))
    table = duel_table(shape, cards)
    levels = [level_of(strength) for strength in table.strengths]
    result = Counter[int | None]()
    for stakes, cells in zip(
        shape.decisions.values(), _count_cells(shape, cards, table, progress), strict=True
    ):
        deals_by_place = cells.reshape(table.place_count, -1).sum(axis=1).tolist()
        for level, deals in zip(levels, deals_by_place, strict=True):
            result[None if stakes is None else level] += deals
    return +result


def duel_results(shape: DealerDuelGame, table: DuelTable, cells: Ints) -> ResultCounts:
    """Count deals by stakes and net result."""
    results = ResultCounts()
    for index, stakes in enumerate(shape.decisions.values()):
        if stakes is None:
            if folds := int(cells[index].sum()):
                results[shape.staked, -shape.staked] += folds
            continue
        nets, kind = np.unique(table.payouts(stakes), return_inverse=True)
        deals = np.zeros(len(nets), np.int64)
        np.add.at(deals, kind.reshape(-1), cells[index].reshape(-1))
        for net, n in zip(nets.tolist(), deals.tolist(), strict=True):
            if n:
                exact = Fraction(net, table.scale)
                results[sum(stakes), int(exact) if exact.denominator == 1 else exact] += n
    return results


def _starting_hand_results(
    shape: DealerDuelGame, deck: tuple[Card, ...], table: DuelTable
) -> dict[str, StartingHandResult]:
    """Return the results of two-card starting hands, highest first."""
    (up,) = upcard_sets(shape, deck)
    hands = player_hands(shape, deck, up)
    values = best_decisions(shape, deck, table, up).values
    names, stakes = list(shape.decisions), shape.staking.decision_stakes(0)
    deals = comb(len(deck) - shape.own, shape.cards) * table.scale
    rows = {
        representative_hand(deck, [deck[c] for c in cards]): row
        for row, cards in enumerate(hands.cards.tolist())
    }
    results = {}
    for start in starting_hands(deck):
        row = rows[start.cards]
        decision_values = {
            name: Fraction(int(values[i, row]), deals)
            for i, name in enumerate(names)
            if table.is_allowed[i, hands.places[row]]
        }
        best = max(decision_values, key=lambda name: (decision_values[name], -stakes[name]))
        results[start.name] = StartingHandResult(
            start.ways,
            decision_values,
            best,
            Fraction(int(shape.decisions[best] is None)),
        )
    return results


_table_cache: dict[tuple[str, tuple[Card, ...]], DuelTable] = {}
_MAX_CACHED_TABLES = 4


def cached_table(shape: DealerDuelGame, deck: tuple[Card, ...]) -> DuelTable:
    """Return the odds of a game, computed once."""
    key = shape.rules.hash, deck
    if key not in _table_cache:
        if len(_table_cache) >= _MAX_CACHED_TABLES:
            _table_cache.clear()
        _table_cache[key] = duel_table(shape, deck)
    return _table_cache[key]


def advise_duel(
    shape: DealerDuelGame,
    hole: Sequence[Card],
    upcards: Sequence[Card],
    deck: Sequence[Card] = DECK,
    dead: Sequence[Card] = (),
) -> dict[str, Fraction]:
    """Return the value of every decision that this hand may take, given the upcards.

    The dead cards are known to be elsewhere.
    """
    cards = tuple(sorted(deck))
    table = cached_table(shape, cards)
    own, place = tally_dealer_places(shape, cards, table, hole, upcards, dead)
    deals = int(place.sum())
    decision_values = {}
    for number, (name, stakes) in enumerate(shape.decisions.items()):
        if not table.is_allowed[number, own]:
            continue
        if stakes is None:
            decision_values[name] = Fraction(-shape.staked)
        else:
            decision_values[name] = Fraction(
                int(place @ _payout_by_place(table, table.payouts(stakes)[own], own)),
                deals * table.scale,
            )
    return decision_values


def tally_dealer_places(
    shape: DealerDuelGame,
    deck: tuple[Card, ...],
    table: DuelTable,
    hole: Sequence[Card],
    upcards: Sequence[Card],
    dead: Sequence[Card] = (),
) -> tuple[int, Ints]:
    """Return the place of the player's hand, and how often the dealer ends at each place."""
    binomial = binomial_table(len(deck))
    hole_indexes, upcard_indexes, dead_indexes = deck_indexes(deck, hole, upcards, dead)
    number = sum(int(binomial[i + 1, c]) for i, c in enumerate(hole_indexes.tolist()))
    absent_indexes = np.concatenate([hole_indexes, upcard_indexes, dead_indexes])
    rest = np.delete(np.arange(len(deck)), absent_indexes)
    counts = np.zeros(table.place_count, np.int64)
    places_of_sets = hand_places(shape, deck, shape.cards)
    kernels.tally_places(
        rest, upcard_indexes, shape.cards - len(upcards), binomial, places_of_sets, counts
    )
    return int(hand_places(shape, deck, shape.own)[number]), counts


def _payout_by_place(table: DuelTable, payouts: Ints, own: int) -> Ints:
    """Return the payout of a hand against each place of the dealer."""
    place = np.arange(table.place_count)
    cell = np.searchsorted(table.cuts, place, side="right")
    comparison = np.where(place < own, LOWER, np.where(place == own, EQUAL, HIGHER))
    return np.asarray(payouts[cell, comparison if table.needs_comparison[own] else HIGHER])


MAX_TARGET_HANDS: Final = 2 * 10**7
"""The most player's hands beside upcards whose counts fit into memory."""

CountedUpCards = tuple[UpCards, PlayerHands, DealerCounts]


class DuelTargetSolver(NamedTuple):
    """A duel whose odds are linear in the varied lines."""

    shape: DealerDuelGame
    table: DuelTable
    parts: list[CountedUpCards]
    odds: LinearOdds

    def __call__(self, point: OddsPoint) -> SolvedPaytable:
        """Solve the game with these odds."""
        shape, table = self.shape, self.table._replace(odds=self.odds.odds_at(point))

        def play(part: CountedUpCards) -> Ints:
            return play_best_decisions(shape, table, *part).cells

        cells_by_upcards = run_in_threads("", play, self.parts)
        cells = sum(cells_by_upcards[1:], cells_by_upcards[0])
        net, slopes = 0, [0] * len(self.odds.slopes)
        for stakes, deals in zip(shape.decisions.values(), cells, strict=True):
            if stakes is None:
                net -= shape.staked * table.scale * int(deals.sum())
                continue
            # Sums over all deals may exceed 64 bits.
            net += _dot(table.payouts(stakes), deals)
            for i, slope in enumerate(self.odds.slopes):
                slopes[i] += _dot(np.tensordot(np.array(stakes), slope, 1), deals)
        whole_slopes = tuple(slope // table.scale for slope in slopes)
        return SolvedPaytable(Fraction(net, table.scale), whole_slopes, whole_slopes)


def _dot(factors: Ints, counts: Ints) -> int:
    """Return the sum of products as a Python integer."""
    values, index = np.unique(factors, return_inverse=True)
    sums = np.zeros(len(values), np.int64)
    np.add.at(sums, index.reshape(-1), counts.reshape(-1))
    return sum(a * b for a, b in zip(values.tolist(), sums.tolist(), strict=True))


def duel_target_solver(
    shape: DealerDuelGame,
    variable_lines: Sequence[VariableLine],
    deck: Sequence[Card] = DECK,
    progress: Progress = no_progress,
) -> DuelTargetSolver | None:
    """Return the solver of a game, or None if its odds are not linear."""
    marked_shape = shape._replace(staking=Staking(shape.rules, wager_marks(variable_lines)))
    cards = tuple(sorted(deck))
    if comb(len(cards), shape.own) * comb(len(cards) - shape.own, shape.up) // 6 > MAX_TARGET_HANDS:
        return None
    strengths = duel_strengths(marked_shape, cards)
    cuts = payout_cuts(marked_shape, strengths, shape.dealer)
    filed_rows = odds_rows(marked_shape, strengths, cuts, marked_shape.staking.evaluators)
    scale = int(np.lcm.reduce([x.denominator for row in filed_rows for cell in row for x in cell]))

    def odds_with_changes(changes: Sequence[PayChange]) -> Ints:
        rules = apply_pay_changes(marked_shape.rules, changes)
        changed_shape, evaluate = marked_shape._replace(rules=rules), compile_evaluators(rules)
        if not np.array_equal(payout_cuts(changed_shape, strengths, shape.dealer), cuts):
            raise _MovedCuts
        rows = odds_rows(
            changed_shape, strengths, cuts, [evaluate[key] for key in marked_shape.staking.wagers]
        )
        return whole_odds_array(rows, cuts, scale)

    try:
        odds = fit_linear_odds(variable_lines, odds_with_changes, scale)
    except _MovedCuts:
        return None
    if odds is None:
        return None
    highest_odds = max(
        int(abs(odds.filed).max()), *(line.values[-1] * scale for line in variable_lines)
    )
    check_duel_odds(marked_shape, cards, highest_odds, scale)
    always_compare = np.ones(len(strengths), bool)
    is_allowed = allowed_of(marked_shape, strengths)
    table = DuelTable(strengths, cuts, odds.filed, scale, always_compare, is_allowed)

    def count(up: UpCards) -> CountedUpCards:
        hands = player_hands(marked_shape, cards, up)
        return up, hands, count_dealer_hands(marked_shape, cards, table, up, hands)

    parts = run_in_threads(
        "counting the dealer's hands", count, upcard_sets(marked_shape, cards), progress
    )
    return DuelTargetSolver(marked_shape, table, parts, odds)


class _MovedCuts(Exception):
    """Raised when a change of odds moves the cuts of the dealer's hand."""
