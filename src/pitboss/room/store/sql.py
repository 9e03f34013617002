"""SQL of both stores: statements, hashes of rows that can change (LOG-4), and migrations.

Placeholders are ``?``; `number_placeholders` turns them into PostgreSQL's. Lines and postings have
no row hash: lines are in a hash chain, and postings and balances follow from them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.room.store.interface import Batch, NewStream, Put, StoreUnavailable
from pitboss.table.ledger import Cents


class HashedTable(Struct, frozen=True):
    """The columns of a table whose rows have a hash: its key, and the values it covers."""

    key: tuple[str, ...]
    values: tuple[str, ...]


HASHED_TABLES: Final[Mapping[str, HashedTable]] = {
    "streams": HashedTable(("id",), ("title", "settings")),
    "answers": HashedTable(("account", "stream", "idempotency"), ("body", "answer")),
    "seals": HashedTable(("stream", "round"), ("seed",)),
    "snapshots": HashedTable(("stream",), ("version", "head", "state")),
    "shelves": HashedTable(("shelf", "name"), ("value",)),
}


def row_hash(table: str, *values: object) -> str:
    """Return the hash of a row over its table, its key and its values."""
    digest = sha256()
    for value in (table, *values):
        part = value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()


def select_page(table: str, *, first: bool) -> str:
    """Return the statement for a page of rows with their hashes: the first, or after a key."""
    columns = HASHED_TABLES[table]
    key, names = ", ".join(columns.key), ", ".join((*columns.key, *columns.values, "hash"))
    after = "" if first else f"WHERE ({key}) > ({', '.join('?' * len(columns.key))}) "
    return f"SELECT {names} FROM {table} {after}ORDER BY {key} LIMIT ?"  # noqa: S608


def select_unhashed(table: str) -> str:
    """Return the statement for rows of an older version, which have no hash."""
    columns = HASHED_TABLES[table]
    names = ", ".join((*columns.key, *columns.values))
    return f"SELECT {names} FROM {table} WHERE hash = ''"  # noqa: S608


def update_hash(table: str) -> str:
    """Return the statement that sets the hash of a row; parameters are the hash and the key."""
    key = " AND ".join(f"{name} = ?" for name in HASHED_TABLES[table].key)
    return f"UPDATE {table} SET hash = ? WHERE {key}"  # noqa: S608


Row = tuple[Any, ...]
Job = Batch | Sequence[tuple[str, Row]]
"""A unit of writing: a batch, or statements with one row each."""

INSERT_ENTRY: Final = (
    "INSERT INTO entries (stream, version, at, by_whom, role, kind, line) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
INSERT_POSTING: Final = (
    "INSERT INTO postings (stream, version, place, source, target, whole, rest, phase, why) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
UPSERT_BALANCE: Final = (
    "INSERT INTO balances (account, whole, rest) VALUES (?, ?, ?) "
    "ON CONFLICT (account) DO UPDATE SET whole = excluded.whole, rest = excluded.rest"
)
CREATE_BALANCE: Final = (
    "INSERT INTO balances (account, whole, rest) VALUES (?, 0, '') ON CONFLICT (account) DO NOTHING"
)
ADD_TO_BALANCE: Final = "UPDATE balances SET whole = whole + ? WHERE account = ?"
INSERT_ANSWER: Final = (
    "INSERT INTO answers (account, stream, idempotency, body, answer, hash) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)
INSERT_SEAL: Final = "INSERT INTO seals (stream, round, seed, hash) VALUES (?, ?, ?, ?)"
INSERT_ROW: Final = "INSERT INTO shelves (shelf, name, value, hash) VALUES (?, ?, ?, ?)"
UPSERT_ROW: Final = INSERT_ROW + (
    " ON CONFLICT (shelf, name) DO UPDATE SET value = excluded.value, hash = excluded.hash"
)
DELETE_ROW: Final = "DELETE FROM shelves WHERE shelf = ? AND name = ?"

INSERT_STREAM: Final = (
    "INSERT INTO streams (id, kind, title, settings, hash, version, head) "
    "VALUES (?, ?, ?, ?, ?, 0, '')"
)
SELECT_STREAMS: Final = "SELECT id, kind, title, settings, version, head FROM streams ORDER BY id"
UPDATE_STREAM: Final = "UPDATE streams SET title = ?, settings = ?, hash = ? WHERE id = ?"
SELECT_ENTRIES: Final = (
    "SELECT version, line, at, by_whom, role, kind FROM entries "
    "WHERE stream = ? AND version > ? ORDER BY version LIMIT ?"
)
SELECT_LAST_ENTRY: Final = (
    "SELECT version, line, at, by_whom, role, kind FROM entries "
    "WHERE stream = ? AND kind IN (?, ?) ORDER BY version DESC LIMIT 1"
)
SELECT_POSTINGS: Final = (
    "SELECT version, place, source, target, whole, rest, phase, why FROM postings "
    "WHERE stream = ? AND (version > ? OR (version = ? AND place > ?)) "
    "ORDER BY version, place LIMIT ?"
)
SELECT_ANSWER: Final = (
    "SELECT account, idempotency, body, answer, hash FROM answers "
    "WHERE account = ? AND stream = ? AND idempotency = ?"
)
SELECT_SEAL: Final = "SELECT seed FROM seals WHERE stream = ? AND round = ?"
SELECT_SNAPSHOT: Final = "SELECT version, head, state, hash FROM snapshots WHERE stream = ?"
UPSERT_SNAPSHOT: Final = (
    "INSERT INTO snapshots (stream, version, head, state, hash) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, head = excluded.head, "
    "state = excluded.state, hash = excluded.hash"
)
SELECT_BALANCE: Final = "SELECT whole, rest FROM balances WHERE account = ?"
SELECT_BALANCES_OF: Final = "SELECT account, whole, rest FROM balances WHERE account IN ({})"
SELECT_BALANCES: Final = "SELECT account, whole, rest FROM balances ORDER BY account"
SELECT_ACCOUNTS: Final = "SELECT account FROM balances"
SELECT_ROW: Final = "SELECT value, hash FROM shelves WHERE shelf = ? AND name = ?"
SELECT_COLLECTIONS: Final = (
    "SELECT shelf, name, value, hash FROM shelves WHERE shelf IN ({}) ORDER BY shelf, name"
)

ROWS_PER_PAGE: Final = 1000
"""Rows that are read at a time."""


@cache
def number_placeholders(statement: str) -> str:
    """Replace each ``?`` of a statement by ``$1``, ``$2``, and so on."""
    parts = statement.split("?")
    return "".join(f"{part}${n}" for n, part in enumerate(parts[:-1], 1)) + parts[-1]


def job_rows(jobs: Iterable[Job]) -> list[tuple[str, list[Row]]]:
    """Return statements with their rows, for as few executions as possible.

    Insertions may be written in any order; changes keep theirs. Shared accounts come in the order
    of their names, so that two writers never deadlock; the changes of one account keep their order.
    """
    insertions: dict[str, list[Row]] = {}
    changes: list[tuple[str, list[Row]]] = []
    for job in jobs:
        batches = all_batches([job])
        for batch in batches:
            for statement, row in _rows(batch):
                insertions.setdefault(statement, []).append(row)
        puts = [put for batch in batches for put in batch.puts]
        for statement, row in put_rows(puts) if isinstance(job, Batch) else job:
            if not changes or changes[-1][0] != statement:
                changes.append((statement, []))
            changes[-1][1].append(row)
    for statement in (CREATE_BALANCE, ADD_TO_BALANCE):
        insertions.get(statement, []).sort(key=itemgetter(-1))
    return [*insertions.items(), *changes]


def all_batches(jobs: Iterable[Job]) -> list[Batch]:
    """Return every batch among the jobs, and those linked to it."""
    return [batch for job in jobs if isinstance(job, Batch) for batch in (job, *job.linked_batches)]


def new_stream_rows(jobs: Iterable[Job]) -> list[Row]:
    """Return the rows of new streams, which are written before anything else."""
    return [stream_row(stream) for batch in all_batches(jobs) for stream in batch.new_streams]


def stream_row(stream: NewStream) -> Row:
    """Return the row of an empty stream, for `INSERT_STREAM`."""
    settings = msgspec.json.encode(stream.settings)
    hash_ = row_hash("streams", stream.id, stream.title, settings)
    return (stream.id, stream.kind, stream.title, settings, hash_)


def _rows(batch: Batch) -> Iterator[tuple[str, Row]]:
    stream = batch.stream
    row: Row
    for e in batch.entries:
        yield INSERT_ENTRY, (stream, e.version, e.at, e.by, e.role, e.kind, e.line)
    for p in batch.postings:
        amount = split_cents(p.cents)
        yield (
            INSERT_POSTING,
            (stream, p.version, p.position, p.source, p.target, *amount, p.phase, p.why),
        )
    for account, cents in batch.balances.items():
        yield UPSERT_BALANCE, (account, *split_cents(cents))
    for account in dict.fromkeys(account for account, _ in batch.shared_changes):
        yield CREATE_BALANCE, (account,)
    for account, change in batch.shared_changes:
        yield ADD_TO_BALANCE, (change, account)
    for response in batch.responses:
        row = (response.account, stream, response.key, response.body_hash, response.response)
        yield INSERT_ANSWER, (*row, row_hash("answers", *row))
    for seal in batch.sealed_seeds:
        row = (stream, seal.round, seal.seed)
        yield INSERT_SEAL, (*row, row_hash("seals", *row))


def put_rows(puts: Sequence[Put]) -> Iterator[tuple[str, Row]]:
    """Yield the statements that store or delete values, with their rows."""
    for put in puts:
        if put.value is None:
            yield DELETE_ROW, (put.collection, put.key)
        else:
            yield (
                INSERT_ROW if put.must_be_new else UPSERT_ROW,
                collection_row(put.collection, put.key, put.value),
            )


def collection_row(collection: str, key: str, value: bytes) -> Row:
    """Return the row of a value, for `INSERT_ROW` and `UPSERT_ROW`."""
    return collection, key, value, row_hash("shelves", collection, key, value)


def split_cents(cents: Cents) -> tuple[int, str]:
    """Split an amount into whole cents and a fraction of a cent, as they are stored."""
    if isinstance(cents, int):
        return cents, ""
    whole = cents.numerator // cents.denominator
    return whole, str(cents - whole) if cents != whole else ""


def join_cents(whole: int, rest: str) -> Cents:
    """Return the amount of stored whole cents and a fraction of a cent."""
    return whole + Fraction(rest) if rest else whole


SELECT_VERSION: Final = "SELECT version_num FROM alembic_version"
"""The table has this name because the first rooms were created by Alembic."""

_CREATE_TABLES: Final = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE streams (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    settings BYTEA NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 0),
    head TEXT NOT NULL
);
CREATE TABLE entries (
    stream TEXT NOT NULL REFERENCES streams (id),
    version BIGINT NOT NULL CHECK (version > 0),
    at TEXT NOT NULL,
    by_whom TEXT NOT NULL,
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    line BYTEA NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE TABLE postings (
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    place INTEGER NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    whole BIGINT NOT NULL CHECK (whole >= 0),
    rest TEXT NOT NULL,
    phase TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (stream, version, place),
    FOREIGN KEY (stream, version) REFERENCES entries (stream, version)
);
CREATE TABLE balances (
    account TEXT PRIMARY KEY,
    whole BIGINT NOT NULL,
    rest TEXT NOT NULL,
    CONSTRAINT never_below_nothing CHECK (
        whole >= 0 OR account = 'house' OR account LIKE '%/house' AND account NOT LIKE '%:%'
    ),
    CONSTRAINT countable CHECK (whole BETWEEN -4611686018427387904 AND 4611686018427387904)
);
CREATE TABLE answers (
    account TEXT NOT NULL,
    stream TEXT NOT NULL,
    idempotency TEXT NOT NULL,
    body BYTEA NOT NULL,
    answer BYTEA NOT NULL,
    PRIMARY KEY (account, stream, idempotency)
);
CREATE TABLE seals (
    stream TEXT NOT NULL,
    round BIGINT NOT NULL,
    seed BYTEA NOT NULL,
    PRIMARY KEY (stream, round)
);
CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    head TEXT NOT NULL,
    state BYTEA NOT NULL
);
CREATE TABLE shelves (
    shelf TEXT NOT NULL,
    name TEXT NOT NULL,
    value BYTEA NOT NULL,
    PRIMARY KEY (shelf, name)
);
INSERT INTO alembic_version (version_num) VALUES ('0001')
"""
# SQLite fires no DELETE trigger when INSERT OR REPLACE replaces a row, so INSERT has one, too.
_SQLITE_TRIGGERS: Final = [
    f"CREATE TRIGGER {table}_{action.lower()} BEFORE {action} ON {table} {condition} "
    f"BEGIN SELECT RAISE(ABORT, 'what is in {table} stays as it is'); END"
    for table, key in (
        ("entries", "stream = NEW.stream AND version = NEW.version"),
        ("postings", "stream = NEW.stream AND version = NEW.version AND place = NEW.place"),
    )
    for action, condition in (
        ("UPDATE", ""),
        ("DELETE", ""),
        ("INSERT", f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key})"),  # noqa: S608
    )
]
_POSTGRES_TRIGGERS: Final = [
    "CREATE FUNCTION stays_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$ "
    "BEGIN RAISE EXCEPTION 'what is in % stays as it is', TG_TABLE_NAME; END $$",
    *(
        f"CREATE TRIGGER {table}_{name} BEFORE {actions} ON {table} FOR EACH {each} "
        "EXECUTE FUNCTION stays_as_it_is()"
        for table in ("entries", "postings")
        for name, actions, each in (
            ("stays", "UPDATE OR DELETE", "ROW"),
            ("truncated", "TRUNCATE", "STATEMENT"),
        )
    ),
]
_ADD_HASHES: Final = [
    *(
        f"ALTER TABLE {table} ADD COLUMN hash TEXT NOT NULL DEFAULT ''"
        for table in ("streams", "answers", "seals", "snapshots", "shelves")
    ),
    "UPDATE alembic_version SET version_num = '0002'",
]
_MIGRATIONS: Final = {
    "0001": [*_CREATE_TABLES.split(";\n")],
    "0002": _ADD_HASHES,  # afterwards the store fills the hashes in
}
"""The statements that lead to each version from the one before, in PostgreSQL's dialect."""
VERSIONS: Final = (*_MIGRATIONS,)
"""All versions, oldest first; this program writes the last one."""
NEWEST: Final = VERSIONS[-1]


def migration_sql(dialect: str, current: str | None) -> list[str]:
    """Return the statements that migrate a version, or an empty database, to the newest one.

    Raise `StoreUnavailable` for a version that this program does not know.
    """
    if current is not None and current not in VERSIONS:
        raise StoreUnavailable(
            f"the database has schema {current}, but this version of pitboss supports {NEWEST} "
            "at most: it was last used by a newer version"
        )
    first = VERSIONS.index(current) + 1 if current else 0
    statements = [item for version in VERSIONS[first:] for item in _MIGRATIONS[version]]
    if dialect == "sqlite":
        triggers = _SQLITE_TRIGGERS
        statements = [item.replace(" BYTEA ", " BLOB ") for item in statements]
    else:  # text sorts the same everywhere, as in SQLite
        triggers = _POSTGRES_TRIGGERS
        statements = [item.replace(" TEXT ", ' TEXT COLLATE "C" ') for item in statements]
    return statements + ([] if current else triggers)
