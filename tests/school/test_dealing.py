"""Rounds that a trainee deals: checked by the table, scored once; mistakes come back."""

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
from tests.school.lesson_helpers import do, kinds_of, move, right, session, syllabus_for, wrong


def table(
    key: str, method: str = "manual shoe", seed: str = "x", seats: int = 3
) -> DealingPractice:
    """Return a table that is ready for its first bets."""
    syllabus, kinds = kinds_of(key, method, seats)
    return DealingPractice(syllabus, kinds, SeededRandom.for_practice(seed, "table"))


def step(dealing: DealingPractice) -> None:
    """Take the next step rightly."""
    if dealing.needs_answer:
        dealing.continue_()
        return
    assert dealing.right_move is not None
    assert dealing.make_move(dealing.right_move, dealing.day.step.instruction.seat).grade.is_right


def room(key: str, seed: str = "x", rounds: int = DEFAULT_ROUNDS) -> Classroom:
    """Return a session that has come to the table, after one question."""
    classroom = session(key, 1, seed, rounds)
    do(classroom)
    assert classroom.needs_move
    return classroom


@pytest.mark.parametrize("key", GAMES)
def test_session_without_mistakes(key: str) -> None:
    classroom = room(key)
    while classroom.question is not None:
        do(classroom)
    outcome = classroom.report
    assert outcome.finished
    assert outcome.asked == outcome.right
    assert outcome.missed == ()
    assert classroom.dealing is not None
    assert classroom.dealing.closed_rounds == DEFAULT_ROUNDS
    subjects = {score.subject for score in outcome.subjects}
    assert {Subject.DEALING, Subject.PAYING, Subject.IRREGULAR} <= subjects
    report_entries = [
        x for x in classroom.dealing.day.table.log if isinstance(x.event, e.IncidentReported)
    ]
    assert len(report_entries) == DEFAULT_ROUNDS - 1  # nothing goes wrong in the first round


@pytest.mark.parametrize(("key", "method"), with_games(["hand", "counting", "two decks"]))
def test_trainee_can_deal_every_table(key: str, method: str) -> None:
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


def test_new_game_is_dealt_without_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, MISSISSIPPI_STUD.key, MISSISSIPPI_STUD)
    syllabus = syllabus_for(MISSISSIPPI_STUD.key)
    dealing = DealingPractice(
        syllabus, question_catalog(syllabus), SeededRandom.for_practice("x", "table")
    )
    while dealing.closed_rounds < 2:
        step(dealing)


def test_only_the_next_step_is_right() -> None:
    """At every step, all other moves are wrong, change nothing, and name the right one."""
    dealing = table("holdem-bonus")
    seen_so_far = set()
    while not dealing.closed_rounds:
        if not dealing.needs_answer:
            instruction, version = dealing.day.table.instruction, dealing.day.table.state.version
            for other in dealing.moves:
                if other is dealing.right_move:
                    continue
                move_ = dealing.make_move(other, instruction.seat)
                assert not move_.grade.is_right
                assert instruction.what in move_.grade.feedback
                assert move_.question.clauses == (instruction.clause,)
            assert dealing.day.table.state.version == version
            seen_so_far.add(dealing.right_move)
        step(dealing)
    assert len(seen_so_far) > 8


def test_seats_are_asked_and_settled_in_turn() -> None:
    dealing = table("criss-cross")
    seen_so_far: dict[str, list[int]] = {"ask a seat": [], "settle a seat": []}
    while not dealing.closed_rounds:
        due = dealing.right_move
        if due is not None and due.needs_seat and not dealing.needs_answer:
            seat = dealing.day.table.instruction.seat
            assert seat is not None
            for other in {1, 2, 3, 4} - {seat}:
                move_ = dealing.make_move(due, other)
                assert not move_.grade.is_right
                assert f"({due.key.upper()} {seat})" in move_.grade.feedback
            seen_so_far[due.label].append(seat)
        step(dealing)
    assert seen_so_far["ask a seat"][:3] == [1, 2, 3]
    assert seen_so_far["settle a seat"][-3:] == [3, 2, 1]


