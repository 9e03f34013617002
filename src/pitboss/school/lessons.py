"""Short lessons before the questions: the game, a round, the dealer's day, irregularities."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.console.incident_reports import describe_remedy
from pitboss.papers.rules_card.card import card_paytables
from pitboss.papers.wording import capitalize
from pitboss.school.practice_day import DayStep, day_steps
from pitboss.school.syllabus import Syllabus
from pitboss.table.decks import incident_clause
from pitboss.table.instructions import DEALER


class LessonRow(Struct, frozen=True):
    """A row of a lesson: a heading, a text and a clause."""

    head: str
    text: str
    clause: str = ""


class Lesson(Struct, frozen=True):
    """One page of the lessons."""

    title: str
    rows: tuple[LessonRow, ...]


def make_lessons(syllabus: Syllabus) -> tuple[Lesson, ...]:
    """Return all lessons, made from the game, the submission and the live table."""
    steps = day_steps(syllabus)
    first_round = next(index for index, step in enumerate(steps) if step.key == "OpenRound")
    return (
        Lesson(syllabus.game.name, (LessonRow("", syllabus.game.story),)),
        Lesson("A round from the players' side", tuple(_round_rows(syllabus))),
        Lesson("Before the first round", _step_rows(syllabus, steps[:first_round])),
        Lesson("A round from the dealer's side", _step_rows(syllabus, steps[first_round:])),
        *_paytable_lessons(syllabus),
        Lesson("When something goes wrong", tuple(_incident_rows(syllabus))),
    )


def _round_rows(syllabus: Syllabus) -> Iterator[LessonRow]:
    for step in syllabus.card.steps:
        yield LessonRow(step.title, step.text, step.clause)


def _step_rows(syllabus: Syllabus, steps: tuple[DayStep, ...]) -> tuple[LessonRow, ...]:
    """Return rows of steps: who, what, and the clause."""
    return tuple(
        LessonRow(capitalize(x.instruction.who), _step_text(syllabus, x), x.instruction.clause)
        for x in steps
    )


def _step_text(syllabus: Syllabus, step: DayStep) -> str:
    if step.key == "CountStub":
        rounds = syllabus.rules.deck_procedures.stub_count_rounds
        when = f"at least once every {rounds} rounds, before any wager of that round is settled"
        return f"{capitalize(step.instruction.what)}, {when}."
    announcement = (
        f" Say: “{step.instruction.said}”"
        if step.instruction.said and step.instruction.who == DEALER
        else ""
    )
    return f"{capitalize(step.instruction.what)}.{announcement}"


def _paytable_lessons(syllabus: Syllabus) -> Iterator[Lesson]:
    """Yield what each wager pays."""
    wager_rows = tuple(
        LessonRow(wager.label, wager.how, wager.clause) for wager in syllabus.card.wagers
    )
    yield Lesson("How wagers are paid", wager_rows)
    for table in card_paytables(syllabus.card):
        rows = tuple(
            LessonRow(line.pays, capitalize(line.name), line.clause) for line in table.lines
        )
        yield Lesson(table.title, rows)


def _incident_rows(syllabus: Syllabus) -> Iterator[LessonRow]:
    for incident in syllabus.rules.incidents:
        text = (
            f"{capitalize(incident.kind.description)}. {describe_remedy(syllabus.rules, incident)}"
        )
        yield LessonRow("", text, incident_clause(syllabus.rules, incident))
