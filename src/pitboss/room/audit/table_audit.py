"""The audit of a table: replayed event by event, and every closed round proved by the verifier.

Lines of closed rounds go to `pitboss.verify`, which shares no code with the table and computes
every card, payout and posting again. Rounds under the rules of another version of the program
cannot be proved by this one: they are counted, and the proof resumes where this program's rules
are in force again. Corrections that differ from what the cards give rest on the word of two people
and are flagged (LEDG-6).
"""

from collections.abc import Iterator
from itertools import chain

import msgspec
from msgspec import Struct

from pitboss.errors import short_repr
from pitboss.money import dollars
from pitboss.room.audit.checks import Chain, Finding, LinePosting, StoredPostings, decode_postings
from pitboss.room.store.interface import Entry, Head, Snapshot
from pitboss.room.table_log import is_current_schema, restore_snapshot, take_snapshot
from pitboss.table import LogEntry, Person, State
from pitboss.table.apply import apply_with_postings
from pitboss.table.decks import are_rules_in_force
from pitboss.table.events import (
    Approved,
    BroughtForward,
    Event,
    PayoutCorrected,
    RoundClosed,
    RoundOpened,
    SeedLost,
)
from pitboss.table.export import bring_forward, encode_last_line, export_lines, line_hash
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.state import GIFT_NAMES, MAX_RECALLED_ROUNDS, RoundState
from pitboss.verify import VerificationError, verify


class Corrections:
    """Corrections of payouts, compared with the credits when their rounds were closed."""

    def __init__(self, stream: str) -> None:
        self.findings: list[Finding] = []
        self._stream = stream
        self._closed_rounds: dict[int, RoundState] = {}

    def add_event(self, state: State, version: int, event: Event) -> None:
        """Add the next event and the state after it."""
        match event:
            case RoundClosed(round=number) if state.round:
                self._closed_rounds[number] = state.round
                self._closed_rounds.pop(number - MAX_RECALLED_ROUNDS, None)
            case PayoutCorrected(handed_over=False):
                self._check_correction(version, event)
            case _:
                pass

    def _check_correction(self, version: int, event: PayoutCorrected) -> None:
        round_, seat, key = self._closed_rounds.get(event.round), event.seat, event.wager
        if round_ is None:
            return
        if key in GIFT_NAMES:
            credit = round_.gifts.get(seat, {}).get(GIFT_NAMES[key], 0)
        else:
            credit = round_.results[seat][key].credit
        if event.credit != credit:
            sentence = (
                f"{key} of seat {seat} in round {event.round} was credited "
                f"{dollars(event.credit)}, but the cards give {dollars(credit)}: {event.reason}"
            )
            self.findings.append(Finding(self._stream, sentence, version))


class _Line(Struct):
    n: int
    prev: str
    by: Person
    event: Event
    postings: tuple[LinePosting, ...] = ()
    at: str | None = None


_decode = msgspec.json.Decoder(_Line).decode


