"""Through real sockets: six at each table, the server in another process."""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from pitboss.room.bench.seats import Seat
from pitboss.room.bench.taking import Taken, Taking, ended

WARM = 2.0


class Server(Struct, frozen=True):
    """Where it is, and who may come in."""

    port: int
    tokens: Mapping[str, Sequence[str]]
    """Of the players of each table, by their seats."""


@asynccontextmanager
async def served(data: str, database: str, tables: int) -> AsyncIterator[Server]:
    """A room in a process of its own, as long as it is needed."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pitboss.room.bench.served", data, database, str(tables),
        stdout=asyncio.subprocess.PIPE, limit=1 << 24,
    )  # fmt: skip
    try:
        if server.stdout is None:
            raise AssertionError("the server has no output")
        yield msgspec.json.decode(await server.stdout.readline(), type=Server)
    finally:
        server.kill()
        await server.wait()


@asynccontextmanager
async def socket_to(port: int, table: str, token: str = "") -> AsyncIterator[ClientConnection]:
    """A line to a table; without a token, an onlooker's."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with connect(
        f"ws://127.0.0.1:{port}/api/tables/{table}/socket",
        additional_headers=headers,
        compression=None,
        max_size=None,
        open_timeout=60,
    ) as found:
        yield found


async def measure(
    data: str, database: str, tables: int, seconds: float, rate: float
) -> tuple[Taken, ...]:
    """Play for a while, at full tilt and then at so many decisions a second."""
    taking = Taking()
    async with served(data, database, tables) as server:

        async def sit(table: str, seat: int, token: str) -> None:
            async with socket_to(server.port, table, token) as socket:
                await Seat(taking, socket, seat).play()

        tasks = [
            asyncio.create_task(sit(table, seat, token))
            for table, tokens in server.tokens.items()
            for seat, token in enumerate(tokens, 1)
        ]
        await asyncio.sleep(WARM + tables / 100)
        found = await taking.thrice(seconds, rate)
        await ended(tasks)
    return found
