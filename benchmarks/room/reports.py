"""Measure what players wait for while a long report is built, in a thread and in a process."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.room.age import (
    GAME,
    TABLE,
    GrowingTable,
    Progress,
    SimulatedClock,
    create_room,
)
from benchmarks.room.load import Figures, cancel_all, summarize
from benchmarks.room.throughput import CoreLoad
from pitboss.room.report_service.report_requests import ReconciliationRequest
from pitboss.room.report_service.service import ReportService
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore

DAY: Final = "2026-01-01"
LATEST_HOURS: Final = 13.5
"""Hours that are left of the day when the first round begins, with some to spare."""
LINES_PER_ROUND: Final = 25
"""Fewest lines of a round of six players."""
TIME_LIMIT: Final = 600.0
NO_REPORT: Final = "no report"
THREAD: Final = "in a thread"
PROCESS: Final = "in a process"


class _Books(Struct):
    breaks: list[msgspec.Raw]


class ReportFigures(Struct, frozen=True):
    """What players waited for while reports were built one after the other."""

    decisions: Figures
    report_seconds: tuple[float, ...]
    """How long each report took."""


async def measure_reports(
    lines: int, tables: int, rate: float, seconds: float, progress: Progress
) -> dict[str, ReportFigures]:
    """Measure a room with so many lines on a day, in which other tables are played at."""
    with tempfile.TemporaryDirectory(prefix="pitboss-reports-") as folder:
        file, vault = Path(folder) / DATABASE_FILE, SeedVault(bytes(KEY_BYTES))
        clock = SimulatedClock(LATEST_HOURS * 3600 * LINES_PER_ROUND / lines)
        await create_room(file, vault, clock, {TABLE: GAME})
        store = SqliteStore(file)
        table = GrowingTable(store, vault, clock)
        await table.grow(await table.seat(), lines, progress)
        await store.close()
        room = Room(SqliteStore(file), vault, utc_clock, RoomSettings(play_chips=0))
        await room.start()
        services = {
            NO_REPORT: None,
            THREAD: ReportService(room.store, TIME_LIMIT, in_thread=True),
            PROCESS: ReportService(room.store, TIME_LIMIT),
        }
        figures = {}
        async with CoreLoad(room, tables, rate=rate).play() as recorder:
            for number, (name, service) in enumerate(services.items()):
                progress(name, number, len(services))
                async with _reports(service) as durations:
                    measurements = await recorder.measure(seconds)
                figures[name] = ReportFigures(summarize(measurements), tuple(durations))
        await room.close()
        return figures


@asynccontextmanager
async def _reports(service: ReportService | None) -> AsyncIterator[list[float]]:
    """Build reports while the context is open; give how long each took."""
    durations: list[float] = []
    if service is None:
        yield durations
        return
    await _build(service)  # which also starts the process

    async def build_repeatedly() -> None:
        while True:
            start = time.perf_counter()
            await _build(service)
            durations.append(round(time.perf_counter() - start, 2))

    building = asyncio.create_task(build_repeatedly())
    yield durations
    while not durations:
        await asyncio.sleep(0.1)
    await cancel_all([building])
    await service.close()


async def _build(service: ReportService) -> None:
    report = await service.build(ReconciliationRequest(DAY))
    if msgspec.json.decode(report.content, type=_Books).breaks:
        raise AssertionError("the books do not balance")
