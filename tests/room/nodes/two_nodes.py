"""Nodes of one room in one process, each with its own connections to a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from pitboss.room.nodes.link import (
    ForwardedCommand,
    LinesListener,
    NodeUnreachable,
    Presence,
    PresenceAnswer,
)
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.people.accounts import Account
from pitboss.room.requests import Ack
from pitboss.room.runtime import Clock, utc_clock
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.postgres import PostgresStore
from pitboss.room.table_actor import TableActor
from tests.room.http.in_process_room import fast_passwords

KEY = bytes(KEY_BYTES)
PATIENCE = 15.0


class DirectLink:
    """A link that calls the rooms of other nodes in the same process."""

    def __init__(self, rooms: dict[str, SharedRoom]) -> None:
        self._rooms = rooms
        self.forward_count = 0
        self.on_lines: LinesListener = lambda _: None

    def _room(self, address: str) -> SharedRoom:
        if address not in self._rooms:
            raise NodeUnreachable
        return self._rooms[address]

    async def execute(self, address: str, table: str, command: ForwardedCommand) -> Ack:
        self.forward_count += 1
        return await self._room(address).execute_forwarded(table, command)

    async def report_presence(self, address: str, presence: Presence) -> PresenceAnswer:
        return self._room(address).receive_presence(presence)

    async def close(self) -> None:
        return None


class Nodes:
    """The nodes of one room."""

    def __init__(self, database: str, address: str = "test:{}") -> None:
        self._database, self._node_address = database, address
        self.rooms: dict[str, SharedRoom] = {}
        self.link = DirectLink(self.rooms)

    async def start(
        self, name: str, clock: Clock = utc_clock, key: bytes = KEY, *, key_lost: bool = False
    ) -> SharedRoom:
        """Start a node, whose own clock may be wrong."""
        store = await PostgresStore.open(self._database, is_shared=True)
        assert store.node_directory is not None
        room = SharedRoom(
            store,
            SeedVault(key),
            clock,
            passwords=fast_passwords(),
            directory=store.node_directory,
            name=name,
            address=self._node_address.format(name),
            link=self.link,
        )
        try:
            await room.start(key_lost=key_lost)
        except BaseException:
            await room.close()
            raise
        for other in self.rooms.values():
            room.add_lines_listener(other.node.name, other.receive_lines)
            other.add_lines_listener(name, room.receive_lines)
        self.rooms[room.node.address] = room
        return room

    async def kill(self, name: str) -> None:
        """Stop a node without notifying the others."""
        room = self.rooms.pop(f"test:{name}")
        for other in self.rooms.values():
            other.remove_lines_listener(name, room.receive_lines)
        tasks = (*room._tasks.values(), *room._updates)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await room.store.close()

    async def stop(self, name: str) -> None:
        """Stop a node in an orderly way."""
        await self.rooms.pop(f"test:{name}").close()

    def leader(self) -> SharedRoom:
        """Return the room of the leader."""
        return next(room for room in self.rooms.values() if room.is_leader)

    def other(self, room: SharedRoom) -> SharedRoom:
        """Return another room than this one."""
        return next(item for item in self.rooms.values() if item is not room)

    def owner(self, table: str) -> SharedRoom | None:
        """Return the room that writes a table."""
        rooms = [
            room
            for room in self.rooms.values()
            if table in room.hubs
            and isinstance(actor := room.hubs[table].actor, TableActor)
            and not actor.has_moved
            and actor.ready.is_set()
        ]
        assert len(rooms) <= 1
        return rooms[0] if rooms else None


@asynccontextmanager
async def running(database: str, *names: str, address: str = "test:{}") -> AsyncIterator[Nodes]:
    """Run nodes of these names, and stop those that are left."""
    nodes = Nodes(database, address)
    try:
        for name in names:
            await nodes.start(name)
        await until(lambda: any(room.is_leader for room in nodes.rooms.values()))
        yield nodes
    finally:
        for room in nodes.rooms.values():
            await room.close()


async def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(patience):
        while not condition():
            await asyncio.sleep(0.01)


async def sign_up(nodes: Nodes, name: str) -> tuple[Account, str]:
    """Open an account at the leader."""
    return await nodes.leader().account_service.sign_up(name, "a long password")
