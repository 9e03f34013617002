"""Build the reports of a store: shift reports, player histories, reconciliations, round files.

Postings are read from the lines of the log, where the hash chain covers them. A report starts at
the last snapshot before its period and stops at its end, so it reads the same number of lines
however old the room is. Rooms that have no index yet are read from their first line.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.room.audit.checks import LinePosting, decode_postings
from pitboss.room.back_office_events import StoredBackOfficeLine, decode_back_office_line
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.people.accounts import Account
from pitboss.room.people.dual_control import inviters
from pitboss.room.reports.lab_edges import Edges, no_edges
from pitboss.room.reports.period import ALL_TIME, Period, day_period
from pitboss.room.reports.player_history import PlayerHistory, player_history
from pitboss.room.reports.reconciliation import DayBooks, Reconciliation, StreamBook
from pitboss.room.reports.replay import Replay, RoundCheck, check_round, replay_round
from pitboss.room.reports.shift import ShiftReport, shift_report
from pitboss.room.reports.staff import StaffBooks, StaffReport
from pitboss.room.store.base import LAST_TIME
from pitboss.room.store.interface import (
    BACK_OFFICE,
    HISTORY_ROWS_PER_PAGE,
    Entry,
    HistoryRow,
    RowDamaged,
    Store,
    StoreDamaged,
    StoredPosting,
    Stream,
    read_row,
)
from pitboss.room.store.opening import BlockingReader, read_moment
from pitboss.room.table_index import TableIndexer, decode_history
from pitboss.room.table_log import restore_snapshot
from pitboss.table import LogEntry, Person, State
from pitboss.table.events import Event
from pitboss.table.export import export_lines, missing_round, public_log, round_log
from pitboss.table.people import normalize_name

T = TypeVar("T")


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
    "transfers": ("proposed_by", "approved_by"),
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


async def _read_inviter_chains(store: Store, names: Iterable[str]) -> InviterChains:
    """Read the accounts of these people and of everybody behind them; return their chains."""
    accounts: dict[str, Account] = {}
    keys = [normalize_name(name) for name in names if name]
    while keys:
        key = keys.pop()
        if not key or key in accounts:
            continue
        with suppress(RowDamaged):  # which the store has reported
            account = await read_row(store, ACCOUNTS, key, Account)
            if account is not None:
                accounts[key] = account
                keys.append(normalize_name(account.invited_by))
    return inviter_chains(accounts)


def _people_named(report: ShiftReport) -> Iterator[str]:
    """Yield the names of the people behind each approval."""
    for part, fields in _TWO_PERSON_LISTS.items():
        for record in getattr(report, part):
            yield from (getattr(record, field) for field in fields)


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
    """Return the export of one round; only ``staff`` get the lines that are not public."""

    def encode(log: Iterable[LogEntry]) -> bytes:
        return b"".join(line + b"\n" for line in export_lines(log if staff else public_log(log)))

    return await _with_round_log(store, table, number, encode)


async def round_replay(store: Store, table: str, number: int) -> Replay:
    """Return the replay of a closed round."""
    return await _with_round_log(store, table, number, lambda log: replay_round(table, number, log))


async def round_check(store: Store, table: str, number: int) -> RoundCheck:
    """Verify the complete file of a closed round."""
    return await _with_round_log(
        store,
        table,
        number,
        lambda log: check_round(line + b"\n" for line in export_lines(log)),
    )


async def _with_round_log(
    store: Store, table: str, number: int, work: Callable[[Iterable[LogEntry]], T]
) -> T:
    """Do work on the log of one closed round, in a thread.

    The state before the round comes from the last snapshot before it.
    """
    stream = next((stream for stream in await store.streams() if stream.id == table), None)
    if stream is None:
        raise Refused(f"there is no table {short_repr(table)}")
    row = await store.round_row(table, number) if stream.is_indexed else None
    if row is None and stream.is_indexed:
        raise missing_round(number)
    reader = BlockingReader(store)

    def read() -> T:
        start = _start_before(reader, stream, before_version=row.first_version if row else 0)
        lines = (decode_recorded(table, entry) for entry in reader.entries(stream, start.version))
        return work(round_log(lines, number, start.state))

    return await _run_in_thread(reader, read)


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

    def build(stream: Stream) -> ShiftReport:
        creator = str(stream.settings.get("founder", ""))
        start = reader.start_before(stream, period)
        log = reader.log_entries(stream, period, start.version)
        return shift_report(stream.id, stream.title, log, period, edges, creator, start.state)

    reports = await reader.run(lambda: [build(stream) for stream in streams])
    names = {name for report in reports for name in _people_named(report)}
    chains = await _read_inviter_chains(store, names)
    return [with_inviter_chains(report, chains) for report in reports]


async def staff_report_of(
    store: Store, period: Period, tables: Sequence[str] = (), progress: Progress | None = None
) -> StaffReport:
    """Return what the staff did at these tables, or at all tables and in the back office."""
    streams = await store.streams()
    table_streams = _table_streams(streams, tables)
    office = [] if tables else [stream for stream in streams if stream.kind == BACK_OFFICE]
    reader = _ProgressReader(BlockingReader(store), [*table_streams, *office], progress)

    def work() -> StaffReport:
        books = StaffBooks(period)
        for stream in table_streams:
            creator = str(stream.settings.get("founder", ""))
            start = reader.start_before(stream, period)
            log = reader.log_entries(stream, period, start.version)
            books.add_table(stream.id, log, start.state, creator)
        for stream in office:
            for line in reader.back_office_lines(stream, period):
                books.add_back_office(line)
        return books.report()

    return await reader.run(work)


async def player_history_of(
    store: Store,
    player: str,
    period: Period,
    progress: Progress | None = None,
    *,
    limit: int = 0,
    after: str = "",
) -> PlayerHistory:
    """Return the history of one player at all tables.

    With a ``limit`` it is a page of at most so many items; ``after`` is where it begins.
    """
    account = await read_row(store, ACCOUNTS, normalize_name(player), Account)
    if account is None:
        raise Refused(f"there is no account named {short_repr(player)}")
    place = _parse_place(after) if after else None
    streams = _table_streams(await store.streams(), ())
    rows: list[tuple[str, HistoryRow]] = []
    if all(stream.is_indexed for stream in streams):
        # One more than the page has, to know whether it is the last one.
        size = min(limit + 1, HISTORY_ROWS_PER_PAGE) if limit else HISTORY_ROWS_PER_PAGE
        async for page in store.history(
            account.key, period.start, period.end, after=place, page_size=size
        ):
            rows += page
            if progress:
                progress("rows read", len(rows), len(rows))
            if limit and len(rows) > limit:
                break
    else:
        reader = _ProgressReader(BlockingReader(store), streams, progress)
        rows = await reader.run(
            lambda: sorted(
                (
                    (stream.id, row)
                    for stream in streams
                    for row in reader.history_rows(stream)
                    if row.player == account.key and period.contains(row.at)
                    if place is None or (row.at, stream.id, row.version) > place
                ),
                key=lambda item: (item[1].at, item[0], item[1].version),
            )
        )
    next_page = _format_place(*rows[limit - 1]) if limit and len(rows) > limit else ""
    rows = rows[: limit or None]
    return await asyncio.to_thread(
        lambda: player_history(
            account.name, [decode_history(row) for _, row in rows], period, next_page
        )
    )


_PLACE: Final = re.compile(
    r"(?P<at>[0-9:.TZ-]{1,30}),(?P<stream>[a-z0-9-]{1,40}),(?P<version>[0-9]{1,15})"
)


def _format_place(stream: str, row: HistoryRow) -> str:
    """Return the place of an item in a history, as a client repeats it for the next page."""
    return f"{row.at},{stream},{row.version}"


def _parse_place(text: str) -> tuple[str, str, int]:
    """Return the place that a client names; a database need not be able to store any other text."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise Refused(
            f"{short_repr(text)} is not the start of a page: use the `next` of the previous page"
        )
    return match["at"], match["stream"], int(match["version"])


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

    return await reader.run(work)


