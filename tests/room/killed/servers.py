"""A whole server as a process that dies, stands still and comes back at the same port."""

import asyncio
import socket
import sys
import time
from contextlib import suppress
from typing import Any

import httpx

from tests.room.store.places import Place

PATIENCE = 60.0


class Server:
    """A room with quick tables, in a place."""

    program = "tests.room.killed.quick_server"

    def __init__(self, place: Place) -> None:
        self._place = place
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Of the process that runs now."""
        assert self._process
        assert self._process.returncode is None, "the server is gone"
        return self._process.pid

    async def start(self) -> None:
        """Until it answers."""
        folder, database = self._place.named
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self.program,
            database or str(folder), str(self.port),
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        await self.until(200)

    async def asked(self, path: str = "/ready") -> tuple[int, dict[str, Any]]:
        """What it answers to a question; nothing, if it does not."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            with suppress(httpx.TransportError):
                answer = await http.get(f"{self.address}{path}")
                return answer.status_code, answer.json()
        return 0, {}

    async def until(self, status: int) -> dict[str, Any]:
        """Wait until it is ready, or says why it is not."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            result, progress = await self.asked()
            if result == status:
                return progress
            await asyncio.sleep(0.05)
        raise AssertionError(f"the server does not answer {status}")

    async def kill(self) -> None:
        """At once, whatever it is doing."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> None:
        """In peace."""
        if self._process and self._process.returncode is None:
            self._process.terminate()
            await asyncio.wait_for(self._process.wait(), 30)
