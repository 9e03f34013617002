"""``pitboss target``: paytables whose exact edge is nearest to a wanted one."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.lab.main import solve_main
from pitboss.lab.returns import SideReturn
from pitboss.lab.sides import side_wager
from pitboss.lab.target.linear import nearest, number
from pitboss.lab.target.order import extremes, paytables, space_of
from pitboss.lab.target.search import Search
from pitboss.lab.target.share import decimal
from pitboss.lab.target.solvers import solver_of
from pitboss.lab.target.values import (
    MAIN,
    Candidate,
    Free,
    Moved,
    Point,
    Space,
    Targeted,
    Wish,
    written,
)
from pitboss.lab.target.varied import varied
from pitboss.lab.whatif import altered
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused, brief
from pitboss.submission.rules import Rules


def target(
    rules: Rules,
    vary: Sequence[str],
    wish: Wish,
    *,
    of: str | None = None,
    any_order: bool = False,
    deck: Sequence[Card] | None = None,
    told: Told = untold,
) -> Targeted:
    """The paytables that come nearest to a wish."""
    deck = rules.deck.cards if deck is None else deck
    _check(wish)
    free = varied(rules, vary)
    wager = _wager(rules, free, of)
    space = space_of(rules, free, any_order=any_order)
    if wager == MAIN:
        found = _main(rules, space, wish, deck, told)
    else:
        found = _side(rules, space, wager, wish, deck)
    if not found.candidates:
        raise Refused(
            f"none of these paytables has an edge within {decimal(wish.within or Fraction())} of "
            f"{decimal(wish.edge)}: without --within the nearest are listed"
        )
    return found


def _check(wish: Wish) -> None:
    if not 0 < wish.edge < 1:
        raise Refused("a wanted house edge is more than 0 and less than 1: 0.035, 3.5% or 7/200")
    if wish.count < 1:
        raise Refused(f"{wish.count} paytables are none to list: ask for 1 or more")
    if wish.within is not None and wish.within < 0:
        raise Refused("--within is a distance: 0 or more, such as 0.001 or 0.1%")
    if wish.solves < 1:
        raise Refused(f"{wish.solves} solutions are too few: allow 1 or more")


def _wager(rules: Rules, free: Sequence[Free], of: str | None) -> str:
    """Whose edge is meant."""
    sides = [side.key for side in rules.sides]
    if of is not None and of != MAIN and of not in sides:
        raise Refused(
            f"{brief(of)} has no edge of its own: name {MAIN} or a side wager, {', '.join(sides)}"
        )
    changed = {
        wager if wager in sides else MAIN: free_.key for free_ in free for wager, _ in free_.lines
    }
    if of is None and len(changed) > 1:
        raise Refused(
            f"lines of {' and '.join(changed)} are varied, each with an edge of its own: vary "
            "those of one"
        )
    wanted = of or next(iter(changed))
    for wager, key in changed.items():
        if wager != wanted:
            raise Refused(f"{key} does not belong to {wanted}: vary lines of {wanted} alone")
    return wanted


def _main(rules: Rules, space: Space, wish: Wish, deck: Sequence[Card], told: Told) -> Targeted:
    """The main game: solved as often as needed."""
    filed = solve_main(rules, deck=deck, keep=False)
    solver = solver_of(rules, space, filed.deals, deck, told)
    search = Search(space, solver, wish.solves, told)
    whole = filed.deals * filed.required
    edges = [Fraction(-search.net(at), whole) for at in (search.high, search.low)]
    _check_reach(wish.edge, edges[0], edges[1])
    within = None if wish.within is None else wish.within * whole
    found = search.nearest(-wish.edge * whole, wish.count, within)

    def candidate(at: Point) -> Candidate:
        told("solving those that are listed", found.at.index(at), len(found.at))
        changed = altered(rules, space.changes(at))
        main = solve_main(changed, deck=deck, keep=False)
        figures = main.house_edge, main.chance(1), main.standard_deviation
        return _candidate(space, at, wish.edge, *figures)

    return Targeted(
        wanted=wish.edge,
        of=MAIN,
        free=space.free,
        candidates=tuple(map(candidate, found.at)),
        reachable=(edges[0], edges[1]),
        paytables=len(paytables(space, range(len(space.free)))),
        solved=found.solved,
        outside=found.outside,
        certain=found.certain,
    )


def _side(rules: Rules, space: Space, key: str, wish: Wish, deck: Sequence[Card]) -> Targeted:
    """A side wager: its expectation is a sum over its lines, and all paytables are searched."""

    def returns(changed: Rules) -> SideReturn:
        return side_wager(changed, next(x for x in changed.sides if x.key == key), deck)

    filed = tuple(free.filed for free in space.free)
    now = returns(rules)
    comes = {line.slug: line.combinations for line in now.lines}
    weights = [comes[free.lines[0][1]] for free in space.free]
    others = now.ev * now.deals - sum(n * odds for n, odds in zip(weights, filed, strict=True))

    def edge(at: Point) -> Fraction:
        return -(others + sum(n * odds for n, odds in zip(weights, at, strict=True))) / now.deals

    least, most = extremes(space)
    _check_reach(wish.edge, edge(most), edge(least))
    found = nearest(space, weights, -wish.edge * now.deals - others, wish.count)
    near = [at for at in found if wish.within is None or abs(edge(at) - wish.edge) <= wish.within]

    def candidate(at: Point) -> Candidate:
        side = returns(altered(rules, space.changes(at)))
        figures = side.house_edge, side.hit, side.standard_deviation
        return _candidate(space, at, wish.edge, *figures)

    return Targeted(
        wanted=wish.edge,
        of=key,
        free=space.free,
        candidates=tuple(map(candidate, near)),
        reachable=(edge(most), edge(least)),
        paytables=number(space),
        solved=0,
        outside=0,
        certain=True,
    )


def _candidate(
    space: Space, at: Point, wanted: Fraction, edge: Fraction, hit: Fraction, deviation: float
) -> Candidate:
    moved = tuple(
        Moved(free.key, free.filed, odds)
        for free, odds in zip(space.free, at, strict=True)
        if odds != free.filed
    )
    return Candidate(moved, written(space.changes(at)), edge, edge - wanted, hit, deviation)


def _check_reach(wanted: Fraction, low: Fraction, high: Fraction) -> None:
    if not low <= wanted <= high:
        raise Refused(
            f"an edge of {decimal(wanted)} is out of reach with these lines: between "
            f"{decimal(low)} and {decimal(high)}; wider bounds (LINE=LOW..HIGH) or any order of "
            "hands may reach further"
        )
