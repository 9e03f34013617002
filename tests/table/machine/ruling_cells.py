"""Errands that send the machine to every cell of the table of rulings.

They need no draws from Hypothesis, but are checked like any other run of the machine."""

from collections.abc import Callable
from typing import ClassVar, Final, TypeVar, get_args

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.state import Phase

from .coverage import Counts
from .driver import DEALERS, FLOOR, MOST_STEPS, NAMES, Chance
from .expected_decks import to_count
from .expected_irregularities import all_have_two, next_place
from .proposals import Approvals
from .round_model import RoundModel
from .rulings import (
    ALONE,
    BETWEEN,
    DEALT,
    DRAWN,
    EMPTY,
    FAILS,
    FIRST,
    IN_ROUND,
    LATE,
    OF_ANY,
    OF_PLAYER,
    SHOWN,
    STUB,
    Cell,
    cells,
)
from .secrecy import STRANGER
from .submissions import by_method
from .watch import Watch

Way = tuple[str, str, int]
E = TypeVar("E", bound="Errands")
BY_HAND: Final[Way] = ("manual shoe", "none", 1)
TWO: Final[Way] = ("hand", "automated counting", 2)
ONE: Final[Way] = ("manual shoe", "automated counting", 1)
SHOE: Final[Way] = ("automated shoe", "automated", 1)
RESHUFFLED: Final[Way] = ("automated shoe", "automated reshuffling", 1)
SWEEPS: Final = 3
"""How often all commands are tried at each point."""
DOUBTS: Final = (
    c.Deal(),
    c.CloseRound(),
    c.Rule(Ruling.BY_THE_BOOK, ""),
    c.Rule(Ruling.DISMISSED, "x" * 501),
    c.CountStub(52),
    c.Report(Kind.WRONG_NUMBER),
)
"""Commands that are refused while an irregularity is pending."""


