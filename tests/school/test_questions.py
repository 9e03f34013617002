"""Answers as people type them, the feedback, lessons, and the program's players."""

import re
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.school.lessons import make_lessons
from pitboss.school.practice_day import (
    PracticeDay,
    SimulatedPlayers,
    buy_in_amount,
    choose_decision,
    choose_wagers,
    day_steps,
)
from pitboss.school.questions import (
    FigureAnswer,
    FigureField,
    OptionAnswer,
    Question,
    Subject,
    grade_answer,
    parse_figure,
)
from pitboss.school.syllabus import split_citation
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Table, house_rules
from pitboss.table.house_rules import HOUSE_RULE_TEXTS
from pitboss.table.instructions import decision_text
from tests.rotation import with_games
from tests.school.lesson_helpers import METHODS, syllabus_for

SUM, NUMBER, LOST = (
    FigureField("Ante", 1500),
    FigureField("cards", 10, "number"),
    FigureField("Ante", None),
)


def question(answer: OptionAnswer | FigureAnswer) -> Question:
    return Question(
        kind="k", subject=Subject.PAYING, level=1, prompt="What?", answer=answer, why="So it is."
    )


@pytest.mark.parametrize("text", ["15", "$15", "15.00", " 15 ", "+15", "15.0", "$15.00"])
def test_sums(text: str) -> None:
    assert parse_figure(SUM, text) == 1500


@pytest.mark.parametrize("text", ["lose", "Lose", "lost", "l", "-", "−", "take"])
def test_losses(text: str) -> None:
    assert parse_figure(LOST, text) is None


@pytest.mark.parametrize("text", ["0", "push", "PUSH", "p", "$0"])
def test_pushes(text: str) -> None:
    assert parse_figure(SUM, text) == 0


@pytest.mark.parametrize("text", ["", "x", "1.234", "--", "1e3", "९", "15 dollars", "9" * 30])
def test_unreadable_answer_is_refused_and_not_scored(text: str) -> None:
    with pytest.raises(Refused):
        parse_figure(SUM, text)
    with pytest.raises(Refused):
        parse_figure(NUMBER, text)


def test_a_choice() -> None:
    question_ = question(OptionAnswer(("one", "two"), 1))
    assert grade_answer(question_, 1).feedback == "Correct. So it is."
    assert grade_answer(question_, 0).feedback == "Not quite: two. So it is."
    for answer_ in (2, -1):
        with pytest.raises(Refused, match="choose one of the 2 answers"):
            grade_answer(question_, answer_)


def test_figures() -> None:
    question_ = question(FigureAnswer((SUM, LOST, NUMBER)))
    grade = grade_answer(question_, ["15", "lose", "9"])
    assert (grade.is_right, grade.parts) == (False, (True, True, False))
    assert grade.feedback == "Not quite: Ante: $15; Ante: lose; cards: 10. So it is."
    assert grade_answer(question_, ["15", "l", "10"]).is_right
    with pytest.raises(Refused, match="3 figures"):
        grade_answer(question_, ["15"])


def test_several_clauses_of_one_book() -> None:
    assert split_citation("CCP 8.F(4), 9.D(4)") == ("CCP 8.F(4)", "CCP 9.D(4)")
    assert split_citation("SEC-3") == ("SEC-3",)


@pytest.mark.parametrize("key", GAMES)
def test_lesson_is_complete(key: str) -> None:
    syllabus = syllabus_for(key)
    pages = {page.title: page for page in make_lessons(syllabus)}
    assert pages[syllabus.game.name].rows[0].text == syllabus.game.story
    progress = [row for page in pages.values() for row in page.rows]
    for step in day_steps(syllabus):
        assert any(step.instruction.what[1:] in row.text for row in progress), step.instruction.what
    assert len(pages["When something goes wrong"].rows) == len(syllabus.rules.incidents)
    for wager in syllabus.card.wagers:
        assert any(row.head == wager.label for row in progress)
    clauses = [row.clause for row in progress if row.clause]
    assert all(words for words in syllabus.cited_clause_texts(clauses).values())
    assert all("!" not in row.text for row in progress)


