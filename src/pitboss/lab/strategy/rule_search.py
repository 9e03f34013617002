"""Search for the best short rule list of a street: a beam search over rules of two features.

The situations of a street that have equal features are one cell.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from heapq import nlargest
from itertools import combinations_with_replacement, islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import Refused
from pitboss.games.payoffs import Odds
from pitboss.lab.hand_tables import Ints
from pitboss.lab.strategy.rule_lists import MAX_LINES, Condition, Rule, RuleList


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
        return decisions_by_row(rules, self.features, self.feature_rows, self.decisions)

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


def decisions_by_row(
    rules: RuleList, features: Sequence[str], rows: Ints, decisions: Sequence[str]
) -> Ints:
    """Return, by row of features, the number of the decision that a list takes."""
    column_by_feature = {name: i for i, name in enumerate(features)}
    number_by_decision = {name: i for i, name in enumerate(decisions)}
    numbers = np.full(len(rows), number_by_decision[rules.otherwise])
    for rule in reversed(rules.rules):
        matches = np.ones(len(rows), bool)
        for condition in rule.when:
            matches &= rows[:, column_by_feature[condition.feature]] >= condition.least
        numbers[matches] = number_by_decision[rule.then]
    return numbers


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


Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


class RuleNumbers(NamedTuple):
    """A rule by numbers: two features, each with the index of its least value, and a decision.

    The index 0 demands nothing.
    """

    feature: int
    minimum: int
    other_feature: int
    other_minimum: int
    decision: int


class RuleTable:
    """The cells of a street, indexed for the evaluation of rules."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self.net: Floats = cells.net.astype(np.float64)
        """Net results as floats, used only to order the search; costs are counted exactly.

        A forbidden decision costs more than all other decisions together.
        """
        if cells.forbidden is not None:
            self.net[cells.forbidden] = -2 * np.abs(self.net).sum()
        columns = [np.unique(column, return_inverse=True) for column in cells.feature_rows.T]
        self._values = [values for values, _ in columns]
        self._codes = [codes for _, codes in columns]
        self._sizes = [len(values) for values in self._values]
        self._grids = [
            (i, j, self._codes[i] * self._sizes[j] + self._codes[j])
            for i, j in combinations_with_replacement(range(len(columns)), 2)
            if i < j or len(columns) == 1
        ]

    @property
    def decisions(self) -> range:
        """The numbers of the decisions."""
        return range(self.net.shape[1])

    def sums(self, weights: Floats) -> Iterator[tuple[int, int, Floats]]:
        """Yield, for each two features, the sum of weights by their least values."""
        for i, j, cell_index in self._grids:
            shape = self._sizes[i], self._sizes[j]
            grid = np.bincount(cell_index, weights, shape[0] * shape[1]).reshape(shape)[::-1, ::-1]
            yield i, j, grid.cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]

    def best_rules(self, weights: Floats, decision: int) -> Iterator[tuple[float, RuleNumbers]]:
        """Yield, for each two features, the rule with the greatest sum of weights."""
        for i, j, grid in self.sums(weights):
            flat = int(np.argmax(grid))
            least, other = divmod(flat, grid.shape[1])
            yield float(grid.flat[flat]), RuleNumbers(i, least, j, other, decision)

    def matching_cells(self, rule: RuleNumbers) -> Mask:
        """Return which cells a rule matches."""
        codes, other_codes = self._codes[rule.feature], self._codes[rule.other_feature]
        return np.asarray((codes >= rule.minimum) & (other_codes >= rule.other_minimum))

    def apply_rules(self, rules: Sequence[RuleNumbers]) -> tuple[float, Mask]:
        """Return the value of rules applied from the top, and which cells they leave undecided."""
        undecided_cells, value = np.ones(len(self.net), bool), 0.0
        for rule in rules:
            matches = undecided_cells & self.matching_cells(rule)
            value += float(self.net[matches, rule.decision].sum())
            undecided_cells &= ~matches
        return value, undecided_cells

    def default_decision(self, rules: Sequence[RuleNumbers]) -> int:
        """Return the best decision for all cells that no rule matches."""
        _, undecided_cells = self.apply_rules(rules)
        return int(
            np.argmax(
                self.net[undecided_cells].sum(axis=0)
                if undecided_cells.any()
                else self.net.sum(axis=0)
            )
        )

    def values_from_rules(self, rules: Sequence[RuleNumbers], otherwise: int) -> Floats:
        """Return, by cell, the value under these rules if no rule before them matches."""
        values = self.net[:, otherwise].copy()
        for rule in reversed(rules):
            matches = self.matching_cells(rule)
            values[matches] = self.net[matches, rule.decision]
        return values

    def to_rule_list(self, rules: Sequence[RuleNumbers]) -> RuleList:
        """Return a rule list without trailing rules that repeat the default decision."""
        cells = self._cells
        otherwise = cells.decisions[self.default_decision(rules)]
        written_rules = [
            Rule(self._conditions(rule), cells.decisions[rule.decision]) for rule in rules
        ]
        while written_rules and written_rules[-1].then == otherwise:
            written_rules.pop()
        return RuleList(cells.street, tuple(written_rules), otherwise)

    def _conditions(self, rule: RuleNumbers) -> tuple[Condition, ...]:
        minimums = ((rule.feature, rule.minimum), (rule.other_feature, rule.other_minimum))
        names, values = self._cells.features, self._values
        return tuple(Condition(names[i], int(values[i][least])) for i, least in minimums if least)


