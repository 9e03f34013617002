"""Every level of automation plays the same day."""

from functools import cache, reduce
from operator import or_
from typing import Final

import msgspec
import pytest

from pitboss.games.incidents import Kind
from pitboss.table import Automation, LogEntry, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.views import choices_for_seat
from tests.filings import filing

from .dealer_rounds import THREE
from .deck_steps import BY_HAND, do_due_step
from .irregular_rounds import what_came_of
from .round_scenes import CARDS, EVERY, HOLES, JACKPOTS, SEATS, SIDES
from .tables import (
    CCP,
    DEE,
    FLO,
    KEYS,
    MACHINE,
    Json,
    StackedTable,
    antes,
    current_round,
    stacked_shoe,
)

FLAGS: Final = [flag for flag in Automation if flag.value.bit_count() == 1]
UP_TO: Final = [reduce(or_, FLAGS[:many], Automation.NOTHING) for many in range(len(FLAGS) + 1)]
"""No flag, the first, the first two, and so on to all of them."""
ROUNDS: Final = 6
HOUSE: Final = {HOUSE_DEALER, HOUSE_FLOOR}


class Shift:
    """A table where people do whatever is due and not automated."""

    def __init__(self, game: str, automation: Automation, submission: Json, *, lucky: bool) -> None:
        self.game = game
        self.table = StackedTable(automation=automation, practice="automation")
        self.say(FLO, c.OpenTable("table 1", game, 100_000_00))
        self.say(DEE, c.Propose(filing(game, submission)))
        self.say(FLO, c.Approve(1))
        if lucky:
            self.table.stacks = iter([stacked_shoe(self.table.rules, HOLES, CARDS[game])])
        for seat, name in SEATS.items():
            self.say(_player(name), c.TakeSeat(seat))
            self.say(_player(name), c.BuyIn(2_000_00))
        for number in range(1, ROUNDS + 1):
            self.round(number)

    def say(self, by: Person, command: c.Command) -> None:
        """Execute a command, then do everything due, each step by the role responsible."""
        self.table.execute(command, by)
        while next_step(self.table.state) is not None:
            do_due_step(self.table)

    def round(self, number: int) -> None:
        """Play a round of three with every side wager; in some rounds there is an incident."""
        self.say(DEE, c.OpenRound())
        if number > 1:  # the first may be stacked
            self.say(_player("Bob"), c.AddEntropy(f"seven {number}", round=number))
        for seat in THREE:
            wagers = antes(self.game, **SIDES[self.game])
            if self.table.state.seats.get(seat) == SEATS[seat]:
                self.say(_player(SEATS[seat]), c.PlaceWagers(seat, wagers, round=number))
        self.say(DEE, c.NoMoreBets(round=number))
        has_happened = False
        while current_round(self.table).phase is not Phase.CLOSED:
            seat_asked = current_round(self.table).turn
            assert seat_asked is not None, "somebody is asked, or something is due"
            if not has_happened and self.happens(number, seat_asked):
                has_happened = True
            else:
                self.answer(number, seat_asked)

    def answer(self, number: int, seat: int) -> None:
        """Make a different decision in each round, at each seat and on each street."""
        choices = choices_for_seat(self.table.state, seat)
        progress = choices[
            (number + seat + len(current_round(self.table).decisions[seat])) % len(choices)
        ]
        name = current_round(self.table).players[seat]
        self.say(_player(name), c.Decide(seat, progress.decision, self.street, round=number))

    @property
    def street(self) -> str:
        """Return the street being decided."""
        view_ = self.table.view(DEE).round
        return (view_.street or "") if view_ else ""

    def happens(self, number: int, seat: int) -> bool:
        """A wrong number of cards in the second round, somebody walks off in the fourth."""
        if number == 2:
            self.say(DEE, c.Report(Kind.WRONG_NUMBER, seat, round=2))
        elif number == 3:
            self.say(DEE, c.Report(Kind.DRAWN_EXPOSED, seat, "first", round=3))
        elif number == 4 and seat == 4:
            self.say(_player("Cy"), c.Leave(4))
        else:
            return False
        return True


def _player(name: str) -> Person:
    return Person(name, Role.PLAYER)


@cache
def shift(game: str, automation: Automation, *, by_hand: bool = False) -> Table:
    """Play the same shift with this much automation."""
    submission = BY_HAND if by_hand else MACHINE
    submission = submission | (JACKPOTS if game == CCP else {})
    return Shift(game, automation, submission, lucky=not by_hand).table


def nameless(log: list[LogEntry]) -> list[object]:
    """Return the events and postings without their actors."""
    progress: list[object] = []
    for item in log:
        event = msgspec.to_builtins(item.event)
        event = {key: value for key, value in event.items() if key != "by"}
        progress.append((item.number, event, item.postings))
    return progress


def names(log: list[LogEntry], *kinds: type) -> set[str]:
    """Return the actors of these kinds of events."""
    return {item.by.name for item in log if isinstance(item.event, kinds)}


def test_the_flags() -> None:
    """Every flag is among all flags, and `care` has the documented members."""
    assert UP_TO[0] is Automation.NOTHING
    assert UP_TO[-1] == Automation.EVERYTHING
    care = Automation.TRAY | Automation.DECKS | Automation.SHUFFLE | Automation.STUB
    assert care | Automation.MARK == Automation.CARE


