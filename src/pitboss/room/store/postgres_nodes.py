"""The directory of nodes in PostgreSQL, and notifications from node to node.

Leases run on the database's clock, so it does not matter whether the clocks of the nodes agree. A
notification is part of the transaction that it is about: it arrives once that is committed. It may
get lost with a connection, so the listener is then told that it may have missed some.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import asyncpg
import msgspec

from pitboss.room.nodes.directory import (
    LEASE_SECONDS,
    ChangedOwner,
    ChangedRow,
    ChangedStream,
    Directory,
    NodeInfo,
    Notification,
    NotificationListener,
    Ownership,
)
from pitboss.room.store import sql
from pitboss.room.store.interface import Batch, StoreFailure
from pitboss.room.store.postgres_connection import CONNECTION_ERRORS, connect, translate_errors

Read = Callable[..., Awaitable[Sequence[sql.Row]]]
RECONNECT_DELAY: Final = 0.5
"""Seconds between two attempts to listen for notifications."""
LISTEN_CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks of the connection that listens."""
LISTEN_CHECK_TIMEOUT: Final = 2.0
"""Seconds without a response after which that connection counts as lost."""
MAX_PAYLOAD_ITEMS: Final = 40
"""Most changes in one notification; a payload may have 8,000 bytes."""
SHARED_COLLECTIONS: Final = ("accounts", "sessions")
"""Collections whose rows nodes keep in memory."""
_NOW: Final = "extract(epoch FROM clock_timestamp())"
_CHANNEL: Final = "'pitboss_' || 'streams'::regclass::oid::text"
"""Rooms in one database have a channel each."""
NOTIFY: Final = f"SELECT pg_notify({_CHANNEL}, $1)"
_SELECT_CHANNEL: Final = f"SELECT {_CHANNEL}"
_REGISTER: Final = (
    "WITH node AS (INSERT INTO nodes (name, address, incarnation, lease_until) "  # noqa: S608  our own
    f"VALUES (?, ?, ?, {_NOW} + {LEASE_SECONDS}) ON CONFLICT (name) DO UPDATE "
    "SET address = excluded.address, incarnation = excluded.incarnation, "
    "lease_until = excluded.lease_until "
    f"WHERE nodes.lease_until < {_NOW} OR nodes.incarnation = excluded.incarnation "
    "RETURNING name, incarnation), "
    # What an earlier program of this name owned has no owner: it may still be writing.
    "former AS (UPDATE streams SET owner = '', epoch = epoch + 1 FROM node "
    "WHERE owner = node.name AND NOT EXISTS (SELECT FROM nodes "
    "WHERE nodes.name = node.name AND nodes.incarnation = node.incarnation)) "
    "SELECT name FROM node"
)
_RENEW: Final = (
    f"UPDATE nodes SET lease_until = {_NOW} + {LEASE_SECONDS} "  # noqa: S608  our own constants
    "WHERE name = ? AND incarnation = ? RETURNING name"
)
_UNREGISTER: Final = "DELETE FROM nodes WHERE name = ? AND incarnation = ? RETURNING name"
_SELECT_NODES: Final = f"SELECT name, address, incarnation, lease_until > {_NOW} FROM nodes"  # noqa: S608
_SELECT_OWNERS: Final = "SELECT id, owner, epoch, version FROM streams"
_SELECT_VERSION: Final = "SELECT version FROM streams WHERE id = ?"
_SELECT_TIME: Final = "SELECT clock_timestamp()"
_CLAIM: Final = (
    # A row that a dead node has locked is claimed the next time, once the server has ended it.
    "UPDATE streams SET owner = ?, epoch = epoch + 1 WHERE id = "  # noqa: S608
    "(SELECT id FROM streams WHERE id = ? AND epoch = ? FOR NO KEY UPDATE SKIP LOCKED) "
    f"AND NOT EXISTS (SELECT FROM nodes WHERE name = streams.owner AND lease_until > {_NOW}) "
    f"AND EXISTS (SELECT FROM nodes WHERE name = ? AND incarnation = ? AND lease_until > {_NOW}) "
    "RETURNING id"
)
_HAND_OVER: Final = (
    "UPDATE streams SET owner = ?, epoch = epoch + 1 "
    "WHERE id = ? AND epoch = ? AND owner = ? RETURNING id"
)
_encode: Final = msgspec.json.encode
_decoder: Final = msgspec.json.Decoder(tuple[str, tuple[Notification, ...]])


