"""RECOV-3: the disk fails or is full while clients play.

A full disk: a request that cannot be written is refused, and the client is told so. A failed disk:
nobody knows what it holds, so the server writes nothing more, says so, and goes on after a restart.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.client.protocol import Failed
from tests.room.store.places import SqlitePlace

from .books import check
from .disks import Disk, Short, small
from .players import playing
from .servers import Server
from .witness import Witness, witness

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


FULL = "the disk is full"


@contextmanager
def short(folder: Path) -> Iterator[Disk]:
    yield Short(folder)


@pytest.fixture(params=[small, short])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    with request.param(folder) as result:
        yield result


@pytest.mark.slow
async def test_recov_3_full_under_load(disk: Disk) -> None:
    place = SqlitePlace(disk.folder)
    server = Server(place)
    async with playing(server) as played, witness(server, played) as eve:
        for _ in range(TIMES):
            disk.fill(server)
            assert FULL in (await server.until(503))["error"]
            key = await _not_done(eve)
            # What is smaller may still have found room, and the server called itself ready.
            await server.until(503)
            alive, progress = await server.asked("/health")
            assert (alive, progress["status"]) == (200, "failing")
            assert FULL in progress["error"]
            disk.free(server)
            await server.until(200)
            assert not await eve.buys(key)
            assert await eve.buys(key)
            await played.more()
    await check(place, played)


async def _not_done(eve: Witness) -> str:
    """The key of something that is not done, for which there may be just enough room at first."""
    for _ in range(200):
        key = eve.new_key()
        try:
            await eve.buys(key)
        except Failed as failed:
            progress = failed
            break
    else:
        raise AssertionError("everything is written, onto a disk that is full")
    assert FULL in progress.sentence
    assert not progress.uncertain
    return key
