# ruff: noqa: N802 - a test is called by its clause
"""Texas Hold 'Em Bonus at the live table: putting away or counting the stub."""

from . import shared_stub as stub
from .tables import THB


def test_thb_8_D_4() -> None:
    """From a manual shoe: once all cards are dealt, the stub goes to the rack unseen."""
    stub.check_stub_is_put_away(THB, "manual shoe", "THB 8.D", "8.D(4)")
    stub.check_stub_is_not_seen(THB, "manual shoe")


def test_thb_8_E() -> None:
    """From a manual shoe: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(THB, "manual shoe", "THB 8.E")
    stub.check_deck_is_counted_after_void_round(THB, "manual shoe", "THB 8.E")
    stub.check_house_counts(THB, "manual shoe")
    stub.check_counting_machine_is_enough(THB, "manual shoe")
    stub.check_count_turns_no_card(THB, "manual shoe", "THB 8.E")


def test_thb_8_F() -> None:
    """From a manual shoe: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(THB, "manual shoe")


def test_thb_8_G() -> None:
    """From a manual shoe: with another count, play stops until the cause is found."""
    stub.check_wrong_count(THB, "manual shoe")


def test_thb_8_G_1() -> None:
    """From a manual shoe: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(THB, "manual shoe", "8.G(1)")


def test_thb_8_G_2() -> None:
    """From a manual shoe: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(THB, "manual shoe", "8.G(2)")


def test_thb_9_B_5() -> None:
    """From the hand: once all cards are dealt, the stub goes to the rack unseen."""
    stub.check_stub_is_put_away(THB, "hand", "THB 9.B", "9.B(5)")
    stub.check_stub_is_not_seen(THB, "hand")


def test_thb_9_C() -> None:
    """From the hand: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(THB, "hand", "THB 9.C")
    stub.check_deck_is_counted_after_void_round(THB, "hand", "THB 9.C")
    stub.check_house_counts(THB, "hand")
    stub.check_counting_machine_is_enough(THB, "hand")


def test_thb_9_D() -> None:
    """From the hand: the dealer counts in plain view, and turns no card."""
    stub.check_count_turns_no_card(THB, "hand", "THB 9.C")


def test_thb_9_E() -> None:
    """From the hand: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(THB, "hand")


def test_thb_9_F() -> None:
    """From the hand: with another count, play stops until the cause is found."""
    stub.check_wrong_count(THB, "hand")


def test_thb_9_G() -> None:
    """From the hand: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(THB, "hand", "9.G")


def test_thb_9_H() -> None:
    """From the hand: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(THB, "hand", "9.H")


def test_thb_10_B_5() -> None:
    """From an automated shoe: once all cards are dealt, the stub goes to the rack unseen."""
    stub.check_stub_is_put_away(THB, "automated shoe", "THB 10.B", "10.B(5)")
    stub.check_stub_is_not_seen(THB, "automated shoe")


def test_thb_10_C() -> None:
    """From an automated shoe: the stub is counted every five rounds unless a machine counts."""
    stub.check_stub_is_counted_in_five_rounds(THB, "automated shoe", "THB 10.C")
    stub.check_deck_is_counted_after_void_round(THB, "automated shoe", "THB 10.C")
    stub.check_house_counts(THB, "automated shoe")
    stub.check_counting_machine_is_enough(THB, "automated shoe")


def test_thb_10_D() -> None:
    """From an automated shoe: the dealer counts in plain view, and turns no card."""
    stub.check_count_turns_no_card(THB, "automated shoe", "THB 10.C")


def test_thb_10_E() -> None:
    """From an automated shoe: with 52 cards the round goes on, and the stub is racked unseen."""
    stub.check_right_count(THB, "automated shoe")


def test_thb_10_F() -> None:
    """From an automated shoe: with another count, play stops until the cause is found."""
    stub.check_wrong_count(THB, "automated shoe")


def test_thb_10_G() -> None:
    """From an automated shoe: after a misdeal the round is void, and all money is returned."""
    stub.check_misdeal(THB, "automated shoe", "10.G")


def test_thb_10_H() -> None:
    """From an automated shoe: without a misdeal the round is void and the deck removed."""
    stub.check_wrong_count_without_misdeal(THB, "automated shoe", "10.H")
