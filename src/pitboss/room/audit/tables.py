"""A table's stream: replayed event by event, and every closed round proved by the checker.

The lines are gone through once. Those of closed rounds are handed on to `pitboss.verify`, which
knows nothing of the table and works out every card, payout and posting anew.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from pitboss.refusal import brief
from pitboss.room.audit.chain import Chain
from pitboss.room.audit.moved import Postings, Told, read
from pitboss.room.snapshots import SHAPE, opened, taken
from pitboss.room.store.shape import Entry, Head, Snapshot
from pitboss.table import Person, State
from pitboss.table.events import Event, RoundClosed, RoundOpened
from pitboss.table.evolve import record
from pitboss.table.export import last_line
from pitboss.verify import Fault, verify


class _Line(Struct):
    n: int
    prev: str
    by: Person
    event: Event
    postings: tuple[Told, ...] = ()
    at: str | None = None


_decode = msgspec.json.Decoder(_Line).decode


class TableAudit:
    """One table from its first line to its last."""

    def __init__(
        self, chain: Chain, entries: Iterator[Entry], postings: Postings, kept: Snapshot | None
    ) -> None:
        self.chain, self.postings = chain, postings
        self.state: State | None = State()
        """What the lines lead to; none from where one of them cannot be followed."""
        self.rounds = 0
        """Closed rounds that the checker has proved."""
        self._entries, self._kept, self._fed = entries, kept, 0

    def run(self) -> None:
        """Go through all of it."""
        try:
            self.rounds = verify(self._closed_rounds()).rounds
        except Fault as fault:
            if self._fed:  # else there was nothing to prove
                self.chain.fault(fault.line, fault.sentence)
        for entry in self._entries:  # after the checker has given up
            self._take(entry)
        self.chain.end()
        self.postings.end(self.chain.head.version)
        self._check_late_snapshot()

    def _closed_rounds(self) -> Iterator[bytes]:
        """Lines for the checker: as far as the chain holds, without a round that is still open."""
        head, practice = "", False
        held: list[bytes] = []
        in_round = foreseen = False
        for entry in self._entries:
            event = self._take(entry)
            if event is None or not self.chain.whole or self.state is None:
                break
            held.append(entry.line)
            if isinstance(event, RoundOpened):
                in_round, foreseen = True, event.practice
            elif isinstance(event, RoundClosed):
                in_round, practice = False, practice or foreseen
            if not in_round:
                head = self.chain.head.hash
                self._fed += len(held)
                yield from (line + b"\n" for line in held)
                held.clear()
        if self._fed:
            yield last_line(self._fed, head, practice=practice) + b"\n"

    def _take(self, entry: Entry) -> Event | None:
        """One line: in its place, readable, and with the money that its event moves."""
        chain = self.chain
        chain.arrive(entry)
        event = None
        try:
            line = _decode(entry.line)
            moved = read(line.postings)
        except (ValueError, RecursionError) as error:
            chain.broken(entry.version, f"it is no event of a table: {error}")
            self.postings.take(entry.version)
        else:
            event = line.event
            chain.bind(entry, line.n, line.prev)
            chain.labelled(entry, line.at or "", line.by, type(event).__name__)
            self.postings.compare(entry.version, moved)
            self._follow(entry.version, event, moved)
        chain.go_on(entry)
        self._check_snapshot()
        return event

    def _follow(self, version: int, event: Event, moved: object) -> None:
        """The state after an event, and whether it moved what its line says."""
        if self.state is None or self.state.version + 1 != version:
            self.state = None  # a line is missing: nothing can be worked out from here on
            return
        try:
            self.state, due = record(self.state, event)
        except Exception as error:  # an event that was made up can fail anywhere
            told = f"{type(error).__name__}: {error}"
            self.chain.fault(version, f"it cannot follow from the lines before: {brief(told, 200)}")
            self.state = None
            return
        if due != moved:
            self.chain.fault(version, "the postings in it are not what its event moves")

    # Snapshots

    def _check_snapshot(self) -> None:
        kept, state = self._kept, self.state
        if kept is None or kept.version != self.chain.head.version:
            return
        self._kept = None
        if kept.state[:1] != SHAPE.encode() or state is None:
            return  # another program's, which nobody reads; or nothing to compare it with
        found = opened(kept)
        if found is None:
            self.chain.fault(kept.version, "the snapshot of it cannot be read")
        elif kept.hash != self.chain.head.hash:
            self.chain.fault(kept.version, "the snapshot of it belongs to another history")
        elif taken(found[0], Head(0, "")) != taken(state, Head(0, "")):
            self.chain.fault(kept.version, "the snapshot of it is not what the lines lead to")

    def _check_late_snapshot(self) -> None:
        if self._kept is not None and self._kept.version != self.chain.head.version:
            late = self._kept.version
            self.chain.fault(late, "there is a snapshot of this line, but no such line")
