"""One simulated table with its people, its clock and its random choices."""

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from pitboss.days.observer import Replay, TableObserver
from pitboss.days.tally import CheckFailed, Tally, require
from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.submission.rules import Rules
from pitboss.table import Person, Role, State, Table
from pitboss.table import commands as c
from pitboss.table.state import Phase, RoundState

DEALERS: Final = tuple(Person(name, Role.DEALER) for name in ("Dora", "Dirk", "Dina"))
FLOORPERSONS: Final = tuple(Person(name, Role.FLOORPERSON) for name in ("Flo", "Fred", "Fern"))
GUEST_NAMES: Final = (
    "Ann", "Bob", "Cyd", "Eve", "Gus", "Ida", "O'Neil", "Zoë Ångström", "李", "x=1 / 2", "Kim, Jr.",
)  # fmt: skip
"""Some of them are hard to write down."""


ALL_IN_STAKE: Final = 9
"""The stake of a guest who wagers as much as the table takes."""


MOST_CARELESS: Final = 4
"""The most careless guests err once in this many times."""


class Guest(Struct, frozen=True):
    """A player with a character."""

    person: Person
    stake: int
    """How many chips above the minimum a wager can be, or `ALL_IN_STAKE`."""
    side_wager_one_in: int
    """Makes a side wager once in this many times."""
    bold_one_in: int
    """Raises as far as possible, once in this many times."""
    timid_one_in: int
    """Folds or checks, once in this many times."""
    leaves_one_in: int
    """Leaves between rounds, once in this many times."""
    walks_off_one_in: int
    """Walks off in a round, once in this many times."""
    adds_entropy_one_in: int
    """Adds to the shuffle, once in this many times."""
    careless_one_in: int
    """Wagers what the table does not take, once in this many times."""
    boxes: int
    """The number of boxes that this guest likes to play."""
    buy_in_multiple: int
    """The buy-in, as a multiple of the largest wager."""


def random_guests(rng: SeededRandom) -> dict[str, Guest]:
    """Return random guests of a table."""
    return {
        name: Guest(
            person=Person(name, Role.PLAYER),
            stake=rng.pick((0, 1, 3, 3, ALL_IN_STAKE)),
            side_wager_one_in=rng.pick((1, 1, 2, 4)),
            bold_one_in=rng.pick((1, 2, 3, 6)),
            timid_one_in=rng.pick((2, 4, 8, 16)),
            leaves_one_in=rng.pick((4, 12, 40)),
            walks_off_one_in=rng.pick((20, 60, 200)),
            adds_entropy_one_in=rng.pick((2, 10, 60)),
            careless_one_in=rng.pick((MOST_CARELESS, 20, 60)),
            boxes=rng.pick((1, 2, 3)),
            buy_in_multiple=rng.pick((1, 2, 8, 30)),
        )
        for name in GUEST_NAMES
    }


def random_staff(rng: SeededRandom, staff: tuple[Person, ...], *excluded_names: str) -> Person:
    """Return a random member of the staff, except these."""
    return rng.pick([person for person in staff if person.name not in excluded_names])


FIRST_MORNING: Final = datetime(2030, 1, 1, 10, tzinfo=UTC)
"""The start of every table's first day."""
INSTRUCTION_CHECK_EVERY: Final = 32
"""The instruction is checked after one command in this many, and after every refusal."""


class SimulatedClock:
    """Simulated time."""

    def __init__(self) -> None:
        self._now = FIRST_MORNING

    def __call__(self) -> datetime:
        """Return the simulated time."""
        return self._now

    def advance(self, seconds: int) -> None:
        """Let this many seconds pass."""
        self._now += timedelta(seconds=seconds)

    def next_day(self) -> None:
        """Advance the clock to the next morning."""
        self._now = FIRST_MORNING + timedelta(days=(self._now - FIRST_MORNING).days + 1)


class PracticeTable(Table):
    """A table with predictable stacks."""

    def use_practice_stacks(self, name: str) -> None:
        """Use the stacks of this name from the next round on."""
        self._practice = name


