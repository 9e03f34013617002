"""Rounds of the school by their keys: moves, seats, sums, and what goes wrong."""

import pytest

from pitboss.school.dealing_practice import REPORT_INCIDENT, DealingPractice
from pitboss.school.questions import OptionAnswer
from pitboss.tui.school.trainee import Trainee
from tests.rotation import games_with
from tests.school.lesson_helpers import do, session
from tests.tui.test_deal_school import School, learn, look_over


def dealing_of(school: School) -> DealingPractice:
    result = school.trainee.classroom.dealing
    assert result is not None
    return result


async def step(school: School) -> None:
    """Do or answer what is due by its keys."""
    if not school.trainee.needs_move:
        await school.answer()
        await school.press("enter")
        return
    dealing = dealing_of(school)
    move, seat = dealing.right_move, dealing.day.step.instruction.seat
    assert move is not None
    await school.press(*[move.key, str(seat)][: 1 + move.needs_seat])
    assert dealing.last_move is not None
    assert dealing.last_move.grade.is_right


def test_after_the_questions_a_round_is_dealt() -> None:
    async def play_keys(school: School) -> None:
        room = school.trainee.classroom
        while not room.is_at_table:
            await school.answer()
            await school.press("enter")
        assert "What do you do?" in school.words
        assert "round 1" in school.words
        for _ in range(6):
            await step(school)
        while not (room.needs_move and room.question and room.question.kind == "due: CloseRound"):
            do(room)  # the steps in between are dealt elsewhere
        await step(school)
        assert not school.app.is_running

    result = learn("stud-235", play_keys, questions=1, rounds=1).report
    assert result.finished
    assert result.asked == result.right
    assert "dealing" in {score.subject for score in result.subjects}


def test_a_wrong_move_is_explained_without_showing_the_right_one_first() -> None:
    async def play_keys(school: School) -> None:
        await school.press("ctrl+t")
        assert "Place your bets" not in school.words
        await school.press("d")
        for words in ("Not quite: open betting (O).", "“Place your bets.”", "THB 7.D", "0/1"):
            assert words in school.words
        await school.press("z")
        assert "No move has this key." in school.words
        await school.press("enter")
        assert "Press the key of your next move" in school.words
        await school.press("O")  # upper case is the same key
        assert "Correct. You say: “Place your bets.” THB 7.D" in school.words
        assert "0/1" in school.words  # the first try counts

    learn("holdem-bonus", play_keys, rounds=1)


def test_a_seat_is_named_by_its_number() -> None:
    async def play_keys(school: School) -> None:
        await school.press("ctrl+t")
        while dealing_of(school).day.step.instruction.step != "Decide":
            await step(school)
        await school.press("a")
        assert "Ask a seat: which seat? Press its number." in school.words
        await school.press("t")  # another move after all
        assert "Not quite" in school.words
        await school.press("7")  # no move waits for a seat
        assert "No move has this key." in school.words
        await school.press("a", "2")
        assert "(A 1)" in school.words
        await school.press("a", "1")
        assert "Correct." in school.words

    learn("criss-cross", play_keys, rounds=1)


def test_table_and_questions_can_be_opened_directly() -> None:
    async def play_keys(school: School) -> None:
        trainee = school.trainee
        question = trainee.classroom.question
        await school.press("ctrl+t", "o", "n")
        assert trainee.needs_move
        await school.press("ctrl+t")
        assert trainee.classroom.question is question
        await school.press("ctrl+t")
        assert trainee.needs_move
        while trainee.needs_move:
            await step(school)
        await school.press("ctrl+t")  # an amount is paid first
        assert "Answer this question first." in school.words

    learn("holdem-bonus", play_keys, rounds=1)


def test_incidents_are_noticed_reported_and_ruled_on() -> None:
    async def play_keys(school: School) -> None:
        room = school.trainee.classroom
        room.sit_down()
        dealing = dealing_of(school)
        while dealing.incident is None:
            do(room)
        school.trainee._reset()
        assert f"You see: {dealing.incident.sentence}" in school.words
        await school.press("f")
        assert "before you do anything else" in school.words
        await school.press("down", "up", REPORT_INCIDENT.key)
        question = room.question
        assert question is not None
        assert isinstance(question.answer, OptionAnswer)
        await school.press(str(question.answer.right + 1))
        assert "Correct." in school.words
        await school.press("enter")
        assert dealing.incident is None

    learn("holdem-bonus", play_keys, rounds=3)


@pytest.mark.parametrize("key", games_with("ultimate-holdem"))
def test_every_move_fits(key: str) -> None:
    """Each line fits the screen, with every key on it, for any text."""
    room = session(key, 1, "room", 2, seats=6)
    room.sit_down()
    trainee = Trainee(room)
    for number in range(45):
        assert room.dealing is not None
        if room.needs_move:
            words = [word for item in room.dealing.moves for word in item.label.split()]
            if number % 5 == 0:
                trainee.press(REPORT_INCIDENT.key if room.dealing.incident is None else "o")
                look_over(trainee, ["Not", "quite:", *words])
        elif room.question is not None:
            look_over(trainee, room.question.prompt.split()[:6])
        do(room)
        trainee._reset()
