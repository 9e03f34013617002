"""The store of a room: one interface, implemented on SQLite and on PostgreSQL.

Start with `interface`, which has the `Store` protocol, its records and its errors; `opening` opens
a store for writing or for reading. `sqlite` and `postgres` share the base class in `base`, and the
statements and migrations in `sql`.
"""

from pitboss.room.store.interface import (
    BACK_OFFICE,
    Batch,
    CommitUncertain,
    Conflict,
    Entry,
    Head,
    NewStream,
    Overdraft,
    Put,
    SealedSeed,
    Snapshot,
    Store,
    StoreDamaged,
    StoredPosting,
    StoredResponse,
    StoreInUse,
    StoreUnavailable,
    Stream,
)

__all__ = [
    "BACK_OFFICE",
    "Batch",
    "CommitUncertain",
    "Conflict",
    "Entry",
    "Head",
    "NewStream",
    "Overdraft",
    "Put",
    "SealedSeed",
    "Snapshot",
    "Store",
    "StoreDamaged",
    "StoreInUse",
    "StoreUnavailable",
    "StoredPosting",
    "StoredResponse",
    "Stream",
]
