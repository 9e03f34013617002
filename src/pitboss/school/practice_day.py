"""A day at a practice table, taken step by step."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from pitboss.school.simulated_players import SimulatedPlayers
from pitboss.school.syllabus import Syllabus
from pitboss.submission import practice_filing
from pitboss.table import Automation, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table.instructions import FLOOR, Instruction
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.state import State, early_seats, open_street

PRACTICE_DEALER: Final = Person("Dealer", Role.DEALER)
PRACTICE_FLOORPERSON: Final = Person("Floorperson", Role.FLOORPERSON)
DAY_START: Final = datetime(2027, 1, 4, 10, tzinfo=UTC)
MINUTES_PER_ROUND: Final = 7
"""Minutes that a round takes at this table."""


class DayStep(Struct, frozen=True):
    """A step of the day: a key for its kind, and the table's instruction."""

    key: str
    instruction: Instruction
    position: tuple[int, int, int] = (0, 0, 0)
    """The position of the step in a round."""


class PracticeDay:
    """A practice table whose steps are all taken one by one."""

    def __init__(self, syllabus: Syllabus, seed: str) -> None:
        self.syllabus, self.seed = syllabus, seed
        self.time = DAY_START
        self.table = Table(automation=Automation.NOTHING, practice=seed, clock=lambda: self.time)
        self.players = SimulatedPlayers(self.table, syllabus.seats, seed)
        self.last_step: DayStep | None = None
        """The last step that was done."""
        self._cached_step: tuple[int, datetime, DayStep] | None = None
        self.table.open_table("school", syllabus.game.key, 100_000_00)
        filing = practice_filing(syllabus.game, syllabus.submission, self.time.date())
        self.table.propose(c.FileSubmission(filing))
        self.table.approve(self.table.state.proposed)

    @property
    def step(self) -> DayStep:
        """The next step, cached until the state or the time changes."""
        state = self.table.state
        if self._cached_step is None or self._cached_step[:2] != (state.version, self.time):
            instruction = self.table.instruction
            key = step_key(state, next_step(state, int(self.time.timestamp())), instruction)
            self._cached_step = (
                state.version,
                self.time,
                DayStep(key, instruction, _step_position(state, key)),
            )
        return self._cached_step[2]

    @property
    def is_all_folded(self) -> bool:
        """Whether cards are still dealt although every player has folded.

        The table plays such a round to its end for the wagers that survive a fold. No question is
        based on it, since its streets pass without decisions.
        """
        round_ = self.table.state.round
        return (
            round_ is not None
            and round_.phase is Phase.PLAYING
            and {*round_.players} == {*round_.folded}
        )

    def do_step(self) -> None:
        """Do the next step, whoever's it is."""
        state, step = self.table.state, self.step
        upcoming = next_step(state, int(self.time.timestamp()))
        if upcoming is not None:
            by = PRACTICE_FLOORPERSON if step.instruction.who == FLOOR else PRACTICE_DEALER
            command = c.Settle() if isinstance(upcoming.command, c.Settle) else upcoming.command
            self.table.execute(command, by)
        else:
            self._do_spoken_step(step.instruction.step)
        if step.key == "CloseRound":
            self.time += timedelta(minutes=MINUTES_PER_ROUND)
        self.last_step = step

    def _do_spoken_step(self, step: str) -> None:
        match step:
            case "OpenRound":
                self.table.execute(c.OpenRound(), PRACTICE_DEALER)
                self.players.place_bets()
            case "NoMoreBets":
                self.table.execute(c.NoMoreBets(), PRACTICE_DEALER)
            case "Decide":
                self.players.decide()
            case "TakeSeat":
                self.players.seat_everybody()
            case _:
                raise AssertionError(f"the school does not know this step: {step}")

    def run_until(self, condition: Callable[["PracticeDay"], bool], max_steps: int = 4000) -> bool:
        """Do steps until the condition holds; return whether it did within ``max_steps``."""
        for _ in range(max_steps):
            if condition(self):
                return True
            self.do_step()
        return False


def step_key(state: State, step: NextStep | None, instruction: Instruction) -> str:
    """Return a key for the kind of the next step; the same step of another day has the same key."""
    round_ = state.round
    command = step.command if step else None
    match command:
        case None:
            street = open_street(state.rules, round_) if state.rules and round_ else None
            return (
                f"{instruction.step} {street.name}"
                if street and instruction.step == "Decide"
                else instruction.step
            )
        case c.Perform(task=task):
            return f"Perform {task}"
        case c.Propose(matter=matter):
            return f"Propose {type(matter).__name__}"
        case c.Approve():
            return f"Approve {'OpeningCount' if not state.has_open_round else 'VoidRound'}"
        case c.Deal() | c.TurnOver() if round_ is not None and round_.phase is Phase.PLAYING:
            return f"{type(command).__name__} {round_.step}"
        case c.Settle() if round_ is not None and early_seats(round_):
            return "Settle first"
        case _:
            return type(command).__name__


def _step_position(state: State, key: str) -> tuple[int, int, int]:
    """Return the position of a step in its round; a stub count precedes a decision."""
    round_ = state.round
    if round_ is None or not state.has_open_round:
        return (0, 0, 0)
    early_steps = ("CountStub", "Settle first", "TurnOver", "SpinWheel")
    order = (*early_steps, "VerifyJackpot", "ValidateJackpot", "Settle")
    return (
        1 + list(Phase).index(round_.phase),
        round_.step,
        order.index(key) if key in order else 1,
    )


def practice_days(syllabus: Syllabus, seed: str) -> Iterator[PracticeDay]:
    """Yield one practice table after the other."""
    number = 0
    while True:
        yield PracticeDay(syllabus, f"{seed} {number}")
        number += 1


def day_steps(syllabus: Syllabus, rounds: int = 30) -> tuple[DayStep, ...]:
    """Return the steps of a day, each kind once, in the order of a round."""
    day, steps = PracticeDay(syllabus, "course"), dict[str, DayStep]()
    while day.table.state.round is None or day.table.state.round.number <= rounds:
        step = day.step
        steps.setdefault(step.key, step)
        day.do_step()
    return tuple(sorted(steps.values(), key=lambda step: step.position))
