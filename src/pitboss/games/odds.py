"""Odds: what a wager wins, to one."""

from fractions import Fraction
from typing import Final

Odds = int | Fraction
"""A push is 0 and a loss −1. Winnings at a fraction such as 3 to 2 are rounded down to the cent."""
PUSH: Final = 0
LOSS: Final = -1
