"""What the machine does not say yet, because the table is known to answer it wrongly.

Each entry was found by the machine and reported; an entry goes when the table is mended.
"""

from pitboss.table import State, Table
from pitboss.table import commands as c
from pitboss.table.state import Phase


def house_would_fail(table: Table) -> bool:
    """A command is carried out and then refused, if the house cannot do what is due after it."""
    return table.shoe is None and table.state.running


def known(state: State, command: c.Command) -> bool:
    """Whether the table is known to go wrong on this."""
    now = state.round
    if now is None:
        return False
    match command:
        case c.Deal():  # cards are dealt, and decisions asked, in a void round
            return now.phase is Phase.VOID
        case c.RuleOnAbsent(seat=seat, lost=True):  # nobody's third card is turned, for ever
            return all(one == seat or now.lost(one) for one in now.players)
        case _:
            return False
