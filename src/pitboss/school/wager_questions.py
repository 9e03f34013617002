"""Questions about wagers: which are accepted, what they pay, limits, envy and community pay."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from pitboss.console.payments import is_collected_early
from pitboss.errors import Refused
from pitboss.games.game_parts import FOLD, Required, Side
from pitboss.money import dollars
from pitboss.papers.wording import join_words
from pitboss.school.payments import (
    DECK_BIASES,
    DealtRound,
    DeckBias,
    deal_round,
    paying_positions,
    payment_question,
    round_view,
)
from pitboss.school.practice_day import choose_wagers, minimum_side_wager
from pitboss.school.procedure_questions import day_at_step
from pitboss.school.questions import (
    FigureAnswer,
    FigureField,
    Question,
    QuestionKind,
    Subject,
    dealer_view,
    ordered_options,
    shuffled_options,
)
from pitboss.school.syllabus import Syllabus
from pitboss.settle import Gift
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.submission.payout_limits import payout_limit, rulebook_limit
from pitboss.submission.rules import Rules
from pitboss.table import Phase
from pitboss.table import commands as c

ACCEPT_OPTION: Final = "Accept it."
REFUSE_OPTION: Final = "Refuse it."
MAX_MULTIPLE: Final = 5
"""Maximum wager of an ordinary example, in table minimums."""


def betting_kinds(syllabus: Syllabus) -> Iterator[QuestionKind]:
    """Yield questions on wagers that are too small, too large, uneven, unequal, late or fine."""
    rules = syllabus.rules
    yield _betting_kind("in order", 1)
    yield _betting_kind("too little", 1)
    yield _betting_kind("too much", 1)
    if len(rules.required) > 1:
        yield _betting_kind("unequal", 2)
    if rules.table.minimum % rules.table.chip or rules.table.chip > 1:
        yield _betting_kind("no such chip", 2)
    for side in rules.sides:
        yield _betting_kind(f"side {side.key}", 2)
    if rules.sides:
        yield _betting_kind("side alone", 2)
    yield _betting_kind("too late", 2)


def _betting_kind(case: str, level: int) -> QuestionKind:
    return QuestionKind(f"bets: {case}", Subject.BETTING, level, partial(_bet_question, case))


def _bet_question(case: str, syllabus: Syllabus, rng: SeededRandom) -> Question:
    day = day_at_step(syllabus, rng, "NoMoreBets")
    is_late = case == "too late"
    if is_late:
        day.run_until(lambda day: _is_playing(day.table.state.round))
    seat = 1 + rng.below(syllabus.seats)
    wagers = example_wagers(case, syllabus, rng)
    player = day.table.player(day.table.state.seats[seat])
    try:
        # Only these wagers are judged, not those that the seat has already placed.
        if not is_late and seat in (day.table.state.round.wagers if day.table.state.round else {}):
            player.take_back(seat)
        player.verify(c.PlaceWagers(seat, wagers))
        right, why, clause = (
            ACCEPT_OPTION,
            "Every wager is within its limits.",
            _limits_sentence(syllabus),
        )
    except Refused as error:
        right, why, clause = (
            REFUSE_OPTION,
            syllabus.plain_sentence(error.sentence),
            error.clause or "",
        )
    when = "After “no more bets,” seat" if is_late else "Bets are open. Seat"
    return Question(
        kind="",
        subject=Subject.BETTING,
        level=1,
        prompt=f"{when} {seat} puts down {_wagers_phrase(syllabus, wagers)}. What do you do?",
        answer=ordered_options(right, (ACCEPT_OPTION, REFUSE_OPTION)),
        why=why,
        clauses=tuple(filter(None, (clause,))),
        view=dealer_view(day),
        seat=seat,
    )


def _is_playing(round_: object) -> bool:
    return getattr(round_, "phase", None) is Phase.PLAYING


def _limits_sentence(syllabus: Syllabus) -> str:
    return syllabus.rules.cite(syllabus.rules.table_procedures.betting) or ""


def example_wagers(case: str, syllabus: Syllabus, rng: SeededRandom) -> dict[str, int]:
    """Return wagers that are right, or wrong in one way."""
    rules, limits = syllabus.rules, syllabus.rules.table
    unit, chip = limits.minimum * (1 + rng.below(MAX_MULTIPLE)), limits.chip
    unit = min(unit, limits.maximum)
    if case == "too little":
        unit = limits.minimum - chip * (1 + rng.below(max(1, limits.minimum // chip - 1)))
        unit = max(unit, chip)
    elif case == "too much":
        unit = limits.maximum + chip * (1 + rng.below(MAX_MULTIPLE))
    elif case == "no such chip":
        unit = limits.minimum * 2 + max(1, chip // 2)
    wagers = {wager.key: unit for wager in rules.required}
    if case == "unequal":
        wagers[rules.required[-1].key] += limits.minimum
    if case == "side alone":
        side = rng.pick(rules.sides)
        return {side.key: minimum_side_wager(rules, side)}
    if case.startswith("side "):
        side = next(side for side in rules.sides if f"side {side.key}" == case)
        wagers[side.key] = rng.pick(
            (
                minimum_side_wager(rules, side),
                side.maximum,
                side.maximum + chip,
                side.maximum + 5 * chip,
            )
        )
    return wagers


def _wagers_phrase(syllabus: Syllabus, wagers: Mapping[str, int]) -> str:
    return join_words(
        f"{dollars(cents)} on {syllabus.wager_labels[key]}" for key, cents in wagers.items()
    )


PAYMENT_TRIES: Final = 40
"""Rounds to try for one that is worth a question."""


def paying_kinds(syllabus: Syllabus) -> Iterator[QuestionKind]:
    """Yield questions on each wager, on a folded hand and on a whole seat."""
    rules = syllabus.rules
    for wager in rules.wagers:
        other_level = 3 if is_collected_early(syllabus.rules, wager.key) else 2
        level = 1 if isinstance(wager, Required) else other_level
        make_question = partial(_one_wager_question, wager.key)
        yield QuestionKind(f"pays: {wager.key}", Subject.PAYING, level, make_question)
    if any(FOLD in street.choices.values() for street in rules.streets):
        yield QuestionKind("pays: a fold", Subject.PAYING, 2, _folded_seat_question)
    yield QuestionKind("pays: a seat", Subject.PAYING, 3, _whole_seat_question)
    yield QuestionKind("checks: a colleague", Subject.PAYING, 2, _colleague_question)


def _one_wager_question(key: str, syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask about one wager of one seat; most of the time it wins."""
    rules = syllabus.rules
    wager = next(wager for wager in rules.wagers if wager.key == key)
    seat, should_win = 1 + rng.below(syllabus.seats), not rng.one_in(4)
    dealt_round = None
    for _ in range(PAYMENT_TRIES):
        wagers = choose_wagers(rules, rng)
        if isinstance(wager, Side):
            wagers[key] = minimum_side_wager(rules, wager)
        bias = rng.pick(DECK_BIASES)
        top = paying_positions(rules, wager.pays)
        dealt_round = deal_round(
            syllabus, rng, bias, top=top, seat=seat, wagers=wagers, max_raises=True
        )
        if (dealt_round.result.seats[seat].wagers[key].outcome == "win") is should_win:
            break
    if dealt_round is None:
        raise AssertionError("a round was dealt")
    return payment_question(syllabus, dealt_round, seat, [key])


