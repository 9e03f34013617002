"""Endings of deals after the last decision: the last cards are dealt in all ways, and paid.

Cards are added one at a time to many rows at once. A hand keeps its states until its last card,
and from then on only its place among all strengths.
"""

from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import JOKER, suit
from pitboss.lab.generic.payouts import NO_STRENGTH, Payouts, StrengthTable, symbols_of
from pitboss.lab.generic.plan import (
    Array,
    CardGroup,
    DealPlan,
    cards_after,
    next_card,
    weight_after_card,
)
from pitboss.lab.hand_tables import Ints

MAX_ROWS: Final = 400_000
"""The approximate number of rows that are dealt at once."""
MAX_EXACT_FLOAT: Final = 2**53
"""Below this number, floats count exactly."""


class Endings(NamedTuple):
    """How many deals of each node have each ending, in ascending order of nodes."""

    node: Ints
    ending: Ints
    """An index into `EndingCounter.odds`."""
    deals: Ints


class _HandStates(NamedTuple):
    """The states of a hand that still receives cards."""

    every: Array
    suits: list[Array]
    """By suit; empty where suits make no difference."""


class _DealRows(NamedTuple):
    """Deals in progress."""

    node: Ints
    remaining: Array
    weight: Ints | None
    growing: dict[str, _HandStates]
    places: dict[str, Array]
    viewed_cards: dict[int, list[Array]]
    last: Array | None = None
    """The last card of the group that is being dealt."""
    same: Ints | None = None

    def slice_rows(self, low: int, high: int) -> "_DealRows":
        rows = slice(low, high)
        return _DealRows(
            self.node[rows],
            self.remaining[rows],
            None if self.weight is None else self.weight[rows],
            {
                name: _HandStates(x.every[rows], [state[rows] for state in x.suits])
                for name, x in self.growing.items()
            },
            {name: place[rows] for name, place in self.places.items()},
            {
                state: [column[rows] for column in columns]
                for state, columns in self.viewed_cards.items()
            },
            None if self.last is None else self.last[rows],
            None if self.same is None else self.same[rows],
        )


