"""Connections to PostgreSQL: errors, schema, and the lock of the one program that may write.

The lock is an advisory lock of the session that writes: when the connection is lost the lock is
too, and the next connection must take it again before it writes. If another program has used the
database meanwhile, this one stops, since its state may be stale. The lock's two numbers are the
oid of the room's table ``streams``, which tells rooms in one database apart, and the part of the
room that is locked: `WHOLE_ROOM`.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final
from urllib.parse import SplitResult, parse_qs, urlsplit
from uuid import uuid4

import asyncpg

from pitboss.room.failures import FailureKind
from pitboss.room.store import sql
from pitboss.room.store.base import constraint_error
from pitboss.room.store.interface import (
    Conflict,
    Overdraft,
    StoreDamaged,
    StoreInUse,
    StoreUnavailable,
)
from pitboss.room.store.sql import (
    HASHED_TABLES,
    UPSERT_ROW,
    collection_row,
    number_placeholders,
    row_hash,
    select_unhashed,
    update_hash,
)
from pitboss.table.table import utc_text

WHOLE_ROOM: Final = 0
"""The whole room: the back office and every table."""
LOCK_TIMEOUT: Final = 3.0
"""Seconds for the server to notice that the program with the lock was killed."""
LOCK_RETRY_DELAY: Final = 0.05
_LOCK_KEY: Final = f"'streams'::regclass::oid::int4, {WHOLE_ROOM}"
_TRY_LOCK: Final = f"SELECT pg_try_advisory_lock({_LOCK_KEY})"
_TRY_SHARED_LOCK: Final = f"SELECT pg_try_advisory_lock_shared({_LOCK_KEY})"
_TRY_TRANSACTION_LOCK: Final = f"SELECT pg_try_advisory_xact_lock({_LOCK_KEY})"
_SET_KEEPALIVES: Final = (
    "SELECT set_config('tcp_keepalives_idle', '10', false), "
    "set_config('tcp_keepalives_interval', '5', false), "
    "set_config('tcp_keepalives_count', '3', false)"
)
"""Frees the lock of a machine that went down without notice after half a minute."""
TRANSACTION_LIMIT: Final = 2.0
"""Seconds after which the server ends a transaction of a node that sends nothing.

A node that is paused in a transaction would hold up the other nodes by its locks. It is less than a
lease, so that whoever takes over need not wait for it.
"""
_SET_TRANSACTION_LIMIT: Final = (
    "SELECT set_config('idle_in_transaction_session_timeout', "
    f"'{round(1000 * TRANSACTION_LIMIT)}', false)"
)
_SELECT_OWNER: Final = "SELECT value FROM shelves WHERE shelf = 'room' AND name = 'owner'"


class DatabaseOwner:
    """The exclusive ownership of a database by this program, over all its connections."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._owner_id = uuid4().bytes
        self._is_registered = False
        self._lost_reason = ""

    def check_owned(self) -> None:
        """Raise `StoreUnavailable` if another program has used the database since."""
        if self._lost_reason:
            raise StoreUnavailable(self._lost_reason, FailureKind.LOCK_LOST)

    async def acquire(self, db: asyncpg.Connection) -> None:
        """Take the lock on this connection; raise if another program has it or has had it."""
        if not await _try_lock(db, _TRY_LOCK, 0 if self._is_registered else LOCK_TIMEOUT):
            raise _in_use_error(self._place)
        await db.execute(_SET_KEEPALIVES)
        if not self._is_registered:
            row = collection_row("room", "owner", self._owner_id)
            await db.execute(number_placeholders(UPSERT_ROW), *row)
            self._is_registered = True
        elif await db.fetchval(_SELECT_OWNER) != self._owner_id:
            self._lost_reason = (
                f"the connection to the database {self._place} was lost, and another pitboss "
                "has used it since: restart this one"
            )
            self.check_owned()


class SharedDatabase:
    """The use of a database together with other nodes, over all connections of this program.

    It keeps out programs that need the database for themselves. Which node may write to a table is
    decided by the epoch in each batch.
    """

    def __init__(self, place: str) -> None:
        self._place = place

    def check_owned(self) -> None:
        """Return: a node may always connect again."""

    async def acquire(self, db: asyncpg.Connection) -> None:
        """Take the shared lock on this connection; raise if a program has the whole database."""
        if not await _try_lock(db, _TRY_SHARED_LOCK, LOCK_TIMEOUT):
            raise StoreInUse(
                f"the database {self._place} is in use by a pitboss that is not a node: stop it, "
                "or start it with --node NAME"
            )
        await db.execute(_SET_KEEPALIVES)
        await db.execute(_SET_TRANSACTION_LIMIT)


async def check_unused(db: asyncpg.Connection, place: str) -> None:
    """Lock the database until the transaction ends; raise if another program has it."""
    if not await _try_lock(db, _TRY_TRANSACTION_LOCK, LOCK_TIMEOUT):
        raise _in_use_error(place)


def _in_use_error(place: str) -> StoreInUse:
    return StoreInUse(f"the database {place} is in use by another pitboss")


async def _try_lock(db: asyncpg.Connection, statement: str, timeout: float) -> bool:
    clock = asyncio.get_running_loop().time
    deadline = clock() + timeout
    while not await db.fetchval(statement):
        if clock() >= deadline:
            return False
        await asyncio.sleep(LOCK_RETRY_DELAY)
    return True


