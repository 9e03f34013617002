"""Base of all rules of the machine: a watched table, its people, and the course of play."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from random import Random
from typing import ClassVar, Final, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.submission import Rules
from pitboss.table import Automation, Person, Role, next_step
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.next_step import NextStep
from pitboss.table.state import Phase, open_street
from pitboss.table.views import choices_for_seat
from tests.filings import filing

from .coverage import Counts
from .known_faults import is_avoided
from .rare_rounds import TABLE
from .rulings import answers
from .secrecy import STRANGER
from .submissions import Submission, random_submission
from .watch import Watch

NAMES: Final = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")
DEALERS: Final = (Person("Dora", Role.DEALER), Person("Dirk", Role.DEALER))
FLOOR: Final = (Person("Flo", Role.FLOORPERSON), Person("Fred", Role.FLOORPERSON))
FLAGS: Final = tuple(Automation.EVERYTHING)
MOST_STEPS: Final = 60


class Chance(Random):
    """Choices of one rule, drawn from a few bytes by Hypothesis."""

    def __init__(self, seed_bytes: bytes) -> None:
        super().__init__(seed_bytes)
        self._last_draw = seed_bytes

    def __repr__(self) -> str:
        return f"Chance({self._last_draw!r})"

    def after(self, before: "Chance") -> "Chance":
        """Mix in an earlier chance, since Hypothesis tends to repeat its draws."""
        return Chance(sha256(before._last_draw + self._last_draw).digest())

    def once_in(self, times: int) -> bool:
        """Return true once in so many times."""
        return self.randrange(times) == 0


chances: Final = st.binary(min_size=4, max_size=4).map(Chance)
D = TypeVar("D", bound="Driver")


def does(act: Callable[[D, Chance], None]) -> Callable[[D, Chance], None]:
    """Declare a rule of the machine that takes only a `Chance`."""

    @wraps(act)
    def run_action(self: D, chance: Chance) -> None:
        self.past = chance.after(self.past)
        act(self, self.past)

    return rule(chance=chances)(run_action)


class Driver(RuleBasedStateMachine):
    """A machine with a table; its rules are in the files of its subclasses."""

    game: ClassVar[str]
    counts: ClassVar[Counts]
    shift: ClassVar[int] = 0
    """The same draws must mean something else in another shift."""

    def __init__(self) -> None:
        super().__init__()
        self.past = Chance(bytes([self.shift]))
        self.watch = Watch(NAMES, "not begun", Automation.NOTHING, self.counts)

    # The state of the table

    @property
    def in_force(self) -> Rules | None:
        """Return the rules of the table."""
        return self.watch.state.rules

    @property
    def phase(self) -> Phase | None:
        """Return the phase of the open round."""
        round_ = self.watch.state.round
        return round_.phase if round_ and self.watch.state.has_open_round else None

    def seat_of(self, chance: Chance) -> int:
        """Draw a seat, usually an occupied one."""
        seats_taken = [*self.watch.state.seats]
        return (
            chance.choice(seats_taken)
            if seats_taken and not chance.once_in(8)
            else chance.randrange(8)
        )

    def sitting(self, seat: int) -> Person:
        """Return who sits there, or a stranger."""
        return Person(self.watch.state.seats.get(seat, STRANGER), Role.PLAYER)

    # Commands

    def say(self, command: c.Command, by: Person) -> bool:
        """Execute a command; return whether it succeeded."""
        return not is_avoided(self.watch, command) and self.watch.say(command, by)

    def open_table(self, submission: Submission) -> None:
        """Open a table, up to approved rules and a tray counted by two people."""
        if not self.watch.state.table:
            self.say(c.OpenTable(TABLE, self.game, 0), FLOOR[0])
            self.say(c.OpenTable(TABLE, self.game, 250_00), FLOOR[0])
        self.say(c.Propose(filing(self.game, submission)), DEALERS[0])
        self.say(c.Approve(self.watch.state.proposed), FLOOR[0])
        if not self.watch.day.open:
            self.count_tray(c.OpeningCount(self.tray))

    @property
    def tray(self) -> int:
        """Return the chips in the tray according to the books."""
        return int(self.watch.state.balances.get("tray", 0))

    def count_tray(self, matter: c.OpeningCount | c.ClosingCount) -> bool:
        """Have one person count the tray and another verify it."""
        self.say(c.Propose(matter), DEALERS[0])
        return self.say(self.approval(), FLOOR[0])

    def approval(self, number: int | None = None) -> c.Approve:
        """Return an approval of the last proposal or another one.

        For a count, with the same amount."""
        number = self.watch.state.proposed if number is None else number
        waits = self.watch.state.proposals.get(number)
        return c.approval_of(number, waits.matter) if waits else c.Approve(number)

    def prepare(self, *, cut: int = 0) -> None:
        """Prepare the decks as far as possible, cutting where required."""
        for _ in range(MOST_STEPS):
            step = self.due
            if step is None or self.watch.state.has_open_round:
                break
            command = step.command
            if isinstance(command, c.Perform) and command.task is Task.CUT and cut:
                command = c.Perform(Task.CUT, command.deck, cut)
            if not self.do_step(command, self.past):
                break

    @property
    def due(self) -> NextStep | None:
        """Return what the table is waiting for at this time."""
        return next_step(self.watch.state, self.watch.table.clock_reading)

    def bet(self, seat: int, chance: Chance, *, surely: bool = False) -> bool:
        """Make legal wagers for a seat, optionally on everything, after a buy-in if necessary."""
        rules, by = self.in_force, self.sitting(seat)
        if rules is None:
            return False
        stake = legal(rules, rules.table.minimum, rules.table.maximum, chance)
        wagers = {wager.key: stake for wager in rules.required}
        for side in rules.sides:
            if surely or chance.once_in(2):
                fixed = side.minimum == side.maximum
                wagers[side.key] = (
                    side.minimum if fixed else legal(rules, side.minimum, side.maximum, chance)
                )
        enough = 12 * sum(wagers.values())
        if self.watch.state.chips(by.name) < enough and (surely or not chance.once_in(4)):
            self.say(c.BuyIn(enough - enough % -rules.table.chip), by)
        return self.say(c.PlaceWagers(seat, wagers), by)

    def bets(self, chance: Chance) -> None:
        """Have most or all seated players bet."""
        for seat in [*self.watch.state.seats]:
            if not chance.once_in(6):
                self.bet(seat, chance)

    def answer(self, chance: Chance) -> bool:
        """Have the seat whose turn it is decide, mostly to stay in."""
        round_, rules = self.watch.state.round, self.in_force
        if round_ is None or rules is None or round_.turn is None:
            return False
        seat, by = round_.turn, Person(round_.players[round_.turn], Role.PLAYER)
        street = open_street(rules, round_)
        if street and street.any_amount and chance.once_in(2):
            base = round_.wagers[seat][street.of]
            amount = legal(rules, base * street.least, base * street.most, chance)
            if self.say(c.Decide(seat, amount), by):
                return True
        choices = choices_for_seat(self.watch.state, seat)
        stakes = [choice for choice in choices if choice.stake] or choices
        some = choices if chance.once_in(3) else stakes
        return self.say(c.Decide(seat, chance.choice(some).decision), by) or self.say(
            c.Decide(seat, choices[0].decision), by
        )

    def play_on(self, chance: Chance) -> None:
        """Do whatever moves the table forward."""
        state = self.watch.state
        is_lost = self.watch.table.shoe is None and state.has_open_round
        if state.rules is None:
            self.open_table(random_submission(self.game, chance))
        elif is_lost and self.phase is Phase.SETTLED:
            self.say(c.CloseRound(), chance.choice(DEALERS))
        elif is_lost and self.phase not in (None, Phase.VOID):
            matter = c.VoidRound(state.round.number if state.round else 0, "the seed is lost")
            self.say(c.Propose(matter), DEALERS[0])
            self.say(c.Approve(self.watch.state.proposed), FLOOR[0])
        elif (step := self.due) is not None and self.do_step(step.command, chance):
            pass
        elif not state.has_open_round:
            self._get_ready(chance)
        elif self.phase is Phase.BETTING:
            self._take_bets(chance)
        else:
            self.answer(chance)

    def _get_ready(self, chance: Chance) -> None:
        """Do what the next round needs: players, counts, repairs, permissions."""
        day = self.watch.day
        if not day.open:
            self.count_tray(c.OpeningCount(self.tray))
        elif not day.seats:
            for what in [what for what in day.disabled if what.startswith("player:")]:
                self.say(c.Enable(what), chance.choice(FLOOR))
            self.say(c.TakeSeat(chance.randint(1, 6)), Person("Ann", Role.PLAYER))
        elif not self.say(c.OpenRound(), chance.choice(DEALERS)):
            for device in [*day.broken]:
                self.say(c.RestoreDevice(Device(device)), chance.choice(FLOOR))
            for what in [*day.disabled]:
                self.say(c.Enable(what), chance.choice(FLOOR))
            for number in [*day.proposals]:
                self.say(c.Reject(number), chance.choice(FLOOR))

    def _take_bets(self, chance: Chance) -> None:
        """Take bets until there are some, then close the betting."""
        state = self.watch.state
        if not state.seats:
            self.say(c.TakeSeat(chance.randint(1, 6)), Person("Ann", Role.PLAYER))
        elif state.round is not None and len(state.round.wagers) * 2 < len(state.seats):
            self.bets(chance)
            if state.round.wagers == getattr(self.watch.state.round, "wagers", None):
                for what in [*self.watch.day.disabled]:  # nobody may bet, or nobody wants to
                    self.say(c.Enable(what), chance.choice(FLOOR))
        elif state.round is not None and state.round.wagers and chance.once_in(6):
            seat = chance.choice([*state.round.wagers])
            self.say(c.TakeBack(seat), self.sitting(seat))
        else:
            self.say(c.NoMoreBets(), chance.choice(DEALERS))

    def do_step(self, command: c.Command, chance: Chance) -> bool:
        """Have staff do the next step, usually as instructed."""
        match command:
            case c.Settle() if chance.once_in(2):
                command = c.Settle(every=False)
            case c.RuleOnAbsent(seat=seat):
                command = c.RuleOnAbsent(seat, chance.once_in(2))
            case c.MarkDevice(device=device):
                command = c.MarkDevice(device, chance.choice([*Mark]))
            case c.ReceiveDeck():
                command = c.ReceiveDeck(ready_made=chance.once_in(3))
            case c.Rule():
                return self.rule(chance)
            case _:
                pass
        may = DEALERS if Role.DEALER in c.PERMISSIONS[type(command)] else FLOOR
        if isinstance(command, c.Perform) and command.task is Task.VERIFY:
            may = FLOOR
        return self.say(command, chance.choice(may))

    def rule(self, chance: Chance, ruling: Ruling | None = None) -> bool:
        """Have somebody other than the reporter make a possible ruling, with a reason."""
        waits = self.watch.day.incident
        if waits is None:
            return False
        may = answers(
            self.game,
            waits.kinds,
            is_exposed=waits.exposed,
            in_round=bool(waits.round),
            rules=self.watch.day.rules,
        )
        ruling_ = ruling or chance.choice(may)
        by = next(item for item in FLOOR if item.name != waits.by)
        return self.say(c.Rule(ruling_, "as it was seen"), by)


def legal(rules: Rules, low: int, high: int, chance: Random) -> int:
    """Return an amount that chips can make between the limits, mostly small, or an illegal one."""
    chip = rules.table.chip
    least, most = -(-low // chip), max(high // chip, -(-low // chip))
    high = chance.choice((least, min(least + 3, most), most))
    return chip * chance.randint(least, high)
