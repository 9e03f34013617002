"""Cards, wagers and decisions in, results out."""

from pitboss.settle.limit import payout_limit
from pitboss.settle.settling import settle
from pitboss.settle.values import Hit, Round, RoundResult, Seat, SeatResult, WagerResult

__all__ = [
    "Hit",
    "Round",
    "RoundResult",
    "Seat",
    "SeatResult",
    "WagerResult",
    "payout_limit",
    "settle",
]
