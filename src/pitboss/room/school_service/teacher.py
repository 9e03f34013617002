"""What the school's process answers; it has no access to the room's store or keys."""

from collections import OrderedDict
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.games import find_game
from pitboss.lab.progress import Progress
from pitboss.papers.certificate import certificate_html, certificate_pdf
from pitboss.room.school_service.turns import (
    Action,
    AnswerQuestion,
    Continue,
    Course,
    GradedKind,
    LessonText,
    MakeMove,
    PageField,
    PageGrade,
    PageMove,
    PagesRequest,
    PaperRequest,
    PlanRequest,
    SchoolPage,
    SchoolRequest,
    Turn,
    TurnRequest,
)
from pitboss.school.classroom import REPEAT_GAP, Classroom, Study, question_catalog
from pitboss.school.courses import choose_lesson_kinds, find_lesson, lesson_pages
from pitboss.school.dealing_practice import DealingPractice
from pitboss.school.questions import FigureAnswer, Grade, OptionAnswer, Question, QuestionKind
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table.state import encode_fraction

MAX_COURSES: Final = 16
MAX_CLASSROOMS: Final = 64
MAX_TYPED: Final = 20
"""Most characters of a figure."""
CANNOT_CONTINUE: Final = (
    "this lesson was started with another version of the questions: start it again"
)
Catalog = tuple[Syllabus, dict[str, QuestionKind]]


class Teacher:
    """Answers requests, and remembers the last courses and sessions."""

    def __init__(self) -> None:
        self._catalogs: OrderedDict[bytes, Catalog] = OrderedDict()
        self._classrooms: OrderedDict[str, tuple[tuple[Action, ...], Classroom]] = OrderedDict()

    def answer(self, encoded_request: bytes, _: Progress) -> bytes:
        """Return the encoded answer to a request."""
        request: SchoolRequest = msgspec.json.decode(encoded_request, type=SchoolRequest)
        match request:
            case PlanRequest():
                return _encode(self._choose_plan(request))
            case PagesRequest():
                syllabus = _syllabus(request.course)
                return _encode(LessonText(lesson_pages(syllabus, find_lesson(request.lesson))))
            case TurnRequest():
                return _encode(self._turn(request))
            case PaperRequest(certificate=certificate, is_pdf=is_pdf):
                if is_pdf:
                    return certificate_pdf(certificate)
                return certificate_html(certificate).encode()

    def _catalog(self, course: Course) -> Catalog:
        key = msgspec.json.encode(course, order="sorted")
        if key not in self._catalogs:
            syllabus = _syllabus(course)
            self._catalogs[key] = syllabus, question_catalog(syllabus)
        self._catalogs.move_to_end(key)
        if len(self._catalogs) > MAX_COURSES:
            self._catalogs.popitem(last=False)
        return self._catalogs[key]

    def _choose_plan(self, request: PlanRequest) -> tuple[str, ...]:
        _, kinds = self._catalog(request.course)
        rng = SeededRandom.for_practice(request.seed, "school plan")
        lesson = find_lesson(request.lesson)
        return choose_lesson_kinds(lesson, kinds, request.times_asked, request.due, rng)

    def _turn(self, request: TurnRequest) -> Turn:
        cached_session = self._classrooms.pop(request.id, None)
        if (
            cached_session is not None
            and request.actions[: len(cached_session[0])] == cached_session[0]
        ):
            past_actions, classroom = cached_session
        else:
            past_actions, classroom = (), self._open_classroom(request)
        try:
            for action in request.actions[len(past_actions) :]:
                _act(classroom, action)
                past_actions = (*past_actions, action)
        finally:
            self._classrooms[request.id] = past_actions, classroom
            if len(self._classrooms) > MAX_CLASSROOMS:
                self._classrooms.popitem(last=False)
        answers = tuple(
            GradedKind(item.kind, item.subject.value, item.right)
            for item in classroom.study.answers
        )
        return Turn(_page(classroom), answers, classroom.question is None)

    def _open_classroom(self, request: TurnRequest) -> Classroom:
        syllabus, kinds = self._catalog(request.course)
        if not set(request.plan) <= kinds.keys():
            raise Refused(CANNOT_CONTINUE)
        rounds = find_lesson(request.lesson).rounds
        return Classroom(syllabus, 0, request.seed, rounds=rounds, kinds=kinds, plan=request.plan)


def _syllabus(course: Course) -> Syllabus:
    return Syllabus(find_game(course.game), course.submission)


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=encode_fraction)


