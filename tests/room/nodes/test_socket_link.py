"""The connection between two nodes, over a real socket, to a room that does what a test says."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.http import connections
from pitboss.room.http.nodes import NodeGate
from pitboss.room.nodes import socket_link
from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.nodes.link import (
    LINK_PATH,
    NODE_HEADER,
    CommittedLines,
    ForwardedCommand,
    LinesListener,
    NodeUnreachable,
    Presence,
    PresenceAnswer,
    RelayedRefusal,
)
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.nodes.socket_link import SocketLink
from pitboss.room.rate_limits import RateLimit
from pitboss.room.requests import Ack
from pitboss.room.server import _make_server
from pitboss.room.store.interface import SealedSeed
from pitboss.table import commands as c

NODE_TOKEN = "the token of the nodes"  # noqa: S105  of these tests alone
COMMAND = ForwardedCommand("ann", c.TakeSeat(3), "key")
Execute = Callable[[str, ForwardedCommand], Awaitable[Ack]]


async def accept(_: str, __: ForwardedCommand) -> Ack:
    return Ack(7)


class FakeRoom:
    """The room of the node that owns the tables."""

    def __init__(self, execute: Execute) -> None:
        self.execute_forwarded = execute
        self.listeners: dict[str, LinesListener] = {}

    def receive_presence(self, presence: Presence) -> PresenceAnswer:
        return PresenceAnswer({"felt": f"stopped for {presence.node}"})

    def add_lines_listener(self, node: str, listener: LinesListener) -> None:
        self.listeners[node] = listener

    def remove_lines_listener(self, node: str, listener: LinesListener) -> None:
        assert self.listeners.pop(node) == listener


@asynccontextmanager
async def serving(execute: Execute = accept) -> AsyncIterator[tuple[FakeRoom, str]]:
    """Serve a room to other nodes, and give its address."""
    room = FakeRoom(execute)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": event["text"]})

    gate = NodeGate(app, cast(SharedRoom, room), NODE_TOKEN)
    server = _make_server(cast(Any, gate), "")
    server.config.port = 0
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield room, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def open_link(token: str = NODE_TOKEN) -> AsyncIterator[SocketLink]:
    link = SocketLink("other", token)
    try:
        yield link
    finally:
        await link.close()


async def _chat(client: ClientConnection, messages: int) -> None:
    for _ in range(messages):
        await client.send("hello")
        await client.recv()


async def test_responses_reach_whoever_asked() -> None:
    """A slow command holds up no other one, and each gets its own response."""
    gate = asyncio.Event()

    async def execute(table: str, request: ForwardedCommand) -> Ack:
        assert request == COMMAND
        if table == "slow":
            await gate.wait()
        return Ack(len(table))

    async with serving(execute) as (_, address), open_link() as link:
        slow = asyncio.create_task(link.execute(address, "slow", COMMAND))
        tables = ["a" * size for size in range(10, 40)]
        acks = await asyncio.gather(*(link.execute(address, table, COMMAND) for table in tables))
        assert [ack.version for ack in acks] == [*range(10, 40)]
        answer = await link.report_presence(address, Presence("me", {"felt": ("ann",)}, ("ann",)))
        assert answer == PresenceAnswer({"felt": "stopped for me"})
        assert not slow.done()
        gate.set()
        assert await slow == Ack(4)


@pytest.mark.parametrize(
    ("error", "expected", "sentence"),
    [
        (OwnershipLost(), OwnershipLost, "moved"),
        (Refused("the seat is taken", "SEAT-1"), RelayedRefusal, "the seat is taken"),
        (Failed("nothing was done", retry=True), Failed, "nothing was done"),
        (ValueError("a secret"), Failed, "something went wrong on the server: try again later"),
    ],
)
async def test_errors_are_what_they_were(
    error: Exception, expected: type[Exception], sentence: str
) -> None:
    async def execute(_: str, __: ForwardedCommand) -> Ack:
        raise error

    async with serving(execute) as (_, address), open_link() as link:
        with pytest.raises(expected, match=sentence) as caught_error:
            await link.execute(address, "felt", COMMAND)
        if isinstance(error, Failed) and isinstance(caught_error.value, Failed):
            assert caught_error.value.retry == error.retry
        assert "secret" not in str(caught_error.value)


async def test_lines_arrive_in_order_until_the_connection_ends() -> None:
    """They may be longer than what a client may send, and more than a client may send."""
    arrivals: list[CommittedLines] = []
    messages = [
        CommittedLines("felt", n, (b"x" * 20_000, b"\xff"), (SealedSeed(n, b"\0seed"),))
        for n in range(300)
    ]
    async with serving() as (room, address), open_link() as link:
        link.on_lines = arrivals.append
        await link.execute(address, "felt", COMMAND)
        assert [*room.listeners] == ["other"]
        for lines in messages:
            room.listeners["other"](lines)
        async with asyncio.timeout(10):
            while len(arrivals) < len(messages):
                await asyncio.sleep(0.01)
        assert arrivals == messages
        await link.close()
        async with asyncio.timeout(10):
            while room.listeners:
                await asyncio.sleep(0.01)


async def test_sec_8_limits_apply_only_to_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another node may send many long frames, and whoever only claims to be one may not."""
    monkeypatch.setattr(connections, "FRAME_RATE", RateLimit(1, 5))
    long_command = ForwardedCommand("ann", c.TakeSeat(3), "k" * 30_000)
    async with serving() as (_, address), open_link() as link:
        for _ in range(20):
            assert await link.execute(address, "felt", long_command) == Ack(7)
        url = "ws" + address.removeprefix("http")
        async with connect(f"{url}/elsewhere", proxy=None) as client:
            with pytest.raises(ConnectionClosed):
                await _chat(client, 20)


