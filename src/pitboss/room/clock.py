"""Time, which comes in from outside: real clocks, or ones that a test turns.

The clock on the wall stands in lines and nowhere else: somebody may put it forward or back. The
pace of a table runs on a stopwatch.
"""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

Clock = Callable[[], datetime]
Seconds = Callable[[], float]
"""Seconds since some moment; they never run back."""

BEAT: Final = 0.5
LONGEST: Final = 2.0
"""Seconds that pass at most between two looks at a stopwatch."""


def utc_clock() -> datetime:
    """What the clock on the wall shows."""
    return datetime.now(UTC)


class Stopwatch:
    """Seconds during which the program ran.

    While the whole program is paused nobody can answer, so a pause costs nobody's time: however
    long it was, it counts as a moment.
    """

    def __init__(self, seconds: Seconds = time.monotonic) -> None:
        self._seconds, self._last, self._passed = seconds, seconds(), 0.0

    def __call__(self) -> float:
        """Seconds so far."""
        now = self._seconds()
        self._passed += min(now - self._last, LONGEST)
        self._last = now
        return self._passed

    async def run(self) -> None:
        """Keep looking: what passes between two looks is a pause if it is long."""
        while True:
            self()
            await asyncio.sleep(BEAT)
