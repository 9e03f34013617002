"""Routes for finding closed rounds and replaying them."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    build_report,
    find_hub,
    require_role,
)
from pitboss.room.http.openapi import json_schema
from pitboss.room.http.responses import JSON, encode_json, response_docs
from pitboss.room.http.routes.reports import (
    REPORT_ROLES,
    PageStart,
    PeriodParameter,
)
from pitboss.room.http.routes.tables import RoundNumber, check_closed
from pitboss.room.people.accounts import AccountRole
from pitboss.room.report_service.report_requests import CheckRequest, ReplayRequest
from pitboss.room.reports.period import ALL_TIME
from pitboss.room.reports.replay import RoundCheck
from pitboss.room.reports.round_list import (
    MAX_ROUNDS_PER_PAGE,
    ROUNDS_PER_PAGE,
    RoundList,
    RoundSearch,
    find_rounds,
)

router = APIRouter(prefix="/api", tags=["rounds"])
TableNames = Annotated[
    list[str],
    Query(
        alias="table", default_factory=list, max_length=50, description="Tables; all by default."
    ),
]
PersonName = Annotated[str, Query(max_length=80)]
Minimum = Annotated[
    int, Query(ge=0, le=10**15, description="The least that a player was credited, in cents.")
]
PageSize = Annotated[int, Query(ge=1, le=MAX_ROUNDS_PER_PAGE)]
REPLAY_ROLES: Final = (AccountRole.FLOORPERSON, AccountRole.SURVEILLANCE, AccountRole.AUDITOR)
"""Roles that may replay rounds at every table, with what only staff may see."""
FLAG: Final = "Only rounds that had one."


@router.get("/rounds", response_class=Response, responses=response_docs(json_schema(RoundList)))
async def search_rounds(
    room: CurrentRoom,
    account: CurrentAccount,
    period: PeriodParameter,
    tables: TableNames,
    player: PersonName = "",
    staff: PersonName = "",
    minimum: Minimum = 0,
    incident: Annotated[bool, Query(description=FLAG)] = False,
    jackpot: Annotated[bool, Query(description=FLAG)] = False,
    correction: Annotated[bool, Query(description=FLAG)] = False,
    void: Annotated[bool, Query(description="Only void rounds.")] = False,
    limit: PageSize = ROUNDS_PER_PAGE,
    after: PageStart = "",
) -> Response:
    """Find closed rounds, the newest first; everything that is given must apply.

    A page takes the same time however old the room is. It may therefore have fewer rounds than the
    limit, or none: as long as it has a `next`, there is more to search.
    """
    require_role(account, *REPORT_ROLES)
    search = RoundSearch(
        tables=tuple(tables),
        period=period or ALL_TIME,
        player=player,
        staff=staff,
        minimum=minimum,
        incident=incident,
        jackpot=jackpot,
        correction=correction,
        void=void,
    )
    result = await find_rounds(room.store, search, after=after, limit=limit)
    return Response(encode_json(result), media_type=JSON)


@router.get(
    "/tables/{table}/rounds/{number}/replay",
    response_class=Response,
    responses=response_docs({"type": "object"}),
)
async def replay(
    table: str, number: RoundNumber, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Return a closed round step by step: each line of the log, and the table after it.

    Cards are shown only from the moment at which they were public. A round that is still open
    cannot be replayed.
    """
    require_role(account, *REPLAY_ROLES)
    check_closed((await find_hub(room, table)).actor.committed_state, number)
    report = await build_report(request, account, ReplayRequest(table, number))
    return Response(report.content, media_type=JSON)


@router.get(
    "/tables/{table}/rounds/{number}/check",
    response_class=Response,
    responses=response_docs(json_schema(RoundCheck)),
)
async def check(
    table: str, number: RoundNumber, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Verify a closed round on the server, as `pitboss verify` does, and say what was checked."""
    require_role(account, *REPLAY_ROLES)
    check_closed((await find_hub(room, table)).actor.committed_state, number)
    report = await build_report(request, account, CheckRequest(table, number))
    return Response(report.content, media_type=JSON)
