"""The house edge of wagers, as far as the lab can tell it at once.

Most figures are known from the counts that ship with the program, from what was solved before, or
in a moment. The rest is solved only if somebody says so, since that takes a while. Edges are those
of best play; a progressive is taken with its meters at their start and nobody else at the table.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from pitboss.games.words import BestOf, Side
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused
from pitboss.room.reports.wagers import Edges
from pitboss.submission.rules import Rules


def edges_of_the_lab(*, solve: bool = False, told: Told = untold) -> Edges:
    """Asks the lab once for each set of rules; with ``solve``, however long it takes."""
    found: dict[str, Mapping[str, Fraction]] = {}

    def edges(rules: Rules) -> Mapping[str, Fraction]:
        if rules.hash not in found:
            found[rules.hash] = dict(_edges(rules, told, solve=solve))
        return found[rules.hash]

    return edges


def _edges(rules: Rules, told: Told, *, solve: bool) -> Iterator[tuple[str, Fraction]]:
    with suppress(Refused):  # a game that the lab cannot solve has no figure
        main = _solved(rules, told) if solve else _main(rules, told)
        if main is not None:
            # The edge is a share of these alone, and stands for the whole main game.
            for key in rules.edge_of:
                yield key, main
    for side in rules.sides:
        if solve or _at_once(rules, side):
            with suppress(Refused):
                yield side.key, _side(rules, side, told)


def _main(rules: Rules, told: Told) -> Fraction | None:
    """The edge of the main game, as a share of the required wagers, without solving anything."""
    from pitboss.lab.known import known_results
    from pitboss.lab.results import net_sum

    if counted := known_results(rules):
        return Fraction(-net_sum(counted)) / (sum(counted.values()) * len(rules.edge_of))
    return _solved(rules, told) if _kept(rules) else None


def _kept(rules: Rules) -> bool:
    """Whether the lab solved this before, and kept it."""
    from pitboss.lab import store
    from pitboss.lab.digest import digest
    from pitboss.lab.version import lab_version

    return store.read(f"main-{digest(rules)}-{lab_version()}", untold) is not None


def _solved(rules: Rules, told: Told) -> Fraction:
    from pitboss.lab.main import solve_main

    return solve_main(rules, told=told).house_edge


def _at_once(rules: Rules, side: Side) -> bool:
    """Whether it takes no kernel and no walk: neither chooses among hands, nor ends with a fold."""
    hand = getattr(side.pays, "hand", None)
    better = any(
        isinstance(one, BestOf) and one.name == hand and len(one.hands) > 1 for one in rules.hands
    )
    return side.lives_after_fold and not better and len(side.pays.reads) < 2


def _side(rules: Rules, side: Side, told: Told) -> Fraction:
    from pitboss.lab.sides import side_wager

    if side.lives_after_fold:
        return side_wager(rules, side).house_edge
    from pitboss.lab.main import solve_main
    from pitboss.lab.spins import folds

    return side_wager(rules, side, folded=folds(solve_main(rules, told=told))).house_edge
