"""`table.cards`: a physical deck instead of one that the program shuffles."""

from typing import Any, Final

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES, find_game
from pitboss.papers.filing.changes import describe_changes
from pitboss.papers.filing.document import build_filing, filing_markdown
from pitboss.submission import default_submission, example_filing, filing_faults, resolve
from pitboss.submission.form import form_fields
from pitboss.submission.toml_writer import toml_text

PHYSICAL: Final[dict[str, Any]] = {"table": {"cards": "physical"}}


@pytest.mark.parametrize("key", GAMES)
def test_the_default_stays_out_of_every_hash(key: str) -> None:
    game = find_game(key)
    virtual = resolve(game, {"table": {"cards": "virtual"}})
    assert virtual.hash == resolve(game).hash
    assert not virtual.table.is_physical
    assert "cards" not in default_submission(game, {})["table"]


@pytest.mark.parametrize("key", GAMES)
def test_a_physical_deck_is_another_table_of_the_same_game(key: str) -> None:
    game = find_game(key)
    rules = resolve(game, PHYSICAL)
    assert rules.table.is_physical
    assert rules.hash != resolve(game).hash
    assert rules.game_hash == resolve(game).game_hash
    assert not filing_faults(game, example_filing(game, PHYSICAL))


@pytest.mark.parametrize("value", ["paper", "", None, 1, True, ["physical"]])
def test_another_value_is_refused(value: object) -> None:
    with pytest.raises(Refused, match=r"table.cards .* but must be 'virtual' or 'physical'"):
        resolve(find_game("run-em-twice"), {"table": {"cards": value}})


@pytest.mark.parametrize("key", GAMES)
def test_papers_say_that_the_deck_is_physical(key: str) -> None:
    game = find_game(key)
    assert describe_changes(game, {}, PHYSICAL) == (
        "The kind of deck changes from virtual to physical.",
    )
    assert not describe_changes(game, {}, {"table": {"cards": "virtual"}})
    assert "| Cards | Physical: people shuffle" in filing_markdown(build_filing(game, PHYSICAL))
    assert "Physical" not in filing_markdown(build_filing(game))
    assert '# cards = "physical"' in toml_text(game, example_filing(game))
    assert '\ncards = "physical"' in toml_text(game, example_filing(game, PHYSICAL))


def test_a_form_offers_both_and_shows_the_default() -> None:
    game = find_game("criss-cross")
    fields = {item.path: item for item in form_fields(game, example_filing(game))}
    cards = fields["table", "cards"]
    assert (cards.choices, cards.value) == (("virtual", "physical"), "virtual")
