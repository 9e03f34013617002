"""A WebSocket to an ASGI application in this process, without a network."""

import asyncio
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec
from starlette.types import ASGIApp

from pitboss.client.client import merge
from pitboss.table.commands import Command

Json = dict[str, Any]
Event = MutableMapping[str, Any]


class SocketClosed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Socket:
    """The client's end of one socket."""

    def __init__(
        self,
        app: ASGIApp,
        path: str,
        query: str,
        headers: Mapping[str, str],
        inbox: list[bytes] | None = None,
        address: str = "10.0.0.1",
    ) -> None:
        self._app, self._headers, self._address = app, headers, address
        self._path, self._query = path, query
        self._in: asyncio.Queue[Event] = asyncio.Queue()
        self._out: asyncio.Queue[Event] = asyncio.Queue()
        self._reads = asyncio.Event()
        self._reads.set()
        self._task: asyncio.Task[None] | None = None
        self._ids = 0
        self.inbox = [] if inbox is None else inbox
        self.view: Json = {}
        self.own: Json = {}
        self.version = -1

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Open the socket; raise `SocketClosed` if the server refuses."""
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1",
            "scheme": "ws", "path": self._path, "raw_path": self._path.encode(),
            "root_path": "", "query_string": self._query.encode(), "subprotocols": [],
            "headers": [(k.lower().encode(), v.encode()) for k, v in self._headers.items()],
            "client": (self._address, 5), "server": ("room.test", 80), "state": {},
        }  # fmt: skip
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(scope, self._in.get, self._receive))  # type: ignore[arg-type]
        event = await self._next()
        assert event["type"] == "websocket.accept"

    async def close(self) -> None:
        """Close the socket."""
        self._reads.set()
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await asyncio.wait_for(self._task, 10)

    def deafen(self) -> None:
        """Stop reading, so that the server's sends block."""
        self._reads.clear()

    async def _receive(self, event: Event) -> None:
        await self._reads.wait()
        self._out.put_nowait(event)

    async def _next(self, patience: float = 10) -> Event:
        assert self._task is not None
        getting = asyncio.ensure_future(self._out.get())
        completed_tasks, _ = await asyncio.wait(
            (getting, self._task), timeout=patience, return_when=asyncio.FIRST_COMPLETED
        )
        if getting not in completed_tasks and not self._out.empty():
            completed_tasks = {getting}
        if getting not in completed_tasks:
            getting.cancel()
            if self._task in completed_tasks:
                self._task.result()
                raise SocketClosed(1006, "the application has ended")
            raise TimeoutError
        event = await getting
        if event["type"] == "websocket.close":
            raise SocketClosed(event.get("code", 1000), event.get("reason") or "")
        return event

    # Frames

    def send(self, text: str | bytes) -> None:
        """Send a text or binary message without encoding it."""
        kind = "text" if isinstance(text, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", kind: text})

    async def frame(self, patience: float = 10) -> Json:
        """Return the next frame; apply it first if it is a view or a change."""
        text = (await self._next(patience))["text"]
        reply: Json = msgspec.json.decode(text)
        if reply["type"] == "beat":  # heartbeats, sent by the clock
            return await self.frame(patience)
        self.inbox.append(text.encode())
        if reply["type"] in ("view", "change"):
            if reply["type"] == "view":
                self.view = reply["view"]
            else:
                assert reply["since"] in (self.version, reply["version"]), reply
                merge(self.view, reply["patch"])
            self.own = reply.get("own", self.own)
            self.version = reply["version"]
        return reply

    async def up_to(self, version: int) -> None:
        """Read until the view has this version."""
        while self.version < version:
            await self.frame()

    async def drain(self) -> None:
        """Read all frames that have arrived."""
        for _ in range(8):
            await asyncio.sleep(0)
        while not self._out.empty():
            await self.frame()

    def send_command(self, command: Command, key: str = "") -> int:
        """Send a command without waiting for its reply; return its number."""
        self._ids += 1
        body = {"id": self._ids, "key": key, "command": command}
        self.send(msgspec.json.encode(body).decode())
        return self._ids

    async def execute(self, command: Command, key: str = "") -> Json:
        """Send a command and return its reply, reading the frames before it."""
        number = self.send_command(command, key)
        while True:
            reply = await self.frame()
            if reply.get("id") == number:
                return reply

    async def wait_closed(self, patience: float = 10) -> SocketClosed:
        """Read until the server closes the socket; return the error."""
        try:
            while True:
                await self.frame(patience)
        except SocketClosed as error:
            return error
