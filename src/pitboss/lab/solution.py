"""The whole answer to ``pitboss solve``: main game and side wagers of one set of rules."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.games.words import Required, Side
from pitboss.lab.main import solve_main
from pitboss.lab.prizes import ProgressiveReturn
from pitboss.lab.results import Main
from pitboss.lab.returns import SideReturn
from pitboss.lab.sides import count_wagers, unfolded_wagers
from pitboss.lab.spins import SpinReturn, folds
from pitboss.lab.work import Clock, Told, untold
from pitboss.submission.rules import Rules


class Solution(Struct, frozen=True):
    """What a game comes to under the best play of its main game."""

    rules: Rules
    main: Main
    sides: dict[str, SideReturn]
    required: dict[str, SideReturn]
    """The required wagers by themselves, where none of them can be folded."""
    seconds_all: float
    """For everything; of a main game that was solved before, what it took then."""
    uncounted: dict[str, str] = {}
    """Wagers that are in neither because the lab cannot count them: why not, in a sentence."""

    @property
    def unit(self) -> str:
        """The wager that figures are in units of."""
        return self.rules.required[0].key


def solve(rules: Rules, *, told: Told = untold, cache: bool = True, keep: bool = True) -> Solution:
    """Solve a game; without ``keep`` the solution is not kept on disk."""
    main = solve_main(rules, told=told, cache=cache, keep=keep)
    clock = Clock()
    sides, not_sides = count_wagers(((rules, side) for side in rules.sides), folded=folds(main))
    required, not_required = count_wagers(unfolded_wagers(rules))
    seconds = main.seconds_all + clock.seconds()
    return Solution(rules, main, sides, required, seconds, not_sides | not_required)


def as_json(solution: Solution) -> dict[str, Any]:
    """As the contract has it: exact numbers as fractions, others as floats."""
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
            "win": float(main.chance(1)),
            "push": float(main.chance(0)),
            "lose": float(main.chance(-1)),
            "deals": main.deals,
            "distribution": {str(net): deals for net, deals in main.distribution.items()},
            "method": main.method,
        },
        "wagers": _entries(solution, rules.sides, solution.sides),
        "required": _entries(solution, rules.required, solution.required),
        "strategy": {
            "first": {name: start.best for name, start in main.starts.items()},
            "values": {name: exact(start.values) for name, start in main.starts.items()},
        },
        "rules_hash": rules.hash,
        "seconds": main.seconds,
        "seconds_all": solution.seconds_all,
    }


def _entries(
    solution: Solution,
    wagers: Iterable[Required | Side],
    counted: Mapping[str, SideReturn],
) -> dict[str, dict[str, Any]]:
    """Each wager by its key: its figures, or the error that stands in their place."""
    found: dict[str, dict[str, Any]] = {}
    for key in (wager.key for wager in wagers):
        if key in counted:
            found[key] = side_json(counted[key])
        elif key in solution.uncounted:
            found[key] = {"error": solution.uncounted[key]}
    return found


def side_json(side: SideReturn) -> dict[str, Any]:
    """One side wager; a progressive and a spin tell more."""
    found: dict[str, Any] = {
        "ev": str(side.ev),
        "house_edge": float(side.house_edge),
        "standard_deviation": side.standard_deviation,
        "hit": float(side.hit),
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
            found |= {
                "return": str(1 + side.ev),
                "fixed_return": str(side.fixed_return),
                "royal_flush": str(side.royal_flush),
                "straight_flush": str(side.straight_flush),
                "four_of_a_kind": str(side.four_of_a_kind),
                "envy": by_others(side.envy),
                "break_even_meter": by_others(side.break_even_meter),
            }
        case SpinReturn():
            found |= {
                "return": str(1 + side.ev),
                "mean_spin": str(side.mean_spin),
                "community_pay": by_others(side.community),
            }
        case _:
            pass
    return found


def exact(values: Mapping[str, Fraction]) -> dict[str, str]:
    """Fractions in lowest terms."""
    return {name: str(value) for name, value in values.items()}


def by_others(values: tuple[Fraction, ...]) -> dict[str, str]:
    """By the number of other players."""
    return {str(others): str(value) for others, value in enumerate(values)}
