"""A PostgreSQL database, read only and as of one moment, while others write to it.

One transaction (REPEATABLE READ) on one connection sees the same rows from its first statement to
its last.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import asyncpg

from pitboss.room.store import statements as sql
from pitboss.room.store.base import SqlStore
from pitboss.room.store.interface import StoredResponse, StoreUnavailable
from pitboss.room.store.postgres import copy_to_sqlite
from pitboss.room.store.postgres_connection import (
    CONNECTION_ERRORS,
    connect,
    migrate_database,
    translate_errors,
)

CLOSE_TIMEOUT: Final = 5.0
"""Seconds to wait for a server to close a connection."""
APPEND_ONLY: Final = ("entries", "postings")
"""Tables whose rows triggers keep from being changed or deleted."""
_SELECT_ANSWERS: Final = (
    "SELECT stream, account, idempotency, body, answer FROM answers "
    "WHERE (account, stream, idempotency) > (?, ?, ?) ORDER BY account, stream, idempotency LIMIT ?"
)
_SELECT_SEALS: Final = "SELECT stream, round FROM seals ORDER BY stream, round"
_SELECT_TRIGGERS: Final = (
    "SELECT event_object_table, event_manipulation FROM information_schema.triggers "
    "WHERE action_timing = 'BEFORE'"
)


class ReadOnlyPostgres(SqlStore):
    """A PostgreSQL database, read only; create one with `open`."""

    _checks_hashes = False
    """Readers see every row, damaged or not."""

    def __init__(self, dsn: str, db: asyncpg.Connection) -> None:
        super().__init__()
        self._dsn, self._db = dsn, db
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, dsn: str) -> "ReadOnlyPostgres":
        """Connect to a room's database and begin a transaction."""
        db = await connect(dsn, timeout=None)
        try:
            with translate_errors(dsn):
                await migrate_database(db, dsn)
                await db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                await db.fetch(sql.SELECT_STREAMS)  # the first statement fixes the moment
        except BaseException:
            db.terminate()
            raise
        return cls(dsn, db)

    async def _enqueue(self, job: sql.Job) -> None:
        raise StoreUnavailable("this database is open for reading only")

    async def _read(self, statement: str, *parameters: object) -> Sequence[sql.Row]:
        async with self._lock:
            with translate_errors(self._dsn):
                rows: Sequence[sql.Row] = await self._db.fetch(
                    sql.number_placeholders(statement), *parameters
                )
                return rows

    async def check_writable(self) -> None:
        """Raise `StoreUnavailable`: this store is read only."""
        await self._enqueue([])

    async def backup(self, target: str) -> None:
        """Copy everything to a new SQLite file, as of one moment."""
        await copy_to_sqlite(self._dsn, Path(target))

    async def close(self) -> None:
        """Close the connection."""
        with suppress(*CONNECTION_ERRORS):
            await self._db.close(timeout=CLOSE_TIMEOUT)

    # For audits

    async def all_responses(self) -> AsyncIterator[Sequence[tuple[str, StoredResponse]]]:
        """Yield all responses with their streams, page by page."""
        after = ("", "", "")
        while rows := await self._read(_SELECT_ANSWERS, *after, sql.ROWS_PER_PAGE):
            yield [(row[0], StoredResponse(*tuple(row)[1:])) for row in rows]
            after = (rows[-1][1], rows[-1][0], rows[-1][2])

    async def all_seals(self) -> Sequence[tuple[str, int]]:
        """Return the stream and round of every sealed seed."""
        return [(stream, number) for stream, number in await self._read(_SELECT_SEALS)]

    async def flaws(self) -> Sequence[str]:
        """Return which triggers are missing, one sentence each."""
        triggers = {(table, action) for table, action in await self._read(_SELECT_TRIGGERS)}
        return [
            f"the database no longer refuses {action} of {table}"
            for table in APPEND_ONLY
            for action in ("UPDATE", "DELETE")
            if (table, action) not in triggers
        ]
