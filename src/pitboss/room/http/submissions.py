"""What tables are played by: submissions are checked, put up, approved by a second person, kept."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Request, Response
from msgspec import Struct
from pydantic import BaseModel, Field

from pitboss.games import find_game
from pitboss.papers.changes import changes
from pitboss.refusal import Refused
from pitboss.room.bounds import bounded
from pitboss.room.http.accounts import Key, Strict
from pitboss.room.http.errors import Denied
from pitboss.room.http.hubs import hub_of
from pitboss.room.http.identity import ARoom, Known, allowed
from pitboss.room.http.papers import JSON, answers, json_of
from pitboss.room.http.reading import read
from pitboss.room.http.shapes import shape
from pitboss.room.http.tables import Asked
from pitboss.room.people.accounts import STAFF, Account, Part
from pitboss.room.reports.filings import Filing, Filings, Status
from pitboss.room.reports.invited import Chains, invitations
from pitboss.room.room import Room
from pitboss.room.two_people import filed_by
from pitboss.submission import check_filing, resolve
from pitboss.table import State
from pitboss.table import commands as c

router = APIRouter(prefix="/api", tags=["submissions"])
Number = Annotated[int, Path(ge=1, le=10**9)]
AT_A_TABLE: Final = "/tables/{table}/submissions"


class Checked(BaseModel):
    """A complete filing, without a fault."""

    game: str
    rules: str
    """The hash of the rules that follow from it."""


class Submission(Strict):
    """What an operator wants to play by."""

    game: str
    submission: dict[str, Any] = Field(default_factory=dict)


@router.post("/submissions/check")
async def check(body: Submission, room: ARoom, _: Known) -> Checked:
    """Whether a submission can be put in force; every fault and omission is named at once."""
    game = find_game(body.game)
    check_filing(game, bounded(body.submission), room.clock().date())
    return Checked(game=body.game, rules=resolve(game, body.submission).hash)


@router.get(AT_A_TABLE, response_class=Response, responses=answers(shape(tuple[Filing, ...])))
async def filed(table: str, request: Request, room: ARoom, account: Known) -> Response:
    """Every submission of a table: in force, superseded, rejected, or not yet approved."""
    allowed(account, *sorted(STAFF))
    found = await _filings(request, room, table)
    actor, chains = room.hub(table).actor, invitations(await room.door.staff())
    told = [_with_people(one, actor.founder, chains) for one in found.values()]
    told = [msgspec.structs.replace(one, changes=_changes(actor.shown, one)) for one in told]
    return Response(json_of(told), media_type=JSON)


def _with_people(filing: Filing, founder: str, chains: Chains) -> Filing:
    """The same, with who put it up for the house, and who invited the people behind it."""
    by = filed_by(filing.proposed_by, founder, filing.approved_by)
    return msgspec.structs.replace(
        filing,
        proposed_by=by,
        proposer_invited_by=chains.get(by, ()),
        approver_invited_by=chains.get(filing.approved_by, ()),
    )


def _changes(state: State, filing: Filing) -> tuple[str, ...]:
    """What a filing that waits would change, for whoever is to approve it."""
    if filing.status not in (Status.PROPOSED, Status.APPROVED) or not state.filed:
        return ()
    with suppress(Refused):  # filed under another program
        game = find_game(state.game)
        return changes(game, state.filed[-1].submission, filing.submission)
    return ()


async def _filings(request: Request, room: Room, table: str) -> Mapping[int, Filing]:
    hub = await hub_of(room, table)
    kept: dict[str, Filings] = request.app.state.filings
    following = kept.setdefault(table, Filings(table))
    return await following.read_on(room.store, hub.actor.head.version)


# What changes them


class Upload(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table is to be played by: a complete filing."""

    submission: dict[str, Any]
    after_round: bool = False
    """Whether it may be approved in mid-round, and takes effect when that round is closed."""


_upload: Final = msgspec.json.Decoder(Upload)
UPLOAD: Final = {
    "requestBody": {
        "required": True,
        "content": {JSON: {"schema": shape(Upload)}},
    }
}


class Handled(Asked):
    """What became of a submission."""

    number: int
    """By which it is approved or rejected."""
    status: Status
    rules: str
    """The hash of the rules that follow from it."""


@router.post(AT_A_TABLE, status_code=201, openapi_extra=UPLOAD)
async def put_up(
    table: str, request: Request, room: ARoom, account: Known, key: Key = ""
) -> Handled:
    """Put a complete filing up for approval; every fault and omission is named at once.

    The table opens no round until somebody else approves or rejects it; one that takes effect
    after the round in which it is approved holds nobody up.
    """
    allowed(account, Part.DEALER, Part.FLOORPERSON)
    hub = await hub_of(room, table)
    body = read(_upload, await request.body())
    submission = dict(bounded(body.submission))
    # Before the table is asked, which may have another reason to refuse it now.
    check_filing(find_game(hub.actor.shown.game), submission, room.clock().date())
    matter = c.FileSubmission(submission, body.after_round)
    told = await room.say(account, table, c.Propose(matter), key)
    found = await _filings(request, room, table)
    # The last one by then: what one request writes, no other is written into.
    number = max(one.number for one in found.values() if one.line <= told.version)
    return _handled(found[number], told.version, again=told.again)


@router.post(AT_A_TABLE + "/{number}/approve")
async def approve(
    table: str, number: Number, request: Request, room: ARoom, account: Known, key: Key = ""
) -> Handled:
    """Put in force what somebody else put up; it supersedes the one before (SEC-3).

    In mid-round it is approved only, shown to the players, and in force after the round.
    """
    allowed(account, Part.FLOORPERSON)
    return await _handle(request, room, table, account, c.Approve(number), key)


@router.post(AT_A_TABLE + "/{number}/reject")
async def reject(
    table: str, number: Number, request: Request, room: ARoom, account: Known, key: Key = ""
) -> Handled:
    """Turn down what was put up, take it back, or withdraw it before it takes effect."""
    allowed(account, Part.DEALER, Part.FLOORPERSON)
    return await _handle(request, room, table, account, c.Reject(number), key)


async def _handle(
    request: Request,
    room: Room,
    table: str,
    account: Account,
    command: c.Approve | c.Reject,
    key: str,
) -> Handled:
    number = command.number
    if number not in await _filings(request, room, table):  # other matters are not decided here
        raise Denied(404, f"the table has no submission {number}")
    told = await room.say(account, table, command, key)
    found = await _filings(request, room, table)
    return _handled(found[number], told.version, again=told.again)


def _handled(filing: Filing, version: int, *, again: bool) -> Handled:
    return Handled(
        number=filing.number,
        status=filing.status,
        rules=filing.rules,
        version=version,
        again=again,
    )