async def test_sec_5_only_nodes_connect() -> None:
    async with serving() as (room, address), open_link("a guess") as link:
        with pytest.raises(NodeUnreachable):
            await link.execute(address, "felt", COMMAND)
        url = "ws" + address.removeprefix("http") + LINK_PATH
        for headers in ({}, {NODE_HEADER: "a guess"}):
            with pytest.raises(InvalidStatus):
                async with connect(url, additional_headers=headers, proxy=None):
                    pass
        assert not room.listeners


async def test_message_of_another_version_closes_the_connection() -> None:
    async with serving() as (room, address):
        url = "ws" + address.removeprefix("http") + LINK_PATH
        headers = {NODE_HEADER: NODE_TOKEN}
        for frame in (b"\xc1", b"\x80", "text"):
            async with connect(url, additional_headers=headers, proxy=None) as connection:
                await connection.send(frame)
                with pytest.raises(ConnectionClosed):
                    await connection.recv()
                assert connection.close_code == 1003
        assert not room.listeners


async def test_node_that_is_gone_is_unreachable_until_it_returns() -> None:
    async with open_link() as link:
        with pytest.raises(NodeUnreachable):
            await link.execute("http://127.0.0.1:1", "felt", COMMAND)
        async with serving() as (_, address):
            assert await link.execute(address, "felt", COMMAND) == Ack(7)
        with pytest.raises(NodeUnreachable):
            await link.execute(address, "felt", COMMAND)


async def test_silence_leaves_the_outcome_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was sent may have been done; the next request uses a new connection."""
    monkeypatch.setattr(socket_link, "REQUEST_TIMEOUT", 0.2)
    is_silent = True

    async def execute(_: str, __: ForwardedCommand) -> Ack:
        if is_silent:
            await asyncio.sleep(60)
        return Ack(7)

    async with serving(execute) as (_, address), open_link() as link:
        with pytest.raises(Failed) as caught_error:
            await link.execute(address, "felt", COMMAND)
        assert caught_error.value.uncertain
        assert caught_error.value.retry
        is_silent = False
        assert await link.execute(address, "felt", COMMAND) == Ack(7)


async def test_one_slow_command_keeps_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what the other node does not respond to fails, as long as it responds to something."""
    monkeypatch.setattr(socket_link, "REQUEST_TIMEOUT", 0.4)

    async def execute(table: str, _: ForwardedCommand) -> Ack:
        await asyncio.sleep(60 if table == "stuck" else 0)
        return Ack(7)

    async with serving(execute) as (_, address), open_link() as link:
        stuck = asyncio.create_task(link.execute(address, "stuck", COMMAND))
        await asyncio.sleep(0.2)
        channel = await link._channel(address)
        assert await link.execute(address, "felt", COMMAND) == Ack(7)
        with pytest.raises(Failed):
            await stuck
        assert await link._channel(address) is channel
