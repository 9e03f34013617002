"""Who comes first: to whom cards are dealt, who is asked, whose hand is settled."""

from collections.abc import Iterator
from functools import partial

from pitboss.school.ask_order import reached
from pitboss.school.chance import Chance
from pitboss.school.days import Day, Step
from pitboss.school.kinds import Kind, listed_in_order, seen
from pitboss.school.questions import Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.table import events as e


def settling_kinds(syllabus: Syllabus, steps: tuple[Step, ...]) -> Iterator[Kind]:
    """With one player there is nothing to put in order."""
    if syllabus.seats < 2:
        return
    keys = [step.key for step in steps]
    deals = next(step.key for step in steps if _to_players(step.duty.what))
    asks = next(key for key in keys if key.startswith("Decide"))
    yield Kind("first: dealt", Subject.SETTLING, 1, partial(_dealt, deals))
    yield Kind("first: asked", Subject.SETTLING, 1, partial(_seat, asks, "asked"))
    yield Kind("first: settled", Subject.SETTLING, 1, partial(_seat, "Settle", "settled"))
    yield Kind("next: settled", Subject.SETTLING, 2, _next)
    if "Settle first" in keys:
        kind = partial(_seat, "Settle first", "settled for its bonus wagers")
        yield Kind("first: bonus", Subject.SETTLING, 2, kind)


def _to_players(what: str) -> bool:
    return "each player" in what


def _asked(day: Day, prompt: str, right: int, why: str) -> Question:
    now = day.table.state.round
    seats = sorted(now.players) if now is not None else []
    return Question(
        kind="",
        subject=Subject.SETTLING,
        level=1,
        prompt=prompt,
        answer=listed_in_order(f"Seat {right}", [f"Seat {seat}" for seat in seats]),
        why=why,
        clauses=(day.step.duty.clause,),
        view=seen(day),
    )


def _seat(key: str, done: str, syllabus: Syllabus, chance: Chance) -> Question:
    """The first seat of a step, as the table has it."""
    day = reached(syllabus, chance, key)
    right = day.step.duty.seat or 0
    where = f"Seat 1 is farthest to the dealer's left, seat {syllabus.rules.seats} to the right."
    return _asked(day, f"Which seat is {done} first?", right, where)


def _dealt(key: str, syllabus: Syllabus, chance: Chance) -> Question:
    day = reached(syllabus, chance, key)
    return _asked(day, "Who gets the first of the players' cards?", _first(day), "")


def _first(day: Day) -> int:
    """The seat that the next cards go to first, found by dealing them at a table like this."""
    other = Day(day.syllabus, day.seed)
    other.until(lambda now: now.table.state.version == day.table.state.version)
    events = [one.event for one in other.table.deal()]
    to = next(event.to for event in events if isinstance(event, e.CardsDealt))
    return int(to[0].partition(".")[0])


def _next(syllabus: Syllabus, chance: Chance) -> Question:
    """After one seat was settled."""
    day = reached(syllabus, chance, "Settle")
    before = day.step.duty.seat
    day.until(lambda now: now.step.key == "Settle" and now.step.duty.seat != before, most=20)
    right = day.step.duty.seat
    if right is None or day.step.key != "Settle":
        return _seat("Settle", "settled", syllabus, chance)
    return _asked(day, f"Seat {before} is settled. Which seat is next?", right, "")
