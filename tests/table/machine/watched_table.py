"""A table that reports each of its steps, with a clock that a test sets."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from pitboss.errors import Refused
from pitboss.table import Automation, LogEntry, Person, Table
from pitboss.table import commands as c

MORNING: Final = 1_794_000_000
"""The start of a day, in seconds of UTC."""
Before = Callable[[Person, c.Command], None]
After = Callable[[list[LogEntry] | None], None]


class WatchedTable(Table):
    """A table that reports each command and its result."""

    def __init__(self, practice: str, automation: Automation, before: Before, after: After) -> None:
        super().__init__(automation=automation, practice=practice, clock=self.clock)
        self.time = MORNING
        self.before, self.after = before, after

    def stop_the_clock(self) -> None:
        """Stop the clock; from now on commands give the time."""
        self._clock = None

    @property
    def clock_reading(self) -> int | None:
        """Return the time of the clock, if there is one."""
        return self.time if self._clock else None

    def clock(self) -> datetime:
        """Return the time that the test set."""
        return datetime.fromtimestamp(self.time, UTC)

    def _execute_one(self, by: Person, command: c.Command) -> list[LogEntry]:
        self.before(by, command)
        try:
            entries = super()._execute_one(by, command)
        except Refused:
            self.after(None)
            raise
        self.after(entries)
        return entries
