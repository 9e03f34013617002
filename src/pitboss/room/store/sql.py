"""SQL of both stores: statements, hashes of rows that can change (LOG-4), and migrations.

Placeholders are ``?``; `number_placeholders` turns them into PostgreSQL's. Lines and postings have
no row hash: lines are in a hash chain, and postings and balances follow from them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import chain
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.room.store.interface import (
    Batch,
    IndexRows,
    NewStream,
    Put,
    RoundRow,
    Snapshot,
    StoreUnavailable,
)
from pitboss.table.ledger import Cents


class HashedTable(Struct, frozen=True):
    """The columns of a table whose rows have a hash: its key, and the values it covers."""

    key: tuple[str, ...]
    values: tuple[str, ...]


HASHED_TABLES: Final[Mapping[str, HashedTable]] = {
    "streams": HashedTable(("id",), ("title", "settings")),
    "answers": HashedTable(("account", "stream", "idempotency"), ("body", "answer", "at")),
    "seals": HashedTable(("stream", "round"), ("seed",)),
    "snapshots": HashedTable(("stream", "version"), ("at", "head", "state")),
    "shelves": HashedTable(("shelf", "name"), ("value",)),
}


INDEX_TABLES: Final[Mapping[str, HashedTable]] = {
    "rounds": HashedTable(
        ("stream", "round"),
        (
            "first_version",
            "last_version",
            "opened_at",
            "closed_at",
            "is_void",
            "staked",
            "credited",
            "largest_credit",
            "incidents",
            "jackpots",
            "players",
            "staff",
        ),
    ),
    "round_marks": HashedTable(("mark", "at", "stream", "version"), ("round",)),
    "history": HashedTable(("player", "at", "stream", "version"), ("kind", "record")),
    "days": HashedTable(("stream", "day"), ("first_version",)),
    "openings": HashedTable(("stream", "day", "account"), ("whole", "rest")),
    "account_days": HashedTable(("account", "stream", "day"), ("whole",)),
}
"""Tables whose rows follow from the lines: an audit computes them again."""


def row_hash(table: str, *values: object) -> str:
    """Return the hash of a row over its table, its key and its values."""
    parts = [
        value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")
        for value in (table, *values)
    ]
    return sha256(b"".join([b"%d:%b" % (len(part), part) for part in parts])).hexdigest()


def select_page(table: str, *, first: bool) -> str:
    """Return the statement for a page of rows, with their hashes if they have any.

    It is the first page, or the one after a key.
    """
    columns, extra = (
        (HASHED_TABLES[table], ("hash",)) if table in HASHED_TABLES else (INDEX_TABLES[table], ())
    )
    key, names = ", ".join(columns.key), ", ".join((*columns.key, *columns.values, *extra))
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
REQUIRE_EMPTY: Final = (
    "UPDATE balances SET rest = NULL WHERE account = ? AND (whole <> 0 OR rest <> '')"
)
"""Violates a constraint if the account is not empty, so that nothing of its job is written."""
DELETE_BALANCE: Final = "DELETE FROM balances WHERE account = ?"
INSERT_ANSWER: Final = (
    "INSERT INTO answers (account, stream, idempotency, body, answer, at, hash) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
INSERT_SEAL: Final = "INSERT INTO seals (stream, round, seed, hash) VALUES (?, ?, ?, ?)"
INSERT_ROW: Final = "INSERT INTO shelves (shelf, name, value, hash) VALUES (?, ?, ?, ?)"
UPSERT_ROW: Final = INSERT_ROW + (
    " ON CONFLICT (shelf, name) DO UPDATE SET value = excluded.value, hash = excluded.hash"
)
UPDATE_ROW: Final = "UPDATE shelves SET value = ?, hash = ? WHERE shelf = ? AND name = ?"
DELETE_ROW: Final = "DELETE FROM shelves WHERE shelf = ? AND name = ?"

INSERT_ROUND: Final = (
    "INSERT INTO rounds (stream, round, first_version, last_version, opened_at, closed_at, "
    "is_void, staked, credited, largest_credit, incidents, jackpots, players, staff) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_MARK: Final = (
    "INSERT INTO round_marks (mark, at, stream, version, round) VALUES (?, ?, ?, ?, ?)"
)
INSERT_HISTORY: Final = (
    "INSERT INTO history (player, at, stream, version, kind, record) VALUES (?, ?, ?, ?, ?, ?)"
)
INSERT_DAY: Final = "INSERT INTO days (stream, day, first_version) VALUES (?, ?, ?)"
INSERT_OPENING: Final = (
    "INSERT INTO openings (stream, day, account, whole, rest) VALUES (?, ?, ?, ?, ?)"
)
# What a stream has moved to or from a shared account up to the end of a day.
CREATE_ACCOUNT_DAY: Final = (
    "INSERT INTO account_days (account, stream, day, whole) "
    "SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), "
    "coalesce((SELECT whole FROM account_days "
    "WHERE account = ? AND stream = ? AND day < ? ORDER BY day DESC LIMIT 1), 0) WHERE true "
    "ON CONFLICT (account, stream, day) DO NOTHING"
)
ADD_TO_ACCOUNT_DAY: Final = (
    "UPDATE account_days SET whole = whole + ? WHERE account = ? AND stream = ? AND day = ?"
)
ROUND_COLUMNS: Final = (
    "round, first_version, last_version, opened_at, closed_at, is_void, staked, credited, "
    "largest_credit, incidents, jackpots, players, staff"
)
SELECT_ROUND: Final = f"SELECT {ROUND_COLUMNS} FROM rounds WHERE stream = ? AND round = ?"  # noqa: S608
SELECT_DAY: Final = (
    "SELECT day, first_version FROM days WHERE stream = ? AND day >= ? ORDER BY day LIMIT 1"
)
SELECT_OPENINGS: Final = "SELECT account, whole, rest FROM openings WHERE stream = ? AND day = ?"
SELECT_HISTORY: Final = (
    "SELECT stream, player, at, version, kind, record FROM history "
    "WHERE player = ? AND at < ? AND (at, stream, version) > (?, ?, ?) "
    "ORDER BY at, stream, version LIMIT ?"
)
# The accounts, their streams, and for each pair the last row up to a day: every step is found by
# the primary key, so that the days before are not read, however many there are.
SELECT_ACCOUNT_DAYS: Final = (
    "WITH RECURSIVE accounts (account) AS ("
    "SELECT min(account) FROM account_days UNION ALL "
    "SELECT (SELECT min(other.account) FROM account_days AS other "
    "WHERE other.account > accounts.account) FROM accounts WHERE account IS NOT NULL"
    "), pairs (account, stream) AS ("
    "SELECT account, (SELECT min(other.stream) FROM account_days AS other "
    "WHERE other.account = accounts.account) FROM accounts WHERE account IS NOT NULL UNION ALL "
    "SELECT account, (SELECT min(other.stream) FROM account_days AS other "
    "WHERE other.account = pairs.account AND other.stream > pairs.stream) "
    "FROM pairs WHERE stream IS NOT NULL"
    "), latest (account, whole) AS ("
    "SELECT account, (SELECT whole FROM account_days AS other "
    "WHERE other.account = pairs.account AND other.stream = pairs.stream AND other.day {} ? "
    "ORDER BY day DESC LIMIT 1) FROM pairs WHERE stream IS NOT NULL) "
    "SELECT account, sum(whole) FROM latest WHERE whole IS NOT NULL GROUP BY account"
)
SET_INDEXED: Final = "UPDATE streams SET indexed = 1 WHERE id = ?"
CLEAR_INDEX: Final = (
    "UPDATE streams SET indexed = 0 WHERE id = ?",
    "DELETE FROM rounds WHERE stream = ?",
    "DELETE FROM round_marks WHERE stream = ?",
    "DELETE FROM history WHERE stream = ?",
    "DELETE FROM days WHERE stream = ?",
    "DELETE FROM openings WHERE stream = ?",
    "DELETE FROM account_days WHERE stream = ?",
    "DELETE FROM snapshots WHERE stream = ?",
)

INSERT_STREAM: Final = (
    "INSERT INTO streams (id, kind, title, settings, hash, version, head, indexed) "
    "VALUES (?, ?, ?, ?, ?, 0, '', 1)"
)
SELECT_STREAMS: Final = (
    "SELECT id, kind, title, settings, version, head, indexed FROM streams ORDER BY id"
)
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
    "WHERE stream = ? AND (version, place) > (?, ?) "
    "ORDER BY version, place LIMIT ?"
)
SELECT_ANSWER: Final = (
    "SELECT account, idempotency, body, answer, at, hash FROM answers "
    "WHERE account = ? AND stream = ? AND idempotency = ?"
)
SELECT_OLD_ANSWERS: Final = (
    "SELECT account, stream, idempotency FROM answers WHERE at < ? ORDER BY at LIMIT ?"
)
DATE_ANSWERS: Final = "UPDATE answers SET at = ? WHERE at = ''"
"""Older versions wrote answers without a time: they count as written by the migration."""
DELETE_ANSWER: Final = "DELETE FROM answers WHERE account = ? AND stream = ? AND idempotency = ?"
SELECT_SEAL: Final = "SELECT seed FROM seals WHERE stream = ? AND round = ?"
SELECT_SNAPSHOT: Final = (
    "SELECT version, at, head, state, hash FROM snapshots WHERE stream = ? AND {} "
    "ORDER BY {} LIMIT 1"
)
SELECT_SNAPSHOTS: Final = (
    "SELECT version, head, state, at FROM snapshots WHERE stream = ? AND version > ? "
    "ORDER BY version LIMIT ?"
)
UPSERT_SNAPSHOT: Final = (
    "INSERT INTO snapshots (stream, version, at, head, state, hash) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (stream, version) DO UPDATE SET at = excluded.at, head = excluded.head, "
    "state = excluded.state, hash = excluded.hash"
)
SELECT_BALANCE: Final = "SELECT whole, rest FROM balances WHERE account = ?"
SELECT_BALANCES_OF: Final = "SELECT account, whole, rest FROM balances WHERE account IN ({})"
SELECT_BALANCES: Final = "SELECT account, whole, rest FROM balances ORDER BY account"
SELECT_ACCOUNTS: Final = "SELECT account FROM balances"
SELECT_ROW: Final = "SELECT value, hash FROM shelves WHERE shelf = ? AND name = ?"
SELECT_COLLECTION_PAGE: Final = (
    "SELECT name, value, hash FROM shelves WHERE shelf = ? AND name > ? AND name < ? "
    "ORDER BY name LIMIT ?"
)
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
        rows = put_rows(puts) if isinstance(job, Batch) else job
        for statement, row in chain(rows, *map(_closing_rows, batches)):
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
        row = (
            response.account,
            stream,
            response.key,
            response.body_hash,
            response.response,
            response.at,
        )
        yield INSERT_ANSWER, (*row, row_hash("answers", *row))
    for seal in batch.sealed_seeds:
        row = (stream, seal.round, seal.seed)
        yield INSERT_SEAL, (*row, row_hash("seals", *row))
    if batch.shared_changes:
        yield from account_day_rows(stream, _account_day_changes(batch))
    yield from index_rows(stream, batch.index)


def _account_day_changes(batch: Batch) -> dict[tuple[str, str], int]:
    """Return the changes of shared accounts by account and day."""
    shared_accounts = {account for account, _ in batch.shared_changes}
    days = {entry.version: entry.at[:10] for entry in batch.entries}
    changes: dict[tuple[str, str], int] = {}
    for posting in batch.postings:
        for account, sign in ((posting.source, -1), (posting.target, 1)):
            if account in shared_accounts:
                key = account, days[posting.version]
                changes[key] = changes.get(key, 0) + sign * int(posting.cents)
    return changes


def account_day_rows(
    stream: str, changes: Mapping[tuple[str, str], int]
) -> Iterator[tuple[str, Row]]:
    """Yield the statements for a stream's changes of shared accounts, by account and day."""
    for account, day in sorted(changes):
        yield CREATE_ACCOUNT_DAY, (account, stream, day) * 2
    # All rows are created first, so a later day also needs the changes of the days before it.
    totals: dict[str, int] = {}
    for (account, day), change in sorted(changes.items()):
        totals[account] = totals.get(account, 0) + change
        yield ADD_TO_ACCOUNT_DAY, (totals[account], account, stream, day)


