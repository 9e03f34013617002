"""A room that several nodes run together.

Every node shows every table. A table has one owner, whose actor writes; the other nodes follow its
lines and forward commands. The back office is owned like a table: its owner, the leader, changes
accounts, creates tables and runs the lab's jobs, and the others pass such requests on.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec

from pitboss.client.protocol import Failed
from pitboss.errors import Refused, short_repr
from pitboss.room.metrics import FORWARD_SECONDS
from pitboss.room.nodes.directory import (
    ChangedOwner,
    ChangedRow,
    ChangedStream,
    Directory,
    DirectoryStore,
    NodeInfo,
    NodeStatus,
    Notification,
    OwnershipLost,
)
from pitboss.room.nodes.followed_table import FollowedTable
from pitboss.room.nodes.link import (
    CommittedLines,
    ForwardedCommand,
    LinesListener,
    NodeLink,
    NodeUnreachable,
    Presence,
    PresenceAnswer,
)
from pitboss.room.nodes.node import Node
from pitboss.room.nodes.shared_clock import SharedClock
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.people.accounts import Account
from pitboss.room.people.credentials import SESSIONS
from pitboss.room.requests import Ack
from pitboss.room.room import CLEANUP_TASK, OPENING_LINES, STOPWATCH_TASK, STORE_WATCH_TASK, Room
from pitboss.room.runtime import Clock, MonotonicClock
from pitboss.room.seed_vault import SeedVault, find_lost_rounds, refuse_lost_rounds
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import BACK_OFFICE, Batch, Store, StoreFailure, Stream
from pitboss.room.stored_table import TableOwnership, TableSettings
from pitboss.room.table_actor import REMOTE_VIEWER_TIMEOUT, TableActor
from pitboss.room.viewers import Hub, Watcher
from pitboss.table import Phase
from pitboss.table.commands import Command

log: Final = logging.getLogger("pitboss.nodes")
NODE_TASK: Final = "(node)"
PRESENCE_TASK: Final = "(presence)"
PRESENCE_INTERVAL: Final = 1.0
"""Seconds between two reports of who watches the tables of other nodes."""
MOVE_TIMEOUT: Final = 0.7
"""Seconds to wait for a table that changes its owner before a client is told to try again."""
MOVE_RETRY: Final = 0.03
LINES_TIMEOUT: Final = 0.03
"""Seconds to wait for the lines of a table's owner before the database is read."""
CATCH_UP_CHECK: Final = 0.05
"""Seconds after which whoever waits for a line that was committed looks again without a notice."""
TABLE_MOVING: Final = "this table is moving to another server: try again in a moment"
SETUP_TIMEOUT: Final = 30.0
"""Seconds to wait at the start until some node leads the room."""


