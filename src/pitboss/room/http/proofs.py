"""What proves a round: the proofs of the cards that one may see, and the file of a closed round."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from pitboss.refusal import Refused
from pitboss.room.http.errors import Denied
from pitboss.room.http.hubs import hub_of
from pitboss.room.http.identity import Anyone, ARoom, Known
from pitboss.room.http.papers import JSON, answers, json_of
from pitboss.room.http.shapes import shape
from pitboss.room.http.tables import LINES, STAFF
from pitboss.room.http.turns import turns_of
from pitboss.room.reports.round_file import round_file
from pitboss.room.reports.still import still
from pitboss.table.house import COMMITTED
from pitboss.table.money import recalled
from pitboss.table.people import ANYBODY
from pitboss.table.proofs import Proofs, proofs
from pitboss.table.state import State

router = APIRouter(prefix="/api", tags=["tables"])
MOST: Final = 2**53 - 1
"""The largest number that every reader of JSON takes as it is."""
Asked = Annotated[int, Query(ge=0, le=MOST, description="One of the last closed; 0: this one.")]
Number = Annotated[int, Path(ge=1, le=MOST)]


@router.get("/tables/{table}/proofs", responses=answers(shape(Proofs | None)))
async def prove(table: str, room: ARoom, account: Anyone, round: Asked = 0) -> Response:
    """The promises of a round, and the proofs of all cards that one may see now; of no others.

    `null` where no round was opened yet.
    """
    actor = (await hub_of(room, table)).actor
    state, viewer = actor.shown, account.person if account else ANYBODY
    now = state.round
    if now is None and not round:
        return Response(b"null", media_type=JSON)
    if now is not None and round in (0, now.number):
        return Response(json_of(proofs(state, now, actor.shoe, viewer)), media_type=JSON)
    was = recalled(state, round)
    if was is None:
        raise Denied(404, f"round {round} is not among the last that were closed here")
    return Response(json_of(proofs(state, was, None, viewer)), media_type=JSON)


@router.get(
    "/tables/{table}/rounds/{number}/export",
    response_class=Response,
    responses={200: {"content": {LINES: {"schema": {"type": "string"}}}}},
)
async def export(
    table: str, number: Number, request: Request, room: ARoom, account: Known
) -> Response:
    """A closed round as a file, as `pitboss verify` reads it.

    Staff has all of it. For anybody else it leaves out what is not on the table for all to see.
    """
    state = (await hub_of(room, table)).actor.shown
    _check_closed(state, number)
    async with turns_of(request).turn(account), still(room.store) as store:
        found = await round_file(store, table, number, staff=account.part in STAFF)
    name = f'attachment; filename="{table}-round-{number}.jsonl"'
    return Response(found, headers={"Content-Disposition": name}, media_type=LINES)


def _check_closed(state: State, number: int) -> None:
    now = state.round
    if now is None or number > now.number:
        raise Denied(404, f"there is no round {number} here yet")
    if number == now.number and state.running:
        raise Refused(f"round {number} is open: its seed is opened when it closes", COMMITTED)
