"""The office of a room: the only writer of what happens beside the tables."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.room.clock import Clock
from pitboss.room.lines import START
from pitboss.room.office_events import OfficeEvent, OfficeLine, TableFounded, read_office
from pitboss.room.store.rows import row_hash
from pitboss.room.store.shape import (
    OFFICE,
    Answer,
    Batch,
    Conflict,
    Damaged,
    Entry,
    Head,
    Moved,
    NewStream,
    Overdrawn,
    Put,
    Store,
    Unavailable,
)
from pitboss.table.export import hash_of
from pitboss.table.ledger import Posting
from pitboss.table.people import Person, Role
from pitboss.table.table import utc

BOUND: Final = ("accounts", "staff proposals")
"""Shelves whose rows are bound into the chain of the office, each by its hash."""
HOUSE: Final = Person("house", Role.FLOORPERSON)
"""Who writes what nobody in particular did."""


class Office:
    """Appends to the office's stream, one batch after the other."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self._head, self._at = START, ""
        self._one_at_a_time = asyncio.Lock()
        self._stale = True
        self.tables_founded: set[str] = set()
        """The tables whose founding stands in the log."""

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
        then: Sequence[tuple[OfficeEvent, Person]] = (),
        answers: Sequence[Answer] = (),
        creates: Sequence[NewStream] = (),
        beside: Sequence[Batch] = (),
    ) -> None:
        """Write an event, the money that it moves, and what changes with it; all or nothing.

        Events that come ``then``, answers to keys, new streams and what is written to them
        ``beside`` belong to the same whole.

        A `Conflict` is something that should be new and is not: a put, a key, a stream. If somebody
        else wrote to the office in between, the event is written after that.
        """
        async with self._one_at_a_time:
            if self._stale:
                await self._reload()
            lines = [(event, by, tuple(postings)), *((one, who, ()) for one, who in then)]
            more = Batch(OFFICE, 0, "", answers=answers, puts=puts, creates=creates, beside=beside)
            try:
                await self._append(lines, more)
            except Conflict:
                before, self._stale = self._head, True
                await self._reload()
                if self._head == before:
                    raise
                await self._append(lines, more)

    async def _append(
        self, lines: Sequence[tuple[OfficeEvent, Person, tuple[Posting, ...]]], more: Batch
    ) -> None:
        at = max(utc(self.clock()), self._at)  # the clock may have been put back (TIME-1)
        head = self._head
        entries, sums, moved = [], [], []
        rows = bound_rows(more.puts)
        for event, by, postings in lines:
            version = head.version + 1
            told = OfficeLine(version, head.hash, by, event, postings, at, rows)
            line, rows = msgspec.json.encode(told), {}
            head = Head(version, hash_of(line))
            kind = type(event).__name__
            entries.append(Entry(version, line, at, by.name, by.role.value, kind))
            sums += [
                Moved(version, place, p.source, p.target, p.cents, p.phase, p.why)
                for place, p in enumerate(postings)
            ]
            moved += [
                (account, sign * int(p.cents))
                for p in postings
                for account, sign in ((p.source, -1), (p.target, 1))
            ]
        batch = replace(
            more,
            expected=self._head.version,
            head=head.hash,
            entries=entries,
            postings=sums,
            moved=moved,
        )
        self._stale = True  # whatever happens now, but for the best
        try:
            await self.store.append(batch)
        except (Overdrawn, Unavailable):
            self._stale = False  # nothing was changed
            raise
        self.tables_founded.update(_founded(event) for event, _, _ in lines)
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
                self.tables_founded.add(_founded(line.event))
                self._at = max(self._at, entry.at)
        self._head, self._stale = head, False


def bound_rows(puts: Sequence[Put]) -> dict[str, str]:
    """The hashes of rows that nobody changes but by a line of the office."""
    return {
        f"{put.shelf}/{put.key}": (
            "" if put.value is None else row_hash("shelves", put.shelf, put.key, put.value)
        )
        for put in puts
        if put.shelf in BOUND
    }


def _founded(event: OfficeEvent) -> str:
    return event.table if isinstance(event, TableFounded) else ""
