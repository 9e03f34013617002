"""The daily book: everything that an auditor files about a room for one day.

It has the shift sheet of every table, the totals of the pit, the reconciliation, the staff
activity, and the heads of the log's chains. The lists are data for CSV and Parquet, and text for a
page and a PDF.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from rich.console import RenderableType
from rich.text import Text

from pitboss.room.reports.lab_edges import Edges, no_edges
from pitboss.room.reports.period import day_period
from pitboss.room.reports.pit import PitReport, pit_report
from pitboss.room.reports.reconciliation import AccountDay, Break, Reconciliation
from pitboss.room.reports.rendering import (
    pit_text,
    reconciliation_text,
    shift_text,
    staff_text,
    text_table,
)
from pitboss.room.reports.shift import REPORT_LISTS, ShiftReport
from pitboss.room.reports.staff import STAFF_LISTS, StaffReport
from pitboss.room.reports.store_reports import (
    Progress,
    reconcile_day,
    shift_reports,
    staff_report_of,
)
from pitboss.room.store.interface import Store


class StreamHead(Struct, frozen=True):
    """The last line of a chain when the book was made."""

    stream: str
    title: str
    version: int
    hash: str


class DailyBook(Struct, frozen=True):
    """The daily book of a room."""

    day: str
    made_at: str
    """When it was made, in UTC."""
    pit: PitReport
    reconciliation: Reconciliation
    staff: StaffReport
    heads: tuple[StreamHead, ...]


class StreamAccountDay(AccountDay, frozen=True, kw_only=True):
    """An account over the day, with its stream; accounts of people have none."""

    stream: str = ""


_RECORDS: Final[Mapping[str, type[Struct]]] = {
    "accounts": StreamAccountDay,
    "breaks": Break,
    **STAFF_LISTS,
    "heads": StreamHead,
}
TOTALS: Final[Mapping[str, type[ShiftReport | PitReport]]] = {
    "pit": PitReport,
    "tables": ShiftReport,
}
"""The lists whose rows are reports; their own lists are lists of the book."""
BOOK_LISTS: Final[tuple[str, ...]] = (*TOTALS, *REPORT_LISTS, *_RECORDS)
"""The lists of a book: one file each as CSV and as Parquet."""


async def daily_book(
    store: Store,
    day: str,
    made_at: str,
    edges: Edges = no_edges,
    progress: Progress | None = None,
) -> DailyBook:
    """Return the daily book; the store should be read as of one moment."""
    period = day_period(day)
    sheets = await shift_reports(store, period, (), edges, progress)
    reconciliation = await reconcile_day(store, day, progress)
    staff = await staff_report_of(store, period, (), progress)
    heads = tuple(
        StreamHead(stream.id, stream.title, stream.head.version, stream.head.hash)
        for stream in await store.streams()
    )
    return DailyBook(day, made_at, pit_report(sheets, period), reconciliation, staff, heads)


def book_records(book: DailyBook, name: str) -> tuple[type[Struct], Sequence[Struct]]:
    """Return the records of a list that is not one of the sheets', and their type."""
    records: Mapping[str, Iterable[Struct]] = {
        "accounts": _accounts(book.reconciliation),
        "breaks": book.reconciliation.breaks,
        "people": book.staff.people,
        "acts": book.staff.acts,
        "heads": book.heads,
    }
    return _RECORDS[name], tuple(records[name])


def _accounts(reconciliation: Reconciliation) -> Iterator[StreamAccountDay]:
    for stream in reconciliation.streams:
        for account in stream.accounts:
            yield StreamAccountDay(**asdict(account), stream=stream.stream)
    for account in reconciliation.players:
        yield StreamAccountDay(**asdict(account))


def book_text(book: DailyBook) -> Iterator[RenderableType]:
    """Yield the text of a book, as reports are printed."""
    result = book.reconciliation
    yield Text(f"Made on {book.made_at[:16].replace('T', ' ')}, UTC", style="dim")
    yield "The books balance." if result.closes else "The books do not balance:"
    yield from (f"{item}." for item in result.breaks)
    yield from pit_text(book.pit)
    for sheet in book.pit.sheets:
        yield from shift_text(sheet)
    yield from reconciliation_text(result)
    yield from staff_text(book.staff)
    yield text_table(
        "Heads of the chains when the book was made",
        ("stream", "lines", "hash"),
        [(head.stream, f"{head.version:,}", head.hash) for head in book.heads],
    )
