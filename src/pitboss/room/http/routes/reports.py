"""Routes for reports: shift sheets, player histories, meters, and the reconciliation of a day."""

import logging
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from msgspec.structs import asdict
from pydantic import Field

from pitboss.errors import Refused
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    find_hub,
    long_work_queue,
    require_role,
)
from pitboss.room.http.openapi import json_schema
from pitboss.room.http.responses import (
    JSON,
    Format,
    RequestDenied,
    csv_response,
    encode_json,
    json_response,
    response_docs,
)
from pitboss.room.http.routes.accounts import NO_SUCH_ACCOUNT, StrictBody
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.reports.period import ALL_TIME, Period, day_period, requested_period
from pitboss.room.reports.player_history import PlayerHistory
from pitboss.room.reports.reconciliation import Reconciliation
from pitboss.room.reports.rendering import history_csv, shift_csv
from pitboss.room.reports.shift import (
    REPORT_LISTS,
    MeterFigures,
    ShiftReport,
    current_figures,
    lab_edges,
)
from pitboss.room.reports.store_reports import (
    player_history_of,
    reconcile_day,
    reconciliation_event,
    shift_reports,
)
from pitboss.room.room import Room
from pitboss.room.store.opening import read_only_view

router = APIRouter(prefix="/api", tags=["reports"])
REPORT_ROLES: Final = (
    AccountRole.FLOORPERSON,
    AccountRole.SURVEILLANCE,
    AccountRole.AUDITOR,
    AccountRole.ADMINISTRATOR,
)
"""Roles that may read reports of the room; players may read their own history."""
DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
RULES_NOT_SOLVED: Final = (
    "the lab has not solved these rules, and the room does not start to: "
    "run `pitboss pit shift --solve`"
)
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


def period_parameter(day: Day = "", start: Since = "", end: Until = "") -> Period | None:
    """Return the period that was requested, if any."""
    return requested_period(day or None, start or None, end or None)


PeriodParameter = Annotated[Period | None, Depends(period_parameter)]


def today(room: Room) -> str:
    """Return the current day by the clock of the room, in UTC."""
    return f"{room.clock():%Y-%m-%d}"


@router.get(
    "/reports/shift",
    response_class=Response,
    responses=response_docs(
        {"type": "array", "items": json_schema(ShiftReport, not_known_why=json_schema(str))},
        csv=True,
    ),
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
    async with (
        long_work_queue(request).wait_turn(account),
        read_only_view(room.store, frozen=False) as store,
    ):
        reports = await shift_reports(store, period, unique_tables, lab_edges())
    if format == "csv":
        return await csv_response(lambda: shift_csv(reports, part or None), part or "shift")
    return await json_response(lambda: [_report_json(report) for report in reports])


def _report_json(report: ShiftReport) -> dict[str, object]:
    """Return a report with the reason why some figures of the lab are missing, if they are."""
    return {**asdict(report), "not_known_why": RULES_NOT_SOLVED if report.not_known else ""}


HISTORY_RESPONSES: Final = response_docs(json_schema(PlayerHistory), csv=True)


@router.get("/reports/players/{name:path}", response_class=Response, responses=HISTORY_RESPONSES)
async def read_history(
    name: str,
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    period: PeriodParameter,
    format: Format = "json",
) -> Response:
    """Return a player's history at all tables: rounds with stakes and net wins, money in and out.

    Without a day or times, it covers everything from the beginning.
    """
    require_role(account, *REPORT_ROLES)
    player = await room.account_service.account(name)
    if player is None:
        raise RequestDenied(404, NO_SUCH_ACCOUNT)
    return await _history(request, room, account, player, period or ALL_TIME, format)


@router.get("/me/history", response_class=Response, responses=HISTORY_RESPONSES)
async def read_own_history(
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    period: PeriodParameter,
    format: Format = "json",
) -> Response:
    """Return your own history at all tables; rounds appear once they are closed."""
    return await _history(request, room, account, account, period or ALL_TIME, format)


async def _history(
    request: Request, room: Room, account: Account, player: Account, period: Period, format_: Format
) -> Response:
    async with (
        long_work_queue(request).wait_turn(account),
        read_only_view(room.store, frozen=False) as store,
    ):
        history = await player_history_of(store, player.name, period)
    if format_ == "csv":
        return await csv_response(lambda: history_csv(history), "history")
    return await json_response(lambda: history)


@router.get(
    "/tables/{table}/meters",
    response_class=Response,
    responses=response_docs(json_schema(tuple[MeterFigures, ...])),
)
async def read_meters(table: str, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Return the figures of a table's meters since it was opened; the difference should be 0."""
    require_role(account, *REPORT_ROLES)
    hub = await find_hub(room, table)
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
    reconciliation = await _reconcile_day(request, room, account, day or today(room))
    return await json_response(lambda: _reconciliation_json(reconciliation))


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
    reconciliation = await _reconcile_day(request, room, account, body.day)
    await room.back_office.write(reconciliation_event(reconciliation), account.person)
    if not reconciliation.closes:
        log.warning(
            "the books of %s do not balance: %d discrepancies",
            reconciliation.day,
            len(reconciliation.breaks),
        )
    return await json_response(lambda: _reconciliation_json(reconciliation), 201)


async def _reconcile_day(
    request: Request, room: Room, account: Account, day: str
) -> Reconciliation:
    day_period(day)
    if day > today(room):
        raise Refused(f"{day} has not begun: choose a day up to today")
    async with long_work_queue(request).wait_turn(account), read_only_view(room.store) as store:
        return await reconcile_day(store, day)


def _reconciliation_json(reconciliation: Reconciliation) -> dict[str, object]:
    count = len(reconciliation.breaks)
    discrepancies = "1 discrepancy" if count == 1 else f"{count} discrepancies"
    sentence = (
        "the books balance"
        if reconciliation.closes
        else f"the books do not balance: {discrepancies}"
    )
    return {**asdict(reconciliation), "closes": reconciliation.closes, "told": sentence}
