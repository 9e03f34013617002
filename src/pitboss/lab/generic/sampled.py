"""Decisions valued by samples of deals: for games with more deals than can be counted.

Each street that is still to come is sampled in its turn, and every sampled situation is played by
what its own samples say. So the values are approximate, and those of later decisions a little high.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.random import Generator  # noqa: TID251 (no wager hangs on it)

from pitboss.lab.expose.chance import generator
from pitboss.lab.generic.endings import Dealer, Endings
from pitboss.lab.generic.nodes import Nodes, Turned
from pitboss.lab.generic.plan import Array, Group, Plan
from pitboss.lab.generic.play import FORBIDDEN, Game, Line
from pitboss.lab.generic.solver import Seen, node_of
from pitboss.lab.staking import Raises
from pitboss.lab.suits import Change

SAMPLES: Final = 20_000
"""Deals that a decision is valued by, about."""


def sampled_values(game: Game, seen: Seen, raises: Raises, seed: str) -> dict[str, Fraction]:
    """Return about what each decision is worth; the same for the same seed."""
    taken = len(raises)
    state = game.staking.after(raises)
    draws = generator(seed, f"{game.plan.rules.hash} {taken} {seen}")
    dealing = Sampling(game, game.plan.streets - taken, draws)
    line = Line(game, node_of(game.plan, seen), (), taken, [state], dealing)
    deals = dealing.deals_after(taken) * game.payouts.scale
    net = line.first.net[state]
    return {
        name: Fraction(int(net[name][0]), deals)
        for name in game.staking.decided(taken, state)
        if net[name][0] != FORBIDDEN
    }


class Sampling:
    """Deals some cards at random instead of all."""

    def __init__(self, game: Game, levels: int, draws: Generator) -> None:
        self._plan, self._draws = game.plan, draws
        self._each = max(2, round(SAMPLES ** (1 / levels)))
        self._dealer = Dealer(game.plan, game.payouts, [])
        self.odds: Final = self._dealer.odds
        """As `Dealer` has them."""

    def deals_after(self, taken: int) -> int:
        """Return how many samples follow a decision."""
        return int(self._each ** (self._plan.streets - taken))

    def turn(self, nodes: Nodes, groups: Sequence[Group], _: Sequence[Change]) -> Turned:
        """Turn the cards of a step after every node, some of all that can come."""
        parent = np.repeat(np.arange(len(nodes.start)), self._each)
        held = _drawn(self._plan, [x[parent] for x in nodes.held], groups, self._draws)
        number = np.arange(len(parent))
        return Turned(Nodes(nodes.start[parent], held), parent, number, np.ones_like(number))

    def endings(self, held: Sequence[Array]) -> Endings:
        """Return how some of the deals end that follow from nodes with these cards."""
        parent = np.repeat(np.arange(len(held[0])), self._each)
        whole = _drawn(self._plan, [x[parent] for x in held], self._plan.steps[-1], self._draws)
        found = self._dealer.endings(whole)
        return found._replace(node=parent[found.node])


def _drawn(plan: Plan, held: list[Array], groups: Sequence[Group], draws: Generator) -> list[Array]:
    """Return each row with one more draw of some groups."""
    left = plan.left(held)
    cards = np.repeat(np.arange(len(plan.cards)), plan.copies)
    copy = np.concatenate([np.arange(count) for count in plan.copies])
    order = draws.random((len(left), len(cards)))
    order[copy >= left[:, cards]] = 2  # those that are gone come last
    count = sum(group.size for group in groups)
    new = cards[np.argsort(order, axis=1)[:, :count]].astype(np.int8)
    held, at = list(held), 0
    for group in groups:
        both = [held[group.card_class], new[:, at : at + group.size]]
        held[group.card_class] = np.sort(np.concatenate(both, axis=1), axis=1)
        at += group.size
    return held