class Errands(Approvals):
    """A machine that goes to a given situation."""

    practice: ClassVar[str] = "errand"

    def sit_down(self, way: Way, seats: tuple[int, ...] = (2, 3, 5)) -> None:
        """Start a table with this method of dealing and some players."""
        self.past = Chance(f"{self.game} {way}".encode())
        self.watch = Watch(NAMES, self.practice, Automation.NOTHING, self.counts)
        self.open_table(by_method(self.game, *way, self.past))
        for seat, name in zip(seats, NAMES, strict=False):
            self.say(c.TakeSeat(seat), Person(name, Role.PLAYER))

    def bets_of(self, *seats: int) -> None:
        """Open the next round, with every available wager at these seats."""
        self.play_out()
        self.prepare()
        assert self.say(c.OpenRound(), DEALERS[0])
        for seat in seats or self.watch.state.seats:
            assert self.bet(seat, self.past, surely=True)

    def lock(self, *seats: int) -> RoundModel:
        """Close the betting, and count progressive wagers."""
        self.bets_of(*seats)
        assert self.say(c.NoMoreBets(), DEALERS[0])
        if self.phase is Phase.COUNTING:
            self.go_on()
        assert self.watch.model is not None
        return self.watch.model

    def go_on(self) -> None:
        """Do the due step, or make a decision."""
        step = self.due
        if step is None or not self.do_step(step.command, self.past):
            assert self.answer(self.past), "nothing goes on"

    def until(self, condition: Callable[[RoundModel], object]) -> RoundModel:
        """Continue until a condition holds."""
        for _ in range(MOST_STEPS):
            model = self.watch.model
            assert model is not None, "the round is over"
            if condition(model):
                return model
            self.go_on()
        raise AssertionError("it never came to that")

    def some_are_paid(self) -> RoundModel:
        """Settle the first seat, or a bonus of it, but no other."""
        self.lock()
        self.until(lambda _: self.phase is Phase.SETTLING)
        while not self.watch.model or not self.watch.model.results:
            if not self.say(c.Settle(every=False), DEALERS[0]):
                self.go_on()
        assert self.phase is Phase.SETTLING
        return self.watch.model

    def lost_on_the_way(self) -> None:
        """Lose the seed when only the first seat is settled."""
        self.some_are_paid()
        self.watch.table.shoe = None

    def say(self, command: c.Command, by: Person) -> bool:
        """Execute a command, trying all commands first at a new point.

        Return whether it succeeded."""
        if self.counts.swept[self.watch.phase] < SWEEPS:
            self.counts.swept[self.watch.phase] += 1
            self.sweep()
        return super().say(command, by)

    def sweep(self) -> None:
        """Try every command in every role, and every irregularity, step and ruling."""
        seats = self.watch.state.seats
        names = {Role.DEALER: DEALERS[0].name, Role.FLOORPERSON: FLOOR[0].name}
        names[Role.PLAYER] = next(iter(seats.values()), NAMES[0])
        by = {role: Person(names.get(role, STRANGER), role) for role in Role}
        for kind in get_args(c.Command):
            for role in Role:
                self.watch.ask(self.anything(kind, self.past), by[role])
        every: list[c.Command] = [
            *(c.Perform(task, slot) for task in Task for slot in (1, 2)),
            *(c.Rule(ruling, "asked") for ruling in Ruling),
            *(self.some_report(kind, self.past) for kind in Kind),
            *(c.Report(kind, max([*seats, 0])) for kind in Kind),
        ]
        for command in every:
            self.watch.ask(command, by[Role.DEALER])
            self.watch.ask(command, by[Role.FLOORPERSON])

    # Irregularities

    def happens(self, cell: Cell) -> None:
        """Let an irregularity happen, report it, and rule on it as the cell says."""
        if cell.kind == "forfeit":
            self._forfeit(cell)
            return
        kind = next(item for item in Kind if item == cell.kind)
        if kind in STUB:
            self._wrong_stub(cell)
        elif kind is Kind.DEVICE_DOWN:
            self._machine_breaks(cell)
        else:
            report = self._to_where(kind, cell.where)
            assert self.say(report, DEALERS[0]), f"{cell} could not be reported"
        self._answer(cell)
        if kind in FAILS:
            self._works_again(FAILS[kind], cell.said)
        self.play_out()

    def _works_again(self, device: Device, sentence: str) -> None:
        """Check that play stops at the settlement of the wager until the device is restored."""
        if sentence == Ruling.WAIT:
            for _ in range(MOST_STEPS):
                if self.due and isinstance(self.due.command, c.RestoreDevice):
                    break
                self.go_on()
            assert not self.say(c.Settle(), DEALERS[0])
            assert not self.say(c.SpinWheel(), DEALERS[0])
        if sentence != Ruling.DISMISSED:
            assert self.say(c.RestoreDevice(device), FLOOR[0])

    def _answer(self, cell: Cell) -> None:
        if self.watch.day.incident is None:
            return
        ruling_ = next(item for item in Ruling if item == cell.said)
        reporter = Person(self.watch.day.incident.by, Role.FLOORPERSON)
        for command in DOUBTS:
            assert not self.say(command, FLOOR[0] if isinstance(command, c.Rule) else DEALERS[0])
        assert not self.say(c.Rule(ruling_, "seen by myself"), reporter)
        assert self.rule(self.past, ruling_), f"{cell} could not be ruled"

    def _to_where(self, kind: Kind, where: str) -> c.Report:
        """Continue to a point where it can happen."""
        if where == BETWEEN:
            self.play_out()
            self.prepare()
            return c.Report(kind, deck=1)
        if where == IN_ROUND:
            self.lock()
            slot = 3 - self.watch.day.turn
            return c.Report(kind, deck=slot)
        if where == LATE:
            return c.Report(kind, min(self.some_are_paid().players))
        seats = tuple(self.watch.state.seats)
        model = self.lock(*(seats[:1] if where == ALONE else ()))
        seat = max(model.players)
        match kind:
            case Kind.WRONG_NUMBER if where == EMPTY:
                self.until(lambda model: model.hand(seat))
                return c.Report(kind, next(n for n in range(1, 7) if n not in model.players))
            case Kind.PROGRESSIVE_DOWN | Kind.WHEEL_DOWN:
                self.until(lambda model: model.deals)
            case Kind.FOULED_DECK:
                self.until(lambda model: model.deals)
                return c.Report(kind, deck=self.watch.day.turn)
            case Kind.WRONG_NUMBER | Kind.PLAYER_SKIPPED:
                self.until(lambda model: model.hand(seat))
                return c.Report(kind, 0 if where == OF_ANY else seat)
            case Kind.DRAWN_EXPOSED if where == OF_PLAYER:
                self.until(lambda model: model.hand(seat))
                return c.Report(kind, seat, self.in_force.hole[0] if self.in_force else "")
            case Kind.DRAWN_EXPOSED:  # on the table it may be a different case
                self.until(
                    lambda model: model.deals and next_place(model.rules, model)[0].isdigit()
                )
            case Kind.DEALER_CARD_EXPOSED | Kind.COMMUNITY_EXPOSED if where == DRAWN:
                place = "dealer" if kind is Kind.DEALER_CARD_EXPOSED else "community"
                self.until(lambda model: next_place(model.rules, model) == place)
                return c.Report(Kind.DRAWN_EXPOSED)
            case Kind.DEALER_CARD_EXPOSED if where == FIRST:
                self.until(lambda model: model.place("dealer"))
                return c.Report(kind, position=1)
            case Kind.COMMUNITY_EXPOSED:
                names = {place.name for place in model.rules.places} - {"dealer"}
                model = self.until(lambda model: _face_down(model, names))
                lies = [name for name in sorted(names) if model.place(name)]
                return c.Report(kind, card=lies[0], position=1)
            case Kind.DEALER_CARD_EXPOSED:
                self.until(all_have_two)
                assert not self.say(c.Report(kind), DEALERS[0])
                return c.Report(kind, position=2)
            case Kind.CARDS_FACE_UP if where == DEALT:
                self.until(all_have_two)
            case _:
                self.until(lambda model: model.deals)
        return c.Report(kind)

    def _wrong_stub(self, cell: Cell) -> None:
        if cell.where == IN_ROUND:
            self.lock()
            model = self.until(lambda model: model.playing and not model.dealing)
            assert self.say(c.CountStub(53 - len(model.drawn)), DEALERS[0])
        else:
            self.void_uncounted()
            assert self.say(c.CountStub(51), DEALERS[0])

    def void_uncounted(self) -> None:
        """Void enough rounds before their stub count that the deck is counted."""
        while not to_count(self.watch.day):
            self.lock()
            self.call_off()

    def call_off(self, settles: str = "") -> None:
        """Have two people void the round, and collect the cards."""
        assert self.watch.model is not None
        matter = c.VoidRound(self.watch.model.number, "a fire alarm", settles)
        assert self.say(c.Propose(matter), DEALERS[0])
        assert self.say(c.Approve(self.watch.state.proposed), FLOOR[0])
        assert self.say(c.CloseRound(), DEALERS[0])

    def until_over(self) -> None:
        """Play the round to its close, and no further."""
        for _ in range(MOST_STEPS):
            if self.watch.model is None:
                return
            self.go_on()
        raise AssertionError("the round does not end")

    def _machine_breaks(self, cell: Cell) -> None:
        """Report a broken machine, mark it, restore it, and use it again."""
        device, mark = cell.where.split(", ")
        self.play_out()
        self.prepare()
        assert self.say(c.Report(Kind.DEVICE_DOWN, device=device), DEALERS[0])
        assert not self.say(c.OpenRound(), DEALERS[0])
        assert not self.say(c.Report(Kind.DEVICE_DOWN, device=device), DEALERS[0])
        assert self.say(c.MarkDevice(Device(device), Mark(mark)), DEALERS[0])
        if device in (Device.SHUFFLER, Device.SHOE):  # without the others, a wager is not accepted
            assert not self.say(c.OpenRound(), DEALERS[0])
        assert not self.say(c.MarkDevice(Device(device)), DEALERS[0])
        assert self.say(c.RestoreDevice(Device(device)), FLOOR[0])

    def _forfeit(self, cell: Cell) -> None:
        """Forfeit one of three hands; the others play on."""
        model, breach = self.lock(), cell.said
        seat = min(model.players)
        is_shown = cell.where == SHOWN
        self.until(lambda model: self.phase is Phase.SETTLING if is_shown else model.hand(seat))
        assert self.say(c.Forfeit(seat, breach), FLOOR[0])
        assert not self.say(c.Forfeit(seat, breach), FLOOR[0])
        self.play_out()


