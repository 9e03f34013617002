"""A kind of question: what it is about, how hard it is, and how another of it is made."""

from collections.abc import Callable, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from pitboss.school.chance import Chance
from pitboss.school.days import DEALER, Day
from pitboss.school.questions import Choose, Question, Subject
from pitboss.school.syllabus import Syllabus
from pitboss.table.views import View

Make = Callable[[Syllabus, Chance], Question]
OPTIONS = 4
"""Answers to choose from, at the most."""


class Kind(Struct, frozen=True):
    """Questions of one kind differ in their figures; what they teach is the same."""

    key: str
    subject: Subject
    level: int
    """1 to 3: what everybody at the table sees, what takes thought, what is rare."""
    make: Make


def asked(kind: Kind, syllabus: Syllabus, chance: Chance) -> Question:
    """A question of this kind."""
    made = kind.make(syllabus, chance)
    return replace(made, kind=kind.key, subject=kind.subject, level=kind.level)


def chosen(chance: Chance, right: str, others: Sequence[str]) -> Choose:
    """The right answer among wrong ones, in any order."""
    wrong = [one for one in dict.fromkeys(others) if one != right]
    mixed = chance.mixed([right, *chance.mixed(wrong)[: OPTIONS - 1]])
    return Choose(tuple(mixed), mixed.index(right))


def listed_in_order(right: str, options: Sequence[str]) -> Choose:
    """Answers that have an order of their own."""
    return Choose(tuple(options), list(options).index(right))


def seen(day: Day) -> View:
    """The table of a day as its dealer sees it; what is due is not told, it is asked."""
    return replace(day.table.view(DEALER), due=UNSET)
