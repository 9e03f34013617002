"""Routes for rules cards, introductions, and explanations of why wagers won or lost.

An introduction is one real round of a game, dealt from a public seed, with a sentence of the rules
card at every step.
"""

import asyncio
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Response
from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.games import all_games, find_game
from pitboss.papers.filing.changes import describe_changes
from pitboss.papers.round_results import result_sentences
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.papers.rules_card.round_steps import RoundStep
from pitboss.room.http.dependencies import CurrentAccount, CurrentRoom, OptionalAccount, find_hub
from pitboss.room.http.openapi import json_schema
from pitboss.room.http.responses import JSON, RequestDenied, response_docs
from pitboss.room.page_cards import PageCard, make_page_card
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.state import MAX_RECALLED_ROUNDS, encode_fraction, rules_by_hash
from pitboss.table.views import RoundView, own_view, public_view

YOU: Final = Person("You", Role.PLAYER)
SEAT: Final = 3
CHIPS: Final = 200_00
MAX_TRIES: Final = 60
"""Rounds that are tried to find one that shows more than a loss."""
MOST_INTERESTING: Final = (True, True)


class IntroStep(Struct, frozen=True):
    """One step of an introduction: a text, and the table as the player sees it then."""

    title: str
    text: str
    view: Any
    own: Any
    decision: str = ""
    """The player's decision at this step, if there is one."""


@cache
def introduction_json(game: str) -> bytes:
    """Return all steps of a game's introduction as JSON."""
    best: list[IntroStep] = []
    for number in range(MAX_TRIES):
        steps = list(_play_round(game, f"introduction {number}"))
        if not best or _interest(steps) > _interest(best):
            best = steps
        if _interest(best) == MOST_INTERESTING:
            break
    return msgspec.json.encode(best, enc_hook=encode_fraction)


def _interest(steps: list[IntroStep]) -> tuple[bool, bool]:
    """Return whether the round has a net win, and whether its wagers have different outcomes."""
    results = steps[-1].view["round"]["seats"][str(SEAT)]["results"].values()
    net = sum(result["credit"] - result["stake"] for result in results)
    return net > 0, len({result["outcome"] for result in results}) > 1


def _play_round(game: str, practice: str) -> Iterator[IntroStep]:
    card = build_rules_card(find_game(game))
    steps = {step.key: step for step in card.steps}
    table = Table.open(game, practice=practice or "introduction")
    for command in (c.TakeSeat(SEAT), c.BuyIn(CHIPS)):
        table.execute(command, YOU)
    yield _make_step(card.name, card.story, table)
    table.execute(c.OpenRound())
    wagers = {wager.key: wager.minimum or 0 for wager in card.wagers if wager.kind == "required"}
    table.execute(c.PlaceWagers(SEAT, wagers), YOU)
    yield _rules_step(steps["wager"], table)
    if "sides" in steps:
        yield _rules_step(steps["sides"], table)
    table.execute(c.NoMoreBets())
    yield _rules_step(steps["deal"], table)
    yield from _street_steps(steps, table)
    yield _make_step("Payment", _result_text(table), table)


def _street_steps(steps: dict[str, RoundStep], table: Table) -> Iterator[IntroStep]:
    while choices := own_view(table.state, table.shoe, YOU).choices:
        street = _round_view(table).street
        stays = [choice for choice in choices if not choice.folds and not choice.returns]
        decision = stays[0].decision
        if street in steps:
            yield _make_step(steps[street].title, steps[street].text, table, decision)
        table.execute(c.Decide(SEAT, decision), YOU)


def _result_text(table: Table) -> str:
    """Return why each wager won or lost."""
    game = find_game(table.state.game)
    sentences = result_sentences(game, table.rules, _round_view(table), SEAT)
    return " ".join(sentence.text for sentence in sentences)


def _round_view(table: Table) -> RoundView:
    round_ = table.view(YOU).round
    if not isinstance(round_, RoundView):
        raise AssertionError("no round was opened")
    return round_


def _rules_step(step: RoundStep, table: Table) -> IntroStep:
    return _make_step(step.title, step.text, table)


def _make_step(title: str, text: str, table: Table, decision: str = "") -> IntroStep:
    views = public_view(table.state, Role.PLAYER), own_view(table.state, table.shoe, YOU)
    view, own = (
        msgspec.to_builtins(view, str_keys=True, enc_hook=encode_fraction) for view in views
    )
    return IntroStep(title, text, view, own, decision)


