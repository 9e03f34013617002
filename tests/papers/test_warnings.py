"""Warnings about valid but unusual submissions."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games import MARYLAND
from pitboss.games.grammar import Deck
from pitboss.games.library.caribbean_stud import CARIBBEAN_STUD
from pitboss.money import dollars
from pitboss.papers.filing.warnings import submission_warnings

RET, CCP, THB, STUD = MARYLAND.values()
LOW: dict[str, Any] = {"table": {"maximum": 2000}, "wagers": {"bonus": {"maximum": 500}}}


def test_a_modest_table_has_no_warnings() -> None:
    assert submission_warnings(THB, LOW) == ()


def test_a_top_prize_beyond_the_payout_limit() -> None:
    assert submission_warnings(THB) == (
        "Texas Hold 'Em Bonus of $100 could win $100,000, but the payout limit is $50,000 "
        "[THB 12.C]",
    )


def test_a_raise_counts_at_its_largest_multiple() -> None:
    result = submission_warnings(CCP, {"table": {"maximum": 3400}})
    assert (
        "Across, Down and Middle of $102 each could win $51,000, "
        "but the payout limit is $50,000 [CCP 12.B]" in result
    )
    assert not any(
        "Across" in note for note in submission_warnings(CCP, {"table": {"maximum": 3300}})
    )


def test_limits_that_no_chips_can_make() -> None:
    result = submission_warnings(THB, {"table": {"minimum": 1250, "maximum": 2000, "chip": 500}})
    assert "the table minimum of $12.50 is not a multiple of the smallest chip, $5" in result
    assert (
        "the Texas Hold 'Em Bonus minimum of $1 is not a multiple of the smallest chip, $5"
        in result
    )


def test_a_wager_that_no_chips_can_make() -> None:
    result = submission_warnings(STUD, {"table": {"chip": 500}})
    assert "the Progressive wager of $1 is not a multiple of the smallest chip, $5" in result


def test_a_wheel_without_a_jackpot() -> None:
    wheel = [{"symbol": "$60", "stops": 9}]
    result = submission_warnings(CCP, {"wagers": {"bonus_spin": {"wheel": wheel}}})
    assert "the wheel of Bonus Spin has no jackpot, so nobody can win it" in result
    assert "the Bonus Spin meter grows, but no symbol of the wheel pays it" in result


def test_a_meter_that_starts_below_its_reset() -> None:
    meter = {"start": 1_000_000, "reset": 2_000_000}
    result = submission_warnings(RET, {"wagers": {"progressive": {"meters": {"meter": meter}}}})
    assert "the meter meter starts at $10,000, below its reset amount of $20,000" not in result
    assert "the Progressive meter starts at $10,000, below its reset amount of $20,000" in result


@pytest.mark.parametrize(("cents", "is_noted"), [(1, True), (9_999, True), (10_000, False)])
def test_ccp_12_D_1_a_small_fixed_prize(  # noqa: N802 - called by its clause
    cents: int, is_noted: bool
) -> None:
    """Table A allows it, since it has no floor, but a manager would want to know."""
    submission = {"wagers": {"bonus_spin": {"paytable": "A", "fixed_prize": cents}}}
    note = f"the fixed prize of Bonus Spin is {dollars(cents)}, less than $100 [CCP 12.D(1)(a)]"
    assert (note in submission_warnings(CCP, submission)) == is_noted
    submission["wagers"]["bonus_spin"]["offered"] = False
    assert note not in submission_warnings(CCP, submission)


def test_a_wheel_without_the_named_symbol() -> None:
    wheel = [{"symbol": "$60", "stops": 1}]
    submission = {"wagers": {"bonus_spin": {"paytable": "A", "top_symbol": "Star", "wheel": wheel}}}
    assert "the wheel of Bonus Spin has no Star, so nobody can win it" in submission_warnings(
        CCP, submission
    )


def test_a_meter_that_never_grows() -> None:
    result = submission_warnings(
        RET, {"wagers": {"progressive": {"meters": {"meter": {"rate": "0"}}}}}
    )
    assert "the Progressive meter gets no share of the wagers, so it never grows" in result


def test_choices_for_a_wager_that_is_not_offered() -> None:
    result = submission_warnings(
        RET, {"wagers": {"progressive": {"offered": False, "paytable": "B"}}}
    )
    assert "Progressive is not offered, although the submission sets its paytable" in result


@pytest.mark.parametrize("key", MARYLAND)
def test_a_faulty_submission_is_refused(key: str) -> None:
    with pytest.raises(Refused):
        submission_warnings(MARYLAND[key], {"table": {"chip": 0}})


def test_a_game_that_the_lab_cannot_solve_can_be_filed() -> None:
    """Too many deals to enumerate lead to a note, not a fault of the filing."""
    large = replace(CARIBBEAN_STUD, key="caribbean-wild", deck=Deck(decks=2, wild="2"))
    assert submission_warnings(large) == (
        "the return of the main game is not known: the lab has no fast method for caribbean-wild, "
        "and its 32,887,242,802,814,400 deals are too many to go through one by one",
    )
