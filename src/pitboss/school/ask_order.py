"""What is due now, what is said, and who does it: from the steps of a day at the live table."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from pitboss.papers.words import sentence
from pitboss.school.chance import Chance
from pitboss.school.days import Day, Step, days
from pitboss.school.kinds import Kind, chosen, listed_in_order, seen
from pitboss.school.questions import Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.table.duty import DEALER, FLOOR, PLAYER

OFTEN: Final = ("OpenRound", "NoMoreBets", "Deal", "TurnOver", "Decide", "Settle", "CloseRound")
"""Steps of every round."""
NEAR: Final = 4
"""Wrong answers are taken from so many steps before and after."""
ROLES: Final = {DEALER: "the dealer", FLOOR: "a floorperson", PLAYER: "a player"}


def order_kinds(steps: tuple[Step, ...]) -> Iterator[Kind]:
    """Every step of the day; those of each round are the easiest."""
    for step in steps:
        level = 1 if step.key.startswith(OFTEN) else 2
        yield Kind(f"due: {step.key}", Subject.ORDER, level, partial(_due, steps, step.key))
    for step in steps:
        if step.duty.said and not step.key.startswith("Decide"):
            yield Kind(f"said: {step.key}", Subject.ORDER, 1, partial(_said, steps, step.key))
    for step in steps:
        if step.duty.who == FLOOR or step.key.startswith(("Propose", "Perform inspect")):
            yield Kind(f"who: {step.key}", Subject.PEOPLE, 1, partial(_who, step.key))


def reached(syllabus: Syllabus, chance: Chance, key: str, *, spoken: bool = False) -> Day:
    """A day that has come to this step, with a hand in play; perhaps where something is said."""

    def found(now: Day) -> bool:
        step = now.step
        return step.key == key and not now.hollow and bool(step.duty.said or not spoken)

    for day in days(syllabus, str(chance.below(1_000_000))):
        if day.until(found):
            return day
    raise AssertionError("days go on for ever")


def _due(steps: tuple[Step, ...], key: str, syllabus: Syllabus, chance: Chance) -> Question:
    day = reached(syllabus, chance, key)
    duty = day.step.duty
    at = [step.key for step in steps].index(key)
    near = (*steps[max(0, at - NEAR) : at], *steps[at + 1 : at + NEAR + 1])
    before = f"Just done: {day.before.duty.what}. " if day.before else "A new day begins. "
    said = f" You say: “{duty.said}”" if duty.said else ""
    return Question(
        kind="",
        subject=Subject.ORDER,
        level=1,
        prompt=f"{before}What is due now?",
        answer=chosen(chance, sentence(duty.what), [sentence(x.duty.what) for x in near]),
        why=f"{sentence(ROLES.get(duty.who, duty.who))} does it.{said}",
        clauses=(duty.clause,),
        view=seen(day),
    )


def _said(steps: tuple[Step, ...], key: str, syllabus: Syllabus, chance: Chance) -> Question:
    day = reached(syllabus, chance, key, spoken=True)
    duty = day.step.duty
    others = [step.duty.said for step in steps if step.duty.said]
    return Question(
        kind="",
        subject=Subject.ORDER,
        level=1,
        prompt=f"The next step: {duty.what}. What do you say aloud?",
        answer=chosen(chance, duty.said, others),
        why="",
        clauses=(duty.clause,),
        view=seen(day),
    )


def _who(key: str, syllabus: Syllabus, chance: Chance) -> Question:
    day = reached(syllabus, chance, key)
    duty = day.step.duty
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=1,
        prompt=f"The next step: {duty.what}. Who does it?",
        answer=listed_in_order(ROLES[duty.who], tuple(ROLES.values())),
        why="What one person starts, somebody else confirms." if duty.who == FLOOR else "",
        clauses=(duty.clause,),
        view=seen(day),
    )
