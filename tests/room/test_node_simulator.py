"""TEST-1, NODE-1: several nodes in one process with simulated clocks, networks and a database."""

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.room.nodes import shared_room
from pitboss.room.nodes.directory import Directory, OwnershipLost
from pitboss.room.nodes.followed_table import FollowedTable
from pitboss.room.nodes.link import ForwardedCommand
from pitboss.room.requests import Request
from pitboss.room.store.interface import Batch
from pitboss.room.table_actor import TableActor
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER
from tests.room.simulator.node_database import DatabaseServer
from tests.room.simulator.run import NightFailure, NightsSummary, run_night, run_nights

SOME = 100
FAULTS = {
    "a batch of an old epoch was refused",
    "a command was forwarded",
    "a commit was uncertain",
    "a connection to the database was lost",
    "a guest ended",
    "a guest kept the account",
    "a message between nodes came twice",
    "a message between nodes was lost",
    "a node could not be reached",
    "a node joined",
    "a node was cut off from the database",
    "a node was killed",
    "a node was paused",
    "a node was paused before an append",
    "a node was stopped",
    "a request came twice",
    "a request was lost",
    "a table changed its owner",
    "an account was closed",
    "an answer between nodes was lost",
    "an answer was lost",
    "another node did not answer",
    "cut off mid-request",
    "lines came from another node",
    "lines of another node were lost",
    "notifications were lost",
    "the database failed over",
    "the disk was full",
    "the wall clock of a node jumped",
    "two nodes were cut off from each other",
}


def _check(result: NightsSummary, nights: int) -> None:
    print(f"\n{result.lines:,} lines, {result.rounds:,} rounds,", result.reached)
    assert result.seeds == nights
    assert result.reached.keys() >= FAULTS
    assert result.rounds > 2 * nights
    assert result.reads > 30 * nights


@pytest.mark.slow
def test_node_1_some_nights_pass() -> None:
    """No seed of a few nights with two or three nodes finds a fault.

    Every table has one writer per epoch, whatever happens; nothing acknowledged is lost or
    repeated, and in the morning all nodes show the same.
    """
    _check(run_nights("nodes", SOME, lambda _: None, node_count=0), SOME)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(100))
def test_node_1_10000_nights_pass(chunk: int) -> None:
    _check(run_nights(f"node soak {chunk}", 100, lambda _: None, node_count=0), 100)


def test_same_seed_repeats_the_night() -> None:
    one, other = run_night("twice", node_count=3), run_night("twice", node_count=3)
    assert one.coverage == other.coverage
    for table in one.tables:
        assert one.disk_contents.streams[table].head == other.disk_contents.streams[table].head


# Faults of nodes that a night must detect

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


def epochs_that_nobody_checks(patch: Patch) -> None:
    patch.setattr(DatabaseServer, "check_epoch", lambda *_: None)


def followers_that_run_ahead(patch: Patch) -> None:
    """Followers show what they expect to happen next."""
    accept = FollowedTable._set_state

    def planted_fault(self: FollowedTable, *arguments: Any) -> None:  # noqa: ANN401
        accept(self, *arguments)
        if self.table.can_open_round():
            self.table.execute(c.OpenRound(), HOUSE_DEALER)
            self.committed_state = self.table.state

    patch.setattr(FollowedTable, "_set_state", planted_fault)


def commands_forwarded_without_a_key(patch: Patch) -> None:
    patch.setattr(
        shared_room,
        "ForwardedCommand",
        lambda account, command, *_: ForwardedCommand(account, command),
    )


FEW_EPOCHS = 4


def claims_that_ignore_the_lease(patch: Patch) -> None:
    def claim(self: DatabaseServer, stream: str, epoch: int, name: str, _: str) -> bool:
        if epoch != self.ownership(stream)[1]:
            return False
        self._change_owner(stream, name)
        return True

    def is_orphan(self: Directory, stream: str) -> bool:
        item = self.streams[stream]
        return item.owner != "a" and item.epoch < FEW_EPOCHS

    patch.setattr(DatabaseServer, "claim", claim)
    patch.setattr(Directory, "is_orphan", is_orphan)


def acknowledgments_after_the_table_is_lost(patch: Patch) -> None:
    write = TableActor._write

    async def planted_fault(self: TableActor, *arguments: Any) -> None:  # noqa: ANN401
        try:
            await write(self, *arguments)
        except OwnershipLost:
            self.has_moved = True

    patch.setattr(TableActor, "_write", planted_fault)


def timers_that_outlive_the_owner(patch: Patch) -> None:
    """An actor that has lost its table continues as if nothing had happened."""
    process = TableActor._process

    async def planted_fault(self: TableActor, requests: list[Request]) -> None:
        try:
            await process(self, requests)
        except OwnershipLost:
            self._timer = None

    def abandon(self: TableActor) -> None:
        self.has_moved = True

    patch.setattr(TableActor, "_process", planted_fault)
    patch.setattr(TableActor, "abandon", abandon)


def programs_that_inherit_an_epoch(patch: Patch) -> None:
    """A program continues in the epoch of an earlier program of the same name."""
    register = DatabaseServer.register

    def planted_fault(self: DatabaseServer, *arguments: Any) -> bool:  # noqa: ANN401
        owners = dict(self.owners)
        is_registered = register(self, *arguments)
        self.owners = owners
        return is_registered

    patch.setattr(DatabaseServer, "register", planted_fault)


def lines_sent_before_the_commit(patch: Patch) -> None:
    """Owners send lines to other nodes although the database may still refuse them."""
    write = TableActor._write

    class EarlyStore:
        def __init__(self, actor: TableActor) -> None:
            self._actor, self._store = actor, actor._store

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            return getattr(self._store, name)

        async def append(self, batch: Batch) -> None:
            assert self._actor.on_batch is not None
            self._actor.on_batch(batch)
            await self._store.append(batch)

    async def planted_fault(self: TableActor, *arguments: Any) -> None:  # noqa: ANN401
        store = self._store
        self._store = EarlyStore(self)
        try:
            await write(self, *arguments)
        finally:
            self._store = store

    patch.setattr(TableActor, "_write", planted_fault)


PLANTED_FAULTS: dict[Plant, str] = {
    epochs_that_nobody_checks: "in epoch",
    followers_that_run_ahead: "committed",
    commands_forwarded_without_a_key: "is lost",
    claims_that_ignore_the_lease: "although the lease",
    acknowledgments_after_the_table_is_lost: "is lost",
    timers_that_outlive_the_owner: "still writes",
    programs_that_inherit_an_epoch: "two writers",
    lines_sent_before_the_commit: "committed",
}
"""Each with a part of the message that reports it."""
NIGHTS = range(1, 31)
"""The nights to try; in night 0, a timer that outlives its owner runs for many seconds."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # a failed night leaves resources open
@pytest.mark.parametrize("plant", PLANTED_FAULTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_of_nodes_is_found(plant: Plant, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    for number in NIGHTS:
        try:
            run_night(f"planted {number}", node_count=0)
        except NightFailure as failure:
            if PLANTED_FAULTS[plant] in failure.why:
                print(f"\nfound in night {number}: {failure.why[:200]}")
                return
    pytest.fail("no night found it")
