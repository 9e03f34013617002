"""The exact solution of a game with one hand that is revealed card by card."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.odds import Odds
from pitboss.lab.results import Main, Results, Start, main_of
from pitboss.lab.revealed.shape import Revealed
from pitboss.lab.revealed.values import Values, paid_of, values_of
from pitboss.lab.sets import Alike, Ints, add_up, hand_on, sets_of
from pitboss.lab.staking import State
from pitboss.lab.starts import starts
from pitboss.lab.work import Clock, Told, untold

METHOD = "one hand, card by card"


def solve(shape: Revealed, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock, cards = Clock(), tuple(sorted(deck))
    told("revealing every hand", 0, 1)
    values = values_of(shape, Alike(cards), paid_of(shape, cards))
    results = results_of(shape, cards, values)
    found = _starts(shape, cards, values) if shape.sizes[0] == len(shape.rules.looks) == 2 else {}
    told("revealing every hand", 1, 1)
    return main_of(
        results,
        found,
        required=len(shape.rules.edge_of),
        method=METHOD,
        seconds=clock.seconds(),
    )


Reached = dict[State, Ints]
"""By stakes: how many deals reach each set of cards before a street."""


def reached(shape: Revealed, deck: tuple[Card, ...], values: Values) -> list[Reached]:
    """How many deals reach each situation before each street, and each hand at the end."""
    staking, sizes = shape.staking, shape.sizes
    found: list[Reached] = [{staking.after(()): sets_of(deck, sizes[0]).ways}]
    for taken, street in enumerate(values.streets):
        then: Reached = {}
        for state, deals in found[taken].items():
            for at, after in enumerate(staking.decided(taken, state).values()):
                here = street.chosen[state] == at
                if after is not None and here.any():
                    on = hand_on(deck, np.where(here, deals, 0), sizes[taken], sizes[taken + 1])
                    then[after] = then[after] + on if after in then else on
        found.append(then)
    return found


def whole_or_not(net: Fraction) -> Odds:
    """A net result as results have it: a whole number where it is one."""
    return int(net) if net.denominator == 1 else net


def results_of(shape: Revealed, deck: tuple[Card, ...], values: Values) -> Results:
    """How many deals end with each stake and net result."""
    staking, results = shape.staking, Results()
    everywhere = reached(shape, deck, values)
    for taken, street in enumerate(values.streets):
        for state, deals in everywhere[taken].items():
            for at, after in enumerate(staking.decided(taken, state).values()):
                folded = int(deals[street.chosen[state] == at].sum()) if after is None else 0
                if folded:
                    staked = sum(state[0])
                    results[staked, -staked] += folded * values.deals[taken]
    for (stakes, _), deals in everywhere[-1].items():
        net = np.array(stakes) @ values.paid.rows
        by_kind = np.zeros(len(net), np.int64)
        np.add.at(by_kind, values.paid.kinds, deals)
        for won, ends in zip(net.tolist(), by_kind.tolist(), strict=True):
            if ends:
                results[sum(stakes), whole_or_not(Fraction(won, values.paid.scale))] += ends
    return results


def _starts(shape: Revealed, deck: tuple[Card, ...], values: Values) -> dict[str, Start]:
    """The starting hands of two cards, the highest first."""
    state, (first, *_) = shape.staking.after(()), values.streets
    folded, pairs = _folded(shape, deck, values), sets_of(deck, 2)
    whole, found = values.deals[0] * values.paid.scale, {}
    names = list(first.values[state])
    for start in starts(deck):
        at = pairs.number(start.cards)
        found[start.name] = Start(
            start.ways,
            {name: Fraction(int(some[at]), whole) for name, some in first.values[state].items()},
            names[int(first.chosen[state][at])],
            Fraction(int(folded[at]), values.deals[0]),
        )
    return found


def _folded(shape: Revealed, deck: tuple[Card, ...], values: Values) -> Ints:
    """By set of cards seen first: how many deals are folded, at any street."""
    staking, sizes = shape.staking, shape.sizes
    after: dict[State, Ints] = {}
    for taken in reversed(range(len(values.streets))):
        street, here = values.streets[taken], dict[State, Ints]()
        number = len(sets_of(deck, sizes[taken]).keys)
        for state, chosen in street.chosen.items():
            none = np.zeros(number, np.int64)
            options = [
                none + values.deals[taken] if then is None else after.get(then, none)
                for then in staking.decided(taken, state).values()
            ]
            here[state] = np.choose(chosen, options)
        if not taken:
            return here[staking.after(())]
        after = {s: add_up(deck, x, sizes[taken], sizes[taken - 1]) for s, x in here.items()}
    raise AssertionError
