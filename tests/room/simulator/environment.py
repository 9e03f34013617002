"""The simulated environment: seeded chance, an event loop with virtual time, a faulty network."""

import asyncio
import selectors
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import Context, ContextVar, copy_context
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar, TypeVarTuple

from pitboss.shuffle.seeded_random import SeededRandom

ResultT = TypeVar("ResultT")
ArgumentTs = TypeVarTuple("ArgumentTs")

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


class SimulatedProcess:
    """One of several programs that share the simulated loop.

    Everything that runs in its context belongs to it: tasks, callbacks and timers. While it is
    paused, nothing of it runs, as after SIGSTOP; then it continues exactly where it was, whatever
    happened meanwhile. What it sent before is still delivered.

    The model has one limit: a pause begins between two steps of the loop, never within one. Code
    between two awaits is not interrupted, as it can be in a real process.
    """

    def __init__(self, loop: "SimLoop", name: str) -> None:
        self._loop, self.name = loop, name
        self.is_paused = False
        self.is_dead = False
        """Whether it was killed: its tasks only unwind, and nothing they send is delivered."""
        self._waiting_steps: list[_Step] = []
        self._tasks: dict[asyncio.Task[Any], None] = {}
        """The unfinished tasks, in the order of their creation."""
        self._context = copy_context()
        self._context.run(_PROCESS.set, self)

    def context(self) -> Context:
        """Return a context in which this process runs."""
        return self._context.copy()

    def create_task(self, work: Coroutine[Any, Any, ResultT]) -> "asyncio.Task[ResultT]":
        """Run a coroutine as a part of this process."""
        return self._loop.create_task(work, context=self.context())

    def pause(self) -> None:
        """Pause everything that runs in it."""
        self.is_paused = not self.is_dead

    def resume(self) -> None:
        """Continue where it was paused."""
        self.is_paused = False
        steps, self._waiting_steps = self._waiting_steps, []
        for step in steps:
            self._loop.call_step(step)

    def kill(self) -> None:
        """End it without notifying anybody."""
        self.is_dead = True
        self.resume()
        for task in [*self._tasks]:
            task.cancel()

    def add_step(self, step: "_Step") -> None:
        """Store a step until the process is resumed."""
        self._waiting_steps.append(step)

    def add_task(self, task: "asyncio.Task[Any]") -> None:
        """Register a task of this process."""
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop, context=OUTSIDE)


_PROCESS: Final[ContextVar[SimulatedProcess | None]] = ContextVar("_PROCESS", default=None)
OUTSIDE: Final = copy_context()
"""The context of everything outside the processes: networks, and the database server."""


class _Step:
    """A callback of a process, which waits while the process is paused."""

    __slots__ = ("_arguments", "_callback", "_process", "context", "handle")

    def __init__(
        self,
        process: SimulatedProcess,
        callback: Callable[..., object],
        arguments: tuple[object, ...],
        context: Context,
    ) -> None:
        self._process, self._callback, self._arguments = process, callback, arguments
        self.context = context
        self.handle: asyncio.Handle | None = None

    def __call__(self) -> None:
        """Run, unless canceled; wait if the process is paused."""
        if self.handle is not None and self.handle.cancelled():
            return
        if self._process.is_paused:
            self._process.add_step(self)
        else:
            self._callback(*self._arguments)


class SimLoop(asyncio.SelectorEventLoop):
    """An event loop with virtual time, which several processes may share."""

    def __init__(self) -> None:
        self._virtual = _VirtualSelector()
        self._clock_shift = 0.0
        super().__init__(self._virtual)
        self.set_task_factory(_create_task)  # type: ignore[arg-type]  # it takes a context, too

    def call_soon(
        self,
        callback: Callable[[*ArgumentTs], object],
        *args: *ArgumentTs,
        context: Context | None = None,
    ) -> asyncio.Handle:
        """Call back in the next turn, or later if the process this belongs to is paused."""
        context = copy_context() if context is None else context
        process = context.get(_PROCESS)
        if process is None:
            return super().call_soon(callback, *args, context=context)
        step = _Step(process, callback, args, context)
        step.handle = super().call_soon(step, context=context)
        return step.handle

    def call_at(
        self,
        when: float,
        callback: Callable[[*ArgumentTs], object],
        *args: *ArgumentTs,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Call back at a time, or later if the process this belongs to is paused then."""
        context = copy_context() if context is None else context
        process = context.get(_PROCESS)
        if process is None:
            return super().call_at(when, callback, *args, context=context)
        step = _Step(process, callback, args, context)
        handle = super().call_at(when, step, context=context)
        step.handle = handle
        return handle

    def call_step(self, step: _Step) -> None:
        """Run a step that had to wait."""
        super().call_soon(step, context=step.context)

    def time(self) -> float:
        """Return the seconds since the start, which never decrease."""
        return self._virtual.now

    def clock(self) -> datetime:
        """Return the wall-clock time, which may be shifted forward or back."""
        return START_TIME + timedelta(seconds=self._virtual.now + self._clock_shift)

    def clock_with(self, offset: float) -> datetime:
        """Return the time by a wall clock that is wrong by some seconds."""
        return self.clock() + timedelta(seconds=offset)

    def shift_clock(self, seconds: float) -> None:
        """Shift the wall clock; back, if ``seconds`` is negative."""
        self._clock_shift += seconds

    def pause(self, seconds: float) -> None:
        """Let time pass as if the whole process were suspended."""
        self._virtual.now += seconds


def _create_task(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, ResultT],
    context: Context | None = None,
) -> "asyncio.Task[ResultT]":
    """Create a task, and register it if it belongs to a process."""
    task = asyncio.Task(work, loop=loop, context=context)
    process = _PROCESS.get() if context is None else context.get(_PROCESS)
    if process is not None:
        process.add_task(task)
    return task


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
