"""Players over real sockets at several nodes, each in a process of its own, on one PostgreSQL.

All players of a table are connected to one node, as by a proxy that hashes the path, and the table
moves there; or half of them are connected to the node that owns the table, and the others to
another node, which forwards what they send and shows them what the owner has written.
"""

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Literal

import msgspec
import uvicorn
from msgspec import Struct

from benchmarks import subprocess_environment
from benchmarks.room.load import (
    SEATS,
    CpuClock,
    Measurements,
    Recorder,
    Tick,
    cancel_all,
    ignore_tick,
    player,
    seat_players,
    table_name,
)
from benchmarks.room.socket_load import (
    SOCKETS_WARM_UP,
    SocketPlayer,
    connect_socket,
    process_cpu_clock,
)
from pitboss.client.protocol import Failed
from pitboss.room.http.app import create_app
from pitboss.room.nodes.shared_room import SharedRoom
from pitboss.room.nodes.socket_link import SocketLink
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.rate_limits import BEAT_INTERVAL, PONG_TIMEOUT
from pitboss.room.requests import Request
from pitboss.room.room import Room
from pitboss.room.runtime import freeze_heap, run, utc_clock
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.interface import Put
from pitboss.room.store.opening import open_shared_store, open_store
from pitboss.room.table_actor import TableActor
from pitboss.room.viewers import Viewer, Watcher
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER

KEY = b"b" * KEY_BYTES
OWNERS_TIMEOUT = 60.0
OWNERS_CHECK = 0.5
DEALER_CHECK = 0.2
Placement = Literal["together", "scattered"]
"""Where the players of a table are: all at one node, or every other one at the owner's."""


class NodeAddress(Struct, frozen=True):
    """A node that serves."""

    name: str
    port: int
    pid: int


class NodeMeasurements(Struct, frozen=True):
    """What a room of some nodes did."""

    by_rate: tuple[Measurements, ...]
    database_cpu_seconds: tuple[float, ...]
    """CPU time of the database's server in each measurement."""


async def measure_nodes(
    database: str,
    nodes: int,
    tables: int,
    seconds: float,
    rate: float,
    placement: Placement,
    tick: Tick = ignore_tick,
) -> NodeMeasurements:
    """Play and measure at full speed, at ``rate`` decisions per second, and at half of it."""
    tokens = await _seat_players(database, tables)
    async with AsyncExitStack() as stack:
        starts = [stack.enter_async_context(_start_node(database, f"n{n}")) for n in range(nodes)]
        by_name = {node.name: node for node in await asyncio.gather(*starts)}
        owners = await _wait_for_owners(database, nodes, tables)
        names = sorted(by_name)
        homes = {table: names[number % nodes] for number, table in enumerate(tokens)}
        clocks = [process_cpu_clock(node.pid) for node in by_name.values()]
        database_clock = await _server_cpu_clock(database)
        recorder = Recorder(tables, _sum_clock(clocks), tick)
        tasks = [
            asyncio.create_task(_sit(recorder, node.port, table, seat, token))
            for table, names in tokens.items()
            for seat, token in enumerate(names, 1)
            for node in [
                by_name[homes[table]]
                if placement == "together"
                else _node_of(by_name, owners[table], seat)
            ]
        ]
        done, _ = await asyncio.wait(
            tasks, timeout=SOCKETS_WARM_UP + tables / 100, return_when=asyncio.FIRST_EXCEPTION
        )
        for task in done:
            task.result()
        if placement == "together":
            await _wait_for_owners(database, nodes, tables, homes)
        by_rate, database_seconds = [], []
        for target in (0.0, rate, rate / 2):
            before = database_clock() or 0.0
            by_rate.append(await recorder.measure_at(seconds, target))
            database_seconds.append((database_clock() or 0.0) - before)
        await cancel_all(tasks)
    return NodeMeasurements(tuple(by_rate), tuple(database_seconds))


async def _sit(recorder: Recorder, port: int, table: str, seat: int, token: str) -> None:
    async with connect_socket(port, table, token) as connection:
        await SocketPlayer(recorder, connection, table, seat).play()
    raise AssertionError(f"the socket was closed: {connection.close_code}")


