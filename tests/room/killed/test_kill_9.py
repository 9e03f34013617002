"""RECOV-1: clients play, the server is killed with ``kill -9`` again and again, on both stores.

Afterwards nothing that was acknowledged is missing, nothing is doubled, and the books balance.
"""

import asyncio
import random

import pytest

from tests.room.store.places import Place

from .books import check
from .players import playing
from .servers import Server

KILLS = 2


@pytest.mark.slow
async def test_recov_1_killed_under_load(place: Place) -> None:
    chance, server = random.Random(7), Server(place)
    async with playing(server) as played:
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.5, 2.5))
            await server.kill()
            await server.start()
    await check(place, played)
