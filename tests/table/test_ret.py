# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice at the live table: wagers, the device, dealing, folds, settlement, the rack."""

import pytest

from pitboss.table import events as e

from . import shared_dealing, shared_play, shared_wagering
from .log_queries import ONLOOKER, events_of, hand_seen, showdown_order
from .round_reconstruction import disputed_round, lies_together, settles_again, told_to_keep_order
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
"""Seat 6 makes nothing."""
CROSS = cross("9h 3d 5s Jh As")


def test_ret_2_B_6() -> None:
    """The Progressive is taken at every seat, where it is offered."""
    shared_dealing.the_device_takes(RET, "RET 7.A")


def test_ret_2_B_6_1() -> None:
    """Each seat shows that its Progressive wager is in."""
    shared_dealing.the_device_shows(RET)


@pytest.mark.parametrize("method", ["manual shoe", "hand", "automated shoe"])
def test_ret_2_B_6_2(method: str) -> None:
    """From the call on the device takes no Progressive wager."""
    shared_dealing.the_device_locks(RET, method, "RET 2.B(6)(2)")


def test_ret_7_A() -> None:
    """Chips on spots."""
    shared_wagering.chips_on_spots(RET, "RET 7.A")


def test_ret_7_B_1() -> None:
    """Only who has a seat bets."""
    shared_wagering.only_who_sits(RET, "RET 7.B(1)")


def test_ret_7_B_2() -> None:
    """The seat is kept until the round is over."""
    shared_wagering.the_seat_is_kept(RET)


def test_ret_7_B_3() -> None:
    """Wagers of a player who walked off: a floorperson rules."""
    shared_wagering.may_be_lost(RET, "RET 7.B(3)")


def test_ret_7_C() -> None:
    """Bets are made before the call."""
    shared_wagering.bets_before_the_call(RET, "RET 7.C")


def test_ret_7_D() -> None:
    """And stay as they are after it."""
    shared_wagering.nothing_changes_after_the_call(RET, {RET: "7.D"})


def test_ret_8_C_1() -> None:
    """No card before the call."""
    shared_dealing.the_call(RET, "manual shoe", "RET 8.C(1)")


def test_ret_8_C_2() -> None:
    """The call locks the Progressive."""
    shared_dealing.the_device_locks(RET, "manual shoe", "RET 2.B(6)(2)")
    shared_dealing.the_lock(RET, "manual shoe", "8.C(2)")


def test_ret_8_C_3() -> None:
    """Chips are collected and counted before the first card."""
    shared_dealing.assert_collected(RET, "manual shoe")
    shared_dealing.assert_counted(RET, "manual shoe", "RET 8.C(3)")


def test_ret_8_C_4() -> None:
    """Then they are in the tray."""
    shared_dealing.into_the_tray(RET, "manual shoe")


def test_ret_8_D() -> None:
    """The cross first, then one card at a time to each player, from seat 1 on."""
    assert shared_dealing.dealing_steps(RET, "manual shoe", 5, 1, 2) == [
        "left right top bottom center",
        "1.first 2.first 5.first",
        "1.second 2.second 5.second",
    ]


def test_ret_9_A_5() -> None:
    """No card before the call, from the hand."""
    shared_dealing.the_call(RET, "hand", "RET 9.A(5)")


def test_ret_9_A_5_a() -> None:
    """The call locks the Progressive."""
    shared_dealing.the_device_locks(RET, "hand", "RET 2.B(6)(2)")
    shared_dealing.the_lock(RET, "hand", "9.A(5)(a)")


def test_ret_9_A_5_b() -> None:
    """Chips are collected and counted before the first card."""
    shared_dealing.assert_collected(RET, "hand")
    shared_dealing.assert_counted(RET, "hand", "RET 9.A(5)(b)")


def test_ret_9_A_5_c() -> None:
    """Then they are in the tray."""
    shared_dealing.into_the_tray(RET, "hand")


def test_ret_9_B() -> None:
    """From the hand as from a manual shoe."""
    assert shared_dealing.dealing_steps(RET, "hand", 5, 1, 2) == [
        "left right top bottom center",
        "1.first 2.first 5.first",
        "1.second 2.second 5.second",
    ]


def test_ret_10_A_2_a() -> None:
    """No stack before the call, from an automated shoe."""
    shared_dealing.the_call(RET, "automated shoe", "RET 10.A(2)(a)")


def test_ret_10_A_2_b_i() -> None:
    """The call locks the Progressive."""
    shared_dealing.the_device_locks(RET, "automated shoe", "RET 2.B(6)(2)")
    shared_dealing.the_lock(RET, "automated shoe", "10.A(2)(b)(i)")


def test_ret_10_A_2_b_ii() -> None:
    """Chips are collected and counted before the first stack."""
    shared_dealing.assert_collected(RET, "automated shoe")
    shared_dealing.assert_counted(RET, "automated shoe", "RET 10.A(2)(b)(ii)")


