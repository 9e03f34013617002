"""Only one room at a time owns a PostgreSQL database, by a lock on its write connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from pitboss.room.store import Store, StoreInUse, StoreUnavailable, sql
from pitboss.room.store.opening import open_read_only, open_store
from pitboss.room.store.postgres_connection import database_label
from tests.room.store.postgres_proxy import proxy_to
from tests.room.store.sample_batches import check_store, create_streams, payment_batch
from tests.room.store.store_locations import PostgresLocation, PostgresServer
from tests.room.store.test_connection_lost import OTHERS

USED_SINCE = "another pitboss has used it since: restart this one"


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for a lock: no program was killed whose lock may soon be released."""
    monkeypatch.setattr("pitboss.room.store.postgres_connection.LOCK_TIMEOUT", 0.3)


@asynccontextmanager
async def open_as_room(place: PostgresLocation) -> AsyncIterator[Store]:
    """Open the store as a room does."""
    store = await open_store(*place.open_arguments)
    try:
        yield store
    finally:
        await store.close()


async def _lose(place: PostgresLocation) -> None:
    """Have the server end every connection."""
    await place.raw(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")


async def test_a_second_room_is_refused(postgres_place: PostgresLocation) -> None:
    place = postgres_place
    for _ in range(2):  # and after the first one is closed, another can open it
        async with open_as_room(place) as store:
            with pytest.raises(StoreInUse) as refused:
                await open_store(*place.open_arguments)
            message = f"the database {database_label(place.address)} is in use by another pitboss"
            assert str(refused.value) == message
            await store.check_writable()


async def test_only_one_of_many_opens_the_database(postgres_place: PostgresLocation) -> None:
    openings = [open_store(*postgres_place.open_arguments) for _ in range(5)]
    outcomes = await asyncio.gather(*openings, return_exceptions=True)
    assert sum(isinstance(item, StoreInUse) for item in outcomes) == 4
    for item in outcomes:
        if not isinstance(item, BaseException):
            await item.close()


async def test_readers_need_no_lock(postgres_place: PostgresLocation, tmp_path: Path) -> None:
    async with open_as_room(postgres_place) as store:
        await create_streams(store, "t")
        await store.append(payment_batch("t", 0))
        reader = await open_read_only(*postgres_place.open_arguments)
        await check_store(reader)
        await reader.backup(str(tmp_path / "copy.db"))
        await reader.close()
        await store.append(payment_batch("t", 1))


async def test_room_in_another_schema(server: PostgresServer) -> None:
    one, other = await server.place(), await server.place()
    async with open_as_room(one) as store, open_as_room(other) as beside:
        await create_streams(store, "t")
        await create_streams(beside, "t")
    await one.clear()
    await other.clear()


async def test_reconnecting_takes_the_lock_again(
    postgres_place: PostgresLocation,
) -> None:
    async with open_as_room(postgres_place) as store:
        await create_streams(store, "t")
        for version in range(3):
            await _lose(postgres_place)
            with suppress(StoreUnavailable):  # the first write may find the connection lost
                await store.check_writable()
            await store.append(payment_batch("t", version))
            with pytest.raises(StoreInUse):
                await open_store(*postgres_place.open_arguments)
        await check_store(store)


async def test_room_that_lost_its_lock_stops_writing(postgres_place: PostgresLocation) -> None:
    """A room whose lock was taken while it had no connection stops, and says why."""
    async with open_as_room(postgres_place) as first:
        await create_streams(first, "t")
        await first.append(payment_batch("t", 0))
        await _lose(postgres_place)
        async with open_as_room(postgres_place) as second:
            for _ in range(2):
                for request in (first.append(payment_batch("t", 1)), first.check_writable()):
                    with pytest.raises(StoreInUse, match="in use by another pitboss"):
                        await request
            await second.append(payment_batch("t", 1))
            await check_store(first)  # reading is still allowed
        for _ in range(2):
            for request in (first.append(payment_batch("t", 2)), first.check_writable()):
                with pytest.raises(StoreUnavailable, match=USED_SINCE):
                    await request
        async with open_as_room(postgres_place) as third:  # which does not keep others out
            await third.append(payment_batch("t", 2))
            await check_store(third)


async def test_own_stale_lock_is_released(postgres_place: PostgresLocation, tmp_path: Path) -> None:
    """The server has not noticed the lost connection, so its process is terminated first."""
    server, schema_ = postgres_place.server, postgres_place.schema
    async with proxy_to(server.socket, tmp_path) as wire:
        store = await open_store(None, server.address(host=str(tmp_path), search_path=schema_))
        await create_streams(store, "t")
        wire.silent = True
        wire.lose()
        await asyncio.sleep(0.1)
        wire.silent = False
        await store.append(payment_batch("t", 0))
        await check_store(store)
        await store.close()


async def test_open_room_is_not_migrated(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = postgres_place
    async with open_as_room(place):
        with monkeypatch.context() as newer:
            newer.setattr(sql, "migration_sql", lambda *_: ["CREATE TABLE newer (id TEXT)"])
            with pytest.raises(StoreInUse):
                await open_read_only(*place.open_arguments)
            with pytest.raises(StoreInUse):
                await open_store(*place.open_arguments)
    assert await place.raw("SELECT to_regclass('newer') IS NULL") == [(True,)]
