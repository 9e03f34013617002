"""Routes for the lab, its jobs, and the coach.

The coach returns the value of each open decision, given only what the player sees.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct, structs

from pitboss.cards import cards_text
from pitboss.errors import Refused, short_repr
from pitboss.games import all_games
from pitboss.lab.strategy.rule_lists import MAX_LINES
from pitboss.room.http.dependencies import CurrentAccount, CurrentRoom, decode_body, find_hub
from pitboss.room.http.openapi import body_schema, json_schema
from pitboss.room.http.responses import JSON, RequestDenied, encode_json, response_docs
from pitboss.room.lab_service.job_queue import Job, JobQueue, JobState, TooManyJobs
from pitboss.room.lab_service.pocket_cards import CardAdvice, NoCard, PocketCard
from pitboss.room.lab_service.questions import (
    ADVISE,
    HOLE,
    SOLVE,
    STRATEGY,
    GameChoices,
    Kind,
    Question,
    list_choices,
    make_question,
)
from pitboss.room.people.accounts import Account
from pitboss.room.room import Room
from pitboss.round import PlayerView
from pitboss.table.views import RoundView, View, player_view

router = APIRouter(prefix="/api", tags=["lab"])
MAX_WAIT: Final = 10.0
MAX_CENTS: Final = 10**12
NO_DECISION_OPEN: Final = "it is not your turn to decide"
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


class DecisionValues(Struct, frozen=True):
    """The exact expected net win of each open decision, with best play afterward."""

    decisions: Mapping[str, Fraction]
    """In units of one required wager."""
    best: str
    before_cards: Fraction | None
    """The expected net win of a whole round under best play, in the same unit, if known."""
    unit: int | None = None
    """Cents of one required wager, if known."""
    cents: Mapping[str, Fraction] | None = None
    """The value of each decision in cents, if the unit is known."""


class LabFeatures(Struct, frozen=True):
    """Features of a decision that a pocket card goes by."""

    features: dict[str, int] | None = None
    """Features of the visible cards by name; none at the first decision."""


_selection_decoder: Final = msgspec.json.Decoder(RulesSelection)
_new_job_decoder: Final = msgspec.json.Decoder(NewJob)
_situation_decoder: Final = msgspec.json.Decoder(Situation)
CHOICES_RESPONSES: Final = response_docs(json_schema(GameChoices))
JOB_RESPONSES: Final = response_docs(json_schema(JobStatus))


@router.get("/lab/games/{game}", response_class=Response, responses=CHOICES_RESPONSES)
async def game_choices(game: str, _: CurrentAccount) -> Response:
    """Return what can be changed about a game: lines of its paytables, readings, options."""
    if game not in all_games():
        raise RequestDenied(404, f"there is no game {short_repr(game)}")
    return Response(encode_json(list_choices(make_question(SOLVE, game))), media_type=JSON)


@router.post(
    "/lab/rules",
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
    "/lab/jobs",
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


@router.get("/lab/jobs/{job}", response_class=Response, responses=JOB_RESPONSES)
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
                await own_job.work.completion.wait()
    return _job_response(room.lab_jobs, own_job)


@router.delete("/lab/jobs/{job}", response_class=Response, responses=JOB_RESPONSES)
async def cancel_job(job: str, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Cancel your own job, unless it is over already."""
    own_job = _own_job(room, account.key, job)
    room.lab_jobs.cancel(own_job)
    return _job_response(room.lab_jobs, own_job)


