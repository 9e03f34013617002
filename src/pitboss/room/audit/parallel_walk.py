"""Walks through several streams at the same time, each in one of several processes.

Each process opens the store by itself and sees the moment of the audit, or at least the same lines
up to every head. A process ends when the program that started it does.
"""

import asyncio
import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for_sentinel
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import Final

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.games import game_files, reload_games
from pitboss.room.audit.stream_walk import StreamResult, StreamTask, walk_stream
from pitboss.room.store.opening import LoopReader, SharedMoment, open_shared_moment

POLL_SECONDS: Final = 0.2
"""How often the progress of the processes is reported."""
GC_THRESHOLDS: Final = (50_000, 20, 100)
"""A walk makes many objects and no cycles, so that the collector needs to look for them rarely."""


def walk_in_processes(
    moment: SharedMoment,
    tasks: Sequence[StreamTask],
    workers: int,
    count_lines: Callable[[int], None],
) -> Iterator[StreamResult]:
    """Yield the results of some streams in their order; the longest ones begin first."""
    context = get_context("spawn")  # a fork would copy the threads' locks
    counter: Synchronized[int] = context.Value("q", 0)
    workers = max(1, min(workers, len(tasks)))
    stop = context.Event()
    pool = ProcessPoolExecutor(
        workers, context, _start_process, (moment, game_files(), counter, stop)
    )
    line_count = 0
    try:
        futures: dict[str, Future[StreamResult]] = {
            task.stream.id: pool.submit(_walk, task)
            for task in sorted(tasks, key=lambda task: -task.lines)
        }
        for task in tasks:
            future = futures[task.stream.id]
            while not future.done():
                wait([future], POLL_SECONDS)
                line_count, before = counter.value, line_count
                count_lines(line_count - before)
            yield future.result()
    except BrokenProcessPool:
        raise Refused(
            "a process of the audit ended before it was done, perhaps for lack of memory: "
            "use fewer with --workers"
        ) from None
    finally:
        stop.set()  # for those that are still walking
        pool.shutdown(cancel_futures=True)  # one that still starts needs the counter


class _AuditEnd(Exception):
    """The audit has ended."""


class _Process(Struct):
    """What a process needs for every stream."""

    reader: LoopReader
    counter: "Synchronized[int]"
    stop: Event

    def count_lines(self, lines: int) -> None:
        """Count lines that were read; give up if nobody wants the result anymore."""
        if self.stop.is_set():
            raise _AuditEnd
        with self.counter.get_lock():
            self.counter.value += lines


_process: _Process | None = None


def _start_process(
    moment: SharedMoment, games: dict[str, str], counter: "Synchronized[int]", stop: Event
) -> None:
    """Prepare a new process."""
    global _process  # noqa: PLW0603  a pool has no other place for it
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    reload_games(games)
    loop = asyncio.new_event_loop()
    store = loop.run_until_complete(open_shared_moment(moment))
    _process = _Process(LoopReader(store, loop), counter, stop)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _end_with_parent() -> None:
    parent = parent_process()
    with suppress(OSError):
        if parent is not None:
            wait_for_sentinel([parent.sentinel])
    os._exit(1)


def _walk(task: StreamTask) -> StreamResult:
    if _process is None:
        raise AssertionError("the process was not prepared")
    return walk_stream(_process.reader, task, _process.count_lines)
