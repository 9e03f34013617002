"""The audit of a whole store.

It checks the hash chains and their heads, the order of the lines, that postings match events,
balances match postings and snapshots match the lines up to them, sealed seeds, stored responses
and accounts; and it has `pitboss.verify` prove every closed round, card by card. A database cannot
show by itself that its whole history was rewritten with a new hash chain. To detect that, keep
heads in another place and pass them to the audit as ``anchors``.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.room.audit.checks import (
    AccountSums,
    Finding,
    Findings,
    StoreFlaws,
    TooManyFindings,
    check_account_names,
    check_balances,
    check_seals_and_responses,
    read_flaws,
)
from pitboss.room.audit.index_audit import Digest, Digests, compare_index, stored_digests
from pitboss.room.audit.parallel_walk import walk_in_processes
from pitboss.room.audit.positions import (
    AnchoredStream,
    ArchivedPosition,
    StreamPosition,
    check_heads,
)
from pitboss.room.audit.stream_audits import check_start
from pitboss.room.audit.stream_walk import StreamResult, StreamTask, walk_stream
from pitboss.room.back_office import ARCHIVED_POSITIONS, HASHED_COLLECTIONS
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.store.interface import BACK_OFFICE, Entry, Head, Store, StoreDamaged, Stream
from pitboss.room.store.opening import (
    AuditableStore,
    BlockingReader,
    SharedMoment,
    StoreMoment,
    StoreReader,
    check_archive_files,
    read_moment,
    share_moment,
)

MAX_FINDINGS: Final = 100
"""Findings after which an audit stops by default; the first ones need fixing before any others."""
MIN_PARALLEL_LINES: Final = 10_000
"""Fewer lines are walked in this process: others would take longer to start."""

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
    earlier_lines: int = 0
    """How many lines an earlier audit had checked, so that this one did not read them."""
    archived_lines: int = 0
    """How many archived lines were not read."""
    physical: Mapping[str, int] = {}
    """How many of the proved rounds were dealt from a physical deck, by table.

    Everything about them is checked but the shuffle, which people did.
    """

    @property
    def in_order(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


class AuditOptions(Struct, frozen=True):
    """How to audit."""

    anchors: Anchors = {}
    limit: int = MAX_FINDINGS
    """After so many findings it stops."""
    workers: int = 0
    """Processes that walk through the streams; none for a walk in this process."""
    since: Mapping[str, AnchoredStream] | None = None
    """Heads of an earlier audit, whose lines are taken as checked."""
    keeps_heads: bool = False
    """Whether the heads that a later audit can continue from are wanted."""
    reads_archive: bool = False
    """Whether archived lines are audited, too."""


class AuditResult(Struct, frozen=True):
    """An audit, and the heads that a later one can continue from."""

    audit: Audit
    heads: Mapping[str, AnchoredStream]


async def audit(
    store: Store,
    *,
    anchors: Anchors | None = None,
    limit: int = MAX_FINDINGS,
    progress: Progress | None = None,
) -> Audit:
    """Audit a whole store; stop after ``limit`` findings."""
    options = AuditOptions(anchors or {}, limit)
    return (await audit_with_heads(store, options, progress)).audit


async def audit_with_heads(
    store: Store, options: AuditOptions, progress: Progress | None = None
) -> AuditResult:
    """Audit a store with all options; a later audit can continue from the heads."""
    findings = Findings(options.limit)
    try:
        moment = await read_moment(store, ACCOUNTS, HASHED_COLLECTIONS)
        archives = _archived_positions(moment)
        if options.reads_archive:
            await check_archive_files(store, [stream.id for stream in moment.streams])
    except Refused:
        raise
    except (StoreDamaged, ValueError, TypeError) as error:
        findings.add("", 0, f"the database cannot be read: {error}")
        return AuditResult(Audit(tuple(findings.all), False, {}, 0, 0, 0, 0, {}, {}), {})
    shared_moment = await share_moment(store) if options.workers else None
    walker = _Walker(
        BlockingReader(store),
        moment,
        archives,
        shared_moment,
        options,
        findings,
        progress or _no_progress,
    )
    return await asyncio.to_thread(walker.run)


def _archived_positions(moment: StoreMoment) -> Mapping[str, ArchivedPosition]:
    """Return what the archived lines of each table lead to."""
    return {
        name: msgspec.json.decode(value, type=ArchivedPosition)
        for name, value in moment.collections[ARCHIVED_POSITIONS].items()
    }


def _check_anchors(stream: Stream, start: StreamPosition, anchors: Mapping[int, str]) -> None:
    """Refuse heads that cannot be compared without the archive."""
    for version, hash_ in anchors.items():
        if version < start.version or (version == start.version and hash_ != start.hash):
            raise Refused(
                f"line {version} of {stream.id} is archived: name the folder with --archive, so "
                "that its head can be compared"
            )


def remaining_rows(reader: StoreReader, stream: str, version: int) -> Digest:
    """Return the digest of the entries that are in the database up to an archived version."""
    digest = Digest()
    if isinstance(reader.store, AuditableStore):
        for entry in reader.iterate(reader.store.remaining_entries(stream, version)):
            digest.add("entries", entry_row(stream, entry))
    return digest


def entry_row(stream: str, entry: Entry) -> tuple[object, ...]:
    """Return the values of an entry for a `Digest`."""
    return (stream, entry.version, entry.at, entry.by, entry.role, entry.kind, entry.line)


def _no_progress(_: str, __: int, ___: int) -> None:
    """Ignore progress."""


class _Walker:
    """One audit in progress: every stream, then what they have in common."""

    def __init__(
        self,
        reader: StoreReader,
        moment: StoreMoment,
        archives: Mapping[str, ArchivedPosition],
        shared_moment: SharedMoment | None,
        options: AuditOptions,
        findings: Findings,
        progress: Progress,
    ) -> None:
        self._reader, self._moment, self._shared_moment = reader, moment, shared_moment
        self._options, self._findings, self._progress = options, findings, progress
        self._streams = {stream.id: stream for stream in moment.streams}
        self._archives = archives
        self._tasks = [self._task(stream) for stream in moment.streams]
        self._total_lines = sum(task.lines for task in self._tasks)
        self._lines = 0
        self._results: dict[str, StreamResult] = {}
        """The results whose findings were added, in the order of the streams."""
        self._read_index: Callable[[], Digests] = partial(stored_digests, reader)
        self._read_flaws: Callable[[], StoreFlaws] = partial(
            read_flaws, reader, options.limit, whole_file=options.since is None
        )

    def _task(self, stream: Stream) -> StreamTask:
        options, moment = self._options, self._moment
        is_back_office = stream.kind == BACK_OFFICE
        since = options.since.get(stream.id) if options.since else None
        start = since.position if since else None
        anchors = options.anchors.get(stream.id, {})
        archive = self._archives.get(stream.id)
        if archive is not None and start is None and not options.reads_archive:
            start = archive.position
            _check_anchors(stream, start, anchors)
        return StreamTask(
            stream,
            options.limit,
            anchors,
            start,
            options.keeps_heads,
            archive.position if archive else None,
            moment.accounts if is_back_office else {},
            moment.collections if is_back_office else {},
        )

    def _is_from_archive(self, task: StreamTask) -> bool:
        """Return whether a walk begins after the archived lines, which nobody reads."""
        archive = self._archives.get(task.stream.id)
        return archive is not None and task.start is archive.position

    def run(self) -> AuditResult:
        """Check everything, up to the limit of findings."""
        if self._options.since is not None:
            check_heads(self._reader, self._streams, self._options.since)
        for task in self._tasks:
            if task.start is not None:
                check_start(task.stream, task.start)
        more = False
        try:
            self._check()
        except TooManyFindings:
            more = True
        results = self._results
        heads = {
            name: AnchoredStream(result.head.version, result.head.hash, result.position)
            for name, result in results.items()
        }
        return AuditResult(
            Audit(
                tuple(self._findings.all),
                more,
                {name: result.head for name, result in results.items()},
                sum(result.lines for result in results.values()),
                sum(result.postings for result in results.values()),
                len(self._moment.balances),
                sum(result.proved_rounds for result in results.values()),
                {
                    name: result.unproved_rounds + len(result.lost_seed_rounds)
                    for name, result in results.items()
                    if result.unproved_rounds or result.lost_seed_rounds
                },
                {
                    name: result.end.round
                    for name, result in results.items()
                    if result.end and result.end.has_open_round
                },
                tuple(item for result in results.values() for item in result.corrections),
                {
                    name: result.lost_seed_rounds
                    for name, result in results.items()
                    if result.lost_seed_rounds
                },
                earlier_lines=self._skipped_lines(is_archived=False),
                archived_lines=self._skipped_lines(is_archived=True),
                physical={
                    name: result.physical_rounds
                    for name, result in results.items()
                    if result.physical_rounds
                },
            ),
            heads,
        )

    def _skipped_lines(self, *, is_archived: bool) -> int:
        """Return how many lines this audit did not read, of those archived or of all others."""
        return sum(
            task.start.version
            for task in self._tasks
            if task.start and self._is_from_archive(task) == is_archived
        )

    def _check(self) -> None:
        for name in sorted(self._options.anchors.keys() - self._streams.keys()):
            self._findings.add(
                name, 0, "a head was given for this stream, but the stream is missing"
            )
        for task, result in self._walk():
            self._results[task.stream.id] = result
            for finding in result.findings:
                self._findings.add(finding.stream, finding.line, finding.sentence)
            if result.has_more:
                raise TooManyFindings
        self._check_tables()
        self._try_reading(self._check_remaining_rows)
        if all(result.is_readable for result in self._results.values()):
            self._check_sums()  # otherwise every balance would seem wrong
        self._try_reading(lambda: self._read_flaws().report(self._findings))
        ends = {name: result.end for name, result in self._results.items()}
        self._try_reading(lambda: check_seals_and_responses(self._reader, ends, self._findings))

    def _walk(self) -> Iterator[tuple[StreamTask, StreamResult]]:
        """Yield the results of all streams in their order."""
        if self._shared_moment is None or self._total_lines < MIN_PARALLEL_LINES:
            for task in self._tasks:
                # The earlier streams leave fewer findings for the later ones.
                limit = self._options.limit - len(self._findings.all)
                yield task, walk_stream(self._reader, replace(task, limit=limit), self._count_lines)
            return
        beside, is_complete = ThreadPoolExecutor(1, "pitboss-audits"), False
        try:  # what does not depend on the lines is read meanwhile
            self._read_index = beside.submit(self._read_index).result
            self._read_flaws = beside.submit(self._read_flaws).result
            results = walk_in_processes(
                self._shared_moment, self._tasks, self._options.workers, self._count_lines
            )
            yield from zip(self._tasks, results, strict=True)
            is_complete = True
        finally:
            beside.shutdown(wait=False, cancel_futures=not is_complete)

    def _count_lines(self, lines: int) -> None:
        self._lines += lines
        self._progress("lines audited", self._lines, self._total_lines)

    def _check_tables(self) -> None:
        """Compare the tables with those that the back office created."""
        results = self._results.values()
        for result in results:
            for name, (title, settings) in result.table_settings.items():
                table = self._streams.get(name)
                if table and (table.title, table.settings) != (title, settings):
                    self._findings.add(name, 0, "its title or settings differ from the log")
        for result in results:
            for name, line in result.created_tables.items():
                if name not in self._streams:
                    self._findings.add(
                        BACK_OFFICE, line, f"the table {name} was created but is missing"
                    )

    def _check_remaining_rows(self) -> None:
        """Check which rows of archived lines are still in the database."""
        store = self._reader.store
        for name, archive in self._archives.items():
            if name not in self._streams:
                self._findings.add(name, 0, "its lines were archived, but the table is missing")
            elif isinstance(store, AuditableStore):
                version = archive.position.version
                if remaining_rows(self._reader, name, version).encode() != archive.remaining:
                    self._findings.add(
                        name, 0, "the archived lines that stay in the database were changed"
                    )
                orphan = self._reader.run(store.first_posting(name, version))
                if orphan is not None:
                    self._findings.add(name, orphan, "this line is archived, but has a posting")

    def _check_sums(self) -> None:
        """Compare balances and index with what follows from the lines of all streams."""
        sums: AccountSums = defaultdict(int)
        digests: Digests = defaultdict(Digest)
        closed_accounts: set[str] = set()
        for result in self._results.values():
            for account, cents in result.sums.items():
                sums[account] += cents
            digests.update(result.digests)
            closed_accounts.update(result.closed_accounts)
        check_balances(self._moment.balances, sums, self._findings)
        store = self._reader.store
        if not isinstance(store, AuditableStore):
            return
        check_account_names(
            self._reader.run(store.account_names()), sums, closed_accounts, self._findings
        )

        def check_index() -> None:
            stored = self._read_index()
            names = {
                stream.id
                for stream in self._streams.values()
                if stream.is_indexed and not self._reader.has_grown(stream)
            }
            compare_index(stored, digests, names, self._findings)

        self._try_reading(check_index)

    def _try_reading(self, work: Callable[[], None]) -> None:
        """Run a check that reads the store; add a finding if that fails."""
        try:
            work()
        except (StoreDamaged, ValueError, TypeError) as error:
            self._findings.add("", 0, f"cannot be read any further: {error}")
