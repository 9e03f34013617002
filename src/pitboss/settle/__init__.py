"""Cards, wagers and decisions in, results out."""

from pitboss.settle.limit import payout_limit
from pitboss.settle.settling import settle
from pitboss.settle.values import Gift, Hit, Round, RoundResult, Seat, SeatResult, WagerResult

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
