"""TIME-1, RECOV-6: the wall clock of a real server jumps, and its process is paused.

No player is folded because of it or gets more time, nothing is lost, and nothing happens twice.
"""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from pitboss.client.client import Client, TableClient
from pitboss.room.audit.auditor import audit
from pitboss.room.runtime import MAX_INTERVAL
from pitboss.room.store.opening import open_read_only
from pitboss.table import commands as c
from tests.room.store.store_locations import SqliteLocation, StoreLocation

from .jumping_server import FILE, PACE
from .log_checks import check
from .recording_players import players_at
from .server_process import ServerProcess

STUD = "stud"
WAGERS = dict.fromkeys(("two_card", "three_card", "five_card"), 500)
NOTICES = 1.0
"""Seconds that a client may take to notice a change."""


class JumpingServer(ServerProcess):
    """A server whose wall clock can be set forward and back."""

    program = "tests.room.crashes.jumping_server"

    def __init__(self, place: StoreLocation) -> None:
        super().__init__(place)
        folder, _ = place.open_arguments
        assert folder
        self._clock = folder / FILE

    def put_forward(self, seconds: float) -> None:
        """Shift the clock to this many seconds ahead of the correct time."""
        part = self._clock.with_suffix(".part")
        part.write_text(str(seconds))
        part.rename(self._clock)

    @asynccontextmanager
    async def pause(self) -> AsyncIterator[None]:
        """Pause the whole process."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)


async def _play_until_asked(at: TableClient) -> float:
    """Bet if bets are open, until Ann is asked; return the time at which she was."""
    async with asyncio.timeout(30):
        while not _is_asked(at):
            round_ = at.view.get("round") or {}
            if round_.get("phase") == "bets are open" and "1" not in round_["seats"]:
                await at.execute(c.PlaceWagers(1, WAGERS, round=round_["number"]))
            await asyncio.sleep(0.01)
    return time.monotonic()


def _is_asked(at: TableClient) -> bool:
    return (at.view.get("round") or {}).get("turn") == 1 and bool(at.own.get("choices"))


async def _answer(at: TableClient) -> None:
    round_ = at.view["round"]
    ack = await at.execute(
        c.Decide(1, at.own["choices"][0]["decision"], round_["street"], round=round_["number"])
    )
    await at.wait_until(lambda: at.version >= ack["version"])  # the view may arrive after the ack


async def _wait_until_dismissed(at: TableClient) -> float:
    async with asyncio.timeout(30):
        while _is_asked(at):
            await asyncio.sleep(0.01)
    return time.monotonic()


@pytest.mark.slow
async def test_time_1_in_a_real_server(tmp_path: Path) -> None:
    place = SqliteLocation(tmp_path)
    server = JumpingServer(place)
    try:
        await server.start()
        async with Client(server.address) as ann:
            await ann.join_as_guest("Ann")
            async with ann.table(STUD) as at:
                await at.execute(c.TakeSeat(1))
                await at.execute(c.BuyIn(500_00))
                await _check_clock_forward(server, at)
                await _check_pause(server, ann, at)
                await _check_clock_back(server, at)
        await server.stop()
    finally:
        await server.kill()
    await _check(tmp_path)


async def _check_clock_forward(server: JumpingServer, at: TableClient) -> None:
    """Check that with the clock a minute ahead she is not folded and can answer."""
    await _play_until_asked(at)
    server.put_forward(60)
    await asyncio.sleep(NOTICES)
    assert _is_asked(at)
    await _answer(at)


async def _check_pause(server: JumpingServer, ann: Client, at: TableClient) -> None:
    """Check that after a pause longer than her time limit she still has the time that was left."""
    asked_at = await _play_until_asked(at)
    async with server.pause():
        before = time.monotonic() - asked_at
        buys = asyncio.create_task(ann.execute(STUD, c.BuyIn(7_00), "while-it-is-paused"))
        again = asyncio.create_task(ann.execute(STUD, c.BuyIn(7_00), "while-it-is-paused"))
        await asyncio.sleep(PACE.answers + 1)
    goes_on = time.monotonic()
    outcomes = await asyncio.gather(buys, again)
    assert sorted(item["again"] for item in outcomes) == [False, True]
    left = PACE.answers - before - MAX_INTERVAL
    assert left > NOTICES
    await asyncio.sleep(goes_on + left - NOTICES - time.monotonic())
    await _play_until_asked(at)  # still played, from a page that may have had to reconnect
    await _answer(at)


async def _check_clock_back(server: JumpingServer, at: TableClient) -> None:
    """Check that with the clock an hour back her time ends when it should."""
    asked_at = await _play_until_asked(at)
    server.put_forward(-3600)
    took = await _wait_until_dismissed(at) - asked_at
    assert PACE.answers - NOTICES < took < PACE.answers + NOTICES


async def _check(folder: Path) -> None:
    store = await open_read_only(folder, None)
    result = await audit(store)
    entries = [entry async for some in store.entries(STUD) for entry in some]
    await store.close()
    assert result.in_order, result
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    events = [msgspec.json.decode(entry.line)["event"] for entry in entries]
    purchases = [event["cents"] for event in events if event["type"] == "BoughtIn"]
    assert purchases == [500_00, 7_00]
    settled_rounds = [event["round"] for event in events if event["type"] == "SeatSettled"]
    assert len(set(settled_rounds)) == len(settled_rounds) > 0
    away = [event for event in events if event["type"] == "PlayerAway"]
    assert len(away) == 1


@pytest.mark.soak
async def test_recov_6_paused_under_load(sqlite_place: SqliteLocation) -> None:
    """Nothing is lost when the process is paused and the wall clock jumps, again and again."""
    chance, server = random.Random(7), JumpingServer(sqlite_place)
    async with players_at(server) as log:
        for _ in range(8):
            server.put_forward(chance.uniform(-7200, 7200))
            async with server.pause():
                await asyncio.sleep(chance.uniform(0.5, 8))
            await log.wait_for_more(10)
    await check(sqlite_place, log)
