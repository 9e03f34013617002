"""Audits of single streams: `TableAudit` and `BackOfficeAudit`.

A table is replayed event by event. Lines of closed rounds go to `pitboss.verify`, which shares no
code with the table and computes every card, payout and posting again. Rounds under the rules of
another version of the program cannot be proved by this one: they are counted, and the proof resumes
where this program's rules are in force again. Corrections that differ from what the cards give rest
on the word of two people and are flagged (LEDG-6).

Of the back office, the hash chain, the postings and everybody's role are checked.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.money import dollars
from pitboss.room import back_office_events as e
from pitboss.room.audit.checks import Chain, Finding, LinePosting, StoredPostings, decode_postings
from pitboss.room.audit.index_audit import IndexAudit, IndexPosition
from pitboss.room.audit.positions import RoundPositions, StreamPosition, encode_sums
from pitboss.room.back_office import encode_back_office_snapshot
from pitboss.room.people.accounts import Account, money_account
from pitboss.room.store.interface import BACK_OFFICE, Entry, Head, Snapshot, Stream
from pitboss.room.store.sql import row_hash
from pitboss.room.table_log import (
    can_be_snapshot,
    encode_snapshot,
    is_current_schema,
    restore_snapshot,
    snapshot_content,
    take_snapshot,
)
from pitboss.table import LogEntry, State
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
from pitboss.table.export import (
    FileMarks,
    bring_forward,
    encode_last_line,
    export_lines,
    line_hash,
)
from pitboss.table.ledger import HOUSE, Cents, Posting
from pitboss.table.people import HOUSE_DEALER, Person, normalize_name
from pitboss.table.state import GIFT_NAMES, MAX_RECALLED_ROUNDS, RoundState
from pitboss.verify import HashedLine, VerificationError, verify_hashed


class Corrections:
    """Corrections of payouts, compared with the credits when their rounds were closed."""

    def __init__(self, stream: str) -> None:
        self.findings: list[Finding] = []
        self._stream = stream
        self._closed_rounds: dict[int, RoundState] = {}

    def resume(self, state: State) -> None:
        """Continue after a state between two rounds."""
        self._closed_rounds = {round_.number: round_ for round_ in state.last}

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


LINES_PER_TURN: Final = 1000
"""Lines that are replayed before they are verified: taking turns at every round is slower."""


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
        snapshots: Iterator[Snapshot],
        index: IndexAudit,
        start: StreamPosition | None = None,
        *,
        keeps_position: bool = False,
        archived_position: StreamPosition | None = None,
    ) -> None:
        self.chain, self.postings = chain, postings
        self.state: State | None = State()
        """The state after the lines so far; None once a line cannot be applied."""
        self.proved_rounds = 0
        self.physical_rounds = 0
        """How many closed rounds the verifier proved."""
        self.unproved_rounds = 0
        """How many closed rounds only another version of the program can prove."""
        self.lost_seed_rounds: list[int] = []
        """The numbers of the rounds whose seed is lost, which nobody can prove."""
        self.corrections = Corrections(chain.stream.id)
        self._entries, self._index = entries, index
        self._lines_fed, self._fed_head = 0, ""
        """How many lines the verifier was given, and the hash of the last of them."""
        self._fed_marks = FileMarks()
        """What the last line says about the rounds in these lines."""
        self._closes_round = 0
        """The number of the round that the current line closes; 0 if it closes none."""
        self._snapshots, self._next_snapshot = snapshots, next(snapshots, None)
        self._last_time = ""
        self._positions = RoundPositions() if keeps_position else None
        self._archived_position = archived_position
        self._brought_forward: BroughtForward | None = None
        """The state of the table where this version's rules are in force again."""
        self._starts_later = start is not None
        if start is not None:
            self._resume(start)

    @property
    def position(self) -> StreamPosition | None:
        """Where a later audit can continue, if it keeps positions and there is one."""
        return self._positions.final if self._positions else None

    def _resume(self, start: StreamPosition) -> None:
        """Continue after a position."""
        state = _state_of_table(self.chain.stream.id, start)
        self.state, self.chain.head, self._last_time = state, start.head, start.at
        self.postings.resume(start.cents())
        self._index.resume(start.index, start.at, state)
        self.corrections.resume(state)
        if self._positions is not None:
            self._positions.start_from(start)

    def run(self) -> None:
        """Audit every line."""
        if not self._starts_later:
            self._prove(self._with_last_line(self._closed_rounds()))
        elif self.state is not None and are_rules_in_force(self.state):
            self._brought_forward = bring_forward(self.state)
        else:
            self._skip_foreign_rules()
        while self._brought_forward is not None:
            forward, before = self._brought_forward, self.chain.head.version
            self._brought_forward = None
            # This file has one more line than the table: the one that brings it forward.
            self._prove(self._rechain(forward, self._closed_rounds()), before - 1)
        for entry in self._entries:  # those after the verifier has given up
            self._audit_entry(entry)
        self.chain.finish()
        self.postings.end(self.chain.head.version)
        self._index.finish()
        self._check_late_snapshot()

    def _prove(self, lines: Iterator[HashedLine], before: int = 0) -> None:
        """Verify lines, which come after ``before`` other lines of the table."""
        self._lines_fed = 0
        try:
            result = verify_hashed(lines)
            self.proved_rounds += result.rounds - result.lost
            self.physical_rounds += result.physical
        except VerificationError as fault:
            if self._lines_fed or before:  # otherwise there was nothing to prove
                self.chain.add_finding(fault.line + before, fault.sentence)

    def _closed_rounds(self) -> Iterator[HashedLine]:
        """Yield lines to verify: while the chain is intact, and without the open round."""
        ready: list[HashedLine] = []
        pending: list[HashedLine] = []
        marks, in_round, has_foreign_rules = FileMarks(), False, False
        for entry in self._entries:
            event = self._audit_entry(entry)
            if event is None or not self.chain.is_intact or self.state is None:
                break
            if not are_rules_in_force(self.state):
                has_foreign_rules = True
                break
            pending.append((entry.line, self.chain.head.hash))
            if isinstance(event, RoundOpened):
                in_round = True
                marks = marks.after(event)
            elif isinstance(event, RoundClosed):
                in_round = False
            # An approval belongs with what it puts in force, perhaps another version's rules.
            if not in_round and not isinstance(event, Approved):
                ready += pending
                pending.clear()
                self._fed_marks = marks
                if len(ready) >= LINES_PER_TURN:
                    self._lines_fed += len(ready)
                    yield from ready
                    self._fed_head = ready[-1][1]
                    ready.clear()
        if ready:
            self._lines_fed += len(ready)
            yield from ready
            self._fed_head = ready[-1][1]
        if has_foreign_rules:
            self._skip_foreign_rules()

    def _with_last_line(self, lines: Iterator[HashedLine]) -> Iterator[HashedLine]:
        """Yield the table's own lines as an export, with the last line that ends it."""
        yield from lines
        if self._lines_fed:
            line = encode_last_line(self._lines_fed, self._fed_head, self._fed_marks)
            yield line, line_hash(line)

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
    def _rechain(forward: BroughtForward, lines: Iterator[HashedLine]) -> Iterator[HashedLine]:
        """Yield lines as an export that begins mid-log, under a hash chain of its own."""
        rest = (
            LogEntry(line.n, line.event, line.by, decode_postings(line.postings), line.at)
            for line in (_decode(raw) for raw, _ in lines)
        )
        for line in export_lines(chain([LogEntry(0, forward, HOUSE_DEALER, ())], rest)):
            yield line, line_hash(line)

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
            if type(event) is SeedLost:
                self.lost_seed_rounds.append(event.round)
            chain.check_links(entry, line.n, line.prev)
            chain.check_columns(entry, line.at or "", line.by, type(event).__name__)
            self.postings.compare(entry.version, postings)
            self._apply_event(LogEntry(entry.version, event, line.by, postings, line.at))
        chain.advance(entry)
        self._last_time = entry.at
        self._check_snapshot()
        position = self._archived_position
        if position is not None and position.version == entry.version:
            self._check_archived_position(position)
        if self._closes_round:
            self._keep_position()
        return event

    def _check_archived_position(self, position: StreamPosition) -> None:
        """Compare what the archived lines lead to with what the room goes on from."""
        snapshot = position.snapshot
        is_same = (
            (position.hash, position.at) == (self.chain.head.hash, self._last_time)
            and position.sums == encode_sums(self.postings.own_sums)
            and position.index == self._index.position()
            and (
                self.state is None
                or not is_current_schema(snapshot)  # another version's, which is never used
                or snapshot_content(snapshot) == encode_snapshot(self.state)
            )
        )
        if not is_same:
            self.chain.add_finding(
                position.version, "the room does not go on from what the archived lines lead to"
            )

    def _keep_position(self) -> None:
        """Keep the position after the line that closed a round."""
        number, self._closes_round = self._closes_round, 0
        state, round_ = self.state, self.state.round if self.state else None
        position: Callable[[], StreamPosition] | None = None
        # What follows at once, and what somebody has proposed, belongs to the lines before.
        is_complete = (
            state is not None
            and can_be_snapshot(state)
            and not (state.proposals or state.upcoming or (round_ and round_.away))
        )
        if state is not None and is_complete and self.chain.is_intact:
            sums, index = dict(self.postings.own_sums), self._index.position()
            position = partial(
                _table_position, state, self.chain.head, self._last_time, sums, index
            )
        if self._positions is not None:
            self._positions.close_round(number, position)

    def _apply_event(self, entry: LogEntry) -> None:
        """Apply an event to the state, and compare its postings with those in the line."""
        version, event = entry.number, entry.event
        if self.state is None or self.state.version + 1 != version:
            self.state = None  # a line is missing, so no later state can be known
            return
        try:
            self._index.add_table_entry(entry, self.state.balances)
            self.state, event_postings = apply_with_postings(self.state, event)
        except Exception as error:  # a forged event can fail anywhere
            reason = short_repr(f"{type(error).__name__}: {error}", 200)
            self.chain.add_finding(version, f"it cannot follow the lines before it: {reason}")
            self.state = None
            return
        kind = type(event)
        if kind is RoundClosed or kind is PayoutCorrected:
            self.corrections.add_event(self.state, version, event)
        if self._positions is not None:
            if isinstance(event, PayoutCorrected):
                self._positions.correct_round(event.round)
            elif isinstance(event, RoundClosed):
                self._closes_round = event.round
        if event_postings != entry.postings:
            self.chain.add_finding(version, "its postings do not match its event")

    # Snapshots

    def _check_snapshot(self) -> None:
        snapshot, state = self._next_snapshot, self.state
        if snapshot is None or snapshot.version != self.chain.head.version:
            return
        self._next_snapshot = next(self._snapshots, None)
        if not is_current_schema(snapshot) or state is None:
            return  # another version's, which is never used; or nothing to compare it with
        if (snapshot.hash, snapshot.at) != (self.chain.head.hash, self._last_time):
            self.chain.add_finding(snapshot.version, "its snapshot belongs to another history")
        elif snapshot_content(snapshot) != encode_snapshot(state):
            self.chain.add_finding(
                snapshot.version, "its snapshot does not match the lines up to it"
            )

    def _check_late_snapshot(self) -> None:
        if self._next_snapshot is not None:
            late = self._next_snapshot.version
            self.chain.add_finding(
                late, "there is a snapshot of this line, but the line is missing"
            )


