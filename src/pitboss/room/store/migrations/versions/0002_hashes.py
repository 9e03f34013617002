"""Add a hash to rows that can change; the store then fills it in for existing rows."""

from typing import Final

from alembic import op

revision = "0002"
down_revision = "0001"

TABLES: Final = ("streams", "answers", "seals", "snapshots", "shelves")


def upgrade() -> None:
    """Add the column."""
    collated = ' COLLATE "C"' if op.get_context().dialect.name == "postgresql" else ""
    for table in TABLES:
        op.execute(f"ALTER TABLE {table} ADD COLUMN hash TEXT{collated} NOT NULL DEFAULT ''")
