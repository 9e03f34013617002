"""Many who watch one table: what a player there waits while all of them are shown everything."""

import asyncio

from pitboss.room.bench.seats import Seat
from pitboss.room.bench.sockets import served, socket_to
from pitboss.room.bench.taking import Taken, Taking, ended

WARM = 2.0
DECISIONS = 20.0
"""A second: six people who hardly think."""


async def measure(data: str, database: str, onlookers: int, seconds: float) -> Taken:
    """Six play at one table, and so many look on."""
    taking = Taking()
    async with served(data, database, 1) as server:
        ((table, tokens),) = server.tokens.items()

        async def sit(seat: int, token: str) -> None:
            async with socket_to(server.port, table, token) as socket:
                await Seat(taking, socket, seat).play()

        async def look() -> None:
            async with socket_to(server.port, table) as socket:
                async for _ in socket:
                    taking.now.frames += 1

        tasks = [asyncio.create_task(sit(seat, token)) for seat, token in enumerate(tokens, 1)]
        tasks += [asyncio.create_task(look()) for _ in range(onlookers)]
        await asyncio.sleep(WARM)
        found = await taking.paced(seconds, DECISIONS)
        await ended(tasks)
    return found
