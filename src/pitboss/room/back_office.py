"""The back office: the only writer of everything that happens beside the tables."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.room.back_office_events import (
    BackOfficeEvent,
    BackOfficeLine,
    TableFounded,
    decode_back_office_line,
)
from pitboss.room.runtime import Clock
from pitboss.room.store.interface import (
    BACK_OFFICE,
    Batch,
    Conflict,
    Entry,
    Head,
    NewStream,
    Overdraft,
    Put,
    Store,
    StoreDamaged,
    StoredPosting,
    StoredResponse,
    StoreUnavailable,
)
from pitboss.room.store.sql import row_hash
from pitboss.room.table_log import EMPTY_HEAD
from pitboss.table.export import line_hash
from pitboss.table.ledger import Posting
from pitboss.table.people import Person, Role
from pitboss.table.table import utc_text

HASHED_COLLECTIONS: Final = ("accounts", "staff proposals")
"""Collections whose rows are bound into the back office's chain, each by its hash."""
HOUSE: Final = Person("house", Role.FLOORPERSON)
"""The author of events that no person caused."""


class BackOffice:
    """The writer of the back office's stream, one batch after the other."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self._head, self._last_time = EMPTY_HEAD, ""
        self._lock = asyncio.Lock()
        self._is_stale = True
        self.created_tables: set[str] = set()
        """The tables whose creation is in the log."""

    async def start(self) -> None:
        """Open the stream, or create it in a new room."""
        with suppress(Conflict):
            await self.store.create_stream(BACK_OFFICE, "office", "The office", {})
        await self._reload()

    async def write(
        self,
        event: BackOfficeEvent,
        by: Person = HOUSE,
        *,
        postings: Sequence[Posting] = (),
        puts: Sequence[Put] = (),
        more_events: Sequence[tuple[BackOfficeEvent, Person]] = (),
        responses: Sequence[StoredResponse] = (),
        new_streams: Sequence[NewStream] = (),
        linked_batches: Sequence[Batch] = (),
    ) -> None:
        """Write an event, its postings and everything that changes with it, in one transaction.

        ``more_events`` follow it; ``responses`` answer repeated keys; ``linked_batches`` write to
        ``new_streams`` or others.

        A `Conflict` means that a row, a key or a stream exists that should be new. If somebody else
        wrote to the back office in between, the event is written after that.
        """
        async with self._lock:
            if self._is_stale:
                await self._reload()
            lines = [
                (event, by, tuple(postings)),
                *((event, person, ()) for event, person in more_events),
            ]
            more = Batch(
                BACK_OFFICE,
                0,
                "",
                responses=responses,
                puts=puts,
                new_streams=new_streams,
                linked_batches=linked_batches,
            )
            try:
                await self._append(lines, more)
            except Conflict:
                previous_head, self._is_stale = self._head, True
                await self._reload()
                if self._head == previous_head:
                    raise
                await self._append(lines, more)

    async def _append(
        self, lines: Sequence[tuple[BackOfficeEvent, Person, tuple[Posting, ...]]], more: Batch
    ) -> None:
        # The clock may have been set back (TIME-1).
        at = max(utc_text(self.clock()), self._last_time)
        head = self._head
        entries, stored_postings, balance_changes = [], [], []
        rows = row_hashes(more.puts)
        for event, by, postings in lines:
            version = head.version + 1
            line = msgspec.json.encode(
                BackOfficeLine(version, head.hash, by, event, postings, at, rows)
            )
            rows = {}
            head = Head(version, line_hash(line))
            kind = type(event).__name__
            entries.append(Entry(version, line, at, by.name, by.role.value, kind))
            stored_postings += [
                StoredPosting(version, index, p.source, p.target, p.cents, p.phase, p.why)
                for index, p in enumerate(postings)
            ]
            balance_changes += [
                (account, sign * int(p.cents))
                for p in postings
                for account, sign in ((p.source, -1), (p.target, 1))
            ]
        batch = replace(
            more,
            expected_version=self._head.version,
            head_hash=head.hash,
            entries=entries,
            postings=stored_postings,
            shared_changes=balance_changes,
        )
        self._is_stale = True  # until the outcome is known
        try:
            await self.store.append(batch)
        except (Overdraft, StoreUnavailable):
            self._is_stale = False  # nothing was written
            raise
        self.created_tables.update(_created_table(event) for event, _, _ in lines)
        self._head, self._last_time, self._is_stale = head, at, False

    async def _reload(self) -> None:
        """Read the lines after the last one that is known."""
        head = self._head
        async for entries in self.store.entries(BACK_OFFICE, head.version):
            for entry in entries:
                try:
                    line = decode_back_office_line(entry.line)
                except msgspec.MsgspecError as error:
                    sentence = f"line {entry.version} of the back office is not an event: {error}"
                    raise StoreDamaged(sentence) from None
                if (line.n, line.prev) != (head.version + 1, head.hash):
                    raise StoreDamaged(
                        f"line {entry.version} of the back office does not follow from the line "
                        "before it"
                    )
                head = Head(line.n, line_hash(entry.line))
                self.created_tables.add(_created_table(line.event))
                self._last_time = max(self._last_time, entry.at)
        self._head, self._is_stale = head, False


def row_hashes(puts: Sequence[Put]) -> dict[str, str]:
    """Return the hashes of rows that only change together with a line of the back office."""
    return {
        f"{put.collection}/{put.key}": (
            "" if put.value is None else row_hash("shelves", put.collection, put.key, put.value)
        )
        for put in puts
        if put.collection in HASHED_COLLECTIONS
    }


def _created_table(event: BackOfficeEvent) -> str:
    return event.table if isinstance(event, TableFounded) else ""
