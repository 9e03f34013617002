"""LEDG-6: the upper bound of a wager's credit, compared with what settlement credits."""

import pytest

from pitboss.games import find_game
from pitboss.settle import settle
from pitboss.settle.settlement import max_credit, max_gift
from pitboss.submission import resolve

from .round_lines import GAMES, random_of, read

KNOWN = {
    ("run-em-twice", "ante_1", 500): 1000,
    ("run-em-twice", "run_1", 500): 500 * 501,
    ("criss-cross", "five_card_bonus", 100): 100 * 251,
    ("holdem-bonus", "ante", 500): 1000,
    ("holdem-bonus", "bonus", 100): 100 * 1001,
    ("stud-235", "win_em_all", 100): 100 * 13,
}
"""Bounds that follow from the odds of the rulebooks."""


@pytest.mark.parametrize(("game", "key", "stake"), KNOWN)
def test_known_bounds(game: str, key: str, stake: int) -> None:
    rules = resolve(find_game(game), {})
    assert max_credit(rules, key, stake, {}) == KNOWN[game, key, stake]


def test_the_payout_limit_applies_too() -> None:
    """Winnings over $50,000 are paid up to the limit."""
    rules = resolve(find_game("run-em-twice"), {})
    assert max_credit(rules, "run_1", 50_000, {}) == 50_000 + 5_000_000


def test_a_meter_and_its_shares() -> None:
    rules = resolve(find_game("stud-235"), {})
    assert max_credit(rules, "progressive", 100, {"meter": 1_234_567}) == 1_234_567
    assert max_credit(rules, "progressive", 100, {"meter": 0}) > 0
    assert max_gift(rules, "envy", 5) == 5 * max_gift(rules, "envy", 1) > 0
    assert max_gift(rules, "community pay", 5) == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_round_credits_more(game: str) -> None:
    """This holds for any cards, wagers and filings."""
    hit_count = 0
    for seed in range(300):
        rules, round_ = read(random_of(game, seed))
        meters_shown = dict.fromkeys(rules.meters, 10**15)
        for seat in settle(rules, round_).seats.values():
            for key, result in seat.wagers.items():
                most = max_credit(rules, key, result.stake, meters_shown)
                assert result.credit <= most
                hit_count += result.credit == most > result.stake
    assert hit_count
