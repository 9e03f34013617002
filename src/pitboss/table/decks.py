"""Decks and devices of a table: the next task, and what blocks the next deal.

Everything follows from the rules, the state and a time.
"""

from collections.abc import Iterator
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.game_parts import AUTOMATED_SHOE, BY_HAND, MANUAL_SHOE, RESHUFFLING, Side
from pitboss.games.incidents import Incident, Kind
from pitboss.submission.rules import Rules
from pitboss.table.commands import FileSubmission, Matter
from pitboss.table.day import Day, TableDeck
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.house_rules import (
    APPROVED_RULES,
    COMPLETE_FILING,
    DECK_PROCEDURES,
    DISABLING,
    FROZEN_METERS,
    INCIDENTS,
    TWO_PEOPLE,
)
from pitboss.table.people import normalize_name
from pitboss.table.round_plan import plan_round
from pitboss.table.state import RoundState, State, live_sides

SECONDS_PER_HOUR: Final = 3600


class Blocker(Struct, frozen=True, gc=False):
    """Something that blocks the next deal: now, from a time on, or after a number of rounds."""

    why: str
    clause: str
    at: int | None = None
    """The time from which it blocks, in seconds of UTC."""
    rounds: int | None = None
    """The number of rounds that can be dealt before it blocks."""


DEFAULT_DESIGN: Final = "standard"
BACK_COLORS: Final = ("red", "blue")


def new_deck_identity(day: Day) -> tuple[str, str, str]:
    """Return id, design and color for a deck that the house brings; the back colors alternate."""
    register = {normalize_name(item) for item in day.register}
    number = next(n for n in count(day.received + 1) if normalize_name(f"D{n}") not in register)
    decks = [deck for deck in day.decks.values() if deck.color]
    design = next((deck.design for deck in decks), DEFAULT_DESIGN)
    colors = BACK_COLORS if number % 2 else BACK_COLORS[::-1]
    colors_in_use = {deck.color.casefold() for deck in decks}
    color = next((color for color in colors if color not in colors_in_use), f"color {number}")
    return f"D{number}", design, color


def deck_slots(rules: Rules) -> range:
    """Return the numbers of the table's deck slots."""
    return range(1, rules.table.decks + 1)


def next_task(state: State, rules: Rules, slot: int) -> Task | None:
    """Return the next task for a deck at the table, or None while it waits."""
    day = state.day
    deck = day.decks[slot]
    if slot == day.turn and state.has_open_round:
        return None
    if not state.seats:
        return _task_without_players(rules, deck, running=state.has_open_round)
    if needs_machine_shuffle(rules, deck):
        task: Task | None = Task.SHUFFLE
    elif deck.last is None and deck.ready_made:
        task = Task.LOAD if rules.table.shuffler == RESHUFFLING else Task.CUT
    elif deck.last is None:
        task = next(iter(rules.deck_procedures.opening))
    else:
        task = plan_round(rules).next_tasks.get(deck.last)
    return None if task is Task.LOAD and slot != day.turn else task


def _task_without_players(rules: Rules, deck: TableDeck, *, running: bool) -> Task | None:
    """Return the next task for a deck while no player is seated."""
    procedures, last = rules.deck_procedures, deck.last
    if last is None:
        return None if deck.ready_made else next(iter(procedures.opening))
    upcoming = plan_round(rules).next_tasks.get(last)
    if upcoming is Task.LOOK:
        return None
    before = tuple(procedures.opening)
    if last in before and before.index(last) < before.index(Task.LOOK):
        return upcoming
    if running or not procedures.idle:
        return None
    if last in procedures.idle and last is not Task.LOOK:
        return upcoming
    return next(iter(procedures.idle))


def needs_machine_shuffle(rules: Rules, deck: TableDeck) -> bool:
    """Return whether a shuffled deck has to go through the table's own shuffler."""
    return deck.ready_made and rules.dealing.needs_shuffler is not None


def is_spread(rules: Rules, deck: TableDeck) -> bool:
    """Return whether a deck is spread on the table for the first player to look at."""
    return plan_round(rules).next_tasks.get(deck.last) is Task.LOOK if deck.last else False


