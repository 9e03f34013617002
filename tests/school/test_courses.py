"""The courses: short first lessons that anybody can follow, and questions for every lesson."""

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.school.courses import (
    COURSE,
    FIRST_LESSON,
    REVIEW_LESSON,
    choose_lesson_kinds,
    find_lesson,
    lesson_pages,
)
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table.instructions import DEALER, PLAYER
from tests.school.lesson_helpers import kinds_of

MAX_PAGES = 25
"""Pages of a first lesson: at 15 seconds each, they leave time for its questions."""


@pytest.mark.parametrize("key", GAMES)
def test_the_first_lesson_shows_one_whole_round(key: str) -> None:
    syllabus, _ = kinds_of(key)
    intro, *steps = lesson_pages(syllabus, FIRST_LESSON)
    assert intro.rows
    assert not intro.who
    assert len(steps) < MAX_PAGES
    assert steps[0].say == "Place your bets."
    assert steps[-1].title.startswith("Pick up the cards")
    assert {page.who for page in steps} <= {DEALER, PLAYER}
    for page in (intro, *steps):
        assert page.view is not None
        assert page.title
    for page in steps:
        assert page.clauses
    assert not any("…" in page.say for page in steps), "a hand is not named"
    for page in steps:
        assert page.counts is page.title.startswith("Collect and count")
    paid = [row.text for page in steps for row in page.rows if "settle" in page.title.lower()]
    assert any(text.startswith("$") for text in paid), "nobody wins"


@pytest.mark.parametrize("key", GAMES)
def test_every_lesson_has_pages_and_questions(key: str) -> None:
    syllabus, kinds = kinds_of(key)
    for lesson in COURSE:
        rng = SeededRandom.for_practice("x", "course")
        plan = choose_lesson_kinds(lesson, kinds, {}, (), rng)
        assert len(set(plan)) == len(plan) <= lesson.questions
        assert plan or lesson.rounds
        assert all(kinds[kind].subject in lesson.subjects for kind in plan)
        assert all(kinds[kind].level <= lesson.max_level for kind in plan)
        assert lesson_pages(syllabus, lesson) or lesson.rounds


def test_a_lesson_asks_new_kinds_first() -> None:
    _, kinds = kinds_of("criss-cross")
    lesson = find_lesson("order")
    rng = SeededRandom.for_practice("x", "course")
    first = choose_lesson_kinds(lesson, kinds, {}, (), rng)
    second = choose_lesson_kinds(lesson, kinds, dict.fromkeys(first, 1), (), rng)
    settling = {key for key in first if kinds[key].subject == "settling"}  # there are only a few
    assert not set(first) & set(second) - settling


def test_a_review_asks_what_is_due() -> None:
    _, kinds = kinds_of("criss-cross")
    due = (*list(kinds)[:3], "a kind that no longer exists")
    rng = SeededRandom.for_practice("x", "course")
    assert choose_lesson_kinds(REVIEW_LESSON, kinds, {}, due, rng) == due[:3]
    with pytest.raises(Refused, match="nothing is due today"):
        choose_lesson_kinds(REVIEW_LESSON, kinds, {}, (), rng)


def test_unknown_lessons_are_refused_with_the_list() -> None:
    with pytest.raises(Refused, match="unknown lesson 'magic': choose from first-round, order"):
        find_lesson("magic")
