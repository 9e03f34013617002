"""Situations that a person cannot tell apart are one cell, for which a list has one decision."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.odds import Odds
from pitboss.lab.strategy.lists import RuleList
from pitboss.refusal import Refused

Ints = NDArray[np.int64]


class Cells(NamedTuple):
    """Situations of a street, those with the same features together."""

    street: str
    features: tuple[str, ...]
    seen: Ints
    """By cell: the features."""
    decisions: tuple[str, ...]
    net: Ints
    """By cell and decision: the net results of all its deals, added up."""
    best: int
    """What the best play in every situation comes to."""
    scale: int = 1
    """Net results are whole numbers of so many parts."""
    forbidden: NDArray[np.bool_] | None = None
    """By cell and decision: whether the cards do not allow it; none where they allow all."""

    def chosen(self, rules: RuleList) -> Ints:
        """By cell: the number of the decision that a list takes."""
        at = {name: i for i, name in enumerate(self.features)}
        number = {name: i for i, name in enumerate(self.decisions)}
        found = np.full(len(self.seen), number[rules.otherwise])
        for rule in reversed(rules.rules):
            fits = np.ones(len(self.seen), bool)
            for condition in rule.when:
                fits &= self.seen[:, at[condition.feature]] >= condition.least
            found[fits] = number[rule.then]
        return found

    def is_legal(self, rules: RuleList) -> bool:
        """Whether the cards allow every decision that a list takes."""
        if self.forbidden is None:
            return True
        return not self.forbidden[np.arange(len(self.net)), self.chosen(rules)].any()

    def worth(self, rules: RuleList) -> int:
        """What a list comes to over all deals."""
        return int(self.net[np.arange(len(self.net)), self.chosen(rules)].sum())

    def given_up(self, rules: RuleList) -> Odds:
        """What a list comes to less than the best play of this street."""
        if not self.is_legal(rules):
            raise Refused(f"a list for {self.street} takes a decision with cards that forbid it")
        less = self.best - self.worth(rules)
        return less if self.scale == 1 else Fraction(less, self.scale)


def merged(seen: Ints, net: Ints) -> tuple[Ints, Ints]:
    """Situations with the same features together, their results added up in whole numbers."""
    bits = [int(column.max()).bit_length() for column in seen.T]
    shifts = np.cumsum([0, *bits[:-1]])
    keys, together = added_up((seen << shifts).sum(axis=1), net)
    return (keys[:, None] >> shifts) & ((1 << np.array(bits)) - 1), together


def added_up(keys: Ints, net: Ints) -> tuple[Ints, Ints]:
    """Rows that have the same number, added up."""
    order = np.argsort(keys, kind="stable")
    found, first = np.unique(keys[order], return_index=True)
    return found, np.add.reduceat(net[order], first, axis=0)
