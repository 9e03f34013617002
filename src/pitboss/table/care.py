"""Questions to a table about its cards: which step is next, and what stands in the way of a deal.

All of it follows from the rules and the state; the time is the last one told, or the one given.
"""

from collections.abc import Iterator
from itertools import count
from typing import Final

from msgspec import Struct

from pitboss.games.incidents import Incident, Kind
from pitboss.games.tasks import Device, Task
from pitboss.games.words import AUTOMATED_SHOE, BY_HAND, MANUAL_SHOE, RESHUFFLING, Side
from pitboss.submission.rules import Rules
from pitboss.table.card_names import incident_words
from pitboss.table.commands import FileSubmission, Matter
from pitboss.table.day import Day, Deck
from pitboss.table.house import (
    APPROVED_RULES,
    CARE,
    COMPLETE,
    DISABLED,
    FROZEN,
    INCIDENTS,
    TWO_PEOPLE,
)
from pitboss.table.people import spelt
from pitboss.table.plan import plan
from pitboss.table.state import RoundState, State, live_sides

HOUR: Final = 3600


class Hindrance(Struct, frozen=True, gc=False):
    """What blocks the next deal: now, or from a time or a number of rounds on."""

    why: str
    clause: str
    at: int | None = None
    """The time from which it does, in seconds of UTC."""
    rounds: int | None = None
    """How many more rounds can be dealt before it does."""


DESIGN: Final = "standard"
COLORS: Final = ("red", "blue")


def new_deck(day: Day) -> tuple[str, str, str]:
    """Id, design and color of a deck that the house brings: the colors of the backs alternate."""
    register = {spelt(one) for one in day.register}
    number = next(n for n in count(day.received + 1) if spelt(f"D{n}") not in register)
    there = [deck for deck in day.decks.values() if deck.color]
    design = next((deck.design for deck in there), DESIGN)
    colors = COLORS if number % 2 else COLORS[::-1]
    used = {deck.color.casefold() for deck in there}
    color = next((color for color in colors if color not in used), f"color {number}")
    return f"D{number}", design, color


def slots(rules: Rules) -> range:
    """The places that decks have at the table."""
    return range(1, rules.table.decks + 1)


def next_task(state: State, rules: Rules, slot: int) -> Task | None:
    """What is done next with a deck that is at the table; nothing while it waits."""
    day = state.day
    deck = day.decks[slot]
    if slot == day.turn and state.running:
        return None
    if not state.seats:
        return _without_players(rules, deck, running=state.running)
    if through_machine(rules, deck):
        task: Task | None = Task.SHUFFLE
    elif deck.last is None and deck.ready_made:
        task = Task.LOAD if rules.table.shuffler == RESHUFFLING else Task.CUT
    elif deck.last is None:
        task = next(iter(rules.deck_procedures.opening))
    else:
        task = plan(rules).after.get(deck.last)
    return None if task is Task.LOAD and slot != day.turn else task


def _without_players(rules: Rules, deck: Deck, *, running: bool) -> Task | None:
    """New cards are spread for the first player; others are spread until somebody comes."""
    care, last = rules.deck_procedures, deck.last
    if last is None:
        return None if deck.ready_made else next(iter(care.opening))
    upcoming = plan(rules).after.get(last)
    if upcoming is Task.LOOK:
        return None
    before = tuple(care.opening)
    if last in before and before.index(last) < before.index(Task.LOOK):
        return upcoming
    if running or not care.idle:
        return None
    return upcoming if last in care.idle and last is not Task.LOOK else next(iter(care.idle))


def through_machine(rules: Rules, deck: Deck) -> bool:
    """Whether a deck came shuffled to a table that deals only what its own machine shuffled."""
    return deck.ready_made and rules.dealing.needs_shuffler is not None


def is_spread(rules: Rules, deck: Deck) -> bool:
    """Whether its cards lie on the table, for the first player to look at."""
    return plan(rules).after.get(deck.last) is Task.LOOK if deck.last else False


def to_be_cut(rules: Rules, deck: Deck) -> bool:
    """Whether a deck is cut: by hand, or because it came shuffled; never in such a shoe."""
    if rules.table.shuffler == RESHUFFLING:
        return False
    return rules.table.shuffler == BY_HAND or deck.ready_made


