"""The findings of an audit, and its checks of the hash chain, postings, balances and more."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import islice
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.errors import short_repr
from pitboss.room.requests import StoredAck, ack_checksum
from pitboss.room.store.base import MAX_LOGGED_KEY
from pitboss.room.store.interface import BACK_OFFICE, Entry, Head, StoredPosting, Stream
from pitboss.room.store.opening import AuditableStore, StoreReader
from pitboss.room.stored_table import is_player_account
from pitboss.room.table_log import EMPTY_HEAD
from pitboss.table import State
from pitboss.table.export import line_hash
from pitboss.table.ledger import Cents, Posting, normalize_cents
from pitboss.table.people import Person

MAX_SENTENCE: Final = 400


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong."""

    stream: str
    """The table or the back office; empty if it concerns the database as a whole."""
    sentence: str
    line: int = 0
    """The line that is wrong; 0 if it concerns no particular line."""

    def __str__(self) -> str:
        where = f"{self.stream}, line {self.line}" if self.line else self.stream
        return f"{where}: {self.sentence}" if where else self.sentence


class TooManyFindings(Exception):
    """The audit reached its limit of findings."""


class Findings:
    """The findings of an audit, up to a limit."""

    def __init__(self, limit: int) -> None:
        self.all: list[Finding] = []
        self._limit = limit

    def add(self, stream: str, line: int, sentence: str) -> None:
        """Add a finding; raise `TooManyFindings` at the limit."""
        if len(self.all) >= self._limit:
            raise TooManyFindings
        if len(sentence) > MAX_SENTENCE:
            sentence = sentence[:MAX_SENTENCE] + "…"
        self.all.append(Finding(stream, " ".join(sentence.split()), line))


class Chain:
    """The hash chain of one stream, followed line by line.

    ``anchors`` are hashes of lines that were kept outside the database, by version.
    """

    def __init__(self, stream: Stream, anchors: Mapping[int, str], findings: Findings) -> None:
        self.stream, self.head = stream, EMPTY_HEAD
        self.is_intact = True
        """Whether every line so far links to the one before it."""
        self._anchors, self._findings = anchors, findings

    def add_finding(self, line: int, sentence: str) -> None:
        """Add a finding about a line of this stream."""
        self._findings.add(self.stream.id, line, sentence)

    def break_at(self, line: int, sentence: str) -> None:
        """Add a finding that breaks the chain: nothing after this line is proved."""
        self.is_intact = False
        self.add_finding(line, sentence)

    def accept_entry(self, entry: Entry) -> None:
        """Check that a line is the next one."""
        next_version = self.head.version + 1
        if entry.version > next_version:
            last = entry.version - 1
            gap = (
                f"lines {next_version} to {last} are"
                if last > next_version
                else f"line {next_version} is"
            )
            self.break_at(next_version, f"{gap} missing")

    def check_links(self, entry: Entry, n: int, prev: str) -> None:
        """Check the number in the line, and its link to the line before."""
        follows_gap = entry.version != self.head.version + 1
        if n != entry.version:
            self.break_at(
                entry.version, f"it says that it is line {n}: lines were swapped or moved"
            )
        elif prev != self.head.hash and not follows_gap:
            before = f"line {n - 1}" if n > 1 else "the start of the log"
            self.break_at(n, f"it does not link to {before}: one of the two was changed")

    def check_columns(self, entry: Entry, at: str, by: Person, kind: str) -> None:
        """Check that the columns of the row, which are there for searches, match the line."""
        if entry.at == at and entry.by == by.name and entry.role == by.role and entry.kind == kind:
            return
        columns = {
            "time": (entry.at, at),
            "name": (entry.by, by.name),
            "role": (entry.role, by.role.value),
            "kind": (entry.kind, kind),
        }
        for name, (column, value) in columns.items():
            if column != value:
                self.add_finding(
                    entry.version,
                    f"the {name} of its row is {column!r}, but the line has {value!r}",
                )

    def advance(self, entry: Entry) -> None:
        """Make this line the head of the chain, and compare it with its anchor."""
        self.head = Head(entry.version, line_hash(entry.line))
        anchor = self._anchors.get(entry.version)
        if anchor is not None and anchor != self.head.hash:
            self.add_finding(
                entry.version,
                f"its hash is {self.head.hash}, but the head from an earlier audit is {anchor}: "
                "the history was rewritten",
            )

    def finish(self) -> None:
        """Check that the lines end at the stream's head in the store."""
        stored_head, head = self.stream.head, self.head
        if head.version < stored_head.version:
            self.add_finding(
                head.version + 1,
                f"the stream was cut off: it should have {stored_head.version} lines",
            )
        elif head.version > stored_head.version:
            self.add_finding(
                stored_head.version + 1,
                f"the head says that the stream ends at line {stored_head.version}",
            )
        elif stored_head.hash != head.hash and stored_head != Head(0, ""):
            self.add_finding(
                head.version,
                "its hash is not the head of the stream: one of the two was changed",
            )
        for version in sorted(self._anchors):
            if version > head.version:
                self.add_finding(
                    head.version + 1,
                    f"a head was given for line {version}, but the line is missing",
                )


