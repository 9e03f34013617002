"""A table that reports each of its steps, with a clock that a test sets."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from pitboss.errors import Refused
from pitboss.table import Automation, LogEntry, Person, Table
from pitboss.table import commands as c

MORNING: Final = 1_794_000_000
"""When a day begins, in seconds of UTC."""
Before = Callable[[Person, c.Command], None]
After = Callable[[list[LogEntry] | None], None]


class WatchedTable(Table):
    """Says what is about to be done, and what came of it."""

    def __init__(self, practice: str, automation: Automation, before: Before, after: After) -> None:
        super().__init__(automation=automation, practice=practice, clock=self.clock)
        self.time = MORNING
        self.before, self.after = before, after

    def stop_the_clock(self) -> None:
        """From now on people say what time it is."""
        self._clock = None

    @property
    def clock_reading(self) -> int | None:
        """What the clock shows, if there is one."""
        return self.time if self._clock else None

    def clock(self) -> datetime:
        """The time that the test set."""
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
