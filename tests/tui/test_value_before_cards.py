"""The value of a round before its cards, in the coach's report: with and without a shape."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import no_progress
from pitboss.lab.shape_registry import find_shape
from pitboss.submission import resolve
from pitboss.tui.game.coach import value_before_cards
from tests.lab.strategy.test_generic_lists import GAMES as SMALL_GAMES
from tests.lab.test_advice_limits import highest_card
from tests.other_decks import HIGH_CARD

FEW_DEALS, MANY_DEALS = SMALL_GAMES["three streets"], highest_card(4)
"""Games without a shape."""


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


def test_a_game_with_a_shape_has_it() -> None:
    rules = resolve(HIGH_CARD)
    assert find_shape(rules)
    # With the card of rank r of 13, 16 r other cards are lower and 16 (12 - r) higher, of 207.
    by_rank = [max(Fraction(-1), Fraction(2 * 16 * (2 * r - 12), 207)) for r in range(13)]
    assert value_before_cards(rules, no_progress) == sum(by_rank) / 13


def test_a_game_without_a_shape_has_it_if_it_has_few_deals() -> None:
    assert find_shape(FEW_DEALS) is None
    value = value_before_cards(FEW_DEALS, no_progress)
    assert value == solve_main(FEW_DEALS, cache=False).ev != 0


def test_a_game_that_takes_minutes_has_none() -> None:
    assert find_shape(MANY_DEALS) is None
    assert value_before_cards(MANY_DEALS, no_progress) is None


def test_bundled_counts_are_not_solved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = resolve(GAMES["holdem-bonus"])
    monkeypatch.setattr("pitboss.lab.main_game.solve_main", None)
    value = value_before_cards(rules, no_progress)
    assert value is not None
    assert Fraction(-1, 10) < value < 0
