"""A day at a table, taken step by step by the school: to see which steps there are, in order."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from pitboss.school.crew import Crew
from pitboss.school.syllabus import Syllabus
from pitboss.submission import practice_filing
from pitboss.table import Automation, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table.due import Due, due
from pitboss.table.duty import FLOOR, Duty
from pitboss.table.state import State, first_seats, open_street

DEALER: Final = Person("Dealer", Role.DEALER)
FLOORPERSON: Final = Person("Floorperson", Role.FLOORPERSON)
MORNING: Final = datetime(2027, 1, 4, 10, tzinfo=UTC)
MINUTES: Final = 7
"""What a round takes at this table."""


class Step(Struct, frozen=True):
    """A step of the day: a name for its kind, and what the table says of it."""

    key: str
    duty: Duty
    place: tuple[int, int, int] = (0, 0, 0)
    """Where it comes in a round."""


class Day:
    """A practice table whose steps are all taken one by one."""

    def __init__(self, syllabus: Syllabus, seed: str) -> None:
        self.syllabus, self.seed = syllabus, seed
        self.at = MORNING
        self.table = Table(automation=Automation.NOTHING, practice=seed, clock=lambda: self.at)
        self.crew = Crew(self.table, syllabus.seats, seed)
        self.before: Step | None = None
        """The step that was done last."""
        self._known: tuple[int, datetime, Step] | None = None
        self.table.open_table("school", syllabus.game.key, 100_000_00)
        filed = practice_filing(syllabus.game, syllabus.submission, self.at.date())
        self.table.propose(c.FileSubmission(filed))
        self.table.approve(self.table.state.proposed)

    @property
    def step(self) -> Step:
        """What is due now; of a moment that was asked about before, the same answer."""
        state = self.table.state
        if self._known is None or self._known[:2] != (state.version, self.at):
            duty = self.table.duty
            key = key_of(state, due(state, int(self.at.timestamp())), duty)
            self._known = (state.version, self.at, Step(key, duty, _place(state, key)))
        return self._known[2]

    @property
    def hollow(self) -> bool:
        """Whether cards still come although every player has folded.

        The table plays such a round to its end for the wagers that outlive a fold. It is dealt so,
        but nobody learns the order of a round from it: a street is passed over without a question.
        """
        now = self.table.state.round
        return now is not None and now.phase is Phase.PLAYING and {*now.players} == {*now.folded}

    def go(self) -> None:
        """Do what is due, whoever does it."""
        state, step = self.table.state, self.step
        command = due(state, int(self.at.timestamp()))
        if command is not None:
            by = FLOORPERSON if step.duty.who == FLOOR else DEALER
            said = c.Settle() if isinstance(command.command, c.Settle) else command.command
            self.table.say(said, by)
        else:
            self._spoken(step.duty.step)
        if step.key == "CloseRound":
            self.at += timedelta(minutes=MINUTES)
        self.before = step

    def _spoken(self, step: str) -> None:
        match step:
            case "OpenRound":
                self.table.say(c.OpenRound(), DEALER)
                self.crew.bet()
            case "NoMoreBets":
                self.table.say(c.NoMoreBets(), DEALER)
            case "Decide":
                self.crew.answer()
            case "TakeSeat":
                self.crew.sit_down()
            case _:
                raise AssertionError(f"nothing is due that the school knows: {step}")

    def until(self, found: Callable[["Day"], bool], most: int = 4000) -> bool:
        """Go on until something is so; whether it came to that."""
        for _ in range(most):
            if found(self):
                return True
            self.go()
        return False


def key_of(state: State, step: Due | None, duty: Duty) -> str:
    """A name for the kind of step that is due: the same step of another day has the same."""
    now = state.round
    command = step.command if step else None
    match command:
        case None:
            street = open_street(state.rules, now) if state.rules and now else None
            return f"{duty.step} {street.name}" if street and duty.step == "Decide" else duty.step
        case c.Perform(task=task):
            return f"Perform {task}"
        case c.Propose(matter=matter):
            return f"Propose {type(matter).__name__}"
        case c.Approve():
            return f"Approve {'OpeningCount' if not state.running else 'VoidRound'}"
        case c.Deal() | c.TurnOver() if now is not None and now.phase is Phase.PLAYING:
            return f"{type(command).__name__} {now.step}"
        case c.Settle() if now is not None and first_seats(now):
            return "Settle first"
        case _:
            return type(command).__name__


def _place(state: State, key: str) -> tuple[int, int, int]:
    """Steps of a round in the order of the round: a count that is due comes before a question."""
    now = state.round
    if now is None or not state.running:
        return (0, 0, 0)
    first = ("CountStub", "Settle first", "TurnOver", "SpinWheel")
    order = (*first, "VerifyJackpot", "ValidateJackpot", "Settle")
    return (1 + list(Phase).index(now.phase), now.step, order.index(key) if key in order else 1)


def days(syllabus: Syllabus, seed: str) -> Iterator[Day]:
    """One practice table after the other."""
    number = 0
    while True:
        yield Day(syllabus, f"{seed} {number}")
        number += 1


def course(syllabus: Syllabus, rounds: int = 30) -> tuple[Step, ...]:
    """The steps of a day, each kind once: those of a round in the order of a round."""
    day, found = Day(syllabus, "course"), dict[str, Step]()
    while day.table.state.round is None or day.table.state.round.number <= rounds:
        step = day.step
        found.setdefault(step.key, step)
        day.go()
    return tuple(sorted(found.values(), key=lambda step: step.place))
