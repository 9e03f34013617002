"""The audit of a whole store.

It checks the hash chains and their heads, the order of the lines, that postings match events,
balances match postings and snapshots match the lines up to them, sealed seeds, stored responses
and accounts; and it has `pitboss.verify` prove every closed round, card by card. A database cannot
show by itself that its whole history was rewritten with a new hash chain. To detect that, keep
heads in another place and pass them to the audit as ``anchors``.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any, Final

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.audit.checks import (
    AccountSums,
    Chain,
    Finding,
    Findings,
    StoredPostings,
    TooManyFindings,
    check_account_names,
    check_balances,
    check_seal,
    check_seals_and_responses,
)
from pitboss.room.audit.index_audit import Digest, Digests, IndexAudit, check_index
from pitboss.room.audit.stream_audits import BackOfficeAudit, TableAudit
from pitboss.room.back_office import HASHED_COLLECTIONS
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.store.interface import BACK_OFFICE, Entry, Head, Store, StoreDamaged, Stream
from pitboss.room.store.opening import AuditableStore, BlockingReader, StoreMoment, read_moment
from pitboss.table import State

MAX_FINDINGS: Final = 100
"""Findings after which an audit stops by default; the first ones need fixing before any others."""
STREAM_KINDS: Final = (BACK_OFFICE, "table")
PROGRESS_INTERVAL: Final = 1000
"""Lines between two reports of progress."""

Anchors = Mapping[str, Mapping[int, str]]
"""Hashes of lines that were kept outside the database, by stream and version."""
Progress = Callable[[str, int, int], None]


class Audit(Struct, frozen=True):
    """The result of an audit."""

    findings: tuple[Finding, ...]
    more: bool
    """Whether the audit stopped because there were too many findings."""
    heads: Mapping[str, Head]
    """The head of every stream, to be kept elsewhere as anchors for the next audit."""
    lines: int
    postings: int
    accounts: int
    rounds: int
    """How many closed rounds were proved."""
    unproved: Mapping[str, int]
    """How many closed rounds were not proved, by table.

    Either their rules belong to another version of the program, which alone can prove them, or
    their seed is lost.
    """
    open_rounds: Mapping[str, int]
    """The number of the open round, by table."""
    corrections: tuple[Finding, ...] = ()
    """Corrections that differ from what the cards give, made by two people."""
    lost_seeds: Mapping[str, tuple[int, ...]] = {}
    """The rounds whose seed is lost, by table; nobody can prove them (FAIR-9)."""

    @property
    def in_order(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


async def audit(
    store: Store,
    *,
    anchors: Anchors | None = None,
    limit: int = MAX_FINDINGS,
    progress: Progress | None = None,
) -> Audit:
    """Audit a whole store; stop after ``limit`` findings."""
    findings = Findings(limit)
    try:
        moment = await read_moment(store, ACCOUNTS, HASHED_COLLECTIONS)
    except Refused:
        raise
    except (StoreDamaged, ValueError, TypeError) as error:
        findings.add("", 0, f"the database cannot be read: {error}")
        return Audit(tuple(findings.all), False, {}, 0, 0, 0, 0, {}, {})
    walker = _Walker(
        BlockingReader(store), moment, anchors or {}, findings, progress or _no_progress
    )
    return await asyncio.to_thread(walker.run)


def _no_progress(_: str, __: int, ___: int) -> None:
    """Ignore progress."""


class _Walker:
    """One audit in progress: every stream in turn, then what they have in common."""

    def __init__(
        self,
        reader: BlockingReader,
        moment: StoreMoment,
        anchors: Anchors,
        findings: Findings,
        progress: Progress,
    ) -> None:
        self._reader, self._moment, self._anchors = reader, moment, anchors
        self._findings, self._progress = findings, progress
        self._lines = self._postings = self._rounds = 0
        self._total_lines = sum(stream.head.version for stream in moment.streams)
        self._unproved_counts: dict[str, int] = {}
        self._corrections: list[Finding] = []
        self._lost_seeds: dict[str, tuple[int, ...]] = {}
        self._heads: dict[str, Head] = {}
        self._table_settings: Mapping[str, tuple[str, Mapping[str, Any]]] = {}
        self._states: dict[str, State | None] = {}
        self._sums: AccountSums = defaultdict(int)
        self._digests: Digests = defaultdict(Digest)
        """The index that follows from the lines."""
        self._closed_accounts: Set[str] = frozenset()
        self._is_readable = True

    def run(self) -> Audit:
        """Check everything, up to the limit of findings."""
        more = False
        try:
            self._check()
        except TooManyFindings:
            more = True
        return Audit(
            tuple(self._findings.all),
            more,
            self._heads,
            self._lines,
            self._postings,
            len(self._moment.balances),
            self._rounds,
            self._unproved_counts,
            {
                name: state.round.number
                for name, state in self._states.items()
                if state and state.has_open_round and state.round
            },
            tuple(self._corrections),
            self._lost_seeds,
        )

    def _check(self) -> None:
        streams = {stream.id: stream for stream in self._moment.streams}
        for name in sorted(self._anchors.keys() - streams.keys()):
            self._findings.add(name, 0, "an anchor was given for this stream, but it is missing")
        created_tables: dict[str, int] = {}
        for stream in streams.values():
            created_tables |= self._audit_stream(stream)
        for name, (title, settings) in self._table_settings.items():
            table = streams.get(name)
            if table and (table.title, table.settings) != (title, settings):
                self._findings.add(name, 0, "its title or settings differ from the log")
        for name, line in created_tables.items():
            if name not in streams:
                self._findings.add(
                    BACK_OFFICE, line, f"the table {name} was created but is missing"
                )
        if self._is_readable:  # otherwise every balance would seem wrong
            check_balances(self._moment.balances, self._sums, self._findings)
            if isinstance(self._reader.store, AuditableStore):
                accounts = self._reader.run(self._reader.store.account_names())
                check_account_names(accounts, self._sums, self._closed_accounts, self._findings)
            indexed_streams = [stream for stream in streams.values() if stream.is_indexed]
            self._try_reading(
                "",
                lambda: check_index(self._reader, self._digests, indexed_streams, self._findings),
            )
        self._try_reading(
            "", lambda: check_seals_and_responses(self._reader, self._states, self._findings)
        )

    def _audit_stream(self, stream: Stream) -> Mapping[str, int]:
        """Audit one stream; return the tables that it created, with their lines."""
        chain = Chain(stream, self._anchors.get(stream.id, {}), self._findings)
        if stream.kind not in STREAM_KINDS:
            chain.add_finding(0, f"unknown stream kind {stream.kind!r}")
        self._states[stream.id] = None
        created_tables: dict[str, int] = {}

        def work() -> None:
            postings = StoredPostings(stream.id, self._reader.postings(stream), self._findings)
            entries = self._count_entries(self._reader.entries(stream))
            try:
                snapshots = self._reader.snapshots(stream)
                index = IndexAudit(stream.id, self._digests)
                if stream.kind == BACK_OFFICE:
                    back_office = BackOfficeAudit(chain, entries, postings, snapshots, index)
                    back_office.run()
                    back_office.check_accounts(self._moment.accounts)
                    back_office.check_rows(self._moment.collections)
                    created_tables.update(back_office.created_tables)
                    self._table_settings = back_office.table_settings
                    self._closed_accounts = back_office.closed_accounts
                else:
                    table = TableAudit(chain, entries, postings, snapshots, index)
                    self._audit_table(stream, table)
            finally:
                self._heads[stream.id] = chain.head
                self._postings += postings.count
                for account, cents in postings.sums.items():
                    self._sums[account] += cents

        if not self._try_reading(stream.id, work):
            self._is_readable = False
        return created_tables

    def _audit_table(self, stream: Stream, table: TableAudit) -> None:
        table.run()
        self._rounds += table.proved_rounds
        if table.unproved_rounds or table.lost_seed_rounds:
            self._unproved_counts[stream.id] = table.unproved_rounds + len(table.lost_seed_rounds)
        if table.lost_seed_rounds:
            self._lost_seeds[stream.id] = tuple(table.lost_seed_rounds)
        self._corrections += table.corrections.findings
        self._states[stream.id] = table.state
        check_seal(self._reader, stream.id, table.state, self._findings)

    def _try_reading(self, stream: str, work: Callable[[], None]) -> bool:
        """Run a check that reads the store; add a finding and return False if that fails."""
        try:
            work()
        except (StoreDamaged, ValueError, TypeError) as error:
            self._findings.add(stream, 0, f"cannot be read any further: {error}")
            return False
        return True

    def _count_entries(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        for entry in entries:
            self._lines += 1
            if self._lines % PROGRESS_INTERVAL == 0:
                self._progress("lines audited", self._lines, self._total_lines)
            yield entry
