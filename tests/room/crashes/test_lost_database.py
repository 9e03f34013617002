"""RECOV-1: clients play while the room loses its database connections again and again.

The room keeps running and remains the only writer.
"""

import asyncio
import os
import random
import signal

import pytest

from pitboss.room.store import StoreInUse
from pitboss.room.store.opening import open_store
from tests.room.store.store_locations import PostgresLocation
from tests.room.store.test_connection_lost import OTHERS

from .log_checks import check
from .recording_players import players_at
from .server_process import ServerProcess

LOSSES = 10
OWNERS = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"


@pytest.mark.slow
async def test_recov_1_connections_ended_under_load(postgres_place: PostgresLocation) -> None:
    chance, server = random.Random(5), ServerProcess(postgres_place)
    owners = set()
    async with players_at(server) as log:
        for _ in range(LOSSES):
            await asyncio.sleep(chance.random() / 3)
            owners.update(await postgres_place.raw(OWNERS))
            await postgres_place.raw(f"SELECT pg_terminate_backend(pid) {OTHERS}")
        await server.wait_for_status(200)
        with pytest.raises(StoreInUse):
            await open_store(*postgres_place.open_arguments)
        await log.wait_for_more()
    assert len(owners) > LOSSES / 2, "it was hardly ever lost"
    await check(postgres_place, log)


@pytest.mark.slow
async def test_recov_1_database_restarted_under_load(postgres_place: PostgresLocation) -> None:
    server = ServerProcess(postgres_place)
    async with players_at(server) as log:
        for mode in ("fast", "immediate"):
            await postgres_place.server.restart(mode)
            await server.wait_for_status(200)
            await log.wait_for_more()
        assert server.pid
    await check(postgres_place, log)


@pytest.mark.slow
async def test_recov_1_another_room_took_over(postgres_place: PostgresLocation) -> None:
    """A paused room that lost its connections to another room never writes again."""
    server = ServerProcess(postgres_place)
    async with players_at(server) as log:
        os.kill(server.pid, signal.SIGSTOP)
        await postgres_place.raw(f"SELECT pg_terminate_backend(pid, 5000) {OTHERS}")
        other = await open_store(*postgres_place.open_arguments)
        os.kill(server.pid, signal.SIGCONT)
        assert "in use by another pitboss" in (await server.wait_for_status(503))["error"]
        await other.close()
        await asyncio.sleep(1.5)  # long enough for every table to retry
        status, body = await server.get()
        assert status == 503
        assert "restart this one" in body["error"]
        await server.stop()
        await server.start()
        await log.wait_for_more()
    await check(postgres_place, log)