class EndingCounter:
    """Deals the last cards of a game, and counts what they pay."""

    def __init__(
        self, plan: DealPlan, payouts: Payouts, last: Sequence[CardGroup] | None = None
    ) -> None:
        """Prepare to deal the ``last`` groups; by default those after the last street."""
        self.plan, self._payouts = plan, payouts
        groups = plan.steps[-1] if last is None else last
        is_relevant = [
            any(reads[card_class] for reads in plan.readers.values())
            or card_class in payouts.viewed_classes
            for card_class in range(len(plan.positions))
        ]
        # Cards that no wager depends on are not dealt; they only multiply the count.
        relevant_groups = [group for group in groups if is_relevant[group.card_class]]
        self._order = [
            (group.card_class, number) for group in relevant_groups for number in range(group.size)
        ]
        irrelevant_sizes = [group.size for group in groups if not is_relevant[group.card_class]]
        remaining = (
            len(plan.deck)
            - sum(len(class_positions) for class_positions in plan.positions)
            + sum(irrelevant_sizes)
        )
        self._idle = prod(
            comb(remaining - sum(irrelevant_sizes[:i]), size)
            for i, size in enumerate(irrelevant_sizes)
        )
        self._symbols = symbols_of(plan.cards, plan.rules.deck)
        self._is_wild = np.array([c in plan.rules.deck.wild_cards for c in plan.cards])
        self._suit = np.array(
            [0 if c == JOKER else plan.suits.index(suit(c)) for c in plan.cards], np.int64
        )
        self._complete = {
            name: max(
                (i for i, (card_class, _) in enumerate(self._order) if reads[card_class]),
                default=-1,
            )
            for name, reads in plan.readers.items()
        }
        self._numbers: dict[tuple[int, ...], int] = {}
        self.odds: Final[list[tuple[int, ...]]] = []
        """The odds of each payoff in each ending, scaled to integers."""

    def endings(self, cards_by_class: Sequence[Array]) -> Endings:
        """Return the endings of deals that follow nodes with these cards, by class."""
        rows = self._begin(cards_by_class)
        parts = list(self._deal_rest(rows, 0))
        all_endings = Endings(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
        return all_endings._replace(deals=all_endings.deals * self._idle)

    def _begin(self, cards_by_class: Sequence[Array]) -> _DealRows:
        nodes = len(cards_by_class[0]) if cards_by_class else 1
        growing: dict[str, _HandStates] = {}
        places: dict[str, Array] = {}
        for name, reads in self.plan.readers.items():
            table = self._payouts.places.tables[name]
            zero = np.zeros(nodes, np.int32)
            states = _HandStates(
                zero, [zero] * len(self.plan.suits) if table.suited is not None else []
            )
            for item, columns in enumerate(cards_by_class):
                if reads[item]:
                    for column in columns.T:
                        states = self._add_card(states, table, column)
            if self._complete[name] < 0:
                places[name] = _complete_places(states, table)
            else:
                growing[name] = states
        visible_cards = {
            viewed_class: list(cards_by_class[viewed_class].T)
            if viewed_class < len(cards_by_class)
            else []
            for viewed_class in self._payouts.viewed_classes
        }
        weight = np.ones(nodes, np.int64) if self.plan.repeats else None
        remaining = self.plan.remaining(cards_by_class)
        return _DealRows(np.arange(nodes), remaining, weight, growing, places, visible_cards)

    def _add_card(self, states: _HandStates, table: StrengthTable, cards: Array) -> _HandStates:
        """Return the states after a card for each row."""
        symbols = self._symbols[cards]
        every = table.after[states.every * np.int32(table.width) + symbols]
        suits = []
        for number, state in enumerate(states.suits):
            counts = (self._suit[cards] == number) | self._is_wild[cards]
            symbol = np.where(counts, symbols, np.int32(table.width - 1))
            suits.append(table.after[state * np.int32(table.width) + symbol])
        return _HandStates(every, suits)

    def _deal_rest(self, rows: _DealRows, position: int) -> Iterator[Endings]:
        """Deal the remaining cards, in pieces that fit into memory."""
        if position == len(self._order):
            yield self._pay_rows(rows)
            return
        size = max(1, MAX_ROWS // len(self.plan.cards))
        for low in range(0, len(rows.node), size):
            part = rows.slice_rows(low, low + size) if size < len(rows.node) else rows
            yield from self._deal_rest(self._deal_card(part, position), position + 1)

    def _deal_card(self, rows: _DealRows, position: int) -> _DealRows:
        """Deal one more card to every row."""
        card_class, number = self._order[position]
        last = rows.last if number else None
        new = parent, cards = next_card(rows.remaining, last)
        weight, same = rows.weight, None
        if weight is not None:
            weight, same = weight_after_card(weight, rows.remaining, new, last, rows.same)
        growing: dict[str, _HandStates] = {}
        places = {name: place[parent] for name, place in rows.places.items()}
        for name, states in rows.growing.items():
            table = self._payouts.places.tables[name]
            if self._complete[name] == position:
                places[name] = self._completed_places(states, table, parent, cards)
                continue
            next_states = _HandStates(
                states.every[parent], [state[parent] for state in states.suits]
            )
            if self.plan.readers[name][card_class]:
                next_states = self._add_card(next_states, table, cards)
            growing[name] = next_states
        viewed_cards = {
            state: [x[parent] for x in columns] for state, columns in rows.viewed_cards.items()
        }
        if card_class in viewed_cards:
            viewed_cards[card_class].append(cards)
        ends = position + 1 == len(self._order)
        remaining = rows.remaining if ends else cards_after(rows.remaining, parent, cards)
        return _DealRows(
            rows.node[parent], remaining, weight, growing, places, viewed_cards, cards, same
        )

    def _completed_places(
        self, states: _HandStates, table: StrengthTable, parent: Ints, cards: Array
    ) -> Array:
        """Return the places of a hand with its last card."""
        width, symbols = np.int32(table.width), self._symbols[cards]
        place: Array = table.mixed[table.after[(states.every * width)[parent] + symbols]]
        if table.suited is None:
            return place
        before = np.stack(states.suits)
        own = (before * width).ravel()[self._suit[cards] * before.shape[1] + parent]
        place = np.maximum(place, table.suited[table.after[own + symbols]])
        highest = table.suited[before].max(axis=0)
        if (highest != NO_STRENGTH).any():
            place = np.maximum(place, highest[parent])
        if len(wild := np.flatnonzero(self._is_wild[cards])):
            rows = parent[wild]
            wild_states = _HandStates(states.every[rows], [state[rows] for state in states.suits])
            place[wild] = _complete_places(self._add_card(wild_states, table, cards[wild]), table)
        return place

    def _pay_rows(self, rows: _DealRows) -> Endings:
        """Return what complete deals pay, merging equal endings of a node."""
        viewed_cards = {
            card_class: np.stack(columns, axis=1)
            for card_class, columns in rows.viewed_cards.items()
            if columns
        }
        count = len(rows.node)
        cases = self._payouts.cases(rows.places, viewed_cards, count)
        sizes = [len(numbering.odds) for numbering in self._payouts.numberings]
        first = int(rows.node[0]) if count else 0
        nodes = int(rows.node[-1]) - first + 1 if count else 0
        case_count = prod(sizes)
        if case_count * nodes > 2 * count or case_count * nodes >= 2**31:
            return self._pay_each_row(rows, cases, sizes)
        case_number = rows.node - first
        for case, size in zip(cases, sizes, strict=True):
            case_number = case_number * size + case
        if rows.weight is not None and int(rows.weight.sum()) >= MAX_EXACT_FLOAT:
            return self._pay_each_row(rows, cases, sizes)
        deals = np.bincount(case_number, rows.weight, nodes * case_count).astype(np.int64)
        nonzero = np.flatnonzero(deals)
        node, code = np.divmod(nonzero, case_count)
        return Endings(node + first, self._number_endings(code, sizes), deals[nonzero])

    def _pay_each_row(self, rows: _DealRows, cases: list[Array], sizes: list[int]) -> Endings:
        """Return the ending of every row separately."""
        code = np.zeros(len(rows.node), np.int64)
        if prod(sizes) < 2**62:
            for case, size in zip(cases, sizes, strict=True):
                code = code * size + case
            ending = self._number_endings(code, sizes)
        else:
            case_rows = np.stack(cases, axis=1)
            distinct, index = np.unique(case_rows, axis=0, return_inverse=True)
            ending = np.array([self._number(tuple(x)) for x in distinct.tolist()])[index]
        weight = np.ones(len(rows.node), np.int64) if rows.weight is None else rows.weight
        return Endings(rows.node, ending, weight)

    def _number_endings(self, code: Ints, sizes: list[int]) -> Ints:
        """Return the ending numbers of combined case codes."""
        distinct, index = np.unique(code, return_inverse=True)
        numbers = []
        for rest in distinct.tolist():
            cases: list[int] = []
            for size in reversed(sizes):
                rest, case = divmod(rest, size)
                cases.append(case)
            numbers.append(self._number(tuple(reversed(cases))))
        return np.array(numbers, np.int64)[index]

    def _number(self, cases: tuple[int, ...]) -> int:
        odds = self._payouts.odds(cases)
        with self._payouts.lock:
            if odds not in self._numbers:
                self.odds.append(odds)
                self._numbers[odds] = len(self.odds) - 1
            return self._numbers[odds]


def _complete_places(states: _HandStates, table: StrengthTable) -> Array:
    """Return the places of complete hands."""
    place: Array = table.mixed[states.every]
    if table.suited is not None:
        for state in states.suits:
            place = np.maximum(place, table.suited[state])
    return place
