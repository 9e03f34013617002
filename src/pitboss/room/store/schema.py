"""The schema of a store and its versions. Alembic has the steps; it is started only where one is
to be taken, so that a room whose schema is up to date opens without it.
"""

import io
from functools import cache
from pathlib import Path
from typing import Final

from pitboss.room.store.shape import Unavailable

VERSIONS: Final = ("0001", "0002")
"""From the first to the one that this program writes."""
NEWEST: Final = VERSIONS[-1]
PRESENT: Final = "SELECT version_num FROM alembic_version"
_STEPS: Final = Path(__file__).with_name("migrations")


@cache
def steps(dialect: str, have: str | None) -> str:
    """The statements that lead from a version, or from nothing, to the newest; none if it is that.

    A schema that this program does not know is left alone.
    """
    if have == NEWEST:
        return ""
    if have is not None and have not in VERSIONS:
        raise Unavailable(
            f"the database has schema {have}, and this program knows {NEWEST} at most: "
            "it was last used by a newer program"
        )
    from alembic import command
    from alembic.config import Config

    told = io.StringIO()
    config = Config(output_buffer=told)
    config.set_main_option("script_location", str(_STEPS))
    config.attributes["dialect"] = dialect
    command.upgrade(config, f"{have}:head" if have else "head", sql=True)
    return told.getvalue()
