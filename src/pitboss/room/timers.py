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
"""Seconds between two looks at the clock of a table that waits for nothing else."""


class TimeLimits(Struct, frozen=True):
    """How long a house dealer waits, in seconds."""

    opens: float = 3
    """From the end of a round to the next round."""
    bets: float = 20
    """For all wagers of a round, from the first one on."""
    settles_down: float = 3
    """For changes of wagers, once everybody has made one."""
    answers: float = 30
    """For a decision."""
    attends: float = 30
    """For the wager of an absent player."""
    idle: float = 900
    """For a seated player who makes no wager, until the seat is freed."""
    gone: float = 60
    """For an absent player, until the seat is freed and no decision is awaited."""


class Attendance(Struct, frozen=True):
    """When a player was last present and last played."""

    last_seen: float = inf
    """Infinite while a page is open."""
    last_played: float = inf


class Timer(Struct, frozen=True):
    """A command, or a tick, that is due at a time."""

    subject: tuple[object, ...]
    """What the timer is for; a timer for the same keeps its start."""
    started_at: float
    fires_at: float
    command: c.Command | None = None
    player: str = ""
    """The player whose seat it frees, if it frees one."""
    all_bet_at: float | None = None
    """When the last awaited wager was made."""

    @property
    def countdown_for(self) -> str:
        """What players have this time for; empty if it does not concern them."""
        kind = str(self.subject[0])
        return kind if kind in ("bets", "answers", "opens") else ""

    def remaining(self, now: float) -> float:
        """Return the seconds until it fires."""
        return max(0.0, self.fires_at - now)

    def fire(self, table: Table) -> Sequence[LogEntry]:
        """Execute the command; if it is refused, or there is none, tick."""
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
    """Return the timer for the state of a table.

    A timer for the same subject keeps running, whatever is requested meanwhile. The subject within
    a round depends on the round alone, so that nobody can restart it by other requests.
    """
    result = _house_timer(current, table, limits, now, attendance) if limits else None
    return result or _start_timer(current, now, ("tick",), IDLE_CHECK_INTERVAL)


def idle_timer(
    state: State, limits: TimeLimits | None, attendance: Mapping[str, Attendance]
) -> Timer | None:
    """Return the timer that frees the first seat of an absent or idle player."""
    if limits is None:
        return None
    round_ = state.round if state.has_open_round else None
    seats_in_play = {*round_.wagers, *round_.away} if round_ else set()
    idle = [
        # Of several boxes the last goes first: the remaining ones must be adjacent.
        (
            min(
                attendance[name].last_seen + limits.gone, attendance[name].last_played + limits.idle
            ),
            -seat,
            name,
        )
        for seat, name in state.seats.items()
        if name in attendance and seat not in seats_in_play
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
    """Return a timer that starts now, or when the current one for the same subject started."""
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
        return None  # the round is halted, and nobody can decide before a floorperson rules
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
        subject = ("answers", at_table.number, at_table.step, seat)
        answers = _start_timer(current, now, subject, limits.answers, c.WalkedOff(seat))
        player = attendance.get(state.seats.get(seat, ""), Attendance())
        absent_at = max(answers.started_at, player.last_seen + limits.gone)
        return replace(answers, fires_at=min(answers.fires_at, absent_at))
    disputed_seats = [seat for seat in at_table.reported if _awaits_ruling(state, at_table, seat)]
    if seat is None and disputed_seats:
        first = max(disputed_seats)
        dispute = ("reported", at_table.number, first)
        return _start_timer(current, now, dispute, limits.answers, c.WalkedOff(first))
    return None


def _awaits_ruling(state: State, round_: RoundState, seat: int) -> bool:
    """Return whether the settlement waits for a ruling on a seat."""
    rules = state.rules
    return (
        round_.phase is Phase.SETTLING and rules is not None and needs_ruling(rules, round_, seat)
    )


def _betting_timer(
    timer: Timer, state: State, limits: TimeLimits, now: float, attendance: Mapping[str, Attendance]
) -> Timer:
    """Return a timer that closes the bets early once everybody present has wagered."""
    wagers = state.round.wagers if state.round else {}
    absent = {
        name for name, player in attendance.items() if player.last_seen + limits.attends < now
    }
    awaited_seats = {seat for seat, name in state.seats.items() if name not in absent}
    if awaited_seats - wagers.keys():
        return replace(timer, all_bet_at=None)
    all_bet = now if timer.all_bet_at is None else timer.all_bet_at
    return replace(
        timer, all_bet_at=all_bet, fires_at=min(timer.fires_at, all_bet + limits.settles_down)
    )
