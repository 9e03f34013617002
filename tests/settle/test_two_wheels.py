"""A game with two wheel wagers, each of which is paid by its own wheel."""

from collections.abc import Mapping
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import cards
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.games.payoffs import Wheel
from pitboss.settle import Round, RoundResult, Seat, settle
from pitboss.submission import Rules, resolve
from pitboss.table.round_plan import plan_round


def _two_wheels() -> Rules:
    """Return Criss Cross with the wheel of table D, and that of table A as a second wager."""
    rules, other = (
        resolve(find_game("criss-cross"), {"wagers": {"bonus_spin": {"paytable": letter}}})
        for letter in "DA"
    )
    second = replace(other.sides[-1], key="second_spin", label="Second Wheel")
    return replace(rules, sides=(*rules.sides, second))


RULES: Final = _two_wheels()
TABLE: Final = {
    place: cards(card)
    for place, card in zip(
        ("left", "right", "top", "bottom", "center"), ["2c", "Td", "Ah", "9s", "Kd"], strict=True
    )
}
ANTES: Final = {"ante_across": 500, "ante_down": 500}
BOTH: Final = ANTES | {"bonus_spin": 500, "second_spin": 100}


def settle_spins(
    spin: str | Mapping[str, str] | None, wagers: Mapping[str, int] = BOTH, hole: str = "7c 7d"
) -> RoundResult:
    """Settle a round where seat 1 spins; seat 2 has both wagers and no pair."""
    single_spin, several = (spin, None) if spin is None or isinstance(spin, str) else (None, spin)
    seats = {1: Seat(wagers, ["fold"], spin=single_spin, spins=several), 2: Seat(BOTH, ["fold"])}
    return settle(RULES, Round(TABLE, {1: cards(hole), 2: cards("8c 3d")}, seats))


def test_each_wager_is_paid_by_its_own_wheel() -> None:
    result = settle_spins({"bonus_spin": "$500", "second_spin": "$100"})
    assert result.seats[1].wagers["bonus_spin"].credit == 50_000
    assert result.seats[1].wagers["second_spin"].credit == 10_000
    assert [gift.cents for gift in result.gifts] == [10_000, 2_000]
    assert result.seats[2].community_pay == 12_000


def test_a_symbol_on_both_wheels_pays_what_its_wheel_says() -> None:
    """$500 pays the others something on only one of the wheels."""
    result = settle_spins({"bonus_spin": "$500", "second_spin": "$500"})
    assert [gift.cents for gift in result.gifts] == [10_000]


@pytest.mark.parametrize(
    ("key", "symbol", "credit"), [("bonus_spin", "$75", 7_500), ("second_spin", "$11", 1_100)]
)
def test_a_single_wager_accepts_a_symbol_of_its_wheel(key: str, symbol: str, credit: int) -> None:
    wagers = ANTES | {key: BOTH[key]}
    assert settle_spins(symbol, wagers).seats[1].wagers[key].credit == credit
    assert settle_spins({key: symbol}, wagers).seats[1].wagers[key].credit == credit


@pytest.mark.parametrize(
    ("spin", "sentence"),
    [
        (None, "seat 1 earned a spin with a live wager: its spin is missing"),
        (
            "$500",
            "seat 1 spins the wheels of bonus_spin, second_spin: its spin must name a symbol of "
            "each",
        ),
        (
            {"bonus_spin": "$500"},
            "seat 1 spins the wheels of bonus_spin, second_spin: its spin must name a symbol of "
            "each",
        ),
        (
            {"bonus_spin": "$500", "second_spin": "$75"},
            "seat 1: the wheel of second_spin has no symbol '$75': it has jackpot, $500, $200, "
            "$120, $70, $60, $35, $25, $18, $12, $11, $10, $100, $50, $15",
        ),
    ],
)
def test_every_wheel_needs_its_symbol(spin: str | Mapping[str, str] | None, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        settle_spins(spin)
    assert refused.value.sentence == sentence


def test_without_a_pair_no_wheel_is_spun() -> None:
    assert settle_spins(None, hole="7c 8d").seats[1].credited == 0
    with pytest.raises(Refused, match="earned none"):
        settle_spins({"bonus_spin": "$500", "second_spin": "$100"}, hole="7c 8d")


def test_a_live_table_refuses_two_wheels() -> None:
    """It has one spin per seat, and refuses the rules before anybody wagers."""
    with pytest.raises(Refused, match="one wheel"):
        plan_round(RULES)


def test_the_wheels_are_different() -> None:
    """Otherwise the tests above would prove nothing."""
    wheels = [{x.name for x in s.pays.wheel} for s in RULES.sides if isinstance(s.pays, Wheel)]
    assert len(wheels) == 2
    assert wheels[0] - wheels[1]
    assert wheels[1] - wheels[0]
