"""Sums that are averages: exact inside, to the cent for people."""

from fractions import Fraction


def average(cents: Fraction, *, sign: bool = False) -> str:
    """``$0.71``, ``−$0.71``; with ``sign`` also ``+$0.71``."""
    rounded = round(abs(cents))
    mark = "−" if cents < 0 else "+" if sign and cents > 0 else ""
    return f"{mark}${rounded // 100:,}.{rounded % 100:02}"


def exactly(cents: Fraction) -> str:
    """``$0.71 (exactly 500/7 cents)``."""
    whole = cents.denominator == 1
    return average(cents) if whole else f"{average(cents)} (exactly {cents} cents)"


def units(value: Fraction) -> str:
    """``−0.1429``: a value in units of one wager."""
    return f"{float(value):+.4f}".replace("-", "−")
