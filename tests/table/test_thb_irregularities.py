# ruff: noqa: N802 - a test is called by its clause
"""Texas Hold 'Em Bonus at the live table: irregularities and broken machines."""

import pytest

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from . import shared_irregularities as wrong
from . import shared_machines as machines
from .hand_dealt_table import check_only_task, ready_table
from .log_queries import assert_refused, events_of
from .tables import DEE, MACHINE, THB, answer, until_asked


def test_thb_5_E_2() -> None:
    """A deck that a counting shuffler finds short is removed."""
    machines.check_miscounted_deck_is_replaced(THB)


@pytest.mark.parametrize("breach", ["11.A(1)", "11.A(2)", "11.A(3)"])
def test_thb_11_A(breach: str) -> None:
    """A breach of conduct is recorded, and forfeits no wager."""
    wrong.check_breach_is_recorded(THB, breach)


def test_thb_13_A() -> None:
    """A single card face up is taken out of play."""
    wrong.check_card_is_out_of_play(THB)


def test_thb_13_B() -> None:
    """Several cards face up void the round."""
    wrong.check_face_up_card_voids_round(THB, Kind.CARDS_FACE_UP, "THB 13.B")


def test_thb_13_C() -> None:
    """Once everyone has two cards, several face up leave the Bonus to be settled."""
    table = wrong.round_after_deals(THB, 4)
    wrong.check_bonus_is_settled(table, c.Report(Kind.CARDS_FACE_UP), "THB 13.B", ante=500)


def test_thb_13_D() -> None:
    """A card drawn in error but not seen is used as the next card."""
    wrong.check_drawn_card_is_dealt_next(THB)


def test_thb_13_E() -> None:
    """A wrong number of cards, including none, voids the round."""
    wrong.check_wrong_number_of_cards(THB, "THB 13.E")
    for deals in (3, 4):
        wrong.check_report_voids_round(
            wrong.round_after_deals(THB, deals), c.Report(Kind.PLAYER_SKIPPED, 2), "THB 13.E"
        )


def test_thb_13_F() -> None:
    """A dealer's card seen before the last answer: void, and the bets of the game go back."""
    table = wrong.round_after_deals(THB, 4)
    answer(table, *["bet"] * 6)
    until_asked(table)
    report = c.Report(Kind.DEALER_CARD_EXPOSED, position=2)
    wrong.check_bonus_is_settled(table, report, "THB 13.F", ante=500, flop=1000, turn=500)
    decided_table = wrong.round_after_deals(THB, 4)
    answer(decided_table, *["bet"] * 9)
    assert_refused(decided_table, DEE, report, "ROUND-3")


def test_thb_13_G() -> None:
    """The Bonus is settled then, but goes back where a hand lacks its two cards."""
    report = c.Report(Kind.DEALER_CARD_EXPOSED, position=1)
    wrong.check_bonus_is_settled(wrong.round_after_deals(THB, 4), report, "THB 13.F", ante=500)
    wrong.check_report_voids_round(wrong.round_after_deals(THB, 2), report, "THB 13.F")


def test_thb_13_F_drawn() -> None:
    """A card that is seen as it is drawn, and would have been the dealer's: 13.F, no discretion.

    The Bonus goes back as long as a hand lacks its two cards, and no player's card is turned.
    """
    report = c.Report(Kind.DRAWN_EXPOSED)
    for deals in (1, 3):  # the dealer's first card is next, and the second
        table = wrong.round_after_deals(THB, deals)
        wrong.check_report_voids_round(table, report, "THB 13.F")
        assert not events_of(table, e.CardsTurned)


def test_thb_13_F_drawn_for_somebody_else() -> None:
    """What would have been a player's, burned, or laid face up is for the floor."""
    for deals in (0, 2):
        wrong.check_floor_decides(wrong.round_after_deals(THB, deals), c.Report(Kind.DRAWN_EXPOSED))
    table = wrong.round_after_deals(THB, 4)
    answer(table, *["bet"] * 3)
    for name in ("next.burn", "next.flop"):
        wrong.check_floor_decides(table, c.Report(Kind.DRAWN_EXPOSED))
        assert events_of(table, e.IncidentReported)[-1].card == name
        table.dealer("Dee").deal()


def test_thb_13_H_1() -> None:
    """After a jam between rounds the cards are shuffled again, on a floorperson's word."""
    table = ready_table(THB, MACHINE)
    table.dealer("Dee").report(Kind.SHUFFLER_JAM)
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "a card is bent")
    check_only_task(table, Task.SHUFFLE, "THB 5.A")


def test_thb_13_H_2() -> None:
    """A jam while a round is played: every wager goes back."""
    table = machines.jam_shuffler(THB, 3)
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "it stopped")
    wrong.check_round_is_void(table, "THB 13.H")


def test_thb_13_H_3() -> None:
    """Cards from the machine and cards that were dealt are all shuffled again."""
    table = machines.jam_shuffler(THB, 3)
    table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "it stopped")
    table.dealer("Dee").close_round()
    machines.check_both_decks_are_shuffled(table)


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_thb_13_I(device: Device) -> None:
    """A broken machine is not used until it works again, even if it is marked."""
    machines.check_broken_machine_is_not_used(THB, device, "THB 13.I")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_thb_13_I_1(device: Device) -> None:
    """With a cover on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(THB, device, Mark.COVER, "THB 13.I")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_thb_13_I_2(device: Device) -> None:
    """With a sign on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(THB, device, Mark.SIGN, "THB 13.I")
