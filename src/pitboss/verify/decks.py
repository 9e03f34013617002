"""Check what is done with the decks, and that table, devices and decks are ready for a round.

What is done with a deck, and in which order, is the game's own (`rules.deck_procedures`).
"""

from typing import Final

from pitboss.errors import short_repr
from pitboss.games.deck_tasks import FLOOR_TASKS, Device, Task
from pitboss.games.game_parts import (
    AUTOMATED_SHOE,
    BY_HAND,
    COUNTING,
    MANUAL_SHOE,
    RESHUFFLING,
    Side,
)
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.shift import EventCheckers, ShiftChecker, is_text, same_person

SECONDS_PER_HOUR: Final = 3600
MAX_DECK_TEXT_LENGTH: Final = 40
REMOVAL_REASON: Final = "taken off the table"
"""The reason for removing a deck that nothing is wrong with."""


# Questions about the rules


def deck_slots(rules: Rules) -> range:
    """Return the numbers of the places for decks at this table."""
    return range(1, rules.table.decks + 1)


def devices_in_use(rules: Rules) -> list[str]:
    """Return the devices that shuffle and deal at this table."""
    shuffler, shoe = rules.table.shuffler != BY_HAND, rules.table.dealing == AUTOMATED_SHOE
    return [Device.SHUFFLER.value] * shuffler + [Device.SHOE.value] * shoe


def devices_needed(side: Side) -> list[str]:
    """Return the devices that side wagers are settled with."""
    pays = side.pays
    wheel = bool(pays.wheel)
    has_meters = bool(pays.meters)
    return [Device.WHEEL.value] * wheel + [Device.PROGRESSIVE.value] * has_meters


def gathered_task(rules: Rules) -> Task:
    """Return the last step of a deck that is one stack and ready to be shuffled."""
    return tuple(rules.deck_procedures.opening)[-1]


def cut_range(rules: Rules, deck: e.TableDeck) -> tuple[int, int]:
    """Return how many cards a cut may take; 0 and 0 if a device shuffled.

    Nobody counts the cut of a physical deck, so it is recorded as 0, too.
    """
    least = rules.deck_procedures.cut_at_least
    is_counted = is_cut(rules, deck) and not rules.table.is_physical
    return (least, rules.deck.size - least) if is_counted else (0, 0)


def is_cut(rules: Rules, deck: e.TableDeck) -> bool:
    """Return whether a shuffled deck is cut, because no device shuffled it."""
    shuffler = rules.table.shuffler
    return shuffler == BY_HAND or (deck.ready_made and shuffler != RESHUFFLING)


def is_expired(rules: Rules, deck: e.TableDeck, at: int) -> bool:
    """Return whether a deck has been in use for its maximum hours."""
    return (
        at
        >= deck.received + SECONDS_PER_HOUR * rules.deck_procedures.deck_hours[rules.table.dealing]
    )


def is_shuffled(deck: e.TableDeck) -> bool:
    """Return whether a deck is shuffled and has not been dealt."""
    return deck.ready_made or deck.last in (Task.SHUFFLE, Task.CUT, Task.LOAD)


# The next task of a deck


def next_task(shift: ShiftChecker, slot: int) -> Task | None:
    """Return the next step of a deck, or None while it waits, is ready or is dealt from."""
    rules, deck = shift.rules, shift.day.decks[slot]
    if shift.is_dealt_from(slot):
        return None
    if not shift.seats:
        return _task_without_players(shift, rules, deck)
    task = _task_after(rules, deck)
    # The second deck is not put into the shoe before its turn has come.
    return None if task is Task.LOAD and slot != shift.day.turn else task


