"""One simulated night of several nodes: they run one room on one database (NODE-1).

Each node is a program of its own (`SimulatedProcess`) with its own wall clock, connections and
links. Nodes are paused for longer than a lease, killed, stopped and started; they are cut off from
the database and from each other; and the database fails over, upon which its clock jumps.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from math import inf
from typing import Any, Final, TypeVar

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.back_office import HOUSE
from pitboss.room.http.nodes import MAX_PASSES, PASS_RETRY
from pitboss.room.nodes.followed_table import FollowedTable
from pitboss.room.nodes.link import NODE_UNREACHABLE
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.requests import Ack
from pitboss.room.room import Room
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.interface import BACK_OFFICE, CommitUncertain, StoreUnavailable, Stream
from pitboss.room.stored_table import TableSettings
from pitboss.room.table_actor import TableActor
from pitboss.room.timers import TimeLimits
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import State
from pitboss.table.commands import Command
from tests.room.simulator.environment import (
    OUTSIDE,
    RESPONSE_TIMEOUT,
    ResponseLost,
    SimLoop,
    SimulatedProcess,
)
from tests.room.simulator.node_database import DatabaseClient, DatabaseServer, SimulatedDirectory
from tests.room.simulator.node_network import NodeNetwork, SimulatedLink
from tests.room.simulator.node_observers import NodeObserver, spectate
from tests.room.simulator.observers import Timekeeper
from tests.room.simulator.players import SimulatedPlayer
from tests.room.simulator.world import NAMES, InstantPasswords, Place, World

T = TypeVar("T")
LIMITS: Final = TimeLimits(opens=2, bets=8, settles_down=1, answers=10, gone=15)
MAX_NODES: Final = 3
NODE_NAMES: Final = ("a", "b", "c", "d")
MAX_CLOCK_OFFSET: Final = 600.0
"""Maximum error of a node's wall clock, in seconds."""
MAX_DATABASE_JUMP: Final = 1.0
"""Maximum seconds by which the clocks of two database servers differ."""
TAKE_OVER_LIMIT: Final = 5.0
"""Seconds after the last fault within which every table has an owner (NODE-1)."""
REST_TIME: Final = 40.0
"""Seconds without faults at the end, in which the room must come to rest."""
MAX_DELAY: Final = 600.0
"""Seconds that a night may last beyond its plan before it fails."""
SETTLING_TIME: Final = 1.0
"""Seconds after a change of owners in which actions cannot be attributed to one of them."""
PASS_TIMEOUT: Final = 6.0
"""Timeout in seconds for a request that a node forwards."""
RESTART_DELAY: Final = 1.0
CLOSED_PLAYER: Final = "Vic"
"""A player whose account is closed during the night."""


