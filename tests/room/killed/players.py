"""Players at a server that fails them: they keep in mind what they asked and were told."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import httpx

from pitboss.client.client import Client, TableClient
from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.table import commands as c
from pitboss.table.commands import Command
from tests.room.simulator.observers import SeenView, ViewLog, canonical_json

from .quick_server import TABLES
from .servers import Server

NAMES = ("Ann", "Bob", "Cyd", "Dan")
REQUIRED = {
    "criss-cross": ("ante_across", "ante_down"),
    "stud-235": ("two_card", "three_card", "five_card"),
}
Asked = tuple[str, str, str]
"""Account, table and key."""


class Played:
    """What was asked of the server, and what it told."""

    def __init__(self) -> None:
        self.asked: dict[Asked, Command] = {}
        self.acknowledged: dict[Asked, int] = {}
        """The version that it led to."""
        self.reads = ViewLog()
        """What pages showed."""
        self.over = False
        self.tasks: list[asyncio.Task[None]] = []
        """Of those who play."""

    async def more(self, answers: int = 20) -> None:
        """Until so many more requests were carried out."""
        enough = len(self.acknowledged) + answers
        async with asyncio.timeout(60):
            while len(self.acknowledged) < enough:
                for task in self.tasks:
                    if task.done():  # nobody stops by himself
                        task.result()
                await asyncio.sleep(0.02)


class Player:
    """Somebody who plays as long as the others do."""

    def __init__(self, server: Server, name: str, played: Played) -> None:
        self.client, self.name, self._played = Client(server.address), name, played
        self.chance = random.Random(name)
        self._keys = 0

    async def play(self) -> None:
        """Sit down at one table after the other."""
        async with self.client:
            await self._come_in()
            while not self._played.over:
                table = self.chance.choice(list(TABLES))
                try:
                    async with self.client.table(table) as at:
                        await self._sit(at)
                except (Refused, OSError, TimeoutError):
                    await asyncio.sleep(0.1)

    async def _come_in(self) -> None:
        while True:
            try:
                await self.client.join_as_guest(self.name)
                return
            except (httpx.TransportError, Failed):
                await asyncio.sleep(0.1)
            except Refused:  # it was opened, and the answer was lost
                self.name += "+"

    async def _sit(self, at: TableClient) -> None:
        played, chance = self._played, self.chance
        seat = chance.randint(1, 6)
        await self.say(at, c.TakeSeat(seat))
        await self.say(at, c.BuyIn(500_00))
        until = time.monotonic() + chance.uniform(2, 5)
        while time.monotonic() < until and not played.over:
            self._see(at)
            now = at.view.get("round") or {}
            with suppress(Refused):
                if now.get("phase") == "bets are open" and str(seat) not in now["seats"]:
                    wagers = dict.fromkeys(REQUIRED[at.view["game"]], 500)
                    await self.say(at, c.PlaceWagers(seat, wagers, round=now["number"]))
                elif now.get("turn") == seat and at.own.get("choices"):
                    answer = chance.choice(at.own["choices"])["decision"]
                    await self.say(at, c.Decide(seat, answer, now["street"], round=now["number"]))
            await asyncio.sleep(0.02)
        with suppress(Refused):
            await self.say(at, c.Leave(seat))

    def _see(self, at: TableClient) -> None:
        """Keep what the page shows, to be compared with the log."""
        viewer = Account(self.name, AccountRole.PLAYER).person
        reads, page = self._played.reads, f"{self.name}, page {id(at)}"
        reads.check_version(page, at.table, at.version, 0)
        reads.record(at.table, at.version, SeenView(viewer, canonical_json(at.view), None))

    async def say(self, at: TableClient, command: Command) -> None:
        """Ask something, under a new key."""
        key = self.new_key()
        asked = (Account(self.name, AccountRole.PLAYER).key, at.table, key)
        self._played.asked[asked] = command
        self._played.acknowledged[asked] = await self._told(at, command, key)

    def new_key(self) -> str:
        """One that was never used."""
        self._keys += 1
        return f"{self.name}-{self._keys}"

    async def _told(self, at: TableClient, command: Command, key: str) -> int:
        progress = await asyncio.wait_for(at.execute(command, key), 60)
        version: int = progress["version"]
        return version


@asynccontextmanager
async def playing(
    server: Server, kind: type[Player] = Player, names: Sequence[str] = NAMES
) -> AsyncIterator[Played]:
    """A server at which people play; whatever was done to it meanwhile, it stops in peace."""
    played = Played()
    try:
        await server.start()
        for name in names:
            played.tasks.append(asyncio.create_task(kind(server, name, played).play()))
        await played.more()
        yield played
        await asyncio.sleep(1)
        played.over = True
        await asyncio.gather(*played.tasks)
        await asyncio.sleep(3)  # for the rounds that they left to come to an end
        await server.stop()
    except TimeoutError:
        raise AssertionError(f"nobody gets on: {await server.asked('/health')}") from None
    finally:
        await server.kill()
