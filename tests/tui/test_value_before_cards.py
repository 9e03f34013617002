"""The value of a round before its cards, in the report of the coach: with and without a shape."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.games.grammar import Deck
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import no_progress
from pitboss.lab.shape_registry import find_shape
from pitboss.submission import resolve
from pitboss.tui.game.coach import value_before_cards
from tests.other_decks import HIGH_CARD, JOKER_THREE

WILD_FEW = resolve(replace(JOKER_THREE, deck=Deck(ranks="QKA", wild="Q")))
WILD_MANY = resolve(replace(GAMES["three-card"], deck=Deck(wild="2")))


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


def test_a_game_of_a_shape_has_it() -> None:
    rules = resolve(HIGH_CARD)
    assert find_shape(rules)
    # With the card of rank r of 13, 16 r other cards are lower and 16 (12 - r) higher, of 207.
    by_rank = [max(Fraction(-1), Fraction(2 * 16 * (2 * r - 12), 207)) for r in range(13)]
    assert value_before_cards(rules, no_progress) == sum(by_rank) / 13


def test_a_game_without_a_shape_has_it_if_its_deals_are_few() -> None:
    assert find_shape(WILD_FEW) is None
    value = value_before_cards(WILD_FEW, no_progress)
    assert value == solve_main(WILD_FEW, cache=False).ev != 0


def test_a_game_that_takes_minutes_does_without() -> None:
    assert find_shape(WILD_MANY) is None
    assert value_before_cards(WILD_MANY, no_progress) is None


def test_counts_that_come_with_the_program_are_not_solved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = resolve(GAMES["holdem-bonus"])
    monkeypatch.setattr("pitboss.lab.main_game.solve_main", None)
    value = value_before_cards(rules, no_progress)
    assert value is not None
    assert Fraction(-1, 10) < value < 0
