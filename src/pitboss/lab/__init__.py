"""The exact lab: what a game comes to under the best play, as fractions, from its definition.

Nothing is imported before it is asked for, so that to know of the lab costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.lab.advice import Advice, advise
    from pitboss.lab.effects import effects
    from pitboss.lab.sides import side_wagers
    from pitboss.lab.solution import Solution, solve
    from pitboss.lab.whatif import altered, change

__all__ = ["Advice", "Solution", "advise", "altered", "change", "effects", "side_wagers", "solve"]

_HOME = {
    "Advice": "advice",
    "advise": "advice",
    "effects": "effects",
    "side_wagers": "sides",
    "Solution": "solution",
    "solve": "solution",
    "altered": "whatif",
    "change": "whatif",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
