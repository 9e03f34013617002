"""Versions of the database schema, and the migrations between them.

Alembic has the migrations; it is imported only when one has to run.
"""

import io
from functools import cache
from pathlib import Path
from typing import Final

from pitboss.room.store.interface import StoreUnavailable

VERSIONS: Final = ("0001", "0002")
"""All versions, oldest first; this program writes the last one."""
NEWEST: Final = VERSIONS[-1]
SELECT_VERSION: Final = "SELECT version_num FROM alembic_version"
_MIGRATIONS: Final = Path(__file__).with_name("migrations")


@cache
def migration_sql(dialect: str, current: str | None) -> str:
    """Return the statements that migrate a version, or an empty database, to the newest one.

    Raise `StoreUnavailable` for a version that this program does not know.
    """
    if current == NEWEST:
        return ""
    if current is not None and current not in VERSIONS:
        raise StoreUnavailable(
            f"the database has schema {current}, but this version of pitboss supports {NEWEST} "
            "at most: it was last used by a newer version"
        )
    from alembic import command
    from alembic.config import Config

    output = io.StringIO()
    config = Config(output_buffer=output)
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["dialect"] = dialect
    command.upgrade(config, f"{current}:head" if current else "head", sql=True)
    return output.getvalue()
