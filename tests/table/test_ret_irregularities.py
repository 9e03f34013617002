# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice at the live table: irregularities, forfeits and broken machines."""

import pytest

from pitboss.games.deck_tasks import Device, Mark
from pitboss.games.incidents import Kind

from . import shared_irregularities as wrong
from . import shared_machines as machines
from .tables import RET


def test_ret_5_B_2() -> None:
    """A deck that a counting shuffler finds short is removed."""
    machines.check_miscounted_deck_is_replaced(RET)


def test_ret_11_A_1() -> None:
    """Nobody else may decide for a hand; a player who does not decide forfeits."""
    wrong.check_nobody_else_decides(RET, "RET 7.B(1)")
    wrong.check_forfeit(RET, "11.A(1)")


def test_ret_11_A_2() -> None:
    """Letting somebody else touch the cards forfeits all wagers."""
    wrong.check_forfeit(RET, "11.A(2)")


def test_ret_11_A_3() -> None:
    """Taking cards out of sight forfeits all wagers."""
    wrong.check_forfeit(RET, "11.A(3)")
    wrong.check_forfeit_until_settlement(RET, "11.A(3)")


def test_ret_11_A_4() -> None:
    """Talking about a hand forfeits all wagers until the whole cross is face up."""
    wrong.check_forfeit(RET, "11.A(4)")
    wrong.check_talk_forfeits_until_cross_is_up(RET)


def test_ret_11_A_5() -> None:
    """Only breaches of the four rules forfeit all wagers."""
    wrong.check_nothing_else_forfeits(RET, "RET 11.A(5)")


@pytest.mark.parametrize("kind", [Kind.CARD_FACE_UP, Kind.CARDS_FACE_UP])
def test_ret_13_A(kind: Kind) -> None:
    """One or more cards face up void the round."""
    wrong.check_face_up_card_voids_round(RET, kind, "RET 13.A")


def test_ret_13_B() -> None:
    """A card drawn in error but not seen is used as the next card."""
    wrong.check_drawn_card_is_dealt_next(RET)


def test_ret_13_C_and_F() -> None:
    """A wrong number of cards voids the round by this clause and by 13.F."""
    wrong.check_wrong_number_of_cards(RET, "RET 13.C")


def test_ret_13_D() -> None:
    """A shoe jam voids the round, and the cards are shuffled again."""
    wrong.check_shoe_jam(RET, "RET 13.D")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ret_13_E(device: Device) -> None:
    """A broken machine is not used until it works again, even if it is marked."""
    machines.check_broken_machine_is_not_used(RET, device, "RET 13.E")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ret_13_E_1(device: Device) -> None:
    """With a cover on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(RET, device, Mark.COVER, "RET 13.E")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ret_13_E_2(device: Device) -> None:
    """With a sign on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(RET, device, Mark.SIGN, "RET 13.E")


def test_ret_13_G() -> None:
    """A skipped player sits out with all wagers returned, and the others play on."""
    wrong.check_skipped_player_sits_out(RET, "RET 13.G")
    wrong.check_only_player_skipped(RET, "RET 13.G")
