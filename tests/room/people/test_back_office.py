"""The back office's log: writers take turns, and its hash chain never has a gap."""

import asyncio
from pathlib import Path

import pytest

from pitboss.room import back_office_events as e
from pitboss.room.back_office import BackOffice
from pitboss.room.store.interface import (
    BACK_OFFICE,
    CommitUncertain,
    Conflict,
    Head,
    Put,
    StoreUnavailable,
)
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.table_log import EMPTY_HEAD
from pitboss.table.export import line_hash
from tests.room.http.in_process_room import ManualClock


async def check_chain(store: SqliteStore) -> list[str]:
    """Return the names in the chain, after checking that it has no gap."""
    head, names = EMPTY_HEAD, []
    async for some in store.entries(BACK_OFFICE):
        for entry in some:
            assert f'"prev":"{head.hash}"'.encode() in entry.line
            assert entry.version == head.version + 1
            head = Head(entry.version, line_hash(entry.line))
            names.append(entry.line)
    return [str(len(names)), head.hash]


async def start_back_office(tmp_path: Path) -> tuple[SqliteStore, BackOffice]:
    store = SqliteStore(tmp_path / DATABASE_FILE)
    back_office = BackOffice(store, ManualClock())
    await back_office.start()
    return store, back_office


async def test_two_writers_take_turns(tmp_path: Path) -> None:
    """After another program has written, a pending line is appended after that one, once."""
    store, one = await start_back_office(tmp_path)
    other = BackOffice(store, ManualClock())
    await other.start()
    for at in range(4):
        await (one, other)[at % 2].write(e.SignedIn(f"{at}"))
    await asyncio.gather(*(back_office.write(e.SignedIn("both")) for back_office in (one, one)))
    assert (await check_chain(store))[0] == "6"
    await store.close()


async def test_duplicate_is_a_conflict(tmp_path: Path) -> None:
    """It stays a conflict even if another program wrote at the same time; later lines work."""
    store, one = await start_back_office(tmp_path)
    other = BackOffice(store, ManualClock())
    new = [Put("shelf", "key", b"1", must_be_new=True)]
    await one.write(e.SignedIn("first"), puts=new)
    with pytest.raises(Conflict):
        await one.write(e.SignedIn("second"), puts=new)
    await other.write(e.SignedIn("somebody else"))
    with pytest.raises(Conflict):
        await one.write(e.SignedIn("third"), puts=new)
    await one.write(e.SignedIn("fourth"))
    assert (await check_chain(store))[0] == "3"
    await store.close()


@pytest.mark.parametrize("is_written", [True, False])
@pytest.mark.parametrize("trouble", [CommitUncertain, StoreUnavailable, asyncio.CancelledError])
async def test_chain_continues_after_a_failure(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trouble: type[BaseException],
    is_written: bool,
) -> None:
    store, back_office = await start_back_office(tmp_path)
    append = SqliteStore.append

    async def failing_append(self: SqliteStore, batch: object) -> None:
        if is_written and trouble is not StoreUnavailable:
            await append(self, batch)  # type: ignore[arg-type]
        raise trouble("trouble")

    monkeypatch.setattr(SqliteStore, "append", failing_append)
    with pytest.raises(trouble):
        await back_office.write(e.SignedIn("lost"))
    monkeypatch.undo()
    await back_office.write(e.SignedIn("after"))
    assert (await check_chain(store))[0] == (
        "2" if is_written and trouble is not StoreUnavailable else "1"
    )
    await store.close()
