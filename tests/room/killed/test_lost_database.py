"""RECOV-1: clients play while the room loses its database, again and again.

The room itself goes on, and is still the only one that may write.
"""

import asyncio
import os
import random
import signal

import pytest

from pitboss.room.store import StoreInUse
from pitboss.room.store.opening import open_store
from tests.room.store.places import PostgresPlace
from tests.room.store.test_lost import OTHERS

from .books import check
from .players import playing
from .servers import Server

LOSSES = 10
OWNERS = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"


@pytest.mark.slow
async def test_recov_1_connections_ended_under_load(postgres_place: PostgresPlace) -> None:
    chance, server = random.Random(5), Server(postgres_place)
    owners = set()
    async with playing(server) as played:
        for _ in range(LOSSES):
            await asyncio.sleep(chance.random() / 3)
            owners.update(await postgres_place.raw(OWNERS))
            await postgres_place.raw(f"SELECT pg_terminate_backend(pid) {OTHERS}")
        await server.until(200)
        with pytest.raises(StoreInUse):
            await open_store(*postgres_place.named)
        await played.more()
    assert len(owners) > LOSSES / 2, "it was hardly ever lost"
    await check(postgres_place, played)


@pytest.mark.slow
async def test_recov_1_database_started_again_under_load(postgres_place: PostgresPlace) -> None:
    server = Server(postgres_place)
    async with playing(server) as played:
        for mode in ("fast", "immediate"):
            await postgres_place.server.restart(mode)
            await server.until(200)
            await played.more()
        assert server.pid
    await check(postgres_place, played)


@pytest.mark.slow
async def test_recov_1_another_room_took_over(postgres_place: PostgresPlace) -> None:
    """It slept, lost its connections and another had the database: it never writes again."""
    server = Server(postgres_place)
    async with playing(server) as played:
        os.kill(server.pid, signal.SIGSTOP)
        await postgres_place.raw(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")
        other = await open_store(*postgres_place.named)
        os.kill(server.pid, signal.SIGCONT)
        assert "in use by another pitboss" in (await server.until(503))["error"]
        await other.close()
        await asyncio.sleep(1.5)  # long enough for every table to try again
        status, progress = await server.asked()
        assert status == 503
        assert "restart this one" in progress["error"]
        await server.stop()
        await server.start()
        await played.more()
    await check(postgres_place, played)
