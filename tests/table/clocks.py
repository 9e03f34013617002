"""A clock that a test sets."""

from datetime import UTC, datetime
from typing import Final

NOON: Final = int(datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp())
"""The time at which decks arrive, in seconds of UTC."""
HOURS: Final = {"hand": 4, "manual shoe": 8, "automated shoe": 8}
"""How many seconds a deck may be used, by method; the same in each book."""


class Clock:
    """A clock that shows the time it was set to."""

    def __init__(self, at: int = NOON) -> None:
        self.at = at

    def __call__(self) -> datetime:
        """Return the time."""
        return datetime.fromtimestamp(self.at, UTC)
