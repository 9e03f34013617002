"""Model of a table's day from its events: decks, counts, machines and people.

The model calls none of the table's own code; the day in the state must agree with it."""

from dataclasses import dataclass, field
from typing import Final

from pitboss.games.deck_tasks import Mark, Task
from pitboss.games.incidents import Kind
from pitboss.submission import Rules
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

RESHUFFLING: Final = "automated reshuffling"
COUNTING: Final = ("automated counting", RESHUFFLING)
SHUFFLED: Final = (Task.SHUFFLE, Task.CUT, Task.LOAD)
SPREAD: Final = (Task.EMPTY, Task.SPREAD_DOWN)
STACKED: Final = Task.STACK


@dataclass
class DeckModel:
    """A deck at the table."""

    number: int
    received: int
    ready: bool
    """Whether it came shuffled, and is still as it came, or cut and loaded."""
    last: Task | None = None
    by: str = ""
    cut: int = 0
    looks: tuple[str, str, str] = ("", "", "")
    """The ID, design and back color."""

    @property
    def shuffled(self) -> bool:
        """Return whether it is a shuffled stack that has not been dealt."""
        return self.ready or self.last in SHUFFLED

    def gather(self) -> None:
        """Make it a stack that has to be shuffled."""
        self.last, self.ready, self.cut = STACKED, False, 0


@dataclass
class IncidentModel:
    """An incident that waits for a floorperson."""

    number: int
    round: int
    kinds: tuple[Kind, ...]
    by: str
    seat: int
    deck: int
    exposed: bool


@dataclass
class DayModel:
    """The model of a table's day, built from its events, apart from rounds."""

    rules: Rules | None = None
    open: bool = False
    closed: bool = False
    signed: str = ""
    """Who signed the opening checklist."""
    at: int = 0
    decks: dict[int, DeckModel] = field(default_factory=dict)
    received: int = 0
    register: set[str] = field(default_factory=set)
    turn: int = 1
    uncounted: int = 0
    broken: dict[str, Mark | None] = field(default_factory=dict)
    disabled: dict[str, str] = field(default_factory=dict)
    reported: int = 0
    incident: IncidentModel | None = None
    where: str = ""
    """Where the last incident happened, if that is distinguished."""
    seats: dict[int, str] = field(default_factory=dict)
    running: bool = False
    dealt_from: int = 0
    """The number of the deck in the round."""
    proposals: dict[int, e.Proposed] = field(default_factory=dict)
    upcoming: int = 0
    """The proposal that takes effect after the round."""

    @property
    def two_decks(self) -> bool:
        """Return whether two decks alternate."""
        return self.rules is not None and self.rules.table.decks == 2

    def in_play(self, slot: int) -> bool:
        """Return whether a deck is being dealt."""
        return self.running and slot == self.turn

    def waits(self, kind: type[c.Matter]) -> bool:
        """Return whether such a proposal is pending and blocks the next round."""
        return any(
            isinstance(proposal.matter, kind) and not getattr(proposal.matter, "after_round", False)
            for proposal in self.proposals.values()
        )


def forget_counts(day: DayModel) -> None:
    """Drop pending counts, since the tray has changed or was counted."""
    for number, item in [*day.proposals.items()]:
        if isinstance(item.matter, c.OpeningCount | c.ClosingCount):
            del day.proposals[number]


def hear_day(day: DayModel, event: e.Event) -> None:
    """Process an event."""
    match event:
        case e.OpeningCounted():
            day.open, day.closed, day.signed = True, False, ""
            forget_counts(day)
        case e.ClosingCounted():
            day.open, day.closed, day.signed = False, True, ""
            forget_counts(day)
        case e.PlayerSeated(seat=seat, player=player):
            day.seats[seat] = player
        case e.PlayerLeft(seat=seat):
            del day.seats[seat]
        case e.Proposed(number=number):
            day.proposals[number] = event
        case e.Approved(number=number):
            matter = day.proposals.pop(number).matter
            if isinstance(matter, c.FileSubmission) and day.running:
                assert matter.after_round, "PROG-1"
                day.upcoming = number
        case e.Rejected(number=number) if number == day.upcoming:
            day.upcoming = 0
        case e.Rejected(number=number):
            del day.proposals[number]
        case e.SubmissionApproved():
            assert not day.running, "PROG-1"
            day.upcoming = 0
        case e.FilingLapsed(number=number):
            assert not day.running
            assert number == day.upcoming
            day.upcoming = 0
        case e.ChecklistSigned(by=by):
            day.signed = by
        case e.DeviceDown(device=device):
            day.broken[device] = None
        case e.DeviceMarked(device=device, mark=mark):
            day.broken[device] = mark
        case e.DeviceRestored(device=device):
            del day.broken[device]
        case e.Disabled(what=what, reason=reason):
            day.disabled[what] = reason
        case e.Enabled(what=what):
            del day.disabled[what]
        case e.IncidentReported(number=number):
            assert number == day.reported + 1
            day.reported = number
            if event.waits:
                day.incident = IncidentModel(
                    *(number, event.round, event.kinds, event.by),
                    *(event.seat, event.deck, event.exposed),
                )
        case e.IncidentRuled(ruling=ruling):
            day.incident = None
            if ruling in (Ruling.MISDEALT, Ruling.NOT_MISDEALT):
                day.uncounted = 0  # a wrong count is an incident as well, once the cause is found
        case e.RoundVoided():
            day.incident = None
        case _:
            _hear_cards(day, event)