def _task_after(rules: Rules, deck: e.TableDeck) -> Task | None:
    """Return the step after the last one, at a table with players."""
    procedures, shuffler, last = rules.deck_procedures, rules.table.shuffler, deck.last
    if deck.ready_made and rules.dealing.needs_shuffler is not None:
        return Task.SHUFFLE  # only cards from the table's own shuffler are dealt this way
    if last is None and deck.ready_made:
        return Task.LOAD if shuffler == RESHUFFLING else Task.CUT
    if last is None:
        return next(iter(procedures.opening))
    if last in (Task.SHUFFLE, Task.CUT):
        return Task.CUT if last is Task.SHUFFLE and shuffler == BY_HAND else Task.LOAD
    steps = (
        (*procedures.opening, Task.SHUFFLE)
        if last in procedures.opening
        else tuple(procedures.idle)
    )
    later = steps[steps.index(last) + 1 :] if last in steps else ()
    return later[0] if later else None


def _task_without_players(shift: ShiftChecker, rules: Rules, deck: e.TableDeck) -> Task | None:
    """Return the next step at a table without players: preparing cards, or spreading idle ones."""
    procedures, last = rules.deck_procedures, deck.last
    opening = tuple(procedures.opening)
    if last is None:
        return None if deck.ready_made else opening[0]
    upcoming = _task_after(rules, deck)
    if upcoming is Task.LOOK:
        return None
    if last in opening[: opening.index(Task.LOOK)]:
        return upcoming
    if shift.round or not procedures.idle:
        return None
    spreading = last in procedures.idle and last is not Task.LOOK
    return upcoming if spreading else next(iter(procedures.idle))


# Checks of events


def is_stub_count_due(shift: ShiftChecker, rules: Rules) -> bool:
    """Return whether the stub must be counted before settlement, where no device counts."""
    by_machine = rules.table.shuffler in COUNTING
    return not by_machine and shift.day.uncounted >= rules.deck_procedures.stub_count_rounds


def deck_to_count(shift: ShiftChecker, rules: Rules) -> int | None:
    """Return the place of a deck to count between rounds, because its round was void too early.

    It is gathered. Of two decks, the one whose turn it is not was dealt last.
    """
    if shift.round or not is_stub_count_due(shift, rules):
        return None
    day, task = shift.day, gathered_task(rules)
    slots = [slot for slot, deck in sorted(day.decks.items()) if deck.last is task]
    return next((slot for slot in slots if slot != day.turn), slots[0] if slots else None)


def check_counted(shift: ShiftChecker, rules: Rules, slot: int | None = None) -> None:
    """Check that no deck, or not this one, has to be counted first."""
    slot_to_count = deck_to_count(shift, rules)
    must_count = slot_to_count is not None and slot in (None, slot_to_count)
    rounds = rules.deck_procedures.stub_count_rounds
    shift.check(not must_count, f"the cards have not been counted for {rounds} rounds")


def checklist_clauses(rules: Rules) -> tuple[str, ...]:
    """Return the clauses of the opening checklist of this table."""
    excluded_items = {"manual shoe"} if rules.table.dealing != MANUAL_SHOE else set[str]()
    excluded_items |= {"two decks"} if rules.table.decks == 1 else set()
    return tuple(
        item.clause for item in rules.deck_procedures.checklist if item.when not in excluded_items
    )


def check_checklist_signed(shift: ShiftChecker, event: e.ChecklistSigned) -> None:
    """Check a signed checklist: once per opening, and again for new rules with more items."""
    rules = shift.require_open_for_play()
    shift.check(not shift.day.signed, "the checklist is already signed")
    shift.check(checklist_clauses(rules), "this table has no opening checklist")
    shift.expect_current(e.ChecklistSigned(checklist_clauses(rules), event.by))
    shift.day.signed = event.by


def check_deck_received(shift: ShiftChecker, event: e.DeckReceived) -> None:
    """Check a new deck: it goes to the first free place, and decks are numbered as they come."""
    rules, day = shift.require_open_for_play(), shift.day
    free = [slot for slot in deck_slots(rules) if slot not in day.decks]
    shift.check(free, "the table has no place for another deck")
    shift.check(event.deck == free[0], f"deck is {event.deck}, expected place {free[0]}")
    day.received += 1
    shift.check(event.number == day.received, f"number is {event.number}, expected {day.received}")
    shift.set_time(event.at)
    _check_deck_identity(shift, event)
    looks = (event.id, event.design, event.color)
    deck = e.TableDeck(event.number, event.at, None, event.ready_made, "", 0, *looks)
    day.decks[event.deck] = deck
    day.register.append(event.id)
    shift.expect_postings()


