"""Routes for reports: shift sheets, player histories, meters, and the reconciliation of a day."""

import logging
from typing import Annotated, Final, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from msgspec import Struct
from pydantic import Field

from pitboss.errors import Refused
from pitboss.papers.typesetting import require_typst
from pitboss.room.back_office_events import Reconciled
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    build_report,
    find_hub,
    require_role,
)
from pitboss.room.http.openapi import json_schema
from pitboss.room.http.responses import (
    CSV,
    JSON,
    Format,
    RequestDenied,
    encode_json,
    response_docs,
)
from pitboss.room.http.routes.accounts import NO_SUCH_ACCOUNT, StrictBody
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.report_service.report_requests import (
    BookRequest,
    HistoryRequest,
    PitRequest,
    ReconciliationRequest,
    Report,
    ShiftRequest,
    StaffRequest,
)
from pitboss.room.reports.book_files import require_pyarrow
from pitboss.room.reports.period import ALL_TIME, Period, day_period, requested_period
from pitboss.room.reports.pit import PitReport
from pitboss.room.reports.player_history import PlayerHistory
from pitboss.room.reports.reconciliation import Reconciliation
from pitboss.room.reports.shift import REPORT_LISTS, MeterFigures, ShiftReport, current_figures
from pitboss.room.reports.staff import STAFF_LISTS, StaffReport
from pitboss.room.room import Room
from pitboss.room.store.interface import BACK_OFFICE
from pitboss.table.table import utc_text

router = APIRouter(prefix="/api", tags=["reports"])
REPORT_ROLES: Final = (
    AccountRole.FLOORPERSON,
    AccountRole.SURVEILLANCE,
    AccountRole.AUDITOR,
    AccountRole.ADMINISTRATOR,
)
"""Roles that may read reports of the room; players may read their own history."""
DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
GUEST_PAGE: Final = 200
"""Most items of a history that a guest gets at a time."""
MAX_PAGE: Final = 10_000
"""Most items that can be asked for with a limit; without one there is no page."""
Day = Annotated[str, Query(pattern=f"^({DAY})?$", description="A day in UTC.")]
Since = Annotated[
    str, Query(alias="from", max_length=40, description="The start of the period in UTC.")
]
Until = Annotated[
    str, Query(alias="to", max_length=40, description="The end of the period in UTC.")
]
Tables = Annotated[
    list[str],
    Query(default_factory=list, max_length=100, description="Tables; all of them by default."),
]
ListName = Annotated[
    str,
    Query(
        pattern=f"^({'|'.join(REPORT_LISTS)})?$",
        description="With format=csv: one list of the report.",
    ),
]
PageLimit = Annotated[
    int, Query(ge=0, le=MAX_PAGE, description="Maximum number of items per page; 0 for all items.")
]
PageStart = Annotated[
    str,
    Query(max_length=100, description="Where the page begins: the `next` of the previous page."),
]


SHEET_SCHEMA: Final = json_schema(ShiftReport, not_known_why=json_schema(str))


def period_parameter(day: Day = "", start: Since = "", end: Until = "") -> Period | None:
    """Return the period that was requested, if any."""
    return requested_period(day or None, start or None, end or None)


PeriodParameter = Annotated[Period | None, Depends(period_parameter)]


def _check_past(room: Room, day: str) -> None:
    """Refuse a day that is not a date, or has not begun yet."""
    day_period(day)
    if day > today(room):
        raise Refused(f"{day} is in the future: choose today or an earlier day")


def today(room: Room) -> str:
    """Return the current day by the clock of the room, in UTC."""
    return f"{room.clock():%Y-%m-%d}"


@router.get(
    "/reports/shift",
    response_class=Response,
    responses=response_docs({"type": "array", "items": SHEET_SCHEMA}, csv=True),
)
async def read_shift(
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    period: PeriodParameter,
    tables: Tables,
    format: Format = "json",
    part: ListName = "",
) -> Response:
    """Return drop, handle, win and hold of tables against the lab's figures, and all incidents.

    Without a day or times, it covers today so far.
    """
    require_role(account, *REPORT_ROLES)
    if part and format != "csv":
        raise Refused("`part` requires format=csv: JSON always has all lists")
    unique_tables = [*dict.fromkeys(tables)]
    for table in unique_tables:
        await find_hub(room, table)
    period = period or day_period(today(room))
    report_request = ShiftRequest(period, tuple(unique_tables), format == "csv", part)
    return _response(
        request, await build_report(request, account, report_request), format, part or "shift"
    )


