"""Rounds dealt for payment questions, and what a dealer computes before paying."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from pitboss.cards import RANKS, Card, card_text, rank, suit
from pitboss.console.payments import dealer_pays, is_collected_early
from pitboss.games.game_parts import FOLD, BestOf, HandOf, stake_multiple
from pitboss.games.payoffs import Payoff
from pitboss.money import dollars
from pitboss.papers.round_results import ResultSentence, SeatOutcome, explain_outcome
from pitboss.papers.wording import join_words
from pitboss.round import allows, replay_decisions
from pitboss.school.practice_day import PRACTICE_DEALER, PracticeDay, choose_wagers
from pitboss.school.questions import FigureAnswer, FigureField, Question, Subject, dealer_view
from pitboss.school.syllabus import Syllabus
from pitboss.settle import Round, RoundResult, Seat, SeatResult, WagerResult, settle
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.submission.rules import Rules, positions
from pitboss.table import Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply
from pitboss.table.handlers import handle
from pitboss.table.handlers.settlement import round_to_settle
from pitboss.table.next_step import next_step
from pitboss.table.round_plan import plan_round
from pitboss.table.views import RoundView, SeatView, View, view

DeckBias = Literal["any", "pairs", "suit", "run", "suited run", "top rank"]
DECK_BIASES: Final[tuple[DeckBias, ...]] = ("any", "pairs", "pairs", "suit", "run", "suited run")
RUN_LENGTH: Final = 5


class DealtRound(Struct, frozen=True):
    """A round that is over except for the payment."""

    round: Round
    result: RoundResult


def biased_deck(rng: SeededRandom, bias: DeckBias, deck: Sequence[Card]) -> list[Card]:
    """Return a shuffled deck with cards on top that go well together."""
    low, suit_number = rng.below(len(RANKS) - RUN_LENGTH + 1), rng.below(4)
    ranks = rng.shuffled(range(len(RANKS)))[:3]
    shuffled_deck = rng.shuffled(deck)
    return sorted(
        shuffled_deck, key=lambda card: not _matches_bias(card, bias, low, suit_number, ranks)
    )


def _matches_bias(card: Card, bias: DeckBias, low: int, suit_number: int, ranks: list[int]) -> bool:
    in_run = low <= rank(card) < low + RUN_LENGTH
    match bias:
        case "any":
            return True
        case "pairs":
            return rank(card) in ranks
        case "suit":
            return suit(card) == suit_number
        case "run":
            return in_run
        case "suited run":
            return in_run and suit(card) == suit_number
        case "top rank":
            return rank(card) == len(RANKS) - 1


def deal_round(
    syllabus: Syllabus,
    rng: SeededRandom,
    bias: DeckBias,
    *,
    top: Sequence[int] = (),
    seat: int = 1,
    wagers: dict[str, int] | None = None,
    folds: bool = False,
    max_raises: bool = False,
) -> DealtRound:
    """Deal and settle a round of simulated players, with the deck's top cards at ``top``."""
    rules, deck = syllabus.rules, biased_deck(rng, bias, syllabus.rules.deck.cards)
    table, hole = _lay_cards(rules, deck, top)
    holes = {seat: hole}
    seats = {}
    for other in range(1, syllabus.seats + 1):
        if other != seat:
            holes[other] = [deck.pop(0) for _ in rules.hole]
        own = wagers if wagers is not None and other == seat else choose_wagers(rules, rng)
        cards = [c for place in rules.places for c in table[place.name]] + holes[other]
        decisions = _choose_decisions(
            rules, rng, cards, folds=folds and other == seat, max_raises=max_raises
        )
        spin = _spin_result(rules, rng, own, holes[other])
        seats[other] = Seat(own, decisions, f"Seat {other}", spin=spin)
    meters = {name: meter.start for name, meter in rules.meters.items()}
    round_ = Round(table, holes, dict(sorted(seats.items())), meters)
    return DealtRound(round_, settle(rules, round_))


