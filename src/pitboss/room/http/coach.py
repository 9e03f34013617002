"""The coach at a table: what each decision is worth to the player who is asked.

It is told what that player sees, and nothing of the shoe.
"""

from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from msgspec import structs

from pitboss.cards import show
from pitboss.lab.strategy.lists import MOST
from pitboss.refusal import Refused
from pitboss.room.http.advice import Worth, worth_seen
from pitboss.room.http.hubs import hub_of
from pitboss.room.http.identity import ARoom, Known
from pitboss.room.http.papers import JSON, answers, json_of
from pitboss.room.http.shapes import shape
from pitboss.room.labs.pocket import CardSaid, NoCard, PocketCard
from pitboss.room.labs.question import ADVISE, HOLE, STRATEGY, Question, question
from pitboss.room.people.accounts import Account
from pitboss.room.room import Room
from pitboss.round import PlayerView
from pitboss.table.seen import seen
from pitboss.table.views import RoundView, View

router = APIRouter(prefix="/api", tags=["lab"])
NOT_ASKED: Final = "nobody asks you to decide now"
Lines = Annotated[int, Query(ge=1, le=MOST, description="Of each list of a pocket card.")]


class Coached(Worth, frozen=True, kw_only=True):
    """What each decision is worth to the player who is asked, and what it was worked out from."""

    round: int
    seat: int
    street: str
    cards: dict[str, str]
    """What the player sees, as the lab takes it."""
    taken: tuple[str, ...]
    """The decisions so far."""
    card: CardSaid | NoCard | None
    """What a pocket card says, if that was asked."""


@router.post("/tables/{table}/advice", response_class=Response, responses=answers(shape(Coached)))
async def advice(
    table: str,
    room: ARoom,
    account: Known,
    card: Lines = 0,
) -> Response:
    """The exact value of each decision that is open to you now, in units and in cents; with
    ``card``, also what a pocket card with so many lines a list says, once it was found.
    """
    state = (await hub_of(room, table)).actor.shown
    now, seat = asked_now(room.look(account, table), account.name)
    rules, before = state.rules, seen(now, seat)
    if rules is None or not state.filed:
        raise Refused("the table has no rules in force")
    taken = tuple(one for one in before.decisions if isinstance(one, str))
    if len(taken) != len(before.decisions):
        raise Refused("after a raise of an amount between there is no advice")
    cards, submission = cards_of(before), dict(state.filed[-1].submission)
    asked = question(ADVISE, state.game, submission, seen=cards, decisions=taken)
    unit = now.seats[seat].wagers[rules.required[0].key]
    pocket = _pocket(room, account, asked, card) if card else None
    found, seeing = await worth_seen(room.labs, account.key, asked, unit)
    if card and isinstance(pocket, NoCard) and pocket.waiting:  # a short one is there by now
        pocket = _pocket(room, account, asked, card)
    told = Coached(
        **structs.asdict(found),
        round=now.number,
        seat=seat,
        street=now.street or "",
        cards=cards,
        taken=taken,
        card=_said(pocket, now.street or "", before, seeing.features),
    )
    return Response(json_of(told), media_type=JSON)


def _pocket(room: Room, account: Account, asked: Question, lines: int) -> PocketCard | NoCard:
    """The card for the rules that somebody asks about. Nobody waits for it."""
    about = structs.replace(asked, kind=STRATEGY, cards={}, decisions=(), lines=lines)
    return room.pocket_cards.look(room.labs, account.key, about, guest=account.guest)


def _said(
    pocket: PocketCard | NoCard | None,
    street: str,
    before: PlayerView,
    features: Mapping[str, int] | None,
) -> CardSaid | NoCard | None:
    """What the card says, if there is one; where it cannot, the values stand without it."""
    if not isinstance(pocket, PocketCard):
        return pocket
    try:
        return pocket.said(street, before.hole, features)
    except Refused as refused:
        return NoCard(False, refused.sentence)


def asked_now(view: View, name: str) -> tuple[RoundView, int]:
    """The round in which this player is asked, and the seat."""
    now = view.round
    if not isinstance(now, RoundView) or now.turn is None or not view.choices:
        raise Refused(NOT_ASKED)
    if now.seats[now.turn].player != name:
        raise Refused(NOT_ASKED)
    return now, now.turn


def cards_of(before: PlayerView) -> dict[str, str]:
    """What a player sees, by place."""
    return {HOLE: show(before.hole)} | {name: show(some) for name, some in before.table.items()}
