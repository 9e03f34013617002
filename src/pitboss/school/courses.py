"""The course of a game: lessons with pages to read, questions to answer and rounds to deal."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.papers.round_results import describe_hands
from pitboss.papers.wording import capitalize
from pitboss.school.lessons import Lesson, LessonRow, make_lessons
from pitboss.school.payments import step_question
from pitboss.school.practice_day import PRACTICE_DEALER, PracticeDay
from pitboss.school.questions import (
    FigureAnswer,
    FigureField,
    QuestionKind,
    Subject,
    dealer_view,
)
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Phase
from pitboss.table.instructions import DEALER, UNNAMED_HAND
from pitboss.table.views import RoundView, View

WALKTHROUGH_SEATS: Final = 2
"""Players in the first lesson's round: the fewest that show an order of seats."""
MAX_TRIES: Final = 40
"""Rounds that are tried to find one in which nobody folds and somebody wins."""
REVIEW: Final = "review"
"""The key of the lesson that asks what is due."""
MAX_REVIEW: Final = 20
"""Most questions of a review."""


class CourseLesson(Struct, frozen=True, kw_only=True):
    """A lesson of a course."""

    key: str
    title: str
    about: str
    minutes: int
    """About how long it takes."""
    subjects: tuple[Subject, ...] = ()
    questions: int = 0
    rounds: int = 0
    """Rounds that the trainee deals."""
    max_level: int = 3
    """The hardest questions that it asks."""


FIRST_LESSON: Final = CourseLesson(
    key="first-round",
    title="Your first round",
    about="See one round from the dealer's side, step by step. Then answer six questions about it.",
    minutes=10,
    subjects=(Subject.ORDER, Subject.SETTLING, Subject.BETTING, Subject.PAYING),
    questions=6,
    max_level=1,
)
COURSE: Final = (
    FIRST_LESSON,
    CourseLesson(
        key="order",
        title="Who does what, and when",
        about="The next step, what to say aloud, and who performs and approves it.",
        minutes=10,
        subjects=(Subject.ORDER, Subject.PEOPLE, Subject.SETTLING),
        questions=12,
    ),
    CourseLesson(
        key="bets",
        title="Which bets you accept",
        about="Limits, equal wagers and side wagers.",
        minutes=5,
        subjects=(Subject.BETTING,),
        questions=8,
    ),
    CourseLesson(
        key="payments",
        title="What you pay",
        about="Every wager, whole seats, folded hands and limits. Find what a colleague got wrong.",
        minutes=15,
        subjects=(Subject.PAYING,),
        questions=12,
    ),
    CourseLesson(
        key="cards",
        title="Decks, cuts and counts",
        about="Bring decks in, inspect, shuffle, cut and count them.",
        minutes=10,
        subjects=(Subject.CARDS, Subject.ORDER),
        questions=8,
    ),
    CourseLesson(
        key="irregularities",
        title="When something goes wrong",
        about="Exposed cards, wrong deals and broken devices: what to do, and who rules.",
        minutes=10,
        subjects=(Subject.IRREGULAR, Subject.PEOPLE),
        questions=10,
    ),
    CourseLesson(
        key="dealing",
        title="Deal three rounds",
        about="You are the dealer: choose each move, compute each payment, and report what is "
        "wrong.",
        minutes=20,
        subjects=(Subject.DEALING,),
        rounds=3,
    ),
)
_LESSONS: Final = {lesson.key: lesson for lesson in COURSE}
REVIEW_LESSON: Final = CourseLesson(
    key=REVIEW,
    title="Review",
    about="What is due today: questions that you missed, and those you have not seen for a while.",
    minutes=5,
)


def find_lesson(key: str) -> CourseLesson:
    """Return a lesson by its key."""
    if key == REVIEW:
        return REVIEW_LESSON
    if key not in _LESSONS:
        raise Refused(f"unknown lesson {short_repr(key)}: choose from {', '.join(_LESSONS)}")
    return _LESSONS[key]


# The questions of a lesson.


def choose_lesson_kinds(
    lesson: CourseLesson,
    kinds: Mapping[str, QuestionKind],
    times_asked: Mapping[str, int],
    due: Sequence[str],
    rng: SeededRandom,
) -> tuple[str, ...]:
    """Choose the kinds of questions to ask: new ones before others, easy ones before hard ones.

    A review asks what is ``due``, in this order.
    """
    if lesson.key == REVIEW:
        plan = tuple(key for key in due if key in kinds)[:MAX_REVIEW]
        if not plan:
            raise Refused("nothing is due today: start a lesson instead")
        return plan
    candidates = [
        rng.shuffled([
            kind
            for kind in kinds.values()
            if kind.subject is subject and kind.level <= lesson.max_level
        ])
        for subject in lesson.subjects
    ]  # fmt: skip
    kind_groups = [
        sorted(group, key=lambda kind: (times_asked.get(kind.key, 0), kind.level))
        for group in candidates
    ]
    selection: list[QuestionKind] = []
    while len(selection) < lesson.questions and any(kind_groups):
        selection += [group.pop(0) for group in kind_groups if group]
    selection = selection[: lesson.questions]
    return tuple(kind.key for kind in sorted(selection, key=lambda kind: kind.level))


