"""What a deal pays, asked of settlement's own evaluators once for each case that differs.

A wager pays otherwise only where a hand passes a cut, where one hand passes another, or where cards
that it looks at by themselves differ. So a deal is a number: between which cuts each hand is, which
of two hands is higher, which cards are seen. Deals of the same number are paid alike.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, lcm
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple

from pitboss.cards import Card
from pitboss.games.names import HOLE
from pitboss.games.payoffs import Evaluator, Payoff
from pitboss.games.words import BestOf, HandOf
from pitboss.lab.digest import main_hands
from pitboss.lab.generic.plan import Array, Ints, Plan
from pitboss.lab.generic.strengths import NONE, StrengthTable, strength_table
from pitboss.lab.staking import Staking
from pitboss.submission.evaluators import Hands, rankings
from pitboss.submission.rules import Rules, positions

MOST_DENSE: Final = 2**22
"""Numbers up to this one have a table; of higher ones, a dictionary remembers those that occur."""
MOST_NUMBERED: Final = 2**62


class Places(NamedTuple):
    """The strengths of all hands of a game as places among them, which compare alike."""

    strengths: Ints
    """All that there are, the weakest first."""
    tables: dict[str, StrengthTable]
    """By hand that is read from cards: places instead of strengths."""


def places_of(rules: Rules) -> Places:
    """Return the places of every hand that is read from cards."""
    tables = {
        hand.name: strength_table(len(hand.positions), hand.order, rules.deck)
        for hand in main_hands(rules)
        if isinstance(hand, HandOf)
    }
    some = [x for table in tables.values() for x in (table.mixed, table.suited) if x is not None]
    every = np.unique(np.concatenate([np.zeros(0, np.int64), *some]))
    every = every[every != NONE]
    return Places(every, {name: _placed(table, every) for name, table in tables.items()})


def _placed(table: StrengthTable, every: Ints) -> StrengthTable:
    def place(strengths: Array) -> Array:
        at = np.searchsorted(every, strengths).astype(np.int32)
        return np.where(strengths == NONE, np.int32(NONE), at)

    suited = None if table.suited is None else place(table.suited)
    return table._replace(mixed=place(table.mixed), suited=suited)


class Wagers(NamedTuple):
    """Ways of being paid that depend on the same hands and cards."""

    ways: list[int]
    hands: list[str]
    sees: list[int]
    """The classes of cards that are looked at by themselves."""
    pairs: list[tuple[str, str]]
    """The hands that may be compared."""
    payoffs: list[Payoff]


class Numbering:
    """The numbers of deals for some ways of being paid, and what each number pays."""

    def __init__(self, plan: Plan, wagers: Wagers, places: Places, payouts: "Payouts") -> None:
        self.wagers: Final = wagers
        self._payouts, self._places = payouts, places
        self._cells: dict[str, Array] = {}
        self._steps: dict[str | tuple[str, str], int] = {}
        step = 1
        ranks = rankings(plan.rules)
        strengths = places.strengths
        for name in wagers.hands:
            order = ranks[name].order
            own = _strengths_of(plan.rules, name, places)
            cuts = frozenset[int]().union(*(pays.cuts(name, own, order) for pays in wagers.payoffs))
            at = np.unique(np.searchsorted(strengths, sorted(cuts)))
            cells = np.searchsorted(at, np.arange(len(strengths)), side="right")
            kinds, cells = np.unique(cells, return_inverse=True)
            self._cells[name], self._steps[name] = cells, step
            step *= len(kinds)
        for pair in wagers.pairs:
            self._steps[pair] = step
            step *= 3
        self._cards, self._first_card = len(plan.cards), step
        step *= self._cards ** sum(len(plan.positions[one]) for one in wagers.sees)
        self._size = step
        dtype = np.int32 if step < 2**31 else np.int64
        # The numbers of cells with their steps in them; where there are too many, `_unique` counts.
        self._stepped = {
            name: (cells * self._steps[name]).astype(dtype)
            for name, cells in self._cells.items()
            if step < MOST_NUMBERED
        }
        self._dtype = dtype
        self._dense = np.full(step, -1, np.int32) if step <= MOST_DENSE else None
        self._sparse: dict[int, int] = {}
        self.odds: list[tuple[int, ...]] = []
        """What the ways of being paid pay in each case, scaled to whole numbers."""
        self._case: dict[tuple[int, ...], int] = {}

    def cases(self, places: Mapping[str, Array], seen: Mapping[int, Array], rows: int) -> Array:
        """Return which case of `odds` each row is."""
        if self._size >= MOST_NUMBERED:
            return self._unnumbered(places, seen, rows)
        number: Array = np.zeros(rows, self._dtype)
        for name, stepped in self._stepped.items():
            number += stepped[places[name]]
        for one, other in self.wagers.pairs:
            higher = (places[one] > places[other]).astype(np.int8)
            higher -= places[one] < places[other]
            number += (higher + np.int8(1)).astype(self._dtype) * self._steps[one, other]
        step = self._first_card
        for card_class in self.wagers.sees:
            for column in seen[card_class].T:
                number += column.astype(self._dtype) * self._dtype(step)
                step *= self._cards
        if self._dense is None:
            return self._by_number(number, places, seen)
        found: Array = self._dense[number]
        if (unknown := found < 0).any():
            rest = np.flatnonzero(unknown)
            for which, at in zip(*_first(number[rest]), strict=True):
                self._dense[which] = self._ask(int(rest[at]), places, seen)
            found = self._dense[number]
        return found

    def _by_number(
        self, number: Array, places: Mapping[str, Array], seen: Mapping[int, Array]
    ) -> Array:
        """Return the case of each row, where numbers are too many for a table."""
        some, first, which = np.unique(number, return_index=True, return_inverse=True)
        for one, at in zip(some.tolist(), first.tolist(), strict=True):
            if one not in self._sparse:
                self._sparse[one] = self._ask(at, places, seen)
        cases: Array = np.array([self._sparse[one] for one in some.tolist()], np.int32)
        return np.asarray(cases[which])

    def _unnumbered(
        self, places: Mapping[str, Array], seen: Mapping[int, Array], rows: int
    ) -> Array:
        """Return the case of each row, where numbers would not fit into 64 bits."""
        parts = [self._cells[name][places[name]] for name in self.wagers.hands]
        parts += [np.sign(places[one] - places[other]) for one, other in self.wagers.pairs]
        parts += [column for one in self.wagers.sees for column in seen[one].T]
        which = np.zeros(rows, np.int64)
        for part in parts:
            _, part_number = np.unique(part, return_inverse=True)
            both = which * (int(part_number.max()) + 1) + part_number
            _, which = np.unique(both, return_inverse=True)
        _, first = np.unique(which, return_index=True)
        asked = [self._ask(at, places, seen) for at in first.tolist()]
        return np.array(asked, np.int32)[which]

    def _ask(self, at: int, places: Mapping[str, Array], seen: Mapping[int, Array]) -> int:
        """Return the case of one row, as settlement has it."""
        held = {name: int(self._places.strengths[places[name][at]]) for name in self.wagers.hands}
        cards = {one: seen[one][at].tolist() for one in self.wagers.sees}
        odds = self._payouts.evaluate(self.wagers.ways, held, cards)
        with self._payouts.lock:
            if odds not in self._case:
                self._case[odds] = len(self.odds)
                self.odds.append(odds)
            return self._case[odds]


def _first(numbers: Array) -> tuple[list[int], list[int]]:
    some, first = np.unique(numbers, return_index=True)
    return some.tolist(), first.tolist()


def _strengths_of(rules: Rules, name: str, places: Places) -> list[int]:
    """Return all strengths that a hand can have, the weakest first."""
    hands = {hand.name: hand for hand in rules.hands}
    hand = hands[name]
    if isinstance(hand, BestOf):
        found = (_strengths_of(rules, part, places) for part in hand.hands)
        return sorted({strength for some in found for strength in some})
    table = places.tables[name]
    some = [x for x in (table.mixed, table.suited) if x is not None]
    own = np.unique(np.concatenate(some))
    return [int(strength) for strength in places.strengths[own[own != NONE]]]


class Payouts:
    """What the wagers of one game pay on many deals."""

    def __init__(self, plan: Plan, staking: Staking) -> None:
        self.plan: Final = plan
        self.lock: Final = Lock()
        rules = plan.rules
        self._evaluators: Sequence[Evaluator] = staking.evaluators
        self.places: Final = places_of(rules)
        self._best = [hand for hand in main_hands(rules) if isinstance(hand, BestOf)]
        self._size = sum(place.cards for place in rules.places) + len(rules.hole)
        by_key = {wager.key: wager.pays for wager in rules.required + rules.raises}
        paid = [by_key[key] for key in staking.wagers]
        self.scale: Final = lcm(*(denominator for pays in paid for denominator in _parts(pays)))
        """What odds are multiplied by to be whole."""
        self.top: Final = [max(1, ceil(pays.top_odds)) * self.scale for pays in paid]
        """The most that each way pays or loses, scaled."""
        self.numberings: Final = [
            Numbering(plan, wagers, self.places, self)
            for wagers in _alike([_depends(plan, pays, by_key) for pays in paid])
        ]

    @property
    def seen(self) -> set[int]:
        """The classes of cards that some wager looks at by themselves."""
        return {one for some in self.numberings for one in some.wagers.sees}

    def cases(
        self, places: Mapping[str, Array], seen: Mapping[int, Array], rows: int
    ) -> list[Array]:
        """Return the case of each row in every numbering, by the places of hands."""
        known = dict(places)
        for hand in self._best:
            parts = [known[name] for name in hand.hands]
            best = parts[0]
            for part in parts[1:]:
                best = np.maximum(best, part)
            known[hand.name] = best
        return [one.cases(known, seen, rows) for one in self.numberings]

    def odds(self, cases: Sequence[int]) -> tuple[int, ...]:
        """Return what each way pays in these cases, scaled."""
        odds = [0] * len(self._evaluators)
        for one, case in zip(self.numberings, cases, strict=True):
            for way, paid in zip(one.wagers.ways, one.odds[case], strict=True):
                odds[way] = paid
        return tuple(odds)

    def evaluate(
        self, ways: Sequence[int], strengths: Mapping[str, int], seen: Mapping[int, list[int]]
    ) -> tuple[int, ...]:
        """Ask settlement what some ways pay, scaled."""
        cards = [Card(0)] * self._size
        for card_class, some in seen.items():
            for at, number in zip(self.plan.positions[card_class], some, strict=True):
                cards[at] = self.plan.cards[number]
        hands = Hands({}, tuple(cards))
        hands.update(strengths)
        found = [self._evaluators[way](hands).total * self.scale for way in ways]
        whole = [int(odds) for odds in found]
        if whole != found or any(abs(x) > self.top[w] for w, x in zip(ways, whole, strict=True)):
            raise ArithmeticError(f"{self.plan.rules.game} pays odds that it does not list")
        return tuple(whole)


def _parts(value: object) -> set[int]:
    """Return the denominators of all odds in a payoff."""
    match value:
        case Fraction():
            return {value.denominator}
        case Struct():
            return _parts(astuple(value))
        case dict():
            return _parts(tuple(value.values()))
        case tuple() | list() | frozenset():
            return {1}.union(*map(_parts, value))
        case _:
            return {1}


def _depends(plan: Plan, pays: Payoff, by_key: Mapping[str, Payoff]) -> Wagers:
    """Return what a payoff depends on, the wagers that it needs included."""
    every, rest = [pays], [pays]
    while rest:
        for key in rest.pop().needs:
            if by_key[key] not in every:
                every.append(by_key[key])
                rest.append(by_key[key])
    where = positions(plan.rules.places, plan.rules.hole)
    hands = sorted({name for one in every for name in one.reads})
    at = {
        position
        for one in every
        for name in one.sees
        for position in (where[HOLE][:2] if name == HOLE else where[name])
    }
    sees = [number for number, some in enumerate(plan.positions) if at.intersection(some)]
    pairs = sorted({pair for one in every for pair in combinations(sorted(one.reads), 2)})
    return Wagers([], hands, sees, pairs, every)


def _alike(ways: Sequence[Wagers]) -> list[Wagers]:
    """Return the ways with those together that depend on the same hands and cards."""
    found: dict[tuple[tuple[str, ...], tuple[int, ...]], Wagers] = {}
    for way, one in enumerate(ways):
        key = tuple(one.hands), tuple(one.sees)
        known = found.setdefault(key, one._replace(pairs=[], payoffs=[]))
        known.ways.append(way)
        known.pairs.extend(pair for pair in one.pairs if pair not in known.pairs)
        known.payoffs.extend(pays for pays in one.payoffs if pays not in known.payoffs)
    return list(found.values())
