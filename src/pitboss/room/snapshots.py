"""The state of a table at a version, so that a restart need not read all that ever happened.

It is only a speed-up: one that cannot be read, or that another program wrote, is left aside, and
the table is read from its first line on.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.refusal import Refused
from pitboss.room.store.shape import Head, Snapshot
from pitboss.table import State
from pitboss.table.filing import lacks, rules_of
from pitboss.table.state import state_bytes

SHAPE: Final = "1"
"""Another one, and older snapshots are left aside."""


def taken(state: State, head: Head) -> Snapshot:
    """A snapshot between two lines. The rules are worked out again from the submission."""
    kept = SHAPE.encode() + state_bytes(replace(state, rules=None))
    return Snapshot(head.version, head.hash, kept)


def opened(snapshot: Snapshot) -> tuple[State, Head] | None:
    """The state that was kept; none if it cannot be read."""
    if snapshot.state[:1] != SHAPE.encode():
        return None
    try:
        state: State = revived(State, msgspec.json.decode(snapshot.state[1:]))
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
    fields = _hints(hint)
    return hint(
        **{name: revived(fields[name], one) for name, one in told.items() if name in fields}
    )


def _one_of(hints: tuple[Any, ...], told: Any) -> Any:  # noqa: ANN401
    """A value of one of some types: none, a number, a text, or a record that names its own."""
    if told is None or isinstance(told, bool | int):
        return told
    if isinstance(told, str):
        return Fraction(told) if Fraction in hints else told
    records = [hint for hint in hints if isinstance(hint, type) and issubclass(hint, Struct)]
    tag = told.get("type") if isinstance(told, dict) else None
    return revived(next(r for r in records if tag is None or r.__name__ == tag), told)


@cache
def _hints(record: type[Struct]) -> dict[str, Any]:
    return get_type_hints(record)
