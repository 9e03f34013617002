"""Payoffs: the ways in which a wager can pay, each with everything that depends on it.

A payoff checks itself when a game is built, compiles to an evaluator for settlement, describes
itself in words, and lists the lines that the lab counts and can change. `Payoff` is the union of
all payoffs and `PayoffLike` the protocol that each implements, which the type checker enforces.
"""

from pitboss.games.payoffs.base import (
    LOSS,
    PUSH,
    Context,
    Evaluator,
    Hands,
    Odds,
    PayLine,
    PayoffLike,
    Payout,
)
from pitboss.games.payoffs.by_table import ByTable, HoleCards
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
from pitboss.games.payoffs.progressives import Meter, NamedPrize, Progressive, Wheel

Payoff = ByTable | HoleCards | Cases | Progressive | Wheel


def _check_protocols(payoff: Payoff, condition: Condition) -> tuple[PayoffLike, ConditionLike]:
    """Let the type checker find a payoff or a condition that does not offer everything."""
    return payoff, condition


__all__ = [
    "EVEN", "LOSS", "PUSH", "AllWin", "AtLeast", "Beats", "Both", "ByTable", "Case", "Cases",
    "Condition", "Context", "Evaluator", "Hands", "HoleCards", "Meter", "NamedPrize", "Not", "Odds",
    "PayLine", "Payoff", "Payout", "Progressive", "Ties", "Wheel", "showdown",
]  # fmt: skip
