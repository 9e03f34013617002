"""Which store a room is kept in: a file in a folder, or PostgreSQL."""

from pathlib import Path

from pitboss.refusal import Refused
from pitboss.room.store.shape import Store
from pitboss.room.store.sqlite import FILE, SqliteStore


async def open_store(data: Path | None, database: str | None, *, alone: bool = True) -> Store:
    """The store that is meant: a database by its address, or else the file in a folder.

    A database is for one program ``alone``, unless that only looks; a folder has its own lock.
    """
    if database:
        _check_address(database)
        from pitboss.room.store.postgres import PostgresStore

        return await PostgresStore.open(database, alone=alone)
    if data is None:
        raise Refused("name a data folder or a database")
    return SqliteStore(data / FILE)


async def still_postgres(database: str) -> Store:
    """A database as it is at one moment, to be read only."""
    _check_address(database)
    from pitboss.room.store.postgres_still import StillPostgres

    return await StillPostgres.open(database)


def _check_address(database: str) -> None:
    if not database.startswith(("postgresql://", "postgres://")):
        raise Refused(f"{database.partition(':')[0]}: databases are postgresql://…")