@router.get(
    "/reports/pit",
    response_class=Response,
    responses=response_docs(
        json_schema(PitReport, sheets={"type": "array", "items": SHEET_SCHEMA}), csv=True
    ),
)
async def read_pit(
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    period: PeriodParameter,
    format: Format = "json",
) -> Response:
    """Return the totals of all tables with the bands of their win, and all shift sheets.

    Without a day or times, it covers today so far. CSV has the totals alone.
    """
    require_role(account, *REPORT_ROLES)
    report_request = PitRequest(period or day_period(today(room)), format == "csv")
    return _response(request, await build_report(request, account, report_request), format, "pit")


@router.get(
    "/reports/staff",
    response_class=Response,
    responses=response_docs(json_schema(StaffReport), csv=True),
)
async def read_staff(
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    period: PeriodParameter,
    tables: Tables,
    format: Format = "json",
    part: Annotated[
        str,
        Query(
            pattern=f"^({'|'.join(STAFF_LISTS)})?$",
            description="With format=csv: one list of the report.",
        ),
    ] = "",
) -> Response:
    """Return what each member of staff did: rounds dealt, rulings, approvals, counts and so on.

    Without a day or times, it covers today so far; without tables, all of them and the back office.
    """
    require_role(account, *REPORT_ROLES)
    if part and format != "csv":
        raise Refused("`part` requires format=csv: JSON always has all lists")
    unique_tables = tuple(dict.fromkeys(tables))
    for table in unique_tables:
        await find_hub(room, table)
    period = period or day_period(today(room))
    report_request = StaffRequest(period, unique_tables, format == "csv", part)
    report = await build_report(request, account, report_request)
    return _response(request, report, format, part or "staff")


BOOK_TYPES: Final = {
    "pdf": ("application/pdf", "pdf"),
    "html": ("text/html; charset=utf-8", "html"),
    "csv": ("application/zip", "csv.zip"),
    "parquet": ("application/zip", "parquet.zip"),
}
"""The media type of each format of a book, and the extension of its file."""


@router.get(
    "/reports/books",
    response_class=Response,
    responses={
        200: {"content": {kind: {"schema": {"type": "string"}} for kind, _ in BOOK_TYPES.values()}}
    },
)
async def read_book(
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    day: Day = "",
    format: Literal["pdf", "html", "csv", "parquet"] = "pdf",
) -> Response:
    """Return the daily book: all sheets and lists, the reconciliation, and the heads.

    CSV and Parquet are ZIP archives with a file per list. Without a day, it covers today so far.
    """
    require_role(account, *REPORT_ROLES)
    day = day or today(room)
    _check_past(room, day)
    if format == "pdf":
        require_typst()
    elif format == "parquet":
        require_pyarrow()
    report_request = BookRequest(day, format, utc_text(room.clock()))
    report = await build_report(request, account, report_request)
    media_type, ending = BOOK_TYPES[format]
    headers = {"Content-Disposition": f'attachment; filename="book-{day}.{ending}"'}
    return Response(report.content, headers=headers, media_type=media_type)


def _response(
    request: Request, report: Report, format_: Format, name: str, status: int = 200
) -> Response:
    """Return a report; a CSV file under this name, and a page with a link to the next one."""
    headers = {}
    if format_ == "csv":
        headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    if report.next:
        headers["Link"] = (
            f'<?{request.url.include_query_params(after=report.next).query}>; rel="next"'
        )
    return Response(report.content, status, headers, CSV if format_ == "csv" else JSON)


HISTORY_RESPONSES: Final = response_docs(json_schema(PlayerHistory), csv=True)


