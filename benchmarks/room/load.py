"""The load of a benchmark: tables of every game with six players each, think times and figures.

At full speed every table sends its next request as soon as the last one is answered, so waits
reflect how many requests were in flight. At a given rate each table has a schedule of its own, of
random intervals under a seed, which does not wait for the room: a decision that could not be sent
at its time, because the room was late with the one before, has been waiting since then.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from math import log
from typing import Final

from msgspec import Struct

from benchmarks import sample_digest
from pitboss.client.protocol import Failed
from pitboss.games import GAMES
from pitboss.room import back_office_events as e
from pitboss.room.people.accounts import Account, AccountRole, money_account
from pitboss.room.requests import Request
from pitboss.room.room import Room
from pitboss.room.stored_table import TableSettings
from pitboss.room.viewers import Hub
from pitboss.table import Person
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.ledger import Posting

SEATS = range(1, 7)
CHIPS = 10_000_000_00
STAKE = 500


def table_name(number: int) -> str:
    """Return the name of a table."""
    return f"bench-{number}"


def player(table: int, seat: int) -> Account:
    """Return the account of the player at a seat."""
    return Account(f"Player {table}-{seat}", AccountRole.PLAYER, guest=True)


async def seat_players(room: Room, tables: int) -> None:
    """Create the tables, and seat six players with chips at each."""
    games = list(GAMES)
    names = [player(table, seat).name for table in range(tables) for seat in SEATS]
    grants = [Posting("house", money_account(name), CHIPS, "posted", "bench") for name in names]
    for first in range(0, len(grants), 500):
        page = grants[first : first + 500]
        await room.back_office.write(e.ChipsGranted("everybody", CHIPS), postings=page)
    for table in range(tables):
        game = games[table % len(games)]
        settings = TableSettings(pace=None, bank=CHIPS)
        await room.create_table(table_name(table), f"Bench {table}", game, settings)
    await asyncio.gather(*(_seat_six(room, table) for table in range(tables)))


async def submit(hub: Hub, by: Person, command: Command, account: str, key: str) -> None:
    """Have a command carried out; repeat it under its key if the room asks for that."""
    while True:
        try:
            await hub.writer.submit(Request(by, command, account, key))
        except Failed as failure:
            if not failure.retry:
                raise
        else:
            return


async def _seat_six(room: Room, table: int) -> None:
    for seat in SEATS:
        account = player(table, seat)
        for key, command in (("seat", c.TakeSeat(seat)), ("buy-in", c.BuyIn(CHIPS))):
            await submit(room.hub(table_name(table)), account.person, command, account.key, key)


SETTLE_TIME = 1.0
"""Seconds to wait after the rate has changed."""
TICK = 0.5
"""Seconds between two reports of progress."""
INTERVALS: Final = 9973
"""Intervals that are made in advance, so that they take no time while the room is measured."""
CpuClock = Callable[[], float | None]
"""Returns the seconds of CPU time that the room has used, if the system tells."""
Tick = Callable[[float], None]
"""A callback with the seconds that have been measured since the last call."""


def ignore_tick(_: float) -> None:
    """Report no progress."""


def exponential(label: str) -> float:
    """Return a made-up number of the exponential distribution with mean 1."""
    return -log((int.from_bytes(sample_digest(label)[:6]) + 1) / (1 << 48))


class Measurements(Struct):
    """How long each decision took, and what happened meanwhile."""

    waits: list[float]
    frames: int = 0
    seconds: float = 0
    cpu_seconds: float | None = None


class Recorder:
    """A recorder of decisions, which also says when each is due."""

    def __init__(
        self, tables: int, cpu_clock: CpuClock, tick: Tick = ignore_tick, *, rate: float = 0
    ) -> None:
        """Begin at a ``rate`` of decisions per second over all tables, or at full speed."""
        self.current = Measurements([])
        self._tables, self._cpu_clock, self._tick = tables, cpu_clock, tick
        self._decisions = 0
        self._intervals = [exponential(f"decision {number}") for number in range(INTERVALS)]
        self._rate = 0.0
        self._due: dict[str, float] = {}
        self._set_rate(rate)

    async def wait_turn(self, table: str) -> float:
        """Wait until the next decision of a table is due, and return when it was."""
        now = time.perf_counter()
        if not self._rate:
            return now
        self._decisions += 1
        interval = self._intervals[self._decisions % INTERVALS] * self._tables / self._rate
        due = self._due[table] = self._due.get(table, now) + interval
        if due > now:
            await asyncio.sleep(due - now)
        return due

    def record(self, due: float) -> None:
        """Record a decision that was due at a time and is acknowledged now."""
        self.current.waits.append(time.perf_counter() - due)

    async def run_at_three_rates(self, seconds: float, rate: float) -> tuple[Measurements, ...]:
        """Measure at full speed, at ``rate`` decisions per second, and at half of that."""
        full = await self.measure(seconds)
        return (
            full,
            await self.measure_at(seconds, rate),
            await self.measure_at(seconds, rate / 2),
        )

    async def measure_at(self, seconds: float, rate: float) -> Measurements:
        """Measure at ``rate`` decisions per second; at full speed if that is 0."""
        self._set_rate(rate)
        await asyncio.sleep(SETTLE_TIME)
        return await self.measure(seconds)

    def _set_rate(self, rate: float) -> None:
        self._rate = rate
        self._due.clear()  # what was late at the last rate is forgotten

    async def measure(self, seconds: float) -> Measurements:
        """Measure for some seconds at the current rate."""
        cpu_before, start = self._cpu_clock(), time.perf_counter()
        self.current = Measurements([])
        while (left := start + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(left, TICK))
            self._tick(min(left, TICK))
        measurements, self.current = self.current, Measurements([])
        measurements.seconds = time.perf_counter() - start
        cpu_after = self._cpu_clock()
        if cpu_before is not None and cpu_after is not None:
            measurements.cpu_seconds = cpu_after - cpu_before
        return measurements


async def cancel_all(tasks: Iterable["asyncio.Task[None]"]) -> None:
    """Cancel tasks; raise the first error of any of them."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            raise result


class Figures(Struct, frozen=True):
    """Figures of decisions in a room, each written before it was acknowledged."""

    decisions_per_second: float
    p50_ms: float
    p99_ms: float
    """Waits from the time at which a decision was due, not from when it could be sent."""
    frames_per_second: float
    """Frames that were built for, or sent to, viewers."""
    cpu_ms_per_decision: float | None
    """CPU time of the room's process, through the core with the players' own; None if unknown."""


class FiguresByRate(Struct, frozen=True):
    """Figures at full speed, at the target rate, and at half of it."""

    full: Figures
    paced: Figures
    half: Figures


def summarize(measurements: Measurements) -> Figures:
    """Return the figures of measurements."""
    waits = sorted(measurements.waits) or [0.0]
    cpu = measurements.cpu_seconds

    def quantile_ms(share: float) -> float:
        return round(waits[min(len(waits) - 1, int(len(waits) * share))] * 1000, 2)

    return Figures(
        round(len(measurements.waits) / measurements.seconds, 1),
        quantile_ms(0.5),
        quantile_ms(0.99),
        round(measurements.frames / measurements.seconds, 1),
        None if cpu is None else round(1000 * cpu / len(waits), 3),
    )
