"""Rounds that a trainee deals: checked against the table, scored once; what is missed returns."""

import pytest

from pitboss.games import GAMES, MARYLAND
from pitboss.games.incidents import AT_ONCE
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.school.catalogue import catalogue
from pitboss.school.chance import Chance
from pitboss.school.classroom import MORE, ROUNDS, Classroom
from pitboss.school.dealing import Dealing
from pitboss.school.moves import CALL, REPORT, move_of, moves
from pitboss.school.questions import Choose, Figures, Question, Subject
from pitboss.school.study import TWICE
from pitboss.table import events as e
from pitboss.table.duty import FLOOR
from pitboss.table.plan import plan
from pitboss.table.views import RoundView
from tests.rotation import with_games
from tests.school.teaching import do, kinds_of, move, right, session, taught, wrong


def table(key: str, method: str = "manual shoe", seed: str = "x", seats: int = 3) -> Dealing:
    """A table that is ready for its first bets."""
    syllabus, kinds = kinds_of(key, method, seats)
    return Dealing(syllabus, kinds, Chance(seed, "table"))


def step(dealing: Dealing) -> None:
    """What is due, done rightly."""
    if dealing.computes:
        dealing.go_on()
        return
    assert dealing.right is not None
    assert dealing.press(dealing.right, dealing.day.step.duty.seat).judged.right


def room(key: str, seed: str = "x", rounds: int = ROUNDS) -> Classroom:
    """A session that has come to the table, with one question before it."""
    made = session(key, 1, seed, rounds)
    do(made)
    assert made.acts
    return made


@pytest.mark.parametrize("key", GAMES)
def test_a_session_in_which_all_is_right(key: str) -> None:
    made = room(key)
    while made.question is not None:
        do(made)
    found = made.report
    assert found.finished
    assert found.asked == found.right
    assert found.missed == ()
    assert made.dealing is not None
    assert made.dealing.closed == ROUNDS
    subjects = {score.subject for score in found.subjects}
    assert {Subject.DEALING, Subject.PAYING, Subject.IRREGULAR} <= subjects
    reported = [x for x in made.dealing.day.table.log if isinstance(x.event, e.IncidentReported)]
    assert len(reported) == ROUNDS - 1  # the first round goes as it should


@pytest.mark.parametrize(("key", "method"), with_games(["hand", "counting", "two decks"]))
def test_any_table_can_be_dealt_at(key: str, method: str) -> None:
    """Whatever goes wrong, the rounds go on; each question is one that could come back."""
    dealing = table(key, method)
    kinds = kinds_of(key, method)[1]
    for _ in range(300):
        if dealing.closed == 2:
            break
        assert dealing.question.kind in kinds
        assert dealing.question.view is not None
        step(dealing)
    assert dealing.closed == 2


def test_a_fifth_game_is_dealt_without_a_word_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, MISSISSIPPI_STUD.key, MISSISSIPPI_STUD)
    syllabus = taught(MISSISSIPPI_STUD.key)
    dealing = Dealing(syllabus, catalogue(syllabus), Chance("x", "table"))
    while dealing.closed < 2:
        step(dealing)


def test_only_what_the_table_waits_for_is_right() -> None:
    """At every step of a round all other moves are wrong, change nothing, and say what is due."""
    dealing = table("holdem-bonus")
    seen = set()
    while not dealing.closed:
        if not dealing.computes:
            duty, version = dealing.day.table.duty, dealing.day.table.state.version
            for other in dealing.moves:
                if other is dealing.right:
                    continue
                made = dealing.press(other, duty.seat)
                assert not made.judged.right
                assert duty.what in made.judged.said
                assert made.question.clauses == (duty.clause,)
            assert dealing.day.table.state.version == version
            seen.add(dealing.right)
        step(dealing)
    assert len(seen) > 8


