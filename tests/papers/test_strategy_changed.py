"""Pocket cards for changed rules name the changes."""

from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.lab import apply_pay_changes, parse_pay_change
from pitboss.papers.pocket_card import MAX_CHANGED_LINES, describe_differences
from pitboss.submission import resolve
from tests.filings import complete, own


def strategy_text(game: str, submission: dict[str, Any], *pay: str) -> str:
    """Return the text that describes the changes of a filing."""
    result = GAMES[game]
    rules = apply_pay_changes(resolve(result, submission), [parse_pay_change(text) for text in pay])
    return describe_differences(result, rules, own(result.key, submission))


@pytest.mark.parametrize("game", GAMES)
def test_default_rules_need_no_text(game: str) -> None:
    assert strategy_text(game, {}) == ""
    assert strategy_text(game, {"operator": "Another", "table": {"minimum": 1000}}) == ""


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_marked(game: str) -> None:
    result = GAMES[game]
    for changes in ({}, {"operator": "Another"}):
        whole = complete(game, changes)
        assert describe_differences(result, resolve(result), whole) == "For an example filing."


def test_an_example_with_changes_is_marked() -> None:
    whole = complete("stud-235", {"readings": {"low_ace": "all"}})
    result = GAMES["stud-235"]
    assert describe_differences(result, resolve(result, whole), whole) == (
        "For an example filing. For changed rules: low_ace = all."
    )


def test_wagers_that_pay_alike_are_listed_together() -> None:
    pay = ("across.flush=9", "down.flush=9", "middle.flush=9", "middle.straight=0")
    assert strategy_text("criss-cross", {}, *pay) == (
        "For changed rules: flush 9 to 1 on Across, Down and Middle; straight push on Middle."
    )


def test_readings_options_and_paytables_are_named() -> None:
    submission = {"wagers": {"ante": {"pays_on": "flush"}, "bonus": {"paytable": "B"}}}
    assert strategy_text("holdem-bonus", submission) == (
        "For changed rules: Ante pays_on flush; Texas Hold 'Em Bonus paytable B."
    )
    assert (
        strategy_text("stud-235", {"readings": {"low_ace": "all"}})
        == "For changed rules: low_ace = all."
    )


def test_a_change_without_effect_is_not_listed() -> None:
    assert strategy_text("criss-cross", {}, "across.flush=9", "across.flush=8") == ""


def test_a_card_has_room_for_a_few_changes() -> None:
    lines = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
    pay = [f"{wager}.{line}=2" for wager in ("across", "down") for line in lines]
    pay += ["middle.flush=3", "middle.straight=3"]
    words = strategy_text("criss-cross", {}, *pay)
    assert words.count(";") == MAX_CHANGED_LINES
    assert words.endswith("; and 2 more.")
