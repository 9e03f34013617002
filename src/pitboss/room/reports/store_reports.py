"""Build the reports of a store: shift reports, player histories, reconciliations, round files.

Postings are read from the lines of the log, where the hash chain covers them. A report starts at
the last snapshot before its period and stops at its end, so it reads the same number of lines
however old the room is. Rooms that have no index yet are read from their first line.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.room import back_office_events
from pitboss.room.audit.checks import LinePosting, decode_postings
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.people.accounts import Account
from pitboss.room.people.dual_control import inviters
from pitboss.room.reports.period import ALL_TIME, Period, day_period
from pitboss.room.reports.player_history import PlayerHistory, player_history
from pitboss.room.reports.reconciliation import DayBooks, Reconciliation, StreamBook
from pitboss.room.reports.shift import Edges, ShiftReport, no_edges, shift_report
from pitboss.room.store.base import LAST_TIME
from pitboss.room.store.interface import (
    BACK_OFFICE,
    Entry,
    HistoryRow,
    Store,
    StoreDamaged,
    StoredPosting,
    Stream,
    read_rows,
)
from pitboss.room.store.opening import BlockingReader, read_moment
from pitboss.room.table_index import TableIndexer, decode_history
from pitboss.room.table_log import restore_snapshot
from pitboss.table import LogEntry, Person, State
from pitboss.table.events import Event
from pitboss.table.export import export_lines, missing_round, public_log, round_log
from pitboss.table.people import normalize_name


class _Line(Struct):
    n: int
    by: Person
    event: Event
    postings: tuple[LinePosting, ...] = ()
    at: str | None = None


_decode = msgspec.json.Decoder(_Line).decode


def decode_recorded(stream: str, entry: Entry) -> LogEntry:
    """Decode a line of a table's log."""
    try:
        line = _decode(entry.line)
        postings = decode_postings(line.postings)
    except ValueError as error:
        raise StoreDamaged(
            f"{stream}, line {entry.version} is not a table event: {error}; "
            "run pitboss audit for details"
        ) from None
    return LogEntry(entry.version, line.event, line.by, postings, line.at)


_TWO_PERSON_LISTS: Final = {
    "jackpots": ("verified_by", "validated_by"),
    "corrections": ("proposed_by", "approved_by"),
    "voids": ("proposed_by", "approved_by"),
    "counts": ("counted_by", "confirmed_by"),
    "incidents": ("reported_by", "ruled_by"),
    "rulings": ("started_by", "by"),
}
"""The lists of a report whose records name two people, and the fields that name them."""
InviterChains = Mapping[str, tuple[str, ...]]
"""By name: who invited this person, who invited that person, and so on."""


def inviter_chains(accounts: Mapping[str, Account]) -> InviterChains:
    """Return the chain of inviters of everybody who was invited."""
    chains = {account.name: inviters(account, accounts) for account in accounts.values()}
    return {name: chain for name, chain in chains.items() if chain}


def with_inviter_chains(report: ShiftReport, chains: InviterChains) -> ShiftReport:
    """Return the report with who invited the people behind each approval."""
    lists = {
        part: tuple(_with_invitations(record, fields, chains) for record in getattr(report, part))
        for part, fields in _TWO_PERSON_LISTS.items()
    }
    return replace(report, **lists)


def _with_invitations(record: Struct, fields: tuple[str, ...], chains: InviterChains) -> Struct:
    people = dict.fromkeys(getattr(record, field) for field in fields)
    invitations = [f"{name} by {', '.join(chains[name])}" for name in people if name in chains]
    return replace(record, invitations="; ".join(invitations))


async def round_file(store: Store, table: str, number: int, *, staff: bool) -> bytes:
    """Return the export of one round; only ``staff`` get the lines that are not public.

    The state before the round comes from the last snapshot before it.
    """
    stream = next((stream for stream in await store.streams() if stream.id == table), None)
    if stream is None:
        raise Refused(f"there is no table {short_repr(table)}")
    row = await store.round_row(table, number) if stream.is_indexed else None
    if row is None and stream.is_indexed:
        raise missing_round(number)
    reader = BlockingReader(store)

    def work() -> bytes:
        start = _start_before(reader, stream, before_version=row.first_version if row else 0)
        lines = (decode_recorded(table, entry) for entry in reader.entries(stream, start.version))
        log = round_log(lines, number, start.state)
        return b"".join(line + b"\n" for line in export_lines(log if staff else public_log(log)))

    return await asyncio.to_thread(work)


