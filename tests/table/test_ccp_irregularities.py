# ruff: noqa: N802 - a test is called by its clause
"""Criss Cross at the live table: irregularities, forfeits and broken machines."""

import pytest

from pitboss.games.deck_tasks import Device, Mark
from pitboss.games.incidents import Kind
from pitboss.table import commands as c

from . import shared_irregularities as wrong
from . import shared_machines as machines
from .tables import CCP


def test_ccp_5_B_2() -> None:
    """A deck that a counting shuffler finds short is removed."""
    machines.check_miscounted_deck_is_replaced(CCP)


def test_ccp_11_A_1() -> None:
    """Nobody else may decide for a hand; a player who does not decide forfeits."""
    wrong.check_nobody_else_decides(CCP, "CCP 7.B(1)")
    wrong.check_forfeit(CCP, "11.A(1)")


def test_ccp_11_A_2() -> None:
    """Letting somebody else touch the cards forfeits all wagers."""
    wrong.check_forfeit(CCP, "11.A(2)")


def test_ccp_11_A_3() -> None:
    """Taking cards out of sight forfeits all wagers."""
    wrong.check_forfeit(CCP, "11.A(3)")
    wrong.check_forfeit_until_settlement(CCP, "11.A(3)")


def test_ccp_11_A_4() -> None:
    """Talking about a hand forfeits all wagers until the whole cross is face up."""
    wrong.check_forfeit(CCP, "11.A(4)")
    wrong.check_talk_forfeits_until_cross_is_up(CCP)


def test_ccp_11_A_5() -> None:
    """Only breaches of the four rules forfeit all wagers."""
    wrong.check_nothing_else_forfeits(CCP, "CCP 11.A(5)")


@pytest.mark.parametrize("kind", [Kind.CARD_FACE_UP, Kind.CARDS_FACE_UP])
def test_ccp_13_A(kind: Kind) -> None:
    """One or more cards face up void the round."""
    wrong.check_face_up_card_voids_round(CCP, kind, "CCP 13.A")


def test_ccp_13_B() -> None:
    """A card drawn in error but not seen is used as the next card."""
    wrong.check_drawn_card_is_dealt_next(CCP)


def test_ccp_13_C() -> None:
    """A wrong number of cards, including none, voids the round."""
    wrong.check_wrong_number_of_cards(CCP, "CCP 13.C")
    wrong.check_report_voids_round(
        wrong.round_after_deals(CCP, 3), c.Report(Kind.PLAYER_SKIPPED, 2), "CCP 13.C"
    )


def test_ccp_13_D() -> None:
    """A shoe jam voids the round, and the cards are shuffled again."""
    wrong.check_shoe_jam(CCP, "CCP 13.D")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ccp_13_E(device: Device) -> None:
    """A broken machine is not used until it works again, even if it is marked."""
    machines.check_broken_machine_is_not_used(CCP, device, "CCP 13.E")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ccp_13_E_1(device: Device) -> None:
    """With a cover on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(CCP, device, Mark.COVER, "CCP 13.E")


@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
def test_ccp_13_E_2(device: Device) -> None:
    """With a sign on the machine, play continues by another method."""
    machines.check_broken_machine_is_marked(CCP, device, Mark.SIGN, "CCP 13.E")
