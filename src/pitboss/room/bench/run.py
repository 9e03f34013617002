"""Every way through a room, on both stores, beside the raw commit rate of the same disk."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.room.bench import crowd, sockets
from pitboss.room.bench.core import Core
from pitboss.room.bench.figures import Figures, Paces, figures
from pitboss.room.bench.raw import postgres_commits, sqlite_commits
from pitboss.room.bench.taking import Taken
from pitboss.room.clock import utc_clock
from pitboss.room.room import Room
from pitboss.room.running import run
from pitboss.room.sealing import KEY_BYTES, Seal
from pitboss.room.stores import open_store

RAW_SECONDS: Final = 2.0
CORE_RATE: Final = 2000.0
SOCKETS_RATE: Final = 1000.0
"""Decisions a second at which the waits are measured, beside full tilt."""
ONLOOKERS: Final = 100
Say = Callable[[str], None]


class OnStore(Struct, frozen=True):
    """One store."""

    core: Paces
    sockets: Paces
    watched: Figures
    """Six play at one table, and a hundred look on."""
    raw_commits_per_second: float
    """One row and one commit at a time, on the same disk in the same run."""


class _Place(Struct, frozen=True):
    """Where three rooms are kept, one for each way: folders, or databases."""

    name: str
    core: tuple[str, str]
    sockets: tuple[str, str]
    watched: tuple[str, str]


def measure(tables: int, seconds: float, say: Say) -> Mapping[str, OnStore]:
    """On every store that can be had here."""
    found: dict[str, OnStore] = {}
    run(_measured(tables, seconds, say, found))
    return found


async def _measured(tables: int, seconds: float, say: Say, found: dict[str, OnStore]) -> None:
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        raw = sqlite_commits(Path(folder), RAW_SECONDS)
        rooms = [Path(folder) / name for name in ("core", "sockets", "watched")]
        for room in rooms:
            room.mkdir()
        place = _Place("SQLite", *((str(room), "") for room in rooms))
        found["sqlite"] = await _on(place, raw, tables, seconds, say)
    from pitboss.room.bench.server import postgres

    with postgres(3) as urls:
        if urls:
            raw = await postgres_commits(urls[0], RAW_SECONDS)
            place = _Place("PostgreSQL", *(("", url) for url in urls))
            found["postgresql"] = await _on(place, raw, tables, seconds, say)


async def _on(place: _Place, raw: float, tables: int, seconds: float, say: Say) -> OnStore:
    say(f"{place.name}, through the core")
    core = _paces(await _core(*place.core, tables, seconds))
    say(f"{place.name}, through sockets")
    through = _paces(await sockets.measure(*place.sockets, tables, seconds, SOCKETS_RATE))
    say(f"{place.name}, watched by {ONLOOKERS}")
    watched = figures(await crowd.measure(*place.watched, ONLOOKERS, seconds))
    return OnStore(core, through, watched, round(raw, 1))


async def _core(data: str, database: str, tables: int, seconds: float) -> tuple[Taken, ...]:
    store = await open_store(Path(data) if data else None, database or None)
    room = Room(store, Seal(b"b" * KEY_BYTES), utc_clock)
    await room.start()
    found = await Core(room, tables).measure(seconds, CORE_RATE)
    await room.close()
    return found


def _paces(taken: tuple[Taken, ...]) -> Paces:
    return Paces(*(figures(one) for one in taken))