COMMUNITY = [
    ("Burn a card.", "THB 11.D(1)"),
    ("Deal 3 cards face up: Flop.", "THB 11.D(2)"),
    ("Burn a card.", "THB 11.F(1)"),
    ("Deal a card face up: Turn.", "THB 11.F(2)"),
    ("Burn a card.", "THB 11.H(1)"),
    (
        "Deal a card face up: River; then take the stub out of the shoe and put it in the discard "
        "rack without exposing it, unless you count it.",
        "THB 11.H(2), 8.D(4)",
    ),
    ("Remove the cover card and turn over the dealer's cards.", "THB 11.I(1)"),
]
"""What the dealer of hold 'em does with the cards, from the first question on."""


def test_holdem_lesson_has_every_step_and_clause() -> None:
    pages = {page.title: page for page in make_lessons(syllabus_for("holdem-bonus"))}
    rows = pages["A round from the dealer's side"].rows
    progress = [(row.text, row.clause) for row in rows if row.clause[4:7] == "11."]
    assert [
        item for item in progress if item[0].startswith(("Burn", "Deal", "Remove"))
    ] == COMMUNITY


def test_street_named_after_a_time_reads_as_a_sentence() -> None:
    assert decision_text("Ann", "1st Run") == "Ann makes the 1st Run decision"
    assert decision_text("Ann", "On the flop") == "Ann decides on the flop"
    assert decision_text("Ann", "Before the flop") == "Ann decides before the flop"


def test_every_house_rule_is_explained_in_the_docs() -> None:
    assert all(words.endswith(".") for words in HOUSE_RULE_TEXTS.values())
    names = {name for name in vars(house_rules) if name.isupper()} - {"HOUSE_RULE_TEXTS"}
    ids = {getattr(house_rules, name) for name in names}
    assert ids == set(HOUSE_RULE_TEXTS)
    page = (Path(__file__).parents[2] / "docs/house-rules.md").read_text(encoding="utf-8")
    table_rules, program_rules = (
        re.findall(r"^\| (?!id|---)(.+?) \| (.+) \|$", part, re.MULTILINE)
        for part in page.split("\n## Rules of the ")[1:]
    )
    assert table_rules == [*HOUSE_RULE_TEXTS.items()]
    assert not HOUSE_RULE_TEXTS.keys() & dict(program_rules).keys()


@pytest.mark.parametrize(("key", "method"), with_games(METHODS))
def test_players_make_legal_moves_only(key: str, method: str) -> None:
    """For days, nothing is refused: wagers are within limits, and decisions affordable."""
    syllabus = syllabus_for(key, METHODS[method], seats=6)
    day = PracticeDay(syllabus, f"{key}, {method}")
    assert day.run_until(lambda round_: len(round_.table.state.last) == 10)
    assert len({str(was.decisions) for was in day.table.state.last}) > 3


def test_players_never_stake_more_than_they_have() -> None:
    syllabus = syllabus_for("criss-cross")
    table = Table.open("criss-cross", practice="poor")
    crew = SimulatedPlayers(table, 3, "poor")
    crew.seat_everybody()
    table.open_round()
    crew.place_bets()
    table.no_more_bets()
    choices = table.view(table.player("Seat 1").person).choices
    assert isinstance(choices, tuple)
    for number in range(50):
        advice = choose_decision(choices, (), 0, SeededRandom.for_practice(str(number), "poor"))
        assert next(x.stake for x in choices if x.decision == advice) == 0
    assert buy_in_amount(syllabus.rules) % syllabus.rules.table.chip == 0
    for number in range(50):
        wagers_placed = choose_wagers(
            syllabus.rules, SeededRandom.for_practice(str(number), "wagers")
        )
        assert {wager.key for wager in syllabus.rules.required} <= wagers_placed.keys()
