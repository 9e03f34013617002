"""The walk through one stream, and its result, which another process can compute and send."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.room.audit.checks import (
    Chain,
    Finding,
    Findings,
    StoredPostings,
    StreamEnd,
    TooManyFindings,
    check_seal,
)
from pitboss.room.audit.index_audit import Digest, Digests, IndexAudit
from pitboss.room.audit.positions import StreamPosition
from pitboss.room.audit.stream_audits import BackOfficeAudit, TableAudit
from pitboss.room.store.archive_files import ArchiveMissing
from pitboss.room.store.interface import (
    BACK_OFFICE,
    Entry,
    Head,
    Snapshot,
    StoreDamaged,
    Stream,
)
from pitboss.room.store.opening import StoreReader
from pitboss.room.table_log import EMPTY_HEAD, is_current_schema, snapshot_content
from pitboss.table.ledger import Cents

STREAM_KINDS: Final = (BACK_OFFICE, "table")
PROGRESS_INTERVAL: Final = 1000
"""Lines between two reports of progress."""


class StreamTask(Struct, frozen=True):
    """A stream to walk through."""

    stream: Stream
    limit: int
    """The most findings that are wanted."""
    anchors: Mapping[int, str] = {}
    start: StreamPosition | None = None
    """The position to continue from; None to begin with the first line."""
    keeps_position: bool = False
    """Whether the position for a later audit is wanted."""
    archived_position: StreamPosition | None = None
    """What the archived lines of a table have to lead to."""
    accounts: Mapping[str, bytes] = {}
    """Of the back office: the accounts of people, encoded."""
    collections: Mapping[str, Mapping[str, bytes]] = {}
    """Of the back office: other collections, encoded."""

    @property
    def lines(self) -> int:
        """How many lines there are to walk."""
        return max(0, self.stream.head.version - (self.start.version if self.start else 0))


class StreamResult(Struct):
    """What the walk through one stream found."""

    findings: list[Finding] = []
    has_more: bool = False
    """Whether it stopped because there were too many findings."""
    is_readable: bool = True
    head: Head = EMPTY_HEAD
    lines: int = 0
    postings: int = 0
    sums: Mapping[str, Cents] = {}
    """Sums of all postings by account, under the store's names."""
    digests: Mapping[tuple[str, str], Digest] = {}
    """The index that follows from the lines."""
    end: StreamEnd | None = None
    """What the lines of a table lead to; None if one of them could not be followed."""
    proved_rounds: int = 0
    physical_rounds: int = 0
    unproved_rounds: int = 0
    lost_seed_rounds: tuple[int, ...] = ()
    corrections: tuple[Finding, ...] = ()
    created_tables: Mapping[str, int] = {}
    """Of the back office: every table that was created, with its line."""
    table_settings: Mapping[str, tuple[str, Mapping[str, Any]]] = {}
    closed_accounts: tuple[str, ...] = ()
    position: StreamPosition | None = None


def walk_stream(
    reader: StoreReader, task: StreamTask, count_lines: Callable[[int], None]
) -> StreamResult:
    """Audit one stream; ``count_lines`` is told how many more lines were read."""
    walk = _StreamWalk(reader, task, count_lines)
    try:
        walk.run()
    except TooManyFindings:
        walk.result.has_more = True
    walk.result.findings = walk.findings.all
    return walk.result


class _StreamWalk:
    """The walk through one stream in progress."""

    def __init__(
        self, reader: StoreReader, task: StreamTask, count_lines: Callable[[int], None]
    ) -> None:
        self.result, self.findings = StreamResult(), Findings(task.limit)
        self._reader, self._task, self._count_lines = reader, task, count_lines
        self._first = task.start.version if task.start else 0
        """The lines up to this version are taken as checked."""

    def run(self) -> None:
        """Audit every line; report what cannot be read."""
        stream = self._task.stream
        chain = Chain(stream, self._task.anchors, self.findings)
        if stream.kind not in STREAM_KINDS:
            chain.add_finding(0, f"unknown stream kind {stream.kind!r}")
        try:
            self._audit(chain)
        except (ArchiveMissing, StoreDamaged, ValueError, TypeError) as error:
            self.findings.add(stream.id, 0, f"cannot be read any further: {error}")
            self.result.is_readable = False

    def _audit(self, chain: Chain) -> None:
        task, result, reader = self._task, self.result, self._reader
        stream = task.stream
        stored_postings = reader.postings(stream, self._first)
        postings = StoredPostings(stream.id, stored_postings, self.findings)
        digests: Digests = defaultdict(Digest)
        index = IndexAudit(stream.id, digests)
        entries, snapshots = self._entries(), self._snapshots()
        try:
            if stream.kind == BACK_OFFICE:
                self._audit_back_office(
                    BackOfficeAudit(chain, entries, postings, snapshots, index, task.start)
                )
            else:
                self._audit_table(
                    TableAudit(
                        chain,
                        entries,
                        postings,
                        snapshots,
                        index,
                        task.start,
                        keeps_position=task.keeps_position,
                        archived_position=task.archived_position,
                    )
                )
        finally:
            result.head, result.postings = chain.head, postings.count
            result.sums, result.digests = dict(postings.sums), dict(digests)

    def _audit_back_office(self, audit: BackOfficeAudit) -> None:
        result, task = self.result, self._task
        audit.run()
        if task.keeps_position:
            result.position = audit.position
        audit.check_accounts(task.accounts)
        audit.check_rows(task.collections)
        result.created_tables, result.table_settings = audit.created_tables, audit.table_settings
        result.closed_accounts = tuple(audit.closed_accounts)

    def _audit_table(self, audit: TableAudit) -> None:
        result = self.result
        audit.run()
        result.proved_rounds = audit.proved_rounds
        result.physical_rounds = audit.physical_rounds
        result.unproved_rounds = audit.unproved_rounds
        result.lost_seed_rounds = tuple(audit.lost_seed_rounds)
        result.corrections = tuple(audit.corrections.findings)
        result.position = audit.position
        if audit.state is not None:
            result.end = StreamEnd.from_state(audit.state)
            check_seal(self._reader, self._task.stream.id, result.end, self.findings)

    def _entries(self) -> Iterator[Entry]:
        lines = 0
        for lines, entry in enumerate(self._reader.entries(self._task.stream, self._first), 1):
            if lines % PROGRESS_INTERVAL == 0:
                self._count_lines(PROGRESS_INTERVAL)
            self.result.lines = lines
            yield entry
        self._count_lines(lines % PROGRESS_INTERVAL)

    def _snapshots(self) -> Iterator[Snapshot]:
        """Yield the snapshots after the start; one at the start must match the position."""
        start = self._task.start
        for snapshot in self._reader.snapshots(self._task.stream, self._first - 1):
            if snapshot.version > self._first:
                yield snapshot
            elif start is not None and snapshot.version == start.version:
                self._compare_snapshot(snapshot, start)

    def _compare_snapshot(self, snapshot: Snapshot, start: StreamPosition) -> None:
        is_table = self._task.stream.kind != BACK_OFFICE
        if is_table and not is_current_schema(snapshot):
            return  # another version's, which is never used
        state, expected = snapshot.state, start.state
        if is_table:
            state, expected = snapshot_content(snapshot), snapshot_content(start.snapshot)
        else:
            expected = state  # the office's has less than the position
        if (snapshot.hash, snapshot.at, state) != (start.hash, start.at, expected):
            self.findings.add(
                self._task.stream.id, start.version, "its snapshot does not match the heads"
            )