def _node_of(nodes: Mapping[str, NodeAddress], owner: str, seat: int) -> NodeAddress:
    """Return the node of a player: the owner of the table for every other seat, or any other."""
    others = [name for name in nodes if name != owner]
    name = others[seat // 2 % len(others)] if seat % 2 == 0 and others else owner
    return nodes[name]


def _sum_clock(clocks: Sequence[CpuClock]) -> CpuClock:
    def read() -> float | None:
        values = [value for clock in clocks if (value := clock()) is not None]
        return sum(values) if len(values) == len(clocks) else None

    return read


async def _server_cpu_clock(database: str) -> CpuClock:
    """Return a clock of all processes of the database's server, if it runs here (Linux)."""
    import asyncpg

    db = await asyncpg.connect(database)
    backend: int = await db.fetchval("SELECT pg_backend_pid()")
    server = await asyncio.to_thread(_parent, backend)
    await db.close()

    def read() -> float | None:
        pids = [
            pid for path in Path("/proc").glob("[0-9]*") if _parent(pid := int(path.name)) == server
        ]
        times = [process_cpu_clock(pid)() or 0.0 for pid in pids]
        return sum(times) if server and pids else None

    return read


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


async def _seat_players(database: str, tables: int) -> dict[str, list[str]]:
    """Create the room, and return the session tokens of the players at each table."""
    store = await open_store(None, database)
    room = Room(store, SeedVault(KEY), utc_clock)
    await room.start()
    await seat_players(room, tables)
    tokens = {}
    for table in range(tables):
        accounts = [player(table, seat) for seat in SEATS]
        await store.put(
            *(Put(ACCOUNTS, account.key, msgspec.json.encode(account)) for account in accounts)
        )
        tokens[table_name(table)] = [
            await room.account_service.sessions.start(account) for account in accounts
        ]
    await room.close()
    return tokens


async def _wait_for_owners(
    database: str, nodes: int, tables: int, homes: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    """Wait until all tables are at these homes, or spread evenly; return the owner of each."""
    store = await open_shared_store(database)
    counts: list[int] = []
    try:
        if store.node_directory is None:
            raise ValueError("the store was not opened as a shared one")
        async with asyncio.timeout(OWNERS_TIMEOUT + tables):
            while True:
                directory = await store.node_directory.directory()
                counts = [len(directory.owned_by(name)) for name in directory.live_nodes()]
                owners = {name: item.owner for name, item in directory.streams.items()}
                is_even = len(counts) == nodes and max(counts) - min(counts) <= 1
                if homes is not None:
                    if all(owners[table] == home for table, home in homes.items()):
                        return owners
                elif is_even and sum(counts) == len(directory.streams):
                    return owners
                await asyncio.sleep(OWNERS_CHECK)
    except TimeoutError:
        raise TimeoutError(f"the nodes did not share the tables evenly: {counts}") from None
    finally:
        await store.close()


@asynccontextmanager
async def _start_node(database: str, name: str) -> AsyncIterator[NodeAddress]:
    """Run a node in a process of its own, and give its address."""
    with tempfile.TemporaryFile() as errors:
        node = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.room.node_load", database, name,
            stdout=asyncio.subprocess.PIPE, stderr=errors, env=subprocess_environment(),
        )  # fmt: skip
        try:
            if node.stdout is None or not (line := await node.stdout.readline()):
                errors.seek(0)
                raise AssertionError(errors.read().decode())
            yield msgspec.json.decode(line, type=NodeAddress)
        finally:
            if node.returncode is None:
                node.kill()
            await node.wait()


async def run_node(database: str, name: str) -> None:
    """Serve a room as one of its nodes until the process is killed."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # no Nagle
    listener.bind(("127.0.0.1", 0))
    listener.listen(2048)
    port = listener.getsockname()[1]
    store, vault = await open_shared_store(database), SeedVault(KEY)
    if store.node_directory is None:
        raise ValueError("the store was not opened as a shared one")
    link = SocketLink(name, vault.derive("nodes"))
    address = f"http://127.0.0.1:{port}"
    room = SharedRoom(
        store, vault, utc_clock, directory=store.node_directory, name=name, address=address,
        link=link,
    )  # fmt: skip
    await room.start()
    config = uvicorn.Config(
        create_app(room, link=link), log_config=None, access_log=False, lifespan="off",
        ws_per_message_deflate=False, ws_ping_interval=BEAT_INTERVAL, ws_ping_timeout=PONG_TIMEOUT,
    )  # fmt: skip
    freeze_heap()
    dealers = [asyncio.create_task(_deal(room, table)) for table in room.hubs]
    sys.stdout.write(msgspec.json.encode(NodeAddress(name, port, os.getpid())).decode() + "\n")
    sys.stdout.flush()
    await uvicorn.Server(config).serve(sockets=[listener])
    for task in dealers:
        task.cancel()


async def _deal(room: SharedRoom, table: str) -> None:
    """Deal while this node owns the table: see `benchmarks.room.socket_load`."""
    hub = room.hub(table)
    watcher: Watcher | None = None
    while True:
        if not isinstance(hub.actor, TableActor):
            if watcher is not None:
                hub.watchers.discard(watcher)
            watcher = None
            await asyncio.sleep(DEALER_CHECK)
            continue
        if watcher is None:  # it is no viewer, so the table is not at home where it is dealt
            watcher = Watcher(hub, Viewer(Person("house dealer", Role.DEALER)))
            hub.watchers.add(watcher)
        state = hub.actor.committed_state
        round_ = state.round
        number = round_.number if round_ is not None else 0
        command: c.Command | None = None
        key = ""
        if round_ is None or not state.has_open_round:
            command, key = c.OpenRound(), f"open {number + 1}"
        elif round_.phase is Phase.BETTING and len(round_.wagers) == len(SEATS):
            command, key = c.NoMoreBets(), f"deal {number}"
        if command is not None:
            with suppress(Failed):  # the table has moved: whoever owns it is woken, and deals
                await hub.actor.submit(Request(HOUSE_DEALER, command, "house", key))
        await watcher.wait_until_woken()


if __name__ == "__main__":
    run(run_node(sys.argv[1], sys.argv[2]))
