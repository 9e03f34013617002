"""Questions about payouts can occur in play, and cite the clause that applies."""

from typing import Any

import pytest

from pitboss.cards import cards
from pitboss.games import GAMES, MARYLAND
from pitboss.papers.round_results import SeatOutcome, explain_outcome
from pitboss.school.classroom import question_catalog
from pitboss.school.questions import FigureAnswer
from pitboss.settle import Round, Seat, settle
from tests.school.lesson_helpers import kinds_of, question_of, syllabus_for

SEEDS = "abcdefgh"
LIBRARY = sorted(GAMES.keys() - MARYLAND.keys())


@pytest.mark.parametrize("key", sorted(GAMES.keys() - {"stud-235", "let-it-ride"}))
def test_folds_are_asked_about_where_possible(key: str) -> None:
    for seed in SEEDS:
        question = question_of(key, "pays: a fold", seed)
        assert " folded on " in question.prompt
        assert "You folded on " in question.why
        assert isinstance(question.answer, FigureAnswer)
        assert question.answer.fields[0].right is None


def test_only_the_flop_of_holdem_can_be_folded() -> None:
    assert all(
        "folded on Flop:" in question_of("holdem-bonus", "pays: a fold", x).prompt for x in SEEDS
    )
    assert "pays: a fold" not in kinds_of("stud-235")[1]


@pytest.mark.parametrize("key", LIBRARY)
def test_game_without_a_limit_has_no_question_about_it(key: str) -> None:
    assert "pays: the limit" not in kinds_of(key)[1]


@pytest.mark.parametrize("key", MARYLAND)
def test_limit_is_asked_about_where_it_applies(key: str) -> None:
    for seed in SEEDS:
        question = question_of(key, "pays: the limit", seed)
        assert "A betting position can win at most $50,000 in one round" in question.why
        assert isinstance(question.answer, FigureAnswer)
        assert sum(field.right or 0 for field in question.answer.fields) == 50_000_00


def test_holdem_limit_applies_to_aces_against_aces_only() -> None:
    """Five times the maximum ante is below the limit; a thousand times the bonus is not."""
    assert all(
        "pair of aces against a pair of aces"
        in question_of("holdem-bonus", "pays: the limit", seed).why
        for seed in SEEDS
    )


@pytest.mark.parametrize(
    ("key", "submission", "bites"),
    [
        ("holdem-bonus", {"wagers": {"bonus": {"maximum": 5000}}}, False),
        ("holdem-bonus", {"wagers": {"bonus": {"maximum": 5100}}}, True),
        ("holdem-bonus", {"wagers": {"bonus": {"offered": False}}}, False),
        ("criss-cross", {"table": {"minimum": 500, "maximum": 1500}}, False),
        ("criss-cross", {"table": {"minimum": 500, "maximum": 2000}}, True),
    ],
)
def test_unreachable_limit_is_not_asked_about(
    key: str, submission: dict[str, Any], bites: bool
) -> None:
    assert ("pays: the limit" in question_catalog(syllabus_for(key, submission))) is bites


BOARD = "2c 7d 9h Jc Kd"


@pytest.mark.parametrize(
    ("hole", "dealer", "board", "clauses"),
    [
        ("3s 4s", "Kh 5h", BOARD, ["THB 11.I(3)(d)(i)"]),
        ("As Ah", "3h 4d", BOARD, ["THB 11.I(3)(d)(ii)", "THB 11.I(3)(d)(iii)", "THB 12.A"]),
        ("Ts Qs", "Kh 5h", BOARD, ["THB 11.I(3)(d)(ii)", "THB 12.A"]),  # a straight: paid in full
        ("3s 4s", "3h 4h", BOARD, ["THB 11.I(3)(d)(iv)"]),
    ],
    ids=["lower", "higher, but low", "higher", "equal"],
)
def test_showdown_question_cites_its_clause(
    hole: str, dealer: str, board: str, clauses: list[str]
) -> None:
    syllabus = syllabus_for("holdem-bonus")
    five = list(cards(board))
    table = {"flop": five[:3], "turn": five[3:4], "river": five[4:], "dealer": list(cards(dealer))}
    own = Seat({"ante": 500}, ["bet", "bet", "check"])
    result = settle(syllabus.rules, Round(table, {1: list(cards(hole))}, {1: own}))
    seat = SeatOutcome(hole=list(cards(hole)), table=table, results=result.seats[1].wagers)
    progress = explain_outcome(syllabus.game, syllabus.rules, seat)
    assert list(progress[0].clauses) == ["THB 11.I(3)(b)", *clauses]


def test_holdem_questions_cite_their_clauses() -> None:
    outcome: set[str] = set()
    for seed in range(25):
        question = question_of("holdem-bonus", "pays: ante", str(seed))
        outcome |= {clause for clause in question.clauses if "11.I(3)(d)(" in clause}
        assert any("11.I(3)(d)(" in clause for clause in question.clauses)
    assert {"THB 11.I(3)(d)(i)", "THB 11.I(3)(d)(ii)", "THB 11.I(3)(d)(iii)"} <= outcome