MIN_VERSION: Final = 14
URL_EXAMPLE: Final = (
    "postgresql://user:password@host:5432/name; in a password write %2F for /, %23 for #, "
    "%3F for ? and %40 for @"
)
CONNECT_TIMEOUT: Final = 10.0
"""Seconds to wait for a server to accept a connection."""
STATEMENT_TIMEOUT: Final = 30.0
"""Seconds to wait for the result of a statement."""
CONNECTION_ERRORS: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised if a connection ends between two statements
    OSError,
)
"""Errors that mean that the connection is lost."""
_CORRUPTION_ERRORS: Final = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
_MIGRATION_LOCK: Final = 0x70_69_74_62_6F_73_73
"""The advisory lock of whoever changes the schema."""
_SET_DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') IN ('off', 'local')"
)
_HAS_SCHEMA: Final = "SELECT to_regclass('alembic_version') IS NOT NULL"
_SELECT_SETTINGS: Final = (
    "SELECT current_setting('server_encoding'), current_setting('fsync'), "
    "current_setting('transaction_read_only')"
)


async def connect(dsn: str, timeout: float | None = STATEMENT_TIMEOUT) -> asyncpg.Connection:
    """Connect to a server, with durable commits."""
    with translate_errors(dsn):
        try:
            _split_url(dsn)
            db = await asyncpg.connect(dsn, timeout=CONNECT_TIMEOUT, command_timeout=timeout)
        except ValueError:  # its message might contain a part of the password
            raise StoreUnavailable(
                f"this is not a valid database address: write it as {URL_EXAMPLE}"
            ) from None
        try:
            await db.execute(_SET_DURABLE, timeout=STATEMENT_TIMEOUT)
        except BaseException:
            db.terminate()
            raise
    return db


async def migrate_database(db: asyncpg.Connection, dsn: str) -> None:
    """Check the server's settings and migrate the database to the newest schema."""
    encoding, fsync, read_only = await db.fetchrow(_SELECT_SETTINGS, timeout=STATEMENT_TIMEOUT)
    if db.get_server_version().major < MIN_VERSION:
        raise StoreUnavailable(
            f"the server is too old: PostgreSQL {MIN_VERSION} or newer is required"
        )
    if encoding != "UTF8":
        raise StoreUnavailable(f"the database has the encoding {encoding}: UTF8 is required")
    if fsync != "on":
        raise StoreUnavailable(
            "the server runs with fsync off and could lose committed data: turn fsync on"
        )
    if read_only != "off":
        raise StoreUnavailable("the database is read-only")
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        version = await db.fetchval(sql.SELECT_VERSION) if await db.fetchval(_HAS_SCHEMA) else None
        if statements := sql.migration_sql("postgresql", version):
            if version:  # an older program may still be using it
                await check_unused(db, database_label(dsn))
            await db.execute(";\n".join(statements))
            if version:
                now = utc_text(datetime.now(UTC))
                await db.execute(number_placeholders(sql.DATE_ANSWERS), now)
                await _hash_rows(db)


async def _hash_rows(db: asyncpg.Connection) -> None:
    """Set the hash of rows that an older version wrote without one."""
    for table, columns in HASHED_TABLES.items():
        rows = await db.fetch(select_unhashed(table))
        await db.executemany(
            number_placeholders(update_hash(table)),
            [(row_hash(table, *row), *tuple(row)[: len(columns.key)]) for row in rows],
        )


def database_label(dsn: str) -> str:
    """Return the server and name of a database, without user and password."""
    try:
        parts = _split_url(dsn)
        host = parts.hostname or parse_qs(parts.query).get("host", ["localhost"])[0]
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "PostgreSQL"
    return f"{host}{port}{parts.path}"


def _split_url(dsn: str) -> SplitResult:
    """Split an address; raise `ValueError` if a part could belong to an unquoted password."""
    parts = urlsplit(dsn)
    if parts.fragment or "@" in parts.path or parts.netloc.count("@") > 1:
        raise ValueError
    parse_qs(parts.query, strict_parsing=bool(parts.query))
    return parts


@contextmanager
def translate_errors(dsn: str) -> Iterator[None]:
    """Translate PostgreSQL's errors into those of a store."""
    try:
        yield
    except (Conflict, Overdraft, StoreUnavailable, StoreDamaged):
        raise
    except (asyncpg.PostgresError, *CONNECTION_ERRORS) as error:
        raise _store_error(error, database_label(dsn)) from None


def _store_error(error: Exception, place: str) -> Exception:
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return constraint_error(
            error.constraint_name or "", f"{error.constraint_name}: it already exists"
        )
    if isinstance(error, asyncpg.DataError | ValueError):
        return ValueError(f"this cannot be stored: {type(error).__name__}")
    if isinstance(error, _CORRUPTION_ERRORS):
        return StoreDamaged(f"the database {place} is damaged: {_first_line(error)}")
    if isinstance(error, asyncpg.InvalidPasswordError):
        return _connection_lost(f"the database {place} rejected the user name or password")
    if isinstance(error, TimeoutError):
        return _connection_lost(f"the database {place} is not responding")
    if isinstance(error, OSError):
        # If the server is not running, asyncio's message has only the address.
        is_refused = isinstance(error, ConnectionRefusedError)
        reason = "connection refused" if is_refused else error.strerror or _first_line(error)
        return _connection_lost(f"the database {place} cannot be reached: {reason}")
    if isinstance(error, asyncpg.DiskFullError):
        return StoreUnavailable(f"the disk of the database {place} is full", FailureKind.DISK_FULL)
    return _connection_lost(f"the database {place} cannot be used: {_first_line(error)}")


def _connection_lost(sentence: str) -> StoreUnavailable:
    return StoreUnavailable(sentence, FailureKind.DATABASE_LOST)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
