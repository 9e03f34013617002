"""Switches, and the clauses that everything cites."""

import re
from collections.abc import Iterator
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Final, get_args

from msgspec import Struct, structs

from pitboss.games.checks.common import unknown, walk
from pitboss.games.words import Required, Switch

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

_CITES: Final = {
    "Care": (
        "alternate", "cut_clause", "deck_clause", "idle", "loaded", "one_design", "opening",
        "ordered", "ready_made", "received", "recut", "shuffled", "stub_clause", "two_colors",
        "uncut",
    ),
    "Conduct": (
        "announces", "betting", "breaches", "chips", "closed", "discards", "leaving", "locks_out",
        "seated", "settles", "settles_first_by", "until_shown", "validates", "verifies",
    ),
    "Dealing": (
        "counts", "from_hand", "handling", "locks_out", "needs_shuffler", "no_more_bets", "stub",
    ),
    "Game": (
        "acceptance", "forfeits", "hands_off", "shufflers", "submission_clause", "two_decks",
    ),
    "Layout": ("operator_clause",),
    "PayoutLimit": ("lower_by",),
    "Progressive": ("rate_clause",),
    "Reshuffling": ("lifts",),
    "Showdown": ("equal", "higher", "lower", "too_low"),
    "Spin": ("rate_clause", "wager_clause"),
    "Street": ("reveal_by",),
}  # fmt: skip
"""The fields that cite clauses, beside ``clause``, which every part may have."""
_BY_CLAUSE: Final = ("breaches", "handling")
CLAUSE: Final = re.compile(r"\d{1,2}\.[A-Z](\([0-9a-z]+\)(#\d)?)*")


def cited(owner: Struct) -> tuple[str, ...]:
    """The fields of a part of a game that cite clauses."""
    return ("clause", *_CITES.get(type(owner).__name__, ()))


def clauses(game: "Game") -> Iterator[str]:
    """What is cited has the form of a clause; several stand with commas."""
    for owner, name, value in walk(game):
        if name not in cited(owner) or value in _silence(type(owner), name):
            continue
        place = type(owner).__name__ + ("" if name == "clause" else f".{name}")
        for clause in _citations(name, value):
            if not isinstance(clause, str) or not CLAUSE.fullmatch(clause):
                yield f"{clause!r} on {place} is not the number of a clause"


@cache
def _silence(part: type[Struct], name: str) -> tuple[object, ...]:
    """What stands in a field where a rulebook is silent, if it may be."""
    field = next(x for x in structs.fields(part) if x.name == name)
    nothing = (None,) if NoneType in get_args(field.type) else ()
    return (*nothing, "") if field.default == "" else nothing


def _citations(name: str, value: object) -> Iterator[object]:
    """Every clause of a field. Breaches and reminders are listed by their clauses."""
    if isinstance(value, dict):
        for several in value if name in _BY_CLAUSE else value.values():
            yield from _citations(name, several)
    elif isinstance(value, str):
        yield from value.split(", ")
    else:
        yield value


def switches(game: "Game") -> Iterator[str]:
    """Every switch turns on something that is offered, and everything offered turns one."""
    offered = {reading.id: reading for reading in game.readings} | {
        option.key: option
        for wager in game.wagers
        if isinstance(wager, Required)
        for option in wager.options
    }
    for key, choice in offered.items():
        if choice.default not in choice.choices:
            yield f"the default of {key} is not one of its choices"
    turned = set()
    for _, _, value in walk(game):
        if not isinstance(value, Switch):
            continue
        turned.add(value.key)
        if value.by == "paytable":
            yield from unknown("the default paytable is", [value.default], value.choices)
        elif value.key not in offered:
            yield f"it turns on {value.key!r}, which is no reading or option of it"
        elif set(value.choices) != set(offered[value.key].choices):
            yield f"it does not say what every choice of {value.key} means"
    yield from (f"nothing turns on {key!r}" for key in offered if key not in turned)