def _lay_cards(
    rules: Rules, deck: list[Card], first: Sequence[int]
) -> tuple[dict[str, list[Card]], list[Card]]:
    """Return the table's cards and a seat's own; the ``first`` positions get the top cards."""
    total = sum(place.cards for place in rules.places) + len(rules.hole)
    order = [*first, *(position for position in range(total) if position not in first)]
    cards_by_position = {position: deck.pop(0) for position in order}
    table, position = {}, 0
    for place in rules.places:
        table[place.name] = [cards_by_position[position + n] for n in range(place.cards)]
        position += place.cards
    return table, [cards_by_position[position + n] for n in range(len(rules.hole))]


def paying_positions(rules: Rules, payoff: Payoff) -> tuple[int, ...]:
    """Return the positions of the cards that decide a wager.

    A wheel looks at no cards, and neither does a wager that is paid by other wagers.
    """
    if payoff.wheel:
        return ()
    if payoff.sees:
        places = positions(rules.places, rules.hole)
        return tuple(position for name in payoff.sees for position in places[name])
    return _hand_positions(rules, payoff.reads[0] if payoff.reads else "")


def _hand_positions(rules: Rules, name: str) -> tuple[int, ...]:
    """Return the positions of a hand's cards; of several hands, those of the first."""
    hand = next((hand for hand in rules.hands if hand.name == name), None)
    match hand:
        case HandOf(positions=at):
            return at
        case BestOf(hands=hands):
            return _hand_positions(rules, hands[0])
        case _:
            return ()


def _choose_decisions(
    rules: Rules, rng: SeededRandom, cards: Sequence[Card], *, folds: bool, max_raises: bool
) -> list[str]:
    """Return random decisions to the end of the round, or to a fold."""
    decisions: list[str] = []
    last_fold_street = max(
        (index for index, x in enumerate(rules.streets) if x.can_fold), default=-1
    )
    raised_wagers: set[str] = set()
    for index, street in enumerate(rules.streets):
        if street.wager in raised_wagers:  # the raise was already made, and this street is skipped
            continue
        folding = [name for name, choice in street.choices.items() if choice == FOLD]
        staying = [
            name
            for name, choice in street.choices.items()
            if choice != FOLD and allows(rules, index, name, cards)
        ]
        if folding and (not staying or (folds and (index == last_fold_street or rng.one_in(2)))):
            return [*decisions, folding[0]]
        if folds and any(later.wager == street.wager for later in rules.streets[index + 1 :]):
            staying = [name for name in staying if not stake_multiple(street.choices[name])]
        decisions.append(staying[-1] if max_raises else rng.pick(staying))
        if stake_multiple(street.choices[decisions[-1]]):
            raised_wagers.add(street.wager)
    return decisions


def _spin_result(
    rules: Rules, rng: SeededRandom, wagers: dict[str, int], hole: Sequence[Card]
) -> str | None:
    """Return where the wheel stops, if the hand earns a spin."""
    for side in rules.sides:
        if side.key in wagers and side.pays.wheel and side.pays.earns_spin(hole):
            return rng.pick(side.pays.wheel).name
    return None


def round_view(syllabus: Syllabus, dealt_round: DealtRound, *open_seats: int) -> View:
    """Return the table before the payment, with its cards and the hands of these seats face up."""
    round_, rules = dealt_round.round, syllabus.rules
    seats = {}
    for seat, item in round_.seats.items():
        course = replay_decisions(rules, item.wagers, item.decisions)
        faces = (
            [card_text(c) for c in round_.holes[seat]]
            if seat in open_seats
            else ["??"] * len(rules.hole)
        )
        seats[seat] = SeatView(
            item.player or "",
            item.wagers,
            course.raises,
            tuple(faces),
            tuple(item.decisions),
            course.has_folded,
            down=course.taken_down,
            spin=item.spin,
        )
    view = RoundView(
        number=1,
        phase="hands are settled",
        rules=rules.hash,
        seed_hash="",
        root="",
        practice=True,
        cards={name: tuple(card_text(c) for c in cards) for name, cards in round_.table.items()},
        seats=seats,
    )
    players = {seat: item.player or "" for seat, item in round_.seats.items()}
    meters = {name: int(cents) for name, cents in round_.meters.items()}
    return View(Role.DEALER, players=players, round=view, meters=meters)


