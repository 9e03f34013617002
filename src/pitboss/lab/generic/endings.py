"""How the deals end that follow the last decision: the last cards dealt in all ways, and paid.

Cards are added one at a time to many rows at once. A hand keeps its states until its last card, and
from then on only its place among all strengths.
"""

from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import JOKER, suit
from pitboss.lab.generic.payouts import Payouts
from pitboss.lab.generic.plan import (
    Array,
    Group,
    Ints,
    Plan,
    grown_weight,
    next_card,
    without,
)
from pitboss.lab.generic.strengths import NONE, StrengthTable, symbols_of

MOST_ROWS: Final = 400_000
"""Rows that are dealt at once, about."""
MOST_COUNTED: Final = 2**53
"""Below this number floats count exactly."""


class Endings(NamedTuple):
    """How many deals of each node end in each way of being paid, nodes in rising order."""

    node: Ints
    ending: Ints
    """A number of `Dealer.odds`."""
    deals: Ints


class _Growing(NamedTuple):
    """The states of a hand that still gets cards."""

    every: Array
    suits: list[Array]
    """By suit; none where suits make no difference."""


class _Rows(NamedTuple):
    """Deals under way."""

    node: Ints
    left: Array
    weight: Ints | None
    growing: dict[str, _Growing]
    places: dict[str, Array]
    seen: dict[int, list[Array]]
    last: Array | None = None
    """The last card of the group that is being dealt."""
    same: Ints | None = None

    def between(self, low: int, high: int) -> "_Rows":
        some = slice(low, high)
        return _Rows(
            self.node[some],
            self.left[some],
            None if self.weight is None else self.weight[some],
            {
                name: _Growing(x.every[some], [one[some] for one in x.suits])
                for name, x in self.growing.items()
            },
            {name: place[some] for name, place in self.places.items()},
            {one: [column[some] for column in columns] for one, columns in self.seen.items()},
            None if self.last is None else self.last[some],
            None if self.same is None else self.same[some],
        )


