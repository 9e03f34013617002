"""The state of a table at a version, so that a restart need not read all that ever happened.

It is only a speed-up: one that cannot be read, or that another program wrote, is left aside, and
the table is read from its first line on.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from pitboss.refusal import Refused
from pitboss.room.store.shape import Head, Snapshot
from pitboss.table import State
from pitboss.table.filing import lacks, rules_of
from pitboss.table.state import state_bytes


@cache
def _hints(record: type[Struct]) -> dict[str, Any]:
    return get_type_hints(record)


def _described(hint: Any, seen: dict[str, str]) -> str:  # noqa: ANN401
    """Write a type down, and all records that it is made of, with their fields and defaults."""
    hint = getattr(hint, "__supertype__", hint)
    inside = get_args(hint)
    if inside:
        parts = ", ".join(_described(one, seen) for one in inside)
        return f"{get_origin(hint)}[{parts}]"
    if not isinstance(hint, type):
        return repr(hint)
    if issubclass(hint, Enum):
        return f"{hint.__name__}{[one.value for one in hint]}"
    name = f"{hint.__module__}.{hint.__qualname__}"
    if issubclass(hint, Struct) and name not in seen:
        seen[name] = ""
        hints = _hints(hint)
        seen[name] = "; ".join(
            f"{one.name}: {_described(hints[one.name], seen)} = {one.default!r} {one.required}"
            for one in fields(hint)
        )
    return name


def schema_hash(record: type[Struct]) -> str:
    """Return a hash of all types that a record is made of, down to its last field."""
    seen: dict[str, str] = {}
    _described(record, seen)
    told = "\n".join(f"{name}: {seen[name]}" for name in sorted(seen))
    return sha256(told.encode()).hexdigest()[:16]


SHAPE: Final = f"2 {schema_hash(State)} "
"""Before a snapshot. One by another schema is left aside: no field takes a default in silence."""


def is_known(snapshot: Snapshot) -> bool:
    """Whether this program wrote it, or one whose state has the same schema."""
    return snapshot.state.startswith(SHAPE.encode())


def taken(state: State, head: Head) -> Snapshot:
    """A snapshot between two lines. The rules are worked out again from the submission."""
    kept = SHAPE.encode() + state_bytes(replace(state, rules=None))
    return Snapshot(head.version, head.hash, kept)


def opened(snapshot: Snapshot) -> tuple[State, Head] | None:
    """The state that was kept; none if it cannot be read."""
    if not is_known(snapshot):
        return None
    try:
        state: State = revived(State, msgspec.json.decode(snapshot.state[len(SHAPE) :]))
        if state.version != snapshot.version:
            return None
        filed = tuple(replace(one, lacks=lacks(state.game, one.submission)) for one in state.filed)
        rules = rules_of(state.game, filed[-1].submission) if filed else None
    except (msgspec.MsgspecError, Refused, KeyError, TypeError, ValueError):
        return None
    return replace(state, rules=rules, filed=filed), Head(snapshot.version, snapshot.hash)


def revived(hint: Any, told: Any) -> Any:  # noqa: ANN401  any value of the state
    """A value of a type, from what JSON made of it; exact fractions are texts there."""
    hint = getattr(hint, "__supertype__", hint)  # what a NewType stands for
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of(inside, told)
    if hint in (Any, str, int, bool, NoneType) or origin is Literal:
        return told
    if hint is Fraction:
        return Fraction(told)
    if origin is frozenset:
        return frozenset(revived(inside[0], one) for one in told)
    if origin is tuple:
        return tuple(revived(inside[0], one) for one in told)
    if origin is not None and issubclass(origin, Mapping):
        key = int if inside[0] is int else inside[0]
        return {key(name): revived(inside[1], one) for name, one in told.items()}
    if issubclass(hint, Enum):
        return hint(told)
    hints = _hints(hint)
    return hint(**{name: revived(hints[name], one) for name, one in told.items() if name in hints})


def _one_of(hints: tuple[Any, ...], told: Any) -> Any:  # noqa: ANN401
    """A value of one of some types: none, a number, a text, or a record that names its own."""
    if told is None or isinstance(told, bool | int):
        return told
    if isinstance(told, str):
        return Fraction(told) if Fraction in hints else told
    records = [hint for hint in hints if isinstance(hint, type) and issubclass(hint, Struct)]
    tag = told.get("type") if isinstance(told, dict) else None
    return revived(next(r for r in records if tag is None or r.__name__ == tag), told)
