"""RECOV-4: a restored backup has the same heads, balances and meters."""

import asyncio
import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.room.audit.auditor import audit
from pitboss.room.backup import Backup, RestoreResult, back_up, backup_event, restore
from pitboss.room.room import Room
from pitboss.room.seed_vault import SeedVault
from pitboss.room.server import BACKUP_FOLDER, open_room
from pitboss.room.settings import ServerSettings
from pitboss.room.store.interface import Head, Store, StoreUnavailable
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE, DataFolder, SqliteStore
from pitboss.table import Phase
from pitboss.table.ledger import Cents
from tests.room.reports.two_day_room import KEY, PlayedRoom, TickingClock, two_day_database
from tests.room.test_audit import edit_copy, run_statement

NOW = datetime(2026, 11, 17, 2, tzinfo=UTC)


async def read_heads_and_balances(store: Store) -> tuple[Mapping[str, Head], Mapping[str, Cents]]:
    """Return heads and balances, including meters."""
    heads = {stream.id: stream.head for stream in await store.streams()}
    return heads, await store.balances()


def heads_and_balances(file: Path) -> tuple[Mapping[str, Head], Mapping[str, Cents]]:
    async def look() -> tuple[Mapping[str, Head], Mapping[str, Cents]]:
        store = await open_read_only(file=file)
        try:
            return await read_heads_and_balances(store)
        finally:
            await store.close()

    return asyncio.run(look())


def back_up_file(source: Path, target: Path) -> Backup:
    async def copy() -> Backup:
        store = await open_read_only(file=source)
        try:
            return await back_up(store, target, NOW)
        finally:
            await store.close()

    return asyncio.run(copy())


def restore_to(file: Path, data: Path) -> RestoreResult:
    return asyncio.run(restore(file, data))


def test_recov_4_the_same_heads_balances_and_meters(tmp_path: Path) -> None:
    backup_ = back_up_file(two_day_database(), tmp_path / "copy.db")
    result = restore_to(Path(backup_.file), tmp_path / "clean machine" / "data")
    assert result.audit.in_order
    assert Path(result.file) == tmp_path / "clean machine" / "data" / DATABASE_FILE
    heads, balances = heads_and_balances(Path(result.file))
    assert (heads, balances) == heads_and_balances(two_day_database())
    assert heads == backup_.heads == result.audit.heads
    assert balances["run-em-twice/meter:meter"] > 1_000_000
    assert Path(result.file).stat().st_mode & 0o077 == 0
    assert sorted(item.name for item in (tmp_path / "clean machine" / "data").iterdir()) == [
        "in-use",
        DATABASE_FILE,
    ]


def test_copy_of_an_open_room(tmp_path: Path) -> None:
    async def play() -> None:
        pit = await PlayedRoom(tmp_path).open("stud-235")
        await pit.play("stud-235", 2)
        here = await back_up(pit.store, tmp_path / "by itself.db", NOW)
        still = await open_read_only(tmp_path)
        beside = await back_up(still, tmp_path / "beside.db", NOW)
        await still.close()
        await pit.play("stud-235")
        assert here.heads == beside.heads
        heads_now, _ = await read_heads_and_balances(pit.store)
        assert heads_now["stud-235"].version > here.heads["stud-235"].version
        assert backup_event(here).name == "by itself.db"
        await pit.room.close()

    asyncio.run(play())
    for name in ("by itself.db", "beside.db"):
        assert restore_to(tmp_path / name, tmp_path / f"{name} restored").audit.in_order


@pytest.mark.parametrize("key", [KEY, bytes(31) + b"1"], ids=["with the key", "with another"])
def test_recov_2_a_restored_room_continues_or_voids_the_open_round(
    key: bytes, tmp_path: Path
) -> None:
    backup_ = back_up_file(two_day_database(), tmp_path)
    assert Path(backup_.file).name == "room-20261117T020000Z.db"
    result = restore_to(Path(backup_.file), tmp_path / "data")
    assert result.audit.open_rounds == {"run-em-twice": 6}
    assert not result.has_key

    async def reopen() -> None:
        clock = TickingClock(datetime(2026, 11, 17, 2, tzinfo=UTC))
        room = Room(SqliteStore(Path(result.file)), SeedVault(key), clock)
        await room.start(key_lost=key != KEY)
        actor = room.hub("run-em-twice").actor
        due = Phase.BETTING if key == KEY else Phase.CLOSED
        async with asyncio.timeout(30):
            while (round_ := actor.committed_state.round) is None or round_.phase is not due:
                await asyncio.sleep(0.01)
            while key == KEY and actor.shoe is None:
                await asyncio.sleep(0.01)
        assert round_.number == 6
        assert ("the key that encrypts the seed is lost" in round_.void) == (key != KEY)
        assert (
            not any(a.startswith("escrow:") for a in actor.committed_state.balances) or key == KEY
        )
        await room.close()
        still = await open_read_only(Path(result.file).parent)
        assert (await audit(still)).in_order
        await still.close()

    asyncio.run(reopen())


