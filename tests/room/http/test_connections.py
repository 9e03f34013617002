"""SEC-5: who connects and says nothing is not waited for, and one address has no end of lines."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import uvicorn

from pitboss.refusal import Refused
from pitboss.room.bounds import MOST_ENTRIES, bounded
from pitboss.room.http import connections
from pitboss.room.http.app import create_app
from pitboss.room.http.connections import Connection
from pitboss.room.people.accounts import Part
from tests.room.http.houses import House, error_of


@asynccontextmanager
async def port_of(house: House) -> AsyncIterator[int]:
    """A real server in front of a house."""
    config = uvicorn.Config(
        create_app(house.room), port=0, log_config=None, lifespan="off", http=Connection
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def health(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /health HTTP/1.1\r\nHost: room\r\nConnection: close\r\n\r\n")
    told = await reader.read()
    writer.close()
    return told


async def test_silence_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENT", 0.3)
    async with House(tmp_path) as house, port_of(house) as port:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        assert b"200 OK" in await health(port)
        async with asyncio.timeout(10):
            for reader, writer in silent:
                assert await reader.read() == b""
                writer.close()


async def test_one_address_has_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST", 3)
    async with House(tmp_path) as house, port_of(house) as port:
        first = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(10):
            with suppress(ConnectionError):  # which says the same
                assert await reader.read() == b""
        writer.close()
        for _, one in first:
            one.close()
        await asyncio.sleep(0.2)
        assert b"200 OK" in await health(port)


def test_a_submission_has_an_end() -> None:
    assert bounded({"table": {"minimum": 500}}) == {"table": {"minimum": 500}}
    for much in ({str(n): n for n in range(MOST_ENTRIES)}, {"a": [[[0] * MOST_ENTRIES]]}):
        with pytest.raises(Refused, match="entries at most"):
            bounded(much)


async def test_sec_5_faults_without_end_are_not_looked_for(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        ann = await house.comes("Ann", Part.PLAYER)
        much = {"game": "stud-235", "submission": {f"k{n}": 0 for n in range(6000)}}
        for path in ("/api/submissions/check", "/api/lab/rules"):
            answer = await ann.request("POST", path, much)
            assert answer.status_code == 409
            assert "entries at most" in error_of(answer)
            assert len(answer.content) < 500


async def test_play_chips_come_once_in_a_while(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        ann = await house.account("Ann", Part.PLAYER)
        door = house.room.door
        with pytest.raises(Refused, match="chips enough"):
            await door.grant(ann)
        held = int(await house.store.balance("player:Ann"))
        from pitboss.room import office_events as e
        from pitboss.table.ledger import Posting

        for told in ("", "a moment ago"):
            taken = Posting("player:Ann", "house", held, "posted", "test")
            await house.room.office.write(e.ChipsGranted("Ann", -held), postings=[taken])
            if told:
                with pytest.raises(Refused, match=told):
                    await door.grant(ann)
            else:
                assert await door.grant(ann) == held
