"""What is taken down while a bench plays: at full tilt, and then at a given pace.

At full tilt every table asks again as soon as it was answered, so that the waits tell how many were
asked at once. How long one waits in a room that keeps up is seen at a pace.
"""

import asyncio
import time
from collections.abc import Iterable

from msgspec import Struct

LATE = 0.05
"""Seconds by which decisions may run after their pace and still catch up."""
SETTLES = 1.0
"""Seconds after the pace has changed."""


class Taken(Struct):
    """How long each decision took, and what was shown meanwhile."""

    waits: list[float]
    frames: int = 0
    seconds: float = 0


class Taking:
    """Takes down decisions, and lets them through at a pace."""

    def __init__(self) -> None:
        self.now = Taken([])
        self._gap, self._next = 0.0, 0.0

    async def turn(self) -> None:
        """Wait until it is time for another decision."""
        if not self._gap:
            return
        now = time.perf_counter()
        # Who is late catches up, but not with a whole crowd at once.
        self._next = max(now - LATE, self._next + self._gap)
        if self._next > now:
            await asyncio.sleep(self._next - now)

    async def thrice(self, seconds: float, rate: float) -> tuple[Taken, ...]:
        """Some seconds at full tilt, some at so many decisions a second, some at half of that."""
        full = await self._take(seconds)
        return full, await self.paced(seconds, rate), await self.paced(seconds, rate / 2)

    async def paced(self, seconds: float, rate: float) -> Taken:
        """Some seconds at so many decisions a second."""
        self._gap = 1 / rate
        await asyncio.sleep(SETTLES)
        return await self._take(seconds)

    async def _take(self, seconds: float) -> Taken:
        self.now, start = Taken([]), time.perf_counter()
        await asyncio.sleep(seconds)
        taken, self.now = self.now, Taken([])
        taken.seconds = time.perf_counter() - start
        return taken


async def ended(tasks: Iterable["asyncio.Task[None]"]) -> None:
    """Cancel all of them; what went wrong in one is raised."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    for one in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(one, Exception):
            raise one
