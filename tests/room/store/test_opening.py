"""Opening a store migrates it to the newest schema, or fails with one clear message."""

import asyncio
import stat
from pathlib import Path

import asyncpg
import pytest

from pitboss.room.store import Store, StoreUnavailable, sql
from pitboss.room.store.postgres import PostgresStore
from pitboss.room.store.postgres_connection import database_label
from pitboss.room.store.sqlite import SqliteStore
from tests.room.store.sample_batches import check_store, create_streams, payment_batch
from tests.room.store.store_locations import (
    PostgresLocation,
    PostgresServer,
    StoreLocation,
    open_at,
)


async def test_opening_migrates_to_the_newest_schema(place: StoreLocation) -> None:
    for _ in range(2):
        async with place.store():
            assert await place.raw(sql.SELECT_VERSION) == [(sql.NEWEST,)]


async def test_many_can_open_at_once(place: StoreLocation) -> None:
    stores = await asyncio.gather(*(place.open() for _ in range(4)))
    await create_streams(stores[0], *(f"t{n}" for n in range(len(stores))))
    await asyncio.gather(*(item.append(payment_batch(f"t{n}", 0)) for n, item in enumerate(stores)))
    await check_store(stores[0])
    for store in stores:
        await store.close()


async def test_schema_newer_than_the_program_is_refused(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
    await place.raw("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match=r"schema 9999.*newer version"):
        await place.open()
    await place.raw(f"UPDATE alembic_version SET version_num = '{sql.NEWEST}'")  # noqa: S608
    async with place.store() as store:
        await check_store(store)


async def _refusal(address: str) -> str:
    """Return the error message for an address."""
    with pytest.raises(StoreUnavailable) as refused:
        await open_at(address)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert "secret" not in sentence
    return sentence


async def test_file_that_is_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    path.write_bytes(b"something else altogether" * 100)
    assert await _refusal(str(path)) == (
        f"the database {path} cannot be used: file is not a database"
    )


async def test_missing_folder(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "room.db"
    assert await _refusal(str(path)) == (
        f"the file {path} cannot be written: No such file or directory"
    )


async def test_file_is_private(tmp_path: Path) -> None:
    store: Store = SqliteStore(tmp_path / "room.db")
    await create_streams(store, "t")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    await store.close()
    assert modes == {"room.db": 0o600, "room.db-wal": 0o600, "room.db-shm": 0o600}


async def test_wrong_password(server: PostgresServer) -> None:
    await server.execute("DROP ROLE IF EXISTS guarded")
    await server.execute("CREATE ROLE guarded LOGIN PASSWORD 'open sesame'")
    await server.execute("CREATE SCHEMA guarded AUTHORIZATION guarded")
    rules = server.folder / "pg_hba.conf"
    trusting = rules.read_text()
    rules.write_text(f"local all guarded scram-sha-256\n{trusting}")
    await server.execute("SELECT pg_reload_conf()")
    try:
        await asyncio.sleep(0.1)
        for user in ("guarded:secret", "guarded"):  # a wrong password, or none
            sentence = await _refusal(server.address(user=user))
            assert sentence.endswith("rejected the user name or password")
        right = await open_at(server.address(user="guarded:open sesame", search_path="guarded"))
        await right.close()
    finally:
        rules.write_text(trusting)
        await server.execute("SELECT pg_reload_conf()")
        await server.execute("DROP OWNED BY guarded")


async def test_role_without_create_permission(server: PostgresServer) -> None:
    await server.execute("DROP ROLE IF EXISTS guest")
    await server.execute("CREATE ROLE guest LOGIN")
    sentence = await _refusal(server.address(user="guest"))
    assert sentence.endswith("permission denied for schema public")


async def test_an_unknown_database(server: PostgresServer) -> None:
    sentence = await _refusal(server.address(user="postgres:secret", database="nowhere"))
    assert sentence.endswith('cannot be used: database "nowhere" does not exist')


async def test_an_unknown_server(tmp_path: Path) -> None:
    for address, message in (
        ("postgresql://user:secret@nowhere.invalid/room", "nowhere.invalid/room"),
        ("postgresql://user:secret@127.0.0.1:1/room", "127.0.0.1:1/room"),
        (f"postgresql://user:secret@/room?host={tmp_path}", f"{tmp_path}/room"),
    ):
        sentence = await _refusal(address)
        assert sentence.startswith(f"the database {message} cannot be reached: ")
        assert ("connection refused" in sentence) == ("127.0.0.1" in message)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://a:secret@host:secret/x",
        "postgresql://[secret",
        *(f"postgresql://a:12{sign}secret@127.0.0.1/x" for sign in "/#?@["),
    ],
)
async def test_invalid_address(address: str) -> None:
    """This includes unescaped passwords, parts of which are taken for host and port."""
    assert (await _refusal(address)).startswith("this is not a valid database address")
    assert "secret" not in database_label(address)
    assert "12" not in database_label(address).replace("127.0.0.1", "")


@pytest.mark.parametrize("first", [b"", b"N", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
@pytest.mark.parametrize("hangs", [True, False])
async def test_address_of_another_kind_of_server(
    monkeypatch: pytest.MonkeyPatch, first: bytes, hangs: bool
) -> None:
    """It accepts a connection, sends nothing or nonsense, and hangs or hangs up."""
    monkeypatch.setattr("pitboss.room.store.postgres_connection.CONNECT_TIMEOUT", 0.3)
    over = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(8)
        writer.write(first)
        if hangs:
            await over.wait()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        sentence = await _refusal(f"postgresql://user:secret@127.0.0.1:{port}/room")
        over.set()
    assert sentence.startswith(f"the database 127.0.0.1:{port}/room ")
    if hangs and len(first) < 2:
        assert sentence.endswith("is not responding")


async def test_server_without_durable_writes_is_refused(
    postgres_place: PostgresLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The setting applies to the whole server, so the test only fakes it."""
    monkeypatch.setattr(
        "pitboss.room.store.postgres_connection._SELECT_SETTINGS", "SELECT 'UTF8', 'off', 'off'"
    )
    assert "fsync" in await _refusal(postgres_place.address)


async def test_commits_are_durable_whatever_the_server_s_default(
    postgres_place: PostgresLocation,
) -> None:
    careless = f"{postgres_place.address}&synchronous_commit=off"
    store = await PostgresStore.open(careless)
    await create_streams(store, "t")
    assert isinstance(store._db, asyncpg.Connection)
    assert await store._db.fetchval("SHOW synchronous_commit") == "on"
    await store.close()
