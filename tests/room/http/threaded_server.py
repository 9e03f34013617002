"""A room behind a real server on a free port, in a thread of this process."""

import asyncio
import socket
import threading
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import uvicorn

from pitboss.client.client import TableClient
from pitboss.room.rate_limits import BEAT_INTERVAL, MAX_FRAME_BYTES, PONG_TIMEOUT, Limits
from tests.room.http.in_process_room import NO_LIMITS, InProcessRoom

T = TypeVar("T")


class ThreadedServer:
    """An open room at an address; `run` runs a coroutine in the server's thread."""

    def __init__(self, folder: Path, limits: Limits = NO_LIMITS) -> None:
        self._folder, self._limits = folder, limits
        self._bound = socket.socket()
        self._bound.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._bound.getsockname()[1]}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self.house: InProcessRoom
        self._loop: asyncio.AbstractEventLoop
        self._server: uvicorn.Server

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._bound.close()
        assert not self._thread.is_alive()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with InProcessRoom(self._folder, limits=self._limits) as self.house:
            config = uvicorn.Config(
                self.house.app,
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
        """Run a coroutine in the room's event loop and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)


def at_version(table: TableClient, version: int) -> bool:
    """Return whether a client has seen this version of its table."""
    return table.version >= version
