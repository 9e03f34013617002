"""What is written of a table: the lines of its export, and the postings beside them."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from pitboss.room.store.shape import Damaged, Entry, Head, Moved
from pitboss.table import Person, Recorded, State
from pitboss.table.events import Event
from pitboss.table.evolve import record
from pitboss.table.export import BEGINNING, hash_of, line_of

START = Head(0, BEGINNING)
"""Of a stream that has no line yet."""


class _Kept(Struct):
    n: int
    prev: str
    by: Person
    event: Event
    at: str | None = None


_decode = msgspec.json.Decoder(_Kept).decode


def entries_of(head: Head, recorded: Iterable[Recorded]) -> tuple[list[Entry], Head]:
    """The lines that come after a head, and the head after them."""
    version, hashed = head.version, head.hash
    entries = []
    for one in recorded:
        version += 1
        line = line_of(version, hashed, one)
        hashed = hash_of(line)
        kind = type(one.event).__name__
        entries.append(Entry(version, line, one.at or "", one.by.name, one.by.role.value, kind))
    return entries, Head(version, hashed)


def postings_of(first: int, recorded: Iterable[Recorded]) -> list[Moved]:
    """The postings of lines, from the version of the first."""
    return [
        Moved(version, place, p.source, p.target, p.cents, p.phase, p.why)
        for version, one in enumerate(recorded, first)
        for place, p in enumerate(one.postings)
    ]


def read_on(state: State, head: Head, entries: Sequence[Entry]) -> tuple[State, Head]:
    """The state after some more lines, each of which must follow from the one before it."""
    for entry in entries:
        one = kept(entry)
        if (one.n, one.prev) != (head.version + 1, head.hash) or entry.version != one.n:
            raise Damaged(f"line {entry.version} does not follow from the line before it")
        state, _ = record(state, one.event)
        head = Head(one.n, hash_of(entry.line))
    return state, head


def kept(entry: Entry) -> _Kept:
    """A line as it was written."""
    try:
        return _decode(entry.line)
    except msgspec.MsgspecError as error:
        raise Damaged(f"line {entry.version} is not an event: {error}") from None


def recorded_of(state: State, entries: Iterable[Entry]) -> Iterable[Recorded]:
    """Lines as the table recorded them, with the money that they moved."""
    for entry in entries:
        one = kept(entry)
        state, moved = record(state, one.event)
        yield Recorded(one.n, one.event, one.by, moved, one.at)
