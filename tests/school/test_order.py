"""Questions about the next step are asked only where the table has one and a hand is in play."""

import pytest

from pitboss.games import GAMES
from pitboss.papers.wording import capitalize
from pitboss.school.practice_day import PracticeDay
from pitboss.school.procedure_questions import day_at_step
from pitboss.school.questions import OptionAnswer
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Phase
from pitboss.table.views import RoundView
from tests.school.lesson_helpers import kinds_of, question_of, syllabus_for


@pytest.mark.parametrize("key", GAMES)
def test_right_answer_is_the_next_step_of_the_table(key: str) -> None:
    """With the same random choices, question and table agree on the next step."""
    syllabus, kinds = kinds_of(key)
    for kind in kinds:
        if not kind.startswith("due: "):
            continue
        day = day_at_step(
            syllabus, SeededRandom.for_practice("x", "tests"), kind.removeprefix("due: ")
        )
        question = question_of(key, kind)
        assert isinstance(question.answer, OptionAnswer)
        right = question.answer.options[question.answer.right]
        assert right == capitalize(day.table.instruction.what)
        assert question.view is not None
        assert question.view.version == day.table.state.version


def test_no_street_is_asked_about_after_everybody_folded() -> None:
    """With one player every fold is everybody's: the next step is a burn right after the flop."""
    syllabus, kinds = kinds_of("holdem-bonus", seats=1)
    steps = [kind for kind in kinds if kind.startswith(("due: Deal", "due: TurnOver"))]
    assert len(steps) > 8
    for kind in steps:
        for seed in "abcdefgh":
            question = kinds[kind].make(syllabus, SeededRandom.for_practice(seed, kind))
            assert question.view is not None
            round_ = question.view.round
            assert isinstance(round_, RoundView)
            assert not all(seat.folded for seat in round_.seats.values()), (kind, question.prompt)


def test_round_with_only_folds_is_recognized() -> None:
    day = PracticeDay(syllabus_for("holdem-bonus", seats=1), "folds")
    assert day.run_until(lambda round_: round_.is_all_folded)
    state = day.table.state
    assert state.round is not None
    assert state.round.phase is Phase.PLAYING
    assert day.run_until(lambda round_: not round_.is_all_folded)
