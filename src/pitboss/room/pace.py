"""The pace of a table that the house runs by itself: what the clock makes due, and when.

Bets open when somebody has sat down, and close when everybody at the table has wagered or the time
is up; who does not answer in time is taken to have walked off, which the rulebook has a remedy for.
A seat is not kept for somebody who asks for nothing any more.
What a timer does is a command like any other, and goes the same way.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.table import Phase, Recorded, State, Table
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.state import RoundState, to_rule_on

TICK: Final = timedelta(minutes=1)
"""How often a table without anything else to wait for looks at its clock."""


class Pace(Struct, frozen=True):
    """How long a house dealer waits, in seconds."""

    opens: float = 3
    """From the end of a round to the next."""
    bets: float = 20
    """For wagers, from the first of them on."""
    settles_down: float = 3
    """After the last wager, when everybody has made one."""
    answers: float = 30
    """For a decision."""
    attends: float = 30
    """So long ago somebody was heard of who is still waited for."""
    idle: float = 900
    """For somebody who sits there without a wager."""


class Timer(Struct, frozen=True):
    """What happens at a time, unless something else does before."""

    waits_for: tuple[object, ...]
    """What is going on: as long as that stays the same, the time does too."""
    at: datetime
    command: c.Command | None = None
    who: str = ""
    """Whose seat is freed by it, if one is."""

    @property
    def told(self) -> str:
        """What players have so long for; nothing, where it does not concern them."""
        return {"all bet": "bets", "bets": "bets", "answers": "answers", "opens": "opens"}.get(
            str(self.waits_for[0]), ""
        )

    def wait(self, now: datetime) -> float:
        """Seconds from now on."""
        return max(0.0, (self.at - now).total_seconds())

    def strike(self, table: Table) -> Sequence[Recorded]:
        """Do it; what cannot be done after all is left."""
        try:
            if self.command is not None:
                return table.say(self.command, HOUSE_DEALER)
            return table.tick()
        except Refused:
            return table.tick()


def next_timer(
    running: Timer | None,
    table: Table,
    pace: Pace | None,
    now: datetime,
    heard: Mapping[str, datetime],
) -> Timer:
    """The timer for the state of a table: the one that runs, if it is still for the same.

    It keeps its time whatever is asked meanwhile, also when that has come and nobody looked yet.
    ``heard``: when each player at the table last asked for something.
    """
    found = _house_timer(table.state, table, pace, now, heard) if pace else None
    found = found or _tick(table.state, now)
    return running if running is not None and running.waits_for == found.waits_for else found


def idle_timer(state: State, pace: Pace | None, heard: Mapping[str, datetime]) -> Timer | None:
    """When the first seat is freed whose player was not heard of for long."""
    if pace is None:
        return None
    now = state.round if state.running else None
    kept = {*now.wagers, *now.away} if now else set()
    idle = [
        # Of several boxes the last goes first: what is left must lie side by side.
        (heard[name] + timedelta(seconds=pace.idle), -seat, name)
        for seat, name in state.seats.items()
        if name in heard and seat not in kept
    ]
    if not idle:
        return None
    at, seat, name = min(idle)
    return Timer(("idle", seat, at), at, c.FreeSeat(-seat), name)


def _tick(state: State, now: datetime) -> Timer:
    return Timer(("tick", state.version), now + TICK)


def _house_timer(
    state: State, table: Table, pace: Pace, now: datetime, heard: Mapping[str, datetime]
) -> Timer | None:
    def timer(seconds: float, command: c.Command, *waits_for: object) -> Timer:
        return Timer(waits_for, now + timedelta(seconds=seconds), command)

    if state.day.incident is not None:
        return None  # the round stands still, and nobody can answer before a floorperson rules
    at_table = state.round
    if at_table is None or not state.running:
        if state.seats and table.can_open_round():
            number = at_table.number if at_table else 0
            return timer(pace.opens, c.OpenRound(), "opens", number)
        return None
    if at_table.phase is Phase.BETTING:
        if not at_table.wagers:
            return None
        recent = now - timedelta(seconds=pace.attends)
        absent = {name for name, at in heard.items() if at < recent}
        if all(seat in at_table.wagers for seat, name in state.seats.items() if name not in absent):
            return timer(pace.settles_down, c.NoMoreBets(), "all bet", state.version)
        return timer(pace.bets, c.NoMoreBets(), "bets", at_table.number)
    seat = at_table.turn
    if seat is not None and (seat not in at_table.away or seat in at_table.reported):
        told = ("answers", at_table.number, at_table.step, seat)
        return timer(pace.answers, c.WalkedOff(seat), *told)
    reported = [seat for seat in at_table.reported if _waits(state, at_table, seat)]
    if seat is None and reported:  # and nobody rules on it
        first = max(reported)
        return timer(pace.answers, c.WalkedOff(first), "reported", at_table.number, first)
    return None


def _waits(state: State, now: RoundState, seat: int) -> bool:
    """Whether the settlement waits for a ruling on a seat."""
    rules = state.rules
    return now.phase is Phase.SETTLING and rules is not None and to_rule_on(rules, now, seat)
