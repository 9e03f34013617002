"""The wall clock of a node, set by the database, so that all nodes date alike (TIME-1)."""

import logging
from datetime import datetime, timedelta
from typing import Final

from pitboss.room.runtime import Clock

log: Final = logging.getLogger("pitboss.nodes")
LARGE_OFFSET: Final = timedelta(seconds=2)
"""A difference between a node's own clock and the database's that is worth a line in the log."""


class SharedClock:
    """The time of the database, as far as a node knows it without asking each time."""

    def __init__(self, local_clock: Clock) -> None:
        self._local_clock = local_clock
        self.offset = timedelta()
        """What the database's clock is ahead of the node's own."""

    def __call__(self) -> datetime:
        """Return the time of the database."""
        return self._local_clock() + self.offset

    def adjust(self, database_time: datetime) -> None:
        """Follow the database, which has just said what time it is."""
        offset = database_time - self._local_clock()
        if abs(offset - self.offset) > LARGE_OFFSET:
            log.warning(
                "the clock of this machine differs from the database's by %.1f s: the time of the "
                "database is used",
                abs(offset.total_seconds()),
            )
        self.offset = offset
