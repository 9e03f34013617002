"""Confidence bands: how far chance can take the win of a table from its theoretical win.

The standard deviation is an upper bound. Rounds are independent, since each has its own shuffle;
within a round, all results count as if they always moved together, because the lab does not know
how the wagers of one hand, and the hands of one dealer, depend on each other.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Final

from msgspec import Struct

DEVIATIONS_95: Final = Fraction(195_996, 100_000)
"""Standard deviations on each side of the mean that cover 95% of a normal distribution."""
DEVIATIONS_99: Final = Fraction(257_583, 100_000)
MIN_ROUNDS: Final = 100
"""With fewer rounds, no result is called unusual: their sum is far from normally distributed."""
_PRECISION: Final = 10**6


class WinBands(Struct, frozen=True):
    """The theoretical win with its standard deviation, and the bands around it, in cents."""

    standard_deviation: int
    """An upper bound; the true value is lower where several hands or wagers share a round."""
    z: float
    """How many standard deviations the win is above the theoretical win."""
    low_95: int
    high_95: int
    low_99: int
    high_99: int
    is_outside: bool
    """Whether the win is outside the 99% band, after enough rounds to mean something."""


def root_above(value: Fraction) -> Fraction:
    """Return a square root, rounded up to a millionth."""
    square = ceil(value * _PRECISION**2)
    root = isqrt(square)
    return Fraction(root if root * root == square else root + 1, _PRECISION)


def win_bands(
    win: int, theoretical: Fraction | None, deviation: int | None, rounds: int
) -> WinBands | None:
    """Return the bands around a theoretical win; None if it is unknown or nothing was at stake."""
    if theoretical is None or not deviation:
        return None
    half_95, half_99 = DEVIATIONS_95 * deviation, DEVIATIONS_99 * deviation
    low, high = floor(theoretical - half_99), ceil(theoretical + half_99)
    return WinBands(
        standard_deviation=deviation,
        z=round(100 * (win - theoretical) / deviation) / 100,
        low_95=floor(theoretical - half_95),
        high_95=ceil(theoretical + half_95),
        low_99=low,
        high_99=high,
        is_outside=rounds >= MIN_ROUNDS and not low <= win <= high,
    )


def deviation_of_sum(deviations: Iterable[int]) -> int:
    """Return the standard deviation of a sum of independent wins, in cents, rounded up."""
    return ceil(root_above(Fraction(sum(deviation**2 for deviation in deviations))))
