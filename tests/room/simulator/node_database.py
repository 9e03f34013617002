"""A simulated PostgreSQL that several nodes share: one server, and a client for each node.

The server is never paused, forgets nothing, and has its own clock. A statement travels to it and
its result travels back separately: if a node is paused or killed in between, its statement is
executed all the same. While node and server are partitioned, everything between them waits and
arrives late, as with TCP retransmission. If the connection is lost, so is whatever was in transit,
and the outcome of a commit is then unknown.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, TypeVar

from msgspec import Struct

from pitboss.room.failures import FailureKind
from pitboss.room.nodes.directory import (
    LEASE_SECONDS,
    NOBODY,
    ChangedOwner,
    Directory,
    NodeInfo,
    Notification,
    NotificationListener,
    Ownership,
)
from pitboss.room.store import sql
from pitboss.room.store.interface import (
    BACK_OFFICE,
    Batch,
    CommitUncertain,
    Conflict,
    Entry,
    Head,
    HistoryRow,
    Put,
    StoredPosting,
    StoreFailure,
    StoreListener,
    StoreUnavailable,
)
from pitboss.room.store.postgres_nodes import RECONNECT_DELAY, changes_of
from pitboss.shuffle.seeded_random import SeededRandom
from tests.room.simulator.environment import OUTSIDE, SimLoop, SimulatedProcess
from tests.room.simulator.faulty_disk import PAGE_SIZE, DiskContents, FaultyDisk

T = TypeVar("T")
TRAVEL_TIME: Final = 0.004
"""Maximum seconds that a statement or a result normally takes to travel."""
SLOW_TRAVEL_TIME: Final = 0.4
NOTIFICATION_TIME: Final = 0.1
REFUSAL_TIME: Final = 0.05
"""Seconds until a server that is down refuses a connection."""
MAX_NOTICE_TIME: Final = 1.0
"""Maximum seconds until a node notices that it has lost its connection for notifications."""


class NodeRow(Struct):
    """A node in the database."""

    address: str
    incarnation: str
    lease_until: float


class DatabaseServer(FaultyDisk):
    """The server: what it stores, who owns which stream, and who has a lease.

    It also records what the checks of ownership need: who wrote in which epoch.
    """

    def __init__(
        self, contents: DiskContents, chance: SeededRandom, coverage: Counter[str], loop: SimLoop
    ) -> None:
        super().__init__(contents, chance, coverage, faulty=False)
        self._loop = loop
        self.clock_shift = 0.0
        self.is_up = True
        self.nodes: dict[str, NodeRow] = {}
        self.owners: dict[str, tuple[str, int]] = {}
        self.clients: list[DatabaseClient] = []
        self.writers: dict[tuple[str, int], set[str]] = {}
        """The programs that wrote a stream in an epoch."""
        self.faults: list[str] = []

    async def _wait(self) -> None:
        """Do nothing: the only delays are those of the connection."""

    def now(self) -> float:
        """Return the time by the server's clock."""
        return self._loop.time() + self.clock_shift

    def wall_clock(self) -> datetime:
        """Return the time and date by the server's clock."""
        return self._loop.clock_with(self.clock_shift)

    def version(self, stream: str) -> int:
        """Return the version of a stream."""
        result = self.contents.streams.get(stream)
        return result.head.version if result else 0

    def fail_over(self) -> None:
        """Fail over: become unavailable, and drop all connections."""
        self.is_up = False
        for client in self.clients:
            client.lose_connections()

    # Ownership

    def ownership(self, stream: str) -> tuple[str, int]:
        """Return owner and epoch of a stream."""
        return self.owners.get(stream, (NOBODY, 0))

    def is_alive(self, name: str) -> bool:
        """Return whether the lease of a node is still valid."""
        return name in self.nodes and self.nodes[name].lease_until > self.now()

    def register(self, name: str, address: str, incarnation: str) -> bool:
        """Add a node with a new lease, or replace one whose lease has expired."""
        row = self.nodes.get(name)
        if row is not None and row.lease_until >= self.now() and row.incarnation != incarnation:
            return False
        if row is None or row.incarnation != incarnation:  # the new program inherits nothing
            for stream, (owner, _) in [*self.owners.items()]:
                if owner == name:
                    self._change_owner(stream, NOBODY)
        self.nodes[name] = NodeRow(address, incarnation, self.now() + LEASE_SECONDS)
        return True

    def renew(self, name: str, incarnation: str) -> bool:
        """Renew a lease, even an expired one."""
        row = self.nodes.get(name)
        if row is None or row.incarnation != incarnation:
            return False
        row.lease_until = self.now() + LEASE_SECONDS
        return True

    def unregister(self, name: str, incarnation: str) -> None:
        """Remove a node."""
        if name in self.nodes and self.nodes[name].incarnation == incarnation:
            del self.nodes[name]

    def claim(self, stream: str, epoch: int, name: str, incarnation: str) -> bool:
        """Make a live node the owner of an orphaned stream."""
        owner, current = self.ownership(stream)
        row = self.nodes.get(name)
        if epoch != current or self.is_alive(owner) or row is None:
            return False
        if row.incarnation != incarnation or not self.is_alive(name):
            return False
        self._change_owner(stream, name)
        return True

    def hand_over(self, stream: str, epoch: int, owner: str, to: str) -> bool:
        """Give a stream to another owner."""
        if self.ownership(stream) != (owner, epoch):
            return False
        self._change_owner(stream, to)
        return True

    def _change_owner(self, stream: str, name: str) -> None:
        self._coverage["a table changed its owner"] += stream != BACK_OFFICE
        self.owners[stream] = name, self.ownership(stream)[1] + 1

    def directory_owners(self) -> dict[str, Ownership]:
        """Return who owns each stream."""
        streams = self.contents.streams.items()
        return {key: Ownership(*self.ownership(key), item.head.version) for key, item in streams}

    def directory_nodes(self) -> dict[str, NodeInfo]:
        """Return all nodes."""
        return {
            name: NodeInfo(name, row.address, row.incarnation, self.is_alive(name))
            for name, row in self.nodes.items()
        }

    # Writes

    def _check(self, batch: Batch, new_heads: Mapping[str, Head]) -> None:
        if batch.stream not in self.contents.streams and batch.stream not in new_heads:
            raise Conflict("there is no such stream")
        super()._check(batch, new_heads)
        self.check_epoch(batch)

    def check_epoch(self, batch: Batch) -> None:
        """Refuse a batch from an epoch that has ended."""
        if batch.epoch is not None and batch.epoch != self.ownership(batch.stream)[1]:
            self._coverage["a batch of an old epoch was refused"] += 1
            raise Conflict("the epoch is over")

    async def append_from(self, client: "DatabaseClient", batch: Batch) -> None:
        """Write the batch of a node, and record in which epoch it did so."""
        stream, epoch = batch.stream, batch.epoch
        owner, current = self.ownership(stream)
        await self.append(batch)
        if epoch is None:
            if stream != BACK_OFFICE or batch.puts or batch.postings or batch.new_streams:
                self.faults.append(f"{client.process.name} changed {stream} without an epoch")
        elif (owner, current) != (client.node, epoch):
            self.faults.append(
                f"{client.process.name} wrote to {stream} in epoch {epoch}, but {owner or 'nobody'}"
                f" owned it in epoch {current}"
            )
        else:
            writers = self.writers.setdefault((stream, epoch), set())
            writers.add(client.process.name)
            if len(writers) > 1:
                self.faults.append(f"{stream} had two writers in epoch {epoch}: {sorted(writers)}")

    def note_claim(self, stream: str, previous: str, *, was_alive: bool) -> None:
        """Record a claim, which must not take a stream from a node that is alive."""
        if was_alive:
            self.faults.append(f"{stream} was claimed although the lease of {previous} lasted")


