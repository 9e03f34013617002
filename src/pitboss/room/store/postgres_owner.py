"""Who may write to a PostgreSQL database: one program at a time.

The lock is an advisory one of the session, and it is held by the very connection that writes. So
nobody writes without it: when the connection is lost the lock is too, and the next connection has
to take it again before it writes. A program that finds that another one had the database meanwhile
goes on no more, since what it knows by heart may be wrong.

Its two numbers are the room's own table ``streams``, which tells rooms of one database apart, and
what of the room is meant: `WHOLE`. Programs that will share a room take that one shared, and for
each table that they own the hash of its name for themselves: none of them and of ours meet.
"""

import asyncio
from typing import Final
from uuid import uuid4

import asyncpg

from pitboss.room.failures import FailureKind
from pitboss.room.store.shape import InUse, Unavailable
from pitboss.room.store.statements import PUT, numbered, shelf_row

WHOLE: Final = 0
"""All of a room: the office and every table."""
GRACE: Final = 3.0
"""Seconds for the server to notice that a program which had the database was killed."""
PAUSE: Final = 0.05
_KEY: Final = f"'streams'::regclass::oid::int4, {WHOLE}"
_TAKE: Final = f"SELECT pg_try_advisory_lock({_KEY})"
_TAKE_FOR_NOW: Final = f"SELECT pg_try_advisory_xact_lock({_KEY})"
_ALIVE: Final = (
    "SELECT set_config('tcp_keepalives_idle', '10', false), "
    "set_config('tcp_keepalives_interval', '5', false), "
    "set_config('tcp_keepalives_count', '3', false)"
)
"""So that the lock of a machine which is gone without a word is free after half a minute."""
_SIGNED: Final = "SELECT value FROM shelves WHERE shelf = 'room' AND name = 'owner'"


class Owner:
    """One program's claim to a database, from its first connection to its last."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._sign = uuid4().bytes
        self._signed = False
        self._over = ""

    def check(self) -> None:
        """Refuse once another program has had the database: this one never writes again."""
        if self._over:
            raise Unavailable(self._over, FailureKind.LOCK_LOST)

    async def take(self, db: asyncpg.Connection) -> None:
        """Have this connection hold the lock; refused if another program has it, or had it."""
        if not await _taken(db, _TAKE, 0 if self._signed else GRACE):
            raise _in_use(self._place)
        await db.execute(_ALIVE)
        if not self._signed:
            await db.execute(numbered(PUT), *shelf_row("room", "owner", self._sign))
            self._signed = True
        elif await db.fetchval(_SIGNED) != self._sign:
            self._over = (
                f"the connection to the database {self._place} was lost, and another pitboss "
                "has used it since: start this one again"
            )
            self.check()


async def check_unused(db: asyncpg.Connection, place: str) -> None:
    """Refuse, inside a transaction, while a program has the database; none can until it ends."""
    if not await _taken(db, _TAKE_FOR_NOW, GRACE):
        raise _in_use(place)


def _in_use(place: str) -> InUse:
    return InUse(f"the database {place} is in use by another pitboss")


async def _taken(db: asyncpg.Connection, statement: str, grace: float) -> bool:
    clock = asyncio.get_running_loop().time
    until = clock() + grace
    while not await db.fetchval(statement):
        if clock() >= until:
            return False
        await asyncio.sleep(PAUSE)
    return True
