"""Through actor, store and projections, in one process, without sockets."""

import asyncio
import time

from pitboss.room.asks import Ask
from pitboss.room.bench.setting import SEATS, STAKE, furnish, player, table_name
from pitboss.room.bench.taking import Taken, Taking, ended
from pitboss.room.hub import Hub, Watcher
from pitboss.room.room import Room
from pitboss.table import Phase
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.people import HOUSE_DEALER
from pitboss.table.state import open_street

WARM = 1.0


class Core:
    """Tables that play on and on, and what their players wait for."""

    def __init__(self, room: Room, tables: int) -> None:
        self._room, self._tables = room, tables
        self._taking = Taking()
        self._keys = 0

    async def measure(self, seconds: float, rate: float) -> tuple[Taken, ...]:
        """Play for a while, at full tilt and then at so many decisions a second."""
        await furnish(self._room, self._tables)
        tasks = [asyncio.create_task(self._play(at)) for at in range(self._tables)]
        for at in range(self._tables):
            hub = self._room.hub(table_name(at))
            watchers = [hub.watch(player(at, seat).person) for seat in SEATS]
            tasks += [asyncio.create_task(self._watch(one)) for one in watchers]
        await asyncio.sleep(WARM)
        found = await self._taking.thrice(seconds, rate)
        await ended(tasks)
        return found

    async def _watch(self, watcher: Watcher) -> None:
        while True:
            frames = await watcher.frames()
            self._taking.now.frames += len(frames)

    async def _play(self, at: int) -> None:
        hub, number = self._room.hub(table_name(at)), 0
        rules = hub.actor.table.rules
        wagers = {wager.key: STAKE for wager in rules.required}
        while True:
            number += 1
            await hub.actor.ask(Ask(HOUSE_DEALER, c.OpenRound(), ""))
            now = hub.actor.shown.round
            place = [
                self._decision(hub, at, seat, c.PlaceWagers(seat, wagers, round=now.number))
                for seat in SEATS
                if now is not None
            ]
            await asyncio.gather(*place)
            await hub.actor.ask(Ask(HOUSE_DEALER, c.NoMoreBets(), ""))
            while (state := hub.actor.shown).running and (now := state.round):
                street, seat = open_street(rules, now), now.turn
                if street is None or seat is None or now.phase is not Phase.PLAYING:
                    break
                answers = tuple(street.choices)
                answer = answers[(number + seat) % len(answers)]
                decide = c.Decide(seat, answer, street.name, round=now.number)
                await self._decision(hub, at, seat, decide)

    async def _decision(self, hub: Hub, at: int, seat: int, command: Command) -> None:
        who = player(at, seat)
        self._keys += 1
        await self._taking.turn()
        start = time.perf_counter()
        await hub.actor.ask(Ask(who.person, command, who.key, f"bench {self._keys}"))
        self._taking.now.waits.append(time.perf_counter() - start)
