"""Players at a failing server, who record every request and its acknowledgment."""

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
from .server_process import ServerProcess

NAMES = ("Ann", "Bob", "Cyd", "Dan")
REQUIRED = {
    "criss-cross": ("ante_across", "ante_down"),
    "stud-235": ("two_card", "three_card", "five_card"),
}
RequestKey = tuple[str, str, str]
"""Account, table and key."""


class RequestLog:
    """All requests to the server, and its acknowledgments."""

    def __init__(self) -> None:
        self.requests: dict[RequestKey, Command] = {}
        self.acks: dict[RequestKey, int] = {}
        """The acknowledged version of each request."""
        self.reads = ViewLog()
        """The views that clients received."""
        self.over = False
        self.tasks: list[asyncio.Task[None]] = []
        """The tasks of the players."""

    async def wait_for_more(self, answers: int = 20) -> None:
        """Wait until this many more requests are acknowledged."""
        enough = len(self.acks) + answers
        async with asyncio.timeout(60):
            while len(self.acks) < enough:
                for task in self.tasks:
                    if task.done():  # no player stops unless told to
                        task.result()
                await asyncio.sleep(0.02)


class Player:
    """A player who plays until the log is marked as over."""

    def __init__(self, server: ServerProcess, name: str, log: RequestLog) -> None:
        self.client, self.name, self._log = Client(server.address), name, log
        self.chance = random.Random(name)
        self._keys = 0

    async def play(self) -> None:
        """Play at one table after another."""
        async with self.client:
            await self._come_in()
            while not self._log.over:
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
            except Refused:  # the account was opened, but the response was lost
                self.name += "+"

    async def _sit(self, at: TableClient) -> None:
        log, chance = self._log, self.chance
        seat = chance.randint(1, 6)
        await self.execute(at, c.TakeSeat(seat))
        await self.execute(at, c.BuyIn(500_00))
        until = time.monotonic() + chance.uniform(2, 5)
        while time.monotonic() < until and not log.over:
            self._see(at)
            round_ = at.view.get("round") or {}
            with suppress(Refused):
                if round_.get("phase") == "bets are open" and str(seat) not in round_["seats"]:
                    wagers = dict.fromkeys(REQUIRED[at.view["game"]], 500)
                    await self.execute(at, c.PlaceWagers(seat, wagers, round=round_["number"]))
                elif round_.get("turn") == seat and at.own.get("choices"):
                    answer = chance.choice(at.own["choices"])["decision"]
                    await self.execute(
                        at, c.Decide(seat, answer, round_["street"], round=round_["number"])
                    )
            await asyncio.sleep(0.02)
        with suppress(Refused):
            await self.execute(at, c.Leave(seat))

    def _see(self, at: TableClient) -> None:
        """Record the current view, to compare it with the log later."""
        viewer = Account(self.name, AccountRole.PLAYER).person
        reads, page = self._log.reads, f"{self.name}, page {id(at)}"
        reads.check_version(page, at.table, at.version, 0)
        reads.record(at.table, at.version, SeenView(viewer, canonical_json(at.view), None))

    async def execute(self, at: TableClient, command: Command) -> None:
        """Send a command under a new key and record its acknowledgment."""
        key = self.new_key()
        request_key = (Account(self.name, AccountRole.PLAYER).key, at.table, key)
        self._log.requests[request_key] = command
        self._log.acks[request_key] = await self._execute_with_key(at, command, key)

    def new_key(self) -> str:
        """Return an unused key."""
        self._keys += 1
        return f"{self.name}-{self._keys}"

    async def _execute_with_key(self, at: TableClient, command: Command, key: str) -> int:
        response = await asyncio.wait_for(at.execute(command, key), 60)
        version: int = response["version"]
        return version


@asynccontextmanager
async def players_at(
    server: ServerProcess, kind: type[Player] = Player, names: Sequence[str] = NAMES
) -> AsyncIterator[RequestLog]:
    """Run players at a server, then stop the players and the server in order."""
    log = RequestLog()
    try:
        await server.start()
        for name in names:
            log.tasks.append(asyncio.create_task(kind(server, name, log).play()))
        await log.wait_for_more()
        yield log
        await asyncio.sleep(1)
        log.over = True
        await asyncio.gather(*log.tasks)
        await asyncio.sleep(3)  # for the rounds still open to end
        await server.stop()
    except TimeoutError:
        raise AssertionError(f"nobody gets on: {await server.get('/health')}") from None
    finally:
        await server.kill()
