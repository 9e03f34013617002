"""A network that is made up: what is sent comes late, twice, out of order, or never."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from pitboss.room.sim.chance import Chance

T = TypeVar("T")

SLOWEST: Final = 0.3
PATIENCE: Final = 3.0


class Lost(Exception):
    """No answer came."""


class Net:
    """Carries requests to a room and answers back."""

    def __init__(self, chance: Chance, reached: Counter[str], *, faulty: bool) -> None:
        self._chance, self._reached, self.faulty = chance, reached, faulty
        self._under_way: set[asyncio.Task[None]] = set()

    async def ask(self, request: Callable[[], Awaitable[T]]) -> T:
        """The answer to a request, unless one of the two gets lost on the way."""
        if self._happens(40):
            self._reached["a request was lost"] += 1
            await asyncio.sleep(PATIENCE)
            raise Lost
        await self._way()
        if self._happens(40):
            self._reached["a request came twice"] += 1
            self._again(request)
        answer = await request()
        if self._happens(40):
            self._reached["an answer was lost"] += 1
            await asyncio.sleep(PATIENCE)
            raise Lost
        await self._way()
        return answer

    def _again(self, request: Callable[[], Awaitable[T]]) -> None:
        """The same request once more, a little later; nobody waits for its answer."""

        async def late() -> None:
            await asyncio.sleep(self._chance.between(0, 5))
            await asyncio.gather(request(), return_exceptions=True)

        task = asyncio.ensure_future(late())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _happens(self, often: int) -> bool:
        return self.faulty and self._chance.one_in(often)

    async def _way(self) -> None:
        await asyncio.sleep(self._chance.between(0, SLOWEST))

    async def quiet(self) -> None:
        """Until nothing is under way any more."""
        if self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)
