"""Random realistic shifts: people join and leave, wager, decide, walk off.

All choices come from a seeded generator, so that a shift can be repeated.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, Final

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.game_parts import FOLD
from pitboss.games.payoffs import Progressive, Wheel
from pitboss.shuffle import practice_seed
from pitboss.table import Automation, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.handlers.rulings import allowed_rulings
from pitboss.table.next_step import NextStep
from pitboss.table.state import RoundState, open_street
from tests.filings import filing
from tests.verify.random_irregularities import go_wrong

METHODS: Final = (
    ("manual shoe", "none"),
    ("manual shoe", "automated"),
    ("hand", "automated counting"),
    ("automated shoe", "automated"),
    ("automated shoe", "automated reshuffling"),
)
NAMES: Final = ("Ann", "Bob", "Çelik", "Đorđe", "Eve", 'Flo "the" Fox')
DEALERS: Final = (Person("Dan", Role.DEALER), Person("Dot", Role.DEALER))
FLOOR: Final = (Person("Fay", Role.FLOORPERSON), Person("Fritz", Role.FLOORPERSON))
MACHINES: Final = Automation.EVERYTHING & ~Automation.RULE
"""The house does everything but rule."""
Json = dict[str, Any]


def submission_for(dealing: str, shuffler: str, **more: object) -> Json:
    """Return a submission for a method of dealing."""
    return {"table": {"dealing": dealing, "shuffler": shuffler, **more}}


class Shift:
    """A table at which people act at random."""

    def __init__(
        self,
        game: str,
        submission: Mapping[str, Any] | None = None,
        *,
        seats: int = 3,
        seed: int = 0,
        by_hand: bool = False,
        bank: int = 100_000_00,
        trouble: float = 0.0,
        sides: float = 0.5,
        folds: float = 0.25,
        pace: int = 0,
        practice: bool = True,
        ready_made: float = 0.0,
        loses_seeds: bool = True,
    ) -> None:
        """Open a table.

        ``trouble`` is how often something goes wrong; with ``by_hand``, people deal. With a
        ``pace`` there is a clock, which advances by this many seconds per reading.
        """
        self.random = Random(f"{game} {seed}")
        self.trouble, self.sides, self.folds = trouble, sides, folds
        self.loses_seeds = loses_seeds
        self.name, self.pace, self.ready_made = f"{game} {seed}", pace, ready_made
        self.time = datetime(2026, 7, 1, 12, tzinfo=UTC)
        self.table = Table.open(
            game,
            submission,
            name=f"table {seed}",
            bank=bank,
            automation=Automation.NOTHING if by_hand else MACHINES,
            practice=self.name if practice else None,
            clock=self.tick if pace else None,
        )
        self.boxes = self.table.rules.table.boxes_per_player
        self.prepare()
        for seat in range(1, seats + 1):
            self.sit(seat)
        self.prepare()

    def lost_seeds(self) -> dict[int, str]:
        """Return the seeds that are lost according to the file."""
        log = [item.event for item in self.table.log if isinstance(item.event, e.SeedLost)]
        return {item.round: practice_seed(self.name, item.round).hex() for item in log}

    def seeds(self) -> dict[int, str]:
        """Return the seeds of all rounds."""
        log = [item.event for item in self.table.log if isinstance(item.event, e.RoundOpened)]
        return {item.round: practice_seed(self.name, item.round).hex() for item in log}

    def lines(self) -> list[bytes]:
        """Return the lines of the shift's file."""
        return [line + b"\n" for line in self.table.export()]

    def kinds(self) -> set[str]:
        """Return the kinds of events that occurred."""
        return {type(item.event).__name__ for item in self.table.log}

    def tick(self) -> datetime:
        self.time += timedelta(seconds=self.pace)
        return self.time

    @property
    def now(self) -> RoundState:
        assert self.table.state.round
        return self.table.state.round

    @property
    def betting(self) -> bool:
        return self.table.state.has_open_round and self.now.phase is Phase.BETTING

    def say(self, command: c.Command, by: Person) -> bool:
        """Execute a command; return whether the table accepted it."""
        try:
            self.table.execute(command, by)
        except Refused:
            return False
        return True

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    def dealer(self) -> Person:
        return self.random.choice(DEALERS)

    def sit(self, seat: int) -> None:
        """Seat a player; the first box goes to the first name."""
        player = self.table.player(NAMES[(seat - 1) // self.boxes])
        player.take_seat(seat)
        player.buy_in(self.random.choice([100_000, 500_000, 2_000_000]))

    # Between rounds

    def prepare(self) -> None:
        """Have people take the next steps, as far as possible."""
        while not self.table.state.has_open_round and (
            step := next_step(self.table.state, self.seconds())
        ):
            if not self.do(step):
                return  # for instance, a machine is broken

    def make_ready(self) -> None:
        """Fix everything that prevents a round."""
        table = self.table
        for _ in range(60):
            self.prepare()
            day = table.state.day
            for what in ("table", "game"):
                if what in day.disabled:
                    table.execute(c.Enable(what), FLOOR[1])
            for device in day.broken:
                table.execute(c.RestoreDevice(Device(device)), FLOOR[0])
            for number in table.state.proposals:
                table.execute(c.Reject(number), FLOOR[1])
            if not day.open:
                self.propose(c.OpeningCount(int(table.state.balances["tray"])), always=True)
            if not table.state.seats:
                self.somebody_comes()
            if table.can_open_round():
                return
        raise AssertionError(f"no round can be opened: {table.instruction}")

    def seconds(self) -> int | None:
        """Return the time, if there is a clock."""
        return int(self.time.timestamp()) if self.pace else None

    def do(self, step: NextStep) -> bool:
        """Have staff take the next step, perhaps not as intended."""
        command = step.command
        by = FLOOR[0] if step.by.role is Role.FLOORPERSON else self.dealer()
        match command:
            case c.Settle() if self.chance(0.5):
                command = c.Settle(round=command.round)
            case c.RuleOnAbsent():
                is_lost = self.chance(0.5) and self.somebody_stays(command.seat)
                command = c.RuleOnAbsent(command.seat, is_lost, round=command.round)
                by = self.other_floor(command.seat)
            case c.ReceiveDeck():
                command = c.ReceiveDeck(self.chance(self.ready_made))
            case c.Perform(task=Task.SPREAD_DOWN) if self.chance(0.5):
                command = c.Perform(Task.SPREAD, command.deck)
            case c.MarkDevice():
                command = c.MarkDevice(command.device, self.random.choice(list(Mark)))
            case c.Rule():
                command, by = self.ruling()
            case _:
                pass
        return self.say(command, by)

    def ruling(self) -> tuple[c.Rule, Person]:
        """Have someone other than the reporter rule at random."""
        state = self.table.state
        assert state.day.incident
        assert state.rules
        ruling_ = self.random.choice(allowed_rulings(state.rules, state.day.incident))
        by = next(item for item in FLOOR if item.name != state.day.incident.by)
        return c.Rule(ruling_, "so it was"), by

    def answer_incident(self) -> None:
        """Rule on the incident that awaits a ruling, if there is one."""
        if self.table.state.day.incident:
            self.table.execute(*self.ruling())

    # A round

    def play(self, rounds: int = 1) -> "Shift":
        """Play this many complete rounds."""
        for _ in range(rounds):
            if self.chance(self.trouble):
                self.disturb()
            self.open_and_bet()
            while self.table.state.has_open_round:
                self.go_on()
        self.prepare()
        return self

    def open_and_bet(self) -> None:
        """Play a round up to "no more bets"."""
        self.make_ready()
        while not self.say(c.OpenRound(), self.dealer()):
            self.make_ready()  # a deck has become too old meanwhile
        for seat, name in list(self.table.state.seats.items()):
            self.bet(seat, Person(name, Role.PLAYER))
        self.answer_incident()
        if self.betting and not self.now.wagers:
            self.somebody_bets()
        if self.betting and not self.say(c.NoMoreBets(), self.dealer()):
            # The deck has become too old.
            self.propose(c.VoidRound(self.now.number, "an old deck"), always=True)

    def bet(self, seat: int, player: Person) -> None:
        """Place required and side wagers, take some back, and contribute to the shuffle."""
        rules = self.table.rules
        self.answer_incident()
        if not self.betting or self.table.state.seats.get(seat) != player.name:
            return
        if f"player:{player.name}" in self.table.state.day.disabled:
            return
        ante = rules.table.minimum + rules.table.chip * self.random.randrange(4)
        wagers = {wager.key: ante for wager in rules.required}
        for side in rules.sides:
            if self.chance(self.sides):
                wagers[side.key] = self.random.choice([side.minimum, side.maximum])
        if not self.say(c.PlaceWagers(seat, wagers), player):
            self.say(c.BuyIn(1_000_000), player)
            if not self.say(c.PlaceWagers(seat, wagers), player):
                return  # the box between them was given up
        if self.chance(0.3):
            entropy = self.random.choice(["", "ü", '"\\']) + str(ante)
            self.say(c.AddEntropy(entropy), player)
        if self.chance(self.trouble):
            self.say(c.TakeBack(seat, tuple(side.key for side in rules.sides)[:1]), player)
        if self.chance(self.trouble):
            more = {wager.key: rules.table.chip for wager in rules.required}
            self.say(c.PlaceWagers(seat, more), player)
        if self.chance(self.trouble):
            self.disturb()

    def somebody_bets(self) -> None:
        if not self.table.state.seats:
            self.somebody_comes()
        seat, name = next(iter(self.table.state.seats.items()))
        if f"player:{name}" in self.table.state.day.disabled:
            self.table.execute(c.Enable(f"player:{name}"), FLOOR[0])
        least = self.table.rules.table.minimum
        wagers = {wager.key: least for wager in self.table.rules.required}
        self.say(c.BuyIn(1_000_000), Person(name, Role.PLAYER))
        self.table.player(name).place_wagers(seat, wagers)

    def go_on(self) -> None:
        """Take the next step of the dealer or a player, unless something goes wrong."""
        if self.chance(self.trouble):
            self.disturb()
            return
        step = next_step(self.table.state)
        if step is None:
            self.answer()
            return
        assert self.do(step), step

    def somebody_stays(self, seat: int) -> bool:
        return any(
            not self.now.has_lost_wagers(other) for other in self.now.players if other != seat
        )

    def answer(self) -> None:
        seat, street = self.now.turn, open_street(self.table.rules, self.now)
        assert seat is not None
        assert street is not None
        staying = [name for name, times in street.choices.items() if times != FOLD]
        folding = "fold" in street.choices and self.chance(self.folds)
        decision: str | int = "fold" if folding else self.random.choice(staying)
        if street.any_amount and self.chance(0.5):
            decision = self.now.wagers[seat][street.of] + self.table.rules.table.chip
        person = Person(self.now.players[seat], Role.PLAYER)
        if self.say(c.Decide(seat, decision), person):
            return
        if self.say(c.BuyIn(2_000_000), person):
            self.table.execute(c.Decide(seat, decision), person)
        else:  # a disabled player cannot buy chips
            least = next(name for name, times in street.choices.items() if times in ("fold", 0))
            self.table.execute(c.Decide(seat, least), person)

    # Disturbances

    def disturb(self) -> None:
        """Do something that can happen at any time, if the table allows it now."""
        state, some = self.table.state, self.random
        seat = some.choice(list(state.seats)) if state.seats else 1
        player = Person(state.seats.get(seat, "Ann"), Role.PLAYER)
        number = state.round.number if state.round else 1
        settles = "bonus" if state.game == "holdem-bonus" and self.chance(0.5) else ""
        amount: int | str = some.choice([5, -3, "1/3", "-1/4"])  # type: ignore[assignment]
        match some.randrange(20):
            case 0:
                self.say(c.BuyIn(some.randrange(1, 50) * 100), player)
            case 1:
                self.say(c.CashOut(some.choice([None, 100, 101])), player)
            case 2:
                self.say(c.Leave(seat), player)
            case 3:
                self.walk_off(seat, player)
            case 4:
                self.somebody_comes()
            case 5 | 6:
                self.propose(c.VoidRound(number, "a card fell", settles))
            case 7:
                self.correct_payout()
            case 8:
                self.propose(c.CorrectMeter(next(iter(state.books), ""), amount, "counted"))
            case 9:
                self.propose(filing(state.game, self.another()))
            case 10:
                self.rule_on_absent()
            case _:
                go_wrong(self)

    def somebody_comes(self) -> None:
        seats_taken, disabled_names = self.table.state.seats, self.table.state.day.disabled
        free = [seat for seat in range(1, 7) if seat not in seats_taken]
        names = [
            n
            for n in NAMES
            if n not in seats_taken.values() and f"player:{n}" not in disabled_names
        ]
        for what in [what for what in disabled_names if ":" in what and not names]:
            self.table.execute(c.Enable(what), FLOOR[0])
        if (
            free
            and names
            and self.say(c.TakeSeat(self.random.choice(free)), Person(names[0], Role.PLAYER))
        ):
            self.say(c.BuyIn(500_000), Person(names[0], Role.PLAYER))

    def walk_off(self, seat: int, player: Person) -> None:
        """Report that a player left: mid-round, or without a wager."""
        by = self.random.choice((None, *DEALERS, *FLOOR))
        if by is None or not (self.say(c.WalkedOff(seat), by) or self.say(c.FreeSeat(seat), by)):
            self.say(c.Leave(seat), player)

    def rule_on_absent(self) -> None:
        for seat in sorted(self.now.away) if self.table.state.has_open_round else ():
            self.say(c.RuleOnAbsent(seat, self.somebody_stays(seat)), self.other_floor(seat))

    def other_floor(self, seat: int) -> Person:
        """Return a floorperson who did not report that the player of a seat left."""
        return next(item for item in FLOOR if item.name != self.now.reported.get(seat))

    def propose(self, matter: c.Matter, *, always: bool = False) -> None:
        by = self.random.choice((*DEALERS, *FLOOR))
        if not self.say(c.Propose(matter), by):
            return
        number = self.table.state.proposed
        other = next(item for item in FLOOR if item.name != by.name)
        if always or self.chance(0.8):
            self.say(c.approval_of(number, matter), other)
        if number in self.table.state.proposals:
            self.say(c.Reject(number), self.random.choice((by, other)))

    def correct_payout(self) -> None:
        played_rounds = [was for was in self.table.state.last if was.results]
        if played_rounds:
            was = self.random.choice(played_rounds)
            seat = self.random.choice(list(was.results))
            wager = self.random.choice(list(was.results[seat]))
            credit = was.results[seat][wager].credit + self.random.choice([-100, 100, 700])
            self.propose(c.CorrectPayout(was.number, seat, wager, credit, "misread"))

    def another(self) -> Json:
        """Return another submission for the same game."""
        table = self.table.rules.table
        result: Json = submission_for(table.dealing, table.shuffler, decks=table.decks)
        result["table"]["minimum"] = self.random.choice([300, 500])
        if self.chance(0.3):
            result["table"] |= submission_for(*self.random.choice(METHODS), decks=1)["table"]
        if self.boxes > 1:
            result["table"]["boxes_per_player"] = self.boxes
        for side in self.table.rules.sides:
            if isinstance(side.pays, Progressive | Wheel):
                result["wagers"] = {side.key: {"paytable": self.random.choice("ABCD")}}
        return result


def until(
    happens: Callable[[Shift], bool], build_case: Callable[[int], Shift], most: int = 400
) -> Shift:
    """Return the first of some shifts in which this occurs."""
    for seed in count():
        assert seed < most, "it never happens"
        shift = build_case(seed)
        if happens(shift):
            return shift
    raise AssertionError
