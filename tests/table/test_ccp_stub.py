# ruff: noqa: N802 - a test is called by its clause
"""Criss Cross at the live table: what is left of the deck, put away or counted."""

import pytest

from . import shared_stub as stub
from .hand_dealt_table import READY_FOR
from .tables import CCP


@pytest.mark.parametrize("method", READY_FOR)
def test_ccp_1_B_6(method: str) -> None:
    """The stub is what was not dealt once all cards are out."""
    stub.is_what_was_not_dealt(CCP, method)


def test_ccp_8_D_4_a() -> None:
    """From a manual shoe: when all cards are out, nothing more is dealt."""
    stub.is_done_with(CCP, "manual shoe", "CCP 8.D", "8.D(4)")


def test_ccp_8_D_4_b() -> None:
    """From a manual shoe: uncounted, the stub goes unseen to the rack."""
    stub.goes_unseen(CCP, "manual shoe")


def test_ccp_8_E() -> None:
    """From a manual shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(CCP, "manual shoe", "CCP 8.E")
    stub.counted_after_a_void_round(CCP, "manual shoe", "CCP 8.E")
    stub.the_house_counts(CCP, "manual shoe")
    stub.a_machine_counts(CCP, "manual shoe")


def test_ccp_8_F_1() -> None:
    """From a manual shoe: the dealer counts in sight of all, and turns no card."""
    stub.face_down(CCP, "manual shoe", "CCP 8.E")


def test_ccp_8_F_2() -> None:
    """From a manual shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(CCP, "manual shoe")


def test_ccp_8_F_3() -> None:
    """From a manual shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(CCP, "manual shoe")


def test_ccp_8_F_4() -> None:
    """From a manual shoe, misdealt: void, all money back."""
    stub.misdealt(CCP, "manual shoe", "8.F(4)")


def test_ccp_8_F_5() -> None:
    """From a manual shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(CCP, "manual shoe", "8.F(5)")


def test_ccp_9_B_3_a() -> None:
    """From the hand: when all cards are out, nothing more is dealt."""
    stub.is_done_with(CCP, "hand", "CCP 9.B", "9.B(3)")


def test_ccp_9_B_3_b() -> None:
    """From the hand: uncounted, the stub goes unseen to the rack."""
    stub.goes_unseen(CCP, "hand")


def test_ccp_9_C() -> None:
    """From the hand: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(CCP, "hand", "CCP 9.C")
    stub.counted_after_a_void_round(CCP, "hand", "CCP 9.C")
    stub.the_house_counts(CCP, "hand")
    stub.a_machine_counts(CCP, "hand")


def test_ccp_9_D_1() -> None:
    """From the hand: the dealer counts in sight of all, and turns no card."""
    stub.face_down(CCP, "hand", "CCP 9.C")


def test_ccp_9_D_2() -> None:
    """From the hand, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(CCP, "hand")


def test_ccp_9_D_3() -> None:
    """From the hand, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(CCP, "hand")


def test_ccp_9_D_4() -> None:
    """From the hand, misdealt: void, all money back."""
    stub.misdealt(CCP, "hand", "9.D(4)")


def test_ccp_9_D_5() -> None:
    """From the hand, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(CCP, "hand", "9.D(5)")


def test_ccp_10_B_3_a() -> None:
    """From an automated shoe: when all cards are out, nothing more is dealt."""
    stub.is_done_with(CCP, "automated shoe", "CCP 10.B", "10.B(3)")


def test_ccp_10_B_3_b() -> None:
    """From an automated shoe: uncounted, the stub goes unseen to the rack."""
    stub.goes_unseen(CCP, "automated shoe")


def test_ccp_10_C() -> None:
    """From an automated shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(CCP, "automated shoe", "CCP 10.C")
    stub.counted_after_a_void_round(CCP, "automated shoe", "CCP 10.C")
    stub.the_house_counts(CCP, "automated shoe")
    stub.a_machine_counts(CCP, "automated shoe")
    stub.face_down(CCP, "automated shoe", "CCP 10.C")


def test_ccp_10_C_1() -> None:
    """From an automated shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(CCP, "automated shoe")


def test_ccp_10_C_2() -> None:
    """From an automated shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(CCP, "automated shoe")


def test_ccp_10_C_3() -> None:
    """From an automated shoe, misdealt: void, all money back."""
    stub.misdealt(CCP, "automated shoe", "10.C(3)")


def test_ccp_10_C_4() -> None:
    """From an automated shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(CCP, "automated shoe", "10.C(4)")