BEAM_WIDTH: Final = 40
_EQUAL_SHARE: Final = 0.001
"""Lists whose undecided cells differ by less than this share of the total are equal."""
_DOUBT_WEIGHTS: Final = (0.1, 0.4)
"""Weights of losses when a rule is chosen that a later exception will correct."""
_RULES_PER_PAIR: Final = 12
"""The most rules of the same two features that extend a list in the beam."""
_DOUBTFUL_RULES: Final = 10
"""The most doubtful rules tried in a place, each with an exception."""
_POLISHED_LISTS: Final = 5
"""How many of these lists, over all places, are polished."""

LineProgress = Callable[[int, int], None]
"""Receives the number of lines of the list just found, and the maximum."""
RuleSequence = Sequence[RuleNumbers]
ValuedRules = tuple[float, list[RuleNumbers]]


def no_line_progress(lines: int, max_lines: int) -> None:
    """Ignore progress reports."""


class _PartialList(NamedTuple):
    """A list in progress, whose matched cells are decided."""

    rules: tuple[RuleNumbers, ...]
    undecided_cells: Mask
    value: float


def find_rule_lists(
    cells: Cells, max_lines: int = MAX_LINES, progress: LineProgress = no_line_progress
) -> list[RuleList]:
    """Return the best list found of each length at which more lines improve it."""
    rule_table = RuleTable(cells)
    beam = [_PartialList((), np.ones(len(rule_table.net), bool), 0.0)]
    best: list[list[RuleNumbers]] = [[]]
    lists = [rule_table.to_rule_list([])]
    best_value = int(cells.net.max(axis=1).sum())  # an upper bound for any list
    for lines in range(1, max_lines):
        progress(lines, max_lines)
        beam = _extend_beam(beam, rule_table)
        candidates: list[RuleSequence] = [candidate.rules for candidate in beam[:1]]
        otherwise = rule_table.default_decision(best[-1])
        candidates += [
            _insert_best_rule(best[-1], position, rule_table, otherwise)[1]
            for position in range(len(best[-1]) + 1)
        ]
        if len(best) > 1:
            shorter = best[-2]
            longer_lists = (
                x
                for position in range(len(shorter) + 1)
                for x in _insert_with_exception(shorter, position, rule_table)
            )
            candidates += [
                rules
                for _, rules in nlargest(_POLISHED_LISTS, longer_lists, key=lambda item: item[0])
            ]
        best.append(
            max(
                (_polish(candidate, rule_table) for candidate in candidates),
                key=lambda item: item[0],
            )[1]
        )
        new_list = rule_table.to_rule_list(best[-1])
        # Sometimes it takes two more lines to improve a list.
        if cells.is_legal(new_list) and cells.value(new_list) > cells.value(lists[-1]):
            lists.append(new_list)
        if cells.value(lists[-1]) == best_value:
            break
    progress(max_lines, max_lines)
    return lists


