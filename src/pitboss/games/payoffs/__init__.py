"""How a wager is paid: a closed set of payoffs, each with everything that depends on it.

A payoff checks itself when a game is built, compiles to an evaluator for settlement, says in words
how it pays, and lists the lines that the lab counts and can change. `Payoff` names the set and
`PayoffLike` what each of them offers; one that lacks something fails the type check below.
"""

from pitboss.games.payoffs.base import PayLine, PayoffLike
from pitboss.games.payoffs.cases import EVEN, Case, Cases, showdown
from pitboss.games.payoffs.conditions import (
    AllWin,
    AtLeast,
    Beats,
    Both,
    Condition,
    ConditionLike,
    Not,
    Ties,
)
from pitboss.games.payoffs.evaluation import LOSS, PUSH, Context, Evaluator, Hands, Odds, Payout
from pitboss.games.payoffs.meters import Meter, NamedPrize, Progressive, Wheel
from pitboss.games.payoffs.tables import ByTable, HoleCards

Payoff = ByTable | HoleCards | Cases | Progressive | Wheel


def _each_is_complete(payoff: Payoff, condition: Condition) -> tuple[PayoffLike, ConditionLike]:
    """Let the type checker find a payoff or a condition that does not offer everything."""
    return payoff, condition


__all__ = [
    "EVEN", "LOSS", "PUSH", "AllWin", "AtLeast", "Beats", "Both", "ByTable", "Case", "Cases",
    "Condition", "Context", "Evaluator", "Hands", "HoleCards", "Meter", "NamedPrize", "Not", "Odds",
    "PayLine", "Payoff", "Payout", "Progressive", "Ties", "Wheel", "showdown",
]  # fmt: skip
