"""What every choice of every reading and option comes to."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.lab.effects import Effect, Question
from pitboss.papers.par.blocks import Block, Row, Section, Table, Words
from pitboss.papers.par.numerals import NONE, percent
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.words import nothing_open


def readings(sheet: ParSheet) -> Section:
    """A table for each question."""
    return Section("readings", "Readings and options, and their effect", tuple(_blocks(sheet)))


def _blocks(sheet: ParSheet) -> Iterator[Block]:
    if not sheet.questions:
        yield Words(nothing_open(sheet.game))
        return
    without = (
        " The changes of pay that this sheet makes are left out here." if sheet.changes else ""
    )
    rules = "rulebook" if sheet.game.short else "game"
    yield Words(
        f"A reading settles what the {rules} leaves unclear; an option is one that it leaves to "
        "the operator. Every choice was solved with all else as filed. The edge is that of the "
        f"main game, or of the side wager named.{without}"
    )
    meanings = _meanings(sheet)
    for question in sheet.questions:
        yield Table(
            (
                ("Choice", "text"), ("House edge", "figure"), ("Change", "figure"),
                ("Expectation", "exact"),
            ),
            tuple(_rows(sheet, question, meanings[question.id])),
            title=question.question,
            said=", ".join(filter(None, (_named(question), question.clause))) + ".",
        )  # fmt: skip


def _named(question: Question) -> str:
    return f"{question.kind.capitalize()} {question.id}"


def _meanings(sheet: ParSheet) -> dict[str, dict[str, str]]:
    """What each choice means, by the id of its question."""
    found = {reading.id: dict(reading.choices) for reading in sheet.game.readings}
    for wager in sheet.game.required:
        found |= {f"{wager.key}.{option.key}": dict(option.choices) for option in wager.options}
    return found


def _rows(sheet: ParSheet, question: Question, meanings: dict[str, str]) -> Iterator[Row]:
    for effect in question.effects:
        filed = " (as filed)" if effect.choice == question.filed else ""
        yield (
            f"{effect.choice}{filed}: {meanings[effect.choice]}",
            percent(effect.house_edge),
            _change(sheet, effect),
            str(effect.ev),
        )
        for key, (ev, change) in effect.wagers.items():
            label = f"– {sheet.labels[key]}, if {effect.choice}"
            yield label, percent(-ev), percent(-change, sign="+"), str(ev)


def _change(sheet: ParSheet, effect: Effect) -> str:
    """By how much the edge moves, as a share of the wagers that it is quoted by."""
    moved = -effect.change / Fraction(sheet.solution.main.required)
    return percent(moved, sign="+") if moved else NONE
