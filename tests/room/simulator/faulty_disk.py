"""A store on a simulated disk, which may be slow, full or gone, but keeps what was committed."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from pitboss.room.store.interface import (
    HISTORY_ROWS_PER_PAGE,
    Batch,
    CommitUncertain,
    Conflict,
    DayRow,
    Entry,
    Head,
    HistoryRow,
    IndexRows,
    NewStream,
    Overdraft,
    Put,
    RoundFilter,
    RoundPage,
    RoundPlace,
    RoundRow,
    RowDamaged,
    Snapshot,
    StoredPosting,
    StoredResponse,
    StoreListener,
    StoreUnavailable,
    Stream,
)
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table.ledger import Cents

MAX_DELAY: Final = 0.05
PAGE_SIZE: Final = 100


class DiskContents:
    """Everything that survives a crash."""

    def __init__(self) -> None:
        self.streams: dict[str, Stream] = {}
        self.entries: dict[str, list[Entry]] = {}
        self.postings: dict[str, list[StoredPosting]] = {}
        self.balances: dict[str, Cents] = {}
        self.responses: dict[tuple[str, str, str], StoredResponse] = {}
        self.seals: dict[tuple[str, int], bytes] = {}
        self.index: dict[str, IndexRows] = {}
        self.collections: dict[tuple[str, str], bytes] = {}


class FaultyDisk:
    """A store on a simulated disk; after a crash, another one is opened on the same contents."""

    def __init__(
        self, contents: DiskContents, chance: SeededRandom, coverage: Counter[str], *, faulty: bool
    ) -> None:
        self.contents, self._chance, self._coverage = contents, chance, coverage
        self.is_faulty = faulty
        self.is_full = False
        self.is_dead = False
        self.failures = 0
        """How many operations failed."""

    # Writes

    async def append(self, batch: Batch) -> None:
        """Write a batch, perhaps a little later; sometimes the outcome is uncertain."""
        await self._wait()
        fault = self._fault()
        if fault == "lost before":
            self._coverage["a commit failed"] += 1
            raise StoreUnavailable("the disk did not take it")
        if fault == "lost after":
            if self._chance.one_in(2):
                self._write(batch)
                self._coverage["a commit was uncertain, and done"] += 1
            else:
                self._coverage["a commit was uncertain, and not done"] += 1
            raise CommitUncertain("the disk did not answer")
        self._write(batch)
        await self._wait()

    def _fault(self) -> str:
        if self.is_dead:
            raise CommitUncertain("the power is off")
        if self.is_full:
            self.failures += 1
            self._coverage["the disk was full"] += 1
            raise StoreUnavailable("the disk is full")
        if not self.is_faulty or not self._chance.one_in(60):
            return ""
        self.failures += 1
        return self._chance.pick(("lost before", "lost after"))

    async def _wait(self) -> None:
        await asyncio.sleep(self._chance.uniform(0, MAX_DELAY))

    def _write(self, batch: Batch) -> None:
        """Write a batch as a whole; conflicts are detected before anything is written."""
        parts = (batch, *batch.linked_batches)
        creates = [new for part in parts for new in part.new_streams]
        if any(new.id in self.contents.streams for new in creates):
            raise Conflict("it is there already")
        result = {new.id: Head(0, "") for new in creates}
        for part in parts:
            self._check(part, result)
        for new in creates:
            self._create(new)
        for part in parts:
            self._write_one(part)

    def _check(self, batch: Batch, new_heads: Mapping[str, Head]) -> None:
        contents, stream = self.contents, batch.stream
        head = new_heads.get(stream) or contents.streams[stream].head
        if head.version != batch.expected_version:
            raise Conflict("the stream has another version")
        keys = [(response.account, stream, response.key) for response in batch.responses]
        if len(set(keys)) < len(keys) or any(key in contents.responses for key in keys):
            raise Conflict("the key was used before")
        for put in batch.puts:
            if put.must_be_new and (put.collection, put.key) in contents.collections:
                raise Conflict("it is there already")
        self._balances(batch)

    def _balances(self, batch: Batch) -> dict[str, Cents]:
        after: dict[str, Cents] = dict(batch.balances)
        for account, gain in batch.shared_changes:
            after[account] = after.get(account, self.contents.balances.get(account, 0)) + gain
            _check(account, after[account])
        for account, cents in after.items():
            _check(account, cents)
        for account in batch.closed_accounts:
            if after.get(account, self.contents.balances.get(account, 0)):
                raise Conflict("the account is not empty")
        return after

    def _write_one(self, batch: Batch) -> None:
        contents, stream, after = self.contents, batch.stream, self._balances(batch)
        contents.entries[stream] += batch.entries
        contents.postings[stream] += batch.postings
        contents.balances |= after
        for account in batch.closed_accounts:
            contents.balances.pop(account, None)
        contents.responses |= {
            (response.account, stream, response.key): response for response in batch.responses
        }
        contents.seals |= {
            (stream, sealed_seed.round): sealed_seed.seed for sealed_seed in batch.sealed_seeds
        }
        self._write_rows(batch.puts)
        self._add_index(stream, batch.index)
        result = contents.streams[stream]
        head = Head(batch.version, batch.head_hash)
        contents.streams[stream] = Stream(
            result.id, result.kind, result.title, head, result.settings
        )

    def _add_index(self, stream: str, index: IndexRows) -> None:
        before = self.contents.index.get(stream, IndexRows())
        self.contents.index[stream] = IndexRows(
            [*before.rounds, *index.rounds],
            [*before.marks, *index.marks],
            [*before.history, *index.history],
            [*before.days, *index.days],
            [*before.snapshots, *index.snapshots],
        )

    def _write_rows(self, puts: Sequence[Put]) -> None:
        for put in puts:
            if put.value is None:
                self.contents.collections.pop((put.collection, put.key), None)
            elif not put.must_exist or (put.collection, put.key) in self.contents.collections:
                self.contents.collections[put.collection, put.key] = put.value

    async def put(self, *puts: Put) -> None:
        """Store or delete values."""
        await self._wait()
        self._fail_read()
        if any(
            put.must_be_new and (put.collection, put.key) in self.contents.collections
            for put in puts
        ):
            raise Conflict("it is there already")
        self._write_rows(puts)

    async def create_stream(
        self, stream: str, kind: str, title: str, settings: Mapping[str, Any]
    ) -> None:
        """Create an empty stream."""
        if stream in self.contents.streams:
            raise Conflict("it is there already")
        self._create(NewStream(stream, kind, title, settings))

    def _create(self, new: NewStream) -> None:
        self.contents.streams[new.id] = Stream(
            new.id, new.kind, new.title, Head(0, ""), new.settings
        )
        self.contents.entries[new.id], self.contents.postings[new.id] = [], []

    async def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Store a snapshot."""
        await self._wait()
        self._fail_read()
        self._add_index(stream, IndexRows(snapshots=[snapshot]))

    async def clear_index(self, stream: str) -> None:
        """Delete the index of a stream."""
        self._fail_read()
        self.contents.index.pop(stream, None)

    async def extend_index(
        self,
        stream: str,
        index: IndexRows,
        changes: Mapping[tuple[str, str], int],
        *,
        is_complete: bool,
    ) -> None:
        """Add rows to the index of a stream; the days of shared accounts are not simulated."""
        await self._wait()
        self._fail_read()
        self._add_index(stream, index)

    # Reads

    def _fail_read(self) -> None:
        if self.is_dead:
            raise StoreUnavailable("the power is off")
        if self.is_faulty and self._chance.one_in(100):
            self.failures += 1
            self._coverage["a read failed"] += 1
            raise StoreUnavailable("the disk did not answer")

    async def streams(self) -> Sequence[Stream]:
        """Return all streams, in the order of their ids."""
        return [self.contents.streams[name] for name in sorted(self.contents.streams)]

    async def entries(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries after a version, page by page."""
        while result := self.page(stream, after):
            await self._wait()
            self._fail_read()
            yield result
            after = result[-1].version

    def page(self, stream: str, after: int) -> Sequence[Entry]:
        """Return the next entries after a version."""
        return self.contents.entries[stream][after : after + PAGE_SIZE]

    async def last_entry(self, stream: str, kind: str, or_kind: str) -> Entry | None:
        """Return the last entry of either kind."""
        self._fail_read()
        lines = reversed(self.contents.entries[stream])
        return next((line for line in lines if line.kind in (kind, or_kind)), None)

    async def postings(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[StoredPosting]]:
        """Yield the postings after a version."""
        result = [posting for posting in self.contents.postings[stream] if posting.version > after]
        if result:
            yield result

    async def stored_response(self, account: str, stream: str, key: str) -> StoredResponse | None:
        """Return the response that was given to this key, if any."""
        await self._wait()
        self._fail_read()
        return self.contents.responses.get((account, stream, key))

    async def delete_responses(self, before: str, limit: int) -> int:
        """Delete responses that were written before a time, a few at a time."""
        await self._wait()
        self._fail_read()
        expired_keys = [
            key for key, response in self.contents.responses.items() if response.at < before
        ][:limit]
        for key in expired_keys:
            del self.contents.responses[key]
        return len(expired_keys)

    async def sealed_seed(self, stream: str, round_: int) -> bytes | None:
        """Return the sealed seed of a round."""
        self._fail_read()
        return self.contents.seals.get((stream, round_))

    async def snapshot(
        self, stream: str, *, before: str | None = None, before_version: int | None = None
    ) -> Snapshot | None:
        """Return the last snapshot of a stream."""
        self._fail_read()
        snapshots = [
            item
            for item in self.contents.index.get(stream, IndexRows()).snapshots
            if (before is None or item.at < before)
            and (before_version is None or item.version < before_version)
        ]
        return max(snapshots, key=lambda item: item.version, default=None)

    async def round_row(self, stream: str, round_: int) -> RoundRow | None:
        """Return the position of the lines of a closed round."""
        rows = self.contents.index.get(stream, IndexRows()).rounds
        return next((row for row in rows if row.round == round_), None)

    async def search_rounds(
        self, query: RoundFilter, *, after: RoundPlace | None = None, limit: int
    ) -> RoundPage:
        """Refuse a search: simulated people do not search."""
        raise NotImplementedError

    async def day_row(self, stream: str, *, since: str) -> DayRow | None:
        """Return the first day with lines, from this day on."""
        rows = self.contents.index.get(stream, IndexRows()).days
        return next((row for row in rows if row.day >= since), None)

    async def history(
        self,
        player: str,
        start: str = "",
        end: str = "",
        *,
        after: tuple[str, str, int] | None = None,
        page_size: int = HISTORY_ROWS_PER_PAGE,
    ) -> AsyncIterator[Sequence[tuple[str, HistoryRow]]]:
        """Yield the items of a player's history with their streams, by time."""
        rows = sorted(
            (row.at, stream, row.version, row)
            for stream, index in self.contents.index.items()
            for row in index.history
            if row.player == player and start <= row.at and (not end or row.at < end)
        )
        items = [
            (stream, row)
            for at, stream, version, row in rows
            if after is None or (at, stream, version) > after
        ]
        for first in range(0, len(items), page_size):
            yield items[first : first + page_size]

    async def account_days(self, day: str) -> Mapping[str, tuple[int, int]]:
        """Return nothing: the days of shared accounts are not simulated."""
        return {}

    async def entries_of_kinds(
        self, stream: str, kinds: Sequence[str], after: int = 0
    ) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries of some kinds after a version."""
        yield [e for e in self.contents.entries[stream] if e.version > after and e.kind in kinds]

    async def balance(self, account: str) -> Cents:
        """Return the balance of an account."""
        return self.contents.balances.get(account, 0)

    async def balances_of(self, accounts: Sequence[str]) -> Mapping[str, Cents]:
        """Return the balances of these accounts."""
        return {account: self.contents.balances.get(account, 0) for account in accounts}

    async def balances(self, prefix: str = "") -> Mapping[str, Cents]:
        """Return the balances of accounts with this prefix."""
        return {a: cents for a, cents in self.contents.balances.items() if a.startswith(prefix)}

    async def get(self, collection: str, key: str) -> bytes | None:
        """Return a stored value."""
        return self.contents.collections.get((collection, key))

    async def collection(self, collection: str) -> Mapping[str, bytes]:
        """Return all values of a collection."""
        return {
            key: v
            for (where, key), v in sorted(self.contents.collections.items())
            if where == collection
        }

    async def collection_page(
        self, collection: str, after: str = "", *, before: str = "", limit: int
    ) -> Mapping[str, bytes]:
        """Return some values of a collection, in the order of their keys."""
        self._fail_read()
        rows = await self.collection(collection)
        keys = [key for key in rows if key > after and (not before or key < before)]
        return {key: rows[key] for key in keys[:limit]}

    async def collections(self, *collections: str) -> Mapping[str, Mapping[str, bytes]]:
        """Return all values of several collections."""
        return {shelf: await self.collection(shelf) for shelf in collections}

    def quarantine(self, collection: str, key: str) -> RowDamaged:
        """Return the error for a damaged row."""
        return RowDamaged(f"a row of {collection} cannot be read", where=key)

    # Management

    def subscribe(self, listener: StoreListener) -> None:
        """Ignore the listener: failures are raised only."""

    def oldest_wait(self) -> float:
        """Return 0: waits on a simulated disk are short."""
        return 0.0

    async def check_writable(self) -> None:
        """Raise `StoreUnavailable` if the disk is failing now."""
        self._fail_read()

    async def backup(self, target: str) -> None:
        """Raise `StoreUnavailable`: a simulated disk has no backups."""
        raise StoreUnavailable(f"a simulated disk cannot be copied to {target}")

    async def close(self) -> None:
        """Do nothing: everything is written already."""


def _named_version(response: bytes) -> int:
    """Return the version of the line that a response names, or 0."""
    with suppress(msgspec.MsgspecError):
        return int(msgspec.json.decode(response).get("version", 0))
    return 0


def _check(account: str, cents: Cents) -> None:
    """Raise `Overdraft` for a negative balance, except that of the house."""
    if cents < 0 and account != "house" and not account.endswith("/house"):
        raise Overdraft(account)
