"""Players over real sockets, with the server in another process, which this module also runs.

A player decodes only what it needs of a frame, since it shares the machine with the server.
"""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from msgspec import UNSET, Struct, UnsetType
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import subprocess_environment
from benchmarks.room.load import (
    SEATS,
    STAKE,
    CpuClock,
    Measurements,
    Recorder,
    Tick,
    cancel_all,
    ignore_tick,
    player,
    seat_players,
    submit,
    table_name,
)
from pitboss.games import GAMES
from pitboss.room.http.app import create_app
from pitboss.room.http.responses import TRY_AGAIN
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.rate_limits import BEAT_INTERVAL, PONG_TIMEOUT, Bucket, Limits, RateLimit
from pitboss.room.room import Room
from pitboss.room.runtime import freeze_heap, run, utc_clock
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.interface import Put
from pitboss.room.store.opening import open_store
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c
from pitboss.table.people import HOUSE_DEALER


class _Round(Struct):
    number: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    turn: int | UnsetType | None = UNSET
    street: str | UnsetType | None = UNSET
    seats: dict[str, msgspec.Raw] | UnsetType | None = UNSET


class _PartialView(Struct):
    """A view or a patch of one, as far as a player needs it."""

    game: str | UnsetType = UNSET
    round: _Round | UnsetType | None = UNSET


class _Choice(Struct):
    decision: str


class _Own(Struct):
    choices: tuple[_Choice, ...] = ()


class _Frame(Struct):
    type: str
    view: _PartialView | None = None
    patch: _PartialView | None = None
    own: _Own | None = None
    error: str = ""
    code: str = ""


_decode_frame = msgspec.json.Decoder(_Frame).decode
_encode = msgspec.json.encode


OWN_LIMIT = RateLimit(Limits().messages.rate * 0.8, Limits().messages.burst / 2)
"""What a player sends at most: the room closes a socket that sends more than its limit."""


class SocketPlayer:
    """A player at a socket."""

    def __init__(self, recorder: Recorder, socket: ClientConnection, table: str, seat: int) -> None:
        self._recorder, self._socket, self._table, self._seat = recorder, socket, table, seat
        self._bucket = Bucket(OWN_LIMIT)
        self._game = ""
        self._choices: tuple[_Choice, ...] = ()
        self._number, self._phase = 0, ""
        self._turn: int | None = None
        self._street: str | None = None
        self._has_wagered = False
        self._last_action: tuple[int, str] | None = None
        self._due, self._id, self._message = 0.0, 0, ""

    async def play(self) -> None:
        """Play until the socket is closed."""
        async for text in self._socket:
            frame = _decode_frame(text)
            if frame.type == "told":
                self._recorder.record(self._due)
                continue
            if frame.type == "refused":
                if frame.code != TRY_AGAIN:
                    raise AssertionError(frame.error)
                await self._socket.send(self._message)
                continue
            self._recorder.current.frames += 1
            if frame.own is not None:
                self._choices = frame.own.choices
            self._update(frame.view or frame.patch or _PartialView())
            await self._act()

    def _update(self, view: _PartialView) -> None:
        if view.game is not UNSET:
            self._game = view.game
        round_ = view.round
        if round_ is UNSET or round_ is None:
            return
        if round_.number is not UNSET:
            self._number, self._has_wagered, self._turn, self._street = (
                round_.number,
                False,
                None,
                None,
            )
        if round_.phase is not UNSET:
            self._phase = round_.phase
        if round_.turn is not UNSET:
            self._turn = round_.turn
        if round_.street is not UNSET:
            self._street = round_.street
        own = round_.seats.get(str(self._seat)) if isinstance(round_.seats, dict) else None
        if own is not None:
            self._has_wagered = bytes(own) != b"null"  # null in a patch means removed

    async def _act(self) -> None:
        if self._phase == Phase.BETTING and not self._has_wagered:
            action = (self._number, "wagers")
            wagers = dict.fromkeys(_required_wagers(self._game), STAKE)
            body: dict[str, Any] = {"type": "PlaceWagers", "wagers": wagers}
        elif self._turn == self._seat and self._choices and self._street:
            action = (self._number, self._street)
            decision = self._choices[(self._number + self._seat) % len(self._choices)].decision
            body = {"type": "Decide", "decision": decision, "street": self._street}
        else:
            return
        if action == self._last_action:
            return
        self._last_action, self._id = action, self._id + 1
        self._due = await self._recorder.wait_turn(self._table)
        while not self._bucket.take():
            await asyncio.sleep(1 / OWN_LIMIT.rate)
        key = f"{self._seat}-{action[0]}-{action[1]}"
        body |= {"seat": self._seat, "round": action[0]}
        self._message = _encode({"id": self._id, "key": key, "command": body}).decode()
        await self._socket.send(self._message)


@cache
def _required_wagers(game: str) -> tuple[str, ...]:
    return tuple(wager.key for wager in GAMES[game].required)


SOCKETS_WARM_UP = 2.0


class ServerAddress(Struct, frozen=True):
    """The port of a server, and the session tokens of its players."""

    port: int
    pid: int
    tokens: Mapping[str, Sequence[str]]
    """The tokens of the players at each table, in the order of their seats."""


