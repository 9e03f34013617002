"""The directory of nodes: who is alive, and who owns which stream.

The database keeps it, and its clock decides when a lease is over. Ownership of a stream has an
epoch, which grows with each change of the owner; every batch carries the epoch of its writer, so a
node that was paused or cut off writes nothing once another node has taken over (NODE-1).
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final, Protocol

from msgspec import Struct

from pitboss.client.protocol import Failed
from pitboss.room.store.interface import BACK_OFFICE

LEASE_SECONDS: Final = 3.0
"""How long a node counts as alive after it was last heard from."""
RENEWAL_INTERVAL: Final = 0.75
"""Seconds between two renewals of a lease."""
NOBODY: Final = ""
"""The owner of a stream that no node has claimed."""


class NodeInfo(Struct, frozen=True):
    """A node, as the directory lists it."""

    name: str
    address: str
    """Where other nodes reach it, such as ``http://10.0.0.5:8777``."""
    incarnation: str
    """Tells a program from an earlier one of the same name."""
    is_alive: bool


class NodeStatus(Struct, frozen=True):
    """A node as the people who run the room see it."""

    name: str
    address: str
    is_alive: bool
    is_leader: bool
    tables: tuple[str, ...]
    """The tables that it owns."""


class Ownership(Struct, frozen=True):
    """Who owns a stream, and since which epoch."""

    owner: str
    epoch: int
    version: int
    """The version of the stream itself, so that nobody misses lines for long."""


class Directory(Struct, frozen=True):
    """All nodes and owners at one moment."""

    nodes: Mapping[str, NodeInfo] = {}
    streams: Mapping[str, Ownership] = {}
    time: datetime | None = None
    """The time of the database, by which all nodes date what they write."""

    def live_nodes(self) -> list[str]:
        """Return the names of all nodes that are alive."""
        return sorted(name for name, node in self.nodes.items() if node.is_alive)

    def is_orphan(self, stream: str) -> bool:
        """Return whether a stream has no owner that is alive."""
        owner = self.streams[stream].owner
        return owner not in self.nodes or not self.nodes[owner].is_alive

    def statuses(self) -> list[NodeStatus]:
        """Return every node with what it owns."""
        return [
            NodeStatus(
                node.name,
                node.address,
                node.is_alive,
                BACK_OFFICE in (streams := self.owned_by(node.name)),
                tuple(sorted(stream for stream in streams if stream != BACK_OFFICE)),
            )
            for _, node in sorted(self.nodes.items())
        ]

    def owned_by(self, node: str) -> list[str]:
        """Return the streams that a node owns."""
        return [stream for stream, item in self.streams.items() if item.owner == node]


class ChangedStream(Struct, frozen=True, tag="stream"):
    """A stream that has new lines."""

    id: str
    version: int = 0
    """Its version with these lines."""


class ChangedOwner(Struct, frozen=True, tag="owner"):
    """A stream that has another owner."""

    id: str


class ChangedRow(Struct, frozen=True, tag="row"):
    """An account or a session that was changed or deleted."""

    collection: str
    key: str
    is_deleted: bool


Notification = ChangedStream | ChangedOwner | ChangedRow
NotificationListener = Callable[[Notification | None], None]
"""A callback for changes by other nodes; called with None if some may have been missed."""


class DirectoryStore(Protocol):
    """A store that several nodes share."""

    async def register_node(self, name: str, address: str, incarnation: str) -> bool:
        """Add a node with a new lease; return False while another of this name is alive."""

    async def renew_lease(self, name: str, incarnation: str) -> bool:
        """Renew a lease; return False if another program has taken the name since."""

    async def unregister_node(self, name: str, incarnation: str) -> None:
        """Remove a node that stops; its streams are orphans from then on."""

    async def directory(self) -> Directory:
        """Return all nodes and owners."""

    async def stream_version(self, stream: str) -> int:
        """Return the version of a stream, as committed now."""

    async def claim_stream(self, stream: str, epoch: int, name: str, incarnation: str) -> bool:
        """Make a live node the owner of a stream that is an orphan in this epoch."""

    async def hand_over_stream(self, stream: str, epoch: int, owner: str, to: str) -> bool:
        """Give a stream that a node owns in this epoch to another node, or to nobody."""

    def listen(self, listener: NotificationListener) -> None:
        """Report changes by other nodes to this listener from now on."""

    @property
    def is_listening(self) -> bool:
        """Whether changes by other nodes are reported at present."""


class OwnershipLost(Failed):
    """A table that has another owner now: whoever gets this sends the request there."""

    def __init__(self) -> None:
        super().__init__(
            "this table has moved to another server: try again in a moment", retry=True
        )
