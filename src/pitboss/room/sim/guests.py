"""Players of a simulated room: they sit down, wager, answer, watch, leave and come back.

Each keeps in mind what it was told, so that afterwards nothing of it may be missing.
"""

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.refusal import Refused
from pitboss.room.asks import Failed, Told
from pitboss.room.client import merge
from pitboss.room.people.accounts import Account
from pitboss.room.sim.chance import Chance
from pitboss.room.sim.net import Lost
from pitboss.room.sim.reads import Read, encoded
from pitboss.room.store.shape import Unavailable, Uncertain
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.state import open_street

if TYPE_CHECKING:
    from pitboss.room.sim.world import World

TRIES: Final = 60
BUY_IN: Final = 300_00


class Guest:
    """Somebody who plays."""

    def __init__(self, world: "World", account: Account, chance: Chance, device: str = "") -> None:
        self._world, self.account, self._chance = world, account, chance
        self._client = f"{account.key}{device}"
        """Several devices may be signed in to one account."""
        self.asked: dict[tuple[str, str], Command] = {}
        """What was asked, by table and key…"""
        self.acknowledged: dict[tuple[str, str], int] = {}
        """…and the version at which it was told to be done."""
        self._keys = 0
        self.seen: dict[str, tuple[int, dict[str, object]]] = {}
        """What was last seen of each table."""

    async def play(self) -> None:
        """Come and go until the night is over."""
        world, chance = self._world, self._chance
        while not world.over:
            await asyncio.sleep(chance.between(0, 20))
            table = chance.pick(world.tables)
            seat = 1 + chance.below(6)
            if await self.say(table, c.TakeSeat(seat)) is None:
                continue
            await self.say(table, c.BuyIn(BUY_IN))
            for _ in range(chance.below(6)):
                await self._round(table, seat)
            await self.say(table, c.Leave(seat))

    async def _round(self, table: str, seat: int) -> None:
        """Wager, and answer as long as one is asked."""
        world, chance = self._world, self._chance
        for _ in range(40):
            if world.over:
                return
            await asyncio.sleep(chance.between(0.5, 4))
            await self.look(table)
            if not world.up:
                continue
            state = world.shown(table)
            now, rules = state.round, state.rules
            if now is None or rules is None or not state.running:
                continue
            if now.phase.value == "bets are open" and seat not in now.wagers:
                wagers = {wager.key: rules.table.minimum for wager in rules.required}
                for side in rules.sides:
                    if chance.one_in(3):
                        wagers[side.key] = side.minimum
                await self.say(table, c.PlaceWagers(seat, wagers, round=now.number))
                if chance.one_in(3):
                    await self.say(table, c.AddEntropy(str(chance.below(1000)), round=now.number))
                if chance.one_in(10):
                    await self.say(table, c.TakeBack(seat, round=now.number))
            elif now.turn == seat and (street := open_street(rules, now)):
                if chance.one_in(12):
                    return  # walks off without a word
                answer = chance.pick(tuple(street.choices))
                decide = c.Decide(seat, answer, street.name, round=now.number)
                await self.say(table, decide)
            elif seat in now.settled:
                return

    async def say(self, table: str, command: Command) -> Told | None:
        """Ask until there is an answer; none, if it is refused or never comes."""
        self._keys += 1
        key = f"{self._client} {self._keys}"
        self.asked[table, key] = command
        told = await self._say(table, command, key)
        if told is not None:
            self.acknowledged[table, key] = told.version
            self._world.reads.acknowledge(table, told.version)
        return told

    async def _say(self, table: str, command: Command, key: str) -> Told | None:
        for _ in range(TRIES):
            try:
                return await self._world.net.ask(lambda: self._asked(table, command, key))
            except Refused:
                return None
            except (Lost, Failed, Unavailable, Uncertain):
                self._world.reached["asked again"] += 1
                await asyncio.sleep(self._chance.between(0.1, 2))
        return None

    async def _asked(self, table: str, command: Command, key: str) -> Told:
        world = self._world
        return await world.ask(lambda: world.room.say(self.account, table, command, key))

    async def look(self, table: str) -> None:
        """Watch for a moment, from what was seen last; the page puts the changes together."""
        world = self._world
        if not world.up or not await world.is_read(table):
            return
        if self._chance.one_in(5):
            least = world.reads.least(table)
            seen = world.room.look(self.account, table)
            if isinstance(seen.version, int):
                world.reads.saw(f"{self._client}, without a socket", table, seen.version, least)
        version, view = self.seen.get(table, (-1, {}))
        boots, least = world.boots, world.reads.least(table)
        watcher = world.room.watch(self.account, table, version if version >= 0 else None)
        frames: list[bytes] = []
        try:
            async with asyncio.timeout(1):
                frames = await watcher.frames()
        except TimeoutError:
            pass  # nothing is new
        finally:
            world.room.unwatch(self.account, watcher)
        own = None
        for frame in frames:
            told = msgspec.json.decode(frame)
            world.frames[told["type"]] += 1
            if told["type"] == "view":
                view = told["view"]
            else:
                assert_same(told["since"], version)
                merge(view, told["patch"])
            version = told["version"]
            own = told.get("own")
        self.seen[table] = version, view
        if boots == world.boots:
            world.reads.saw(self._client, table, version, least)
        if frames:
            shown = encoded(own) if own is not None else None
            world.reads.note(table, version, Read(self.account.person, encoded(view), shown))


def assert_same(one: object, other: object) -> None:
    """What should be the same."""
    if one != other:
        raise AssertionError(f"{one} is not {other}")
