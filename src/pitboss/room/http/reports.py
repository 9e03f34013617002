"""Reports that a pit keeps: sheets of tables, what a player did, and the books of meters."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from msgspec.structs import asdict

from pitboss.refusal import Refused
from pitboss.room.http.errors import Denied
from pitboss.room.http.hubs import hub_of
from pitboss.room.http.identity import ARoom, Known, allowed
from pitboss.room.http.papers import JSON, Format, answers, as_csv, as_json, json_of
from pitboss.room.http.shapes import shape
from pitboss.room.http.turns import turns_of
from pitboss.room.people.accounts import Account, Part
from pitboss.room.reports import PARTS, history_of, shift_reports
from pitboss.room.reports.meters import MeterFigures, standing
from pitboss.room.reports.period import EVER, Period, asked, day_of
from pitboss.room.reports.player import PlayerHistory
from pitboss.room.reports.shift import ShiftReport
from pitboss.room.reports.spreadsheet import history_csv, shift_csv
from pitboss.room.reports.still import still
from pitboss.room.reports.theory import edges_of_the_lab
from pitboss.room.room import Room

router = APIRouter(prefix="/api", tags=["reports"])
READERS: Final = (Part.FLOORPERSON, Part.SURVEILLANCE, Part.AUDITOR, Part.ADMINISTRATOR)
"""Who may read what the room took in, and what anybody did; a player reads the own history."""
DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
UNSOLVED: Final = (
    "the lab has not solved these rules, and the room does not begin to: "
    "pitboss pit shift --solve does"
)
Day = Annotated[str, Query(pattern=f"^({DAY})?$", description="A day in UTC.")]
Since = Annotated[str, Query(alias="from", max_length=40, description="Or from a time in UTC on…")]
Until = Annotated[str, Query(alias="to", max_length=40, description="…up to another.")]
Tables = Annotated[
    list[str], Query(default_factory=list, max_length=100, description="Without any, all of them.")
]
ListName = Annotated[
    str,
    Query(
        pattern=f"^({'|'.join(PARTS)})?$", description="With format=csv: one list of the sheets."
    ),
]


def within(day: Day = "", start: Since = "", end: Until = "") -> Period | None:
    """The time that a report is about, as far as somebody said."""
    return asked(day or None, start or None, end or None)


Within = Annotated[Period | None, Depends(within)]


def today(room: Room) -> str:
    """By the clock of the room, in UTC."""
    return f"{room.clock():%Y-%m-%d}"


@router.get(
    "/reports/shift",
    response_class=Response,
    responses=answers(
        {"type": "array", "items": shape(ShiftReport, not_known_why=shape(str))}, csv=True
    ),
)
async def shift(
    request: Request,
    room: ARoom,
    account: Known,
    period: Within,
    tables: Tables,
    format: Format = "json",
    part: ListName = "",
) -> Response:
    """Drop, handle, win and hold of tables against the lab's figures, and all that happened.

    Without a day or times, today so far.
    """
    allowed(account, *READERS)
    if part and format != "csv":
        raise Refused("a part goes with format=csv: in JSON all of them are there")
    wanted = [*dict.fromkeys(tables)]  # none is read twice
    for table in wanted:
        await hub_of(room, table)
    period = period or day_of(today(room))
    async with turns_of(request).turn(account), still(room.store, pinned=False) as store:
        found = await shift_reports(store, period, wanted, edges_of_the_lab())
    if format == "csv":
        return await as_csv(lambda: shift_csv(found, part or None), part or "shift")
    return await as_json(lambda: [_sheet(one) for one in found])


def _sheet(report: ShiftReport) -> dict[str, object]:
    """With a word on what the lab does not know, if there is something."""
    return {**asdict(report), "not_known_why": UNSOLVED if report.not_known else ""}


HISTORY: Final = answers(shape(PlayerHistory), csv=True)


@router.get("/reports/players/{name:path}", response_class=Response, responses=HISTORY)
async def history(
    name: str,
    request: Request,
    room: ARoom,
    account: Known,
    period: Within,
    format: Format = "json",
) -> Response:
    """What a player did at all tables: rounds with what was staked and won, money in and out.

    Without a day or times, from the beginning.
    """
    allowed(account, *READERS)
    player = await room.door.account(name)
    if player is None:
        raise Denied(404, "nobody has this name")
    return await _history(request, room, account, player, period or EVER, format)


@router.get("/me/history", response_class=Response, responses=HISTORY)
async def my_history(
    request: Request,
    room: ARoom,
    account: Known,
    period: Within,
    format: Format = "json",
) -> Response:
    """What one did oneself at all tables; a round is told once it is closed."""
    return await _history(request, room, account, account, period or EVER, format)


async def _history(
    request: Request, room: Room, account: Account, player: Account, period: Period, wanted: Format
) -> Response:
    async with turns_of(request).turn(account), still(room.store, pinned=False) as store:
        found = await history_of(store, player.name, period)
    if wanted == "csv":
        return await as_csv(lambda: history_csv(found), "history")
    return await as_json(lambda: found)


@router.get(
    "/tables/{table}/meters",
    response_class=Response,
    responses=answers(shape(tuple[MeterFigures, ...])),
)
async def meters(table: str, room: ARoom, account: Known) -> Response:
    """The books of a table's meters since it was opened: the difference is nothing."""
    allowed(account, *READERS)
    hub = await hub_of(room, table)
    return Response(json_of(standing(hub.actor.shown)), media_type=JSON)
