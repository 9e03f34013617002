"""The best short list for a street: every rule is tried at every place, the most promising kept.

Lists are made longer in three ways. A beam has the best forty of a length, no two of them alike,
and each gets a rule more at its end. The best list of one rule less gets a rule in any place. The
best of two rules less gets two: one that would be good if it were not for some cells, and before it
the one that takes them out. What comes of it is polished: each rule is exchanged for the best in
its place, until none can be made better. So a list is near the best of its length; what it costs is
exact.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from pitboss.lab.strategy.asked import Asked, Asking, Mask
from pitboss.lab.strategy.cells import Cells
from pitboss.lab.strategy.lists import MOST, RuleList

BEAM: Final = 40
_ALIKE: Final = 0.001
"""Of all that hangs on the decisions: lists that leave the same but for so little are alike."""
_DOUBTS: Final = (0.1, 0.4)
"""How far what speaks against a rule is counted, when another will take some of it out."""
_OF_A_PAIR: Final = 12
"""Rules of the same two features that a list in the beam may be made longer with."""
_DOUBTFUL: Final = 10
"""Rules in doubt that are tried in a place, with an exception each."""
_TRIED: Final = 5
"""Of these, over all places, how many are polished."""

Progress = Callable[[int, int], None]
"""Hears of how many lines the list is that was found, and how many there will be."""
Rules = Sequence[Asked]
Valued = tuple[float, list[Asked]]


def unheard(lines: int, longest: int) -> None:
    """For those who do not ask."""


class _Partial(NamedTuple):
    """A list under way: what it covers already is decided."""

    rules: tuple[Asked, ...]
    left: Mask
    value: float


def lists(cells: Cells, longest: int = MOST, told: Progress = unheard) -> list[RuleList]:
    """The best list found of one line, of two, and so on, where more lines are worth more."""
    asking = Asking(cells)
    beam = [_Partial((), np.ones(len(asking.net), bool), 0.0)]
    best: list[list[Asked]] = [[]]
    found = [asking.written([])]
    most = int(cells.net.max(axis=1).sum())  # that any list can come to
    for lines in range(1, longest):
        told(lines, longest)
        beam = _longer(beam, asking)
        tried: list[Rules] = [one.rules for one in beam[:1]]
        last = asking.otherwise(best[-1])
        tried += [_inserted(best[-1], at, asking, last)[1] for at in range(len(best[-1]) + 1)]
        if len(best) > 1:
            shorter = best[-2]
            two = (x for at in range(len(shorter) + 1) for x in _excepted(shorter, at, asking))
            tried += [rules for _, rules in nlargest(_TRIED, two, key=lambda one: one[0])]
        best.append(max((_polished(one, asking) for one in tried), key=lambda one: one[0])[1])
        written = asking.written(best[-1])
        # Sometimes only two lines more help.
        if cells.is_legal(written) and cells.worth(written) > cells.worth(found[-1]):
            found.append(written)
        if cells.worth(found[-1]) == most:
            break
    told(longest, longest)
    return found


def _longer(beam: Sequence[_Partial], asking: Asking) -> list[_Partial]:
    """The best lists with one rule more."""
    candidates = [
        (one.value + value, at, rule)
        for at, one in enumerate(beam)
        for value, rule in _promising(one.left, asking)
    ]
    candidates.sort(key=lambda one: -one[0])
    weight = np.ptp(asking.net, axis=1)
    alike = _ALIKE * float(weight.sum())
    longer: list[_Partial] = []
    for _, at, rule in candidates:
        one = beam[at]
        covered = one.left & asking.fits(rule)
        left = one.left & ~covered
        if covered.any() and not any(
            other.rules[-1].then == rule.then and float(weight[left ^ other.left].sum()) <= alike
            for other in longer
        ):
            value = one.value + float(asking.net[covered, rule.then].sum())
            longer.append(_Partial((*one.rules, rule), left, value))
            if len(longer) == BEAM:
                break
    return longer


def _promising(left: Mask, asking: Asking) -> Iterator[tuple[float, Asked]]:
    """Rules by what the cells that are left come to with them, and the best one decision after."""
    rest = np.where(left[:, None], asking.net, 0.0)
    total = rest.sum(axis=0)
    for grids in zip(*(asking.sums(rest[:, then]) for then in asking.decisions), strict=True):
        i, j, _ = grids[0]
        covered = np.stack([grid for _, _, grid in grids], axis=-1)
        value = covered + (total - covered).max(axis=-1)[..., None]
        for flat in np.argsort(-value, axis=None, kind="stable")[:_OF_A_PAIR].tolist():
            least, other, then = (int(x) for x in np.unravel_index(flat, value.shape))
            yield float(value.flat[flat]), Asked(i, least, j, other, then)


def _polished(rules: Rules, asking: Asking) -> Valued:
    """Each rule in turn exchanged for the best in its place, until none can be made better."""
    best, rules = -np.inf, list(rules)
    while rules:
        value = best
        for at in range(len(rules)):
            without = [*rules[:at], *rules[at + 1 :]]
            value, rules = _inserted(without, at, asking, asking.otherwise(rules))
        if value <= best + abs(best) * 1e-9:  # nothing but rounding
            break
        best = value
    return best, rules


def _inserted(rules: Rules, at: int, asking: Asking, otherwise: int) -> Valued:
    """With one rule more, the best in this place; and what that list is worth."""
    before, left = asking.decided(rules[:at])
    now = asking.from_here(rules[at:], otherwise)
    gains = (
        one
        for then in asking.decisions
        for one in asking.best(np.where(left, asking.net[:, then] - now, 0.0), then)
    )
    gain, rule = max(gains, key=lambda one: one[0])
    return before + float(now[left].sum()) + gain, [*rules[:at], rule, *rules[at:]]


def _excepted(rules: Rules, at: int, asking: Asking) -> Iterator[Valued]:
    """With two rules more in this place: one in doubt, and its best exception before it."""
    _, left = asking.decided(rules[:at])
    otherwise = asking.otherwise(rules)
    now = asking.from_here(rules[at:], otherwise)
    doubtful: list[tuple[float, Asked]] = []
    for then in asking.decisions:
        change = np.where(left, asking.net[:, then] - now, 0.0)
        for doubt in _DOUBTS:
            doubtful += asking.best(np.where(change > 0, change, doubt * change), then)
    doubtful.sort(key=lambda one: -one[0])
    for rule in islice(dict.fromkeys(rule for _, rule in doubtful), _DOUBTFUL):
        yield _inserted([*rules[:at], rule, *rules[at:]], at, asking, otherwise)
