"""Find the paytables whose exact house edge is nearest to a target, for ``pitboss target``.

The search is linear for side wagers, and bounded for main games.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.games.payoffs import Odds
from pitboss.lab.generic.limits import count_deals
from pitboss.lab.hand_tables import Ints
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import PayChange, apply_pay_changes, changeable_tables
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.shape_registry import find_shape_on_deck
from pitboss.lab.side_returns import SideReturn, solve_side_wager
from pitboss.lab.target.request import (
    DEFAULT_SOLVED_DEALS,
    DEFAULT_SOLVES,
    MAIN_EDGE,
    Candidate,
    LineChange,
    OddsPoint,
    PaytableSpace,
    TargetRequest,
    TargetResult,
    VariableLine,
    parse_variable_lines,
    pay_options,
    share_text,
)
from pitboss.lab.target.solvers import PaytableSolver, SolvedPaytable, paytable_solver
from pitboss.submission.rules import Rules


def find_paytables(
    rules: Rules,
    line_texts: Sequence[str],
    request: TargetRequest,
    *,
    edge_wager: str | None = None,
    any_order: bool = False,
    deck: Sequence[Card] | None = None,
    progress: Progress = no_progress,
) -> TargetResult:
    """Return the paytables whose edge comes nearest to the requested one."""
    deck = rules.deck.cards if deck is None else deck
    _check_request(request)
    free = parse_variable_lines(rules, line_texts)
    wager = _wager_of_edge(rules, free, edge_wager)
    space = paytable_space(rules, free, any_order=any_order)
    if wager == MAIN_EDGE:
        result = _target_main_game(rules, space, request, deck, progress)
    else:
        result = _target_side_wager(rules, space, wager, request, deck)
    if not result.candidates:
        raise Refused(
            "none of these paytables has an edge within "
            f"{share_text(request.within or Fraction())} of {share_text(request.edge)}: omit "
            "--within to list the nearest"
        )
    return result


def _check_request(request: TargetRequest) -> None:
    if not 0 < request.edge < 1:
        raise Refused(
            "the house edge must be more than 0 and less than 1, such as 0.035, 3.5% or 7/200"
        )
    if request.count < 1:
        raise Refused(f"cannot list {request.count} paytables: ask for 1 or more")
    if request.within is not None and request.within < 0:
        raise Refused("--within must be 0 or more, such as 0.001 or 0.1%")
    if request.solves is not None and request.solves < 1:
        raise Refused(f"{request.solves} solutions are too few: allow 1 or more")


def default_solves(rules: Rules, deck: Sequence[Card]) -> int:
    """Return how many main games to solve: more where every deal is counted and deals are few."""
    if find_shape_on_deck(rules, deck):
        return DEFAULT_SOLVES
    return max(DEFAULT_SOLVES, DEFAULT_SOLVED_DEALS // count_deals(rules, deck))


def _wager_of_edge(
    rules: Rules, variable_lines: Sequence[VariableLine], edge_wager: str | None
) -> str:
    """Return the wager whose edge is the target, or `MAIN_EDGE`."""
    sides = [side.key for side in rules.sides]
    if edge_wager is not None and edge_wager != MAIN_EDGE and edge_wager not in sides:
        is_wager = edge_wager in [wager.key for wager in rules.wagers]
        problem = (
            f"{short_repr(edge_wager)} has no edge of its own"
            if is_wager
            else f"unknown side wager {short_repr(edge_wager)}"
        )
        raise Refused(f"{problem}: choose from {', '.join([MAIN_EDGE, *sides])}")
    line_by_wager = {
        wager if wager in sides else MAIN_EDGE: line.key
        for line in variable_lines
        for wager, _ in line.lines
    }
    if edge_wager is None and len(line_by_wager) > 1:
        raise Refused(
            f"lines of {' and '.join(line_by_wager)} are varied, each with an edge of its own: "
            "vary lines of only one"
        )
    target_wager = edge_wager or next(iter(line_by_wager))
    for wager, key in line_by_wager.items():
        if wager != target_wager:
            raise Refused(
                f"{key} does not belong to {target_wager}: vary only lines of {target_wager}"
            )
    return target_wager


def _target_main_game(
    rules: Rules,
    space: PaytableSpace,
    request: TargetRequest,
    deck: Sequence[Card],
    progress: Progress,
) -> TargetResult:
    """Search the paytables of the main game, solving as many as needed."""
    filed_game = solve_main(rules, deck=deck, keep=False)
    solver = paytable_solver(rules, space, filed_game.deals, deck, progress)
    solves = default_solves(rules, deck) if request.solves is None else request.solves
    search = PaytableSearch(space, solver, solves, progress)
    unit_deals = filed_game.deals * filed_game.required
    edges = [Fraction(-search.net(point), unit_deals) for point in (search.high, search.low)]
    _check_reach(request.edge, edges[0], edges[1])
    within = None if request.within is None else request.within * unit_deals
    result = search.nearest(-request.edge * unit_deals, request.count, within)

    def candidate(point: OddsPoint) -> Candidate:
        progress("solving the paytables to list", result.points.index(point), len(result.points))
        changed_rules = apply_pay_changes(rules, space.changes(point))
        main = solve_main(changed_rules, deck=deck, keep=False)
        figures = main.house_edge, main.chance_of_sign(1), main.standard_deviation
        return _candidate(space, point, request.edge, *figures)

    return TargetResult(
        wanted=request.edge,
        of=MAIN_EDGE,
        free=space.free,
        candidates=tuple(map(candidate, result.points)),
        reachable=(edges[0], edges[1]),
        paytables=len(list_paytables(space, range(len(space.free)))),
        solved=result.solved,
        outside=result.outside,
        certain=result.certain,
    )


def _target_side_wager(
    rules: Rules, space: PaytableSpace, key: str, request: TargetRequest, deck: Sequence[Card]
) -> TargetResult:
    """Search the paytables of a side wager, whose expected value is a sum over its lines."""

    def returns(rules_with_changes: Rules) -> SideReturn:
        return solve_side_wager(
            rules_with_changes, next(x for x in rules_with_changes.sides if x.key == key), deck
        )

    filed_odds = tuple(free.filed for free in space.free)
    filed_return = returns(rules)
    combinations = {line.slug: line.combinations for line in filed_return.lines}

    def count(free: VariableLine) -> int:
        wager, line = free.lines[0]
        if line in combinations:
            return combinations[line]
        # A line of a case is not counted by itself: count the deals that pay one unit more.
        # Odds of at least 1 win before and after, so that a bonus is paid in both.
        base = max(1, ceil(free.filed))
        low, high = (
            returns(apply_pay_changes(rules, [PayChange(wager, line, odds)]))
            for odds in (base, base + 1)
        )
        return int((high.ev - low.ev) * filed_return.deals)

    weights = [count(free) for free in space.free]
    other_lines = filed_return.ev * filed_return.deals - sum(
        n * odds for n, odds in zip(weights, filed_odds, strict=True)
    )

    def edge(point: OddsPoint) -> Fraction:
        return (
            -(other_lines + sum(n * odds for n, odds in zip(weights, point, strict=True)))
            / filed_return.deals
        )

    least, most = extreme_paytables(space)
    _check_reach(request.edge, edge(most), edge(least))
    points = nearest_sums(
        space, weights, -request.edge * filed_return.deals - other_lines, request.count
    )
    near = [
        point
        for point in points
        if request.within is None or abs(edge(point) - request.edge) <= request.within
    ]

    def candidate(point: OddsPoint) -> Candidate:
        side = returns(apply_pay_changes(rules, space.changes(point)))
        figures = side.house_edge, side.hit_chance, side.standard_deviation
        return _candidate(space, point, request.edge, *figures)

    return TargetResult(
        wanted=request.edge,
        of=key,
        free=space.free,
        candidates=tuple(map(candidate, near)),
        reachable=(edge(most), edge(least)),
        paytables=count_paytables(space),
        solved=0,
        outside=0,
        certain=True,
    )


def _candidate(
    space: PaytableSpace,
    point: OddsPoint,
    target: Fraction,
    edge: Fraction,
    hit: Fraction,
    deviation: float,
) -> Candidate:
    changes = tuple(
        LineChange(free.key, free.filed, odds)
        for free, odds in zip(space.free, point, strict=True)
        if odds != free.filed
    )
    return Candidate(
        changes, pay_options(space.changes(point)), edge, edge - target, hit, deviation
    )


def _check_reach(target: Fraction, low: Fraction, high: Fraction) -> None:
    if not low <= target <= high:
        raise Refused(
            f"an edge of {share_text(target)} is out of reach with these lines: they allow "
            f"{share_text(low)} to {share_text(high)}; try wider bounds (LINE=LOW..HIGH) or "
            "--any-order"
        )


def paytable_space(
    rules: Rules, variable_lines: Sequence[VariableLine], *, any_order: bool = False
) -> PaytableSpace:
    """Return all paytables that these lines can make."""
    if any_order:
        return PaytableSpace(tuple(variable_lines), ())
    index_by_line = {line: i for i, x in enumerate(variable_lines) for line in x.lines}
    bounds = [[x.least, x.most] for x in variable_lines]
    order = set[tuple[int, int]]()
    for table_lines in changeable_tables(rules):
        names = [(wager, name) for wager, _, name in (x.key.partition(".") for x in table_lines)]
        for i, name in enumerate(names):
            if name not in index_by_line:
                continue
            index = index_by_line[name]
            # Compare with the varied lines above, up to the first fixed one; then likewise below.
            for neighbor_positions, is_upper in (
                (range(i - 1, -1, -1), 1),
                (range(i + 1, len(names)), 0),
            ):
                for j in neighbor_positions:
                    other_index = index_by_line.get(names[j])
                    if other_index is None:
                        tighter, odds = min if is_upper else max, table_lines[j].odds
                        bound = floor(odds) if is_upper else ceil(odds)
                        bounds[index][is_upper] = tighter(bounds[index][is_upper], bound)
                        break
                    if other_index != index:
                        order.add((other_index, index) if is_upper else (index, other_index))
    free = [
        structs.replace(x, values=tuple(v for v in x.values if low <= v <= high))
        for x, (low, high) in zip(variable_lines, bounds, strict=True)
    ]
    for x, original, (low, high) in zip(free, variable_lines, bounds, strict=True):
        if not x.values:
            raise Refused(
                f"{original.key} stands {_place_among(original, low, high)}, and no hand may pay "
                "more than a better one: change its bounds, vary those hands as well, or add "
                "--any-order"
            )
    return _tight(PaytableSpace(tuple(free), tuple(sorted(order))))


def _place_among(line: VariableLine, low: int, high: int) -> str:
    """Return where a line stands among hands whose odds allow it from ``low`` to ``high``."""
    if low == line.least:
        return f"below a hand that pays {high:,}"
    if high == line.most:
        return f"above a hand that pays {low:,}"
    return f"between hands that pay {min(low, high):,} and {max(low, high):,}"


def _tight(space: PaytableSpace) -> PaytableSpace:
    """Return the same space without values that no paytable uses.

    Of two ordered paytables, the line-by-line maximum and minimum are ordered too. So there is a
    highest and a lowest paytable, and each line takes its values between those two.
    """
    values = [list(x.values) for x in space.free]
    has_changed = True
    while has_changed:
        has_changed = False
        for better, worse in space.order:
            low = [x for x in values[worse] if x <= values[better][-1]]
            high = [x for x in values[better] if low and x >= low[0]]
            if not low or not high:
                raise Refused(
                    f"{space.free[worse].key} always pays more than {space.free[better].key}, the "
                    "better hand, within these bounds: change the bounds, or add --any-order"
                )
            if (len(low), len(high)) != (len(values[worse]), len(values[better])):
                values[worse], values[better], has_changed = low, high, True
    free = (structs.replace(x, values=tuple(v)) for x, v in zip(space.free, values, strict=True))
    return structs.replace(space, free=tuple(free))


def extreme_paytables(space: PaytableSpace) -> tuple[OddsPoint, OddsPoint]:
    """Return the paytable that pays least and the one that pays most."""
    return tuple(x.values[0] for x in space.free), tuple(x.values[-1] for x in space.free)


def keeps_order(space: PaytableSpace, point: OddsPoint) -> bool:
    """Return whether a paytable never pays a better hand less."""
    return all(point[better] >= point[worse] for better, worse in space.order)


def list_paytables(space: PaytableSpace, places: Sequence[int]) -> Ints:
    """Return all ordered choices for some of the lines, one per row."""
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


def max_paytables(space: PaytableSpace, places: Sequence[int]) -> int:
    """Return how many choices there are for some of the lines, ordered or not."""
    return prod(len(space.free[place].values) for place in places)


MAX_ROWS = 2_000_000
"""The most choices for one half that fit easily into memory."""
PAYTABLES_PER_CHUNK = 2_000_000
"""The number of paytables that are compared at a time."""


class PaytableHalves(NamedTuple):
    """Compatible choices for the upper and the lower lines, the lower ones sorted by sum."""

    upper: Ints
    upper_sums: Ints
    lower: Ints
    lower_sums: Ints


def nearest_sums(
    space: PaytableSpace, weights: Sequence[int], target: Fraction, count: int
) -> list[OddsPoint]:
    """Return the paytables whose weighted odds add up nearest to a number, best first."""
    halves = list(_split_paytables(space, weights))
    max_distance = _smallest_distance(halves, target, count)
    ranked_points: list[tuple[int, tuple[int, Odds, OddsPoint]]] = []
    for half in halves:
        for rows, sums in _paytables_within(half, target, max_distance):
            distance_order = _distance_order(sums, target)
            changes = np.abs(rows - np.array([float(x.filed) for x in space.free]))
            keys = (*rows.T[::-1], changes.sum(axis=1), (changes > 0).sum(axis=1), distance_order)
            first = np.lexsort(keys)[:count]
            points = [tuple(row) for row in rows[first].tolist()]
            distances = distance_order[first].tolist()
            ranked_points += [
                (n, space.change_order(x)) for n, x in zip(distances, points, strict=True)
            ]
            ranked_points = sorted(ranked_points)[:count]
    return [point for _, (_, _, point) in ranked_points]


def count_paytables(space: PaytableSpace) -> int:
    """Return how many paytables there are."""
    return sum(len(x.upper) * len(x.lower) for x in _split_paytables(space, [0] * len(space.free)))


def _split_paytables(space: PaytableSpace, weights: Sequence[int]) -> Iterator[PaytableHalves]:
    """Yield all paytables in parts: those whose upper choices allow the same lower ones."""
    places, weight_array = range(len(space.free)), np.array(weights, np.int64)

    def cost(cut: int) -> int:
        lists = len(space.free[cut - 1].values) if space.order and cut else 1
        return max(max_paytables(space, places[:cut]), lists * max_paytables(space, places[cut:]))

    cut = min(range(len(places) + 1), key=cost)
    if cost(cut) > MAX_ROWS:
        raise Refused(
            "these bounds leave more paytables than can be searched: vary fewer lines, narrow "
            "their bounds or give them a step, such as 100..500/50"
        )
    upper, lower = list_paytables(space, places[:cut]), list_paytables(space, places[cut:])
    lower = lower[np.argsort(lower @ weight_array[cut:], kind="stable")]
    crossing = [(a, b - cut) for a, b in space.order if a < cut <= b]
    if not crossing or not len(upper):
        yield PaytableHalves(upper, upper @ weight_array[:cut], lower, lower @ weight_array[cut:])
        return
    # Lines are sorted by rank, so the last upper line decides which lower choices are ordered.
    for last in np.unique(upper[:, -1]):
        upper_rows, lower_rows = upper[upper[:, -1] == last], lower[lower[:, 0] <= last]
        yield PaytableHalves(
            upper_rows, upper_rows @ weight_array[:cut], lower_rows, lower_rows @ weight_array[cut:]
        )


def _smallest_distance(halves: Sequence[PaytableHalves], target: Fraction, count: int) -> int:
    """Return the least whole distance that includes ``count`` paytables, or else all."""
    largest = max(_largest_distance(x, target) for x in halves)
    low, high = 0, largest
    while low < high:
        middle = (low + high) // 2
        if (
            sum(int((b - a).sum()) for a, b in (_lower_range(x, target, middle) for x in halves))
            >= count
        ):
            high = middle
        else:
            low = middle + 1
    return high


def _largest_distance(halves: PaytableHalves, target: Fraction) -> int:
    if not len(halves.upper) or not len(halves.lower):
        return 0
    ends = (
        int(halves.upper_sums.min() + halves.lower_sums[0]),
        int(halves.upper_sums.max() + halves.lower_sums[-1]),
    )
    return max(abs(floor(x - target)) for x in ends) + 1


def _lower_range(halves: PaytableHalves, target: Fraction, reach: int) -> tuple[Ints, Ints]:
    """Return, by upper choice, the range of lower choices that are near enough."""
    low, high = -floor(reach - target), floor(target + reach)
    sums = halves.lower_sums
    return (
        np.searchsorted(sums, low - halves.upper_sums, "left"),
        np.searchsorted(sums, high - halves.upper_sums, "right"),
    )


def _paytables_within(
    halves: PaytableHalves, target: Fraction, reach: int
) -> Iterator[tuple[Ints, Ints]]:
    """Yield the paytables within a distance and their sums, in chunks."""
    start, end = _lower_range(halves, target, reach)
    length = end - start
    chunks = np.cumsum(length) // PAYTABLES_PER_CHUNK
    for chunk in np.unique(chunks[length > 0]):
        upper_rows = np.flatnonzero((chunks == chunk) & (length > 0))
        upper_index = np.repeat(upper_rows, length[upper_rows])
        steps = np.arange(len(upper_index)) - np.repeat(
            np.cumsum(length[upper_rows]) - length[upper_rows], length[upper_rows]
        )
        lower_index = start[upper_index] + steps
        yield (
            np.hstack([halves.upper[upper_index], halves.lower[lower_index]]),
            halves.upper_sums[upper_index] + halves.lower_sums[lower_index],
        )


def _distance_order(sums: Ints, target: Fraction) -> Ints:
    """Return integers that order sums by distance, equal where the distances are."""
    below = floor(target)
    rest, steps = target - below, sums - below
    one_half = Fraction(1, 2)
    if rest == 0:
        return np.abs(steps)
    if rest == one_half:
        return np.where(steps > 0, steps - 1, -steps)
    if rest < one_half:
        return np.where(steps > 0, 2 * steps - 1, -2 * steps)
    return np.where(steps > 0, 2 * steps - 2, 1 - 2 * steps)


Floats = NDArray[np.float64]

MAX_VARIABLE_LINES = 6
"""The most varied lines: six have 64 corners, and all corners are solved."""
MAX_PAYTABLES = 1_000_000
ROUNDING_ERROR = 1e-11
"""A thousand times the possible error of a sum of a few floats, relative to the largest."""


class SearchResult(NamedTuple):
    """The result of a search."""

    points: list[OddsPoint]
    """The nearest paytables, nearest first."""
    solved: int
    outside: int
    """How many of those solved are corners that are not ordered paytables."""
    certain: bool


class PaytableSearch:
    """A search: the paytables solved so far, and what they imply about the rest."""

    def __init__(
        self,
        space: PaytableSpace,
        solver: PaytableSolver,
        max_solves: int,
        progress: Progress = no_progress,
    ) -> None:
        if len(space.free) > MAX_VARIABLE_LINES:
            raise Refused(
                f"{len(space.free)} lines of a main game are too many: vary up to "
                f"{MAX_VARIABLE_LINES}, or the same line of several wagers together, such as "
                "main.flush"
            )
        if max_paytables(space, range(len(space.free))) > MAX_PAYTABLES:
            raise Refused(
                f"these bounds leave more than {MAX_PAYTABLES:,} paytables: vary fewer lines, "
                "narrow their bounds or give them a step, such as 100..500/50"
            )
        self.space, self._solver, self._max_solves, self._progress = (
            space,
            solver,
            max_solves,
            progress,
        )
        self.low, self.high = extreme_paytables(space)
        self.solutions: dict[OddsPoint, SolvedPaytable] = {}
        if 2 ** sum(a < b for a, b in zip(self.low, self.high, strict=True)) > max_solves:
            raise Refused(
                f"{max_solves} solutions are too few for {len(space.free)} lines: allow at least "
                f"{2 ** len(space.free)}, one for each corner"
            )

    def net(self, point: OddsPoint) -> Odds:
        """Return the total net result of a paytable, solving it if necessary."""
        if point not in self.solutions:
            self.solutions[point] = self._solver(point)
            self._progress("solving paytables", len(self.solutions), self._max_solves)
        return self.solutions[point].net

    def nearest(self, target: Fraction, count: int, within: Fraction | None = None) -> SearchResult:
        """Return the paytables whose net result is nearest to the target."""
        corners = sorted({*product(*zip(self.low, self.high, strict=True))})
        nets = np.array([float(self.net(corner)) for corner in corners])
        rows = list_paytables(self.space, range(len(self.space.free)))
        rest = UnsolvedPaytables(rows, corners, nets)
        for corner in corners:
            rest.learn(corner, self.solutions[corner])
        while True:
            nearest = self._nearest_solved(target, count, within)
            max_distance = (
                abs(self.solutions[nearest[-1]].net - target) if len(nearest) == count else within
            )
            rest.drop_farther_than(target, max_distance)
            if not len(rest.rows) or len(self.solutions) >= self._max_solves:
                outside = sum(not keeps_order(self.space, point) for point in self.solutions)
                return SearchResult(
                    nearest, len(self.solutions), outside, certain=not len(rest.rows)
                )
            point = rest.likeliest(target)
            self.net(point)
            rest.learn(point, self.solutions[point])

    def _nearest_solved(
        self, target: Fraction, count: int, within: Fraction | None
    ) -> list[OddsPoint]:
        """Return the nearest solved paytables; ties go to the fewest changes."""
        ranked_points = [
            (abs(paytable.net - target), self.space.change_order(point))
            for point, paytable in self.solutions.items()
            if keeps_order(self.space, point)
        ]
        near = [x for x in ranked_points if within is None or x[0] <= within]
        return [point for _, (_, _, point) in sorted(near)[:count]]


class UnsolvedPaytables:
    """The paytables that are not solved yet, with bounds on their net results."""

    def __init__(self, rows: Ints, corners: list[OddsPoint], nets: Floats) -> None:
        self.rows = rows
        self._low, self._high = (np.array(x, float) for x in (corners[0], corners[-1]))
        self._corners, self._nets = np.array(corners, float), nets
        self.below = np.full(len(rows), -np.inf)
        self.above = self._chord_values(rows.astype(float))
        self._error = ROUNDING_ERROR * float(np.abs(nets).max())

    def learn(self, point: OddsPoint, paytable: SolvedPaytable) -> None:
        """Tighten the bounds by a solved paytable, and remove that one."""
        self._keep((self.rows != np.array(point)).any(axis=1))
        steps, net = self.rows - np.array(point, float), float(paytable.net)
        slopes = np.where(steps > 0, *(np.array(x, float) for x in (paytable.rise, paytable.fall)))
        largest_change = np.abs(slopes * steps).sum(axis=1).max(initial=0.0)
        self._error = max(self._error, ROUNDING_ERROR * (abs(net) + float(largest_change)))
        self.below = np.maximum(self.below, net + (slopes * steps).sum(axis=1))
        # The value is convex along the line from the solved point to the edge of the box.
        room = np.where(steps > 0, self._high - np.array(point), np.array(point) - self._low)
        share = np.divide(np.abs(steps), room, out=np.zeros_like(steps), where=room > 0)
        share = share.max(axis=1, initial=0.0)[:, None]
        edge = np.clip(np.array(point) + steps / np.maximum(share, 1e-300), self._low, self._high)
        chord = (1 - share[:, 0]) * net + share[:, 0] * self._chord_values(edge)
        self.above = np.minimum(self.above, chord)

    def drop_farther_than(self, target: Fraction, max_distance: Fraction | None) -> None:
        """Drop the paytables that are certainly farther from the target than this."""
        if max_distance is not None:
            tolerance = float(max_distance) + self._error + ROUNDING_ERROR * abs(float(target))
            self._keep(
                (self.below <= float(target) + tolerance)
                & (self.above >= float(target) - tolerance)
            )

    def likeliest(self, target: Fraction) -> OddsPoint:
        """Return the paytable that is probably nearest."""
        middle = (np.maximum(self.below, self._nets.min()) + self.above) / 2
        return tuple(self.rows[np.argmin(np.abs(middle - float(target)))].tolist())

    def _keep(self, mask: NDArray[np.bool_]) -> None:
        self.rows, self.below, self.above = self.rows[mask], self.below[mask], self.above[mask]

    def _chord_values(self, point: Floats) -> Floats:
        """Interpolate between the corners of the box, an upper bound for a convex value."""
        width = self._high - self._low
        share = np.divide(point - self._low, width, out=np.zeros_like(point), where=width > 0)
        values = np.zeros(len(point))
        for corner, net in zip(self._corners, self._nets, strict=True):
            weights = np.where((corner == self._high) & (width > 0), share, 1 - share)
            values += net * weights.prod(axis=1)
        return values
