"""Connections from node to node: one socket to each other node, which carries many messages.

What is sent at about the same time travels in one frame, so that a busy room needs few of them. A
request that was sent without a response may have been carried out: its outcome is uncertain.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Final, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from pitboss.client.protocol import Failed
from pitboss.room.nodes.link import (
    CONNECT_TIMEOUT,
    LINK_PATH,
    NODE_HEADER,
    NODE_NAME_HEADER,
    NODE_UNREACHABLE,
    REQUEST_TIMEOUT,
    CommandRequest,
    CommittedLines,
    ForwardedCommand,
    LinesListener,
    NodeReply,
    NodeRequest,
    NodeUnreachable,
    Presence,
    PresenceAnswer,
    PresenceRequest,
    Response,
    error_of,
)
from pitboss.room.requests import Ack

T = TypeVar("T")
FLUSH_DELAY: Final = 0.001
"""Seconds for which a message waits for others that can share its frame."""
MAX_QUEUED_MESSAGES: Final = 10_000
"""Messages that wait for a node that does not read; beyond that, its connection is closed."""
SEND_ERRORS: Final = (OSError, WebSocketException, RuntimeError)

_reply_decoder: Final = msgspec.msgpack.Decoder(list[NodeReply])
_request_decoder: Final = msgspec.msgpack.Decoder(list[NodeRequest])
_encode: Final = msgspec.msgpack.encode


def decode_requests(frame: bytes) -> list[NodeRequest]:
    """Decode a frame of requests; raise `msgspec.MsgspecError` if it is none."""
    return _request_decoder.decode(frame)


class MessageQueue:
    """The messages that wait to be sent on one connection."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send
        self._messages: list[NodeRequest | NodeReply] = []
        self._wake_event = asyncio.Event()

    @property
    def is_full(self) -> bool:
        """Whether the other side has not been reading for long."""
        return len(self._messages) >= MAX_QUEUED_MESSAGES

    def put(self, message: NodeRequest | NodeReply) -> None:
        """Send a message soon."""
        self._messages.append(message)
        self._wake_event.set()

    async def run(self) -> None:
        """Send messages until canceled, or until that fails."""
        while True:
            await self._wake_event.wait()
            await asyncio.sleep(FLUSH_DELAY)
            self._wake_event.clear()
            messages, self._messages = self._messages, []
            await self._send(_encode(messages))


class _Channel:
    """An open connection to another node."""

    def __init__(self, connection: ClientConnection, on_lines: LinesListener) -> None:
        self._connection, self._on_lines = connection, on_lines
        self._queue = MessageQueue(connection.send)
        self._numbers = count(1)
        self._pending: dict[int, asyncio.Future[Response]] = {}
        works = (self._queue.run, self._read)
        self._tasks = [asyncio.create_task(self._run(work)) for work in works]
        self._last_frame_at = 0.0
        """The loop's time at which the other node last sent something."""
        self.is_open = True

    async def request(self, make: Callable[[int], NodeRequest]) -> Response:
        """Send a request with a number of its own, and return the response."""
        if not self.is_open or self._queue.is_full:
            raise NodeUnreachable
        loop, number = asyncio.get_running_loop(), next(self._numbers)
        future: asyncio.Future[Response] = loop.create_future()
        self._pending[number] = future
        self._queue.put(make(number))
        timeout = loop.call_later(REQUEST_TIMEOUT, self._expire, future, loop.time())
        try:
            return await future
        finally:
            timeout.cancel()
            self._pending.pop(number, None)

    def _expire(self, future: "asyncio.Future[Response]", sent_at: float) -> None:
        """Fail a request without a response; if nothing at all has come, the node is gone."""
        if not future.done():
            future.set_exception(_uncertain())
        if self._last_frame_at < sent_at:
            self.close()

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except (*SEND_ERRORS, msgspec.MsgspecError):
            pass
        finally:
            self.close()

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        async for frame in self._connection:
            self._last_frame_at = loop.time()
            for reply in _reply_decoder.decode(frame if isinstance(frame, bytes) else b""):
                if isinstance(reply, CommittedLines):
                    self._on_lines(reply)
                elif (future := self._pending.get(reply.id)) is not None and not future.done():
                    future.set_result(reply)

    def close(self) -> None:
        """Close the connection; the outcome of what has no response is uncertain."""
        if not self.is_open:
            return
        self.is_open = False
        for future in self._pending.values():
            if not future.done():
                future.set_exception(_uncertain())
        for task in self._tasks:
            task.cancel()
        self._connection.transport.abort()


def _uncertain() -> Failed:
    return Failed(NODE_UNREACHABLE, uncertain=True, retry=True)


def _ignore_lines(_: CommittedLines) -> None:
    """Drop lines while nobody listens."""


class SocketLink:
    """The connections of one node to all others."""

    def __init__(self, node: str, token: str) -> None:
        """Create the link of the named node; connections are opened when they are needed."""
        self.token = token
        self.on_lines: LinesListener = _ignore_lines
        self._headers = {NODE_HEADER: token, NODE_NAME_HEADER: node}
        self._channels: dict[str, asyncio.Task[_Channel]] = {}
        self.client = httpx.AsyncClient(
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=64),
            trust_env=False,
        )
        """For requests of people that are passed on."""

    async def execute(self, address: str, table: str, command: ForwardedCommand) -> Ack:
        """Have the owner of a table carry a command out."""
        channel = await self._channel(address)
        response = await channel.request(lambda number: CommandRequest(number, table, command))
        return _decode(response, Ack)

    async def report_presence(self, address: str, presence: Presence) -> PresenceAnswer:
        """Tell another node who watches its tables."""
        channel = await self._channel(address)
        response = await channel.request(lambda number: PresenceRequest(number, presence))
        return _decode(response, PresenceAnswer)

    async def _channel(self, address: str) -> _Channel:
        """Return the open connection to an address; requests at the same time share one."""
        task = self._channels.get(address)
        if task is None or (task.done() and (_has_failed(task) or not task.result().is_open)):
            task = self._channels[address] = asyncio.create_task(self._connect(address))
        return await asyncio.shield(task)

    async def _connect(self, address: str) -> _Channel:
        url = "ws" + address.removeprefix("http") + LINK_PATH
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                connection = await connect(
                    url,
                    additional_headers=self._headers,
                    compression=None,
                    max_size=None,
                    open_timeout=None,
                    ping_interval=None,  # presence is reported every second
                    proxy=None,
                )
        except (OSError, TimeoutError, WebSocketException):
            raise NodeUnreachable from None
        return _Channel(connection, self._note_lines)

    def _note_lines(self, lines: CommittedLines) -> None:
        self.on_lines(lines)

    async def close(self) -> None:
        """Close all connections."""
        for task in self._channels.values():
            task.cancel()
            with suppress(asyncio.CancelledError, NodeUnreachable):
                (await task).close()
        self._channels.clear()
        await self.client.aclose()


def _has_failed(task: "asyncio.Task[_Channel]") -> bool:
    return task.cancelled() or task.exception() is not None


def _decode(response: Response, type_: type[T]) -> T:
    if response.status != 200:
        raise error_of(response.status, response.body)
    return msgspec.json.decode(response.body, type=type_)