def must_be_cut(rules: Rules, deck: TableDeck) -> bool:
    """Return whether a deck must be cut: if people shuffle it, or it came shuffled."""
    if rules.table.shuffler == RESHUFFLING:
        return False
    return rules.table.shuffler == BY_HAND or deck.ready_made


def task_clause(rules: Rules, task: Task, deck: TableDeck | None = None) -> str:
    """Return the clause that requires a task with a deck."""
    procedures = rules.deck_procedures
    if task in procedures.idle and deck is not None and deck.last in procedures.idle:
        return procedures.idle[task]
    match task:
        case Task.SHUFFLE:
            machine = deck is not None and needs_machine_shuffle(rules, deck)
            return (machine and rules.dealing.needs_shuffler) or procedures.shuffled
        case Task.CUT:
            return procedures.cut_clause
        case Task.LOAD:
            return procedures.loaded[rules.table.dealing]
        case _:
            return procedures.opening[task] if task in procedures.opening else procedures.idle[task]


def deck_expires_at(rules: Rules, deck: TableDeck) -> int:
    """Return the time from which a deck may no longer be dealt, in seconds of UTC."""
    return deck.received + SECONDS_PER_HOUR * rules.deck_procedures.deck_hours[rules.table.dealing]


def devices_in_use(rules: Rules) -> tuple[Device, ...]:
    """Return the devices that these rules deal and shuffle with."""
    devices = []
    if rules.table.shuffler != BY_HAND:
        devices.append(Device.SHUFFLER)
    if rules.table.dealing == AUTOMATED_SHOE:
        devices.append(Device.SHOE)
    return tuple(devices)


def devices_needed(side: Side) -> tuple[Device, ...]:
    """Return the devices that a side wager needs to be settled."""
    has_meters = bool(side.pays.meters)
    return (Device.WHEEL,) * bool(side.pays.wheel) + (Device.PROGRESSIVE,) * has_meters


def all_devices(rules: Rules) -> tuple[Device, ...]:
    """Return every device at the table that can break."""
    sides = dict.fromkeys(device for side in rules.sides for device in devices_needed(side))
    return (*devices_in_use(rules), *sides)


def wagers_needing(rules: Rules, device: Device) -> tuple[str, ...]:
    """Return the side wagers that cannot be settled without this device."""
    return tuple(side.key for side in rules.sides if device in devices_needed(side))


def unavailable_wagers(rules: Rules, day: Day) -> set[str]:
    """Return the side wagers that are not available because a device cannot be used."""
    return {key for device in day.broken for key in wagers_needing(rules, Device(device))}


def failed_device(rules: Rules, state: State, round_: RoundState, seat: int) -> Device | None:
    """Return the failed device that a wager of this seat is waiting for, if any."""
    if not state.day.broken:
        return None
    live = (device for side in live_sides(rules, round_, seat) for device in devices_needed(side))
    waiting = (device for device in live if device != Device.WHEEL or seat not in round_.spins)
    return next((device for device in waiting if device in state.day.broken), None)


def waiting_reason(rules: Rules, round_: RoundState, seat: int, device: Device) -> str:
    """Say why a seat cannot be settled."""
    label = next(s.label for s in live_sides(rules, round_, seat) if device in devices_needed(s))
    return (
        f"the {device} is out of order: seat {seat}'s {label} wager will be settled when it works "
        "again"
    )


def find_incident(rules: Rules, kind: Kind) -> Incident | None:
    """Return the rulebook's provision for a kind of incident, if it can happen in this game."""
    return next((item for item in rules.incidents if item.kind is kind), None)


def incident_clause(rules: Rules, incident: Incident) -> str:
    """Return the clause behind a remedy, from the chapter for this table's way of dealing.

    Without a clause, it is the house rule on incidents.
    """
    chapter = rules.dealing.clause.partition(".")[0] + "."
    own = [clause for clause in incident.clauses if clause.startswith(chapter)]
    return rules.cite(next(iter(own or incident.clauses), None)) or INCIDENTS


def shoe_blocker(rules: Rules, day: Day) -> Blocker | None:
    """Return why the automated shoe of this table cannot be used, if it cannot."""
    if rules.table.dealing != AUTOMATED_SHOE or Device.SHOE not in day.broken:
        return None
    return next(iter(_device_blockers(rules, day)), None)


