# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice at the live table: wagers, the device, dealing, folds, settlement, the rack."""

import pytest

from pitboss.table import events as e

from . import shared_dealing, shared_play, shared_wagering
from .log_queries import ONLOOKER, events_of, hand_seen, showdown_order
from .round_reconstruction import (
    check_reconstruction_instruction,
    disputed_round,
    lies_together,
    settles_again,
)
from .tables import (
    DEE,
    METHODS,
    RET,
    answer,
    antes,
    bet,
    cross,
    current_round,
    seated_table,
    stay,
    step,
)

SIDES = pytest.mark.parametrize("side", ["five_card_bonus", "ultimate_pairs", "progressive"])
LOSES = {1: "9c 9d", 4: "Kc Qd", 6: "2c 7d"}
"""Seat 6 has a losing hand."""
CROSS = cross("9h 3d 5s Jh As")


def test_ret_2_B_6() -> None:
    """The Progressive is accepted at every seat if it is offered."""
    shared_dealing.check_device_accepts_wagers(RET, "RET 7.A")


def test_ret_2_B_6_1() -> None:
    """Each seat shows whether its Progressive wager was accepted."""
    shared_dealing.check_device_shows_wagers(RET)


@pytest.mark.parametrize("method", ["manual shoe", "hand", "automated shoe"])
def test_ret_2_B_6_2(method: str) -> None:
    """After the call the device accepts no Progressive wager."""
    shared_dealing.check_device_locks_at_call(RET, method, "RET 2.B(6)(2)")


def test_ret_7_A() -> None:
    """Wagers are chips on their spots."""
    shared_wagering.check_wagers_are_chips_on_spots(RET, "RET 7.A")


def test_ret_7_B_1() -> None:
    """Only seated players bet."""
    shared_wagering.check_only_seated_players_bet(RET, "RET 7.B(1)")


def test_ret_7_B_2() -> None:
    """A player who walks off keeps the seat until the round is over."""
    shared_wagering.check_seat_is_kept(RET)


def test_ret_7_B_3() -> None:
    """A floorperson rules on the wagers of a player who walked off."""
    shared_wagering.check_both_rulings(RET, "RET 7.B(3)")


def test_ret_7_C() -> None:
    """Bets are made before the call."""
    shared_wagering.check_bets_before_call(RET, "RET 7.C")


def test_ret_7_D() -> None:
    """Bets cannot change after the call."""
    shared_wagering.check_no_change_after_call(RET, {RET: "7.D"})


def test_ret_8_C_1() -> None:
    """No card is dealt before the call."""
    shared_dealing.check_call(RET, "manual shoe", "RET 8.C(1)")


def test_ret_8_C_2() -> None:
    """The call locks out the Progressive."""
    shared_dealing.check_device_locks_at_call(RET, "manual shoe", "RET 2.B(6)(2)")
    shared_dealing.check_call_locks_device(RET, "manual shoe", "8.C(2)")


def test_ret_8_C_3() -> None:
    """Chips are collected and counted before the first card."""
    shared_dealing.check_chips_are_collected(RET, "manual shoe")
    shared_dealing.check_chips_are_counted(RET, "manual shoe", "RET 8.C(3)")


def test_ret_8_C_4() -> None:
    """Counted chips go to the tray."""
    shared_dealing.check_chips_go_to_tray(RET, "manual shoe")


def test_ret_8_D() -> None:
    """The cross is dealt first, then single cards to each player from seat 1."""
    assert shared_dealing.dealing_steps(RET, "manual shoe", 5, 1, 2) == [
        "left right top bottom center",
        "1.first 2.first 5.first",
        "1.second 2.second 5.second",
    ]


def test_ret_9_A_5() -> None:
    """From the hand, no card is dealt before the call."""
    shared_dealing.check_call(RET, "hand", "RET 9.A(5)")


def test_ret_9_A_5_a() -> None:
    """The call locks out the Progressive."""
    shared_dealing.check_device_locks_at_call(RET, "hand", "RET 2.B(6)(2)")
    shared_dealing.check_call_locks_device(RET, "hand", "9.A(5)(a)")


def test_ret_9_A_5_b() -> None:
    """Chips are collected and counted before the first card."""
    shared_dealing.check_chips_are_collected(RET, "hand")
    shared_dealing.check_chips_are_counted(RET, "hand", "RET 9.A(5)(b)")


