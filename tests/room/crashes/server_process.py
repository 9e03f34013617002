"""A server process that can be killed, paused and restarted on the same port."""

import asyncio
import socket
import sys
import time
from contextlib import suppress
from typing import Any

import httpx

from tests.room.store.store_locations import StoreLocation

PATIENCE = 60.0


class ServerProcess:
    """A room with fast tables, run as a process."""

    program = "tests.room.crashes.quick_server"

    def __init__(self, place: StoreLocation) -> None:
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
        """Return the id of the running process."""
        assert self._process
        assert self._process.returncode is None, "the server is gone"
        return self._process.pid

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        folder, database = self._place.open_arguments
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self.program,
            database or str(folder), str(self.port),
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        await self.wait_for_status(200)

    async def get(self, path: str = "/ready") -> tuple[int, dict[str, Any]]:
        """Return the status and body of a GET; ``(0, {})`` if there is no answer."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            with suppress(httpx.TransportError):
                answer = await http.get(f"{self.address}{path}")
                return answer.status_code, answer.json()
        return 0, {}

    async def wait_for_status(self, status: int) -> dict[str, Any]:
        """Wait until ``/ready`` answers with this status; return the body."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            result, body = await self.get()
            if result == status:
                return body
            await asyncio.sleep(0.05)
        raise AssertionError(f"the server does not answer {status}")

    async def kill(self) -> None:
        """Kill the process."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> None:
        """Shut the process down gracefully."""
        if self._process and self._process.returncode is None:
            self._process.terminate()
            await asyncio.wait_for(self._process.wait(), 30)