AccountSums = defaultdict[str, Cents]
"""Sums of postings by account, under the store's names."""


class LinePosting(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """A posting as written in a line; fractions of a cent are text."""

    source: str
    target: str
    cents: int | str
    phase: str
    why: str


def decode_postings(postings: Sequence[LinePosting]) -> tuple[Posting, ...]:
    """Return postings as the table makes them."""
    if not postings:
        return ()
    return tuple(
        [
            Posting(
                posting.source,
                posting.target,
                posting.cents
                if type(posting.cents) is int
                else normalize_cents(Fraction(posting.cents)),
                posting.phase,  # type: ignore[arg-type]
                posting.why,
            )
            for posting in postings
        ]
    )


def store_account(stream: str, account: str) -> str:
    """Return the store's name of an account: a table has its own, people share theirs."""
    return account if stream == BACK_OFFICE or is_player_account(account) else f"{stream}/{account}"


def split_account(account: str) -> tuple[str, str]:
    """Return the table that an account belongs to, or ``""``, and its name there."""
    stream, at_table, name = account.partition("/")
    return (stream, name) if at_table and not is_player_account(account) else ("", account)


class StoredPostings:
    """The postings of one stream in the store, taken line by line."""

    def __init__(self, stream: str, postings: Iterator[StoredPosting], findings: Findings) -> None:
        self._stream, self._postings, self._findings = stream, postings, findings
        self._next_posting = next(postings, None)
        self.count = 0
        self._sums: AccountSums = defaultdict(int)
        """By the names that the stream itself uses."""

    def resume(self, sums: Iterable[tuple[str, Cents]]) -> None:
        """Continue from the sums of earlier postings."""
        self._sums.update(sums)

    @property
    def own_sums(self) -> Mapping[str, Cents]:
        """The sums of all postings so far by account, under the stream's own names."""
        return self._sums

    @property
    def sums(self) -> AccountSums:
        """The sums of all postings so far by account, under the store's names."""
        sums: AccountSums = defaultdict(int)
        for account, cents in self._sums.items():
            sums[store_account(self._stream, account)] += cents
        return sums

    def take_line(self, version: int) -> Sequence[StoredPosting]:
        """Take the postings of a line; report those before it that belong to no line."""
        posting = self._next_posting
        if posting is None or posting.version > version:
            return ()
        if posting.version < version:
            self._report_orphans(version)
            posting = self._next_posting
        postings, sums, remaining = [], self._sums, self._postings
        while posting is not None and posting.version == version:
            postings.append(posting)
            sums[posting.source] -= posting.cents
            sums[posting.target] += posting.cents
            posting = next(remaining, None)
        self._next_posting = posting
        self.count += len(postings)
        return postings

    def compare(self, version: int, line_postings: Sequence[Posting]) -> None:
        """Compare the store's postings for a line with those in the line."""
        postings = self.take_line(version)
        if not postings and not line_postings:
            return
        if len(postings) != len(line_postings):
            self._add_finding(
                version,
                f"its number of postings is {len(line_postings)} in the line, "
                f"but {len(postings)} in the database",
            )
        for index, (posting, line_posting) in enumerate(zip(postings, line_postings, strict=False)):
            if (
                posting.source == line_posting.source
                and posting.target == line_posting.target
                and posting.cents == line_posting.cents
                and posting.position == index
                and posting.phase == line_posting.phase
                and posting.why == line_posting.why
            ):
                continue
            difference = _difference(posting, line_posting, index)
            self._add_finding(version, f"posting {index + 1} does not match the line: {difference}")
            return

    def end(self, version: int) -> None:
        """Report postings after the last line."""
        self._report_orphans(version + 1)

    def _report_orphans(self, version: int) -> None:
        while self._next_posting is not None and self._next_posting.version < version:
            orphan, self._next_posting = self._next_posting, next(self._postings, None)
            self._count(orphan)
            self._add_finding(
                orphan.version, f"a posting of {orphan.cents} cents belongs to no line"
            )

    def _count(self, posting: StoredPosting) -> None:
        self.count += 1
        self._sums[posting.source] -= posting.cents
        self._sums[posting.target] += posting.cents

    def _add_finding(self, version: int, sentence: str) -> None:
        self._findings.add(self._stream, version, sentence)


def _difference(posting: StoredPosting, line_posting: Posting, index: int) -> str:
    """Return the first difference between a posting in the store and in its line."""
    pairs = {
        "place": (posting.position, index),
        "from": (posting.source, line_posting.source),
        "to": (posting.target, line_posting.target),
        "cents": (posting.cents, line_posting.cents),
        "phase": (posting.phase, line_posting.phase),
        "reason": (posting.why, line_posting.why),
    }
    return next(
        (f"{n} is {short_repr(a)}, not {short_repr(b)}" for n, (a, b) in pairs.items() if a != b),
        "",
    )


def check_account_names(
    accounts: Sequence[str], sums: AccountSums, closed_accounts: Set[str], findings: Findings
) -> None:
    """Check that the ledger has exactly the accounts that have postings, except closed ones."""
    missing = {account for account in sums.keys() - set(accounts) if account not in closed_accounts}
    for account in sorted(missing | (set(accounts) - sums.keys())):
        stream, name = split_account(account)
        fault = "is missing" if account in sums else "exists but has no postings"
        findings.add(stream, 0, f"the ledger account {name} {fault}")


def check_balances(balances: Mapping[str, Cents], sums: AccountSums, findings: Findings) -> None:
    """Check that every balance is the sum of its postings, and all balances sum to zero."""
    for account in sorted(balances.keys() | sums.keys()):
        balance, total = balances.get(account, 0), normalize_cents(sums.get(account, 0))
        if balance != total:
            stream, name = split_account(account)
            findings.add(
                stream,
                0,
                f"{name} holds {balance} cents, but its postings sum to {total} cents",
            )
    total = normalize_cents(sum(balances.values()))
    if total:
        findings.add("", 0, f"all accounts together hold {total} cents instead of 0")


class StreamEnd(Struct, frozen=True):
    """What the lines of a stream lead to, as far as rows beside them depend on it."""

    version: int = 0
    round: int = 0
    """The number of the last round; 0 if there was none."""
    has_open_round: bool = False
    needs_seal: bool = False
    """Whether the open round cannot be finished without its seed."""

    @classmethod
    def from_state(cls, state: State) -> "StreamEnd":
        """Return the end of a table's stream."""
        round_, is_open = state.round, state.has_open_round
        needs_seal = is_open and round_ is not None and not round_.physical
        return cls(state.version, round_.number if round_ else 0, is_open, needs_seal)


def check_seal(reader: StoreReader, stream: str, end: StreamEnd, findings: Findings) -> None:
    """Check that the seed of the open round is there; the round cannot be finished without it."""
    if end.needs_seal and reader.run(reader.store.sealed_seed(stream, end.round)) is None:
        findings.add(stream, 0, f"the sealed seed of round {end.round} is missing")


class StoreFlaws(Struct, frozen=True):
    """What is wrong with a store beside its lines."""

    sentences: Sequence[str] = ()
    damaged_rows: Sequence[tuple[str, tuple[object, ...]]] = ()
    """Table and key of rows that do not match their hash."""

    def report(self, findings: Findings) -> None:
        """Add a finding for each."""
        for sentence in self.sentences:
            findings.add("", 0, sentence)
        for table, key in self.damaged_rows:
            name = "/".join(str(part)[:MAX_LOGGED_KEY] for part in key)
            findings.add("", 0, f"the row {short_repr(name)} of {table} does not match its hash")


def read_flaws(reader: StoreReader, limit: int, *, whole_file: bool) -> StoreFlaws:
    """Return the flaws of a store, and somewhat more than ``limit`` damaged rows at most."""
    store = reader.store
    if not isinstance(store, AuditableStore):
        return StoreFlaws()
    sentences = reader.run(store.flaws(whole_file=whole_file))
    return StoreFlaws(sentences, [*islice(reader.iterate(store.damaged_rows()), limit + 1)])


def check_seals_and_responses(
    reader: StoreReader, ends: Mapping[str, StreamEnd | None], findings: Findings
) -> None:
    """Check that sealed seeds and stored responses belong to something that happened.

    ``ends`` has every stream; None stands for one whose lines could not be followed.
    """
    store = reader.store
    if not isinstance(store, AuditableStore):
        return
    for stream, number in reader.iterate(store.all_seals()):
        end = ends.get(stream)
        if stream not in ends or (end is not None and not 1 <= number <= end.round):
            findings.add(stream, 0, f"there is a sealed seed for round {number}, but no such round")
    for stream, response in reader.iterate(store.all_responses()):
        label = f"key {short_repr(response.key)} of {short_repr(response.account)}"
        try:
            ack = msgspec.json.decode(response.response, type=StoredAck)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            ack = StoredAck(0)
        version, end = ack.version, ends.get(stream)
        checksum = ack_checksum(response.account, stream, response.key, response.body_hash, version)
        if ack.check not in ("", checksum):
            findings.add(stream, 0, f"the response to {label} does not match its checksum")
        if stream not in ends or (end is not None and not 1 <= version <= end.version):
            findings.add(stream, 0, f"the response to {label} names a line that does not exist")
