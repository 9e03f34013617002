"""A table in the store: its log entries and postings, and snapshots of its state.

A snapshot only speeds up a restart: one that cannot be read, or that another version of the
program wrote, is ignored, and the table is read from its first line.
"""

import zlib
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
"""The head of a stream without lines."""


class _Line(Struct):
    n: int
    prev: str
    by: Person
    event: Event
    at: str | None = None


_decode = msgspec.json.Decoder(_Line).decode


def make_entries(head: Head, log_entries: Iterable[LogEntry]) -> tuple[list[Entry], Head]:
    """Return the store's entries that follow a head, and the head after them."""
    version, head_hash = head.version, head.hash
    entries = []
    for item in log_entries:
        version += 1
        line = encode_line(version, head_hash, item)
        head_hash = line_hash(line)
        kind = type(item.event).__name__
        entries.append(Entry(version, line, item.at or "", item.by.name, item.by.role.value, kind))
    return entries, Head(version, head_hash)


def make_postings(first_version: int, log_entries: Iterable[LogEntry]) -> list[StoredPosting]:
    """Return the postings of log entries; the first entry has the given version."""
    return [
        StoredPosting(version, place, p.source, p.target, p.cents, p.phase, p.why)
        for version, item in enumerate(log_entries, first_version)
        for place, p in enumerate(item.postings)
    ]


def replay(
    state: State, head: Head, entries: Sequence[Entry]
) -> tuple[State, Head, list[LogEntry]]:
    """Return state, head and log entries after more lines; each must follow from the one before."""
    log = []
    for entry in entries:
        line = decode_entry(entry)
        if (line.n, line.prev) != (head.version + 1, head.hash) or entry.version != line.n:
            raise StoreDamaged(f"line {entry.version} does not follow from the line before it")
        state, postings = apply_with_postings(state, line.event)
        log.append(LogEntry(line.n, line.event, line.by, postings, line.at))
        head = Head(line.n, line_hash(entry.line))
    return state, head, log


def decode_entry(entry: Entry) -> _Line:
    """Decode a line of the log."""
    try:
        return _decode(entry.line)
    except msgspec.MsgspecError as error:
        raise StoreDamaged(f"line {entry.version} is not an event: {error}") from None


@cache
def _type_hints(record: type[Struct]) -> dict[str, Any]:
    return get_type_hints(record)


def _describe_type(hint: Any, records: dict[str, str]) -> str:  # noqa: ANN401
    """Describe a type; add the fields and defaults of its structs to ``records``."""
    hint = getattr(hint, "__supertype__", hint)
    if arguments := get_args(hint):
        parts = ", ".join(_describe_type(item, records) for item in arguments)
        return f"{get_origin(hint)}[{parts}]"
    if not isinstance(hint, type):
        return repr(hint)
    if issubclass(hint, Enum):
        return f"{hint.__name__}{[item.value for item in hint]}"
    name = f"{hint.__module__}.{hint.__qualname__}"
    if issubclass(hint, Struct) and name not in records:
        records[name] = ""  # it may contain itself
        hints = _type_hints(hint)
        records[name] = "; ".join(
            f"{field.name}: {_describe_type(hints[field.name], records)} = {field.default!r} "
            f"{field.required}"
            for field in fields(hint)
        )
    return name


def schema_hash(record: type[Struct]) -> str:
    """Return a hash of all types that a record is made of, down to its last field."""
    records: dict[str, str] = {}
    _describe_type(record, records)
    description = "\n".join(f"{name}: {records[name]}" for name in sorted(records))
    return sha256(description.encode()).hexdigest()[:16]


SNAPSHOT_PREFIX: Final = f"3 {schema_hash(State)} "
"""The start of a snapshot; one with another schema is ignored rather than filled with defaults."""


def is_current_schema(snapshot: Snapshot) -> bool:
    """Return whether a snapshot has the schema of this program."""
    return snapshot.state.startswith(SNAPSHOT_PREFIX.encode())


def can_be_snapshot(state: State) -> bool:
    """Return whether a snapshot of a state is enough for reports that start from it.

    It must be between two rounds, and no incident may wait for a ruling.
    """
    return not state.has_open_round and state.day.incident is None


def take_snapshot(state: State, head: Head, at: str) -> Snapshot:
    """Return a snapshot of a state, without its rules, which follow from the submission.

    ``at`` is the time of the last line.
    """
    content = SNAPSHOT_PREFIX.encode() + zlib.compress(encode_snapshot(state), 1)
    return Snapshot(head.version, head.hash, content, at)


def encode_snapshot(state: State) -> bytes:
    """Return what a snapshot of a state has, before it is compressed."""
    return encode_state(replace(state, rules=None))


def snapshot_content(snapshot: Snapshot) -> bytes:
    """Return the state in a snapshot, as `encode_snapshot` gives it; nothing if it is damaged."""
    try:
        return zlib.decompress(snapshot.state[len(SNAPSHOT_PREFIX) :])
    except zlib.error:
        return b""


def restore_snapshot(snapshot: Snapshot) -> tuple[State, Head] | None:
    """Return state and head of a snapshot; None if it cannot be used."""
    if not is_current_schema(snapshot):
        return None
    try:
        state: State = decode_value(State, msgspec.json.decode(snapshot_content(snapshot)))
        if state.version != snapshot.version or not can_be_snapshot(state):
            return None
        filings = tuple(
            replace(item, lacks=filing_problem(state.game, item.submission)) for item in state.filed
        )
        rules = rules_for_submission(state.game, filings[-1].submission) if filings else None
    except (msgspec.MsgspecError, Refused, KeyError, TypeError, ValueError):
        return None
    return replace(state, rules=rules, filed=filings), Head(snapshot.version, snapshot.hash)


def decode_value(hint: Any, value: Any) -> Any:  # noqa: ANN401  any value of the state
    """Convert decoded JSON to a value of a type; fractions are strings in JSON."""
    hint = getattr(hint, "__supertype__", hint)  # what a NewType stands for
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _decode_union(arguments, value)
    if hint in (Any, str, int, bool, NoneType) or origin is Literal:
        return value
    if hint is Fraction:
        return Fraction(value)
    if origin is frozenset:
        return frozenset(decode_value(arguments[0], item) for item in value)
    if origin is tuple:
        return tuple(decode_value(arguments[0], item) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        key = int if arguments[0] is int else arguments[0]
        return {key(name): decode_value(arguments[1], item) for name, item in value.items()}
    if issubclass(hint, Enum):
        return hint(value)
    hints = _type_hints(hint)
    return hint(
        **{name: decode_value(hints[name], item) for name, item in value.items() if name in hints}
    )


def _decode_union(hints: tuple[Any, ...], value: Any) -> Any:  # noqa: ANN401
    """Convert to one of several types; a struct names its own, if there are several."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return Fraction(value) if Fraction in hints else value
    records = [hint for hint in hints if isinstance(hint, type) and issubclass(hint, Struct)]
    tag = value.get("type") if isinstance(value, dict) else None
    return decode_value(next(r for r in records if tag is None or r.__name__ == tag), value)