class _BackOfficeLine(Struct):
    n: int
    prev: str
    by: Person
    event: e.BackOfficeEvent
    postings: tuple[LinePosting, ...] = ()
    at: str = ""
    rows: Mapping[str, str] = {}


_decode_back_office_line = msgspec.json.Decoder(_BackOfficeLine).decode


class _LoggedAccount(Struct):
    """An account as the events of the back office describe it."""

    name: str
    guest: bool
    role: str
    closed: bool = False
    invited_by: str = ""
    tables: tuple[str, ...] | None = None


class _BackOfficeState(Struct, frozen=True):
    """What the lines of the back office up to a version lead to."""

    created_tables: dict[str, int]
    table_settings: dict[str, tuple[str, Mapping[str, Any]]]
    closed_accounts: tuple[str, ...]
    people: dict[str, _LoggedAccount]
    rows: dict[str, str]


def _table_position(
    state: State, head: Head, at: str, sums: Mapping[str, Cents], index: IndexPosition
) -> StreamPosition:
    snapshot = take_snapshot(state, head, at)
    return StreamPosition(head.version, head.hash, at, snapshot.state, encode_sums(sums), index)


class BackOfficeAudit:
    """The audit of the back office's stream."""

    def __init__(
        self,
        chain: Chain,
        entries: Iterator[Entry],
        postings: StoredPostings,
        snapshots: Iterator[Snapshot],
        index: IndexAudit,
        start: StreamPosition | None = None,
    ) -> None:
        self.chain, self.postings, self._index = chain, postings, index
        self._snapshots, self._next_snapshot = snapshots, next(snapshots, None)
        self.created_tables: dict[str, int] = {}
        """Every table that was created, with its line."""
        self.table_settings: dict[str, tuple[str, Mapping[str, Any]]] = {}
        """The title and settings of every table."""
        self.closed_accounts: set[str] = set()
        """The ledger accounts of guests who ended, which the store no longer has."""
        self._entries = entries
        self._people: dict[str, _LoggedAccount] = {}
        self._rows: dict[str, str] = {}
        """The last hash of every row, according to the log."""
        self._last_time = ""
        if start is not None:
            self._resume(start)

    @property
    def position(self) -> StreamPosition | None:
        """Where a later audit can continue."""
        if not self.chain.is_intact or not self.chain.head.version:
            return None
        state = _BackOfficeState(
            self.created_tables,
            self.table_settings,
            tuple(sorted(self.closed_accounts)),
            self._people,
            self._rows,
        )
        return StreamPosition(
            self.chain.head.version,
            self.chain.head.hash,
            self._last_time,
            msgspec.json.encode(state),
            encode_sums(self.postings.own_sums),
            self._index.position(),
        )

    def _resume(self, start: StreamPosition) -> None:
        """Continue after a position."""
        state = _state_of_back_office(start)
        self.chain.head, self._last_time = start.head, start.at
        self.created_tables, self.table_settings = state.created_tables, state.table_settings
        self.closed_accounts = set(state.closed_accounts)
        self._people, self._rows = state.people, state.rows
        self.postings.resume(start.cents())
        self._index.resume(start.index, start.at, None)

    def run(self) -> None:
        """Audit every line."""
        for entry in self._entries:
            self._audit_entry(entry)
            self._check_snapshot(entry)
        self.chain.finish()
        self.postings.end(self.chain.head.version)
        self._index.finish()

    def _check_snapshot(self, entry: Entry) -> None:
        snapshot = self._next_snapshot
        if snapshot is None or snapshot.version > entry.version:
            return
        self._next_snapshot = next(self._snapshots, None)
        state = encode_back_office_snapshot(self.created_tables)
        if (snapshot.hash, snapshot.at, snapshot.state) != (self.chain.head.hash, entry.at, state):
            self.chain.add_finding(entry.version, "its snapshot does not match the lines up to it")

    def _audit_entry(self, entry: Entry) -> None:
        chain = self.chain
        chain.accept_entry(entry)
        try:
            line = _decode_back_office_line(entry.line)
            postings = decode_postings(line.postings)
        except (ValueError, RecursionError) as error:
            chain.break_at(entry.version, f"it is not a back-office event: {error}")
            self.postings.take_line(entry.version)
        else:
            chain.check_links(entry, line.n, line.prev)
            chain.check_columns(entry, line.at, line.by, type(line.event).__name__)
            self.postings.compare(entry.version, postings)
            if not _may_move(line.event, postings):
                chain.add_finding(entry.version, "its postings do not match its event")
            self._index.add_back_office_line(entry.version, line.at, postings)
            self._rows |= line.rows
            self._apply_event(entry.version, line.event)
        chain.advance(entry)
        self._last_time = entry.at

    def _apply_event(self, version: int, event: e.BackOfficeEvent) -> None:
        match event:
            case e.AccountOpened(name=name, role=role, guest=guest, invited_by=invited_by):
                self._people[normalize_name(name)] = _LoggedAccount(
                    name, guest, role, invited_by=invited_by
                )
            case e.RoleChanged(name=name, role=role) if normalize_name(name) in self._people:
                self._people[normalize_name(name)].role = role
                self._people[normalize_name(name)].tables = None
            case e.DealerAssigned(name=name, tables=tables) if normalize_name(name) in self._people:
                self._people[normalize_name(name)].tables = tables
            case e.AccountClosed(name=name, closed=closed) if normalize_name(name) in self._people:
                self._people[normalize_name(name)].closed = closed
            case e.PasswordChanged(name=name) | e.GuestSignedUp(name=name) if (
                normalize_name(name) in self._people
            ):
                self._people[normalize_name(name)].guest = False
            case e.GuestEnded(name=name):
                self._end_guest(version, name)
            case e.TableFounded(table=table, title=title, settings=settings):
                self.created_tables[table] = version
                self.table_settings[table] = title, settings
            case _:
                pass

    def _end_guest(self, version: int, name: str) -> None:
        account = self._people.pop(normalize_name(name), None)
        if account is None or not account.guest:
            self.chain.add_finding(
                version, f"{short_repr(name)} was deleted as a guest, but was not one"
            )
        self.closed_accounts.add(money_account(name))

    def check_rows(self, collections: Mapping[str, Mapping[str, bytes]]) -> None:
        """Check that rows which only the back office writes match the log."""
        hashes = {
            f"{shelf}/{key}": row_hash("shelves", shelf, key, value)
            for shelf, rows in collections.items()
            for key, value in rows.items()
        }
        for name, expected_hash in self._rows.items():
            if hashes.get(name, "") != expected_hash:
                fault = "does not match the log" if name in hashes else "is missing"
                self.chain.add_finding(0, f"the row {short_repr(name)} {fault}")

    def check_accounts(self, rows: Mapping[str, bytes]) -> None:
        """Check that accounts match the log, so that nobody gains a role without an event."""
        for key, value in rows.items():
            try:
                account = msgspec.json.decode(value, type=Account)
            except msgspec.MsgspecError as error:
                self.chain.add_finding(0, f"the account {short_repr(key)} cannot be read: {error}")
                continue
            fault = _account_fault(account, self._people.get(key))
            if fault:
                self.chain.add_finding(0, f"the account {short_repr(account.name)} {fault}")
        for key in self._people.keys() - rows.keys():
            self.chain.add_finding(0, f"the account {short_repr(key)} was opened but is missing")


