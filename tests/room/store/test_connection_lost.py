"""Lost PostgreSQL connections: nothing acknowledged is lost, nothing is repeated."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from pitboss.room.store import CommitUncertain, Conflict, Store, StoreUnavailable
from pitboss.room.store.postgres import PostgresStore
from tests.room.store.postgres_proxy import proxy_to
from tests.room.store.sample_batches import (
    check_store,
    count,
    create_streams,
    payment_batch,
    version_of,
)
from tests.room.store.store_locations import PostgresLocation

STREAMS = ["a", "b", "c", "d"]
OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"


class Writer:
    """A writer that appends as a table does: after an uncertain commit it reads again."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store, self._stream = store, stream
        self.version = self.failed = self.doubts = 0

    async def append(self) -> None:
        """Append one more line, if possible."""
        try:
            await self._store.append(payment_batch(self._stream, self.version))
            self.version += 1
        except StoreUnavailable:
            self.failed += 1
            await asyncio.sleep(0.01)
        except CommitUncertain:
            self.doubts += 1
            before = self.version
            while True:
                try:
                    self.version = await version_of(self._store, self._stream)
                    break
                except StoreUnavailable:
                    await asyncio.sleep(0.01)
            assert self.version in (before, before + 1)


async def _write_until(over: asyncio.Event, writers: list[Writer]) -> None:
    async def write(writer: Writer) -> None:
        while not over.is_set():
            await writer.append()

    await asyncio.gather(*map(write, writers))


async def _whole(place: PostgresLocation, writers: list[Writer]) -> None:
    async with place.store() as store:
        await check_store(store)
        versions = [item.head.version for item in await store.streams()]
        assert versions == [item.version for item in writers]
        assert min(versions) > 0


async def test_connections_ended_at_any_moment(postgres_place: PostgresLocation) -> None:
    chance = Random(11)
    over = asyncio.Event()
    async with postgres_place.store() as store:
        await create_streams(store, *STREAMS)
        writers = [Writer(store, stream) for stream in STREAMS]
        writing = asyncio.create_task(_write_until(over, writers))
        for _ in range(25):
            await asyncio.sleep(chance.random() / 25)
            await postgres_place.raw(f"SELECT pg_terminate_backend(pid) {OTHERS}")
        while not all(item.version for item in writers) and not writing.done():
            await asyncio.sleep(0.01)
        over.set()
        await writing
    assert sum(item.failed + item.doubts for item in writers) > 0
    await _whole(postgres_place, writers)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_server_restart(postgres_place: PostgresLocation, mode: str) -> None:
    place, server = postgres_place, postgres_place.server
    over = asyncio.Event()
    async with place.store() as store:
        await create_streams(store, *STREAMS)
        writers = [Writer(store, stream) for stream in STREAMS]
        writing = asyncio.create_task(_write_until(over, writers))
        await asyncio.sleep(0.1)
        await server.restart(mode)
        for writer in writers:
            before = writer.version
            while writer.version == before and not writing.done():
                await asyncio.sleep(0.01)
        over.set()
        await writing
    assert sum(item.failed + item.doubts for item in writers) > 0
    await _whole(place, writers)


@pytest.mark.parametrize("cut", ["before", "after", "late"])
async def test_connection_lost_during_a_commit(
    postgres_place: PostgresLocation, tmp_path: Path, cut: str
) -> None:
    """The outcome is unknown, but what is read next is final, even with a slow server."""
    server, schema = postgres_place.server, postgres_place.schema
    async with proxy_to(server.socket, tmp_path) as wire:
        store = await PostgresStore.open(server.address(host=str(tmp_path), search_path=schema))
        await create_streams(store, "t", "u")
        await store.append(payment_batch("t", 0))
        wire.cut = cut
        outcomes = await asyncio.gather(
            store.append(payment_batch("t", 1)),
            store.append(payment_batch("u", 0)),
            return_exceptions=True,
        )
        assert count(outcomes, CommitUncertain) == 2
        streams = await store.streams()
        is_written = cut == "after"
        assert [item.head.version for item in streams] == ([2, 1] if is_written else [1, 0])
        await asyncio.sleep(0.4 if cut == "late" else 0)
        assert await store.streams() == streams
        if is_written:
            with pytest.raises(Conflict):
                await store.append(payment_batch("t", 1))
        else:
            await store.append(payment_batch("t", 1))
        await check_store(store)
        await store.close()


async def test_unreachable_server(postgres_place: PostgresLocation, tmp_path: Path) -> None:
    """Reads and writes are refused at once, and work again when the server is back."""
    server, schema = postgres_place.server, postgres_place.schema
    address = server.address(host=str(tmp_path), search_path=schema)
    async with proxy_to(server.socket, tmp_path):
        store = await PostgresStore.open(address)
        await create_streams(store, "t")
    (tmp_path / ".s.PGSQL.5432").unlink()
    await postgres_place.raw(f"SELECT pg_terminate_backend(pid) {OTHERS}")
    for _ in range(2):
        for request in (
            store.append(payment_batch("t", 0)),
            store.streams(),
            store.check_writable(),
        ):
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                await request
    async with proxy_to(server.socket, tmp_path):
        await store.append(payment_batch("t", 0))
        await check_store(store)
        await store.close()


async def test_read_only_database(postgres_place: PostgresLocation) -> None:
    async with postgres_place.store() as store:
        await create_streams(store, "t")
    only = f"{postgres_place.address}&default_transaction_read_only=on"
    with pytest.raises(StoreUnavailable, match="is read-only"):
        await PostgresStore.open(only)
