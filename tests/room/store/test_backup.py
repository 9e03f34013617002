"""RECOV-4: a backup taken during writes is complete and consistent."""

import asyncio
import stat
from pathlib import Path

import pytest

from pitboss.room.store import Put, SealedSeed, Snapshot, Store, StoredResponse, StoreUnavailable
from pitboss.room.store import postgres as copying
from pitboss.room.store.sqlite import SqliteStore
from tests.room.store.sample_batches import (
    check_store,
    create_streams,
    line_batch,
    lines_of,
    payment_batch,
    version_of,
)
from tests.room.store.store_locations import PostgresLocation, StoreLocation

TABLES = [f"t{n}" for n in range(4)]


async def test_copy_is_complete(place: StoreLocation, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    async with place.store() as store:
        await store.create_stream("t", "table", "A Table", {"bank": 1})
        answer = StoredResponse("a", "k", b"\x00", b"")
        seal, put = SealedSeed(1, b"\xff"), Put("s", "k", b"v")
        await store.append(
            line_batch("t", 0, 3, responses=[answer], sealed_seeds=[seal], puts=[put])
        )
        await store.append(payment_batch("t", 3))
        await store.save_snapshot("t", Snapshot(3, "h", b"state"))
        await store.backup(str(target))
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        assert not list(tmp_path.glob("*.part"))
        copy: Store = SqliteStore(target)
        assert await copy.streams() == await store.streams()
        assert await lines_of(copy, "t") == await lines_of(store, "t")
        assert await copy.balances() == await store.balances() == {"house": -1, "player:Ann": 1}
        assert await copy.stored_response("a", "t", "k") == answer
        assert await copy.sealed_seed("t", 1) == b"\xff"
        assert await copy.snapshot("t") == await store.snapshot("t")
        assert await copy.collection("s") == {"k": b"v"}
        await check_store(copy)
        await copy.append(payment_batch("t", 4))  # and the copy can be written to
        await check_store(copy)
        await copy.close()


async def test_copy_during_writes(
    place: StoreLocation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "ROWS_PER_BATCH", 5)
    versions = dict.fromkeys(TABLES, 0)
    before = dict(versions)

    async def write(store: Store, table: str) -> None:
        while True:
            await store.append(payment_batch(table, versions[table]))
            versions[table] += 1

    async with place.store() as store:
        await create_streams(store, *TABLES)
        writing = [asyncio.create_task(write(store, table)) for table in TABLES]
        for n in range(3):
            await asyncio.sleep(0.05)
            before = dict(versions)
            target = tmp_path / f"copy{n}.db"
            await store.backup(str(target))
            copy: Store = SqliteStore(target)
            await check_store(copy)
            for table in TABLES:
                assert before[table] <= await version_of(copy, table) <= versions[table] + 1
            await copy.close()
        for item in writing:
            item.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
        assert min(versions.values()) > min(before.values()) > 0


async def test_nothing_is_overwritten(place: StoreLocation, tmp_path: Path) -> None:
    target = tmp_path / "mine.txt"
    target.write_text("mine")
    async with place.store() as store:
        with pytest.raises(StoreUnavailable, match=r"already exists"):
            await store.backup(str(target))
        with pytest.raises(StoreUnavailable, match="No such file"):
            await store.backup(str(tmp_path / "nowhere" / "copy.db"))
        await store.check_writable()
    assert target.read_text() == "mine"


async def test_failed_copy_leaves_no_file(
    postgres_place: PostgresLocation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose_connection(*_: object) -> None:
        raise ConnectionResetError

    async with postgres_place.store() as store:
        monkeypatch.setattr(copying, "_copy_table", lose_connection)
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await store.backup(str(tmp_path / "copy.db"))
    assert list(tmp_path.iterdir()) == []
