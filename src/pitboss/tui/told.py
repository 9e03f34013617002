"""What happened at the table, in words for you."""

from collections.abc import Mapping

from pitboss.money import dollars
from pitboss.table import events as e


def decided_words(event: e.Decided, names: Mapping[int, str]) -> str:
    """``Seat 2 folds.``, ``Seat 3: 1x $5``."""
    who = names[event.seat]
    if event.folded:
        return f"{who} folds."
    staked = f" {dollars(event.stake)}" if event.stake else ""
    return f"{who}: {event.decision}{staked}"