def _face_down(model: RoundModel, names: set[str]) -> bool:
    return any(at not in model.shown for name in names for at in model.place(name))


def way_of(cell: Cell) -> Way:
    """Return a method of dealing in which this can happen."""
    shoe = cell.where.startswith(Device.SHOE.value)
    if cell.kind == Kind.SHOE_JAM or shoe:
        return SHOE
    if cell.kind == Kind.COMMUNITY_EXPOSED and cell.where != DRAWN:
        return RESHUFFLED  # in hold 'em they are face down only then
    if cell.kind in (Kind.SHUFFLER_JAM, Kind.COUNTER_WRONG, Kind.FOULED_DECK):
        return TWO if cell.where == IN_ROUND else ONE
    return ONE if cell.kind == Kind.DEVICE_DOWN else BY_HAND


def to_every_cell(game: str, counts: Counts) -> None:
    """Visit each cell in the game's column of the rulings, table by table."""
    result = [*cells(game)]
    for way in dict.fromkeys(map(way_of, result)):
        errand = errand_to(Errands, game, counts)
        errand.sit_down(way)
        for cell in result:
            if way_of(cell) == way:
                errand.happens(cell)
        errand.watch.end()


def errand_to(kind: type[E], game: str, counts: Counts) -> E:
    """Return a machine for an errand."""
    errand_class: type[E] = type("Errand", (kind,), {"game": game, "counts": counts})
    return errand_class()
