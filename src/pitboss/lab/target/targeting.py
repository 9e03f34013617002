"""Find the paytables whose exact house edge is nearest to a target, for ``pitboss target``."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.lab.main_game import solve_main
from pitboss.lab.pay_changes import apply_pay_changes
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.side_returns import SideReturn, solve_side_wager
from pitboss.lab.target.request import (
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
from pitboss.lab.target.search import (
    PaytableSearch,
    count_paytables,
    extreme_paytables,
    list_paytables,
    nearest_sums,
    paytable_space,
)
from pitboss.lab.target.solvers import paytable_solver
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
    if request.solves < 1:
        raise Refused(f"{request.solves} solutions are too few: allow 1 or more")


def _wager_of_edge(
    rules: Rules, variable_lines: Sequence[VariableLine], edge_wager: str | None
) -> str:
    """Return the wager whose edge is the target, or `MAIN_EDGE`."""
    sides = [side.key for side in rules.sides]
    if edge_wager is not None and edge_wager != MAIN_EDGE and edge_wager not in sides:
        raise Refused(
            f"{short_repr(edge_wager)} has no edge of its own: choose from {MAIN_EDGE}, "
            f"{', '.join(sides)}"
        )
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
    search = PaytableSearch(space, solver, request.solves, progress)
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
    weights = [combinations[free.lines[0][1]] for free in space.free]
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
