"""A client that sends one request at a time and never retries."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pitboss.client.client import Client
from pitboss.errors import Refused
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.table import commands as c
from pitboss.table.commands import Command

from .recording_players import RequestLog
from .server_process import ServerProcess

NAME = "Eve"
TABLE = "stud"


class ProbeClient:
    """A seated player who buys chips to see what the room answers."""

    def __init__(self, client: Client, log: RequestLog) -> None:
        self._client, self._log = client, log
        self._keys = 0

    def new_key(self) -> str:
        """Return an unused key."""
        self._keys += 1
        return f"{NAME}-{self._keys}"

    async def buy_chips(self, key: str) -> bool:
        """Buy a dollar in chips; return whether this key had been used before."""
        return await self._execute(c.BuyIn(1_00), key)

    async def take_seat(self) -> None:
        """Take the first free seat."""
        while True:
            for seat in range(1, 7):
                try:
                    await self._execute(c.TakeSeat(seat), self.new_key())
                    return
                except Refused:
                    continue

    async def _execute(self, command: Command, key: str) -> bool:
        request_key = (Account(NAME, AccountRole.PLAYER).key, TABLE, key)
        self._log.requests[request_key] = command
        path = f"/api/tables/{TABLE}/commands"
        response = await self._client.request("POST", path, command, key)
        self._log.acks[request_key] = response["version"]
        return bool(response["again"])


@asynccontextmanager
async def seated_probe(server: ServerProcess, log: RequestLog) -> AsyncIterator[ProbeClient]:
    """Join a running server as a guest and take a seat."""
    async with Client(server.address) as client:
        await client.join_as_guest(NAME)
        result = ProbeClient(client, log)
        await result.take_seat()
        yield result