def test_ret_9_A_5_c() -> None:
    """Counted chips go to the tray."""
    shared_dealing.check_chips_go_to_tray(RET, "hand")


def test_ret_9_B() -> None:
    """Dealing from the hand follows the order of a manual shoe."""
    assert shared_dealing.dealing_steps(RET, "hand", 5, 1, 2) == [
        "left right top bottom center",
        "1.first 2.first 5.first",
        "1.second 2.second 5.second",
    ]


def test_ret_10_A_2_a() -> None:
    """From an automated shoe, no stack is dealt before the call."""
    shared_dealing.check_call(RET, "automated shoe", "RET 10.A(2)(a)")


def test_ret_10_A_2_b_i() -> None:
    """The call locks out the Progressive."""
    shared_dealing.check_device_locks_at_call(RET, "automated shoe", "RET 2.B(6)(2)")
    shared_dealing.check_call_locks_device(RET, "automated shoe", "10.A(2)(b)(i)")


def test_ret_10_A_2_b_ii() -> None:
    """Chips are collected and counted before the first stack."""
    shared_dealing.check_chips_are_collected(RET, "automated shoe")
    shared_dealing.check_chips_are_counted(RET, "automated shoe", "RET 10.A(2)(b)(ii)")


def test_ret_10_A_2_b_iii() -> None:
    """Counted chips go to the tray."""
    shared_dealing.check_chips_go_to_tray(RET, "automated shoe")


def test_ret_10_B() -> None:
    """The cross is dealt first, then a stack of two to each player from seat 1."""
    assert shared_dealing.dealing_steps(RET, "automated shoe", 5, 1, 2) == [
        "left right top bottom center",
        "1.first 1.second 2.first 2.second 5.first 5.second",
    ]


def test_ret_11_B() -> None:
    """Players decide in order from seat 1, while cards stay face down."""
    shared_play.check_decision_order(RET, "run_1", "run_2", "center")
    shared_play.check_cards_stay_face_down(RET)


def test_ret_11_B_2() -> None:
    """A fold moves antes to the tray and the hand to the rack at once."""
    table = shared_play.fold_seat_two(RET)
    shared_play.check_fold_collects_wagers(table, "ante_1", "ante_2")
    shared_play.check_folded_hand_is_racked(table)


@SIDES
@pytest.mark.parametrize("stays", ["", "1x", "1x 2x"])
def test_ret_11_B_3(side: str, stays: str) -> None:
    """A folded hand with a side wager stays until that wager is settled."""
    shared_play.check_folded_hand_stays(
        shared_play.fold_seat_two(RET, *stays.split(), **{side: 100}), side
    )


def test_ret_11_C_E_G() -> None:
    """Check which cards are turned after each street."""
    assert shared_play.face_up_cards_by_street(RET) == {
        "run_1": "",
        "run_2": "left right",
        "center": "left right top bottom",
        "at the end": "left right top bottom center",
    }


def test_ret_11_D_1() -> None:
    """A fold on the second street takes 1st Run too."""
    table = shared_play.fold_seat_two(RET, "2x")
    shared_play.check_fold_collects_wagers(table, "ante_1", "ante_2", "run_1")
    shared_play.check_folded_hand_is_racked(table)


def test_ret_11_F_1() -> None:
    """A fold on the third street takes both runs too."""
    table = shared_play.fold_seat_two(RET, "2x", "3x")
    shared_play.check_fold_collects_wagers(table, "ante_1", "ante_2", "run_1", "run_2")
    shared_play.check_folded_hand_is_racked(table)


def test_ret_11_H() -> None:
    """Five Card Bonus and Ultimate Pairs, from seat 6 to seat 1, before any hand is settled."""
    table = seated_table(RET)
    bonuses = {6: {"five_card_bonus": 100}, 4: {"ultimate_pairs": 100}, 1: {}}
    bonuses[3] = {"five_card_bonus": 100, "ultimate_pairs": 200}
    bet(table, {seat: antes(RET, **sides) for seat, sides in bonuses.items()})
    table.dealer("Dee").no_more_bets()
    stay(table)
    assert str(table.instruction) == "dealer: settle seat 6's bonus wagers [RET 11.H]"
    shared_play.settle_one_by_one(table)
    first = {item.seat: set(item.wagers) for item in events_of(table, e.SeatSettled)[:3]}
    assert first == {seat: set(sides) for seat, sides in bonuses.items() if sides}
    assert [word for word in showdown_order(table) if not word.startswith("turned")] == [
        "first 6", "first 4", "first 3", "settled 6", "settled 4", "settled 3", "settled 1",
    ]  # fmt: skip


