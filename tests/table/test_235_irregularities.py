# ruff: noqa: N802 - a test is called by its clause
"""235 Stud at the live table: irregularities and broken machines."""

import pytest

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from . import shared_irregularities as wrong
from . import shared_machines as machines
from .hand_dealt_table import check_only_task, ready_table, upcoming_task
from .log_queries import events_of
from .tables import MACHINE, STUD, current_round, finish


def test_235_5_E_2() -> None:
    """A deck that a counting shuffler finds short is removed."""
    machines.check_miscounted_deck_is_replaced(STUD)


@pytest.mark.parametrize("breach", ["11.A(1)", "11.A(2)", "11.A(3)"])
def test_235_11_A(breach: str) -> None:
    """A breach of conduct is recorded, and forfeits no wager."""
    wrong.check_breach_is_recorded(STUD, breach)


def test_235_13_A() -> None:
    """A single card face up is taken out of play."""
    wrong.check_card_is_out_of_play(STUD)


def test_235_13_B() -> None:
    """Several cards face up void the round."""
    wrong.check_face_up_card_voids_round(STUD, Kind.CARDS_FACE_UP, "235 13.B")


def test_235_13_C() -> None:
    """A card drawn in error but not seen is used as the next card."""
    wrong.check_drawn_card_is_dealt_next(STUD)


def test_235_13_D() -> None:
    """A wrong number of cards, including none, voids the round."""
    wrong.check_wrong_number_of_cards(STUD, "235 13.D")
    wrong.check_report_voids_round(
        wrong.round_after_deals(STUD, 3), c.Report(Kind.PLAYER_SKIPPED, 2), "235 13.D"
    )


@pytest.mark.parametrize("deals", [2, 4, 5])
def test_235_13_E(deals: int) -> None:
    """A community card seen too early: void."""
    for position in range(1, 2 if deals < 4 else 3):
        report = c.Report(Kind.COMMUNITY_EXPOSED, position=position)
        wrong.check_report_voids_round(wrong.round_after_deals(STUD, deals), report, "235 13.E")


@pytest.mark.parametrize("deals", [1, 3])
def test_235_13_E_drawn(deals: int) -> None:
    """A card that is seen as it is drawn, and would have been of the community: 13.E as well."""
    table = wrong.round_after_deals(STUD, deals)
    next_position = current_round(table).order[current_round(table).dealt]
    wrong.check_report_voids_round(table, c.Report(Kind.DRAWN_EXPOSED), "235 13.E")
    (exposure_event,) = events_of(table, e.CardExposed)
    assert exposure_event.card.position == next_position


@pytest.mark.parametrize("deals", [0, 2, 4])
def test_235_13_E_drawn_for_a_player(deals: int) -> None:
    """What would have been a player's card is for the floor."""
    wrong.check_floor_decides(wrong.round_after_deals(STUD, deals), c.Report(Kind.DRAWN_EXPOSED))


def test_235_13_E_drawn_from_a_shoe() -> None:
    """By where the method deals it: the community comes last, or first of all (10.B, 10.H)."""
    wrong.check_floor_decides(
        wrong.round_after_deals(STUD, 0, wrong.SHOE), c.Report(Kind.DRAWN_EXPOSED)
    )
    for submission, deals in ((wrong.SHOE, 1), (wrong.RESHUFFLING, 0)):
        table = wrong.round_after_deals(STUD, deals, submission)
        table.dealer("Dee").report(Kind.DRAWN_EXPOSED)
        table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "I have seen it")
        (void,) = events_of(table, e.RoundVoided)
        assert void.reason.endswith("[235 13.E]")
    table = wrong.round_after_deals(STUD, 1, wrong.RESHUFFLING)  # the third card is put away
    wrong.check_floor_decides(table, c.Report(Kind.DRAWN_EXPOSED))


def test_235_13_F() -> None:
    """After a jam the cards are shuffled again; a round with the other deck goes on."""
    table = ready_table(STUD, MACHINE)
    table.dealer("Dee").report(Kind.SHUFFLER_JAM)
    check_only_task(table, Task.SHUFFLE, "235 5.A")
    other = machines.jam_shuffler(STUD, 3)
    assert upcoming_task(other, 2) is Task.SHUFFLE
    finish(other)
    machines.check_both_decks_are_shuffled(other)


def test_235_13_G() -> None:
    """A shoe jam voids the round, and the cards are shuffled again."""
    wrong.check_shoe_jam(STUD, "235 13.G")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_235_13_H(device: Device) -> None:
    """A broken machine is not used until it works again, even if it is marked."""
    machines.check_broken_machine_is_not_used(STUD, device, "235 13.H")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_235_13_H_1(device: Device) -> None:
    """With a cover on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(STUD, device, Mark.COVER, "235 13.H")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_235_13_H_2(device: Device) -> None:
    """With a sign on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(STUD, device, Mark.SIGN, "235 13.H")
