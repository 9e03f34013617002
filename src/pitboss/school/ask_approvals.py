"""Who approves what: everybody at the table tries, and the table says who may."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from pitboss.papers.words import sentence
from pitboss.refusal import Refused
from pitboss.school.ask_order import reached
from pitboss.school.chance import Chance
from pitboss.school.days import DEALER, FLOORPERSON, Day
from pitboss.school.kinds import Kind, listed_in_order, seen
from pitboss.school.questions import Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.house import ROLES, TWO_PEOPLE, VALIDATED
from pitboss.table.plan import plan

WHY: Final = "something was wrong with the cards"
PEOPLE: Final = {
    "the dealer who proposed it": DEALER,
    "another dealer": Person("Another", Role.DEALER),
    "a floorperson": FLOORPERSON,
    "a player at the table": Person("Seat 1", Role.PLAYER),
}


def approval_kinds(syllabus: Syllabus) -> Iterator[Kind]:
    """What needs two people, and what a progressive pays."""
    yield Kind("approves: a void round", Subject.PEOPLE, 2, partial(_approves, "void"))
    yield Kind("approves: the tray", Subject.PEOPLE, 2, partial(_approves, "tray"))
    if plan(syllabus.rules).counted:
        yield Kind("approves: a jackpot", Subject.PEOPLE, 2, _validates)


def _approves(what: str, syllabus: Syllabus, chance: Chance) -> Question:
    """Somebody proposed it; of four people one may approve it."""
    if what == "void":
        day = reached(syllabus, chance, "NoMoreBets")
        now = day.table.state.round
        matter: c.Matter = c.VoidRound(now.number if now else 0, WHY)
        words = f"The dealer proposes that the round is void, because {WHY}."
        day.table.say(c.Propose(matter), DEALER)
    else:
        day = reached(syllabus, chance, "Approve OpeningCount")
        words = "The dealer has counted the tray."
    number = day.table.state.proposed
    may = [name for name, person in PEOPLE.items() if _may(day, person, number)]
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=2,
        prompt=f"{words} Who may approve it?",
        answer=listed_in_order(sentence(may[0]), [sentence(name) for name in PEOPLE]),
        why="Never the person who proposed it.",
        clauses=(TWO_PEOPLE, ROLES),
        view=seen(day),
    )


def _may(day: Day, person: Person, number: int) -> bool:
    try:
        day.table.verify(c.approval(number, day.table.state.proposals[number].matter), person)
    except Refused:
        return False
    return True


def _validates(syllabus: Syllabus, chance: Chance) -> Question:
    """Who may validate a win is the table's own list of who may do what."""
    rules = syllabus.rules
    side = next(iter(plan(rules).counted.values()))
    may = c.MAY[c.ValidateJackpot]
    roles = {"A player": Role.PLAYER, "The dealer": Role.DEALER, "A floorperson": Role.FLOORPERSON}
    right = next(words for words, role in roles.items() if role in may)
    day = reached(syllabus, chance, "Settle")
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=2,
        prompt=f"A hand wins on {side.label}. Who validates it before it is paid?",
        answer=listed_in_order(right, tuple(roles)),
        why="Whoever started the payment does not validate it.",
        clauses=(rules.cite(rules.table_procedures.validates) or VALIDATED,),
        view=seen(day),
    )