def _check_deck_identity(shift: ShiftChecker, event: e.DeckReceived) -> None:
    """Check a deck's identity: two decks in use have one design and backs of different colors."""
    for text in (event.id, event.design, event.color):
        shift.check(
            is_text(text, MAX_DECK_TEXT_LENGTH), f"{short_repr(text)} does not identify the deck"
        )
    is_known = any(same_person(other, event.id) for other in shift.day.register)
    shift.check(not is_known, f"deck {short_repr(event.id)} was received before and cannot return")
    for other in shift.day.decks.values():
        same_design = not other.design or same_person(other.design, event.design)
        shift.check(
            same_design,
            f"design is {short_repr(event.design)}, but both decks must have the same design",
        )
        same_color = other.color and same_person(other.color, event.color)
        shift.check(
            not same_color,
            f"both decks have {short_repr(event.color)} backs: their colors must differ",
        )


def check_deck_removed(shift: ShiftChecker, event: e.DeckRemoved) -> None:
    """Check that a removed deck is not being dealt from and has no count to come."""
    rules = shift.rules
    deck = require_deck(shift, event.deck)
    shift.check(not shift.is_dealt_from(event.deck), "the deck is in play")
    check_counted(shift, rules, event.deck)
    shift.expect_current(e.DeckRemoved(event.deck, deck.number, REMOVAL_REASON))
    del shift.day.decks[event.deck]


def expect_deck_removed(shift: ShiftChecker, slot: int, why: str) -> None:
    """Expect that a deck is removed at once because something is wrong with it."""
    deck = require_deck(shift, slot)
    shift.expect_next(e.DeckRemoved(slot, deck.number, why), at_once=True)
    del shift.day.decks[slot]


def check_step_done(shift: ShiftChecker, event: e.StepDone) -> None:
    """Check that a step is the next one of its deck and done by the right role."""
    rules, task = shift.require_open_for_play(), event.task
    deck = require_deck(shift, event.deck)
    role = "floorperson" if task in FLOOR_TASKS else "dealer"
    shift.check(shift.line.by.role == role, f"the step {task} must be done by a {role}")
    next_step = next_task(shift, event.deck)
    # A player who asks for it sees the cards of an idle table face up.
    face_up = task is Task.SPREAD and next_step is Task.SPREAD_DOWN
    shift.check(task is next_step or face_up, f"the step is {task}, expected {next_step or 'none'}")
    if task in FLOOR_TASKS:
        is_same = same_person(event.by, deck.by)
        shift.check(
            not is_same,
            f"{short_repr(deck.by)} did the previous step, so somebody else must confirm it",
        )
    check_counted(shift, rules, event.deck)
    if task is Task.SHUFFLE:
        _check_devices(shift, rules)
    low, high = cut_range(rules, deck) if task is Task.CUT else (0, 0)
    in_range = low <= event.cards <= high
    shift.check(in_range, f"cards is {event.cards}, but a cut takes {low} to {high} cards")
    shift.expect_postings()
    deck.last, deck.by = task, event.by
    if task is Task.CUT:
        deck.cut = event.cards
    elif task is not Task.LOAD:  # it is no longer the stack that came, or was cut
        deck.ready_made, deck.cut = False, 0


def _check_devices(shift: ShiftChecker, rules: Rules) -> None:
    broken_devices = [machine for machine in devices_in_use(rules) if machine in shift.day.broken]
    shift.check(not broken_devices, f"the {', '.join(broken_devices)} is out of order")


def check_shuffle_ordered(shift: ShiftChecker, event: e.ShuffleOrdered) -> None:
    """Check an order to shuffle again: the stack is shuffled and not being dealt from."""
    shift.require_open_for_play()
    deck = require_deck(shift, event.deck)
    shift.check(not shift.is_dealt_from(event.deck), "the deck is in play")
    shift.check(is_shuffled(deck), "the deck has not been shuffled yet")
    shift.expect_postings()
    gather_deck(shift, event.deck)