def _folded_seat_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask about every wager of a seat that folded, with every side wager."""
    seat = 1 + rng.below(syllabus.seats)
    wagers = choose_wagers(syllabus.rules, rng)
    wagers |= {side.key: minimum_side_wager(syllabus.rules, side) for side in syllabus.rules.sides}
    dealt_round = deal_round(
        syllabus, rng, rng.pick(DECK_BIASES), seat=seat, wagers=wagers, folds=True
    )
    return payment_question(
        syllabus, dealt_round, seat, list(dealt_round.result.seats[seat].wagers)
    )


def _whole_seat_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask about every wager of a seat; some of them win."""
    rules, seat = syllabus.rules, 1 + rng.below(syllabus.seats)
    dealt_round = None
    for _ in range(PAYMENT_TRIES):
        wagers = choose_wagers(rules, rng)
        top = paying_positions(rules, rng.pick(rules.wagers).pays)
        dealt_round = deal_round(
            syllabus, rng, rng.pick(DECK_BIASES), top=top, seat=seat, wagers=wagers
        )
        if any(x.outcome == "win" for x in dealt_round.result.seats[seat].wagers.values()):
            break
    if dealt_round is None:
        raise AssertionError("a round was dealt")
    return payment_question(
        syllabus, dealt_round, seat, list(dealt_round.result.seats[seat].wagers)
    )


