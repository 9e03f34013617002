"""LOG-4: rows that change carry a hash; those of a room of before get theirs when it is opened."""

from pathlib import Path

import pytest

from pitboss.room.store import Put, Store, sql
from pitboss.room.store.interface import RowDamaged, Snapshot
from pitboss.room.store.opening import AuditableStore, open_read_only
from pitboss.room.store.sql import HASHED_TABLES
from tests.room.store.batches import found
from tests.room.store.places import Place, SqlitePlace


async def _filled(store: Store) -> None:
    await found(store, "t")
    await store.put(Put("s", "a", b"one"), Put("s", "b", b"two"))
    await store.save_snapshot("t", Snapshot(0, "", b"state"))


async def test_log_4_a_row_that_was_changed_is_not_handed_out(place: Place) -> None:
    async with place.store() as store:
        reported: list[str] = []
        store.subscribe(lambda failure: reported.append(failure.where) if failure else None)
        await _filled(store)
        await place.raw("UPDATE shelves SET hash = 'x' WHERE name = 'a'")
        with pytest.raises(RowDamaged):
            await store.get("s", "a")
        assert await store.collection("s") == {"b": b"two"}
        await place.raw("UPDATE snapshots SET version = 7")
        assert await store.snapshot("t") is None
        assert reported == ["s/a", "s/a", "snapshots/t"]
        reader = await open_read_only(*place.named)
        assert isinstance(reader, AuditableStore)
        assert await reader.get("s", "a") == b"one"  # who looks sees what is there
        damaged = [row async for rows in reader.damaged_rows() for row in rows]
        assert damaged == [("snapshots", ("t",)), ("shelves", ("s", "a"))]
        await reader.close()
        await store.put(Put("s", "a", b"new"))
        assert await store.get("s", "a") == b"new"


async def test_a_room_of_before_gets_hashes(place: Place) -> None:
    async with place.store() as store:
        await _filled(store)
    for table in HASHED_TABLES:
        await place.raw(f"ALTER TABLE {table} DROP COLUMN hash")  # as the first version had it
    await place.raw("UPDATE alembic_version SET version_num = '0001'")
    async with place.store() as store:
        assert await store.collection("s") == {"a": b"one", "b": b"two"}
        assert (await store.snapshot("t")) == Snapshot(0, "", b"state")
        reader = await open_read_only(*place.named)
        assert isinstance(reader, AuditableStore)
        assert [row async for rows in reader.damaged_rows() for row in rows] == []
        await reader.close()


async def test_a_file_of_before_is_read_as_it_is(sqlite_place: SqlitePlace) -> None:
    """Who only looks changes nothing: a copy is brought up to date, and thrown away."""
    async with sqlite_place.store() as store:
        await _filled(store)
    for table in HASHED_TABLES:
        await sqlite_place.raw(f"ALTER TABLE {table} DROP COLUMN hash")
    await sqlite_place.raw("UPDATE alembic_version SET version_num = '0001'")
    reader = await open_read_only(file=Path(sqlite_place.address))
    assert isinstance(reader, AuditableStore)
    assert await reader.collection("s") == {"a": b"one", "b": b"two"}
    assert [row async for rows in reader.damaged_rows() for row in rows] == []
    await reader.close()
    assert await sqlite_place.raw(sql.SELECT_VERSION) == [("0001",)]
