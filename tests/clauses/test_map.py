"""The clause map accounts for every clause of every rulebook, and names tests that exist."""

import ast
from functools import cache
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.games import MARYLAND, Game
from pitboss.games.clauses import PLANNED_KEEPERS, Clause, clause_ids, clauses, clauses_under
from pitboss.papers import rulebook_coverage

ROOT = Path(__file__).parents[2]
BOOKS = pytest.mark.parametrize("game", MARYLAND.values(), ids=MARYLAND)
ENTRIES = [
    pytest.param(game, entry, id=f"{game.short} {entry.id}")
    for game in MARYLAND.values()
    for entry in clauses(game.short)
]


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text())
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@BOOKS
def test_the_map_has_every_clause_of_the_book_and_no_other(game: Game) -> None:
    assert [entry.id for entry in clauses(game.short)] == list(clause_ids(game.short))


@BOOKS
def test_the_definition_cites_clauses_that_the_book_has(game: Game) -> None:
    clause_list = set(clause_ids(game.short))
    clause_id = {reading.clause for reading in game.readings} | {w.clause for w in game.wagers}
    clause_id |= {street.clause for street in game.streets} | {
        d.clause for d in game.procedures.dealing
    }
    clause_id |= {clause for incident in game.procedures.incidents for clause in incident.clauses}
    assert clause_id <= clause_list


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_an_entry_is_whole(game: Game, entry: Clause) -> None:
    """Each entry has text that a person can check, and a valid reason or test."""
    assert entry.says.endswith((".", ":"))
    assert 10 <= len(entry.says) <= 160
    assert entry.state != "uncovered"
    assert (entry.because is not None) == (entry.kept_by == "physical")
    if entry.kept_by in (*PLANNED_KEEPERS, "physical"):
        assert entry.kept_by in PLANNED_KEEPERS or not entry.tests
    for test in entry.tests:
        file, _, name = test.partition("::")
        assert name in names_in(file), f"{game.short} {entry.id} names {test}, which is not there"


def test_nothing_is_uncovered_and_the_counts_add_up() -> None:
    total = rulebook_coverage.total_coverage()
    assert total.uncovered == ()
    assert total.clauses == total.covered + total.physical + total.planned
    assert total.clauses == sum(len(clause_ids(game.short)) for game in MARYLAND.values())


@BOOKS
def test_chapters_add_up_to_the_book(game: Game) -> None:
    parts = [
        rulebook_coverage.chapter_coverage(game, chapter)
        for chapter in rulebook_coverage.rulebook_chapters(game)
    ]
    whole = rulebook_coverage.game_coverage(game)
    assert len(parts) == 13
    assert whole.covered == sum(part.covered for part in parts)
    assert whole.clauses == sum(part.clauses for part in parts)


def test_a_clause_and_everything_below_it() -> None:
    result = [entry.id for entry in clauses_under("CCP", "12.A")]
    assert result == ["12.A", *(f"12.A({n})" for n in range(1, 11))]
    assert [entry.id for entry in clauses_under("CCP", "12.A(1)")] == ["12.A(1)"]


def test_a_clause_that_the_book_does_not_have() -> None:
    with pytest.raises(Refused, match=r"no clause '12\.Z'"):
        clauses_under("CCP", "12.Z")


def test_tests_carry_the_clauses_that_they_show(request: pytest.FixtureRequest) -> None:
    named_tests = {
        test for game in MARYLAND.values() for c in clauses(game.short) for test in c.tests
    }
    for item in request.session.items:
        if item.nodeid.partition("[")[0] in named_tests:
            assert item.get_closest_marker("clause") is not None, item.nodeid