RIGHT_PAYMENT_ONE_IN: Final = 4
"""A colleague's payment is right once in this many questions."""
NOTHING_WRONG_OPTION: Final = "Nothing: every payment is right."


def _colleague_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask which payment of a colleague has to be reported, if any."""
    question = _whole_seat_question(syllabus, rng)
    if not isinstance(question.answer, FigureAnswer):
        raise AssertionError("a seat's payment is asked in figures")
    fields = question.answer.fields
    paid = {field.label: field.answer_text for field in fields}
    right = NOTHING_WRONG_OPTION
    if not rng.one_in(RIGHT_PAYMENT_ONE_IN):
        wrong_field = rng.pick(fields)
        right = f"{wrong_field.label}."
        paid[wrong_field.label] = rng.pick(_plausible_errors(wrong_field))
    payments = "; ".join(f"{label}: {amount}" for label, amount in paid.items())
    labels = [f"{field.label}." for field in fields]
    options = shuffled_options(rng, right, [*labels, NOTHING_WRONG_OPTION])
    return replace(
        question,
        prompt=f"A colleague is about to pay seat {question.seat}: {payments}. "
        "Which payment do you report as wrong?",
        answer=options,
    )


def _plausible_errors(field: FigureField) -> list[str]:
    """Return wrong ways to pay a wager."""
    amounts = {"lose", field.zero}
    if field.right:
        amounts |= {dollars(2 * field.right), dollars(field.right // 100 // 2 * 100 or 100)}
    return sorted(amounts - {field.answer_text})


BEST_BIASES: Final[tuple[DeckBias, ...]] = ("suited run", "top rank")
"""Cards that win the most: in hands, and by themselves."""
LIMIT_TRIES: Final = 400
"""Rounds to try for one in which the limit applies."""


def limit_kinds(syllabus: Syllabus) -> Iterator[QuestionKind]:
    """Yield a question on the payout limit, if a wager can win more than the limit."""
    if can_limit_cut(syllabus.rules):
        yield QuestionKind("pays: the limit", Subject.PAYING, 3, _limit_question)


def can_limit_cut(rules: Rules) -> bool:
    """Return whether the limit can cut a win: of the main wagers, or of a side wager.

    The largest win at the table maximum is computed like the limit itself, which uses the minimum.
    """
    limit = payout_limit(rules)
    if limit is None:
        return False
    maximum_rules = replace(
        rules,
        limit=replace(rules.limit, least=0),
        table=replace(rules.table, minimum=rules.table.maximum),
        sides=(),
    )
    sides = [int(s.maximum * s.pays.top_odds) for s in rules.sides if s.key in rules.limit.scope]
    return max(rulebook_limit(maximum_rules), *sides, 0) > limit


def _limit_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask about every wager in the limit's scope, of a seat with maximum wagers."""
    rules, seat = syllabus.rules, 1 + rng.below(syllabus.seats)
    scope = [wager for wager in rules.wagers if wager.key in rules.limit.scope]
    wagers = dict.fromkeys((wager.key for wager in rules.required), rules.table.maximum)
    wagers |= {s.key: s.maximum for s in rules.sides if s.key in rules.limit.scope}
    dealt_round = None
    for _ in range(LIMIT_TRIES):
        top = paying_positions(rules, rng.pick(scope).pays)
        bias = rng.pick(BEST_BIASES)
        dealt_round = deal_round(
            syllabus, rng, bias, top=top, seat=seat, wagers=wagers, max_raises=True
        )
        if any(x.uncapped is not None for x in dealt_round.result.seats[seat].wagers.values()):
            break
    if dealt_round is None:
        raise AssertionError("a round was dealt")
    keys = [key for key in rules.limit.scope if key in dealt_round.result.seats[seat].wagers]
    return payment_question(syllabus, dealt_round, seat, keys)


