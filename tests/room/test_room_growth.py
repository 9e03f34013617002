"""NODE-2: reads do not grow with the room, in rows and in steps of SQLite's virtual machine.

A row that SQLite reads and skips is not returned, but takes steps. Finding a row by an index takes
the same number of steps in a table of any size.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from pitboss.room.http.app import create_app
from pitboss.room.report_service.service import ReportService
from pitboss.room.reports.period import ALL_TIME, day_period
from pitboss.room.reports.round_list import RoundSearch, find_rounds
from pitboss.room.reports.store_reports import (
    player_history_of,
    reconcile_day,
    round_check,
    round_file,
    round_replay,
    shift_reports,
    staff_report_of,
)
from pitboss.room.room import Room
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.interface import Store
from pitboss.room.store.opening import ReadOnlySqlite
from pitboss.room.store.sql import Row
from pitboss.room.store.sqlite import SqliteStore
from tests.room.grown_room import FIRST_DAY, LAST_DAY, SETTINGS, TABLE, grow_room
from tests.room.http.in_process_room import Caller
from tests.room.reports.two_day_room import KEY, TickingClock

LATER: Final = datetime(2026, 11, 18, tzinfo=UTC)
SMALL: Final = 3_000
LARGE: Final = 100_000
PAGE: Final = 50


class Effort:
    """The rows that were returned, and the steps that SQLite took."""

    rows = steps = 0

    def watch(self, db: sqlite3.Connection) -> None:
        """Count the steps of a connection."""

        def count() -> int:
            self.steps += 1
            return 0

        db.set_progress_handler(count, 1)


class CountingReader(ReadOnlySqlite):
    """A reader that counts what it reads."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.effort = Effort()
        self.effort.watch(self._read_connection)

    async def _read(self, statement: str, *parameters: object) -> Sequence[Row]:
        rows = await super()._read(statement, *parameters)
        self.effort.rows += len(rows)
        return rows


class CountingStore(SqliteStore):
    """A room's store that counts what it reads."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.effort = Effort()
        readers = [self._readers.get() for _ in range(self._readers.qsize())]
        for reader in readers:
            self.effort.watch(reader)
            self._readers.put(reader)

    async def _read(self, statement: str, *parameters: object) -> Sequence[Row]:
        rows = await super()._read(statement, *parameters)
        self.effort.rows += len(rows)
        return rows


Report = Callable[[Store], Awaitable[object]]
REPORTS: Final[dict[str, Report]] = {
    "shift sheet": lambda store: shift_reports(store, day_period(LAST_DAY)),
    "shift sheet of a day long ago": lambda store: shift_reports(store, day_period(FIRST_DAY)),
    "shift sheet of a day to come": lambda store: shift_reports(store, day_period("2027-01-01")),
    "player's day": lambda store: player_history_of(store, "Ann", day_period(LAST_DAY)),
    "page of a long history": lambda store: player_history_of(store, "Ann", ALL_TIME, limit=PAGE),
    "later page": lambda store: player_history_of(
        store, "Ann", ALL_TIME, limit=PAGE, after=f"2025-06-01T00:00:00Z,{TABLE},0"
    ),
    "export of a round": lambda store: round_file(store, TABLE, 8, staff=True),
    "export of a round long ago": lambda store: round_file(store, TABLE, 2, staff=False),
    "replay of a round": lambda store: round_replay(store, TABLE, 8),
    "replay of a round long ago": lambda store: round_replay(store, TABLE, 2),
    "check of a round long ago": lambda store: round_check(store, TABLE, 2),
    "newest rounds": lambda store: find_rounds(store, RoundSearch(), limit=3),
    "rounds of a day": lambda store: find_rounds(store, RoundSearch(period=day_period(FIRST_DAY))),
    "rounds of a table": lambda store: find_rounds(
        store, RoundSearch((TABLE,), day_period(LAST_DAY))
    ),
    "rounds of a player": lambda store: find_rounds(store, RoundSearch(player="Ann"), limit=3),
    "rounds of a dealer": lambda store: find_rounds(store, RoundSearch(staff="Dee"), limit=3),
    "rounds by amount": lambda store: find_rounds(store, RoundSearch(minimum=100), limit=2),
    "void rounds": lambda store: find_rounds(store, RoundSearch(void=True)),
    "staff of a day": lambda store: staff_report_of(store, day_period(FIRST_DAY)),
    "staff of a later day": lambda store: staff_report_of(store, day_period(LAST_DAY)),
    "reconciliation": lambda store: reconcile_day(store, LAST_DAY),
    "reconciliation of a day long ago": lambda store: reconcile_day(store, FIRST_DAY),
    "reconciliation of a day without play": lambda store: reconcile_day(store, "2027-01-01"),
}


async def efforts(file: Path) -> dict[str, tuple[int, int]]:
    """Return rows and steps of every read."""
    result = {}
    for name, report in REPORTS.items():
        reader = CountingReader(file)
        assert await report(reader)
        result[name] = (reader.effort.rows, reader.effort.steps)
        await reader.close()
    store = CountingStore(file)
    room = Room(store, SeedVault(KEY), TickingClock(LATER), SETTINGS)
    await room.start()
    await room.hub(TABLE).actor.ready.wait()
    result["start"] = (store.effort.rows, store.effort.steps)
    room.reports = ReportService(store, 60, in_thread=True)
    caller = Caller(create_app(room, host_names=["room.test"]))
    before = store.effort.rows
    assert [table["table"] for table in (await caller.get("/api/tables")).json()] == [TABLE]
    assert store.effort.rows == before, "the lobby reads nothing"
    await caller.close()
    await room.close()
    return result


@pytest.mark.parametrize("lines", [LARGE, pytest.param(10_000_000, marks=pytest.mark.soak)])
async def test_node_2_what_is_read_does_not_grow_with_the_room(lines: int, tmp_path: Path) -> None:
    small, large = [
        await efforts(await grow_room(tmp_path / str(size), size)) for size in (SMALL, lines)
    ]
    differences = {name: (small[name], large[name]) for name in small if small[name] != large[name]}
    assert differences == {}


async def test_node_2_a_read_that_scans_would_be_noticed(tmp_path: Path) -> None:
    """The planted read returns the same rows, but scans every round to find them."""
    efforts = []
    for size in (SMALL, 2 * SMALL):
        reader = CountingReader(await grow_room(tmp_path / str(size), size))
        await reader._read("SELECT * FROM rounds WHERE opened_at < '2025-01-02'")
        efforts.append((reader.effort.rows, reader.effort.steps))
        await reader.close()
    assert efforts[0][0] == efforts[1][0] == 4
    assert efforts[1][1] > 1.5 * efforts[0][1]
