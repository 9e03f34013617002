"""How many rounds an hour a par sheet assumes."""

from typing import Final

PACE: Final = 40
"""Rounds an hour at such a table, unless somebody says otherwise: an assumption, no measurement."""
MOST_PACE: Final = 1000
"""No table deals as many in an hour."""