def expect_shuffle_spoilt(shift: ShiftChecker, slot: int) -> None:
    """Expect that a failed shuffle is undone at once, so that the deck has to be shuffled again."""
    shift.expect_next(e.ShuffleSpoilt(slot), at_once=True)
    gather_deck(shift, slot)


def gather_deck(shift: ShiftChecker, slot: int) -> None:
    """Mark a deck, if it is still there, as one stack that has to be shuffled."""
    deck = shift.day.decks.get(slot)
    if deck:
        deck.last, deck.ready_made, deck.cut = gathered_task(shift.rules), False, 0


def undo_cut(shift: ShiftChecker) -> None:
    """Undo the cut of the next round's stack."""
    deck = shift.day.decks[shift.day.turn]
    deck.last, deck.cut = None if deck.ready_made else Task.SHUFFLE, 0


def finish_deck(shift: ShiftChecker, number: int) -> None:
    """Gather the deck that was dealt from; with two decks, it is the other one's turn."""
    day = shift.day
    dealt = day.decks.get(day.turn)
    if dealt and dealt.number == number:
        gather_deck(shift, day.turn)
    day.turn = 3 - day.turn if shift.rules.table.decks > 1 else 1


def adapt_to_new_rules(shift: ShiftChecker, previous_rules: Rules | None) -> None:
    """Undo the preparation of decks that new rules require to be done again.

    If the checklist has new items, the whole list must be signed again.
    """
    procedures = shift.rules.deck_procedures
    if previous_rules and set(checklist_clauses(shift.rules)) - set(
        checklist_clauses(previous_rules)
    ):
        shift.day.signed = ""
    for slot, deck in shift.day.decks.items():
        if deck.last not in (None, *procedures.opening, *procedures.idle):
            gather_deck(shift, slot)
    if shift.rules.table.decks == 1:
        shift.day.turn = 1


def require_deck(shift: ShiftChecker, slot: int) -> e.TableDeck:
    """Return the deck in this place."""
    shift.check(slot in shift.day.decks, f"there is no deck in place {slot}")
    return shift.day.decks[slot]


DECK_CHECKERS: Final[EventCheckers] = {
    e.ChecklistSigned: check_checklist_signed,
    e.DeckReceived: check_deck_received,
    e.DeckRemoved: check_deck_removed,
    e.StepDone: check_step_done,
    e.ShuffleOrdered: check_shuffle_ordered,
}


def check_ready(shift: ShiftChecker, rules: Rules) -> None:
    """Check that nothing blocks a round at the last recorded time."""
    day = shift.day
    shift.require_open_for_play()
    shift.check(day.signed or not checklist_clauses(rules), "the opening checklist is not signed")
    for what in ("table", "game"):
        shift.check(what not in day.disabled, f"the {what} is disabled")
    filings = [p.matter for p in shift.proposals.values() if isinstance(p.matter, e.FileSubmission)]
    shift.check(
        all(filing.after_round for filing in filings), "a submission is waiting for approval"
    )
    for machine, mark in day.broken.items():
        shift.check(mark, f"the {machine} is out of order and not covered or signed")
        shift.check(
            machine not in devices_in_use(rules), f"the {machine} is {mark} but still in use"
        )
    for slot in deck_slots(rules):
        _check_deck_ready(shift, rules, slot)
    check_counted(shift, rules)
    shift.check(shift.seats, "no player is seated")


def _check_deck_ready(shift: ShiftChecker, rules: Rules, slot: int) -> None:
    """Check that a deck is there, not too old, and ready; the second of two may wait."""
    day = shift.day
    shift.check(slot in day.decks, f"there is no deck in place {slot}")
    deck, hours = day.decks[slot], rules.deck_procedures.deck_hours[rules.table.dealing]
    is_old = is_expired(rules, deck, day.at)
    shift.check(not is_old, f"deck {deck.number} has been in use for {hours} hours")
    task = next_task(shift, slot)
    if task is None and slot == day.turn and deck.last is not Task.LOAD:
        task = Task.LOOK  # it waits for the first player
    shift.check(task is None, f"deck {deck.number} is not ready: the next step is {task}")
