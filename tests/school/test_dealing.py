"""Rounds that a trainee deals: checked against the table, scored once; what is missed returns."""

import pytest

from pitboss.games import GAMES, MARYLAND
from pitboss.games.incidents import IMMEDIATE_REMEDIES
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.school.classroom import (
    DEFAULT_ROUNDS,
    EXTRA_ROUNDS,
    REPEATS_NEEDED,
    Classroom,
    question_catalog,
)
from pitboss.school.dealing_practice import (
    CALL_FLOOR,
    REPORT_INCIDENT,
    DealingPractice,
    game_moves,
    move_for_step,
)
from pitboss.school.questions import FigureAnswer, OptionAnswer, Question, Subject
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import events as e
from pitboss.table.instructions import FLOOR
from pitboss.table.round_plan import plan_round
from pitboss.table.views import RoundView
from tests.rotation import with_games
from tests.school.teaching import do, kinds_of, move, right, session, taught, wrong


def table(
    key: str, method: str = "manual shoe", seed: str = "x", seats: int = 3
) -> DealingPractice:
    """A table that is ready for its first bets."""
    syllabus, kinds = kinds_of(key, method, seats)
    return DealingPractice(syllabus, kinds, SeededRandom.for_practice(seed, "table"))


def step(dealing: DealingPractice) -> None:
    """What is due, done rightly."""
    if dealing.needs_answer:
        dealing.continue_()
        return
    assert dealing.right_move is not None
    assert dealing.make_move(dealing.right_move, dealing.day.step.instruction.seat).grade.is_right


def room(key: str, seed: str = "x", rounds: int = DEFAULT_ROUNDS) -> Classroom:
    """A session that has come to the table, with one question before it."""
    made = session(key, 1, seed, rounds)
    do(made)
    assert made.needs_move
    return made


@pytest.mark.parametrize("key", GAMES)
def test_a_session_in_which_all_is_right(key: str) -> None:
    made = room(key)
    while made.question is not None:
        do(made)
    outcome = made.report
    assert outcome.finished
    assert outcome.asked == outcome.right
    assert outcome.missed == ()
    assert made.dealing is not None
    assert made.dealing.closed_rounds == DEFAULT_ROUNDS
    subjects = {score.subject for score in outcome.subjects}
    assert {Subject.DEALING, Subject.PAYING, Subject.IRREGULAR} <= subjects
    reported = [x for x in made.dealing.day.table.log if isinstance(x.event, e.IncidentReported)]
    assert len(reported) == DEFAULT_ROUNDS - 1  # the first round goes as it should


@pytest.mark.parametrize(("key", "method"), with_games(["hand", "counting", "two decks"]))
def test_any_table_can_be_dealt_at(key: str, method: str) -> None:
    """Whatever goes wrong, the rounds go on; each question is one that could come back."""
    dealing = table(key, method)
    kinds = kinds_of(key, method)[1]
    for _ in range(300):
        if dealing.closed_rounds == 2:
            break
        assert dealing.question.kind in kinds
        assert dealing.question.view is not None
        step(dealing)
    assert dealing.closed_rounds == 2


def test_a_fifth_game_is_dealt_without_a_word_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, MISSISSIPPI_STUD.key, MISSISSIPPI_STUD)
    syllabus = taught(MISSISSIPPI_STUD.key)
    dealing = DealingPractice(
        syllabus, question_catalog(syllabus), SeededRandom.for_practice("x", "table")
    )
    while dealing.closed_rounds < 2:
        step(dealing)


def test_only_what_the_table_waits_for_is_right() -> None:
    """At every step of a round all other moves are wrong, change nothing, and say what is due."""
    dealing = table("holdem-bonus")
    seen = set()
    while not dealing.closed_rounds:
        if not dealing.needs_answer:
            duty, version = dealing.day.table.instruction, dealing.day.table.state.version
            for other in dealing.moves:
                if other is dealing.right_move:
                    continue
                made = dealing.make_move(other, duty.seat)
                assert not made.grade.is_right
                assert duty.what in made.grade.feedback
                assert made.question.clauses == (duty.clause,)
            assert dealing.day.table.state.version == version
            seen.add(dealing.right_move)
        step(dealing)
    assert len(seen) > 8


