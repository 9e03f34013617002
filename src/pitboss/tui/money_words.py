"""Sums that are averages: exact inside, to the cent for people."""

from fractions import Fraction
from math import floor

_HALF = Fraction(1, 2)


def average(cents: Fraction, *, sign: bool = False) -> str:
    """``$0.71``, ``−$0.71``; with ``sign`` also ``+$0.71``. Half a cent rounds away from zero."""
    rounded = floor(abs(cents) + _HALF)  # ties away from zero, as the pages round
    mark = "−" if cents < 0 else "+" if sign and cents > 0 else ""
    return f"{mark}${rounded // 100:,}.{rounded % 100:02}"


def exactly(cents: Fraction) -> str:
    """``$0.71 (exactly 500/7 cents)``."""
    whole = cents.denominator == 1
    return average(cents) if whole else f"{average(cents)} (exactly {cents} cents)"


def units(value: Fraction) -> str:
    """``−0.1429``: a value in units of one wager."""
    return f"{float(value):+.4f}".replace("-", "−")
