"""Rooms behind a real server on a free port, in a thread of this process."""

import asyncio
import socket
import threading
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import uvicorn
from fastapi import FastAPI

from pitboss.client.client import TableClient
from pitboss.room.rate_limits import BEAT_INTERVAL, MAX_FRAME_BYTES, PONG_TIMEOUT, Limits
from tests.room.http.in_process_room import NO_LIMITS, InProcessRoom

T = TypeVar("T")


class ServerThread:
    """A server on a free port, in a thread of this process; `run` runs a coroutine there.

    A subclass serves until `listen` returns."""

    timeout = 30.0
    """Seconds to start, to stop, and to run a coroutine."""

    def __init__(self) -> None:
        # The protocol is named, as the room does it, so that small responses are not delayed.
        self._bound = socket.socket(proto=socket.IPPROTO_TCP)
        self._bound.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._bound.getsockname()[1]}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._loop: asyncio.AbstractEventLoop
        self._server: uvicorn.Server

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(self.timeout)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(self.timeout)
        self._bound.close()
        assert not self._thread.is_alive()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self.serve()

    async def serve(self) -> None:
        """Open a room, and `listen` for its clients."""
        raise NotImplementedError

    async def listen(self, app: FastAPI) -> None:
        """Serve an application until the server is stopped."""
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
            ws_ping_interval=BEAT_INTERVAL,
            ws_ping_timeout=PONG_TIMEOUT,
        )
        self._server = uvicorn.Server(config)
        self._bound.listen(100)
        self._ready.set()
        await self._server.serve(sockets=[self._bound])

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's event loop and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(self.timeout)


class ThreadedServer(ServerThread):
    """An open room at an address."""

    def __init__(
        self,
        folder: Path,
        limits: Limits = NO_LIMITS,
        automation: tuple[str, ...] = ("everything",),
    ) -> None:
        super().__init__()
        self._folder, self._limits, self._automation = folder, limits, automation
        self.house: InProcessRoom

    async def serve(self) -> None:
        """Serve a room of a test."""
        async with InProcessRoom(
            self._folder, limits=self._limits, automation=self._automation
        ) as self.house:
            await self.listen(self.house.app)


def at_version(table: TableClient, version: int) -> bool:
    """Return whether a client has seen this version of its table."""
    return table.version >= version
