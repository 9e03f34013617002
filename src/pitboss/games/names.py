"""Names that definitions, rounds and tables share."""

from typing import Final

HOLE: Final = "hole"
"""All of a seat's own cards."""