GIFT_TRIES: Final = 400


def gift_kinds(syllabus: Syllabus) -> Iterator[QuestionKind]:
    """Yield a question on gifts, if the game has them and there are other players."""
    if syllabus.seats > 1 and gift_wager(syllabus) is not None:
        yield QuestionKind("pays: others", Subject.PAYING, 3, _gift_question)


def gift_wager(syllabus: Syllabus) -> Side | None:
    """Return the side wager that pays other players."""
    for side in syllabus.rules.sides:
        envy, wheel = side.pays.envy, side.pays.wheel
        if (envy and envy.lines) or any(stop.community for stop in wheel):
            return side
    return None


def _gift_question(syllabus: Syllabus, rng: SeededRandom) -> Question:
    """Ask what a hand or spin pays another player."""
    rules, side = syllabus.rules, gift_wager(syllabus)
    if side is None:
        raise AssertionError("this game has no gifts")
    top = paying_positions(rules, side.pays)
    for _ in range(GIFT_TRIES):
        seat = 1 + rng.below(syllabus.seats)
        wagers = choose_wagers(rules, rng) | {side.key: minimum_side_wager(rules, side)}
        bias: DeckBias = "suited run" if top else "pairs"
        dealt_round = deal_round(
            syllabus, rng, bias, top=top, seat=seat, wagers=wagers, max_raises=True
        )
        gifts = [gift for gift in dealt_round.result.gifts if gift.by == seat]
        if gifts:
            return _make_gift_question(syllabus, side, dealt_round, rng.pick(gifts))
    raise AssertionError("no round paid anything to others")


def _make_gift_question(
    syllabus: Syllabus, side: Side, dealt_round: DealtRound, gift: Gift
) -> Question:
    gifts = [
        other for other in dealt_round.result.gifts if other.to == gift.to and other.by == gift.by
    ]
    cents = sum(other.cents for other in gifts)
    giver = dealt_round.round.seats[gift.by]
    action = f" spins {giver.spin}" if giver.spin else " shows its hand"
    return Question(
        kind="",
        subject=Subject.PAYING,
        level=3,
        prompt=(
            f"Seat {gift.by}{action}. Seat {gift.to} has a live {side.label} wager. What do you "
            f"pay seat {gift.to} for it?"
        ),
        answer=FigureAnswer(
            (FigureField(f"{gift.why}, seat {gift.to}", cents),), "Enter the amount."
        ),
        why=f"This is {gift.why}, paid once for each hand or spin that earns it.",
        clauses=tuple(filter(None, (syllabus.rules.cite(_gift_clause(side, giver.spin)),))),
        view=round_view(syllabus, dealt_round, gift.by),
        seat=gift.to,
    )


def _gift_clause(side: Side, spin: str | None) -> str | None:
    """Return the clause that says what others get."""
    if envy := side.pays.envy:
        return envy.clause
    return next((stop.clause for stop in side.pays.wheel if stop.name == spin), None)
