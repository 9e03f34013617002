# ruff: noqa: N802 - a test is called by its clause
"""Texas Hold 'Em Bonus at the live table: what is left of the deck, put away or counted."""

from . import shared_stub as stub
from .tables import THB


def test_thb_8_D_4() -> None:
    """From a manual shoe: all out, no more is dealt, and the stub goes unseen to the rack."""
    stub.is_done_with(THB, "manual shoe", "THB 8.D", "8.D(4)")
    stub.goes_unseen(THB, "manual shoe")


def test_thb_8_E() -> None:
    """From a manual shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(THB, "manual shoe", "THB 8.E")
    stub.counted_after_a_void_round(THB, "manual shoe", "THB 8.E")
    stub.the_house_counts(THB, "manual shoe")
    stub.a_machine_counts(THB, "manual shoe")
    stub.face_down(THB, "manual shoe", "THB 8.E")


def test_thb_8_F() -> None:
    """From a manual shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(THB, "manual shoe")


def test_thb_8_G() -> None:
    """From a manual shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(THB, "manual shoe")


def test_thb_8_G_1() -> None:
    """From a manual shoe, misdealt: void, all money back."""
    stub.misdealt(THB, "manual shoe", "8.G(1)")


def test_thb_8_G_2() -> None:
    """From a manual shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(THB, "manual shoe", "8.G(2)")


def test_thb_9_B_5() -> None:
    """From the hand: all out, no more is dealt, and the stub goes unseen to the rack."""
    stub.is_done_with(THB, "hand", "THB 9.B", "9.B(5)")
    stub.goes_unseen(THB, "hand")


def test_thb_9_C() -> None:
    """From the hand: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(THB, "hand", "THB 9.C")
    stub.counted_after_a_void_round(THB, "hand", "THB 9.C")
    stub.the_house_counts(THB, "hand")
    stub.a_machine_counts(THB, "hand")


def test_thb_9_D() -> None:
    """From the hand: the dealer counts in sight of all, and turns no card."""
    stub.face_down(THB, "hand", "THB 9.C")


def test_thb_9_E() -> None:
    """From the hand, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(THB, "hand")


def test_thb_9_F() -> None:
    """From the hand, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(THB, "hand")


def test_thb_9_G() -> None:
    """From the hand, misdealt: void, all money back."""
    stub.misdealt(THB, "hand", "9.G")


def test_thb_9_H() -> None:
    """From the hand, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(THB, "hand", "9.H")


def test_thb_10_B_5() -> None:
    """From an automated shoe: all out, no more is dealt, and the stub goes unseen to the rack."""
    stub.is_done_with(THB, "automated shoe", "THB 10.B", "10.B(5)")
    stub.goes_unseen(THB, "automated shoe")


def test_thb_10_C() -> None:
    """From an automated shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(THB, "automated shoe", "THB 10.C")
    stub.counted_after_a_void_round(THB, "automated shoe", "THB 10.C")
    stub.the_house_counts(THB, "automated shoe")
    stub.a_machine_counts(THB, "automated shoe")


def test_thb_10_D() -> None:
    """From an automated shoe: the dealer counts in sight of all, and turns no card."""
    stub.face_down(THB, "automated shoe", "THB 10.C")


def test_thb_10_E() -> None:
    """From an automated shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(THB, "automated shoe")


def test_thb_10_F() -> None:
    """From an automated shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(THB, "automated shoe")


def test_thb_10_G() -> None:
    """From an automated shoe, misdealt: void, all money back."""
    stub.misdealt(THB, "automated shoe", "10.G")


def test_thb_10_H() -> None:
    """From an automated shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(THB, "automated shoe", "10.H")
