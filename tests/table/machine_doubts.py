"""Where the model has no opinion because the table has a known fault there: see `machine_known`."""

from typing import Final

SHUFFLE_DUE_WITHOUT_SHUFFLER: Final = False
"""A shuffle is said to be due while a machine that it needs cannot be used."""
EXPOSED_WHEN_ALL_FOLDED: Final = True
"""A dealer's card that is exposed voids the round although nobody has a decision left."""
CUT_AGAIN_WHEN_EXPOSED: Final = True
"""The stack can be cut again although its first card was drawn and lies open."""