def result_sentences_for(
    syllabus: Syllabus, dealt_round: DealtRound, seat: int
) -> tuple[ResultSentence, ...]:
    """Return the results of a seat's wagers in sentences for the player."""
    round_, rules = dealt_round.round, syllabus.rules
    seat_wagers, result = round_.seats[seat], dealt_round.result.seats[seat]
    course = replay_decisions(rules, seat_wagers.wagers, seat_wagers.decisions)
    position = SeatOutcome(
        hole=round_.holes[seat],
        table=round_.table,
        results=result.wagers,
        folded_on=rules.streets[course.streets_done - 1].name if course.has_folded else None,
        spin=seat_wagers.spin,
        gifts=result.envy + result.community_pay,
        down=course.taken_down,
    )
    return explain_outcome(syllabus.game, rules, position)


PAYMENT_HINT: Final = (
    "Enter what you pay in addition to the stake; push if the wager stays, lose if you take it."
)
BONUS_HINT: Final = " A bonus counts as paid even if you take the wager."


def payment_question(
    syllabus: Syllabus, dealt_round: DealtRound, seat: int, keys: Sequence[str]
) -> Question:
    """Ask what these wagers of a seat pay, with the deciding cards face up."""
    seat_wagers, results = dealt_round.round.seats[seat], dealt_round.result.seats[seat].wagers
    stakes = _seat_stakes(syllabus, seat_wagers)
    fields = [_wager_field(syllabus, key, stakes[key], results[key]) for key in keys]
    sentences = [
        sentence
        for sentence in result_sentences_for(syllabus, dealt_round, seat)
        if {*sentence.wagers} & {*keys}
    ]
    early_labels = [
        syllabus.wager_labels[key] for key in keys if is_collected_early(syllabus.rules, key)
    ]
    names = syllabus.wager_labels[keys[0]] if len(keys) == 1 else "each wager"
    prompt = f"Seat {seat}{_fold_phrase(syllabus, seat_wagers)}: what do you pay on {names}?"
    if seat_wagers.spin and early_labels:
        prompt += f" The wheel stopped at {seat_wagers.spin}."
    if early_labels:
        prompt += f" The chip for {join_words(early_labels)} is already in the tray."
    has_bonus = any(result.outcome == "lose" and result.credit for result in results.values())
    return Question(
        kind="",
        subject=Subject.PAYING,
        level=1,
        prompt=prompt,
        answer=FigureAnswer(
            tuple(fields), PAYMENT_HINT + BONUS_HINT if has_bonus else PAYMENT_HINT
        ),
        why="Tell the player: " + " ".join(sentence.text for sentence in sentences),
        clauses=tuple(
            dict.fromkeys(clause for sentence in sentences for clause in sentence.clauses)
        ),
        view=round_view(syllabus, dealt_round, seat),
        seat=seat,
    )


def _wager_field(syllabus: Syllabus, key: str, stake: int, result: WagerResult) -> FigureField:
    """Return the field of a wager; a win that the limit cuts to nothing is not a push."""
    label = f"{syllabus.wager_labels[key]}, {dollars(stake)}"
    zero = "push" if result.outcome == "push" else dollars(0)
    return FigureField(label, dealer_pays(syllabus.rules, key, result), zero=zero)


