"""Cards, wagers and decisions in, results out."""

from pitboss.settle.settling import settle
from pitboss.settle.values import Gift, Hit, Round, RoundResult, Seat, SeatResult, WagerResult
from pitboss.submission.limit import payout_limit

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
