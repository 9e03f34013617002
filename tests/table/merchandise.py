"""A table where a player won merchandise on the wheel."""

from pitboss.table import Table
from pitboss.table import commands as c

from .tables import CCP, MACHINE, bet_and_lock, cross, finish, seated_table

VALUE = 1_234_500


def won_a_boat() -> Table:
    """Return a table after round 1, where seat 1 spun merchandise: its value is credited."""
    wheel = [{"symbol": "Star", "stops": 1}]
    goods = {"top_symbol": "Star", "merchandise": "a boat", "fixed_prize": VALUE}
    submission = MACHINE | {"wagers": {"bonus_spin": {"paytable": "C", "wheel": wheel} | goods}}
    table = seated_table(
        CCP, {1: "8c 8d", 3: "4c 5d"}, cross("9h 3d 5s Jh As"), submission=submission
    )
    bet_and_lock(table, 1, 3, bonus_spin=500)
    finish(table)
    return table


def hands_over(table: Table, seat: int = 1, credit: int = 0) -> None:
    """Have two people record that it is handed over."""
    reason = "receipt 17, signed by the player"
    matter = c.CorrectPayout(1, seat, "bonus_spin", credit, reason, handed_over=True)
    table.dealer("Dee").propose(matter)
    table.floorperson("Flo").approve(table.state.proposed)
