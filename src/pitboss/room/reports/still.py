"""A store to read long from, while the room goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pitboss.room.reading import StillSqlite
from pitboss.room.store.shape import Store
from pitboss.room.store.sqlite import SqliteStore


@asynccontextmanager
async def still(store: Store) -> AsyncIterator[Store]:
    """All of it as it is now: a file is read by a reader of its own, so that no table waits.

    A server has readers enough for both, and is asked itself.
    """
    if not isinstance(store, SqliteStore):
        yield store
        return
    found = await asyncio.to_thread(StillSqlite, store.path)
    try:
        yield found
    finally:
        await found.close()
