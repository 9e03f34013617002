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

from .day_model import COUNTING, RESHUFFLING, STACKED, DayModel, DeckModel
from .doubts import CUT_AGAIN_WHEN_EXPOSED
from .expectation import REFUSED, Foreseen, Like, Situation, good_reason, is_whole
from .rulings import STUB, STUD, THB

HOUR: Final = 3600
HOURS: Final = {"hand": 4, "manual shoe": 8, "automated shoe": 8}
ROUNDS: Final = 5
"""The stub is counted at least once in this many rounds."""
LEAST: Final = 10
"""A cut takes at least this many cards, and leaves at least as many."""
LATEST: Final = 2**40
OPENING: Final = (
    *(Task.INSPECT, Task.VERIFY, Task.SPREAD, Task.LOOK, Task.TURN_DOWN, Task.WASH),
    *(Task.STACK, Task.SHUFFLE),
)
"""Clauses of chapters 4 and 5 in all four books."""


def in_use(rules: Rules) -> list[str]:
    """Return the machines that these rules need."""
    shuffler = [Device.SHUFFLER.value] if rules.table.shuffler != "none" else []
    return shuffler + ([Device.SHOE.value] if rules.table.dealing == "automated shoe" else [])


def next_task(day: DayModel, slot: int) -> Task | None:
    """Return the next step with a deck."""
    assert day.rules is not None
    deck, table = day.decks[slot], day.rules.table
    if day.in_play(slot):
        return None
    if not day.seats:
        return _at_an_empty_table(day, deck)
    if deck.ready and table.dealing == "hand":
        return Task.SHUFFLE  # the shuffler at the table has shuffled cards that are dealt by hand
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
    """Return the step at an empty table: a new deck waits for a player, others are spread."""
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
    """Return whether this is the last round in which the stub can be counted, or was."""
    assert day.rules is not None
    return day.rules.table.shuffler not in COUNTING and day.uncounted >= ROUNDS


def to_count(day: DayModel) -> int:
    """Return the deck of a round voided before its stub count, if it must be counted."""
    if day.running or not stub_due(day):
        return 0
    slots = (3 - day.turn, day.turn)  # including a deck that is no longer used
    return next((s for s in slots if s in day.decks and day.decks[s].last is STACKED), 0)


def settles(situation: Situation, command: c.Settle | c.SpinWheel | c.TurnOver) -> Foreseen:
    """Refuse settlement before a due count; otherwise take no position here."""
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
    """Return whether a deck has reached its time limit."""
    assert day.rules is not None
    return at >= day.decks[slot].received + HOUR * HOURS[day.rules.table.dealing]


def no_shoe(day: DayModel) -> bool:
    """Return whether the shoe in use is broken."""
    assert day.rules is not None
    return day.rules.table.dealing == "automated shoe" and Device.SHOE.value in day.broken


def blocks(day: DayModel, at: int) -> Iterator[str]:
    """Return why no round can be opened."""
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
    """Return the time after a command that gives one; it never runs backward."""
    return max(situation.day.at, at) if type(at) is int and at <= LATEST else None


def open_round(situation: Situation, command: c.OpenRound) -> Foreseen:
    """Expect success only if nothing blocks the round."""
    at = _clock_time(situation, command.at)
    if at is None or any(blocks(situation.day, at)) or not situation.day.seats:
        return REFUSED
    assert not situation.model
    number = situation.state.round.number + 1 if situation.state.round else 1
    return (Like(e.RoundOpened, round=number, at=at, practice=True),)


def no_more_bets(situation: Situation, command: c.NoMoreBets) -> Foreseen:
    """Expect success once, with wagers on the table and a deck within its time limit."""
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
"""The items to inspect, by the clauses of the books."""


def sign(situation: Situation, command: c.SignChecklist) -> Foreseen:
    """Expect success once a day, for all items that are present."""
    table = situation.rules.table
    items = (*_PHYSICAL[situation.rules.game], *("3.B(2)",) * (table.decks == 2))
    items += ("8.A",) * (table.dealing == "manual shoe")
    if not situation.day.open or situation.day.signed or sorted(command.items) != sorted(items):
        return REFUSED
    return (e.ChecklistSigned(items, situation.by.name),)


def receive(situation: Situation, command: c.ReceiveDeck) -> Foreseen:
    """Expect success if there is room."""
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
            return REFUSED  # the decks could not be told apart
    more = {"id": looks[0], "design": looks[1], "color": looks[2]} if any(looks) else {}
    number = situation.day.received + 1
    same = {"deck": free[0], "number": number, "ready_made": command.ready_made, "at": at}
    return (Like(e.DeckReceived, **same, **more),)


def _deck(situation: Situation, slot: object) -> DeckModel | None:
    return situation.day.decks.get(slot) if type(slot) is int else None


def remove(situation: Situation, command: c.RemoveDeck) -> Foreseen:
    """Expect success for any deck that is not being dealt."""
    deck = _deck(situation, command.deck)
    if deck is None or situation.day.in_play(command.deck):
        return REFUSED
    if to_count(situation.day) == command.deck:
        return REFUSED  # it is counted first
    return (Like(e.DeckRemoved, deck=command.deck, number=deck.number),)


def perform(situation: Situation, command: c.Perform) -> Foreseen:
    """Expect success for the due step in its role; one person inspects, another verifies."""
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
    """Expect success for a shuffled stack that is not being dealt."""
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
    """Expect success for a cut stack before its first card; contributions determine the place."""
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
    """Expect success once for the rest of the stack after all cards, or the deck of a void round.

    Hold 'em and 235 leave the cards in a reshuffling shoe (THB 10.I, 235 10.H)."""
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
