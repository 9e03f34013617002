"""The lab: exact figures of any game and submission, worked out beside the room."""

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from pitboss.games import all_games
from pitboss.refusal import Refused, brief
from pitboss.room.http.advice import Worth, worth
from pitboss.room.http.errors import Denied
from pitboss.room.http.hubs import hub_of
from pitboss.room.http.identity import ARoom, Known
from pitboss.room.http.papers import JSON, answers, json_of
from pitboss.room.http.reading import read
from pitboss.room.http.shapes import body, shape
from pitboss.room.labs.choices import GameChoices, choices_of
from pitboss.room.labs.desk import Job, LabDesk, TooMuch
from pitboss.room.labs.lane import State
from pitboss.room.labs.question import ADVISE, SOLVE, Kind, Question, question
from pitboss.room.room import Room

router = APIRouter(prefix="/api/lab", tags=["lab"])
LONGEST_WAIT: Final = 10.0
MOST_CENTS: Final = 10**12
Number = int | float
"""Whole: JSON has no other kind of number, and 7.0 is 7 there."""


class About(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which rules: a game with a submission, or those of a table; readings and pay laid over."""

    game: str = ""
    table: str = ""
    """Instead of a game and a submission: as this table is played."""
    submission: dict[str, Any] = {}
    readings: dict[str, str] = {}
    pay: dict[str, Number] | list[str] = []
    """``{"across.flush": 7}`` or ``["across.flush=7"]``."""


class NewJob(About, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is to be worked out: the solution, what each reading is worth; short rules for people,
    what seen cards are worth, a par sheet.
    """

    kind: Literal["solve", "effects", "strategy", "expose", "report"]


class Situation(About, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody sees who is to decide."""

    cards: dict[str, str]
    """By place: ``{"hole": "Kh Qs", "left": "2c", "right": "Td"}``."""
    decisions: list[str] = []
    """Those taken so far."""
    unit: Number | None = None
    """Cents of one required wager, if values are wanted in cents, too."""


class JobTold(Struct, frozen=True, kw_only=True):
    """A job, and what came of it."""

    job: str
    kind: Kind
    game: str
    state: State
    ahead: int
    """How many others are worked on before it."""
    what: str
    """What is being done…"""
    done: int
    """…how much of it is…"""
    of: int
    """…and of how much; of 0, if it is just said."""
    error: str | None
    clause: str | None
    result: Any
    """As `pitboss solve`, `readings --effect`, `strategy` or `expose` print it with ``--json``,
    once it is done; of a par sheet, and beside a strategy, the ``page`` itself.
    """


_about: Final = msgspec.json.Decoder(About)
_new_job: Final = msgspec.json.Decoder(NewJob)
_situation: Final = msgspec.json.Decoder(Situation)
CHOICES: Final = answers(shape(GameChoices))
JOB: Final = answers(shape(JobTold))


@router.get("/games/{game}", response_class=Response, responses=CHOICES)
async def game(game: str, _: Known) -> Response:
    """What can be changed about a game: lines of its paytables, readings, options."""
    if game not in all_games():
        raise Denied(404, f"there is no game {brief(game)}")
    return Response(json_of(choices_of(question(SOLVE, game))), media_type=JSON)


@router.post("/rules", response_class=Response, responses=CHOICES, openapi_extra=body(About))
async def rules(request: Request, room: ARoom, _: Known) -> Response:
    """The same with some choices made; every fault of them is named at once."""
    asked = await _question(room, SOLVE, read(_about, await request.body()))
    return Response(json_of(choices_of(asked)), media_type=JSON)


@router.post(
    "/jobs",
    response_class=Response,
    responses=JOB | answers(shape(JobTold), status=202),
    openapi_extra=body(NewJob),
)
async def new_job(request: Request, room: ARoom, account: Known) -> Response:
    """Have something worked out. What was worked out before is there at once."""
    sent = read(_new_job, await request.body())
    asked = await _question(room, sent.kind, sent)
    try:
        job = room.labs.ask(account.key, asked, guest=account.guest)
    except TooMuch as much:
        raise Denied(429, much.sentence) from None
    return _told(room.labs, job, 202 if job.open else 200)


@router.get("/jobs/{job}", response_class=Response, responses=JOB)
async def look(
    job: str,
    room: ARoom,
    account: Known,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    """How far one's own job is, and what came of it; after some seconds, or once it is done."""
    found = _own(room, account.key, job)
    if wait and found.open:
        try:
            async with asyncio.timeout(wait):
                await found.work.ended.wait()
        except TimeoutError:
            pass
    return _told(room.labs, found)


@router.delete("/jobs/{job}", response_class=Response, responses=JOB)
async def cancel(job: str, room: ARoom, account: Known) -> Response:
    """Cancel one's own job; one that is over stays as it is."""
    found = _own(room, account.key, job)
    room.labs.cancel(found)
    return _told(room.labs, found)


@router.post(
    "/advice",
    response_class=Response,
    responses=answers(shape(Worth)),
    openapi_extra=body(Situation),
)
async def advice(request: Request, room: ARoom, account: Known) -> Response:
    """The exact value of each decision at any point of any game, as `pitboss advise` has it."""
    sent = read(_situation, await request.body())
    asked = await _question(room, ADVISE, sent, sent.cards, sent.decisions)
    found = await worth(room.labs, account.key, asked, _cents(sent.unit))
    return Response(json_of(found), media_type=JSON)


def _cents(unit: Number | None) -> int | None:
    if unit is not None and (unit != int(unit) or not 1 <= unit <= MOST_CENTS):
        raise Refused(f"a required wager is a whole number of cents, not {brief(unit)}")
    return None if unit is None else int(unit)


async def _question(
    room: Room,
    kind: Kind,
    about: About,
    cards: dict[str, str] | None = None,
    decisions: list[str] | None = None,
) -> Question:
    game, submission = about.game, about.submission
    if about.table:
        if game or submission:
            raise Refused("name a table, or a game with a submission, not both")
        state = (await hub_of(room, about.table)).actor.shown
        if not state.filed:
            raise Refused("the table has no rules in force")
        game, submission = state.game, dict(state.filed[-1].submission)
    return question(
        kind,
        game,
        submission,
        about.readings,
        about.pay,
        cards,
        decisions or (),
        day=room.clock().date().isoformat(),
    )


def _own(room: Room, owner: str, job: str) -> Job:
    found = room.labs.job(owner, job)
    if found is None:
        raise Denied(404, "you have no such job: ask again")
    return found


def _told(desk: LabDesk, job: Job, status: int = 200) -> Response:
    work, refused, answer = job.work, job.work.refused, desk.answer_of(job)
    told = JobTold(
        job=job.id,
        kind=work.question.kind,
        game=work.question.game,
        state=job.state,
        ahead=desk.ahead(job),
        what=work.progress.what,
        done=work.progress.done,
        of=work.progress.of,
        error=refused.sentence if refused else None,
        clause=refused.clause if refused else None,
        result=None if answer is None else msgspec.Raw(answer),
    )
    return Response(json_of(told), status, media_type=JSON)
