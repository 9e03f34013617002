"""The decks at the table: received, prepared, shuffled, cut, loaded, spread, removed.

What is done with a deck, and in which order, is the game's own (`rules.deck_procedures`).
"""

from typing import Final

from pitboss.games.tasks import CONFIRMS, Device, Task
from pitboss.games.words import AUTOMATED_SHOE, BY_HAND, COUNTING, MANUAL_SHOE, RESHUFFLING, Side
from pitboss.refusal import brief
from pitboss.submission import Rules
from pitboss.verify import day as d
from pitboss.verify.shift import Anytime, Shift, is_text, same_person

HOUR: Final = 3600
LONGEST_LOOK: Final = 40
TAKEN_OFF: Final = "taken off the table"
"""Why a deck is gone that nothing was wrong with."""


# What the rules say


def places(rules: Rules) -> range:
    """Where decks lie at this table."""
    return range(1, rules.table.decks + 1)


def machines(rules: Rules) -> list[str]:
    """What is shuffled and dealt with here and can break."""
    shuffler, shoe = rules.table.shuffler != BY_HAND, rules.table.dealing == AUTOMATED_SHOE
    return [Device.SHUFFLER.value] * shuffler + [Device.SHOE.value] * shoe


def needed_by(side: Side) -> list[str]:
    """The machines that a side wager is settled with."""
    pays = side.pays
    wheel = bool(pays.wheel)
    metered = bool(pays.meters)
    return [Device.WHEEL.value] * wheel + [Device.PROGRESSIVE.value] * metered


def gathered(rules: Rules) -> Task:
    """What was done last with a deck that lies in one stack, to be shuffled."""
    return tuple(rules.deck_procedures.opening)[-1]


def cut_range(rules: Rules, deck: d.Deck) -> tuple[int, int]:
    """How many cards a cut may take; none where a machine shuffled."""
    shuffler, least = rules.table.shuffler, rules.deck_procedures.cut_at_least
    is_cut = shuffler == BY_HAND or (deck.ready_made and shuffler != RESHUFFLING)
    return (least, rules.deck.size - least) if is_cut else (0, 0)


def worn_out(rules: Rules, deck: d.Deck, at: int) -> bool:
    """Whether a deck has been used for its hours."""
    return at >= deck.received + HOUR * rules.deck_procedures.deck_hours[rules.table.dealing]


def shuffled(deck: d.Deck) -> bool:
    """Whether a deck is a shuffled stack that has not been dealt."""
    return deck.ready_made or deck.last in (Task.SHUFFLE, Task.CUT, Task.LOAD)


# What is next


def next_step(shift: Shift, slot: int) -> Task | None:
    """What is to be done with a deck; nothing while it waits, is ready or is dealt from."""
    rules, deck = shift.rules, shift.day.decks[slot]
    if shift.dealt_from(slot):
        return None
    if not shift.seats:
        return _with_nobody_there(shift, rules, deck)
    task = _after(rules, deck)
    # The second deck is not put into the shoe before its turn has come.
    return None if task is Task.LOAD and slot != shift.day.turn else task


def _after(rules: Rules, deck: d.Deck) -> Task | None:
    """The step behind the last one, for a table with players."""
    care, shuffler, last = rules.deck_procedures, rules.table.shuffler, deck.last
    if deck.ready_made and rules.dealing.needs_shuffler is not None:
        return Task.SHUFFLE  # what is dealt so, the table's own machine has shuffled
    if last is None and deck.ready_made:
        return Task.LOAD if shuffler == RESHUFFLING else Task.CUT
    if last is None:
        return next(iter(care.opening))
    if last in (Task.SHUFFLE, Task.CUT):
        return Task.CUT if last is Task.SHUFFLE and shuffler == BY_HAND else Task.LOAD
    steps = (*care.opening, Task.SHUFFLE) if last in care.opening else tuple(care.idle)
    behind = steps[steps.index(last) + 1 :] if last in steps else ()
    return behind[0] if behind else None


def _with_nobody_there(shift: Shift, rules: Rules, deck: d.Deck) -> Task | None:
    """New cards are laid out for the first player to look at; others are spread meanwhile."""
    care, last = rules.deck_procedures, deck.last
    opening = tuple(care.opening)
    if last is None:
        return None if deck.ready_made else opening[0]
    upcoming = _after(rules, deck)
    if upcoming is Task.LOOK:
        return None
    if last in opening[: opening.index(Task.LOOK)]:
        return upcoming
    if shift.round or not care.idle:
        return None
    spreading = last in care.idle and last is not Task.LOOK
    return upcoming if spreading else next(iter(care.idle))