class TableAudit:
    """The audit of one table's stream."""

    def __init__(
        self,
        chain: Chain,
        entries: Iterator[Entry],
        postings: StoredPostings,
        snapshot: Snapshot | None,
    ) -> None:
        self.chain, self.postings = chain, postings
        self.state: State | None = State()
        """The state after the lines so far; None once a line cannot be applied."""
        self.proved_rounds = 0
        """How many closed rounds the verifier proved."""
        self.unproved_rounds = 0
        """How many closed rounds only another version of the program can prove."""
        self.lost_seed_rounds: list[int] = []
        """The numbers of the rounds whose seed is lost, which nobody can prove."""
        self.corrections = Corrections(chain.stream.id)
        self._entries, self._snapshot, self._lines_fed = entries, snapshot, 0
        self._brought_forward: BroughtForward | None = None
        """The state of the table where this version's rules are in force again."""

    def run(self) -> None:
        """Audit every line."""
        self._prove(self._with_last_line(self._closed_rounds()))
        while self._brought_forward is not None:
            forward, before = self._brought_forward, self.chain.head.version
            self._brought_forward = None
            # This file has one more line than the table: the one that brings it forward.
            self._prove(self._rechain(forward, self._closed_rounds()), before - 1)
        for entry in self._entries:  # those after the verifier has given up
            self._audit_entry(entry)
        self.chain.finish()
        self.postings.end(self.chain.head.version)
        self._check_late_snapshot()

    def _prove(self, lines: Iterator[bytes], before: int = 0) -> None:
        """Verify lines, which come after ``before`` other lines of the table."""
        self._lines_fed = 0
        try:
            result = verify(lines)
            self.proved_rounds += result.rounds - result.lost
        except VerificationError as fault:
            if self._lines_fed or before:  # otherwise there was nothing to prove
                self.chain.add_finding(fault.line + before, fault.sentence)

    def _closed_rounds(self) -> Iterator[bytes]:
        """Yield lines to verify: while the chain is intact, and without the open round."""
        pending: list[bytes] = []
        in_round = False
        for entry in self._entries:
            event = self._audit_entry(entry)
            if event is None or not self.chain.is_intact or self.state is None:
                break
            if not are_rules_in_force(self.state):
                self._skip_foreign_rules()
                break
            pending.append(entry.line)
            if isinstance(event, RoundOpened):
                in_round = True
            elif isinstance(event, RoundClosed):
                in_round = False
            # An approval belongs with what it puts in force, perhaps another version's rules.
            if not in_round and not isinstance(event, Approved):
                self._lines_fed += len(pending)
                yield from pending
                pending.clear()

    def _with_last_line(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the table's own lines as an export, with the last line that ends it."""
        line, is_practice = b"", False
        for line in lines:
            is_practice |= b'"type":"RoundOpened"' in line and b'"practice":true' in line
            yield line + b"\n"
        if line:
            yield encode_last_line(self._lines_fed, line_hash(line), practice=is_practice) + b"\n"

    def _skip_foreign_rules(self) -> None:
        """Audit lines under another version's rules, until this version's are in force."""
        for entry in self._entries:
            event = self._audit_entry(entry)
            if event is None or not self.chain.is_intact or self.state is None:
                return
            if isinstance(event, RoundClosed) and event.round not in self.lost_seed_rounds:
                self.unproved_rounds += 1
            if are_rules_in_force(self.state):
                self._brought_forward = bring_forward(self.state)
                return

    @staticmethod
    def _rechain(forward: BroughtForward, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Yield lines as an export that begins in mid-log, under a hash chain of its own."""
        rest = (
            LogEntry(line.n, line.event, line.by, decode_postings(line.postings), line.at)
            for line in map(_decode, lines)
        )
        for line in export_lines(chain([LogEntry(0, forward, HOUSE_DEALER, ())], rest)):
            yield line + b"\n"

    def _audit_entry(self, entry: Entry) -> Event | None:
        """Audit one line and return its event; None if it cannot be decoded."""
        chain = self.chain
        chain.accept_entry(entry)
        event = None
        try:
            line = _decode(entry.line)
            postings = decode_postings(line.postings)
        except (ValueError, RecursionError) as error:
            chain.break_at(entry.version, f"it is not a table event: {error}")
            self.postings.take_line(entry.version)
        else:
            event = line.event
            if isinstance(event, SeedLost):
                self.lost_seed_rounds.append(event.round)
            chain.check_links(entry, line.n, line.prev)
            chain.check_columns(entry, line.at or "", line.by, type(event).__name__)
            self.postings.compare(entry.version, postings)
            self._apply_event(entry.version, event, postings)
        chain.advance(entry)
        self._check_snapshot()
        return event

    def _apply_event(self, version: int, event: Event, postings: object) -> None:
        """Apply an event to the state, and compare its postings with those in the line."""
        if self.state is None or self.state.version + 1 != version:
            self.state = None  # a line is missing, so no later state can be known
            return
        try:
            self.state, event_postings = apply_with_postings(self.state, event)
        except Exception as error:  # a forged event can fail anywhere
            reason = short_repr(f"{type(error).__name__}: {error}", 200)
            self.chain.add_finding(version, f"it cannot follow the lines before it: {reason}")
            self.state = None
            return
        self.corrections.add_event(self.state, version, event)
        if event_postings != postings:
            self.chain.add_finding(version, "its postings do not match its event")

    # Snapshots

    def _check_snapshot(self) -> None:
        snapshot, state = self._snapshot, self.state
        if snapshot is None or snapshot.version != self.chain.head.version:
            return
        self._snapshot = None
        if not is_current_schema(snapshot) or state is None:
            return  # another version's, which is never used; or nothing to compare it with
        restored_state = restore_snapshot(snapshot)
        if restored_state is None:
            self.chain.add_finding(snapshot.version, "its snapshot cannot be read")
        elif snapshot.hash != self.chain.head.hash:
            self.chain.add_finding(snapshot.version, "its snapshot belongs to another history")
        elif take_snapshot(restored_state[0], Head(0, "")) != take_snapshot(state, Head(0, "")):
            self.chain.add_finding(
                snapshot.version, "its snapshot does not match the lines up to it"
            )

    def _check_late_snapshot(self) -> None:
        if self._snapshot is not None and self._snapshot.version != self.chain.head.version:
            late = self._snapshot.version
            self.chain.add_finding(
                late, "there is a snapshot of this line, but the line is missing"
            )
