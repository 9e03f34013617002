"""A table with its people, its clock and its chance: where everything happens, under watch."""

from datetime import UTC, datetime, timedelta
from typing import Final

from pitboss.days.chance import Chance
from pitboss.days.failure import Wrong, check
from pitboss.days.people import DEALERS, drawn_guests
from pitboss.days.replay import Replay
from pitboss.days.tally import Tally
from pitboss.days.watch import Watch
from pitboss.games.incidents import Kind
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules
from pitboss.table import Person, State, Table
from pitboss.table import commands as c
from pitboss.table.state import Phase, RoundState

START: Final = datetime(2030, 1, 1, 10, tzinfo=UTC)
"""When every table's first day begins."""
OFTEN: Final = 32
"""Once in so many commands the table is asked for its duty, beside every refusal."""


class Clock:
    """Simulated time."""

    def __init__(self) -> None:
        self._now = START

    def __call__(self) -> datetime:
        return self._now

    def go_on(self, seconds: int) -> None:
        """So many seconds pass."""
        self._now += timedelta(seconds=seconds)

    def next_day(self) -> None:
        """It is the morning of another day."""
        self._now = START + timedelta(days=(self._now - START).days + 1)


class Practice(Table):
    """A table whose stacks can be foreseen, round by round."""

    def foresee(self, name: str) -> None:
        """From the next round on, stacks are those of this name."""
        self._practice = name


class Plot:
    """What is to go wrong in a round, as soon as it can."""

    def __init__(self, kind: Kind | str, phase: Phase) -> None:
        self.kind, self.phase = kind, phase
        """What it is, and when it is to happen where that is free."""
        self.tries = 0


class Scene:
    """One table under simulation."""

    def __init__(self, seed: str, game: str, turn: int) -> None:
        """A table of the game by its number, from 1."""
        self.seed, self.game, self.turn = seed, game, turn
        self.name = f"{game} {turn}"
        self.chance = Chance(seed, self.name)
        self.tally = Tally()
        self.clock = Clock()
        self.practice = f"{seed} {self.name}"
        self.table = Practice(practice=self.practice, clock=self.clock)
        self.watch = Watch(game, self.tally)
        self.guests = drawn_guests(self.chance)
        self.dealer = DEALERS[0]
        self.plot: Plot | None = None
        self.lucky = False
        """Whether a meter will be hit in the next round, if everybody wagers on it."""
        self.replay = Replay()
        self._heard = self._said = 0

    @property
    def state(self) -> State:
        """Of the table."""
        return self.table.state

    @property
    def rules(self) -> Rules:
        """In force."""
        return self.table.rules

    @property
    def now(self) -> RoundState:
        """The round on the table."""
        if self.table.state.round is None:
            raise AssertionError("no round is on the table")
        return self.table.state.round

    @property
    def at(self) -> int:
        """The time in seconds of UTC."""
        return int(self.clock().timestamp())

    @property
    def number(self) -> int:
        """Of the last round that was opened."""
        return self.state.round.number if self.state.round else 0

    def be_lucky(self, name: str | None) -> None:
        """The next stack is one that was searched for, or any."""
        self.lucky = name is not None
        self.table.foresee(name or self.practice)

    def wait(self, seconds: int) -> None:
        """Time passes, and the house may look at its clock."""
        self.clock.go_on(seconds)
        if self.chance.one_in(2):
            self.table.tick()
            self._hear()

    def done(self, command: c.Command, by: Person) -> None:
        """Something that can be done now."""
        refused = self._say(command, by)
        if refused:
            raise Wrong(f"{by.name} could not do what is due, {command}: {refused}")

    def tried(self, command: c.Command, by: Person) -> bool:
        """Something that may be refused; whether it was done."""
        return self._say(command, by) is None

    def refused(self, command: c.Command, by: Person) -> None:
        """Something that must be refused."""
        if not self._say(command, by):
            raise Wrong(f"{by.name} could do what must be refused: {command}")

    def _say(self, command: c.Command, by: Person) -> Refused | None:
        before, name = self.table.state, type(command).__name__
        self._said += 1
        try:
            self.table.say(command, by)
        except Refused as refused:
            self.tally.refused[name] += 1
            check(refused.sentence and refused.clause, f"{name} is refused without a clause")
            check(refused.due, f"{name} is refused, and nobody says what is due")
            check(self.table.state is before, f"{name} was refused, and changed the table")
            return refused
        self.tally.done[name] += 1
        self._hear()
        if self._said % OFTEN == 0:
            self.check_duty()
        return None

    def _hear(self) -> None:
        log = self.table.log
        if len(log) > self._heard:
            self.watch.hear(log[self._heard :], self.table.state, self.at)
            self._heard = len(log)

    def restart(self) -> None:
        """The machine goes down and comes up again: the table goes on from what was written."""
        self.replay.check(self.table.log, self.table.state)
        self.table.state = self.replay.state

    def check_duty(self) -> None:
        """There is no state in which nobody has anything to do."""
        duty = self.table.duty
        check(duty.who and duty.what and duty.clause, "nobody has anything to do")
