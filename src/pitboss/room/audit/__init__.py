"""Is everything in a room's database as it was written? Walks all of it, and says what is wrong.

Chains and their heads; every line in its place; postings that are just what the events move;
balances that are just what the postings come to; snapshots that are just what the lines lead to;
seals, answers, accounts; and every closed round proved by `pitboss.verify`, card by card.

What no database can show by itself is that somebody rewrote a whole history with a new chain over
it. Against that, heads are kept elsewhere, and given to the audit (``anchors``).
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.audit.books import check_balances, check_holders
from pitboss.room.audit.chain import Chain
from pitboss.room.audit.corners import check_corners, check_seal
from pitboss.room.audit.finding import Enough, Finding, Findings
from pitboss.room.audit.moved import Postings, Sums
from pitboss.room.audit.office import OfficeAudit
from pitboss.room.audit.tables import TableAudit
from pitboss.room.office import BOUND
from pitboss.room.people.door import ACCOUNTS
from pitboss.room.reader import Moment, Reader, moment
from pitboss.room.reading import Laid
from pitboss.room.store.shape import OFFICE, Damaged, Entry, Head, Store, Stream
from pitboss.table import State

__all__ = ["LIMIT", "Anchors", "Audit", "Finding", "audit"]

LIMIT: Final = 100
"""Findings that are told; who reads on has the first of them put right before."""
KINDS: Final = (OFFICE, "table")
TELL_EVERY: Final = 1000
"""Lines."""

Anchors = Mapping[str, Mapping[int, str]]
"""By stream and version, the hash of a line that was kept elsewhere."""
Tell = Callable[[str, int, int], None]


class Audit(Struct, frozen=True):
    """What was gone through, and what is wrong."""

    findings: tuple[Finding, ...]
    more: bool
    """Whether there were too many to go on."""
    heads: Mapping[str, Head]
    """Of every stream as it was found: keep them elsewhere, and no history can be rewritten."""
    lines: int
    postings: int
    accounts: int
    rounds: int
    """Closed rounds that were proved…"""
    unproved: Mapping[str, int]
    """…and, by table, those that were not: by rules that only the program has that wrote them,
    which proves them; or without a seed."""
    open_rounds: Mapping[str, int]
    """The round that is open, by table."""
    corrections: tuple[Finding, ...] = ()
    """Corrections that are not what the cards say: done by two people, on their word alone."""
    lost_seeds: Mapping[str, tuple[int, ...]] = {}
    """By table, the unproved rounds whose seed is lost, which nobody can prove (FAIR-9)."""

    @property
    def in_order(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


async def audit(
    store: Store, *, anchors: Anchors | None = None, limit: int = LIMIT, told: Tell | None = None
) -> Audit:
    """Walk a whole store."""
    findings = Findings(limit)
    try:
        now = await moment(store, ACCOUNTS, BOUND)
    except Refused:
        raise
    except (Damaged, ValueError, TypeError) as error:
        findings.add("", 0, f"the database cannot be read: {error}")
        return Audit(tuple(findings.all), False, {}, 0, 0, 0, 0, {}, {})
    walk = _Walk(Reader(store), now, anchors or {}, findings, told or _untold)
    return await asyncio.to_thread(walk.run)


def _untold(_: str, __: int, ___: int) -> None:
    """For those who do not ask."""


class _Walk:
    """From one stream to the next, and then to what they have in common."""

    def __init__(
        self, reader: Reader, now: Moment, anchors: Anchors, findings: Findings, told: Tell
    ) -> None:
        self._reader, self._now, self._anchors = reader, now, anchors
        self._findings, self._told = findings, told
        self._lines = self._postings = self._rounds = 0
        self._of = sum(stream.head.version for stream in now.streams)
        self._unproved: dict[str, int] = {}
        self._corrections: list[Finding] = []
        self._lost: dict[str, tuple[int, ...]] = {}
        self._heads: dict[str, Head] = {}
        self._configured: Mapping[str, tuple[str, Mapping[str, Any]]] = {}
        self._states: dict[str, State | None] = {}
        self._sums: Sums = defaultdict(int)
        self._readable = True

    def run(self) -> Audit:
        """All of it, or up to as many findings as are wanted."""
        more = False
        try:
            self._check()
        except Enough:
            more = True
        return Audit(
            tuple(self._findings.all),
            more,
            self._heads,
            self._lines,
            self._postings,
            len(self._now.balances),
            self._rounds,
            self._unproved,
            {
                name: state.round.number
                for name, state in self._states.items()
                if state and state.running and state.round
            },
            tuple(self._corrections),
            self._lost,
        )

    def _check(self) -> None:
        streams = {stream.id: stream for stream in self._now.streams}
        for name in sorted(self._anchors.keys() - streams.keys()):
            self._findings.add(name, 0, "a head of it was anchored elsewhere, and it is gone")
        founded: dict[str, int] = {}
        for stream in streams.values():
            founded |= self._stream(stream)
        for name, (title, settings) in self._configured.items():
            found = streams.get(name)
            if found and (found.title, found.settings) != (title, settings):
                self._findings.add(name, 0, "its title or settings are not those in the log")
        for name, line in founded.items():
            if name not in streams:
                self._findings.add(OFFICE, line, f"the table {name} was founded, and is gone")
        if self._readable:  # else every balance would seem to be wrong
            check_balances(self._now.balances, self._sums, self._findings)
            if isinstance(self._reader.store, Laid):
                holders = self._reader.wait(self._reader.store.holders())
                check_holders(holders, self._sums, self._findings)
        self._shielded("", lambda: check_corners(self._reader, self._states, self._findings))

    def _stream(self, stream: Stream) -> Mapping[str, int]:
        """One stream; of the office, the tables that it founded."""
        chain = Chain(stream, self._anchors.get(stream.id, {}), self._findings)
        if stream.kind not in KINDS:
            chain.fault(0, f"its kind {stream.kind!r} is unknown")
        self._states[stream.id] = None
        founded: dict[str, int] = {}

        def work() -> None:
            postings = Postings(stream.id, self._reader.postings(stream), self._findings)
            entries = self._counted(self._reader.lines(stream))
            try:
                if stream.kind == OFFICE:
                    office = OfficeAudit(chain, entries, postings)
                    office.run()
                    office.check_accounts(self._now.accounts)
                    office.check_rows(self._now.shelves)
                    founded.update(office.founded)
                    self._configured = office.configured
                else:
                    kept = self._reader.snapshot(stream)
                    self._table(stream, TableAudit(chain, entries, postings, kept))
            finally:
                self._heads[stream.id] = chain.head
                self._postings += postings.count
                for account, cents in postings.sums.items():
                    self._sums[account] += cents

        if not self._shielded(stream.id, work):
            self._readable = False
        return founded

    def _table(self, stream: Stream, table: TableAudit) -> None:
        table.run()
        self._rounds += table.rounds
        if table.unproved or table.lost:
            self._unproved[stream.id] = table.unproved + len(table.lost)
        if table.lost:
            self._lost[stream.id] = tuple(table.lost)
        self._corrections += table.corrections.flagged
        self._states[stream.id] = table.state
        check_seal(self._reader, stream.id, table.state, self._findings)

    def _shielded(self, stream: str, work: Callable[[], None]) -> bool:
        """Whether something could be read; what cannot is a finding."""
        try:
            work()
        except (Damaged, ValueError, TypeError) as error:
            self._findings.add(stream, 0, f"it cannot be read any further: {error}")
            return False
        return True

    def _counted(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        for entry in entries:
            self._lines += 1
            if self._lines % TELL_EVERY == 0:
                self._told("lines audited", self._lines, self._of)
            yield entry
