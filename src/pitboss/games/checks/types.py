"""Types: what stands in each field of a definition is of the kind that the field takes.

Python does not look when a value is made. A forgotten comma makes one part of what should be a
tuple of parts, and everything after it would fail in words that say nothing.
"""

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

from pitboss.games.paytables import CardsLine, Line, PrizeLine, Symbol, Table
from pitboss.games.words import Fold, OnlyWith, Switch, TakeDown
from pitboss.refusal import brief

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

Hint = Any
"""What an annotation says: a class, a union, ``tuple[Place, ...]``."""
_SWITCHED: Final = {
    ("Game", "hands"),
    ("HandOf", "ranking"),
    ("Required", "pays"),
    ("Raise", "pays"),
    ("Side", "pays"),
    ("Side", "lives_after_fold"),
    ("Street", "any_amount"),
    ("PayoutLimit", "scope"),
}
"""Where a switch may stand. Only that of a payoff may turn on more than a reading."""
_WORDS: Final[dict[object, str]] = {
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


def types(game: "Game") -> Iterator[str]:
    """Every field is of its type, and switches stand only where they can.

    Procedures are left out: they have checks of their own, and few people write them.
    """
    yield from _of_part(game)


def _of_part(part: Struct) -> Iterator[str]:
    for name, hint in _hints(type(part)).items():
        if name != "procedures":
            where = f"{name} of {_called(part)}"
            turns = (type(part).__name__, name) in _SWITCHED
            yield from _of_value(where, getattr(part, name), hint, turns)


def _of_value(where: str, value: object, hint: Hint, turns: bool = False) -> Iterator[str]:
    if isinstance(value, Switch):
        yield from _of_switch(where, value, hint, turns)
        return
    kind = next((kind for kind in _kinds(hint) if _is_a(value, kind)), None)
    if kind is None:
        yield f"{where} is {brief(value)}: it must be {_words(hint)}{_advice(value, hint)}"
    elif isinstance(value, tuple):
        for item in value:
            yield from _of_value(f"an item in {where}", item, get_args(kind)[0], turns)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _of_value(f"a name in {where}", key, get_args(kind)[0])
            yield from _of_value(f"{key!r} in {where}", item, get_args(kind)[1])
    elif isinstance(value, Struct):
        yield from _of_part(value)


def _advice(value: object, hint: Hint) -> str:
    """Say what to write instead, where one mistake is likely."""
    kinds = _kinds(hint)
    origins: list[Hint] = [get_origin(kind) for kind in kinds]
    if isinstance(value, list) and tuple in origins:
        return "; write ( ) in place of [ ]"
    if isinstance(value, float | str) and Fraction in kinds:
        try:
            exact = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            return ""
        return f"; write Fraction({exact.numerator}, {exact.denominator})"
    return ""


def _of_switch(where: str, switch: Switch[Any], hint: Hint, turns: bool) -> Iterator[str]:
    if not turns:
        yield (
            f"{where} is a switch, which cannot stand there: put it in place of the whole payoff, "
            "or of a hand, a ranking, lives_after_fold, any_amount or a scope"
        )
    elif switch.by != "reading" and not where.startswith("pays of "):
        yield f"{where} turns on the {switch.key}, but only a payoff does: use by_reading here"
    elif not switch.choices:
        yield f"{where} is a switch without choices"
    else:
        for choice, value in switch.choices.items():
            yield from _of_value(f"choice {choice!r} for {where}", value, hint)


@cache
def _hints(part: type[Struct]) -> dict[str, Hint]:
    return get_type_hints(part)


def _kinds(hint: Hint) -> tuple[Hint, ...]:
    """The kinds of values that a hint allows."""
    if isinstance(hint, TypeVar):
        return hint.__constraints__
    origin: Hint = get_origin(hint)
    if origin in (Union, UnionType):
        return tuple(kind for part in get_args(hint) for kind in _kinds(part))
    return (hint,)


def _is_a(value: object, kind: Hint) -> bool:
    """Whether a value is of a kind, whatever is within it."""
    origin: Hint = get_origin(kind) or kind
    if origin is Literal:
        return value in get_args(kind)
    if origin is Table:
        (line,) = get_args(kind)
        return isinstance(value, Table) and all(isinstance(one, line) for one in value.lines)
    if origin is int:
        return type(value) is int
    return isinstance(value, origin)


def _words(hint: Hint) -> str:
    kinds = _kinds(hint)
    words = [_WORDS.get(k) or _WORDS.get(get_origin(k)) or _name(k) for k in kinds]
    *first, last = dict.fromkeys(words)
    return f"{', '.join(first)} or {last}" if first else last


def _name(kind: Hint) -> str:
    origin: Hint = get_origin(kind)
    if origin is Literal:
        return " or ".join(map(repr, get_args(kind)))
    name: str = kind.__name__
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _called(part: Struct) -> str:
    """A part by its name, as a definition calls it."""
    kind = type(part).__name__
    if kind == "Game":
        return "the game"
    for field in ("key", "name", "id", "wager"):
        name: object = getattr(part, field, None)
        if name and isinstance(name, str):
            return f"{kind} {name!r}"
    return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind}"
