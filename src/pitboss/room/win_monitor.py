"""A monitor of results: it finds which tables' wins of today are outside their 99% bands.

It reads each line once, a few seconds after it was written, and keeps only the totals of the day.
The lab's figures come from the process that builds reports, once for each set of rules.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.money import dollars
from pitboss.room.report_service.report_requests import EdgesRequest
from pitboss.room.reports.bands import MIN_ROUNDS, WinBands, win_bands
from pitboss.room.reports.lab_edges import LabEdge
from pitboss.room.reports.period import day_period
from pitboss.room.reports.pit_log import TableTracker
from pitboss.room.reports.store_reports import decode_recorded
from pitboss.room.reports.wager_totals import WagerTotals
from pitboss.room.room import Room
from pitboss.room.store.interface import Entry, StoreFailure
from pitboss.room.table_log import restore_snapshot
from pitboss.room.worker_process import ProcessLost
from pitboss.submission.rules import Rules
from pitboss.table import State
from pitboss.table import events as e

log: Final = logging.getLogger("pitboss.results")
CHECK_INTERVAL: Final = 10.0
"""Seconds between two checks for new lines."""


class _TableDay:
    """The totals of one table on one day, as far as its lines have been read."""

    def __init__(self, day: str, version: int, state: State) -> None:
        self.day, self.version = day, version
        self.totals, self.rounds = WagerTotals(), 0
        self.submissions: dict[str, tuple[str, Mapping[str, Any]]] = {}
        """Game and submission of each set of rules of the day, by their hash."""
        self._tracker = TableTracker.from_state(state)
        self._is_void = False

    def add_lines(self, table: str, entries: Sequence[Entry]) -> None:
        """Add the next lines."""
        for line in entries:
            entry = decode_recorded(table, line)
            self._tracker.add_event(entry)
            if line.at[:10] == self.day:
                self.totals.add_event(entry, self._tracker)
                self._count_round(entry.event)
            self.version = line.version

    def _count_round(self, event: e.Event) -> None:
        if isinstance(event, e.RoundOpened):
            self._is_void = False
            rules, submission = self._tracker.rules, self._tracker.submission
            if rules is not None and submission is not None:
                self.submissions[rules.hash] = (self._tracker.game, submission)
        elif isinstance(event, e.RoundVoided):
            self._is_void = True
        elif isinstance(event, e.RoundClosed):
            self.rounds += not self._is_void

    def bands(self, edges: Mapping[str, Mapping[str, LabEdge]]) -> WinBands | None:
        """Return the bands around the theoretical win; ``edges`` are by the hash of the rules."""

        def edges_of(rules: Rules) -> Mapping[str, LabEdge]:
            return edges.get(rules.hash, {})

        theoretical = self.totals.theoretical_win(edges_of)
        if theoretical is None:
            return None
        deviation = self.totals.deviation(edges_of)
        return win_bands(self.totals.win, theoretical, deviation, self.rounds)


class WinMonitor:
    """Notes in the room which results of today are outside their band."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._days: dict[str, _TableDay] = {}
        self._edges: dict[str, Mapping[str, LabEdge]] = {}
        self._edges_day = ""

    async def run(self) -> None:
        """Check for new lines until it is canceled. No failure of the room ends it."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            await self.check()

    async def check(self) -> None:
        """Read the lines since the last check, and note which results are outside their band.

        A table that cannot be read keeps no other from being checked.
        """
        today = f"{self._room.clock():%Y-%m-%d}"
        if today != self._edges_day:  # the lab may have solved more since
            self._edges, self._edges_day = {}, today
        for table, hub in [*self._room.hubs.items()]:
            try:
                await self._check_table(table, hub.actor.committed_state.version, today)
            except (StoreFailure, ProcessLost, Refused, Failed, ValueError) as error:
                log.warning("the results of %s today could not be read: %s", table, error)

    async def _check_table(self, table: str, version: int, today: str) -> None:
        day = self._days.get(table)
        if day is None or day.day != today:
            day = self._days[table] = await self._open_day(table, today)
            self._room.unusual_results.pop(table, None)
        if day.version < version:
            await self._read_lines(table, day, version)
            await self._compare(table, day)

    async def _open_day(self, table: str, day: str) -> _TableDay:
        """Return the totals of a day that begin with the last snapshot before it."""
        snapshot = await self._room.store.snapshot(table, before=day_period(day).start)
        restored_state = await asyncio.to_thread(restore_snapshot, snapshot) if snapshot else None
        if restored_state is None:
            return _TableDay(day, 0, State())
        state, head = restored_state
        return _TableDay(day, head.version, state)

    async def _read_lines(self, table: str, day: _TableDay, version: int) -> None:
        async for page in self._room.store.entries(table, day.version):
            await asyncio.to_thread(day.add_lines, table, page)
            if day.version >= version:
                return

    async def _compare(self, table: str, day: _TableDay) -> None:
        if day.rounds < MIN_ROUNDS:
            return
        for rules_hash, (game, submission) in day.submissions.items():
            if rules_hash not in self._edges:
                self._edges[rules_hash] = {}  # not asked again today, should this fail
                report = await self._room.reports.build(EdgesRequest(game, dict(submission)))
                self._edges[rules_hash] = decode_edges(report.content)
        bands = await asyncio.to_thread(day.bands, self._edges)
        if bands is None or not bands.is_outside:
            self._room.unusual_results.pop(table, None)
            return
        self._room.unusual_results[table] = (
            f"the win of {day.day} after {day.rounds:,} rounds, {dollars(day.totals.win)}, is "
            f"outside its 99% band, {dollars(bands.low_99)} to {dollars(bands.high_99)}"
        )


class _EncodedEdge(Struct):
    house_edge: str
    variance: str


_decode_edges: Final = msgspec.json.Decoder(dict[str, _EncodedEdge]).decode


def decode_edges(content: bytes) -> dict[str, LabEdge]:
    """Return the lab's figures as the report process encodes them."""
    return {
        key: LabEdge(Fraction(edge.house_edge), Fraction(edge.variance))
        for key, edge in _decode_edges(content).items()
    }
