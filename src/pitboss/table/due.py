"""What is due now: the next step of the dealer or a floorperson, as the command that does it.

The house plays a table by carrying out what is due; how much of it the house does itself is said
by automation flags, from nothing to everything.
"""

from enum import Flag, auto
from typing import Final

from msgspec import Struct

from pitboss.table import commands as c
from pitboss.table.deciding.betting import to_count
from pitboss.table.deciding.wheel import to_show, to_spin
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, Person
from pitboss.table.plan import Turn
from pitboss.table.state import Phase, State, first_seats, step_of


class Automation(Flag):
    """Steps that the house does itself."""

    NOTHING = 0
    COUNT = auto()
    DEAL = auto()
    TURN = auto()
    SPIN = auto()
    VALIDATE = auto()
    SETTLE = auto()
    CLOSE = auto()
    ABSENT = auto()
    EVERYTHING = COUNT | DEAL | TURN | SPIN | VALIDATE | SETTLE | CLOSE | ABSENT


class Due(Struct, frozen=True, gc=False):
    """A step, who of the house does it, and the flag that leaves it to the house."""

    command: c.Command
    by: Person
    flag: Automation


_MERCY: Final = False
"""How the house rules on wagers of a player who left: they stand, and stake nothing more."""


def due(state: State) -> Due | None:
    """The step that the table waits for; none while it waits for players."""
    rules, now = state.rules, state.round
    if rules is None or now is None:
        return None
    n = now.number
    match now.phase:
        case Phase.BETTING | Phase.CLOSED:
            return None
        case Phase.COUNTING:
            count = c.CountProgressives(to_count(rules, now), round=n)
            return Due(count, HOUSE_DEALER, Automation.COUNT)
        case Phase.PLAYING if now.turn is not None:
            seat = now.turn
            if seat not in now.away:
                return None
            if seat not in now.absent:
                ruling = c.RuleOnAbsent(seat, _MERCY, round=n)
                return Due(ruling, HOUSE_FLOOR, Automation.ABSENT)
            return Due(c.AnswerForAbsent(seat, round=n), HOUSE_DEALER, Automation.ABSENT)
        case Phase.PLAYING if isinstance(step_of(rules, now), Turn):
            return Due(c.TurnOver(round=n), HOUSE_DEALER, Automation.TURN)
        case Phase.PLAYING:
            return Due(c.Deal(round=n), HOUSE_DEALER, Automation.DEAL)
        case Phase.SETTLING if now.hit is not None:
            return Due(c.ValidateJackpot(now.hit, round=n), HOUSE_FLOOR, Automation.VALIDATE)
        case Phase.SETTLING if first_seats(now):
            return Due(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)
        case Phase.SETTLING if to_show(now) is not None:
            return Due(c.TurnOver(round=n), HOUSE_DEALER, Automation.TURN)
        case Phase.SETTLING if to_spin(now) is not None:
            return Due(c.SpinWheel(round=n), HOUSE_DEALER, Automation.SPIN)
        case Phase.SETTLING:
            return Due(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)
        case _:
            return Due(c.CloseRound(round=n), HOUSE_DEALER, Automation.CLOSE)
