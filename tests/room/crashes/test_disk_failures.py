"""RECOV-3: the disk fails or is full while clients play.

On a full disk, a request that cannot be written is refused and its client is told so. After a disk
failure nobody knows what the disk holds: the server stops writing, reports it, and continues after
a restart.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.client.protocol import Failed
from tests.room.store.store_locations import SqliteLocation

from .full_disks import Disk, Short, small
from .log_checks import check
from .probe_client import ProbeClient, seated_probe
from .recording_players import players_at
from .server_process import ServerProcess

TIMES = 1
FAILED = "the disk failed"


def fail(server: ServerProcess, folder: Path) -> None:
    """Make the server's writes fail, with an error or a partial write."""
    _let_grow(server, max(path.stat().st_size for path in folder.iterdir()) + 6_000)


def mend(server: ServerProcess) -> None:
    """Let writes succeed again."""
    _let_grow(server, resource.getrlimit(resource.RLIMIT_FSIZE)[0])


def _let_grow(server: ServerProcess, longest: int) -> None:
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (longest, most))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits for another process")
async def test_recov_3_failed_under_load(sqlite_place: SqliteLocation, tmp_path: Path) -> None:
    server = ServerProcess(sqlite_place)
    async with players_at(server) as log, seated_probe(server, log) as eve:
        for _ in range(TIMES):
            fail(server, tmp_path)
            assert FAILED in (await server.wait_for_status(503))["error"]
            key = eve.new_key()
            with pytest.raises(Failed, match=FAILED):
                await eve.buy_chips(key)
            mend(server)
            with pytest.raises(Failed, match=FAILED):
                await eve.buy_chips(key)
            await server.kill()
            await server.start()
            assert not await eve.buy_chips(key)
            assert await eve.buy_chips(key)
            await log.wait_for_more()
    await check(sqlite_place, log)


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
    place = SqliteLocation(disk.folder)
    server = ServerProcess(place)
    async with players_at(server) as log, seated_probe(server, log) as eve:
        for _ in range(TIMES):
            disk.fill(server)
            assert FULL in (await server.wait_for_status(503))["error"]
            key = await _not_done(eve)
            # A smaller write may still have fit, after which the server reported that it was ready.
            await server.wait_for_status(503)
            alive, body = await server.get("/health")
            assert (alive, body["status"]) == (200, "failing")
            assert FULL in body["error"]
            disk.free(server)
            await server.wait_for_status(200)
            assert not await eve.buy_chips(key)
            assert await eve.buy_chips(key)
            await log.wait_for_more()
    await check(place, log)


async def _not_done(eve: ProbeClient) -> str:
    """Return the key of a request that failed; the first ones may still fit on the disk."""
    for _ in range(200):
        key = eve.new_key()
        try:
            await eve.buy_chips(key)
        except Failed as failed:
            expected_error = failed
            break
    else:
        raise AssertionError("everything is written, onto a disk that is full")
    assert FULL in expected_error.sentence
    assert not expected_error.uncertain
    return key
