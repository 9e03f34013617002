"""Questions about procedure: what comes next, who approves, and how decks are handled."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from pitboss.errors import Refused
from pitboss.papers.wording import capitalize
from pitboss.school.payments import expected_stub_count
from pitboss.school.practice_day import (
    PRACTICE_DEALER,
    PRACTICE_FLOORPERSON,
    DayStep,
    PracticeDay,
    practice_days,
)
from pitboss.school.questions import (
    FigureAnswer,
    FigureField,
    OptionAnswer,
    Question,
    QuestionKind,
    Subject,
    dealer_view,
    ordered_options,
    shuffled_options,
)
from pitboss.school.syllabus import Syllabus
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decks import blockers, deck_expires_at
from pitboss.table.handlers.equipment import cut_range
from pitboss.table.house_rules import CUT_RULING, JACKPOT_VALIDATION, ROLES, TWO_PEOPLE
from pitboss.table.instructions import DEALER, FLOOR, PLAYER
from pitboss.table.round_plan import plan_round

EVERY_ROUND_STEPS: Final = (
    "OpenRound",
    "NoMoreBets",
    "Deal",
    "TurnOver",
    "Decide",
    "Settle",
    "CloseRound",
)
"""Steps of every round."""
NEARBY_STEPS: Final = 4
"""Wrong answers come from this many steps before and after."""
ROLE_NAMES: Final = {DEALER: "the dealer", FLOOR: "a floorperson", PLAYER: "a player"}


def order_kinds(steps: tuple[DayStep, ...]) -> Iterator[QuestionKind]:
    """Yield a kind for every step of the day; the steps of every round are the easiest."""
    for step in steps:
        level = 1 if step.key.startswith(EVERY_ROUND_STEPS) else 2
        yield QuestionKind(
            f"due: {step.key}", Subject.ORDER, level, partial(_next_step_question, steps, step.key)
        )
    for step in steps:
        if step.instruction.said and not step.key.startswith("Decide"):
            yield QuestionKind(
                f"said: {step.key}",
                Subject.ORDER,
                1,
                partial(_announcement_question, steps, step.key),
            )
    for step in steps:
        if step.instruction.who == FLOOR or step.key.startswith(("Propose", "Perform inspect")):
            yield QuestionKind(
                f"who: {step.key}", Subject.PEOPLE, 1, partial(_role_question, step.key)
            )


def day_at_step(
    syllabus: Syllabus, rng: SeededRandom, key: str, *, with_announcement: bool = False
) -> PracticeDay:
    """Return a day at this step with a hand in play, optionally where something is announced."""

    def is_at_step(day: PracticeDay) -> bool:
        step = day.step
        return (
            step.key == key
            and not day.is_all_folded
            and bool(step.instruction.said or not with_announcement)
        )

    for day in practice_days(syllabus, str(rng.below(1_000_000))):
        if day.run_until(is_at_step):
            return day
    raise AssertionError("practice days never run out")


def _next_step_question(
    steps: tuple[DayStep, ...], key: str, syllabus: Syllabus, rng: SeededRandom
) -> Question:
    day = day_at_step(syllabus, rng, key)
    instruction = day.step.instruction
    index = [step.key for step in steps].index(key)
    nearby_steps = (
        *steps[max(0, index - NEARBY_STEPS) : index],
        *steps[index + 1 : index + NEARBY_STEPS + 1],
    )
    situation = (
        f"Just done: {day.last_step.instruction.what}. " if day.last_step else "A new day begins. "
    )
    role = ROLE_NAMES.get(instruction.who, instruction.who)
    announcement = f" You say: “{instruction.said}”" if instruction.said else ""
    return Question(
        kind="",
        subject=Subject.ORDER,
        level=1,
        prompt=f"{situation}What is the next step?",
        answer=shuffled_options(
            rng,
            capitalize(instruction.what),
            [capitalize(x.instruction.what) for x in nearby_steps],
        ),
        why=f"{capitalize(role)} does it.{announcement}",
        clauses=(instruction.clause,),
        view=dealer_view(day),
    )


def _announcement_question(
    steps: tuple[DayStep, ...], key: str, syllabus: Syllabus, rng: SeededRandom
) -> Question:
    day = day_at_step(syllabus, rng, key, with_announcement=True)
    instruction = day.step.instruction
    announcements = [step.instruction.said for step in steps if step.instruction.said]
    return Question(
        kind="",
        subject=Subject.ORDER,
        level=1,
        prompt=f"The next step: {instruction.what}. What do you announce?",
        answer=shuffled_options(rng, instruction.said, announcements),
        why="",
        clauses=(instruction.clause,),
        view=dealer_view(day),
    )


def _role_question(key: str, syllabus: Syllabus, rng: SeededRandom) -> Question:
    day = day_at_step(syllabus, rng, key)
    instruction = day.step.instruction
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=1,
        prompt=f"The next step: {instruction.what}. Who does it?",
        answer=ordered_options(ROLE_NAMES[instruction.who], tuple(ROLE_NAMES.values())),
        why="What one person starts, another person confirms." if instruction.who == FLOOR else "",
        clauses=(instruction.clause,),
        view=dealer_view(day),
    )


def seat_order_kinds(syllabus: Syllabus, steps: tuple[DayStep, ...]) -> Iterator[QuestionKind]:
    """Yield questions on the order of seats, if there is more than one player."""
    if syllabus.seats < 2:
        return
    keys = [step.key for step in steps]
    deal_key = next(step.key for step in steps if _deals_to_players(step.instruction.what))
    decide_key = next(key for key in keys if key.startswith("Decide"))
    yield QuestionKind("first: dealt", Subject.SETTLING, 1, partial(_first_card_question, deal_key))
    yield QuestionKind(
        "first: asked", Subject.SETTLING, 1, partial(_first_seat_question, decide_key, "asked")
    )
    yield QuestionKind(
        "first: settled", Subject.SETTLING, 1, partial(_first_seat_question, "Settle", "settled")
    )
    yield QuestionKind("next: settled", Subject.SETTLING, 2, _next_seat_question)
    if "Settle first" in keys:
        kind = partial(_first_seat_question, "Settle first", "settled for its bonus wagers")
        yield QuestionKind("first: bonus", Subject.SETTLING, 2, kind)


def _deals_to_players(instruction_text: str) -> bool:
    return "each player" in instruction_text


def _seat_question(day: PracticeDay, prompt: str, right_seat: int, explanation: str) -> Question:
    round_ = day.table.state.round
    seats = sorted(round_.players) if round_ is not None else []
    return Question(
        kind="",
        subject=Subject.SETTLING,
        level=1,
        prompt=prompt,
        answer=ordered_options(f"Seat {right_seat}", [f"Seat {seat}" for seat in seats]),
        why=explanation,
        clauses=(day.step.instruction.clause,),
        view=dealer_view(day),
    )


def _first_seat_question(
    key: str, verb_phrase: str, syllabus: Syllabus, rng: SeededRandom
) -> Question:
    """Ask for the first seat of a step."""
    day = day_at_step(syllabus, rng, key)
    right = day.step.instruction.seat or 0
    explanation = (
        f"Seat 1 is farthest to the dealer's left, seat {syllabus.rules.seats} to the right."
    )
    return _seat_question(day, f"Which seat is {verb_phrase} first?", right, explanation)


def _first_card_question(key: str, syllabus: Syllabus, rng: SeededRandom) -> Question:
    day = day_at_step(syllabus, rng, key)
    return _seat_question(
        day, "Which seat gets the first of the players' cards?", _first_dealt_seat(day), ""
    )


def _first_dealt_seat(day: PracticeDay) -> int:
    """Return the seat that gets the next card, by dealing at an identical table."""
    other = PracticeDay(day.syllabus, day.seed)
    other.run_until(lambda copy: copy.table.state.version == day.table.state.version)
    events = [entry.event for entry in other.table.deal()]
    to = next(event.to for event in events if isinstance(event, e.CardsDealt))
    return int(to[0].partition(".")[0])


def _next_seat_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask for the next seat after one was settled."""
    day = day_at_step(syllabus, rng, "Settle")
    settled_seat = day.step.instruction.seat
    day.run_until(
        lambda day: day.step.key == "Settle" and day.step.instruction.seat != settled_seat,
        max_steps=20,
    )
    right = day.step.instruction.seat
    if right is None or day.step.key != "Settle":
        return _first_seat_question("Settle", "settled", syllabus, rng)
    return _seat_question(day, f"Seat {settled_seat} is settled. Which seat is next?", right, "")


