"""What a dealer computes at a live table before it is done: payments, chips, the stub."""

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.school.days import DEALER, Day
from pitboss.school.deals import Dealt
from pitboss.school.kinds import seen
from pitboss.school.payment import payment
from pitboss.school.questions import Figure, Figures, Question, Subject
from pitboss.settle import RoundResult, SeatResult
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.deciding import decide
from pitboss.table.deciding.settling import settled_round
from pitboss.table.due import due
from pitboss.table.evolve import evolve
from pitboss.table.plan import plan
from pitboss.table.views import view

SEAT, FOLD, STUB = "pays: a seat", "pays: a fold", "cards: the stub"
"""Kinds of questions, as the catalogue has them: what is missed here is asked there again."""


def to_compute(day: Day) -> Question | None:
    """What the step that is due takes a figure for; none if it is only done."""
    step = due(day.table.state, int(day.at.timestamp()))
    match step.command if step else None:
        case c.Settle():
            return _payment(day)
        case c.CountProgressives(chips=chips):
            labels = day.syllabus.labels
            fields = [Figure(labels[key], number, "number") for key, number in chips.items()]
            return _count(day, f"due: {day.step.key}", "How many wagers do you collect?", fields)
        case c.CountStub():
            prompt = "How many cards does the stub have, if all is well?"
            fields = [Figure("cards", should_be(day), "number")]
            return _count(day, STUB, prompt, fields)
        case _:
            return None


def should_be(day: Day) -> int:
    """How many cards a count of the stub should find, as the table would say to one."""
    now = day.table.state.round
    count = c.CountStub(0, round=now.number if now is not None and day.table.state.running else 0)
    told = decide(day.table.state, DEALER, count, day.table.shoe)
    return next(event.should_be for event in told if isinstance(event, e.StubCounted))


def _count(day: Day, kind: str, prompt: str, fields: list[Figure]) -> Question:
    return Question(
        kind=kind,
        subject=Subject.CARDS,
        level=1,
        prompt=prompt,
        answer=Figures(tuple(fields)),
        why="",
        clauses=(day.step.duty.clause,),
        view=seen(day),
    )


def _payment(day: Day) -> Question | None:
    """The wagers that the next seat is settled for; none if a jackpot is called out first.

    The table itself is asked what it would do: which cards it turns up, what it then pays.
    """
    state, shoe, now = day.table.state, day.table.shoe, day.table.state.round
    if now is None or shoe is None:
        raise AssertionError("a round is settled")
    told = decide(state, DEALER, c.Settle(round=now.number), shoe)
    paid = next((event for event in told if isinstance(event, e.SeatSettled)), None)
    if paid is None:
        return None
    # What a fold lost was taken when it was folded.
    gone = plan(day.syllabus.rules).main if paid.seat in now.folded else ()
    keys = [key for key in paid.wagers if key not in gone]
    if not keys:
        return None
    for event in told:
        if isinstance(event, e.CardsTurned):
            state = evolve(state, event)
    results = {paid.seat: SeatResult(dict(paid.wagers), 0, 0, 0, 0, 0)}
    found = Dealt(settled_round(now, shoe), RoundResult(results, {}))
    asked = payment(day.syllabus, found, paid.seat, keys)
    return replace(
        asked,
        kind=FOLD if paid.seat in now.folded else SEAT,
        view=replace(view(state, shoe, DEALER), due=UNSET),
    )
