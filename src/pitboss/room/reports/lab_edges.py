"""The lab's figures for each wager: its house edge, and the variance of its result."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.games.game_parts import BestOf, Side
from pitboss.lab.progress import Progress, no_progress
from pitboss.submission.rules import Rules


class LabEdge(Struct, frozen=True):
    """The lab's figures for a wager, per unit staked."""

    house_edge: Fraction
    variance: Fraction
    """The variance of the net result.

    The first of the wagers by which the edge of the main game is quoted has the variance of the
    whole main game, with its raises; the others have 0.
    """


Edges = Callable[[Rules], Mapping[str, LabEdge]]
"""A function that returns the known figures of the wagers under given rules, by wager."""


def no_edges(_: Rules) -> Mapping[str, LabEdge]:
    """Return no figures, without asking the lab."""
    return {}


def lab_edges(*, solve: bool = False, progress: Progress = no_progress) -> Edges:
    """Return a function that asks the lab once for each set of rules.

    With ``solve``, rules that the lab has not solved are solved, however long that takes.
    """
    edges_by_rules: dict[str, Mapping[str, LabEdge]] = {}

    def edges(rules: Rules) -> Mapping[str, LabEdge]:
        if rules.hash not in edges_by_rules:
            edges_by_rules[rules.hash] = dict(_edges(rules, progress, solve=solve))
        return edges_by_rules[rules.hash]

    return edges


def _edges(rules: Rules, progress: Progress, *, solve: bool) -> Iterator[tuple[str, LabEdge]]:
    with suppress(Refused):  # a game that the lab cannot solve has no edge
        main = _solve_edge(rules, progress) if solve else _main_edge(rules, progress)
        if main is not None:
            # The edge of the whole main game is quoted as a share of these wagers alone.
            first, *others = rules.edge_of
            yield first, main
            for key in others:
                yield key, LabEdge(main.house_edge, Fraction())
    for side in rules.sides:
        if solve or _is_quick(rules, side):
            with suppress(Refused):
                yield side.key, _side_edge(rules, side, progress, solve=solve)


def _main_edge(rules: Rules, progress: Progress) -> LabEdge | None:
    """Return the figures of the main game if they are known without solving anything."""
    from pitboss.lab.count_files import known_results
    from pitboss.lab.results import ResultCounts, main_game_from_counts

    if results := known_results(rules):
        counts, wagers = ResultCounts(results), len(rules.edge_of)
        main = main_game_from_counts(counts, {}, required=wagers, method="", seconds=0)
        return LabEdge(main.house_edge, main.variance)
    return _solve_edge(rules, progress) if _is_solved(rules) else None


def _is_solved(rules: Rules) -> bool:
    """Return whether the lab has a solution of these rules in its cache."""
    from pitboss.lab import disk_cache
    from pitboss.lab.disk_cache import lab_version
    from pitboss.lab.game_structure import main_game_digest

    return (
        disk_cache.read_cache(f"main-{main_game_digest(rules)}-{lab_version()}", no_progress)
        is not None
    )


def _solve_edge(rules: Rules, progress: Progress) -> LabEdge:
    from pitboss.lab.main_game import solve_main

    main = solve_main(rules, progress=progress)
    return LabEdge(main.house_edge, main.variance)


def _is_quick(rules: Rules, side: Side) -> bool:
    """Return whether a side wager is solved in a moment, without a kernel or the main game."""
    hand = getattr(side.pays, "hand", None)
    picks_best = any(
        isinstance(definition, BestOf) and definition.name == hand and len(definition.hands) > 1
        for definition in rules.hands
    )
    return side.lives_after_fold and not picks_best and len(side.pays.reads) < 2


def _side_edge(rules: Rules, side: Side, progress: Progress, *, solve: bool) -> LabEdge:
    from pitboss.lab.main_game import QUICK_DEALS, solve_main
    from pitboss.lab.side_returns import MAX_SIDE_DEALS, fold_chances, solve_side_wager

    if side.lives_after_fold:
        max_deals = MAX_SIDE_DEALS if solve else QUICK_DEALS
        result = solve_side_wager(rules, side, max_deals=max_deals, progress=progress)
    else:
        chances = fold_chances(solve_main(rules, progress=progress))
        result = solve_side_wager(rules, side, fold_chance=chances)
    return LabEdge(result.house_edge, result.variance)