def is_stub_count_due(rules: Rules, day: Day) -> bool:
    """Return whether the stub of the current or last round must be counted."""
    return (
        plan_round(rules).counts_stub and day.uncounted >= rules.deck_procedures.stub_count_rounds
    )


def must_count_stub(state: State, rules: Rules, round_: RoundState) -> bool:
    """Return whether the stub must be counted before any wager of a round is settled."""
    return is_stub_count_due(rules, state.day) and not round_.counted and not round_.results


def deck_to_count(state: State, rules: Rules) -> int | None:
    """Return the slot of the deck to count between rounds, because its round was voided."""
    if state.has_open_round or not is_stub_count_due(rules, state.day):
        return None
    decks, turn = state.day.decks, state.day.turn
    # Of two decks, the one whose turn it is not was dealt last.
    slots = sorted(decks, key=lambda slot: slot == turn)
    return next(
        (slot for slot in slots if decks[slot].last is plan_round(rules).gathered_task), None
    )


def blockers(state: State, rules: Rules, at: int) -> Iterator[Blocker]:
    """Yield what blocks the next deal, the most urgent first."""
    yield from standing_blockers(state, rules)
    for slot in deck_slots(rules):
        yield from _deck_blockers(state, rules, slot, at)
    yield from _count_blockers(state, rules)


def checklist_items(rules: Rules) -> dict[str, str]:
    """Return the items of this table's opening checklist, by clause."""
    applies = {
        "": True,
        "manual shoe": rules.table.dealing == MANUAL_SHOE,
        "two decks": rules.table.decks > 1,
    }
    return {
        item.clause: item.words for item in rules.deck_procedures.checklist if applies[item.when]
    }


def standing_blockers(state: State, rules: Rules) -> Iterator[Blocker]:
    """Yield what blocks every deal until people resolve it, whatever the state of the decks."""
    day = state.day
    if day.incident is not None:
        words = describe_incident(rules, day.incident.kinds, day.incident.card)
        yield Blocker(f"a floorperson must rule on an incident: {words}", INCIDENTS)
    if not day.open:
        yield Blocker("the table is not open: two people must count the tray first", TWO_PEOPLE)
    elif checklist_items(rules) and not day.signed:
        yield Blocker("the opening checklist is not signed", DECK_PROCEDURES)
    for what in ("table", "game"):
        if what in day.disabled:
            yield Blocker(f"the {what} is disabled: {day.disabled[what]}", DISABLING)
    if any(blocks_rounds(proposal.matter) for proposal in state.proposals.values()):
        yield Blocker("a submission is waiting for approval", FROZEN_METERS)
    if not are_rules_in_force(state):
        yield _rules_blocker(state)
    yield from _device_blockers(rules, day)


def blocks_rounds(matter: Matter) -> bool:
    """Return whether no round can be opened before this is approved or rejected."""
    return isinstance(matter, FileSubmission) and not matter.after_round


def are_rules_in_force(state: State) -> bool:
    """Return whether the rules are exactly those that two people approved, and complete.

    An older version may have read the submission differently, or accepted an incomplete one.
    """
    if state.rules is None:
        return True
    filing = state.filed[-1]
    return filing.hash == state.rules.hash and not filing.lacks


def _rules_blocker(state: State) -> Blocker:
    if incomplete := state.filed[-1].lacks:
        return Blocker(incomplete, COMPLETE_FILING)
    return Blocker(
        "this version of the program reads the approved submission differently: file it again",
        APPROVED_RULES,
    )


def _device_blockers(rules: Rules, day: Day) -> Iterator[Blocker]:
    down = find_incident(rules, Kind.DEVICE_DOWN)
    clause = incident_clause(rules, down) if down else DECK_PROCEDURES
    for device, mark in day.broken.items():
        if not mark:
            why = "is out of order: cover it, or put an out-of-order sign on it"
            yield Blocker(f"the {device} {why}", clause)
        elif device in devices_in_use(rules):
            mark_text = Mark(mark).description
            why = "get it working again, or file another dealing method"
            yield Blocker(f"the {device} is {mark_text}: {why}", clause)


