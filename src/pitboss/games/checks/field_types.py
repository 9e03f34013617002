"""Check that every field of a definition holds a value of its type."""

from collections.abc import Iterator
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

from msgspec import Struct

from pitboss.errors import short_repr
from pitboss.games.game_parts import Fold, OnlyWith, Switch, TakeDown
from pitboss.games.paytables import CardsLine, Line, PrizeLine, Symbol, Table

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
    """Check that every field has its type and that switches are only used where allowed.

    Procedures are skipped: they have checks of their own, and few people write them.
    """
    yield from _check_part(game)


def _check_part(part: Struct) -> Iterator[str]:
    for name, hint in _hints(type(part)).items():
        if name != "procedures":
            where = f"{name} of {_part_name(part)}"
            may_switch = (type(part).__name__, name) in _SWITCHABLE_FIELDS
            yield from _check_value(where, getattr(part, name), hint, may_switch)


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
        for item in value:
            yield from _check_value(f"an item in {field}", item, get_args(kind)[0], may_switch)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _check_value(f"a name in {field}", key, get_args(kind)[0])
            yield from _check_value(f"{key!r} in {field}", item, get_args(kind)[1])
    elif isinstance(value, Struct):
        yield from _check_part(value)


def _advice(value: object, hint: TypeHint) -> str:
    """Return what to write instead, if a likely mistake is recognized."""
    kinds = _allowed_types(hint)
    origins: list[TypeHint] = [get_origin(kind) for kind in kinds]
    if isinstance(value, list) and tuple in origins:
        return "; write ( ) in place of [ ]"
    if isinstance(value, float | str) and Fraction in kinds:
        try:
            exact = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            return ""
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
    origin: TypeHint = get_origin(kind) or kind
    if origin is Literal:
        return value in get_args(kind)
    if origin is Table:
        (line,) = get_args(kind)
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