@router.post(
    "/lab/advice",
    response_class=Response,
    responses=response_docs(json_schema(DecisionValues)),
    openapi_extra=body_schema(Situation),
)
async def advise_situation(
    request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Return the exact value of each decision at any point of any game, like `pitboss advise`."""
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
        raise RequestDenied(404, "you have no such job, or it has expired: start it again")
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


async def decision_values(
    jobs: JobQueue, owner: str, question: Question, unit: int | None
) -> DecisionValues:
    """Ask the lab for the values of a decision, in the queue for players who have to decide."""
    return (await values_and_features(jobs, owner, question, unit))[0]


async def values_and_features(
    jobs: JobQueue, owner: str, question: Question, unit: int | None
) -> tuple[DecisionValues, LabFeatures]:
    """Return the values of a decision, and the features that a pocket card goes by."""
    try:
        answer = await jobs.answer_now(owner, question)
    except TooManyJobs as error:
        raise RequestDenied(429, error.sentence) from None
    values = msgspec.json.decode(answer, type=DecisionValues, dec_hook=_decode_fraction)
    features = msgspec.json.decode(answer, type=LabFeatures)
    if unit is None:
        return values, features
    cents = {name: value * unit for name, value in values.decisions.items()}
    return msgspec.structs.replace(values, unit=unit, cents=cents), features


def _decode_fraction(_: type, text: object) -> Fraction:
    return Fraction(str(text))


CardLines = Annotated[
    int, Query(ge=1, le=MAX_LINES, description="Maximum number of lines per list of a pocket card.")
]


class CoachAdvice(DecisionValues, frozen=True, kw_only=True):
    """The value of each decision for the player whose turn it is, and what it is based on."""

    round: int
    seat: int
    street: str
    cards: dict[str, str]
    """The cards that the player sees, by place."""
    taken: tuple[str, ...]
    """The decisions so far."""
    card: CardAdvice | NoCard | None
    """What a pocket card says, if that was requested."""


@router.post(
    "/tables/{table}/advice",
    response_class=Response,
    responses=response_docs(json_schema(CoachAdvice)),
)
async def advise_player(
    table: str,
    room: CurrentRoom,
    account: CurrentAccount,
    card: CardLines = 0,
) -> Response:
    """Return the exact value of each decision that is open to you now, in units and in cents.

    With ``card``, also what a pocket card with that many lines per list says, once it is ready.
    """
    state = (await find_hub(room, table)).actor.committed_state
    round_, seat = open_decision(room.view(account, table), account.name)
    rules, own_view = state.rules, player_view(round_, seat)
    if rules is None or not state.filed:
        raise Refused("the table has no rules in force")
    if round_.physical:
        raise Refused("no advice with a physical deck: the program does not know your cards")
    decisions = tuple(decision for decision in own_view.decisions if isinstance(decision, str))
    if len(decisions) != len(own_view.decisions):
        raise Refused(
            "advice is not available after a raise of an amount that is not one of the listed "
            "choices"
        )
    cards, submission = visible_cards(own_view), dict(state.filed[-1].submission)
    question = make_question(ADVISE, state.game, submission, cards_seen=cards, decisions=decisions)
    unit = round_.seats[seat].wagers[rules.required[0].key]
    pocket_card = _pocket_card(room, account, question, card) if card else None
    values, features = await values_and_features(room.lab_jobs, account.key, question, unit)
    if card and isinstance(pocket_card, NoCard) and pocket_card.waiting:  # it may be ready by now
        pocket_card = _pocket_card(room, account, question, card)
    advice = CoachAdvice(
        **structs.asdict(values),
        round=round_.number,
        seat=seat,
        street=round_.street or "",
        cards=cards,
        taken=decisions,
        card=_card_advice(pocket_card, round_.street or "", own_view, features.features),
    )
    return Response(encode_json(advice), media_type=JSON)


def _pocket_card(
    room: Room, account: Account, decision_question: Question, lines: int
) -> PocketCard | NoCard:
    """Return the pocket card for the rules of a question, without waiting for it."""
    question = structs.replace(
        decision_question, kind=STRATEGY, cards={}, decisions=(), lines=lines
    )
    return room.pocket_cards.find(room.lab_jobs, account.key, question, guest=account.guest)


def _card_advice(
    pocket: PocketCard | NoCard | None,
    street: str,
    player_view: PlayerView,
    features: Mapping[str, int] | None,
) -> CardAdvice | NoCard | None:
    """Return the advice of a pocket card, or why there is none."""
    if not isinstance(pocket, PocketCard):
        return pocket
    try:
        return pocket.advise(street, player_view.hole, features)
    except Refused as refusal:
        return NoCard(False, refusal.sentence)


def open_decision(view: View, name: str) -> tuple[RoundView, int]:
    """Return the round in which it is this player's turn, and the seat."""
    round_ = view.round
    if not isinstance(round_, RoundView) or round_.turn is None or not view.choices:
        raise Refused(NO_DECISION_OPEN)
    if round_.seats[round_.turn].player != name:
        raise Refused(NO_DECISION_OPEN)
    return round_, round_.turn


def visible_cards(player_view: PlayerView) -> dict[str, str]:
    """Return the cards that a player sees, by place."""
    return {HOLE: cards_text(player_view.hole)} | {
        place: cards_text(cards) for place, cards in player_view.table.items()
    }
