"""The best short list for a street: every rule is tried at every place, the most promising kept.

All that a list can see of a situation is its features, so situations that share them are one cell;
the net results of each decision in a cell are added up once, exactly. A list is then worth what its
decisions come to, cell by cell. The search is a beam: of all lists of a length the best
forty are made longer. What it finds is near the best of that length; what it costs is exact.
"""

from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.strategy.lists import Condition, Rule, RuleList, conditions

Ints = NDArray[np.int64]
BEAM: Final = 40
MOST: Final = 12
"""Lines of the longest list that is looked for: more, nobody remembers."""


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

    def worth(self, rules: RuleList) -> int:
        """What a list comes to over all deals."""
        return int(self.net[np.arange(len(self.net)), self.chosen(rules)].sum())

    def given_up(self, rules: RuleList) -> int:
        """What a list comes to less than the best play of this street."""
        return self.best - self.worth(rules)


class _Partial(NamedTuple):
    """A list under way: what it covers already is decided."""

    rules: tuple[tuple[int, int], ...]
    """Conditions and decisions by their numbers."""
    left: NDArray[np.bool_]
    value: float


def lists(cells: Cells, longest: int = MOST) -> list[RuleList]:
    """The best list found of one line, of two, and so on, where more lines are worth more."""
    asked, fits = _asked(cells)
    net = cells.net.astype(np.float64)  # for the order of the search alone; worth is exact
    start = _Partial((), np.ones(len(net), bool), 0.0)
    beam, found = [start], [_written(cells, asked, start)]
    best = cells.worth(found[0])
    for _ in range(longest - 1):
        beam = _longer(beam, fits, net)
        if not beam:
            break
        written = _written(cells, asked, beam[0])
        worth = cells.worth(written)
        if worth > best:  # sometimes only two lines more help
            best = worth
            found.append(written)
    return found


def _asked(cells: Cells) -> tuple[list[tuple[Condition, ...]], NDArray[np.float64]]:
    """All that a rule may ask, single conditions first, and which cells each fits."""
    columns = {name: cells.seen[:, i].tolist() for i, name in enumerate(cells.features)}
    single = conditions(columns)
    place = {name: i for i, name in enumerate(cells.features)}
    fit = [cells.seen[:, place[one.feature]] >= one.least for one in single]
    asked: list[tuple[Condition, ...]] = [(one,) for one in single]
    rows = list(fit)
    for i, j in combinations(range(len(single)), 2):
        if single[i].feature != single[j].feature:
            both = fit[i] & fit[j]
            # A pair that one of its halves says alone is no new rule.
            if both.any() and (both != fit[i]).any() and (both != fit[j]).any():
                asked.append((single[i], single[j]))
                rows.append(both)
    return asked, np.array(rows, np.float64)


def _longer(
    beam: list[_Partial], fits: NDArray[np.float64], net: NDArray[np.float64]
) -> list[_Partial]:
    """The best lists with one rule more."""
    candidates: list[tuple[float, int, int, int]] = []
    for at, one in enumerate(beam):
        rest = np.where(one.left[:, None], net, 0.0)
        covered = fits @ rest
        total = rest.sum(axis=0)
        remains = (total - covered).max(axis=1)
        value = one.value + covered + remains[:, None]
        order = np.argsort(-value, axis=None, kind="stable")[:BEAM]
        for flat in order.tolist():
            rule, decision = divmod(flat, net.shape[1])
            candidates.append((float(value[rule, decision]), at, rule, decision))
    candidates.sort(key=lambda one: -one[0])
    longer: list[_Partial] = []
    seen: set[bytes] = set()
    for _, at, rule, decision in candidates:
        one = beam[at]
        covered_now = one.left & (fits[rule] > 0)
        if not covered_now.any():
            continue
        left = one.left & ~covered_now
        key = left.tobytes() + bytes([decision])
        if key in seen:
            continue
        seen.add(key)
        value = one.value + float(net[covered_now, decision].sum())
        longer.append(_Partial((*one.rules, (rule, decision)), left, value))
        if len(longer) == BEAM:
            break
    return longer


def _written(cells: Cells, asked: list[tuple[Condition, ...]], one: _Partial) -> RuleList:
    rest = cells.net[one.left].sum(axis=0) if one.left.any() else cells.net.sum(axis=0)
    rules = tuple(Rule(asked[rule], cells.decisions[then]) for rule, then in one.rules)
    otherwise = cells.decisions[int(np.argmax(rest))]
    return _tidied(RuleList(cells.street, rules, otherwise))


def _tidied(found: RuleList) -> RuleList:
    """Without rules at the end that say what is done otherwise."""
    rules = list(found.rules)
    while rules and rules[-1].then == found.otherwise:
        rules.pop()
    return RuleList(found.street, tuple(rules), found.otherwise)
