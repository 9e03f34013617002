"""Routes for submissions: check, propose, approve by a second person, list."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Path, Request, Response
from msgspec import Struct
from pydantic import BaseModel, Field

from pitboss.errors import Refused, short_repr
from pitboss.games import Game, all_games, find_game
from pitboss.papers.filing.changes import describe_changes
from pitboss.papers.filing.document import build_filing, filing_html
from pitboss.papers.filing.pdf import filing_pdf
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    decode_body,
    find_hub,
    long_work_queue,
    require_role,
)
from pitboss.room.http.openapi import json_schema
from pitboss.room.http.responses import JSON, RequestDenied, encode_json, response_docs
from pitboss.room.http.routes.accounts import IdempotencyKey, StrictBody
from pitboss.room.http.routes.tables import CommandResult
from pitboss.room.people.accounts import STAFF, Account, AccountRole
from pitboss.room.people.dual_control import filing_proposer
from pitboss.room.reports.filing_history import Filing, FilingHistory, FilingStatus
from pitboss.room.reports.store_reports import InviterChains, inviter_chains
from pitboss.room.requests import check_submission_size
from pitboss.room.room import Room
from pitboss.submission import check_filing, example_filing, resolve
from pitboss.submission.form import FormField, form_fields
from pitboss.table import State
from pitboss.table import commands as c

router = APIRouter(prefix="/api", tags=["submissions"])
FilingNumber = Annotated[int, Path(ge=1, le=10**9)]
FilingOrInForce = Annotated[int, Path(ge=0, le=10**9)]
TABLE_SUBMISSIONS: Final = "/tables/{table}/submissions"


class FilingForm(Struct, frozen=True):
    """A filing as the fields of a form."""

    submission: dict[str, Any]
    fields: tuple[FormField, ...]


FORM_RESPONSES: Final = response_docs(json_schema(FilingForm))


def _form_response(game: Game, submission: Mapping[str, Any]) -> Response:
    form = FilingForm(dict(submission), form_fields(game, submission))
    return Response(encode_json(form), media_type=JSON)


class CheckedSubmission(BaseModel):
    """A complete filing without faults."""

    game: str
    rules: str
    """The hash of the rules that follow from it."""
    changes: tuple[str, ...]
    """What differs from the built-in example, in sentences."""


class Submission(StrictBody):
    """An operator's submission for a game."""

    game: str
    submission: dict[str, Any] = Field(default_factory=dict)


@router.post("/submissions/check")
async def check_submission(
    body: Submission, room: CurrentRoom, account: CurrentAccount
) -> CheckedSubmission:
    """Check whether a submission can be put in force; list all faults and omissions at once.

    What it changes is only for the staff, because finding it takes much longer than the check.
    """
    game = find_game(body.game)
    check_filing(game, check_submission_size(body.submission), room.clock().date())
    return CheckedSubmission(
        game=body.game,
        rules=resolve(game, body.submission).hash,
        changes=describe_changes(game, example_filing(game), body.submission)
        if account.part in STAFF | {AccountRole.ADMINISTRATOR}
        else (),
    )


class SubmissionToPrint(Submission):
    """A submission to be printed before it is proposed."""

    format: Literal["html", "pdf"] = "html"


@router.post("/submissions/paper", response_class=Response)
async def print_submission(
    body: SubmissionToPrint, request: Request, account: CurrentAccount
) -> Response:
    """Return a valid submission as the regulator receives it: a printable page, or a PDF."""
    require_role(account, *sorted(STAFF))
    submission = dict(check_submission_size(body.submission))
    paper = await _paper(request, account, body.game, submission, is_pdf=body.format == "pdf")
    return _paper_response(paper, f"{body.game}-submission", body.format)


@router.get("/games/{game}/submission-form", response_class=Response, responses=FORM_RESPONSES)
async def read_game_form(game: str, _: CurrentAccount) -> Response:
    """Return the built-in example of a game as the fields of a form, each with its clause."""
    if game not in all_games():
        raise RequestDenied(404, f"there is no game {short_repr(game)}")
    return _form_response(find_game(game), example_filing(find_game(game)))


