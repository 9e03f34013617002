"""What a manager would want to know of a valid submission."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games import MARYLAND
from pitboss.games.grammar import Deck
from pitboss.games.library.caribbean_stud import CARIBBEAN_STUD
from pitboss.money import dollars
from pitboss.papers.warnings import warnings
from pitboss.refusal import Refused

RET, CCP, THB, STUD = MARYLAND.values()
LOW: dict[str, Any] = {"table": {"maximum": 2000}, "wagers": {"bonus": {"maximum": 500}}}


def test_a_modest_table_has_none() -> None:
    assert warnings(THB, LOW) == ()


def test_a_top_prize_beyond_the_payout_limit() -> None:
    assert warnings(THB) == (
        "Texas Hold 'Em Bonus of $100 could win $100,000, but the payout limit is $50,000 "
        "[THB 12.C]",
    )


def test_a_raise_counts_at_its_largest_multiple() -> None:
    found = warnings(CCP, {"table": {"maximum": 3400}})
    assert (
        "Across, Down and Middle of $102 each could win $51,000, "
        "but the payout limit is $50,000 [CCP 12.B]" in found
    )
    assert not any("Across" in note for note in warnings(CCP, {"table": {"maximum": 3300}}))


def test_limits_that_no_chip_makes() -> None:
    found = warnings(THB, {"table": {"minimum": 1250, "maximum": 2000, "chip": 500}})
    assert "no chips make the table minimum of $12.50: the smallest is $5" in found
    assert "no chips make the minimum of Texas Hold 'Em Bonus of $1: the smallest is $5" in found


def test_a_wager_that_no_chip_makes() -> None:
    found = warnings(STUD, {"table": {"chip": 500}})
    assert "no chips make the Progressive wager of $1: the smallest is $5" in found


def test_a_wheel_without_a_jackpot() -> None:
    wheel = [{"symbol": "$60", "stops": 9}]
    found = warnings(CCP, {"wagers": {"bonus_spin": {"wheel": wheel}}})
    assert "the wheel of Bonus Spin has no jackpot, so nobody can win it" in found
    assert "the meter of Bonus Spin grows, but no symbol of the wheel pays it" in found


def test_a_meter_that_starts_below_its_reset() -> None:
    meter = {"start": 1_000_000, "reset": 2_000_000}
    found = warnings(RET, {"wagers": {"progressive": {"meters": {"meter": meter}}}})
    assert "the meter meter starts at $10,000, below its reset of $20,000" not in found
    assert "the meter of Progressive starts at $10,000, below its reset of $20,000" in found


@pytest.mark.parametrize(("cents", "noted"), [(1, True), (9_999, True), (10_000, False)])
def test_ccp_12_D_1_a_small_fixed_prize(  # noqa: N802 - called by its clause
    cents: int, noted: bool
) -> None:
    """Allowed under table A, which has no floor; but a manager would want to know."""
    filed = {"wagers": {"bonus_spin": {"paytable": "A", "fixed_prize": cents}}}
    note = f"the fixed prize of Bonus Spin is {dollars(cents)}, less than $100 [CCP 12.D(1)(a)]"
    assert (note in warnings(CCP, filed)) == noted
    filed["wagers"]["bonus_spin"]["offered"] = False
    assert note not in warnings(CCP, filed)


def test_a_wheel_without_the_named_symbol() -> None:
    wheel = [{"symbol": "$60", "stops": 1}]
    filed = {"wagers": {"bonus_spin": {"paytable": "A", "top_symbol": "Star", "wheel": wheel}}}
    assert "the wheel of Bonus Spin has no Star, so nobody can win it" in warnings(CCP, filed)


def test_a_meter_that_never_grows() -> None:
    found = warnings(RET, {"wagers": {"progressive": {"meters": {"meter": {"rate": "0"}}}}})
    assert "the meter of Progressive takes nothing from a wager, so it never grows" in found


def test_choices_for_a_wager_that_is_not_offered() -> None:
    found = warnings(RET, {"wagers": {"progressive": {"offered": False, "paytable": "B"}}})
    assert "Progressive is not offered, though it has paytable chosen" in found


@pytest.mark.parametrize("key", MARYLAND)
def test_a_faulty_submission_is_refused(key: str) -> None:
    with pytest.raises(Refused):
        warnings(MARYLAND[key], {"table": {"chip": 0}})


def test_a_game_that_the_lab_cannot_solve_can_be_filed() -> None:
    """Nobody walks through so many deals; that is a note, and no fault of the filing."""
    large = replace(CARIBBEAN_STUD, key="caribbean-wild", deck=Deck(wild="2"))
    assert warnings(large) == (
        "what the main game returns is not known: caribbean-wild has no shape that the lab solves "
        "fast, and its 19,933,230,517,200 deals are too many to walk through",
    )
