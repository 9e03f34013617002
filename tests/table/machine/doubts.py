"""Known faults on which the model takes no position; see `known_faults`."""

from typing import Final

CLOSING_DUE_WITH_CARDS: Final = False
"""Confirming a closing count is due although a deck has arrived since it was proposed."""
EXPOSED_WHEN_ALL_FOLDED: Final = False
"""Exposing a dealer's card voids the round although nobody has a decision left."""
CUT_AGAIN_WHEN_EXPOSED: Final = False
"""The stack can be cut again although its first card was drawn and exposed."""