def test_step_is_scored_on_the_first_try() -> None:
    classroom = room("stud-235")
    before = len(classroom.study.answers)
    move(classroom, rightly=False)
    move(classroom, rightly=False)
    assert classroom.dealing is not None
    assert classroom.dealing.last_move is not None
    assert not classroom.dealing.last_move.grade.is_right
    move(classroom)
    assert [item.right for item in classroom.study.answers[before:]] == [False]
    move(classroom)
    assert [item.right for item in classroom.study.answers[before:]] == [False, True]


def hand(question: Question, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat, as the trainee sees them."""
    assert question.view is not None
    round_ = question.view.round
    assert isinstance(round_, RoundView)
    return round_.seats[seat].cards


@pytest.mark.parametrize("key", GAMES)
def test_computed_payout_is_paid_by_the_table(key: str) -> None:
    dealing = table(key, seed="pays all")
    paid, rounds = 0, 3 if key in MARYLAND else 8  # a game of the library has fewer wagers
    while dealing.closed_rounds < rounds or (paid <= 5 and dealing.closed_rounds < 5 * rounds):
        question, needs_answer = dealing.question, dealing.needs_answer
        log = len(dealing.day.table.log)
        step(dealing)
        if not needs_answer or question.subject is not Subject.PAYING:
            continue
        events = [item.event for item in dealing.day.table.log[log:]]
        settled_event = next(event for event in events if isinstance(event, e.SeatSettled))
        assert settled_event.seat == question.seat
        assert isinstance(question.answer, FigureAnswer)
        for field in question.answer.fields:
            label = field.label.rpartition(", ")[0]
            wager = next(x for x, name in dealing.syllabus.wager_labels.items() if name == label)
            result = settled_event.wagers[wager]
            assert (field.right is None) == (result.outcome == "lose" and not result.credit)
            assert field.right in (None, result.credit - result.stake, result.credit)
            paid += 1
        if {*settled_event.wagers} - {*plan_round(dealing.syllabus.rules).settled_first}:
            assert "??" not in hand(question, settled_event.seat)  # it is face up before it is paid
    assert paid > 5


def test_stubs_and_chips_are_counted() -> None:
    """A stub is counted in the fifth round: nobody has told the trainee how many cards it has."""
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


def until_seen(classroom: Classroom) -> DealingPractice:
    """Continue until something goes wrong at the table."""
    while classroom.dealing is not None and classroom.dealing.incident is None:
        do(classroom)
    assert classroom.dealing is not None
    return classroom.dealing


def test_irregularity_must_be_reported_first() -> None:
    classroom = room("holdem-bonus")
    dealing = until_seen(classroom)
    sight, version = dealing.incident, dealing.day.table.state.version
    assert sight is not None
    due = move_for_step(dealing.syllabus.rules, dealing.day.step)
    assert due is not None
    classroom.make_move(due, dealing.day.step.instruction.seat)
    assert dealing.day.table.state.version == version
    assert dealing.last_move is not None
    assert "before you do anything else" in dealing.last_move.grade.feedback
    assert [item.kind for item in classroom.study.missed_kinds] == [sight.question_kind]
    classroom.make_move(REPORT_INCIDENT)
    assert isinstance(dealing.question.answer, OptionAnswer)
    assert dealing.question.kind == sight.question_kind
    do(classroom)  # the remedy
    progress = [item.event for item in dealing.day.table.log[-3:]]
    assert any(
        isinstance(x, e.IncidentReported) and x.kinds == (sight.incident.kind,) for x in progress
    )
    if sight.incident.remedy not in IMMEDIATE_REMEDIES:
        assert dealing.right_move is CALL_FLOOR
        assert dealing.day.table.instruction.who == FLOOR
    for _ in range(60):  # it is the first thing to go wrong in the next round
        if dealing.incident is not None:
            break
        do(classroom)
    assert dealing.incident is not None
    assert dealing.incident.incident is sight.incident


def test_missed_remedy_is_asked_again() -> None:
    classroom = room("criss-cross", "z")
    dealing = until_seen(classroom)
    first = dealing.incident
    classroom.make_move(REPORT_INCIDENT)
    do(classroom, rightly=False)
    until_seen(classroom)
    assert first is not None
    assert dealing.incident is not None
    assert dealing.incident.incident is first.incident


def test_false_report_is_wrong() -> None:
    classroom = room("run-em-twice")
    classroom.make_move(REPORT_INCIDENT)
    assert classroom.dealing is not None
    assert classroom.dealing.last_move is not None
    assert "Nothing is wrong at the table." in classroom.dealing.last_move.grade.feedback


def test_mistake_at_the_table_comes_back() -> None:
    classroom = room("stud-235", rounds=1)
    missed_kind = classroom.question.kind if classroom.question else ""
    do(classroom, rightly=False)
    while classroom.is_at_table:
        do(classroom)
    assert classroom.dealing is not None
    assert (
        1 < classroom.dealing.closed_rounds <= 1 + EXTRA_ROUNDS
    )  # bets are opened again, until that was right twice
    rights = [item.right for item in classroom.study.answers if item.kind == missed_kind]
    assert rights[:1] == [False]
    assert rights.count(True) >= REPEATS_NEEDED
    while classroom.question is not None:
        do(classroom)
    assert classroom.report.finished


def test_last_mistake_comes_back_as_a_question() -> None:
    classroom = room("stud-235", rounds=1)
    while classroom.is_at_table:
        step_key = classroom.question.kind if classroom.question and classroom.needs_move else ""
        if step_key == "due: CloseRound":
            do(classroom, rightly=False)
        do(classroom)
    assert classroom.dealing is not None
    assert classroom.dealing.closed_rounds == 1 + EXTRA_ROUNDS
    assert classroom.question is not None
    assert classroom.question.kind == "due: CloseRound"
    assert classroom.question.subject is Subject.ORDER


def test_table_can_be_opened_at_any_time() -> None:
    classroom = session("criss-cross", 3, "x", 1)
    first, ahead = classroom.question, classroom.study.ahead
    classroom.sit_down()
    assert classroom.needs_move
    do(classroom)
    classroom.get_up()
    assert (classroom.question, classroom.study.ahead) == (first, ahead)
    do(classroom)
    classroom.sit_down()
    while classroom.is_at_table:
        do(classroom)
    classroom.sit_down()  # until all rounds are dealt
    assert not classroom.is_at_table
    while classroom.question is not None:
        assert not classroom.is_at_table
        do(classroom)
    assert classroom.report.finished


def test_session_left_early_is_not_finished() -> None:
    classroom = room("holdem-bonus")
    do(classroom)
    assert not classroom.report.finished


def test_same_seed_deals_the_same_cards() -> None:
    def dealt_kinds(seed: str) -> list[str]:
        dealing = table("holdem-bonus", seed=seed)
        progress = []
        while dealing.closed_rounds < 2:
            progress.append(dealing.question.prompt)
            step(dealing)
        return progress

    assert dealt_kinds("a") == dealt_kinds("a")
    assert dealt_kinds("a") != dealt_kinds("b")


@pytest.mark.parametrize("key", GAMES)
def test_every_move_has_its_own_key(key: str) -> None:
    some = table(key).moves
    assert len({item.key for item in some}) == len(some)
    assert len({item.label for item in some}) == len(some)
    assert some[-2:] == (CALL_FLOOR, REPORT_INCIDENT)
    assert game_moves(syllabus_for(key).rules, ()) == (CALL_FLOOR, REPORT_INCIDENT)


def test_table_answers_are_recorded_like_others() -> None:
    classroom = room("holdem-bonus")
    while classroom.needs_move:
        do(classroom)
    assert classroom.question is not None
    for answer_ in wrong(classroom.question):
        assert answer_ != right(classroom.question)
    before = classroom.study
    classroom.answer(wrong(classroom.question)[0])
    assert len(classroom.study.answers) == len(before.answers) + 1
    assert classroom.study.missed_kinds
