"""Nodes of one room as real processes, which tests kill, pause, stop and start again."""

import asyncio
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
from msgspec import Struct

from pitboss.games import MARYLAND
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import SeedVault, create_key
from pitboss.room.settings import RoomSettings
from pitboss.room.store.opening import open_store
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits
from tests.room.store.store_locations import PostgresLocation

PATIENCE = 60.0
STOP_PATIENCE = 30.0
QUICK = TableSettings(pace=TimeLimits(opens=0.2, bets=1.5, settles_down=0.2, answers=2))
PLAY_CHIPS = 100_000_00


class NewRoom(Struct, frozen=True):
    """A room that nodes are going to run."""

    tables: dict[str, str]
    """The games by table."""
    tokens: dict[str, str]
    """The session tokens of guests by name."""


async def create_room(place: PostgresLocation, key_file: Path, tables: int, guests: int) -> NewRoom:
    """Create a room with quick tables and guests, for the nodes to run."""
    store = await open_store(*place.open_arguments)
    settings = RoomSettings(play_chips=PLAY_CHIPS)
    room = Room(store, SeedVault(create_key(key_file)), utc_clock, settings)
    await room.start()
    games = {f"table-{number}": [*MARYLAND][number % len(MARYLAND)] for number in range(tables)}
    for table, game in games.items():
        await room.create_table(table, table.title(), game, QUICK)
    tokens = {}
    for number in range(guests):
        name = f"Guest-{number}"
        _, tokens[name] = await room.account_service.sign_up(name)
    await room.close()
    return NewRoom(games, tokens)


class NodeProcess:
    """A node, run by the command that users run."""

    def __init__(self, name: str, place: PostgresLocation, key_file: Path, log_file: Path) -> None:
        self.name, self._place, self._key_file, self._log_file = name, place, key_file, log_file
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.starts = 0
        self.is_paused = False
        self._process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def program(self) -> str:
        """The name under which the database knows this run of the node."""
        return f"{self.name}.{self.starts}"

    @property
    def is_running(self) -> bool:
        """Return whether it is running and not paused."""
        return self._process is not None and self._process.returncode is None and not self.is_paused

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        self.starts += 1
        options = {
            "--database": f"{self._place.address}&application_name={self.program}",
            "--node": self.name,
            "--address": self.address,
            "--port": str(self.port),
            "--key": str(self._key_file),
            "--guests-per-address": "1000",
            "--play-chips": str(PLAY_CHIPS),
        }
        with self._log_file.open("a") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "pitboss", "serve",
                *(word for option in options.items() for word in option), stderr=log,
            )  # fmt: skip
        await self._wait_until_ready()

    async def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http:
            while time.monotonic() < deadline:
                with suppress(httpx.TransportError):
                    if (await http.get(f"{self.address}/ready")).status_code == 200:
                        return
                assert self._process
                assert self._process.returncode is None, self._log_file.read_text()
                await asyncio.sleep(0.1)
        raise AssertionError(f"node {self.name} is not ready: {self._log_file.read_text()}")

    def _signal(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)

    async def kill(self) -> None:
        """Kill it with ``kill -9``."""
        if self._process and self._process.returncode is None:
            self._signal(signal.SIGKILL)
            await self._process.wait()
            self.is_paused = False

    def pause(self) -> None:
        """Suspend the process."""
        self.is_paused = True
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume the process."""
        self._signal(signal.SIGCONT)
        self.is_paused = False

    async def stop(self) -> None:
        """Shut the node down gracefully."""
        if self._process and self._process.returncode is None:
            self._signal(signal.SIGTERM)
            code = await asyncio.wait_for(self._process.wait(), STOP_PATIENCE)
            assert code == 0, self._log_file.read_text()

    def log_text(self) -> str:
        """Return what it has logged."""
        return self._log_file.read_text() if self._log_file.exists() else ""


@asynccontextmanager
async def running_nodes(
    place: PostgresLocation, key_file: Path, names: Sequence[str]
) -> AsyncIterator[list[NodeProcess]]:
    """Run nodes, and kill those that are left."""
    nodes = [
        NodeProcess(name, place, key_file, key_file.with_name(f"{name}.log")) for name in names
    ]
    try:
        await asyncio.gather(*(node.start() for node in nodes))
        yield nodes
    finally:
        for node in nodes:
            await node.kill()
