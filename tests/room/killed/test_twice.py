"""LEDG-2: clients say everything twice, in two ways, in either order, and again when it is over.

Halfway the server is killed, so that what it knows of old requests is only what it wrote.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from pitboss.client.client import TableClient
from pitboss.errors import Refused
from pitboss.table import commands as c
from pitboss.table.commands import Command
from tests.room.store.places import Place

from .books import check
from .players import REQUIRED, Player, playing
from .quick_server import TABLES
from .servers import Server

Told = dict[str, Any]
Say = Callable[[Command, str], Coroutine[Any, Any, Told]]


class Twice(Player):
    """Somebody with two sockets to a table, and HTTP beside them."""

    other: TableClient

    async def _sit(self, at: TableClient) -> None:
        async with self.client.table(at.table) as self.other:
            await super()._sit(at)

    async def _told(self, at: TableClient, command: Command, key: str) -> int:
        version = await self._twice(at, command, key)
        if self.chance.random() < 0.5:
            await self._late()
        if self.chance.random() < 0.5:
            await self._stale(at)
        await self._with_another_body(at.table, key)
        return version

    async def _twice(self, at: TableClient, command: Command, key: str) -> int:
        """Over two of three ways, a moment apart or none; it is done once, or refused."""
        ways: list[Say] = [at.execute, self.other.execute, partial(self.client.execute, at.table)]
        tasks: list[asyncio.Task[Told]] = []
        for way in self.chance.sample(ways, 2):
            tasks.append(asyncio.create_task(way(command, key)))
            await asyncio.sleep(self.chance.choice((0, 0, 0.005, 0.03)))
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        done: list[Told] = [answer for answer in answers if isinstance(answer, dict)]
        for answer in answers:
            if isinstance(answer, BaseException) and (not done or not isinstance(answer, Refused)):
                raise answer
        # One that came too soon is refused, and not kept: the other may have been in time.
        progress = await self.client.execute(at.table, command, key)
        assert progress["again"]
        assert {item["version"] for item in done} == {progress["version"]}
        assert sum(not item["again"] for item in done) <= 1
        version: int = progress["version"]
        return version

    async def _late(self) -> None:
        """Something that was done long ago, when all is different."""
        own = [asked for asked in self._played.acknowledged if asked[0] == self.name.lower()]
        if own:
            asked = self.chance.choice(own)
            _, table, key = asked
            progress = await self.client.execute(table, self._played.asked[asked], key)
            assert progress["again"]
            assert progress["version"] == self._played.acknowledged[asked]

    async def _stale(self, at: TableClient) -> None:
        """What belongs to a round that is over, under keys that were never used."""
        over = (at.view.get("round") or {}).get("number", 0) - 1
        if over < 1:
            return
        seat = self.chance.randint(1, 6)
        wagers = dict.fromkeys(REQUIRED[TABLES[at.table]], 500)
        for command in (
            c.PlaceWagers(seat, wagers, round=over),
            c.Decide(seat, "check", "raise_five", round=over),
            c.Decide(seat, "fold", "across", round=over),
        ):
            with pytest.raises(Refused):
                await self.client.execute(at.table, command, self.new_key())

    async def _with_another_body(self, table: str, key: str) -> None:
        with pytest.raises(Refused, match="this key was already used for a different request"):
            await self.client.execute(table, c.BuyIn(123_00), key)


@pytest.mark.slow
async def test_ledg_2_everything_twice(place: Place) -> None:
    server = Server(place)
    async with playing(server, Twice) as played:
        await played.more(30)
        await server.kill()
        await server.start()
        await played.more(30)
    await check(place, played)
