"""A store to read long from, while the room goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from pitboss.room.reading import StillSqlite
from pitboss.room.store.shape import Store
from pitboss.room.store.sqlite import SqliteStore


@asynccontextmanager
async def still(store: Store, *, pinned: bool = True) -> AsyncIterator[Store]:
    """All of it as it is now: a file is read by a reader of its own, so that no table waits.

    Who reads lines alone does not have it ``pinned``, and takes those up to a head that was read
    first. A server has readers enough for both, and is asked itself.
    """
    if not isinstance(store, SqliteStore):
        yield store
        return
    found = await asyncio.to_thread(partial(StillSqlite, store.path, pinned=pinned))
    try:
        yield found
    finally:
        await found.close()
