"""Routes for the coach: the value of each open decision, given only what the player sees."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Response
from msgspec import Struct, structs

from pitboss.cards import cards_text
from pitboss.errors import Refused
from pitboss.lab.strategy.rule_lists import MAX_LINES
from pitboss.room.http.dependencies import CurrentAccount, CurrentRoom, find_hub
from pitboss.room.http.openapi import json_schema
from pitboss.room.http.problems import RequestDenied
from pitboss.room.http.responses import JSON, encode_json, response_docs
from pitboss.room.lab_service.job_queue import JobQueue, TooManyJobs
from pitboss.room.lab_service.pocket_cards import CardAdvice, NoCard, PocketCard
from pitboss.room.lab_service.questions import ADVISE, HOLE, STRATEGY, Question, make_question
from pitboss.room.people.accounts import Account
from pitboss.room.room import Room
from pitboss.round import PlayerView
from pitboss.table.views import RoundView, View, player_view


class DecisionValues(Struct, frozen=True):
    """The exact expected net win of each open decision, with best play afterwards."""

    decisions: Mapping[str, Fraction]
    """In units of one required wager."""
    best: str
    before_cards: Fraction | None
    """The expected net win of a whole round under best play, in the same unit, if known."""
    unit: int | None = None
    """Cents of one required wager, if known."""
    cents: Mapping[str, Fraction] | None = None
    """The value of each decision in cents, if the unit is known."""


class LabFeatures(Struct, frozen=True):
    """Features of a decision that a pocket card goes by."""

    features: dict[str, int] | None = None
    """Features of the visible cards by name; none at the first decision."""


async def decision_values(
    jobs: JobQueue, owner: str, question: Question, unit: int | None
) -> DecisionValues:
    """Ask the lab for the values of a decision, in the queue for players who have to decide."""
    return (await values_and_features(jobs, owner, question, unit))[0]


async def values_and_features(
    jobs: JobQueue, owner: str, question: Question, unit: int | None
) -> tuple[DecisionValues, LabFeatures]:
    """Return the values of a decision, and the features that a pocket card goes by."""
    try:
        answer = await jobs.answer_now(owner, question)
    except TooManyJobs as error:
        raise RequestDenied(429, error.sentence) from None
    values = msgspec.json.decode(answer, type=DecisionValues, dec_hook=_decode_fraction)
    features = msgspec.json.decode(answer, type=LabFeatures)
    if unit is None:
        return values, features
    cents = {name: value * unit for name, value in values.decisions.items()}
    return msgspec.structs.replace(values, unit=unit, cents=cents), features


def _decode_fraction(_: type, text: object) -> Fraction:
    return Fraction(str(text))


router = APIRouter(prefix="/api", tags=["lab"])
NO_DECISION_OPEN: Final = "it is not your turn to decide"
CardLines = Annotated[
    int, Query(ge=1, le=MAX_LINES, description="Most lines in each list of a pocket card.")
]


class CoachAdvice(DecisionValues, frozen=True, kw_only=True):
    """The value of each decision for the player whose turn it is, and what it is based on."""

    round: int
    seat: int
    street: str
    cards: dict[str, str]
    """The cards that the player sees, by place."""
    taken: tuple[str, ...]
    """The decisions so far."""
    card: CardAdvice | NoCard | None
    """What a pocket card says, if that was requested."""


@router.post(
    "/tables/{table}/advice",
    response_class=Response,
    responses=response_docs(json_schema(CoachAdvice)),
)
async def advise_player(
    table: str,
    room: CurrentRoom,
    account: CurrentAccount,
    card: CardLines = 0,
) -> Response:
    """Return the exact value of each decision that is open to you now, in units and in cents.

    With ``card``, also what a pocket card with that many lines per list says, once it is ready.
    """
    state = (await find_hub(room, table)).actor.committed_state
    round_, seat = open_decision(room.view(account, table), account.name)
    rules, own_view = state.rules, player_view(round_, seat)
    if rules is None or not state.filed:
        raise Refused("the table has no rules in force")
    decisions = tuple(decision for decision in own_view.decisions if isinstance(decision, str))
    if len(decisions) != len(own_view.decisions):
        raise Refused("there is no advice after a raise of an amount between the listed ones")
    cards, submission = visible_cards(own_view), dict(state.filed[-1].submission)
    question = make_question(ADVISE, state.game, submission, cards_seen=cards, decisions=decisions)
    unit = round_.seats[seat].wagers[rules.required[0].key]
    pocket_card = _pocket_card(room, account, question, card) if card else None
    values, features = await values_and_features(room.lab_jobs, account.key, question, unit)
    if card and isinstance(pocket_card, NoCard) and pocket_card.waiting:  # it may be ready by now
        pocket_card = _pocket_card(room, account, question, card)
    advice = CoachAdvice(
        **structs.asdict(values),
        round=round_.number,
        seat=seat,
        street=round_.street or "",
        cards=cards,
        taken=decisions,
        card=_card_advice(pocket_card, round_.street or "", own_view, features.features),
    )
    return Response(encode_json(advice), media_type=JSON)


def _pocket_card(
    room: Room, account: Account, decision_question: Question, lines: int
) -> PocketCard | NoCard:
    """Return the pocket card for the rules of a question, without waiting for it."""
    question = structs.replace(
        decision_question, kind=STRATEGY, cards={}, decisions=(), lines=lines
    )
    return room.pocket_cards.find(room.lab_jobs, account.key, question, guest=account.guest)


def _card_advice(
    pocket: PocketCard | NoCard | None,
    street: str,
    player_view: PlayerView,
    features: Mapping[str, int] | None,
) -> CardAdvice | NoCard | None:
    """Return the advice of a pocket card, or why there is none."""
    if not isinstance(pocket, PocketCard):
        return pocket
    try:
        return pocket.advise(street, player_view.hole, features)
    except Refused as refusal:
        return NoCard(False, refusal.sentence)


def open_decision(view: View, name: str) -> tuple[RoundView, int]:
    """Return the round in which it is this player's turn, and the seat."""
    round_ = view.round
    if not isinstance(round_, RoundView) or round_.turn is None or not view.choices:
        raise Refused(NO_DECISION_OPEN)
    if round_.seats[round_.turn].player != name:
        raise Refused(NO_DECISION_OPEN)
    return round_, round_.turn


def visible_cards(player_view: PlayerView) -> dict[str, str]:
    """Return the cards that a player sees, by place."""
    return {HOLE: cards_text(player_view.hole)} | {
        place: cards_text(cards) for place, cards in player_view.table.items()
    }
