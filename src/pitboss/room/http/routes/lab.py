"""Routes for the lab: exact figures of any game and submission, computed in other processes."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.games import all_games
from pitboss.room.http.dependencies import CurrentAccount, CurrentRoom, decode_body, find_hub
from pitboss.room.http.openapi import body_schema, json_schema
from pitboss.room.http.problems import RequestDenied
from pitboss.room.http.responses import JSON, encode_json, response_docs
from pitboss.room.http.routes.coach import DecisionValues, decision_values
from pitboss.room.lab_service.job_queue import Job, JobQueue, JobState, TooManyJobs
from pitboss.room.lab_service.questions import (
    ADVISE,
    SOLVE,
    GameChoices,
    Kind,
    Question,
    list_choices,
    make_question,
)
from pitboss.room.room import Room

router = APIRouter(prefix="/api/lab", tags=["lab"])
MAX_WAIT: Final = 10.0
MAX_CENTS: Final = 10**12
Number = int | float
"""A whole number: in JSON, 7.0 is the same number as 7."""


class RulesSelection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rules: a game with a submission, or those of a table, with changed readings and pay."""

    game: str = ""
    table: str = ""
    """A table whose rules to use, instead of a game and a submission."""
    submission: dict[str, Any] = {}
    readings: dict[str, str] = {}
    pay: dict[str, Number] | list[str] = []
    """``{"across.flush": 7}`` or ``["across.flush=7"]``."""