def _extend_beam(beam: Sequence[_PartialList], rule_table: RuleTable) -> list[_PartialList]:
    """Return the best lists with one more rule."""
    candidates = [
        (partial.value + value, index, rule)
        for index, partial in enumerate(beam)
        for value, rule in _promising_rules(partial.undecided_cells, rule_table)
    ]
    candidates.sort(key=lambda shorter: -shorter[0])
    weight = np.ptp(rule_table.net, axis=1)
    tolerance = _EQUAL_SHARE * float(weight.sum())
    longer: list[_PartialList] = []
    for _, index, rule in candidates:
        shorter = beam[index]
        matches = shorter.undecided_cells & rule_table.matching_cells(rule)
        undecided_cells = shorter.undecided_cells & ~matches
        if matches.any() and not any(
            other.rules[-1].decision == rule.decision
            and float(weight[undecided_cells ^ other.undecided_cells].sum()) <= tolerance
            for other in longer
        ):
            value = shorter.value + float(rule_table.net[matches, rule.decision].sum())
            longer.append(_PartialList((*shorter.rules, rule), undecided_cells, value))
            if len(longer) == BEAM_WIDTH:
                break
    return longer


def _promising_rules(
    undecided_cells: Mask, rule_table: RuleTable
) -> Iterator[tuple[float, RuleNumbers]]:
    """Yield rules with their value on undecided cells, one decision taking the rest."""
    rest = np.where(undecided_cells[:, None], rule_table.net, 0.0)
    total = rest.sum(axis=0)
    for grids in zip(
        *(rule_table.sums(rest[:, then]) for then in rule_table.decisions), strict=True
    ):
        i, j, _ = grids[0]
        matched_sums = np.stack([grid for _, _, grid in grids], axis=-1)
        value = matched_sums + (total - matched_sums).max(axis=-1)[..., None]
        for flat in np.argsort(-value, axis=None, kind="stable")[:_RULES_PER_PAIR].tolist():
            least, other, then = (int(x) for x in np.unravel_index(flat, value.shape))
            yield float(value.flat[flat]), RuleNumbers(i, least, j, other, then)


def _polish(rules: RuleSequence, rule_table: RuleTable) -> ValuedRules:
    """Replace each rule in turn by the best in its place, until nothing improves."""
    best, rules = -np.inf, list(rules)
    while rules:
        value = best
        for position in range(len(rules)):
            without = [*rules[:position], *rules[position + 1 :]]
            value, rules = _insert_best_rule(
                without, position, rule_table, rule_table.default_decision(rules)
            )
        if value <= best + abs(best) * 1e-9:  # only rounding error
            break
        best = value
    return best, rules


def _insert_best_rule(
    rules: RuleSequence, position: int, rule_table: RuleTable, otherwise: int
) -> ValuedRules:
    """Insert the best rule at this position; return the list and its value."""
    before, undecided_cells = rule_table.apply_rules(rules[:position])
    current = rule_table.values_from_rules(rules[position:], otherwise)
    gains = (
        best_rule
        for then in rule_table.decisions
        for best_rule in rule_table.best_rules(
            np.where(undecided_cells, rule_table.net[:, then] - current, 0.0), then
        )
    )
    gain, rule = max(gains, key=lambda item: item[0])
    return before + float(current[undecided_cells].sum()) + gain, [
        *rules[:position],
        rule,
        *rules[position:],
    ]


def _insert_with_exception(
    rules: RuleSequence, position: int, rule_table: RuleTable
) -> Iterator[ValuedRules]:
    """Yield lists with two more rules here: a doubtful one after its best exception."""
    _, undecided_cells = rule_table.apply_rules(rules[:position])
    otherwise = rule_table.default_decision(rules)
    current = rule_table.values_from_rules(rules[position:], otherwise)
    doubtful: list[tuple[float, RuleNumbers]] = []
    for then in rule_table.decisions:
        change = np.where(undecided_cells, rule_table.net[:, then] - current, 0.0)
        for doubt in _DOUBT_WEIGHTS:
            doubtful += rule_table.best_rules(np.where(change > 0, change, doubt * change), then)
    doubtful.sort(key=lambda item: -item[0])
    for rule in islice(dict.fromkeys(rule for _, rule in doubtful), _DOUBTFUL_RULES):
        yield _insert_best_rule(
            [*rules[:position], rule, *rules[position:]], position, rule_table, otherwise
        )
