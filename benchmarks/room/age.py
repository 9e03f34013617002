"""Measure reads in a room that grows: start, reports and exports at every age.

One busy table is played as production plays it, and each round is written as one batch. The time
between two rounds is simulated, so that a busy day has about 65,000 lines.
"""

import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks.table import SEATS, BusyTable
from pitboss.room.people.accounts import AccountRole
from pitboss.room.reports.period import Period
from pitboss.room.reports.round_list import RoundSearch, find_rounds
from pitboss.room.reports.store_reports import (
    player_history_of,
    reconcile_day,
    round_check,
    round_file,
    round_replay,
    shift_reports,
    staff_report_of,
)
from pitboss.room.room import Room
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import Store
from pitboss.room.store.opening import ReadOnlySqlite
from pitboss.room.store.sql import Row
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import SNAPSHOT_EVERY, StoredTable, TableSettings
from pitboss.table import Automation
from pitboss.table.table import utc_text

TABLE: Final = "busy"
GAME: Final = "stud-235"
SECONDS_PER_ROUND: Final = 40
PLAYER: Final = "player 1"
PLAY_CHIPS: Final = 10**12
REPETITIONS: Final = 3

Progress = Callable[[str, int, int], None]


class ReadFigures(Struct, frozen=True):
    """One kind of read."""

    rows: int
    """Rows that the database returned."""
    seconds: float


class AgeFigures(Struct, frozen=True):
    """A room of one size."""

    lines: int
    reads: dict[str, ReadFigures]


class SimulatedClock:
    """A clock that moves only when it is told to."""

    def __init__(self, seconds_per_round: float = SECONDS_PER_ROUND) -> None:
        self.now = datetime(2026, 1, 1, 10, tzinfo=UTC)
        self._round = timedelta(seconds=seconds_per_round)

    def __call__(self) -> datetime:
        """Return the simulated time."""
        return self.now

    def advance(self) -> None:
        """Advance to the next round."""
        self.now += self._round


class GrowingTable(StoredTable):
    """A table of a room that is played without a room, by production's own writer."""

    def __init__(
        self, store: Store, vault: SeedVault, clock: SimulatedClock, table: str = TABLE
    ) -> None:
        super().__init__(
            table,
            store,
            vault,
            clock,
            automation=Automation.EVERYTHING,
            practice=None,
            snapshot_every=SNAPSHOT_EVERY,
            lost_round=0,
            failures=None,
            is_indexed=True,
        )
        self._simulated_clock = clock

    async def grow(self, busy_table: BusyTable, lines: int, progress: Progress) -> None:
        """Play until the log has this many lines."""
        while self.head.version < lines:
            self._simulated_clock.advance()
            # The house changes decks that are too old.
            await self._write([*self.table.tick(), *busy_table.play_round()], ())
            if busy_table.rounds % 100 == 0:
                progress("playing", self.head.version, lines)

    async def seat(self) -> BusyTable:
        """Load the table and seat its players."""
        await self._reload()
        busy_table = BusyTable(self.table)
        await self._write(busy_table.seat_players(PLAY_CHIPS), ())
        return busy_table


class CountingStore(SqliteStore):
    """A store that counts the rows that it reads."""

    rows = 0

    async def _read(self, statement: str, *parameters: object) -> Sequence[Row]:
        rows = await super()._read(statement, *parameters)
        self.rows += len(rows)
        return rows


class CountingReader(ReadOnlySqlite):
    """A reader that counts the rows that it reads."""

    rows = 0

    async def _read(self, statement: str, *parameters: object) -> Sequence[Row]:
        rows = await super()._read(statement, *parameters)
        self.rows += len(rows)
        return rows


Read = Callable[[Store], Awaitable[object]]


async def measure_ages(sizes: Sequence[int], progress: Progress) -> list[AgeFigures]:
    """Grow one room to each of these numbers of lines in turn, and measure reads there."""
    with tempfile.TemporaryDirectory(prefix="pitboss-age-") as folder:
        file, vault = Path(folder) / DATABASE_FILE, SeedVault(bytes(KEY_BYTES))
        clock = SimulatedClock()
        await create_room(file, vault, clock, {TABLE: GAME})
        store = SqliteStore(file)
        try:
            table = GrowingTable(store, vault, clock)
            busy_table = await table.seat()
            figures = []
            for size in sorted(sizes):
                await table.grow(busy_table, size, progress)
                reads = {"start": await _measure_start(file, vault, clock)}
                for name, read in _reads(clock, busy_table.rounds).items():
                    progress(name, table.head.version, size)
                    reads[name] = await _measure(file, read)
                figures.append(AgeFigures(table.head.version, reads))
            return figures
        finally:
            await store.close()


def _reads(clock: SimulatedClock, rounds: int) -> dict[str, Read]:
    start, hour = SimulatedClock().now, timedelta(hours=1)
    first_hour = Period(utc_text(start), utc_text(start + hour))
    first_day = Period(utc_text(start), utc_text(start + 24 * hour))
    last_hour = Period(utc_text(clock.now - hour))
    return {
        "shift, first hour": lambda store: shift_reports(store, first_hour, [TABLE]),
        "shift, last hour": lambda store: shift_reports(store, last_hour, [TABLE]),
        "player, last hour": lambda store: player_history_of(store, PLAYER, last_hour),
        "export of a round": lambda store: round_file(store, TABLE, rounds // 2, staff=True),
        "find, one player's page": lambda store: find_rounds(
            store, RoundSearch(player=PLAYER, period=first_day)
        ),
        "find, largest credits": lambda store: find_rounds(store, RoundSearch(minimum=100_000)),
        "replay of a round": lambda store: round_replay(store, TABLE, rounds // 2),
        "check of a round": lambda store: round_check(store, TABLE, rounds // 2),
        "staff, first hour": lambda store: staff_report_of(store, first_hour),
        "reconcile, last day": lambda store: reconcile_day(store, f"{clock.now:%Y-%m-%d}"),
    }


async def create_room(
    file: Path, vault: SeedVault, clock: SimulatedClock, tables: Mapping[str, str]
) -> None:
    """Create a room with six players and these tables, each with its game."""
    settings = RoomSettings(play_chips=PLAY_CHIPS * len(tables))
    room = Room(SqliteStore(file), vault, clock, settings)
    await room.start()
    for seat in SEATS:
        await room.account_service.open_account(f"player {seat}", AccountRole.PLAYER)
    for table, game in tables.items():
        await room.create_table(table, table.title(), game, TableSettings(pace=None))
    await room.close()


async def _measure_start(file: Path, vault: SeedVault, clock: SimulatedClock) -> ReadFigures:
    """Measure the start of the room until its table can be played at."""
    started = time.perf_counter()
    store = CountingStore(file)
    room = Room(store, vault, clock)
    await room.start()
    await room.hub(TABLE).actor.ready.wait()
    seconds = time.perf_counter() - started
    await room.close()
    return ReadFigures(store.rows, seconds)


async def _measure(file: Path, read: Read) -> ReadFigures:
    """Measure the fastest of several reads, each with a new connection."""
    figures = []
    for _ in range(REPETITIONS):
        reader = CountingReader(file)
        try:
            started = time.perf_counter()
            await read(reader)
            figures.append(ReadFigures(reader.rows, time.perf_counter() - started))
        finally:
            await reader.close()
    return min(figures, key=lambda item: item.seconds)
