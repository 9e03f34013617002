"""Measure how long a player waits while a hostile client attacks (SEC-8), on a real server.

The player buys a chip and sells it again, over and over; her median wait is measured without and
with each kind of hostile client, in turns. A hostile client runs in a process and at an address of
its own, as fast as it can: ``python -m benchmarks.room.hostile KIND PORT``.
"""

import asyncio
import itertools
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks import subprocess_environment
from pitboss.client.client import Client, TableClient
from pitboss.table import commands as c

REQUEST_INTERVAL: Final = 0.1
"""Seconds between two requests of the player."""
TURNS: Final = 3
HOSTILE_WARM_UP: Final = 2.0
"""Seconds after which a hostile client has all its connections."""
COOL_DOWN: Final = 1.0
"""Seconds to wait after a hostile client was stopped."""
_ADDRESS: Final = re.compile(r"open at http://127\.0\.0\.1:(\d+)")


class Waits(Struct, frozen=True):
    """The player's median waits without and with a hostile client."""

    without_ms: float
    with_ms: float
    ratio: float


def measure_hostile(seconds: float, progress: Callable[[str], None]) -> Mapping[str, Waits]:
    """Return the player's waits with each kind of hostile client."""
    return asyncio.run(_measure(seconds, progress))


async def _measure(seconds: float, progress: Callable[[str], None]) -> Mapping[str, Waits]:
    waits = {}
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        for kind in KINDS:
            progress(kind)
            data = Path(folder) / kind.replace(" ", "-")
            async with _start_room(data) as port, Client(f"http://127.0.0.1:{port}") as ann:
                await ann.join_as_guest("Ann")
                async with ann.table(TABLE) as table:
                    await table.execute(c.TakeSeat(1))
                    waits[kind] = await _compare(table, kind, port, seconds)
    return waits


async def _compare(table: TableClient, kind: str, port: int, seconds: float) -> Waits:
    """Measure without and with the client in turns, so that other load affects both alike."""
    await _measure_waits(table, COOL_DOWN)
    without: list[float] = []
    with_: list[float] = []
    for _ in range(TURNS):
        without += await _measure_waits(table, seconds / TURNS)
        hostile = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.room.hostile", kind, str(port),
            env=subprocess_environment(),
        )  # fmt: skip
        try:
            await asyncio.sleep(HOSTILE_WARM_UP)
            with_ += await _measure_waits(table, seconds / TURNS)
            if hostile.returncode is not None:
                raise AssertionError(f"{kind}: the hostile client has ended")
        finally:
            hostile.kill()
            await hostile.wait()
        await asyncio.sleep(COOL_DOWN)
    without_ms, with_ms = 1000 * median(without), 1000 * median(with_)
    return Waits(round(without_ms, 2), round(with_ms, 2), round(with_ms / without_ms, 2))


async def _measure_waits(table: TableClient, seconds: float) -> list[float]:
    """Buy a chip and sell it for some seconds; return how long each request took."""
    waits: list[float] = []
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        await table.execute(c.CashOut() if len(waits) % 2 else c.BuyIn(100))
        waits.append(time.perf_counter() - start)
        await asyncio.sleep(REQUEST_INTERVAL)
    return waits


@asynccontextmanager
async def _start_room(data: Path) -> AsyncIterator[int]:
    """Serve a new room with `pitboss serve`, and give its port."""
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


SERVER: Final = "127.0.0.1"
ADDRESS: Final = "127.0.0.2"
"""The client's address; limits are by address, and the player has another."""
BUSY_CONNECTIONS: Final = 20
"""Connections that send a request as soon as the last one is answered."""
IDLE_CONNECTIONS: Final = 700
"""Connections that send next to nothing."""
TABLE: Final = "criss-cross"
HostileClient = Callable[[int], Coroutine[Any, Any, None]]


async def made_up_tokens(port: int) -> None:
    """Send another made-up token with every request."""
    numbers = itertools.count()
    await _flood(port, lambda: _get("/api/me", token=f"made-up-{next(numbers)}"))


async def api_descriptions(port: int) -> None:
    """Request the largest response that anybody can get."""
    await _flood(port, lambda: _get("/api/openapi.json"))


async def lobbies(port: int) -> None:
    """Request the list of tables again and again."""
    await _flood(port, lambda: _get("/api/tables"))


async def wrong_passwords(port: int) -> None:
    """Try to sign in, under another name each time."""
    numbers = itertools.count()

    def attempt() -> bytes:
        body = {"name": f"Nobody {next(numbers)}", "password": "wrong horse battery"}
        return _post("/api/session", body)

    await _flood(port, attempt)


