"""LOG-4: each failure and each recovery agrees in log line, metric and health response."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path

import pytest

from pitboss.room import back_office_events as e
from pitboss.room.back_office_events import TableRestarted
from pitboss.room.failures import FailureKind
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import hash_token
from pitboss.room.requests import Request
from pitboss.room.runtime import JsonFormatter, TextFormatter
from pitboss.room.store import sqlite
from pitboss.room.store.interface import Put, Snapshot, StoreDamaged, StoreFailure
from pitboss.room.store.sqlite import SqliteStore
from pitboss.room.timers import TimeLimits
from pitboss.table import commands as c
from tests.room.http.in_process_room import TABLE, InProcessRoom, error_of
from tests.room.store.test_disk import FailingConnection


@contextmanager
def block_writes(store: SqliteStore) -> Iterator[None]:
    """Block commits until the test lets them go on, like a disk that does not respond."""
    go_on, commit = threading.Event(), store._commit

    def late(jobs):  # type: ignore[no-untyped-def]
        go_on.wait(30)
        return commit(jobs)

    store._commit = late  # type: ignore[method-assign]
    try:
        yield
    finally:
        store._commit = commit  # type: ignore[method-assign]
        go_on.set()


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.INFO, "pitboss"):
        yield caplog


def logged_sentences(lines: pytest.LogCaptureFixture, kind: FailureKind) -> list[str]:
    """Return the messages of the log lines about a kind of failure."""
    return [
        record.getMessage()
        for record in lines.records
        if getattr(record, "fields", {}).get("failure") == kind
    ]


async def check_failure(house: InProcessRoom, kind: FailureKind, *, ready: bool) -> None:
    """Check that health, readiness and metrics report the failure."""
    flo = await house.sign_in("Flo", AccountRole.FLOORPERSON) if ready else None
    answers = [await house.caller().get(path) for path in ("/health", "/ready")]
    for answer in answers:
        body = answer.json()
        assert body["status"] == ("degraded" if ready else "failing")
        assert kind in [item["kind"] for item in body["failures"]]
    assert [item.status_code for item in answers] == [200, 200 if ready else 503]
    if not ready:
        assert answers[1].json()["error"]
        assert answers[1].headers["Retry-After"] == "1"
    caller = flo or house.caller(address="127.0.0.1")
    metrics = (await caller.get("/metrics")).text
    assert f'pitboss_failures_total{{kind="{kind}"}} 1.0' in metrics
    assert f'pitboss_failing{{kind="{kind}"}} 1.0' in metrics


async def check_recovered(house: InProcessRoom, kind: FailureKind) -> None:
    """Check that the end of the failure is reported."""
    for path in ("/health", "/ready"):
        answer = await house.caller().get(path)
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    metrics = (await house.caller(address="127.0.0.1").get("/metrics")).text
    assert f'pitboss_recoveries_total{{kind="{kind}"}} 1.0' in metrics
    assert f'pitboss_failing{{kind="{kind}"}} 0.0' in metrics


async def write(house: InProcessRoom) -> None:
    """Try to write while the store fails."""
    with suppress(StoreFailure):
        await house.room.back_office.write(e.AttemptsForgiven("Ann"))


def sqlite_of(house: InProcessRoom) -> SqliteStore:
    assert isinstance(house.store, SqliteStore)
    return house.store


async def test_log_4_a_full_disk(tmp_path: Path, lines: pytest.LogCaptureFixture) -> None:
    async with InProcessRoom(tmp_path) as house:
        store = sqlite_of(house)
        store._write_connection.execute("PRAGMA max_page_count = 1")
        for _ in range(3):
            with suppress(StoreFailure):
                await store.put(Put("big", "k", bytes(100_000)))
        await check_failure(house, FailureKind.DISK_FULL, ready=False)
        assert logged_sentences(lines, FailureKind.DISK_FULL) == ["the disk is full"]
        store._write_connection.execute("PRAGMA max_page_count = 1000000")
        await check_recovered(house, FailureKind.DISK_FULL)
        assert logged_sentences(lines, FailureKind.DISK_FULL)[1:] == ["recovered: the disk is full"]


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_WRITE])
async def test_log_4_a_failed_fsync_and_an_io_error(
    tmp_path: Path, lines: pytest.LogCaptureFixture, code: int
) -> None:
    """It never reports "ok" again, because the state of the disk is unknown."""
    async with InProcessRoom(tmp_path) as house:
        store = sqlite_of(house)
        store._write_connection = FailingConnection(store._write_connection, code)  # type: ignore[assignment]
        await write(house)
        store._write_connection = store._write_connection.db  # type: ignore[attr-defined]
        await write(house)
        await check_failure(house, FailureKind.DISK_FAILED, ready=False)
        (line,) = logged_sentences(lines, FailureKind.DISK_FAILED)
        assert "the disk failed" in line


async def test_log_4_a_failed_fsync_of_the_checkpoint(
    tmp_path: Path, lines: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No client waits for a checkpoint, so the room has to report it by itself."""
    open_database = sqlite._open_database

    class Checkpoints:
        def __init__(self, path: Path) -> None:
            self._db = open_database(path)

        def execute(self, _: str) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise error

        def close(self) -> None:
            self._db.close()

    async with InProcessRoom(tmp_path) as house:
        store = sqlite_of(house)
        with monkeypatch.context() as patch:
            patch.setattr(sqlite, "_open_database", Checkpoints)
            tidier = threading.Thread(target=store._run_checkpoints, daemon=True)
            tidier.start()
            await house.room.back_office.write(e.AttemptsForgiven("Ann"))
            async with asyncio.timeout(10):
                while not logged_sentences(lines, FailureKind.DISK_FAILED):
                    store._has_written = True
                    await asyncio.sleep(0.05)
        await check_failure(house, FailureKind.DISK_FAILED, ready=False)


