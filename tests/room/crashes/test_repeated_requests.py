"""LEDG-2: every request is sent twice, by two routes, in either order, and again later.

The server is killed halfway, so that it knows old requests only from what it stored.
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
from tests.room.store.store_locations import StoreLocation

from .log_checks import check
from .quick_server import TABLES
from .recording_players import REQUIRED, Player, players_at
from .server_process import ServerProcess

Answer = dict[str, Any]
Execute = Callable[[Command, str], Coroutine[Any, Any, Answer]]


class RepeatingPlayer(Player):
    """A player with two sockets to a table, and HTTP as well."""

    other: TableClient

    async def _sit(self, at: TableClient) -> None:
        async with self.client.table(at.table) as self.other:
            await super()._sit(at)

    async def _execute_with_key(self, at: TableClient, command: Command, key: str) -> int:
        version = await self._twice(at, command, key)
        if self.chance.random() < 0.5:
            await self._late()
        if self.chance.random() < 0.5:
            await self._stale(at)
        await self._with_another_body(at.table, key)
        return version

    async def _twice(self, at: TableClient, command: Command, key: str) -> int:
        """Send a request by two of three routes; check that it has effect at most once."""
        ways: list[Execute] = [
            at.execute,
            self.other.execute,
            partial(self.client.execute, at.table),
        ]
        tasks: list[asyncio.Task[Answer]] = []
        for way in self.chance.sample(ways, 2):
            tasks.append(asyncio.create_task(way(command, key)))
            await asyncio.sleep(self.chance.choice((0, 0, 0.005, 0.03)))
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        successes: list[Answer] = [answer for answer in answers if isinstance(answer, dict)]
        for answer in answers:
            if isinstance(answer, BaseException) and (
                not successes or not isinstance(answer, Refused)
            ):
                raise answer
        # A request that came too early is refused and not stored; the other may have been in time.
        response = await self.client.execute(at.table, command, key)
        assert response["again"]
        assert {item["version"] for item in successes} == {response["version"]}
        assert sum(not item["again"] for item in successes) <= 1
        version: int = response["version"]
        return version

    async def _late(self) -> None:
        """Repeat an old request after the table has changed."""
        own = [request_key for request_key in self._log.acks if request_key[0] == self.name.lower()]
        if own:
            request_key = self.chance.choice(own)
            _, table, key = request_key
            response = await self.client.execute(table, self._log.requests[request_key], key)
            assert response["again"]
            assert response["version"] == self._log.acks[request_key]

    async def _stale(self, at: TableClient) -> None:
        """Send requests for a round that is over, under unused keys."""
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
        with pytest.raises(
            Refused, match="this idempotency key was already used for a different request"
        ):
            await self.client.execute(table, c.BuyIn(123_00), key)


@pytest.mark.slow
async def test_ledg_2_everything_twice(place: StoreLocation) -> None:
    server = ServerProcess(place)
    async with players_at(server, RepeatingPlayer) as log:
        await log.wait_for_more(30)
        await server.kill()
        await server.start()
        await log.wait_for_more(30)
    await check(place, log)
