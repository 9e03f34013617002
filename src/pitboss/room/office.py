"""The office of a room: the only writer of what happens beside the tables."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from pitboss.room.clock import Clock
from pitboss.room.lines import START
from pitboss.room.office_events import OfficeEvent, OfficeLine, read_office
from pitboss.room.store.shape import (
    OFFICE,
    Batch,
    Conflict,
    Damaged,
    Entry,
    Head,
    Moved,
    Overdrawn,
    Put,
    Store,
    Unavailable,
)
from pitboss.table.export import hash_of
from pitboss.table.ledger import Posting
from pitboss.table.people import Person, Role
from pitboss.table.table import utc

HOUSE: Final = Person("house", Role.FLOORPERSON)
"""Who writes what nobody in particular did."""


class Office:
    """Appends to the office's stream, one batch after the other."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self._head, self._at = START, ""
        self._one_at_a_time = asyncio.Lock()
        self._stale = True

    async def start(self) -> None:
        """Find the stream, or found it."""
        with suppress(Conflict):
            await self.store.found(OFFICE, "office", "The office", {})
        await self._reload()

    async def write(
        self,
        event: OfficeEvent,
        by: Person = HOUSE,
        *,
        postings: Sequence[Posting] = (),
        puts: Sequence[Put] = (),
    ) -> None:
        """Write an event, the money that it moves, and what changes with it; all or nothing.

        A `Conflict` is one of the ``puts``: something that should be new and is not. If somebody
        else wrote to the office in between, the event is written after that.
        """
        async with self._one_at_a_time:
            if self._stale:
                await self._reload()
            try:
                await self._append(event, by, postings, puts)
            except Conflict:
                before, self._stale = self._head, True
                await self._reload()
                if self._head == before:
                    raise
                await self._append(event, by, postings, puts)

    async def _append(
        self, event: OfficeEvent, by: Person, postings: Sequence[Posting], puts: Sequence[Put]
    ) -> None:
        at = max(utc(self.clock()), self._at)  # the clock may have been put back (TIME-1)
        version = self._head.version + 1
        line = msgspec.json.encode(
            OfficeLine(version, self._head.hash, by, event, tuple(postings), at)
        )
        head = Head(version, hash_of(line))
        moved = [
            (account, sign * int(p.cents))
            for p in postings
            for account, sign in ((p.source, -1), (p.target, 1))
        ]
        entry = Entry(version, line, at, by.name, by.role.value, type(event).__name__)
        sums = [
            Moved(version, place, p.source, p.target, p.cents, p.phase, p.why)
            for place, p in enumerate(postings)
        ]
        batch = Batch(OFFICE, self._head.version, head.hash, [entry], sums, moved=moved, puts=puts)
        self._stale = True  # whatever happens now, but for the best
        try:
            await self.store.append(batch)
        except (Overdrawn, Unavailable):
            self._stale = False  # nothing was changed
            raise
        self._head, self._at, self._stale = head, at, False

    async def _reload(self) -> None:
        """Read on from the line that is known to be written."""
        head = self._head
        async for entries in self.store.lines(OFFICE, head.version):
            for entry in entries:
                try:
                    line = read_office(entry.line)
                except msgspec.MsgspecError as error:
                    told = f"line {entry.version} of the office is no event: {error}"
                    raise Damaged(told) from None
                if (line.n, line.prev) != (head.version + 1, head.hash):
                    raise Damaged(f"line {entry.version} of the office does not follow")
                head = Head(line.n, hash_of(entry.line))
                self._at = max(self._at, entry.at)
        self._head, self._stale = head, False
