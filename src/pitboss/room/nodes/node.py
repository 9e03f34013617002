"""A node: it renews its lease, claims tables without an owner, and gives tables to other nodes.

A table is at home at the node where most of its viewers are connected: there, nothing has to be
forwarded, and nobody has to follow it. So tables move to their homes, as far as no node gets too
many; and tables without a home move from the node that owns most to the one that owns fewest.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import ceil
from typing import Final
from uuid import uuid4

from pitboss.errors import Refused
from pitboss.room.failures import FailureKind, Failures
from pitboss.room.nodes.directory import (
    LEASE_SECONDS,
    NOBODY,
    RENEWAL_INTERVAL,
    Directory,
    DirectoryStore,
    NodeInfo,
)
from pitboss.room.runtime import MonotonicClock
from pitboss.room.store.interface import StoreFailure

log: Final = logging.getLogger("pitboss.nodes")
CLOCK_MARGIN: Final = 1.0
"""Seconds by which the database's clock may jump, such as when another server replaces it."""
REGISTRATION_TIMEOUT: Final = LEASE_SECONDS + 2
"""Seconds to wait for the lease of a program of the same name that was killed."""
REGISTRATION_RETRY: Final = 0.2
EXTRA_SHARE: Final = 4
"""A node may own a fourth more than its share if those tables are at home there."""
OwnerListener = Callable[[str, int | None], None]
"""A callback for a stream that is now this node's in an epoch, or no longer (None)."""
DirectoryListener = Callable[[Directory], None]


def share_of_each(directory: Directory) -> int:
    """Return how many streams a node owns if all own about the same number."""
    return ceil(len(directory.streams) / max(1, len(directory.live_nodes())))


