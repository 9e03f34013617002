"""Build the content of a report's response from a store that is open for reading."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import asdict

from pitboss.errors import Refused
from pitboss.room.report_service.report_requests import (
    BookRequest,
    CheckRequest,
    EdgesRequest,
    HistoryRequest,
    PitRequest,
    ReconciliationRequest,
    ReplayRequest,
    Report,
    ReportRequest,
    RoundRequest,
    ShiftRequest,
    StaffRequest,
)
from pitboss.room.reports.book_files import book_content
from pitboss.room.reports.daily_book import daily_book
from pitboss.room.reports.lab_edges import lab_edges
from pitboss.room.reports.pit import PitReport, pit_report
from pitboss.room.reports.reconciliation import Reconciliation
from pitboss.room.reports.rendering import history_csv, shift_csv, staff_csv, totals_csv
from pitboss.room.reports.shift import ShiftReport
from pitboss.room.reports.store_reports import (
    player_history_of,
    reconcile_day,
    round_check,
    round_file,
    round_replay,
    shift_reports,
    staff_report_of,
)
from pitboss.room.store.interface import Store
from pitboss.table.state import encode_fraction, rules_for_submission

MAX_REPORT_BYTES: Final = 64 << 20
"""The most bytes of a report, since the room holds all of it while it is sent."""
RULES_NOT_SOLVED: Final = (
    "the lab has not solved these rules yet, and reports do not wait for it: "
    "run `pitboss pit shift --solve`"
)


async def build_report(store: Store, request: ReportRequest) -> Report:
    """Build the report that was requested."""
    report = await _build(store, request)
    if len(report.content) > MAX_REPORT_BYTES:
        raise Refused(f"this report is larger than {MAX_REPORT_BYTES >> 20} MB: {request.advice}")
    return report


async def _build(store: Store, request: ReportRequest) -> Report:
    match request:
        case ShiftRequest():
            sheets = await shift_reports(store, request.period, request.tables, lab_edges())
            if request.is_csv:
                return await _encode(lambda: shift_csv(sheets, request.part or None).encode())
            return await _encode(lambda: _encode_json([_shift_json(sheet) for sheet in sheets]))
        case PitRequest():
            sheets = await shift_reports(store, request.period, (), lab_edges())
            totals = pit_report(sheets, request.period)
            if request.is_csv:
                return await _encode(lambda: totals_csv([totals], PitReport).encode())
            return await _encode(lambda: _encode_json(_pit_json(totals)))
        case StaffRequest():
            staff_report = await staff_report_of(store, request.period, request.tables)
            if request.is_csv:
                part = request.part or None
                return await _encode(lambda: staff_csv(staff_report, part).encode())
            return await _encode(lambda: _encode_json(staff_report))
        case HistoryRequest():
            history = await player_history_of(
                store, request.player, request.period, limit=request.limit, after=request.after
            )
            if request.is_csv:
                return await _encode(lambda: history_csv(history).encode(), history.next)
            return await _encode(lambda: _encode_json(history), history.next)
        case ReconciliationRequest():
            books = await reconcile_day(store, request.day)
            return await _encode(lambda: _encode_json(_reconciliation_json(books)))
        case BookRequest(day=day, format=format_, made_at=made_at):
            book = await daily_book(store, day, made_at, lab_edges())
            return await _encode(lambda: book_content(book, format_))
        case EdgesRequest(game=game, submission=submission):
            rules = rules_for_submission(game, submission)
            return await _encode(lambda: _encode_json(lab_edges()(rules)))
        case RoundRequest():
            staff = request.is_for_staff
            return Report(await round_file(store, request.table, request.round, staff=staff))
        case ReplayRequest():
            replay = await round_replay(store, request.table, request.round)
            return await _encode(lambda: _encode_json(replay))
        case CheckRequest():
            return Report(_encode_json(await round_check(store, request.table, request.round)))


async def _encode(encode: Callable[[], bytes], next_: str = "") -> Report:
    """Encode a report in a thread, since it may be long."""
    return Report(await asyncio.to_thread(encode), next_)


def _encode_json(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=encode_fraction)


def _shift_json(sheet: ShiftReport) -> dict[str, object]:
    """Return a sheet with the reason why some figures of the lab are missing, if they are."""
    return {**asdict(sheet), "not_known_why": RULES_NOT_SOLVED if sheet.not_known else ""}


def _pit_json(totals: PitReport) -> dict[str, object]:
    return {**asdict(totals), "sheets": [_shift_json(sheet) for sheet in totals.sheets]}


def _reconciliation_json(reconciliation: Reconciliation) -> dict[str, object]:
    count = len(reconciliation.breaks)
    discrepancies = "1 discrepancy" if count == 1 else f"{count} discrepancies"
    sentence = (
        "the books balance"
        if reconciliation.closes
        else f"the books do not balance: {discrepancies}"
    )
    return {**asdict(reconciliation), "closes": reconciliation.closes, "told": sentence}
