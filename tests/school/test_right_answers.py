"""The expected answers are right, by the table of rulings and by the live table."""

import re
from functools import partial

import pytest

from pitboss.console.payments import dealer_pays
from pitboss.games import GAMES, MARYLAND
from pitboss.games.incidents import IMMEDIATE_REMEDIES, Incident, Remedy
from pitboss.school.incident_questions import accepted_reports
from pitboss.school.practice_day import PRACTICE_DEALER, PracticeDay, day_steps
from pitboss.school.questions import FigureAnswer, OptionAnswer, Question, make_question
from pitboss.settle import WagerResult
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import events as e
from tests.rotation import with_games
from tests.school.lesson_helpers import kinds_of, question_of, syllabus_for

# The remedies of the rulebooks, for tables with a manual shoe: there hold 'em has its community
# cards face up, and none can be exposed early.
VOID, OUT, NEXT, FLOOR, SITS, REMOVED, COVERED, SIDE = (
    "The round is void and every wager is returned",
    "The card is out of play and the round continues.",
    "The card is used as if it were the next one.",
    "A floorperson rules: void the round or go on.",
    "The player sits out the round; wagers and contributions are returned.",
    "The round is void, every wager is returned and the deck is removed.",
    "The device is covered or marked before another method is used.",
    "A floorperson rules: the side wager is returned, or settled when the device works again.",
)
RULINGS = {
    "card face up": (VOID, VOID, OUT, OUT),
    "cards face up": (VOID, VOID, VOID, VOID),
    "drawn unexposed": (NEXT, NEXT, NEXT, NEXT),
    "drawn exposed": (FLOOR, FLOOR, FLOOR, FLOOR),
    "wrong number": (VOID, VOID, VOID, VOID),
    "player skipped": (SITS, VOID, VOID, VOID),
    "dealer card exposed": (None, None, VOID, None),
    "community exposed": (FLOOR, FLOOR, None, VOID),
    "device down": (COVERED, COVERED, None, COVERED),
    "fouled deck": (REMOVED, REMOVED, REMOVED, REMOVED),
    "progressive down": (SIDE, SIDE, None, SIDE),
    "wheel down": (None, SIDE, None, None),
    "stub misdealt": (VOID, VOID, VOID, VOID),
    "stub not 52": (REMOVED, REMOVED, REMOVED, REMOVED),
}


def answer(question: Question) -> str:
    assert isinstance(question.answer, OptionAnswer)
    return question.answer.options[question.answer.right]


def figure(question: Question) -> int | None:
    assert isinstance(question.answer, FigureAnswer)
    return question.answer.fields[0].right


@pytest.mark.parametrize(("number", "key"), list(enumerate(MARYLAND)))
def test_irregularities_match_the_rulings(number: int, key: str) -> None:
    kinds = {name[7:] for name in kinds_of(key)[1] if name.startswith("wrong: ")}
    expected_rulings = {
        name: row[number] for name, row in RULINGS.items() if row[number] is not None
    }
    assert kinds == set(expected_rulings)
    for name, remedy in expected_rulings.items():
        assert answer(question_of(key, f"wrong: {name}")).startswith(remedy or "?"), name


def _happens(incident: Incident, day: PracticeDay) -> bool:
    return bool(accepted_reports(day, incident.kind))


@pytest.mark.parametrize(("key", "method"), with_games(["manual shoe", "counting"]))
def test_reporting_shows_who_rules(key: str, method: str) -> None:
    """A report at a live table waits for a floorperson if the answer says so."""
    syllabus, kinds = kinds_of(key, method)
    try_count = 0
    for incident in syllabus.rules.incidents:
        day = PracticeDay(syllabus, "report")
        happens = partial(_happens, incident)
        if f"rules: {incident.kind}" not in kinds or not day.run_until(happens, max_steps=150):
            continue
        progress = day.table.execute(accepted_reports(day, incident.kind)[0][1], PRACTICE_DEALER)
        waits = next(x.event.waits for x in progress if isinstance(x.event, e.IncidentReported))
        question = make_question(
            kinds[f"rules: {incident.kind}"], syllabus, SeededRandom.for_practice("x", "tests")
        )
        assert (answer(question) == "A floorperson who did not report it.") == waits
        assert waits == (incident.remedy not in IMMEDIATE_REMEDIES)
        try_count += 1
    assert try_count >= 6


def test_wrong_remedies_come_from_other_games() -> None:
    question = question_of("criss-cross", "wrong: player skipped")
    assert isinstance(question.answer, OptionAnswer)
    assert SITS in question.answer.options  # as in Run 'Em Twice
    assert question.clauses == ("CCP 13.C",)


def test_bonus_settled_in_a_void_round() -> None:
    question = question_of("holdem-bonus", "wrong: dealer card exposed")
    assert answer(question).endswith("; Texas Hold 'Em Bonus is still settled.")
    assert isinstance(question.answer, OptionAnswer)
    assert f"{VOID}." in question.answer.options


