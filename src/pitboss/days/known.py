"""Defects of the table that are known and stepped around, each until it is mended.

Turned to False, the simulator walks into it, and says at which seed.
"""

from typing import Final

DECKS_KEEP_COMING: Final = True
"""Where the house brings decks, it brings one for each that is taken off: the cards never leave the
table, and it cannot be closed."""
SPARE_DECKS_STAY: Final = True
"""When two decks become one by a new submission while the stub is due to be counted, the spare deck
can neither be counted, because it is not played with, nor taken off, because it is not counted."""
NEW_DECKS_COUNT_AS_DEALT: Final = True
"""When a deck is removed by a ruling and another comes before the void round is closed, the close
takes the new one for the one that was dealt: it is shuffled without having been inspected."""