def _fold_phrase(syllabus: Syllabus, seat: Seat) -> str:
    """Return where the seat folded, if it did."""
    course = replay_decisions(syllabus.rules, seat.wagers, seat.decisions)
    return (
        f" folded on {syllabus.rules.streets[course.streets_done - 1].label}"
        if course.has_folded
        else ""
    )


def _seat_stakes(syllabus: Syllabus, seat: Seat) -> dict[str, int]:
    """Return everything on the spots of a seat."""
    course = replay_decisions(syllabus.rules, seat.wagers, seat.decisions)
    wagers = {key: cents for key, cents in seat.wagers.items() if key not in course.taken_down}
    return {**wagers, **course.raises}


SEAT_PAYMENT_KIND, FOLD_PAYMENT_KIND, STUB_COUNT_KIND = (
    "pays: a seat",
    "pays: a fold",
    "cards: the stub",
)
"""Kinds of questions of the catalog: what is missed at the table is asked again as one of these."""


def step_question(day: PracticeDay) -> Question | None:
    """Return the question about the figure that the next step needs, or None."""
    step = next_step(day.table.state, int(day.time.timestamp()))
    match step.command if step else None:
        case c.Settle():
            return _seat_payment_question(day)
        case c.CountProgressives(chips=chips):
            labels = day.syllabus.wager_labels
            fields = [FigureField(labels[key], number, "number") for key, number in chips.items()]
            return _count_question(
                day, f"due: {day.step.key}", "How many wagers do you collect?", fields
            )
        case c.CountStub():
            prompt = "How many cards should the stub have?"
            fields = [FigureField("cards", expected_stub_count(day), "number")]
            return _count_question(day, STUB_COUNT_KIND, prompt, fields)
        case _:
            return None


def expected_stub_count(day: PracticeDay) -> int:
    """Return how many cards the stub should have, as the table would count."""
    round_ = day.table.state.round
    count = c.CountStub(
        0, round=round_.number if round_ is not None and day.table.state.has_open_round else 0
    )
    events = handle(day.table.state, PRACTICE_DEALER, count, day.table.shoe)
    return next(event.should_be for event in events if isinstance(event, e.StubCounted))


def _count_question(
    day: PracticeDay, kind: str, prompt: str, fields: list[FigureField]
) -> Question:
    return Question(
        kind=kind,
        subject=Subject.CARDS,
        level=1,
        prompt=prompt,
        answer=FigureAnswer(tuple(fields)),
        why="",
        clauses=(day.step.instruction.clause,),
        view=dealer_view(day),
    )


def _seat_payment_question(day: PracticeDay) -> Question | None:
    """Ask for the payment of the next seat; None if a jackpot must be verified first.

    The table itself says which cards it would turn up and what it would pay.
    """
    state, shoe, round_ = day.table.state, day.table.shoe, day.table.state.round
    if round_ is None or shoe is None:
        raise AssertionError("a round is settled")
    events = handle(state, PRACTICE_DEALER, c.Settle(round=round_.number), shoe)
    settlement = next((event for event in events if isinstance(event, e.SeatSettled)), None)
    if settlement is None:
        return None
    # A fold's losing wagers were taken when the player folded.
    lost_wagers = (
        plan_round(day.syllabus.rules).main_wagers if settlement.seat in round_.folded else ()
    )
    keys = [key for key in settlement.wagers if key not in lost_wagers]
    if not keys:
        return None
    for event in events:
        if isinstance(event, e.CardsTurned):
            state = apply(state, event)
    results = {settlement.seat: SeatResult(dict(settlement.wagers), 0, 0, 0, 0, 0)}
    outcome = DealtRound(round_to_settle(round_, shoe), RoundResult(results, {}))
    question = payment_question(day.syllabus, outcome, settlement.seat, keys)
    return replace(
        question,
        kind=FOLD_PAYMENT_KIND if settlement.seat in round_.folded else SEAT_PAYMENT_KIND,
        view=replace(view(state, shoe, PRACTICE_DEALER), due=UNSET),
    )
