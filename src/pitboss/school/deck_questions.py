"""Questions about decks, cuts and counts."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from pitboss.school.payments import expected_stub_count
from pitboss.school.practice_day import DayStep, PracticeDay
from pitboss.school.procedure_questions import day_at_step
from pitboss.school.questions import (
    FigureAnswer,
    FigureField,
    OptionAnswer,
    Question,
    QuestionKind,
    Subject,
    dealer_view,
    ordered_options,
)
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table.decks import blockers, deck_expires_at
from pitboss.table.handlers.equipment import cut_range
from pitboss.table.house_rules import CUT_RULING
from pitboss.table.round_plan import plan_round

DECK_HOUR_OPTIONS: Final = (1, 2, 4, 6, 8, 12)
"""Hours offered as answers for how long a deck may be used."""


def deck_kinds(syllabus: Syllabus, steps: tuple[DayStep, ...]) -> Iterator[QuestionKind]:
    """Yield the kinds that apply, depending on what this table counts and cuts by hand."""
    keys = {step.key for step in steps}
    if "Perform cut" in keys:
        yield QuestionKind("cards: the cut", Subject.CARDS, 1, _cut_question)
    if "CountStub" in keys:
        yield QuestionKind("cards: the stub", Subject.CARDS, 2, _stub_question)
    if plan_round(syllabus.rules).counts_stub:
        yield QuestionKind("cards: the next count", Subject.CARDS, 2, _count_interval_question)
    yield QuestionKind("cards: the deck's time", Subject.CARDS, 1, _deck_expiry_question)
    yield QuestionKind("cards: an old deck", Subject.CARDS, 3, _expired_deck_question)


def _deck_question(
    day: PracticeDay,
    level: int,
    prompt: str,
    answer: OptionAnswer | FigureAnswer,
    explanation: str,
    clause: str,
) -> Question:
    return Question(
        kind="",
        subject=Subject.CARDS,
        level=level,
        prompt=prompt,
        answer=answer,
        why=explanation,
        clauses=(clause,),
        view=dealer_view(day),
    )


def _cut_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    day = day_at_step(syllabus, rng, "Perform cut")
    low, high = cut_range(syllabus.rules, day.table.state.day.decks[day.table.state.day.turn])
    is_minimum = rng.one_in(2)
    extreme = "smallest" if is_minimum else "largest"
    return _deck_question(
        day,
        1,
        f"You cut the stack. What is the {extreme} number of cards that you may take from the top?",
        FigureAnswer((FigureField("cards", low if is_minimum else high, "number"),)),
        f"A cut takes {low} to {high} cards, so that enough cards stay at either end.",
        day.step.instruction.clause if is_minimum else CUT_RULING,
    )


def _stub_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask about a count that is right, or off by one card."""
    day = day_at_step(syllabus, rng, "CountStub")
    right = expected_stub_count(day)
    count = right + rng.pick((-1, 0, 0, 1))
    options = ("Yes.", "No: report it, and a floorperson rules on it.")
    return _deck_question(
        day,
        2,
        f"You count the stub: {count} cards. Is that correct?",
        ordered_options(options[0] if count == right else options[1], options),
        f"The stub should have {right} cards; the rest of the deck is on the table.",
        day.step.instruction.clause,
    )


def _count_interval_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask some rounds after the last count."""
    day = day_at_step(syllabus, rng, "OpenRound")
    interval = syllabus.rules.deck_procedures.stub_count_rounds
    rounds_dealt = rng.below(interval)
    day.run_until(
        lambda day: day.table.state.day.uncounted == rounds_dealt and day.step.key == "OpenRound"
    )
    now = int(day.time.timestamp())
    stub_blockers = [
        x for x in blockers(day.table.state, syllabus.rules, now) if x.rounds is not None
    ]
    rounds_text = (
        "No round has"
        if not rounds_dealt
        else f"{rounds_dealt} round{'s have' if rounds_dealt > 1 else ' has'}"
    )
    return _deck_question(
        day,
        2,
        f"{rounds_text} been dealt since the stub was counted. Within how many rounds must it be "
        "counted again?",
        FigureAnswer((FigureField("rounds", stub_blockers[0].rounds, "number"),)),
        f"It must be counted at least once every {interval} rounds.",
        stub_blockers[0].clause,
    )


def _deck_expiry_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask about a deck that arrived at some time of the day."""
    rules, delay = syllabus.rules, timedelta(minutes=5 * rng.below(100))
    day = PracticeDay(syllabus, str(rng.below(1_000_000)))
    day.time += delay
    day.run_until(lambda day: day.step.key == "OpenRound")
    deck = day.table.state.day.decks[day.table.state.day.turn]
    right_span = deck_expires_at(rules, deck) - deck.received
    spans = sorted({right_span, *(3600 * hours for hours in rng.shuffled(DECK_HOUR_OPTIONS)[:3])})
    options = [_clock_text(deck.received + span) for span in spans]
    hours = rules.deck_procedures.deck_hours[rules.table.dealing]
    return _deck_question(
        day,
        1,
        f"The deck came to the table at {_clock_text(deck.received)}. Until when may it be used?",
        ordered_options(_clock_text(deck.received + right_span), options),
        f"With this method ({rules.table.dealing}), a deck is changed after {hours} hours.",
        rules.cite(rules.deck_procedures.deck_clause[rules.table.dealing]) or "",
    )


def _expired_deck_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask about a deck that expires while bets are open."""
    day = day_at_step(syllabus, rng, "NoMoreBets")
    deck = day.table.state.day.decks[day.table.state.day.turn]
    time = deck_expires_at(syllabus.rules, deck) + 60 * (1 + rng.below(9))
    day.time = datetime.fromtimestamp(time, UTC)
    instruction = day.step.instruction
    options = (
        "Close the bets and deal the round: it was opened in time.",
        "Leave the wagers and bring in another deck for this round.",
        f"The dealer does this: {instruction.what}.",
    )
    return _deck_question(
        day,
        3,
        f"The deck came to the table at {_clock_text(deck.received)}. Bets are open, and it is "
        f"{_clock_text(time)}. What is the next step?",
        ordered_options(options[2], options),
        "An expired deck is not dealt: the round is void, and the deck is changed.",
        instruction.clause,
    )


def _clock_text(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%H:%M")