def index_rows(stream: str, index: IndexRows) -> Iterator[tuple[str, Row]]:
    """Yield the statements that add rows to the index of a stream."""
    for r in index.rounds:
        yield (
            INSERT_ROUND,
            (
                stream,
                r.round,
                r.first_version,
                r.last_version,
                r.opened_at,
                r.closed_at,
                int(r.is_void),
                r.staked,
                r.credited,
                r.largest_credit,
                r.incidents,
                r.jackpots,
                join_names(r.players),
                join_names(r.staff),
            ),
        )
    for mark in index.marks:
        yield INSERT_MARK, (mark.mark, mark.at, stream, mark.version, mark.round)
    for item in index.history:
        yield INSERT_HISTORY, (item.player, item.at, stream, item.version, item.kind, item.record)
    for day in index.days:
        yield INSERT_DAY, (stream, day.day, day.first_version)
        for account, cents in day.opening.items():
            yield INSERT_OPENING, (stream, day.day, account, *split_cents(cents))
    for snapshot in index.snapshots:
        yield UPSERT_SNAPSHOT, snapshot_row(stream, snapshot)


def join_names(names: Sequence[str]) -> str:
    """Return normalized names as one text in which each is between spaces; none contains one."""
    return f" {' '.join(names)} " if names else ""


