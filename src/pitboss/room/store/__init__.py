"""Where a room keeps what happened: one shape, on SQLite or PostgreSQL."""

from pitboss.room.store.shape import (
    OFFICE,
    Answer,
    Batch,
    Conflict,
    Damaged,
    Entry,
    Head,
    Moved,
    Overdrawn,
    Put,
    Sealed,
    Snapshot,
    Store,
    Stream,
    Unavailable,
    Uncertain,
)

__all__ = [
    "OFFICE",
    "Answer",
    "Batch",
    "Conflict",
    "Damaged",
    "Entry",
    "Head",
    "Moved",
    "Overdrawn",
    "Put",
    "Sealed",
    "Snapshot",
    "Store",
    "Stream",
    "Unavailable",
    "Uncertain",
]