class _Start(Struct, frozen=True):
    """The state of a table from which a report reads on, between two rounds."""

    version: int = 0
    state: State = State()


def _start_before(
    reader: BlockingReader,
    stream: Stream,
    *,
    before: str | None = None,
    before_version: int | None = None,
) -> _Start:
    """Return the last usable state before a time or a version; the empty table if there is none."""
    if before == "" or before_version == 0:
        return _Start()
    snapshot = reader.run(
        reader.store.snapshot(stream.id, before=before, before_version=before_version)
    )
    restored_state = restore_snapshot(snapshot) if snapshot else None
    return (
        _Start() if restored_state is None else _Start(restored_state[1].version, restored_state[0])
    )


Progress = Callable[[str, int, int], None]
PROGRESS_INTERVAL = 1000
"""Lines between two reports of progress."""


async def shift_reports(
    store: Store,
    period: Period,
    tables: Sequence[str] = (),
    edges: Edges = no_edges,
    progress: Progress | None = None,
) -> list[ShiftReport]:
    """Return the shift reports of these tables, or of all tables if none is named."""
    streams = _table_streams(await store.streams(), tables)
    reader = _ProgressReader(BlockingReader(store), streams, progress)
    chains = inviter_chains(await _accounts(store))

    def build(stream: Stream) -> ShiftReport:
        creator = str(stream.settings.get("founder", ""))
        start = reader.start_before(stream, period)
        log = reader.log_entries(stream, period, start.version)
        return with_inviter_chains(
            shift_report(stream.id, stream.title, log, period, edges, creator, start.state), chains
        )

    def work() -> list[ShiftReport]:
        return [build(stream) for stream in streams]

    return await asyncio.to_thread(work)


async def _accounts(store: Store) -> Mapping[str, Account]:
    return await read_rows(store, ACCOUNTS, Account)


async def player_history_of(
    store: Store, player: str, period: Period, progress: Progress | None = None
) -> PlayerHistory:
    """Return the history of one player at all tables."""
    account = (await _accounts(store)).get(normalize_name(player))
    if account is None:
        raise Refused(f"there is no account named {short_repr(player)}")
    streams = _table_streams(await store.streams(), ())
    if all(stream.is_indexed for stream in streams):
        items = [
            decode_history(row)
            async for rows in store.history(normalize_name(player), period.start, period.end)
            for _, row in rows
        ]
        return player_history(account.name, items, period)
    reader = _ProgressReader(BlockingReader(store), streams, progress)

    def work() -> PlayerHistory:
        rows = (row for stream in streams for row in reader.history_rows(stream))
        items = [
            decode_history(row)
            for row in rows
            if row.player == normalize_name(player) and period.contains(row.at)
        ]
        return player_history(account.name, items, period)

    return await asyncio.to_thread(work)


async def reconcile_day(store: Store, day: str, progress: Progress | None = None) -> Reconciliation:
    """Reconcile a day: every table and the back office."""
    period = day_period(day)
    moment = await read_moment(store, ACCOUNTS)
    reader = _ProgressReader(BlockingReader(store), moment.streams, progress)
    is_indexed = all(stream.is_indexed for stream in moment.streams)
    shared_balances = None
    if is_indexed:
        days, latest = await store.account_days(day), await store.account_days(LAST_TIME)
        shared_balances = {
            account: (days[account][0], total - days[account][1]) if account in days else (0, total)
            for account, (_, total) in latest.items()
        }
    books = DayBooks(period, moment.balances, shared_balances)

    def work() -> Reconciliation:
        for stream in moment.streams:
            if is_indexed:
                reader.fill_day(stream, books)
            else:
                reader.fill_book(stream, books.open_book(stream.id, stream.title))
        return books.reconcile(day)

    return await asyncio.to_thread(work)


