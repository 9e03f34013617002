"""A stud game from any cards that are left: what a raise comes to, by the third card.

Bounds: there are at most 50³ ways to deal three cards in order, and odds are at most 10⁶.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.lab.groups import groups_of
from pitboss.lab.ranks import RANK, SUIT, ranks_of_five
from pitboss.lab.starts import Dealt, starts
from pitboss.lab.stud.fives import Ints
from pitboss.lab.stud.grown import hopes
from pitboss.lab.stud.shape import Growing
from pitboss.lab.stud.solve import best_times
from pitboss.submission.rules import Rules


class Raises:
    """The two raises of every starting hand."""

    def __init__(self, rules: Rules, shape: Growing, deck: Sequence[Card]) -> None:
        self.starts = starts(tuple(deck))
        self._shape, self._found = shape, hopes(rules, shape, deck)
        self._ranks = ranks_of_five(low_ace=shape.low_ace)
        self.rests = [[c for c in deck if c not in start.cards] for start in self.starts]
        self.groups = [
            groups_of(start.cards, rest)
            for start, rest in zip(self.starts, self.rests, strict=True)
        ]
        first, second = (wager.key for wager in shape.raises)
        sums = self._found.added_up()
        self.base_first = best_times(shape.streets[0], self._found.by_hand(sums[first]))
        """What one raises on the first street who knows nothing more, by starting hand."""
        self._base_second = best_times(shape.streets[1], sums[second])

    def base_second(self, hand: int) -> Ints:
        """What one raises on the second street who knows nothing more, by third card."""
        return np.asarray(self._base_second[self._rows(hand)])

    def _rows(self, hand: int) -> Ints:
        return np.asarray(self._found.first[hand] + self.groups[hand].of)

    def odds(self, hand: int, street: int, left: Ints) -> Ints:
        """What a raise pays: by third, fourth and fifth card out of those left of the rest.

        A card that would be dealt twice counts nothing.
        """
        key, n = self._shape.raises[street].key, len(left)
        if key in self._found.odds:
            early = self._found.odds[key][self._rows(hand)[left]]
            paid = np.broadcast_to(early[:, None, None], (n, n, n))
        else:
            paid = self._found.levels.odds[key][self._levels(self.starts[hand], hand, left)]
        same = np.eye(n, dtype=bool)
        once = ~(same[:, :, None] | same[:, None, :] | same[None, :, :])
        return np.where(once, paid, 0)

    def _levels(self, start: Dealt, hand: int, left: Ints) -> Ints:
        """The level of every five cards."""
        cards = np.array(self.rests[hand])[left]
        low, high = start.cards
        rank = RANK[cards]
        number = (13 * RANK[low] + RANK[high]) * 13**3 + np.add.outer(
            np.add.outer(169 * rank, 13 * rank), rank
        )
        level = self._found.levels.of[self._ranks.unsuited[number]]
        if SUIT[low] == SUIT[high]:
            bit = np.where(SUIT[cards] == SUIT[low], 1 << rank, 0)
            own = (1 << RANK[low]) | (1 << RANK[high])
            bits = own | np.bitwise_or.outer(np.bitwise_or.outer(bit, bit), bit)
            suited = SUIT[cards] == SUIT[low]
            all_suited = np.logical_and.outer(np.logical_and.outer(suited, suited), suited)
            level = np.where(all_suited, self._found.levels.of[self._ranks.suited[bits]], level)
        return np.asarray(level)

    def best(self, street: int, sums: Ints) -> Ints:
        """What the best raise comes to, where one of the wager comes to these sums."""
        return best_times(self._shape.streets[street], sums) * sums


def ways(left: int) -> int:
    """In how many orders three cards come out of so many."""
    return left * (left - 1) * (left - 2)


def mean_of(raises: Raises, sums: Sequence[Fraction]) -> Fraction:
    """Over all starting hands, of what each comes to."""
    some = zip(raises.starts, sums, strict=True)
    total = sum(start.ways for start in raises.starts)
    return sum((start.ways * value for start, value in some), Fraction()) / total
