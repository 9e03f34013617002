"""The lab's figures in a report: those that can be had at once, and no others."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.lab import count_files
from pitboss.lab.solution import solve
from pitboss.room.reports.shift import lab_edges
from pitboss.table.state import rules_for_submission

KNOWN = ("run-em-twice", "criss-cross", "stud-235")


@pytest.fixture
def _nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


def edges(game: str, submission: Mapping[str, Any], *, solved: bool = False) -> dict[str, Fraction]:
    return dict(lab_edges(solve=solved)(rules_for_submission(game, submission)))


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.parametrize("game", KNOWN)
def test_every_wager_of_a_known_game_has_its_edge(game: str) -> None:
    result = edges(game, {})
    rules = rules_for_submission(game, {})
    keys = {item.key for item in rules.required} | {item.key for item in rules.sides}
    assert result.keys() == keys
    assert all(0 < edge < 1 for edge in result.values())


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.parametrize("game", GAMES)
def test_what_takes_a_while_is_left_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_files, "known_results", lambda _: None)
    assert edges(game, {}).keys() == {item.key for item in rules_for_submission(game, {}).sides}


@pytest.mark.usefixtures("_nothing_kept")
def test_they_are_those_of_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the counts that ship with the program, solved afresh, or from a kept solution."""
    counted = edges("stud-235", {})
    assert counted == edges("stud-235", {}, solved=True)
    monkeypatch.setattr(count_files, "known_results", lambda _: None)
    assert counted == edges("stud-235", {})
    solution = solve(rules_for_submission("stud-235", {}))
    assert {counted[wager.key] for wager in solution.rules.required} == {solution.main.house_edge}
    assert {key: counted[key] for key in solution.sides} == {
        key: side.house_edge for key, side in solution.sides.items()
    }