def _act(classroom: Classroom, action: Action) -> None:
    """Do what the trainee does, or refuse it without any effect."""
    if classroom.question is None:
        raise Refused("this lesson is over: start another one")
    match action:
        case Continue():
            if classroom.grade is None:
                raise Refused(
                    "choose a move first" if classroom.needs_move else "answer the question first"
                )
            classroom.next()
        case MakeMove(move=key, seat=seat):
            _move(classroom, key, seat)
        case AnswerQuestion(answer=answer):
            if classroom.needs_move:
                raise Refused("choose a move: there is no question to answer")
            if classroom.grade is not None:
                raise Refused("this question has already been answered")
            if isinstance(answer, tuple) and any(len(text) > MAX_TYPED for text in answer):
                raise Refused(f"a figure may have at most {MAX_TYPED} characters")
            classroom.answer(answer)


def _move(classroom: Classroom, key: str, seat: int | None) -> None:
    if not classroom.needs_move or classroom.dealing is None:
        raise Refused("answer the question first: no move can be made now")
    move = next((move for move in classroom.dealing.moves if move.key == key), None)
    if move is None:
        keys = ", ".join(move.key for move in classroom.dealing.moves)
        raise Refused(f"unknown move {short_repr(key)}: choose from {keys}")
    if move.needs_seat and seat is None:
        raise Refused(f"name the seat: {move.label}")
    classroom.make_move(move, seat if move.needs_seat else None)


def _page(classroom: Classroom) -> SchoolPage:
    """Return what the trainee sees now."""
    question, dealing, study = classroom.question, classroom.dealing, classroom.study
    if question is None:
        page = SchoolPage(wants="nothing", report=classroom.report)
    elif classroom.needs_move and dealing is not None:
        page = _move_page(classroom, question, dealing)
    else:
        page = _question_page(classroom, question)
    return replace(
        page,
        answers=len(study.answers),
        right=study.right,
        left=study.left,
        streak=_streak(study),
        round=dealing.closed_rounds + 1 if classroom.is_at_table and dealing is not None else 0,
    )


def _streak(study: Study) -> int:
    """Return the correct answers in a row, up to the last one."""
    misses = [index for index, item in enumerate(study.answers) if not item.right]
    return len(study.answers) - 1 - misses[-1] if misses else len(study.answers)


def _move_page(classroom: Classroom, question: Question, dealing: DealingPractice) -> SchoolPage:
    return SchoolPage(
        wants="move",
        about=question.subject.description,
        prompt=question.prompt,
        moves=tuple(PageMove(x.key, x.label, x.needs_seat) for x in dealing.moves),
        irregularity=dealing.incident.sentence if dealing.incident else "",
        seats=tuple(range(1, classroom.syllabus.seats + 1)),
        view=question.view,
        grade=_move_grade(classroom.syllabus, dealing),
    )


def _question_page(classroom: Classroom, question: Question) -> SchoolPage:
    page = SchoolPage(
        wants="answer" if classroom.grade is None else "continue",
        about=question.subject.description,
        is_repeat=classroom.is_repeat,
        prompt=question.prompt,
        seat=question.seat,
        view=question.view,
        grade=_grade(classroom, question, classroom.grade) if classroom.grade else None,
    )
    match question.answer:
        case OptionAnswer(options=options):
            return replace(page, options=options)
        case FigureAnswer(fields=fields, hint=hint):
            page_fields = tuple(PageField(field.label, field.kind) for field in fields)
            return replace(page, fields=page_fields, hint=hint)


def _grade(classroom: Classroom, question: Question, grade: Grade) -> PageGrade:
    comes_back = not grade.is_right and not classroom.is_at_table
    page_grade = PageGrade(
        grade.is_right,
        grade.parts,
        grade.feedback,
        classroom.syllabus.cited_clause_texts(question.clauses),
        comes_back_after=REPEAT_GAP if comes_back else 0,
    )
    match question.answer:
        case OptionAnswer(right=right):
            return replace(page_grade, right_option=right)
        case FigureAnswer(fields=fields):
            return replace(page_grade, answers=tuple(field.answer_text for field in fields))


def _move_grade(syllabus: Syllabus, dealing: DealingPractice) -> PageGrade | None:
    """Return the grade of the last move; the text of an irregularity's clause is its remedy."""
    result = dealing.last_move
    if result is None:
        return None
    clauses = syllabus.cited_clause_texts(result.question.clauses)
    if dealing.incident is not None:
        clauses = dict.fromkeys(clauses, "")
    return PageGrade(result.grade.is_right, (), result.grade.feedback, clauses)