def test_ret_11_I() -> None:
    """Hands are turned up and settled one by one, from seat 6 to seat 1."""
    table = seated_table(RET)
    bet(table, {seat: antes(RET) for seat in (1, 2, 4, 6)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    shared_play.settle_one_by_one(table)
    assert showdown_order(table) == [
        f"{what} {seat}" for seat in (6, 4, 2, 1) for what in ("turned", "settled")
    ]


def test_ret_11_I_1() -> None:
    """The dealer announces the first hand of each player."""
    shared_play.check_announcements(RET, LOSES, CROSS, "your 1st Run hand")


def test_ret_11_I_2() -> None:
    """The dealer announces the second hand of each player."""
    shared_play.check_announcements(RET, LOSES, CROSS, "your 2nd Run hand")


def test_ret_11_I_3_a() -> None:
    """Losing chips and the hand are collected before the next seat is settled."""
    shared_play.check_losing_hand_is_racked(RET, LOSES, CROSS)


def test_ret_11_J() -> None:
    """Hands with a Progressive wager lie face down until their turn, a folded one too.

    Seat 6 wins from it and waits for the floorperson; seats 3 and 1 made the wager too.
    """
    table = seated_table(RET, {1: "2c 7d", 3: "Kc Qd", 6: "9c 9d"}, cross("9h 3d 5s Jh As"))
    bet(table, {seat: antes(RET, progressive=100) for seat in (1, 3, 6)})
    table.dealer("Dee").no_more_bets()
    answer(table, "1x", "fold")
    stay(table)
    assert {hand_seen(table, seat).cards for seat in (1, 3, 6)} == {("??", "??")}
    step(table)
    assert current_round(table).hit == 6
    assert hand_seen(table, 6).cards == ("9c", "9d")
    for viewer in (ONLOOKER, DEE):
        assert {hand_seen(table, seat, viewer).cards for seat in (1, 3)} == {("??", "??")}
    shared_play.settle_one_by_one(table)
    assert showdown_order(table) == [
        "turned 6", "jackpot 6", "verified 6", "validated 6", "settled 6",
        "turned 3", "settled 3", "turned 1", "settled 1",
    ]  # fmt: skip


def test_ret_11_J_verified() -> None:
    """The dealer verifies the win; with Ultimate Pairs the hand lies face up already by then."""
    table = seated_table(RET, {1: "2c 7d", 6: "9c 9d"}, cross("9h 3d 5s Jh As"))
    bet(table, {seat: antes(RET, progressive=100, ultimate_pairs=100) for seat in (1, 6)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    step(table)
    assert {hand_seen(table, seat).cards[0] for seat in (1, 6)} == {"2c", "9c"}
    if current_round(table).hit is None:
        step(table)
    assert current_round(table).hit == 6
    assert table.instruction.clause == "RET 11.J"
    assert not table.floorperson("Flo").can_validate_jackpot(6)
    table.dealer("Dee").verify_jackpot(6)
    table.floorperson("Flo").validate_jackpot(6)


@pytest.mark.parametrize("method", [name for name in METHODS if name.startswith(RET)])
def test_ret_11_K(method: str) -> None:
    """Rack and log allow every hand to be reconstructed, with the same settlement."""
    table = disputed_round(method)
    lies_together(table)
    settles_again(table)
    check_reconstruction_instruction(RET, "RET 11.K")


def test_ret_12_F_6_a() -> None:
    """Locked wagers add the filed share to each meter."""
    rates = {"mega": {"rate": "1/10"}, "major": {"rate": "1/4"}, "minor": {"rate": "1/20"}}
    submission = {"progressive": {"offered": True, "paytable": "D", "wager": 500, "meters": rates}}
    contributions = {"mega": 100, "major": 250, "minor": 50}
    shared_dealing.check_meters_are_fed(RET, {"wagers": submission}, contributions)
