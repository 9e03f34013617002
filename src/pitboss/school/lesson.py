"""A short lesson before the questions: the game, a round, the dealer's day, what can go wrong."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.papers.tables import shown_tables
from pitboss.papers.words import sentence
from pitboss.school.days import Step, course
from pitboss.school.reports import remedy_words
from pitboss.school.syllabus import Syllabus
from pitboss.table.care import cited
from pitboss.table.duty import DEALER


class Row(Struct, frozen=True):
    """A line of a lesson: its head, what it says, its clause."""

    head: str
    text: str
    clause: str = ""


class Lesson(Struct, frozen=True):
    """A page of it."""

    title: str
    rows: tuple[Row, ...]


def lessons(syllabus: Syllabus) -> tuple[Lesson, ...]:
    """All pages, made from the definition, the submission and the live table."""
    steps = course(syllabus)
    first = next(at for at, step in enumerate(steps) if step.key == "OpenRound")
    return (
        Lesson(syllabus.game.name, (Row("", syllabus.game.story),)),
        Lesson("A round, as players know it", tuple(_round(syllabus))),
        Lesson("Before the first round", _rows(syllabus, steps[:first])),
        Lesson("A round, as the dealer does it", _rows(syllabus, steps[first:])),
        *_tables(syllabus),
        Lesson("When something goes wrong", tuple(_wrong(syllabus))),
    )


def _round(syllabus: Syllabus) -> Iterator[Row]:
    for step in syllabus.card.steps:
        yield Row(step.title, step.text, step.clause)


def _rows(syllabus: Syllabus, steps: tuple[Step, ...]) -> tuple[Row, ...]:
    """Steps of the day: who does it, what, by which clause."""
    return tuple(Row(sentence(x.duty.who), _told(syllabus, x), x.duty.clause) for x in steps)


def _told(syllabus: Syllabus, step: Step) -> str:
    if step.key == "CountStub":
        rounds = syllabus.rules.deck_procedures.stub_count_rounds
        said = f"at least once in {rounds} rounds, before any wager of that round is settled"
        return f"{sentence(step.duty.what)}, {said}."
    said = f" Say: “{step.duty.said}”" if step.duty.said and step.duty.who == DEALER else ""
    return f"{sentence(step.duty.what)}.{said}"


def _tables(syllabus: Syllabus) -> Iterator[Lesson]:
    """What each wager pays."""
    hows = tuple(Row(wager.label, wager.how, wager.clause) for wager in syllabus.card.wagers)
    yield Lesson("How wagers are paid", hows)
    for table in shown_tables(syllabus.card):
        rows = tuple(Row(line.pays, sentence(line.name), line.clause) for line in table.lines)
        yield Lesson(table.title, rows)


def _wrong(syllabus: Syllabus) -> Iterator[Row]:
    for incident in syllabus.rules.incidents:
        words = f"{sentence(incident.kind.words)}. {remedy_words(syllabus.rules, incident)}"
        yield Row("", words, cited(syllabus.rules, incident))
