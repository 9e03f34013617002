"""What the kernels can count without coming near 2⁶³; settlement itself has no such bounds."""

from collections.abc import Iterable
from typing import Final

from pitboss.games.payoffs import Odds
from pitboss.games.payout_words import odds_text
from pitboss.games.words import Raise, Required
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules

MOST_ODDS: Final = 1_000_000
"""To one."""
MOST_STAKED: Final = 100
"""On one round, in required wagers. Rules that allow more go to the generic solver."""


def whole(odds: Odds) -> int:
    """Return odds that a kernel can count: a fraction is refused."""
    if odds != int(odds):
        raise Refused(f"the lab's kernels count whole odds, not {odds_text(odds)}")
    return int(odds)


def check_odds(wager: Required | Raise, odds: Iterable[int]) -> None:
    """Refuse odds that are too high to be counted."""
    most = max(odds)
    if most > MOST_ODDS:
        raise Refused(
            f"{wager.label} pays {most:,} to 1; the lab counts odds up to {MOST_ODDS:,} to 1"
        )


def has_own_raises(rules: Rules) -> bool:
    """Whether each street decides a raise of its own: none is taken down or made earlier."""
    decided = [street.wager for street in rules.streets]
    return sorted(decided) == sorted(wager.key for wager in rules.raises)


def within_bounds(rules: Rules) -> bool:
    """Whether a round never stakes more than the kernels count, at whole odds."""
    odds = [line.odds for wager in rules.required + rules.raises for line in wager.pays.lines()]
    return within_stakes(rules) and all(one is None or one == int(one) for one in odds)


def within_stakes(rules: Rules) -> bool:
    """Whether a round never stakes more than the kernels count."""
    most = sum(max(street.stakes.values(), default=0) for street in rules.streets)
    return len(rules.required) + most <= MOST_STAKED