@asynccontextmanager
async def start_server(data: str, database: str, tables: int) -> AsyncIterator[ServerAddress]:
    """Run a room in a process of its own, and give its address."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.room.socket_load", data, database, str(tables),
        stdout=asyncio.subprocess.PIPE, limit=1 << 24, env=subprocess_environment(),
    )  # fmt: skip
    try:
        if server.stdout is None:
            raise AssertionError("the server has no output")
        yield msgspec.json.decode(await server.stdout.readline(), type=ServerAddress)
    finally:
        server.kill()
        await server.wait()


@asynccontextmanager
async def connect_socket(port: int, table: str, token: str = "") -> AsyncIterator[ClientConnection]:
    """Connect to a table's socket, without a token as an onlooker."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with connect(
        f"ws://127.0.0.1:{port}/api/tables/{table}/socket",
        additional_headers=headers,
        compression=None,
        max_size=None,
        open_timeout=60,
    ) as connection:
        yield connection


def process_cpu_clock(pid: int) -> CpuClock:
    """Return a clock of the CPU time of another process, where the system tells (Linux)."""

    def read() -> float | None:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    return read


async def measure_sockets(
    data: str, database: str, tables: int, seconds: float, rate: float, tick: Tick = ignore_tick
) -> tuple[Measurements, ...]:
    """Play and measure at full speed, at ``rate`` decisions per second, and at half of it."""
    async with start_server(data, database, tables) as server:
        recorder = Recorder(tables, process_cpu_clock(server.pid), tick)
        tasks = _sit_down(server, recorder)
        await _wait(tasks, SOCKETS_WARM_UP + tables / 100)
        result = await recorder.run_at_three_rates(seconds, rate)
        await cancel_all(tasks)
    return result


WATCHED_WARM_UP = 2.0
WATCHED_RATE = 20.0
"""Decisions per second of six people who decide quickly."""


async def measure_watched(
    data: str, database: str, onlookers: int, seconds: float, tick: Tick = ignore_tick
) -> Measurements:
    """Measure six players at one table with this many onlookers."""
    async with start_server(data, database, 1) as server:
        recorder = Recorder(1, process_cpu_clock(server.pid), tick, rate=WATCHED_RATE)

        async def look(table: str) -> None:
            async with connect_socket(server.port, table) as socket:
                async for _ in socket:
                    recorder.current.frames += 1

        tasks = _sit_down(server, recorder)
        tasks += [asyncio.create_task(look(*server.tokens)) for _ in range(onlookers)]
        await _wait(tasks, WATCHED_WARM_UP)
        result = await recorder.measure(seconds)
        await cancel_all(tasks)
    return result


def _sit_down(server: ServerAddress, recorder: Recorder) -> list["asyncio.Task[None]"]:
    """Start the players of every table."""

    async def sit(table: str, seat: int, token: str) -> None:
        async with connect_socket(server.port, table, token) as socket:
            await SocketPlayer(recorder, socket, table, seat).play()
        raise AssertionError(f"the socket was closed: {socket.close_code} {socket.close_reason}")

    return [
        asyncio.create_task(sit(table, seat, token))
        for table, tokens in server.tokens.items()
        for seat, token in enumerate(tokens, 1)
    ]


async def _wait(tasks: Sequence["asyncio.Task[None]"], seconds: float) -> None:
    """Wait for some seconds, or until one of the tasks fails."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def run_server(data: str, database: str, tables: int) -> None:
    """Serve a room with seated players until the process is killed."""
    store = await open_store(Path(data) if data else None, database or None)
    room = Room(store, SeedVault(b"b" * KEY_BYTES), utc_clock)
    await room.start()
    await seat_players(room, tables)
    tokens = {}
    for table in range(tables):
        accounts = [player(table, seat) for seat in SEATS]
        puts = [Put(ACCOUNTS, account.key, msgspec.json.encode(account)) for account in accounts]
        await store.put(*puts)
        tokens[table_name(table)] = [
            await room.account_service.sessions.start(account) for account in accounts
        ]
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # no Nagle
    listener.bind(("127.0.0.1", 0))
    listener.listen(2048)
    port = listener.getsockname()[1]
    sys.stdout.write(
        msgspec.json.encode({"port": port, "pid": os.getpid(), "tokens": tokens}).decode() + "\n"
    )
    sys.stdout.flush()
    config = uvicorn.Config(
        create_app(room), log_config=None, access_log=False, lifespan="off",
        ws_per_message_deflate=False, ws_ping_interval=BEAT_INTERVAL, ws_ping_timeout=PONG_TIMEOUT,
    )  # fmt: skip
    freeze_heap()
    dealers = [asyncio.create_task(_deal(room, table)) for table in range(tables)]
    await uvicorn.Server(config).serve(sockets=[listener])
    for task in dealers:
        task.cancel()


async def _deal(room: Room, table: int) -> None:
    """Open a round when the last one is over; close the bets when all six have wagered."""
    hub = room.hub(table_name(table))
    watcher = hub.watch(Person("house dealer", Role.DEALER))
    while True:
        state = hub.actor.committed_state
        round_ = state.round
        number = round_.number if round_ is not None else 0
        if round_ is None or not state.has_open_round:
            await submit(hub, HOUSE_DEALER, c.OpenRound(), "house", f"open {number + 1}")
        elif round_.phase is Phase.BETTING and len(round_.wagers) == len(SEATS):
            await submit(hub, HOUSE_DEALER, c.NoMoreBets(), "house", f"deal {number}")
        await watcher.wait_until_woken()


if __name__ == "__main__":
    run(run_server(sys.argv[1], sys.argv[2], int(sys.argv[3])))
