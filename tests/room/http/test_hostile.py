"""SEC-8: hostile clients of every kind, as `pitboss bench hostile` runs them, beside a player."""

import asyncio
import sys
from pathlib import Path

import pytest

from benchmarks.room.hostile import KINDS, TABLE
from pitboss.client.client import Client
from pitboss.table import commands as c
from tests.room.http.houses import House
from tests.room.http.test_connections import port_of


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is not everywhere")
@pytest.mark.parametrize("kind", KINDS)
async def test_sec_8_a_player_goes_on_beside(kind: str, tmp_path: Path) -> None:
    """Nothing that one of them does ends the room, itself, or her connection."""
    async with House(tmp_path, games={TABLE: TABLE}) as house, port_of(house) as port:
        hostile = asyncio.create_task(KINDS[kind](port))
        async with Client(f"http://127.0.0.1:{port}") as ann:
            await ann.join_as_guest("Ann")
            async with ann.table(TABLE) as table:
                await table.execute(c.TakeSeat(1))
                for _ in range(10):
                    await table.execute(c.BuyIn(100))
                    await asyncio.sleep(0.05)
                assert table.view["chips"]["Ann"] == 1000
        assert not hostile.done()
        hostile.cancel()
        await asyncio.gather(hostile, return_exceptions=True)
