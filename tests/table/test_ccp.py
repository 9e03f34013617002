# ruff: noqa: N802 - a test is called by its clause
"""Criss Cross at the live table: wagers, the device, dealing, folds, settlement, the rack."""

import pytest

from pitboss.table import events as e

from . import shared_dealing, shared_play, shared_wagering
from .log_queries import events_of, hand_seen, showdown_order
from .round_reconstruction import (
    check_reconstruction_instruction,
    disputed_round,
    lies_together,
    settles_again,
)
from .tables import (
    CCP,
    MACHINE,
    METHODS,
    antes,
    bet,
    cross,
    current_round,
    seated_table,
    stay,
    step,
)

LOSES = {1: "9c 9d", 4: "Kc Qd", 6: "2c 7d"}
"""Seat 6 has a losing hand."""
CROSS = cross("9h 3d 5s Jh As")


def test_ccp_2_B_6() -> None:
    """The Bonus Spin is accepted at every seat if it is offered."""
    shared_dealing.check_device_accepts_wagers(CCP, "CCP 7.A")


def test_ccp_2_B_6_1() -> None:
    """Each seat shows whether its Bonus Spin wager was accepted."""
    shared_dealing.check_device_shows_wagers(CCP)


@pytest.mark.parametrize("method", ["manual shoe", "hand", "automated shoe"])
def test_ccp_2_B_6_2(method: str) -> None:
    """After the call the device accepts no Bonus Spin wager."""
    shared_dealing.check_device_locks_at_call(CCP, method, "CCP 2.B(6)(2)")


def test_ccp_7_A() -> None:
    """Wagers are chips on their spots."""
    shared_wagering.check_wagers_are_chips_on_spots(CCP, "CCP 7.A")


def test_ccp_7_B_1() -> None:
    """Only seated players bet."""
    shared_wagering.check_only_seated_players_bet(CCP, "CCP 7.B(1)")


def test_ccp_7_B_2() -> None:
    """A player who walks off keeps the seat until the round is over."""
    shared_wagering.check_seat_is_kept(CCP)


def test_ccp_7_B_3() -> None:
    """A floorperson rules on the wagers of a player who walked off."""
    shared_wagering.check_both_rulings(CCP, "CCP 7.B(3)")


def test_ccp_7_C() -> None:
    """Bets are made before the call."""
    shared_wagering.check_bets_before_call(CCP, "CCP 7.C")


def test_ccp_7_D() -> None:
    """Bets cannot change after the call."""
    shared_wagering.check_no_change_after_call(CCP, {CCP: "7.D"})


def test_ccp_8_C() -> None:
    """No card is dealt before the call."""
    shared_dealing.check_call(CCP, "manual shoe", "CCP 8.C")


def test_ccp_8_D() -> None:
    """The cross is dealt first, then single cards to each player from seat 1."""
    assert shared_dealing.dealing_steps(CCP, "manual shoe", 6, 3, 1) == [
        "left right top bottom center",
        "1.first 3.first 6.first",
        "1.second 3.second 6.second",
    ]


def test_ccp_9_A_5() -> None:
    """From the hand, no card is dealt before the call."""
    shared_dealing.check_call(CCP, "hand", "CCP 9.A(5)")


def test_ccp_9_B() -> None:
    """Dealing from the hand follows the order of a manual shoe."""
    assert shared_dealing.dealing_steps(CCP, "hand", 6, 3, 1) == [
        "left right top bottom center",
        "1.first 3.first 6.first",
        "1.second 3.second 6.second",
    ]


def test_ccp_10_A_2() -> None:
    """From an automated shoe, no stack is dealt before the call."""
    shared_dealing.check_call(CCP, "automated shoe", "CCP 10.A(2)")


def test_ccp_10_B() -> None:
    """The cross is dealt first, then a stack of two to each player from seat 1."""
    assert shared_dealing.dealing_steps(CCP, "automated shoe", 6, 3, 1) == [
        "left right top bottom center",
        "1.first 1.second 3.first 3.second 6.first 6.second",
    ]


def test_ccp_11_B() -> None:
    """Players decide in order from seat 1, while cards stay face down."""
    shared_play.check_decision_order(CCP, "across", "down", "middle")
    shared_play.check_cards_stay_face_down(CCP)


def test_ccp_11_B_2() -> None:
    """A fold moves antes to the tray and the hand to the rack at once."""
    table = shared_play.fold_seat_two(CCP)
    shared_play.check_fold_collects_wagers(table, "ante_across", "ante_down")
    shared_play.check_folded_hand_is_racked(table)


@pytest.mark.parametrize(("side", "cents"), [("five_card_bonus", 100), ("bonus_spin", 500)])
@pytest.mark.parametrize("stays", ["", "1x", "1x 2x"])
def test_ccp_11_B_3(side: str, cents: int, stays: str) -> None:
    """A folded hand with a side wager stays until that wager is settled."""
    shared_play.check_folded_hand_stays(
        shared_play.fold_seat_two(CCP, *stays.split(), **{side: cents}), side
    )


def test_ccp_11_C_E_G() -> None:
    """Check which cards are turned after each street."""
    assert shared_play.face_up_cards_by_street(CCP) == {
        "across": "",
        "down": "left right",
        "middle": "left right top bottom",
        "at the end": "left right top bottom center",
    }


def test_ccp_11_D_1() -> None:
    """A fold on the second street takes Across too."""
    table = shared_play.fold_seat_two(CCP, "2x")
    shared_play.check_fold_collects_wagers(table, "ante_across", "ante_down", "across")
    shared_play.check_folded_hand_is_racked(table)