class SharedRoom(Room):
    """A room on one of several nodes."""

    def __init__(
        self,
        store: Store,
        vault: SeedVault,
        clock: Clock,
        settings: RoomSettings | None = None,
        *,
        directory: DirectoryStore,
        name: str,
        address: str,
        link: NodeLink,
        incarnation: str = "",
        monotonic: MonotonicClock = time.monotonic,
        **options: Any,  # noqa: ANN401  those of a room
    ) -> None:
        """Create a node's room; ``name`` and ``address`` are those of the node."""
        self._shared_clock = SharedClock(clock)
        super().__init__(store, vault, self._shared_clock, settings, monotonic=monotonic, **options)
        self._directory, self._link, self._monotonic = directory, link, monotonic
        self.node = Node(
            directory,
            name,
            address,
            on_owner_change=self._note_owner,
            on_update=self._note_directory,
            can_move=self._can_move,
            home_of=self._home_of,
            failures=self.failures,
            monotonic=monotonic,
            incarnation=incarnation,
        )
        self.back_office.needs_epoch = True
        self.back_office.is_owner = self._owns_back_office
        self.on_lead: Callable[[], Awaitable[None]] | None = None
        """Called when this node becomes the leader."""
        self.session_listeners: list[Callable[[str], None]] = []
        """Called with the key of a session that ended at another node."""
        self._version_waiters: dict[str, list[asyncio.Future[None]]] = {}
        """Those who wait until this node shows more of a table."""
        self._late_hubs: dict[Hub, asyncio.TimerHandle] = {}
        """Tables with new lines that their owners may be sending."""
        self._lines_listeners: dict[str, LinesListener] = {}
        """How to send lines to the other nodes that are connected."""
        link.on_lines = self.receive_lines
        self._transitions: dict[str, asyncio.Task[None]] = {}
        """The last change of each stream's owner."""
        self._remote_watchers: dict[str, tuple[frozenset[str], float]] = {}
        """The accounts that watch a table at each other node, and when it last reported them."""

    @property
    def is_leader(self) -> bool:
        """Whether this node owns the back office."""
        return self.back_office.epoch is not None

    # Opening and closing

    async def start(self, *, key_lost: bool = False) -> None:
        """Show every table, and claim this node's share of them."""
        self._lost_rounds = await find_lost_rounds(self.store, self._vault)
        if not key_lost:
            refuse_lost_rounds(self._lost_rounds)
        self._add_task(STOPWATCH_TASK, self._stopwatch.run())
        self._add_task(STORE_WATCH_TASK, self._watch_store())
        if (now := (await self._directory.directory()).time) is not None:
            self._shared_clock.adjust(now)
        await self.node.register()
        self._directory.listen(self._note_change)
        await self.back_office.start()
        await self._update_inviter_chains()
        await self._write_start()
        for stream in await self._table_streams():
            self._start_table(stream)
        await self.node.update()
        self._add_task(NODE_TASK, self.node.run())
        self._add_task(PRESENCE_TASK, self._report_presence_regularly())
        self._add_task(CLEANUP_TASK, self._clean_up_regularly())

    def _add_task(self, name: str, work: Any) -> None:  # noqa: ANN401  a coroutine
        task = self._tasks[name] = asyncio.create_task(work, name=name)
        task.add_done_callback(self._log_task_error)

    async def close(self) -> None:
        """Hand all tables over to other nodes, then close."""
        for name in (NODE_TASK, PRESENCE_TASK, CLEANUP_TASK):
            if task := self._tasks.pop(name, None):
                task.cancel()
                await asyncio.wait([task])
        actors = [hub.actor for hub in self.hubs.values() if isinstance(hub.actor, TableActor)]
        for actor in actors:
            actor.abandon()
        tasks = [self._tasks[actor.stream] for actor in actors if actor.stream in self._tasks]
        if tasks:
            await asyncio.wait(tasks, timeout=1)
        await self.node.drain()
        await super().close()
        await self._link.close()

    async def _table_streams(self) -> list[Stream]:
        return [stream for stream in await self.store.streams() if stream.id != BACK_OFFICE]

    # Owners

    def _start_table(self, stream: Stream) -> Hub:
        """Show a table of another node, or of nobody yet."""
        if stream.id in self.hubs:
            return self.hubs[stream.id]
        follower = self._follow(stream.id, stream.settings)
        hub = self.hubs[stream.id] = Hub(follower, self._inviter_chains)
        self.titles[stream.id] = stream.title
        return hub

    def _follow(
        self, table: str, settings: Mapping[str, Any], previous: TableActor | None = None
    ) -> FollowedTable:
        """Start a follower, from what this node knew if it owned the table."""
        table_settings = msgspec.convert(settings, TableSettings)
        follower = FollowedTable(
            table,
            self.store,
            self._vault,
            self.clock,
            automation=table_settings.automation_flags,
            time_limits=table_settings.pace,
            on_commit=self._note_commit,
            creator=table_settings.founder,
            monotonic=self._stopwatch,
            failures=self.failures,
        )
        if previous is not None:
            follower.adopt(previous)
        self._keep_old_task(table)
        self._add_task(table, follower.run())
        return follower

    def _keep_old_task(self, table: str) -> None:
        """Keep the task that is replaced until it ends."""
        if task := self._tasks.pop(table, None):
            self._updates.add(task)
            task.add_done_callback(self._updates.discard)

    def _note_commit(self, table: FollowedTable) -> None:
        for future in self._version_waiters.pop(table.stream, ()):
            if not future.done():
                future.set_result(None)
        hub = self.hubs.get(table.stream)
        if hub is not None and hub.actor is table:
            hub.notify()

    def _note_owner(self, stream: str, epoch: int | None) -> None:
        """Change between writing and following, one change of a stream after the other."""
        previous = self._transitions.get(stream)
        task = asyncio.create_task(
            self._change_owner(stream, epoch, previous), name=f"owner of {stream}"
        )
        self._transitions[stream] = task
        self._updates.add(task)
        task.add_done_callback(self._updates.discard)
        task.add_done_callback(self._log_task_error)

    async def _change_owner(
        self, stream: str, epoch: int | None, previous: "asyncio.Task[None] | None"
    ) -> None:
        if previous is not None:
            await asyncio.wait([previous])
        while self.node.own_streams.get(stream) == epoch:
            try:
                if stream == BACK_OFFICE:
                    await self._change_leader(epoch)
                elif epoch is None:
                    await self._demote(stream)
                else:
                    await self._promote(stream, epoch)
                return
            except (StoreFailure, OwnershipLost):
                await asyncio.sleep(MOVE_RETRY)

    async def _change_leader(self, epoch: int | None) -> None:
        """Begin or cease to lead; whoever is changing an account finishes or fails first."""
        async with self.staffing.lock, self.account_service.lock:
            self.back_office.mark_stale()
            self.account_service.forget_all()
            self.back_office.epoch = epoch
        if epoch is None:
            return
        log.info("this node leads the room")
        await self._assign_legacy_dealers()
        await self.account_service.update_indexes()
        if self.on_lead is not None:
            await self.on_lead()

    async def _promote(self, table: str, epoch: int) -> None:
        """Become the writer of a table."""
        stream = next((item for item in await self._table_streams() if item.id == table), None)
        if stream is None:
            return
        hub = self._start_table(stream)
        if isinstance(hub.actor, TableActor) and not hub.actor.has_moved:
            hub.actor.abandon()  # of an earlier epoch
        previous_task = self._tasks.get(table)
        self._keep_old_task(table)
        actor = self._start_actor(stream)
        await actor.ready.wait()
        if actor.has_moved or self.node.own_streams.get(table) != epoch:
            actor.abandon()
            self._keep_old_task(table)
            if previous_task is not None:  # the follower has been running all the time
                self._tasks[table] = previous_task
            return
        previous, hub.actor = hub.actor, actor
        actor.take_over(previous)
        if isinstance(previous, FollowedTable):
            previous.close()
        hub.wake_all()
        settings = msgspec.convert(stream.settings, TableSettings)
        if stream.head.version < OPENING_LINES:
            await self._complete_opening(hub, stream.title, settings)
        else:
            self._spawn(self._refile_example(hub), f"update {table}")

    async def _demote(self, table: str) -> None:
        """Follow a table that another node owns now."""
        hub = self.hubs.get(table)
        if hub is None or not isinstance(hub.actor, TableActor):
            return
        actor = hub.actor
        actor.abandon()
        stream = next(item for item in await self._table_streams() if item.id == table)
        hub.actor = self._follow(table, stream.settings, actor)
        hub.wake_all()

    def _ownership(self, table: str) -> TableOwnership | None:
        epoch = self.node.own_streams.get(table, -1)

        async def is_current() -> bool:
            return await self.node.is_owner(table, epoch)

        return TableOwnership(epoch, is_current)

    def _start_actor(self, stream: Stream) -> TableActor:
        """Start the actor of a table; when it finds that the table has moved, look again."""
        actor = super()._start_actor(stream)
        actor.on_batch = partial(self._send_lines, actor)

        def note_end(_: object) -> None:
            if actor.has_moved:
                self.node.wake()

        self._tasks[stream.id].add_done_callback(note_end)
        return actor

    async def _owns_back_office(self) -> bool:
        epoch = self.back_office.epoch
        return epoch is not None and await self.node.is_owner(BACK_OFFICE, epoch)

    def _can_move(self, stream: str) -> bool:
        """Return whether a table can change its owner without anybody noticing.

        Nobody has to decide between two rounds, or while bets are open.
        """
        hub = self.hubs.get(stream)
        if hub is None:
            return False
        state = hub.actor.committed_state
        is_betting = state.round is not None and state.round.phase is Phase.BETTING
        return is_betting or not state.has_open_round

    def _home_of(self, stream: str) -> str:
        """Return the node where more than half of a table's viewers are connected, or ""."""
        hub = self.hubs.get(stream)
        if hub is None or not isinstance(hub.actor, TableActor):
            return ""
        counts = hub.actor.viewers_by_node(self.node.name)
        home = max(counts, key=lambda name: counts[name])
        return home if 2 * counts[home] > sum(counts.values()) else ""

    # Changes at other nodes

    def _note_change(self, change: Notification | None) -> None:
        match change:
            case None:  # some may have been missed
                self._forget_people()
                for hub in self.hubs.values():
                    _wake_follower(hub)
                self.node.wake()
            case ChangedOwner():
                self.node.wake()
            case ChangedStream(id=stream) if stream == BACK_OFFICE:
                self.back_office.mark_stale()
            case ChangedStream(id=stream) if stream not in self.hubs:
                self._spawn(self._find_new_tables(), "new tables")
            case ChangedStream(stream, version):
                hub = self.hubs[stream]
                if hub.watchers:  # other tables are read when somebody asks, or all together
                    self._expect_version(hub, version)
                if isinstance(hub.actor, TableActor):  # then it is another node's by now
                    self.node.wake()
            case ChangedRow(collection, key, is_deleted):
                if collection == ACCOUNTS:
                    self._spawn(self._refresh_account(key), f"account {key}")
                elif collection == SESSIONS and is_deleted:
                    self.account_service.sessions.forget(key)
                    for listener in self.session_listeners:
                        listener(key)

    def _expect_version(self, hub: Hub, version: int) -> None:
        """Read a table that another node has written, unless its owner sends the lines soon."""
        if hub.actor.head.version >= version:
            return
        if not hub.watchers:  # then the owner sends nothing
            _wake_follower(hub)
        elif hub not in self._late_hubs:
            self._late_hubs[hub] = asyncio.get_running_loop().call_later(
                LINES_TIMEOUT, self._check_late, hub, version
            )

    def _check_late(self, hub: Hub, version: int) -> None:
        del self._late_hubs[hub]
        if hub.actor.head.version < version:
            _wake_follower(hub)

    def _note_directory(self, directory: Directory) -> None:
        """Follow tables that nobody watches here, and make up for notifications that are lost."""
        if directory.time is not None:
            self._shared_clock.adjust(directory.time)
        if not self._directory.is_listening:
            self._forget_people()
        for stream, ownership in directory.streams.items():
            hub = self.hubs.get(stream)
            if hub is not None and hub.actor.head.version < ownership.version:
                _wake_follower(hub)
        if directory.streams.keys() - self.hubs.keys() - {BACK_OFFICE}:
            self._spawn(self._find_new_tables(), "new tables")

    def _forget_people(self) -> None:
        """Forget what another node may have changed about people."""
        self.account_service.forget_all()
        self.account_service.sessions.forget_all()
        self.back_office.mark_stale()

    async def _find_new_tables(self) -> None:
        with suppress(StoreFailure):
            for stream in await self._table_streams():
                self._start_table(stream)

    async def _refresh_account(self, key: str) -> None:
        """Forget an account that another node has changed; end its sockets if that ended it."""
        with suppress(StoreFailure, Refused):
            if await self.account_service.refresh(key):
                self._dismiss_watchers(key)

    # Lines from node to node

    def add_lines_listener(self, node: str, listener: LinesListener) -> None:
        """Send lines to another node from now on, which may have been connected before."""
        self._lines_listeners[node] = listener

    def remove_lines_listener(self, node: str, listener: LinesListener) -> None:
        """Stop sending lines over a connection that was closed."""
        if self._lines_listeners.get(node) == listener:
            del self._lines_listeners[node]

    def _send_lines(self, actor: TableActor, batch: Batch) -> None:
        """Send lines that were committed to the nodes where somebody watches the table."""
        if not batch.entries:
            return
        first = batch.expected_version + 1
        content = tuple(entry.line for entry in batch.entries)
        lines = CommittedLines(batch.stream, first, content, tuple(batch.sealed_seeds))
        for node, listener in self._lines_listeners.items():
            if actor.has_remote_viewers(node):
                listener(lines)

    def receive_lines(self, lines: CommittedLines) -> None:
        """Show lines of a table that another node has committed."""
        hub = self.hubs.get(lines.stream)
        if hub is not None and isinstance(hub.actor, FollowedTable):
            hub.actor.receive(lines)

    # What people do and see

    async def execute(
        self,
        account: Account,
        table: str,
        command: Command,
        key: str = "",
        due_version: int | None = None,
    ) -> Ack:
        """Have a person's command carried out by the owner of the table, once per key."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + MOVE_TIMEOUT
        while True:
            with suppress(OwnershipLost, NodeUnreachable):
                if isinstance(self.hub(table).actor, TableActor):
                    return await super().execute(account, table, command, key, due_version)
                owner = self.node.owner_of(table)
                if owner is not None and owner.name != self.node.name:
                    request = ForwardedCommand(account.key, command, key, due_version)
                    start = time.perf_counter()
                    ack = await self._link.execute(owner.address, table, request)
                    FORWARD_SECONDS.observe(time.perf_counter() - start)
                    # What is acknowledged here is shown here, unless the database is slow.
                    await self._wait_for_version(table, ack.version)
                    return ack
            if loop.time() > deadline:
                raise Failed(TABLE_MOVING, retry=True)
            self.node.wake()
            await asyncio.sleep(MOVE_RETRY)

    async def execute_forwarded(self, table: str, request: ForwardedCommand) -> Ack:
        """Carry out a command that another node forwards; raise if this node is not the owner."""
        if not isinstance(self.hub(table).actor, TableActor):
            raise OwnershipLost
        account = await self.account_service.account(request.account)
        if account is None or account.closed:
            raise Refused(f"there is no account named {short_repr(request.account)}", "SEC-5")
        return await super().execute(
            account, table, request.command, request.key, request.due_version
        )

    def watch(self, account: Account | None, table: str, version: int | None = None) -> Watcher:
        """Watch a table, from a version on if one is given."""
        watcher = super().watch(account, table, version)
        _wake_follower(self.hub(table))
        return watcher

    async def catch_up(self, table: str) -> None:
        """Wait until this node shows a table as it is committed now.

        Only the owner knows this without asking the database, as long as its lease lasts. A table
        that has stopped is shown as it is.
        """
        actor = self.hub(table).actor
        has_moved = isinstance(actor, TableActor) and actor.has_moved
        if (actor.stop_reason and not has_moved) or (
            isinstance(actor, TableActor)
            and not has_moved
            and actor.ownership is not None
            and self.node.is_certain_owner(table, actor.ownership.epoch)
        ):
            return
        version = await self._directory.stream_version(table)
        if not await self._wait_for_version(table, version):
            raise Failed(TABLE_MOVING, retry=True)

    async def _wait_for_version(self, table: str, version: int) -> bool:
        """Wait until this node shows a version of a table; return whether it does in time."""
        hub, loop = self.hub(table), asyncio.get_running_loop()
        deadline = loop.time() + MOVE_TIMEOUT
        self._expect_version(hub, version)
        while hub.actor.head.version < version and loop.time() < deadline:
            if isinstance(hub.actor, TableActor):  # it is another node's by now
                self.node.wake()
            future: asyncio.Future[None] = loop.create_future()
            self._version_waiters.setdefault(table, []).append(future)
            # A follower that has just become the owner, or the reverse, reports no commit.
            await asyncio.wait([future], timeout=CATCH_UP_CHECK)
        return hub.actor.head.version >= version

    async def nodes(self) -> Sequence[NodeStatus]:
        """Return the nodes of the room."""
        return (await self._directory.directory()).statuses()

    def target_of(self, stream: str) -> NodeInfo | None:
        """Return the other node that owns a stream; None if this one does, or nobody."""
        owner = self.node.owner_of(stream)
        return owner if owner is not None and owner.name != self.node.name else None

    async def clean_up(self) -> bool:
        """Delete what is too old, if this node leads."""
        return self.is_leader and await super().clean_up()

    # Presence

    async def _is_present(self, account: Account) -> bool:
        """Return whether somebody watches or sits at a table at any node, or has chips there."""
        now = self._monotonic()
        is_watching = any(
            account.key in keys and now - reported_at < REMOTE_VIEWER_TIMEOUT
            for keys, reported_at in self._remote_watchers.values()
        )
        return is_watching or await super()._is_present(account)

    async def _report_presence_regularly(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE_INTERVAL)
            reports = [self._report_presence(node) for node in self.node.other_nodes()]
            await asyncio.gather(*reports, return_exceptions=True)

    async def _report_presence(self, node: NodeInfo) -> None:
        """Tell another node who watches its tables here, and learn which of them have stopped."""
        followers = [
            hub.actor
            for table, hub in self.hubs.items()
            if isinstance(hub.actor, FollowedTable) and self.node.owner_of(table) == node
        ]
        viewers = {table.stream: tuple(sorted(table.connections)) for table in followers}
        signed_out = {
            table.stream: tuple(sorted(table.signed_out)) for table in followers if table.signed_out
        }
        answer = await self._link.report_presence(
            node.address,
            Presence(self.node.name, viewers, (*self._watchers_by_account,), signed_out),
        )
        for table in followers:
            table.signed_out -= {*signed_out.get(table.stream, ())}
            reason = answer.stopped.get(table.stream, "")
            if table.stop_reason != reason:
                table.stop_reason = reason
                self.hubs[table.stream].wake_all()

    def receive_presence(self, presence: Presence) -> PresenceAnswer:
        """Note who watches the tables of this node at another one."""
        stopped_tables = {}
        self._remote_watchers[presence.node] = frozenset(presence.watchers), self._monotonic()
        for table, names in presence.viewers.items():
            actor = self.hubs[table].actor if table in self.hubs else None
            if not isinstance(actor, TableActor):
                continue
            actor.report_remote_viewers(presence.node, frozenset(names))
            for name in presence.signed_out.get(table, ()):
                actor.sign_out(name)
            if actor.stop_reason and not actor.has_moved:
                stopped_tables[table] = actor.stop_reason
        return PresenceAnswer(stopped_tables)


def _wake_follower(hub: Hub) -> None:
    if isinstance(hub.actor, FollowedTable):
        hub.actor.wake()
