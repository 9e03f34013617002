"""An event loop whose time passes only when nobody has anything to do: hours take no time."""

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

T = TypeVar("T")

BEGIN: Final = datetime(2027, 1, 1, tzinfo=UTC)


class Stuck(Exception):
    """Everybody waits, and nothing will ever happen."""


class _NoSelector(selectors.BaseSelector):
    """Nothing comes from outside: where others would wait, the clock is put forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck("everybody waits, and nothing will ever happen")
        self.now += max(timeout, 0)
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:  # noqa: ANN401
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:  # noqa: ANN401
        return selectors.SelectorKey(fileobj, 0, 0, None)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return {}


class SimLoop(asyncio.SelectorEventLoop):
    """A loop with a clock of its own."""

    def __init__(self) -> None:
        self._made_up = _NoSelector()
        self._put_forward = 0.0
        super().__init__(self._made_up)

    def time(self) -> float:
        """Seconds since the beginning: they pass, and never run back."""
        return self._made_up.now

    def clock(self) -> datetime:
        """What the clock on the wall shows, which anybody may put forward or back."""
        return BEGIN + timedelta(seconds=self._made_up.now + self._put_forward)

    def put_forward(self, seconds: float) -> None:
        """Turn the clock on the wall; back, by less than nothing."""
        self._put_forward += seconds

    def pause(self, seconds: float) -> None:
        """Let time pass while nobody in this process can do anything."""
        self._made_up.now += seconds


def simulated(main: Coroutine[Any, Any, T], loop: SimLoop) -> T:
    """Run to the end, however long that seems to take."""
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(main)
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=60))
        asyncio.set_event_loop(None)
        loop.close()