VOID_REASON: Final = "something was wrong with the cards"
APPROVERS: Final = {
    "the dealer who proposed it": PRACTICE_DEALER,
    "another dealer": Person("Another", Role.DEALER),
    "a floorperson": PRACTICE_FLOORPERSON,
    "a player at the table": Person("Seat 1", Role.PLAYER),
}


def approval_kinds(syllabus: Syllabus) -> Iterator[QuestionKind]:
    """Yield questions on what needs two people, and on who validates a progressive win."""
    yield QuestionKind(
        "approves: a void round", Subject.PEOPLE, 2, partial(_approver_question, "void")
    )
    yield QuestionKind("approves: the tray", Subject.PEOPLE, 2, partial(_approver_question, "tray"))
    if plan_round(syllabus.rules).metered_sides:
        yield QuestionKind("approves: a jackpot", Subject.PEOPLE, 2, _validator_question)


def _approver_question(matter_name: str, syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask who may approve a proposal; one of four people may."""
    if matter_name == "void":
        day = day_at_step(syllabus, rng, "NoMoreBets")
        round_ = day.table.state.round
        matter: c.Matter = c.VoidRound(round_.number if round_ else 0, VOID_REASON)
        situation = f"The dealer proposes voiding the round because {VOID_REASON}."
        day.table.execute(c.Propose(matter), PRACTICE_DEALER)
    else:
        day = day_at_step(syllabus, rng, "Approve OpeningCount")
        situation = "The dealer has counted the tray."
    number = day.table.state.proposed
    approvers = [name for name, person in APPROVERS.items() if _can_approve(day, person, number)]
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=2,
        prompt=f"{situation} Who may approve it?",
        answer=ordered_options(capitalize(approvers[0]), [capitalize(name) for name in APPROVERS]),
        why="The person who proposed it may not approve it.",
        clauses=(TWO_PEOPLE, ROLES),
        view=dealer_view(day),
    )


def _can_approve(day: PracticeDay, person: Person, number: int) -> bool:
    try:
        day.table.verify(c.approval_of(number, day.table.state.proposals[number].matter), person)
    except Refused:
        return False
    return True


def _validator_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask who may validate a progressive win."""
    rules = syllabus.rules
    side = next(iter(plan_round(rules).metered_sides.values()))
    permitted_roles = c.PERMISSIONS[c.ValidateJackpot]
    roles = {"A player": Role.PLAYER, "The dealer": Role.DEALER, "A floorperson": Role.FLOORPERSON}
    right = next(name for name, role in roles.items() if role in permitted_roles)
    day = day_at_step(syllabus, rng, "Settle")
    return Question(
        kind="",
        subject=Subject.PEOPLE,
        level=2,
        prompt=f"A hand wins on {side.label}. Who validates it before it is paid?",
        answer=ordered_options(right, tuple(roles)),
        why="The person who started the payment may not validate it.",
        clauses=(rules.cite(rules.table_procedures.validates) or JACKPOT_VALIDATION,),
        view=dealer_view(day),
    )


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
    timestamp = int(day.time.timestamp())
    stub_blockers = [
        x for x in blockers(day.table.state, syllabus.rules, timestamp) if x.rounds is not None
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