class PlannedMishap:
    """Something that goes wrong in a round as soon as it can."""

    def __init__(self, kind: Kind | str, phase: Phase) -> None:
        self.kind, self.phase = kind, phase
        """What goes wrong, and the phase for it if it can happen in any."""
        self.tries = 0


class TableSimulation:
    """One table under simulation."""

    def __init__(self, seed: str, game: str, number: int) -> None:
        """Set up the table of a game with this number, from 1."""
        self.seed, self.game, self.table_number = seed, game, number
        self.name = f"{game} {number}"
        self.rng = SeededRandom.for_days(seed, self.name)
        self.tally = Tally()
        self.clock = SimulatedClock()
        self.practice_name = f"{seed} {self.name}"
        self.table = PracticeTable(practice=self.practice_name, clock=self.clock)
        self.observer = TableObserver(game, self.tally)
        self.guests = random_guests(self.rng)
        self.dealer = DEALERS[0]
        self.planned_mishap: PlannedMishap | None = None
        self.expects_jackpot = False
        """Whether a meter will be hit in the next round, if everybody wagers on it."""
        self.replay = Replay()
        self._observed_count = self._command_count = 0

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.table.state

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.table.rules

    @property
    def round_(self) -> RoundState:
        """The round on the table."""
        if self.table.state.round is None:
            raise AssertionError("no round is on the table")
        return self.table.state.round

    @property
    def utc_seconds(self) -> int:
        """The time in seconds of UTC."""
        return int(self.clock().timestamp())

    @property
    def round_number(self) -> int:
        """The number of the last round that was opened."""
        return self.state.round.number if self.state.round else 0

    def use_jackpot_stack(self, name: str | None) -> None:
        """Use a stack that was searched for in the next round, or any stack if ``name`` is None."""
        self.expects_jackpot = name is not None
        self.table.use_practice_stacks(name or self.practice_name)

    def wait(self, seconds: int) -> None:
        """Let time pass; now and then the house checks its clock."""
        self.clock.advance(seconds)
        if self.rng.one_in(2):
            self.table.tick()
            self._observe()

    def must_succeed(self, command: c.Command, by: Person) -> None:
        """Execute a command that must be accepted."""
        refusal = self._execute(command, by)
        if refusal:
            raise CheckFailed(
                f"{by.name} gave a command that is due, but it was refused: {command}: {refusal}"
            )

    def attempt(self, command: c.Command, by: Person) -> bool:
        """Execute a command that may be refused; return whether it was accepted."""
        return self._execute(command, by) is None

    def must_be_refused(self, command: c.Command, by: Person) -> None:
        """Execute a command that must be refused."""
        if not self._execute(command, by):
            raise CheckFailed(
                f"{by.name} gave a command that must be refused, but it was accepted: {command}"
            )

    def _execute(self, command: c.Command, by: Person) -> Refused | None:
        before, name = self.table.state, type(command).__name__
        self._command_count += 1
        try:
            self.table.execute(command, by)
        except Refused as refused:
            self.tally.refusals[name] += 1
            require(refused.sentence and refused.clause, f"{name} is refused without a clause")
            require(refused.instruction, f"{name} is refused without an instruction")
            require(self.table.state is before, f"{name} was refused but changed the table")
            return refused
        self.tally.successes[name] += 1
        self._observe()
        if self._command_count % INSTRUCTION_CHECK_EVERY == 0:
            self.check_instruction()
        return None

    def _observe(self) -> None:
        log = self.table.log
        if len(log) > self._observed_count:
            self.observer.observe(log[self._observed_count :], self.table.state, self.utc_seconds)
            self._observed_count = len(log)

    def restart(self) -> None:
        """Restart the table from its log."""
        self.replay.check_replay(self.table.log, self.table.state)
        self.table.state = self.replay.state

    def check_instruction(self) -> None:
        """Check that the table has an instruction."""
        step = self.table.instruction
        require(step.who and step.what and step.clause, "nobody has anything to do")
