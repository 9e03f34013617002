"""What must be in order before a round: the table, its machines, its decks."""

from pitboss.games.tasks import Task
from pitboss.submission import Rules
from pitboss.verify import events as e
from pitboss.verify.decks import check_counted, machines, next_step, places, to_sign, worn_out
from pitboss.verify.shift import Shift


def check_ready(shift: Shift, rules: Rules) -> None:
    """Nothing stands in the way of a round, at the time that was told last."""
    day = shift.day
    shift.open_for_play()
    shift.check(day.signed or not to_sign(rules), "the opening checklist is not signed")
    for what in ("table", "game"):
        shift.check(what not in day.disabled, f"the {what} is disabled")
    filings = [p.matter for p in shift.proposals.values() if isinstance(p.matter, e.FileSubmission)]
    shift.check(all(one.after_round for one in filings), "a submission waits for its approval")
    for machine, mark in day.broken.items():
        shift.check(mark, f"the {machine} cannot be used, and is not covered or signed")
        shift.check(machine not in machines(rules), f"the {machine} is {mark}, and still in use")
    for slot in places(rules):
        _check_deck(shift, rules, slot)
    check_counted(shift, rules)
    shift.check(shift.seats, "nobody sits at the table")


def _check_deck(shift: Shift, rules: Rules, slot: int) -> None:
    """It is there, not worn out, and a stack in its place; the other of two may wait for it."""
    day = shift.day
    shift.check(slot in day.decks, f"no deck lies in place {slot}")
    deck, hours = day.decks[slot], rules.deck_procedures.deck_hours[rules.table.dealing]
    old = worn_out(rules, deck, day.at)
    shift.check(not old, f"deck {deck.number} has been in use for {hours} hours")
    task = next_step(shift, slot)
    if task is None and slot == day.turn and deck.last is not Task.LOAD:
        task = Task.LOOK  # it waits for the first player
    shift.check(task is None, f"deck {deck.number} is not ready: {task} is next")
