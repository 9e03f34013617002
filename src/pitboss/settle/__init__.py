"""Settlement: cards, wagers and decisions in, results out; pure functions without state.

Start with `settle(rules, round_)`. `model` has its input and output, `round_checks` refuses rounds
that are impossible, `compiled_rules` prepares the evaluators of a game, and `json_lines` is the
stream behind `pitboss settle`.
"""

from pitboss.settle.model import Gift, Hit, Round, RoundResult, Seat, SeatResult, WagerResult
from pitboss.settle.settlement import settle
from pitboss.submission.payout_limits import payout_limit

__all__ = [
    "Gift",
    "Hit",
    "Round",
    "RoundResult",
    "Seat",
    "SeatResult",
    "WagerResult",
    "payout_limit",
    "settle",
]