class PostgresDirectory:
    """The directory of nodes in a PostgreSQL database, for `PostgresStore`."""

    def __init__(self, dsn: str, read: Read, sender: str) -> None:
        """``sender`` is an id of this program, which ignores its own notifications."""
        self._dsn, self._read, self._sender = dsn, read, sender
        self._own_prefix = _encode((sender,)).decode().removesuffix("]") + ","
        """How this node's own notifications begin, which come back to it and are not decoded."""
        self._listener: NotificationListener | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_listening = False

    @property
    def is_listening(self) -> bool:
        """Whether changes by other nodes are reported at present."""
        return self._is_listening

    async def register_node(self, name: str, address: str, incarnation: str) -> bool:
        """Add a node with a new lease; return False while another of this name is alive."""
        return bool(await self._read(_REGISTER, name, address, incarnation))

    async def renew_lease(self, name: str, incarnation: str) -> bool:
        """Renew a lease; return False if another program has taken the name since."""
        return bool(await self._read(_RENEW, name, incarnation))

    async def unregister_node(self, name: str, incarnation: str) -> None:
        """Remove a node that stops."""
        await self._read(_UNREGISTER, name, incarnation)

    async def directory(self) -> Directory:
        """Return all nodes and owners."""
        # Owners are read first: one that registered in between is alive then.
        owners = await self._read(_SELECT_OWNERS)
        nodes = await self._read(_SELECT_NODES)
        ((time,),) = await self._read(_SELECT_TIME)
        return Directory(
            {name: NodeInfo(name, *more) for name, *more in nodes},
            {stream: Ownership(*more) for stream, *more in owners},
            time,
        )

    async def stream_version(self, stream: str) -> int:
        """Return the version of a stream, as committed now."""
        rows = await self._read(_SELECT_VERSION, stream)
        version: int = rows[0][0] if rows else 0
        return version

    async def claim_stream(self, stream: str, epoch: int, name: str, incarnation: str) -> bool:
        """Make a live node the owner of a stream that is an orphan in this epoch."""
        rows = await self._read(_CLAIM, name, stream, epoch, name, incarnation)
        await self._notify_owner(stream, is_changed=bool(rows))
        return bool(rows)

    async def hand_over_stream(self, stream: str, epoch: int, owner: str, to: str) -> bool:
        """Give a stream that a node owns in this epoch to another node, or to nobody."""
        rows = await self._read(_HAND_OVER, to, stream, epoch, owner)
        await self._notify_owner(stream, is_changed=bool(rows))
        return bool(rows)

    async def _notify_owner(self, stream: str, *, is_changed: bool) -> None:
        if is_changed:
            for payload in self.payloads([ChangedOwner(stream)]):
                await self._read(NOTIFY.replace("$1", "?"), payload)

    # Notifications

    def payloads(self, changes: Sequence[Notification]) -> Iterator[str]:
        """Yield the payloads of the notifications of some changes."""
        for first in range(0, len(changes), MAX_PAYLOAD_ITEMS):
            part = tuple(changes[first : first + MAX_PAYLOAD_ITEMS])
            yield _encode((self._sender, part)).decode()

    def listen(self, listener: NotificationListener) -> None:
        """Report changes by other nodes to this listener from now on."""
        self._listener = listener
        self._task = asyncio.create_task(self._listen(listener), name="notifications")

    async def _listen(self, listener: NotificationListener) -> None:
        while True:
            with suppress(StoreFailure, *CONNECTION_ERRORS):
                db = await connect(self._dsn)
                try:
                    with translate_errors(self._dsn):
                        channel = await db.fetchval(_SELECT_CHANNEL)
                        await db.add_listener(channel, self._receive)
                        self._is_listening = True
                        listener(None)  # what happened before is not known
                        while not db.is_closed():
                            await asyncio.sleep(LISTEN_CHECK_INTERVAL)
                            # A dead connection shows here.
                            await db.execute("SELECT 1", timeout=LISTEN_CHECK_TIMEOUT)
                finally:
                    self._is_listening = False
                    db.terminate()
            await asyncio.sleep(RECONNECT_DELAY)

    def _receive(self, _db: asyncpg.Connection, _pid: int, _channel: str, payload: str) -> None:
        if self._listener is None or payload.startswith(self._own_prefix):
            return
        try:
            _, changes = _decoder.decode(payload)
        except msgspec.MsgspecError:  # of a newer version, or somebody else's
            self._listener(None)
            return
        for change in changes:
            self._listener(change)

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])


def changes_of(jobs: Sequence[sql.Job]) -> list[Notification]:
    """Return what other nodes have to be told of jobs."""
    changes: dict[Notification, None] = {}
    versions: dict[str, int] = {}
    for batch in sql.all_batches(jobs):
        versions[batch.stream] = max(batch.version, versions.get(batch.stream, 0))
        changes.update(
            (ChangedRow(put.collection, put.key, put.value is None), None)
            for put in batch.puts
            if put.collection in SHARED_COLLECTIONS
        )
    changes.update((ChangedStream(*item), None) for item in versions.items())
    for job in jobs:
        if isinstance(job, Batch):
            continue
        for statement, row in job:
            # Sessions that are only used again, and new ones, concern nobody else.
            if statement is sql.DELETE_ROW and row[0] in SHARED_COLLECTIONS:
                changes[ChangedRow(row[0], row[1], is_deleted=True)] = None
    return [*changes]
