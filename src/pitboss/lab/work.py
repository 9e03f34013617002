"""How long work is done: told as it goes, shared between the cores, stopped when asked."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

Told = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and of how much; of 0, if it is just said."""


def untold(what: str, done: int, of: int) -> None:
    """For those who do not ask."""


class Clock:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def seconds(self) -> float:
        """So many by now."""
        return time.perf_counter() - self._start


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chunks(count: int, size: int) -> Iterator[tuple[int, int]]:
    """``range(count)`` in pieces of at most ``size``: (from, to)."""
    return ((low, min(low + size, count)) for low in range(0, count, size))


def shared(what: str, work: Callable[[T], R], parts: Sequence[T], told: Told = untold) -> list[R]:
    """Do every part, on all cores; the answers in the order of the parts.

    Threads serve, because kernels let go of the interpreter. Parts are short, so that Ctrl-C stops
    at the end of those that are running.
    """
    told(what, 0, len(parts))
    with ThreadPoolExecutor(cores()) as pool:
        waiting: list[Future[R]] = [pool.submit(work, part) for part in parts]
        try:
            left: set[Future[R]] = set(waiting)
            while left:
                done, left = wait(left, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
                told(what, len(parts) - len(left), len(parts))
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
        return [future.result() for future in waiting]
