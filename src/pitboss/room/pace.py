"""The pace of a table that the house runs by itself: what the clock makes due, and when.

Bets open when somebody has sat down, and close when everybody at the table has wagered or the time
is up; who does not answer in time is taken to have walked off, which the rulebook has a remedy for.
A seat is not kept for somebody who is not there, or sits there without a wager for long.
What a timer does is a command like any other, and goes the same way.

Times are seconds on the stopwatch of the room (TIME-1): nobody who puts the wall clock forward or
back, and nobody who asks for something else meanwhile, lengthens or shortens them. A restart of the
room, or a store that could not write, begins the running one anew: nobody could answer meanwhile.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.refusal import Refused
from pitboss.table import Phase, Recorded, State, Table
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.state import RoundState, to_rule_on

TICK: Final = 60.0
"""Seconds after which a table without anything else to wait for looks at its clock."""


class Pace(Struct, frozen=True):
    """How long a house dealer waits, in seconds."""

    opens: float = 3
    """From the end of a round to the next."""
    bets: float = 20
    """For wagers, from the first of them on; never longer."""
    settles_down: float = 3
    """Once everybody has made one."""
    answers: float = 30
    """For a decision."""
    attends: float = 30
    """For the wager of somebody who is not there."""
    idle: float = 900
    """For somebody who sits there without a wager."""
    gone: float = 60
    """For somebody who is not there: after that the seat is free, and no answer is waited for."""


class Attendance(Struct, frozen=True):
    """When a player was last there and last played."""

    seen: float = inf
    """For ever, while a page is open."""
    played: float = inf


class Timer(Struct, frozen=True):
    """What happens at a time, unless something else does before."""

    waits_for: tuple[object, ...]
    """What is going on: as long as that stays the same, it has begun when it began."""
    since: float
    at: float
    command: c.Command | None = None
    who: str = ""
    """Whose seat is freed by it, if one is."""
    all_bet: float | None = None
    """When the last wager was made that was waited for."""

    @property
    def told(self) -> str:
        """What players have so long for; nothing, where it does not concern them."""
        kind = str(self.waits_for[0])
        return kind if kind in ("bets", "answers", "opens") else ""

    def wait(self, now: float) -> float:
        """Seconds from now on."""
        return max(0.0, self.at - now)

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
    now: float,
    players: Mapping[str, Attendance],
) -> Timer:
    """The timer for the state of a table.

    It goes on from the one that runs, if that is for the same, whatever is asked meanwhile. What
    concerns a round is known by the round alone: nobody begins it anew by asking for other things.
    """
    found = _house_timer(running, table, pace, now, players) if pace else None
    return found or _begun(running, now, ("tick",), TICK)


def idle_timer(state: State, pace: Pace | None, players: Mapping[str, Attendance]) -> Timer | None:
    """When the first seat is freed whose player is gone, or did not play for long."""
    if pace is None:
        return None
    now = state.round if state.running else None
    kept = {*now.wagers, *now.away} if now else set()
    idle = [
        # Of several boxes the last goes first: what is left must lie side by side.
        (min(players[name].seen + pace.gone, players[name].played + pace.idle), -seat, name)
        for seat, name in state.seats.items()
        if name in players and seat not in kept
    ]
    if not idle:
        return None
    at, seat, name = min(idle)
    return Timer(("idle", seat, at), at, at, c.FreeSeat(-seat), name)


def _begun(
    running: Timer | None,
    now: float,
    waits_for: tuple[object, ...],
    seconds: float,
    command: c.Command | None = None,
) -> Timer:
    """A timer that began when the running one did, if that is for the same; or now."""
    same = running is not None and running.waits_for == waits_for
    since = running.since if running and same else now
    all_bet = running.all_bet if running and same else None
    return Timer(waits_for, since, since + seconds, command, all_bet=all_bet)


def _house_timer(
    running: Timer | None,
    table: Table,
    pace: Pace,
    now: float,
    players: Mapping[str, Attendance],
) -> Timer | None:
    state = table.state
    if state.day.incident is not None:
        return None  # the round stands still, and nobody can answer before a floorperson rules
    at_table = state.round
    if at_table is None or not state.running:
        if state.seats and table.can_open_round():
            number = at_table.number if at_table else 0
            return _begun(running, now, ("opens", number), pace.opens, c.OpenRound())
        return None
    if at_table.phase is Phase.BETTING:
        if not at_table.wagers:
            return None
        bets = _begun(running, now, ("bets", at_table.number), pace.bets, c.NoMoreBets())
        return _bets(bets, state, pace, now, players)
    seat = at_table.turn
    if seat is not None and (seat not in at_table.away or seat in at_table.reported):
        asked = ("answers", at_table.number, at_table.step, seat)
        answers = _begun(running, now, asked, pace.answers, c.WalkedOff(seat))
        player = players.get(state.seats.get(seat, ""), Attendance())
        gone = max(answers.since, player.seen + pace.gone)
        return replace(answers, at=min(answers.at, gone))
    reported = [seat for seat in at_table.reported if _waits(state, at_table, seat)]
    if seat is None and reported:  # and nobody rules on it
        first = max(reported)
        about = ("reported", at_table.number, first)
        return _begun(running, now, about, pace.answers, c.WalkedOff(first))
    return None


def _waits(state: State, now: RoundState, seat: int) -> bool:
    """Whether the settlement waits for a ruling on a seat."""
    rules = state.rules
    return now.phase is Phase.SETTLING and rules is not None and to_rule_on(rules, now, seat)


def _bets(
    bets: Timer, state: State, pace: Pace, now: float, players: Mapping[str, Attendance]
) -> Timer:
    """The bets close earlier once everybody who is there has wagered."""
    wagers = state.round.wagers if state.round else {}
    absent = {name for name, player in players.items() if player.seen + pace.attends < now}
    waited_for = {seat for seat, name in state.seats.items() if name not in absent}
    if waited_for - wagers.keys():
        return replace(bets, all_bet=None)
    all_bet = now if bets.all_bet is None else bets.all_bet
    return replace(bets, all_bet=all_bet, at=min(bets.at, all_bet + pace.settles_down))