def check_start(stream: Stream, start: StreamPosition) -> None:
    """Refuse a position whose state this version of the program cannot read."""
    if stream.kind == BACK_OFFICE:
        _state_of_back_office(start)
    else:
        _state_of_table(stream.id, start)


def _state_of_table(stream: str, start: StreamPosition) -> State:
    state_and_head = restore_snapshot(start.snapshot)
    if state_and_head is None:
        raise Refused(
            f"the heads have no state of {stream} that this version of the program can read: "
            "audit the room once without --since, and write new heads"
        )
    return state_and_head[0]


def _state_of_back_office(start: StreamPosition) -> _BackOfficeState:
    try:
        return msgspec.json.decode(start.state, type=_BackOfficeState)
    except msgspec.MsgspecError:
        raise Refused(
            "the heads have no state of the back office that this version of the program can read: "
            "audit the room once without --since, and write new heads"
        ) from None


def _account_fault(account: Account, logged_account: _LoggedAccount | None) -> str:
    """Return how an account differs from the log; empty if it does not."""
    if logged_account is None:
        return "was never opened"
    if (logged_account.name, logged_account.guest) != (account.name, account.guest):
        return f"does not match the account opened for {short_repr(logged_account.name)}"
    if logged_account.role != account.part:
        return f"has the role {account.part}, but the log says {logged_account.role}"
    if logged_account.closed != bool(account.closed):
        return f"is {'closed but open' if account.closed else 'open but closed'} in the log"
    if logged_account.invited_by != account.invited_by:
        return f"names {short_repr(account.invited_by)} as its inviter, which differs from the log"
    if account.tables and logged_account.tables != account.tables:
        return "is assigned to tables that differ from the log"
    return ""


def _may_move(event: e.BackOfficeEvent, postings: tuple[Posting, ...]) -> bool:
    """Return whether an event can have these postings: only play chips move money."""
    match event:
        case e.ChipsGranted(name=name, cents=cents):
            return [(p.source, p.target, p.cents) for p in postings] == [
                (HOUSE, money_account(name), cents)
            ]
        case e.GuestEnded(name=name, cents=cents):
            expected = [(money_account(name), HOUSE, cents)] if cents else []
            return [(p.source, p.target, p.cents) for p in postings] == expected
        case e.AccountOpened(name=name):
            return all((p.source, p.target) == (HOUSE, money_account(name)) for p in postings)
        case _:
            return not postings