def reconciliation_event(result: Reconciliation) -> back_office_events.Reconciled:
    """Return the event with which the back office records a reconciliation."""
    tables = sum(stream.stream != BACK_OFFICE for stream in result.streams)
    return back_office_events.Reconciled(result.day, tables, str(result.difference))


def _table_streams(streams: Sequence[Stream], names: Sequence[str]) -> list[Stream]:
    """Return the streams of the tables with these names, or of all tables."""
    tables = {stream.id: stream for stream in streams if stream.kind != BACK_OFFICE}
    for name in names:
        if name not in tables:
            hint = f"choose from {', '.join(tables)}" if tables else "the room has no tables"
            raise Refused(f"there is no table {short_repr(name)}: {hint}")
    return [tables[name] for name in names or tables]


class _ProgressReader:
    """A reader of streams that reports its progress."""

    def __init__(
        self, reader: BlockingReader, streams: Sequence[Stream], progress: Progress | None
    ) -> None:
        self._reader, self._progress, self._lines_read = reader, progress, 0
        self._total_lines = sum(stream.head.version for stream in streams)

    def start_before(self, stream: Stream, period: Period) -> _Start:
        """Return the state of a table from which a report on a period reads on."""
        start = _start_before(self._reader, stream, before=period.start)
        self._total_lines -= start.version
        return start

    def log_entries(
        self, stream: Stream, period: Period = ALL_TIME, after: int = 0
    ) -> Iterator[LogEntry]:
        """Yield the log of a table after a version, up to the end of a period."""
        for entry in self._reader.entries(stream, after):
            if period.ends_before(entry.at):
                return
            self._report_progress()
            yield decode_recorded(stream.id, entry)

    def history_rows(self, stream: Stream) -> Iterator[HistoryRow]:
        """Yield the histories of all players at a table without an index."""
        indexer = TableIndexer(stream.id)
        for entry in self.log_entries(stream):
            yield from indexer.add_entries([entry], {}).history

    def fill_day(self, stream: Stream, books: DayBooks) -> None:
        """Add the lines of a stream that concern a day to its books."""
        day, store = books.day, self._reader.store
        next_day = self._reader.run(store.day_row(stream.id, since=day.end[:10]))
        closing = None if next_day is None else next_day.opening
        if stream.kind == BACK_OFFICE:
            first = self._reader.run(store.day_row(stream.id, since=day.start[:10]))
            start = _Start(first.first_version - 1 if first else stream.head.version)
            book = books.open_book(stream.id, stream.title)
        else:
            start = self.start_before(stream, day)
            book = books.open_book(stream.id, stream.title, start.state, closing)
        self.fill_book(stream, book, start.version, day)

    def fill_book(
        self, stream: Stream, book: StreamBook, after: int = 0, period: Period = ALL_TIME
    ) -> None:
        """Add lines of a stream to its book, with the store's postings for them.

        They are those after a version, up to the end of a period.
        """
        postings = _PostingsByLine(self._reader.postings(stream, after))
        for line in self._reader.entries(stream, after):
            if period.ends_before(line.at):
                return
            self._report_progress()
            entry = None if stream.kind == BACK_OFFICE else decode_recorded(stream.id, line)
            book.add_line(line.at, postings.take(line.version), entry)

    def _report_progress(self) -> None:
        self._lines_read += 1
        if self._progress and self._lines_read % PROGRESS_INTERVAL == 0:
            self._progress("lines read", self._lines_read, self._total_lines)


class _PostingsByLine:
    """The postings of a stream, grouped by line."""

    def __init__(self, postings: Iterator[StoredPosting]) -> None:
        self._postings, self._next_posting = postings, next(postings, None)

    def take(self, version: int) -> Iterator[StoredPosting]:
        """Yield the postings up to a line; those without a line of their own go with the next."""
        while self._next_posting is not None and self._next_posting.version <= version:
            posting, self._next_posting = self._next_posting, next(self._postings, None)
            yield posting
