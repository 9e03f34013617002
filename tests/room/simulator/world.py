"""One simulated night: a room with its people, and everything that happens to it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.room.back_office import HOUSE
from pitboss.room.people.account_service import ACCOUNTS
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.credentials import Passwords
from pitboss.room.people.guests import GUEST_DAYS
from pitboss.room.requests import Ack
from pitboss.room.room import CLEANUP_PAUSE, Room
from pitboss.room.seed_vault import KEY_BYTES, SeedVault
from pitboss.room.store.interface import CommitUncertain, Put, StoreUnavailable
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import State
from pitboss.table.commands import Command
from tests.room.simulator.environment import FaultyNetwork, ResponseLost, SimLoop
from tests.room.simulator.faulty_disk import DiskContents, FaultyDisk
from tests.room.simulator.observers import Timekeeper, ViewLog
from tests.room.simulator.players import (
    Attacker,
    FalseAccuser,
    LastingGuest,
    SimulatedPlayer,
    TwoAccountFloorperson,
    link_accounts,
)

T = TypeVar("T")

TIME_LIMITS: Final = TimeLimits(opens=2, bets=8, settles_down=1, answers=10)
NAMES: Final = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")
OLD_GUESTS: Final = ("Gil", "Gus", "Guy", "Gem")
"""Guests who have not been seen for a month; only the last one plays."""
AWAY: Final = timedelta(days=GUEST_DAYS + 2)
ATTACKERS: Final = ("Mal", "Moe")
LINKED_PAIR: Final = ("Jek", "Hyd")
"""Two accounts of one person."""
QUIET_TIME: Final = 300.0
"""Seconds without faults at the end, in which the room must come to rest."""


class Place(Struct, frozen=True):
    """A program that shows tables."""

    room: Room
    label: str = ""
    """Distinguishes it from others, whose versions may differ."""


class World:
    """One night under one seed."""

    def __init__(self, seed: str, loop: SimLoop, minutes: float) -> None:
        self.seed, self._loop, self._minutes = seed, loop, minutes
        self._chance = SeededRandom(seed.encode(), "world")
        self.coverage: Counter[str] = Counter()
        self.frames: Counter[str] = Counter()
        self.disk_contents = DiskContents()
        self.is_over = False
        self.is_up = True
        """Whether the room responds, which it does not during a start."""
        self._keys = self.boots = 0
        self.view_log = ViewLog()
        self.time_limits = TIME_LIMITS
        self.timekeeper = Timekeeper(self, TIME_LIMITS)
        self.faults: list[str] = []
        """Requests that were granted and should have been refused, one sentence each."""
        self._crash_event = asyncio.Event()
        self.network = FaultyNetwork(SeededRandom(seed.encode(), "net"), self.coverage, faulty=True)
        games = list(GAMES)
        some = 1 + self._chance.below(3)
        self.tables = [f"table-{at}" for at in range(1, some + 1)]
        self._games = {table: self._chance.pick(games) for table in self.tables}
        self.guests: list[SimulatedPlayer] = []
        self.kept_accounts: set[str] = set()
        """The keys of guests who were told that their account is permanent."""
        self.disk, self.room = self._boot(faulty=False)

    def _boot(self, *, faulty: bool) -> tuple[FaultyDisk, Room]:
        self.boots += 1
        chance = SeededRandom(self.seed.encode(), f"disk {self.boots}")
        disk = FaultyDisk(self.disk_contents, chance, self.coverage, faulty=faulty)
        seal = SeedVault(bytes([self._keys % 256]) * KEY_BYTES)
        room = Room(
            disk,
            seal,
            self._loop.clock,
            passwords=InstantPasswords(),
            practice=self.seed,
            snapshot_every=40,
            monotonic=self._loop.time,
        )
        return disk, room

    def committed_state(self, table: str) -> State:
        """Return the committed state of a table."""
        return self.room.hub(table).actor.committed_state

    @property
    def is_troubled(self) -> bool:
        """Return whether anything but a disk failure keeps tables from going on."""
        return False

    @property
    def restarts(self) -> int:
        """Return the number of restarts."""
        return self.boots

    def elapsed(self) -> float:
        """Return the seconds since the current start of the room."""
        return self.room._stopwatch()

    def since_seen(self, table: str, name: str) -> float:
        """Return the seconds since a player was last connected."""
        actor = self.room.hub(table).writer
        return 0.0 if actor.connections[name] else self.elapsed() - actor._last_seen.get(name, 0.0)

    # Actions of players

    def place_of(self, _: SimulatedPlayer) -> Place | None:
        """Return the program that a player is connected to; None while it does not respond."""
        return Place(self.room) if self.is_up else None

    def is_current(self, place: Place) -> bool:
        """Return whether the same program is still running there."""
        return place.room is self.room

    async def wait_until_loaded(self, place: Place, table: str) -> int | None:
        """Wait until a table can be shown; return the oldest version that a view may show then.

        Return None if the power fails.
        """
        actor = place.room.hub(table).actor
        try:
            async with asyncio.timeout(10):
                await actor.ready.wait()
        except TimeoutError:
            return None
        if not self.is_up or self.room.hub(table).actor is not actor or actor.stop_reason:
            return None
        return self.view_log.minimum_version(table)

    async def execute(self, player: SimulatedPlayer, table: str, command: Command, key: str) -> Ack:
        """Execute a player's command; raise `ResponseLost` if there is no response."""
        return await self.request(lambda: self.room.execute(player.account, table, command, key))

    async def ask_leader(
        self, player: SimulatedPlayer, work: Callable[[Room, Account | None], Awaitable[T]]
    ) -> T:
        """Change a player's account."""
        return await self.request(lambda: work(self.room, player.account))

    def sign_in(self, player: SimulatedPlayer, token: str) -> None:
        """Record the token of a player's new session, which a single room does not check."""

    # The night

    async def night(self) -> None:
        """Play a whole night, from the opening until the room is at rest."""
        await self.room.start()
        for table in self.tables:
            settings = TableSettings(pace=TIME_LIMITS)
            await self.room.create_table(table, table.title(), self._games[table], settings)
        for name in NAMES[: 3 + self._chance.below(4)]:
            account = await self.room.account_service.open_account(name, AccountRole.PLAYER)
            self.guests.append(
                SimulatedPlayer(self, account, SeededRandom(self.seed.encode(), f"guest {name}"))
            )
        await self._start_attackers()
        await self._open_old_guests()
        self.disk.is_faulty = True
        keeping = asyncio.create_task(self.timekeeper.run())
        playing = [asyncio.create_task(guest.play()) for guest in self.guests]
        trouble = asyncio.create_task(self._cause_trouble())
        await asyncio.sleep(self._minutes * 60)
        self.is_over = True
        await trouble
        self.disk.is_full = self.disk.is_faulty = self.network.is_faulty = False
        outcomes = await asyncio.gather(*playing, return_exceptions=True)
        for item in outcomes:
            if isinstance(item, BaseException):
                raise item
        await self.network.drain()
        await asyncio.sleep(QUIET_TIME)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        if not keeping.cancelled():
            keeping.result()

    async def _open_old_guests(self) -> None:
        """Open accounts of guests, most of whom do not come back for a long time."""
        await asyncio.sleep(CLEANUP_PAUSE * 2)  # the next cleanup happens during the night
        open_account = self.room.account_service.open_account
        self._loop.shift_clock(-AWAY.total_seconds())
        accounts = [await open_account(name, AccountRole.PLAYER) for name in OLD_GUESTS]
        self._loop.shift_clock(AWAY.total_seconds())
        chance = SeededRandom(self.seed.encode(), "old guest")
        self.guests.append(SimulatedPlayer(self, accounts[-1], chance))
        lasting = await open_account("Lou", AccountRole.PLAYER)
        chance = SeededRandom(self.seed.encode(), "lasting guest")
        self.guests.append(LastingGuest(self, lasting, chance))

    async def _start_attackers(self) -> None:
        """Start the attackers: players, and sometimes members of the staff."""
        for name in ATTACKERS[: 1 + self._chance.below(len(ATTACKERS))]:
            account = await self.room.account_service.open_account(name, AccountRole.PLAYER)
            self.guests.append(
                Attacker(self, account, SeededRandom(self.seed.encode(), f"rogue {name}"))
            )
        if self._chance.one_in(2):
            return
        floor = [Account(name, AccountRole.FLOORPERSON, "no password") for name in LINKED_PAIR]
        one, other = link_accounts(*floor)
        dealer = Account("Dee", AccountRole.DEALER, "no password", tables=())
        puts = [Put(ACCOUNTS, who.key, msgspec.json.encode(who)) for who in (one, other, dealer)]
        await self.disk.put(*puts)
        dealer = await self.room.account_service.assign_tables(dealer.name, self.tables[:1], HOUSE)
        self.guests.append(
            TwoAccountFloorperson(self, one, other, SeededRandom(self.seed.encode(), "two-faced"))
        )
        self.guests.append(FalseAccuser(self, dealer, SeededRandom(self.seed.encode(), "accuser")))

    async def close(self) -> None:
        """Close the room."""
        await self.room.close()

    async def _cause_trouble(self) -> None:
        """Inject faults: power failures, full disks, lost keys, clock jumps and pauses."""
        chance = self._chance
        while not self.is_over:
            await asyncio.sleep(chance.uniform(20, 200))
            match chance.below(8):
                case 0:
                    self.disk.is_full = True
                    await asyncio.sleep(chance.uniform(1, 20))
                    self.disk.is_full = False
                case 1:
                    self._keys += 1
                    self.coverage["the key was lost"] += 1
                    await self._crash(key_lost=True)
                case 2:
                    self.coverage["the wall clock jumped"] += 1
                    self._loop.shift_clock(chance.uniform(-7200, 7200))
                case 3:
                    self.coverage["the program was paused"] += 1
                    self._loop.pause(chance.uniform(1, 120))
                case _:
                    await self._crash()

    async def _crash(self, *, key_lost: bool = False) -> None:
        """Cut the power: unwritten data is lost, and everybody is disconnected."""
        self.coverage["the power failed"] += 1
        old, old_disk = self.room, self.disk
        self.is_up = False
        self._crash_event.set()
        self._crash_event = asyncio.Event()
        await _stop(old)
        old_disk.is_dead = True
        while not self.is_up:
            self.disk, self.room = self._boot(faulty=True)
            try:
                await self.room.start(key_lost=key_lost)
                self.is_up = True
            except (StoreUnavailable, CommitUncertain):
                await _stop(self.room)
            except Refused:  # a round whose key was lost earlier is still open
                self.coverage["the room did not start without the key"] += 1
                key_lost = True
        before = {table: self.disk_contents.entries[table][-1].version for table in self.tables}
        await asyncio.sleep(1)
        for table in self.tables:
            state = self.committed_state(table)
            if state.has_open_round and state.version == before[table]:
                self.coverage["a round was resumed where it was"] += 1

    async def request(self, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request to the room; raise `ResponseLost` if the room ends meanwhile."""
        if not self.is_up:
            raise ResponseLost
        crash_event = self._crash_event
        answer = asyncio.ensure_future(request())
        cut_off = asyncio.ensure_future(crash_event.wait())
        try:
            await asyncio.wait((answer, cut_off), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                self.coverage["cut off mid-request"] += 1
                raise ResponseLost
            return await answer
        finally:
            for task in (answer, cut_off):
                task.cancel()


class InstantPasswords(Passwords):
    """Password hashing without a thread, which would not run on simulated time."""

    async def hash(self, password: object) -> str:
        """Return a fake hash of the password."""
        return f"hashed {password}"

    async def matches(self, stored_hash: str, password: object) -> bool:
        """Return whether a password is right."""
        return stored_hash == f"hashed {password}"


async def _stop(room: Room) -> None:
    """Stop a room at once, whatever it is doing."""
    tasks = (*room._tasks.values(), *room._updates)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    room.passwords.close()
