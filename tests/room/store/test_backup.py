"""A copy is taken while others write, and is whole. (RECOV-4)"""

import asyncio
import stat
from pathlib import Path

import pytest

from pitboss.room.store import Put, SealedSeed, Snapshot, Store, StoredResponse, StoreUnavailable
from pitboss.room.store import postgres as copying
from pitboss.room.store.sqlite import SqliteStore
from tests.room.store.batches import batch, check, found, lines_of, paid, version_of
from tests.room.store.places import Place, PostgresPlace

TABLES = [f"t{n}" for n in range(4)]


async def test_everything_is_in_the_copy(place: Place, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    async with place.store() as store:
        await store.create_stream("t", "table", "A Table", {"bank": 1})
        answer = StoredResponse("a", "k", b"\x00", b"")
        seal, put = SealedSeed(1, b"\xff"), Put("s", "k", b"v")
        await store.append(batch("t", 0, 3, responses=[answer], sealed_seeds=[seal], puts=[put]))
        await store.append(paid("t", 3))
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
        await check(copy)
        await copy.append(paid("t", 4))  # and one can go on with it
        await check(copy)
        await copy.close()


async def test_a_copy_taken_while_others_write(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "ROWS_PER_BATCH", 5)
    written = dict.fromkeys(TABLES, 0)
    before = dict(written)

    async def write(store: Store, table: str) -> None:
        while True:
            await store.append(paid(table, written[table]))
            written[table] += 1

    async with place.store() as store:
        await found(store, *TABLES)
        writing = [asyncio.create_task(write(store, table)) for table in TABLES]
        for n in range(3):
            await asyncio.sleep(0.05)
            before = dict(written)
            target = tmp_path / f"copy{n}.db"
            await store.backup(str(target))
            copy: Store = SqliteStore(target)
            await check(copy)
            for table in TABLES:
                assert before[table] <= await version_of(copy, table) <= written[table] + 1
            await copy.close()
        for item in writing:
            item.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
        assert min(written.values()) > min(before.values()) > 0


async def test_nothing_is_overwritten(place: Place, tmp_path: Path) -> None:
    target = tmp_path / "mine.txt"
    target.write_text("mine")
    async with place.store() as store:
        with pytest.raises(StoreUnavailable, match=r"already exists"):
            await store.backup(str(target))
        with pytest.raises(StoreUnavailable, match="No such file"):
            await store.backup(str(tmp_path / "nowhere" / "copy.db"))
        await store.check_writable()
    assert target.read_text() == "mine"


async def test_a_copy_that_fails_leaves_nothing(
    postgres_place: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise ConnectionResetError

    async with postgres_place.store() as store:
        monkeypatch.setattr(copying, "_copy_table", lost)
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await store.backup(str(tmp_path / "copy.db"))
    assert list(tmp_path.iterdir()) == []