def split_names(text: str) -> tuple[str, ...]:
    """Return the names that `join_names` has joined."""
    return tuple(text.split())


def read_round(row: Sequence[Any]) -> RoundRow:
    """Return a round whose columns are `ROUND_COLUMNS`."""
    number, first, last, opened_at, closed_at, void, staked, credited, *more = row
    largest_credit, incidents, jackpots, players, staff = more
    return RoundRow(
        number,
        first,
        last,
        opened_at,
        closed_at,
        bool(void),
        staked,
        credited,
        largest_credit,
        incidents,
        jackpots,
        split_names(players),
        split_names(staff),
    )


def snapshot_row(stream: str, snapshot: Snapshot) -> Row:
    """Return the row of a snapshot, for `UPSERT_SNAPSHOT`."""
    row = (stream, snapshot.version, snapshot.at, snapshot.hash, snapshot.state)
    return (*row, row_hash("snapshots", *row))


def _closing_rows(batch: Batch) -> Iterator[tuple[str, Row]]:
    for stream, version in batch.archived_lines:
        yield DELETE_POSTINGS, (stream, version)
        yield DELETE_ENTRIES, (stream, version)
    for account in batch.closed_accounts:
        yield REQUIRE_EMPTY, (account,)
        yield DELETE_BALANCE, (account,)


