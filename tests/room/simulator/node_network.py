"""The simulated network between nodes, which loses, repeats and delays requests and responses."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from pitboss.client.protocol import Failed
from pitboss.room.http.responses import problem_of, problem_response
from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.nodes.link import (
    CONNECT_TIMEOUT,
    NODE_UNREACHABLE,
    REQUEST_TIMEOUT,
    CommittedLines,
    ForwardedCommand,
    LinesListener,
    NodeUnreachable,
    Presence,
    PresenceAnswer,
    error_of,
)
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.requests import Ack
from pitboss.shuffle.seeded_random import SeededRandom
from tests.room.simulator.environment import OUTSIDE, SimLoop

if TYPE_CHECKING:
    from tests.room.simulator.node_world import SimulatedNode

T = TypeVar("T")
Handler = Callable[[SharedRoom], Awaitable[T]]
TRAVEL_TIME: Final = 0.005
LATE_TIME: Final = 3.0
"""Maximum seconds that a late message takes, which is longer than any timeout."""


class NodeNetwork:
    """All connections between nodes."""

    def __init__(self, loop: SimLoop, chance: SeededRandom, coverage: Counter[str]) -> None:
        self._loop, self._chance, self._coverage = loop, chance, coverage
        self.is_faulty = False
        self.nodes: dict[str, SimulatedNode] = {}
        """The nodes that serve requests, by address."""
        self._cuts: set[frozenset[str]] = set()

    def cut(self, one: str, other: str) -> None:
        """Partition two addresses."""
        self._cuts.add(frozenset((one, other)))

    def mend(self, one: str, other: str) -> None:
        """End all partitions."""
        self._cuts.discard(frozenset((one, other)))

    def _is_cut(self, one: str, other: str) -> bool:
        return frozenset((one, other)) in self._cuts

    def _happens(self, often: int) -> bool:
        return self.is_faulty and self._chance.one_in(often)

    def _delay(self) -> float:
        return self._chance.uniform(0, LATE_TIME if self._happens(60) else TRAVEL_TIME)

    async def send(
        self, sender: "SimulatedNode", address: str, handler: Handler[T], timeout: float
    ) -> T:
        """Have another node handle a request; raise what `SocketLink` raises if that fails."""
        if sender.process.is_dead:
            raise NodeUnreachable
        target = self.nodes.get(address)
        if target is None:
            await asyncio.sleep(TRAVEL_TIME)
            raise NodeUnreachable
        if self._is_cut(sender.address, address):
            self._coverage["a node could not be reached"] += 1
            await asyncio.sleep(CONNECT_TIMEOUT)
            raise NodeUnreachable
        future: asyncio.Future[T] = self._loop.create_future()
        copies = 1
        if self._happens(40):
            self._coverage["a message between nodes was lost"] += 1
            copies = 0
        elif self._happens(40):
            self._coverage["a message between nodes came twice"] += 1
            copies = 2
        for _ in range(copies):
            self._loop.call_later(
                self._delay(), self._arrive, sender, target, handler, future, context=OUTSIDE
            )
        try:
            async with asyncio.timeout(timeout):
                return await future
        except TimeoutError:
            self._coverage["another node did not answer"] += 1
            raise Failed(NODE_UNREACHABLE, uncertain=True, retry=True) from None

    def send_lines(self, sender: "SimulatedNode", name: str, lines: CommittedLines) -> None:
        """Send lines to another node, which may never get them, or get them twice and late."""
        targets = [node for node in self.nodes.values() if node.name == name]
        copies = 0 if self._happens(20) else 2 if self._happens(40) else 1
        self._coverage["lines of another node were lost"] += not copies
        for target in copies * targets:
            self._loop.call_later(
                self._delay(), self._arrive_lines, sender, target, lines, context=OUTSIDE
            )

    def _arrive_lines(
        self, sender: "SimulatedNode", target: "SimulatedNode", lines: CommittedLines
    ) -> None:
        if target.process.is_dead or self._is_cut(sender.address, target.address):
            return

        async def show() -> None:
            target.link.on_lines(lines)

        self._coverage["lines came from another node"] += 1
        target.process.create_task(show())

    def _arrive(
        self,
        sender: "SimulatedNode",
        target: "SimulatedNode",
        handler: Handler[T],
        future: "asyncio.Future[T]",
    ) -> None:
        if target.process.is_dead or self._is_cut(sender.address, target.address):
            return

        async def handle() -> None:
            failure: Exception | None = None
            try:
                result = await handler(target.room)
            except Exception as error:  # sent back as a response
                failure = error

            def answer() -> None:
                if future.done() or self._is_cut(sender.address, target.address):
                    return
                if failure is None:
                    future.set_result(result)
                else:
                    future.set_exception(_as_received(failure))

            if target.process.is_dead:
                return
            if self._happens(40):
                self._coverage["an answer between nodes was lost"] += 1
            else:
                self._loop.call_later(self._delay(), answer, context=OUTSIDE)

        target.process.create_task(handle())


def _as_received(failure: Exception) -> Exception:
    """Return the error that a node's response becomes at the node that receives it."""
    if isinstance(failure, OwnershipLost):
        return OwnershipLost()
    status, problem = problem_of(failure)
    return error_of(status, bytes(problem_response(status, problem).body))


class SimulatedLink:
    """The requests of one node to others: what `SocketLink` is to a real one."""

    def __init__(self, network: NodeNetwork, node: "SimulatedNode") -> None:
        self._network, self._node = network, node
        self.on_lines: LinesListener = lambda _: None

    async def execute(self, address: str, table: str, command: ForwardedCommand) -> Ack:
        """Have the owner of a table execute a command."""
        self._network._coverage["a command was forwarded"] += 1
        body = msgspec.json.encode(command)

        async def handle(room: SharedRoom) -> Ack:
            request = msgspec.json.decode(body, type=ForwardedCommand)
            return await room.execute_forwarded(table, request)

        return await self._network.send(self._node, address, handle, REQUEST_TIMEOUT)

    async def report_presence(self, address: str, presence: Presence) -> PresenceAnswer:
        """Report to another node who is watching its tables."""

        async def handle(room: SharedRoom) -> PresenceAnswer:
            return room.receive_presence(presence)

        with suppress(OwnershipLost):
            return await self._network.send(self._node, address, handle, REQUEST_TIMEOUT)
        raise NodeUnreachable

    async def close(self) -> None:
        """Do nothing: there are no connections."""
