"""RECOV-3: SQLite on a full or failing disk never stores half a batch or a wrong state."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from pitboss.room.store import Batch, CommitUncertain, Put, Store, StoreDamaged, StoreUnavailable
from pitboss.room.store.sqlite import SqliteStore
from tests.room.store.sample_batches import (
    check_store,
    count,
    create_streams,
    line_batch,
    lines_of,
    payment_batch,
    version_of,
)
from tests.room.store.store_locations import SqliteLocation


def _big_batch(stream: str, version: int) -> Batch:
    return line_batch(stream, version, puts=[Put("s", f"{stream} {version}", bytes(100_000))])


async def test_every_commit_is_synced(sqlite_place: SqliteLocation) -> None:
    store = SqliteStore(Path(sqlite_place.address))
    pragmas = [
        store._write_connection.execute(f"PRAGMA {x}").fetchone()
        for x in ("journal_mode", "synchronous")
    ]
    await store.close()
    assert pragmas == [("wal",), (2,)]


async def test_a_full_disk(sqlite_place: SqliteLocation) -> None:
    store = SqliteStore(Path(sqlite_place.address))
    await create_streams(store, "t", "u", "v")
    await store.append(payment_batch("t", 0))
    (pages,) = store._write_connection.execute("PRAGMA page_count").fetchone()
    store._write_connection.execute(f"PRAGMA max_page_count = {pages + 10}")
    outcomes = await asyncio.gather(
        *(store.append(_big_batch(stream, version)) for stream, version in (("t", 1), ("u", 0))),
        return_exceptions=True,
    )
    assert count(outcomes, StoreUnavailable) == 2
    assert {str(item) for item in outcomes} == {"the disk is full"}
    assert await store.collection("s") == {}
    await check_store(store)
    await store.append(payment_batch("t", 1))  # smaller writes still succeed
    store._write_connection.execute("PRAGMA max_page_count = 1000000")
    await store.append(_big_batch("t", 2))
    await store.append(_big_batch("u", 0))
    await check_store(store)
    assert len(await store.collection("s")) == 2
    await store.close()


async def test_a_full_disk_is_not_ready(sqlite_place: SqliteLocation) -> None:
    """It is not ready until there is space, even after a small write; checks leave no data."""
    store = SqliteStore(Path(sqlite_place.address))
    await create_streams(store, "t")
    store._write_connection.execute("PRAGMA max_page_count = 1")  # no more pages than there are
    with pytest.raises(StoreUnavailable):
        await store.append(_big_batch("t", 0))
    await store.append(payment_batch("t", 0))
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            await store.check_writable()
    store._write_connection.execute("PRAGMA max_page_count = 1000000")
    for _ in range(2):
        await store.check_writable()
    assert await store.collection("room") == {}
    await check_store(store)
    await store.close()


class FailingConnection:
    """A connection whose commits fail and are rolled back."""

    def __init__(self, db: sqlite3.Connection, code: int) -> None:
        self.db, self._code = db, code

    def execute(self, statement: str) -> sqlite3.Cursor:
        if statement != "COMMIT":
            return self.db.execute(statement)
        self.db.execute("ROLLBACK")
        error = sqlite3.OperationalError("something is wrong with the disk")
        error.sqlite_errorcode = self._code
        raise error

    def __getattr__(self, name: str) -> object:
        return getattr(self.db, name)


async def _open_failing(
    path: Path, code: int
) -> tuple[SqliteStore, FailingConnection, list[object]]:
    """Open a store on a failing disk; return it with the errors that two writers got."""
    store = SqliteStore(path)
    await create_streams(store, "t", "u")
    await store.append(payment_batch("t", 0))
    failing = FailingConnection(store._write_connection, code)
    store._write_connection = failing  # type: ignore[assignment]
    both = store.append(payment_batch("t", 1)), store.append(payment_batch("u", 0))
    return store, failing, list(await asyncio.gather(*both, return_exceptions=True))


async def test_a_commit_onto_a_full_disk(sqlite_place: SqliteLocation) -> None:
    """It is certain that nothing was written, and writes work again when there is space."""
    store, failing, outcome = await _open_failing(Path(sqlite_place.address), sqlite3.SQLITE_FULL)
    assert count(outcome, StoreUnavailable) == 2
    store._write_connection = failing.db
    await store.append(payment_batch("t", 1))
    await check_store(store)
    await store.close()


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_WRITE])
async def test_a_commit_that_fails(sqlite_place: SqliteLocation, code: int) -> None:
    """The state of the disk is unknown: writes stop, and reads see whole batches only."""
    store, failing, outcome = await _open_failing(Path(sqlite_place.address), code)
    assert count(outcome, CommitUncertain) == 2
    store._write_connection = failing.db
    for request in (
        store.append(payment_batch("t", 1)),
        store.put(Put("s", "k", b"")),
        store.check_writable(),
    ):
        with pytest.raises(StoreUnavailable, match="the disk failed"):
            await request
    assert await version_of(store, "t") == 1
    await store.close()
    async with sqlite_place.store() as again:
        await check_store(again)
        await again.append(payment_batch("t", 1))


async def test_lock_held_by_another_program(sqlite_place: SqliteLocation) -> None:
    store = SqliteStore(Path(sqlite_place.address))
    await create_streams(store, "t")
    store._write_connection.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(sqlite_place.address, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.append(payment_batch("t", 0))
    other.execute("ROLLBACK")
    other.close()
    await store.append(payment_batch("t", 0))
    await check_store(store)
    await store.close()


async def _fill(place: SqliteLocation) -> Path:
    async with place.store() as store:
        await create_streams(store, "t")
        await store.append(line_batch("t", 0, 500))
    return Path(place.address)


async def test_overwritten_pages(sqlite_place: SqliteLocation) -> None:
    path = await _fill(sqlite_place)
    content = bytearray(path.read_bytes())
    for page in range(40 * 4096, len(content), 4096):  # after the schema
        content[page : page + 100] = b"\xff" * 100
    path.write_bytes(content)
    store: Store = SqliteStore(path)
    with pytest.raises(StoreDamaged):
        await lines_of(store, "t")
    await store.close()


async def test_truncated_file(sqlite_place: SqliteLocation) -> None:
    path = await _fill(sqlite_place)
    path.write_bytes(path.read_bytes()[: 5 * 4096])
    with pytest.raises((StoreDamaged, StoreUnavailable), match=r"malformed|damaged"):
        async with sqlite_place.store() as store:
            await lines_of(store, "t")
