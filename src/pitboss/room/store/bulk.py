"""Statements that write many rows at once.

Python's ``sqlite3`` gives up the interpreter lock for every row of ``executemany`` and then waits
for it, which takes milliseconds per row beside a busy event loop: a single statement waits only a
few times, however many rows it has. Parameters are bound one by one, so every value is stored, or
refused, exactly as in a statement of one row. PostgreSQL gets an array per column, which saves it a
quarter of the work.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Final

from pitboss.room.store.interface import Batch, Conflict
from pitboss.room.store.sql import Row

SIZES: Final = (128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1)
"""How many rows a statement may have: few sizes, so that it is prepared once and then cached."""
_INSERTION: Final = re.compile(
    r"(?P<head>INSERT INTO \w+ \([^()]*\) VALUES )(?P<values>\([^()]*\))(?P<tail>.*)", re.DOTALL
)
_UPSERT: Final = re.compile(r"ON CONFLICT \(([^()]*)\) DO UPDATE")
MIN_ARRAY: Final = 4
"""Fewest rows that are worth an array."""
_UPDATE_STREAMS: Final = (  # it begins with UPDATE so that Python counts the rows
    "UPDATE streams SET version = new.column3, head = new.column4 FROM (VALUES {}) AS new "
    "WHERE streams.id = new.column1 AND streams.version = new.column2 "
    "AND (new.column5 < 0 OR streams.epoch = new.column5)"
)
NO_EPOCH: Final = -1
"""Stands for the epoch of a writer that has the whole room to itself."""


@cache
def insert_many(statement: str, rows: int) -> str | None:
    """Return an insertion of several rows with all their parameters; None for other statements."""
    match = _INSERTION.fullmatch(statement)
    return match and match["head"] + ", ".join([match["values"]] * rows) + match["tail"]


@cache
def insert_arrays(statement: str, types: tuple[str, ...]) -> str:
    """Return an insertion whose parameters are arrays, one per column, for PostgreSQL.

    ``types`` are those of the parameters in the insertion of one row.
    """
    match = _INSERTION.fullmatch(statement)
    if match is None:
        raise ValueError(f"this is not an insertion: {statement}")
    names = [f"p{number}" for number in range(1, len(types) + 1)]
    first, *parts = match["values"].strip("()").split("?")
    values = first + "".join(f"new.{name}{part}" for name, part in zip(names, parts, strict=True))
    arrays = ", ".join(f"${number}::{type_}[]" for number, type_ in enumerate(types, 1))
    return (
        f"{match['head'].removesuffix('VALUES ')}SELECT {values} "  # noqa: S608  our own statement
        f"FROM unnest({arrays}) AS new ({', '.join(names)}){match['tail']}"
    )


@cache
def _upsert_key(statement: str) -> tuple[int, ...]:
    """Return the positions of the columns by which an insertion finds a row to change instead."""
    key = _UPSERT.search(statement)
    columns = statement.partition("(")[2].partition(")")[0].split(", ")
    return tuple(columns.index(name) for name in key[1].split(", ")) if key else ()


def can_use_arrays(statement: str, rows: Sequence[Row]) -> bool:
    """Return whether rows can be written by `insert_arrays`.

    PostgreSQL changes no row twice in one statement, so each row must have a key of its own.
    """
    if len(rows) < MIN_ARRAY or insert_many(statement, 1) is None:
        return False
    key = _upsert_key(statement)
    return not key or len({tuple(row[at] for at in key) for row in rows}) == len(rows)


@cache
def update_streams(streams: int) -> str:
    """Return the statement that sets version and head of several streams; see `StreamUpdate`."""
    return _UPDATE_STREAMS.format(", ".join(["(?, ?, ?, ?, ?)"] * streams))


StreamUpdate = tuple[str, int, int, str, int]
"""A stream, its version before and after, the hash of its last line, the writer's epoch."""


def stream_updates(batches: Iterable[Batch]) -> list[StreamUpdate]:
    """Return one update per stream; raise `Conflict` if its batches do not follow each other."""
    updates: dict[str, StreamUpdate] = {}
    for batch in batches:
        first = batch.expected_version
        if batch.stream in updates:
            _, first, version, _, _ = updates[batch.stream]
            if batch.expected_version != version:
                raise Conflict("the stream has another version")
        epoch = NO_EPOCH if batch.epoch is None else batch.epoch
        updates[batch.stream] = (batch.stream, first, batch.version, batch.head_hash, epoch)
    return list(updates.values())


def flat_pages(rows: Sequence[Row]) -> Iterator[tuple[int, list[object]]]:
    """Yield the number of rows and all their values, for one statement after the other."""
    first = 0
    for size in SIZES:
        while len(rows) - first >= size:
            yield size, list(chain.from_iterable(rows[first : first + size]))
            first += size
