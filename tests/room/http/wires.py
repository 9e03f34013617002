"""A socket to an application in this process, without a network between."""

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


class Closed(Exception):
    """The other side has ended it."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Socket:
    """One socket, as a client has it; with ``deaf`` set, nothing is taken from the wire."""

    def __init__(
        self,
        app: ASGIApp,
        path: str,
        query: str,
        headers: Mapping[str, str],
        heard: list[bytes] | None = None,
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
        self.heard = [] if heard is None else heard
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
        """Come in, or be turned away."""
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1",
            "scheme": "ws", "path": self._path, "raw_path": self._path.encode(),
            "root_path": "", "query_string": self._query.encode(), "subprotocols": [],
            "headers": [(k.lower().encode(), v.encode()) for k, v in self._headers.items()],
            "client": (self._address, 5), "server": ("room.test", 80), "state": {},
        }  # fmt: skip
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(scope, self._in.get, self._sent))  # type: ignore[arg-type]
        progress = await self._next()
        assert progress["type"] == "websocket.accept"

    async def close(self) -> None:
        """Hang up."""
        self._reads.set()
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await asyncio.wait_for(self._task, 10)

    def deafen(self) -> None:
        """Read nothing from now on: whoever sends waits."""
        self._reads.clear()

    async def _sent(self, event: Event) -> None:
        await self._reads.wait()
        self._out.put_nowait(event)

    async def _next(self, patience: float = 10) -> Event:
        assert self._task is not None
        getting = asyncio.ensure_future(self._out.get())
        done, _ = await asyncio.wait(
            (getting, self._task), timeout=patience, return_when=asyncio.FIRST_COMPLETED
        )
        if getting not in done and not self._out.empty():
            done = {getting}
        if getting not in done:
            getting.cancel()
            if self._task in done:
                self._task.result()
                raise Closed(1006, "the application has ended")
            raise TimeoutError
        progress = await getting
        if progress["type"] == "websocket.close":
            raise Closed(progress.get("code", 1000), progress.get("reason") or "")
        return progress

    # Frames

    def send(self, text: str | bytes) -> None:
        """Anything at all."""
        kind = "text" if isinstance(text, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", kind: text})

    async def frame(self, patience: float = 10) -> Json:
        """The next frame; a view, or a change to it, is taken in."""
        text = (await self._next(patience))["text"]
        progress: Json = msgspec.json.decode(text)
        if progress["type"] == "beat":  # which come by the clock, and say nothing else
            return await self.frame(patience)
        self.heard.append(text.encode())
        if progress["type"] in ("view", "change"):
            if progress["type"] == "view":
                self.view = progress["view"]
            else:
                assert progress["since"] in (self.version, progress["version"]), progress
                merge(self.view, progress["patch"])
            self.own = progress.get("own", self.own)
            self.version = progress["version"]
        return progress

    async def up_to(self, version: int) -> None:
        """Read until this version is seen."""
        while self.version < version:
            await self.frame()

    async def drain(self) -> None:
        """Read all that is there by now."""
        for _ in range(8):
            await asyncio.sleep(0)
        while not self._out.empty():
            await self.frame()

    def ask(self, command: Command, key: str = "") -> int:
        """Send a command, and wait for nothing."""
        self._ids += 1
        body = {"id": self._ids, "key": key, "command": command}
        self.send(msgspec.json.encode(body).decode())
        return self._ids

    async def say(self, command: Command, key: str = "") -> Json:
        """Send a command, and have the answer, whatever comes before it."""
        number = self.ask(command, key)
        while True:
            progress = await self.frame()
            if progress.get("id") == number:
                return progress

    async def ended(self, patience: float = 10) -> Closed:
        """Read until the other side has ended it."""
        try:
            while True:
                await self.frame(patience)
        except Closed as closed:
            return closed