async def histories(port: int) -> None:
    """Request a guest's history, which is empty but read from the whole log."""
    token = await _open_guest(port)
    await _flood(port, lambda: _get("/api/me/history", token=token))


async def new_guests(port: int) -> None:
    """Open a new account with every request."""
    await _flood(port, lambda: _post("/api/accounts", {}))


async def slow_bodies(port: int) -> None:
    """Send a byte per second over many connections."""
    head = (
        b"POST /api/submissions/check HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
    )

    async def trickle() -> None:
        async with _connection(port) as (_, writer):
            writer.write(head)
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(1)

    await _repeat(trickle, IDLE_CONNECTIONS)


_UPGRADE: Final = (
    f"GET /api/tables/{TABLE}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()


async def silent_sockets(port: int) -> None:
    """Open sockets that watch a table and read nothing."""

    async def say_nothing() -> None:
        async with _connection(port) as (reader, writer):
            writer.write(_UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(10)

    await _repeat(say_nothing, IDLE_CONNECTIONS)


async def pings(port: int) -> None:
    """Open sockets that send only pings, as many as possible."""
    frames = b"\x89\x80\0\0\0\0" * 1000

    async def ping() -> None:
        async with _connection(port) as (reader, writer):
            writer.write(_UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            while not reader.at_eof():
                writer.write(frames)
                await writer.drain()
                await asyncio.sleep(0)

    await _repeat(ping, BUSY_CONNECTIONS)


async def one_chip_buy_ins(port: int) -> None:
    """Buy and sell chips at the player's table, as fast as one socket allows."""
    token = await _open_guest(port)

    async def buy() -> None:
        async with connect(
            f"ws://{SERVER}:{port}/api/tables/{TABLE}/socket",
            additional_headers={"Authorization": f"Bearer {token}"},
            local_addr=(ADDRESS, 0),
            compression=None,
        ) as socket:
            reading = asyncio.create_task(_drain_socket(socket.recv))
            try:
                await socket.send(_command(0, {"type": "TakeSeat", "seat": 6}))
                for number in itertools.count(1):
                    kind = {"type": "BuyIn", "cents": 100} if number % 2 else {"type": "CashOut"}
                    await socket.send(_command(number, kind))
                    await asyncio.sleep(0.045)
            finally:
                reading.cancel()

    await _repeat(buy, 1)


KINDS: Final[Mapping[str, HostileClient]] = {
    "made-up tokens": made_up_tokens,
    "slow bodies": slow_bodies,
    "API descriptions": api_descriptions,
    "lobbies": lobbies,
    "wrong passwords": wrong_passwords,
    "histories": histories,
    "new guests": new_guests,
    "one-chip buy-ins": one_chip_buy_ins,
    "silent sockets": silent_sockets,
    "pings": pings,
}


@asynccontextmanager
async def _connection(
    port: int,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(SERVER, port, local_addr=(ADDRESS, 0))
    try:
        yield reader, writer
    finally:
        writer.close()


async def _repeat(work: Callable[[], Awaitable[None]], at_once: int) -> None:
    """Run work many times at once, and start it again whenever it is cut off."""

    async def repeat() -> None:
        while True:
            with suppress(OSError, EOFError, WebSocketException):
                await work()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(repeat() for _ in range(at_once)))


async def _flood(port: int, request: Callable[[], bytes]) -> None:
    async def ask() -> None:
        async with _connection(port) as (reader, writer):
            while True:
                writer.write(request())
                await _read_response(reader)

    await _repeat(ask, BUSY_CONNECTIONS)


async def _read_response(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return the head and body of a response."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
    return head, await reader.readexactly(int(length or 0))


async def _open_guest(port: int) -> str:
    """Open a guest's account and return its session token."""
    async with _connection(port) as (reader, writer):
        writer.write(_post("/api/accounts", {}))
        head, _ = await _read_response(reader)
    return head.partition(b"pitboss_session=")[2].split(b";")[0].decode()


async def _drain_socket(receive: Callable[[], Awaitable[object]]) -> None:
    with suppress(WebSocketException):
        while True:
            await receive()


def _command(number: int, command: object) -> str:
    body = {"id": number, "key": f"hostile-{number}-{id(command)}", "command": command}
    return msgspec.json.encode(body).decode()


def _get(path: str, token: str = "") -> bytes:
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nHost: {SERVER}\r\n{bearer}\r\n".encode()


def _post(path: str, body: object) -> bytes:
    content = msgspec.json.encode(body)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {SERVER}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(KINDS[sys.argv[1]](int(sys.argv[2])))
