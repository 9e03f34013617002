"""The order of the hands: a better one never pays less. Which paytables keep it, and how many."""

from collections.abc import Sequence
from math import ceil, floor, prod

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.lab.changeable import changeable
from pitboss.lab.target.values import Free, Point, Space
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules

Ints = NDArray[np.int64]


def space_of(rules: Rules, free: Sequence[Free], *, any_order: bool = False) -> Space:
    """The paytables that these lines can make."""
    if any_order:
        return Space(tuple(free), ())
    at = {line: i for i, x in enumerate(free) for line in x.lines}
    bounds = [[x.least, x.most] for x in free]
    order = set[tuple[int, int]]()
    for wager, some in changeable(rules).items():
        names = [(wager, line.key.partition(".")[2]) for line in some]
        for i, name in enumerate(names):
            if name not in at:
                continue
            mine = at[name]
            # All varied lines above, up to the first that stays as it is; and so below.
            for steps, side in ((range(i - 1, -1, -1), 1), (range(i + 1, len(names)), 0)):
                for j in steps:
                    other = at.get(names[j])
                    if other is None:
                        tighter, odds = min if side else max, some[j].odds
                        whole = floor(odds) if side else ceil(odds)
                        bounds[mine][side] = tighter(bounds[mine][side], whole)
                        break
                    if other != mine:
                        order.add((other, mine) if side else (mine, other))
    kept = [
        structs.replace(x, values=tuple(v for v in x.values if low <= v <= high))
        for x, (low, high) in zip(free, bounds, strict=True)
    ]
    for x, old, (low, high) in zip(kept, free, bounds, strict=True):
        if not x.values:
            between = f"{low} and {high:,}" if low <= high else f"{high:,} and {low}"
            raise Refused(
                f"{old.key} stands between hands that pay {between}, and never pays more than a "
                "better or less than a worse one: widen its bounds, vary those as well, or add "
                "--any-order"
            )
    return _tight(Space(tuple(kept), tuple(sorted(order))))


def _tight(space: Space) -> Space:
    """The same, without values that no paytable takes.

    Of two paytables that keep the order, so do the one with the higher odds of each line and the
    one with the lower. So there is a highest and a lowest of all, and each line has its values
    between those two.
    """
    values = [list(x.values) for x in space.free]
    changed = True
    while changed:
        changed = False
        for better, worse in space.order:
            low = [x for x in values[worse] if x <= values[better][-1]]
            high = [x for x in values[better] if low and x >= low[0]]
            if not low or not high:
                raise Refused(
                    f"{space.free[worse].key} always pays more than {space.free[better].key}, the "
                    "better hand, within these bounds: widen them, or add --any-order"
                )
            if (len(low), len(high)) != (len(values[worse]), len(values[better])):
                values[worse], values[better], changed = low, high, True
    free = (structs.replace(x, values=tuple(v)) for x, v in zip(space.free, values, strict=True))
    return structs.replace(space, free=tuple(free))


def extremes(space: Space) -> tuple[Point, Point]:
    """The paytable that pays least, and the one that pays most."""
    return tuple(x.values[0] for x in space.free), tuple(x.values[-1] for x in space.free)


def keeps(space: Space, at: Point) -> bool:
    """Whether a paytable keeps the order."""
    return all(at[better] >= at[worse] for better, worse in space.order)


def paytables(space: Space, places: Sequence[int]) -> Ints:
    """All choices for some of the lines that keep their order, a row each."""
    rows = np.zeros((1, 0), np.int64)
    for n, place in enumerate(places):
        values = np.array(space.free[place].values)
        rows = np.hstack([np.repeat(rows, len(values), 0), np.tile(values, len(rows))[:, None]])
        for m, before in enumerate(places[:n]):
            if (before, place) in space.order:
                rows = rows[rows[:, m] >= rows[:, n]]
            if (place, before) in space.order:
                rows = rows[rows[:, n] >= rows[:, m]]
    return rows


def most_paytables(space: Space, places: Sequence[int]) -> int:
    """How many choices there are for some of the lines, the order not counted."""
    return prod(len(space.free[place].values) for place in places)
