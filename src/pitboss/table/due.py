"""What is due now: the next step of the dealer or a floorperson, as the command that does it.

The house plays a table by carrying out what is due; how much of it the house does itself is said
by automation flags, from nothing to everything.
"""

from collections.abc import Callable, Mapping
from enum import Flag, auto
from typing import Final

from msgspec import Struct

from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.deciding.betting import to_count
from pitboss.table.deciding.wheel import to_show, to_spin
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, Person
from pitboss.table.plan import Turn
from pitboss.table.state import Phase, RoundState, State, first_seats, step_of


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
    waits = _WAITS.get(now.phase)
    return waits(rules, now) if waits else None


def _counting(rules: Rules, now: RoundState) -> Due:
    count = c.CountProgressives(to_count(rules, now), round=now.number)
    return Due(count, HOUSE_DEALER, Automation.COUNT)


def _playing(rules: Rules, now: RoundState) -> Due | None:
    seat = now.turn
    if seat is None:
        if type(step_of(rules, now)) is Turn:
            return Due(c.TurnOver(round=now.number), HOUSE_DEALER, Automation.TURN)
        return Due(c.Deal(round=now.number), HOUSE_DEALER, Automation.DEAL)
    if seat not in now.away:
        return None
    if seat not in now.absent:
        ruling = c.RuleOnAbsent(seat, _MERCY, round=now.number)
        return Due(ruling, HOUSE_FLOOR, Automation.ABSENT)
    return Due(c.AnswerForAbsent(seat, round=now.number), HOUSE_DEALER, Automation.ABSENT)


def _settling(_: Rules, now: RoundState) -> Due:
    n = now.number
    if now.hit is not None:
        return Due(c.ValidateJackpot(now.hit, round=n), HOUSE_FLOOR, Automation.VALIDATE)
    if first_seats(now):
        return Due(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)
    if to_show(now) is not None:
        return Due(c.TurnOver(round=n), HOUSE_DEALER, Automation.TURN)
    if to_spin(now) is not None:
        return Due(c.SpinWheel(round=n), HOUSE_DEALER, Automation.SPIN)
    return Due(c.Settle(every=True, round=n), HOUSE_DEALER, Automation.SETTLE)


def _closing(_: Rules, now: RoundState) -> Due:
    return Due(c.CloseRound(round=now.number), HOUSE_DEALER, Automation.CLOSE)


_WAITS: Final[Mapping[Phase, Callable[[Rules, RoundState], Due | None]]] = {
    Phase.COUNTING: _counting,
    Phase.PLAYING: _playing,
    Phase.SETTLING: _settling,
    Phase.SETTLED: _closing,
    Phase.VOID: _closing,
}
