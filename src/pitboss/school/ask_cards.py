"""Decks, cuts and counts: how many, how long, how often."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from pitboss.school.ask_order import reached
from pitboss.school.chance import Chance
from pitboss.school.days import Day, Step
from pitboss.school.kinds import Kind, listed_in_order, seen
from pitboss.school.questions import Choose, Figure, Figures, Question, Subject
from pitboss.school.sums import should_be
from pitboss.school.syllabus import Syllabus
from pitboss.table.care import hindrances, worn_out
from pitboss.table.deciding.procedures import cut_range
from pitboss.table.house import CUTS
from pitboss.table.plan import plan

HOURS: Final = (1, 2, 4, 6, 8, 12)
"""What a deck's time could be taken for."""


def card_kinds(syllabus: Syllabus, steps: tuple[Step, ...]) -> Iterator[Kind]:
    """As far as this table counts and cuts by hand."""
    keys = {step.key for step in steps}
    if "Perform cut" in keys:
        yield Kind("cards: the cut", Subject.CARDS, 1, _cut)
    if "CountStub" in keys:
        yield Kind("cards: the stub", Subject.CARDS, 2, _stub)
    if plan(syllabus.rules).counts:
        yield Kind("cards: the next count", Subject.CARDS, 2, _rounds)
    yield Kind("cards: the deck's time", Subject.CARDS, 1, _until)
    yield Kind("cards: an old deck", Subject.CARDS, 3, _old)


def _question(
    day: Day, level: int, prompt: str, answer: Choose | Figures, why: str, clause: str
) -> Question:
    return Question(
        kind="",
        subject=Subject.CARDS,
        level=level,
        prompt=prompt,
        answer=answer,
        why=why,
        clauses=(clause,),
        view=seen(day),
    )


def _cut(syllabus: Syllabus, chance: Chance) -> Question:
    day = reached(syllabus, chance, "Perform cut")
    low, high = cut_range(syllabus.rules, day.table.state.day.decks[day.table.state.day.turn])
    least = chance.one_in(2)
    words = "least" if least else "most"
    return _question(
        day,
        1,
        f"The stack is cut. How many cards does the cut take from the top at the {words}?",
        Figures((Figure("cards", low if least else high, "number"),)),
        f"The cut takes {low} to {high} cards, so that as many stay at either end.",
        day.step.duty.clause if least else CUTS,
    )


def _stub(syllabus: Syllabus, chance: Chance) -> Question:
    """The right number, or one that is wrong by a card."""
    day = reached(syllabus, chance, "CountStub")
    right = should_be(day)
    counted = right + chance.pick((-1, 0, 0, 1))
    options = ("Yes.", "No: it is reported, and a floorperson rules on it.")
    return _question(
        day,
        2,
        f"You count the stub: {counted} cards. Is that right?",
        listed_in_order(options[0] if counted == right else options[1], options),
        f"The stub should have {right} cards; the rest of the deck is on the table.",
        day.step.duty.clause,
    )


def _rounds(syllabus: Syllabus, chance: Chance) -> Question:
    """Some rounds after the last count."""
    day = reached(syllabus, chance, "OpenRound")
    most = syllabus.rules.deck_procedures.stub_count_rounds
    dealt = chance.below(most)
    day.until(lambda now: now.table.state.day.uncounted == dealt and now.step.key == "OpenRound")
    now = int(day.at.timestamp())
    found = [x for x in hindrances(day.table.state, syllabus.rules, now) if x.rounds is not None]
    many = "No round has" if not dealt else f"{dealt} round{'s have' if dealt > 1 else ' has'}"
    return _question(
        day,
        2,
        f"{many} been dealt since the stub was counted. Within how many rounds is it counted?",
        Figures((Figure("rounds", found[0].rounds, "number"),)),
        f"It is counted at least once in every {most} rounds.",
        found[0].clause,
    )


def _until(syllabus: Syllabus, chance: Chance) -> Question:
    """A deck that came at some time of the day."""
    rules, late = syllabus.rules, timedelta(minutes=5 * chance.below(100))
    day = Day(syllabus, str(chance.below(1_000_000)))
    day.at += late
    day.until(lambda now: now.step.key == "OpenRound")
    deck = day.table.state.day.decks[day.table.state.day.turn]
    right = worn_out(rules, deck) - deck.received
    spans = sorted({right, *(3600 * hours for hours in chance.mixed(HOURS)[:3])})
    options = [_clock(deck.received + span) for span in spans]
    hours = rules.deck_procedures.deck_hours[rules.table.dealing]
    return _question(
        day,
        1,
        f"The deck came to the table at {_clock(deck.received)}. Until when may it be dealt?",
        listed_in_order(_clock(deck.received + right), options),
        f"With this way of dealing ({rules.table.dealing}) a deck is changed after {hours} hours.",
        rules.cite(rules.deck_procedures.deck_clause[rules.table.dealing]) or "",
    )


def _old(syllabus: Syllabus, chance: Chance) -> Question:
    """Bets are open, and the deck is past its time before they are closed."""
    day = reached(syllabus, chance, "NoMoreBets")
    deck = day.table.state.day.decks[day.table.state.day.turn]
    gone = worn_out(syllabus.rules, deck) + 60 * (1 + chance.below(9))
    day.at = datetime.fromtimestamp(gone, UTC)
    duty = day.step.duty
    options = (
        "The bets are closed, and the round is dealt: it was opened in time.",
        "The wagers stay, and another deck is brought for this round.",
        f"The dealer does this: {duty.what}.",
    )
    return _question(
        day,
        3,
        f"The deck came at {_clock(deck.received)}. Bets are open, and it is {_clock(gone)}. "
        "What is due?",
        listed_in_order(options[2], options),
        "An old deck is not dealt: the round is void, and the deck is changed.",
        duty.clause,
    )


def _clock(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%H:%M")