router = APIRouter(prefix="/api", tags=["tables"])


class WagerExplanation(Struct, frozen=True):
    """Why some wagers won or lost, in a sentence with its clauses."""

    seat: int
    wagers: tuple[str, ...]
    text: str
    clause: str
    made: str
    """The hand that decided them: ``pair of nines``."""
    odds: Mapping[str, str]
    """The odds that each of them was paid at: ``3 to 2``; a bonus is not included."""


class UpcomingRules(Struct, frozen=True):
    """The rules of a table after this round."""

    number: int
    """The number of the submission."""
    changes: tuple[str, ...]
    """The changes, in sentences."""
    card: PageCard


def _json_response(record: Struct | None) -> Response:
    return Response(msgspec.json.encode(record, enc_hook=str), media_type=JSON)


@router.get(
    "/games/{game}/card", response_class=Response, responses=response_docs(json_schema(PageCard))
)
async def game_card(game: str, _: OptionalAccount) -> Response:
    """Return the rules card of a game under its default submission."""
    if game not in all_games():
        raise RequestDenied(404, f"there is no game {short_repr(game)}")
    return _json_response(make_page_card(game, {}))


@router.get(
    "/games/{game}/intro", response_class=Response, responses=response_docs({"type": "array"})
)
async def game_intro(game: str, _: OptionalAccount) -> Response:
    """Return an introduction to a game: one round, step by step."""
    if game not in all_games():
        raise RequestDenied(404, f"there is no game {short_repr(game)}")
    return Response(await asyncio.to_thread(introduction_json, game), media_type=JSON)


@router.get(
    "/tables/{table}/card", response_class=Response, responses=response_docs(json_schema(PageCard))
)
async def table_card(table: str, room: CurrentRoom, _: OptionalAccount) -> Response:
    """Return the rules card of a table under the submission in force."""
    state = (await find_hub(room, table)).actor.committed_state
    if not state.filed:
        raise Refused("the table has no rules in force yet")
    return _json_response(make_page_card(state.game, state.filed[-1].submission))


@router.get(
    "/tables/{table}/upcoming",
    response_class=Response,
    responses=response_docs({"anyOf": [json_schema(UpcomingRules), {"type": "null"}]}),
)
async def upcoming_rules(table: str, room: CurrentRoom, _: OptionalAccount) -> Response:
    """Return the approved rules that take effect after this round; null if nothing changes."""
    state = (await find_hub(room, table)).actor.committed_state
    proposal = state.upcoming
    if proposal is None:
        return _json_response(None)
    before, after = state.filed[-1].submission, proposal.matter.submission
    changes = describe_changes(find_game(state.game), before, after)
    return _json_response(
        UpcomingRules(proposal.number, changes, make_page_card(state.game, after))
    )


@router.get(
    "/tables/{table}/rounds/{number}/told",
    response_class=Response,
    responses=response_docs(json_schema(tuple[WagerExplanation, ...])),
)
async def explain_round(
    table: str, number: int, room: CurrentRoom, account: CurrentAccount
) -> Response:
    """Explain why your own wagers of a round won or lost, once the round is over."""
    state = (await find_hub(room, table)).actor.committed_state
    view = room.view(account, table)
    rounds = [view.round, *(view.last if isinstance(view.last, tuple) else ())]
    matches = [
        round_ for round_ in rounds if isinstance(round_, RoundView) and round_.number == number
    ]
    if not matches:
        raise RequestDenied(
            404,
            f"round {number} cannot be explained: choose the current round or one of the last "
            f"{MAX_RECALLED_ROUNDS} closed rounds",
        )
    round_, game = matches[0], find_game(state.game)
    rules = rules_by_hash(state, round_.rules)
    explanations = [
        WagerExplanation(
            seat,
            sentence.wagers,
            sentence.text,
            ", ".join(sentence.clauses),
            sentence.hand.removeprefix("a "),
            sentence.odds,
        )
        for seat, hand in round_.seats.items()
        if hand.player == account.name
        for sentence in result_sentences(game, rules, round_, seat)
    ]
    return Response(msgspec.json.encode(explanations), media_type=JSON)
