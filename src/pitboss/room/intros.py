"""An introduction to each game: one round, played through, with a sentence at every step.

The sentences are those of the rules card; the round is a real one, from a seed that anybody can
foresee, chosen so that there is something to see.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.games import find_game
from pitboss.papers.card import rules_card
from pitboss.papers.result_seat import result_sentences
from pitboss.papers.rounds import Step
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.state import plain
from pitboss.table.views import RoundView, own_part, public_part

YOU: Final = Person("You", Role.PLAYER)
SEAT: Final = 3
CHIPS: Final = 200_00
TRIES: Final = 60
"""Rounds that are looked at for one that shows more than a loss."""
MOST_SHOWN: Final = (True, True)


class Leaf(Struct, frozen=True):
    """One step: what is said, and the table as you see it then."""

    title: str
    text: str
    view: Any
    own: Any
    decision: str = ""
    """What you answer here, if you are asked."""


@cache
def intro(game: str) -> bytes:
    """All steps of a game, as they are sent."""
    leaves: list[Leaf] = []
    for number in range(TRIES):
        played = list(_played(game, f"introduction {number}"))
        if not leaves or _shows(played) > _shows(leaves):
            leaves = played
        if _shows(leaves) == MOST_SHOWN:
            break
    return msgspec.json.encode(leaves, enc_hook=plain)


def _shows(leaves: list[Leaf]) -> tuple[bool, bool]:
    """Whether more is won than lost, and some wagers end otherwise than others."""
    results = leaves[-1].view["round"]["seats"][str(SEAT)]["results"].values()
    net = sum(one["credit"] - one["stake"] for one in results)
    return net > 0, len({one["outcome"] for one in results}) > 1


def _played(game: str, practice: str) -> Iterator[Leaf]:
    card = rules_card(find_game(game))
    steps = {step.key: step for step in card.steps}
    table = Table.open(game, practice=practice or "introduction")
    for command in (c.TakeSeat(SEAT), c.BuyIn(CHIPS)):
        table.say(command, YOU)
    yield _leaf(card.name, card.story, table)
    table.say(c.OpenRound())
    least = {wager.key: wager.minimum or 0 for wager in card.wagers if wager.kind == "required"}
    table.say(c.PlaceWagers(SEAT, least), YOU)
    yield _step(steps["wager"], table)
    if "sides" in steps:
        yield _step(steps["sides"], table)
    table.say(c.NoMoreBets())
    yield _step(steps["deal"], table)
    yield from _streets(steps, table)
    yield _leaf("Payment", _ending(table), table)


def _streets(steps: dict[str, Step], table: Table) -> Iterator[Leaf]:
    while choices := own_part(table.state, table.shoe, YOU).choices:
        street = _seen(table).street
        stays = [one for one in choices if not one.folds and not one.returns]
        answer = stays[0].decision
        if street in steps:
            yield _leaf(steps[street].title, steps[street].text, table, answer)
        table.say(c.Decide(SEAT, answer), YOU)


def _ending(table: Table) -> str:
    """Why each wager ended as it did."""
    game = find_game(table.state.game)
    told = result_sentences(game, table.rules, _seen(table), SEAT)
    return " ".join(one.text for one in told)


def _seen(table: Table) -> RoundView:
    now = table.view(YOU).round
    if not isinstance(now, RoundView):
        raise AssertionError("no round was opened")
    return now


def _step(step: Step, table: Table) -> Leaf:
    return _leaf(step.title, step.text, table)


def _leaf(title: str, text: str, table: Table, decision: str = "") -> Leaf:
    view, own = public_part(table.state, Role.PLAYER), own_part(table.state, table.shoe, YOU)
    shown, held = (msgspec.to_builtins(one, str_keys=True, enc_hook=plain) for one in (view, own))
    return Leaf(title, text, shown, held, decision)
