"""The base class of both stores: reads and writes of the same tables in SQL."""

import asyncio
import itertools
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.room.metrics import COMMIT_JOBS, COMMIT_SECONDS
from pitboss.room.store import sql
from pitboss.room.store.archive_files import (
    ARCHIVES,
    ArchivedLines,
    ArchiveReader,
    archive_keys,
    archived_postings,
    decode_archive,
    find_archive_file,
)
from pitboss.room.store.interface import (
    HISTORY_ROWS_PER_PAGE,
    Batch,
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
    StoreFailure,
    StoreListener,
    Stream,
)
from pitboss.room.store.round_search import search_rounds
from pitboss.room.store.sql import (
    HASHED_TABLES,
    INDEX_TABLES,
    HashedTable,
    row_hash,
    select_page,
)
from pitboss.table.ledger import Cents

MAX_JOBS: Final = 500
"""The most jobs that are written in one transaction."""
LAST_KEY: Final = chr(sys.maxunicode)
"""A key after all others."""
MAX_LOGGED_KEY: Final = 40
"""Characters of a row's key in a log line."""
STORE_CLOSED: Final = "the store is closed"
SNAPSHOTS_PER_PAGE: Final = 20
LAST_TIME: Final = "~"
"""A text after every time."""
JOB_ERRORS: Final = (Conflict, Overdraft, ValueError)
"""Errors of one job, which do not keep the others in its transaction from being written."""


def _ignore_status(_: StoreFailure | None) -> None:
    """Ignore the status of a store that nobody observes."""


@contextmanager
def observe_commit(jobs: int) -> Iterator[None]:
    """Measure a transaction of some jobs, for the metrics."""
    start = time.perf_counter()
    try:
        yield
    finally:
        COMMIT_SECONDS.observe(time.perf_counter() - start)
        COMMIT_JOBS.observe(jobs)


