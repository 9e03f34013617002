"""What is due is asked where the table's own duty is the answer, and a hand is in play."""

import pytest

from pitboss.games import GAMES
from pitboss.papers.words import sentence
from pitboss.school.ask_order import reached
from pitboss.school.chance import Chance
from pitboss.school.days import Day
from pitboss.school.questions import Choose
from pitboss.table import Phase
from pitboss.table.views import RoundView
from tests.school.teaching import ask, kinds_of, taught


@pytest.mark.parametrize("key", GAMES)
def test_what_is_asked_is_the_duty_of_the_table(key: str) -> None:
    """The same chance comes to the same table, whose duty is the right answer."""
    syllabus, kinds = kinds_of(key)
    for kind in kinds:
        if not kind.startswith("due: "):
            continue
        day = reached(syllabus, Chance("x", "tests"), kind.removeprefix("due: "))
        question = ask(key, kind)
        assert isinstance(question.answer, Choose)
        right = question.answer.options[question.answer.right]
        assert right == sentence(day.table.duty.what)
        assert question.view is not None
        assert question.view.version == day.table.state.version


def test_no_street_is_asked_about_after_everybody_folded() -> None:
    """With one player every fold is everybody's: a burn is then due at once after the flop."""
    syllabus, kinds = kinds_of("holdem-bonus", seats=1)
    steps = [kind for kind in kinds if kind.startswith(("due: Deal", "due: TurnOver"))]
    assert len(steps) > 8
    for kind in steps:
        for seed in "abcdefgh":
            question = kinds[kind].make(syllabus, Chance(seed, kind))
            assert question.view is not None
            now = question.view.round
            assert isinstance(now, RoundView)
            assert not all(seat.folded for seat in now.seats.values()), (kind, question.prompt)


def test_a_round_in_which_everybody_folded_is_known() -> None:
    day = Day(taught("holdem-bonus", seats=1), "folds")
    assert day.until(lambda now: now.hollow)
    state = day.table.state
    assert state.round is not None
    assert state.round.phase is Phase.PLAYING
    assert day.until(lambda now: not now.hollow)
