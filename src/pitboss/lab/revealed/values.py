"""What every decision comes to, for every set of cards that can be seen: from the end backward.

Odds are whole numbers: fractions are multiplied by what makes all of them whole. Bounds: values
stay below the number of deals times the most that can be won, which is checked against 2⁶².
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, lcm
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games.payoffs import Evaluator, Odds
from pitboss.lab.bounds import MOST_ODDS
from pitboss.lab.revealed.shape import Revealed
from pitboss.lab.sets import Ints, strengths_of
from pitboss.lab.staking import Stakes, State
from pitboss.refusal import Refused
from pitboss.submission.evaluators import Hands

MOST_COUNTED: Final = 2**62
Paying = tuple[Odds, ...]
"""What a hand pays in each way."""


class Paid(NamedTuple):
    """What each whole hand pays in each way."""

    kinds: Ints
    """By set of cards: hands that are paid alike have the same number."""
    rows: Ints
    """By way and that number: the odds, in whole numbers."""
    scale: int
    """What all odds are multiplied by to be whole."""


class Street(NamedTuple):
    """One street, for every way in which stakes may stand before it."""

    values: dict[State, dict[str, Ints]]
    """By decision and set of cards seen, over the deals that follow: times `Paid.scale`."""
    chosen: dict[State, Ints]
    """By set of cards seen: the place of the decision that is taken."""


class Values(NamedTuple):
    """A whole game."""

    paid: Paid
    deals: tuple[int, ...]
    """How many deals follow the cards seen before each street; the last entry is 1."""
    streets: list[Street]


Chooser = Mapping[int, NDArray[np.int64]]
"""Streets on which a list decides: for each set of cards, the place of its decision."""


class Classes(NamedTuple):
    """Whole hands by their strengths."""

    strengths: list[list[int]]
    """Of each class, by hand that is paid."""
    of: Ints
    """By set of cards: its class."""


def classes_of(shape: Revealed, deck: tuple[Card, ...]) -> Classes:
    """The classes of whole hands: all of one class are paid alike, whatever is paid."""
    ranked_on, orders = shape.rules.deck, shape.orders.values()
    strengths = [strengths_of(deck, shape.size, order, ranked_on) for order in orders]
    classes, of = np.unique(np.stack(strengths, axis=1), axis=0, return_inverse=True)
    return Classes(classes.tolist(), of.reshape(-1))


def odds_of(shape: Revealed, classes: Classes, evaluate: Sequence[Evaluator]) -> list[Paying]:
    """What each class pays, by settlement's own evaluators."""
    hands, found = Hands({}, ()), []
    for some in classes.strengths:
        hands.update(zip(shape.orders, some, strict=True))
        found.append(tuple([one(hands).total for one in evaluate]))
    return found


def paid_of(shape: Revealed, deck: tuple[Card, ...]) -> Paid:
    """What every hand pays."""
    classes = classes_of(shape, deck)
    numbers: dict[Paying, int] = {}
    kinds = [
        numbers.setdefault(odds, len(numbers))
        for odds in odds_of(shape, classes, shape.staking.evaluators)
    ]
    scale = lcm(*(x.denominator for odds in numbers for x in odds))
    top = max(abs(Fraction(x)) for odds in numbers for x in odds)
    check_odds(shape, deck, top, scale)
    rows = np.array([[int(x * scale) for x in odds] for odds in numbers], np.int64).T
    return Paid(np.array(kinds)[classes.of], rows, scale)


def check_odds(shape: Revealed, deck: tuple[Card, ...], top: Fraction, scale: int) -> None:
    """Refuse odds that are too high to be counted."""
    stakes = max(sum(stakes) for stakes, _ in shape.staking.states()[-1])
    deals = comb(len(deck), shape.size) * factorial(shape.size)
    if top > MOST_ODDS or deals * stakes * top * scale > MOST_COUNTED:
        raise Refused(
            f"{shape.rules.game} pays up to {float(top):,g} to 1; the lab counts whole odds up to "
            f"{MOST_ODDS:,} to 1, and lower ones with fractions"
        )


class Family(Protocol):
    """Sets of cards by number, and sums over the larger ones that contain them."""

    @property
    def cards(self) -> int: ...

    def number(self, size: int) -> int: ...

    def add_up(self, values: Ints, size: int, down_to: int) -> Ints: ...


def values_of(shape: Revealed, sets: Family, paid: Paid, lists: Chooser | None = None) -> Values:
    """Every decision by the best play after it; where a list decides, by that."""
    staking, sizes = shape.staking, shape.sizes
    deals = [1]
    for size, larger in reversed(list(pairwise(sizes))):
        deals.insert(0, deals[0] * comb(sets.cards - size, larger - size))
    sums = [sets.add_up(row[paid.kinds], sizes[-1], sizes[-2]) for row in paid.rows]
    states = staking.states()
    after: dict[State, Ints] = {state: _weigh(state[0], sums) for state in states[-1]}
    streets: list[Street] = []
    for taken in reversed(range(len(shape.rules.streets))):
        found = Street({}, {})
        worth: dict[State, Ints] = {}
        number = sets.number(sizes[taken])
        stakes = staking.stakes(taken)
        for state in states[taken]:
            lost = np.full(number, -sum(state[0]) * deals[taken] * paid.scale)
            values = {
                name: lost if then is None else after[then]
                for name, then in staking.decided(taken, state).items()
            }
            chosen = _best(values, stakes)
            if lists and taken in lists and len(values) > 1:
                chosen = lists[taken]
            found.values[state], found.chosen[state] = values, chosen
            worth[state] = picked(values, chosen)
        streets.insert(0, found)
        if taken:
            after = {
                state: sets.add_up(some, sizes[taken], sizes[taken - 1])
                for state, some in worth.items()
            }
    return Values(paid, tuple(deals), streets)


def picked(values: Mapping[str, Ints], chosen: Ints) -> Ints:
    """By set: what the decision that is taken comes to."""
    rows = np.stack(list(values.values()))
    return np.asarray(rows[chosen, np.arange(rows.shape[1])])


def _weigh(stakes: Stakes, sums: list[Ints]) -> Ints:
    return np.asarray(sum(stake * row for stake, row in zip(stakes, sums, strict=True)))


def _best(values: Mapping[str, Ints], stakes: Mapping[str, int]) -> Ints:
    """The decision that comes to most; of equal ones, the one that stakes less."""
    order = sorted(range(len(values)), key=lambda at: stakes.get(list(values)[at], 0))
    rows = np.stack([*values.values()])
    return np.asarray(np.array(order)[np.argmax(rows[order], axis=0)])
