"""The integrity of a database (LOG-4, LEDG-5).

Rows that can change have a hash; those of an older room get one when it is opened. The database
itself rejects changes to lines and postings. Audits read a snapshot of a busy database.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.room.audit import auditor
from pitboss.room.audit.auditor import AuditOptions, audit, audit_with_heads
from pitboss.room.back_office import BackOffice
from pitboss.room.back_office_events import BackedUp
from pitboss.room.reports.store_reports import reconcile_day
from pitboss.room.store import Put, Store, sql
from pitboss.room.store.interface import BACK_OFFICE, RowDamaged, Snapshot, StoreUnavailable
from pitboss.room.store.opening import AuditableStore, open_read_only, read_only_view
from tests.room.store.older_schema import REMOVE_HASHES, REMOVE_INDEX
from tests.room.store.sample_batches import check_store, create_streams, payment_batch
from tests.room.store.store_locations import PostgresLocation, SqliteLocation, StoreLocation


async def _fill(store: Store) -> None:
    await create_streams(store, "t")
    await store.put(Put("s", "a", b"one"), Put("s", "b", b"two"))
    await store.save_snapshot("t", Snapshot(0, "", b"state"))


async def test_log_4_a_row_that_was_changed_is_not_returned(place: StoreLocation) -> None:
    async with place.store() as store:
        report_places: list[str] = []
        store.subscribe(lambda failure: report_places.append(failure.where) if failure else None)
        await _fill(store)
        await place.raw("UPDATE shelves SET hash = 'x' WHERE name = 'a'")
        with pytest.raises(RowDamaged):
            await store.get("s", "a")
        assert await store.collection("s") == {"b": b"two"}
        await place.raw("UPDATE snapshots SET version = 7")
        assert await store.snapshot("t") is None
        assert report_places == ["s/a", "s/a", "snapshots/t"]
        reader = await open_read_only(*place.open_arguments)
        assert isinstance(reader, AuditableStore)
        assert await reader.get("s", "a") == b"one"  # a reader without checks still sees the row
        damaged_rows_ = [row async for rows in reader.damaged_rows() for row in rows]
        assert damaged_rows_ == [("snapshots", ("t", 7)), ("shelves", ("s", "a"))]
        await reader.close()
        await store.put(Put("s", "a", b"new"))
        assert await store.get("s", "a") == b"new"


async def test_older_room_gets_hashes(place: StoreLocation) -> None:
    async with place.store() as store:
        await _fill(store)
    for statement in (*REMOVE_INDEX, *REMOVE_HASHES):
        await place.raw(statement)
    async with place.store() as store:
        assert await store.collection("s") == {"a": b"one", "b": b"two"}
        assert await store.snapshot("t") is None  # the table saves a new one
        reader = await open_read_only(*place.open_arguments)
        assert isinstance(reader, AuditableStore)
        assert [row async for rows in reader.damaged_rows() for row in rows] == []
        await reader.close()


async def test_older_file_is_read_unchanged(sqlite_place: SqliteLocation) -> None:
    """A reader changes nothing: it migrates a copy, and deletes it."""
    async with sqlite_place.store() as store:
        await _fill(store)
    for statement in (*REMOVE_INDEX, *REMOVE_HASHES):
        await sqlite_place.raw(statement)
    reader = await open_read_only(file=Path(sqlite_place.address))
    assert isinstance(reader, AuditableStore)
    assert await reader.collection("s") == {"a": b"one", "b": b"two"}
    assert [row async for rows in reader.damaged_rows() for row in rows] == []
    await reader.close()
    assert await sqlite_place.raw(sql.SELECT_VERSION) == [("0001",)]


CHANGES = [
    "UPDATE entries SET line = line",
    "UPDATE entries SET version = 9 WHERE version = 2",
    "DELETE FROM entries WHERE version = 2",
    "UPDATE postings SET whole = 0",
    "UPDATE postings SET target = 'player:Ben' WHERE version = 2",
    "DELETE FROM postings",
]
ENTRY = "INTO entries SELECT stream, version, at, 'Ben', role, kind, line FROM entries"
POSTING = (
    "INTO postings SELECT stream, version, place, source, 'player:Ben', whole, rest, phase, why "
    "FROM postings"
)


async def _assert_refused(place: StoreLocation, statement: str) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
        for version in range(3):
            await store.append(payment_batch("t", version, 5))
        with pytest.raises(place.error, match="stays as it is"):
            await place.raw(statement)
        await check_store(store)


@pytest.mark.parametrize("statement", CHANGES)
async def test_ledg_5_lines_and_postings_cannot_be_changed(
    place: StoreLocation, statement: str
) -> None:
    await _assert_refused(place, statement)


@pytest.mark.parametrize("statement", [f"INSERT OR REPLACE {ENTRY}", f"REPLACE {POSTING}"])
async def test_ledg_5_rows_cannot_be_replaced(sqlite_place: SqliteLocation, statement: str) -> None:
    """SQLite replaces rows without running the triggers on deletion."""
    await _assert_refused(sqlite_place, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "TRUNCATE entries, postings",
        "TRUNCATE postings",
        "TRUNCATE streams CASCADE",
        f"INSERT {ENTRY} ON CONFLICT (stream, version) DO UPDATE SET by_whom = 'Ben'",
    ],
)
async def test_ledg_5_tables_cannot_be_truncated(
    postgres_place: PostgresLocation, statement: str
) -> None:
    await _assert_refused(postgres_place, statement)


def clock() -> datetime:
    return datetime(2026, 11, 17, 12, tzinfo=UTC)


async def test_log_4_an_audit_of_a_busy_database_sees_one_moment(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditor, "MIN_PARALLEL_LINES", 0)
    async with postgres_place.store() as store:
        back_office = BackOffice(store, clock)
        await back_office.start()
        row_count = 0

        async def write_without_a_pause() -> None:
            nonlocal row_count
            while True:
                await back_office.write(BackedUp(f"copy {row_count}"))
                row_count += 1

        writing = asyncio.create_task(write_without_a_pause())
        try:
            while row_count < 20:
                await asyncio.sleep(0.01)
            async with asyncio.timeout(60):
                reader = await open_read_only(*postgres_place.open_arguments)
                assert isinstance(reader, AuditableStore)
                before = [item.head for item in await reader.streams()]
                count_before = row_count
                while row_count < count_before + 20:
                    await asyncio.sleep(0.01)
                result = await audit(reader)
                assert result.findings == ()
                assert result.heads[BACK_OFFICE] == before[0]
                together = await audit_with_heads(reader, AuditOptions(workers=2))
                assert together.audit == result  # the other processes read the same snapshot
                assert (await reconcile_day(reader, "2026-11-17")).breaks == ()
                assert [item.head for item in await reader.streams()] == before
                with pytest.raises(StoreUnavailable, match="reading only"):
                    await reader.check_writable()
                await reader.close()
                async with read_only_view(store) as moment:
                    assert (await moment.streams())[0].head.version > before[0].version
        finally:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing


async def test_log_4_removed_triggers_are_found(
    postgres_place: PostgresLocation,
) -> None:
    async with postgres_place.store() as store:
        await BackOffice(store, clock).start()
        reader = await open_read_only(*postgres_place.open_arguments)
        assert await reader.flaws() == []  # type: ignore[attr-defined]
        await reader.close()
        rows = await postgres_place.raw(
            "SELECT trigger_name FROM information_schema.triggers "
            "WHERE event_object_table = 'postings' AND event_manipulation = 'UPDATE'"
        )
        for (name,) in rows:
            await postgres_place.raw(f"DROP TRIGGER {name} ON postings")
        reader = await open_read_only(*postgres_place.open_arguments)
        result = await audit(reader)
        await reader.close()
    sentences = [finding.sentence for finding in result.findings]
    assert "the trigger that refuses UPDATE of postings is missing" in sentences
