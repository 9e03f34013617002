"""A table in the store: its log entries and postings, and snapshots of its state.

A snapshot only speeds up a restart: one that cannot be read, or that another version of the
program wrote, is ignored, and the table is read from its first line.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from pitboss.errors import Refused
from pitboss.room.store.interface import Entry, Head, Snapshot, StoreDamaged, StoredPosting
from pitboss.table import LogEntry, Person, State
from pitboss.table.apply import apply_with_postings
from pitboss.table.events import Event
from pitboss.table.export import FIRST_PREV, encode_line, line_hash
from pitboss.table.state import encode_state, filing_problem, rules_for_submission

EMPTY_HEAD = Head(0, FIRST_PREV)
"""Of a stream that has no line yet."""


class _Line(Struct):
    n: int
    prev: str
    by: Person
    event: Event
    at: str | None = None


_decode = msgspec.json.Decoder(_Line).decode


def make_entries(head: Head, recorded: Iterable[LogEntry]) -> tuple[list[Entry], Head]:
    """The lines that come after a head, and the head after them."""
    version, hashed = head.version, head.hash
    entries = []
    for item in recorded:
        version += 1
        line = encode_line(version, hashed, item)
        hashed = line_hash(line)
        kind = type(item.event).__name__
        entries.append(Entry(version, line, item.at or "", item.by.name, item.by.role.value, kind))
    return entries, Head(version, hashed)


def make_postings(first_version: int, recorded: Iterable[LogEntry]) -> list[StoredPosting]:
    """The postings of lines, from the version of the first."""
    return [
        StoredPosting(version, place, p.source, p.target, p.cents, p.phase, p.why)
        for version, item in enumerate(recorded, first_version)
        for place, p in enumerate(item.postings)
    ]


def replay(state: State, head: Head, entries: Sequence[Entry]) -> tuple[State, Head]:
    """The state after some more lines, each of which must follow from the one before it."""
    for entry in entries:
        one = decode_entry(entry)
        if (one.n, one.prev) != (head.version + 1, head.hash) or entry.version != one.n:
            raise StoreDamaged(f"line {entry.version} does not follow from the line before it")
        state, _ = apply_with_postings(state, one.event)
        head = Head(one.n, line_hash(entry.line))
    return state, head


def decode_entry(entry: Entry) -> _Line:
    """A line as it was written."""
    try:
        return _decode(entry.line)
    except msgspec.MsgspecError as error:
        raise StoreDamaged(f"line {entry.version} is not an event: {error}") from None


def recorded_events(state: State, entries: Iterable[Entry]) -> Iterable[LogEntry]:
    """Lines as the table recorded them, with the money that they moved."""
    for entry in entries:
        one = decode_entry(entry)
        state, moved = apply_with_postings(state, one.event)
        yield LogEntry(one.n, one.event, one.by, moved, one.at)


@cache
def _type_hints(record: type[Struct]) -> dict[str, Any]:
    return get_type_hints(record)


def _describe_type(hint: Any, seen: dict[str, str]) -> str:  # noqa: ANN401
    """Write a type down, and all records that it is made of, with their fields and defaults."""
    hint = getattr(hint, "__supertype__", hint)
    inside = get_args(hint)
    if inside:
        parts = ", ".join(_describe_type(item, seen) for item in inside)
        return f"{get_origin(hint)}[{parts}]"
    if not isinstance(hint, type):
        return repr(hint)
    if issubclass(hint, Enum):
        return f"{hint.__name__}{[item.value for item in hint]}"
    name = f"{hint.__module__}.{hint.__qualname__}"
    if issubclass(hint, Struct) and name not in seen:
        seen[name] = ""
        hints = _type_hints(hint)
        seen[name] = "; ".join(
            f"{field.name}: {_describe_type(hints[field.name], seen)} = {field.default!r} "
            f"{field.required}"
            for field in fields(hint)
        )
    return name


def schema_hash(record: type[Struct]) -> str:
    """Return a hash of all types that a record is made of, down to its last field."""
    seen: dict[str, str] = {}
    _describe_type(record, seen)
    progress = "\n".join(f"{name}: {seen[name]}" for name in sorted(seen))
    return sha256(progress.encode()).hexdigest()[:16]


SNAPSHOT_PREFIX: Final = f"2 {schema_hash(State)} "
"""Before a snapshot. One by another schema is left aside: no field takes a default in silence."""


def is_current_schema(snapshot: Snapshot) -> bool:
    """Whether this program wrote it, or one whose state has the same schema."""
    return snapshot.state.startswith(SNAPSHOT_PREFIX.encode())


def take_snapshot(state: State, head: Head) -> Snapshot:
    """A snapshot between two lines. The rules are worked out again from the submission."""
    kept = SNAPSHOT_PREFIX.encode() + encode_state(replace(state, rules=None))
    return Snapshot(head.version, head.hash, kept)


def restore_snapshot(snapshot: Snapshot) -> tuple[State, Head] | None:
    """The state that was kept; none if it cannot be read."""
    if not is_current_schema(snapshot):
        return None
    try:
        state: State = decode_value(
            State, msgspec.json.decode(snapshot.state[len(SNAPSHOT_PREFIX) :])
        )
        if state.version != snapshot.version:
            return None
        filed = tuple(
            replace(item, lacks=filing_problem(state.game, item.submission)) for item in state.filed
        )
        rules = rules_for_submission(state.game, filed[-1].submission) if filed else None
    except (msgspec.MsgspecError, Refused, KeyError, TypeError, ValueError):
        return None
    return replace(state, rules=rules, filed=filed), Head(snapshot.version, snapshot.hash)


def decode_value(hint: Any, value: Any) -> Any:  # noqa: ANN401  any value of the state
    """A value of a type, from what JSON made of it; exact fractions are texts there."""
    hint = getattr(hint, "__supertype__", hint)  # what a NewType stands for
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _decode_union(inside, value)
    if hint in (Any, str, int, bool, NoneType) or origin is Literal:
        return value
    if hint is Fraction:
        return Fraction(value)
    if origin is frozenset:
        return frozenset(decode_value(inside[0], item) for item in value)
    if origin is tuple:
        return tuple(decode_value(inside[0], item) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        key = int if inside[0] is int else inside[0]
        return {key(name): decode_value(inside[1], item) for name, item in value.items()}
    if issubclass(hint, Enum):
        return hint(value)
    hints = _type_hints(hint)
    return hint(
        **{name: decode_value(hints[name], item) for name, item in value.items() if name in hints}
    )


def _decode_union(hints: tuple[Any, ...], value: Any) -> Any:  # noqa: ANN401
    """A value of one of some types: none, a number, a text, or a record that names its own."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return Fraction(value) if Fraction in hints else value
    records = [hint for hint in hints if isinstance(hint, type) and issubclass(hint, Struct)]
    tag = value.get("type") if isinstance(value, dict) else None
    return decode_value(next(r for r in records if tag is None or r.__name__ == tag), value)
