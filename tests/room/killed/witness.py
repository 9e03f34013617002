"""Somebody who asks one thing at a time, and does not ask again by itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pitboss.client.client import Client
from pitboss.errors import Refused
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.table import commands as c
from pitboss.table.commands import Command

from .players import Played
from .servers import Server

NAME = "Eve"
TABLE = "stud"


class Witness:
    """Has a seat, and buys chips in order to see what the room answers."""

    def __init__(self, client: Client, played: Played) -> None:
        self._client, self._played = client, played
        self._keys = 0

    def new_key(self) -> str:
        """One that was never used."""
        self._keys += 1
        return f"{NAME}-{self._keys}"

    async def buys(self, key: str) -> bool:
        """A dollar's worth; whether it had been done before under this key."""
        return await self._says(c.BuyIn(1_00), key)

    async def sits_down(self) -> None:
        """Wherever there is a seat."""
        while True:
            for seat in range(1, 7):
                try:
                    await self._says(c.TakeSeat(seat), self.new_key())
                    return
                except Refused:
                    continue

    async def _says(self, command: Command, key: str) -> bool:
        asked = (Account(NAME, AccountRole.PLAYER).key, TABLE, key)
        self._played.asked[asked] = command
        path = f"/api/tables/{TABLE}/commands"
        progress = await self._client.request("POST", path, command, key)
        self._played.acknowledged[asked] = progress["version"]
        return bool(progress["again"])


@asynccontextmanager
async def witness(server: Server, played: Played) -> AsyncIterator[Witness]:
    """At a server that answers."""
    async with Client(server.address) as client:
        await client.join_as_guest(NAME)
        result = Witness(client, played)
        await result.sits_down()
        yield result