def test_a_seat_is_asked_and_settled_in_its_turn() -> None:
    dealing = table("criss-cross")
    seen: dict[str, list[int]] = {"ask a seat": [], "settle a seat": []}
    while not dealing.closed_rounds:
        due = dealing.right_move
        if due is not None and due.needs_seat and not dealing.needs_answer:
            seat = dealing.day.table.instruction.seat
            assert seat is not None
            for other in {1, 2, 3, 4} - {seat}:
                made = dealing.make_move(due, other)
                assert not made.grade.is_right
                assert f"({due.key.upper()} {seat})" in made.grade.feedback
            seen[due.label].append(seat)
        step(dealing)
    assert seen["ask a seat"][:3] == [1, 2, 3]
    assert seen["settle a seat"][-3:] == [3, 2, 1]


def test_a_step_counts_at_the_first_try() -> None:
    made = room("stud-235")
    before = len(made.study.answered)
    move(made, rightly=False)
    move(made, rightly=False)
    assert made.dealing is not None
    assert made.dealing.last_move is not None
    assert not made.dealing.last_move.grade.is_right
    move(made)
    assert [item.right for item in made.study.answered[before:]] == [False]
    move(made)
    assert [item.right for item in made.study.answered[before:]] == [False, True]


def hand(question: Question, seat: int) -> tuple[str, ...]:
    """The cards of a seat, as the trainee sees them."""
    assert question.view is not None
    round_ = question.view.round
    assert isinstance(round_, RoundView)
    return round_.seats[seat].cards


@pytest.mark.parametrize("key", GAMES)
def test_what_is_computed_is_what_the_table_then_pays(key: str) -> None:
    dealing = table(key, seed="pays all")
    paid, rounds = 0, 3 if key in MARYLAND else 8  # a game of the library has fewer wagers
    while dealing.closed_rounds < rounds:
        question, asked = dealing.question, dealing.needs_answer
        log = len(dealing.day.table.log)
        step(dealing)
        if not asked or question.subject is not Subject.PAYING:
            continue
        events = [item.event for item in dealing.day.table.log[log:]]
        settled = next(event for event in events if isinstance(event, e.SeatSettled))
        assert settled.seat == question.seat
        assert isinstance(question.answer, FigureAnswer)
        for field in question.answer.fields:
            label = field.label.rpartition(", ")[0]
            wager = next(x for x, name in dealing.syllabus.wager_labels.items() if name == label)
            result = settled.wagers[wager]
            assert (field.right is None) == (result.outcome == "lose" and not result.credit)
            assert field.right in (None, result.credit - result.stake, result.credit)
            paid += 1
        if {*settled.wagers} - {*plan_round(dealing.syllabus.rules).settled_first}:
            assert "??" not in hand(question, settled.seat)  # it lies open before it is paid
    assert paid > 5


def test_stubs_and_chips_are_counted() -> None:
    """A stub is counted in the fifth round: by then nobody has told how many cards it has."""
    dealing = table("criss-cross", seed="count")
    figures = {}
    while dealing.closed_rounds < 5:
        question = dealing.question
        if dealing.needs_answer and isinstance(question.answer, FigureAnswer):
            figures[question.kind] = [field.right for field in question.answer.fields]
            if question.kind == "cards: the stub":
                round_ = dealing.day.table.state.round
                assert round_ is not None
                assert figures[question.kind] == [52 - round_.dealt]
        step(dealing)
    assert "cards: the stub" in figures
    assert "due: CountProgressives" in figures


def until_seen(made: Classroom) -> DealingPractice:
    """Go on until something is wrong at the table."""
    while made.dealing is not None and made.dealing.incident is None:
        do(made)
    assert made.dealing is not None
    return made.dealing


def test_an_irregularity_is_reported_before_anything_else() -> None:
    made = room("holdem-bonus")
    dealing = until_seen(made)
    sight, version = dealing.incident, dealing.day.table.state.version
    assert sight is not None
    due = move_for_step(dealing.syllabus.rules, dealing.day.step)
    assert due is not None
    made.make_move(due, dealing.day.step.instruction.seat)
    assert dealing.day.table.state.version == version
    assert dealing.last_move is not None
    assert "before you do anything else" in dealing.last_move.grade.feedback
    assert [item.kind for item in made.study.missed] == [sight.question_kind]
    made.make_move(REPORT_INCIDENT)
    assert isinstance(dealing.question.answer, OptionAnswer)
    assert dealing.question.kind == sight.question_kind
    do(made)  # the remedy
    progress = [item.event for item in dealing.day.table.log[-3:]]
    assert any(
        isinstance(x, e.IncidentReported) and x.kinds == (sight.incident.kind,) for x in progress
    )
    if sight.incident.remedy not in IMMEDIATE_REMEDIES:
        assert dealing.right_move is CALL_FLOOR
        assert dealing.day.table.instruction.who == FLOOR
    for _ in range(60):  # it is the first thing that goes wrong in the next round
        if dealing.incident is not None:
            break
        do(made)
    assert dealing.incident is not None
    assert dealing.incident.incident is sight.incident


