"""From a command line to a room that answers."""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI
from msgspec import Struct
from msgspec.structs import replace

from pitboss.games import all_games
from pitboss.refusal import Refused
from pitboss.room.clock import utc_clock
from pitboss.room.folder import Folder, default_data, default_key
from pitboss.room.http.app import create_app
from pitboss.room.http.connections import Connection
from pitboss.room.http.limits import BEAT, GUESTS_PER_ADDRESS, MOST_FRAME, PONG, Limits
from pitboss.room.http.socket_connections import SocketConnection
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
FOUNDING: Final = "founding"
"""Kept while the tables of a new room are founded."""
BACKUPS: Final = "backups"
"""The folder beside the data for copies."""
FIRST_STAFF: Final = 2
"""Members of staff who are made at the machine."""
BACKLOG: Final = 2048
"""Connections that wait to be taken, at most."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""That stop a room in an orderly way."""
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
    host_names: tuple[str, ...] = ()
    """What the room answers for, beside loopback and the address that it listens on."""
    guests_per_address: int = GUESTS_PER_ADDRESS
    """Guests and new accounts that come from one address at once."""
    key_lost: bool = False
    """Whether to start although open rounds are sealed with a key that is gone (FAIR-9)."""
    site: Path | None = None
    """The pages, if there are any beside the API."""


def serve(told: Serving, say: Say) -> None:
    """Serve until a signal stops it. The port is bound before anything else is touched."""
    bound = _bound(told.host, told.port)
    try:
        with suppress(asyncio.CancelledError):  # stopped before it was open
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
        with _stopping() as stopping:
            store = await open_store(folder.path if folder else None, told.database)
            try:
                room = await opened(store, told)
                try:
                    await _open(room, told, bound, say, stopping)
                finally:
                    await room.close()
            finally:
                await store.close()
    finally:
        if folder:
            folder.release()


async def _open(
    room: Room, told: Serving, bound: socket.socket, say: Say, stopping: "_Stopping"
) -> None:
    """Open the doors, until they are closed."""
    links = await _first_run(room)
    await room.start(key_lost=told.key_lost)
    await _found_tables(room)
    settled()
    host, port = bound.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    limits = Limits(accounts=replace(Limits().accounts, most=told.guests_per_address))
    app = create_app(room, limits, told.site, (*told.host_names, *_address_of(told.host)))
    server = stopping.server = _server(app, told.behind)
    say(f"The card room is open at {address}")
    for part, link in links.items():
        say(f"{part.capitalize()}, once: {address}/#/join/{link}")
    await server.serve(sockets=[bound])


def _address_of(host: str) -> tuple[str, ...]:
    """The name or address to listen on, unless that is every address."""
    return () if host in ("", "0.0.0.0", "::") else (host,)  # noqa: S104  that is refused


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
    # The id itself names the file of the key.
    public_id = sha256(b"pitboss room " + kept).hexdigest()[:32]
    settings = RoomSettings(told.play_chips, told.guests, told.sign_up, backups, public_id)
    return Room(store, Seal(key), utc_clock, settings)


async def _first_run(room: Room) -> dict[Part, str]:
    """Links for the first two members of staff, as long as there is no administrator, or nobody
    beside one: from then on two of them decide who else works here (SEC-7).
    """
    await room.office.start()
    staff = [one for one in (await room.door.staff()).values() if not one.closed]
    missing = []
    if not any(one.part is Part.ADMINISTRATOR for one in staff):
        missing.append(Part.ADMINISTRATOR)
    if len(staff) + len(missing) < FIRST_STAFF:
        missing.append(Part.FLOORPERSON)
    return {part: await room.door.invite(part, HOUSE) for part in missing}


async def _found_tables(room: Room) -> None:
    """A new room has a table of each game, and a house dealer at each of them.

    A start that was cut off is completed by the next one.
    """
    if room.hubs and await room.store.get(ROOM, FOUNDING) is None:
        return
    await room.store.put(Put(ROOM, FOUNDING, b"1"))
    for game in all_games().values():
        if game.key not in room.hubs:
            await room.found_table(game.key, game.name, game.key, TableSettings())
    await room.store.put(Put(ROOM, FOUNDING, None))


class _Server(uvicorn.Server):
    """Raises no signal again at its end, which would end us before the room is closed."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ours are handled by `_Stopping`."""
        yield


def _server(app: FastAPI, behind: str) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=BEAT,
        ws_ping_timeout=PONG,
        timeout_graceful_shutdown=3,
        http=Connection,
        ws=SocketConnection,
        # Anybody can write down another address: only a proxy that we know is believed.
        proxy_headers=bool(behind),
        forwarded_allow_ips=behind or None,
    )
    return _Server(config)


class _Stopping:
    """What a signal does: the first lets everything finish, another one waits for nobody."""

    def __init__(self) -> None:
        self.server: uvicorn.Server | None = None
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()

    def stop(self, *_: object) -> None:
        """Stop; what is being written is written."""
        if self.server is None:
            if self._task is not None:
                self._loop.call_soon_threadsafe(self._task.cancel)
        elif self.server.should_exit:
            self.server.force_exit = True
        else:
            self.server.should_exit = True


@contextmanager
def _stopping() -> Iterator[_Stopping]:
    """Handlers for signals, as long as the room is open; only the main thread has any."""
    stopping = _Stopping()
    if threading.current_thread() is not threading.main_thread():
        yield stopping
        return
    before = {number: signal.signal(number, stopping.stop) for number in SIGNALS}
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
