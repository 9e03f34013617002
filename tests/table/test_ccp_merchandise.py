# ruff: noqa: N802 - a test is called by its clause
"""CCP 12.D(1): merchandise from the wheel is paid as its value, or handed over and recorded."""

import pytest

from pitboss.errors import Refused
from pitboss.table import commands as c
from pitboss.table import events as e

from .log_queries import events_of
from .merchandise import VALUE, hands_over, won_a_boat


def test_ccp_12_D_1_handed_over() -> None:
    """Two people record it, and the chips that stood for it go back to the tray."""
    table = won_a_boat()
    chips, tray = table.state.chips("Ann"), table.state.balances["tray"]
    hands_over(table)
    assert table.state.chips("Ann") == chips - VALUE
    assert table.state.balances["tray"] == tray + VALUE
    assert sum(table.state.balances.values()) == 0
    (correction_event,) = events_of(table, e.PayoutCorrected)
    assert (correction_event.was, correction_event.credit, correction_event.handed_over) == (
        VALUE,
        0,
        True,
    )


def test_ccp_12_D_1_handed_over_and_taken_back() -> None:
    """A mistake is corrected like any other: the boat comes back, its value is paid again."""
    table = won_a_boat()
    chips = table.state.chips("Ann")
    hands_over(table)
    table.dealer("Dee").propose(c.CorrectPayout(1, 1, "bonus_spin", VALUE, "she wants the money"))
    table.floorperson("Flo").approve(table.state.proposed)
    assert table.state.chips("Ann") == chips
    hands_over(table)
    assert table.state.chips("Ann") == chips - VALUE


def test_ccp_12_D_1_spent() -> None:
    """Who has cashed the value out was paid."""
    boat_table = won_a_boat()
    boat_table.player("Ann").cash_out(boat_table.state.chips("Ann") - 100)
    with pytest.raises(Refused, match=r"'Ann' has \$1 in chips, so .* cannot be taken back"):
        hands_over(boat_table)
