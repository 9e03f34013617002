"""Fractional cents in winnings, and how each wager rounds them."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from pitboss.cards import cards
from pitboss.errors import Refused
from pitboss.games import GAMES, Game
from pitboss.games.grammar import ByTable, Raise, Required, Rounding, Side, paytable, showdown
from pitboss.lab.game_structure import main_game_digest
from pitboss.lab.main_game import solve_main
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.settle import Round, Seat, settle
from pitboss.settle.settlement import max_credit
from pitboss.submission import Rules, resolve

BONUS = ByTable("player", paytable("pair or better  4 to 3"))
PAYS = showdown("player", "dealer", wins=Fraction(3, 2), bonus=BONUS)


def game(rounding: Rounding) -> Game:
    """Return Three Card Poker with odds that leave parts of a cent."""
    wagers = (
        Required("ante", "Ante", PAYS, rounding=rounding),
        Raise("play", "Play", showdown("player", "dealer", wins=Fraction(3, 2)), of="ante"),
        Side("pair_plus", "Pair Plus", BONUS, rounding=rounding),
    )
    return replace(GAMES["three-card"], wagers=wagers)


def rules(rounding: Rounding) -> Rules:
    return resolve(game(rounding))


@pytest.mark.parametrize(
    ("rounding", "amounts"),
    [
        (Rounding.DOWN, {"7/2": 3, "10/3": 3, "11/3": 3, "4": 4, "-7/2": -3, "-11/3": -3}),
        (Rounding.NEAREST, {"7/2": 4, "10/3": 3, "11/3": 4, "4": 4, "-7/2": -4, "-10/3": -3}),
        (Rounding.UP, {"7/2": 4, "10/3": 4, "11/3": 4, "4": 4, "-10/3": -4}),
    ],
)
def test_whole_cents(rounding: Rounding, amounts: dict[str, int]) -> None:
    for amount, cents in amounts.items():
        assert rounding.whole_cents(Fraction(amount)) == cents


@pytest.mark.parametrize(
    ("rounding", "ante", "pair_plus"),
    [
        (Rounding.DOWN, 5 + 7 + 6, 4 + 5),  # 7 1/2 and 6 2/3, 5 1/3
        (Rounding.NEAREST, 5 + 8 + 7, 4 + 5),
        (Rounding.UP, 5 + 8 + 7, 4 + 6),
    ],
)
def test_a_round(rounding: Rounding, ante: int, pair_plus: int) -> None:
    deal = Round(
        table={"dealer": cards("Qc 7d 2h")},
        holes={1: cards("Ks Kd 4c")},
        seats={1: Seat({"ante": 5, "pair_plus": 4}, ["play"])},
    )
    result = settle(rules(rounding), deal).seats[1].wagers
    assert {key: wager.credit for key, wager in result.items()} == {
        "ante": ante,
        "play": 5 + 7,  # the default
        "pair_plus": pair_plus,
    }
    assert max_credit(rules(rounding), "pair_plus", 4, {}) == pair_plus


def test_rules_cards_name_it_unless_winnings_are_rounded_down() -> None:
    how = {
        rounding: [wager.how for wager in build_rules_card(game(rounding)).wagers]
        for rounding in Rounding
    }
    assert not any("rounded" in text for text in how[Rounding.DOWN])
    assert how[Rounding.NEAREST][0].endswith(" Winnings are rounded to the nearest cent.")
    assert how[Rounding.UP][2].endswith(" Winnings are rounded up to the cent.")
    assert how[Rounding.UP][1] == how[Rounding.DOWN][1]


def test_it_is_a_rule_that_the_lab_ignores() -> None:
    assert len({rules(rounding).game_hash for rounding in Rounding}) == 3
    assert len({main_game_digest(rules(rounding)) for rounding in Rounding}) == 1
    assert solve_main(rules(Rounding.UP)).ev == solve_main(rules(Rounding.DOWN)).ev


def test_an_unknown_rounding_is_refused() -> None:
    with pytest.raises(Refused, match="rounding of Required 'ante' is 'up': it must be a Rounding"):
        game("up")  # type: ignore[arg-type]
