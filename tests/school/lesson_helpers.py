"""Lessons for the tests, and right and wrong answers to their questions."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from pitboss.games import GAMES
from pitboss.school.classroom import Classroom, question_catalog
from pitboss.school.questions import (
    FigureField,
    OptionAnswer,
    Question,
    QuestionKind,
    make_question,
)
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom

Kinds = dict[str, QuestionKind]
METHODS: dict[str, dict[str, Any]] = {
    "manual shoe": {},
    "hand": {"table": {"dealing": "hand", "shuffler": "automated"}},
    "counting": {"table": {"dealing": "automated shoe", "shuffler": "automated counting"}},
    "two decks": {"table": {"shuffler": "automated", "decks": 2}},
    "dear": {"table": {"minimum": 2500, "maximum": 100000, "chip": 500}},
}


def syllabus_for(key: str, submission: dict[str, Any] | None = None, seats: int = 3) -> Syllabus:
    return Syllabus(GAMES[key], submission or {}, seats)


@cache
def kinds_of(key: str, method: str = "manual shoe", seats: int = 3) -> tuple[Syllabus, Kinds]:
    """Return a syllabus with its kinds of questions, created once."""
    syllabus = syllabus_for(key, METHODS[method], seats)
    return syllabus, question_catalog(syllabus)


def question_of(key: str, kind: str, seed: str = "x", method: str = "manual shoe") -> Question:
    """Return a question of this kind."""
    syllabus, kinds = kinds_of(key, method)
    return make_question(kinds[kind], syllabus, SeededRandom.for_practice(seed, "tests"))


def typed_figure(field: FigureField) -> str:
    """Return the right figure as a trainee would type it."""
    if field.right is None:
        return "lose"
    if field.kind == "number":
        return str(field.right)
    return f"{field.right // 100}.{field.right % 100:02}"


def right(question: Question) -> int | Sequence[str]:
    """Return the right answer."""
    if isinstance(question.answer, OptionAnswer):
        return question.answer.right
    return [typed_figure(field) for field in question.answer.fields]


def wrong(question: Question) -> list[int | Sequence[str]]:
    """Return wrong answers: every other choice, or each figure off by one, lost, or pushed."""
    answer = question.answer
    if isinstance(answer, OptionAnswer):
        return [at for at in range(len(answer.options)) if at != answer.right]
    good = [typed_figure(field) for field in answer.fields]
    result: list[int | Sequence[str]] = []
    for at, field in enumerate(answer.fields):
        others = ["123456"] if field.kind == "number" else ["123456.5", "lose", "push"]
        result += [
            [*good[:at], other, *good[at + 1 :]]
            for other in others
            if not (other == "lose" and field.right is None)
            and not (other == "push" and field.right == 0)
        ]
    return result


def session(key: str, questions: int, seed: str, rounds: int, seats: int = 3) -> Classroom:
    """Return a session with a catalog that was created once."""
    syllabus, kinds = kinds_of(key, seats=seats)
    return Classroom(syllabus, questions, seed, rounds=rounds, kinds=kinds)


def do(room: Classroom, *, rightly: bool = True) -> None:
    """Do or answer the next thing, rightly or wrongly; what was computed is then paid."""
    if room.needs_move:
        move(room, rightly=rightly)
    else:
        assert room.question is not None
        room.answer(right(room.question) if rightly else wrong(room.question)[0])
        room.next()


def move(room: Classroom, *, rightly: bool = True) -> None:
    """Return a move at the table: the right one, or another."""
    dealing = room.dealing
    assert dealing is not None
    due = dealing.right_move
    assert due is not None
    move_ = due if rightly else next(item for item in dealing.moves if item is not due)
    room.make_move(move_, dealing.day.step.instruction.seat)
