"""The server: opens a room by its settings, and serves it over HTTP."""

import asyncio
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.games import all_games
from pitboss.room.back_office import HOUSE
from pitboss.room.http.app import create_app
from pitboss.room.http.connections import Connection, SocketConnection
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.nodes.socket_link import SocketLink
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import new_token
from pitboss.room.rate_limits import (
    BEAT_INTERVAL,
    MAX_FRAME_BYTES,
    PONG_TIMEOUT,
    Limits,
)
from pitboss.room.room import Room
from pitboss.room.runtime import freeze_heap, run, utc_clock
from pitboss.room.seed_vault import (
    SeedVault,
    create_key,
    find_lost_rounds,
    read_key,
    refuse_lost_rounds,
)
from pitboss.room.settings import (
    ServerSettings,
    default_data_folder,
    default_key_file,
)
from pitboss.room.store.interface import (
    CommitUncertain,
    Conflict,
    Put,
    Store,
    StoreDamaged,
    StoreUnavailable,
)
from pitboss.room.store.opening import open_shared_store, open_store
from pitboss.room.store.sqlite import DataFolder, remove_partial_files
from pitboss.room.stored_table import TableSettings
from pitboss.room.webhook import Webhook, check_webhook, stop
from pitboss.room.win_monitor import WinMonitor

if TYPE_CHECKING:
    from pitboss.room.store.postgres import PostgresStore

ROOM_COLLECTION: Final = "room"
SETUP_KEY: Final = "founding"
"""The key of a row that exists while the tables of a new room are being created."""
KEY_ID: Final = "key"
"""The key of a row by which nodes notice that they have different keys."""
_NODE_NAME: Final = re.compile(r"[a-z0-9-]{1,40}")
BACKUP_FOLDER: Final = "backups"
"""The folder for backups beside the data."""
INITIAL_STAFF: Final = 2
"""Members of staff who are invited by the server itself."""
BACKLOG: Final = 2048
"""Most connections that wait to be accepted."""
STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""Signals that shut the room down gracefully."""
Announce = Callable[[str], None]


def serve(settings: ServerSettings, announce: Announce) -> None:
    """Serve until a signal stops it; the port is bound before anything else is touched."""
    listener = _bind(settings.host, settings.port)
    try:
        with suppress(asyncio.CancelledError):  # stopped before it was open
            run(_serve(settings, listener, announce))
    except (StoreUnavailable, CommitUncertain, StoreDamaged) as error:
        raise Refused(str(error)) from None
    finally:
        listener.close()


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP is named explicitly, or asyncio would let small responses wait for 40 ms (Nagle).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # reserves the port; early connections wait
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused(f"port {port} of {host} is not available: {reason}") from None
    return listener


async def _serve(settings: ServerSettings, listener: socket.socket, announce: Announce) -> None:
    if settings.node:
        await _serve_node(settings, listener, announce)
        return
    if settings.address:
        raise Refused("--address requires --node NAME")
    folder = None if settings.database else DataFolder(settings.data or default_data_folder())
    try:
        with _handle_signals() as stop_handler:
            store = await open_store(folder.path if folder else None, settings.database)
            try:
                room = await open_room(store, settings)
                try:
                    await _serve_room(room, settings, listener, announce, stop_handler)
                finally:
                    await room.close()
            finally:
                await store.close()
    finally:
        if folder:
            folder.release()


async def _serve_node(
    settings: ServerSettings, listener: socket.socket, announce: Announce
) -> None:
    """Serve as one of several nodes."""
    check_node_name(settings.node)
    if not settings.database:
        raise Refused("--node requires a PostgreSQL database: add --database URL")
    address = settings.address or _listen_address(listener)
    if not address.startswith(("http://", "https://")):
        raise Refused(f"--address must be a URL such as http://10.0.0.5:8777, not {address!r}")
    with _handle_signals() as stop_handler:
        store = await open_shared_store(settings.database)
        try:
            room, link = await open_node(store, settings, address.rstrip("/"))
            try:

                async def lead() -> None:
                    for role, token in (await _staff_links(room)).items():
                        announce(_invitation_line(role, address, token))
                    await _create_tables(room)

                room.on_lead = lead
                await room.start(key_lost=settings.key_lost)
                announce(f"Node {settings.node} of the card room is open at {address}")
                for line in _webhook_lines(room, settings):
                    announce(line)
                await _run_server(room, settings, listener, stop_handler, link)
            finally:
                await room.close()
        finally:
            await store.close()


def check_node_name(name: str) -> None:
    """Refuse a name that cannot be a node's."""
    if not _NODE_NAME.fullmatch(name):
        raise Refused(
            f"{short_repr(name)} is not a valid node name: use lowercase letters, digits and "
            "hyphens"
        )