def _hear_cards(day: DayModel, event: e.Event) -> None:
    match event:
        case e.DeckReceived(deck=slot, number=number, ready_made=ready, at=at):
            looks = event.id, event.design, event.color
            assert looks[0] not in day.register, "a deck comes twice"
            day.register.add(looks[0])
            for other in day.decks.values():
                assert other.looks[1] == looks[1], "two designs are in use"
                assert other.looks[2] != looks[2], "two decks look alike"
            day.decks[slot] = DeckModel(number, at, ready, looks=looks)
            day.received, day.at = number, at
        case e.DeckRemoved(deck=slot, number=number):
            assert day.decks.pop(slot).number == number
        case e.StepDone(task=task, deck=slot, by=by, cards=cards):
            deck = day.decks[slot]
            deck.last, deck.by = task, by
            if task is Task.CUT:
                deck.cut = cards
            elif task is not Task.LOAD:
                deck.ready, deck.cut = False, 0
        case e.ShuffleOrdered(deck=slot) | e.ShuffleSpoilt(deck=slot):
            if slot in day.decks:
                day.decks[slot].gather()
        case e.StubCounted(cards=cards, should_be=should_be):
            if cards == should_be:
                day.uncounted = 0
        case e.CardsRecut(round=0):
            deck = day.decks[day.turn]
            deck.last, deck.cut = None if deck.ready else Task.SHUFFLE, 0
        case _:
            _hear_round(day, event)


def _hear_round(day: DayModel, event: e.Event) -> None:
    match event:
        case e.RoundOpened(at=at, deck=number, cut=cut):
            deck = day.decks[day.turn]
            assert (number, cut) == (deck.number, deck.cut), "another deck, or another cut"
            day.running, day.at, day.dealt_from = True, at, number
        case e.BetsClosed(at=at):
            day.at = at
            day.uncounted += 1
        case e.RoundClosed():
            day.running = False
            deck_there = day.decks.get(day.turn)
            if deck_there and deck_there.number == day.dealt_from:
                deck_there.gather()
            day.turn = 3 - day.turn if day.two_decks else 1
        case _:
            pass


def new_rules(day: DayModel, rules: Rules) -> None:
    """Mark decks of old rules for a new shuffle, and drop what only the old rules had spread.

    A second deck, or a shoe that was not there before, needs a new signature."""
    was, table = day.rules and day.rules.table, rules.table
    more = was and (table.decks > was.decks or table.dealing == "manual shoe" != was.dealing)
    day.rules, day.signed = rules, "" if more else day.signed
    no_spread = rules.table.shuffler == RESHUFFLING and rules.game != "stud-235"
    for deck in day.decks.values():
        if deck.last in SHUFFLED or (no_spread and deck.last in SPREAD):
            deck.gather()
    if rules.table.decks == 1:
        day.turn = 1


def check_day(day: DayModel, state: State) -> None:
    """Check that the state agrees with the model."""
    progress, waits = state.day, day.incident
    assert (progress.open, progress.closed, progress.signed) == (day.open, day.closed, day.signed)
    assert (progress.at, progress.received) == (day.at, day.received)
    assert (progress.turn, progress.uncounted) == (day.turn, day.uncounted), (
        "turn and uncounted rounds"
    )
    assert dict(progress.broken) == {
        k: mark.value if mark else "" for k, mark in day.broken.items()
    }
    assert dict(progress.disabled) == day.disabled
    assert dict(state.seats) == day.seats
    assert state.has_open_round is day.running
    assert progress.reported == day.reported
    assert (progress.incident is None) == (waits is None), f"{progress.incident} waits, not {waits}"
    for name in IncidentModel.__dataclass_fields__ if waits else ():
        assert getattr(progress.incident, name) == getattr(waits, name), f"the incident's {name}"
    assert [*progress.decks] == [*day.decks]
    for slot, deck in day.decks.items():
        result = progress.decks[slot]
        assert (result.number, result.received) == (deck.number, deck.received), f"deck {slot}"
        assert result.last is deck.last, (
            f"with deck {slot}, {result.last} was done, not {deck.last}"
        )
        assert result.ready_made is deck.ready, f"deck {slot} came shuffled: {result.ready_made}"
        if deck.last in SHUFFLED:
            assert result.cut == deck.cut, f"deck {slot} was cut at {result.cut}, not {deck.cut}"
