"""NODE-2: reads do not slow down as the room ages, and the index agrees with the log."""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeVar

import pytest
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.room.audit.auditor import audit
from pitboss.room.reports.period import ALL_TIME, Period, day_period, period_between
from pitboss.room.reports.reconciliation import AccountDay, Reconciliation
from pitboss.room.reports.shift import shift_report
from pitboss.room.reports.store_reports import (
    player_history_of,
    reconcile_day,
    round_file,
    shift_reports,
)
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import Stream
from pitboss.room.store.opening import ReadOnlySqlite
from pitboss.room.store.sql import Row
from pitboss.room.store.sqlite import DATABASE_FILE, migrate_file
from pitboss.room.table_index import TableIndexer
from pitboss.room.table_log import can_be_snapshot
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table.apply import apply
from pitboss.table.events import RoundClosed
from pitboss.table.ledger import Cents
from pitboss.verify import verify
from tests.room.reports.day_logs import days_in_log, table_days
from tests.room.reports.two_day_room import FIRST, SECOND, PlayedRoom, two_day_database
from tests.room.store.older_schema import REMOVE_INDEX
from tests.room.test_audit import edit_copy

TABLE: Final = "stud-235"
SNAPSHOT_EVERY: Final = 40


class CountingReader(ReadOnlySqlite):
    """A reader that counts the rows it reads."""

    rows = 0

    async def _read(self, statement: str, *parameters: object) -> Sequence[Row]:
        rows = await super()._read(statement, *parameters)
        self.rows += len(rows)
        return rows


class UnindexedReader(ReadOnlySqlite):
    """A reader without an index: every report reads the whole log."""

    async def streams(self) -> Sequence[Stream]:
        return [replace(stream, is_indexed=False) for stream in await super().streams()]

    async def snapshot(self, *_: object, **__: object) -> None:
        return None


R = TypeVar("R", bound=ReadOnlySqlite)


@pytest.fixture
def file() -> Path:
    """A room with two days of play."""
    return two_day_database()


@pytest.fixture
def older_file(tmp_path: Path) -> Path:
    """The same room as an older version left it, without the index."""
    return edit_copy(tmp_path, _remove_index)


@asynccontextmanager
async def closing_reader(reader: R) -> AsyncIterator[R]:
    try:
        yield reader
    finally:
        await reader.close()


async def play_days(folder: Path, days: int, rounds: int) -> None:
    """Play rounds at a table every day; the same number on the last day in any case."""
    pit = PlayedRoom(folder, SNAPSHOT_EVERY, RoomSettings(play_chips=10_000_000))
    await pit.open(TABLE)
    for day in range(days):
        pit.clock.skip_to(datetime(2026, 11, 16, 12, tzinfo=UTC) + timedelta(days=day))
        for guest in pit.guests.values():
            await pit.room.execute(guest, TABLE, c.BuyIn(500_00), f"buy {day}")
        await pit.play(TABLE, 4 if day == days - 1 else rounds)
    await pit.room.close()


