"""Strengths of many hands at once, and what deals pay, from settlement's evaluators."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, lcm
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from pitboss.cards import JOKER, RANKS, SUITS, Card, Deck, card, rank
from pitboss.games.card_names import HOLE
from pitboss.games.game_parts import BestOf, HandOf
from pitboss.games.payoffs import Evaluator, Payoff
from pitboss.hands import Order, ranking
from pitboss.lab.game_structure import main_hands
from pitboss.lab.generic.plan import Array, DealPlan
from pitboss.lab.hand_tables import Ints
from pitboss.lab.staking import Staking
from pitboss.submission.evaluators import Hands, hand_rankings
from pitboss.submission.rules import Rules, positions

StateArray = NDArray[np.int32]
NO_STRENGTH = -1
"""The strength of too few cards."""


class StrengthTable(NamedTuple):
    """The states of a growing hand, and the strength of its best cards in each state."""

    width: int
    """The number of entries of ``after`` per state.

    There is one for each rank of the deck, one for a wild card, and a last one for a card of
    another suit, which changes nothing.
    """
    after: StateArray
    """The state after a card, by state and rank."""
    mixed: StateArray
    """The strength of cards that are not all of one suit."""
    suited: StateArray | None
    """The strength of cards of one suit; None where suits make no difference."""


@lru_cache(16)
def strength_table(count: int, order: Order, deck: Deck) -> StrengthTable:
    """Return the table of hands of ``count`` cards of a deck."""
    width = len(deck.ranks) + 2
    each = len(deck.suits) * deck.decks
    wild = len(deck.wild) * each + deck.jokers * deck.decks
    copies = np.array([0 if rank in deck.wild else each for rank in deck.ranks] + [wild])
    # A multiset is one number with a digit for each rank.
    digits = (count + 1) ** np.arange(width - 1, dtype=np.int64)
    levels = [np.zeros(1, np.int64)]
    for _ in range(count):
        rank_counts = levels[-1][:, None] // digits % (count + 1)
        levels.append(np.unique((levels[-1][:, None] + digits)[rank_counts < copies]))
    starts = np.cumsum([0, *map(len, levels)])
    after = np.zeros((starts[-1], width), np.int32)
    after[:, -1] = np.arange(starts[-1])
    strengths = [np.full(starts[-1], NO_STRENGTH, np.int32) for _ in range(2)]
    for size, keys in enumerate(levels):
        own = np.arange(starts[size], starts[size + 1])
        rank_counts = keys[:, None] // digits % (count + 1)
        if size == order.size:
            mixed_strengths, suited = zip(
                *(_base(row, order, deck) for row in rank_counts.tolist()), strict=True
            )
            strengths[0][own], strengths[1][own] = mixed_strengths, suited
        if size == count:
            break
        row, rank = np.nonzero(rank_counts < copies)
        next_states = starts[size + 1] + np.searchsorted(levels[size + 1], keys[row] + digits[rank])
        after[own[row], rank] = next_states
        if size >= order.size:
            # The strength of more cards is the best of all sets that lack one of them.
            for strength in strengths:
                np.maximum.at(strength, next_states, strength[own[row]])
    mixed_array, suited_array = strengths
    base = slice(starts[order.size], starts[order.size + 1])
    suits_matter = bool((suited_array[base] > mixed_array[base]).any())
    return StrengthTable(width, after.ravel(), mixed_array, suited_array if suits_matter else None)


def _base(cards_by_class: list[int], order: Order, deck: Deck) -> tuple[int, int]:
    """Return the strength of a hand in which every card counts: mixed, and of one suit."""
    *by_rank, wild_cards = cards_by_class
    strength = ranking(order.size, order=order, deck=deck).strength
    first, *others = (SUITS.index(suit) for suit in deck.suits)
    ranks = [rank for rank, count in zip(deck.ranks, by_rank, strict=True) for _ in range(count)]
    wild = [JOKER] * wild_cards
    suited = NO_STRENGTH
    if max(by_rank, default=0) <= deck.decks:
        suited = strength([*_cards(ranks, first), *wild])
    if len(ranks) > 1 and others:
        mixed_strength = strength([*_cards(ranks[:1], first), *_cards(ranks[1:], others[0]), *wild])
        return mixed_strength, suited
    # Such cards always count as one suit.
    return suited, suited


def _cards(ranks: list[str], suit: int) -> list[Card]:
    return [card(rank + SUITS[suit]) for rank in ranks]


def symbols_of(cards: list[Card], deck: Deck) -> StateArray:
    """Return the rank of each card as `StrengthTable` numbers it."""
    wild = len(deck.ranks)
    ranks = [wild if c in deck.wild_cards else deck.ranks.index(RANKS[rank(c)]) for c in cards]
    return np.array(ranks, np.int32)


MAX_DENSE_CASES: Final = 2**22
"""Up to this size case numbers have a table; beyond it, a dictionary."""
MAX_CASE_NUMBER: Final = 2**62


class HandPlaces(NamedTuple):
    """The strengths of all hands of a game as places, which compare the same."""

    strengths: Ints
    """All strengths, weakest first."""
    tables: dict[str, StrengthTable]
    """By hand of cards: places instead of strengths."""


def hand_places(rules: Rules) -> HandPlaces:
    """Return the places of every hand that is made of cards."""
    tables = {
        hand.name: strength_table(len(hand.positions), hand.order, rules.deck)
        for hand in main_hands(rules)
        if isinstance(hand, HandOf)
    }
    strength_arrays = [
        x for table in tables.values() for x in (table.mixed, table.suited) if x is not None
    ]
    strengths = np.unique(np.concatenate([np.zeros(0, np.int64), *strength_arrays]))
    strengths = strengths[strengths != NO_STRENGTH]
    return HandPlaces(
        strengths, {name: _places_table(table, strengths) for name, table in tables.items()}
    )


def _places_table(table: StrengthTable, every: Ints) -> StrengthTable:
    def place(strengths: Array) -> Array:
        at = np.searchsorted(every, strengths).astype(np.int32)
        return np.where(strengths == NO_STRENGTH, np.int32(NO_STRENGTH), at)

    suited = None if table.suited is None else place(table.suited)
    return table._replace(mixed=place(table.mixed), suited=suited)


class WagerGroup(NamedTuple):
    """Payoffs that depend on the same hands and cards."""

    ways: list[int]
    hands: list[str]
    viewed_classes: list[int]
    """The classes of cards that are evaluated as such."""
    pairs: list[tuple[str, str]]
    """The hands that may be compared."""
    payoffs: list[Payoff]


class CaseNumbering:
    """Case numbers of deals for some payoffs, and the odds of each case."""

    def __init__(
        self, plan: DealPlan, wagers: WagerGroup, places: HandPlaces, payouts: "Payouts"
    ) -> None:
        self.wagers: Final = wagers
        self._payouts, self._places = payouts, places
        self._cells: dict[str, Array] = {}
        self._steps: dict[str | tuple[str, str], int] = {}
        step = 1
        ranks = hand_rankings(plan.rules)
        strengths = places.strengths
        for name in wagers.hands:
            order = ranks[name].order
            own_strengths = possible_strengths(plan.rules, name)
            cuts = frozenset[int]().union(
                *(pays.cuts(name, own_strengths, order) for pays in wagers.payoffs)
            )
            cut_places = np.unique(np.searchsorted(strengths, sorted(cuts)))
            cells = np.searchsorted(cut_places, np.arange(len(strengths)), side="right")
            kinds, cells = np.unique(cells, return_inverse=True)
            self._cells[name], self._steps[name] = cells, step
            step *= len(kinds)
        for pair in wagers.pairs:
            self._steps[pair] = step
            step *= 3
        self._cards, self._first_card = len(plan.cards), step
        step *= self._cards ** sum(
            len(plan.positions[viewed_class]) for viewed_class in wagers.viewed_classes
        )
        self._size = step
        dtype = np.int32 if step < 2**31 else np.int64
        # Cell numbers times their steps; too many for 64 bits are left to `_cases_by_parts`.
        self._cells_by_step = {
            name: (cells * self._steps[name]).astype(dtype)
            for name, cells in self._cells.items()
            if step < MAX_CASE_NUMBER
        }
        self._dtype = dtype
        self._dense = np.full(step, -1, np.int32) if step <= MAX_DENSE_CASES else None
        self._sparse: dict[int, int] = {}
        self.odds: list[tuple[int, ...]] = []
        """The odds of the payoffs in each case, scaled to integers."""
        self._case: dict[tuple[int, ...], int] = {}

    def cases(
        self, places: Mapping[str, Array], visible_cards: Mapping[int, Array], rows: int
    ) -> Array:
        """Return the case of each row, an index into `odds`."""
        if self._size >= MAX_CASE_NUMBER:
            return self._cases_by_parts(places, visible_cards, rows)
        number: Array = np.zeros(rows, self._dtype)
        for name, cell_steps in self._cells_by_step.items():
            number += cell_steps[places[name]]
        for hand, other_hand in self.wagers.pairs:
            comparison = (places[hand] > places[other_hand]).astype(np.int8)
            comparison -= places[hand] < places[other_hand]
            number += (comparison + np.int8(1)).astype(self._dtype) * self._steps[hand, other_hand]
        step = self._first_card
        for card_class in self.wagers.viewed_classes:
            for column in visible_cards[card_class].T:
                number += column.astype(self._dtype) * self._dtype(step)
                step *= self._cards
        if self._dense is None:
            return self._sparse_cases(number, places, visible_cards)
        case_of_row: Array = self._dense[number]
        if (is_new := case_of_row < 0).any():
            new_rows = np.flatnonzero(is_new)
            for case_number, first_row in zip(*_first_occurrences(number[new_rows]), strict=True):
                self._dense[case_number] = self._evaluate_row(
                    int(new_rows[first_row]), places, visible_cards
                )
            case_of_row = self._dense[number]
        return case_of_row

    def _sparse_cases(
        self, number: Array, places: Mapping[str, Array], visible_cards: Mapping[int, Array]
    ) -> Array:
        """Return the case of each row, where numbers are too many for a table."""
        distinct, first, index = np.unique(number, return_index=True, return_inverse=True)
        for case_number, row in zip(distinct.tolist(), first.tolist(), strict=True):
            if case_number not in self._sparse:
                self._sparse[case_number] = self._evaluate_row(row, places, visible_cards)
        cases: Array = np.array(
            [self._sparse[case_number] for case_number in distinct.tolist()], np.int32
        )
        return np.asarray(cases[index])

    def _cases_by_parts(
        self, places: Mapping[str, Array], visible_cards: Mapping[int, Array], rows: int
    ) -> Array:
        """Return the case of each row, where numbers would not fit into 64 bits."""
        parts = [self._cells[name][places[name]] for name in self.wagers.hands]
        parts += [
            np.sign(places[hand] - places[other_hand]) for hand, other_hand in self.wagers.pairs
        ]
        parts += [
            column
            for viewed_class in self.wagers.viewed_classes
            for column in visible_cards[viewed_class].T
        ]
        row_class = np.zeros(rows, np.int64)
        for part in parts:
            _, part_number = np.unique(part, return_inverse=True)
            class_part = row_class * (int(part_number.max()) + 1) + part_number
            _, row_class = np.unique(class_part, return_inverse=True)
        _, first = np.unique(row_class, return_index=True)
        cases_found = [self._evaluate_row(row, places, visible_cards) for row in first.tolist()]
        return np.array(cases_found, np.int32)[row_class]

    def _evaluate_row(
        self, row: int, places: Mapping[str, Array], visible_cards: Mapping[int, Array]
    ) -> int:
        """Return the case of one row, by settlement's evaluators."""
        strengths = {
            name: int(self._places.strengths[places[name][row]]) for name in self.wagers.hands
        }
        cards = {
            viewed_class: visible_cards[viewed_class][row].tolist()
            for viewed_class in self.wagers.viewed_classes
        }
        odds = self._payouts.evaluate(self.wagers.ways, strengths, cards)
        with self._payouts.lock:
            if odds not in self._case:
                self._case[odds] = len(self.odds)
                self.odds.append(odds)
            return self._case[odds]


