"""What both stores say to their databases: one text, two spellings of a placeholder."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from operator import itemgetter
from typing import Any, Final

import msgspec

from pitboss.room.store.rows import row_hash
from pitboss.room.store.shape import Batch, NewStream, Put
from pitboss.table.ledger import Cents

Row = tuple[Any, ...]
Job = Batch | Sequence[tuple[str, Row]]
"""What is written together: a batch, or some statements with a row each."""

ENTRY: Final = (
    "INSERT INTO entries (stream, version, at, by_whom, role, kind, line) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
POSTING: Final = (
    "INSERT INTO postings (stream, version, place, source, target, whole, rest, phase, why) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
BALANCE: Final = (
    "INSERT INTO balances (account, whole, rest) VALUES (?, ?, ?) "
    "ON CONFLICT (account) DO UPDATE SET whole = excluded.whole, rest = excluded.rest"
)
HAVE: Final = (
    "INSERT INTO balances (account, whole, rest) VALUES (?, 0, '') ON CONFLICT (account) DO NOTHING"
)
MOVE: Final = "UPDATE balances SET whole = whole + ? WHERE account = ?"
ANSWER: Final = (
    "INSERT INTO answers (account, stream, idempotency, body, answer, hash) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)
SEAL: Final = "INSERT INTO seals (stream, round, seed, hash) VALUES (?, ?, ?, ?)"
PUT_NEW: Final = "INSERT INTO shelves (shelf, name, value, hash) VALUES (?, ?, ?, ?)"
PUT: Final = PUT_NEW + (
    " ON CONFLICT (shelf, name) DO UPDATE SET value = excluded.value, hash = excluded.hash"
)
TAKE: Final = "DELETE FROM shelves WHERE shelf = ? AND name = ?"

FOUND: Final = (
    "INSERT INTO streams (id, kind, title, settings, hash, version, head) "
    "VALUES (?, ?, ?, ?, ?, 0, '')"
)
STREAMS: Final = "SELECT id, kind, title, settings, version, head FROM streams ORDER BY id"
CONFIGURE: Final = "UPDATE streams SET title = ?, settings = ?, hash = ? WHERE id = ?"
LINES: Final = (
    "SELECT version, line, at, by_whom, role, kind FROM entries "
    "WHERE stream = ? AND version > ? ORDER BY version LIMIT ?"
)
LAST: Final = (
    "SELECT version, line, at, by_whom, role, kind FROM entries "
    "WHERE stream = ? AND kind IN (?, ?) ORDER BY version DESC LIMIT 1"
)
POSTINGS: Final = (
    "SELECT version, place, source, target, whole, rest, phase, why FROM postings "
    "WHERE stream = ? AND (version > ? OR (version = ? AND place > ?)) "
    "ORDER BY version, place LIMIT ?"
)
ANSWERED: Final = (
    "SELECT account, idempotency, body, answer, hash FROM answers "
    "WHERE account = ? AND stream = ? AND idempotency = ?"
)
SEALED: Final = "SELECT seed FROM seals WHERE stream = ? AND round = ?"
SNAPSHOT: Final = "SELECT version, head, state, hash FROM snapshots WHERE stream = ?"
KEEP_SNAPSHOT: Final = (
    "INSERT INTO snapshots (stream, version, head, state, hash) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, head = excluded.head, "
    "state = excluded.state, hash = excluded.hash"
)
HELD: Final = "SELECT whole, rest FROM balances WHERE account = ?"
HELD_TOGETHER: Final = "SELECT account, whole, rest FROM balances WHERE account IN ({})"
BALANCES: Final = "SELECT account, whole, rest FROM balances ORDER BY account"
HOLDERS: Final = "SELECT account FROM balances"
GET: Final = "SELECT value, hash FROM shelves WHERE shelf = ? AND name = ?"
SHELVES: Final = (
    "SELECT shelf, name, value, hash FROM shelves WHERE shelf IN ({}) ORDER BY shelf, name"
)

AT_A_TIME: Final = 1000
"""Rows that are read together."""


@cache
def numbered(statement: str) -> str:
    """With ``$1, $2, …`` for each ``?``."""
    parts = statement.split("?")
    return "".join(f"{part}${at}" for at, part in enumerate(parts[:-1], 1)) + parts[-1]


def written(jobs: Iterable[Job]) -> list[tuple[str, list[Row]]]:
    """The rows of some jobs with the statements that write them, each as few times as can be.

    What batches add may be written in any order among them; what changes keeps its own. Accounts
    that streams share come in the order of their names, so that no two writers wait for each other;
    what one of them gains and loses keeps its order.
    """
    added: dict[str, list[Row]] = {}
    changed: list[tuple[str, list[Row]]] = []
    for job in jobs:
        parts = batches([job])
        for batch in parts:
            for statement, row in _rows(batch):
                added.setdefault(statement, []).append(row)
        puts = [put for batch in parts for put in batch.puts]
        for statement, row in shelved(puts) if isinstance(job, Batch) else job:
            if not changed or changed[-1][0] != statement:
                changed.append((statement, []))
            changed[-1][1].append(row)
    for statement in (HAVE, MOVE):
        added.get(statement, []).sort(key=itemgetter(-1))
    return [*added.items(), *changed]


def batches(jobs: Iterable[Job]) -> list[Batch]:
    """Every batch among the jobs, with those that are written beside it."""
    return [one for job in jobs if isinstance(job, Batch) for one in (job, *job.beside)]


def created(jobs: Iterable[Job]) -> list[Row]:
    """The rows of the streams that are created; they are written before anything else."""
    return [stream_row(new) for batch in batches(jobs) for new in batch.creates]


def stream_row(new: NewStream) -> Row:
    """A new, empty stream as `FOUND` writes it."""
    settings = msgspec.json.encode(new.settings)
    hashed = row_hash("streams", new.id, new.title, settings)
    return (new.id, new.kind, new.title, settings, hashed)


def _rows(batch: Batch) -> Iterator[tuple[str, Row]]:
    stream = batch.stream
    row: Row
    for e in batch.entries:
        yield ENTRY, (stream, e.version, e.at, e.by, e.role, e.kind, e.line)
    for m in batch.postings:
        sum_ = split(m.cents)
        yield POSTING, (stream, m.version, m.place, m.source, m.target, *sum_, m.phase, m.why)
    for account, cents in batch.balances.items():
        yield BALANCE, (account, *split(cents))
    for account in dict.fromkeys(account for account, _ in batch.moved):
        yield HAVE, (account,)
    for account, gained in batch.moved:
        yield MOVE, (gained, account)
    for one in batch.answers:
        row = (one.account, stream, one.key, one.body, one.answer)
        yield ANSWER, (*row, row_hash("answers", *row))
    for seal in batch.sealed:
        row = (stream, seal.round, seal.seed)
        yield SEAL, (*row, row_hash("seals", *row))


def shelved(puts: Sequence[Put]) -> Iterator[tuple[str, Row]]:
    """What is put on shelves, and taken from them."""
    for put in puts:
        if put.value is None:
            yield TAKE, (put.shelf, put.key)
        else:
            yield PUT_NEW if put.new else PUT, shelf_row(put.shelf, put.key, put.value)


def shelf_row(shelf: str, key: str, value: bytes) -> Row:
    """A value on a shelf, as `PUT` writes it."""
    return shelf, key, value, row_hash("shelves", shelf, key, value)


def split(cents: Cents) -> tuple[int, str]:
    """Whole cents, and what is left of one, as it is stored."""
    if isinstance(cents, int):
        return cents, ""
    whole = cents.numerator // cents.denominator
    return whole, str(cents - whole) if cents != whole else ""


def joined(whole: int, rest: str) -> Cents:
    """A sum as it was stored."""
    return whole + Fraction(rest) if rest else whole