def test_a_seat_is_asked_and_settled_in_its_turn() -> None:
    dealing = table("criss-cross")
    seen: dict[str, list[int]] = {"ask a seat": [], "settle a seat": []}
    while not dealing.closed:
        due = dealing.right
        if due is not None and due.seat and not dealing.computes:
            seat = dealing.day.table.duty.seat
            assert seat is not None
            for other in {1, 2, 3, 4} - {seat}:
                made = dealing.press(due, other)
                assert not made.judged.right
                assert f"({due.key.upper()} {seat})" in made.judged.said
            seen[due.words].append(seat)
        step(dealing)
    assert seen["ask a seat"][:3] == [1, 2, 3]
    assert seen["settle a seat"][-3:] == [3, 2, 1]


def test_a_step_counts_at_the_first_try() -> None:
    made = room("stud-235")
    before = len(made.study.answered)
    move(made, rightly=False)
    move(made, rightly=False)
    assert made.dealing is not None
    assert made.dealing.last is not None
    assert not made.dealing.last.judged.right
    move(made)
    assert [one.right for one in made.study.answered[before:]] == [False]
    move(made)
    assert [one.right for one in made.study.answered[before:]] == [False, True]


def hand(question: Question, seat: int) -> tuple[str, ...]:
    """The cards of a seat, as the trainee sees them."""
    assert question.view is not None
    now = question.view.round
    assert isinstance(now, RoundView)
    return now.seats[seat].cards


@pytest.mark.parametrize("key", GAMES)
def test_what_is_computed_is_what_the_table_then_pays(key: str) -> None:
    dealing = table(key, seed="pays all")
    paid, rounds = 0, 3 if key in MARYLAND else 8  # a game of the library has fewer wagers
    while dealing.closed < rounds:
        question, asked = dealing.question, dealing.computes
        log = len(dealing.day.table.log)
        step(dealing)
        if not asked or question.subject is not Subject.PAYING:
            continue
        events = [one.event for one in dealing.day.table.log[log:]]
        settled = next(event for event in events if isinstance(event, e.SeatSettled))
        assert settled.seat == question.seat
        assert isinstance(question.answer, Figures)
        for field in question.answer.fields:
            label = field.label.rpartition(", ")[0]
            wager = next(x for x, name in dealing.syllabus.labels.items() if name == label)
            result = settled.wagers[wager]
            assert (field.right is None) == (result.outcome == "lose" and not result.credit)
            assert field.right in (None, result.credit - result.stake, result.credit)
            paid += 1
        if {*settled.wagers} - {*plan(dealing.syllabus.rules).first}:
            assert "??" not in hand(question, settled.seat)  # it lies open before it is paid
    assert paid > 5


def test_stubs_and_chips_are_counted() -> None:
    """A stub is counted in the fifth round: by then nobody has told how many cards it has."""
    dealing = table("criss-cross", seed="count")
    figures = {}
    while dealing.closed < 5:
        question = dealing.question
        if dealing.computes and isinstance(question.answer, Figures):
            figures[question.kind] = [field.right for field in question.answer.fields]
            if question.kind == "cards: the stub":
                now = dealing.day.table.state.round
                assert now is not None
                assert figures[question.kind] == [52 - now.dealt]
        step(dealing)
    assert "cards: the stub" in figures
    assert "due: CountProgressives" in figures


def until_seen(made: Classroom) -> Dealing:
    """Go on until something is wrong at the table."""
    while made.dealing is not None and made.dealing.sight is None:
        do(made)
    assert made.dealing is not None
    return made.dealing


def test_an_irregularity_is_reported_before_anything_else() -> None:
    made = room("holdem-bonus")
    dealing = until_seen(made)
    sight, version = dealing.sight, dealing.day.table.state.version
    assert sight is not None
    due = move_of(dealing.syllabus.rules, dealing.day.step)
    assert due is not None
    made.press(due, dealing.day.step.duty.seat)
    assert dealing.day.table.state.version == version
    assert dealing.last is not None
    assert "reported before anything else" in dealing.last.judged.said
    assert [one.kind for one in made.study.missed] == [sight.kind]
    made.press(REPORT)
    assert isinstance(dealing.question.answer, Choose)
    assert dealing.question.kind == sight.kind
    do(made)  # the remedy
    told = [one.event for one in dealing.day.table.log[-3:]]
    assert any(
        isinstance(x, e.IncidentReported) and x.kinds == (sight.incident.kind,) for x in told
    )
    if sight.incident.remedy not in AT_ONCE:
        assert dealing.right is CALL
        assert dealing.day.table.duty.who == FLOOR
    for _ in range(60):  # it is the first thing that goes wrong in the next round
        if dealing.sight is not None:
            break
        do(made)
    assert dealing.sight is not None
    assert dealing.sight.incident is sight.incident


