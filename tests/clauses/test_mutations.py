"""Test the mutation check of the clause map: its changes fit the program, and some are run."""

import subprocess
import sys
import zlib
from collections import Counter

import pytest

from pitboss.games import MARYLAND
from pitboss.games.clauses import clauses

from .mutations import program_mutations
from .mutations.catalog import DEFINITIONS, Entry, entries
from .mutations.patching import Edit, StaleMutation, changed_source, source_of
from .mutations.runner import ROOT
from .mutations.survivors import ACCEPTED

COVERED = {
    f"{game.short} {clause.id}"
    for game in MARYLAND.values()
    for clause in clauses(game.short)
    if clause.state == "covered"
}
SAMPLE = 4
"""How many clauses a normal test run breaks; `./pitboss test --mutations` breaks all of them."""


@pytest.fixture(scope="module")
def every() -> list[Entry]:
    """Return every covered clause with its mutations."""
    return entries()


@pytest.mark.parametrize(
    "change", program_mutations.WRITTEN, ids=lambda change: change.mutation.name
)
def test_no_change_is_stale(change: program_mutations.WrittenMutation) -> None:
    """The text that a change replaces occurs once, and the changed module compiles."""
    edits = change.mutation.edits
    for module in {edit.module for edit in edits}:
        source = source_of(module).read_text(encoding="utf-8")
        after = changed_source(source, [edit for edit in edits if edit.module == module])
        assert after != source
        compile(after, module, "exec")


@pytest.mark.parametrize(
    "change", program_mutations.WRITTEN, ids=lambda change: change.mutation.name
)
def test_a_change_breaks_covered_clauses(change: program_mutations.WrittenMutation) -> None:
    assert set(change.clauses) <= COVERED
    assert not [clause for clause, times in Counter(change.clauses).items() if times > 1]


def test_every_covered_clause_has_a_change(every: list[Entry]) -> None:
    assert {entry.clause for entry in every} == COVERED
    assert [entry.clause for entry in every if not entry.mutations] == []


def test_accepted_survivors_are_covered_clauses_and_have_a_reason() -> None:
    assert ACCEPTED.keys() <= COVERED
    assert all(reason.endswith(".") and len(reason) > 20 for reason in ACCEPTED.values())
    assert len(ACCEPTED) <= len(COVERED) / 20


def test_definitions_are_where_the_catalog_has_them() -> None:
    assert list(DEFINITIONS) == [game.short for game in MARYLAND.values()]
    for module, constant in DEFINITIONS.values():
        assert f"\n{constant} = Game(" in source_of(module).read_text(encoding="utf-8")


@pytest.mark.parametrize("source", ["nothing of the kind", "old and old"])
def test_a_stale_change_is_an_error(source: str) -> None:
    with pytest.raises(StaleMutation, match=r"has this text [02] times"):
        changed_source(source, [Edit("pitboss.cards", "old", "new")])


def check(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.clauses.mutations", *arguments]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True)


@pytest.mark.slow
def test_test_4() -> None:
    """For a few clauses, chosen by the map, the named tests fail when the clause is broken."""
    texts = [
        *program_mutations.FOLDER.glob("*.txt"),
        *(ROOT / "src/pitboss/games/clauses").glob("*.txt"),
    ]
    seed = zlib.crc32(b"".join(path.read_bytes() for path in sorted(texts)))
    process = check("--sample", str(SAMPLE), "--seed", str(seed), "--jobs", "1")
    assert process.returncode == 0, process.stdout + process.stderr
    assert f"{SAMPLE} clauses, seed {seed}" in process.stdout


@pytest.mark.slow
def test_a_change_that_no_test_sees_survives() -> None:
    """A change to a comment has no effect: the check reports that, and fails."""
    script = """
from unittest.mock import patch
from tests.clauses.mutations import __main__ as command
from tests.clauses.mutations.patching import Edit, Mutation
test = ("tests/test_cards.py::test_there_are_52_cards",)
harmless = Mutation("nothing", (Edit("pitboss.cards", "", "# nothing"),))
harmful = Mutation("a suit is missing", (Edit("pitboss.cards", '"cdhs"', '"cdhz"'),))
clauses = [("RET 1.A", test, (harmless,)), ("RET 1.B(7)", test, (harmful,))]
with patch.object(command, "_list_clauses", lambda: clauses):
    raise SystemExit(command.main(["--jobs", "1"]))
"""
    process = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, text=True, capture_output=True
    )
    assert process.returncode == 1, process.stdout + process.stderr
    assert "1 of 2 clauses killed: 50.0%" in process.stdout
    assert "RET 1.A (nothing): SURVIVES, and no reason is given" in process.stdout