async def open_node(
    store: "PostgresStore", settings: ServerSettings, address: str
) -> tuple[SharedRoom, SocketLink]:
    """Open the room in a store that several nodes share; all of them need the same key."""
    room_id = await _room_id(store)
    path = settings.key or default_key_file(room_id)
    key = read_key(path)
    key_id = await store.get(ROOM_COLLECTION, KEY_ID)
    if key is None and key_id is not None and not settings.key_lost:
        raise Refused(f"the key {path} is missing: copy it from another node")
    directory = store.node_directory
    if directory is None:
        raise ValueError("the store was not opened as a shared one")
    if settings.key_lost and (running_nodes := (await directory.directory()).live_nodes()):
        raise Refused(
            "--key-lost cannot be used while other nodes are running, because they have the key: "
            f"copy it from one of them, or stop them first ({', '.join(running_nodes)})"
        )
    vault = SeedVault(key or create_key(path))
    own_id = vault.derive("key id").encode()
    if key_id is None or settings.key_lost:
        await store.put(Put(ROOM_COLLECTION, KEY_ID, own_id))
    elif key_id != own_id:
        raise Refused(
            f"the key {path} differs from the key of the other nodes: copy it from one of them"
        )
    link = SocketLink(settings.node, vault.derive("nodes"))
    settings = replace(settings, public_id=_public_id(room_id))
    room = SharedRoom(
        store,
        vault,
        utc_clock,
        settings,
        directory=directory,
        name=settings.node,
        address=address,
        link=link,
    )
    return room, link


async def _room_id(store: Store) -> str:
    """Return the id of a room; a new room gets one, whichever node is first."""
    while (room_id := await store.get(ROOM_COLLECTION, "id")) is None:
        with suppress(Conflict):
            new_id = new_token()[:16].encode()
            await store.put(Put(ROOM_COLLECTION, "id", new_id, must_be_new=True))
    return room_id.decode()


def _public_id(room_id: str) -> str:
    """Return the id of a room that everybody may know; the id itself names the key file."""
    return sha256(b"pitboss room " + room_id.encode()).hexdigest()[:32]


async def _serve_room(
    room: Room,
    settings: ServerSettings,
    listener: socket.socket,
    announce: Announce,
    stop_handler: "_StopHandler",
) -> None:
    """Start a room and serve it until it is stopped."""
    links = await _staff_links(room)
    webhook_lines = [*_webhook_lines(room, settings)]
    await room.start(key_lost=settings.key_lost)
    await _create_tables(room)
    address = _listen_address(listener)
    announce(f"The card room is open at {address}")
    for line in webhook_lines:
        announce(line)
    for role, token in links.items():
        announce(_invitation_line(role, address, token))
    await _run_server(room, settings, listener, stop_handler)


def _invitation_line(role: str, address: str, token: str) -> str:
    return f"Invitation for one {role}, valid for a week: {address}/#/join/{token}"


def _listen_address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


async def _run_server(
    room: Room,
    settings: ServerSettings,
    listener: socket.socket,
    stop_handler: "_StopHandler",
    link: SocketLink | None = None,
) -> None:
    """Serve a room that has started."""
    freeze_heap()
    limits = Limits(accounts=replace(Limits().accounts, burst=settings.guests_per_address))
    app = create_app(
        room, limits, settings.site, (*settings.host_names, *_listen_names(settings.host)), link
    )
    server = stop_handler.server = _make_server(app, settings.trusted_proxy)
    tasks = [asyncio.create_task(WinMonitor(room).run(), name="results")]
    if settings.webhook:
        tasks.append(asyncio.create_task(Webhook(room, settings.webhook).run(), name="webhook"))
    try:
        await server.serve(sockets=[listener])
    finally:
        for task in tasks:
            await stop(task)