@pytest.mark.parametrize("report", ["shift", "player", "round", "start"])
async def test_node_2_reports_read_as_many_rows_in_an_old_room(
    report: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In a room with ten times as many lines, the last day takes about as many rows."""
    counts = []
    for name, days, rounds in (("young", 2, 3), ("old", 10, 8)):
        folder = tmp_path_factory.getbasetemp() / f"{name} room"
        if not folder.exists():
            folder.mkdir()
            await play_days(folder, days, rounds)
        day = f"{datetime(2026, 11, 15 + days):%Y-%m-%d}"
        async with closing_reader(CountingReader(folder / DATABASE_FILE)) as reader:
            total = sum(stream.head.version for stream in await reader.streams())
            last = 4 + rounds * (days - 1)
            reader.rows = 0
            match report:
                case "shift":
                    (sheet,) = await shift_reports(reader, day_period(day))
                    assert sheet.rounds == 4
                case "player":
                    history = await player_history_of(reader, "Ann", day_period(day))
                    assert len(history.played) == 4
                case "round":
                    content = await round_file(reader, TABLE, last - 1, staff=True)
                    assert verify(content.splitlines(keepends=True)).rounds == 1
                case _:
                    snapshot = await reader.snapshot(TABLE)
                    assert snapshot is not None
                    async for _ in reader.entries(TABLE, snapshot.version):
                        pass
            counts.append((total, reader.rows))
    (young, young_rows), (old, old_rows) = counts
    assert old > 5 * young
    assert old_rows <= young_rows + 2 * SNAPSHOT_EVERY


@pytest.mark.parametrize(
    "period",
    [
        day_period(FIRST),
        day_period(SECOND),
        ALL_TIME,
        period_between(f"{FIRST}T20:01", None),
        period_between(f"{FIRST}T20:01", f"{SECOND}T01:00:20"),
        period_between("2026-11-18", None),
    ],
)
async def test_reports_by_index_match_the_whole_log(period: Period, file: Path) -> None:
    async with (
        closing_reader(ReadOnlySqlite(file)) as indexed_reader,
        closing_reader(UnindexedReader(file)) as unindexed_reader,
    ):
        reports = [
            await shift_reports(store, period) for store in (indexed_reader, unindexed_reader)
        ]
        assert reports[0] == reports[1]
        for name in ("Ann", "Bob"):
            histories = [
                await player_history_of(store, name, period)
                for store in (indexed_reader, unindexed_reader)
            ]
            assert histories[0] == histories[1]


@pytest.mark.parametrize("day", [FIRST, SECOND, "2026-11-18", "2026-11-01"])
async def test_prog_4_a_day_is_reconciled_from_the_index(day: str, file: Path) -> None:
    async with (
        closing_reader(ReadOnlySqlite(file)) as indexed_reader,
        closing_reader(UnindexedReader(file)) as unindexed_reader,
    ):
        by_index, by_log = [
            await reconcile_day(store, day) for store in (indexed_reader, unindexed_reader)
        ]
        assert by_index.closes
        assert _without_empty(by_index) == _without_empty(by_log)


def _without_empty(result: Reconciliation) -> Reconciliation:
    """Leave out empty accounts, which the log does not know before their first posting."""
    streams = tuple(
        replace(stream, accounts=tuple(a for a in stream.accounts if any(_amounts(a))))
        for stream in result.streams
    )
    players = tuple(account for account in result.players if any(_amounts(account)))
    return replace(result, streams=streams, players=players)


def _amounts(account: AccountDay) -> tuple[Cents, ...]:
    return account.opening, account.received, account.given, account.closing, account.held


async def test_round_from_a_snapshot_matches_the_whole_log(file: Path) -> None:
    async with (
        closing_reader(ReadOnlySqlite(file)) as indexed_reader,
        closing_reader(UnindexedReader(file)) as unindexed_reader,
    ):
        for table, number in (("run-em-twice", 1), ("run-em-twice", 4), ("stud-235", 2)):
            files = [
                await round_file(store, table, number, staff=True)
                for store in (indexed_reader, unindexed_reader)
            ]
            events = [[json.loads(line).get("event") for line in f.splitlines()] for f in files]
            assert events[0] == events[1]
            assert all(verify(f.splitlines(keepends=True)).rounds == 1 for f in files)
        with pytest.raises(Refused, match="no closed round 6"):
            await round_file(indexed_reader, "run-em-twice", 6, staff=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_report_can_start_between_any_two_rounds(game: str) -> None:
    """Wherever the log is split between two rounds, the report of the rest is the same."""
    log, _ = table_days(game)
    state, days = State(), days_in_log(log)
    periods = [day_period(day) for day in days]
    whole = [shift_report("t", "Table", log, period) for period in periods]
    starts = []
    for number, entry in enumerate(log, 1):
        state = apply(state, entry.event)
        if isinstance(entry.event, RoundClosed) and can_be_snapshot(state):
            starts.append((number, state))
    for number, start in starts[:: max(1, len(starts) // 12)]:
        at, rest = log[number - 1].at or "", log[number:]
        for period, expected in zip(periods, whole, strict=True):
            if at < period.start:
                rest_in_period = [e for e in rest if not period.ends_before(e.at or "")]
                report = shift_report("t", "Table", rest_in_period, period, start=start)
                assert replace(report, example=expected.example) == expected
        indexer = TableIndexer.from_state("t", start, at)
        rows = TableIndexer("t").add_entries(log, {})
        later = indexer.add_entries(rest, start.balances)
        assert later.rounds == [row for row in rows.rounds if row.first_version > number]
        assert later.history == [row for row in rows.history if row.version > number]
        assert later.days == [row for row in rows.days if row.first_version > number]


async def test_older_room_gets_its_index_at_the_next_start(
    older_file: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(older_file, isolation_level=None)) as db:
        migrate_file(db)
    async with closing_reader(ReadOnlySqlite(older_file)) as store:
        assert not any(stream.is_indexed for stream in await store.streams())
        assert (await audit(store)).in_order
    pit = PlayedRoom(tmp_path)
    await pit.room.start()
    for table in ("run-em-twice", "stud-235"):
        await pit.actor(table).ready.wait()
    await pit.room.close()
    async with closing_reader(ReadOnlySqlite(older_file)) as store:
        assert all(stream.is_indexed for stream in await store.streams())
        assert (await audit(store)).in_order
        assert (await reconcile_day(store, FIRST)).closes
        assert await store.round_row("run-em-twice", 1) is not None


def _remove_index(db: sqlite3.Connection) -> None:
    for statement in REMOVE_INDEX:
        db.execute(statement)


async def test_lost_index_is_rebuilt(file: Path, tmp_path: Path) -> None:
    """After `clear_index`, the next start writes the rows that were there before."""
    file = Path(shutil.copy(file, tmp_path))
    before = _index_rows(file)
    pit = PlayedRoom(tmp_path)
    for stream in await pit.store.streams():
        await pit.store.clear_index(stream.id)
    assert _index_rows(file) == {table: [] for table in before}
    await pit.room.start()
    for table in ("run-em-twice", "stud-235"):
        await pit.actor(table).ready.wait()
    await pit.room.close()
    after = _index_rows(file)
    for table, rows in before.items():
        assert set(rows) <= set(after[table]), table
    async with closing_reader(ReadOnlySqlite(file)) as store:
        assert (await audit(store)).in_order


def _index_rows(file: Path) -> dict[str, list[Row]]:
    tables = ("rounds", "round_marks", "history", "days", "openings", "account_days")
    with closing(sqlite3.connect(file)) as db:
        return {
            table: db.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
            for table in tables
        }
