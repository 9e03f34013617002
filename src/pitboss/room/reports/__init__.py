"""Reports that a pit keeps, from the events and postings of a store.

`shift`, `player` and `reconcile` are plain functions over what happened; `floor`, `wagers`,
`meters` and `matters` are their parts. Here a store is read for them.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence

from pitboss.refusal import Refused, brief
from pitboss.room import office_events
from pitboss.room.people.accounts import Account
from pitboss.room.people.door import ACCOUNTS
from pitboss.room.people.kept import read_rows
from pitboss.room.reader import Reader, moment
from pitboss.room.reports.invited import invitations, with_invitations
from pitboss.room.reports.lines import heard
from pitboss.room.reports.period import EVER, Period, between, day_of
from pitboss.room.reports.player import PlayerHistory, player_history
from pitboss.room.reports.reconcile import Books, Break, Reconciliation, StreamBook
from pitboss.room.reports.shift import PARTS, ShiftReport, shift_report
from pitboss.room.reports.wagers import Edges, unknown
from pitboss.room.store.shape import OFFICE, Moved, Store, Stream
from pitboss.table import Recorded
from pitboss.table.people import spelt

__all__ = [
    "EVER",
    "PARTS",
    "Break",
    "Period",
    "PlayerHistory",
    "Reconciliation",
    "ShiftReport",
    "between",
    "day_of",
    "history_of",
    "reconciled",
    "shift_reports",
    "written",
]

Tell = Callable[[str, int, int], None]
EVERY = 1000
"""Lines between two words on how far it has come."""


async def shift_reports(
    store: Store,
    period: Period,
    tables: Sequence[str] = (),
    edges: Edges = unknown,
    told: Tell | None = None,
) -> list[ShiftReport]:
    """The sheets of some tables, or of all."""
    streams = _tables(await store.streams(), tables)
    reader = _Telling(Reader(store), streams, told)
    invited = invitations(await _accounts(store))

    def work() -> list[ShiftReport]:
        return [
            with_invitations(
                shift_report(
                    one.id,
                    one.title,
                    reader.recorded(one),
                    period,
                    edges,
                    str(one.settings.get("founder", "")),
                ),
                invited,
            )
            for one in streams
        ]

    return await asyncio.to_thread(work)


async def _accounts(store: Store) -> Mapping[str, Account]:
    return await read_rows(store, ACCOUNTS, Account)


async def history_of(
    store: Store, player: str, period: Period, told: Tell | None = None
) -> PlayerHistory:
    """What one player did at all tables."""
    account = (await _accounts(store)).get(spelt(player))
    if account is None:
        raise Refused(f"nobody is called {brief(player)}")
    name = account.name
    streams = _tables(await store.streams(), ())
    reader = _Telling(Reader(store), streams, told)

    def work() -> PlayerHistory:
        return player_history(name, ((one.id, reader.recorded(one)) for one in streams), period)

    return await asyncio.to_thread(work)


async def reconciled(store: Store, day: str, told: Tell | None = None) -> Reconciliation:
    """The books of a day, of every table and the office."""
    period = day_of(day)
    now = await moment(store, ACCOUNTS)
    reader = _Telling(Reader(store), now.streams, told)
    books = Books(period, now.balances)

    def work() -> Reconciliation:
        for stream in now.streams:
            reader.keep(stream, books.stream(stream.id, stream.title))
        return books.close(day)

    return await asyncio.to_thread(work)


def written(found: Reconciliation) -> office_events.Reconciled:
    """As the office writes it down."""
    tables = sum(one.stream != OFFICE for one in found.streams)
    return office_events.Reconciled(found.day, tables, str(found.difference))


def _tables(streams: Sequence[Stream], wanted: Sequence[str]) -> list[Stream]:
    found = {one.id: one for one in streams if one.kind != OFFICE}
    for name in wanted:
        if name not in found:
            known = ", ".join(found) or "none"
            raise Refused(f"there is no table {brief(name)}: there are {known}")
    return [found[name] for name in wanted or found]


class _Telling:
    """Reads lines, and tells how far it has come."""

    def __init__(self, reader: Reader, streams: Sequence[Stream], told: Tell | None) -> None:
        self._reader, self._told, self._read = reader, told, 0
        self._of = sum(one.head.version for one in streams)

    def recorded(self, stream: Stream) -> Iterator[Recorded]:
        """What a table recorded."""
        for entry in self._reader.lines(stream):
            self._tell()
            yield heard(stream.id, entry)

    def keep(self, stream: Stream, book: StreamBook) -> None:
        """Enter a stream into its book: each line with what the store has posted for it."""
        moved = _ByLine(self._reader.postings(stream))
        for entry in self._reader.lines(stream):
            self._tell()
            one = None if stream.kind == OFFICE else heard(stream.id, entry)
            book.take(entry.at, moved.take(entry.version), one)

    def _tell(self) -> None:
        self._read += 1
        if self._told and self._read % EVERY == 0:
            self._told("lines read", self._read, self._of)


class _ByLine:
    """Postings, as many at a time as belong to a line; any before it go with it."""

    def __init__(self, moved: Iterator[Moved]) -> None:
        self._moved, self._ahead = moved, next(moved, None)

    def take(self, version: int) -> Iterator[Moved]:
        while self._ahead is not None and self._ahead.version <= version:
            one, self._ahead = self._ahead, next(self._moved, None)
            yield one
