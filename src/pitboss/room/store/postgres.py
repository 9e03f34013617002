"""A store on PostgreSQL.

One task writes, on a connection of its own. It writes all pending jobs in one transaction, in a
few round trips; if one of the jobs fails, they are retried by halves in the same transaction. A
lost connection is reopened when it is next needed; what it was about to write was not written,
unless it was lost during the commit: then the outcome is unknown. An exclusive owner holds its
lock on this connection. A backup is a SQLite file with the same schema. A reader is one transaction
(REPEATABLE READ), which sees the same rows from its first statement to its last.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import uuid4

import asyncpg

from pitboss.room.failures import FailureKind
from pitboss.room.store import bulk, sql
from pitboss.room.store.base import JOB_ERRORS, MAX_JOBS, STORE_CLOSED, SqlStore, observe_commit
from pitboss.room.store.interface import CommitUncertain, Conflict, StoredResponse, StoreUnavailable
from pitboss.room.store.postgres_connection import (
    CONNECTION_ERRORS,
    DatabaseOwner,
    SharedDatabase,
    connect,
    database_label,
    migrate_database,
    translate_errors,
)
from pitboss.room.store.postgres_nodes import NOTIFY, PostgresDirectory, changes_of
from pitboss.room.store.sqlite import atomic_copy, migrate_file, translate_sqlite_errors

ROWS_PER_BATCH: Final = 1000
"""Rows that are copied at a time."""
_SELECT_TABLES: Final = (
    "SELECT name FROM sqlite_master "
    "WHERE type = 'table' AND name NOT IN ('alembic_version', 'sqlite_sequence')"
)
_SELECT_COLUMNS: Final = "SELECT name FROM pragma_table_info(?)"


async def copy_to_sqlite(dsn: str, target: Path) -> None:
    """Copy a database to a new SQLite file as of one moment, while others write to it."""
    source = await connect(dsn, timeout=None)
    try:
        with (
            atomic_copy(target) as part,
            translate_sqlite_errors(),
            closing(_create_sqlite(part)) as db,
        ):
            with translate_errors(dsn):
                async with source.transaction(isolation="repeatable_read", readonly=True):
                    for (table,) in db.execute(_SELECT_TABLES).fetchall():
                        await _copy_table(source, db, table)
            await asyncio.to_thread(db.commit)
    finally:
        source.terminate()


def _create_sqlite(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    migrate_file(db)
    db.execute("PRAGMA journal_mode = OFF")  # a copy that fails is deleted
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN")
    return db


async def _copy_table(source: asyncpg.Connection, db: sqlite3.Connection, table: str) -> None:
    columns = [name for (name,) in db.execute(_SELECT_COLUMNS, (table,))]
    names = ", ".join(columns)
    read = f"SELECT {names} FROM {table}"  # noqa: S608  names from our own schema
    write = f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
    cursor = await source.cursor(read)
    while rows := await cursor.fetch(ROWS_PER_BATCH):
        await asyncio.to_thread(_insert_rows, db, write, [tuple(row) for row in rows])


def _insert_rows(db: sqlite3.Connection, write: str, rows: list[tuple[object, ...]]) -> None:
    """Insert rows and close the cursor in this thread; closed in another, it would block."""
    db.executemany(write, rows).close()


MAX_READERS: Final = 4
CLOSE_TIMEOUT: Final = 5.0
"""Seconds to wait for a server to close a connection."""
_UPDATE_STREAMS: Final = (
    "UPDATE streams SET version = new.version, head = new.head "
    "FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[]) "
    "AS new (id, expected, version, head, epoch) "
    "WHERE streams.id = new.id AND streams.version = new.expected "
    "AND (new.epoch < 0 OR streams.epoch = new.epoch)"
)
_LOCK_ROWS: Final = (
    "SELECT FROM streams WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE",
    "SELECT FROM balances WHERE account = ANY($1::text[]) ORDER BY account FOR NO KEY UPDATE",
)
_BACKEND_START: Final = "SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_TERMINATE_BACKEND: Final = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE pid = $1 AND backend_start = $2"
)
_TYPES: Final[dict[str, tuple[str, ...]]] = {}
"""The types of the parameters of statements, which are the same in every room."""
_QueuedJob = tuple[sql.Job, "asyncio.Future[None]"]
_Backend = tuple[int, datetime]
"""The server process of a connection: its pid, and when it was started."""


class PostgresStore(SqlStore):
    """A PostgreSQL database; create one with `open`."""

    def __init__(
        self,
        dsn: str,
        pool: asyncpg.Pool,
        owner: DatabaseOwner | SharedDatabase | None = None,
    ) -> None:
        super().__init__()
        self.node_directory = (
            PostgresDirectory(dsn, self._read, uuid4().hex)
            if isinstance(owner, SharedDatabase)
            else None
        )
        """The directory of nodes, if this is one of several."""
        self._dsn, self._pool, self._owner = dsn, pool, owner
        self._db: asyncpg.Connection | None = None
        self._backend: _Backend | None = None
        """The server process of the writer's current or last connection."""
        self._uncertain_backend: _Backend | None = None
        """The server process of a connection that was lost during a commit."""
        self._jobs: asyncio.Queue[_QueuedJob | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name=f"writes to {database_label(dsn)}")

    @classmethod
    async def open(
        cls, dsn: str, *, exclusive: bool = False, is_shared: bool = False
    ) -> "PostgresStore":
        """Connect to a database and migrate its schema.

        With ``exclusive`` this is the only writer: others are refused as long as it is open. With
        ``is_shared`` it is one of several nodes.
        """
        db = await connect(dsn, timeout=None)
        try:
            with translate_errors(dsn):
                await migrate_database(db, dsn)
                await db.close(timeout=CLOSE_TIMEOUT)
        finally:
            db.terminate()
        pool = asyncpg.create_pool(
            min_size=0, max_size=MAX_READERS, connect=lambda *_, **__: connect(dsn)
        )
        owner = DatabaseOwner(database_label(dsn)) if exclusive else None
        store = cls(dsn, await pool, SharedDatabase(database_label(dsn)) if is_shared else owner)
        try:
            if exclusive or is_shared:
                await store.check_writable()
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def dsn(self) -> str:
        """The address of the database."""
        return self._dsn

    # Writing

    async def _enqueue(self, job: sql.Job) -> None:
        if self._is_closed:
            raise StoreUnavailable(STORE_CLOSED)
        future = asyncio.get_running_loop().create_future()
        with self._track_wait():
            self._jobs.put_nowait((job, future))
            await future
        self._listener(None)

    async def _write(self) -> None:
        is_last = False
        while not is_last and (first := await self._jobs.get()) is not None:
            pairs = [first]
            while len(pairs) < MAX_JOBS and not self._jobs.empty():
                following = self._jobs.get_nowait()
                if following is None:
                    is_last = True
                    break
                pairs.append(following)
            errors: Sequence[Exception | None]
            try:
                with observe_commit(len(pairs)):
                    errors = await self._commit([job for job, _ in pairs])
            except Exception as failure:  # any error must reach those who wait
                errors = [failure] * len(pairs)
            for (_, future), error in zip(pairs, errors, strict=True):
                if future.done():
                    continue
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)

    async def _commit(self, jobs: Sequence[sql.Job]) -> Sequence[Exception | None]:
        """Commit jobs in one transaction; return None or an error for each."""
        db = await self._connection()
        try:
            with translate_errors(self._dsn):
                errors = await self._write_jobs(db, jobs)
        except BaseException:
            self._drop_connection(db)  # which rolls its transaction back
            raise
        try:
            status = await db.execute("COMMIT")
        except BaseException as error:
            self._uncertain_backend = self._backend
            self._drop_connection(db)
            if not isinstance(error, Exception):
                raise
            raise CommitUncertain("the connection was lost during a commit") from None
        if status != "COMMIT":
            raise StoreUnavailable(
                "the database rolled the transaction back", FailureKind.DATABASE_LOST
            )
        return errors

    async def _write_jobs(
        self, db: asyncpg.Connection, jobs: Sequence[sql.Job]
    ) -> Sequence[Exception | None]:
        try:
            await db.execute("BEGIN")
            with translate_errors(self._dsn):
                await self._write_rows(db, jobs)
        except JOB_ERRORS as error:
            await db.execute("ROLLBACK; BEGIN")
            if len(jobs) == 1:
                return [error]
            await _lock_rows(db, jobs)
            return await self._write_halves(db, jobs)
        return [None] * len(jobs)

    async def _write_halves(
        self, db: asyncpg.Connection, jobs: Sequence[sql.Job]
    ) -> Sequence[Exception | None]:
        half = len(jobs) // 2
        return [*await self._try_jobs(db, jobs[:half]), *await self._try_jobs(db, jobs[half:])]

    async def _try_jobs(
        self, db: asyncpg.Connection, jobs: Sequence[sql.Job]
    ) -> Sequence[Exception | None]:
        """Write jobs; if one fails, retry by halves until only the failing one is left out."""
        await db.execute("SAVEPOINT jobs")
        try:
            with translate_errors(self._dsn):
                await self._write_rows(db, jobs)
        except JOB_ERRORS as error:
            await db.execute("ROLLBACK TO jobs; RELEASE jobs")
            return [error] if len(jobs) == 1 else await self._write_halves(db, jobs)
        await db.execute("RELEASE jobs")
        return [None] * len(jobs)

    async def _write_rows(self, db: asyncpg.Connection, jobs: Sequence[sql.Job]) -> None:
        await _write_rows(db, jobs)
        if self.node_directory is not None and (changes := changes_of(jobs)):
            for payload in self.node_directory.payloads(changes):
                await db.execute(NOTIFY, payload)

    # Connections

    async def _connection(self) -> asyncpg.Connection:
        """Return the writer's connection; reopen it, and take its lock again, if it was lost."""
        if self._db is None or self._db.is_closed():
            if self._owner:
                self._owner.check_owned()
            await self._settle_uncertain()
            db = await connect(self._dsn)
            try:
                with translate_errors(self._dsn):
                    await self._take_over(db)
            except BaseException:
                db.terminate()
                raise
            self._db = db
        return self._db

    async def _take_over(self, db: asyncpg.Connection) -> None:
        """End the last connection, which the server may not know to be lost, and replace it."""
        if self._backend is not None:
            _check_backend_ended(await db.fetchval(_TERMINATE_BACKEND, *self._backend))
        self._backend = (db.get_server_pid(), await db.fetchval(_BACKEND_START))
        if self._owner:
            await self._owner.acquire(db)

    def _drop_connection(self, db: asyncpg.Connection) -> None:
        db.terminate()
        self._db = None

    async def _settle_uncertain(self) -> None:
        """End a connection that was lost during a commit.

        The server may still be committing: nobody reads or writes before the outcome is certain.
        """
        backend = self._uncertain_backend
        if backend is None:
            return
        with translate_errors(self._dsn):
            _check_backend_ended(await self._pool.fetchval(_TERMINATE_BACKEND, *backend))
        if self._uncertain_backend is backend:
            self._uncertain_backend = None

    # Reading

    async def _read(self, statement: str, *parameters: object) -> Sequence[sql.Row]:
        if self._is_closed:
            raise StoreUnavailable(STORE_CLOSED)
        with self._track_wait(), translate_errors(self._dsn):
            await self._settle_uncertain()
            try:
                return await self._fetch(statement, *parameters)
            except CONNECTION_ERRORS:  # it may have been lost long ago: try a new one
                return await self._fetch(statement, *parameters)

    async def _fetch(self, statement: str, *parameters: object) -> Sequence[sql.Row]:
        postgres_statement = sql.number_placeholders(statement)
        rows: Sequence[sql.Row] = await self._pool.fetch(postgres_statement, *parameters)
        return rows

    # The store itself

    async def check_writable(self) -> None:
        """Raise `StoreUnavailable` if the database cannot be written now."""
        await self._enqueue([])

    async def backup(self, target: str) -> None:
        """Copy everything to a new SQLite file, as of one moment."""
        await copy_to_sqlite(self._dsn, Path(target))

    async def close(self) -> None:
        """Write all pending jobs and close all connections."""
        if not self._is_closed:
            self._is_closed = True
            self._jobs.put_nowait(None)
            await asyncio.wait([self._writer])
            if self.node_directory is not None:
                await self.node_directory.close()
            with suppress(*CONNECTION_ERRORS):
                if self._db is not None:
                    await self._db.close(timeout=CLOSE_TIMEOUT)
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await self._pool.close()


