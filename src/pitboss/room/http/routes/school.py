"""Routes for the school: lessons, sessions, certificates, and the manager's view of the class."""

from datetime import date
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.games import all_games
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    OptionalAccount,
    decode_body,
    find_hub,
    require_role,
)
from pitboss.room.http.openapi import body_schema, json_schema
from pitboss.room.http.responses import JSON, RequestDenied, encode_json, response_docs
from pitboss.room.people.accounts import AccountRole
from pitboss.room.room import Room
from pitboss.room.school_service.records import (
    GameRecord,
    SchoolRecord,
    count_due,
    weak_subjects,
)
from pitboss.room.school_service.service import SchoolBusy, SessionState, Unknown
from pitboss.room.school_service.turns import (
    Action,
    Certificate,
    Course,
)
from pitboss.school.courses import COURSE, CourseLesson

router = APIRouter(prefix="/api", tags=["school"])
CLASS_ROLES: Final = (AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
"""Roles that see the class."""
MAX_ID: Final = 64
TableKey = Annotated[
    str, Query(max_length=60, description="A table whose rules to teach, instead of the example's.")
]


class NewSession(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson to start: of a game by the built-in example, or by the rules of a table."""

    lesson: str
    game: str = ""
    table: str = ""


class SessionAction(Struct, frozen=True, forbid_unknown_fields=True):
    """What the trainee does, with the number of actions before."""

    number: int
    action: Action


class NewCertificate(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a certificate."""

    game: str


class LessonSummary(Struct, frozen=True, kw_only=True):
    """A lesson, and whether it was passed."""

    key: str
    title: str
    about: str
    minutes: int
    questions: int
    rounds: int
    day: str
    """When it was passed, in UTC; empty if it was not."""
    right: int
    asked: int


class GameProgress(Struct, frozen=True, kw_only=True):
    """What somebody has learned of a game."""

    game: str
    game_name: str
    lessons: tuple[LessonSummary, ...]
    due: int
    """Kinds of questions that are due today."""
    known: int
    """Kinds of questions that were remembered on different days."""
    seen: int
    """Kinds of questions that were asked."""
    weak: tuple[str, ...]
    """Subjects with many wrong answers, the weakest first."""
    last_day: str
    session: str
    """The session that can be continued, if any."""
    session_lesson: str
    certificate: str
    """The id of the last certificate, if any."""


class SchoolOverview(Struct, frozen=True, kw_only=True):
    """The school as one trainee sees it."""

    games: tuple[GameProgress, ...]
    day_streak: int
    """Days in a row with an answer, up to today or yesterday."""


class ClassMember(Struct, frozen=True, kw_only=True):
    """A trainee, as a manager sees one."""

    name: str
    role: str
    last_day: str
    games: tuple[GameProgress, ...]
    """The games that were begun."""


_session_decoder: Final = msgspec.json.Decoder(NewSession)
_action_decoder: Final = msgspec.json.Decoder(SessionAction)
_certificate_decoder: Final = msgspec.json.Decoder(NewCertificate)
SESSION_RESPONSES: Final = response_docs(json_schema(SessionState))


def _json(value: object, status: int = 200) -> Response:
    return Response(encode_json(value), status, media_type=JSON)


def _denial(error: Refused) -> RequestDenied | Refused:
    """Return the response to a refusal of the school."""
    if isinstance(error, SchoolBusy):
        return RequestDenied(429, error.sentence)
    return RequestDenied(404, error.sentence) if isinstance(error, Unknown) else error


async def _course(room: Room, game: str, table: str) -> Course:
    """Return the course of a game, by the rules of a table if one is named."""
    if table and game:
        raise Refused("name either a game or a table, not both")
    if table:
        state = (await find_hub(room, table)).actor.committed_state
        if not state.filed:
            raise Refused("the table has no rules in force")
        return Course(state.game, dict(state.filed[-1].submission))
    if game not in all_games():
        raise RequestDenied(404, f"there is no game {short_repr(game)}")
    return Course(game)


def _game_progress(game: str, record: GameRecord, today: date) -> GameProgress:
    session = record.session if record.session and not record.session.is_over else None
    return GameProgress(
        game=game,
        game_name=all_games()[game].name,
        lessons=tuple(_lesson_summary(lesson, record) for lesson in COURSE),
        due=count_due(record, today),
        known=sum(progress.is_known for progress in record.kinds.values()),
        seen=len(record.kinds),
        weak=weak_subjects(record.kinds),
        last_day=record.last_day,
        session=session.id if session else "",
        session_lesson=session.lesson if session else "",
        certificate=record.certificate.id if record.certificate else "",
    )


def _lesson_summary(lesson: CourseLesson, record: GameRecord) -> LessonSummary:
    result = record.lessons.get(lesson.key)
    return LessonSummary(
        key=lesson.key,
        title=lesson.title,
        about=lesson.about,
        minutes=lesson.minutes,
        questions=lesson.questions,
        rounds=lesson.rounds,
        day=result.day if result else "",
        right=result.right if result else 0,
        asked=result.answers if result else 0,
    )


def _day_streak(record: SchoolRecord, today: date) -> int:
    if not record.last_day or (today - date.fromisoformat(record.last_day)).days > 1:
        return 0
    return record.day_streak


@router.get(
    "/school", response_class=Response, responses=response_docs(json_schema(SchoolOverview))
)
async def read_school(room: CurrentRoom, account: CurrentAccount) -> Response:
    """Return every game with its lessons, your own progress, and what is due today."""
    record, today = await room.school.record(account), room.school.today
    games = tuple(_game_progress(key, record.game(key), today) for key in all_games())
    return _json(SchoolOverview(games=games, day_streak=_day_streak(record, today)))


@router.get(
    "/school/games/{game}/lessons/{lesson}",
    response_class=Response,
    responses=response_docs(json_schema(Any)),
)
async def read_lesson(
    game: str, lesson: str, room: CurrentRoom, _: CurrentAccount, table: TableKey = ""
) -> Response:
    """Return the pages to read before the questions of a lesson, with pictures of the felt."""
    course = await _course(room, "" if table else game, table)
    try:
        return Response(await room.school.pages(course, lesson), media_type=JSON)
    except Refused as error:
        raise _denial(error) from None


@router.post(
    "/school/sessions",
    response_class=Response,
    responses=response_docs(json_schema(SessionState), status=201),
    openapi_extra=body_schema(NewSession),
)
async def start_session(request: Request, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Start a lesson, or with the lesson `review` what is due; it replaces an open one."""
    body = decode_body(_session_decoder, await request.body())
    course = await _course(room, body.game, body.table)
    try:
        return _json(await room.school.start(account, course, body.lesson, body.table), 201)
    except Refused as error:
        raise _denial(error) from None


@router.get("/school/sessions/{session}", response_class=Response, responses=SESSION_RESPONSES)
async def read_session(session: str, room: CurrentRoom, account: CurrentAccount) -> Response:
    """Return your own session as it stands; it can be continued at any time."""
    try:
        return _json(await room.school.session(account, session))
    except Refused as error:
        raise _denial(error) from None


@router.post(
    "/school/sessions/{session}/actions",
    response_class=Response,
    responses=SESSION_RESPONSES,
    openapi_extra=body_schema(SessionAction),
)
async def act_in_session(
    session: str, request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Answer a question, make a move at the table, or go on.

    A request that is repeated with the same number has no further effect.
    """
    body = decode_body(_action_decoder, await request.body())
    try:
        return _json(await room.school.act(account, session, body.number, body.action))
    except Refused as error:
        raise _denial(error) from None


@router.get(
    "/school/class",
    response_class=Response,
    responses=response_docs({"type": "array", "items": json_schema(ClassMember)}),
)
async def read_class(room: CurrentRoom, account: CurrentAccount) -> Response:
    """Return the progress of every member of staff; players are not listed."""
    require_role(account, *CLASS_ROLES)
    records, today = await room.school.records(), room.school.today
    members = []
    for key, person in sorted((await room.account_service.staff()).items()):
        if not person.is_staff or person.closed:
            continue
        record = records.get(key, SchoolRecord())
        games = tuple(
            _game_progress(game, own_record, today)
            for game, own_record in record.games.items()
            if game in all_games()
        )
        members.append(
            ClassMember(
                name=person.name, role=person.part.value, last_day=record.last_day, games=games
            )
        )
    return _json(members)


@router.post(
    "/school/certificates",
    response_class=Response,
    responses=response_docs(json_schema(Certificate), status=201),
    openapi_extra=body_schema(NewCertificate),
)
async def create_certificate(
    request: Request, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Return a certificate of the lessons of a game that you have passed."""
    body = decode_body(_certificate_decoder, await request.body())
    if body.game not in all_games():
        raise RequestDenied(404, f"there is no game {short_repr(body.game)}")
    try:
        return _json(await room.school.certify(account, body.game), 201)
    except Refused as error:
        raise _denial(error) from None


@router.get(
    "/school/certificates/{certificate}",
    response_class=Response,
    responses=response_docs(json_schema(Certificate)),
)
async def confirm_certificate(certificate: str, room: CurrentRoom, _: OptionalAccount) -> Response:
    """Confirm a certificate by its id, for anybody who has it in hand."""
    try:
        return _json(await room.school.certificate(certificate[:MAX_ID]))
    except Refused as error:
        raise _denial(error) from None


@router.get("/school/certificates/{certificate}/paper", response_class=Response)
async def read_certificate_paper(
    certificate: str,
    room: CurrentRoom,
    _: CurrentAccount,
    format: Literal["pdf", "html"] = "pdf",
) -> Response:
    """Return a certificate as a PDF, or as a page to print."""
    try:
        facts = await room.school.certificate(certificate[:MAX_ID])
        content = await room.school.paper(facts, is_pdf=format == "pdf")
    except Refused as error:
        raise _denial(error) from None
    media_type = "application/pdf" if format == "pdf" else "text/html; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="certificate.{format}"'}
    return Response(content, media_type=media_type, headers=headers)
