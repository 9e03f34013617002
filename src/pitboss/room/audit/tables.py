"""A table's stream: replayed event by event, and every closed round proved by the checker.

The lines are gone through once. Those of closed rounds are handed on to `pitboss.verify`, which
knows nothing of the table and works out every card, payout and posting anew.

Rounds that were played by rules which this program does not have, because another one wrote them,
cannot be proved by this one: they are counted, and the proof begins again where its rules do, from
what the table brought there. Everything else about them is checked as always.
"""

from collections.abc import Iterator
from itertools import chain

import msgspec
from msgspec import Struct

from pitboss.refusal import brief
from pitboss.room.audit.chain import Chain
from pitboss.room.audit.corrections import Corrections
from pitboss.room.audit.moved import Postings, Told, read
from pitboss.room.snapshots import SHAPE, opened, taken
from pitboss.room.store.shape import Entry, Head, Snapshot
from pitboss.table import Person, Recorded, State
from pitboss.table.care import in_force
from pitboss.table.events import Approved, BroughtForward, Event, RoundClosed, RoundOpened
from pitboss.table.evolve import record
from pitboss.table.export import brought_forward, exported, hash_of, last_line
from pitboss.table.people import HOUSE_DEALER
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
        """Closed rounds that the checker has proved…"""
        self.unproved = 0
        """…and those that only the program can prove that wrote them."""
        self.corrections = Corrections(chain.stream.id)
        self._entries, self._kept, self._fed = entries, kept, 0
        self._forward: BroughtForward | None = None
        """What the table brought to the line where this program's rules begin again."""

    def run(self) -> None:
        """Go through all of it."""
        self._prove(self._sealed(self._closed_rounds()))
        while self._forward is not None:
            forward, before = self._forward, self.chain.head.version
            self._forward = None
            # One line more in this file than at the table: the one that brings it forward.
            self._prove(self._chained_anew(forward, self._closed_rounds()), before - 1)
        for entry in self._entries:  # after the checker has given up
            self._take(entry)
        self.chain.end()
        self.postings.end(self.chain.head.version)
        self._check_late_snapshot()

    def _prove(self, lines: Iterator[bytes], before: int = 0) -> None:
        """Have the checker go through some lines; ``before`` of the table's own came first."""
        self._fed = 0
        try:
            self.rounds += verify(lines).rounds
        except Fault as fault:
            if self._fed or before:  # else there was nothing to prove
                self.chain.fault(fault.line + before, fault.sentence)

    def _closed_rounds(self) -> Iterator[bytes]:
        """Lines for the checker: as far as the chain holds, without a round that is still open."""
        held: list[bytes] = []
        in_round = False
        for entry in self._entries:
            event = self._take(entry)
            if event is None or not self.chain.whole or self.state is None:
                break
            if not in_force(self.state):
                self._pass_over()
                break
            held.append(entry.line)
            if isinstance(event, RoundOpened):
                in_round = True
            elif isinstance(event, RoundClosed):
                in_round = False
            # An approval stands with what it puts in force, which may be another program's rules.
            if not in_round and not isinstance(event, Approved):
                self._fed += len(held)
                yield from held
                held.clear()

    def _sealed(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        """A file of the table's own lines, with the last one that closes it."""
        line, practice = b"", False
        for line in lines:
            practice |= b'"type":"RoundOpened"' in line and b'"practice":true' in line
            yield line + b"\n"
        if line:
            yield last_line(self._fed, hash_of(line), practice=practice) + b"\n"

    def _pass_over(self) -> None:
        """Lines by another program's rules, up to where this one's are in force."""
        for entry in self._entries:
            taken_up = self._take(entry)
            if taken_up is None or not self.chain.whole or self.state is None:
                return
            self.unproved += isinstance(taken_up, RoundClosed)
            if in_force(self.state):
                self._forward = brought_forward(self.state)
                return

    @staticmethod
    def _chained_anew(forward: BroughtForward, lines: Iterator[bytes]) -> Iterator[bytes]:
        """A file that begins in the middle: each line follows the one before it in this file."""
        rest = (
            Recorded(one.n, one.event, one.by, read(one.postings), one.at)
            for one in map(_decode, lines)
        )
        for line in exported(chain([Recorded(0, forward, HOUSE_DEALER, ())], rest)):
            yield line + b"\n"

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
        self.corrections.take(self.state, version, event)
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
