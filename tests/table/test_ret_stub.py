# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice at the live table: putting away or counting the stub."""

import pytest

from . import shared_stub as stub
from .hand_dealt_table import READY_FOR
from .tables import RET


@pytest.mark.parametrize("method", READY_FOR)
def test_ret_1_B_6(method: str) -> None:
    """The stub consists of the cards left once all cards are dealt."""
    stub.check_stub_is_what_was_not_dealt(RET, method)


def test_ret_8_D_4_a() -> None:
    """From a manual shoe: once all cards are dealt, no more are dealt."""
    stub.check_stub_is_put_away(RET, "manual shoe", "RET 8.D", "8.D(4)")


def test_ret_8_D_4_b() -> None:
    """From a manual shoe: an uncounted stub goes to the rack unseen."""
    stub.check_stub_is_not_seen(RET, "manual shoe")


def test_ret_8_E() -> None:
    """From a manual shoe: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(RET, "manual shoe", "RET 8.E")
    stub.check_deck_is_counted_after_void_round(RET, "manual shoe", "RET 8.E")
    stub.check_house_counts(RET, "manual shoe")
    stub.check_counting_machine_is_enough(RET, "manual shoe")


def test_ret_8_F_1() -> None:
    """From a manual shoe: the dealer counts in plain view, and turns no card."""
    stub.check_count_turns_no_card(RET, "manual shoe", "RET 8.E")


def test_ret_8_F_2() -> None:
    """From a manual shoe: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(RET, "manual shoe")


def test_ret_8_F_3() -> None:
    """From a manual shoe: with another count, play stops until the cause is found."""
    stub.check_wrong_count(RET, "manual shoe")


def test_ret_8_F_4() -> None:
    """From a manual shoe: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(RET, "manual shoe", "8.F(4)")


def test_ret_8_F_5() -> None:
    """From a manual shoe: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(RET, "manual shoe", "8.F(5)")


def test_ret_9_B_3_a() -> None:
    """From the hand: once all cards are dealt, no more are dealt."""
    stub.check_stub_is_put_away(RET, "hand", "RET 9.B", "9.B(3)")


def test_ret_9_B_3_b() -> None:
    """From the hand: an uncounted stub goes to the rack unseen."""
    stub.check_stub_is_not_seen(RET, "hand")


def test_ret_9_C() -> None:
    """From the hand: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(RET, "hand", "RET 9.C")
    stub.check_deck_is_counted_after_void_round(RET, "hand", "RET 9.C")
    stub.check_house_counts(RET, "hand")
    stub.check_counting_machine_is_enough(RET, "hand")


def test_ret_9_D_1() -> None:
    """From the hand: the dealer counts in plain view, and turns no card."""
    stub.check_count_turns_no_card(RET, "hand", "RET 9.C")


def test_ret_9_D_2() -> None:
    """From the hand: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(RET, "hand")


def test_ret_9_D_3() -> None:
    """From the hand: with another count, play stops until the cause is found."""
    stub.check_wrong_count(RET, "hand")


def test_ret_9_D_4() -> None:
    """From the hand: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(RET, "hand", "9.D(4)")


def test_ret_9_D_5() -> None:
    """From the hand: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(RET, "hand", "9.D(5)")


def test_ret_10_B_3_a() -> None:
    """From an automated shoe: once all cards are dealt, no more are dealt."""
    stub.check_stub_is_put_away(RET, "automated shoe", "RET 10.B", "10.B(3)")


def test_ret_10_B_3_b() -> None:
    """From an automated shoe: an uncounted stub goes to the rack unseen."""
    stub.check_stub_is_not_seen(RET, "automated shoe")


def test_ret_10_C() -> None:
    """From an automated shoe: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(RET, "automated shoe", "RET 10.C")
    stub.check_deck_is_counted_after_void_round(RET, "automated shoe", "RET 10.C")
    stub.check_house_counts(RET, "automated shoe")
    stub.check_counting_machine_is_enough(RET, "automated shoe")
    stub.check_count_turns_no_card(RET, "automated shoe", "RET 10.C")


def test_ret_10_C_1() -> None:
    """From an automated shoe: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(RET, "automated shoe")


def test_ret_10_C_2() -> None:
    """From an automated shoe: with another count, play stops until the cause is found."""
    stub.check_wrong_count(RET, "automated shoe")


def test_ret_10_C_3() -> None:
    """From an automated shoe: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(RET, "automated shoe", "10.C(3)")


def test_ret_10_C_4() -> None:
    """From an automated shoe: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(RET, "automated shoe", "10.C(4)")