def _webhook_lines(room: Room, settings: ServerSettings) -> Iterator[str]:
    """Yield what the receiver of alerts has to know, if there is one."""
    if settings.webhook:
        host = urlsplit(check_webhook(settings.webhook)).hostname
        yield f"Alerts go to {host}, signed with the key {room.webhook_key}"


def _listen_names(host: str) -> tuple[str, ...]:
    """Return the name or address to listen on, unless that is every address."""
    return () if host in ("", "0.0.0.0", "::") else (host,)  # noqa: S104  these are left out


async def open_room(store: Store, settings: ServerSettings) -> Room:
    """Open the room in a store, with the key of its seed vault."""
    room_id = await _room_id(store)
    path = settings.key or default_key_file(room_id)
    key = read_key(path)
    if key is None:
        if not settings.key_lost:
            refuse_lost_rounds(await find_lost_rounds(store, None), f"the key {path} is missing")
        key = create_key(path)
    data = settings.data or (None if settings.database else default_data_folder())
    backups = data / BACKUP_FOLDER if data else None
    if backups:
        remove_partial_files(backups)  # safe, because this process has the folder for itself
    settings = replace(settings, backups=backups, public_id=_public_id(room_id))
    return Room(store, SeedVault(key), utc_clock, settings)


async def _staff_links(room: Room) -> dict[AccountRole, str]:
    """Return invitation tokens for the first two members of staff, as far as they are missing.

    From then on, two members of staff decide about every other one (SEC-7).
    """
    await room.back_office.start()
    accounts = (await room.account_service.staff()).values()
    staff = [account for account in accounts if not account.closed]
    missing = []
    if not any(account.part is AccountRole.ADMINISTRATOR for account in staff):
        missing.append(AccountRole.ADMINISTRATOR)
    if len(staff) + len(missing) < INITIAL_STAFF:
        missing.append(AccountRole.FLOORPERSON)
    return {role: await room.account_service.invite(role, HOUSE) for role in missing}


async def _create_tables(room: Room) -> None:
    """Create a table of each game in a new room, with a house dealer.

    If this is interrupted, the next start completes it.
    """
    if room.hubs and await room.store.get(ROOM_COLLECTION, SETUP_KEY) is None:
        return
    await room.store.put(Put(ROOM_COLLECTION, SETUP_KEY, b"1"))
    for game in all_games().values():
        if game.key not in room.hubs:
            await room.create_table(game.key, game.name, game.key, TableSettings())
    await room.store.put(Put(ROOM_COLLECTION, SETUP_KEY, None))


class _Server(uvicorn.Server):
    """A server that leaves signals alone, so that none ends the process before the room closes."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture nothing: `_StopHandler` handles signals."""
        yield


def _make_server(app: FastAPI, trusted_proxy: str) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=BEAT_INTERVAL,
        ws_ping_timeout=PONG_TIMEOUT,
        timeout_graceful_shutdown=3,
        http=Connection,
        ws=SocketConnection,
        # Anybody can forge these headers, so only the trusted proxy's are read.
        proxy_headers=bool(trusted_proxy),
        forwarded_allow_ips=trusted_proxy or None,
    )
    return _Server(config)


class _StopHandler:
    """A signal handler: the first signal stops gracefully, the second one at once."""

    def __init__(self) -> None:
        self.server: uvicorn.Server | None = None
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()

    def stop(self, *_: object) -> None:
        """Stop the server, after what is being written has been written."""
        if self.server is None:
            if self._task is not None:
                self._loop.call_soon_threadsafe(self._task.cancel)
        elif self.server.should_exit:
            self.server.force_exit = True
        else:
            self.server.should_exit = True


@contextmanager
def _handle_signals() -> Iterator[_StopHandler]:
    """Handle stop signals while the context is open; only the main thread can."""
    stop_handler = _StopHandler()
    if threading.current_thread() is not threading.main_thread():
        yield stop_handler
        return
    old_handlers = {number: signal.signal(number, stop_handler.stop) for number in STOP_SIGNALS}
    try:
        yield stop_handler
    finally:
        for number, handler in old_handlers.items():
            signal.signal(number, handler)
