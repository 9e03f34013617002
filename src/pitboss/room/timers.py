"""Timers of a table that the house runs: what happens next by the clock, and when.

Bets open when somebody has sat down, and close when everybody at the table has wagered or the time
is up. A player who does not answer in time counts as having walked off, for which the rulebook has
a remedy. A seat is not held for a player who is gone, or who sits there without wagering for long.
A timer issues commands like anybody else.

Times are seconds on the room's stopwatch (TIME-1): setting the wall clock, or sending other
requests, neither lengthens nor shortens them. After a restart, or a time in which the store could
not write, the running timer starts over.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.table import LogEntry, Phase, State, Table
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.state import RoundState, needs_ruling

IDLE_CHECK_INTERVAL: Final = 60.0
"""Seconds after which a table without anything else to wait for looks at its clock."""


class TimeLimits(Struct, frozen=True):
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

    last_seen: float = inf
    """For ever, while a page is open."""
    last_played: float = inf


class Timer(Struct, frozen=True):
    """What happens at a time, unless something else does before."""

    subject: tuple[object, ...]
    """What is going on: as long as that stays the same, it has begun when it began."""
    started_at: float
    fires_at: float
    command: c.Command | None = None
    player: str = ""
    """Whose seat is freed by it, if one is."""
    all_bet_at: float | None = None
    """When the last wager was made that was waited for."""

    @property
    def countdown_for(self) -> str:
        """What players have so long for; nothing, where it does not concern them."""
        kind = str(self.subject[0])
        return kind if kind in ("bets", "answers", "opens") else ""

    def remaining(self, now: float) -> float:
        """Seconds from now on."""
        return max(0.0, self.fires_at - now)

    def fire(self, table: Table) -> Sequence[LogEntry]:
        """Do it; what cannot be done after all is left."""
        try:
            if self.command is not None:
                return table.execute(self.command, HOUSE_DEALER)
            return table.tick()
        except Refused:
            return table.tick()


def next_timer(
    current: Timer | None,
    table: Table,
    limits: TimeLimits | None,
    now: float,
    attendance: Mapping[str, Attendance],
) -> Timer:
    """The timer for the state of a table.

    It goes on from the one that runs, if that is for the same, whatever is asked meanwhile. What
    concerns a round is known by the round alone: nobody begins it anew by asking for other things.
    """
    result = _house_timer(current, table, limits, now, attendance) if limits else None
    return result or _start_timer(current, now, ("tick",), IDLE_CHECK_INTERVAL)


def idle_timer(
    state: State, limits: TimeLimits | None, attendance: Mapping[str, Attendance]
) -> Timer | None:
    """When the first seat is freed whose player is gone, or did not play for long."""
    if limits is None:
        return None
    round_ = state.round if state.has_open_round else None
    kept = {*round_.wagers, *round_.away} if round_ else set()
    idle = [
        # Of several boxes the last goes first: what is left must lie side by side.
        (
            min(
                attendance[name].last_seen + limits.gone, attendance[name].last_played + limits.idle
            ),
            -seat,
            name,
        )
        for seat, name in state.seats.items()
        if name in attendance and seat not in kept
    ]
    if not idle:
        return None
    at, seat, name = min(idle)
    return Timer(("idle", seat, at), at, at, c.FreeSeat(-seat), name)


def _start_timer(
    current: Timer | None,
    now: float,
    subject: tuple[object, ...],
    seconds: float,
    command: c.Command | None = None,
) -> Timer:
    """A timer that began when the running one did, if that is for the same; or now."""
    same = current is not None and current.subject == subject
    since = current.started_at if current and same else now
    all_bet = current.all_bet_at if current and same else None
    return Timer(subject, since, since + seconds, command, all_bet_at=all_bet)


def _house_timer(
    current: Timer | None,
    table: Table,
    limits: TimeLimits,
    now: float,
    attendance: Mapping[str, Attendance],
) -> Timer | None:
    state = table.state
    if state.day.incident is not None:
        return None  # the round stands still, and nobody can answer before a floorperson rules
    at_table = state.round
    if at_table is None or not state.has_open_round:
        if state.seats and table.can_open_round():
            number = at_table.number if at_table else 0
            return _start_timer(current, now, ("opens", number), limits.opens, c.OpenRound())
        return None
    if at_table.phase is Phase.BETTING:
        if not at_table.wagers:
            return None
        bets = _start_timer(current, now, ("bets", at_table.number), limits.bets, c.NoMoreBets())
        return _betting_timer(bets, state, limits, now, attendance)
    seat = at_table.turn
    if seat is not None and (seat not in at_table.away or seat in at_table.reported):
        asked = ("answers", at_table.number, at_table.step, seat)
        answers = _start_timer(current, now, asked, limits.answers, c.WalkedOff(seat))
        player = attendance.get(state.seats.get(seat, ""), Attendance())
        gone = max(answers.started_at, player.last_seen + limits.gone)
        return replace(answers, fires_at=min(answers.fires_at, gone))
    reported = [seat for seat in at_table.reported if _awaits_ruling(state, at_table, seat)]
    if seat is None and reported:  # and nobody rules on it
        first = max(reported)
        about = ("reported", at_table.number, first)
        return _start_timer(current, now, about, limits.answers, c.WalkedOff(first))
    return None


def _awaits_ruling(state: State, round_: RoundState, seat: int) -> bool:
    """Whether the settlement waits for a ruling on a seat."""
    rules = state.rules
    return (
        round_.phase is Phase.SETTLING and rules is not None and needs_ruling(rules, round_, seat)
    )


def _betting_timer(
    timer: Timer, state: State, limits: TimeLimits, now: float, attendance: Mapping[str, Attendance]
) -> Timer:
    """The bets close earlier once everybody who is there has wagered."""
    wagers = state.round.wagers if state.round else {}
    absent = {
        name for name, player in attendance.items() if player.last_seen + limits.attends < now
    }
    waited_for = {seat for seat, name in state.seats.items() if name not in absent}
    if waited_for - wagers.keys():
        return replace(timer, all_bet_at=None)
    all_bet = now if timer.all_bet_at is None else timer.all_bet_at
    return replace(
        timer, all_bet_at=all_bet, fires_at=min(timer.fires_at, all_bet + limits.settles_down)
    )