def _deck_blockers(state: State, rules: Rules, slot: int, at: int) -> Iterator[Blocker]:
    procedures, deck = rules.deck_procedures, state.day.decks.get(slot)
    which = f"deck {slot}" if rules.table.decks > 1 else "the deck"
    if deck is None:
        yield Blocker(
            f"{which} is not at the table yet", _cite_or_house_rule(rules, procedures.received)
        )
        return
    expires_at, by = (
        deck_expires_at(rules, deck),
        _cite_or_house_rule(rules, procedures.deck_clause[rules.table.dealing]),
    )
    hours = procedures.deck_hours[rules.table.dealing]
    if expires_at <= at:
        yield Blocker(f"{which} has been in use for {hours} hours and must be changed", by)
        return
    if state.has_open_round and slot == state.day.turn:
        yield Blocker(f"{which} must be changed after {hours} hours", by, at=expires_at)
        return
    task = next_task(state, rules, slot)
    if task is None and slot == state.day.turn and not state.seats:
        if is_spread(rules, deck):
            task = Task.LOOK
        else:
            yield Blocker(
                "nobody is seated at the table",
                _cite_or_house_rule(rules, rules.table_procedures.seated),
            )
    if task is not None:
        yield Blocker(
            f"{which}: {task.description}" if rules.table.decks > 1 else task.description,
            _cite_or_house_rule(rules, task_clause(rules, task, deck)),
        )
    yield Blocker(f"{which} must be changed after {hours} hours", by, at=expires_at)


def _count_blockers(state: State, rules: Rules) -> Iterator[Blocker]:
    if not plan_round(rules).counts_stub:
        return
    procedures = rules.deck_procedures
    clause = _cite_or_house_rule(rules, procedures.stub_clause[rules.table.dealing])
    if state.has_open_round and is_stub_count_due(rules, state.day):
        yield Blocker("the stub must be counted before any wager is settled", clause)
    elif deck_to_count(state, rules) is not None:
        yield Blocker(
            f"the deck must be counted: it has been {procedures.stub_count_rounds} rounds since "
            "the last count",
            clause,
        )
    else:
        left = procedures.stub_count_rounds - state.day.uncounted
        yield Blocker("the stub must be counted", clause, rounds=max(left, 1))


def _cite_or_house_rule(rules: Rules, clause: str) -> str:
    return rules.cite(clause) or DECK_PROCEDURES


def mark_for_shuffle(rules: Rules, day: Day, slot: int) -> Day:
    """Return the day with a deck that must be shuffled next."""
    deck = day.decks.get(slot)
    if deck is None:
        return day
    stack = replace(deck, last=plan_round(rules).gathered_task, ready_made=False, cut=0)
    return replace(day, decks={**day.decks, slot: stack})


def adapt_day_to_rules(rules: Rules, day: Day, previous_rules: Rules | None) -> Day:
    """Mark decks that were shuffled under the old rules to be shuffled again.

    The opening checklist is signed again if the new rules have more to look at.
    """
    if previous_rules and checklist_items(rules).keys() - checklist_items(previous_rules).keys():
        day = replace(day, signed="")
    opening = (None, *rules.deck_procedures.opening, *rules.deck_procedures.idle)
    for slot, deck in day.decks.items():
        if deck.last not in opening:
            day = mark_for_shuffle(rules, day, slot)
    return replace(day, turn=1) if rules.table.decks == 1 else day


def day_after_round(rules: Rules, day: Day, number: int) -> Day:
    """Gather the deck that was dealt, and pass the turn to the other deck if there is one."""
    other = 3 - day.turn if rules.table.decks > 1 else 1
    deck = day.decks.get(day.turn)
    if deck is not None and deck.number == number:  # it may have been removed, and another be there
        day = mark_for_shuffle(rules, day, day.turn)
    return replace(day, turn=other)


def undo_cut(day: Day) -> Day:
    """Return the day with the cut of the next round's stack undone."""
    was = day.decks[day.turn]
    last = None if was.ready_made else Task.SHUFFLE
    return replace(day, decks={**day.decks, day.turn: replace(was, last=last, cut=0)})
