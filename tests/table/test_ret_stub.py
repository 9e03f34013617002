# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice at the live table: what is left of the deck, put away or counted."""

import pytest

from . import shared_stub as stub
from .hand_dealt_table import READY_FOR
from .tables import RET


@pytest.mark.parametrize("method", READY_FOR)
def test_ret_1_B_6(method: str) -> None:
    """The stub is what was not dealt once all cards are out."""
    stub.is_what_was_not_dealt(RET, method)


def test_ret_8_D_4_a() -> None:
    """From a manual shoe: when all cards are out, nothing more is dealt."""
    stub.is_done_with(RET, "manual shoe", "RET 8.D", "8.D(4)")


def test_ret_8_D_4_b() -> None:
    """From a manual shoe: uncounted, the stub goes unseen to the rack."""
    stub.goes_unseen(RET, "manual shoe")


def test_ret_8_E() -> None:
    """From a manual shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(RET, "manual shoe", "RET 8.E")
    stub.counted_after_a_void_round(RET, "manual shoe", "RET 8.E")
    stub.the_house_counts(RET, "manual shoe")
    stub.a_machine_counts(RET, "manual shoe")


def test_ret_8_F_1() -> None:
    """From a manual shoe: the dealer counts in sight of all, and turns no card."""
    stub.face_down(RET, "manual shoe", "RET 8.E")


def test_ret_8_F_2() -> None:
    """From a manual shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(RET, "manual shoe")


def test_ret_8_F_3() -> None:
    """From a manual shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(RET, "manual shoe")


def test_ret_8_F_4() -> None:
    """From a manual shoe, misdealt: void, all money back."""
    stub.misdealt(RET, "manual shoe", "8.F(4)")


def test_ret_8_F_5() -> None:
    """From a manual shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(RET, "manual shoe", "8.F(5)")


def test_ret_9_B_3_a() -> None:
    """From the hand: when all cards are out, nothing more is dealt."""
    stub.is_done_with(RET, "hand", "RET 9.B", "9.B(3)")


def test_ret_9_B_3_b() -> None:
    """From the hand: uncounted, the stub goes unseen to the rack."""
    stub.goes_unseen(RET, "hand")


def test_ret_9_C() -> None:
    """From the hand: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(RET, "hand", "RET 9.C")
    stub.counted_after_a_void_round(RET, "hand", "RET 9.C")
    stub.the_house_counts(RET, "hand")
    stub.a_machine_counts(RET, "hand")


def test_ret_9_D_1() -> None:
    """From the hand: the dealer counts in sight of all, and turns no card."""
    stub.face_down(RET, "hand", "RET 9.C")


def test_ret_9_D_2() -> None:
    """From the hand, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(RET, "hand")


def test_ret_9_D_3() -> None:
    """From the hand, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(RET, "hand")


def test_ret_9_D_4() -> None:
    """From the hand, misdealt: void, all money back."""
    stub.misdealt(RET, "hand", "9.D(4)")


def test_ret_9_D_5() -> None:
    """From the hand, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(RET, "hand", "9.D(5)")


def test_ret_10_B_3_a() -> None:
    """From an automated shoe: when all cards are out, nothing more is dealt."""
    stub.is_done_with(RET, "automated shoe", "RET 10.B", "10.B(3)")


def test_ret_10_B_3_b() -> None:
    """From an automated shoe: uncounted, the stub goes unseen to the rack."""
    stub.goes_unseen(RET, "automated shoe")


def test_ret_10_C() -> None:
    """From an automated shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(RET, "automated shoe", "RET 10.C")
    stub.counted_after_a_void_round(RET, "automated shoe", "RET 10.C")
    stub.the_house_counts(RET, "automated shoe")
    stub.a_machine_counts(RET, "automated shoe")
    stub.face_down(RET, "automated shoe", "RET 10.C")


def test_ret_10_C_1() -> None:
    """From an automated shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(RET, "automated shoe")


def test_ret_10_C_2() -> None:
    """From an automated shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(RET, "automated shoe")


def test_ret_10_C_3() -> None:
    """From an automated shoe, misdealt: void, all money back."""
    stub.misdealt(RET, "automated shoe", "10.C(3)")


def test_ret_10_C_4() -> None:
    """From an automated shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(RET, "automated shoe", "10.C(4)")
