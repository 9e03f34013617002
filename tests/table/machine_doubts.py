"""Known faults of the table about which the model has no opinion: see `machine_known_faults`."""

from typing import Final

CLOSING_DUE_WITH_CARDS: Final = False
"""To confirm a closing count is said to be due, although a deck came since it was proposed."""
EXPOSED_WHEN_ALL_FOLDED: Final = False
"""A dealer's card that is exposed voids the round although nobody has a decision left."""
CUT_AGAIN_WHEN_EXPOSED: Final = False
"""The stack can be cut again although its first card was drawn and lies open."""
