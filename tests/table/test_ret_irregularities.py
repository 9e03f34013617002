# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice at the live table: irregularities, machines that break, and forfeits."""

import pytest

from pitboss.games.deck_tasks import Device, Mark
from pitboss.games.incidents import Kind

from . import shared_irregularities as wrong
from . import shared_machines as machines
from .tables import RET


def test_ret_5_B_2() -> None:
    """A deck that a counting machine finds short leaves the table."""
    machines.wrong_count(RET)


def test_ret_11_A_1() -> None:
    """Nobody else answers for a hand; a player who does not, forfeits."""
    wrong.answers_for_his_own(RET, "RET 7.B(1)")
    wrong.forfeits(RET, "11.A(1)")


def test_ret_11_A_2() -> None:
    """Cards touched by somebody else cost all wagers."""
    wrong.forfeits(RET, "11.A(2)")


def test_ret_11_A_3() -> None:
    """Cards out of sight cost all wagers."""
    wrong.forfeits(RET, "11.A(3)")
    wrong.until_it_is_settled(RET, "11.A(3)")


def test_ret_11_A_4() -> None:
    """Words about a hand cost all wagers, until the whole cross is up."""
    wrong.forfeits(RET, "11.A(4)")
    wrong.until_the_cross_is_up(RET)


def test_ret_11_A_5() -> None:
    """All wagers are lost for one of the four rules, and for nothing else."""
    wrong.for_nothing_else(RET, "RET 11.A(5)")


@pytest.mark.parametrize("kind", [Kind.CARD_FACE_UP, Kind.CARDS_FACE_UP])
def test_ret_13_A(kind: Kind) -> None:
    """One card face up, or several: void."""
    wrong.face_up(RET, kind, "RET 13.A")


def test_ret_13_B() -> None:
    """A card drawn in error and not seen is the next one."""
    wrong.is_the_next_card(RET)


def test_ret_13_C_and_F() -> None:
    """A wrong number of cards: void, by this clause and again by 13.F."""
    wrong.wrong_number(RET, "RET 13.C")


def test_ret_13_D() -> None:
    """The shoe jams: void, and the cards are shuffled again."""
    wrong.shoe_jams(RET, "RET 13.D")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ret_13_E(device: Device) -> None:
    """A broken machine is not used, whatever is put on it, until it works again."""
    machines.not_used(RET, device, "RET 13.E")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ret_13_E_1(device: Device) -> None:
    """A cover lets the table go on by another method."""
    machines.marked_first(RET, device, Mark.COVER, "RET 13.E")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ret_13_E_2(device: Device) -> None:
    """So does a sign."""
    machines.marked_first(RET, device, Mark.SIGN, "RET 13.E")


def test_ret_13_G() -> None:
    """A skipped player sits out and gets all back, the others play on."""
    wrong.sits_out(RET, "RET 13.G")
    wrong.alone(RET, "RET 13.G")
