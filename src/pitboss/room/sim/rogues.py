"""Hostile players and staff of a simulated room: each tries what must not work.

Whatever is granted to them and should not be is a fault of the night.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from pitboss.refusal import Refused
from pitboss.room.asks import Failed, Told
from pitboss.room.people.accounts import Account
from pitboss.room.sim.chance import Chance
from pitboss.room.sim.guests import BUY_IN, Guest
from pitboss.room.sim.net import Lost
from pitboss.room.store.shape import Unavailable, Uncertain
from pitboss.table import commands as c
from pitboss.table.state import open_street

if TYPE_CHECKING:
    from pitboss.room.sim.world import World

CHIP: Final = 1_00
NAGS: Final = 10.0
"""Seconds that a seat may be held longer than it should, because the disk fails."""


class Rogue(Guest):
    """A player who attacks the table in one way after the other."""

    async def play(self) -> None:
        """Until the night is over."""
        while not self._world.over:
            await asyncio.sleep(self._chance.between(0, 10))
            table = self._chance.pick(self._world.tables)
            attack = self._chance.pick(ATTACKS)
            self._world.reached[f"attack: {attack.__name__.replace('_', ' ')}"] += 1
            await attack(self, table)

    async def sit(self, table: str) -> int:
        """Take any seat, with chips; 0 if there is none."""
        for seat in (3, 5, 1, 6, 2, 4):
            if await self.say(table, c.TakeSeat(seat)):
                await self.say(table, c.BuyIn(BUY_IN))
                return seat
        return 0

    async def bet(self, table: str, seat: int) -> int:
        """Wager at the next opportunity; the round, or 0."""
        for _ in range(20):
            state = self._world.shown(table) if self._world.up else None
            now = state.round if state else None
            if state and now and state.rules and now.phase.value == "bets are open":
                required = {wager.key: state.rules.table.minimum for wager in state.rules.required}
                if await self.say(table, c.PlaceWagers(seat, required, round=now.number)):
                    return now.number
            await asyncio.sleep(1)
        return 0

    async def must_fail(self, table: str, command: c.Command, why: str) -> None:
        """Ask for something that must be refused."""
        if await self.say(table, command):
            self._world.faults.append(f"{table}: {self.account.name} was granted {why}")

    async def raw(self, table: str, command: c.Command, key: str) -> Told | None:
        """Ask once, under any key; nothing is remembered."""
        try:
            return await self._asked(table, command, key)
        except (Refused, Lost, Failed, Unavailable, Uncertain):
            return None

    async def leave(self, table: str, seat: int) -> None:
        """Go, or walk off without a word."""
        if self._chance.one_in(2):
            await self.say(table, c.Leave(seat))

    # Attacks

    async def fidget(self, table: str) -> None:
        """Buy and sell one chip again and again, to keep the bets open."""
        if not (seat := await self.sit(table)):
            return
        await self.bet(table, seat)
        for _ in range(25):
            await self.say(table, c.BuyIn(CHIP))
            await asyncio.sleep(self._chance.between(0.2, 1.5))
            await self.say(table, c.CashOut(CHIP))
        await self.leave(table, seat)

    async def nag(self, table: str) -> None:
        """Hold a seat by requests that are refused."""
        world = self._world
        if not (seat := await self.sit(table)) or not world.up:
            return
        boots, start = world.boots, world.elapsed()
        while not world.over:
            if await self.say(table, c.Leave(seat % 6 + 1)):
                return  # it was the own one
            await asyncio.sleep(self._chance.between(2, 5))
            if not self._undisturbed(boots):
                return
            held = world.elapsed() - start
            mine = world.shown(table).seats.get(seat) == self.account.name
            if not mine:
                return
            if held > world.pace.gone + NAGS and not world.shown(table).running:
                world.faults.append(f"{table}: refused requests hold seat {seat} for {held:.0f} s")
                return

    def _undisturbed(self, boots: int) -> bool:
        """Whether the same room answers still, and can write."""
        return self._world.up and self._world.boots == boots and not self._world.disk.full

    async def accuse(self, table: str) -> None:
        """Say of others that they left, and free their seats."""
        for seat in range(1, 7):
            await self.must_fail(table, c.WalkedOff(seat), "a report that only staff may make")
            await self.must_fail(table, c.FreeSeat(seat), "the freeing of a seat")

    async def reuse_keys(self, table: str) -> None:
        """Use keys again for something else."""
        done = [key for at, key in self.acknowledged if at == table]
        for key in done[-5:]:
            other = c.BuyIn(12_34)
            if await self.raw(table, other, key) and self.asked[table, key] != other:
                self._world.faults.append(f"{table}: the key {key} was taken for something else")

    async def answer_twice(self, table: str) -> None:
        """Give two answers for one street, at once and one after the other."""
        if not (seat := await self.sit(table)) or not (number := await self.bet(table, seat)):
            return
        for _ in range(60):
            await asyncio.sleep(0.5)
            state = self._world.shown(table) if self._world.up else None
            now = state.round if state else None
            if state is None or now is None or now.number != number:
                continue
            if seat in now.settled or not state.running:
                break
            street = open_street(state.rules, now) if state.rules and now.turn == seat else None
            if street is None:
                continue
            answers = [c.Decide(seat, one, street.name, round=number) for one in street.choices]
            told = await asyncio.gather(*(self.say(table, one) for one in (*answers, *answers)))
            if sum(one is not None for one in told) > 1:
                self._world.faults.append(f"{table}: two answers for {street.name}")
        await self.leave(table, seat)

    async def repeat_the_past(self, table: str) -> None:
        """Wager and answer in rounds that are over."""
        now = self._world.shown(table).round if self._world.up else None
        if now is None or now.number < 2:
            return
        seat = 1 + self._chance.below(6)
        for command in (
            c.PlaceWagers(seat, {"ante": 5_00}, round=now.number - 1),
            c.Decide(seat, "fold", round=now.number - 1),
            c.TakeBack(seat, round=now.number - 1),
        ):
            await self.must_fail(table, command, "something in a round that is over")

    async def use_two_devices(self, table: str) -> None:
        """Play from two devices at once, each of which sees for itself."""
        other = Rogue(self._world, self.account, self._chance, f" {self._keys}, other device")
        self._world.guests.append(other)
        seats = await asyncio.gather(self.sit(table), other.sit(table))
        for _ in range(5):
            await asyncio.gather(self.look(table), other.look(table))
            await asyncio.gather(self.say(table, c.BuyIn(CHIP)), other.say(table, c.CashOut(CHIP)))
        for seat in seats:
            if seat:
                await self.leave(table, seat)

    async def bet_and_take_back(self, table: str) -> None:
        """Bet and take it back again and again, so that the others wait."""
        if not (seat := await self.sit(table)):
            return
        for _ in range(12):
            if number := await self.bet(table, seat):
                await self.say(table, c.AddEntropy(str(self._chance.below(9)), round=number))
                await self.say(table, c.TakeBack(seat, round=number))
        await self.leave(table, seat)

    async def leave_in_mid_round(self, table: str) -> None:
        """Wager, and leave before the end."""
        if not (seat := await self.sit(table)) or not await self.bet(table, seat):
            return
        await asyncio.sleep(self._chance.between(0, 15))
        await self.say(table, c.Leave(seat))


ATTACKS: Final[Sequence[Callable[[Rogue, str], Awaitable[None]]]] = (
    Rogue.fidget,
    Rogue.nag,
    Rogue.accuse,
    Rogue.reuse_keys,
    Rogue.answer_twice,
    Rogue.repeat_the_past,
    Rogue.use_two_devices,
    Rogue.bet_and_take_back,
    Rogue.leave_in_mid_round,
)


class TwoFaced(Guest):
    """A floorperson with a second account: what one proposes, the other approves."""

    def __init__(self, world: "World", account: Account, second: Account, chance: Chance) -> None:
        super().__init__(world, account, chance)
        self._second = Guest(world, second, chance)

    async def play(self) -> None:
        """Propose what brings money, and approve it oneself."""
        world, chance = self._world, self._chance
        while not world.over:
            await asyncio.sleep(chance.between(5, 60))
            table = chance.pick(world.tables)
            state = world.shown(table) if world.up else None
            now = state.round if state else None
            if state is None or now is None:
                continue
            world.reached["attack: approve the own proposal"] += 1
            matter = c.VoidRound(now.number, "it did not go well")
            if not await self.say(table, c.Propose(matter)) or not world.up:
                continue
            number = world.shown(table).proposed
            for one in (self, self._second):
                if await one.say(table, c.Approve(number)):
                    world.faults.append(f"{table}: {one.account.name} approved the own proposal")
            await self.say(table, c.Reject(number))


class Accuser(Guest):
    """A dealer who says of players that they left, and of tables that are not his."""

    async def play(self) -> None:
        """Whoever is there answers all the same; nobody's wagers are lost by this."""
        world, chance = self._world, self._chance
        own, *others = world.tables
        while not world.over:
            await asyncio.sleep(chance.between(2, 20))
            world.reached["attack: report a player who is there"] += 1
            seat = 1 + chance.below(6)
            for table in others:
                if await self.say(table, c.WalkedOff(seat)):
                    world.faults.append(f"{table}: a dealer of another table reported somebody")
            if world.up and (now := world.shown(own).round):
                await self.say(own, c.WalkedOff(now.turn or seat, round=now.number))


def one_person(one: Account, other: Account) -> tuple[Account, Account]:
    """Two accounts that were invited one after the other and used on one device."""
    shared = {"devices": ("a device",), "approved_by": "Ada"}
    return (
        replace(one, invited_by="Root", **shared),
        replace(other, invited_by="Root", accepted_by=one.key, **shared),
    )
