"""Create streams, entries, postings, balances, answers, seals, snapshots and shelves.

Triggers keep entries and postings from being changed or deleted.
"""

from typing import Final

from alembic import op

revision = "0001"
down_revision = None

BYTES: Final = {"sqlite": "BLOB", "postgresql": "BYTEA"}
TABLES: Final = """
CREATE TABLE streams (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    settings {bytes} NOT NULL,
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
    line {bytes} NOT NULL,
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
    body {bytes} NOT NULL,
    answer {bytes} NOT NULL,
    PRIMARY KEY (account, stream, idempotency)
);
CREATE TABLE seals (
    stream TEXT NOT NULL,
    round BIGINT NOT NULL,
    seed {bytes} NOT NULL,
    PRIMARY KEY (stream, round)
);
CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    head TEXT NOT NULL,
    state {bytes} NOT NULL
);
CREATE TABLE shelves (
    shelf TEXT NOT NULL,
    name TEXT NOT NULL,
    value {bytes} NOT NULL,
    PRIMARY KEY (shelf, name)
);
"""
KEPT: Final = ("entries", "postings")


def upgrade() -> None:
    """From nothing."""
    dialect = op.get_context().dialect.name
    tables = TABLES.format(bytes=BYTES[dialect])
    if dialect == "postgresql":  # the order of texts is the same everywhere, as in SQLite
        tables = tables.replace(" TEXT ", ' TEXT COLLATE "C" ')
    for statement in tables.split(";\n"):
        if statement.strip():
            op.execute(statement)
    for statement in _sqlite() if dialect == "sqlite" else _postgresql():
        op.execute(statement)


def _sqlite() -> list[str]:
    """SQLite asks no trigger of DELETE where a row is replaced, so that INSERT has one too."""
    entry = "WHERE stream = NEW.stream AND version = NEW.version"
    again = {
        "entries": f"WHEN EXISTS (SELECT 1 FROM entries {entry})",  # noqa: S608
        "postings": f"WHEN EXISTS (SELECT 1 FROM postings {entry} AND place = NEW.place)",  # noqa: S608
    }
    return [
        f"CREATE TRIGGER {table}_{what.lower()} BEFORE {what} ON {table} {when} "
        f"BEGIN SELECT RAISE(ABORT, 'what is in {table} stays as it is'); END"
        for table in KEPT
        for what, when in (("UPDATE", ""), ("DELETE", ""), ("INSERT", again[table]))
    ]


def _postgresql() -> list[str]:
    refuse = (
        "CREATE FUNCTION stays_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION 'what is in % stays as it is', TG_TABLE_NAME; END $$"
    )
    return [refuse] + [
        f"CREATE TRIGGER {table}_{name} BEFORE {what} ON {table} FOR EACH {each} "
        "EXECUTE FUNCTION stays_as_it_is()"
        for table in KEPT
        for name, what, each in (
            ("stays", "UPDATE OR DELETE", "ROW"),
            ("truncated", "TRUNCATE", "STATEMENT"),
        )
    ]