class _Statement:
    """A statement in transit to the server, or its result in transit back."""

    __slots__ = ("future", "is_over", "operation", "was_executed")

    def __init__(self, operation: Callable[[], object], future: "asyncio.Future[Any]") -> None:
        self.operation, self.future = operation, future
        self.was_executed = self.is_over = False


class ConnectionLost(Exception):
    """A connection was lost while a statement was in transit."""


class DatabaseClient(FaultyDisk):
    """The store of one node: what `PostgresStore` is to a real one."""

    def __init__(
        self,
        server: DatabaseServer,
        node: str,
        process: SimulatedProcess,
        chance: SeededRandom,
        loop: SimLoop,
    ) -> None:
        super().__init__(server.contents, chance, server._coverage, faulty=False)
        self.server, self.node, self.process, self._loop = server, node, process, loop
        server.clients.append(self)
        self.is_cut_off = False
        """Whether the node and the server are partitioned."""
        self.pause_at_append: Callable[[], None] | None = None
        """Pauses the node just before it sends its next batch."""
        self._listener: StoreListener = lambda _: None
        self._lock = asyncio.Lock()
        """Held while something is written: a node has one connection for writes."""
        self._statements: dict[_Statement, None] = {}
        """Those in transit, in the order in which they were sent."""
        self._waiting: deque[tuple[Callable[[], None], bool]] = deque()
        """What waits for the end of a partition."""
        self._starts: dict[object, float] = {}
        self._last_arrival = 0.0
        self.channel: SimulatedDirectory | None = None

    # Statements and results

    def _travel(self, arrive: Callable[[], None], *, in_order: bool = False) -> None:
        """Deliver something after a while, but not during a partition."""
        if self.is_cut_off:
            self._waiting.append((arrive, in_order))
            return
        slow = self.is_faulty and self._chance.one_in(200)
        seconds = self._chance.uniform(0, SLOW_TRAVEL_TIME if slow else TRAVEL_TIME)
        when = self._loop.time() + seconds
        if in_order:
            when = self._last_arrival = max(
                when + self._chance.uniform(0, NOTIFICATION_TIME), self._last_arrival + 1e-6
            )

        def arrive_unless_cut_off() -> None:
            if self.is_cut_off:
                self._waiting.append((arrive, in_order))
            else:
                arrive()

        self._loop.call_at(when, arrive_unless_cut_off, context=OUTSIDE)

    def cut_off(self) -> None:
        """Partition node and server."""
        self.is_cut_off = True

    def reconnect(self) -> None:
        """End the partition, and deliver first what had to wait."""
        self.is_cut_off = False
        waiting, self._waiting = self._waiting, deque()
        for arrive, in_order in waiting:
            self._travel(arrive, in_order=in_order)

    def lose_connections(self) -> None:
        """Lose all connections, and everything in transit."""
        self._coverage["a connection to the database was lost"] += 1
        self._waiting.clear()
        for statement in [*self._statements]:
            self._lose(statement)
        if self.channel is not None:
            self.channel.lose()

    def _lose(self, statement: _Statement) -> None:
        """Lose a statement, or only its result."""
        if not statement.was_executed and self._chance.one_in(2):
            self._execute(statement)
        statement.is_over = True
        self._statements.pop(statement, None)
        if not statement.future.done():
            statement.future.set_exception(ConnectionLost())

    def _execute(self, statement: _Statement) -> None:
        """Execute a statement at the server, and send its result."""
        if statement.is_over or statement.was_executed:
            return
        statement.was_executed = True
        result: object = None
        failure: Exception | None = None
        try:
            result = statement.operation()
        except Exception as error:  # an error of the store, which the node handles
            failure = error

        def arrive() -> None:
            self._statements.pop(statement, None)
            if statement.is_over or statement.future.done():
                return
            statement.is_over = True
            if failure is not None:
                statement.future.set_exception(failure)
            else:
                statement.future.set_result(result)

        self._travel(arrive)

    async def _send(self, operation: Callable[[], T]) -> T:
        """Have the server do something; raise `ConnectionLost` if the outcome is unknown."""
        if self.process.is_dead:
            raise StoreUnavailable("this node is dead")
        if not self.server.is_up:
            await asyncio.sleep(REFUSAL_TIME)
            raise _lost_database()
        future: asyncio.Future[T] = self._loop.create_future()
        statement = _Statement(operation, future)
        self._statements[statement] = None
        self._starts[statement] = self._loop.time()
        self._travel(lambda: self._execute(statement))
        if self.is_faulty and self._chance.one_in(300):
            self._loop.call_later(
                self._chance.uniform(0, 2 * TRAVEL_TIME), self._lose, statement, context=OUTSIDE
            )
        try:
            return await future
        finally:
            del self._starts[statement]

    async def read(self, operation: Callable[[], T]) -> T:
        """Have the server execute a statement by itself; retry once if the connection is lost."""
        failure: StoreFailure
        try:
            try:
                return await self._send(operation)
            except ConnectionLost:
                return await self._send(operation)
        except ConnectionLost:
            failure = _lost_database()
        except StoreFailure as error:
            failure = error
        self._report(failure)
        raise failure

    async def _write_remotely(self, operation: Callable[[], T]) -> T:
        """Have the server commit something; the outcome is unknown if the connection is lost."""
        failure: StoreFailure
        async with self._lock:
            if self.pause_at_append is not None:
                pause, self.pause_at_append = self.pause_at_append, None
                pause()
                await asyncio.sleep(0)  # the process stops here until it is resumed
            try:
                result = await self._send(operation)
            except ConnectionLost:
                self._coverage["a commit was uncertain"] += 1
                failure = CommitUncertain("the connection was lost during a commit")
            except StoreFailure as error:
                failure = error
            else:
                self._report(None)
                return result
        self._report(failure)
        raise failure

    def _report(self, failure: StoreFailure | None) -> None:
        if not self.process.is_dead:
            self._listener(failure)

    # Notifications

    def notify(self, changes: Sequence[Notification]) -> None:
        """Notify all other nodes of changes, once they are committed."""
        for client in self.server.clients:
            if client is not self and client.channel is not None:
                client.channel.send(changes)

    # Store methods

    async def append(self, batch: Batch) -> None:
        """Write a batch; the server notifies the other nodes."""

        def write() -> None:
            _run_at_once(self.server.append_from(self, batch))
            self.notify(changes_of([batch]))

        await self._write_remotely(write)

    async def put(self, *puts: Put) -> None:
        """Store or delete values; the server notifies the other nodes."""

        def write() -> None:
            _run_at_once(self.server.put(*puts))
            self.notify(changes_of([[*sql.put_rows(puts)]]))

        await self._write_remotely(write)

    async def create_stream(
        self, stream: str, kind: str, title: str, settings: Mapping[str, Any]
    ) -> None:
        """Create an empty stream."""

        def write() -> None:
            _run_at_once(self.server.create_stream(stream, kind, title, settings))

        await self._write_remotely(write)

    async def check_writable(self) -> None:
        """Raise `StoreUnavailable` if the database cannot be written now."""
        await self._write_remotely(lambda: _run_at_once(self.server.check_writable()))

    async def entries(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries after a version, page by page."""
        while page := await self.read(lambda: self.server.page(stream, after)):  # noqa: B023
            yield page
            after = page[-1].version

    async def postings(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[StoredPosting]]:
        """Yield the postings after a version."""
        async for page in self.server.postings(stream, after):
            yield page

    async def history(
        self,
        player: str,
        start: str = "",
        end: str = "",
        *,
        after: tuple[str, str, int] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[Sequence[tuple[str, HistoryRow]]]:
        """Yield the items of a player's history with their streams."""
        async for page in self.server.history(player, start, end, after=after, page_size=page_size):
            yield page

    async def entries_of_kinds(
        self, stream: str, kinds: Sequence[str], after: int = 0
    ) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries of some kinds after a version."""
        async for page in self.server.entries_of_kinds(stream, kinds, after):
            yield page

    def subscribe(self, listener: StoreListener) -> None:
        """Report failures to this listener from now on."""
        self._listener = listener

    def oldest_wait(self) -> float:
        """Return for how many seconds the oldest statement has been in transit."""
        return max((self._loop.time() - start for start in self._starts.values()), default=0.0)


READS: Final = (
    "streams",
    "last_entry",
    "stored_response",
    "sealed_seed",
    "snapshot",
    "round_row",
    "day_row",
    "account_days",
    "balance",
    "balances_of",
    "balances",
    "get",
    "collection",
    "collection_page",
    "collections",
)
"""Methods that the server executes outside a transaction."""
WRITES: Final = ("save_snapshot", "clear_index", "extend_index")
"""Methods that the server executes in a transaction."""


def _make_remote(name: str, *, writes: bool) -> Callable[..., Coroutine[Any, Any, object]]:
    """Return a method of a client that calls the same method of the server."""
    method = getattr(FaultyDisk, name)

    async def call(self: DatabaseClient, *arguments: object, **options: object) -> object:
        def operation() -> object:
            return _run_at_once(method(self.server, *arguments, **options))

        return await (self._write_remotely(operation) if writes else self.read(operation))

    return call


for _name in (*READS, *WRITES, "delete_responses"):
    setattr(DatabaseClient, _name, _make_remote(_name, writes=_name not in READS))


class SimulatedDirectory:
    """The directory of nodes, as one node reaches it: what `PostgresDirectory` is to a real one."""

    def __init__(self, client: DatabaseClient) -> None:
        self._client, self._server = client, client.server
        self._listener: NotificationListener = lambda _: None
        self._is_open = self._is_listening = False
        self._lost_event = asyncio.Event()

    async def register_node(self, name: str, address: str, incarnation: str) -> bool:
        """Add a node with a new lease; return False while another of this name is alive."""
        return await self._client.read(lambda: self._server.register(name, address, incarnation))

    async def renew_lease(self, name: str, incarnation: str) -> bool:
        """Renew a lease; return False if another program has taken the name."""
        return await self._client.read(lambda: self._server.renew(name, incarnation))

    async def unregister_node(self, name: str, incarnation: str) -> None:
        """Remove a node that stops."""
        await self._client.read(lambda: self._server.unregister(name, incarnation))

    async def directory(self) -> Directory:
        """Return all nodes and owners; the owners are read first."""
        owners = await self._client.read(self._server.directory_owners)
        nodes = await self._client.read(self._server.directory_nodes)
        return Directory(nodes, owners, await self._client.read(self._server.wall_clock))

    async def stream_version(self, stream: str) -> int:
        """Return the version of a stream, as committed now."""
        return await self._client.read(lambda: self._server.version(stream))

    @property
    def is_listening(self) -> bool:
        """Return whether changes by other nodes are reported, as far as the node knows."""
        return self._is_listening

    async def claim_stream(self, stream: str, epoch: int, name: str, incarnation: str) -> bool:
        """Make a live node the owner of a stream that is orphaned in this epoch."""

        def claim() -> bool:
            previous, _ = self._server.ownership(stream)
            was_alive = self._server.is_alive(previous)
            has_claimed = self._server.claim(stream, epoch, name, incarnation)
            if has_claimed:
                self._server.note_claim(stream, previous, was_alive=was_alive)
            return has_claimed

        return await self._notify_owner(stream, await self._client.read(claim))

    async def hand_over_stream(self, stream: str, epoch: int, owner: str, to: str) -> bool:
        """Give a stream that a node owns in this epoch to another node, or to nobody."""
        has_changed = await self._client.read(
            lambda: self._server.hand_over(stream, epoch, owner, to)
        )
        return await self._notify_owner(stream, has_changed)

    async def _notify_owner(self, stream: str, has_changed: bool) -> bool:
        if has_changed:
            await self._client.read(lambda: self._client.notify([ChangedOwner(stream)]))
        return has_changed

    # Notifications

    def listen(self, listener: NotificationListener) -> None:
        """Report changes by other nodes to this listener from now on."""
        self._listener = listener
        self._client.channel = self
        self._client.process.create_task(self._listen())

    async def _listen(self) -> None:
        while not self._client.process.is_dead:
            with suppress(StoreFailure):
                await self._client.read(self._open)
                self._is_listening = True
                self._listener(None)  # earlier changes are unknown
                await self._lost_event.wait()
                await asyncio.sleep(self._client._chance.uniform(0, MAX_NOTICE_TIME))
            self._is_listening = False
            await asyncio.sleep(RECONNECT_DELAY)

    def _open(self) -> None:
        self._is_open = True
        self._lost_event.clear()

    def send(self, changes: Sequence[Notification]) -> None:
        """Send a notification to this node, if it listens."""
        if self._is_open:
            self._client._travel(lambda: self._arrive(changes), in_order=True)

    def _arrive(self, changes: Sequence[Notification]) -> None:
        if self._is_open and not self._client.process.is_dead:
            process = self._client.process
            self._client._loop.call_soon(self._receive, changes, context=process.context())

    def _receive(self, changes: Sequence[Notification]) -> None:
        for change in changes:
            self._listener(change)

    def lose(self) -> None:
        """Lose the connection, and the notifications in transit."""
        if self._is_open:
            self._client._coverage["notifications were lost"] += 1
            self._is_open = False
            self._lost_event.set()

    async def close(self) -> None:
        """Stop listening."""
        self._is_open = False


def _run_at_once(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as result:
        value: T = result.value
        return value
    work.close()
    raise AssertionError("the server does not wait")


def _lost_database() -> StoreUnavailable:
    return StoreUnavailable("the database cannot be reached", FailureKind.DATABASE_LOST)