class SqlStore(ABC):
    """A store without its connections, which subclasses add."""

    _checks_hashes = True
    """Whether reads leave out rows that do not match their hash."""
    archive_folder: Path | None = None
    """Where archived lines are looked for before the place where they were written."""

    def __init__(self) -> None:
        self._is_closed = False
        self._listener: StoreListener = _ignore_status
        self._numbers = itertools.count()
        self._pending: dict[int, float] = {}
        """When each statement that is still running was started."""

    def subscribe(self, listener: StoreListener) -> None:
        """Report failures to this listener from now on."""
        self._listener = listener

    def oldest_wait(self) -> float:
        """Return for how many seconds the oldest running statement has been waiting."""
        first = next(iter(self._pending.values()), None)
        return 0.0 if first is None else time.monotonic() - first

    @contextmanager
    def _track_wait(self) -> Iterator[None]:
        """Track the time of a statement, and report a failure of the store."""
        number = next(self._numbers)
        self._pending[number] = time.monotonic()
        try:
            yield
        except StoreFailure as failure:
            if not self._is_closed:
                self._listener(failure)
            raise
        finally:
            del self._pending[number]

    @abstractmethod
    async def _enqueue(self, job: sql.Job) -> None:
        """Write a job; return once it is durable."""

    @abstractmethod
    async def _read(self, statement: str, *parameters: object) -> Sequence[sql.Row]:
        """Return the rows that a statement selects."""

    # Writing

    async def append(self, batch: Batch) -> None:
        """Write a batch; return once it is durable."""
        await self._enqueue(batch)

    async def put(self, *puts: Put) -> None:
        """Store or delete values."""
        await self._enqueue(list(sql.put_rows(puts)))

    async def create_stream(
        self, stream: str, kind: str, title: str, settings: Mapping[str, Any]
    ) -> None:
        """Create an empty stream."""
        row = sql.stream_row(NewStream(stream, kind, title, settings))
        await self._enqueue([(sql.INSERT_STREAM, row)])

    async def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Store a snapshot; replace one of the same version."""
        await self._enqueue([(sql.UPSERT_SNAPSHOT, sql.snapshot_row(stream, snapshot))])

    async def clear_index(self, stream: str) -> None:
        """Delete the index of a stream, to build it again from its lines."""
        await self._enqueue([(statement, (stream,)) for statement in sql.CLEAR_INDEX])

    async def extend_index(
        self,
        stream: str,
        index: IndexRows,
        changes: Mapping[tuple[str, str], int],
        *,
        is_complete: bool,
    ) -> None:
        """Add rows to the index of a stream, and changes of shared accounts by account and day."""
        rows = [*sql.index_rows(stream, index), *sql.account_day_rows(stream, changes)]
        await self._enqueue([*rows, *([(sql.SET_INDEXED, (stream,))] if is_complete else ())])

    async def delete_responses(self, before: str, limit: int) -> int:
        """Delete responses that were written before a time, the oldest first."""
        rows = await self._read(sql.SELECT_OLD_ANSWERS, before, limit)
        if rows:
            await self._enqueue([(sql.DELETE_ANSWER, tuple(row)) for row in rows])
        return len(rows)

    # Reading

    async def streams(self) -> Sequence[Stream]:
        """Return all streams, in the order of their ids."""
        rows = await self._read(sql.SELECT_STREAMS)
        return [
            Stream(i, k, t, Head(v, h), msgspec.json.decode(s), bool(x))
            for i, k, t, s, v, h, x in rows
        ]

    async def entries(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries after a version, page by page; archived ones come from their files."""
        while rows := await self._read(sql.SELECT_ENTRIES, stream, after, sql.ROWS_PER_PAGE):
            has_gap = rows[-1][0] != after + len(rows)
            is_archived = False
            if has_gap:
                async for page in self._archived_entries(stream, after):
                    is_archived, after = True, page[-1].version
                    yield page
            if not is_archived:
                yield [Entry(*row) for row in rows]
                after = rows[-1][0]

    async def archives(self, stream: str) -> Sequence[ArchivedLines]:
        """Return which lines of a stream are archived, the first ones first."""
        first, last = archive_keys(stream)
        archives: list[ArchivedLines] = []
        while rows := await self.collection_page(
            ARCHIVES, first, before=last, limit=sql.ROWS_PER_PAGE
        ):
            archives += map(decode_archive, rows.values())
            first = max(rows)
        return archives

    async def _archived_entries(self, stream: str, after: int) -> AsyncIterator[list[Entry]]:
        """Yield the archived entries after a version, page by page."""
        for archive in await self.archives(stream):
            if archive.version <= after:
                continue
            path = find_archive_file(archive, self.archive_folder)
            reader = await asyncio.to_thread(ArchiveReader, archive, path, after)
            try:
                while page := await asyncio.to_thread(reader.read_page):
                    yield page
            finally:
                reader.close()

    async def remaining_entries(self, stream: str, version: int) -> AsyncIterator[list[Entry]]:
        """Yield the entries in the database up to an archived version, page by page."""
        after = 0
        while rows := await self._read(sql.SELECT_ENTRIES, stream, after, sql.ROWS_PER_PAGE):
            yield [entry for row in rows if (entry := Entry(*row)).version <= version]
            after = rows[-1][0]
            if after >= version:
                return

    async def first_posting(self, stream: str, version: int) -> int | None:
        """Return the first line up to a version that has a posting in the database."""
        rows = await self._read(sql.SELECT_FIRST_POSTING, stream, version)
        return int(rows[0][0]) if rows else None

    async def last_entry(self, stream: str, kind: str, or_kind: str) -> Entry | None:
        """Return the last entry of either kind."""
        rows = await self._read(sql.SELECT_LAST_ENTRY, stream, kind, or_kind)
        return Entry(*rows[0]) if rows else None

    async def postings(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[StoredPosting]]:
        """Yield the postings after a version, page by page; archived ones come from their lines."""
        archives = [item for item in await self.archives(stream) if item.version > after]
        if archives:
            async for page in self._archived_entries(stream, after):
                yield list(archived_postings(page))
            after = archives[-1].version
        version, place = after, 1 << 30
        while rows := await self._read(
            sql.SELECT_POSTINGS, stream, version, place, sql.ROWS_PER_PAGE
        ):
            yield [
                StoredPosting(v, p, s, t, sql.join_cents(w, r) if r else w, ph, y)
                for v, p, s, t, w, r, ph, y in rows
            ]
            version, place = rows[-1][:2]

    async def stored_response(self, account: str, stream: str, key: str) -> StoredResponse | None:
        """Return the response that was given to this key, if any."""
        for *row, hash_ in await self._read(sql.SELECT_ANSWER, account, stream, key):
            if not self._is_intact(hash_, "answers", account, stream, *row[1:]):
                raise self.quarantine("answers", f"{stream}/{account}")
            return StoredResponse(*row)
        return None

    async def sealed_seed(self, stream: str, round_: int) -> bytes | None:
        """Return the sealed seed of a round."""
        return _single_value(await self._read(sql.SELECT_SEAL, stream, round_))

    async def snapshot(
        self, stream: str, *, before: str | None = None, before_version: int | None = None
    ) -> Snapshot | None:
        """Return the last snapshot of a stream; None if it does not match its hash."""
        bounds = {"at < ?": before, "version < ?": before_version}
        conditions = {text: value for text, value in bounds.items() if value is not None}
        # By the index of times if one is given: those after it may be many.
        order = "version DESC" if before is None else "at DESC, version DESC"
        statement = sql.SELECT_SNAPSHOT.format(" AND ".join(conditions) or "true", order)
        for version, at, head, state, hash_ in await self._read(
            statement, stream, *conditions.values()
        ):
            if self._is_intact(hash_, "snapshots", stream, version, at, head, state):
                return Snapshot(version, head, state, at)
            self.quarantine("snapshots", stream)
        return None

    async def round_row(self, stream: str, round_: int) -> RoundRow | None:
        """Return where the lines of a closed round are."""
        for row in await self._read(sql.SELECT_ROUND, stream, round_):
            return sql.read_round(row)
        return None

    async def search_rounds(
        self, query: RoundFilter, *, after: RoundPlace | None = None, limit: int
    ) -> RoundPage:
        """Return closed rounds, the newest first."""
        return await search_rounds(self._read, query, after, limit)

    async def day_row(self, stream: str, *, since: str) -> DayRow | None:
        """Return the first day with lines that is this day or a later one."""
        for day, first_version in await self._read(sql.SELECT_DAY, stream, since):
            rows = await self._read(sql.SELECT_OPENINGS, stream, day)
            opening = {account: sql.join_cents(whole, rest) for account, whole, rest in rows}
            return DayRow(day, first_version, opening)
        return None

    async def history(
        self,
        player: str,
        start: str = "",
        end: str = "",
        *,
        after: tuple[str, str, int] | None = None,
        page_size: int = HISTORY_ROWS_PER_PAGE,
    ) -> AsyncIterator[Sequence[tuple[str, HistoryRow]]]:
        """Yield the items of a player's history in a period with their streams, by time."""
        place = max(after or ("", "", 0), (start, "", 0))
        until = end or LAST_TIME
        while rows := await self._read(sql.SELECT_HISTORY, player, until, *place, page_size):
            yield [(stream, HistoryRow(*row)) for stream, *row in rows]
            stream, _, at, version, *_ = rows[-1]
            place = at, stream, version

    async def account_days(self, day: str) -> Mapping[str, tuple[int, int]]:
        """Return the opening and closing balance on a day of every account that streams share."""
        before = await self._read(sql.SELECT_ACCOUNT_DAYS.format("<"), day)
        opening = {account: int(whole) for account, whole in before}
        after = await self._read(sql.SELECT_ACCOUNT_DAYS.format("<="), day)
        return {account: (opening.get(account, 0), int(whole)) for account, whole in after}

    async def entries_of_kinds(
        self, stream: str, kinds: Sequence[str], after: int = 0
    ) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries of `RARE_KINDS` that are wanted, page by page, without scanning."""
        if not set(kinds) <= set(sql.RARE_KINDS):
            raise ValueError(f"only these kinds are indexed: {', '.join(sql.RARE_KINDS)}")
        while rows := await self._read(sql.SELECT_RARE_ENTRIES, stream, after, sql.ROWS_PER_PAGE):
            yield [entry for row in rows if (entry := Entry(*row)).kind in kinds]
            after = rows[-1][0]

    async def balance(self, account: str) -> Cents:
        """Return the balance of an account."""
        rows = await self._read(sql.SELECT_BALANCE, account)
        return sql.join_cents(*rows[0]) if rows else 0

    async def balances_of(self, accounts: Sequence[str]) -> Mapping[str, Cents]:
        """Return the balances of these accounts, as of one moment."""
        if not accounts:
            return {}
        statement = sql.SELECT_BALANCES_OF.format(", ".join("?" * len(accounts)))
        return {a: sql.join_cents(w, r) for a, w, r in await self._read(statement, *accounts)}

    async def balances(self, prefix: str = "") -> Mapping[str, Cents]:
        """Return all balances that are not zero, of accounts with this prefix."""
        rows = await self._read(sql.SELECT_BALANCES)
        cents = {a: sql.join_cents(whole, rest) for a, whole, rest in rows if a.startswith(prefix)}
        return {account: balance for account, balance in cents.items() if balance}

    async def get(self, collection: str, key: str) -> bytes | None:
        """Return a stored value; raise `RowDamaged` if it does not match its hash."""
        for value, hash_ in await self._read(sql.SELECT_ROW, collection, key):
            if not self._is_intact(hash_, "shelves", collection, key, value):
                raise self.quarantine(collection, key)
            return bytes(value)
        return None

    async def collection(self, collection: str) -> Mapping[str, bytes]:
        """Return all values of a collection, without rows that do not match their hash."""
        return (await self.collections(collection))[collection]

    async def collection_page(
        self, collection: str, after: str = "", *, before: str = "", limit: int
    ) -> Mapping[str, bytes]:
        """Return some values of a collection, in the order of their keys."""
        rows: dict[str, bytes] = {}
        for key, value, hash_ in await self._read(
            sql.SELECT_COLLECTION_PAGE, collection, after, before or LAST_KEY, limit
        ):
            is_intact = self._is_intact(hash_, "shelves", collection, key, value)
            if not is_intact:
                self.quarantine(collection, key)
            rows[key] = bytes(value) if is_intact else b""
        return rows

    async def collections(self, *collections: str) -> Mapping[str, Mapping[str, bytes]]:
        """Return all values of several collections, as of one moment."""
        rows: dict[str, dict[str, bytes]] = {collection: {} for collection in collections}
        statement = sql.SELECT_COLLECTIONS.format(", ".join("?" * len(collections)))
        for collection, key, value, hash_ in await self._read(statement, *collections):
            if self._is_intact(hash_, "shelves", collection, key, value):
                rows[collection][key] = bytes(value)
            else:
                self.quarantine(collection, key)
        return rows

    def _is_intact(self, hash_: str, table: str, *values: object) -> bool:
        return not self._checks_hashes or hash_ == row_hash(table, *values)

    def quarantine(self, collection: str, key: str) -> RowDamaged:
        """Report a damaged row and return the error; the row stays as it is and is not used."""
        sentence = (
            f"a row of {collection} cannot be read and is ignored: run `pitboss audit` to find it"
        )
        error = RowDamaged(sentence, where=f"{collection}/{key[:MAX_LOGGED_KEY]}")
        self._listener(error)
        return error

    # For audits

    async def damaged_rows(self) -> AsyncIterator[Sequence[tuple[str, tuple[object, ...]]]]:
        """Yield table and key of every row that does not match its hash, page by page."""
        for table, columns in HASHED_TABLES.items():
            async for rows in self._pages(table, columns):
                yield [
                    (table, row[: len(columns.key)])
                    for row in rows
                    if row[-1] != row_hash(table, *row[:-1])
                ]

    async def index_rows(self) -> AsyncIterator[Sequence[tuple[str, sql.Row]]]:
        """Yield every row of the index with its table, page by page."""
        for table, columns in INDEX_TABLES.items():
            async for rows in self._pages(table, columns):
                yield [(table, row) for row in rows]

    async def _pages(self, table: str, columns: HashedTable) -> AsyncIterator[list[sql.Row]]:
        after: tuple[object, ...] = ()
        while rows := await self._read(
            select_page(table, first=not after), *after, sql.ROWS_PER_PAGE
        ):
            page = [tuple(row) for row in rows]
            yield page
            after = page[-1][: len(columns.key)]

    async def snapshots(self, stream: str, after: int = -1) -> AsyncIterator[Sequence[Snapshot]]:
        """Yield the snapshots after a version, page by page, whether or not they are intact."""
        while rows := await self._read(sql.SELECT_SNAPSHOTS, stream, after, SNAPSHOTS_PER_PAGE):
            yield [Snapshot(*row) for row in rows]
            after = rows[-1][0]

    async def all_seals(self) -> AsyncIterator[Sequence[tuple[str, int]]]:
        """Yield the stream and round of every sealed seed, page by page."""
        async for rows in self._pages("seals", HASHED_TABLES["seals"]):
            yield [(stream, number) for stream, number, *_ in rows]

    async def account_names(self) -> Sequence[str]:
        """Return every account of the ledger, including empty ones."""
        return [account for (account,) in await self._read(sql.SELECT_ACCOUNTS)]


def _single_value(rows: Sequence[sql.Row]) -> bytes | None:
    return bytes(rows[0][0]) if rows else None


def constraint_error(constraint: str, conflict: str) -> Exception:
    """Return the error for a violated constraint; ``conflict`` is the sentence of a conflict."""
    if "never_below_nothing" in constraint:
        return Overdraft("the balance of an account would be negative")
    if "countable" in constraint:
        return ValueError("the balance of an account would be too large")
    return Conflict(conflict)
