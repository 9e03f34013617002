"""A simulated room with its people, and everything that befalls it in a night."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher

from pitboss.games import GAMES
from pitboss.refusal import Refused
from pitboss.room.office import HOUSE
from pitboss.room.pace import Pace
from pitboss.room.people.accounts import Account, Part
from pitboss.room.people.door import ACCOUNTS
from pitboss.room.people.passwords import Passwords
from pitboss.room.room import Room
from pitboss.room.sealing import KEY_BYTES, Seal
from pitboss.room.settings import TableSettings
from pitboss.room.sim.chance import Chance
from pitboss.room.sim.disk import Disk, Kept
from pitboss.room.sim.guests import Guest
from pitboss.room.sim.loop import SimLoop
from pitboss.room.sim.net import Lost, Net
from pitboss.room.sim.reads import Reads
from pitboss.room.sim.rogues import Accuser, Rogue, TwoFaced, one_person
from pitboss.room.sim.timekeeper import Timekeeper
from pitboss.room.store.shape import Put, Unavailable, Uncertain
from pitboss.table import State

T = TypeVar("T")

PACE: Final = Pace(opens=2, bets=8, settles_down=1, answers=10)
NAMES: Final = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")
ROGUES: Final = ("Mal", "Moe")
PAIR: Final = ("Jek", "Hyd")
"""Two accounts of one person."""
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
        self._keys = self.boots = 0
        self.reads = Reads()
        self.pace = PACE
        self.timekeeper = Timekeeper(self, PACE)
        self.faults: list[str] = []
        """What somebody was granted and should not have been."""
        self._crashed = asyncio.Event()
        self.net = Net(Chance(seed, "net"), self.reached, faulty=True)
        games = list(GAMES)
        some = 1 + self._chance.below(3)
        self.tables = [f"table-{at}" for at in range(1, some + 1)]
        self._games = {table: self._chance.pick(games) for table in self.tables}
        self.guests: list[Guest] = []
        self.disk, self.room = self._boot(faulty=False)

    def _boot(self, *, faulty: bool) -> tuple[Disk, Room]:
        self.boots += 1
        chance = Chance(self.seed, f"disk {self.boots}")
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

    def elapsed(self) -> float:
        """Seconds on the stopwatch of the room that runs."""
        return self.room._stopwatch()

    def since_seen(self, table: str, name: str) -> float:
        """Seconds since a player was last there."""
        actor = self.room.hub(table).actor
        return 0.0 if actor._connected[name] else self.elapsed() - actor._seen.get(name, 0.0)

    async def is_read(self, table: str) -> bool:
        """Wait until a table can be shown; not for one that the power takes away meanwhile."""
        actor = self.room.hub(table).actor
        try:
            async with asyncio.timeout(10):
                await actor.read.wait()
        except TimeoutError:
            return False
        return self.up and self.room.hub(table).actor is actor and not actor.stopped

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
        await self._rogues()
        self.disk.faulty = True
        keeping = asyncio.create_task(self.timekeeper.run())
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
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        if not keeping.cancelled():
            keeping.result()

    async def _rogues(self) -> None:
        """Those who are up to no good: players, and sometimes members of the staff."""
        for name in ROGUES[: 1 + self._chance.below(len(ROGUES))]:
            account = await self.room.door.open_account(name, Part.PLAYER)
            self.guests.append(Rogue(self, account, Chance(self.seed, f"rogue {name}")))
        if self._chance.one_in(2):
            return
        floor = [Account(name, Part.FLOORPERSON, "no password") for name in PAIR]
        one, other = one_person(*floor)
        dealer = Account("Dee", Part.DEALER, "no password", tables=())
        kept = [Put(ACCOUNTS, who.key, msgspec.json.encode(who)) for who in (one, other, dealer)]
        await self.disk.put(*kept)
        dealer = await self.room.door.assign(dealer.name, self.tables[:1], HOUSE)
        self.guests.append(TwoFaced(self, one, other, Chance(self.seed, "two-faced")))
        self.guests.append(Accuser(self, dealer, Chance(self.seed, "accuser")))

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
        await _stop(old)
        old_disk.dead = True
        while not self.up:
            self.disk, self.room = self._boot(faulty=True)
            try:
                await self.room.start(key_lost=key_lost)
                self.up = True
            except (Unavailable, Uncertain):
                await _stop(self.room)
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


async def _stop(room: Room) -> None:
    """At once, whatever it was doing."""
    tasks = (*room._tasks.values(), *room._updates)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    room.passwords.close()
