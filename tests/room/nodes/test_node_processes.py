"""NODE-1 with real processes: three nodes on PostgreSQL, and sixty players at any of them.

Nodes are killed, paused for longer than their lease, and shut down gracefully, at random under a
seed. Nothing acknowledged is lost, nothing happens twice, nothing that was shown is taken back, no
node writes what it does not own, and the books balance all the while.
"""

import asyncio
import os
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import Struct

from pitboss.room.audit.auditor import audit
from pitboss.room.nodes.directory import LEASE_SECONDS
from pitboss.room.reports.store_reports import reconcile_day
from pitboss.room.store.opening import open_read_only
from tests.room.crashes.log_checks import check
from tests.room.crashes.recording_players import RequestLog
from tests.room.nodes import database_log
from tests.room.nodes.ledger_reader import LedgerReader
from tests.room.nodes.node_processes import (
    NewRoom,
    NodeProcess,
    create_room,
    running_nodes,
)
from tests.room.nodes.roving_players import RovingPlayer
from tests.room.store.store_locations import PostgresLocation

TAKE_OVER_LIMIT = 5.0
FAULTS = ("kill", "pause", "stop")
SOAK_SEEDS = int(os.environ.get("PITBOSS_SOAK_SEEDS", "3"))
SOAK_SECONDS = float(os.environ.get("PITBOSS_SOAK_SECONDS", "60"))


class Evening(Struct, frozen=True):
    """How long the test lasts, and who plays where."""

    seconds: float
    nodes: int = 3
    players: int = 60
    tables: int = 15


class Troublemaker:
    """Kills, pauses and stops nodes, but always leaves one of them alone."""

    def __init__(self, nodes: list[NodeProcess], chance: random.Random) -> None:
        self._nodes, self._chance = nodes, chance
        self._nodes_in_trouble: set[str] = set()
        self.faults: list[str] = []

    async def run(self, seconds: float) -> None:
        """Disturb nodes for some seconds, then wait until every node is healthy."""
        loop, chance = asyncio.get_running_loop(), self._chance
        first = chance.sample(FAULTS, len(FAULTS))
        until = loop.time() + seconds
        async with asyncio.TaskGroup() as group:
            while loop.time() < until or first:
                well = [node for node in self._nodes if node.name not in self._nodes_in_trouble]
                if len(well) > 1:
                    node = chance.choice(well)
                    self._nodes_in_trouble.add(node.name)
                    fault = first.pop() if first else chance.choice(FAULTS)
                    self.faults.append(f"{fault} {node.name}")
                    group.create_task(self._trouble(node, fault))
                await asyncio.sleep(chance.uniform(1, 3))

    async def _trouble(self, node: NodeProcess, fault: str) -> None:
        chance = self._chance
        if fault == "pause":
            node.pause()
            await asyncio.sleep(LEASE_SECONDS + chance.uniform(0.5, 4))
            node.resume()
        else:
            await (node.kill() if fault == "kill" else node.stop())
            # Sometimes it resumes before its lease expires.
            await asyncio.sleep(chance.choice((0, 1, LEASE_SECONDS + 2)))
            await node.start()
        await asyncio.sleep(1)
        self._nodes_in_trouble.discard(node.name)


async def play_evening(place: PostgresLocation, folder: Path, seed: int, evening: Evening) -> None:
    """Let people play while nodes come and go, then check everything."""
    chance, log = random.Random(seed), RequestLog()
    first_day = datetime.now(UTC).date()
    room = await create_room(place, folder / "key", evening.tables, evening.players)
    await database_log.install(place)
    names = "abcdefgh"[: evening.nodes]
    async with running_nodes(place, folder / "key", names) as nodes:
        try:
            await _play(place, nodes, room, log, chance, evening.seconds)
        except BaseException:
            for node in nodes:
                print(f"node {node.name}:\n{node.log_text()}")
            raise
        logs = {node.name: node.log_text() for node in nodes}
    assert log.reads.faults == []
    await check(place, log, room.tables, quiet_tables=room.tables)
    await _check_owners(place)
    await _check_books(place, {f"{first_day}", f"{datetime.now(UTC).date()}"})
    assert not [name for name, text in logs.items() if "Traceback" in text], logs


async def _play(
    place: PostgresLocation,
    nodes: list[NodeProcess],
    room: NewRoom,
    log: RequestLog,
    chance: random.Random,
    seconds: float,
) -> None:
    addresses = [node.address for node in nodes]
    players = [
        RovingPlayer(addresses, name, token, log, room.tables)
        for name, token in room.tokens.items()
    ]
    async with LedgerReader(place) as ledger:
        log.tasks = [asyncio.create_task(player.play()) for player in players]
        await log.wait_for_more(len(players))
        troublemaker = Troublemaker(nodes, chance)
        await troublemaker.run(seconds)
        await log.wait_for_more(len(players))
        log.over = True
        await asyncio.gather(*log.tasks)
        assert {fault.partition(" ")[0] for fault in troublemaker.faults} == {*FAULTS}
        assert sum(player.repeats for player in players) > len(players) / 3
        for node in nodes:
            await node.stop()
    assert ledger.reads > seconds
    assert ledger.faults == []


async def _check_owners(place: PostgresLocation) -> None:
    """Check which nodes wrote what, and how long each table was without an owner."""
    changes = await database_log.read_changes(place)
    renewals = await database_log.read_renewals(place)
    intrusions = [*database_log.find_intrusions(changes)]
    assert intrusions == [], "\n".join(intrusions)
    take_overs = [*database_log.find_take_overs(changes, renewals)]
    assert take_overs
    for item in take_overs:
        start = item.at - item.seconds
        # On a machine too busy for any node to renew in time, no takeover is in time either.
        gap = database_log.longest_gap(renewals[item.owner], start, item.at)
        assert item.seconds <= max(TAKE_OVER_LIMIT, LEASE_SECONDS + 2 * gap), item


async def _check_books(place: PostgresLocation, days: set[str]) -> None:
    store = await open_read_only(*place.open_arguments)
    try:
        assert (await audit(store)).findings == ()
        for day in sorted(days):
            result = await reconcile_day(store, day)
            assert result.closes, result.breaks
    finally:
        await store.close()


@pytest.mark.slow
async def test_node_1_nodes_come_and_go(postgres_place: PostgresLocation, tmp_path: Path) -> None:
    await play_evening(postgres_place, tmp_path, 1, Evening(seconds=15))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 2 + SOAK_SEEDS))
async def test_node_1_a_long_evening(
    postgres_place: PostgresLocation, tmp_path: Path, seed: int
) -> None:
    """Set PITBOSS_SOAK_SEEDS and PITBOSS_SOAK_SECONDS for more and longer evenings."""
    await play_evening(postgres_place, tmp_path, seed, Evening(seconds=SOAK_SECONDS))
