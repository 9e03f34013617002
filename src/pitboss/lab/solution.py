"""The complete solution of a game (main game and side wagers), and its JSON form."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.games.game_parts import Required, Side
from pitboss.lab.generic.limits import MAX_DEALS
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import Progress, Stopwatch, no_progress
from pitboss.lab.results import MainGame
from pitboss.lab.shape_registry import find_shape
from pitboss.lab.side_returns import (
    MAX_SIDE_DEALS,
    ProgressiveReturn,
    SideReturn,
    SpinReturn,
    fold_chances,
    try_side_wagers,
    unfolded_wagers,
)
from pitboss.submission.rules import Rules


class Solution(Struct, frozen=True):
    """Every exact figure of a game under optimal play of its main game."""

    rules: Rules
    main: MainGame
    sides: dict[str, SideReturn]
    required: dict[str, SideReturn]
    """Required wagers solved on their own, where none of them can be folded."""
    seconds_all: float
    """The time for everything; for a cached main game, the time of its original solution."""
    uncounted: dict[str, str] = {}
    """Why the lab has no figures for a wager, by wager; these are in neither dictionary."""

    @property
    def unit(self) -> str:
        """The wager whose stake is the unit of all figures."""
        return self.rules.required[0].key


def solve(
    rules: Rules, *, progress: Progress = no_progress, cache: bool = True, keep: bool = True
) -> Solution:
    """Solve a game; without ``keep``, do not write the solution to the disk cache."""
    main = solve_main(rules, progress=progress, cache=cache, keep=keep)
    clock = Stopwatch()
    # Where the main game was solved deal by deal, its wagers may be counted so as well.
    max_deals = MAX_SIDE_DEALS if find_shape(rules) else MAX_DEALS
    sides, uncounted_sides = try_side_wagers(
        ((rules, side) for side in rules.sides),
        fold_chance=fold_chances(main),
        max_deals=max_deals,
        progress=progress,
    )
    required, uncounted_required = try_side_wagers(
        unfolded_wagers(rules), max_deals=max_deals, progress=progress
    )
    seconds = main.seconds_all + clock.seconds()
    return Solution(rules, main, sides, required, seconds, uncounted_sides | uncounted_required)


def solution_json(solution: Solution) -> dict[str, Any]:
    """Return the solution as JSON data: exact numbers as fractions in text, others as floats."""
    main, rules = solution.main, solution.rules
    return {
        "game": rules.game,
        "readings": rules.readings,
        "unit": solution.unit,
        "main": {
            "ev": str(main.ev),
            "house_edge": float(main.house_edge),
            "average_wager": str(main.average_wager),
            "element_of_risk": float(main.element_of_risk),
            "standard_deviation": main.standard_deviation,
            "win": float(main.chance_of_sign(1)),
            "push": float(main.chance_of_sign(0)),
            "lose": float(main.chance_of_sign(-1)),
            "deals": main.deals,
            "distribution": {str(net): deals for net, deals in main.distribution.items()},
            "method": main.method,
        },
        "wagers": _wager_entries(solution, rules.sides, solution.sides),
        "required": _wager_entries(solution, rules.required, solution.required),
        "strategy": {
            "first": {name: start.best for name, start in main.starts.items()},
            "values": {name: fraction_texts(start.values) for name, start in main.starts.items()},
        },
        "rules_hash": rules.hash,
        "seconds": main.seconds,
        "seconds_all": solution.seconds_all,
    }


def _wager_entries(
    solution: Solution,
    wagers: Iterable[Required | Side],
    returns: Mapping[str, SideReturn],
) -> dict[str, dict[str, Any]]:
    """Return each wager's figures by key, or the error that stands in their place."""
    entries: dict[str, dict[str, Any]] = {}
    for key in (wager.key for wager in wagers):
        if key in returns:
            entries[key] = side_json(returns[key])
        elif key in solution.uncounted:
            entries[key] = {"error": solution.uncounted[key]}
    return entries


def side_json(side: SideReturn) -> dict[str, Any]:
    """Return a side wager as JSON data; progressives and spins have additional figures."""
    figures: dict[str, Any] = {
        "ev": str(side.ev),
        "house_edge": float(side.house_edge),
        "standard_deviation": side.standard_deviation,
        "hit": float(side.hit_chance),
        "lines": [
            {
                "hand": line.name,
                "slug": line.slug,
                "pays": line.pays,
                "combinations": line.combinations,
                "return": str(line.returns),
            }
            for line in side.lines
        ],
    }
    match side:
        case ProgressiveReturn():
            figures |= {
                "return": str(1 + side.ev),
                "fixed_return": str(side.fixed_return),
                "royal_flush": str(side.royal_flush),
                "straight_flush": str(side.straight_flush),
                "four_of_a_kind": str(side.four_of_a_kind),
                "envy": by_other_players(side.envy),
                "break_even_meter": by_other_players(side.break_even_meter),
            }
        case SpinReturn():
            figures |= {
                "return": str(1 + side.ev),
                "mean_spin": str(side.mean_spin),
                "community_pay": by_other_players(side.community),
            }
        case _:
            pass
    return figures


def fraction_texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    """Return each fraction as text in lowest terms."""
    return {name: str(value) for name, value in values.items()}


def by_other_players(values: tuple[Fraction, ...]) -> dict[str, str]:
    """Return values as text, keyed by the number of other players."""
    return {str(others): str(value) for others, value in enumerate(values)}