def test_a_remedy_that_was_missed_is_asked_for_again() -> None:
    made = room("criss-cross", "z")
    dealing = until_seen(made)
    first = dealing.incident
    made.make_move(REPORT_INCIDENT)
    do(made, rightly=False)
    until_seen(made)
    assert first is not None
    assert dealing.incident is not None
    assert dealing.incident.incident is first.incident


def test_a_false_alarm_is_wrong() -> None:
    made = room("run-em-twice")
    made.make_move(REPORT_INCIDENT)
    assert made.dealing is not None
    assert made.dealing.last_move is not None
    assert "Nothing is wrong at the table." in made.dealing.last_move.grade.feedback


def test_what_is_missed_at_the_table_comes_back_there_or_as_a_question() -> None:
    made = room("stud-235", rounds=1)
    missed = made.question.kind if made.question else ""
    do(made, rightly=False)
    while made.is_at_table:
        do(made)
    assert made.dealing is not None
    assert (
        1 < made.dealing.closed_rounds <= 1 + EXTRA_ROUNDS
    )  # bets are opened again, until it was right twice
    rights = [item.right for item in made.study.answered if item.kind == missed]
    assert rights[:1] == [False]
    assert rights.count(True) >= REPEATS_NEEDED
    while made.question is not None:
        do(made)
    assert made.report.finished


def test_what_is_missed_to_the_end_comes_back_as_a_question() -> None:
    made = room("stud-235", rounds=1)
    while made.is_at_table:
        step_key = made.question.kind if made.question and made.needs_move else ""
        if step_key == "due: CloseRound":
            do(made, rightly=False)
        do(made)
    assert made.dealing is not None
    assert made.dealing.closed_rounds == 1 + EXTRA_ROUNDS
    assert made.question is not None
    assert made.question.kind == "due: CloseRound"
    assert made.question.subject is Subject.ORDER


def test_the_table_can_be_gone_to_at_any_time() -> None:
    made = session("criss-cross", 3, "x", 1)
    first, ahead = made.question, made.study.ahead
    made.sit_down()
    assert made.needs_move
    do(made)
    made.get_up()
    assert (made.question, made.study.ahead) == (first, ahead)
    do(made)
    made.sit_down()
    while made.is_at_table:
        do(made)
    made.sit_down()  # the rounds are dealt
    assert not made.is_at_table
    while made.question is not None:
        assert not made.is_at_table
        do(made)
    assert made.report.finished


def test_left_before_the_end_it_is_not_finished() -> None:
    made = room("holdem-bonus")
    do(made)
    assert not made.report.finished


def test_the_same_seed_deals_the_same() -> None:
    def dealt(seed: str) -> list[str]:
        dealing = table("holdem-bonus", seed=seed)
        progress = []
        while dealing.closed_rounds < 2:
            progress.append(dealing.question.prompt)
            step(dealing)
        return progress

    assert dealt("a") == dealt("a")
    assert dealt("a") != dealt("b")


@pytest.mark.parametrize("key", GAMES)
def test_every_move_has_a_key_of_its_own(key: str) -> None:
    some = table(key).moves
    assert len({item.key for item in some}) == len(some)
    assert len({item.label for item in some}) == len(some)
    assert some[-2:] == (CALL_FLOOR, REPORT_INCIDENT)
    assert game_moves(taught(key).rules, ()) == (CALL_FLOOR, REPORT_INCIDENT)


def test_answers_at_the_table_are_like_any_other() -> None:
    made = room("holdem-bonus")
    while made.needs_move:
        do(made)
    assert made.question is not None
    for given in wrong(made.question):
        assert given != right(made.question)
    before = made.study
    made.answer(wrong(made.question)[0])
    assert len(made.study.answered) == len(before.answered) + 1
    assert made.study.missed