def _check_backend_ended(has_ended: bool | None) -> None:
    if has_ended is False:
        raise StoreUnavailable(
            "the database is still busy with a connection that was lost", FailureKind.DATABASE_LOST
        )


async def _write_rows(db: asyncpg.Connection, jobs: Sequence[sql.Job]) -> None:
    if new_streams := sql.new_stream_rows(jobs):
        await db.executemany(sql.number_placeholders(sql.INSERT_STREAM), new_streams)
    if updates := sorted(bulk.stream_updates(sql.all_batches(jobs))):
        status = await db.execute(_UPDATE_STREAMS, *zip(*updates, strict=True))
        if status != f"UPDATE {len(updates)}":
            raise Conflict("the stream has another version")
    for statement, rows in sql.job_rows(jobs):
        if bulk.can_use_arrays(statement, rows):
            insertion = bulk.insert_arrays(statement, await _parameter_types(db, statement))
            await db.execute(insertion, *zip(*rows, strict=True))
        else:
            await db.executemany(sql.number_placeholders(statement), rows)


async def _parameter_types(db: asyncpg.Connection, statement: str) -> tuple[str, ...]:
    """Return the types of a statement's parameters, which the server knows."""
    if statement not in _TYPES:
        prepared_statement = await db.prepare(sql.number_placeholders(statement))
        _TYPES[statement] = tuple(item.name for item in prepared_statement.get_parameters())
    return _TYPES[statement]


