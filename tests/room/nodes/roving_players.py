"""Players who reach any node of a room at any time, and repeat requests at others."""

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

import httpx

from pitboss.client.client import Client, TableClient
from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.table import commands as c
from pitboss.table.commands import Command
from tests.room.crashes.recording_players import Player, RequestLog

STAKE = 500
HTTP_TIMEOUT = 4.0
RESPONSE_LIMIT = 90.0
"""Seconds after which an unanswered request is a fault."""
PLAYER_GONE = (Failed, OSError, TimeoutError, httpx.TransportError)


class RovingClient(Client):
    """A client that reaches another node with every connection, as through a proxy."""

    def __init__(self, addresses: Sequence[str], token: str, chance: random.Random) -> None:
        self._addresses, self._chance = addresses, chance
        super().__init__(addresses[0], token)
        self._http.timeout = httpx.Timeout(HTTP_TIMEOUT)

    @property
    def address(self) -> str:
        """The address of any node."""
        return self._chance.choice(self._addresses)

    @address.setter
    def address(self, value: str) -> None:
        """Ignore the one that a client begins with."""

    async def request(self, method: str, path: str, body: object = None, key: str = "") -> object:
        """Send a request to any node."""
        self._http.base_url = httpx.URL(self.address)
        return await super().request(method, path, body, key)


class RovingPlayer(Player):
    """A player who plays at any table, through any node, until the log is marked as over."""

    def __init__(
        self,
        addresses: Sequence[str],
        name: str,
        token: str,
        log: RequestLog,
        tables: Mapping[str, str],
    ) -> None:
        self.name, self._log, self._tables = name, log, tables
        self.chance = random.Random(name)
        self.client = RovingClient(addresses, token, self.chance)
        self._keys = 0
        self.repeats = 0
        """Requests that were repeated, at any node, after they had been answered."""

    async def play(self) -> None:
        """Play at one table after another."""
        async with self.client:
            while not self._log.over:
                table = self.chance.choice([*self._tables])
                try:
                    async with asyncio.timeout(RESPONSE_LIMIT), self.client.table(table) as at:
                        await self._sit(at)
                except (Refused, *PLAYER_GONE):
                    await asyncio.sleep(self.chance.uniform(0.1, 0.3))

    async def _sit(self, at: TableClient) -> None:
        log, chance = self._log, self.chance
        seats = at.view.get("players", {})
        free = [seat for seat in range(1, 7) if str(seat) not in seats]
        if not free:
            return
        seat = chance.choice(free)
        await self.execute(at, c.TakeSeat(seat))
        await self.execute(at, c.BuyIn(500_00))
        until = time.monotonic() + chance.uniform(5, 15)
        version = -1
        while time.monotonic() < until and not log.over:
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await at.wait_until(lambda: at.version != version)  # noqa: B023
            version = at.version
            self._see(at)
            round_ = at.view.get("round") or {}
            with suppress(Refused):
                if round_.get("phase") == "bets are open" and str(seat) not in round_["seats"]:
                    required = [wager.key for wager in GAMES[self._tables[at.table]].required]
                    wagers = dict.fromkeys(required, STAKE)
                    place = c.PlaceWagers(seat, wagers, round=round_["number"])
                    await asyncio.sleep(chance.uniform(0, 0.3))
                    await self.execute(at, place)
                elif round_.get("turn") == seat and at.own.get("choices"):
                    answer = chance.choice(at.own["choices"])["decision"]
                    decide = c.Decide(seat, answer, round_["street"], round=round_["number"])
                    await asyncio.sleep(chance.uniform(0, 0.2))
                    await self.execute(at, decide)
        with suppress(Refused):
            await self.execute(at, c.Leave(seat))

    async def _execute_with_key(self, at: TableClient, command: Command, key: str) -> int:
        """Send it until it is answered, sometimes to two nodes at once, and once more later."""
        if self.chance.random() < 0.15:
            version = await self._at_two_nodes(at, command, key)
        else:
            version = await self._until_answered(at, command, key)
        if self.chance.random() < 0.15:
            again = await self._over_http(at.table, command, key)
            self._check_repeat(key, again, version)
        return version

    async def _until_answered(self, at: TableClient, command: Command, key: str) -> int:
        deadline = time.monotonic() + RESPONSE_LIMIT
        while True:
            try:
                async with asyncio.timeout(self.chance.uniform(2, 6)):
                    response = await at.execute(command, key)
            except PLAYER_GONE:
                assert time.monotonic() < deadline, f"nobody answers {key} at {at.table}"
            else:
                version: int = response["version"]
                return version

    async def _over_http(self, table: str, command: Command, key: str) -> dict[str, object]:
        deadline = time.monotonic() + RESPONSE_LIMIT
        while True:
            try:
                return await self.client.execute(table, command, key)
            except PLAYER_GONE:
                assert time.monotonic() < deadline, f"nobody answers {key} at {table}"

    async def _at_two_nodes(self, at: TableClient, command: Command, key: str) -> int:
        """Send it over the socket and over HTTP at once, and check that it has effect once."""
        responses = await asyncio.gather(
            self._until_answered(at, command, key),
            self._over_http(at.table, command, key),
            return_exceptions=True,
        )
        for response in responses:
            if isinstance(response, BaseException) and not isinstance(response, Refused):
                raise response
        if all(isinstance(response, Refused) for response in responses):
            raise Refused(str(responses[0]))
        # A request that came too early was refused and not stored: the other was in time.
        again = await self._over_http(at.table, command, key)
        versions = {
            response["version"] if isinstance(response, dict) else response
            for response in responses
            if not isinstance(response, Refused)
        }
        assert len(versions) == 1, f"{key} was done twice, at {versions}"
        version = versions.pop()
        assert isinstance(version, int)
        self._check_repeat(key, again, version)
        return version

    def _check_repeat(self, key: str, response: Mapping[str, object], version: int) -> None:
        self.repeats += 1
        assert response["again"], f"{key} was done again"
        assert response["version"] == version, f"{key} was acknowledged with two versions"

    @property
    def person_key(self) -> str:
        """The key of the player's account."""
        return Account(self.name, AccountRole.PLAYER).key
