"""A simulated room with its people, and everything that befalls it in a night."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher

from pitboss.games import GAMES
from pitboss.refusal import Refused
from pitboss.room.frames import Projection
from pitboss.room.pace import Pace
from pitboss.room.people.accounts import Part
from pitboss.room.people.passwords import Passwords
from pitboss.room.room import Room
from pitboss.room.sealing import KEY_BYTES, Seal
from pitboss.room.settings import TableSettings
from pitboss.room.sim.chance import Chance
from pitboss.room.sim.disk import Disk, Kept
from pitboss.room.sim.guests import Guest
from pitboss.room.sim.loop import SimLoop
from pitboss.room.sim.net import Lost, Net
from pitboss.room.store.shape import Unavailable, Uncertain
from pitboss.table import Role, State

T = TypeVar("T")

PACE: Final = Pace(opens=2, bets=8, settles_down=1, answers=10)
NAMES: Final = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")
DAWN: Final = 300.0
"""Seconds after which all faults are over, and the room has to come to rest."""


class World:
    """One night under one seed."""

    def __init__(self, seed: str, loop: SimLoop, minutes: float) -> None:
        self.seed, self._loop, self._minutes = seed, loop, minutes
        self._chance = Chance(seed, "world")
        self.reached: Counter[str] = Counter()
        self.frames: Counter[str] = Counter()
        self.kept = Kept()
        self.over = False
        self.up = True
        """Whether the room answers: not while it starts."""
        self._keys = self._boots = 0
        self._crashed = asyncio.Event()
        self.net = Net(Chance(seed, "net"), self.reached, faulty=True)
        games = list(GAMES)
        some = 1 + self._chance.below(3)
        self.tables = [f"table-{at}" for at in range(1, some + 1)]
        self._games = {table: self._chance.pick(games) for table in self.tables}
        self.guests: list[Guest] = []
        self.disk, self.room = self._boot(faulty=False)

    def _boot(self, *, faulty: bool) -> tuple[Disk, Room]:
        self._boots += 1
        chance = Chance(self.seed, f"disk {self._boots}")
        disk = Disk(self.kept, chance, self.reached, faulty=faulty)
        seal = Seal(bytes([self._keys % 256]) * KEY_BYTES)
        room = Room(
            disk,
            seal,
            self._loop.clock,
            passwords=Passwords(PasswordHasher(1, 8, 1)),
            practice=self.seed,
            snapshot_every=40,
            seconds=self._loop.time,
        )
        return disk, room

    def shown(self, table: str) -> State:
        """A table, as it is written."""
        return self.room.hub(table).actor.shown

    # The night

    async def night(self) -> None:
        """From the opening to the morning after."""
        await self.room.start()
        for table in self.tables:
            settings = TableSettings(pace=PACE)
            await self.room.found_table(table, table.title(), self._games[table], settings)
        for name in NAMES[: 3 + self._chance.below(4)]:
            account = await self.room.door.open_account(name, Part.PLAYER)
            self.guests.append(Guest(self, account, Chance(self.seed, f"guest {name}")))
        self.disk.faulty = True
        playing = [asyncio.create_task(guest.play()) for guest in self.guests]
        trouble = asyncio.create_task(self._trouble())
        await asyncio.sleep(self._minutes * 60)
        self.over = True
        await trouble
        self.disk.full = self.disk.faulty = self.net.faulty = False
        done = await asyncio.gather(*playing, return_exceptions=True)
        for one in done:
            if isinstance(one, BaseException):
                raise one
        await self.net.quiet()
        await asyncio.sleep(DAWN)

    async def close(self) -> None:
        """Put the lights out."""
        await self.room.close()

    async def _trouble(self) -> None:
        """What befalls a room: its power fails, its disk is full, its key is lost, its clocks jump,
        it is paused.
        """
        chance = self._chance
        while not self.over:
            await asyncio.sleep(chance.between(20, 200))
            match chance.below(8):
                case 0:
                    self.disk.full = True
                    await asyncio.sleep(chance.between(1, 20))
                    self.disk.full = False
                case 1:
                    self._keys += 1
                    self.reached["the key was lost"] += 1
                    await self._crash(key_lost=True)
                case 2:
                    self.reached["the wall clock jumped"] += 1
                    self._loop.put_forward(chance.between(-7200, 7200))
                case 3:
                    self.reached["the program was paused"] += 1
                    self._loop.pause(chance.between(1, 120))
                case _:
                    await self._crash()

    async def _crash(self, *, key_lost: bool = False) -> None:
        """The power fails: whatever was not written is gone, and everybody is cut off."""
        self.reached["the power failed"] += 1
        old, old_disk = self.room, self.disk
        self.up = False
        self._crashed.set()
        self._crashed = asyncio.Event()
        for task in old._tasks.values():
            task.cancel()
        await asyncio.gather(*old._tasks.values(), return_exceptions=True)
        old_disk.dead = True
        old.passwords.close()
        while not self.up:
            self.disk, self.room = self._boot(faulty=True)
            try:
                await self.room.start(key_lost=key_lost)
                self.up = True
            except (Unavailable, Uncertain):
                pass
            except Refused:  # a round is open still whose key was lost before
                self.reached["the room did not start without the key"] += 1
                key_lost = True
        before = {table: self.kept.entries[table][-1].version for table in self.tables}
        await asyncio.sleep(1)
        for table in self.tables:
            state = self.shown(table)
            if state.running and state.version == before[table]:
                self.reached["a round was resumed where it was"] += 1

    async def ask(self, request: Callable[[], Awaitable[T]]) -> T:
        """A request to the room, which may be cut off by its end."""
        if not self.up:
            raise Lost
        crashed = self._crashed
        answer = asyncio.ensure_future(request())
        cut_off = asyncio.ensure_future(crashed.wait())
        try:
            await asyncio.wait((answer, cut_off), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                self.reached["cut off in mid-request"] += 1
                raise Lost
            return await answer
        finally:
            for task in (answer, cut_off):
                task.cancel()

    # What was seen

    def check_seen(self, table: str, version: int, view: dict[str, object]) -> None:
        """What a viewer put together from changes is what the room shows."""
        state = self.shown(table)
        if state.version != version:
            return
        fresh = Projection(Role.PLAYER)
        fresh.follow(state)
        if msgspec.json.encode(fresh.shown) != msgspec.json.encode(_sorted_as(fresh.shown, view)):
            raise AssertionError(f"{table}, version {version}: the changes do not make the view")


def _sorted_as(model: object, told: object) -> object:
    """The same in the order of another: a change puts new names last."""
    if isinstance(model, dict) and isinstance(told, dict):
        both = [name for name in model if name in told]
        more = [name for name in told if name not in model]
        return {name: _sorted_as(model.get(name), told[name]) for name in (*both, *more)}
    return told
