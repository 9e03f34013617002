"""Players of a simulated room, and hostile players and staff who attempt forbidden actions.

Each remembers what was acknowledged, so that none of it may be missing afterward. Any request of a
hostile one that is granted and should not be is a fault of the night.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from pitboss.client.client import merge
from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.people.accounts import Account
from pitboss.room.requests import Ack
from pitboss.room.store.interface import CommitUncertain, StoreUnavailable
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import commands as c
from pitboss.table.commands import Command
from pitboss.table.state import open_street
from tests.room.simulator.environment import ResponseLost
from tests.room.simulator.observers import SeenView, canonical_json

if TYPE_CHECKING:
    from tests.room.simulator.world import World


MAX_TRIES: Final = 60
BUY_IN: Final = 300_00


class SimulatedPlayer:
    """A player who takes a seat and plays."""

    def __init__(
        self, world: "World", account: Account, chance: SeededRandom, device: str = ""
    ) -> None:
        self._world, self.account, self._chance = world, account, chance
        self._client = f"{account.key}{device}"
        """Several devices may be signed in to one account."""
        self.requests: dict[tuple[str, str], Command] = {}
        """The commands that were sent, by table and key."""
        self.acks: dict[tuple[str, str], int] = {}
        """The acknowledged versions, by table and key."""
        self._keys = 0
        self.last_views: dict[str, tuple[int, dict[str, object]]] = {}
        """The last view of each table."""

    def pick(self, names: Sequence[str]) -> str:
        """Return one of some names, as this player chooses."""
        return self._chance.pick(names)

    async def play(self) -> None:
        """Join and leave tables until the night is over."""
        world, chance = self._world, self._chance
        while not world.is_over:
            await asyncio.sleep(chance.uniform(0, 20))
            table = chance.pick(world.tables)
            seat = 1 + chance.below(6)
            if await self.execute(table, c.TakeSeat(seat)) is None:
                continue
            await self.execute(table, c.BuyIn(BUY_IN))
            for _ in range(chance.below(6)):
                await self._round(table, seat)
            await self.execute(table, c.Leave(seat))

    async def _round(self, table: str, seat: int) -> None:
        """Place wagers, and make every decision of the round."""
        world, chance = self._world, self._chance
        for _ in range(40):
            if world.is_over:
                return
            await asyncio.sleep(chance.uniform(0.5, 4))
            await self.watch(table)
            if not world.is_up:
                continue
            state = world.committed_state(table)
            round_, rules = state.round, state.rules
            if round_ is None or rules is None or not state.has_open_round:
                continue
            if round_.phase.value == "bets are open" and seat not in round_.wagers:
                wagers = {wager.key: rules.table.minimum for wager in rules.required}
                for side in rules.sides:
                    if chance.one_in(3):
                        wagers[side.key] = side.minimum
                await self.execute(table, c.PlaceWagers(seat, wagers, round=round_.number))
                if chance.one_in(3):
                    await self.execute(
                        table, c.AddEntropy(str(chance.below(1000)), round=round_.number)
                    )
                if chance.one_in(10):
                    await self.execute(table, c.TakeBack(seat, round=round_.number))
            elif round_.turn == seat and (street := open_street(rules, round_)):
                if chance.one_in(12):
                    return  # leaves without a notice
                answer = chance.pick(tuple(street.choices))
                decide = c.Decide(seat, answer, street.name, round=round_.number)
                await self.execute(table, decide)
            elif seat in round_.settled:
                return

    async def execute(self, table: str, command: Command) -> Ack | None:
        """Send a command until there is a response; return None if it is refused or none comes."""
        self._keys += 1
        key = f"{self._client} {self._keys}"
        self.requests[table, key] = command
        ack = await self._try_execute(table, command, key)
        if ack is not None:
            self.acks[table, key] = ack.version
            self._world.view_log.acknowledge(table, ack.version)
        return ack

    async def _try_execute(self, table: str, command: Command, key: str) -> Ack | None:
        for _ in range(MAX_TRIES):
            try:
                return await self._world.network.send(lambda: self._request(table, command, key))
            except Refused:
                return None
            except (ResponseLost, Failed, StoreUnavailable, CommitUncertain):
                self._world.coverage["asked again"] += 1
                await asyncio.sleep(self._chance.uniform(0.1, 2))
        return None

    async def _request(self, table: str, command: Command, key: str) -> Ack:
        return await self._world.execute(self, table, command, key)

    async def watch(self, table: str) -> None:
        """Watch for a moment, starting from the last view, and apply changes as a page does."""
        world = self._world
        place = world.place_of(self)
        least = None if place is None else await world.wait_until_loaded(place, table)
        if place is None or least is None:
            return
        room, client = place.room, f"{self._client}{place.label}"
        if self._chance.one_in(5):
            view_then = room.view(self.account, table)
            if isinstance(view_then.version, int):
                world.view_log.check_version(
                    f"{client}, without a socket", table, view_then.version, least
                )
        version, view = self.last_views.get(table, (-1, {}))
        watcher = room.watch(self.account, table, version if version >= 0 else None)
        frames: list[bytes] = []
        try:
            async with asyncio.timeout(1):
                frames = await watcher.frames()
        except TimeoutError:
            pass  # no change
        finally:
            room.unwatch(self.account, watcher)
        own = None
        for frame in frames:
            message = msgspec.json.decode(frame)
            world.frames[message["type"]] += 1
            if message["type"] == "view":
                view = message["view"]
            else:
                assert_same(message["since"], version)
                merge(view, message["patch"])
            version = message["version"]
            own = message.get("own")
        self.last_views[table] = version, view
        if (frames or not place.label) and world.is_current(place):
            world.view_log.check_version(client, table, version, least)
        if frames:
            own_json = canonical_json(own) if own is not None else None
            world.view_log.record(
                table, version, SeenView(self.account.person, canonical_json(view), own_json)
            )


PASSWORD: Final = "a horse in a lift"  # noqa: S105


class LastingGuest(SimulatedPlayer):
    """A guest who makes the account permanent during the night, and plays on."""

    async def play(self) -> None:
        """Play until the night is over."""
        keeping = asyncio.ensure_future(self._keep_account())
        await super().play()
        await keeping

    async def _keep_account(self) -> None:
        """Send the request under one key until there is a response."""
        await asyncio.sleep(self._chance.uniform(0, 120))
        key = f"nobody guesses the key of {self._client}"
        while not self._world.is_over:
            try:
                account, token = await self._world.network.send(lambda: self._choose_password(key))
            except (ResponseLost, Failed, StoreUnavailable, CommitUncertain):
                self._world.coverage["asked again to keep an account"] += 1
                await asyncio.sleep(self._chance.uniform(0.1, 2))
            else:
                self._world.coverage["a guest kept the account"] += 1
                self._world.kept_accounts.add(account.key)
                self._world.sign_in(self, token)
                return

    async def _choose_password(self, key: str) -> tuple[Account, str]:
        return await self._world.ask_leader(
            self,
            lambda room, account: room.account_service.sign_up_guest(account, PASSWORD, key=key),
        )


def assert_same(one: object, other: object) -> None:
    """Raise `AssertionError` unless both values are equal."""
    if one != other:
        raise AssertionError(f"{one} is not {other}")


CHIP: Final = 1_00
MAX_EXTRA_HOLD: Final = 10.0
"""Seconds that a failing disk may hold a seat longer than its time limit."""


class Attacker(SimulatedPlayer):
    """A player who attacks the table in one way after another."""

    async def play(self) -> None:
        """Attack until the night is over."""
        while not self._world.is_over:
            await asyncio.sleep(self._chance.uniform(0, 10))
            table = self._chance.pick(self._world.tables)
            attack = self._chance.pick(ATTACKS)
            self._world.coverage[f"attack: {attack.__name__.replace('_', ' ')}"] += 1
            await attack(self, table)

    async def sit(self, table: str) -> int:
        """Take any free seat and buy chips; return 0 if there is none."""
        for seat in (3, 5, 1, 6, 2, 4):
            if await self.execute(table, c.TakeSeat(seat)):
                await self.execute(table, c.BuyIn(BUY_IN))
                return seat
        return 0

    async def bet(self, table: str, seat: int) -> int:
        """Place wagers at the next opportunity; return the round's number, or 0."""
        for _ in range(20):
            state = self._world.committed_state(table) if self._world.is_up else None
            round_ = state.round if state else None
            if state and round_ and state.rules and round_.phase.value == "bets are open":
                required = {wager.key: state.rules.table.minimum for wager in state.rules.required}
                if await self.execute(table, c.PlaceWagers(seat, required, round=round_.number)):
                    return round_.number
            await asyncio.sleep(1)
        return 0

    async def must_fail(self, table: str, command: c.Command, why: str) -> None:
        """Send a command that must be refused."""
        if await self.execute(table, command):
            self._world.faults.append(f"{table}: {self.account.name} was granted {why}")

    async def execute_once(self, table: str, command: c.Command, key: str) -> Ack | None:
        """Send a command once, under any key, without recording it."""
        try:
            return await self._request(table, command, key)
        except (Refused, ResponseLost, Failed, StoreUnavailable, CommitUncertain):
            return None

    async def leave(self, table: str, seat: int) -> None:
        """Leave the table, with or without a notice."""
        if self._chance.one_in(2):
            await self.execute(table, c.Leave(seat))

    # Attacks

    async def keep_bets_open(self, table: str) -> None:
        """Buy and sell one chip again and again, to keep the bets open."""
        if not (seat := await self.sit(table)):
            return
        await self.bet(table, seat)
        for _ in range(25):
            await self.execute(table, c.BuyIn(CHIP))
            await asyncio.sleep(self._chance.uniform(0.2, 1.5))
            await self.execute(table, c.CashOut(CHIP))
        await self.leave(table, seat)

    async def hold_seat(self, table: str) -> None:
        """Hold a seat by means of requests that are refused."""
        world = self._world
        if not (seat := await self.sit(table)) or not world.is_up:
            return
        boots, start = world.boots, world.elapsed()
        while not world.is_over:
            if await self.execute(table, c.Leave(seat % 6 + 1)):
                return  # the seat was this player's own
            await asyncio.sleep(self._chance.uniform(2, 5))
            if not self._is_undisturbed(boots):
                return
            balance = world.elapsed() - start
            mine = world.committed_state(table).seats.get(seat) == self.account.name
            if not mine:
                return
            if (
                balance > world.time_limits.gone + MAX_EXTRA_HOLD
                and not world.committed_state(table).has_open_round
            ):
                world.faults.append(
                    f"{table}: refused requests hold seat {seat} for {balance:.0f} s"
                )
                return

    def _is_undisturbed(self, boots: int) -> bool:
        """Return whether the same room is still responding, and can write."""
        return self._world.is_up and self._world.boots == boots and not self._world.disk.is_full

    async def accuse(self, table: str) -> None:
        """Try to report other players as absent, and to free their seats."""
        for seat in range(1, 7):
            await self.must_fail(table, c.WalkedOff(seat), "a report that only staff may make")
            await self.must_fail(table, c.FreeSeat(seat), "the freeing of a seat")

    async def reuse_keys(self, table: str) -> None:
        """Reuse keys for other commands."""
        keys = [key for at, key in self.acks if at == table]
        for key in keys[-5:]:
            other = c.BuyIn(12_34)
            if await self.execute_once(table, other, key) and self.requests[table, key] != other:
                self._world.faults.append(f"{table}: the key {key} was taken for something else")

    async def answer_twice(self, table: str) -> None:
        """Make two decisions on one street, at once and one after the other."""
        if not (seat := await self.sit(table)) or not (number := await self.bet(table, seat)):
            return
        for _ in range(60):
            await asyncio.sleep(0.5)
            state = self._world.committed_state(table) if self._world.is_up else None
            round_ = state.round if state else None
            if state is None or round_ is None or round_.number != number:
                continue
            if seat in round_.settled or not state.has_open_round:
                break
            street = (
                open_street(state.rules, round_) if state.rules and round_.turn == seat else None
            )
            if street is None:
                continue
            answers = [
                c.Decide(seat, choice, street.name, round=number) for choice in street.choices
            ]
            acks = await asyncio.gather(
                *(self.execute(table, item) for item in (*answers, *answers))
            )
            if sum(item is not None for item in acks) > 1:
                self._world.faults.append(f"{table}: two answers for {street.name}")
        await self.leave(table, seat)

    async def repeat_the_past(self, table: str) -> None:
        """Wager and decide in rounds that are over."""
        round_ = self._world.committed_state(table).round if self._world.is_up else None
        if round_ is None or round_.number < 2:
            return
        seat = 1 + self._chance.below(6)
        for command in (
            c.PlaceWagers(seat, {"ante": 5_00}, round=round_.number - 1),
            c.Decide(seat, "fold", round=round_.number - 1),
            c.TakeBack(seat, round=round_.number - 1),
        ):
            await self.must_fail(table, command, "something in a round that is over")

    async def use_two_devices(self, table: str) -> None:
        """Play from two devices at once, each with its own view."""
        other = Attacker(self._world, self.account, self._chance, f" {self._keys}, other device")
        self._world.guests.append(other)
        seats = await asyncio.gather(self.sit(table), other.sit(table))
        for _ in range(5):
            await asyncio.gather(self.watch(table), other.watch(table))
            await asyncio.gather(
                self.execute(table, c.BuyIn(CHIP)), other.execute(table, c.CashOut(CHIP))
            )
        for seat in seats:
            if seat:
                await self.leave(table, seat)

    async def bet_and_take_back(self, table: str) -> None:
        """Bet and take it back again and again, to keep the others waiting."""
        if not (seat := await self.sit(table)):
            return
        for _ in range(12):
            if number := await self.bet(table, seat):
                await self.execute(table, c.AddEntropy(str(self._chance.below(9)), round=number))
                await self.execute(table, c.TakeBack(seat, round=number))
        await self.leave(table, seat)

    async def leave_in_mid_round(self, table: str) -> None:
        """Wager, and leave before the end of the round."""
        if not (seat := await self.sit(table)) or not await self.bet(table, seat):
            return
        await asyncio.sleep(self._chance.uniform(0, 15))
        await self.execute(table, c.Leave(seat))


