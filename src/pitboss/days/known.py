"""Defects of the table that are known and stepped around, each until it is mended.

Turned to False, the simulator walks into it, and says at which seed.
"""

from typing import Final

SPARE_DECKS_STAY: Final = True
"""When two decks become one by a new submission while the stub is due to be counted, the spare deck
can neither be counted, because it is not played with, nor taken off, because it is not counted."""
