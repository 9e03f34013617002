"""The school by keys: lessons, all question forms, repetition of mistakes, and the end."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from pitboss.games import GAMES
from pitboss.school.classroom import Classroom, Study
from pitboss.school.questions import OptionAnswer, Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.tui.dealer.day_summary import school_report_text
from pitboss.tui.school.app import LessonDialog, SchoolApp
from pitboss.tui.school.screen import render_school_screen
from pitboss.tui.school.trainee import SchoolScreenState, Trainee
from tests.rotation import games_with, only_games, with_games
from tests.school.lesson_helpers import question_of, right, session, typed_figure
from tests.tui.console_driver import LARGE, SMALL, WHOLE


class School:
    """A running session of the school."""

    def __init__(self, app: SchoolApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self.trainee = app, pilot, app.trainee

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def answer(self, *, rightly: bool = True) -> None:
        """Answer the question by keys."""
        question = self.trainee.classroom.question
        assert question is not None
        if isinstance(question.answer, OptionAnswer):
            at = question.answer.right
            count = len(question.answer.options)
            await self.press(str((at if rightly else (at + 1) % count) + 1))
        else:
            for field in question.answer.fields:
                await self.press(*(typed_figure(field) if rightly else "98765"), "enter")

    @property
    def words(self) -> str:
        lines = render_school_screen(self.trainee.screen_state(), *self.app.size)
        return " ".join(" ".join(line.plain for line in lines).split())


def learn(
    key: str,
    then: Callable[[School], Awaitable[None]],
    *,
    questions: int = 6,
    size: tuple[int, int] = SMALL,
    lesson: bool = False,
    rounds: int = 0,
) -> Classroom:
    classroom = session(key, questions, "tests", rounds)
    app = SchoolApp(Trainee(classroom), lesson=lesson)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await then(School(app, pilot))
            if app.is_running:
                app.exit()

    asyncio.run(run())
    return classroom


@pytest.mark.parametrize("key", only_games("criss-cross", "let-it-ride"))
def test_a_session_to_its_end(key: str) -> None:
    async def play_keys(school: School) -> None:
        assert "question 1" in school.words
        number = 0
        while school.app.is_running:
            number += 1
            assert number < 30
            await school.answer(rightly=number != 2)
            grade = school.trainee.classroom.grade
            assert grade is not None
            assert grade.is_right == (number != 2)
            assert ("Correct." if grade.is_right else "Not quite") in school.words
            if not grade.is_right:
                assert "comes back" in school.words
            await school.press("enter")

    classroom = learn(key, play_keys)
    result = classroom.report
    assert (result.asked, result.right, result.finished) == (8, 7, True)
    assert len(result.missed) == 1
    assert result.missed[0].clauses
    assert school_report_text(GAMES[key].name, result)


def test_the_lesson_comes_first_and_can_be_paged_and_skipped() -> None:
    async def play_keys(school: School) -> None:
        assert isinstance(school.app.screen, LessonDialog)
        first = school.app.screen.query_one("#frame").border_title
        await school.press("enter")
        assert school.app.screen.query_one("#frame").border_title != first
        await school.press("left")
        assert school.app.screen.query_one("#frame").border_title == first
        await school.press("escape")
        assert not isinstance(school.app.screen, LessonDialog)
        await school.press("ctrl+l", *["enter"] * 30)
        assert not isinstance(school.app.screen, LessonDialog)

    learn("criss-cross", play_keys, lesson=True)


def test_nothing_is_chosen_before_it_is() -> None:
    async def play_keys(school: School) -> None:
        while not school.trainee.needs_choice:
            await school.answer()
            await school.press("enter")
        await school.press("enter")
        assert school.trainee.classroom.grade is None
        assert "Select with the arrow keys" in school.words
        await school.press("9", "0")
        assert school.trainee.classroom.grade is None
        await school.press("down", "down", "up", "enter")
        assert school.trainee.classroom.grade is not None
        before = len(school.trainee.classroom.study.answers)
        await school.press("1")  # too late
        assert len(school.trainee.classroom.study.answers) == before

    learn("holdem-bonus", play_keys)


def test_figures_are_typed_and_corrected() -> None:
    async def play_keys(school: School) -> None:
        trainee = school.trainee
        trainee.classroom.question = question_of("criss-cross", "pays: a seat")
        trainee._reset()
        fields = len(trainee.inputs)
        assert fields > 3
        await school.press("enter")
        assert "is not an amount" in school.words
        await school.press("x", "backspace", "7", "down", "up")
        assert trainee.inputs[0] == "7"
        await school.press("backspace")
        answers = right(trainee.classroom.question)
        assert not isinstance(answers, int)
        for text in answers:
            await school.press(*text, "enter")
        assert trainee.classroom.grade is not None
        assert trainee.classroom.grade.is_right

    learn("criss-cross", play_keys)


def look_over(trainee: Trainee, words: list[str]) -> None:
    """Check that each line fits the screen, and that the important parts are visible."""
    for size in (SMALL, LARGE, WHOLE):
        lines = render_school_screen(trainee.screen_state(), *size)
        assert len(lines) == size[1]
        assert {line.cell_len for line in lines} == {size[0]}
        screen = " ".join(" ".join(line.plain for line in lines).split())
        assert all(word in screen for word in words)


@pytest.mark.parametrize("key", games_with("caribbean-stud"))
def test_every_question_fits(key: str) -> None:
    """The question is on the screen before and after the answer."""
    classroom = session(key, 12, "room", 0, seats=6)
    trainee = Trainee(classroom)
    while classroom.question is not None:
        look_over(trainee, classroom.question.prompt.split()[:6])
        classroom.answer(right(classroom.question))
        look_over(trainee, classroom.question.prompt.split()[:6])
        trainee.enter()


@pytest.mark.parametrize(("key", "subject"), with_games(Subject))
def test_the_subject_is_never_truncated(key: str, subject: Subject) -> None:
    """Without room beside the name of the game it is on the next line."""
    syllabus = Syllabus(GAMES[key], {}, 6)
    question_ = Question(
        kind="x",
        subject=subject,
        level=1,
        prompt="What?",
        answer=OptionAnswer(("a", "b"), 0),
        why="",
    )
    lines = render_school_screen(
        SchoolScreenState(syllabus=syllabus, study=Study(()), question=question_, is_repeat=True),
        *SMALL,
    )
    top = " ".join(f"{lines[0].plain} {lines[1].plain}".split())
    assert "…" not in top
    for words in (syllabus.card.name, subject.description, "repeat", "question 1", "0 correct"):
        assert words in top
    assert {line.cell_len for line in lines} == {SMALL[0]}


def test_quitting_early_asks_first() -> None:
    async def play_keys(school: School) -> None:
        await school.press("escape", "n")
        assert school.app.is_running
        await school.press("ctrl+r", "escape", "escape", "y")
        assert not school.app.is_running

    result = learn("run-em-twice", play_keys).report
    assert (result.asked, result.finished) == (0, False)
    assert school_report_text("x", result)