ATTACKS: Final[Sequence[Callable[[Attacker, str], Awaitable[None]]]] = (
    Attacker.keep_bets_open,
    Attacker.hold_seat,
    Attacker.accuse,
    Attacker.reuse_keys,
    Attacker.answer_twice,
    Attacker.repeat_the_past,
    Attacker.use_two_devices,
    Attacker.bet_and_take_back,
    Attacker.leave_in_mid_round,
)


class TwoAccountFloorperson(SimulatedPlayer):
    """A floorperson who tries to approve proposals with a second account."""

    def __init__(
        self, world: "World", account: Account, second: Account, chance: SeededRandom
    ) -> None:
        super().__init__(world, account, chance)
        self._second = SimulatedPlayer(world, second, chance)

    async def play(self) -> None:
        """Propose to void rounds, and try to approve that with either account."""
        world, chance = self._world, self._chance
        while not world.is_over:
            await asyncio.sleep(chance.uniform(5, 60))
            table = chance.pick(world.tables)
            state = world.committed_state(table) if world.is_up else None
            round_ = state.round if state else None
            if state is None or round_ is None:
                continue
            world.coverage["attack: approve the own proposal"] += 1
            matter = c.VoidRound(round_.number, "it did not go well")
            if not await self.execute(table, c.Propose(matter)) or not world.is_up:
                continue
            number = world.committed_state(table).proposed
            for item in (self, self._second):
                if await item.execute(table, c.Approve(number)):
                    world.faults.append(f"{table}: {item.account.name} approved the own proposal")
            await self.execute(table, c.Reject(number))


class FalseAccuser(SimulatedPlayer):
    """A dealer who reports players as absent, even at other dealers' tables."""

    async def play(self) -> None:
        """Send reports; players who are there keep playing, and must not lose their wagers."""
        world, chance = self._world, self._chance
        own, *others = world.tables
        while not world.is_over:
            await asyncio.sleep(chance.uniform(2, 20))
            world.coverage["attack: report a player who is there"] += 1
            seat = 1 + chance.below(6)
            for table in others:
                if await self.execute(table, c.WalkedOff(seat)):
                    world.faults.append(f"{table}: a dealer of another table reported somebody")
            if world.is_up and (round_ := world.committed_state(own).round):
                await self.execute(own, c.WalkedOff(round_.turn or seat, round=round_.number))


def link_accounts(one: Account, other: Account) -> tuple[Account, Account]:
    """Link two accounts that were invited one after the other and used on one device."""
    shared_fields = {"devices": ("a device",), "approved_by": "Ada"}
    return (
        replace(one, invited_by="Root", **shared_fields),
        replace(other, invited_by="Root", accepted_by=one.key, **shared_fields),
    )
