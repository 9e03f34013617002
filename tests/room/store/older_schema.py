"""Statements that turn a database of the newest schema into one of an older version."""

from collections.abc import Sequence
from typing import Final

REMOVE_INDEX: Final[Sequence[str]] = (
    *(
        f"DROP TABLE {table}"
        for table in (
            *("rounds", "round_marks", "history", "days", "openings", "account_days", "snapshots"),
        )
    ),
    "DROP INDEX archived_lines",
    "DROP INDEX rare_entries",
    "DROP TABLE nodes",
    "ALTER TABLE streams DROP COLUMN owner",
    "ALTER TABLE streams DROP COLUMN epoch",
    "ALTER TABLE streams DROP COLUMN indexed",
    "DROP INDEX answers_at",
    "ALTER TABLE answers DROP COLUMN at",
    "CREATE TABLE snapshots (stream TEXT PRIMARY KEY, version BIGINT NOT NULL, "
    "head TEXT NOT NULL, state TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '')",
    "UPDATE alembic_version SET version_num = '0002'",
)
"""To schema 0002, which had no index and one snapshot per stream."""
REMOVE_HASHES: Final[Sequence[str]] = (
    *(
        f"ALTER TABLE {table} DROP COLUMN hash"
        for table in ("streams", "answers", "seals", "snapshots", "shelves")
    ),
    "UPDATE alembic_version SET version_num = '0001'",
)
"""From there to schema 0001, whose rows had no hashes."""
