"""What the model foresees of decks: the next step with each, counts, cuts, what blocks a deal."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.deck_tasks import Device, Task
from pitboss.shuffle import recut_position
from pitboss.submission import Rules
from pitboss.table import Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.state import Phase

from .machine_day import COUNTING, RESHUFFLING, STACKED, HeardDay, HeardDeck
from .machine_doubts import CUT_AGAIN_WHEN_EXPOSED
from .machine_foreseen import REFUSED, Foreseen, Like, Now, good_reason, is_whole
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


def next_task(day: HeardDay, slot: int) -> Task | None:
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


def _at_an_empty_table(day: HeardDay, deck: HeardDeck) -> Task | None:
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


def stub_due(day: HeardDay) -> bool:
    """Whether this is the last round in which the stub can be counted, or was."""
    assert day.rules is not None
    return day.rules.table.shuffler not in COUNTING and day.uncounted >= ROUNDS


def to_count(day: HeardDay) -> int:
    """The deck of a round that was void before its stub was counted, if one is to be counted."""
    if day.running or not stub_due(day):
        return 0
    slots = (3 - day.turn, day.turn)  # also a deck that is not played with any more
    return next((s for s in slots if s in day.decks and day.decks[s].last is STACKED), 0)


def settles(now: Now, command: c.Settle | c.SpinWheel | c.TurnOver) -> Foreseen:
    """Nothing before the count that is due; else it has no opinion here."""
    heard = now.heard
    due = heard is not None and stub_due(now.day) and not heard.stub_counted and not heard.results
    phase = now.state.round.phase if now.state.round else None
    return REFUSED if due and phase is Phase.SETTLING else None


def worn_out(day: HeardDay, slot: int, at: int) -> bool:
    """Whether a deck has had its time."""
    assert day.rules is not None
    return at >= day.decks[slot].received + HOUR * HOURS[day.rules.table.dealing]


def no_shoe(day: HeardDay) -> bool:
    """Whether the machine that deals here is broken."""
    assert day.rules is not None
    return day.rules.table.dealing == "automated shoe" and Device.SHOE.value in day.broken


def blocks(day: HeardDay, at: int) -> Iterator[str]:
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


def _told(now: Now, at: object) -> int | None:
    """The time after a command that tells one; it never runs back."""
    return max(now.day.at, at) if type(at) is int and at <= LATEST else None


def open_round(now: Now, command: c.OpenRound) -> Foreseen:
    """Only if nothing blocks it."""
    at = _told(now, command.at)
    if at is None or any(blocks(now.day, at)) or not now.day.seats:
        return REFUSED
    assert not now.heard
    number = now.state.round.number + 1 if now.state.round else 1
    return (Like(e.RoundOpened, round=number, at=at, practice=True),)


def no_more_bets(now: Now, command: c.NoMoreBets) -> Foreseen:
    """Once, with wagers, by a deck that is young enough."""
    at, heard = _told(now, command.at), now.heard
    open_ = heard and heard.at_lock is None and not heard.void and heard.wagers
    if at is None or not open_ or command.round != now.round:
        return REFUSED
    if worn_out(now.day, now.day.turn, at) or no_shoe(now.day):
        return REFUSED
    return (Like(e.BetsClosed, at=at),)


_PHYSICAL: Final = {
    "run-em-twice": ("2.C(1)", "2.C(2)", "12.C", "3.A(1)", "3.A(2)"),
    "criss-cross": ("2.C(1)", "2.C(2)", "12.B", "3.A(1)", "3.A(2)"),
    "holdem-bonus": ("2.C(1)", "2.C(2)", "2.B(7)(b)", "3.A(2)", "3.A(3)"),
    "stud-235": ("2.D", "2.F", "2.B(9)", "3.A(1)", "3.A(2)"),
}
"""What people look at, by the clauses of the books."""


def sign(now: Now, command: c.SignChecklist) -> Foreseen:
    """Once a day, for everything that is there."""
    table = now.rules.table
    items = (*_PHYSICAL[now.rules.game], *("3.B(2)",) * (table.decks == 2))
    items += ("8.A",) * (table.dealing == "manual shoe")
    if not now.day.open or now.day.signed or sorted(command.items) != sorted(items):
        return REFUSED
    return (e.ChecklistSigned(items, now.by.name),)


def receive(now: Now, command: c.ReceiveDeck) -> Foreseen:
    """Where a place is free."""
    at = _told(now, command.at)
    free = [slot for slot in range(1, now.rules.table.decks + 1) if slot not in now.day.decks]
    if at is None or not now.day.open or not free or type(command.ready_made) is not bool:
        return REFUSED
    looks = command.id, command.design, command.color
    if any(looks):
        if not all(look.strip() and len(look) <= 40 for look in looks):
            return REFUSED
        others = now.day.decks.values()
        if looks[0] in now.day.register or any(o.looks[1] != looks[1] for o in others):
            return REFUSED
        if any(o.looks[2] == looks[2] for o in others):
            return REFUSED  # nobody could tell them apart
    more = {"id": looks[0], "design": looks[1], "color": looks[2]} if any(looks) else {}
    number = now.day.received + 1
    same = {"deck": free[0], "number": number, "ready_made": command.ready_made, "at": at}
    return (Like(e.DeckReceived, **same, **more),)


def _deck(now: Now, slot: object) -> HeardDeck | None:
    return now.day.decks.get(slot) if type(slot) is int else None


def remove(now: Now, command: c.RemoveDeck) -> Foreseen:
    """Any that is not dealt from."""
    deck = _deck(now, command.deck)
    if deck is None or now.day.in_play(command.deck):
        return REFUSED
    if to_count(now.day) == command.deck:
        return REFUSED  # it is counted first
    return (Like(e.DeckRemoved, deck=command.deck, number=deck.number),)


def perform(now: Now, command: c.Perform) -> Foreseen:
    """The step that is due, by whom it is for; what one inspects, another verifies."""
    day, deck, task = now.day, _deck(now, command.deck), command.task
    if not day.open or deck is None or not isinstance(task, Task):
        return REFUSED
    verifies = task is Task.VERIFY
    if (now.by.role is Role.FLOORPERSON) is not verifies or (verifies and now.by.name == deck.by):
        return REFUSED
    due = next_task(day, command.deck)
    if task is not due and (task, due) != (Task.SPREAD, Task.SPREAD_DOWN):
        return REFUSED
    if to_count(day) == command.deck:
        return REFUSED
    if task is Task.SHUFFLE and any(x in day.broken for x in in_use(now.rules)):
        return REFUSED
    if not is_whole(command.cards, *((LEAST, 52 - LEAST) if task is Task.CUT else (0, 0))):
        return REFUSED
    return (e.StepDone(task, command.deck, now.by.name, command.cards),)


def order_shuffle(now: Now, command: c.OrderShuffle) -> Foreseen:
    """Of a shuffled stack that is not dealt from."""
    deck = _deck(now, command.deck)
    if not now.day.open or deck is None or not deck.shuffled or now.day.in_play(command.deck):
        return REFUSED
    return (e.ShuffleOrdered(command.deck),)


def recut(now: Now, command: c.Recut) -> Foreseen:
    """Of a stack that was cut, until its first card is out; the contributions say where."""
    heard, deck = now.heard, now.day.decks.get(now.day.turn)
    if not now.day.open or deck is None or deck.last not in (Task.CUT, Task.LOAD):
        return REFUSED
    by_hand = now.rules.table.shuffler == "none"
    was_cut = (by_hand or deck.ready) and now.rules.table.shuffler != RESHUFFLING
    if not was_cut or not good_reason(command.reason):
        return REFUSED
    if heard is None:
        return (e.CardsRecut(0, 0, command.reason),)
    if command.round != heard.number or heard.void or heard.drawn:
        return REFUSED
    if heard.exposed:
        return None if CUT_AGAIN_WHEN_EXPOSED else REFUSED
    times, choices = len(heard.recuts) + 1, 52 - 2 * LEAST + 1
    cut = LEAST + recut_position(heard.added, heard.bound, times, choices)
    return (e.CardsRecut(heard.number, cut, command.reason),)


def count_stub(now: Now, command: c.CountStub) -> Foreseen:
    """What is left of the stack when all cards are out, once; or the deck of a void round.

    Hold 'em and 235 leave the cards in a shoe that reshuffles them (THB 10.I, 235 10.H).
    """
    day, heard = now.day, now.heard
    if not day.open or (now.rules.table.shuffler == RESHUFFLING and now.rules.game in (THB, STUD)):
        return REFUSED
    if not is_whole(command.cards, 0, 104):
        return REFUSED
    if heard is not None:
        if command.round != heard.number or not heard.playing or heard.dealing:
            return REFUSED
        if heard.stub_counted:
            return REFUSED
        number, slot, should_be = heard.number, day.turn, 52 - len(heard.drawn)
    else:
        number, slot, should_be = 0, to_count(day), 52
        if not slot:
            return REFUSED
    counted = e.StubCounted(number, slot, command.cards, should_be)
    if command.cards == should_be:
        return (counted,)
    progress = e.IncidentReported(day.reported + 1, number, STUB, True, now.by.name, deck=slot)
    return counted, progress
