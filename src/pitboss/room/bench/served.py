"""A room behind real sockets, in a process of its own; it says where, and who may come in."""

import asyncio
import socket
import sys
from pathlib import Path

import msgspec
import uvicorn

from pitboss.room.asks import Ask
from pitboss.room.bench.setting import SEATS, furnish, player, table_name
from pitboss.room.clock import utc_clock
from pitboss.room.http.app import create_app
from pitboss.room.http.limits import BEAT, PONG
from pitboss.room.people.door import ACCOUNTS
from pitboss.room.room import Room
from pitboss.room.running import run, settled
from pitboss.room.sealing import KEY_BYTES, Seal
from pitboss.room.store.shape import Put
from pitboss.room.stores import open_store
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER


async def serve(data: str, database: str, tables: int) -> None:
    """Until it is killed."""
    store = await open_store(Path(data) if data else None, database or None)
    room = Room(store, Seal(b"b" * KEY_BYTES), utc_clock)
    await room.start()
    await furnish(room, tables)
    tokens = {}
    for at in range(tables):
        everybody = [player(at, seat) for seat in SEATS]
        puts = [Put(ACCOUNTS, one.key, msgspec.json.encode(one)) for one in everybody]
        await store.put(*puts)
        tokens[table_name(at)] = [await room.door.sessions.begin(one) for one in everybody]
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # no Nagle
    bound.bind(("127.0.0.1", 0))
    bound.listen(2048)
    port = bound.getsockname()[1]
    sys.stdout.write(msgspec.json.encode({"port": port, "tokens": tokens}).decode() + "\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        create_app(room), log_config=None, access_log=False, lifespan="off",
        ws_per_message_deflate=False, ws_ping_interval=BEAT, ws_ping_timeout=PONG,
    )  # fmt: skip
    settled()
    dealers = [asyncio.create_task(_deal(room, at)) for at in range(tables)]
    await uvicorn.Server(config).serve(sockets=[bound])
    for task in dealers:
        task.cancel()


async def _deal(room: Room, at: int) -> None:
    """Open a round when the last is over; close the bets when all six have wagered."""
    hub = room.hub(table_name(at))
    watcher = hub.watch(Person("house dealer", Role.DEALER))
    while True:
        state = hub.actor.shown
        now = state.round
        if now is None or not state.running:
            await hub.actor.ask(Ask(HOUSE_DEALER, c.OpenRound(), ""))
        elif now.phase is Phase.BETTING and len(now.wagers) == len(SEATS):
            await hub.actor.ask(Ask(HOUSE_DEALER, c.NoMoreBets(), ""))
        await watcher.woken()


if __name__ == "__main__":
    run(serve(sys.argv[1], sys.argv[2], int(sys.argv[3])))