@pytest.mark.parametrize("key", GAMES)
def test_deck_lasts_eight_hours_in_a_shoe_and_four_in_the_hand(key: str) -> None:
    for method, hours in (("manual shoe", 8), ("hand", 4), ("counting", 8)):
        question = question_of(key, "cards: the deck's time", method=method)
        came = int(re.findall(r"at (\d\d):", question.prompt)[0])
        until = int(answer(question)[:2])
        assert (until - came) % 24 == hours


def test_cuts_and_counts() -> None:
    result = {figure(question_of("criss-cross", "cards: the cut", seed)) for seed in "abcdefgh"}
    assert result == {10, 42}
    for seed in "abcdef":
        question = question_of("criss-cross", "cards: the next count", seed)
        many = re.findall(r"^(\d+|No)", question.prompt)[0]
        assert figure(question) == 5 - (0 if many == "No" else int(many))


def test_stub_has_the_undealt_cards() -> None:
    seen_so_far = set()
    for seed in "abcdefghij":
        question = question_of("criss-cross", "cards: the stub", seed)
        count = int(re.findall(r"stub: (\d+)", question.prompt)[0])
        assert (answer(question) == "Yes.") == (count == 52 - 5 - 2 * 3)
        seen_so_far.add(answer(question))
    assert len(seen_so_far) == 2


def test_seats_are_dealt_from_the_first_and_settled_from_the_last() -> None:
    for key in GAMES:
        assert answer(question_of(key, "first: dealt")) == "Seat 1"
        assert answer(question_of(key, "first: asked")) == "Seat 1"
        assert answer(question_of(key, "first: settled")) == "Seat 3"
        assert answer(question_of(key, "next: settled")) == "Seat 2"


@pytest.mark.parametrize("key", GAMES)
def test_wagers_are_accepted_only_within_limits(key: str) -> None:
    for kind, is_accepted in (
        ("in order", True), ("too little", False), ("too much", False), ("too late", False),
        ("no such chip", False), *((("side alone", False),) if GAMES[key].sides else ()),
    ):  # fmt: skip
        question = question_of(key, f"bets: {kind}")
        assert (answer(question) == "Accept it.") == is_accepted, kind
        assert "_" not in question.why  # wagers are named by their labels


@pytest.mark.parametrize("key", GAMES)
def test_payout_matches_the_explanation(key: str) -> None:
    """The sentence that explains a wager's payout to a player has the same amount."""
    wager_result = 0
    syllabus, kinds = kinds_of(key)
    for kind in kinds.values():
        for seed in "abcdef" if kind.key.startswith("pays: ") else "":
            question = make_question(kind, syllabus, SeededRandom.for_practice(seed, kind.key))
            if not isinstance(question.answer, FigureAnswer) or len(question.answer.fields) > 1:
                continue
            sums = [int(x.replace(",", "")) for x in re.findall(r"\$([\d,]+)", question.why)]
            cents = question.answer.fields[0].right
            if cents and kind.key != "pays: others":
                if "the bonus pays" in question.why:  # which has a sentence of its own
                    sums.append(sum(sums))
                assert cents % 100 or cents // 100 in sums
                wager_result += 1
    assert wager_result > (20 if key in MARYLAND else 5)  # a game of the library has fewer wagers


def test_collected_chips_are_not_returned() -> None:
    syllabus = syllabus_for("stud-235")
    wager_result = WagerResult(100, "win", 900)
    assert dealer_pays(syllabus.rules, "progressive", wager_result) == 900
    assert dealer_pays(syllabus.rules, "two_card", WagerResult(500, "win", 1000)) == 500
    assert dealer_pays(syllabus.rules, "two_card", WagerResult(500, "push", 500)) == 0
    assert dealer_pays(syllabus.rules, "two_card", WagerResult(500, "lose", 0)) is None


@pytest.mark.parametrize("key", GAMES)
def test_next_step_matches_the_table(key: str) -> None:
    """Each step of the course is next at its place in a day, and each is asked about."""
    syllabus, kinds = kinds_of(key)
    steps = day_steps(syllabus)
    assert len({step.key for step in steps}) == len(steps)
    assert all(f"due: {step.key}" in kinds for step in steps)
    assert answer(question_of(key, "due: OpenRound")) == "Open betting"
    assert answer(question_of(key, "said: NoMoreBets")) == "No more bets."
    assert answer(question_of(key, "who: Perform verify")) == "a floorperson"
    assert answer(question_of(key, "approves: a void round")) == "A floorperson"


def test_payout_limit_reduces_payouts() -> None:
    question = question_of("criss-cross", "pays: the limit")
    assert isinstance(question.answer, FigureAnswer)
    assert sum(field.right or 0 for field in question.answer.fields) == 50_000_00
    assert "A betting position can win at most $50,000 in one round" in question.why
    zero = [field for field in question.answer.fields if field.right == 0]
    assert all(field.answer_text in ("$0", "push") for field in zero)


def test_every_remedy_is_known() -> None:
    result: set[Remedy] = set()
    for game in GAMES.values():
        result |= {incident.remedy for incident in game.procedures.incidents}
    assert result == set(Remedy)