@router.get("/reports/players/{name:path}", response_class=Response, responses=HISTORY_RESPONSES)
async def read_history(
    name: str,
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    period: PeriodParameter,
    format: Format = "json",
    limit: PageLimit = 0,
    after: PageStart = "",
) -> Response:
    """Return a player's history at all tables: rounds with stakes and net wins, money in and out.

    Without a day or times, it covers everything from the beginning. With a limit, it returns one
    page, and the sums cover only that page.
    """
    require_role(account, *REPORT_ROLES)
    player = await room.account_service.account(name)
    if player is None:
        raise RequestDenied(404, NO_SUCH_ACCOUNT)
    report_request = HistoryRequest(player.name, period or ALL_TIME, format == "csv", limit, after)
    return _response(
        request, await build_report(request, account, report_request), format, "history"
    )


@router.get("/me/history", response_class=Response, responses=HISTORY_RESPONSES)
async def read_own_history(
    request: Request,
    account: CurrentAccount,
    period: PeriodParameter,
    format: Format = "json",
    limit: PageLimit = 0,
    after: PageStart = "",
) -> Response:
    """Return your own history at all tables; rounds appear once they are closed.

    With a limit, it returns one page, and the sums cover only that page. A guest always gets
    pages of at most 200 items.
    """
    if account.guest and limit > GUEST_PAGE:
        raise Refused(
            f"a guest gets at most {GUEST_PAGE} items at a time: use a smaller limit and repeat "
            "the request with the `next` of each page as `after`, or create an account"
        )
    limit = limit or (GUEST_PAGE if account.guest else 0)
    report_request = HistoryRequest(account.name, period or ALL_TIME, format == "csv", limit, after)
    return _response(
        request, await build_report(request, account, report_request), format, "history"
    )


@router.get(
    "/tables/{table}/meters",
    response_class=Response,
    responses=response_docs(json_schema(tuple[MeterFigures, ...])),
)
async def read_meters(table: str, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Return the figures of a table's meters since it was opened; the difference should be 0."""
    require_role(account, *REPORT_ROLES)
    hub = await find_hub(room, table)
    # The state has their sums, so nothing is read.
    return Response(encode_json(current_figures(hub.actor.committed_state)), media_type=JSON)


log: Final = logging.getLogger("pitboss.http")
RECONCILER_ROLES: Final = (AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
RECONCILIATION_SCHEMA: Final = json_schema(
    Reconciliation, closes=json_schema(bool), told=json_schema(str)
)


class ReconciliationDay(StrictBody):
    """The day to reconcile, in UTC."""

    day: Annotated[str, Field(pattern=f"^{DAY}$")]


@router.get(
    "/reconciliations", response_class=Response, responses=response_docs(RECONCILIATION_SCHEMA)
)
async def preview_reconciliation(
    request: Request, room: CurrentRoom, account: CurrentAccount, day: Day = ""
) -> Response:
    """Reconcile the books of a day, or of today so far, without putting it on record."""
    require_role(account, *REPORT_ROLES)
    report = await _reconcile_day(request, room, account, day or today(room))
    return _response(request, report, "json", "reconciliation")


class _Summary(Struct):
    """What the back office records of a reconciliation."""

    day: str
    streams: tuple["_StreamName", ...]
    difference: int | str
    breaks: tuple[msgspec.Raw, ...]


class _StreamName(Struct):
    stream: str


_decode_summary: Final = msgspec.json.Decoder(_Summary).decode


@router.post(
    "/reconciliations",
    status_code=201,
    response_class=Response,
    responses=response_docs(RECONCILIATION_SCHEMA, status=201),
)
async def reconcile(
    body: ReconciliationDay, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Reconcile the books of a day, and put the result on record.

    It covers every table, the back office, every account and every meter; each discrepancy is
    described in a sentence.
    """
    require_role(account, *RECONCILER_ROLES)
    report = await _reconcile_day(request, room, account, body.day)
    summary = _decode_summary(report.content)
    tables = sum(stream.stream != BACK_OFFICE for stream in summary.streams)
    event = Reconciled(summary.day, tables, str(summary.difference))
    await room.back_office.write(event, account.person)
    if summary.breaks:
        log.warning(
            "the books of %s do not balance: %d discrepancies", summary.day, len(summary.breaks)
        )
    return _response(request, report, "json", "reconciliation", 201)


async def _reconcile_day(request: Request, room: Room, account: Account, day: str) -> Report:
    _check_past(room, day)
    return await build_report(request, account, ReconciliationRequest(day))
