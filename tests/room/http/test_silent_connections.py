"""SEC-8, TIME-1: both sides detect a silent connection within five seconds."""

import asyncio
import base64
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect

from pitboss.client.client import Client
from pitboss.room.stored_table import TableSettings
from pitboss.room.viewers import beat_frame
from pitboss.table import commands as c
from tests.room.http.in_process_room import TABLE
from tests.room.http.threaded_server import ThreadedServer
from tests.web.cuttable_proxy import Wire

NOTICE_SECONDS = 5.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path) as result:
        yield result


async def test_server_detects_a_silent_client(server: ThreadedServer) -> None:
    """A client that answers no ping has lost its machine or its connection."""
    host, port = server.address.removeprefix("http://").split(":")
    token = server.run(server.house.sign_in("Ann")).token
    reader, writer = await asyncio.open_connection(host, int(port))
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    writer.write(
        f"GET /api/tables/{TABLE}/socket HTTP/1.1\r\nHost: {host}:{port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    watchers = server.house.room.hub(TABLE).watchers
    start = time.monotonic()
    while not watchers:
        await asyncio.sleep(0.01)
    while watchers:
        assert time.monotonic() - start < NOTICE_SECONDS
        await asyncio.sleep(0.05)
    writer.close()


async def test_quiet_table_sends_heartbeats(server: ThreadedServer) -> None:
    """Pages cannot see pings, so they get a frame every two seconds in any case."""
    address = server.address.replace("http", "ws", 1)
    async with connect(f"{address}/api/tables/{TABLE}/socket") as socket:
        kinds: list[str] = []
        last = time.monotonic()
        while len(kinds) < 4:
            kinds.append(msgspec.json.decode(await socket.recv())["type"])
            assert time.monotonic() - last < NOTICE_SECONDS - 1.5
            last = time.monotonic()
    assert kinds == ["view", "beat", "beat", "beat"]


async def test_heartbeats_have_the_remaining_time(server: ThreadedServer) -> None:
    """It is never more than the time that is really left."""
    room = server.house.room
    server.run(room.create_table("paced", "Paced", "stud-235", TableSettings()))
    async with Client(server.address) as ann:
        await ann.join_as_guest("Ann")
        async with ann.table("paced") as table:
            await table.execute(c.TakeSeat(1))
            await table.execute(c.BuyIn(100_00))
            await table.wait_until(lambda: table.view.get("round"))
            wagers = {"two_card": 500, "three_card": 500, "five_card": 500}
            await table.execute(c.PlaceWagers(1, wagers))
            await table.wait_until(lambda: table.own.get("choices"))
            promises: list[float] = []
            for _ in range(3):
                before, table.countdown = table.countdown, None
                while table.countdown is None:
                    await asyncio.sleep(0.01)
                seconds_shown, left = (
                    table.countdown["seconds"],
                    room.hub("paced").actor.countdown(),
                )
                assert left is not None
                assert seconds_shown - 0.5 < left[1] < 30
                promises.append(seconds_shown)
                assert before is None or before["for"] == "answers"
            assert promises == sorted(promises, reverse=True)


def test_heartbeat_never_overstates_the_time() -> None:
    assert (
        beat_frame(("answers", 2.19)) == b'{"type":"beat","clock":{"for":"answers","seconds":2.1}}'
    )
    assert beat_frame(("bets", 0.04)) == b'{"type":"beat","clock":{"for":"bets","seconds":0.0}}'
    assert beat_frame(None) == b'{"type":"beat"}'


async def test_client_detects_a_silent_room(server: ThreadedServer) -> None:
    """The connection hangs without an error; pending commands are repeated over a new one."""
    with Wire(server.address) as wire:
        async with Client(wire.address) as ann:
            await ann.join_as_guest("Ann")
            async with ann.table(TABLE) as table:
                before = table._socket
                wire.hush()
                start = time.monotonic()
                while table._socket is before:
                    assert time.monotonic() - start < NOTICE_SECONDS
                    await asyncio.sleep(0.05)
                wire.mend()
                response = await table.execute(c.TakeSeat(1))
                await table.wait_until(lambda: table.version >= response["version"])
                assert table.view["players"] == {"1": "Ann"}
