"""SEC-5: idle connections time out, and connections per address are limited."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from pitboss.errors import Refused
from pitboss.room.http import connections
from pitboss.room.http.app import create_app
from pitboss.room.http.connections import FRAME_RATE
from pitboss.room.people.accounts import AccountRole
from pitboss.room.rate_limits import FLOOD_CODE, Limits, RateLimit
from pitboss.room.requests import MAX_SUBMISSION_ENTRIES, check_submission_size
from pitboss.room.server import _make_server
from tests.room.http.in_process_room import NO_LIMITS, TABLE, InProcessRoom, error_of


@asynccontextmanager
async def port_of(
    house: InProcessRoom, limits: Limits | None = None, behind: str = ""
) -> AsyncIterator[int]:
    """Run a real server for a room; yield its port."""
    server = _make_server(create_app(house.room, limits), behind)
    server.config.port, server.config.timeout_keep_alive = 0, 1
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
    writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    data = await reader.read()
    writer.close()
    return data


async def test_silent_connection_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "FIRST_REQUEST_TIMEOUT", 0.3)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        assert b"200 OK" in await health(port)
        async with asyncio.timeout(10):
            for reader, writer in silent:
                assert await reader.read() == b""
                writer.close()


async def test_connections_per_address_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 3)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        first = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(10):
            with suppress(ConnectionError):  # another spelling of the same address
                assert await reader.read() == b""
        writer.close()
        for _, item in first:
            item.close()
        await asyncio.sleep(0.2)
        assert b"200 OK" in await health(port)


HEAD = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
SLOW = {
    "slow headers": b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "a slow body": HEAD + b"Content-Length: 5000\r\n\r\n",
    "a slow body in chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n1388\r\n",
}


async def test_request_with_two_lengths_ends_the_connection(tmp_path: Path) -> None:
    """A proxy may take the rest of it for part of the body, so nothing more is read."""
    twice = HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(twice + b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        async with asyncio.timeout(10):
            data = await reader.read()
        writer.close()
        assert data.startswith(b"HTTP/1.1 400")
        assert data.count(b"HTTP/1.1 ") == 1


async def trickle(writer: asyncio.StreamWriter) -> None:
    """Send one byte after another, without end."""
    with suppress(ConnectionError):
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.02)


async def answer_to(port: int, request: bytes) -> bytes:
    """Send this start of a request, then trickle without end; return the response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    trickling = asyncio.create_task(trickle(writer))
    data = b""
    async with asyncio.timeout(5):
        with suppress(ConnectionError):
            while some := await reader.read(1000):
                data += some
    trickling.cancel()
    writer.close()
    return data


FLOODS = {
    "pings": b"\x89\x80\0\0\0\0",
    "pongs": b"\x8a\x80\0\0\0\0",
    "fragments": b"\x00\x80\0\0\0\0",
}
"""Frames without content, masked with zeros."""
UPGRADE = (
    f"GET /api/tables/{TABLE}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize("kind", FLOODS)
async def test_sec_8_a_socket_may_send_a_limited_number_of_frames(
    kind: str, tmp_path: Path
) -> None:
    """Frames that are not messages count too, and most of a flood is not even read."""
    first_frame, frame = b"\x01\x80\0\0\0\0", FLOODS[kind]
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(first_frame + frame * (int(FRAME_RATE.burst) - 10))
        await writer.drain()
        await asyncio.sleep(0.2)
        assert not reader.at_eof()
        writer.write(frame * 100_000)
        start = time.monotonic()
        async with asyncio.timeout(10):
            data = b""
            with suppress(ConnectionError):
                while some := await reader.read(65536):
                    data += some
        writer.close()
        assert FLOOD_CODE.to_bytes(2) in data
        assert time.monotonic() - start < 1
        assert data.count(b"\x8a\x00") < 2 * FRAME_RATE.burst
        assert b"200 OK" in await health(port)


async def test_sec_8_a_flood_counts_as_many_new_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        connections, "NEW_CONNECTIONS", RateLimit(0.001, 2 * connections.FLOOD_COST)
    )
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        for _ in range(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE.encode())
            await reader.readuntil(b"\r\n\r\n")
            writer.write(FLOODS["pings"] * 1000)
            with suppress(ConnectionError):
                while await reader.read(65536):
                    pass
            writer.close()
        with suppress(ConnectionError):
            assert not await health(port)


