"""From a command line to a room that answers."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI
from msgspec import Struct

from pitboss.games import GAMES
from pitboss.refusal import Refused
from pitboss.room.clock import utc_clock
from pitboss.room.folder import Folder, default_data, default_key
from pitboss.room.http.app import create_app
from pitboss.room.http.connections import Connection
from pitboss.room.http.limits import MOST_FRAME
from pitboss.room.office import HOUSE
from pitboss.room.people.accounts import Part
from pitboss.room.people.sessions import new_token
from pitboss.room.room import Room
from pitboss.room.running import run, settled
from pitboss.room.sealing import Seal, create_key, lost_rounds, read_key, refuse_lost
from pitboss.room.settings import RoomSettings, TableSettings
from pitboss.room.store.files import sweep
from pitboss.room.store.shape import Damaged, Put, Store, Unavailable, Uncertain
from pitboss.room.stores import open_store

ROOM: Final = "room"
BACKUPS: Final = "backups"
"""The folder beside the data for copies."""
BACKLOG: Final = 2048
"""Connections that wait to be taken, at most."""
Say = Callable[[str], None]


class Serving(Struct, frozen=True):
    """What a server is told."""

    host: str = "127.0.0.1"
    port: int = 8777
    data: Path | None = None
    database: str | None = None
    key: Path | None = None
    play_chips: int = RoomSettings().play_chips
    guests: bool = True
    sign_up: bool = True
    behind: str = ""
    """The address of a proxy whose word is taken for where a request comes from."""
    key_lost: bool = False
    """Whether to start although open rounds are sealed with a key that is gone (FAIR-9)."""
    site: Path | None = None
    """The pages, if there are any beside the API."""


def serve(told: Serving, say: Say) -> None:
    """Serve until interrupted. The port is bound before anything else is touched."""
    bound = _bound(told.host, told.port)
    try:
        run(_served(told, bound, say))
    except (Unavailable, Uncertain, Damaged) as trouble:
        raise Refused(str(trouble)) from None
    finally:
        bound.close()


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, or a loop of the library would let small answers wait for 40 ms (Nagle).
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(BACKLOG)  # only that keeps others from the port; who comes early waits
    except (OSError, OverflowError) as error:
        made.close()
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(f"the port {port} of {host} cannot be had: {why}") from None
    return made


async def _served(told: Serving, bound: socket.socket, say: Say) -> None:
    folder = None if told.database else Folder(told.data or default_data())
    try:
        store = await open_store(folder.path if folder else None, told.database)
        room = await opened(store, told)
        link = await _first_run(room)
        await room.start(key_lost=told.key_lost)
        await _found_tables(room)
        settled()
        host, port = bound.getsockname()[:2]
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        say(f"The card room is open at {address}")
        if link:
            say(f"Administrator, once: {address}/#/join/{link}")
        await _run(create_app(room, site=told.site), room, bound, told.behind)
    finally:
        if folder:
            folder.release()


async def opened(store: Store, told: Serving) -> Room:
    """The room in a store, with the key that opens its seeds."""
    kept = await store.get(ROOM, "id")
    if kept is None:
        kept = new_token()[:16].encode()
        await store.put(Put(ROOM, "id", kept, new=True))
    path = told.key or default_key(kept.decode())
    key = read_key(path)
    if key is None:
        if not told.key_lost:
            refuse_lost(await lost_rounds(store, None), f"the key {path} is missing")
        key = create_key(path)
    data = told.data or (None if told.database else default_data())
    backups = data / BACKUPS if data else None
    if backups:
        sweep(backups)  # nobody else takes copies here: this room has the folder for itself
    settings = RoomSettings(told.play_chips, told.guests, told.sign_up, backups)
    return Room(store, Seal(key), utc_clock, settings)


async def _first_run(room: Room) -> str:
    """A link for the first administrator, as long as there is none."""
    await room.office.start()
    if any(one.part is Part.ADMINISTRATOR for one in await room.door.accounts()):
        return ""
    return await room.door.invite(Part.ADMINISTRATOR, HOUSE)


async def _found_tables(room: Room) -> None:
    """A new room has a table of each game, and a house dealer at each of them."""
    if room.hubs:
        return
    for game in GAMES.values():
        await room.found_table(game.key, game.name, game.key, TableSettings())


async def _run(app: FastAPI, room: Room, bound: socket.socket, behind: str) -> None:
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        http=Connection,
        # Anybody can write down another address: only a proxy that we know is believed.
        proxy_headers=bool(behind),
        forwarded_allow_ips=behind or None,
    )
    server = uvicorn.Server(config)
    try:
        await server.serve(sockets=[bound])
    finally:
        await room.close()