def test_changed_copy_is_not_restored(tmp_path: Path) -> None:
    changed_file = edit_copy(
        tmp_path, run_statement("UPDATE balances SET whole = 1 WHERE account = 'player:Bob'")
    )
    result = restore_to(changed_file, tmp_path / "data")
    assert any("player:Bob holds 1 cents" in str(finding) for finding in result.audit.findings)
    assert [item.name for item in (tmp_path / "data").iterdir()] == ["in-use"]


def test_existing_room_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE).write_bytes(b"mine")
    with pytest.raises(Refused, match="there is already a room in "):
        restore_to(two_day_database(), tmp_path)
    assert (tmp_path / DATABASE_FILE).read_bytes() == b"mine"
    other = tmp_path / "in use"
    folder = DataFolder(other)
    with pytest.raises(Refused, match="in use by another pitboss"):
        restore_to(two_day_database(), other)
    folder.release()
    (other / f"{DATABASE_FILE}-wal").write_bytes(b"a log of something")
    with pytest.raises(Refused, match="there is already a room in "):
        restore_to(two_day_database(), other)


def test_a_file_is_not_overwritten_by_a_copy(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(StoreUnavailable, match="already exists"):
        back_up_file(two_day_database(), tmp_path / "mine")
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        back_up_file(two_day_database(), tmp_path / "nowhere" / "copy.db")
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_file_that_is_not_a_backup_is_refused(tmp_path: Path) -> None:
    no_database, other, newer = (tmp_path / name for name in ("text", "other.db", "newer.db"))
    no_database.write_text("I am no database at all, however long I may be.\n" * 100)
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE songs (name TEXT)")
    with closing(sqlite3.connect(newer)) as db:
        db.execute("CREATE TABLE alembic_version AS SELECT '9999' AS version_num")
    for file, sentence in (
        (tmp_path / "nothing", "there is no file"),
        (no_database, "is not a database"),
        (other, "is a database, but not that of a card room"),
    ):
        with pytest.raises(Refused, match=sentence):
            restore_to(file, tmp_path / "data")
    with pytest.raises(StoreUnavailable, match="schema 9999"):
        restore_to(newer, tmp_path / "data")
    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_copy_is_read_from_a_read_only_folder(tmp_path: Path) -> None:
    backup_ = back_up_file(two_day_database(), tmp_path)
    tmp_path.chmod(0o500)
    try:
        assert heads_and_balances(Path(backup_.file)) == heads_and_balances(two_day_database())
    finally:
        tmp_path.chmod(0o700)


async def test_leftovers_of_a_killed_copy_are_removed(tmp_path: Path) -> None:
    left = tmp_path / BACKUP_FOLDER / "room-20261117T020000Z.db.part"
    left.parent.mkdir()
    left.write_bytes(b"half of it")
    room = await open_room(
        SqliteStore(tmp_path / DATABASE_FILE), ServerSettings(data=tmp_path, key=tmp_path / "key")
    )
    assert not left.exists()
    await room.close()


async def test_fair_8_a_room_has_its_own_id_which_survives_a_restart(
    tmp_path: Path,
) -> None:
    async def id_of(folder: str) -> str:
        data = tmp_path / folder
        data.mkdir(exist_ok=True)
        store = SqliteStore(data / DATABASE_FILE)
        room = await open_room(store, ServerSettings(data=data, key=data / "key"))
        secret = await store.get("room", "id")
        await room.close()
        assert secret
        assert secret.decode() not in room.settings.public_id
        return room.settings.public_id

    first = await id_of("first")
    assert first == await id_of("first")
    assert first != await id_of("second")
