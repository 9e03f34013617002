"""The way to a PostgreSQL server, and what its errors mean."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import SplitResult, parse_qs, urlsplit

import asyncpg

from pitboss.room.failures import FailureKind
from pitboss.room.store import schema
from pitboss.room.store.alike import refusal
from pitboss.room.store.postgres_owner import check_unused
from pitboss.room.store.rows import HASHED, rehash, row_hash, unhashed
from pitboss.room.store.shape import Conflict, Damaged, Overdrawn, Unavailable
from pitboss.room.store.statements import numbered

OLDEST: Final = 14
LIKE: Final = (
    "postgresql://user:password@host:5432/name, where a password has %2F for /, %23 for #, "
    "%3F for ? and %40 for @"
)
REACHED: Final = 10.0
"""Seconds that a server has to let somebody in."""
PATIENCE: Final = 30.0
"""Seconds until a statement that is not answered counts as lost."""
LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what it says where a connection ends between two statements
    OSError,
)
"""The connection is gone, or as good as gone."""
_DAMAGED: Final = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
_LOCK: Final = 0x70_69_74_62_6F_73_73
"""Whoever changes the schema holds it."""
_DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') IN ('off', 'local')"
)
_KNOWN: Final = "SELECT to_regclass('alembic_version') IS NOT NULL"
_SETTINGS: Final = (
    "SELECT current_setting('server_encoding'), current_setting('fsync'), "
    "current_setting('transaction_read_only')"
)


async def connected(dsn: str, patience: float | None = PATIENCE) -> asyncpg.Connection:
    """A connection whose commits are on the disk; refused in a sentence where there is none."""
    with told(dsn):
        try:
            _split(dsn)
            db = await asyncpg.connect(dsn, timeout=REACHED, command_timeout=patience)
        except ValueError:  # its words might show a part of the password
            raise Unavailable(f"this is no address of a database: it is like {LIKE}") from None
        try:
            await db.execute(_DURABLE, timeout=PATIENCE)
        except BaseException:
            db.terminate()
            raise
    return db


async def up_to_date(db: asyncpg.Connection, dsn: str) -> None:
    """A server that is fit, and the newest schema: all steps to it or none, and one at a time."""
    encoding, fsync, read_only = await db.fetchrow(_SETTINGS, timeout=PATIENCE)
    if db.get_server_version().major < OLDEST:
        raise Unavailable(f"the server is older than PostgreSQL {OLDEST}")
    if encoding != "UTF8":
        raise Unavailable(f"the database writes {encoding}, not UTF8")
    if fsync != "on":
        raise Unavailable("the server runs with fsync off: it forgets what it was told")
    if read_only != "off":
        raise Unavailable("the database can only be read")
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        have = await db.fetchval(schema.PRESENT) if await db.fetchval(_KNOWN) else None
        if steps := await asyncio.to_thread(schema.steps, "postgresql", have):
            if have:  # and not under the feet of an older program
                await check_unused(db, where(dsn))
            await db.execute(steps)
            if have:
                await _hash_rows(db)


async def _hash_rows(db: asyncpg.Connection) -> None:
    """Give rows of before their hash."""
    for table, of in HASHED.items():
        rows = await db.fetch(unhashed(table))
        await db.executemany(
            numbered(rehash(table)),
            [(row_hash(table, *row), *tuple(row)[: len(of.key)]) for row in rows],
        )


def where(dsn: str) -> str:
    """A database as it may be named to anyone: its server and name, without user and password."""
    try:
        parts = _split(dsn)
        host = parts.hostname or parse_qs(parts.query).get("host", ["localhost"])[0]
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "PostgreSQL"
    return f"{host}{port}{parts.path}"


def _split(dsn: str) -> SplitResult:
    """An address in its parts; none of which can be a piece of a password that was not quoted."""
    parts = urlsplit(dsn)
    if parts.fragment or "@" in parts.path or parts.netloc.count("@") > 1:
        raise ValueError
    parse_qs(parts.query, strict_parsing=bool(parts.query))
    return parts


@contextmanager
def told(dsn: str) -> Iterator[None]:
    """PostgreSQL's errors as a store's. What has one already passes."""
    try:
        yield
    except (Conflict, Overdrawn, Unavailable, Damaged):
        raise
    except (asyncpg.PostgresError, *LOST) as error:
        raise _meant(error, where(dsn)) from None


def _meant(error: Exception, place: str) -> Exception:
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return refusal(error.constraint_name or "", f"{error.constraint_name}: there is one")
    if isinstance(error, asyncpg.DataError | ValueError):
        return ValueError(f"this cannot be stored: {type(error).__name__}")
    if isinstance(error, _DAMAGED):
        return Damaged(f"the database {place} is damaged: {_first_line(error)}")
    if isinstance(error, asyncpg.InvalidPasswordError):
        return _lost(f"the database {place} rejected this name and password")
    if isinstance(error, TimeoutError):
        return _lost(f"the database {place} is not responding")
    if isinstance(error, OSError):
        # Of a server that does not run, asyncio says only where it is not.
        refused = isinstance(error, ConnectionRefusedError)
        why = "nobody answers there" if refused else error.strerror or _first_line(error)
        return _lost(f"the database {place} cannot be reached: {why}")
    if isinstance(error, asyncpg.DiskFullError):
        return Unavailable(f"the disk of the database {place} is full", FailureKind.DISK_FULL)
    return _lost(f"the database {place} cannot be used: {_first_line(error)}")


def _lost(sentence: str) -> Unavailable:
    return Unavailable(sentence, FailureKind.DATABASE_LOST)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
