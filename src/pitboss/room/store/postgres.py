"""A store on PostgreSQL, for a room that has a server for its database.

One task writes, on a connection of its own. Whatever waits when it is free is written in one
transaction, in a few round trips. If one of the jobs cannot be written, the others are, by halves,
and still in one transaction. A connection that is lost is made anew when it is next needed; what it
was about to write was not written, unless it was lost while it committed: then nobody knows. Who
has the database alone holds a lock by this connection.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Final

import asyncpg

from pitboss.room.failures import FailureKind
from pitboss.room.store import statements as sql
from pitboss.room.store.alike import CLOSED, REFUSALS, TOGETHER, Alike
from pitboss.room.store.postgres_copy import copy
from pitboss.room.store.postgres_owner import Owner
from pitboss.room.store.postgres_server import LOST, connected, told, up_to_date, where
from pitboss.room.store.shape import Conflict, Unavailable, Uncertain

READERS: Final = 4
GOODBYE: Final = 5.0
"""Seconds that a server has to let go of a connection."""
_STREAMS: Final = (
    "UPDATE streams SET version = new.version, head = new.head "
    "FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) "
    "AS new (id, expected, version, head) "
    "WHERE streams.id = new.id AND streams.version = new.expected"
)
_LOCKS: Final = (
    "SELECT FROM streams WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE",
    "SELECT FROM balances WHERE account = ANY($1::text[]) ORDER BY account FOR NO KEY UPDATE",
)
_STARTED: Final = "SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_ENDED: Final = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE pid = $1 AND backend_start = $2"
)
_Waiting = tuple[sql.Job, "asyncio.Future[None]"]
_End = tuple[int, datetime]
"""The server's end of a connection: its process, and when that was started."""