def clause_of(rules: Rules, task: Task, deck: Deck | None = None) -> str:
    """The clause by which a step is done with a deck."""
    care = rules.deck_procedures
    if task in care.idle and deck is not None and deck.last in care.idle:
        return care.idle[task]
    match task:
        case Task.SHUFFLE:
            machine = deck is not None and through_machine(rules, deck)
            return (machine and rules.dealing.needs_shuffler) or care.shuffled
        case Task.CUT:
            return care.cut_clause
        case Task.LOAD:
            return care.loaded[rules.table.dealing]
        case _:
            return care.opening[task] if task in care.opening else care.idle[task]


def worn_out(rules: Rules, deck: Deck) -> int:
    """From when on a deck may not be dealt, in seconds of UTC."""
    return deck.received + HOUR * rules.deck_procedures.deck_hours[rules.table.dealing]


def in_use(rules: Rules) -> tuple[Device, ...]:
    """The machines that these rules deal and shuffle with."""
    devices = []
    if rules.table.shuffler != BY_HAND:
        devices.append(Device.SHUFFLER)
    if rules.table.dealing == AUTOMATED_SHOE:
        devices.append(Device.SHOE)
    return tuple(devices)


def needs(side: Side) -> tuple[Device, ...]:
    """The devices without which a side wager cannot be settled."""
    metered = bool(side.pays.meters)
    return (Device.WHEEL,) * bool(side.pays.wheel) + (Device.PROGRESSIVE,) * metered


def devices(rules: Rules) -> tuple[Device, ...]:
    """Every device at the table that can break."""
    sides = dict.fromkeys(device for side in rules.sides for device in needs(side))
    return (*in_use(rules), *sides)


def wagers_on(rules: Rules, device: Device) -> tuple[str, ...]:
    """The side wagers that cannot be settled without this device."""
    return tuple(side.key for side in rules.sides if device in needs(side))


def not_taken(rules: Rules, day: Day) -> set[str]:
    """The side wagers that nobody can make, because a device cannot be used."""
    return {key for device in day.broken for key in wagers_on(rules, Device(device))}


def device_down(rules: Rules, state: State, now: RoundState, seat: int) -> Device | None:
    """The device that fails, where a seat has a wager that waits for it."""
    if not state.day.broken:
        return None
    live = (device for side in live_sides(rules, now, seat) for device in needs(side))
    waiting = (device for device in live if device != Device.WHEEL or seat not in now.spins)
    return next((device for device in waiting if device in state.day.broken), None)


def waits_for(rules: Rules, now: RoundState, seat: int, device: Device) -> str:
    """Why a seat cannot be settled."""
    label = next(s.label for s in live_sides(rules, now, seat) if device in needs(s))
    return f"the {device} does not work: {label} of seat {seat} is settled when it works again"


def remedy_for(rules: Rules, kind: Kind) -> Incident | None:
    """What the game says to an irregularity, if it can happen there."""
    return next((one for one in rules.incidents if one.kind is kind), None)


def cited(rules: Rules, incident: Incident) -> str:
    """The clause behind a remedy, of the chapter that this table deals by where there are several.

    A silent book leaves it to the floor.
    """
    several = (incident.clause or "").split(", ")
    chapter = rules.dealing.clause.partition(".")[0] + "."
    return rules.cite(next((c for c in several if c.startswith(chapter)), several[0])) or INCIDENTS


def shoe_down(rules: Rules, day: Day) -> Hindrance | None:
    """Why the machine that deals here cannot be used, if it cannot."""
    if rules.table.dealing != AUTOMATED_SHOE or Device.SHOE not in day.broken:
        return None
    return next(iter(_machines(rules, day)), None)


def stub_due(rules: Rules, day: Day) -> bool:
    """Whether so many rounds were dealt without a count that it is made in the last of them."""
    return plan(rules).counts and day.uncounted >= rules.deck_procedures.stub_count_rounds


def stub_first(state: State, rules: Rules, now: RoundState) -> bool:
    """Whether the stub of a round is counted before any of its wagers is settled."""
    return stub_due(rules, state.day) and not now.counted and not now.results


def deck_to_count(state: State, rules: Rules) -> int | None:
    """Where a deck lies that is counted between rounds: the last was void before its count."""
    if state.running or not stub_due(rules, state.day):
        return None
    decks, turn = state.day.decks, state.day.turn
    # Of two decks the one was dealt last whose turn it is not; also one that is not used now.
    slots = sorted(decks, key=lambda slot: slot == turn)
    return next((slot for slot in slots if decks[slot].last is plan(rules).gathered), None)


def hindrances(state: State, rules: Rules, at: int) -> Iterator[Hindrance]:
    """What blocks the next deal, from the most pressing on."""
    yield from standing(state, rules)
    for slot in slots(rules):
        yield from _deck(state, rules, slot, at)
    yield from _count(state, rules)


