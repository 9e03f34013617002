"""Switches, and the clauses that everything cites."""

import re
from collections.abc import Iterator
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, get_args

from msgspec import Struct, structs

from pitboss.games.checks.common import unknown, walk
from pitboss.games.layouts import default_layout
from pitboss.games.procedures import default_procedures
from pitboss.games.words import UNLIMITED, Required, Switch

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

_CITES: Final = {
    "DeckProcedures": (
        "alternate", "cut_clause", "deck_clause", "idle", "loaded", "one_design", "opening",
        "ordered", "ready_made", "received", "recut", "shuffled", "stub_clause", "two_colors",
        "uncut",
    ),
    "TableProcedures": (
        "announces", "betting", "breaches", "chips", "closed", "discards", "leaving", "locks_out",
        "seated", "settles", "settles_first_by", "until_shown", "validates", "verifies",
    ),
    "Dealing": (
        "counts", "from_hand", "handling", "locks_out", "needs_shuffler", "no_more_bets", "stub",
    ),
    "Procedures": (
        "acceptance", "forfeits", "hands_off", "shufflers", "submission_clause", "two_decks",
    ),
    "Layout": ("operator_clause",),
    "PayoutLimit": ("lower_by",),
    "ByTable": ("by",),
    "Cases": ("by", "otherwise_by"),
    "Progressive": ("rate_clause",),
    "Reshuffling": ("lifts",),
    "Wheel": ("rate_clause", "stake_clause"),
}  # fmt: skip
"""The fields that cite clauses, beside ``clause``, which every part may have."""
_MAY_BE_SILENT: Final = {
    "DeckProcedures": ("one_design", "two_colors"),
    "TableProcedures": (
        "announces", "locks_out", "settles_first_by", "until_shown", "validates", "verifies",
    ),
    "Dealing": ("counts", "from_hand", "locks_out", "stub"),
    "Procedures": ("acceptance", "hands_off"),
    "PayoutLimit": ("lower_by",),
    "ByTable": ("by",),
    "Case": ("clause",),
    "Cases": ("by", "otherwise_by"),
    "Wheel": ("rate_clause",),
}  # fmt: skip
"""The fields that a rulebook may leave empty. A game without a rulebook leaves all of them so."""
_BY_CLAUSE: Final = ("breaches", "handling")
CLAUSE: Final = re.compile(r"\d{1,2}\.[A-Z](\([0-9a-z]+\)(#\d)?)*")


def cited(owner: Struct) -> tuple[str, ...]:
    """The fields of a part of a game that cite clauses."""
    return ("clause", *_CITES.get(type(owner).__name__, ()))


def clauses(game: "Game") -> Iterator[str]:
    """What is cited has the form of a clause; several stand with commas."""
    faults = list(_clauses(game))
    if game.short and not any(filter(None, _every_citation(game))):
        yield f"it is cited as {game.short!r}, but cites no clause: leave short out, or cite them"
    else:
        yield from faults


def _every_citation(game: "Game") -> Iterator[object]:
    for owner, name, value in walk(game):
        if name in cited(owner):
            yield from _citations(name, value)


def _clauses(game: "Game") -> Iterator[str]:
    derived: list[Struct] = [UNLIMITED]
    derived += [game.procedures] if game.procedures == default_procedures(game) else []
    derived += [game.layout] if game.layout == default_layout(game) else []
    for owner, name, value in walk(game, derived):
        if name not in cited(owner) or value in _silence(type(owner), name):
            continue
        place = type(owner).__name__ + ("" if name == "clause" else f".{name}")
        for clause in _citations(name, value):
            if not game.short and clause == "":
                continue
            if not isinstance(clause, str) or not CLAUSE.fullmatch(clause):
                yield f"{clause!r} on {place} is not the number of a clause"
            elif not game.short:
                yield f"{clause!r} on {place} cites a rulebook: give it a short name to cite it by"


@cache
def _silence(part: type[Struct], name: str) -> tuple[object, ...]:
    """What stands in a field where a rulebook is silent, if it may be."""
    field = next(x for x in structs.fields(part) if x.name == name)
    nothing = (None,) if NoneType in get_args(field.type) else ()
    return (*nothing, "") if name in _MAY_BE_SILENT.get(part.__name__, ()) else nothing


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
    readings = [reading.id for reading in game.readings]
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
    for value in _switches(game):
        turned.add(value.key)
        if value.by == "paytable":
            yield from unknown("the default paytable is", [value.default], value.choices)
        elif value.by == "reading" and value.key not in readings:
            yield from unknown("a switch turns on the reading", [value.key], readings)
        elif value.key in offered and set(value.choices) != set(offered[value.key].choices):
            yield f"it does not say what every choice of {value.key} means"
    yield from (f"nothing turns on {key!r}" for key in offered if key not in turned)


def _switches(value: object) -> Iterator[Switch[Any]]:
    """Every switch of a definition, those within its parts included."""
    if isinstance(value, Switch):
        yield value
    if isinstance(value, Struct):
        value = structs.asdict(value)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    for part in parts:
        yield from _switches(part)
