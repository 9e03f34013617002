"""Reports of a room that is played in without a pause, on both databases."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from pitboss.room.report_service.report_requests import (
    HistoryRequest,
    ReconciliationRequest,
    RoundRequest,
    ShiftRequest,
)
from pitboss.room.report_service.service import ReportService
from pitboss.room.reports.period import ALL_TIME, day_period
from pitboss.room.settings import RoomSettings
from pitboss.room.store import Store
from pitboss.table import commands as c
from pitboss.verify import verify
from tests.cli.program import PLAIN
from tests.cli.test_interrupted_reports import SLOWLY
from tests.room.reports.two_day_room import FIRST, PlayedRoom
from tests.room.store.store_locations import PostgresLocation, StoreLocation

TABLE = "holdem-bonus"


@asynccontextmanager
async def busy_room(store: Store) -> AsyncIterator[PlayedRoom]:
    """Run a room with a table at which round after round is played."""
    pit = PlayedRoom(Path(), settings=RoomSettings(play_chips=10_000_000), store=store)
    await pit.open(TABLE)
    for guest in pit.guests.values():
        await pit.room.execute(guest, TABLE, c.BuyIn(90_000_00))

    async def play_without_a_pause() -> None:
        while True:
            await pit.play(TABLE)

    playing = asyncio.create_task(play_without_a_pause())
    try:
        while pit.actor(TABLE).head.version < 200:
            await asyncio.sleep(0.01)
            assert not playing.done()
        yield pit
    finally:
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        await pit.room.close()


async def test_prog_4_a_busy_room_is_reconciled_by_its_process(place: StoreLocation) -> None:
    """Another process reads one snapshot while lines are written."""
    async with busy_room(await place.open()) as pit:
        service, versions = ReportService(pit.store, 60), {pit.actor(TABLE).head.version}
        async with asyncio.timeout(60):
            while len(versions) < 4:  # a report can be built between two lines
                report = await service.build(ReconciliationRequest(FIRST))
                assert msgspec.json.decode(report.content)["breaks"] == []
                versions.add(pit.actor(TABLE).head.version)
        assert service.pid is not None
        sheets = await service.build(ShiftRequest(day_period(FIRST)))
        (sheet,) = msgspec.json.decode(sheets.content)
        assert sheet["rounds"] > 5
        assert sheet["win"] == sheet["handle"] - sheet["payouts"]
        history = msgspec.json.decode(
            (await service.build(HistoryRequest("Ann", ALL_TIME, limit=9))).content
        )
        assert len(history["played"]) + len(history["exchanges"]) == 9
        lines = (await service.build(RoundRequest(TABLE, 3, is_for_staff=True))).content
        assert verify(lines.splitlines(keepends=True)).rounds == 1
        await service.close()


async def test_prog_4_a_busy_room_is_reconciled_by_the_command(place: StoreLocation) -> None:
    async with busy_room(await place.open()) as pit:
        data, database = place.open_arguments
        room = ("--database", str(database)) if database else ("--data", str(data))
        for command in (("reconcile", "--day", FIRST), ("pit", "shift", "--day", FIRST)):
            before = pit.actor(TABLE).head.version
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "pitboss", *command, *room,
                env=PLAIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            out, errors = await process.communicate()
            assert (process.returncode, errors) == (0, b"")
            assert out
            assert pit.actor(TABLE).head.version > before
        process = await asyncio.create_subprocess_exec(
            *SLOWLY, "0.2", "reconcile", "--day", FIRST, *room,
            env=PLAIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        assert await process.stdout.readline() == b"reading\n"
        process.send_signal(signal.SIGINT)
        _, errors = await process.communicate()
        assert (process.returncode, errors) == (2, b"pitboss: interrupted.\n")


KILLED_READER = """
import asyncio, sys
from pitboss.room.store.opening import open_postgres_read_only

async def read():
    store = await open_postgres_read_only(sys.argv[1])
    print("reading", flush=True)
    await store._read("SELECT pg_sleep(100), 'a long report'")

asyncio.run(read())
"""


async def test_statement_of_a_killed_reader_is_ended(
    postgres_place: PostgresLocation,
) -> None:
    async with postgres_place.store():
        pass  # which creates the schema
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED_READER, postgres_place.address,
        env=PLAIN, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert await process.stdout.readline() == b"reading\n"
    count = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE query LIKE '%a long report%' AND pid <> pg_backend_pid()"
    )
    async with asyncio.timeout(60):
        while await postgres_place.raw(count) != [(1,)]:
            await asyncio.sleep(0.05)
        process.kill()
        await process.wait()
        while await postgres_place.raw(count) != [(0,)]:
            await asyncio.sleep(0.05)