class PostgresStore(Alike):
    """A database on a server."""

    def __init__(self, dsn: str, pool: asyncpg.Pool, owner: Owner | None = None) -> None:
        """Of a database that is up to date; ``open`` sees to that."""
        super().__init__()
        self._dsn, self._pool, self._owner = dsn, pool, owner
        self._db: asyncpg.Connection | None = None
        self._end: _End | None = None
        """Of the writer's connection, or of its last one."""
        self._doubtful: _End | None = None
        """Of a connection that was lost while it committed."""
        self._jobs: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name=f"writes to {where(dsn)}")

    @classmethod
    async def open(cls, dsn: str, *, alone: bool = False) -> "PostgresStore":
        """Connect, and bring the schema up to date; refused in a sentence where that cannot be.

        Who opens it ``alone`` is its only writer: another one is refused as long as it is open.
        """
        db = await connected(dsn, patience=None)
        try:
            with told(dsn):
                await up_to_date(db, dsn)
                await db.close(timeout=GOODBYE)
        finally:
            db.terminate()
        pool = asyncpg.create_pool(
            min_size=0, max_size=READERS, connect=lambda *_, **__: connected(dsn)
        )
        store = cls(dsn, await pool, Owner(where(dsn)) if alone else None)
        try:
            if alone:
                await store.ready()
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def dsn(self) -> str:
        """Where the database is, for readers of their own."""
        return self._dsn

    # Writing

    async def _queued(self, job: sql.Job) -> None:
        if self._closed:
            raise Unavailable(CLOSED)
        done = asyncio.get_running_loop().create_future()
        with self._timed():
            self._jobs.put_nowait((job, done))
            await done
        self._report(None)

    async def _write(self) -> None:
        last = False
        while not last and (first := await self._jobs.get()) is not None:
            waiting = [first]
            while len(waiting) < TOGETHER and not self._jobs.empty():
                one = self._jobs.get_nowait()
                if one is None:
                    last = True
                    break
                waiting.append(one)
            answers: Sequence[Exception | None]
            try:
                answers = await self._commit([job for job, _ in waiting])
            except Exception as error:  # whoever waits is told, whatever it is
                answers = [error] * len(waiting)
            for (_, done), answer in zip(waiting, answers, strict=True):
                if done.done():
                    continue
                if answer is None:
                    done.set_result(None)
                else:
                    done.set_exception(answer)

    async def _commit(self, jobs: Sequence[sql.Job]) -> Sequence[Exception | None]:
        """All of them in one transaction, but for those that are refused, each with its reason."""
        db = await self._connection()
        try:
            with told(self._dsn):
                answers = await self._written(db, jobs)
        except BaseException:
            self._drop(db)  # with it goes all that it did
            raise
        try:
            ended = await db.execute("COMMIT")
        except BaseException as error:
            self._doubtful = self._end
            self._drop(db)
            if not isinstance(error, Exception):
                raise
            raise Uncertain("the connection was lost while it was written") from None
        if ended != "COMMIT":
            raise Unavailable("the database rolled everything back", FailureKind.DATABASE_LOST)
        return answers

    async def _written(
        self, db: asyncpg.Connection, jobs: Sequence[sql.Job]
    ) -> Sequence[Exception | None]:
        try:
            await db.execute("BEGIN")
            with told(self._dsn):
                await _put_down(db, jobs)
        except REFUSALS as refused:
            await db.execute("ROLLBACK; BEGIN")
            if len(jobs) == 1:
                return [refused]
            await _lock(db, jobs)
            return await self._halves(db, jobs)
        return [None] * len(jobs)

    async def _halves(
        self, db: asyncpg.Connection, jobs: Sequence[sql.Job]
    ) -> Sequence[Exception | None]:
        half = len(jobs) // 2
        return [*await self._try(db, jobs[:half]), *await self._try(db, jobs[half:])]

    async def _try(
        self, db: asyncpg.Connection, jobs: Sequence[sql.Job]
    ) -> Sequence[Exception | None]:
        """All of them; if one is refused, then halves of them, down to the one."""
        await db.execute("SAVEPOINT jobs")
        try:
            with told(self._dsn):
                await _put_down(db, jobs)
        except REFUSALS as refused:
            await db.execute("ROLLBACK TO jobs; RELEASE jobs")
            return [refused] if len(jobs) == 1 else await self._halves(db, jobs)
        await db.execute("RELEASE jobs")
        return [None] * len(jobs)

    # Connections

    async def _connection(self) -> asyncpg.Connection:
        """The writer's, made anew if it was lost, and with the lock of whoever has one."""
        if self._db is None or self._db.is_closed():
            if self._owner:
                self._owner.check()
            await self._settle()
            db = await connected(self._dsn)
            try:
                with told(self._dsn):
                    await self._take_over(db)
            except BaseException:
                db.terminate()
                raise
            self._db = db
        return self._db

    async def _take_over(self, db: asyncpg.Connection) -> None:
        """From the last connection, which the server may not know to be lost."""
        if self._end is not None:
            _check_ended(await db.fetchval(_ENDED, *self._end))
        self._end = (db.get_server_pid(), await db.fetchval(_STARTED))
        if self._owner:
            await self._owner.take(db)

    def _drop(self, db: asyncpg.Connection) -> None:
        db.terminate()
        self._db = None

    async def _settle(self) -> None:
        """A connection was lost while it committed, and the server may still be at it: nobody
        reads or writes before that is over, one way or the other.
        """
        doubtful = self._doubtful
        if doubtful is None:
            return
        with told(self._dsn):
            _check_ended(await self._pool.fetchval(_ENDED, *doubtful))
        if self._doubtful is doubtful:
            self._doubtful = None

    # Reading

    async def _read(self, statement: str, *given: object) -> Sequence[sql.Row]:
        if self._closed:
            raise Unavailable(CLOSED)
        with self._timed(), told(self._dsn):
            await self._settle()
            try:
                return await self._fetched(statement, *given)
            except LOST:  # perhaps long ago: the next connection is a new one
                return await self._fetched(statement, *given)

    async def _fetched(self, statement: str, *given: object) -> Sequence[sql.Row]:
        rows: Sequence[sql.Row] = await self._pool.fetch(sql.numbered(statement), *given)
        return rows

    # The store itself

    async def now(self) -> datetime:
        """The time of the database, which is the same for all who share it."""
        rows = await self._read("SELECT clock_timestamp()")
        now: datetime = rows[0][0]
        return now

    async def ready(self) -> None:
        """Refuse if it could not be written now."""
        await self._queued([])

    async def backup(self, target: str) -> None:
        """A copy of everything, as it is at one moment, in a file like those of SQLite."""
        await copy(self._dsn, Path(target))

    async def close(self) -> None:
        """Write what waits, and let go of the server."""
        if not self._closed:
            self._closed = True
            self._jobs.put_nowait(None)
            await asyncio.wait([self._writer])
            with suppress(*LOST):
                if self._db is not None:
                    await self._db.close(timeout=GOODBYE)
                async with asyncio.timeout(GOODBYE):
                    await self._pool.close()


def _check_ended(over: bool | None) -> None:
    if over is False:
        raise Unavailable(
            "the database is still busy with a connection that was lost", FailureKind.DATABASE_LOST
        )


async def _put_down(db: asyncpg.Connection, jobs: Sequence[sql.Job]) -> None:
    batches = sorted(sql.batches(jobs), key=attrgetter("stream"))
    if new := sql.created(jobs):
        await db.executemany(sql.numbered(sql.FOUND), new)
    if batches:
        moved = await db.execute(
            _STREAMS,
            [b.stream for b in batches],
            [b.expected for b in batches],
            [b.version for b in batches],
            [b.head for b in batches],
        )
        if moved != f"UPDATE {len(batches)}":
            raise Conflict("the stream has another version")
    for statement, rows in sql.written(jobs):
        await db.executemany(sql.numbered(statement), rows)


async def _lock(db: asyncpg.Connection, jobs: Sequence[sql.Job]) -> None:
    """All that jobs are about to change, in an order that is the same for every writer: by halves
    they would take it in their own, and wait for another writer that waits for them.
    """
    batches = sql.batches(jobs)
    streams = {batch.stream for batch in batches}
    accounts = {account for batch in batches for account, _ in batch.moved}
    for statement, names in zip(_LOCKS, (streams, accounts), strict=True):
        await db.execute(statement, list(names))