@EVERY
@pytest.mark.parametrize("automation", UP_TO, ids=lambda flags: str(len(flags)))
@pytest.mark.parametrize("by_hand", [False, True], ids=["machine", "by hand"])
def test_every_level_of_automation_plays_the_same_day(
    game: str, automation: Automation, by_hand: bool
) -> None:
    """Cards, results and balances are the same event by event; only the actors differ."""
    nobody = shift(game, Automation.NOTHING, by_hand=by_hand)
    table = shift(game, automation, by_hand=by_hand)
    assert nameless(table.log) == nameless(nobody.log)
    assert table.state.balances == nobody.state.balances
    assert table.state.books == nobody.state.books
    assert [what_came_of(was) for was in table.state.last] == [
        what_came_of(was) for was in nobody.state.last
    ]
    assert len(table.state.last) == ROUNDS


@EVERY
@pytest.mark.parametrize("flag", FLAGS, ids=lambda flag: flag.name)
def test_each_flag_by_itself(game: str, flag: Automation) -> None:
    nobody = shift(game, Automation.NOTHING)
    for automation in (flag, Automation.EVERYTHING & ~flag):
        assert nameless(shift(game, automation).log) == nameless(nobody.log)


DONE_BY: Final = {
    Automation.TRAY: (e.OpeningCounted,),
    Automation.DECKS: (e.DeckReceived,),
    Automation.COUNT: (e.ProgressivesCounted,),
    Automation.DEAL: (e.CardsDealt,),
    Automation.STUB: (e.StubCounted,),
    Automation.SPIN: (e.WheelSpun,),
    Automation.VALIDATE: (e.JackpotVerified, e.JackpotValidated),
    Automation.SETTLE: (e.SeatSettled,),
    Automation.CLOSE: (e.RoundClosed,),
    Automation.ABSENT: (e.AbsentRuled,),
    Automation.RULE: (e.IncidentRuled,),
}
"""Events that show who acts."""
NEVER: Final = {
    "run-em-twice": {Automation.SPIN},
    "criss-cross": set(),
    "holdem-bonus": {Automation.SPIN, Automation.COUNT, Automation.VALIDATE},
    "stud-235": {Automation.SPIN},
}


@EVERY
@pytest.mark.parametrize("flag", DONE_BY, ids=lambda flag: flag.name)
def test_who_acts(game: str, flag: Automation) -> None:
    """The house acts if the flag is set, people otherwise."""
    house = {item.name for item in HOUSE}
    alone = names(shift(game, flag).log, *DONE_BY[flag])
    without = names(shift(game, Automation.EVERYTHING & ~flag).log, *DONE_BY[flag])
    if flag in NEVER[game]:
        assert not alone | without
        return
    assert alone
    assert alone <= house
    assert without
    assert not without & house


@EVERY
def test_without_flags_the_house_does_nothing(game: str) -> None:
    log = shift(game, Automation.NOTHING).log
    assert not {item.by for item in log} & HOUSE
    everything = shift(game, Automation.EVERYTHING).log
    by_people = {type(item.event) for item in everything if item.by not in HOUSE}
    assert by_people == {
        e.TableOpened, e.Proposed, e.Approved, e.SubmissionApproved, e.PlayerSeated, e.BoughtIn,
        e.RoundOpened, e.EntropyAdded, e.WagersPlaced, e.BetsClosed, e.Decided,
        e.IncidentReported, e.CardExposed, e.PlayerAway,
    }  # fmt: skip


@EVERY
def test_the_shift_covers_everything(game: str) -> None:
    """A void round, a ruling, a player who left, a count and a jackpot."""
    log = shift(game, Automation.NOTHING).log
    kinds = {type(item.event) for item in log}
    expected = {e.RoundVoided, e.CardExposed, e.AbsentRuled, e.StubCounted, e.PlayerLeft}
    assert expected <= kinds
    assert (e.JackpotHit in kinds) is (game != "holdem-bonus")
    rulings = [item.event.ruling for item in log if isinstance(item.event, e.IncidentRuled)]
    assert rulings == [Ruling.BY_THE_BOOK, Ruling.VOID]


@pytest.mark.parametrize("game", KEYS)
def test_the_house_does_not_reopen_what_people_closed(game: str) -> None:
    """This holds even if no deck ever came to the table."""
    table = Table.open(game, automation=Automation.TRAY)
    assert table.state.day.open
    progress = table.execute(c.Propose(c.ClosingCount(int(table.state.balances["tray"]))), DEE)
    assert [type(item.event) for item in progress] == [e.Proposed, e.Approved, e.ClosingCounted]
    assert not table.state.day.open


@EVERY
def test_the_house_does_not_confirm_a_count_that_differs_from_the_books(game: str) -> None:
    table = Table.open(game, automation=Automation.TRAY)
    table.execute(c.Propose(c.ClosingCount(5)), DEE)
    assert table.state.day.open
    assert table.instruction.step == "Approve"
    table.execute(c.Approve(table.state.proposed, 5), FLO)
    assert not table.state.day.open
    assert table.state.balances["tray"] == 5
