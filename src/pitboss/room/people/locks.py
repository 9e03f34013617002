"""Wrong passwords: after some in a row nobody is let in for a while, whatever is tried."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.room.clock import Clock
from pitboss.room.store.shape import Put, Store

SHELF: Final = "locks"
TRIES: Final = 8
"""Wrong passwords in a row before an account is locked…"""
LOCKED: Final = timedelta(minutes=15)
"""…and for how long."""
KNOWN: Final = 10_000


class Lock(Struct, frozen=True):
    """How often a password was wrong, and until when nobody is let in."""

    tries: int = 0
    until: datetime | None = None

    def holds(self, now: datetime) -> bool:
        """Whether nobody is let in now."""
        return self.until is not None and now < self.until

    def failed(self, now: datetime) -> "Lock":
        """Once more."""
        tries = 1 if self.until is not None else self.tries + 1
        return Lock(tries, now + LOCKED if tries >= TRIES else None)


class Locks:
    """The lock of every account; and of names that nobody has, so that they look no different."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._nobodys: OrderedDict[str, Lock] = OrderedDict()

    async def of(self, key: str, *, known: bool) -> Lock:
        """As it is now."""
        kept = await self._store.get(SHELF, key)  # the same work in either case
        if not known:
            return self._nobodys.get(key, Lock())
        return msgspec.json.decode(kept, type=Lock) if kept else Lock()

    def put(self, key: str, lock: Lock | None, *, known: bool) -> tuple[Put, ...]:
        """What is to be written so that it is this one. Of what nobody is called, nothing is."""
        if known:
            return (Put(SHELF, key, msgspec.json.encode(lock) if lock else None),)
        self._nobodys.pop(key, None)
        if lock:
            self._nobodys[key] = lock
        while len(self._nobodys) > KNOWN:
            self._nobodys.popitem(last=False)
        return ()
