"""Exact solvers for the value and the optimal strategy of every game, from its definition.

Start with `solve` (house edge and strategy of a game), `advise` (the value of each open decision)
and `solve_side_wagers`. A game that fits a shape (`lab/cross`, `lab/stud`, `lab/showdown`,
`lab/revealed`, `lab/duel`) is solved fast; any other game goes to `lab/generic`. `lab/strategy`,
`lab/exposure` and `lab/target` build on the same shapes.

Names are imported on first use, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.lab.advice import Advice, advise
    from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
    from pitboss.lab.reading_effects import solve_reading_effects
    from pitboss.lab.side_returns import solve_side_wagers
    from pitboss.lab.solution import Solution, solve

__all__ = [
    "Advice",
    "Solution",
    "advise",
    "apply_pay_changes",
    "parse_pay_change",
    "solve",
    "solve_reading_effects",
    "solve_side_wagers",
]

_HOME = {
    "Advice": "advice",
    "advise": "advice",
    "solve_reading_effects": "reading_effects",
    "solve_side_wagers": "side_returns",
    "Solution": "solution",
    "solve": "solution",
    "apply_pay_changes": "pay_changes",
    "parse_pay_change": "pay_changes",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
