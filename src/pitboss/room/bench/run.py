"""Both ways, on both stores, beside the raw commit rate of the same disk."""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from pitboss.room.bench.core import Core
from pitboss.room.bench.figures import Figures, figures
from pitboss.room.bench.raw import postgres_commits, sqlite_commits
from pitboss.room.bench.setting import SEATS
from pitboss.room.bench.sockets import Sockets
from pitboss.room.clock import utc_clock
from pitboss.room.room import Room
from pitboss.room.sealing import KEY_BYTES, Seal
from pitboss.room.stores import open_store

RAW_SECONDS = 2.0
Say = Callable[[str], None]


async def on_sqlite(tables: int, seconds: float, say: Say) -> dict[str, Figures]:
    """In a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as found:
        folder = Path(found)
        raw = sqlite_commits(folder, RAW_SECONDS)
        (folder / "core").mkdir()
        (folder / "sockets").mkdir()
        say("SQLite, through the core")
        core = await _core(str(folder / "core"), "", tables, seconds, raw)
        say("SQLite, through sockets")
        sockets = await _sockets(str(folder / "sockets"), "", tables, seconds, raw)
    return {"core": core, "sockets": sockets}


async def on_postgres(
    urls: tuple[str, str], tables: int, seconds: float, say: Say
) -> dict[str, Figures]:
    """In two empty databases."""
    raw = await postgres_commits(urls[0], RAW_SECONDS)
    say("PostgreSQL, through the core")
    core = await _core("", urls[0], tables, seconds, raw)
    say("PostgreSQL, through sockets")
    return {"core": core, "sockets": await _sockets("", urls[1], tables, seconds, raw)}


async def _core(data: str, database: str, tables: int, seconds: float, raw: float) -> Figures:
    store = await open_store(Path(data) if data else None, database or None)
    room = Room(store, Seal(b"b" * KEY_BYTES), utc_clock)
    await room.start()
    core = Core(room, tables)
    took = await core.measure(seconds)
    await room.close()
    return figures(core.waits, took, raw, tables, len(SEATS), core.frames)


async def _sockets(data: str, database: str, tables: int, seconds: float, raw: float) -> Figures:
    bench = Sockets(tables)
    took = await bench.measure(data, database, seconds)
    return figures(bench.waits, took, raw, tables, len(SEATS), bench.frames)


def measure(tables: int, seconds: float, say: Say) -> dict[str, dict[str, Figures]]:
    """Every store that can be had here."""
    return asyncio.run(_measured(tables, seconds, say))


async def _measured(tables: int, seconds: float, say: Say) -> dict[str, dict[str, Figures]]:
    found = {"sqlite": await on_sqlite(tables, seconds, say)}
    from pitboss.room.bench.server import postgres

    with postgres() as urls:
        if urls:
            found["postgresql"] = await on_postgres(urls, tables, seconds, say)
    return found