def _first_occurrences(numbers: Array) -> tuple[list[int], list[int]]:
    distinct, first = np.unique(numbers, return_index=True)
    return distinct.tolist(), first.tolist()


def possible_strengths(rules: Rules, name: str) -> list[int]:
    """Return all strengths that a hand of a deck can have, weakest first."""
    hand = next(hand for hand in rules.hands if hand.name == name)
    if isinstance(hand, BestOf):
        return sorted({x for part in hand.hands for x in possible_strengths(rules, part)})
    table = strength_table(len(hand.positions), hand.order, rules.deck)
    strengths = np.unique(np.concatenate([x for x in (table.mixed, table.suited) if x is not None]))
    return [int(strength) for strength in strengths if strength != NO_STRENGTH]


class Payouts:
    """The payouts of one game's wagers on many deals."""

    def __init__(self, plan: DealPlan, staking: Staking) -> None:
        self.plan: Final = plan
        self.lock: Final = Lock()
        rules = plan.rules
        self._evaluators: Sequence[Evaluator] = staking.evaluators
        self.places: Final = hand_places(rules)
        self._best = [hand for hand in main_hands(rules) if isinstance(hand, BestOf)]
        self._size = sum(place.cards for place in rules.places) + len(rules.hole)
        by_key = {wager.key: wager.pays for wager in rules.required + rules.raises}
        payoffs = [by_key[key] for key in staking.wagers]
        self.scale: Final = lcm(
            *(denominator for pays in payoffs for denominator in _denominators(pays))
        )
        """The factor that makes all odds whole."""
        self.top: Final = [max(1, ceil(pays.top_odds)) * self.scale for pays in payoffs]
        """The most that each payoff wins or loses, scaled."""
        self.numberings: Final = [
            CaseNumbering(plan, wagers, self.places, self)
            for wagers in _group_wagers(
                [_wager_dependencies(plan, pays, by_key) for pays in payoffs]
            )
        ]

    @property
    def viewed_classes(self) -> set[int]:
        """The classes of cards that some payoff evaluates as such."""
        return {
            viewed_class
            for numbering in self.numberings
            for viewed_class in numbering.wagers.viewed_classes
        }

    def cases(
        self, places: Mapping[str, Array], visible_cards: Mapping[int, Array], rows: int
    ) -> list[Array]:
        """Return the case of each row in every numbering."""
        places_by_hand = dict(places)
        for hand in self._best:
            parts = [places_by_hand[name] for name in hand.hands]
            best = parts[0]
            for part in parts[1:]:
                best = np.maximum(best, part)
            places_by_hand[hand.name] = best
        return [
            numbering.cases(places_by_hand, visible_cards, rows) for numbering in self.numberings
        ]

    def odds(self, cases: Sequence[int]) -> tuple[int, ...]:
        """Return the odds of each payoff in these cases, scaled."""
        odds = [0] * len(self._evaluators)
        for numbering, case in zip(self.numberings, cases, strict=True):
            for way, scaled_odds in zip(numbering.wagers.ways, numbering.odds[case], strict=True):
                odds[way] = scaled_odds
        return tuple(odds)

    def evaluate(
        self,
        ways: Sequence[int],
        strengths: Mapping[str, int],
        visible_cards: Mapping[int, list[int]],
    ) -> tuple[int, ...]:
        """Return the odds of some payoffs by settlement's evaluators, scaled."""
        cards = [Card(0)] * self._size
        for card_class, card_numbers in visible_cards.items():
            for position, number in zip(self.plan.positions[card_class], card_numbers, strict=True):
                cards[position] = self.plan.cards[number]
        hands = Hands({}, tuple(cards))
        hands.update(strengths)
        scaled_totals = [self._evaluators[way](hands).total * self.scale for way in ways]
        integers = [int(odds) for odds in scaled_totals]
        if integers != scaled_totals or any(
            abs(x) > self.top[w] for w, x in zip(ways, integers, strict=True)
        ):
            raise ArithmeticError(f"{self.plan.rules.game} pays odds that are not in its payoffs")
        return tuple(integers)