def departures(
    directory: Directory, node: str, home_of: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    """Yield the streams that a node should give away, each with its next owner.

    Those that are at home at another node come first.
    """
    counts = {name: len(directory.owned_by(name)) for name in directory.live_nodes()}
    own = {stream: home_of(stream) for stream in directory.owned_by(node)}
    share = share_of_each(directory)
    most = share + ceil(share / EXTRA_SHARE)
    for stream, home in own.items():
        if home != node and counts.get(home, most) < most:
            yield stream, home
    fewest = min(counts, key=lambda name: (counts[name], name), default=node)
    if len(own) - counts.get(fewest, 0) < 2:
        return
    for stream, home in own.items():
        if home != node or len(own) > most:
            yield stream, fewest


class Node:
    """A program among the nodes of a room."""

    def __init__(
        self,
        store: DirectoryStore,
        name: str,
        address: str,
        *,
        on_owner_change: OwnerListener,
        on_update: DirectoryListener,
        can_move: Callable[[str], bool],
        home_of: Callable[[str], str],
        failures: Failures | None = None,
        monotonic: MonotonicClock = time.monotonic,
        incarnation: str = "",
    ) -> None:
        """Create a node; `register` makes it known, and `run` keeps it alive.

        ``on_update`` is called with every directory that was read. ``can_move`` tells whether a
        stream may be given away at present, and ``home_of`` at which node most of its viewers are
        ("" if there is none). ``monotonic`` must not stand still while the program is paused,
        because a lease does not.
        """
        self._store, self.name, self.address = store, name, address
        self._incarnation = incarnation or uuid4().hex
        self._on_owner_change, self._can_move, self._home_of = on_owner_change, can_move, home_of
        self._on_update = on_update
        self._failures, self._monotonic = failures or Failures(), monotonic
        self.directory = Directory()
        """The last known directory."""
        self.own_streams: dict[str, int] = {}
        """The streams of this node, with their epochs."""
        self._wake_event = asyncio.Event()
        self._renewed_at = monotonic()
        self._is_draining = False
        self._is_directory_current = False
        """Whether the lease has lasted since the directory was read."""
        self._departing_stream = ""
        """A stream that may have been handed over since the directory was read."""

    def owner_of(self, stream: str) -> NodeInfo | None:
        """Return the owner of a stream, as far as it is known and alive."""
        ownership = self.directory.streams.get(stream)
        node = self.directory.nodes.get(ownership.owner) if ownership else None
        return node if node is not None and node.is_alive else None

    def other_nodes(self) -> list[NodeInfo]:
        """Return all other nodes that are alive."""
        nodes = self.directory.nodes
        return [nodes[name] for name in self.directory.live_nodes() if name != self.name]

    @property
    def has_lease(self) -> bool:
        """Whether the lease lasts."""
        return self._monotonic() - self._renewed_at < LEASE_SECONDS

    def is_certain_owner(self, stream: str, epoch: int) -> bool:
        """Return whether no other node can have taken over a stream, without asking the database.

        The lease must have lasted ever since the directory was read that names this node.
        """
        return (
            self._monotonic() - self._renewed_at < LEASE_SECONDS - CLOCK_MARGIN
            and self._is_directory_current
            and self.own_streams.get(stream) == epoch
            and stream != self._departing_stream
        )

    async def is_owner(self, stream: str, epoch: int) -> bool:
        """Ask the database whether this node owns a stream in an epoch."""
        ownership = (await self._store.directory()).streams.get(stream)
        return ownership is not None and (ownership.owner, ownership.epoch) == (self.name, epoch)

    def wake(self) -> None:
        """Look at the directory now rather than after the next renewal."""
        self._wake_event.set()

    async def register(self) -> None:
        """Make this node known; wait for the lease of a killed one of the same name to end."""
        deadline = self._monotonic() + REGISTRATION_TIMEOUT
        start = self._monotonic()
        while not await self._store.register_node(self.name, self.address, self._incarnation):
            if self._monotonic() > deadline:
                raise Refused(f"a node named {self.name!r} is running: choose another --node NAME")
            await asyncio.sleep(REGISTRATION_RETRY)
            start = self._monotonic()
        self._renewed_at = start

    async def run(self) -> None:
        """Renew the lease and keep the directory up to date until canceled."""
        while True:
            # The store has reported a failure. A statement that waits forever must not keep this
            # node from asking again.
            with suppress(StoreFailure, TimeoutError):
                async with asyncio.timeout(LEASE_SECONDS):
                    await self.update()
            self._check_lease()
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEWAL_INTERVAL):
                    await self._wake_event.wait()
            self._wake_event.clear()

    async def update(self) -> None:
        """Renew the lease, claim what this node should own, and report what has changed."""
        if self._is_draining:
            return
        renewal_time = self._monotonic()  # the lease may begin any time after this
        if not await self._store.renew_lease(self.name, self._incarnation):
            self._lose_all()
            if not await self._store.register_node(self.name, self.address, self._incarnation):
                sentence = f"another node named {self.name!r} is running: stop one of them"
                self._failures.begin(FailureKind.LEASE_LOST, sentence)
                return
        self._is_directory_current = self._is_directory_current and self.has_lease
        self._renewed_at = renewal_time
        self._failures.end(FailureKind.LEASE_LOST)
        directory = await self._store.directory()
        if await self._claim_share(directory) or await self._give_away(directory):
            directory = await self._store.directory()
        self._accept(directory)

    def _check_lease(self) -> None:
        """Report a lease that is over; writing is prevented by the epoch, not by this."""
        if not self.has_lease:
            sentence = "this node has lost its lease: other nodes take over its tables"
            self._failures.begin(FailureKind.LEASE_LOST, sentence)

    def _accept(self, directory: Directory) -> None:
        """Report every stream that this node has gained or lost."""
        self.directory = directory
        mine = {stream: directory.streams[stream].epoch for stream in directory.owned_by(self.name)}
        before, self.own_streams = self.own_streams, mine
        for stream in sorted(before.keys() - mine.keys()):
            log.warning("another node has taken over %s", stream)
            self._on_owner_change(stream, None)
        for stream, epoch in mine.items():
            if before.get(stream) != epoch:
                self._on_owner_change(stream, epoch)
        self._is_directory_current, self._departing_stream = True, ""
        self._on_update(directory)

    def _lose_all(self) -> None:
        self._accept(Directory(self.directory.nodes))

    async def _claim_share(self, directory: Directory) -> bool:
        """Claim orphans up to this node's share; return whether there were any."""
        count, share = len(directory.owned_by(self.name)), share_of_each(directory)
        orphans = [stream for stream in sorted(directory.streams) if directory.is_orphan(stream)]
        for stream in orphans[: max(0, share - count)]:
            epoch = directory.streams[stream].epoch
            if await self._store.claim_stream(stream, epoch, self.name, self._incarnation):
                log.info("this node owns %s", stream)
        return bool(orphans) and share > count

    async def _give_away(self, directory: Directory) -> bool:
        """Give one stream to another node, if one should move and can; return whether it did."""
        for stream, to in departures(directory, self.name, self._home_of):
            if self._can_move(stream):
                epoch = directory.streams[stream].epoch
                log.info("this node hands %s over to %s", stream, to)
                self._departing_stream = stream
                return await self._store.hand_over_stream(stream, epoch, self.name, to)
        return False

    async def drain(self) -> None:
        """Hand all streams over to other nodes, if there are any, and leave the directory."""
        self._is_draining, self._is_directory_current, self.own_streams = True, False, {}
        with suppress(StoreFailure):
            if not await self._store.renew_lease(self.name, self._incarnation):
                return  # another program of this name owns what this one did
            directory = await self._store.directory()
            others = [name for name in directory.live_nodes() if name != self.name]
            counts = {name: len(directory.owned_by(name)) for name in others}
            for stream in directory.owned_by(self.name):
                to = min(counts, key=lambda name: (counts[name], name), default=NOBODY)
                if to != NOBODY:
                    counts[to] += 1
                epoch = directory.streams[stream].epoch
                await self._store.hand_over_stream(stream, epoch, self.name, to)
            await self._store.unregister_node(self.name, self._incarnation)
