"""One hostile client, in a process of its own and at an address of its own: as much as it can do.

python -m pitboss.room.bench.hostile KIND PORT
"""

import asyncio
import itertools
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

SERVER: Final = "127.0.0.1"
ADDRESS: Final = "127.0.0.2"
"""Where it comes from: limits count by address, and hers is another."""
AT_ONCE: Final = 20
"""Connections that ask for something, each as soon as it is answered."""
MANY: Final = 700
"""Connections that ask for nothing."""
TABLE: Final = "criss-cross"
Hostile = Callable[[int], Coroutine[Any, Any, None]]


async def made_up_tokens(port: int) -> None:
    """Another token for every request."""
    numbers = itertools.count()
    await _flood(port, lambda: _get("/api/me", token=f"made-up-{next(numbers)}"))


async def api_descriptions(port: int) -> None:
    """The largest answer that anybody can have."""
    await _flood(port, lambda: _get("/api/openapi.json"))


async def lobbies(port: int) -> None:
    """All tables, again and again."""
    await _flood(port, lambda: _get("/api/tables"))


async def wrong_passwords(port: int) -> None:
    """Attempts to sign in, each under another name."""
    numbers = itertools.count()

    def attempt() -> bytes:
        body = {"name": f"Nobody {next(numbers)}", "password": "wrong horse battery"}
        return _post("/api/session", body)

    await _flood(port, attempt)


async def histories(port: int) -> None:
    """A guest's history, which is empty and read from the whole log."""
    token = await _guest(port)
    await _flood(port, lambda: _get("/api/me/history", token=token))


async def new_guests(port: int) -> None:
    """A new account with every request."""
    await _flood(port, lambda: _post("/api/accounts", {}))


async def slow_bodies(port: int) -> None:
    """A byte per second, over many connections."""
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

    await _repeat(trickle, MANY)


_UPGRADE: Final = (
    f"GET /api/tables/{TABLE}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()


async def silent_sockets(port: int) -> None:
    """Sockets that watch a table and read nothing."""

    async def say_nothing() -> None:
        async with _connection(port) as (reader, writer):
            writer.write(_UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(10)

    await _repeat(say_nothing, MANY)


async def pings(port: int) -> None:
    """Sockets that send nothing but pings, as many as go through."""
    some = b"\x89\x80\0\0\0\0" * 1000

    async def ping() -> None:
        async with _connection(port) as (reader, writer):
            writer.write(_UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            while not reader.at_eof():
                writer.write(some)
                await writer.drain()
                await asyncio.sleep(0)

    await _repeat(ping, AT_ONCE)


async def one_chip_buy_ins(port: int) -> None:
    """Chips bought and sold at her table, as fast as one socket takes them."""
    token = await _guest(port)

    async def buy() -> None:
        async with connect(
            f"ws://{SERVER}:{port}/api/tables/{TABLE}/socket",
            additional_headers={"Authorization": f"Bearer {token}"},
            local_addr=(ADDRESS, 0),
            compression=None,
        ) as socket:
            reading = asyncio.create_task(_read(socket.recv))
            try:
                await socket.send(_command(0, {"type": "TakeSeat", "seat": 6}))
                for number in itertools.count(1):
                    kind = {"type": "BuyIn", "cents": 100} if number % 2 else {"type": "CashOut"}
                    await socket.send(_command(number, kind))
                    await asyncio.sleep(0.045)
            finally:
                reading.cancel()

    await _repeat(buy, 1)


KINDS: Final[Mapping[str, Hostile]] = {
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
    """Do something many times at once, and again wherever it was cut off."""

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
                await _answer(reader)

    await _repeat(ask, AT_ONCE)


async def _answer(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Head and body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
    return head, await reader.readexactly(int(length or 0))


async def _guest(port: int) -> str:
    """The token of somebody new."""
    async with _connection(port) as (reader, writer):
        writer.write(_post("/api/accounts", {}))
        head, _ = await _answer(reader)
    return head.partition(b"pitboss_session=")[2].split(b";")[0].decode()


async def _read(receive: Callable[[], Awaitable[object]]) -> None:
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
