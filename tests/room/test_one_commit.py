"""A decision waits for its own commit only, not for other reads and writes."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import SESSIONS, TOUCH_INTERVAL, Session, hash_token
from pitboss.room.requests import Request
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store import sqlite
from pitboss.room.store.interface import Batch, Put, Snapshot, read_row
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER
from tests.room.http.in_process_room import InProcessRoom
from tests.room.reports.two_day_room import KEY

LONG = 20
"""Seconds after which a waiting task counts as blocked."""
HOLDEM = "holdem-bonus"


class CountingStore(SqliteStore):
    """A store that counts its commits."""

    commits = 0

    async def append(self, batch: Batch) -> None:
        self.commits += 1
        await super().append(batch)

    async def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        raise AssertionError("a snapshot is written with the lines before it")


async def test_snapshot_needs_no_commit_of_its_own(tmp_path: Path) -> None:
    store = CountingStore(tmp_path / DATABASE_FILE)
    room = Room(store, SeedVault(KEY), utc_clock, snapshot_every=1)
    await room.start()
    ann = await room.account_service.open_account("Ann", AccountRole.PLAYER)
    actor = (await room.create_table(HOLDEM, "Hold 'em", HOLDEM, TableSettings(pace=None))).writer
    await room.execute(ann, HOLDEM, c.TakeSeat(1))
    await room.execute(ann, HOLDEM, c.BuyIn(5000))
    await actor.submit(Request(HOUSE_DEALER, c.OpenRound(), ""))
    await room.execute(ann, HOLDEM, c.PlaceWagers(1, {"ante": 500}, round=1))
    await actor.submit(Request(HOUSE_DEALER, c.NoMoreBets(), ""))
    before = store.commits
    await room.execute(ann, HOLDEM, c.Decide(1, "fold", "flop", round=1))
    assert not actor.committed_state.has_open_round
    assert store.commits == before + 1
    snapshot = await store.snapshot(HOLDEM)
    assert snapshot is not None
    assert snapshot.version == actor.head.version
    await room.close()


async def test_decisions_do_not_wait_for_session_updates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        go, put = asyncio.Event(), house.store.put

        async def slow(*puts: Put) -> None:
            if any(item.collection == SESSIONS for item in puts):
                await go.wait()
            await put(*puts)

        monkeypatch.setattr(house.store, "put", slow)
        house.clock.forward(seconds=TOUCH_INTERVAL.total_seconds() + 1)
        async with asyncio.timeout(LONG):
            assert (await ann.execute(c.TakeSeat(1))).status_code == 200
            go.set()
            while True:
                key = hash_token(ann.token)
                session = await read_row(house.store, SESSIONS, key, Session)
                if session is not None and session.seen == house.clock.at:
                    break
                await asyncio.sleep(0.01)


async def test_session_ended_during_its_update_stays_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        sessions, put = house.room.account_service.sessions, house.store.put
        go = asyncio.Event()

        async def slow(*puts: Put) -> None:
            if any(item.value for item in puts):
                await go.wait()
            await put(*puts)

        monkeypatch.setattr(house.store, "put", slow)
        house.clock.forward(seconds=TOUCH_INTERVAL.total_seconds() + 1)
        assert await sessions.find(ann.token) is not None
        await asyncio.sleep(0)  # the write for the session has begun
        await sessions.end(ann.token)
        go.set()
        async with asyncio.timeout(LONG):
            while sessions._touches:
                await asyncio.sleep(0.01)
        assert await house.store.get(SESSIONS, hash_token(ann.token)) is None
        assert await sessions.find(ann.token) is None


async def test_reads_do_not_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / DATABASE_FILE)
    await store.put(Put("s", "k", b"v"))
    go, fetch = threading.Event(), sqlite.fetch_rows

    def slow(db: sqlite3.Connection, statement: str, parameters: tuple[object, ...]) -> object:
        if "balances" in statement:
            go.wait(LONG)
        return fetch(db, statement, parameters)

    monkeypatch.setattr(sqlite, "fetch_rows", slow)
    report = asyncio.ensure_future(store.balances())
    await asyncio.sleep(0)
    assert await store.get("s", "k") == b"v"
    assert not report.done()
    go.set()
    assert await report == {}
    await store.close()