class Dealer:
    """Deals the last cards of one game, and counts what they pay."""

    def __init__(self, plan: Plan, payouts: Payouts, last: Sequence[Group] | None = None) -> None:
        """The ``last`` groups are those after the last street, where it is not said otherwise."""
        self.plan, self._payouts = plan, payouts
        groups = plan.steps[-1] if last is None else last
        read = [
            any(reads[one] for reads in plan.readers.values()) or one in payouts.seen
            for one in range(len(plan.positions))
        ]
        # Cards that no wager depends on need not be dealt: they only multiply.
        dealt = [group for group in groups if read[group.card_class]]
        self._order = [(group.card_class, at) for group in dealt for at in range(group.size)]
        idle = [group.size for group in groups if not read[group.card_class]]
        left = len(plan.deck) - sum(len(some) for some in plan.positions) + sum(idle)
        self._idle = prod(comb(left - sum(idle[:i]), size) for i, size in enumerate(idle))
        self._symbols = symbols_of(plan.cards, plan.rules.deck)
        self._is_wild = np.array([c in plan.rules.deck.wild_cards for c in plan.cards])
        self._suit = np.array(
            [0 if c == JOKER else plan.suits.index(suit(c)) for c in plan.cards], np.int64
        )
        self._complete = {
            name: max((i for i, (one, _) in enumerate(self._order) if reads[one]), default=-1)
            for name, reads in plan.readers.items()
        }
        self._numbers: dict[tuple[int, ...], int] = {}
        self.odds: Final[list[tuple[int, ...]]] = []
        """What each way pays in each ending, scaled to whole numbers."""

    def endings(self, held: Sequence[Array]) -> Endings:
        """Return how the deals end that follow from nodes with these cards, by class."""
        rows = self._begin(held)
        parts = list(self._dealt(rows, 0))
        found = Endings(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
        return found._replace(deals=found.deals * self._idle)

    def _begin(self, held: Sequence[Array]) -> _Rows:
        nodes = len(held[0]) if held else 1
        growing: dict[str, _Growing] = {}
        places: dict[str, Array] = {}
        for name, reads in self.plan.readers.items():
            table = self._payouts.places.tables[name]
            zero = np.zeros(nodes, np.int32)
            states = _Growing(
                zero, [zero] * len(self.plan.suits) if table.suited is not None else []
            )
            for one, columns in enumerate(held):
                if reads[one]:
                    for column in columns.T:
                        states = self._grown(states, table, column)
            if self._complete[name] < 0:
                places[name] = _place(states, table)
            else:
                growing[name] = states
        seen = {one: list(held[one].T) if one < len(held) else [] for one in self._payouts.seen}
        weight = np.ones(nodes, np.int64) if self.plan.repeats else None
        left = self.plan.left(held)
        return _Rows(np.arange(nodes), left, weight, growing, places, seen)

    def _grown(self, states: _Growing, table: StrengthTable, cards: Array) -> _Growing:
        """Return the states after a card for each row."""
        symbols = self._symbols[cards]
        every = table.after[states.every * np.int32(table.width) + symbols]
        suits = []
        for number, state in enumerate(states.suits):
            counts = (self._suit[cards] == number) | self._is_wild[cards]
            symbol = np.where(counts, symbols, np.int32(table.width - 1))
            suits.append(table.after[state * np.int32(table.width) + symbol])
        return _Growing(every, suits)

    def _dealt(self, rows: _Rows, at: int) -> Iterator[Endings]:
        """Deal the cards from one on, in pieces that memory holds."""
        if at == len(self._order):
            yield self._paid(rows)
            return
        size = max(1, MOST_ROWS // len(self.plan.cards))
        for low in range(0, len(rows.node), size):
            some = rows.between(low, low + size) if size < len(rows.node) else rows
            yield from self._dealt(self._one_more(some, at), at + 1)

    def _one_more(self, rows: _Rows, at: int) -> _Rows:
        """Deal one more card to every row."""
        card_class, number = self._order[at]
        last = rows.last if number else None
        new = parent, cards = next_card(rows.left, last)
        weight, same = rows.weight, None
        if weight is not None:
            weight, same = grown_weight(weight, rows.left, new, last, rows.same)
        growing: dict[str, _Growing] = {}
        places = {name: place[parent] for name, place in rows.places.items()}
        for name, states in rows.growing.items():
            table = self._payouts.places.tables[name]
            if self._complete[name] == at:
                places[name] = self._completed(states, table, parent, cards)
                continue
            grown = _Growing(states.every[parent], [one[parent] for one in states.suits])
            if self.plan.readers[name][card_class]:
                grown = self._grown(grown, table, cards)
            growing[name] = grown
        seen = {one: [x[parent] for x in columns] for one, columns in rows.seen.items()}
        if card_class in seen:
            seen[card_class].append(cards)
        ends = at + 1 == len(self._order)
        left = rows.left if ends else without(rows.left, parent, cards)
        return _Rows(rows.node[parent], left, weight, growing, places, seen, cards, same)

    def _completed(
        self, states: _Growing, table: StrengthTable, parent: Ints, cards: Array
    ) -> Array:
        """Return the places of a hand with its last card, which is of one suit."""
        width, symbols = np.int32(table.width), self._symbols[cards]
        place: Array = table.mixed[table.after[(states.every * width)[parent] + symbols]]
        if table.suited is None:
            return place
        before = np.stack(states.suits)
        own = (before * width).ravel()[self._suit[cards] * before.shape[1] + parent]
        place = np.maximum(place, table.suited[table.after[own + symbols]])
        highest = table.suited[before].max(axis=0)
        if (highest != NONE).any():
            place = np.maximum(place, highest[parent])
        if len(wild := np.flatnonzero(self._is_wild[cards])):
            rows = parent[wild]
            some = _Growing(states.every[rows], [one[rows] for one in states.suits])
            place[wild] = _place(self._grown(some, table, cards[wild]), table)
        return place

    def _paid(self, rows: _Rows) -> Endings:
        """Return what whole deals pay, those of a node that are paid alike together."""
        seen = {one: np.stack(columns, axis=1) for one, columns in rows.seen.items() if columns}
        count = len(rows.node)
        cases = self._payouts.cases(rows.places, seen, count)
        sizes = [len(one.odds) for one in self._payouts.numberings]
        first = int(rows.node[0]) if count else 0
        nodes = int(rows.node[-1]) - first + 1 if count else 0
        whole = prod(sizes)
        if whole * nodes > 2 * count or whole * nodes >= 2**31:
            return self._apart(rows, cases, sizes)
        both = rows.node - first
        for case, size in zip(cases, sizes, strict=True):
            both = both * size + case
        if rows.weight is not None and int(rows.weight.sum()) >= MOST_COUNTED:
            return self._apart(rows, cases, sizes)
        deals = np.bincount(both, rows.weight, nodes * whole).astype(np.int64)
        found = np.flatnonzero(deals)
        node, code = np.divmod(found, whole)
        return Endings(node + first, self._numbered(code, sizes), deals[found])

    def _apart(self, rows: _Rows, cases: list[Array], sizes: list[int]) -> Endings:
        """Return every row by itself."""
        code = np.zeros(len(rows.node), np.int64)
        if prod(sizes) < 2**62:
            for case, size in zip(cases, sizes, strict=True):
                code = code * size + case
            ending = self._numbered(code, sizes)
        else:
            every = np.stack(cases, axis=1)
            some, which = np.unique(every, axis=0, return_inverse=True)
            ending = np.array([self._number(tuple(x)) for x in some.tolist()])[which]
        weight = np.ones(len(rows.node), np.int64) if rows.weight is None else rows.weight
        return Endings(rows.node, ending, weight)

    def _numbered(self, code: Ints, sizes: list[int]) -> Ints:
        """Return the numbers of endings for what the cases of each numbering make together."""
        some, which = np.unique(code, return_inverse=True)
        numbers = []
        for one in some.tolist():
            cases: list[int] = []
            for size in reversed(sizes):
                one, case = divmod(one, size)
                cases.append(case)
            numbers.append(self._number(tuple(reversed(cases))))
        return np.array(numbers, np.int64)[which]

    def _number(self, cases: tuple[int, ...]) -> int:
        odds = self._payouts.odds(cases)
        with self._payouts.lock:
            if odds not in self._numbers:
                self.odds.append(odds)
                self._numbers[odds] = len(self.odds) - 1
            return self._numbers[odds]


def _place(states: _Growing, table: StrengthTable) -> Array:
    """Return the places of hands that are whole."""
    place: Array = table.mixed[states.every]
    if table.suited is not None:
        for state in states.suits:
            place = np.maximum(place, table.suited[state])
    return place
