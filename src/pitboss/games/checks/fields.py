"""Check the fields of a definition: their types, the switches in them, and the clauses cited."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Struct, structs

from pitboss.errors import short_repr
from pitboss.games.game_parts import (
    UNLIMITED,
    Fold,
    OnlyWith,
    Required,
    Switch,
    TakeDown,
    default_layout,
)
from pitboss.games.payoffs import ByTable
from pitboss.games.payoffs.payoff_checks import find_unknown
from pitboss.games.paytables import CardsLine, Line, PrizeLine, Symbol, Table
from pitboss.games.procedures import default_procedures

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

TypeHint = Any
"""The type of an annotation: a class, a union, ``tuple[Place, ...]``."""
_SWITCHABLE_FIELDS: Final = {
    ("Game", "hands"),
    ("HandOf", "ranking"),
    ("Required", "pays"),
    ("Raise", "pays"),
    ("Side", "pays"),
    ("Side", "lives_after_fold"),
    ("Street", "any_amount"),
    ("PayoutLimit", "scope"),
}
"""The fields that may be switches. Only a payoff may depend on more than a reading."""
_TYPE_NAMES: Final[dict[object, str]] = {
    int: "a whole number",
    str: "text",
    bool: "True or False",
    tuple: "a tuple, such as (a, b), or (a,) with its comma",
    dict: "a dictionary",
    Fraction: "a Fraction",
    Fold: "FOLD",
    TakeDown: "TAKE_DOWN",
    OnlyWith: "OnlyWith(…)",
    NoneType: "None",
    Table[Line]: "a paytable(…)",
    Table[CardsLine]: "a cards_table(…)",
    Table[PrizeLine]: "a table of prizes(…)",
    Table[Symbol]: "a table of symbols(…)",
}


def check_field_types(game: "Game") -> Iterator[str]:
    """Check that every field has its type and that switches are only used where allowed."""
    yield from _check_part(game)


def _check_part(part: Struct) -> Iterator[str]:
    kind = type(part)
    for name, hint in _hints(kind).items():
        value = getattr(part, name)
        # Most fields are plain values of the right type; only others need words.
        if type(value) in _plain_types(hint):
            continue
        where = f"{name} of {_part_name(part)}"
        may_switch = (kind.__name__, name) in _SWITCHABLE_FIELDS
        yield from _check_value(where, value, hint, may_switch)


def _check_value(
    field: str, value: object, hint: TypeHint, may_switch: bool = False
) -> Iterator[str]:
    if isinstance(value, Switch):
        yield from _check_switch(field, value, hint, may_switch)
        return
    kind = next((kind for kind in _allowed_types(hint) if _is_of_type(value, kind)), None)
    if kind is None:
        yield f"{field} is {short_repr(value)}: it must be {_hint_text(hint)}{_advice(value, hint)}"
    elif isinstance(value, tuple):
        item_hint = _arguments(kind)[0]
        for item in value:
            if type(item) not in _plain_types(item_hint):
                yield from _check_value(f"an item in {field}", item, item_hint, may_switch)
    elif isinstance(value, dict):
        for key, item in value.items():
            key_hint, item_hint = _arguments(kind)
            if type(key) not in _plain_types(key_hint):
                yield from _check_value(f"a name in {field}", key, key_hint)
            if type(item) not in _plain_types(item_hint):
                yield from _check_value(f"{key!r} in {field}", item, item_hint)
    elif isinstance(value, Struct):
        yield from _check_part(value)


def _advice(value: object, hint: TypeHint) -> str:
    """Return what to write instead, if a likely mistake is recognized."""
    kinds = _allowed_types(hint)
    origins: list[TypeHint] = [get_origin(kind) for kind in kinds]
    if isinstance(value, list) and tuple in origins:
        return "; write ( ) in place of [ ]"
    if ByTable in kinds and _is_of_type(value, Table[Line]):
        return '; write ByTable("HAND", …) around the table, with the hand that it pays'
    if isinstance(value, float | str) and Fraction in kinds:
        try:
            exact = Fraction(str(value).replace(" to ", "/"))
        except (ValueError, ZeroDivisionError):
            return ""
        if exact.denominator == 1:
            return f"; write {exact}"
        return f"; write Fraction({exact.numerator}, {exact.denominator})"
    return ""


def _check_switch(
    field: str, switch: Switch[Any], hint: TypeHint, may_switch: bool
) -> Iterator[str]:
    if not may_switch:
        yield (
            f"{field} is a switch, which is not allowed there: use one for a whole payoff, "
            "a hand, a ranking, lives_after_fold, any_amount or a scope"
        )
    elif switch.by != "reading" and not field.startswith("pays of "):
        yield f"{field} depends on the {switch.key}, but only a payoff can: use by_reading here"
    elif not switch.choices:
        yield f"{field} is a switch without choices"
    else:
        for choice, value in switch.choices.items():
            yield from _check_value(f"choice {choice!r} for {field}", value, hint)


@cache
def _hints(part: type[Struct]) -> dict[str, TypeHint]:
    return get_type_hints(part)


@cache
def _plain_types(hint: TypeHint) -> frozenset[type]:
    """Return the types whose values contain nothing else to check."""
    return frozenset({int, str, bool, NoneType, Fraction}.intersection(_allowed_types(hint)))


@cache
def _arguments(kind: TypeHint) -> tuple[TypeHint, ...]:
    return get_args(kind)


@cache
def _origin(kind: TypeHint) -> TypeHint:
    return get_origin(kind) or kind


@cache
def _allowed_types(hint: TypeHint) -> tuple[TypeHint, ...]:
    """Return the types that a hint allows."""
    if isinstance(hint, TypeVar):
        return hint.__constraints__
    origin: TypeHint = get_origin(hint)
    if origin in (Union, UnionType):
        return tuple(kind for part in get_args(hint) for kind in _allowed_types(part))
    return (hint,)


def _is_of_type(value: object, kind: TypeHint) -> bool:
    """Return whether a value is of a type, whatever it contains."""
    origin: TypeHint = _origin(kind)
    if origin is Literal:
        return value in _arguments(kind)
    if origin is Table:
        (line,) = _arguments(kind)
        return isinstance(value, Table) and all(isinstance(entry, line) for entry in value.lines)
    if origin is int:
        return type(value) is int
    return isinstance(value, origin)


def _hint_text(hint: TypeHint) -> str:
    kinds = _allowed_types(hint)
    words = [_TYPE_NAMES.get(k) or _TYPE_NAMES.get(get_origin(k)) or _type_name(k) for k in kinds]
    *first, last = dict.fromkeys(words)
    return f"{', '.join(first)} or {last}" if first else last


def _type_name(kind: TypeHint) -> str:
    origin: TypeHint = get_origin(kind)
    if origin is Literal:
        return " or ".join(map(repr, get_args(kind)))
    name: str = kind.__name__
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _part_name(part: Struct) -> str:
    """Return how messages name a part: ``Street 'flop'``."""
    kind = type(part).__name__
    if kind == "Game":
        return "the game"
    for field in ("key", "name", "id", "wager"):
        name: object = getattr(part, field, None)
        if name and isinstance(name, str):
            return f"{kind} {name!r}"
    return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind}"


# Clauses


def walk_parts(value: object, excluded_parts: Sequence[Struct] = ()) -> Iterator[Struct]:
    """Yield every part of a definition, including parts inside parts, except excluded ones."""
    if isinstance(value, Struct):
        if any(value is part for part in excluded_parts):
            return
        yield value
        value = structs.astuple(value)
    items = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    for item in items:
        if isinstance(item, Struct | tuple | dict):
            yield from walk_parts(item, excluded_parts)


def citations(
    game: "Game", excluded_parts: Sequence[Struct] = ()
) -> Iterator[tuple[Struct, str, Any]]:
    """Yield owner, name and value of every field that cites clauses."""
    for part in walk_parts(game, excluded_parts):
        for name in citing_fields(part):
            if name in part.__struct_fields__:
                yield part, name, getattr(part, name)


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
    "ToPlayers": ("clauses",),
    "ToTable": ("clauses",),
    "Burn": ("clauses",),
    "Discard": ("clauses",),
    "Incident": ("clauses",),
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
    """Check that citations look like clause numbers."""
    clauses = (c for _, name, value in citations(game) for c in _clauses_in(name, value))
    if game.short and not any(clauses):
        yield f"short is {game.short!r}, but no clause is cited: leave short out, or cite clauses"
    else:
        yield from _clause_faults(game)


def _clause_faults(game: "Game") -> Iterator[str]:
    derived_parts: list[Struct] = [UNLIMITED]
    derived_parts += [game.procedures] if game.procedures == default_procedures(game) else []
    derived_parts += [game.layout] if game.layout == default_layout(game) else []
    for owner, name, value in citations(game, derived_parts):
        if value in _empty_values(type(owner), name):
            continue
        place = type(owner).__name__ + ("" if name == "clause" else f".{name}")
        for clause in _clauses_in(name, value):
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


def _clauses_in(name: str, value: object) -> Iterator[object]:
    """Yield every clause in a field; breaches and reminders have clauses as keys."""
    if isinstance(value, dict):
        for part in value if name in _FIELDS_KEYED_BY_CLAUSE else value.values():
            yield from _clauses_in(name, part)
    elif isinstance(value, tuple):
        yield from value
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
    for switch in walk_parts(game):
        if not isinstance(switch, Switch):
            continue
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
