"""NODE-1: a room that lost its lock on PostgreSQL says so, instead of showing what may be old."""

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
from tests.room.http.houses import TABLE, Caller, House, error_of
from tests.room.http.wires import Closed, Socket
from tests.room.store.places import PostgresPlace
from tests.room.store.test_lost import OTHERS
from tests.room.test_failures import agree, lines, logged

__all__ = ["lines"]


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.room.store.postgres_connection.LOCK_TIMEOUT", 0.3)
    monkeypatch.setattr(room_module, "STORE_CHECK_INTERVAL", 0.1)


@asynccontextmanager
async def seated(place: PostgresPlace, folder: Path) -> AsyncIterator[tuple[House, Caller]]:
    """A room on PostgreSQL, and Ann, who has a seat in it."""
    store = await open_store(*place.named)
    async with House(folder, store=store) as house, asyncio.timeout(60):
        ann = await house.comes("Ann")
        await ann.say(c.TakeSeat(1))
        yield house, ann


async def test_node_1_a_room_that_lost_its_lock_says_so(
    postgres_place: PostgresPlace, tmp_path: Path, lines: pytest.LogCaptureFixture
) -> None:
    """Nobody asks it for anything meanwhile: it finds out by itself."""
    async with seated(postgres_place, tmp_path) as (house, ann):
        flo = await house.comes("Flo", AccountRole.FLOORPERSON)
        socket = ann.socket()
        await socket.open()
        await socket.frame()
        house.room._tasks[
            room_module.STORE_WATCH_TASK
        ].cancel()  # so that it does not take it back at once
        await postgres_place.raw(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")
        other = await open_store(*postgres_place.named)
        house.room._tasks[room_module.STORE_WATCH_TASK] = asyncio.create_task(
            house.room._watch_store()
        )
        with pytest.raises(Closed) as closed:
            await _until_closed(socket)
        assert closed.value.code == 4503
        for path in (f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/export", "/api/me/rounds"):
            answer = await flo.get(path)
            assert answer.status_code == 503, path
            assert "cannot show tables" in error_of(answer)
            assert "in use by another pitboss" in error_of(answer)
        assert (await ann.say(c.BuyIn(100))).status_code == 503
        assert "cannot show tables" in (await ann.get("/api/tables")).json()[0]["stopped"]
        with pytest.raises(Closed) as refused:
            await ann.socket().open()
        assert refused.value.code == 4503
        await agree(house, FailureKind.LOCK_LOST, ready=False)
        assert len(logged(lines, FailureKind.LOCK_LOST)) == 1
        await other.close()
        await asyncio.sleep(0.5)  # it does not go on where another one was
        await agree(house, FailureKind.LOCK_LOST, ready=False)
        assert "postgres@" not in " ".join(record.getMessage() for record in lines.records)


async def test_log_4_a_database_that_is_lost_and_comes_back(
    postgres_place: PostgresPlace, tmp_path: Path, lines: pytest.LogCaptureFixture
) -> None:
    """It is told, and after a while nothing is shown; and when it is back, that is told as well."""
    async with seated(postgres_place, tmp_path) as (house, ann):
        failures = house.room.failures
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pitboss.room.store.postgres.connect", _unreached)
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
        progress = logged(lines, FailureKind.DATABASE_LOST)
        assert len(progress) == 2
        assert progress[1] == f"recovered: {progress[0]}"


async def _until_closed(socket: Socket) -> None:
    while True:
        await socket.frame()


async def _unreached(*_: object, **__: object) -> None:
    raise StoreUnavailable("the database cannot be reached", FailureKind.DATABASE_LOST)