class NewJob(RulesSelection, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A job for the lab: solution, effects of readings, pocket card, exposed cards or par sheet."""

    kind: Literal["solve", "effects", "strategy", "expose", "report"]


class Situation(RulesSelection, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The position of a player who has to decide."""

    cards: dict[str, str]
    """The visible cards by place: ``{"hole": "Kh Qs", "left": "2c", "right": "Td"}``."""
    decisions: list[str] = []
    """The decisions so far."""
    unit: Number | None = None
    """Cents of one required wager, to get values in cents, too."""


class JobStatus(Struct, frozen=True, kw_only=True):
    """The state of a job, and its result."""

    job: str
    kind: Kind
    game: str
    state: JobState
    ahead: int
    """How many other jobs come before it."""
    what: str
    """What is being computed."""
    done: int
    """How much of it is done."""
    of: int
    """How much there is to do; 0 if that is not known."""
    error: str | None
    clause: str | None
    result: Any
    """What `pitboss solve`, `readings --effect`, `strategy` or `expose` print with ``--json``;
    a par sheet or a strategy also has its ``page``.
    """


_selection_decoder: Final = msgspec.json.Decoder(RulesSelection)
_new_job_decoder: Final = msgspec.json.Decoder(NewJob)
_situation_decoder: Final = msgspec.json.Decoder(Situation)
CHOICES_RESPONSES: Final = response_docs(json_schema(GameChoices))
JOB_RESPONSES: Final = response_docs(json_schema(JobStatus))


@router.get("/games/{game}", response_class=Response, responses=CHOICES_RESPONSES)
async def game_choices(game: str, _: CurrentAccount) -> Response:
    """Return what can be changed about a game: lines of its paytables, readings, options."""
    if game not in all_games():
        raise RequestDenied(404, f"there is no game {short_repr(game)}")
    return Response(encode_json(list_choices(make_question(SOLVE, game))), media_type=JSON)


@router.post(
    "/rules",
    response_class=Response,
    responses=CHOICES_RESPONSES,
    openapi_extra=body_schema(RulesSelection),
)
async def rules_choices(request: Request, room: CurrentRoom, _: CurrentAccount) -> Response:
    """Return what can be changed, given some changes; all faults in them are listed at once."""
    selection = decode_body(_selection_decoder, await request.body())
    question = await _make_question(room, SOLVE, selection)
    return Response(encode_json(list_choices(question)), media_type=JSON)


@router.post(
    "/jobs",
    response_class=Response,
    responses=JOB_RESPONSES | response_docs(json_schema(JobStatus), status=202),
    openapi_extra=body_schema(NewJob),
)
async def create_job(request: Request, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Start a job. The result is there at once if it was computed before."""
    body = decode_body(_new_job_decoder, await request.body())
    question = await _make_question(room, body.kind, body)
    try:
        job = room.lab_jobs.submit(account.key, question, guest=account.guest)
    except TooManyJobs as error:
        raise RequestDenied(429, error.sentence) from None
    return _job_response(room.lab_jobs, job, 202 if job.is_open else 200)


@router.get("/jobs/{job}", response_class=Response, responses=JOB_RESPONSES)
async def read_job(
    job: str,
    room: CurrentRoom,
    account: CurrentAccount,
    wait: Annotated[float, Query(ge=0, le=MAX_WAIT)] = 0,
) -> Response:
    """Return the state and result of your own job, after ``wait`` seconds or once it is done."""
    own_job = _own_job(room, account.key, job)
    if wait and own_job.is_open:
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await own_job.work.done.wait()
    return _job_response(room.lab_jobs, own_job)


@router.delete("/jobs/{job}", response_class=Response, responses=JOB_RESPONSES)
async def cancel_job(job: str, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Cancel your own job, unless it is over already."""
    own_job = _own_job(room, account.key, job)
    room.lab_jobs.cancel(own_job)
    return _job_response(room.lab_jobs, own_job)


@router.post(
    "/advice",
    response_class=Response,
    responses=response_docs(json_schema(DecisionValues)),
    openapi_extra=body_schema(Situation),
)
async def advise_situation(
    request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Return the exact value of each decision at any point of any game, as `pitboss advise`."""
    body = decode_body(_situation_decoder, await request.body())
    question = await _make_question(room, ADVISE, body, body.cards, body.decisions)
    values = await decision_values(room.lab_jobs, account.key, question, _cents(body.unit))
    return Response(encode_json(values), media_type=JSON)


def _cents(unit: Number | None) -> int | None:
    if unit is not None and (unit != int(unit) or not 1 <= unit <= MAX_CENTS):
        raise Refused(
            f"the unit must be a whole number of cents from 1 to {MAX_CENTS:,}, "
            f"not {short_repr(unit)}"
        )
    return None if unit is None else int(unit)


async def _make_question(
    room: Room,
    kind: Kind,
    selection: RulesSelection,
    cards: dict[str, str] | None = None,
    decisions: list[str] | None = None,
) -> Question:
    game, submission = selection.game, selection.submission
    if selection.table:
        if game or submission:
            raise Refused("name either a table or a game with a submission, not both")
        state = (await find_hub(room, selection.table)).actor.committed_state
        if not state.filed:
            raise Refused("the table has no rules in force")
        game, submission = state.game, dict(state.filed[-1].submission)
    return make_question(
        kind,
        game,
        submission,
        selection.readings,
        selection.pay,
        cards,
        decisions or (),
        day=room.clock().date().isoformat(),
    )


def _own_job(room: Room, owner: str, job: str) -> Job:
    own_job = room.lab_jobs.find_job(owner, job)
    if own_job is None:
        raise RequestDenied(404, "you have no such job: start it again")
    return own_job


def _job_response(jobs: JobQueue, job: Job, status: int = 200) -> Response:
    work, refusal, answer = job.work, job.work.refusal, jobs.answer_of(job)
    job_status = JobStatus(
        job=job.id,
        kind=work.question.kind,
        game=work.question.game,
        state=job.state,
        ahead=jobs.count_ahead(job),
        what=work.progress.what,
        done=work.progress.done,
        of=work.progress.of,
        error=refusal.sentence if refusal else None,
        clause=refusal.clause if refusal else None,
        result=None if answer is None else msgspec.Raw(answer),
    )
    return Response(encode_json(job_status), status, media_type=JSON)