# The pages of a lesson.


class LessonPage(Struct, frozen=True):
    """A page of a lesson: a step to perform at the pictured table, or rows to read."""

    title: str
    rows: tuple[LessonRow, ...] = ()
    who: str = ""
    """Who performs the step; empty if there is nothing to do."""
    say: str = ""
    """What the dealer says aloud."""
    counts: bool = False
    """Whether the rows of a step are numbers to count, not amounts to pay."""
    clauses: dict[str, str] = {}
    view: View | None = None


def lesson_pages(syllabus: Syllabus, lesson: CourseLesson) -> tuple[LessonPage, ...]:
    """Return the pages to read before the questions of a lesson."""
    if lesson is FIRST_LESSON:
        return walkthrough(syllabus)
    return tuple(LessonPage(page.title, page.rows) for page in _text_pages(syllabus, lesson.key))


def _text_pages(syllabus: Syllabus, lesson: str) -> Sequence[Lesson]:
    _, players_round, opening, dealers_round, *payments, incidents = make_lessons(syllabus)
    match lesson:
        case "order":
            return (dealers_round,)
        case "bets":
            return (players_round,)
        case "payments":
            return payments
        case "cards":
            return (opening,)
        case "irregularities":
            return (incidents,)
        case _:
            return ()


def walkthrough(syllabus: Syllabus) -> tuple[LessonPage, ...]:
    """Return one round from the dealer's side, a page for each step."""
    small_syllabus = Syllabus(syllabus.game, syllabus.submission, WALKTHROUGH_SEATS)
    day = _clear_round(small_syllabus)
    intro = LessonPage(
        syllabus.game.name, (LessonRow("", syllabus.game.story),), view=dealer_view(day)
    )
    return (intro, *_step_pages(small_syllabus, day))


def _clear_round(syllabus: Syllabus) -> PracticeDay:
    """Return a day before a round in which nobody folds and somebody wins, if there is one."""
    for number in range(MAX_TRIES):
        seed = f"lesson {number}"
        day = _day_before_bets(syllabus, seed)
        day.run_until(_is_closed)
        round_ = day.table.state.round
        if round_ is not None and not round_.folded and not round_.void and _has_win(day):
            return _day_before_bets(syllabus, seed)
    return _day_before_bets(syllabus, "lesson 0")


def _day_before_bets(syllabus: Syllabus, seed: str) -> PracticeDay:
    day = PracticeDay(syllabus, seed)
    day.run_until(lambda day: day.step.key == "OpenRound")
    return day


def _is_closed(day: PracticeDay) -> bool:
    round_ = day.table.state.round
    return round_ is not None and round_.phase is Phase.CLOSED


def _has_win(day: PracticeDay) -> bool:
    round_ = day.table.state.round
    return round_ is not None and any(
        result.outcome == "win"
        for results in round_.results.values()
        for result in results.values()
    )


def _step_pages(syllabus: Syllabus, day: PracticeDay) -> Iterator[LessonPage]:
    while not _is_closed(day):
        instruction = day.step.instruction
        is_dealers = instruction.who == DEALER
        fields = _step_fields(day)
        page = LessonPage(
            f"{capitalize(instruction.what)}.",
            tuple(LessonRow(field.label, capitalize(field.answer_text)) for field in fields),
            instruction.who,
            instruction.said if day.step.key.startswith("Decide") or is_dealers else "",
            any(field.kind == "number" for field in fields),
            syllabus.cited_clause_texts((instruction.clause,)),
            dealer_view(day),
        )
        seat = instruction.seat
        day.do_step()
        yield replace(page, say=_name_hands(syllabus, day, seat, page.say)) if seat else page


def _step_fields(day: PracticeDay) -> Sequence[FigureField]:
    """Return what is paid or counted at this step."""
    question = step_question(day)
    if question is None or not isinstance(question.answer, FigureAnswer):
        return ()
    return question.answer.fields


def _name_hands(syllabus: Syllabus, day: PracticeDay, seat: int, say: str) -> str:
    """Return an announcement with the hands that the step has turned over."""
    rules, round_ = day.table.rules, day.table.view(PRACTICE_DEALER).round
    names = rules.table_procedures.announces
    if not isinstance(round_, RoundView) or say.count(UNNAMED_HAND) != len(names):
        return say
    for hand in describe_hands(syllabus.game, rules, round_, seat, tuple(names)):
        say = say.replace(UNNAMED_HAND, hand, 1)
    return say


def completed_lessons(keys: Collection[str]) -> tuple[CourseLesson, ...]:
    """Return the lessons of the course among these keys, in order."""
    return tuple(lesson for lesson in COURSE if lesson.key in keys)
