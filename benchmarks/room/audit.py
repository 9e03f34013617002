"""Measure the audit of a room: in one process, on all cores, and from the heads of an earlier one.

A room of several busy tables is played by production's own writer, and `pitboss audit` runs on its
file as a command, so that its start counts as well.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks import subprocess_environment
from benchmarks.room.age import GrowingTable, Progress, SimulatedClock, create_room
from benchmarks.table import BusyTable
from pitboss.lab.progress import available_cores
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore

GAMES: Final = ("run-em-twice", "criss-cross", "holdem-bonus", "stud-235")
LATER_SHARE: Final = 20
"""After the first audits the room grows by one line in so many."""


class AuditRate(Struct, frozen=True):
    """One run of the command."""

    lines: int
    """The lines that it walked."""
    seconds: float

    @property
    def lines_per_second(self) -> float:
        """The rate of the whole command."""
        return self.lines / self.seconds


class AuditRates(Struct, frozen=True):
    """The runs on one room."""

    cores: int
    one_process: AuditRate
    all_cores: AuditRate
    since: AuditRate
    """On all cores, after the room has grown by a twentieth."""


def measure_audit(lines: int, tables: int, progress: Progress) -> AuditRates:
    """Grow a room of so many lines, and audit it."""
    with tempfile.TemporaryDirectory(prefix="pitboss-audit-") as folder:
        file, heads = Path(folder) / DATABASE_FILE, Path(folder) / "heads"
        asyncio.run(_Growth(file, tables).run(lines, lines // LATER_SHARE, progress))
        first, later = file.with_suffix(".first"), file
        progress("auditing in one process", 0, 0)
        one_process = _run_audit(first, "--workers", "1")
        progress("auditing on all cores", 0, 0)
        all_cores = _run_audit(first, "--heads", str(heads))
        progress("auditing from the heads", 0, 0)
        since = _run_audit(later, "--since", str(heads))
        return AuditRates(available_cores(), one_process, all_cores, since)


class _Growth:
    """A room that grows."""

    def __init__(self, file: Path, tables: int) -> None:
        self._file, self._clock = file, SimulatedClock()
        self._vault = SeedVault(bytes(KEY_BYTES))
        self._tables = {f"table-{n}": GAMES[n % len(GAMES)] for n in range(tables)}

    async def run(self, lines: int, later_lines: int, progress: Progress) -> None:
        """Grow to so many lines, copy the file, and grow by some more."""
        await create_room(self._file, self._vault, self._clock, self._tables)
        store = SqliteStore(self._file)
        try:
            tables = []
            for name in self._tables:
                table = GrowingTable(store, self._vault, self._clock, name)
                tables.append((table, await table.seat()))
            await self._grow(tables, lines, progress)
            await store.backup(str(self._file.with_suffix(".first")))
            await self._grow(tables, lines + later_lines, progress)
        finally:
            await store.close()

    async def _grow(
        self, tables: Sequence[tuple[GrowingTable, BusyTable]], lines: int, progress: Progress
    ) -> None:
        while (total := sum(table.head.version for table, _ in tables)) < lines:
            progress("playing", total, lines)
            for table, busy_table in tables:
                await table.grow(busy_table, table.head.version + 1, _no_progress)


def _no_progress(_: str, __: int, ___: int) -> None:
    """Ignore progress."""


def _run_audit(file: Path, *options: str) -> AuditRate:
    command = [sys.executable, "-m", "pitboss", "audit", str(file), "--json", *options]
    started = time.perf_counter()
    run = subprocess.run(command, check=True, capture_output=True, env=subprocess_environment())
    return AuditRate(json.loads(run.stdout)["lines"], time.perf_counter() - started)
