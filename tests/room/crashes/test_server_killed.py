"""RECOV-1: a server is shut down gracefully, or killed with ``kill -9`` again and again.

A graceful shutdown finishes the tables and closes the sockets; a kill loses nothing acknowledged.
"""

import asyncio
import random
import re
import signal
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pitboss.client.client import Client
from pitboss.room.audit.auditor import audit
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.table import commands as c
from tests.room.store.store_locations import StoreLocation

from .log_checks import check
from .recording_players import players_at
from .server_process import ServerProcess

RESTARTS = 1012


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["term", "int"])
async def test_a_signal_closes_the_room(tmp_path: Path, number: signal.Signals) -> None:
    data, key = tmp_path / "data", tmp_path / "key"
    options = ["--port", "0", "--data", str(data), "--key", str(key)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pitboss", "serve", *options, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    line = (await asyncio.wait_for(process.stderr.readline(), 30)).decode()
    address = re.findall(r"http://[^\s/]+", line)[0]
    purchases = 0
    async with Client(address) as ann:
        await ann.join_as_guest("Ann")
        await ann.execute("criss-cross", c.TakeSeat(1))
        url = f"{address.replace('http', 'ws', 1)}/api/tables/criss-cross/socket"
        async with connect(url) as watching:

            async def buy_chips() -> None:
                nonlocal purchases
                while True:
                    await ann.execute("criss-cross", c.BuyIn(1_00))
                    purchases += 1

            task = asyncio.create_task(buy_chips())
            async with asyncio.timeout(20):
                while purchases < 20:
                    await asyncio.sleep(0.01)
            assert (data / f"{DATABASE_FILE}-wal").stat().st_size > 0
            process.send_signal(number)
            async with asyncio.timeout(20):
                with suppress(ConnectionClosed):
                    while True:
                        await watching.recv()
            assert watching.close_code == RESTARTS
            code = await asyncio.wait_for(process.wait(), 20)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
    left = (await process.stderr.read()).decode()
    assert code == 0, left
    assert "Traceback" not in left
    wal = data / f"{DATABASE_FILE}-wal"
    assert not wal.exists() or wal.stat().st_size == 0
    with sqlite3.connect(data / DATABASE_FILE) as db:
        kind = "SELECT count(*) FROM entries WHERE kind = 'BoughtIn'"
        assert db.execute(kind).fetchone()[0] in (purchases, purchases + 1)
    store = await open_read_only(file=data / DATABASE_FILE)
    result = await audit(store)
    await store.close()
    assert result.findings == ()


KILLS = 2


@pytest.mark.slow
async def test_recov_1_killed_under_load(place: StoreLocation) -> None:
    chance, server = random.Random(7), ServerProcess(place)
    async with players_at(server) as log:
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.5, 2.5))
            await server.kill()
            await server.start()
    await check(place, log)