@router.get(TABLE_SUBMISSIONS + "/{number}/paper", response_class=Response)
async def print_filing(
    table: str,
    number: FilingOrInForce,
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    format: Literal["html", "pdf"] = "html",
) -> Response:
    """Return a submission of a table as the regulator receives it: a printable page, or a PDF.

    0 stands for the submission in force.
    """
    require_role(account, *sorted(STAFF))
    filings = await _filings(request, room, table)
    state = room.hub(table).actor.committed_state
    if number:
        if number not in filings:
            raise RequestDenied(404, f"the table has no submission {number}")
        submission = dict(filings[number].submission)
    elif state.filed:
        submission = dict(state.filed[-1].submission)
    else:
        raise RequestDenied(404, "the table has no rules in force")
    paper = await _paper(request, account, state.game, submission, is_pdf=format == "pdf")
    return _paper_response(paper, f"{table}-submission-{number or 'in-force'}", format)


async def _paper(
    request: Request, account: Account, game: str, submission: dict[str, Any], *, is_pdf: bool
) -> bytes:
    """Return a submission as a document. It is built in a thread, since a PDF takes a moment."""

    def make() -> bytes:
        filing = build_filing(find_game(game), submission)
        return filing_pdf(filing) if is_pdf else filing_html(filing).encode()

    async with long_work_queue(request).wait_turn(account):
        return await asyncio.to_thread(make)


def _paper_response(content: bytes, name: str, format_: str) -> Response:
    media_type = "application/pdf" if format_ == "pdf" else "text/html; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{format_}"'}
    return Response(content, media_type=media_type, headers=headers)


