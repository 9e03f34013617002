"""The exact solution of a game in which a hand meets the dealer's."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.lab.duel.counts import Up, hands_beside, settled_beside, ups
from pitboss.lab.duel.odds import Table, table_of
from pitboss.lab.duel.shape import Duel
from pitboss.lab.results import Main, Results, Start, main_of
from pitboss.lab.sets import Ints
from pitboss.lab.starts import alike, starts
from pitboss.lab.work import Clock, Told, shared, untold

METHOD = "a hand against the dealer's"


def solve(shape: Duel, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock, cards = Clock(), tuple(sorted(deck))
    table = table_of(shape, cards)

    def play(up: Up) -> Ints:
        return settled_beside(shape, cards, table, up).cells

    parts = shared("meeting every hand of the dealer", play, ups(shape, cards), told)
    cells = sum(parts[1:], parts[0])
    found = _starts(shape, cards, table) if shape.own == 2 and not shape.up else {}
    return main_of(
        results_of(shape, table, cells),
        found,
        required=len(shape.rules.edge_of),
        method=METHOD,
        seconds=clock.seconds(),
    )


def results_of(shape: Duel, table: Table, cells: Ints) -> Results:
    """How many deals end with each stake and net result."""
    results = Results()
    for at, stakes in enumerate(shape.decisions.values()):
        if stakes is None:
            if folded := int(cells[at].sum()):
                results[shape.staked, -shape.staked] += folded
            continue
        nets, kind = np.unique(table.paid(stakes), return_inverse=True)
        deals = np.zeros(len(nets), np.int64)
        np.add.at(deals, kind.reshape(-1), cells[at].reshape(-1))
        for net, n in zip(nets.tolist(), deals.tolist(), strict=True):
            if n:
                exact = Fraction(net, table.scale)
                results[sum(stakes), int(exact) if exact.denominator == 1 else exact] += n
    return results


def _starts(shape: Duel, deck: tuple[Card, ...], table: Table) -> dict[str, Start]:
    """The starting hands of two cards, the highest first."""
    (up,) = ups(shape, deck)
    dealt = hands_beside(shape, deck, up)
    values = settled_beside(shape, deck, table, up).values
    names, stakes = list(shape.decisions), shape.staking.stakes(0)
    deals = comb(len(deck) - shape.own, shape.cards) * table.scale
    rows = {
        alike(deck, [deck[c] for c in cards]): row for row, cards in enumerate(dealt.cards.tolist())
    }
    found = {}
    for start in starts(deck):
        row = rows[start.cards]
        worth = {
            name: Fraction(int(values[i, row]), deals)
            for i, name in enumerate(names)
            if table.allowed[i, dealt.places[row]]
        }
        best = max(worth, key=lambda name: (worth[name], -stakes[name]))
        found[start.name] = Start(
            start.ways,
            worth,
            best,
            Fraction(int(shape.decisions[best] is None)),
        )
    return found
