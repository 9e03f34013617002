# ruff: noqa: N802 - a test is called by its clause
"""235 Stud at the live table: putting away or counting the stub."""

from . import shared_stub as stub
from .tables import STUD


def test_235_8_D_3() -> None:
    """From a manual shoe: once all cards are dealt, the stub goes to the rack unseen."""
    stub.check_stub_is_put_away(STUD, "manual shoe", "235 8.D", "8.D(3)")
    stub.check_stub_is_not_seen(STUD, "manual shoe")


def test_235_8_D_4() -> None:
    """From a manual shoe: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(STUD, "manual shoe", "235 8.D(4)")
    stub.check_deck_is_counted_after_void_round(STUD, "manual shoe", "235 8.D(4)")
    stub.check_house_counts(STUD, "manual shoe")
    stub.check_counting_machine_is_enough(STUD, "manual shoe")


def test_235_8_D_5() -> None:
    """From a manual shoe: the dealer counts in plain view, and turns no card."""
    stub.check_count_turns_no_card(STUD, "manual shoe", "235 8.D(4)")


def test_235_8_E() -> None:
    """From a manual shoe: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(STUD, "manual shoe")


def test_235_8_F() -> None:
    """From a manual shoe: with another count, play stops until the cause is found."""
    stub.check_wrong_count(STUD, "manual shoe")


def test_235_8_F_1() -> None:
    """From a manual shoe: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(STUD, "manual shoe", "8.F(1)")


def test_235_8_F_2() -> None:
    """From a manual shoe: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(STUD, "manual shoe", "8.F(2)")


def test_235_9_C() -> None:
    """From the hand: once all cards are dealt, the stub goes to the rack unseen."""
    stub.check_stub_is_put_away(STUD, "hand", "235 9.B", "9.C")
    stub.check_stub_is_not_seen(STUD, "hand")


def test_235_9_D() -> None:
    """From the hand: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(STUD, "hand", "235 9.D")
    stub.check_deck_is_counted_after_void_round(STUD, "hand", "235 9.D")
    stub.check_house_counts(STUD, "hand")
    stub.check_counting_machine_is_enough(STUD, "hand")


def test_235_9_E() -> None:
    """From the hand: the dealer counts in plain view, and turns no card."""
    stub.check_count_turns_no_card(STUD, "hand", "235 9.D")


def test_235_9_F() -> None:
    """From the hand: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(STUD, "hand")


def test_235_9_G() -> None:
    """From the hand: with another count, play stops until the cause is found."""
    stub.check_wrong_count(STUD, "hand")


def test_235_9_G_1() -> None:
    """From the hand: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(STUD, "hand", "9.G(1)")


def test_235_9_G_2() -> None:
    """From the hand: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(STUD, "hand", "9.G(2)")


def test_235_10_C() -> None:
    """From an automated shoe: once all cards are dealt, the stub goes to the rack unseen."""
    stub.check_stub_is_put_away(STUD, "automated shoe", "235 10.B", "10.C")
    stub.check_stub_is_not_seen(STUD, "automated shoe")


def test_235_10_D() -> None:
    """From an automated shoe: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(STUD, "automated shoe", "235 10.D")
    stub.check_deck_is_counted_after_void_round(STUD, "automated shoe", "235 10.D")
    stub.check_house_counts(STUD, "automated shoe")
    stub.check_counting_machine_is_enough(STUD, "automated shoe")


def test_235_10_E() -> None:
    """From an automated shoe: the dealer counts in plain view, and turns no card."""
    stub.check_count_turns_no_card(STUD, "automated shoe", "235 10.D")


def test_235_10_F() -> None:
    """From an automated shoe: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(STUD, "automated shoe")


def test_235_10_G() -> None:
    """From an automated shoe: with another count, play stops until the cause is found."""
    stub.check_wrong_count(STUD, "automated shoe")


def test_235_10_G_1() -> None:
    """From an automated shoe: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(STUD, "automated shoe", "10.G(1)")


def test_235_10_G_2() -> None:
    """From an automated shoe: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(STUD, "automated shoe", "10.G(2)")