async def test_log_4_a_store_that_does_not_respond(
    tmp_path: Path, lines: pytest.LogCaptureFixture
) -> None:
    async with InProcessRoom(tmp_path) as house:
        with block_writes(sqlite_of(house)):
            writing = asyncio.create_task(write(house))
            await asyncio.sleep(1.2)
            began = asyncio.get_running_loop().time()
            await check_failure(house, FailureKind.STORE_SLOW, ready=False)
            assert asyncio.get_running_loop().time() - began < 2.5
        await writing
        await check_recovered(house, FailureKind.STORE_SLOW)
        assert len(logged_sentences(lines, FailureKind.STORE_SLOW)) == 2


async def test_log_4_a_stopped_table(
    tmp_path: Path, lines: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann, flo = await house.sign_in("Ann"), await house.sign_in("Flo", AccountRole.FLOORPERSON)

        async def fail_damaged(*_: object) -> None:
            raise StoreDamaged("line 9 does not follow from the line before it")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", fail_damaged)
            await ann.execute(c.TakeSeat(1))
        await check_failure(house, FailureKind.TABLE_STOPPED, ready=True)
        (line,) = logged_sentences(lines, FailureKind.TABLE_STOPPED)
        assert line.startswith(f"{TABLE}: the table has stopped: line 9")
        cause = {"cause": house.actor().stop_reason}
        assert (await flo.post(f"/api/tables/{TABLE}/restart", cause)).status_code == 200
        await check_recovered(house, FailureKind.TABLE_STOPPED)


async def test_log_4_a_refused_snapshot(tmp_path: Path, lines: pytest.LogCaptureFixture) -> None:
    """A snapshot only saves time: its failure is logged, and the room is healthy."""
    async with InProcessRoom(tmp_path) as house:
        await house.store.save_snapshot(TABLE, Snapshot(3, "0" * 64, b"1 {}"))
    async with InProcessRoom(tmp_path) as house:
        (line,) = logged_sentences(lines, FailureKind.SNAPSHOT_REFUSED)
        assert line == f"{TABLE}: the snapshot cannot be used, so every line is read"
        assert house.room.failures.counts[FailureKind.SNAPSHOT_REFUSED] == 1
        assert (await house.caller().get("/health")).json()["status"] == "ok"


async def test_sec_1_no_secret_in_any_line(tmp_path: Path, lines: pytest.LogCaptureFixture) -> None:
    """Covers every failure above, with people signed in and a round in play."""
    async with InProcessRoom(tmp_path, practice="logs") as house:
        store, ann = sqlite_of(house), await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        store._write_connection = FailingConnection(
            store._write_connection, sqlite3.SQLITE_IOERR_FSYNC
        )  # type: ignore[assignment]
        await ann.execute(c.BuyIn(500))
        store._write_connection = store._write_connection.db  # type: ignore[attr-defined]
        account = await house.room.account_service.account("Ann")
        assert account is not None
        texts = [JsonFormatter().format(record) for record in lines.records]
        texts += [TextFormatter().format(record) for record in lines.records]
        assert texts
        for text in texts:
            assert ann.token not in text
            assert account.password not in text
            assert hash_token(ann.token) not in text


async def test_a_floorperson_restarts_a_stopped_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/tables/{TABLE}/restart"
    async with InProcessRoom(tmp_path) as house:
        flo, ann = await house.sign_in("Flo", AccountRole.FLOORPERSON), await house.sign_in("Ann")
        assert (await ann.execute(c.TakeSeat(1), "sit")).status_code == 200
        running = await flo.post(path, {"cause": ""})
        assert running.status_code == 409
        assert "is running" in error_of(running)

        async def fail_together(_: list[Request]) -> None:
            raise RuntimeError

        old = house.actor()
        old.add_watcher("Ann")  # her page is open, and stays open
        old._last_played["Ann"] = stop_time = (
            old._monotonic() - TimeLimits().idle
        )  # nobody has been able to play since
        monkeypatch.setattr(old, "_execute_together", fail_together)
        assert (await ann.execute(c.BuyIn(100), "buy")).status_code == 503
        cause = (await flo.get("/health")).json()["stopped"][TABLE]
        assert "RuntimeError" in cause
        wrong = await flo.post(path, {"cause": "whatever"})
        assert wrong.status_code == 409
        assert cause in error_of(wrong)
        assert house.actor() is old
        response = await flo.post(path, {"cause": cause})
        assert (response.status_code, response.json()["stopped"]) == (200, "")
        assert house.actor().committed_state.seats == {1: "Ann"}
        assert house.actor()._attendance()["Ann"].last_seen == inf
        assert house.actor()._attendance()["Ann"].last_played > stop_time + TimeLimits().idle - 1
        assert (await ann.execute(c.BuyIn(100), "buy")).status_code == 200
        assert TableRestarted(TABLE, cause) in await house.events()
        assert (await flo.get("/health")).json()["status"] == "ok"
