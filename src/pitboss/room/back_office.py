"""The back office: the only writer of everything that happens beside the tables."""

import asyncio
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.room.back_office_events import (
    BackOfficeEvent,
    BackOfficeLine,
    TableFounded,
    decode_back_office_line,
)
from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.runtime import Clock
from pitboss.room.store.archive_files import ARCHIVES
from pitboss.room.store.interface import (
    BACK_OFFICE,
    Batch,
    Conflict,
    DayRow,
    Entry,
    Head,
    IndexRows,
    NewStream,
    Overdraft,
    Put,
    Snapshot,
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

ARCHIVED_POSITIONS: Final = "archived positions"
"""The collection of what the archived lines of each table lead to."""
HASHED_COLLECTIONS: Final = ("accounts", "staff proposals", ARCHIVES, ARCHIVED_POSITIONS)
"""Collections whose rows are bound into the back office's chain, each by its hash."""
HOUSE: Final = Person("house", Role.FLOORPERSON)
"""The author of events that no person caused."""


SNAPSHOT_EVERY: Final = 500
"""Lines between two snapshots."""
MAX_ATTEMPTS: Final = 8
"""Attempts to write a line while other nodes write theirs."""


class _Snapshot(Struct, frozen=True):
    tables: tuple[str, ...]


def encode_back_office_snapshot(created_tables: Iterable[str]) -> bytes:
    """Return the content of a snapshot."""
    return msgspec.json.encode(_Snapshot(tuple(sorted(created_tables))))


class BackOffice:
    """The writer of the back office's stream, one batch after the other."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self._head, self._last_time = EMPTY_HEAD, ""
        self._lock = asyncio.Lock()
        self._is_stale = True
        self.created_tables: set[str] = set()
        """The tables whose creation is in the log."""
        self._snapshot_version = 0
        self.epoch: int | None = None
        """The epoch in which this node owns the back office, if there are several nodes."""
        self.needs_epoch = False
        """Whether only the owner may change anything; others may add a line for the record."""
        self.is_owner: Callable[[], Awaitable[bool]] | None = None
        """Asks the database whether the epoch lasts."""

    def mark_stale(self) -> None:
        """Note that somebody else may have written a line."""
        self._is_stale = True

    async def start(self) -> None:
        """Open the stream, or create it in a new room."""
        with suppress(Conflict):
            await self.store.create_stream(BACK_OFFICE, "office", "The office", {})
        stream = next(item for item in await self.store.streams() if item.id == BACK_OFFICE)
        if stream.is_indexed:
            await self._restore_snapshot()
        else:
            await self._build_index()
        await self._reload()

    async def _restore_snapshot(self) -> None:
        """Continue from the last snapshot, if it can be used."""
        snapshot = await self.store.snapshot(BACK_OFFICE)
        if snapshot is not None:
            with suppress(msgspec.MsgspecError):
                state = msgspec.json.decode(snapshot.state, type=_Snapshot)
                self._head = Head(snapshot.version, snapshot.hash)
                self._last_time, self.created_tables = snapshot.at, set(state.tables)
                self._snapshot_version = snapshot.version

    async def _build_index(self) -> None:
        """Store the index that follows from the lines of an older version."""
        await self.store.clear_index(BACK_OFFICE)
        days: list[DayRow] = []
        async for entries in self.store.entries(BACK_OFFICE):
            for entry in entries:
                if not days or entry.at[:10] != days[-1].day:
                    days.append(DayRow(entry.at[:10], entry.version))
        await self.store.extend_index(BACK_OFFICE, IndexRows(days=days), {}, is_complete=False)
        first_versions = [day.first_version for day in days]
        async for postings in self.store.postings(BACK_OFFICE):
            changes: dict[tuple[str, str], int] = {}
            for posting in postings:
                day = days[bisect_right(first_versions, posting.version) - 1].day
                for account, sign in ((posting.source, -1), (posting.target, 1)):
                    change = changes.get((account, day), 0) + sign * int(posting.cents)
                    changes[account, day] = change
            await self.store.extend_index(BACK_OFFICE, IndexRows(), changes, is_complete=False)
        await self.store.extend_index(BACK_OFFICE, IndexRows(), {}, is_complete=True)

    async def write(
        self,
        event: BackOfficeEvent,
        by: Person = HOUSE,
        *,
        postings: Sequence[Posting] = (),
        puts: Sequence[Put] = (),
        closed_accounts: Sequence[str] = (),
        more_events: Sequence[tuple[BackOfficeEvent, Person]] = (),
        responses: Sequence[StoredResponse] = (),
        new_streams: Sequence[NewStream] = (),
        linked_batches: Sequence[Batch] = (),
        archived_lines: Sequence[tuple[str, int]] = (),
    ) -> None:
        """Write an event, its postings and everything that changes with it, in one transaction.

        ``more_events`` follow it; ``responses`` answer repeated keys; ``closed_accounts`` of the
        ledger must be empty then; ``linked_batches`` write to ``new_streams`` or others.

        A `Conflict` means that a row, a key or a stream exists that should be new. If somebody else
        wrote to the back office in between, the event is written after that.
        """
        if (puts or postings or new_streams or responses) and self.needs_epoch:
            self._check_owner()
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
                closed_accounts=closed_accounts,
                new_streams=new_streams,
                linked_batches=linked_batches,
                archived_lines=archived_lines,
                epoch=self.epoch,
            )
            for _ in range(MAX_ATTEMPTS):
                try:
                    await self._append(lines, more)
                except Conflict:
                    if more.epoch is not None and self.is_owner and not await self.is_owner():
                        raise OwnershipLost from None
                    previous_head, self._is_stale = self._head, True
                    await self._reload()
                    if self._head == previous_head:
                        raise
                else:
                    return
            await self._append(lines, more)

    def _check_owner(self) -> None:
        """Refuse a change unless this node owns the back office."""
        if self.epoch is None:
            raise OwnershipLost

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
            responses=[replace(response, at=at) for response in more.responses],
            index=self._index_rows(at, head),
        )
        self._is_stale = True  # until the outcome is known
        try:
            await self.store.append(batch)
        except (Overdraft, StoreUnavailable):
            self._is_stale = False  # nothing was written
            raise
        self.created_tables |= created_tables(event for event, _, _ in lines)
        self._head, self._last_time, self._is_stale = head, at, False
        for snapshot in batch.index.snapshots:
            self._snapshot_version = snapshot.version

    def _index_rows(self, at: str, head: Head) -> IndexRows:
        """Return the rows of lines written at a time, up to a head."""
        is_new_day = at[:10] != self._last_time[:10]
        days = [DayRow(at[:10], self._head.version + 1)] if is_new_day else []
        snapshots = []
        if self._head.version - self._snapshot_version >= SNAPSHOT_EVERY:
            # The state before these lines, which is known to be committed.
            state = encode_back_office_snapshot(self.created_tables)
            snapshots.append(Snapshot(self._head.version, self._head.hash, state, self._last_time))
        return IndexRows(days=days, snapshots=snapshots)

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
                self.created_tables |= created_tables([line.event])
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


def created_tables(events: Iterable[BackOfficeEvent]) -> set[str]:
    """Return the tables that these events create."""
    return {event.table for event in events if isinstance(event, TableFounded)}
