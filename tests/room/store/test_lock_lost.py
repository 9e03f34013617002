"""NODE-1: a room that loses its PostgreSQL lock reports it, and shows nothing stale."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pitboss.room import room as room_module
from pitboss.room.failures import FailureKind
from pitboss.room.people.accounts import AccountRole
from pitboss.room.store.interface import StoreUnavailable
from pitboss.room.store.opening import open_store
from pitboss.table import commands as c
from tests.room.http.asgi_socket import Socket, SocketClosed
from tests.room.http.in_process_room import TABLE, Caller, InProcessRoom, error_of
from tests.room.store.store_locations import PostgresLocation
from tests.room.store.test_connection_lost import OTHERS
from tests.room.test_failures import check_failure, lines, logged_sentences

__all__ = ["lines"]


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.room.store.postgres_connection.LOCK_TIMEOUT", 0.3)
    monkeypatch.setattr(room_module, "STORE_CHECK_INTERVAL", 0.1)


@asynccontextmanager
async def room_with_ann(
    place: PostgresLocation, folder: Path
) -> AsyncIterator[tuple[InProcessRoom, Caller]]:
    """Run a room on PostgreSQL, in which Ann has a seat."""
    store = await open_store(*place.open_arguments)
    async with InProcessRoom(folder, store=store) as house, asyncio.timeout(60):
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        yield house, ann


async def test_node_1_a_room_that_lost_its_lock_says_so(
    postgres_place: PostgresLocation, tmp_path: Path, lines: pytest.LogCaptureFixture
) -> None:
    """It notices by itself, without any request."""
    async with room_with_ann(postgres_place, tmp_path) as (house, ann):
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        socket = ann.socket()
        await socket.open()
        await socket.frame()
        house.room._tasks[
            room_module.STORE_WATCH_TASK
        ].cancel()  # so that it does not take the lock back at once
        await postgres_place.raw(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")
        other = await open_store(*postgres_place.open_arguments)
        house.room._tasks[room_module.STORE_WATCH_TASK] = asyncio.create_task(
            house.room._watch_store()
        )
        with pytest.raises(SocketClosed) as error:
            await _until_closed(socket)
        assert error.value.code == 4503
        for path in (f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/export", "/api/me/rounds"):
            answer = await flo.get(path)
            assert answer.status_code == 503, path
            assert "cannot show tables" in error_of(answer)
            assert "in use by another pitboss" in error_of(answer)
        assert (await ann.execute(c.BuyIn(100))).status_code == 503
        assert "cannot show tables" in (await ann.get("/api/tables")).json()[0]["stopped"]
        with pytest.raises(SocketClosed) as refused:
            await ann.socket().open()
        assert refused.value.code == 4503
        await check_failure(house, FailureKind.LOCK_LOST, ready=False)
        assert len(logged_sentences(lines, FailureKind.LOCK_LOST)) == 1
        await other.close()
        await asyncio.sleep(0.5)  # it does not continue where another room has written
        await check_failure(house, FailureKind.LOCK_LOST, ready=False)
        assert "postgres@" not in " ".join(record.getMessage() for record in lines.records)


async def test_log_4_a_database_that_is_lost_and_comes_back(
    postgres_place: PostgresLocation, tmp_path: Path, lines: pytest.LogCaptureFixture
) -> None:
    """Both are logged; after a while nothing is shown, until the connection is back."""
    async with room_with_ann(postgres_place, tmp_path) as (house, ann):
        failures = house.room.failures
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pitboss.room.store.postgres.connect", _fail_to_connect)
            await postgres_place.raw(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")
            while failures.find(FailureKind.DATABASE_LOST) is None:
                await asyncio.sleep(0.05)
            assert (await ann.get("/health")).json()["status"] == "failing"
            assert (await ann.get("/ready")).status_code == 503
            assert house.room.block_reason == ""
            patch.setattr(room_module, "LOST_DATABASE_LIMIT", 0.0)
            assert (await ann.get(f"/api/tables/{TABLE}")).status_code == 503
        while failures.find(FailureKind.DATABASE_LOST) is not None:
            await asyncio.sleep(0.05)
        assert (await ann.get(f"/api/tables/{TABLE}")).status_code == 200
        assert (await ann.get("/ready")).status_code == 200
        sentences = logged_sentences(lines, FailureKind.DATABASE_LOST)
        assert len(sentences) == 2
        assert sentences[1] == f"recovered: {sentences[0]}"


async def _until_closed(socket: Socket) -> None:
    while True:
        await socket.frame()


async def _fail_to_connect(*_: object, **__: object) -> None:
    raise StoreUnavailable("the database cannot be reached", FailureKind.DATABASE_LOST)
