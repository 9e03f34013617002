"""RECOV-3: the disk fails while clients play. Nobody knows what it holds: nothing more is written.

It is told, and a server that is started again, once the disk was looked at, goes on.
"""

import resource
from pathlib import Path

import pytest

from pitboss.client.protocol import Failed
from tests.room.store.places import SqlitePlace

from .books import check
from .players import playing
from .servers import Server
from .witness import witness

TIMES = 1
FAILED = "the disk failed"


def fail(server: Server, folder: Path) -> None:
    """The system takes no more of what the server appends: a write is an error, or half done."""
    _let_grow(server, max(path.stat().st_size for path in folder.iterdir()) + 6_000)


def mend(server: Server) -> None:
    """Everything can be written again."""
    _let_grow(server, resource.getrlimit(resource.RLIMIT_FSIZE)[0])


def _let_grow(server: Server, longest: int) -> None:
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (longest, most))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits for another process")
async def test_recov_3_failed_under_load(sqlite_place: SqlitePlace, tmp_path: Path) -> None:
    server = Server(sqlite_place)
    async with playing(server) as played, witness(server, played) as eve:
        for _ in range(TIMES):
            fail(server, tmp_path)
            assert FAILED in (await server.until(503))["error"]
            key = eve.new_key()
            with pytest.raises(Failed, match=FAILED):
                await eve.buys(key)
            mend(server)
            with pytest.raises(Failed, match=FAILED):
                await eve.buys(key)
            await server.kill()
            await server.start()
            assert not await eve.buys(key)
            assert await eve.buys(key)
            await played.more()
    await check(sqlite_place, played)