def _table_streams(streams: Sequence[Stream], names: Sequence[str]) -> list[Stream]:
    """Return the streams of the tables with these names, or of all tables."""
    tables = {stream.id: stream for stream in streams if stream.kind != BACK_OFFICE}
    for name in names:
        if name not in tables:
            hint = f"choose from {', '.join(tables)}" if tables else "the room has no tables"
            raise Refused(f"there is no table {short_repr(name)}: {hint}")
    return [tables[name] for name in names or tables]


async def _run_in_thread(reader: BlockingReader, work: Callable[[], T]) -> T:
    """Run work that reads in a thread; if this is canceled, it ends at its next read."""
    try:
        return await asyncio.to_thread(work)
    except asyncio.CancelledError:
        reader.cancel()
        raise


class _ProgressReader:
    """A reader of streams that reports its progress."""

    def __init__(
        self, reader: BlockingReader, streams: Sequence[Stream], progress: Progress | None
    ) -> None:
        self._reader, self._progress, self._lines_read = reader, progress, 0
        self._total_lines = sum(stream.head.version for stream in streams)

    async def run(self, work: Callable[[], T]) -> T:
        """Run work that reads with this reader in a thread."""
        return await _run_in_thread(self._reader, work)

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

    def back_office_lines(self, stream: Stream, period: Period) -> Iterator[StoredBackOfficeLine]:
        """Yield the lines of the back office from the first day of a period up to its end."""
        after = 0
        if period.start and stream.is_indexed:
            first = self._reader.run(self._reader.store.day_row(stream.id, since=period.start[:10]))
            after = first.first_version - 1 if first else stream.head.version
        for entry in self._reader.entries(stream, after):
            if period.ends_before(entry.at):
                return
            self._report_progress()
            try:
                yield decode_back_office_line(entry.line)
            except ValueError as error:
                raise StoreDamaged(
                    f"{stream.id}, line {entry.version} is not an event of the back office: "
                    f"{error}; run pitboss audit for details"
                ) from None

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