@router.get(
    TABLE_SUBMISSIONS,
    response_class=Response,
    responses=response_docs(json_schema(tuple[Filing, ...])),
)
async def list_filings(
    table: str, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """List every submission of a table: in force, superseded, rejected, or not yet approved."""
    require_role(account, *sorted(STAFF))
    filings = (await _filings(request, room, table)).values()
    actor, chains = room.hub(table).actor, inviter_chains(await room.account_service.staff())
    details = [
        msgspec.structs.replace(
            _with_people(filing, actor.creator, chains),
            changes=_changes(actor.committed_state, filing),
        )
        for filing in filings
    ]
    return Response(encode_json(details), media_type=JSON)


def _with_people(filing: Filing, creator: str, chains: InviterChains) -> Filing:
    """Return a filing with its real proposer, and the inviters of the people involved."""
    by = filing_proposer(filing.proposed_by, creator, filing.approved_by)
    return msgspec.structs.replace(
        filing,
        proposed_by=by,
        proposer_invited_by=chains.get(by, ()),
        approver_invited_by=chains.get(filing.approved_by, ()),
    )


def _changes(state: State, filing: Filing) -> tuple[str, ...]:
    """Return what a pending filing would change, for whoever has to approve it.

    The first one of a table is compared with the built-in example.
    """
    if filing.status not in (FilingStatus.PROPOSED, FilingStatus.APPROVED):
        return ()
    with suppress(Refused):  # filed under another version of the program
        game = find_game(state.game)
        before = state.filed[-1].submission if state.filed else example_filing(game)
        return describe_changes(game, before, filing.submission)
    return ()


async def _filings(request: Request, room: Room, table: str) -> Mapping[int, Filing]:
    hub = await find_hub(room, table)
    histories: dict[str, FilingHistory] = request.app.state.filings
    history = histories.setdefault(table, FilingHistory(table))
    return await history.update(room.store, hub.actor.head.version)


# Requests that change filings


class NewFiling(Struct, frozen=True, forbid_unknown_fields=True):
    """A complete filing that is proposed for a table."""

    submission: dict[str, Any]
    after_round: bool = False
    """Whether it may be approved during a round, and takes effect when that round is closed."""


_new_filing_decoder: Final = msgspec.json.Decoder(NewFiling)
NEW_FILING_BODY: Final = {
    "requestBody": {
        "required": True,
        "content": {JSON: {"schema": json_schema(NewFiling)}},
    }
}


class FilingResult(CommandResult):
    """The status of a submission after a request."""

    number: int
    """The number by which it is approved or rejected."""
    status: FilingStatus
    rules: str
    """The hash of the rules that follow from it."""


class FilingComparison(Struct, frozen=True):
    """A complete filing without faults, beside the one in force."""

    changes: tuple[str, ...]
    """What it changes, in sentences; empty if nothing."""
    rules: str
    """The hash of the rules that follow from it."""


class ComparedFiling(Struct, frozen=True, forbid_unknown_fields=True):
    """A filing to be checked and compared."""

    submission: dict[str, Any]


_compared_filing_decoder: Final = msgspec.json.Decoder(ComparedFiling)
COMPARED_FILING_BODY: Final = {
    "requestBody": {
        "required": True,
        "content": {JSON: {"schema": json_schema(ComparedFiling)}},
    }
}


@router.get(TABLE_SUBMISSIONS + "/form", response_class=Response, responses=FORM_RESPONSES)
async def read_filing_form(table: str, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Return the filing in force as the fields of a form, each with its clause."""
    require_role(account, AccountRole.DEALER, AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
    state = (await find_hub(room, table)).actor.committed_state
    game = find_game(state.game)
    return _form_response(game, state.filed[-1].submission if state.filed else example_filing(game))


@router.post(
    TABLE_SUBMISSIONS + "/compare",
    response_class=Response,
    responses=response_docs(json_schema(FilingComparison)),
    openapi_extra=COMPARED_FILING_BODY,
)
async def compare_filing(
    table: str, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Check a filing, and say what it changes; list all faults and omissions at once."""
    require_role(account, AccountRole.DEALER, AccountRole.FLOORPERSON)
    state = (await find_hub(room, table)).actor.committed_state
    body = decode_body(_compared_filing_decoder, await request.body())
    submission, game = dict(check_submission_size(body.submission)), find_game(state.game)
    check_filing(game, submission, room.clock().date())
    changes = describe_changes(game, state.filed[-1].submission, submission) if state.filed else ()
    result = FilingComparison(tuple(changes), resolve(game, submission).hash)
    return Response(encode_json(result), media_type=JSON)


@router.post(TABLE_SUBMISSIONS, status_code=201, openapi_extra=NEW_FILING_BODY)
async def propose_filing(
    table: str,
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    key: IdempotencyKey = "",
) -> FilingResult:
    """Propose a complete filing for approval; all faults and omissions are listed at once.

    The table opens no round until somebody else approves or rejects it, unless it takes effect
    after the round in which it is approved.
    """
    require_role(account, AccountRole.DEALER, AccountRole.FLOORPERSON)
    hub = await find_hub(room, table)
    body = decode_body(_new_filing_decoder, await request.body())
    submission = dict(check_submission_size(body.submission))
    # Checked first, since the table may have another reason to refuse it now.
    check_filing(find_game(hub.actor.committed_state.game), submission, room.clock().date())
    matter = c.FileSubmission(submission, body.after_round)
    ack = await room.execute(account, table, c.Propose(matter), key)
    filings = await _filings(request, room, table)
    # It is the last one at that version: the lines of one request are never interleaved.
    number = max(filing.number for filing in filings.values() if filing.line <= ack.version)
    return _filing_result(filings[number], ack.version, again=ack.again)


@router.post(TABLE_SUBMISSIONS + "/{number}/approve")
async def approve_filing(
    table: str,
    number: FilingNumber,
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    key: IdempotencyKey = "",
) -> FilingResult:
    """Approve another person's filing, which supersedes the one in force (SEC-3).

    During a round it is shown to the players, and takes effect after the round.
    """
    require_role(account, AccountRole.FLOORPERSON)
    return await _decide_filing(request, room, table, account, c.Approve(number), key)


@router.post(TABLE_SUBMISSIONS + "/{number}/reject")
async def reject_filing(
    table: str,
    number: FilingNumber,
    request: Request,
    room: CurrentRoom,
    account: CurrentAccount,
    key: IdempotencyKey = "",
) -> FilingResult:
    """Reject a filing, or withdraw your own before it takes effect."""
    require_role(account, AccountRole.DEALER, AccountRole.FLOORPERSON)
    return await _decide_filing(request, room, table, account, c.Reject(number), key)


async def _decide_filing(
    request: Request,
    room: Room,
    table: str,
    account: Account,
    command: c.Approve | c.Reject,
    key: str,
) -> FilingResult:
    number = command.number
    if number not in await _filings(request, room, table):  # it may be another kind of proposal
        raise RequestDenied(404, f"the table has no submission {number}")
    ack = await room.execute(account, table, command, key)
    filings = await _filings(request, room, table)
    return _filing_result(filings[number], ack.version, again=ack.again)


def _filing_result(filing: Filing, version: int, *, again: bool) -> FilingResult:
    return FilingResult(
        number=filing.number,
        status=filing.status,
        rules=filing.rules,
        version=version,
        again=again,
    )