def test_a_remedy_that_was_missed_is_asked_for_again() -> None:
    made = room("criss-cross", "y")
    dealing = until_seen(made)
    first = dealing.sight
    made.press(REPORT)
    do(made, rightly=False)
    until_seen(made)
    assert first is not None
    assert dealing.sight is not None
    assert dealing.sight.incident is first.incident


def test_a_false_alarm_is_wrong() -> None:
    made = room("run-em-twice")
    made.press(REPORT)
    assert made.dealing is not None
    assert made.dealing.last is not None
    assert "Nothing is wrong at the table." in made.dealing.last.judged.said


def test_what_is_missed_at_the_table_comes_back_there_or_as_a_question() -> None:
    made = room("stud-235", rounds=1)
    missed = made.question.kind if made.question else ""
    do(made, rightly=False)
    while made.at_table:
        do(made)
    assert made.dealing is not None
    assert 1 < made.dealing.closed <= 1 + MORE  # bets are opened again, until it was right twice
    rights = [one.right for one in made.study.answered if one.kind == missed]
    assert rights[:1] == [False]
    assert rights.count(True) >= TWICE
    while made.question is not None:
        do(made)
    assert made.report.finished


def test_what_is_missed_to_the_end_comes_back_as_a_question() -> None:
    made = room("stud-235", rounds=1)
    while made.at_table:
        step_key = made.question.kind if made.question and made.acts else ""
        if step_key == "due: CloseRound":
            do(made, rightly=False)
        do(made)
    assert made.dealing is not None
    assert made.dealing.closed == 1 + MORE
    assert made.question is not None
    assert made.question.kind == "due: CloseRound"
    assert made.question.subject is Subject.ORDER


def test_the_table_can_be_gone_to_at_any_time() -> None:
    made = session("criss-cross", 3, "x", 1)
    first, ahead = made.question, made.study.ahead
    made.sit_down()
    assert made.acts
    do(made)
    made.get_up()
    assert (made.question, made.study.ahead) == (first, ahead)
    do(made)
    made.sit_down()
    while made.at_table:
        do(made)
    made.sit_down()  # the rounds are dealt
    assert not made.at_table
    while made.question is not None:
        assert not made.at_table
        do(made)
    assert made.report.finished


def test_left_before_the_end_it_is_not_finished() -> None:
    made = room("holdem-bonus")
    do(made)
    assert not made.report.finished


def test_the_same_seed_deals_the_same() -> None:
    def dealt(seed: str) -> list[str]:
        dealing = table("holdem-bonus", seed=seed)
        told = []
        while dealing.closed < 2:
            told.append(dealing.question.prompt)
            step(dealing)
        return told

    assert dealt("a") == dealt("a")
    assert dealt("a") != dealt("b")


@pytest.mark.parametrize("key", GAMES)
def test_every_move_has_a_key_of_its_own(key: str) -> None:
    some = table(key).moves
    assert len({one.key for one in some}) == len(some)
    assert len({one.words for one in some}) == len(some)
    assert some[-2:] == (CALL, REPORT)
    assert moves(taught(key).rules, ()) == (CALL, REPORT)


def test_answers_at_the_table_are_like_any_other() -> None:
    made = room("holdem-bonus")
    while made.acts:
        do(made)
    assert made.question is not None
    for given in wrong(made.question):
        assert given != right(made.question)
    before = made.study
    made.answer(wrong(made.question)[0])
    assert len(made.study.answered) == len(before.answered) + 1
    assert made.study.missed
