"""The time, which comes in from outside: a real clock, or one that a test turns."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_clock() -> datetime:
    """What the clock on the wall shows."""
    return datetime.now(UTC)