def _denominators(value: object) -> set[int]:
    """Return the denominators of all odds in a payoff."""
    match value:
        case Fraction():
            return {value.denominator}
        case Struct():
            return _denominators(astuple(value))
        case dict():
            return _denominators(tuple(value.values()))
        case tuple() | list() | frozenset():
            return {1}.union(*map(_denominators, value))
        case _:
            return {1}


def _wager_dependencies(plan: DealPlan, pays: Payoff, by_key: Mapping[str, Payoff]) -> WagerGroup:
    """Return what a payoff depends on, including the wagers that it needs."""
    payoffs, pending = [pays], [pays]
    while pending:
        for key in pending.pop().needs:
            if by_key[key] not in payoffs:
                payoffs.append(by_key[key])
                pending.append(by_key[key])
    positions_by_place = positions(plan.rules.places, plan.rules.hole)
    hands = sorted({name for payoff in payoffs for name in payoff.reads})
    viewed_positions = {
        position
        for payoff in payoffs
        for name in payoff.sees
        for position in (positions_by_place[HOLE][:2] if name == HOLE else positions_by_place[name])
    }
    sees = [
        number
        for number, class_positions in enumerate(plan.positions)
        if viewed_positions.intersection(class_positions)
    ]
    pairs = sorted({pair for payoff in payoffs for pair in combinations(sorted(payoff.reads), 2)})
    return WagerGroup([], hands, sees, pairs, payoffs)


def _group_wagers(ways: Sequence[WagerGroup]) -> list[WagerGroup]:
    """Group the payoffs that depend on the same hands and cards."""
    groups: dict[tuple[tuple[str, ...], tuple[int, ...]], WagerGroup] = {}
    for way, dependencies in enumerate(ways):
        key = tuple(dependencies.hands), tuple(dependencies.viewed_classes)
        group = groups.setdefault(key, dependencies._replace(pairs=[], payoffs=[]))
        group.ways.append(way)
        group.pairs.extend(pair for pair in dependencies.pairs if pair not in group.pairs)
        group.payoffs.extend(pays for pays in dependencies.payoffs if pays not in group.payoffs)
    return list(groups.values())
