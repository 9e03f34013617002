"""Cells: situations with the same features, for which a rule list takes one decision."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import Refused
from pitboss.games.payoffs import Odds
from pitboss.lab.strategy.rule_lists import RuleList

Ints = NDArray[np.int64]


class Cells(NamedTuple):
    """The situations of a street, grouped by their features."""

    street: str
    features: tuple[str, ...]
    feature_rows: Ints
    """The features of each cell."""
    decisions: tuple[str, ...]
    net: Ints
    """By cell and decision: the net results of all its deals, added up."""
    best: int
    """The total net result of optimal play in every situation."""
    scale: int = 1
    """The denominator of net results, which are stored as integers."""
    forbidden: NDArray[np.bool_] | None = None
    """By cell and decision: whether the cards forbid it; None if they never do."""

    def decisions_of_list(self, rules: RuleList) -> Ints:
        """Return, by cell, the number of the decision that a list takes."""
        column_by_feature = {name: i for i, name in enumerate(self.features)}
        number_by_decision = {name: i for i, name in enumerate(self.decisions)}
        decisions = np.full(len(self.feature_rows), number_by_decision[rules.otherwise])
        for rule in reversed(rules.rules):
            matches = np.ones(len(self.feature_rows), bool)
            for condition in rule.when:
                matches &= (
                    self.feature_rows[:, column_by_feature[condition.feature]] >= condition.least
                )
            decisions[matches] = number_by_decision[rule.then]
        return decisions

    def is_legal(self, rules: RuleList) -> bool:
        """Return whether the cards allow every decision that a list takes."""
        if self.forbidden is None:
            return True
        return not self.forbidden[np.arange(len(self.net)), self.decisions_of_list(rules)].any()

    def value(self, rules: RuleList) -> int:
        """Return the total net result of a list over all deals."""
        return int(self.net[np.arange(len(self.net)), self.decisions_of_list(rules)].sum())

    def loss(self, rules: RuleList) -> Odds:
        """Return how much less than optimal play of this street a list wins."""
        if not self.is_legal(rules):
            raise Refused(
                f"the list for {self.street} takes a decision that the cards do not allow"
            )
        loss = self.best - self.value(rules)
        return loss if self.scale == 1 else Fraction(loss, self.scale)


def merge_cells(feature_rows: Ints, net: Ints) -> tuple[Ints, Ints]:
    """Merge situations with the same features, adding up their results as integers."""
    bits = [int(column.max()).bit_length() for column in feature_rows.T]
    shifts = np.cumsum([0, *bits[:-1]])
    keys, sums = sum_by_key((feature_rows << shifts).sum(axis=1), net)
    return (keys[:, None] >> shifts) & ((1 << np.array(bits)) - 1), sums


def sum_by_key(keys: Ints, net: Ints) -> tuple[Ints, Ints]:
    """Add up rows that have the same key."""
    order = np.argsort(keys, kind="stable")
    distinct, first = np.unique(keys[order], return_index=True)
    return distinct, np.add.reduceat(net[order], first, axis=0)
