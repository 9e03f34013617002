"""A room with quick tables, in a process that tests can kill: arguments are store and port.

SIGUSR1 stops the SQLite database from growing; SIGUSR2 lets it grow again.
"""

import asyncio
import signal
import socket
import sys
from pathlib import Path

import uvicorn

from pitboss.room.http.app import create_app
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store.opening import open_store
from pitboss.room.store.sqlite import SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits

QUICK = TableSettings(pace=TimeLimits(opens=0.05, bets=0.5, settles_down=0.05, answers=1))
TABLES = {"crosses": "criss-cross", "stud": "stud-235"}


async def serve(store: str, port: int) -> None:
    """Serve until the process is killed."""
    database = store if store.startswith("postgresql:") else None
    database_store = await open_store(None if database else Path(store), database)
    if isinstance(database_store, SqliteStore):
        let_grow(database_store)
    settings = RoomSettings(play_chips=100_000_00)
    room = Room(
        database_store, SeedVault(b"k" * KEY_BYTES), utc_clock, settings, snapshot_every=100
    )
    await room.start()
    for table, game in TABLES.items():
        if table not in room.hubs:
            await room.create_table(table, table.title(), game, QUICK)
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    config = uvicorn.Config(create_app(room), log_config=None, access_log=False, lifespan="off")
    await uvicorn.Server(config).serve(sockets=[bound])
    await room.close()


def let_grow(store: SqliteStore) -> None:
    """Let signals set and lift the size limit of the database."""

    def limit(pages: int) -> None:
        store._write_connection.execute(
            f"PRAGMA max_page_count = {pages}"
        )  # never below its current size

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, limit, 1)
    loop.add_signal_handler(signal.SIGUSR2, limit, 1 << 30)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))