def checklist(rules: Rules) -> dict[str, str]:
    """What is signed for at this table when it opens, by clause."""
    here = {"": True, "manual shoe": rules.table.dealing == MANUAL_SHOE}
    here["two decks"] = rules.table.decks > 1
    return {one.clause: one.words for one in rules.deck_procedures.checklist if here[one.when]}


def standing(state: State, rules: Rules) -> Iterator[Hindrance]:
    """What blocks every deal until people see to it, whatever becomes of the cards."""
    day = state.day
    if day.incident is not None:
        words = incident_words(rules, day.incident.kinds, day.incident.card)
        yield Hindrance(f"{words}: a floorperson has to rule", INCIDENTS)
    if not day.open:
        yield Hindrance("the tray is not counted by two people, and the table not open", TWO_PEOPLE)
    elif checklist(rules) and not day.signed:
        yield Hindrance("the opening checklist is not signed", CARE)
    for what in ("table", "game"):
        if what in day.disabled:
            yield Hindrance(f"the {what} is disabled: {day.disabled[what]}", DISABLED)
    if any(holds_up(one.matter) for one in state.proposals.values()):
        yield Hindrance("a submission waits for its approval", FROZEN)
    if not in_force(state):
        yield _out_of_force(state)
    yield from _machines(rules, day)


def holds_up(matter: Matter) -> bool:
    """Whether no round is opened before this is approved or rejected."""
    return isinstance(matter, FileSubmission) and not matter.after_round


def in_force(state: State) -> bool:
    """Whether the rules are those that two people approved, and not another program's reading.

    An older program may also have put a filing in force that is not complete.
    """
    if state.rules is None:
        return True
    filed = state.filed[-1]
    return filed.hash == state.rules.hash and not filed.lacks


def _out_of_force(state: State) -> Hindrance:
    if incomplete := state.filed[-1].lacks:
        return Hindrance(incomplete, COMPLETE)
    return Hindrance(
        "this program plays by other rules than those that were approved: file them anew",
        APPROVED_RULES,
    )


def _machines(rules: Rules, day: Day) -> Iterator[Hindrance]:
    down = remedy_for(rules, Kind.DEVICE_DOWN)
    clause = cited(rules, down) if down else CARE
    for device, mark in day.broken.items():
        if not mark:
            yield Hindrance(f"the {device} cannot be used and is not covered or signed", clause)
        elif device in in_use(rules):
            yield Hindrance(
                f"the {device} is {mark}: it is restored, or another method is filed", clause
            )


def _deck(state: State, rules: Rules, slot: int, at: int) -> Iterator[Hindrance]:
    care, deck = rules.deck_procedures, state.day.decks.get(slot)
    which = f"deck {slot}" if rules.table.decks > 1 else "the deck"
    if deck is None:
        yield Hindrance(f"{which} has not come to the table", _cite(rules, care.received))
        return
    changed, by = worn_out(rules, deck), _cite(rules, care.deck_clause[rules.table.dealing])
    hours = care.deck_hours[rules.table.dealing]
    if changed <= at:
        yield Hindrance(f"{which} has been in use for {hours} hours and is changed", by)
        return
    if state.running and slot == state.day.turn:
        yield Hindrance(f"{which} is changed after {hours} hours", by, at=changed)
        return
    task = next_task(state, rules, slot)
    if task is None and slot == state.day.turn and not state.seats:
        if is_spread(rules, deck):
            task = Task.LOOK
        else:
            yield Hindrance("nobody sits at the table", _cite(rules, rules.table_procedures.seated))
    if task is not None:
        yield Hindrance(f"{which}: {task.words}", _cite(rules, clause_of(rules, task, deck)))
    yield Hindrance(f"{which} is changed after {hours} hours", by, at=changed)


def _count(state: State, rules: Rules) -> Iterator[Hindrance]:
    if not plan(rules).counts:
        return
    care = rules.deck_procedures
    clause = _cite(rules, care.stub_clause[rules.table.dealing])
    if state.running and stub_due(rules, state.day):
        yield Hindrance("the stub is counted before any wager is settled", clause)
    elif deck_to_count(state, rules) is not None:
        yield Hindrance(f"the stub was not counted in {care.stub_count_rounds} rounds", clause)
    else:
        left = care.stub_count_rounds - state.day.uncounted
        yield Hindrance("the stub is counted", clause, rounds=max(left, 1))


def _cite(rules: Rules, clause: str) -> str:
    return rules.cite(clause) or CARE