class RecordingRoom(SharedRoom):
    """A node's room, which records which tables it wrote to or followed."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401
        super().__init__(*arguments, **options)
        self.all_tables: list[TableActor | FollowedTable] = []
        self.start_times: dict[TableActor, float] = {}
        self.on_change: Callable[[], None] = lambda: None
        """Called when a table gets another writer here."""

    def _start_actor(self, stream: Stream) -> TableActor:
        self.on_change()
        actor = super()._start_actor(stream)
        self.all_tables.append(actor)
        self.start_times[actor] = self._monotonic()
        return actor

    def _follow(
        self, table: str, settings: Mapping[str, Any], previous: TableActor | None = None
    ) -> FollowedTable:
        follower = super()._follow(table, settings, previous)
        self.all_tables.append(follower)
        return follower


class SimulatedNode:
    """A node from its start to its end."""

    def __init__(self, world: "NodeWorld", name: str, number: int) -> None:
        self.name, self.address = name, f"http://{name}"
        self.label = f"{name}#{number}"
        loop = world.loop
        self.process = SimulatedProcess(loop, self.label)
        chance = SeededRandom(world.seed.encode(), f"node {self.label}")
        self.clock_offset = chance.uniform(-MAX_CLOCK_OFFSET, MAX_CLOCK_OFFSET)
        self.client = DatabaseClient(world.server, name, self.process, chance, loop)
        self.link = SimulatedLink(world.node_network, self)
        self.is_serving = False
        self.end_event = asyncio.Event()
        self.disturbed_at = loop.time()
        """When it was last paused, cut off or started."""
        self.room: RecordingRoom = self.process.context().run(self._build_room, world)
        self.room.on_change = world.note_trouble
        for other in NODE_NAMES:
            send = partial(world.node_network.send_lines, self, other)
            self.room.add_lines_listener(other, send)

    def _build_room(self, world: "NodeWorld") -> RecordingRoom:
        def clock() -> Any:  # noqa: ANN401
            return world.clock(self.clock_offset)

        return RecordingRoom(
            self.client,
            SeedVault(bytes(KEY_BYTES)),
            clock,
            passwords=InstantPasswords(),
            practice=world.seed,
            snapshot_every=40,
            monotonic=world.loop.time,
            directory=SimulatedDirectory(self.client),
            name=self.name,
            address=self.address,
            link=self.link,
            incarnation=self.label,
        )

    @property
    def can_answer(self) -> bool:
        """Return whether a client would get a response from it."""
        return self.is_serving and not self.process.is_paused


class NodeWorld(World):
    """One night of several nodes under one seed."""

    def __init__(self, seed: str, loop: SimLoop, minutes: float, node_count: int = 0) -> None:
        self.loop = loop
        self.nodes: dict[str, SimulatedNode] = {}
        """The running nodes, by name."""
        self.tokens: dict[str, str] = {}
        """The token of each player's session."""
        self._homes: dict[SimulatedPlayer, str] = {}
        """The node that each player is connected to."""
        self._starts = 0
        self._restarts: set[asyncio.Task[None]] = set()
        super().__init__(seed, loop, minutes)
        self.node_count = node_count or 2 + self._chance.below(2)
        self.time_limits, self.timekeeper = LIMITS, Timekeeper(self, LIMITS)
        self.observer = NodeObserver(self)

    def _boot(self, *, faulty: bool) -> tuple[DatabaseServer, Room]:
        """Create the database and the first node."""
        chance = SeededRandom(self.seed.encode(), "database")
        self.server = DatabaseServer(self.disk_contents, chance, self.coverage, self.loop)
        chance = SeededRandom(self.seed.encode(), "node network")
        self.node_network = NodeNetwork(self.loop, chance, self.coverage)
        self._first = self._create_node(NODE_NAMES[0])
        return self.server, self._first.room

    def clock(self, offset: float) -> Any:  # noqa: ANN401
        """Return the time by a wall clock with an offset in seconds."""
        return self.loop.clock_with(offset)

    @property
    def is_troubled(self) -> bool:
        """Return whether some node is paused or cut off, or the database cannot be written."""
        is_down = not self.server.is_up or self.server.is_full
        return is_down or any(
            node.process.is_paused or node.client.is_cut_off for node in self.nodes.values()
        )

    @property
    def restarts(self) -> int:
        """Return 0: the nodes never all restart at once."""
        return 0

    def elapsed(self) -> float:
        """Return the seconds since the night began."""
        return self.loop.time()

    # Nodes

    def _create_node(self, name: str) -> SimulatedNode:
        self._starts += 1
        node = self.nodes[name] = SimulatedNode(self, name, self._starts)
        node.client.is_faulty = self.node_network.is_faulty
        return node

    async def _start_node(self, name: str, node: SimulatedNode | None = None) -> None:
        """Start a node; retry until it succeeds."""
        while name not in self.nodes or node is not None:
            node = node or self._create_node(name)
            self.note_trouble()
            task = node.process.create_task(node.room.start())
            end = asyncio.ensure_future(node.end_event.wait())
            await asyncio.wait((task, end), return_when=asyncio.FIRST_COMPLETED)
            end.cancel()
            if task.done() and not task.cancelled() and task.exception() is None:
                self.node_network.nodes[node.address] = node
                node.is_serving = True
                self.note_trouble()
                node.process.create_task(spectate(self, node, self.tables[0]))
                return
            if task.done() and not task.cancelled():
                error = task.exception()
                if not isinstance(error, StoreUnavailable | CommitUncertain | Refused | Failed):
                    raise AssertionError(f"{node.label} did not start") from error
                self.coverage["a node could not start"] += 1
            self.kill(node)
            node = None
            await asyncio.sleep(RESTART_DELAY)

    def kill(self, node: SimulatedNode) -> None:
        """Kill a node, whatever it is doing."""
        self._leave(node)
        node.process.kill()

    async def stop(self, node: SimulatedNode) -> None:
        """Shut a node down gracefully: it stops answering, and hands its tables over."""
        self._leave(node, keep=True)
        task = node.process.create_task(node.room.close())
        await asyncio.wait((task,), timeout=15)
        if self.nodes.get(node.name) is node:
            del self.nodes[node.name]
        node.process.kill()

    def _leave(self, node: SimulatedNode, *, keep: bool = False) -> None:
        node.is_serving = False
        node.end_event.set()
        if self.node_network.nodes.get(node.address) is node:
            del self.node_network.nodes[node.address]
        if not keep and self.nodes.get(node.name) is node:
            del self.nodes[node.name]
        self.note_trouble()

    def note_trouble(self) -> None:
        """Record a disturbance that may have delayed somebody."""
        self.boots += 1
        self.server.failures += 1

    def serving_nodes(self) -> list[SimulatedNode]:
        """Return the nodes that serve requests and are not paused."""
        return [node for node in self.nodes.values() if node.is_serving]

    def leader(self) -> SimulatedNode | None:
        """Return the node that leads the room, as far as it knows."""
        return next((node for node in self.serving_nodes() if node.room.is_leader), None)

    def owners(self, table: str) -> list[SimulatedNode]:
        """Return the nodes that consider themselves the owner of a table."""
        return [
            node
            for node in self.serving_nodes()
            if table in node.room.hubs
            and isinstance(actor := node.room.hubs[table].actor, TableActor)
            and not actor.has_moved
            and not actor.stop_reason
            and actor.ready.is_set()
        ]

    def newest_actor(self, table: str) -> TableActor | FollowedTable | None:
        """Return the actor of a table at the node with its newest version."""
        actors = [
            node.room.hubs[table].actor for node in self.nodes.values() if table in node.room.hubs
        ]
        return max(
            actors,
            key=lambda actor: (actor.head.version, isinstance(actor, TableActor)),
            default=None,
        )

    def committed_state(self, table: str) -> State:
        """Return the newest committed state of a table that any node knows."""
        actor = self.newest_actor(table)
        return actor.committed_state if actor is not None else State()

    def since_seen(self, table: str, name: str) -> float:
        """Return the seconds since the owner last knew a player to be connected.

        They are infinite if the table has just changed owners: what is seen now may have happened
        before.
        """
        owners = self.owners(table)
        if not owners:
            return inf
        actor = owners[0].room.hubs[table].writer
        if self.loop.time() - owners[0].room.start_times[actor] < SETTLING_TIME:
            return inf
        now = actor._monotonic()
        return 0.0 if actor._is_connected(name, now) else now - actor._last_seen.get(name, -inf)

    # Actions of players

    def _home(self, player: SimulatedPlayer) -> SimulatedNode | None:
        """Return the node of a player, who switches to another one if it does not respond."""
        name = self._homes.get(player)
        if name is None or name not in self.nodes or not self.nodes[name].can_answer:
            names = [node.name for node in self.serving_nodes() if node.can_answer]
            if not names:
                return None
            name = self._homes[player] = player.pick(names)
        return self.nodes[name]

    def place_of(self, player: SimulatedPlayer) -> Place | None:
        """Return the program that a player is connected to; None while no node responds."""
        node = self._home(player)
        return None if node is None else Place(node.room, f" at {node.label}")

    def is_current(self, place: Place) -> bool:
        """Return whether the same program is still running there."""
        return any(node.room is place.room for node in self.nodes.values())

    async def wait_until_loaded(self, place: Place, table: str) -> int | None:
        """Wait until a node shows the committed state of a table, as the server does for a page."""
        node = next((node for node in self.nodes.values() if node.room is place.room), None)
        if node is None or table not in place.room.hubs:
            return None
        least = self.view_log.minimum_version(table)
        task = node.process.create_task(place.room.catch_up(table))
        task.add_done_callback(_read_outcome)
        await asyncio.wait((task,), timeout=5)
        if not task.done() or task.cancelled() or task.exception() is not None:
            return None
        actor = place.room.hubs[table].actor
        is_shown = actor.ready.is_set() and not actor.stop_reason and node.can_answer
        return least if is_shown and not place.room.block_reason else None

    async def execute(self, player: SimulatedPlayer, table: str, command: Command, key: str) -> Ack:
        """Have the player's node execute a command."""

        async def handle(node: SimulatedNode) -> Ack:
            account = await self._find_account(node.room, player)
            if account is None:
                raise Refused("sign in again", "SEC-5")
            return await node.room.execute(account, table, command, key)

        return await self._serve(player, handle)

    async def ask_leader(
        self, player: SimulatedPlayer, work: Callable[[Any, Account | None], Awaitable[T]]
    ) -> T:
        """Have the leader do something; another node forwards the request, like `NodeProxy`."""

        async def lead(room: SharedRoom) -> T:
            for _ in range(MAX_PASSES):
                if room.is_leader:
                    return await work(room, await self._find_account(room, player))
                await asyncio.sleep(PASS_RETRY)
            raise Failed(NODE_UNREACHABLE, retry=True)

        async def handle(node: SimulatedNode) -> T:
            for _ in range(MAX_PASSES):
                if not node.room.is_leader and (target := node.room.target_of(BACK_OFFICE)):
                    return await self.node_network.send(node, target.address, lead, PASS_TIMEOUT)
                if node.room.is_leader:
                    break
                await asyncio.sleep(PASS_RETRY)
            return await lead(node.room)

        return await self._serve(player, handle, PASS_TIMEOUT)

    async def _find_account(self, room: SharedRoom, player: SimulatedPlayer) -> Account | None:
        token = self.tokens.get(player.account.key)
        return None if token is None else await room.account_service.find_by_token(token)

    def sign_in(self, player: SimulatedPlayer, token: str) -> None:
        """Record the token of a player's new session."""
        self.tokens[player.account.key] = token

    async def _serve(
        self,
        player: SimulatedPlayer,
        handle: Callable[[SimulatedNode], Coroutine[Any, Any, T]],
        timeout: float = RESPONSE_TIMEOUT,
    ) -> T:
        """Send a request to a player's node, which completes it even if nobody waits anymore."""
        node = self._home(player)
        if node is None:
            await asyncio.sleep(1)
            raise ResponseLost
        task = node.process.create_task(handle(node))
        task.add_done_callback(_read_outcome)
        end = asyncio.ensure_future(node.end_event.wait())
        await asyncio.wait((task, end), timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        end.cancel()
        if not task.done() or task.cancelled():
            self.coverage["cut off mid-request"] += 1
            self._homes.pop(player, None)
            raise ResponseLost
        return await task

    # The night

    async def night(self) -> None:
        """Play a whole night, from the opening until the room is at rest."""
        async with asyncio.timeout(self._minutes * 60 + MAX_DELAY):
            await self._play_night()

    async def _play_night(self) -> None:
        await self._open_room()
        self.node_network.is_faulty = True
        for node in self.nodes.values():
            node.client.is_faulty = True
        watching = [asyncio.create_task(self.timekeeper.run())]
        watching.append(asyncio.create_task(self.observer.run()))
        playing = [asyncio.create_task(guest.play()) for guest in self.guests]
        playing.append(asyncio.create_task(self._close_account()))
        trouble = asyncio.create_task(self._cause_trouble())
        await asyncio.sleep(self._minutes * 60)
        self.is_over = True
        await trouble
        await self._end_trouble()
        await self.observer.await_owners(TAKE_OVER_LIMIT)
        outcomes = await asyncio.gather(*playing, return_exceptions=True)
        for item in outcomes:
            if isinstance(item, BaseException):
                raise item
        await self.network.drain()
        await asyncio.sleep(REST_TIME)
        for task in watching:
            task.cancel()
        for outcome in await asyncio.gather(*watching, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        if leader := self.leader():  # the next cleanup would be up to a minute away
            await leader.process.create_task(leader.room.clean_up())
        await self.observer.check_rest()
        self.room = next(iter(self.nodes.values())).room

    async def _open_room(self) -> None:
        """Start all nodes, create the tables, and sign everybody in."""
        await self._start_node(self._first.name, self._first)
        while not self._first.room.is_leader:
            await asyncio.sleep(0.1)
        for table in self.tables:
            settings = TableSettings(pace=LIMITS)
            await self.room.create_table(table, table.title(), self._games[table], settings)
        for name in (*NAMES[: 2 + self._chance.below(3)], CLOSED_PLAYER):
            account = await self.room.account_service.open_account(name, AccountRole.PLAYER)
            chance = SeededRandom(self.seed.encode(), f"guest {name}")
            self.guests.append(SimulatedPlayer(self, account, chance))
        await self._start_attackers()
        await self._open_old_guests()
        self._suspect = next(p for p in self.guests if p.account.name == CLOSED_PLAYER)
        for player in self.guests:
            token = await self.room.account_service.start_session(player.account)
            self.sign_in(player, token)
        await asyncio.gather(*map(self._start_node, NODE_NAMES[1 : self.node_count]))
        await asyncio.sleep(3)  # the tables move to their owners

    async def _close_account(self) -> None:
        """Close an account, which all nodes must hear of in the end."""
        await asyncio.sleep(self._chance.uniform(0, self._minutes * 60))

        async def close(room: SharedRoom, _: Account | None) -> None:
            service = room.account_service
            account = await service.account(CLOSED_PLAYER)
            if account is not None and not account.closed:
                await service.change_account(CLOSED_PLAYER, HOUSE, closed="seen with a device")

        while True:
            try:
                await self.ask_leader(self._suspect, close)
            except (ResponseLost, Failed, StoreUnavailable, CommitUncertain):
                await asyncio.sleep(0.5)
            except Refused:  # by now an earlier copy of the request may have closed it
                return
            else:
                self.coverage["an account was closed"] += 1
                return

    # Faults

    async def _cause_trouble(self) -> None:
        """Inject one fault after another; some last, so that they overlap."""
        faults: list[asyncio.Task[None]] = []
        kinds = (
            self._pause,
            self._pause,
            self._pause_at_append,
            self._pause_at_append,
            self._cut_off_from_database,
            self._cut_off_from_node,
            self._fail_over,
            self._kill,
            self._stop_and_start,
            self._join,
            self._shift_clock,
            self._lose_connection,
            self._fill_disk,
        )
        while not self.is_over:
            await asyncio.sleep(self._chance.uniform(0.5, 9))
            fault = self._chance.pick(kinds)
            faults.append(asyncio.create_task(fault()))
        await asyncio.gather(*faults)

    async def _end_trouble(self) -> None:
        """End every fault that still lasts."""
        self.server.is_full = self.network.is_faulty = self.node_network.is_faulty = False
        for node in self.nodes.values():
            node.client.is_faulty = False
            node.client.pause_at_append = None
        if not self.serving_nodes():
            await self._start_node(NODE_NAMES[0])
        self.note_trouble()

    def _pick(self) -> SimulatedNode | None:
        nodes = [node for node in self.serving_nodes() if not node.process.is_paused]
        return self._chance.pick(nodes) if nodes else None

    async def _pause(self) -> None:
        if node := self._pick():
            await self._pause_node(node)

    async def _pause_node(self, node: SimulatedNode) -> None:
        self.coverage["a node was paused"] += 1
        node.process.pause()
        self.note_trouble()
        await asyncio.sleep(self._chance.uniform(0.5, 9))
        node.process.resume()
        node.disturbed_at = self.loop.time()
        self.note_trouble()

    async def _pause_at_append(self) -> None:
        """Pause a node that is about to send a batch, for longer than its lease."""
        node = self._pick()
        if node is None:
            return
        pauses: list[asyncio.Task[None]] = []

        def pause() -> None:
            if not node.process.is_paused:
                self.coverage["a node was paused before an append"] += 1
                node.process.pause()
                pauses.append(self.loop.create_task(resume(), context=OUTSIDE.copy()))

        async def resume() -> None:
            await asyncio.sleep(self._chance.uniform(3.5, 8))
            node.process.resume()
            node.disturbed_at = self.loop.time()
            self.note_trouble()

        node.client.pause_at_append = pause
        await asyncio.sleep(5)
        node.client.pause_at_append = None
        await asyncio.gather(*pauses)

    async def _cut_off_from_database(self) -> None:
        if node := self._pick():
            self.coverage["a node was cut off from the database"] += 1
            node.client.cut_off()
            await asyncio.sleep(self._chance.uniform(0.5, 10))
            if self._chance.one_in(2):
                node.client.lose_connections()
            node.client.reconnect()
            node.disturbed_at = self.loop.time()
            self.note_trouble()

    async def _cut_off_from_node(self) -> None:
        node, other = self._pick(), self._pick()
        if node and other and node is not other:
            self.coverage["two nodes were cut off from each other"] += 1
            self.node_network.cut(node.address, other.address)
            await asyncio.sleep(self._chance.uniform(0.5, 10))
            self.node_network.mend(node.address, other.address)

    async def _fail_over(self) -> None:
        if self.server.is_up:
            self.coverage["the database failed over"] += 1
            self.server.fail_over()
            self.server.clock_shift += self._chance.uniform(-MAX_DATABASE_JUMP, MAX_DATABASE_JUMP)
            await asyncio.sleep(self._chance.uniform(0.2, 6))
            self.server.is_up = True
            self._note_disturbance()

    async def _lose_connection(self) -> None:
        if node := self._pick():
            node.client.lose_connections()
            node.disturbed_at = self.loop.time()
            self.note_trouble()

    async def _fill_disk(self) -> None:
        self.server.is_full = True
        await asyncio.sleep(self._chance.uniform(0.5, 4))
        self.server.is_full = False
        self._note_disturbance()

    async def _kill(self) -> None:
        if node := self._pick():
            self.coverage["a node was killed"] += 1
            self.kill(node)
            await asyncio.sleep(self._chance.uniform(0.2, 8))
            await self._start_node(node.name)

    async def _stop_and_start(self) -> None:
        if node := self._pick():
            self.coverage["a node was stopped"] += 1
            await self.stop(node)
            await asyncio.sleep(self._chance.uniform(0.2, 4))
            await self._start_node(node.name)

    async def _join(self) -> None:
        free_names = [name for name in NODE_NAMES if name not in self.nodes]
        if free_names and len(self.nodes) < MAX_NODES:
            self.coverage["a node joined"] += 1
            await self._start_node(free_names[-1])

    async def _shift_clock(self) -> None:
        if node := self._pick():
            self.coverage["the wall clock of a node jumped"] += 1
            node.clock_offset += self._chance.uniform(-MAX_CLOCK_OFFSET, MAX_CLOCK_OFFSET)

    def _note_disturbance(self) -> None:
        for node in self.nodes.values():
            node.disturbed_at = self.loop.time()
        self.note_trouble()

    async def close(self) -> None:
        """End all nodes."""
        for node in [*self.nodes.values()]:
            self.kill(node)


def _read_outcome(task: "asyncio.Task[Any]") -> None:
    """Consume the outcome of a request that may have no waiter left."""
    if not task.cancelled():
        task.exception()
