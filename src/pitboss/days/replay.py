"""The log, written and read again, leads to the very same state: followed line by line."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from pitboss.days.failure import check
from pitboss.table import Recorded, State
from pitboss.table.events import Event
from pitboss.table.evolve import evolve
from pitboss.table.export import exported
from pitboss.table.state import state_bytes


class _Line(Struct):
    event: Event | None = None


class Replay:
    """The state that the lines lead to, as far as they were read."""

    def __init__(self) -> None:
        self.state = State()
        self.digest = sha256()
        """Of every line, as it was written."""
        self._lines = 0

    def check(self, log: Sequence[Recorded], state: State) -> None:
        """RECOV-5: the lines that were added lead to this state, byte by byte."""
        decode = msgspec.json.Decoder(_Line).decode
        for line in exported(log[self._lines :]):
            self.digest.update(line)
            event = decode(line).event
            if event is not None:
                self.state = evolve(self.state, event)
        self._lines = len(log)
        same = state_bytes(self.state) == state_bytes(state)
        check(same, "the log, read again, leads to another state")
