"""What one player waits while somebody hostile is there (SEC-8), on the server as it is started.

She buys a chip and sells it again, over and over; half of her waits are shorter than the median.
She is measured without and with each kind of hostile client, in turns.
"""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final

from msgspec import Struct

from pitboss.room.bench.hostile import KINDS, TABLE
from pitboss.room.client import Client, TableClient
from pitboss.table import commands as c

PACE: Final = 0.1
"""Seconds between two requests of hers."""
TURNS: Final = 3
WARM: Final = 2.0
"""Seconds after which a hostile client has all its connections."""
CALM: Final = 1.0
"""Seconds after it has gone."""
_ADDRESS: Final = re.compile(r"open at http://127\.0\.0\.1:(\d+)")


class Waits(Struct, frozen=True):
    """Her median waits."""

    without_ms: float
    with_ms: float
    ratio: float


def measure(seconds: float, progress: Callable[[str], None]) -> Mapping[str, Waits]:
    """Return her waits with each kind of hostile client."""
    return asyncio.run(_measure(seconds, progress))


async def _measure(seconds: float, progress: Callable[[str], None]) -> Mapping[str, Waits]:
    waits = {}
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        for kind in KINDS:
            progress(kind)
            data = Path(folder) / kind.replace(" ", "-")
            async with _served(data) as port, Client(f"http://127.0.0.1:{port}") as ann:
                await ann.come_as_guest("Ann")
                async with ann.table(TABLE) as table:
                    await table.say(c.TakeSeat(1))
                    waits[kind] = await _compare(table, kind, port, seconds)
    return waits


async def _compare(table: TableClient, kind: str, port: int, seconds: float) -> Waits:
    """Without and with it, turn by turn: a busy moment of the machine falls on both sides."""
    await _play(table, CALM)
    without: list[float] = []
    with_: list[float] = []
    for _ in range(TURNS):
        without += await _play(table, seconds / TURNS)
        hostile = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pitboss.room.bench.hostile", kind, str(port)
        )
        try:
            await asyncio.sleep(WARM)
            with_ += await _play(table, seconds / TURNS)
            if hostile.returncode is not None:
                raise AssertionError(f"{kind}: the hostile client has ended")
        finally:
            hostile.kill()
            await hostile.wait()
        await asyncio.sleep(CALM)
    one, other = 1000 * median(without), 1000 * median(with_)
    return Waits(round(one, 2), round(other, 2), round(other / one, 2))


async def _play(table: TableClient, seconds: float) -> list[float]:
    """Buy a chip and sell it, for a while; how long each took."""
    waits: list[float] = []
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        await table.say(c.CashOut() if len(waits) % 2 else c.BuyIn(100))
        waits.append(time.perf_counter() - start)
        await asyncio.sleep(PACE)
    return waits


@asynccontextmanager
async def _served(data: Path) -> AsyncIterator[int]:
    """The port of a new room, served as users do."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", str(data),
        "--key", str(data.with_suffix(".key")),
        stderr=asyncio.subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if "PITBOSS_" not in name},
    )  # fmt: skip
    if server.stderr is None:
        raise AssertionError("the server has no output")
    reading = None
    try:
        while not (match := _ADDRESS.search((await server.stderr.readline()).decode())):
            if server.returncode is not None:
                raise AssertionError("the server has ended")
        reading = asyncio.create_task(_drain(server.stderr))
        yield int(match[1])
    finally:
        if reading is not None:
            reading.cancel()
        server.kill()
        await server.wait()


async def _drain(stream: asyncio.StreamReader) -> None:
    while await stream.read(1 << 16):
        pass
