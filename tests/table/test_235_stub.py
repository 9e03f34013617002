# ruff: noqa: N802 - a test is called by its clause
"""235 Stud at the live table: what is left of the deck, put away or counted."""

from . import shared_stub as stub
from .tables import STUD


def test_235_8_D_3() -> None:
    """From a manual shoe: all out, no more is dealt, and the stub goes unseen to the rack."""
    stub.is_done_with(STUD, "manual shoe", "235 8.D", "8.D(3)")
    stub.goes_unseen(STUD, "manual shoe")


def test_235_8_D_4() -> None:
    """From a manual shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(STUD, "manual shoe", "235 8.D(4)")
    stub.counted_after_a_void_round(STUD, "manual shoe", "235 8.D(4)")
    stub.the_house_counts(STUD, "manual shoe")
    stub.a_machine_counts(STUD, "manual shoe")


def test_235_8_D_5() -> None:
    """From a manual shoe: the dealer counts in sight of all, and turns no card."""
    stub.face_down(STUD, "manual shoe", "235 8.D(4)")


def test_235_8_E() -> None:
    """From a manual shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(STUD, "manual shoe")


def test_235_8_F() -> None:
    """From a manual shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(STUD, "manual shoe")


def test_235_8_F_1() -> None:
    """From a manual shoe, misdealt: void, all money back."""
    stub.misdealt(STUD, "manual shoe", "8.F(1)")


def test_235_8_F_2() -> None:
    """From a manual shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(STUD, "manual shoe", "8.F(2)")


def test_235_9_C() -> None:
    """From the hand: all out, no more is dealt, and the stub goes unseen to the rack."""
    stub.is_done_with(STUD, "hand", "235 9.B", "9.C")
    stub.goes_unseen(STUD, "hand")


def test_235_9_D() -> None:
    """From the hand: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(STUD, "hand", "235 9.D")
    stub.counted_after_a_void_round(STUD, "hand", "235 9.D")
    stub.the_house_counts(STUD, "hand")
    stub.a_machine_counts(STUD, "hand")


def test_235_9_E() -> None:
    """From the hand: the dealer counts in sight of all, and turns no card."""
    stub.face_down(STUD, "hand", "235 9.D")


def test_235_9_F() -> None:
    """From the hand, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(STUD, "hand")


def test_235_9_G() -> None:
    """From the hand, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(STUD, "hand")


def test_235_9_G_1() -> None:
    """From the hand, misdealt: void, all money back."""
    stub.misdealt(STUD, "hand", "9.G(1)")


def test_235_9_G_2() -> None:
    """From the hand, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(STUD, "hand", "9.G(2)")


def test_235_10_C() -> None:
    """From an automated shoe: all out, no more is dealt, and the stub goes unseen to the rack."""
    stub.is_done_with(STUD, "automated shoe", "235 10.B", "10.C")
    stub.goes_unseen(STUD, "automated shoe")


def test_235_10_D() -> None:
    """From an automated shoe: the stub is counted in one round of five unless a machine counts."""
    stub.counted_in_five(STUD, "automated shoe", "235 10.D")
    stub.counted_after_a_void_round(STUD, "automated shoe", "235 10.D")
    stub.the_house_counts(STUD, "automated shoe")
    stub.a_machine_counts(STUD, "automated shoe")


def test_235_10_E() -> None:
    """From an automated shoe: the dealer counts in sight of all, and turns no card."""
    stub.face_down(STUD, "automated shoe", "235 10.D")


def test_235_10_F() -> None:
    """From an automated shoe, all 52 there: the round goes on, the stub unseen to the rack."""
    stub.is_right(STUD, "automated shoe")


def test_235_10_G() -> None:
    """From an automated shoe, not 52: nothing goes on until it is found out why."""
    stub.is_wrong(STUD, "automated shoe")


def test_235_10_G_1() -> None:
    """From an automated shoe, misdealt: void, all money back."""
    stub.misdealt(STUD, "automated shoe", "10.G(1)")


def test_235_10_G_2() -> None:
    """From an automated shoe, not misdealt: void, all money back, the deck gone."""
    stub.not_misdealt(STUD, "automated shoe", "10.G(2)")
