"""Versions of the database schema, and the SQL statements that migrate one to the next."""

from typing import Final

from pitboss.room.store.interface import StoreUnavailable

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
