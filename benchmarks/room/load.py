"""The load of a benchmark: tables of every game with six players each, its pacing and figures.

At full speed every table sends its next request as soon as the last one is answered, so waits
reflect how many requests were in flight. Waits in a room that keeps up are measured at a given
rate.
"""

import asyncio
import time
from collections.abc import Iterable

from msgspec import Struct

from pitboss.games import GAMES
from pitboss.room import back_office_events as e
from pitboss.room.people.accounts import Account, AccountRole, money_account
from pitboss.room.requests import Request
from pitboss.room.room import Room
from pitboss.room.stored_table import TableSettings
from pitboss.table import commands as c
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
        hub = await room.create_table(
            table_name(table), f"Bench {table}", game, TableSettings(pace=None, bank=CHIPS)
        )
        for seat in SEATS:
            account = player(table, seat)
            for command in (c.TakeSeat(seat), c.BuyIn(CHIPS)):
                await hub.actor.submit(Request(account.person, command, account.key))


MAX_LATENESS = 0.05
"""The most seconds of delay that decisions may catch up with."""
SETTLE_TIME = 1.0
"""Seconds to wait after the rate has changed."""


class Measurements(Struct):
    """How long each decision took, and how many frames were sent meanwhile."""

    waits: list[float]
    frames: int = 0
    seconds: float = 0


class Recorder:
    """A recorder of decisions, which also limits their rate."""

    def __init__(self) -> None:
        self.current = Measurements([])
        self._gap, self._next = 0.0, 0.0

    async def wait_turn(self) -> None:
        """Wait until the next decision is due."""
        if not self._gap:
            return
        now = time.perf_counter()
        # Late decisions catch up, but not too many of them at once.
        self._next = max(now - MAX_LATENESS, self._next + self._gap)
        if self._next > now:
            await asyncio.sleep(self._next - now)

    async def run_at_three_rates(self, seconds: float, rate: float) -> tuple[Measurements, ...]:
        """Measure at full speed, at ``rate`` decisions per second, and at half of that."""
        full = await self._measure(seconds)
        return (
            full,
            await self.run_at_rate(seconds, rate),
            await self.run_at_rate(seconds, rate / 2),
        )

    async def run_at_rate(self, seconds: float, rate: float) -> Measurements:
        """Measure at ``rate`` decisions per second."""
        self._gap = 1 / rate
        await asyncio.sleep(SETTLE_TIME)
        return await self._measure(seconds)

    async def _measure(self, seconds: float) -> Measurements:
        self.current, start = Measurements([]), time.perf_counter()
        await asyncio.sleep(seconds)
        measurements, self.current = self.current, Measurements([])
        measurements.seconds = time.perf_counter() - start
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
    frames_per_second: float
    """Frames that were built for, or sent to, viewers."""


class FiguresByRate(Struct, frozen=True):
    """Figures at full speed, at the target rate, and at half of it."""

    full: Figures
    paced: Figures
    half: Figures


def summarize(measurements: Measurements) -> Figures:
    """Return the figures of measurements."""
    waits = sorted(measurements.waits) or [0.0]

    def quantile_ms(share: float) -> float:
        return round(waits[min(len(waits) - 1, int(len(waits) * share))] * 1000, 2)

    return Figures(
        round(len(measurements.waits) / measurements.seconds, 1),
        quantile_ms(0.5),
        quantile_ms(0.99),
        round(measurements.frames / measurements.seconds, 1),
    )
