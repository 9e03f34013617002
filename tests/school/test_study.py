"""A study session: missed questions return until they are answered right twice."""

from hypothesis import given
from hypothesis import strategies as st

from pitboss.school.classroom import (
    REPEAT_GAP,
    REPEATS_NEEDED,
    Study,
    make_report,
    next_kind,
    record_answer,
)
from pitboss.school.questions import OptionAnswer, Question, Subject
from tests.school.lesson_helpers import right, session, syllabus_for, wrong

KINDS = "abcdefgh"


def question(kind: str) -> Question:
    return Question(
        kind=kind,
        subject=Subject.ORDER,
        level=1,
        prompt=f"{kind}?",
        answer=OptionAnswer(("x", "y"), 0),
        why="",
        clauses=("CCP 11.B",),
    )


def run(study: Study, answers: list[bool]) -> tuple[Study, list[str]]:
    """Answer this many questions rightly or wrongly, then all others rightly."""
    order: list[str] = []
    while (kind := next_kind(study)) is not None:
        good = answers[len(order)] if len(order) < len(answers) else True
        study = record_answer(study, question(kind), right=good)
        order.append(kind)
    return study, order


def test_no_question_returns_without_mistakes() -> None:
    study, order = run(Study(tuple(KINDS)), [])
    assert order == list(KINDS)
    assert (study.right, study.left) == (len(KINDS), 0)


def test_missed_question_returns_until_right_twice() -> None:
    _, order = run(Study(tuple(KINDS)), [False])
    assert order == ["a", "b", "c", "d", "a", "e", "f", "g", "a", "h"]
    _, again = run(Study(tuple(KINDS)), [False, True, True, True, False])
    assert again.count("a") == 2 + REPEATS_NEEDED


def test_missed_questions_are_asked_at_once_at_the_end() -> None:
    _, order = run(Study(("a",)), [False])
    assert order == ["a", "a", "a"]


@given(st.lists(st.sampled_from(KINDS), max_size=12), st.lists(st.booleans(), max_size=30))
def test_laws_of_a_session(ahead: list[str], answers: list[bool]) -> None:
    study, order = run(Study(tuple(ahead)), answers)
    assert study.missed_kinds == ()
    assert study.ahead == ()
    assert [item.kind for item in study.answers] == order
    assert set(order) == set(ahead)
    assert all(order.count(kind) >= ahead.count(kind) for kind in ahead)
    for kind in set(ahead):
        results = [item.right for item in study.answers if item.kind == kind]
        if False in results:  # after the last mistake, at least two right answers
            last = len(results) - 1 - results[::-1].index(False)
            assert len(results) - 1 - last >= REPEATS_NEEDED
    assert study.right == sum(item.right for item in study.answers)


@given(st.lists(st.booleans(), min_size=1, max_size=20))
def test_other_questions_come_between(answers: list[bool]) -> None:
    """While there are other questions, a missed kind waits for a number of them."""
    study = Study(tuple(KINDS) * 4)
    since: dict[str, int] = {}
    for good in answers:
        kind = next_kind(study)
        assert kind is not None
        waits = {item.kind: item.wait for item in study.missed_kinds}
        if kind in since and waits.get(kind, 0) <= 0 and kind != study.ahead[0]:
            assert since[kind] >= REPEAT_GAP
        study = record_answer(study, question(kind), right=good)
        since = {name: count + 1 for name, count in since.items() if name != kind}
        if not good:
            since[kind] = 0


def test_the_report_adds_up() -> None:
    syllabus = syllabus_for("criss-cross")
    study, _ = run(Study(("a", "b", "c")), [True, False])
    result = make_report(syllabus, study)
    assert (result.asked, result.right, result.finished) == (5, 4, True)
    assert [(s.asked, s.right) for s in result.subjects] == [(5, 4)]
    assert [(m.kind, m.times, m.mended) for m in result.missed] == [("b", 1, True)]
    assert list(result.missed[0].clauses) == ["CCP 11.B"]
    assert result.missed[0].clauses["CCP 11.B"]


def test_full_classroom_session() -> None:
    room = session("stud-235", 9, "x", 0)
    missed_kind = ""
    question_count = 0
    while room.question is not None:
        question_count += 1
        assert question_count < 40
        if not missed_kind:
            missed_kind = room.question.kind
            grade = room.answer(wrong(room.question)[0])
            assert not grade.is_right
        else:
            grade = room.answer(right(room.question))
            assert grade.is_right
        room.next()
    result = room.report
    assert (result.asked, result.right, result.finished) == (
        9 + REPEATS_NEEDED,
        8 + REPEATS_NEEDED,
        True,
    )
    assert [m.kind for m in result.missed] == [missed_kind]
    assert sum(score.asked for score in result.subjects) == result.asked
