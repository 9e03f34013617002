"""Check the switches of a definition and the clauses that its parts cite."""

import re
from collections.abc import Iterator
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, get_args

from msgspec import Struct, structs

from pitboss.games.checks.common import find_unknown, walk_fields
from pitboss.games.game_parts import UNLIMITED, Required, Switch
from pitboss.games.layouts import default_layout
from pitboss.games.procedures import default_procedures

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


_CITING_FIELDS: Final = {
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
"""The fields that cite clauses, in addition to ``clause``, which every part may have."""
_OPTIONAL_CITATIONS: Final = {
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
"""The fields that may be empty where a rulebook is silent; without a rulebook, all may be."""
_FIELDS_KEYED_BY_CLAUSE: Final = ("breaches", "handling")
CLAUSE_PATTERN: Final = re.compile(r"\d{1,2}\.[A-Z](\([0-9a-z]+\)(#\d)?)*")


def citing_fields(owner: Struct) -> tuple[str, ...]:
    """Return the fields of a part of a game that cite clauses."""
    return ("clause", *_CITING_FIELDS.get(type(owner).__name__, ()))


def check_clauses(game: "Game") -> Iterator[str]:
    """Check that citations look like clause numbers; several are separated by commas."""
    faults = list(_clause_faults(game))
    if game.short and not any(filter(None, _all_citations(game))):
        yield f"short is {game.short!r}, but no clause is cited: leave short out, or cite clauses"
    else:
        yield from faults


def _all_citations(game: "Game") -> Iterator[object]:
    for owner, name, value in walk_fields(game):
        if name in citing_fields(owner):
            yield from _citations(name, value)


def _clause_faults(game: "Game") -> Iterator[str]:
    derived_parts: list[Struct] = [UNLIMITED]
    derived_parts += [game.procedures] if game.procedures == default_procedures(game) else []
    derived_parts += [game.layout] if game.layout == default_layout(game) else []
    for owner, name, value in walk_fields(game, derived_parts):
        if name not in citing_fields(owner) or value in _empty_values(type(owner), name):
            continue
        place = type(owner).__name__ + ("" if name == "clause" else f".{name}")
        for clause in _citations(name, value):
            if not game.short and clause == "":
                continue
            if not isinstance(clause, str) or not CLAUSE_PATTERN.fullmatch(clause):
                yield f"{clause!r} on {place} is not a clause number"
            elif not game.short:
                yield (
                    f"{clause!r} on {place} cites a rulebook: set short to the name that the "
                    "rulebook is cited by"
                )


@cache
def _empty_values(part: type[Struct], name: str) -> tuple[object, ...]:
    """Return the values of a field that mean that the rulebook is silent."""
    field = next(x for x in structs.fields(part) if x.name == name)
    nothing = (None,) if NoneType in get_args(field.type) else ()
    return (*nothing, "") if name in _OPTIONAL_CITATIONS.get(part.__name__, ()) else nothing


def _citations(name: str, value: object) -> Iterator[object]:
    """Yield every clause in a field; breaches and reminders have clauses as keys."""
    if isinstance(value, dict):
        for part in value if name in _FIELDS_KEYED_BY_CLAUSE else value.values():
            yield from _citations(name, part)
    elif isinstance(value, str):
        yield from value.split(", ")
    else:
        yield value


def check_switches(game: "Game") -> Iterator[str]:
    """Check that every switch depends on a reading or option, and that each of those is used."""
    readings = [reading.id for reading in game.readings]
    choices = {reading.id: reading for reading in game.readings} | {
        option.key: option
        for wager in game.wagers
        if isinstance(wager, Required)
        for option in wager.options
    }
    for key, choice in choices.items():
        if choice.default not in choice.choices:
            yield f"the default of {key} is not one of its choices"
    used_keys = set()
    for switch in _all_switches(game):
        key = switch.key
        used_keys.add(key)
        if switch.by == "paytable":
            yield from find_unknown("the default paytable is", [switch.default], switch.choices)
        elif switch.by == "reading" and key not in readings:
            yield from find_unknown("a switch depends on the reading", [key], readings)
        elif key in choices and set(switch.choices) != set(choices[key].choices):
            names = ", ".join(choices[key].choices)
            yield f"a switch on {key} must have exactly the choices {names}"
    for key in choices:
        if key not in used_keys:
            yield f"nothing depends on {key!r}: use it in a switch, or remove it"


def _all_switches(value: object) -> Iterator[Switch[Any]]:
    """Yield every switch in a definition, including those inside its parts."""
    if isinstance(value, Switch):
        yield value
    if isinstance(value, Struct):
        value = structs.asdict(value)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    for part in parts:
        yield from _all_switches(part)
