"""NODE-1: a node knows for certain that it owns a table only while its lease lasts."""

from collections import Counter

import pytest

from pitboss.room.nodes.directory import LEASE_SECONDS, Directory
from pitboss.room.nodes.node import Node
from pitboss.shuffle.seeded_random import SeededRandom
from tests.room.simulator.environment import SimLoop, SimulatedProcess, run_simulated
from tests.room.simulator.faulty_disk import DiskContents
from tests.room.simulator.node_database import DatabaseClient, DatabaseServer, SimulatedDirectory


async def _start_node(loop: SimLoop) -> tuple[Node, SimulatedDirectory]:
    """Return a node that owns the stream ``t``."""
    chance = SeededRandom(b"lease", "database")
    server = DatabaseServer(DiskContents(), chance, Counter(), loop)
    await server.create_stream("t", "table", "Table", {})
    client = DatabaseClient(server, "a", SimulatedProcess(loop, "a"), chance, loop)
    directory = SimulatedDirectory(client)
    node = Node(
        directory,
        "a",
        "http://a",
        on_owner_change=lambda *_: None,
        on_update=lambda _: None,
        can_move=lambda _: True,
        home_of=lambda _: "",
        monotonic=loop.time,
    )
    await node.register()
    await node.update()
    return node, directory


def test_node_1_a_renewed_lease_does_not_prove_that_nobody_else_had_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between its renewal and the next look at the directory, another node may own the table."""
    loop = SimLoop()
    answers: list[bool] = []

    async def work() -> None:
        node, directory = await _start_node(loop)
        assert node.is_certain_owner("t", 1)
        read = directory.directory

        async def read_directory() -> Directory:
            answers.append(node.is_certain_owner("t", 1))
            return await read()

        monkeypatch.setattr(directory, "directory", read_directory)
        await node.update()
        loop.pause(LEASE_SECONDS + 1)
        assert not node.is_certain_owner("t", 1)
        await node.update()
        assert node.is_certain_owner("t", 1)

    run_simulated(work(), loop)
    assert answers == [True, False]


def test_node_1_a_table_that_is_given_away_is_no_longer_certain() -> None:
    loop = SimLoop()

    async def work() -> None:
        node, directory = await _start_node(loop)
        assert node.is_certain_owner("t", 1)
        await node.drain()
        assert not node.is_certain_owner("t", 1)
        assert (await directory.directory()).is_orphan("t")

    run_simulated(work(), loop)
