"""A PostgreSQL database, only read: all of it as it is at one moment, while others go on writing.

One connection with one transaction (REPEATABLE READ) sees the same rows from its first statement to
its last, so that nobody has to wait for a moment in which nothing is written.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import asyncpg

from pitboss.room.store import statements as sql
from pitboss.room.store.alike import Alike
from pitboss.room.store.postgres_copy import copy
from pitboss.room.store.postgres_server import LOST, connected, told, up_to_date
from pitboss.room.store.shape import Answer, Unavailable

GOODBYE: Final = 5.0
"""Seconds that a server has to let go of a connection."""
KEPT: Final = ("entries", "postings")
"""What the database itself refuses to change."""
_ANSWERS: Final = (
    "SELECT stream, account, idempotency, body, answer FROM answers "
    "WHERE (account, stream, idempotency) > (?, ?, ?) ORDER BY account, stream, idempotency LIMIT ?"
)
_SEALS: Final = "SELECT stream, round FROM seals ORDER BY stream, round"
_GUARDS: Final = (
    "SELECT event_object_table, event_manipulation FROM information_schema.triggers "
    "WHERE action_timing = 'BEFORE'"
)


class StillPostgres(Alike):
    """One database, as it is at one moment. Nothing can be written."""

    _guarded = False
    """Who looks sees everything as it is."""

    def __init__(self, dsn: str, db: asyncpg.Connection) -> None:
        """Of a connection whose transaction has begun; ``open`` sees to that."""
        super().__init__()
        self._dsn, self._db = dsn, db
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    async def open(cls, dsn: str) -> "StillPostgres":
        """Connect to a room's database, and hold on to this moment."""
        db = await connected(dsn, patience=None)
        try:
            with told(dsn):
                await up_to_date(db, dsn)
                await db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                await db.fetch(sql.STREAMS)  # the moment is that of the first statement
        except BaseException:
            db.terminate()
            raise
        return cls(dsn, db)

    async def _queued(self, job: sql.Job) -> None:
        raise Unavailable("this database was opened to be read only")

    async def _read(self, statement: str, *given: object) -> Sequence[sql.Row]:
        async with self._one_at_a_time:
            with told(self._dsn):
                rows: Sequence[sql.Row] = await self._db.fetch(sql.numbered(statement), *given)
                return rows

    async def ready(self) -> None:
        """It never is: nothing can be written."""
        await self._queued([])

    async def backup(self, target: str) -> None:
        """A copy of everything, as it is at one moment."""
        await copy(self._dsn, Path(target))

    async def close(self) -> None:
        """Let go of the server."""
        with suppress(*LOST):
            await self._db.close(timeout=GOODBYE)

    # What an auditor goes through

    async def every_answer(self) -> AsyncIterator[Sequence[tuple[str, Answer]]]:
        """All answers, each with its stream, some of them at a time."""
        after = ("", "", "")
        while rows := await self._read(_ANSWERS, *after, sql.AT_A_TIME):
            yield [(row[0], Answer(*tuple(row)[1:])) for row in rows]
            after = (rows[-1][1], rows[-1][0], rows[-1][2])

    async def every_seal(self) -> Sequence[tuple[str, int]]:
        """The stream and round of every sealed seed."""
        return [(stream, number) for stream, number in await self._read(_SEALS)]

    async def flaws(self) -> Sequence[str]:
        """Guards that were taken away."""
        guards = {(table, what) for table, what in await self._read(_GUARDS)}
        return [
            f"the database no longer refuses {what} of {table}"
            for table in KEPT
            for what in ("UPDATE", "DELETE")
            if (table, what) not in guards
        ]