def test_sec_8_connections_beyond_the_limit_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uses the event loop of a real room, which starts reading by itself."""
    uvloop = pytest.importorskip("uvloop")
    monkeypatch.setattr(connections, "NEW_CONNECTIONS", RateLimit(0.001, 2))

    async def connect_once() -> list[bool]:
        answer_times = []
        async with InProcessRoom(tmp_path) as house, port_of(house) as port:
            for _ in range(3):
                data = b""
                with suppress(ConnectionError):
                    data = await health(port)
                answer_times.append(b"200 OK" in data)
        return answer_times

    assert uvloop.run(connect_once()) == [True, True, False]


async def test_log_4_a_refused_socket_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE.replace(TABLE, "nowhere").encode())
        async with asyncio.timeout(10):
            assert b"there is no table" in await reader.read()
        writer.close()
        await asyncio.sleep(0.1)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_socket_has_no_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_REQUEST_TIMEOUT", "REQUEST_TIMEOUT"):
        monkeypatch.setattr(connections, name, 0.2)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        address = f"ws://127.0.0.1:{port}/api/tables/{TABLE}/socket"
        async with connect(address) as socket, asyncio.timeout(10):
            await asyncio.sleep(0.6)
            for _ in range(2):
                assert msgspec.json.decode(await socket.recv())["type"] in ("view", "beat")
            await (await socket.ping())


@pytest.mark.parametrize("kind", SLOW)
async def test_sec_8_a_request_has_a_deadline(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT", 0.4)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        head, _, body = (await answer_to(port, SLOW[kind])).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 408 ")
        assert b"connection: close" in head.lower()
        assert msgspec.json.decode(body)["error"].startswith("The request took too long")
        assert b"200 OK" in await health(port)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_sec_8_a_body_that_nobody_reads_has_a_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The response is sent at once, and further bytes do not keep the connection open."""
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT", 0.4)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        assert b"200 OK" in await health(port)  # the first request takes longer
        request = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n"
        assert (await answer_to(port, request)).startswith(b"HTTP/1.1 200 ")


async def test_request_in_time_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request has the full time, however many share one connection."""
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT", 0.4)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(4):
            for part in (b"GET /health HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n", b"\r\n"):
                writer.write(part)
                await asyncio.sleep(0.07)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
            await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split()[0]))
        writer.close()


async def test_sec_8_clients_that_request_too_much_have_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a 429 response nothing more is read for a while, however much arrives at once."""
    monkeypatch.setattr(connections, "SLOW_DOWN_PAUSE", 0.3)
    request_bytes = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    few = replace(NO_LIMITS, session=RateLimit(0, 3))
    async with InProcessRoom(tmp_path) as house, port_of(house, few) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_bytes * 100)
        start, statuses = time.monotonic(), []
        for _ in range(6):
            head = await reader.readuntil(b"\r\n\r\n")
            statuses.append(int(head.split()[1]))
            await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split()[0]))
        assert statuses == [200] * 3 + [429] * 3
        assert time.monotonic() - start > 0.6
        writer.close()


async def test_sec_8_new_connections_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that opens too many connections at once has the rest closed unread."""
    monkeypatch.setattr(connections, "NEW_CONNECTIONS", RateLimit(0, 3))
    monkeypatch.setattr(connections, "SLOW_DOWN_PAUSE", 0.3)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        for _ in range(3):
            assert b"200 OK" in await health(port)
        start = time.monotonic()
        with suppress(ConnectionError):
            assert await health(port) == b""
        assert time.monotonic() - start > 0.2


async def test_trusted_proxy_is_not_delayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections through a trusted proxy are neither counted nor delayed."""
    monkeypatch.setattr(connections, "NEW_CONNECTIONS", RateLimit(0, 0))
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 0)
    few = replace(NO_LIMITS, session=RateLimit(0, 0))
    async with InProcessRoom(tmp_path) as house, port_of(house, few, behind="127.0.0.1") as port:
        start = time.monotonic()
        for _ in range(3):
            assert b" 429 " in await health(port)
        assert time.monotonic() - start < 1


async def test_sec_8_clients_that_do_not_read_are_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that requests a lot and reads none of it does not keep its connection."""
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT", 0.4)
    async with InProcessRoom(tmp_path) as house, port_of(house) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        with suppress(ConnectionError):
            async with asyncio.timeout(10):
                while True:  # until the server cuts the connection
                    writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.005)
        assert reader.exception() or writer.is_closing()
        writer.close()


def test_submission_size_is_limited() -> None:
    assert check_submission_size({"table": {"minimum": 500}}) == {"table": {"minimum": 500}}
    for much in (
        {str(n): n for n in range(MAX_SUBMISSION_ENTRIES)},
        {"a": [[[0] * MAX_SUBMISSION_ENTRIES]]},
    ):
        with pytest.raises(Refused, match="is too large: it may have at most"):
            check_submission_size(much)


async def test_sec_5_the_search_for_faults_is_limited(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann", AccountRole.PLAYER)
        much = {"game": "stud-235", "submission": {f"k{n}": 0 for n in range(6000)}}
        for path in ("/api/submissions/check", "/api/lab/rules"):
            answer = await ann.request("POST", path, much)
            assert answer.status_code == 409
            assert "is too large: it may have at most" in error_of(answer)
            assert len(answer.content) < 500


async def test_frequent_chip_requests_are_refused(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.account("Ann", AccountRole.PLAYER)
        service = house.room.account_service
        with pytest.raises(Refused, match="enough chips"):
            await service.grant_chips(ann)
        balance = int(await house.store.balance("player:Ann"))
        from pitboss.room import back_office_events as e
        from pitboss.table.ledger import Posting

        for sentence in ("", "a moment ago"):
            posting = Posting("player:Ann", "house", balance, "posted", "test")
            await house.room.back_office.write(e.ChipsGranted("Ann", -balance), postings=[posting])
            if sentence:
                with pytest.raises(Refused, match=sentence):
                    await service.grant_chips(ann)
            else:
                assert await service.grant_chips(ann) == balance
