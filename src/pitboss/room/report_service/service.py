"""The reports of an open room, built in a process of their own, one after the other.

A long report then takes neither the room's event loop nor its interpreter lock. The process starts
with the first report. It is killed if a report takes too long, if nobody waits for it anymore, or
after a while without a report; the next report starts another one.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.report_service.builder import build_report
from pitboss.room.report_service.report_process import COMMAND
from pitboss.room.report_service.report_requests import (
    Report,
    ReportHeader,
    ReportRequest,
    ReportSource,
    ReportTask,
)
from pitboss.room.store.interface import Store, StoreDamaged, StoreUnavailable
from pitboss.room.store.opening import read_only_view
from pitboss.room.store.sqlite import SqliteStore
from pitboss.room.worker_process import JobProgress, ProcessFailed, ProcessLost, WorkerProcess

log: Final = logging.getLogger("pitboss.reports")
NICENESS: Final = 10
"""The priority of the process: tables come first."""
DATABASE_VARIABLES: Final = ("PG",)
"""The beginning of the environment variables from which a client of PostgreSQL completes an
address; a process that reads a file gets none of them."""
IDLE_SECONDS: Final = 300.0
"""Seconds without a report after which the process ends, since a long one takes much memory."""
REPORT_LOST: Final = "the process that built this report ended before it was complete: try again"
ROOM_CLOSED: Final = "the room is closing: try again later"


class ReportService:
    """The reports of a room.

    With ``in_thread``, or if another process cannot read the store, they are built in a thread.
    """

    def __init__(
        self,
        store: Store,
        seconds: float,
        *,
        in_thread: bool = False,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._store, self._seconds = store, seconds
        self._source = None if in_thread else _find_source(store)
        prefixes = DATABASE_VARIABLES if self._source and self._source.database else ()
        self._process = WorkerProcess(command, NICENESS, prefixes)
        self._lock = asyncio.Lock()
        self._is_closed = False
        self._idle_timer: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process while it is running."""
        return self._process.pid

    async def build(self, request: ReportRequest) -> Report:
        """Build a report; canceling this ends the work on it.

        Raise `Refused` if it takes longer than it may, and `Failed` if the process ended.
        """
        async with self._lock:
            if self._is_closed:
                raise Failed(ROOM_CLOSED)
            self._stop_idle_timer()
            try:
                async with asyncio.timeout(self._seconds):
                    if self._source is None:
                        return await self._build_in_thread(request)
                    return await self._build_in_process(ReportTask(self._source, request))
            except TimeoutError:
                raise Refused(
                    f"this report took longer than {self._seconds:g} seconds and was canceled: "
                    f"{request.advice}"
                ) from None
            finally:
                self._start_idle_timer()

    def _start_idle_timer(self) -> None:
        if self.pid is not None and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._idle_timer = loop.call_later(IDLE_SECONDS, self._process.kill)

    def _stop_idle_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None

    async def _build_in_thread(self, request: ReportRequest) -> Report:
        async with read_only_view(self._store, frozen=request.needs_one_moment) as store:
            return await build_report(store, request)

    async def _build_in_process(self, task: ReportTask) -> Report:
        try:
            answer = await self._process.ask(msgspec.json.encode(task), _ignore_progress)
        except ProcessFailed as error:
            log.error("a report failed: %s", error)
            raise
        except ProcessLost:
            if self._is_closed:
                raise Failed(ROOM_CLOSED) from None
            log.warning("the process of a report ended before its answer")
            raise Failed(REPORT_LOST, retry=True) from None
        encoded_header, _, content = answer.partition(b"\n")
        header = msgspec.json.decode(encoded_header, type=ReportHeader)
        if header.store_failure:
            kind = StoreDamaged if header.is_damaged else StoreUnavailable
            raise kind(header.store_failure)
        return Report(content, header.next)

    async def close(self) -> None:
        """End the process, even during a report, and start no other one."""
        self._is_closed = True
        self._stop_idle_timer()
        await self._process.close()


def _find_source(store: Store) -> ReportSource | None:
    """Return where another process finds the data of a store, if it can."""
    if isinstance(store, SqliteStore):
        return ReportSource(file=str(store.path.absolute()))
    if database := getattr(store, "dsn", ""):
        return ReportSource(database=database)
    return None


def _ignore_progress(_: JobProgress) -> None:
    """Ignore progress: a report over HTTP shows none."""
