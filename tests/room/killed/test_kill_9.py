"""RECOV-1: clients play, the server is killed with ``kill -9`` again and again, on both stores.

Afterwards nothing that was acknowledged is missing, nothing is doubled, and the books balance.
"""

import asyncio
import random
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from pitboss.refusal import Refused
from pitboss.room.asks import Failed
from pitboss.room.audit import audit
from pitboss.room.client import Client, TableClient
from pitboss.room.people.accounts import Account, Part
from pitboss.room.store import Store
from pitboss.room.stores import open_store
from pitboss.table import commands as c
from pitboss.table.commands import Command
from tests.room.store.places import Place, PostgresPlace

from .quick_server import TABLES

KILLS = 5
PLAYERS = ("Ann", "Bob", "Cyd", "Dan")


class Played:
    """What a client was told."""

    def __init__(self) -> None:
        self.acknowledged: set[tuple[str, str, str]] = set()
        self.over = False


class Server:
    """A process that dies and comes back at the same port."""

    def __init__(self, store: str) -> None:
        self._store = store
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Until it answers."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.room.killed.quick_server", self._store, str(self.port),
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        async with httpx.AsyncClient() as http:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                with suppress(httpx.TransportError):
                    if (await http.get(f"{self.address}/ready")).is_success:
                        return
                await asyncio.sleep(0.05)
        raise AssertionError("the server does not answer")

    async def kill(self) -> None:
        """At once, whatever it is doing."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> None:
        """In peace."""
        if self._process and self._process.returncode is None:
            self._process.terminate()
            await asyncio.wait_for(self._process.wait(), 30)


async def play(server: Server, name: str, played: Played, chance: random.Random) -> None:
    """Sit down at one table after the other, and play as long as the others do."""
    async with Client(server.address) as client:
        while True:
            try:
                await client.come_as_guest(name)
                break
            except (httpx.TransportError, Failed):
                await asyncio.sleep(0.1)
            except Refused:  # it was opened, and the answer was lost
                name += "+"
        while not played.over:
            table = chance.choice(list(TABLES))
            try:
                async with client.table(table) as at:
                    await _sit(at, table, name, played, chance)
            except (Refused, OSError, TimeoutError):
                await asyncio.sleep(0.1)


async def _sit(
    at: TableClient, table: str, name: str, played: Played, chance: random.Random
) -> None:
    seat = chance.randint(1, 6)

    async def say(command: Command) -> None:
        key = f"{name}-{chance.random()}"
        await asyncio.wait_for(at.say(command, key), 60)
        played.acknowledged.add((Account(name, Part.PLAYER).key, table, key))

    await say(c.TakeSeat(seat))
    await say(c.BuyIn(500_00))
    until = time.monotonic() + chance.uniform(2, 5)
    while time.monotonic() < until and not played.over:
        now = at.view.get("round") or {}
        with suppress(Refused):
            if now.get("phase") == "bets are open" and str(seat) not in now["seats"]:
                keys = REQUIRED[at.view["game"]]
                wagers = dict.fromkeys(keys, 500)
                await say(c.PlaceWagers(seat, wagers, round=now["number"]))
            elif now.get("turn") == seat and at.own.get("choices"):
                answer = chance.choice(at.own["choices"])["decision"]
                await say(c.Decide(seat, answer, now["street"], round=now["number"]))
        await asyncio.sleep(0.02)
    with suppress(Refused):
        await say(c.Leave(seat))


REQUIRED = {
    "criss-cross": ("ante_across", "ante_down"),
    "stud-235": ("two_card", "three_card", "five_card"),
}


@asynccontextmanager
async def checked(place: Place) -> AsyncIterator[Store]:
    database = place.address if isinstance(place, PostgresPlace) else None
    store = await open_store(None if database else _folder(place), database)
    try:
        yield store
    finally:
        await store.close()


def _folder(place: Place) -> Path:
    return Path(place.address).parent


@pytest.mark.slow
def test_recov_1_killed_under_load(place: Place, recwarn: pytest.WarningsRecorder) -> None:
    asyncio.run(_killed(place))


async def _killed(place: Place) -> None:
    chance, played = random.Random(7), Played()
    database = isinstance(place, PostgresPlace)
    server = Server(place.address if database else str(_folder(place)))
    try:
        await _played(server, chance, played)
    finally:
        await server.kill()
    async with checked(place) as store:
        await _check(store, played)


async def _played(server: Server, chance: random.Random, played: Played) -> None:
    await server.start()
    players = [
        asyncio.create_task(play(server, name, played, random.Random(name))) for name in PLAYERS
    ]
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.5, 2.5))
        await server.kill()
        await server.start()
    await asyncio.sleep(1)
    played.over = True
    await asyncio.gather(*players)
    await asyncio.sleep(3)
    await server.stop()


async def _check(store: Store, played: Played) -> None:
    for account, table, key in played.acknowledged:
        assert await store.answered(account, table, key) is not None, (account, table, key)
    balances = await store.balances()
    assert sum(balances.values()) == 0
    found = await audit(store)
    assert found.in_order, found
    assert len(played.acknowledged) > 50
