"""Every kind of question of every game is reached, answerable, explained and unambiguous."""

from itertools import cycle
from typing import Any

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES, MARYLAND
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.school.classroom import LEVELS, choose_kinds, question_catalog
from pitboss.school.questions import OptionAnswer, Question, Subject, grade_answer, make_question
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from tests.school.lesson_helpers import METHODS, Kinds, kinds_of, right, syllabus_for, wrong

TABLES = [(key, x) for key in GAMES for x in METHODS if x != "dear" or key == "criss-cross"]
ASKED = set(Subject) - {Subject.DEALING}  # which is done at the table, and not asked about


def questions(syllabus: Syllabus, kinds: Kinds, seed: str) -> list[Question]:
    chance = SeededRandom.for_practice(seed, "tests")
    return [make_question(kind, syllabus, chance) for kind in kinds.values()]


def look_over(syllabus: Syllabus, question: Question) -> None:
    """Check what holds for any question."""
    good = grade_answer(question, right(question))
    assert good.is_right
    assert good.feedback.startswith("Correct.")
    for answer in wrong(question):
        grade = grade_answer(question, answer)
        assert not grade.is_right, (question.prompt, answer)
        assert grade.feedback.startswith("Not quite: ")
    assert question.clauses or not syllabus.game.short
    for clause, words in syllabus.cited_clause_texts(question.clauses).items():
        assert words, clause
    assert question.view is not None
    assert "!" not in question.prompt + question.why
    assert not question.prompt[0].islower()
    if isinstance(question.answer, OptionAnswer):
        options = question.answer.options
        assert 2 <= len(set(options)) == len(options) <= max(4, syllabus.seats)


@pytest.mark.parametrize(("key", "method"), TABLES)
def test_every_kind_is_asked_answered_and_explained(key: str, method: str) -> None:
    syllabus, kinds = kinds_of(key, method)
    for question in questions(syllabus, kinds, f"{key} {method}"):
        look_over(syllabus, question)


@pytest.mark.parametrize(("key", "seats"), list(zip(GAMES, cycle([1, 6]), strict=False)))
def test_every_number_of_players(key: str, seats: int) -> None:
    syllabus, kinds = kinds_of(key, seats=seats)
    assert ("first: settled" in kinds) == (seats > 1)
    for question in questions(syllabus, kinds, "seats"):
        look_over(syllabus, question)


def test_new_game_is_taught_without_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, MISSISSIPPI_STUD.key, MISSISSIPPI_STUD)
    syllabus = syllabus_for(MISSISSIPPI_STUD.key)
    for question in questions(syllabus, question_catalog(syllabus), "fifth"):
        assert grade_answer(question, right(question)).is_right
        assert not any(grade_answer(question, answer).is_right for answer in wrong(question))


@pytest.mark.parametrize("key", GAMES)
def test_all_subjects_and_levels_occur(key: str) -> None:
    kinds = kinds_of(key)[1].values()
    assert {kind.subject for kind in kinds} == ASKED
    assert {kind.level for kind in kinds} == set(LEVELS)
    assert len(kinds) > (80 if key in MARYLAND else 60)  # no rulebook, fewer subjects


def test_a_game_without_side_wagers() -> None:
    none: dict[str, Any] = {"wagers": {"bonus": {"offered": False}}}
    syllabus = syllabus_for("holdem-bonus", none)
    for question in questions(syllabus, question_catalog(syllabus), "none"):
        look_over(syllabus, question)


def test_same_seed_asks_the_same_questions() -> None:
    syllabus, kinds = kinds_of("criss-cross")
    some = {key: kinds[key] for key in tuple(kinds)[::3]}
    first, again, other = (questions(syllabus, some, seed) for seed in ("a", "a", "b"))
    assert first == again
    assert first != other


@pytest.mark.parametrize("many", [1, 2, 3, 10, 20, 100])
def test_session_gets_harder(many: int) -> None:
    kinds = kinds_of("run-em-twice")[1]
    keys = choose_kinds(tuple(kinds.values()), many, SeededRandom.for_practice("x", "session"))
    levels = [kinds[key].level for key in keys]
    assert len(keys) == many
    assert levels == sorted(levels)
    if many <= len(kinds) // 3:
        assert len(set(keys)) == many
    if many >= 20:
        assert {kinds[key].subject for key in keys} == ASKED


@pytest.mark.parametrize("many", [0, -1, 501])
def test_invalid_session_length_is_refused(many: int) -> None:
    with pytest.raises(Refused, match="--questions must be 1 to 500"):
        choose_kinds((), many, SeededRandom.for_practice("x", "session"))
