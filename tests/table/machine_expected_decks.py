"""Expected result of commands for decks: next steps, counts, cuts, and blockers of a deal."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.deck_tasks import Device, Task
from pitboss.shuffle import recut_position
from pitboss.submission import Rules
from pitboss.table import Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.state import Phase

from .machine_day_model import COUNTING, RESHUFFLING, STACKED, DayModel, DeckModel
from .machine_doubts import CUT_AGAIN_WHEN_EXPOSED
from .machine_expectation import REFUSED, Foreseen, Like, Situation, good_reason, is_whole
from .machine_rulings import STUB, STUD, THB

HOUR: Final = 3600
HOURS: Final = {"hand": 4, "manual shoe": 8, "automated shoe": 8}
ROUNDS: Final = 5
"""The stub is counted at least once in so many rounds."""
LEAST: Final = 10
"""A cut takes so many cards from the top at least, and leaves as many."""
LATEST: Final = 2**40
OPENING: Final = (
    *(Task.INSPECT, Task.VERIFY, Task.SPREAD, Task.LOOK, Task.TURN_DOWN, Task.WASH),
    *(Task.STACK, Task.SHUFFLE),
)
"""Chapters 4 and 5 of all four books."""


def in_use(rules: Rules) -> list[str]:
    """The machines that these rules need."""
    shuffler = [Device.SHUFFLER.value] if rules.table.shuffler != "none" else []
    return shuffler + ([Device.SHOE.value] if rules.table.dealing == "automated shoe" else [])


def next_task(day: DayModel, slot: int) -> Task | None:
    """What is to be done with a deck."""
    assert day.rules is not None
    deck, table = day.decks[slot], day.rules.table
    if day.in_play(slot):
        return None
    if not day.seats:
        return _at_an_empty_table(day, deck)
    if deck.ready and table.dealing == "hand":
        return Task.SHUFFLE  # what is dealt by hand, the machine at the table has shuffled
    match deck.last:
        case None if deck.ready:
            task = Task.LOAD if table.shuffler == RESHUFFLING else Task.CUT
        case None:
            task = Task.INSPECT
        case Task.EMPTY:
            return Task.SPREAD_DOWN
        case Task.SPREAD_DOWN:
            return Task.LOOK
        case Task.SHUFFLE:
            task = Task.CUT if table.shuffler == "none" else Task.LOAD
        case Task.CUT:
            task = Task.LOAD
        case Task.LOAD:
            return None
        case last:
            return OPENING[OPENING.index(last) + 1]
    return None if task is Task.LOAD and slot != day.turn else task


def _at_an_empty_table(day: DayModel, deck: DeckModel) -> Task | None:
    """A new deck is spread and waits for somebody who looks; others are laid out."""
    assert day.rules is not None
    match deck.last:
        case None:
            return None if deck.ready else Task.INSPECT
        case Task.INSPECT:
            return Task.VERIFY
        case Task.VERIFY:
            return Task.SPREAD
        case Task.SPREAD | Task.SPREAD_DOWN:
            return None
        case _:
            pass
    if day.running or (day.rules.table.shuffler == RESHUFFLING and day.rules.game != STUD):
        return None
    return Task.SPREAD_DOWN if deck.last is Task.EMPTY or day.rules.game == THB else Task.EMPTY


def stub_due(day: DayModel) -> bool:
    """Whether this is the last round in which the stub can be counted, or was."""
    assert day.rules is not None
    return day.rules.table.shuffler not in COUNTING and day.uncounted >= ROUNDS


def to_count(day: DayModel) -> int:
    """The deck of a round that was void before its stub was counted, if one is to be counted."""
    if day.running or not stub_due(day):
        return 0
    slots = (3 - day.turn, day.turn)  # also a deck that is not played with any more
    return next((s for s in slots if s in day.decks and day.decks[s].last is STACKED), 0)


def settles(situation: Situation, command: c.Settle | c.SpinWheel | c.TurnOver) -> Foreseen:
    """Nothing before the count that is due; else it has no opinion here."""
    model = situation.model
    due = (
        model is not None
        and stub_due(situation.day)
        and not model.stub_counted
        and not model.results
    )
    phase = situation.state.round.phase if situation.state.round else None
    return REFUSED if due and phase is Phase.SETTLING else None


def worn_out(day: DayModel, slot: int, at: int) -> bool:
    """Whether a deck has had its time."""
    assert day.rules is not None
    return at >= day.decks[slot].received + HOUR * HOURS[day.rules.table.dealing]


def no_shoe(day: DayModel) -> bool:
    """Whether the machine that deals here is broken."""
    assert day.rules is not None
    return day.rules.table.dealing == "automated shoe" and Device.SHOE.value in day.broken


def blocks(day: DayModel, at: int) -> Iterator[str]:
    """Why no round can be opened."""
    rules = day.rules
    if rules is None:
        yield "no rules"
        return
    if day.running:
        yield "a round is open"
    if day.incident:
        yield "an incident waits"
    if not day.open:
        yield "the table is closed"
    if not day.signed:
        yield "the checklist is not signed"
    yield from (f"the {what} is disabled" for what in ("table", "game") if what in day.disabled)
    if day.waits(c.FileSubmission):
        yield "a submission waits"
    for device, mark in day.broken.items():
        if mark is None or device in in_use(rules):
            yield f"the {device} is broken"
    for slot in range(1, rules.table.decks + 1):
        if slot not in day.decks:
            yield f"no deck {slot}"
        elif worn_out(day, slot, at):
            yield f"deck {slot} is too old"
        elif next_task(day, slot) is not None:
            yield f"deck {slot} is not ready"
        elif slot == day.turn and day.decks[slot].last is not Task.LOAD:
            yield f"deck {slot} waits for a player"
    if to_count(day):
        yield "the deck is not counted"


def _clock_time(situation: Situation, at: object) -> int | None:
    """The time after a command that tells one; it never runs back."""
    return max(situation.day.at, at) if type(at) is int and at <= LATEST else None


def open_round(situation: Situation, command: c.OpenRound) -> Foreseen:
    """Only if nothing blocks it."""
    at = _clock_time(situation, command.at)
    if at is None or any(blocks(situation.day, at)) or not situation.day.seats:
        return REFUSED
    assert not situation.model
    number = situation.state.round.number + 1 if situation.state.round else 1
    return (Like(e.RoundOpened, round=number, at=at, practice=True),)


def no_more_bets(situation: Situation, command: c.NoMoreBets) -> Foreseen:
    """Once, with wagers, by a deck that is young enough."""
    at, model = _clock_time(situation, command.at), situation.model
    open_ = model and model.at_lock is None and not model.void and model.wagers
    if at is None or not open_ or command.round != situation.round:
        return REFUSED
    if worn_out(situation.day, situation.day.turn, at) or no_shoe(situation.day):
        return REFUSED
    return (Like(e.BetsClosed, at=at),)


_PHYSICAL: Final = {
    "run-em-twice": ("2.C(1)", "2.C(2)", "12.C", "3.A(1)", "3.A(2)"),
    "criss-cross": ("2.C(1)", "2.C(2)", "12.B", "3.A(1)", "3.A(2)"),
    "holdem-bonus": ("2.C(1)", "2.C(2)", "2.B(7)(b)", "3.A(2)", "3.A(3)"),
    "stud-235": ("2.D", "2.F", "2.B(9)", "3.A(1)", "3.A(2)"),
}
"""What people look at, by the clauses of the books."""


def sign(situation: Situation, command: c.SignChecklist) -> Foreseen:
    """Once a day, for everything that is there."""
    table = situation.rules.table
    items = (*_PHYSICAL[situation.rules.game], *("3.B(2)",) * (table.decks == 2))
    items += ("8.A",) * (table.dealing == "manual shoe")
    if not situation.day.open or situation.day.signed or sorted(command.items) != sorted(items):
        return REFUSED
    return (e.ChecklistSigned(items, situation.by.name),)


def receive(situation: Situation, command: c.ReceiveDeck) -> Foreseen:
    """Where a place is free."""
    at = _clock_time(situation, command.at)
    free = [
        slot
        for slot in range(1, situation.rules.table.decks + 1)
        if slot not in situation.day.decks
    ]
    if at is None or not situation.day.open or not free or type(command.ready_made) is not bool:
        return REFUSED
    looks = command.id, command.design, command.color
    if any(looks):
        if not all(look.strip() and len(look) <= 40 for look in looks):
            return REFUSED
        others = situation.day.decks.values()
        if looks[0] in situation.day.register or any(o.looks[1] != looks[1] for o in others):
            return REFUSED
        if any(o.looks[2] == looks[2] for o in others):
            return REFUSED  # nobody could tell them apart
    more = {"id": looks[0], "design": looks[1], "color": looks[2]} if any(looks) else {}
    number = situation.day.received + 1
    same = {"deck": free[0], "number": number, "ready_made": command.ready_made, "at": at}
    return (Like(e.DeckReceived, **same, **more),)


def _deck(situation: Situation, slot: object) -> DeckModel | None:
    return situation.day.decks.get(slot) if type(slot) is int else None


def remove(situation: Situation, command: c.RemoveDeck) -> Foreseen:
    """Any that is not dealt from."""
    deck = _deck(situation, command.deck)
    if deck is None or situation.day.in_play(command.deck):
        return REFUSED
    if to_count(situation.day) == command.deck:
        return REFUSED  # it is counted first
    return (Like(e.DeckRemoved, deck=command.deck, number=deck.number),)


def perform(situation: Situation, command: c.Perform) -> Foreseen:
    """The step that is due, by whom it is for; what one inspects, another verifies."""
    day, deck, task = situation.day, _deck(situation, command.deck), command.task
    if not day.open or deck is None or not isinstance(task, Task):
        return REFUSED
    verifies = task is Task.VERIFY
    if (situation.by.role is Role.FLOORPERSON) is not verifies or (
        verifies and situation.by.name == deck.by
    ):
        return REFUSED
    due = next_task(day, command.deck)
    if task is not due and (task, due) != (Task.SPREAD, Task.SPREAD_DOWN):
        return REFUSED
    if to_count(day) == command.deck:
        return REFUSED
    if task is Task.SHUFFLE and any(x in day.broken for x in in_use(situation.rules)):
        return REFUSED
    if not is_whole(command.cards, *((LEAST, 52 - LEAST) if task is Task.CUT else (0, 0))):
        return REFUSED
    return (e.StepDone(task, command.deck, situation.by.name, command.cards),)


def order_shuffle(situation: Situation, command: c.OrderShuffle) -> Foreseen:
    """Of a shuffled stack that is not dealt from."""
    deck = _deck(situation, command.deck)
    if (
        not situation.day.open
        or deck is None
        or not deck.shuffled
        or situation.day.in_play(command.deck)
    ):
        return REFUSED
    return (e.ShuffleOrdered(command.deck),)


def recut(situation: Situation, command: c.Recut) -> Foreseen:
    """Of a stack that was cut, until its first card is out; the contributions say where."""
    model, deck = situation.model, situation.day.decks.get(situation.day.turn)
    if not situation.day.open or deck is None or deck.last not in (Task.CUT, Task.LOAD):
        return REFUSED
    by_hand = situation.rules.table.shuffler == "none"
    was_cut = (by_hand or deck.ready) and situation.rules.table.shuffler != RESHUFFLING
    if not was_cut or not good_reason(command.reason):
        return REFUSED
    if model is None:
        return (e.CardsRecut(0, 0, command.reason),)
    if command.round != model.number or model.void or model.drawn:
        return REFUSED
    if model.exposed:
        return None if CUT_AGAIN_WHEN_EXPOSED else REFUSED
    times, choices = len(model.recuts) + 1, 52 - 2 * LEAST + 1
    cut = LEAST + recut_position(model.added, model.bound, times, choices)
    return (e.CardsRecut(model.number, cut, command.reason),)


def count_stub(situation: Situation, command: c.CountStub) -> Foreseen:
    """What is left of the stack when all cards are out, once; or the deck of a void round.

    Hold 'em and 235 leave the cards in a shoe that reshuffles them (THB 10.I, 235 10.H).
    """
    day, model = situation.day, situation.model
    if not day.open or (
        situation.rules.table.shuffler == RESHUFFLING and situation.rules.game in (THB, STUD)
    ):
        return REFUSED
    if not is_whole(command.cards, 0, 104):
        return REFUSED
    if model is not None:
        if command.round != model.number or not model.playing or model.dealing:
            return REFUSED
        if model.stub_counted:
            return REFUSED
        number, slot, should_be = model.number, day.turn, 52 - len(model.drawn)
    else:
        number, slot, should_be = 0, to_count(day), 52
        if not slot:
            return REFUSED
    count_event = e.StubCounted(number, slot, command.cards, should_be)
    if command.cards == should_be:
        return (count_event,)
    progress = e.IncidentReported(
        day.reported + 1, number, STUB, True, situation.by.name, deck=slot
    )
    return count_event, progress