def test_ccp_11_F_1() -> None:
    """A fold on the third street takes Across and Down too."""
    table = shared_play.fold_seat_two(CCP, "2x", "3x")
    shared_play.check_fold_collects_wagers(table, "ante_across", "ante_down", "across", "down")
    shared_play.check_folded_hand_is_racked(table)


def test_ccp_11_H() -> None:
    """The Five Card Bonus, from seat 6 to seat 1, before any hand is turned up or settled."""
    table = seated_table(CCP)
    sides = {6: {"five_card_bonus": 100}, 5: {}, 3: {"five_card_bonus": 100}, 1: {}}
    bet(table, {seat: antes(CCP, **some) for seat, some in sides.items()})
    table.dealer("Dee").no_more_bets()
    stay(table)
    assert str(table.instruction) == "dealer: settle seat 6's bonus wagers [CCP 11.H]"
    shared_play.settle_one_by_one(table)
    assert showdown_order(table) == [
        "first 6", "first 3",
        *(f"{what} {seat}" for seat in (6, 5, 3, 1) for what in ("turned", "settled")),
    ]  # fmt: skip


def test_ccp_11_H_before_the_wheel() -> None:
    """Hands that may spin the wheel are shown only when the bonuses are settled."""
    table = seated_table(CCP)
    sides = {6: {"bonus_spin": 500}, 3: {"five_card_bonus": 100, "bonus_spin": 500}, 1: {}}
    bet(table, {seat: antes(CCP, **some) for seat, some in sides.items()})
    table.dealer("Dee").no_more_bets()
    stay(table)
    shared_play.settle_one_by_one(table)
    progress = [what for what in showdown_order(table) if not what.startswith("spun")]
    assert progress[:3] == ["first 3", "turned 6", "turned 3"]


def test_ccp_11_I() -> None:
    """Hands are turned up and settled one by one, from seat 6 to seat 1."""
    table = seated_table(CCP)
    bet(table, {seat: antes(CCP) for seat in (1, 2, 4, 6)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    shared_play.settle_one_by_one(table)
    assert showdown_order(table) == [
        f"{what} {seat}" for seat in (6, 4, 2, 1) for what in ("turned", "settled")
    ]


def test_ccp_11_I_1() -> None:
    """The dealer announces the first hand of each player."""
    shared_play.check_announcements(CCP, LOSES, CROSS, "your Across hand")


def test_ccp_11_I_2() -> None:
    """The dealer announces the second hand of each player."""
    shared_play.check_announcements(CCP, LOSES, CROSS, "your Down hand")


def test_ccp_11_I_3_a() -> None:
    """Losing chips and the hand are collected before the next seat is settled."""
    shared_play.check_losing_hand_is_racked(CCP, LOSES, CROSS)


def test_ccp_7_E_2_b() -> None:
    """A pair in the hand and the wager on the spot: the wheel is spun, once, before settlement."""
    holes = {1: "8c 8d", 2: "Kc Qd", 4: "Tc Td"}
    table = seated_table(CCP, holes, cross("9h 3d 5s Jh As"))
    spins = {1: {"bonus_spin": 500}, 2: {"bonus_spin": 500}, 4: {}}
    bet(table, {seat: antes(CCP, **some) for seat, some in spins.items()})
    table.dealer("Dee").no_more_bets()
    stay(table)
    while not events_of(table, e.WheelSpun):
        step(table)
    assert [item.seat for item in events_of(table, e.WheelSpun)] == [1]
    assert hand_seen(table, 1).spin == current_round(table).spins[1]
    shared_play.settle_one_by_one(table)
    assert [item.seat for item in events_of(table, e.WheelSpun)] == [1]
    assert current_round(table).results[1]["bonus_spin"].outcome == "win"
    assert current_round(table).results[2]["bonus_spin"].outcome == "lose"


def test_ccp_12_D_merchandise() -> None:
    """A pair spins a symbol that the filing names: the value is credited, the goods are named."""
    wheel = [{"symbol": "Lucky 7", "stops": 3}]
    goods = {"top_symbol": "Lucky 7", "merchandise": "a boat", "fixed_prize": 1_234_500}
    submission = MACHINE | {"wagers": {"bonus_spin": {"paytable": "A", "wheel": wheel} | goods}}
    table = seated_table(
        CCP, {1: "8c 8d", 4: "Tc 9d"}, cross("9h 3d 5s Jh As"), submission=submission
    )
    bet(table, {seat: antes(CCP, bonus_spin=100) for seat in (1, 4)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    shared_play.settle_one_by_one(table)
    assert [item.symbol for item in events_of(table, e.WheelSpun)] == ["Lucky 7"]
    wager_result = current_round(table).results[1]["bonus_spin"]
    assert (wager_result.outcome, wager_result.credit, wager_result.merchandise) == (
        "win",
        1_234_500,
        "a boat",
    )
    assert current_round(table).results[4]["bonus_spin"].merchandise is None
    assert sum(table.state.balances.values()) == 0


@pytest.mark.parametrize("method", [name for name in METHODS if name.startswith(CCP)])
def test_ccp_11_J(method: str) -> None:
    """Rack and log allow every hand to be reconstructed, with the same settlement."""
    table = disputed_round(method)
    lies_together(table)
    settles_again(table)
    check_reconstruction_instruction(CCP, "CCP 11.J")


def test_ccp_12_D_5_a() -> None:
    """Locked wagers add the filed share to the meter."""
    submission = {"paytable": "D", "meters": {"meter": {"rate": "3/20"}}}
    shared_dealing.check_meters_are_fed(CCP, {"wagers": {"bonus_spin": submission}}, {"meter": 150})
