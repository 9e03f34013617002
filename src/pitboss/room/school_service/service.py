"""The school of an open room: sessions of trainees, their progress, and the class.

Questions are made in a process of their own, so that they take neither the room's event loop nor
its interpreter lock. The process starts with the first question.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.games import all_games
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.room.people.accounts import Account
from pitboss.room.people.credentials import new_token
from pitboss.room.runtime import Clock
from pitboss.room.school_service.process import COMMAND
from pitboss.room.school_service.records import (
    CERTIFICATES_COLLECTION,
    SCHOOL_COLLECTION,
    GameRecord,
    SchoolRecord,
    StoredSession,
    find_session,
    record_answers,
)
from pitboss.room.school_service.teacher import Teacher
from pitboss.room.school_service.turns import (
    Action,
    Certificate,
    CertificateLesson,
    Course,
    EncodedTurn,
    PagesRequest,
    PaperRequest,
    PlanRequest,
    SchoolRequest,
    TurnRequest,
)
from pitboss.room.store.interface import Put, Store, read_row, read_rows
from pitboss.room.worker_process import JobProgress, ProcessLost, WorkerProcess
from pitboss.school.courses import completed_lessons, find_lesson
from pitboss.school.repetition import due_kinds

log: Final = logging.getLogger("pitboss.school")
NICENESS: Final = 5
"""The priority of the process: tables come first."""
TIMEOUT: Final = 20.0
"""Seconds for one answer of the process."""
MAX_WAITING: Final = 40
"""Most requests that wait for the process."""
MAX_ACTIONS: Final = 2000
"""Most actions in a session."""
SCHOOL_BUSY: Final = "the school is busy: wait a moment, then try again"
ONE_AT_A_TIME: Final = "your previous request to the school is still being answered: wait a moment"
PROCESS_ENDED: Final = "the school was interrupted: try again"
NO_SESSION: Final = "you have no such lesson: start it again"
NOT_THE_NEXT: Final = "this was answered already, perhaps in another window: reload the page"
TOO_MANY_ACTIONS: Final = "this lesson has become too long: start it again"
NOTHING_PASSED: Final = "pass a lesson of this game first"
GUESTS_GET_NONE: Final = "a certificate needs a name: create an account first"
NO_CERTIFICATE: Final = "this room has issued no certificate with this id"


class SchoolBusy(Refused):
    """The request is valid, but a limit was reached."""


class Unknown(Refused):
    """There is nothing with this id for this person."""


class SessionState(Struct, frozen=True, kw_only=True):
    """A session: what the trainee sees now, and the number of the next action."""

    session: str
    game: str
    table: str
    """The table whose rules it teaches; empty for the built-in example."""
    lesson: str
    title: str
    number: int
    """The number of actions so far; send it with the next one."""
    page: Any
    returns: dict[str, int] = {}
    """How many kinds of questions come back on each day, once the session is over."""


class SchoolService:
    """The school of a room. Only the leader writes; every node can read and make questions."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        in_thread: bool = False,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """Create the service; with ``in_thread``, questions are made in a thread, for tests."""
        self._store, self._clock = store, clock
        self._process = WorkerProcess(command, NICENESS)
        self._teacher = Teacher() if in_thread else None
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._busy_accounts: set[str] = set()
        self._is_closed = False

    @property
    def today(self) -> date:
        """The current day in UTC."""
        return self._clock().date()

    @property
    def pid(self) -> int | None:
        """The id of the process while it is running."""
        return self._process.pid

    async def close(self) -> None:
        """End the process."""
        self._is_closed = True
        await self._process.close()

    # Records

    async def record(self, account: Account) -> SchoolRecord:
        """Return what the school knows of an account."""
        record = await read_row(self._store, SCHOOL_COLLECTION, account.key, SchoolRecord)
        return record or SchoolRecord()

    async def records(self) -> dict[str, SchoolRecord]:
        """Return what the school knows of everybody, by the key of the account."""
        return {**(await read_rows(self._store, SCHOOL_COLLECTION, SchoolRecord))}

    async def _save(self, account: Account, record: SchoolRecord, *more: Put) -> None:
        row = Put(SCHOOL_COLLECTION, account.key, msgspec.json.encode(record))
        await self._store.put(row, *more)

    # Lessons

    async def pages(self, course: Course, lesson: str) -> bytes:
        """Return the encoded pages of a lesson."""
        find_lesson(lesson)
        return await self._ask(PagesRequest(course, lesson))

    async def start(
        self, account: Account, course: Course, lesson: str, table: str = ""
    ) -> SessionState:
        """Start a session; it replaces the open session of the same game."""
        find_lesson(lesson)
        async with self._turn_of(account):
            record = await self.record(account)
            game = record.game(course.game)
            seed = new_token()
            times_asked = {key: progress.answers for key, progress in game.kinds.items()}
            due = due_kinds(game.kinds, self.today)
            plan = msgspec.json.decode(
                await self._ask(PlanRequest(course, lesson, seed, times_asked, due)),
                type=tuple[str, ...],
            )
            session = StoredSession(
                id=new_token(), table=table, course=course, lesson=lesson, seed=seed, plan=plan
            )
            turn = await self._turn(session)
            game = replace(game, session=session)
            await self._save(account, record.with_game(course.game, game))
            return self._state(game, session, turn)

    async def session(self, account: Account, session: str) -> SessionState:
        """Return a session of this account as it stands."""
        record = await self.record(account)
        game, own_session = _own_session(record, session)
        return self._state(record.game(game), own_session, await self._turn(own_session))

    async def act(
        self, account: Account, session: str, number: int, action: Action
    ) -> SessionState:
        """Carry out an action of a session; repeating the last one has no further effect."""
        async with self._turn_of(account):
            record = await self.record(account)
            key, own_session = _own_session(record, session)
            actions = own_session.actions
            if number == len(actions) - 1 and actions[-1] == action:
                return self._state(record.game(key), own_session, await self._turn(own_session))
            if number != len(actions):
                raise Refused(NOT_THE_NEXT)
            if number >= MAX_ACTIONS:
                raise Refused(TOO_MANY_ACTIONS)
            own_session = replace(own_session, actions=(*actions, action))
            turn = await self._turn(own_session)
            record = record_answers(
                record, key, own_session, turn.answers, self.today, is_over=turn.is_over
            )
            await self._save(account, record)
            return self._state(record.game(key), own_session, turn)

    def _state(self, game: GameRecord, session: StoredSession, turn: EncodedTurn) -> SessionState:
        coming_back = Counter(
            game.kinds[item.kind].due.isoformat()
            for item in {item.kind: item for item in turn.answers}.values()
            if item.kind in game.kinds
        )
        return SessionState(
            session=session.id,
            game=session.course.game,
            table=session.table,
            lesson=session.lesson,
            title=find_lesson(session.lesson).title,
            number=len(session.actions),
            page=turn.page,
            returns=dict(sorted(coming_back.items())) if turn.is_over else {},
        )

    async def _turn(self, session: StoredSession) -> EncodedTurn:
        answer = await self._ask(
            TurnRequest(
                session.id,
                session.course,
                session.lesson,
                session.seed,
                session.plan,
                session.actions,
            )
        )
        return msgspec.json.decode(answer, type=EncodedTurn)

    # Certificates

    async def certify(self, account: Account, game_key: str) -> Certificate:
        """Return a certificate of the lessons passed so far; a new one only for a new lesson."""
        if account.guest:
            raise Refused(GUESTS_GET_NONE)
        async with self._turn_of(account):
            record = await self.record(account)
            game = record.game(game_key)
            lessons = tuple(
                CertificateLesson(
                    lesson.title,
                    game.lessons[lesson.key].day,
                    game.lessons[lesson.key].right,
                    game.lessons[lesson.key].answers,
                )
                for lesson in completed_lessons(game.lessons)
            )
            if not lessons:
                raise Refused(NOTHING_PASSED)
            if game.certificate is not None and game.certificate.lessons == lessons:
                return game.certificate
            card = build_rules_card(all_games()[game_key])
            certificate = Certificate(
                id=new_token(),
                name=account.name,
                game=game_key,
                game_name=card.name,
                edition=card.edition if card.rulebook else "",
                day=self.today.isoformat(),
                lessons=lessons,
            )
            game = replace(
                game, certificate=certificate, certificates=(*game.certificates, certificate.id)
            )
            put = Put(
                CERTIFICATES_COLLECTION,
                certificate.id,
                msgspec.json.encode(certificate),
                must_be_new=True,
            )
            await self._save(account, record.with_game(game_key, game), put)
            return certificate

    async def certificate(self, id_: str) -> Certificate:
        """Return a certificate of this room."""
        certificate = await read_row(self._store, CERTIFICATES_COLLECTION, id_, Certificate)
        if certificate is None:
            raise Unknown(NO_CERTIFICATE)
        return certificate

    async def paper(self, certificate: Certificate, *, is_pdf: bool) -> bytes:
        """Return a certificate as a PDF or as HTML."""
        return await self._ask(PaperRequest(certificate, is_pdf))

    # The process

    @asynccontextmanager
    async def _turn_of(self, account: Account) -> AsyncIterator[None]:
        """Let an account do one thing at a time."""
        if account.key in self._busy_accounts:
            raise SchoolBusy(ONE_AT_A_TIME)
        self._busy_accounts.add(account.key)
        try:
            yield
        finally:
            self._busy_accounts.discard(account.key)

    async def _ask(self, request: SchoolRequest) -> bytes:
        if self._waiting >= MAX_WAITING:
            raise SchoolBusy(SCHOOL_BUSY)
        self._waiting += 1
        try:
            async with self._lock:
                if self._is_closed:
                    raise Failed(PROCESS_ENDED)
                async with asyncio.timeout(TIMEOUT):
                    return await self._answer(msgspec.json.encode(request))
        except TimeoutError:
            raise SchoolBusy(SCHOOL_BUSY) from None
        finally:
            self._waiting -= 1

    async def _answer(self, request: bytes) -> bytes:
        if self._teacher is not None:
            return await asyncio.to_thread(self._teacher.answer, request, _no_progress)
        try:
            return await self._process.ask(request, _ignore_progress)
        except ProcessLost as error:
            log.error("the school's process failed: %s", error)
            raise Failed(PROCESS_ENDED, retry=True) from None


def _own_session(record: SchoolRecord, session: str) -> tuple[str, StoredSession]:
    match = find_session(record, session)
    if match is None:
        raise Unknown(NO_SESSION)
    return match


def _ignore_progress(_: JobProgress) -> None:
    """Ignore progress: an answer takes a moment."""


def _no_progress(_: str, __: int, ___: int) -> None:
    """Report no progress."""
