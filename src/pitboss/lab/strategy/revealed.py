"""Rule lists for hands that are revealed card by card.

What stands changes a decision now and then; a person does not count it, so situations that differ
by it alone are one cell.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards import DECK, JOKER, Card
from pitboss.games.odds import Odds
from pitboss.lab.results import Main
from pitboss.lab.revealed.shape import Revealed
from pitboss.lab.revealed.solve import reached
from pitboss.lab.revealed.values import Values, paid_of, picked, values_of
from pitboss.lab.sets import Alike, sets_of
from pitboss.lab.staking import CLOSED
from pitboss.lab.strategy.cells import Cells, merged
from pitboss.lab.strategy.lists import RuleList
from pitboss.lab.strategy.revealed_seen import SEEN, features
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused


class RevealedStrategy:
    """The streets of one game; the first one only where no chart has its starting hands."""

    def __init__(self, shape: Revealed, main: Main, deck: Sequence[Card] = DECK) -> None:
        self._shape, self._deck = shape, tuple(sorted(deck))
        if JOKER in self._deck:
            raise Refused(
                f"the lab has no words for jokers in a hand of {shape.rules.game}: no list is found"
            )
        self._paid = paid_of(shape, self._deck)
        self._best = values_of(shape, Alike(self._deck), self._paid)
        self._streets = range(1 if main.starts else 0, len(shape.rules.streets))
        self._seen = {taken: self._look(taken) for taken in self._streets}

    def _look(self, taken: int) -> list[dict[str, int]]:
        """By set of cards: what a person sees."""
        sets = sets_of(self._deck, self._shape.sizes[taken])
        return [features([Card(c) for c in cards], self._shape) for cards in sets.cards.tolist()]

    def cells(self, told: Told = untold) -> list[Cells]:
        """Of each street."""
        everywhere = reached(self._shape, self._deck, self._best)
        found = []
        for taken in self._streets:
            street, values = self._shape.rules.streets[taken], self._best.streets[taken]
            seen = np.array([list(x.values()) for x in self._seen[taken]], np.int64)
            nets, best = np.zeros((len(seen), len(street.choices)), np.int64), 0
            for state, deals in everywhere[taken].items():
                if CLOSED in values.values[state]:
                    continue
                rows = np.stack(list(values.values[state].values()), axis=1) * deals[:, None]
                best += int(rows.max(axis=1).sum())
                nets += rows
            cells, net = merged(seen, nets)
            names = tuple(street.choices)
            found.append(Cells(street.name, SEEN, cells, names, net, best, self._paid.scale))
        return found

    def net(self, lists: Mapping[str, RuleList], told: Told = untold) -> Odds:
        """The net results of all deals by these lists, the best play where there is none."""
        decided = {}
        for taken in self._streets:
            street = self._shape.rules.streets[taken]
            if rules := lists.get(street.name):
                places = {name: at for at, name in enumerate(street.choices)}
                chosen = [places[rules.decision(x)] for x in self._seen[taken]]
                decided[taken] = np.array(chosen, np.int64)
        values = values_of(self._shape, Alike(self._deck), self._paid, decided)
        return Fraction(self._first(values), self._paid.scale)

    def _first(self, values: Values) -> int:
        """What all deals come to."""
        state, first = self._shape.staking.after(()), values.streets[0]
        worth = picked(first.values[state], first.chosen[state])
        return int((worth * sets_of(self._deck, self._shape.sizes[0]).ways).sum())