# What was done


def count_due(shift: Shift, rules: Rules) -> bool:
    """Whether a count is due, where no machine counts: the stub's, before anything is settled."""
    by_machine = rules.table.shuffler in COUNTING
    return not by_machine and shift.day.uncounted >= rules.deck_procedures.stub_count_rounds


def uncounted(shift: Shift, rules: Rules) -> int | None:
    """The place of a deck that is counted between rounds, because its round was void too early.

    It lies gathered; of two, rather the one whose turn it is not: it was dealt last.
    """
    if shift.round or not count_due(shift, rules):
        return None
    day, task = shift.day, gathered(rules)
    lie = [slot for slot, deck in sorted(day.decks.items()) if deck.last is task]
    return next((slot for slot in lie if slot != day.turn), lie[0] if lie else None)


def check_counted(shift: Shift, rules: Rules, slot: int | None = None) -> None:
    """No deck is to be counted first, or not this one."""
    due = uncounted(shift, rules)
    waits = due is not None and slot in (None, due)
    most = rules.deck_procedures.stub_count_rounds
    shift.check(not waits, f"the cards were not counted in {most} rounds")


def to_sign(rules: Rules) -> tuple[str, ...]:
    """The clauses of what is looked at when this table opens."""
    leaves_out = {"manual shoe"} if rules.table.dealing != MANUAL_SHOE else set[str]()
    leaves_out |= {"two decks"} if rules.table.decks == 1 else set()
    return tuple(
        one.clause for one in rules.deck_procedures.checklist if one.when not in leaves_out
    )


def signed(shift: Shift, event: d.ChecklistSigned) -> None:
    """Item by item, once after each opening, and again for new rules with more items."""
    rules = shift.open_for_play()
    shift.check(not shift.day.signed, "the checklist is signed already")
    shift.check(to_sign(rules), "this table has no opening checklist")
    shift.agree(d.ChecklistSigned(to_sign(rules), event.by))
    shift.day.signed = event.by


def received(shift: Shift, event: d.DeckReceived) -> None:
    """A deck for the first place that has none; they are numbered as they come."""
    rules, day = shift.open_for_play(), shift.day
    free = [slot for slot in places(rules) if slot not in day.decks]
    shift.check(free, "there is no place for another deck")
    shift.check(event.deck == free[0], f"the deck belongs in place {free[0]}, not {event.deck}")
    day.received += 1
    shift.check(event.number == day.received, f"this is deck {day.received}, not {event.number}")
    shift.tell_time(event.at)
    _check_looks(shift, event)
    looks = (event.id, event.design, event.color)
    deck = d.Deck(event.number, event.at, None, event.ready_made, "", 0, *looks)
    day.decks[event.deck] = deck
    day.register.append(event.id)
    shift.book()


def _check_looks(shift: Shift, event: d.DeckReceived) -> None:
    """It is in the register; two decks in use have one design, and backs of two colors."""
    for what in (event.id, event.design, event.color):
        shift.check(is_text(what, LONGEST_LOOK), f"{brief(what)} does not say which deck it is")
    twice = any(same_person(other, event.id) for other in shift.day.register)
    shift.check(not twice, f"deck {brief(event.id)} came before: none comes twice")
    for other in shift.day.decks.values():
        one = not other.design or same_person(other.design, event.design)
        shift.check(one, f"both decks have one design, not {brief(event.design)}")
        alike = other.color and same_person(other.color, event.color)
        shift.check(not alike, f"both decks have {brief(event.color)} backs")


def removed(shift: Shift, event: d.DeckRemoved) -> None:
    """Any deck may be taken off that is not dealt from, and has no count to come."""
    rules = shift.rules
    deck = at_table(shift, event.deck)
    shift.check(not shift.dealt_from(event.deck), "the deck is being dealt from")
    check_counted(shift, rules, event.deck)
    shift.agree(d.DeckRemoved(event.deck, deck.number, TAKEN_OFF))
    del shift.day.decks[event.deck]


