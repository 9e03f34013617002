"""What the kernels can count without coming near 2⁶³; settlement itself has no such bounds."""

from collections.abc import Iterable
from typing import Final

from pitboss.refusal import Refused
from pitboss.submission.rules import RaiseWager, RequiredWager, Rules

MOST_ODDS: Final = 1_000_000
"""To one."""
MOST_STAKED: Final = 100
"""On one round, in required wagers. Rules that allow more go to the generic solver."""


def check_odds(wager: RequiredWager | RaiseWager, odds: Iterable[int]) -> None:
    """Refuse odds that are too high to be counted."""
    most = max(odds)
    if most > MOST_ODDS:
        raise Refused(
            f"{wager.label} pays {most:,} to 1; the lab counts odds up to {MOST_ODDS:,} to 1"
        )


def within_bounds(rules: Rules) -> bool:
    """Whether a round never stakes more than the kernels count."""
    most = (
        max((times for times in street.asks.values() if times != "fold"), default=0)
        for street in rules.streets
    )
    return len(rules.required) + sum(most) <= MOST_STAKED
