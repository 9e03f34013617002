"""PostgreSQL that is lost and found again: nothing acknowledged is lost, nothing doubled."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from pitboss.room.store import CommitUncertain, Conflict, Store, StoreUnavailable
from pitboss.room.store.postgres import PostgresStore
from tests.room.store.batches import check, count, found, paid, version_of
from tests.room.store.places import PostgresPlace
from tests.room.store.wires import wire_to

STREAMS = ["a", "b", "c", "d"]
OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"


class Writer:
    """Appends to a stream like a table does: after a doubt it reads again."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store, self._stream = store, stream
        self.known = self.failed = self.doubted = 0

    async def append(self) -> None:
        """One line more, if it can be."""
        try:
            await self._store.append(paid(self._stream, self.known))
            self.known += 1
        except StoreUnavailable:
            self.failed += 1
            await asyncio.sleep(0.01)
        except CommitUncertain:
            self.doubted += 1
            before = self.known
            while True:
                try:
                    self.known = await version_of(self._store, self._stream)
                    break
                except StoreUnavailable:
                    await asyncio.sleep(0.01)
            assert self.known in (before, before + 1)


async def _write_until(over: asyncio.Event, writers: list[Writer]) -> None:
    async def write(writer: Writer) -> None:
        while not over.is_set():
            await writer.append()

    await asyncio.gather(*map(write, writers))


async def _whole(place: PostgresPlace, writers: list[Writer]) -> None:
    async with place.store() as store:
        await check(store)
        versions = [item.head.version for item in await store.streams()]
        assert versions == [item.known for item in writers]
        assert min(versions) > 0


async def test_connections_that_are_ended_at_any_moment(postgres_place: PostgresPlace) -> None:
    chance = Random(11)
    over = asyncio.Event()
    async with postgres_place.store() as store:
        await found(store, *STREAMS)
        writers = [Writer(store, stream) for stream in STREAMS]
        writing = asyncio.create_task(_write_until(over, writers))
        for _ in range(25):
            await asyncio.sleep(chance.random() / 25)
            await postgres_place.raw(f"SELECT pg_terminate_backend(pid) {OTHERS}")
        while not all(item.known for item in writers) and not writing.done():
            await asyncio.sleep(0.01)
        over.set()
        await writing
    assert sum(item.failed + item.doubted for item in writers) > 0
    await _whole(postgres_place, writers)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_server_that_is_started_again(postgres_place: PostgresPlace, mode: str) -> None:
    place, server = postgres_place, postgres_place.server
    over = asyncio.Event()
    async with place.store() as store:
        await found(store, *STREAMS)
        writers = [Writer(store, stream) for stream in STREAMS]
        writing = asyncio.create_task(_write_until(over, writers))
        await asyncio.sleep(0.1)
        await server.restart(mode)
        for writer in writers:
            before = writer.known
            while writer.known == before and not writing.done():
                await asyncio.sleep(0.01)
        over.set()
        await writing
    assert sum(item.failed + item.doubted for item in writers) > 0
    await _whole(place, writers)


@pytest.mark.parametrize("cut", ["before", "after", "late"])
async def test_a_connection_lost_while_it_commits(
    postgres_place: PostgresPlace, tmp_path: Path, cut: str
) -> None:
    """Nobody knows. But what is read then is what stays, even where the server is slow to hear."""
    server, schema = postgres_place.server, postgres_place.schema
    async with wire_to(server.socket, tmp_path) as wire:
        store = await PostgresStore.open(server.address(host=str(tmp_path), search_path=schema))
        await found(store, "t", "u")
        await store.append(paid("t", 0))
        wire.cut = cut
        progress = await asyncio.gather(
            store.append(paid("t", 1)), store.append(paid("u", 0)), return_exceptions=True
        )
        assert count(progress, CommitUncertain) == 2
        seen = await store.streams()
        written = cut == "after"
        assert [item.head.version for item in seen] == ([2, 1] if written else [1, 0])
        await asyncio.sleep(0.4 if cut == "late" else 0)
        assert await store.streams() == seen
        if written:
            with pytest.raises(Conflict):
                await store.append(paid("t", 1))
        else:
            await store.append(paid("t", 1))
        await check(store)
        await store.close()


async def test_no_server(postgres_place: PostgresPlace, tmp_path: Path) -> None:
    """Refused at once, read and written, and all is well when it is there again."""
    server, schema = postgres_place.server, postgres_place.schema
    address = server.address(host=str(tmp_path), search_path=schema)
    async with wire_to(server.socket, tmp_path):
        store = await PostgresStore.open(address)
        await found(store, "t")
    (tmp_path / ".s.PGSQL.5432").unlink()
    await postgres_place.raw(f"SELECT pg_terminate_backend(pid) {OTHERS}")
    for _ in range(2):
        for asked in (store.append(paid("t", 0)), store.streams(), store.check_writable()):
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                await asked
    async with wire_to(server.socket, tmp_path):
        await store.append(paid("t", 0))
        await check(store)
        await store.close()


async def test_a_database_that_is_only_read(postgres_place: PostgresPlace) -> None:
    async with postgres_place.store() as store:
        await found(store, "t")
    only = f"{postgres_place.address}&default_transaction_read_only=on"
    with pytest.raises(StoreUnavailable, match="is read-only"):
        await PostgresStore.open(only)
