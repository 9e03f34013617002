"""Observers of a night of several nodes: who owns what, and whether the nodes agree (NODE-1)."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.client.client import merge
from pitboss.room.failures import FailureKind
from pitboss.room.nodes.directory import LEASE_SECONDS
from pitboss.room.nodes.followed_table import FollowedTable
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.people.accounts import Account
from pitboss.room.people.credentials import SESSIONS, Session, hash_token
from pitboss.room.store.interface import BACK_OFFICE
from pitboss.room.table_actor import TableActor
from pitboss.table import Person, Role
from pitboss.table.state import encode_state
from tests.room.simulator.observers import SeenView, canonical_json
from tests.room.simulator.players import assert_same

if TYPE_CHECKING:
    from tests.room.simulator.node_world import NodeWorld, SimulatedNode

CHECK_INTERVAL: Final = 0.5
OWNER_CHECK_INTERVAL: Final = 0.1
STALE_LIMIT: Final = 8.0
"""Undisturbed seconds after which a node must have stopped writing to a table it has lost."""
NOTICE_LIMIT: Final = 3.0
"""Seconds after its lease expires within which a running node must report that."""


class NodeObserver:
    """Checks all nodes again and again, and once more when everything is at rest."""

    def __init__(self, world: "NodeWorld") -> None:
        self._world = world
        self.faults: list[str] = []
        self._stale_since: dict[TableActor | FollowedTable, float] = {}
        self._expired_since: dict[str, float] = {}

    async def run(self) -> None:
        """Check all nodes regularly."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            for node in [*self._world.nodes.values()]:
                if node.can_answer:
                    self._check_stale_tables(node)
                    self._check_lease(node)

    def _report(self, fault: str) -> None:
        if fault not in self.faults:
            self.faults.append(fault)

    def _check_stale_tables(self, node: "SimulatedNode") -> None:
        """Check that a node lets go of tables that it no longer writes or follows."""
        now = self._world.loop.time()
        for table in node.room.all_tables:
            hub = node.room.hubs.get(table.stream)
            if hub is None or hub.actor is table or not table.ready.is_set() or _has_ended(table):
                self._stale_since.pop(table, None)
                continue
            since = max(self._stale_since.setdefault(table, now), node.disturbed_at)
            if now - since > STALE_LIMIT and not node.client.is_cut_off:
                kind = "writes" if isinstance(table, TableActor) else "follows"
                self._report(f"{node.label} still {kind} {table.stream} beside another actor")

    def _check_lease(self, node: "SimulatedNode") -> None:
        """Check that a node that has lost its lease reports it."""
        now = self._world.loop.time()
        if self._world.server.is_alive(node.name) or not self._world.server.is_up:
            self._expired_since.pop(node.label, None)
            return
        since = max(self._expired_since.setdefault(node.label, now), node.disturbed_at)
        has_failed = node.room.failures.find(FailureKind.LEASE_LOST) is not None
        if now - since > LEASE_SECONDS + NOTICE_LIMIT and not has_failed:
            self._report(f"{node.label} has lost its lease and does not say so")

    # At rest

    async def await_owners(self, seconds: float) -> None:
        """Check that every table has exactly one owner at some moment before the time limit."""
        loop = self._world.loop
        deadline = loop.time() + seconds
        while (missing := [*self._find_missing_owners()]) and loop.time() < deadline:
            await asyncio.sleep(OWNER_CHECK_INTERVAL)
        for fault in missing:
            self._report(f"{fault} {seconds:.0f} s after the last fault")

    def _find_missing_owners(self) -> Iterator[str]:
        """Yield every table that has no owner at this moment, or more than one."""
        world = self._world
        for table in world.tables:
            names = [node.label for node in world.owners(table)]
            if len(names) != 1:
                owner, epoch = world.server.ownership(table)
                yield (
                    f"{table} has {len(names)} owners {names}, where the database names {owner!r} "
                    f"in epoch {epoch},"
                )
        leaders = [node.label for node in world.serving_nodes() if node.room.is_leader]
        if len(leaders) != 1:
            yield f"the room has {len(leaders)} leaders {leaders}"

    async def check_rest(self) -> None:
        """Check that all nodes show the same tables and know the same accounts and sessions."""
        world, contents = self._world, self._world.disk_contents
        for fault in self._find_missing_owners():
            self._report(f"{fault} at rest")
        for node in world.nodes.values():
            for table in world.tables:
                if table not in node.room.hubs:
                    self._report(f"{node.label} does not know {table}")
                    continue
                actor = node.room.hubs[table].actor
                if actor.stop_reason:
                    self._report(f"{table} at {node.label}: {actor.stop_reason}")
                if actor.head != contents.streams[table].head:
                    self._report(
                        f"{node.label} shows {table} at version {actor.head.version}, not "
                        f"{contents.streams[table].head.version}"
                    )
                elif encode_state(actor.committed_state) != encode_state(
                    world.committed_state(table)
                ):
                    self._report(f"{node.label} shows another state of {table}")
            self._check_stale_tables(node)
            for name, task in node.room._tasks.items():
                if task.done():
                    self._report(f"{node.label} does nothing anymore for {name}")
            if reason := node.room.block_reason:
                self._report(f"{node.label} shows nothing: {reason}")
            self._check_back_office(node)
            await self._check_accounts(node)

    def _check_back_office(self, node: "SimulatedNode") -> None:
        office = node.room.back_office
        _, epoch = self._world.server.ownership(BACK_OFFICE)
        if node.room.is_leader and office.epoch != epoch:
            self._report(f"{node.label} leads in epoch {office.epoch}, not {epoch}")

    async def _check_accounts(self, node: "SimulatedNode") -> None:
        """Check that a node knows every account and session as the database has it."""
        collections = self._world.disk_contents.collections
        for key, account in node.room.account_service._cache.items():
            row = collections.get((ACCOUNTS, key))
            if row is None or msgspec.json.decode(row, type=Account) != account:
                self._report(f"{node.label} remembers another account of {account.name}")
        for player in self._world.guests:
            token = self._world.tokens.get(player.account.key)
            if token is None:
                continue
            work = node.room.account_service.find_by_token(token, touch=False)
            known_account = await node.process.create_task(work)
            row = collections.get((SESSIONS, hash_token(token)))
            account_row = collections.get((ACCOUNTS, player.account.key))
            is_valid = False
            if row is not None and account_row is not None:
                session = msgspec.json.decode(row, type=Session)
                account = msgspec.json.decode(account_row, type=Account)
                is_valid = not account.closed and session.of == account.sessions
            if (known_account is not None) != is_valid:
                state = "valid" if is_valid else "over"
                self._report(
                    f"{node.label} does not know that a session of {player.account.name} is {state}"
                )


SPECTATOR: Final = Person("Spectator", Role.PLAYER)


async def spectate(world: "NodeWorld", node: "SimulatedNode", table: str) -> None:
    """Watch a table at a node all night, as an open page does, so that its owner sends it lines."""
    while table not in node.room.hubs or not node.room.hubs[table].actor.head.version:
        await asyncio.sleep(CHECK_INTERVAL)
    watcher = node.room.hubs[table].watch(SPECTATOR)
    version, view = -1, {}
    while True:
        for frame in await watcher.frames():
            message = msgspec.json.decode(frame)
            if message["type"] == "view":
                view = message["view"]
            else:
                assert_same(message["since"], version)
                merge(view, message["patch"])
            version = message["version"]
            world.view_log.check_version(f"spectator at {node.label}", table, version, 0)
            read = SeenView(SPECTATOR, canonical_json(view), None)
            world.view_log.record(table, version, read)


def _has_ended(table: TableActor | FollowedTable) -> bool:
    return bool(table.stop_reason) or (isinstance(table, FollowedTable) and table._is_closing)