def taken_off(shift: Shift, slot: int, why: str) -> None:
    """A deck is gone at once, because something is wrong with it."""
    deck = at_table(shift, slot)
    shift.expect(d.DeckRemoved(slot, deck.number, why), at_once=True)
    del shift.day.decks[slot]


def stepped(shift: Shift, event: d.StepDone) -> None:
    """The step that is next with this deck, by whom it is for."""
    rules, task = shift.open_for_play(), event.task
    deck = at_table(shift, event.deck)
    role = "floorperson" if task in CONFIRMS else "dealer"
    shift.check(shift.line.by.role == role, f"to {task} is for a {role}")
    due = next_step(shift, event.deck)
    # A player who asks for it sees the cards of an idle table face up.
    face_up = task is Task.SPREAD and due is Task.SPREAD_DOWN
    shift.check(task is due or face_up, f"{task} was done, but {due or 'nothing'} is next")
    if task in CONFIRMS:
        alone = same_person(event.by, deck.by)
        shift.check(not alone, f"{brief(deck.by)} did the step before: somebody else confirms it")
    check_counted(shift, rules, event.deck)
    if task is Task.SHUFFLE:
        _check_machines(shift, rules)
    low, high = cut_range(rules, deck) if task is Task.CUT else (0, 0)
    in_range = low <= event.cards <= high
    shift.check(in_range, f"the cut takes {low} to {high} cards, not {event.cards}")
    shift.book()
    deck.last, deck.by = task, event.by
    if task is Task.CUT:
        deck.cut = event.cards
    elif task is not Task.LOAD:  # it is no longer the stack that came, or was cut
        deck.ready_made, deck.cut = False, 0


def _check_machines(shift: Shift, rules: Rules) -> None:
    broken = [machine for machine in machines(rules) if machine in shift.day.broken]
    shift.check(not broken, f"the {', '.join(broken)} cannot be used")


def ordered(shift: Shift, event: d.ShuffleOrdered) -> None:
    """A shuffled stack that is not dealt from is shuffled again."""
    shift.open_for_play()
    deck = at_table(shift, event.deck)
    shift.check(not shift.dealt_from(event.deck), "the deck is being dealt from")
    shift.check(shuffled(deck), "the deck has not been shuffled yet")
    shift.book()
    gather(shift, event.deck)


def spoilt(shift: Shift, slot: int) -> None:
    """A shuffle that went wrong is none: at once, the deck is a stack to be shuffled."""
    shift.expect(d.ShuffleSpoilt(slot), at_once=True)
    gather(shift, slot)


def gather(shift: Shift, slot: int) -> None:
    """The deck, if it is still there, lies in one stack to be shuffled."""
    deck = shift.day.decks.get(slot)
    if deck:
        deck.last, deck.ready_made, deck.cut = gathered(shift.rules), False, 0


def uncut(shift: Shift) -> None:
    """The stack of the next round, as it was before it was cut."""
    deck = shift.day.decks[shift.day.turn]
    deck.last, deck.cut = None if deck.ready_made else Task.SHUFFLE, 0


def after_round(shift: Shift, number: int) -> None:
    """The deck that was dealt from is gathered, and of two decks the other one's turn comes."""
    day = shift.day
    dealt = day.decks.get(day.turn)
    if dealt and dealt.number == number:
        gather(shift, day.turn)
    day.turn = 3 - day.turn if shift.rules.table.decks > 1 else 1


def under_new_rules(shift: Shift, before: Rules | None) -> None:
    """What was shuffled by the rules before is shuffled again, and what only they had spread.

    What nobody has signed for is looked at: then the whole list is signed again.
    """
    care = shift.rules.deck_procedures
    if before and set(to_sign(shift.rules)) - set(to_sign(before)):
        shift.day.signed = ""
    for slot, deck in shift.day.decks.items():
        if deck.last not in (None, *care.opening, *care.idle):
            gather(shift, slot)
    if shift.rules.table.decks == 1:
        shift.day.turn = 1


def at_table(shift: Shift, slot: int) -> d.Deck:
    """The deck that lies there."""
    shift.check(slot in shift.day.decks, f"no deck lies in place {slot}")
    return shift.day.decks[slot]


ANYTIME: Final[Anytime] = {
    d.ChecklistSigned: signed,
    d.DeckReceived: received,
    d.DeckRemoved: removed,
    d.StepDone: stepped,
    d.ShuffleOrdered: ordered,
}
