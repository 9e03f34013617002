"""The simulated environment: seeded chance, an event loop with virtual time, a faulty network."""

import asyncio
import selectors
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from pitboss.shuffle.seeded_random import SeededRandom

ResultT = TypeVar("ResultT")

START_TIME: Final = datetime(2027, 1, 1, tzinfo=UTC)


class Deadlock(Exception):
    """Every task is waiting, and no timer is set."""


class _VirtualSelector(selectors.BaseSelector):
    """A selector without input, which advances the clock instead of waiting."""

    def __init__(self) -> None:
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Deadlock("every task is waiting, and no timer is set")
        self.now += max(timeout, 0)
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:  # noqa: ANN401
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:  # noqa: ANN401
        return selectors.SelectorKey(fileobj, 0, 0, None)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return {}


class SimLoop(asyncio.SelectorEventLoop):
    """An event loop with virtual time."""

    def __init__(self) -> None:
        self._virtual = _VirtualSelector()
        self._clock_shift = 0.0
        super().__init__(self._virtual)

    def time(self) -> float:
        """Return the seconds since the start, which never run back."""
        return self._virtual.now

    def clock(self) -> datetime:
        """Return the wall-clock time, which may be shifted forward or back."""
        return START_TIME + timedelta(seconds=self._virtual.now + self._clock_shift)

    def shift_clock(self, seconds: float) -> None:
        """Shift the wall clock; back, if ``seconds`` is negative."""
        self._clock_shift += seconds

    def pause(self, seconds: float) -> None:
        """Let time pass as if the whole process were suspended."""
        self._virtual.now += seconds


def run_simulated(main: Coroutine[Any, Any, ResultT], loop: SimLoop) -> ResultT:
    """Run a coroutine to its end in virtual time."""
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(main)
    finally:
        pending_tasks = asyncio.all_tasks(loop)
        for task in pending_tasks:
            task.cancel()
        if pending_tasks:
            loop.run_until_complete(asyncio.wait(pending_tasks, timeout=60))
        asyncio.set_event_loop(None)
        loop.close()


ResponseT = TypeVar("ResponseT")

MAX_DELAY: Final = 0.3
RESPONSE_TIMEOUT: Final = 3.0


class ResponseLost(Exception):
    """No response arrived."""


class FaultyNetwork:
    """A network that loses, delays and repeats requests and responses."""

    def __init__(self, chance: SeededRandom, coverage: Counter[str], *, faulty: bool) -> None:
        self._chance, self._coverage, self.is_faulty = chance, coverage, faulty
        self._late_copies: set[asyncio.Task[None]] = set()

    async def send(self, request: Callable[[], Awaitable[ResponseT]]) -> ResponseT:
        """Send a request and return its response; raise `ResponseLost` if either is lost."""
        if self._happens(40):
            self._coverage["a request was lost"] += 1
            await asyncio.sleep(RESPONSE_TIMEOUT)
            raise ResponseLost
        await self._delay()
        if self._happens(40):
            self._coverage["a request came twice"] += 1
            self._send_late_copy(request)
        answer = await request()
        if self._happens(40):
            self._coverage["an answer was lost"] += 1
            await asyncio.sleep(RESPONSE_TIMEOUT)
            raise ResponseLost
        await self._delay()
        return answer

    def _send_late_copy(self, request: Callable[[], Awaitable[ResponseT]]) -> None:
        """Send the same request again a little later, and ignore its response."""

        async def late() -> None:
            await asyncio.sleep(self._chance.uniform(0, 5))
            await asyncio.gather(request(), return_exceptions=True)

        task = asyncio.ensure_future(late())
        self._late_copies.add(task)
        task.add_done_callback(self._late_copies.discard)

    def _happens(self, often: int) -> bool:
        return self.is_faulty and self._chance.one_in(often)

    async def _delay(self) -> None:
        await asyncio.sleep(self._chance.uniform(0, MAX_DELAY))

    async def drain(self) -> None:
        """Wait until all late copies have arrived."""
        if self._late_copies:
            await asyncio.gather(*self._late_copies, return_exceptions=True)