async def _lock_rows(db: asyncpg.Connection, jobs: Sequence[sql.Job]) -> None:
    """Lock all rows that jobs change, in the same order as every other writer.

    Otherwise, written by halves, they could deadlock with another writer.
    """
    batches = sql.all_batches(jobs)
    streams = {batch.stream for batch in batches}
    accounts = {account for batch in batches for account, _ in batch.shared_changes}
    for statement, names in zip(_LOCK_ROWS, (streams, accounts), strict=True):
        await db.execute(statement, list(names))


APPEND_ONLY: Final = ("entries", "postings")
"""Tables whose rows triggers keep from being changed or deleted."""
_SELECT_ANSWERS: Final = (
    "SELECT stream, account, idempotency, body, answer, at FROM answers "
    "WHERE (account, stream, idempotency) > (?, ?, ?) ORDER BY account, stream, idempotency LIMIT ?"
)
_SELECT_TRIGGERS: Final = (
    "SELECT event_object_table, event_manipulation FROM information_schema.triggers "
    "WHERE action_timing = 'BEFORE'"
)


_NOTICE_LOST_CLIENT: Final = "SET client_connection_check_interval = '1s'"
"""Ends a statement whose reader was killed, instead of computing its result for nobody."""


class ReadOnlyPostgres(SqlStore):
    """A PostgreSQL database, read only; create one with `open`."""

    _checks_hashes = False
    """Readers see every row, damaged or not."""

    def __init__(self, dsn: str, db: asyncpg.Connection) -> None:
        super().__init__()
        self._dsn, self._db = dsn, db
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, dsn: str, moment: str = "") -> "ReadOnlyPostgres":
        """Connect to a room's database and begin a transaction.

        It sees the database as of this moment, or of that which `export_moment` returned.
        """
        db = await connect(dsn, timeout=None)
        try:
            with translate_errors(dsn):
                if not moment:
                    await migrate_database(db, dsn)
                with suppress(asyncpg.PostgresError):  # not on every system
                    await db.execute(_NOTICE_LOST_CLIENT)
                literal = await db.fetchval("SELECT quote_literal($1)", moment)
                await db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                if moment:  # the statement takes no parameters
                    await db.execute(f"SET TRANSACTION SNAPSHOT {literal}")
                await db.fetch(sql.SELECT_STREAMS)  # the first statement fixes the moment
        except BaseException:
            db.terminate()
            raise
        return cls(dsn, db)

    async def export_moment(self) -> tuple[str, str]:
        """Return the database, and the moment that this store sees, for other connections."""
        rows = await self._read("SELECT pg_export_snapshot()")
        return self._dsn, str(rows[0][0])

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

    async def flaws(self, *, whole_file: bool = True) -> Sequence[str]:
        """Return which triggers are missing, one sentence each."""
        triggers = {(table, action) for table, action in await self._read(_SELECT_TRIGGERS)}
        return [
            f"the trigger that refuses {action} of {table} is missing"
            for table in APPEND_ONLY
            for action in ("UPDATE", "DELETE")
            if (table, action) not in triggers
        ]