def put_rows(puts: Sequence[Put]) -> Iterator[tuple[str, Row]]:
    """Yield the statements that store or delete values, with their rows."""
    for put in puts:
        if put.value is None:
            yield DELETE_ROW, (put.collection, put.key)
        elif put.must_exist:
            collection, key, value, hash_ = collection_row(put.collection, put.key, put.value)
            yield UPDATE_ROW, (value, hash_, collection, key)
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
# Lines may be deleted once an archive has them; see `archive_key` for the names.
_IS_ARCHIVED: Final = (
    "EXISTS (SELECT 1 FROM shelves WHERE shelf = 'archives' "
    "AND name >= OLD.stream || '/' || {} AND name < OLD.stream || '0')"
)
_UNLESS_ARCHIVED: Final = "WHEN NOT " + _IS_ARCHIVED.format("printf('%015d', OLD.version)")
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
        ("DELETE", _UNLESS_ARCHIVED),
        ("INSERT", f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key})"),  # noqa: S608
    )
]
_POSTGRES_GUARD: Final = (
    "CREATE OR REPLACE FUNCTION stays_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF TG_OP = 'DELETE' THEN IF "
    + _IS_ARCHIVED.format("lpad(OLD.version::text, 15, '0')")
    + " THEN RETURN OLD; END IF; END IF; "
    "RAISE EXCEPTION 'what is in % stays as it is', TG_TABLE_NAME; END $$"
)
_POSTGRES_TRIGGERS: Final = [
    _POSTGRES_GUARD,
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
RARE_KINDS: Final = (
    "TableOpened", "Proposed", "Approved", "Rejected", "SubmissionApproved", "FilingLapsed",
    "IncidentReported", "IncidentRuled", "RoundVoided", "PayoutCorrected", "MeterCorrected",
    "JackpotHit", "SeedLost", "Disabled", "Enabled",
)  # fmt: skip
"""Kinds of entries that are found without reading the others. They are part of the schema."""
_IS_RARE: Final = f"kind IN ({', '.join(repr(kind) for kind in RARE_KINDS)})"
DELETE_POSTINGS: Final = "DELETE FROM postings WHERE stream = ? AND version <= ?"
DELETE_ENTRIES: Final = (
    f"DELETE FROM entries WHERE stream = ? AND version <= ? AND NOT ({_IS_RARE})"  # noqa: S608
)
SELECT_FIRST_POSTING: Final = (
    "SELECT version FROM postings WHERE stream = ? AND version <= ? ORDER BY version LIMIT 1"
)
SELECT_RARE_ENTRIES: Final = (
    "SELECT version, line, at, by_whom, role, kind FROM entries "  # noqa: S608  our own names
    f"WHERE stream = ? AND version > ? AND {_IS_RARE} ORDER BY version LIMIT ?"
)
_ADD_INDEX: Final = """
ALTER TABLE streams ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE answers ADD COLUMN at TEXT NOT NULL DEFAULT '';
UPDATE answers SET hash = '';
CREATE INDEX answers_at ON answers (at);
CREATE TABLE rounds (
    stream TEXT NOT NULL,
    round BIGINT NOT NULL,
    first_version BIGINT NOT NULL,
    last_version BIGINT NOT NULL,
    opened_at TEXT NOT NULL,
    closed_at TEXT NOT NULL,
    is_void INTEGER NOT NULL,
    staked BIGINT NOT NULL,
    credited BIGINT NOT NULL,
    PRIMARY KEY (stream, round)
);
CREATE TABLE history (
    player TEXT NOT NULL,
    at TEXT NOT NULL,
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    record BYTEA NOT NULL,
    PRIMARY KEY (player, at, stream, version)
);
CREATE TABLE days (
    stream TEXT NOT NULL,
    day TEXT NOT NULL,
    first_version BIGINT NOT NULL,
    PRIMARY KEY (stream, day)
);
CREATE TABLE openings (
    stream TEXT NOT NULL,
    day TEXT NOT NULL,
    account TEXT NOT NULL,
    whole BIGINT NOT NULL,
    rest TEXT NOT NULL,
    PRIMARY KEY (stream, day, account)
);
CREATE TABLE account_days (
    account TEXT NOT NULL,
    stream TEXT NOT NULL,
    day TEXT NOT NULL,
    whole BIGINT NOT NULL,
    PRIMARY KEY (account, stream, day)
);
DROP TABLE snapshots;
CREATE TABLE snapshots (
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    at TEXT NOT NULL,
    head TEXT NOT NULL,
    state BYTEA NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE INDEX snapshots_at ON snapshots (stream, at);
UPDATE alembic_version SET version_num = '0003'
"""
_ADD_OWNERS: Final = """
ALTER TABLE streams ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE streams ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
CREATE TABLE nodes (
    name TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    incarnation TEXT NOT NULL,
    lease_until DOUBLE PRECISION NOT NULL
);
UPDATE alembic_version SET version_num = '0004'
"""
_ADD_ROUND_SEARCH: Final = """
DROP TABLE rounds;
CREATE TABLE rounds (
    stream TEXT NOT NULL,
    round BIGINT NOT NULL,
    first_version BIGINT NOT NULL,
    last_version BIGINT NOT NULL,
    opened_at TEXT NOT NULL,
    closed_at TEXT NOT NULL,
    is_void INTEGER NOT NULL,
    staked BIGINT NOT NULL,
    credited BIGINT NOT NULL,
    largest_credit BIGINT NOT NULL,
    incidents INTEGER NOT NULL,
    jackpots INTEGER NOT NULL,
    players TEXT NOT NULL,
    staff TEXT NOT NULL,
    PRIMARY KEY (stream, round)
);
CREATE INDEX rounds_closed_at ON rounds (closed_at, stream, last_version);
CREATE INDEX table_rounds_closed_at ON rounds (stream, closed_at, last_version);
CREATE TABLE round_marks (
    mark TEXT NOT NULL,
    at TEXT NOT NULL,
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    round BIGINT NOT NULL,
    PRIMARY KEY (mark, at, stream, version)
);
UPDATE streams SET indexed = 0;
UPDATE alembic_version SET version_num = '0006'
"""
_MIGRATIONS: Final = {
    "0001": [*_CREATE_TABLES.split(";\n")],
    "0002": _ADD_HASHES,  # the store then fills in the hashes
    "0003": [
        f"CREATE INDEX rare_entries ON entries (stream, version) WHERE {_IS_RARE}",
        *_ADD_INDEX.split(";\n"),
    ],  # afterward the room builds the index from its lines
    "0004": [*_ADD_OWNERS.split(";\n")],
    "0005": [  # and `_LET_ARCHIVE`, whose triggers use the index for each row
        "CREATE INDEX archived_lines ON shelves (name) WHERE shelf = 'archives'",
        "UPDATE alembic_version SET version_num = '0005'",
    ],
    "0006": [*_ADD_ROUND_SEARCH.split(";\n")],  # afterward the room builds the index again
}
"""The statements that lead to each version from the one before, in PostgreSQL's dialect."""
_LET_ARCHIVE: Final = {
    "sqlite": [
        statement
        for create in _SQLITE_TRIGGERS
        if " BEFORE DELETE " in create
        for statement in (f"DROP TRIGGER {create.split()[2]}", create)
    ],
    "postgresql": [_POSTGRES_GUARD],
}
"""How triggers of versions before 0005 come to let archived lines be deleted."""
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
    if not current:
        return statements + triggers
    return statements + (_LET_ARCHIVE[dialect] if current < "0005" else [])