def test_ret_10_A_2_b_iii() -> None:
    """Then they are in the tray."""
    shared_dealing.into_the_tray(RET, "automated shoe")


def test_ret_10_B() -> None:
    """The cross first, then a stack of two to each player, from seat 1 on."""
    assert shared_dealing.dealing_steps(RET, "automated shoe", 5, 1, 2) == [
        "left right top bottom center",
        "1.first 1.second 2.first 2.second 5.first 5.second",
    ]


def test_ret_11_B() -> None:
    """Questions go round from seat 1, and cards lie face down meanwhile."""
    shared_play.goes_round(RET, "run_1", "run_2", "center")
    shared_play.cards_stay_down(RET)


def test_ret_11_B_2() -> None:
    """A fold: antes into the tray and the hand into the rack, at once."""
    table = shared_play.fold_seat_two(RET)
    shared_play.fold_collects(table, "ante_1", "ante_2")
    shared_play.fold_is_racked(table)


@SIDES
@pytest.mark.parametrize("stays", ["", "1x", "1x 2x"])
def test_ret_11_B_3(side: str, stays: str) -> None:
    """With a side wager the folded hand stays until that wager is settled."""
    shared_play.fold_stays(shared_play.fold_seat_two(RET, *stays.split(), **{side: 100}), side)


def test_ret_11_C_E_G() -> None:
    """What is turned after each street."""
    assert shared_play.revealed(RET) == {
        "run_1": "",
        "run_2": "left right",
        "center": "left right top bottom",
        "at the end": "left right top bottom center",
    }


def test_ret_11_D_1() -> None:
    """A fold on the second street takes 1st Run too."""
    table = shared_play.fold_seat_two(RET, "2x")
    shared_play.fold_collects(table, "ante_1", "ante_2", "run_1")
    shared_play.fold_is_racked(table)


def test_ret_11_F_1() -> None:
    """A fold on the third street takes both runs too."""
    table = shared_play.fold_seat_two(RET, "2x", "3x")
    shared_play.fold_collects(table, "ante_1", "ante_2", "run_1", "run_2")
    shared_play.fold_is_racked(table)


def test_ret_11_H() -> None:
    """Five Card Bonus and Ultimate Pairs, from seat 6 to seat 1, before any hand is settled."""
    table = seated_table(RET)
    bonuses = {6: {"five_card_bonus": 100}, 4: {"ultimate_pairs": 100}, 1: {}}
    bonuses[3] = {"five_card_bonus": 100, "ultimate_pairs": 200}
    bet(table, {seat: antes(RET, **sides) for seat, sides in bonuses.items()})
    table.dealer("Dee").no_more_bets()
    stay(table)
    assert str(table.instruction) == "dealer: settle the bonus wagers of seat 6 [RET 11.H]"
    shared_play.one_by_one(table)
    first = {item.seat: set(item.wagers) for item in events_of(table, e.SeatSettled)[:3]}
    assert first == {seat: set(sides) for seat, sides in bonuses.items() if sides}
    assert [word for word in showdown_order(table) if not word.startswith("turned")] == [
        "first 6", "first 4", "first 3", "settled 6", "settled 4", "settled 3", "settled 1",
    ]  # fmt: skip


def test_ret_11_I() -> None:
    """Hands are turned up and settled one after the other, from seat 6 to seat 1."""
    table = seated_table(RET)
    bet(table, {seat: antes(RET) for seat in (1, 2, 4, 6)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    shared_play.one_by_one(table)
    assert showdown_order(table) == [
        f"{what} {seat}" for seat in (6, 4, 2, 1) for what in ("turned", "settled")
    ]


def test_ret_11_I_1() -> None:
    """The dealer announces the first hand of each player."""
    shared_play.assert_announced(RET, LOSES, CROSS, "your 1st Run hand")


def test_ret_11_I_2() -> None:
    """And the second one."""
    shared_play.assert_announced(RET, LOSES, CROSS, "your 2nd Run hand")


def test_ret_11_I_3_a() -> None:
    """What loses is taken, and the hand is put away, before the next seat is settled."""
    shared_play.loser_is_racked(RET, LOSES, CROSS)


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
    shared_play.one_by_one(table)
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
    """The rack and the log give every hand back, and the round settles to the same cents."""
    table = disputed_round(method)
    lies_together(table)
    settles_again(table)
    told_to_keep_order(RET, "RET 11.K")


def test_ret_12_F_6_a() -> None:
    """Locked wagers feed each meter by the share that was filed for it."""
    rates = {"mega": {"rate": "1/10"}, "major": {"rate": "1/4"}, "minor": {"rate": "1/20"}}
    submission = {"progressive": {"offered": True, "paytable": "D", "wager": 500, "meters": rates}}
    contributions = {"mega": 100, "major": 250, "minor": 50}
    shared_dealing.feeds_the_meters(RET, {"wagers": submission}, contributions)
