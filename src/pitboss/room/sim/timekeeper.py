"""Watches the clocks of tables for a night: nobody lengthens or shortens another's time (TIME-1).

Times are measured on the room's own stopwatch, which does not count a pause of the program.
"""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.room.pace import Pace
from pitboss.table import Phase, State
from pitboss.table.people import HOUSE_DEALER

if TYPE_CHECKING:
    from pitboss.room.sim.world import World

LOOKS: Final = 0.25
SLACK: Final = 3.0
"""Seconds that what is due may take."""
EARLY: Final = 1.0
Wait = tuple[object, ...]


class Timekeeper:
    """Knows what each table has been waiting for, and for how long."""

    def __init__(self, world: "World", pace: Pace) -> None:
        self._world, self._pace = world, pace
        self._waits: dict[str, dict[Wait, tuple[float, float]]] = {}
        """Since when each of them waits; and, where the store failed, since when anew."""
        self.faults: list[str] = []
        self.longest: dict[str, float] = {"bets": 0.0, "answers": 0.0}

    async def run(self) -> None:
        """Look again and again."""
        boots = failures = -1
        while True:
            await asyncio.sleep(LOOKS)
            world = self._world
            if not world.up:
                continue
            if boots != world.boots:
                boots = world.boots
                self._waits.clear()
            # After a restart, or a failure of the store, every time may begin anew.
            anew, failures = failures != world.disk.failures, world.disk.failures
            now = world.elapsed()
            for table in world.tables:
                self._look(table, world.shown(table), now, anew=anew)

    def _look(self, table: str, state: State, now: float, *, anew: bool) -> None:
        before = self._waits.get(table, {})
        waits = {wait: before.get(wait, (now, now)) for wait in _waits(state)}
        if anew:
            waits = {wait: (asked, now) for wait, (asked, _) in waits.items()}
        self._waits[table] = waits
        for wait, (_, since) in waits.items():
            kind = str(wait[0])
            most = self._pace.bets if kind == "bets" else self._pace.answers
            self.longest[kind] = max(self.longest[kind], now - since)
            if now - since > most + SLACK:
                fault = f"{table}: {kind} of round {wait[1]} did not end in time"
                if fault not in self.faults:
                    self.faults.append(fault)
        for wait, (asked, _) in before.items():
            if wait[0] == "answers" and wait not in waits:
                self._answered(table, state, wait, now - asked)

    def _answered(self, table: str, state: State, wait: Wait, seconds: float) -> None:
        """Nobody is sent away by the house before the time is up, unless gone for long."""
        _, number, _, seat = wait
        now = state.round
        if now is None or now.number != number or seat not in now.away or seat in now.reported:
            return
        player = now.players.get(seat, "")
        gone = self._world.since_seen(table, player) >= self._pace.gone - SLACK
        if seconds < self._pace.answers - EARLY and not gone and self._by_house(table, wait):
            self.faults.append(
                f"{table}: seat {seat} of round {number} was sent away after {seconds:.1f} s"
            )

    def _by_house(self, table: str, wait: Wait) -> bool:
        for entry in reversed(self._world.kept.entries[table]):
            if entry.kind == "PlayerAway":
                event = msgspec.json.decode(entry.line)["event"]
                if (event["round"], event["seat"]) == (wait[1], wait[3]):
                    return entry.by == HOUSE_DEALER.name
            if entry.kind == "RoundOpened":
                return False
        return False


def _waits(state: State) -> Iterator[Wait]:
    """What runs against somebody's clock."""
    now = state.round
    if now is None or not state.running or state.day.incident is not None:
        return
    if now.phase is Phase.BETTING and now.wagers:
        yield "bets", now.number
    if now.turn is not None and (now.turn not in now.away or now.turn in now.reported):
        yield "answers", now.number, now.step, now.turn
