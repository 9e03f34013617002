"""Requests to the school's process, and its answers.

A session is a plan and the actions of the trainee so far: from these the process rebuilds it at
any time, so a session survives a restart of the process and of the room.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from pitboss.school.classroom import Report
from pitboss.school.courses import LessonPage


class AnswerQuestion(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Answer a question: the index of an option from 0, or one text for each figure."""

    answer: int | tuple[str, ...]


class MakeMove(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Make a move at the table, by its key, some of them with the number of a seat."""

    move: str
    seat: int | None = None


class Continue(Struct, frozen=True, tag="continue", forbid_unknown_fields=True):
    """Go on after an explanation."""


Action = AnswerQuestion | MakeMove | Continue


class Course(Struct, frozen=True):
    """A game under the choices of an operator; those that are missing are the example's."""

    game: str
    submission: dict[str, Any] = {}


class PlanRequest(Struct, frozen=True, tag="plan"):
    """Choose the questions of a new session."""

    course: Course
    lesson: str
    seed: str
    times_asked: dict[str, int]
    due: tuple[str, ...]


class PagesRequest(Struct, frozen=True, tag="pages"):
    """Return the pages to read before the questions of a lesson."""

    course: Course
    lesson: str


class TurnRequest(Struct, frozen=True, tag="turn"):
    """Return the screen of a session after these actions."""

    id: str
    course: Course
    lesson: str
    seed: str
    plan: tuple[str, ...]
    actions: tuple[Action, ...]


class CertificateLesson(Struct, frozen=True):
    """A lesson on a certificate."""

    title: str
    day: str
    """When it was passed, in UTC."""
    right: int
    """Answers that were right."""
    questions: int
    """Answers in all."""


class Certificate(Struct, frozen=True, kw_only=True):
    """What somebody has passed in the school of a room."""

    id: str
    name: str
    game: str
    game_name: str
    edition: str
    """The edition of the rulebook; empty for a game without one."""
    day: str
    """The day of issue, in UTC."""
    lessons: tuple[CertificateLesson, ...]


class PaperRequest(Struct, frozen=True, tag="paper"):
    """Return a certificate as a PDF or an HTML page."""

    certificate: Certificate
    is_pdf: bool


SchoolRequest = PlanRequest | PagesRequest | TurnRequest | PaperRequest


class PageField(Struct, frozen=True):
    """A figure to type."""

    label: str
    kind: Literal["paid", "number"]
    """``paid`` for an amount, `push` or `lose`; ``number`` for a count."""


class PageMove(Struct, frozen=True):
    """A move to choose."""

    key: str
    label: str
    needs_seat: bool


class PageGrade(Struct, frozen=True):
    """Whether an answer or a move was right, and why."""

    is_right: bool
    parts: tuple[bool, ...]
    feedback: str
    clauses: dict[str, str]
    answers: tuple[str, ...] = ()
    """The right figures, in words."""
    right_option: int | None = None
    comes_back_after: int = 0
    """After how many other questions it is asked again; 0 if it is not, or at the table."""


class SchoolPage(Struct, frozen=True, kw_only=True):
    """What a trainee sees at one moment; the right answer only once there is a grade."""

    wants: Literal["answer", "move", "continue", "nothing"]
    """``answer``, ``move`` or ``continue``; ``nothing`` when the session is over."""
    about: str = ""
    """The subject, in words."""
    is_repeat: bool = False
    prompt: str = ""
    options: tuple[str, ...] = ()
    fields: tuple[PageField, ...] = ()
    hint: str = ""
    moves: tuple[PageMove, ...] = ()
    irregularity: str = ""
    """What the trainee sees going wrong at the table."""
    seats: tuple[int, ...] = ()
    seat: int | None = None
    """The seat that the question is about."""
    round: int = 0
    """The round that the trainee deals; 0 for a question."""
    view: Any = None
    grade: PageGrade | None = None
    """The grade of the answer, or of the last move."""
    answers: int = 0
    right: int = 0
    left: int = 0
    """The minimum number of questions that are left."""
    streak: int = 0
    """Correct answers in a row."""
    report: Report | None = None
    """The score by subject and what was missed, once the session is over."""


class GradedKind(Struct, frozen=True):
    """An answer, for the record of the trainee."""

    kind: str
    subject: str
    right: bool


class Turn(Struct, frozen=True):
    """The screen of a session, and all answers so far."""

    page: SchoolPage
    answers: tuple[GradedKind, ...]
    is_over: bool


class EncodedTurn(Struct, frozen=True):
    """A turn whose page is passed on as it is."""

    page: msgspec.Raw
    answers: tuple[GradedKind, ...]
    is_over: bool


class LessonText(Struct, frozen=True):
    """The pages of a lesson."""

    pages: tuple[LessonPage, ...]
