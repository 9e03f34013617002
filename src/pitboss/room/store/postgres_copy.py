"""A copy of a PostgreSQL database in a file like SQLite's: the same schema, so that the same
programs restore and audit it.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import asyncpg

from pitboss.room.store.files import copied
from pitboss.room.store.postgres_server import connected
from pitboss.room.store.postgres_server import told as told_by_postgres
from pitboss.room.store.sqlite import bring_up_to_date
from pitboss.room.store.sqlite import told as told_by_sqlite

AT_A_TIME: Final = 1000
"""Rows that are in memory together."""
_TABLES: Final = (
    "SELECT name FROM sqlite_master "
    "WHERE type = 'table' AND name NOT IN ('alembic_version', 'sqlite_sequence')"
)
_COLUMNS: Final = "SELECT name FROM pragma_table_info(?)"


async def copy(dsn: str, target: Path) -> None:
    """Everything, as it is at one moment, while others go on writing."""
    source = await connected(dsn, patience=None)
    try:
        with copied(target) as part, told_by_sqlite(), closing(_new(part)) as db:
            with told_by_postgres(dsn):
                async with source.transaction(isolation="repeatable_read", readonly=True):
                    for (table,) in db.execute(_TABLES).fetchall():
                        await _copy(source, db, table)
            await asyncio.to_thread(db.commit)
    finally:
        source.terminate()


def _new(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    bring_up_to_date(db)
    db.execute("PRAGMA journal_mode = OFF")  # one that fails is thrown away
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN")
    return db


async def _copy(source: asyncpg.Connection, db: sqlite3.Connection, table: str) -> None:
    columns = [name for (name,) in db.execute(_COLUMNS, (table,))]
    names = ", ".join(columns)
    read = f"SELECT {names} FROM {table}"  # noqa: S608  names of our own schema
    write = f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
    cursor = await source.cursor(read)
    while rows := await cursor.fetch(AT_A_TIME):
        await asyncio.to_thread(_written, db, write, [tuple(row) for row in rows])


def _written(db: sqlite3.Connection, write: str, rows: list[tuple[object, ...]]) -> None:
    """No cursor leaves the thread: let go in another, it would be in the way of the next one."""
    db.executemany(write, rows).close()
