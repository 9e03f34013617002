"""Progress callbacks, a stopwatch, and threads for long work."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[str, int, int], None]
"""Receives the task, the amount done and the total; a total of 0 marks a plain message."""


def no_progress(task: str, count: int, total: int) -> None:
    """Ignore progress reports."""


class Stopwatch:
    """A clock that counts the seconds since it was created."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def seconds(self) -> float:
        """Return the seconds elapsed."""
        return time.perf_counter() - self._start


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def split_range(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Split ``range(count)`` into pieces of at most ``size``, as (start, stop)."""
    return ((low, min(low + size, count)) for low in range(0, count, size))


QUIET_SECONDS: Final = 20
"""Shorter work is not announced."""
MEASURED_SECONDS: Final = 2
"""The time after which the duration of the whole work is estimated."""


def duration_text(seconds: float) -> str:
    """Return a duration in words: ``about 40 seconds``, ``about 3 minutes``."""
    return f"about {seconds:.0f} seconds" if seconds < 100 else f"about {seconds / 60:,.0f} minutes"


def run_in_threads(
    task: str,
    function: Callable[[T], R],
    items: Sequence[T],
    progress: Progress = no_progress,
    *,
    announces: bool = True,
) -> list[R]:
    """Apply a function to every item on all cores; return the results in order.

    Threads suffice because kernels release the GIL. Items should be short pieces of work: Ctrl-C
    takes effect when the pieces that are running end. Unless ``announces`` is false, an estimate
    of long work is reported once its first pieces show how long they take.
    """
    progress(task, 0, len(items))
    clock = Stopwatch()
    with ThreadPoolExecutor(available_cores()) as pool:
        futures: list[Future[R]] = [pool.submit(function, item) for item in items]
        try:
            pending: set[Future[R]] = set(futures)
            while pending:
                finished_tasks, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in finished_tasks:
                    future.result()
                count = len(items) - len(pending)
                if announces and count and clock.seconds() >= MEASURED_SECONDS:
                    seconds = clock.seconds() * len(items) / count
                    announces = False
                    if seconds > QUIET_SECONDS:
                        progress(f"{task}: {duration_text(seconds)}", 0, 0)
                progress(task, count, len(items))
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
        return [future.result() for future in futures]
