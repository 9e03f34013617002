# ruff: noqa: N802 - a test is called by its clause
"""235 Stud at the live table: irregularities, machines that break."""

import pytest

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from . import shared_irregularities as wrong
from . import shared_machines as machines
from .hand_dealt_table import only_step, ready, upcoming
from .log_queries import events_of
from .tables import MACHINE, STUD, current_round, finish


def test_235_5_E_2() -> None:
    """A deck that a counting machine finds short leaves the table."""
    machines.wrong_count(STUD)


@pytest.mark.parametrize("breach", ["11.A(1)", "11.A(2)", "11.A(3)"])
def test_235_11_A(breach: str) -> None:
    """A breach of conduct is on record, and no wager is forfeited for it."""
    wrong.records(STUD, breach)


def test_235_13_A() -> None:
    """One card face up is out of play."""
    wrong.is_out_of_play(STUD)


def test_235_13_B() -> None:
    """Several cards face up: void."""
    wrong.face_up(STUD, Kind.CARDS_FACE_UP, "235 13.B")


def test_235_13_C() -> None:
    """A card drawn in error and not seen is the next one."""
    wrong.is_the_next_card(STUD)


def test_235_13_D() -> None:
    """A wrong number of cards, none at all included: void."""
    wrong.wrong_number(STUD, "235 13.D")
    wrong.voids(wrong.dealing_to(STUD, 3), c.Report(Kind.PLAYER_SKIPPED, 2), "235 13.D")


@pytest.mark.parametrize("deals", [2, 4, 5])
def test_235_13_E(deals: int) -> None:
    """A community card seen too early: void."""
    for position in range(1, 2 if deals < 4 else 3):
        report = c.Report(Kind.COMMUNITY_EXPOSED, position=position)
        wrong.voids(wrong.dealing_to(STUD, deals), report, "235 13.E")


@pytest.mark.parametrize("deals", [1, 3])
def test_235_13_E_drawn(deals: int) -> None:
    """A card that is seen as it is drawn, and would have been of the community: 13.E as well."""
    table = wrong.dealing_to(STUD, deals)
    next_position = current_round(table).order[current_round(table).dealt]
    wrong.voids(table, c.Report(Kind.DRAWN_EXPOSED), "235 13.E")
    (exposure_event,) = events_of(table, e.CardExposed)
    assert exposure_event.card.position == next_position


@pytest.mark.parametrize("deals", [0, 2, 4])
def test_235_13_E_drawn_for_a_player(deals: int) -> None:
    """What would have been a player's card is for the floor."""
    wrong.is_for_the_floor(wrong.dealing_to(STUD, deals), c.Report(Kind.DRAWN_EXPOSED))


def test_235_13_E_drawn_from_a_shoe() -> None:
    """By where the method deals it: the community comes last, or first of all (10.B, 10.H)."""
    wrong.is_for_the_floor(wrong.dealing_to(STUD, 0, wrong.SHOE), c.Report(Kind.DRAWN_EXPOSED))
    for submission, deals in ((wrong.SHOE, 1), (wrong.RESHUFFLING, 0)):
        table = wrong.dealing_to(STUD, deals, submission)
        table.dealer("Dee").report(Kind.DRAWN_EXPOSED)
        table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "I have seen it")
        (void,) = events_of(table, e.RoundVoided)
        assert void.reason.endswith("[235 13.E]")
    table = wrong.dealing_to(STUD, 1, wrong.RESHUFFLING)  # the third card is put away
    wrong.is_for_the_floor(table, c.Report(Kind.DRAWN_EXPOSED))


def test_235_13_F() -> None:
    """After a jam the cards are shuffled again; a round with the other deck goes on."""
    table = ready(STUD, MACHINE)
    table.dealer("Dee").report(Kind.SHUFFLER_JAM)
    only_step(table, Task.SHUFFLE, "235 5.A")
    other = machines.jams(STUD, 3)
    assert upcoming(other, 2) is Task.SHUFFLE
    finish(other)
    machines.both_are_shuffled(other)


def test_235_13_G() -> None:
    """The shoe jams: void, and the cards are shuffled again."""
    wrong.shoe_jams(STUD, "235 13.G")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_235_13_H(device: Device) -> None:
    """A broken machine is not used, whatever is put on it, until it works again."""
    machines.not_used(STUD, device, "235 13.H")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_235_13_H_1(device: Device) -> None:
    """A cover lets the table go on by another method."""
    machines.marked_first(STUD, device, Mark.COVER, "235 13.H")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_235_13_H_2(device: Device) -> None:
    """So does a sign."""
    machines.marked_first(STUD, device, Mark.SIGN, "235 13.H")
