"""What a page needs beside a table: its rules card, and why each wager ended as it did."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from fastapi import APIRouter, Response
from msgspec import Struct

from pitboss.games import all_games, find_game
from pitboss.papers.card import Card, rules_card
from pitboss.papers.changes import changes
from pitboss.papers.result_seat import result_sentences
from pitboss.refusal import Refused
from pitboss.room.http.errors import Denied
from pitboss.room.http.hubs import hub_of
from pitboss.room.http.identity import Anyone, ARoom, Known
from pitboss.room.http.papers import JSON, answers
from pitboss.room.http.shapes import shape
from pitboss.room.intros import intro
from pitboss.submission import resolve
from pitboss.table.filing import rules_by_hash
from pitboss.table.views import RoundView

router = APIRouter(prefix="/api", tags=["tables"])


class PageCard(Card, frozen=True, kw_only=True):
    """A rules card, and which of its spots are filled together."""

    together: tuple[str, ...]


class Told(Struct, frozen=True):
    """What came of some wagers, in a sentence with its clauses."""

    seat: int
    wagers: tuple[str, ...]
    text: str
    clause: str
    made: str
    """The hand that they were on: ``pair of nines``."""
    odds: Mapping[str, str]
    """What each of them was paid at: ``3 to 2``; a bonus that it earned is beside."""


class Announced(Struct, frozen=True):
    """What a table is played by after this round."""

    number: int
    """Of the submission."""
    changes: tuple[str, ...]
    """What changes, in sentences."""
    card: PageCard


def _card(game: str, submission: Mapping[str, Any]) -> PageCard:
    found = find_game(game)
    card = rules_card(found, submission)
    # Required wagers are equal; so one hand puts chips on all of them.
    together = tuple(wager.key for wager in resolve(found, submission).required)
    fields = {name: getattr(card, name) for name in Card.__struct_fields__}
    return PageCard(**fields, together=together)


def _json(told: Struct | None) -> Response:
    return Response(msgspec.json.encode(told, enc_hook=str), media_type=JSON)


@router.get("/games/{game}/card", response_class=Response, responses=answers(shape(PageCard)))
async def game_card(game: str, _: Anyone) -> Response:
    """The rules card of a game as it is filed by default."""
    if game not in all_games():
        raise Denied(404, "there is no such game")
    return _json(_card(game, {}))


@router.get("/games/{game}/intro", response_class=Response, responses=answers({"type": "array"}))
async def game_intro(game: str, _: Anyone) -> Response:
    """One round of a game, step by step, as an introduction."""
    if game not in all_games():
        raise Denied(404, "there is no such game")
    return Response(await asyncio.to_thread(intro, game), media_type=JSON)


@router.get("/tables/{table}/card", response_class=Response, responses=answers(shape(PageCard)))
async def table_card(table: str, room: ARoom, _: Anyone) -> Response:
    """The rules card of a table, by the submission in force."""
    state = (await hub_of(room, table)).actor.shown
    if not state.filed:
        raise Refused("the table has no rules in force yet")
    return _json(_card(state.game, state.filed[-1].submission))


@router.get(
    "/tables/{table}/upcoming",
    response_class=Response,
    responses=answers({"anyOf": [shape(Announced), {"type": "null"}]}),
)
async def upcoming(table: str, room: ARoom, _: Anyone) -> Response:
    """What the table is played by after this round, if two people approved other rules; or null."""
    state = (await hub_of(room, table)).actor.shown
    coming = state.upcoming
    if coming is None:
        return _json(None)
    before, after = state.filed[-1].submission, coming.matter.submission
    words = changes(find_game(state.game), before, after)
    return _json(Announced(coming.number, words, _card(state.game, after)))


@router.get(
    "/tables/{table}/rounds/{number}/told",
    response_class=Response,
    responses=answers(shape(tuple[Told, ...])),
)
async def told(table: str, number: int, room: ARoom, account: Known) -> Response:
    """Why one's own wagers of a round ended as they did, once it is over."""
    state = (await hub_of(room, table)).actor.shown
    seen = room.look(account, table)
    rounds = [seen.round, *(seen.last if isinstance(seen.last, tuple) else ())]
    found = [one for one in rounds if isinstance(one, RoundView) and one.number == number]
    if not found:
        raise Denied(404, "there is no such round, or it was long ago")
    now, game = found[0], find_game(state.game)
    rules = rules_by_hash(state, now.rules)
    sentences = [
        Told(
            seat,
            one.wagers,
            one.text,
            ", ".join(one.clauses),
            one.made.removeprefix("a "),
            one.odds,
        )
        for seat, hand in now.seats.items()
        if hand.player == account.name
        for one in result_sentences(game, rules, now, seat)
    ]
    return Response(msgspec.json.encode(sentences), media_type=JSON)
