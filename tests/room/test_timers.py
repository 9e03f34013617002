"""TIME-1, SEC-8: timers run on monotonic time per round, and seats cannot be hoarded."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.room.audit.auditor import audit
from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.people.account_service import GRANT_INTERVAL
from pitboss.room.people.accounts import Account, AccountRole, money_account
from pitboss.room.room import CLEANUP_INTERVAL, Room
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits
from pitboss.room.viewers import Hub, Watcher
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Phase
from pitboss.table import commands as c
from tests.room.http.in_process_room import fast_passwords
from tests.room.reports.two_day_room import KEY, WAGERS, PlayedRoom
from tests.room.simulator.environment import SimLoop, run_simulated
from tests.room.simulator.faulty_disk import DiskContents, FaultyDisk

STUD, CCP = "stud-235", "criss-cross"
PACE = TimeLimits()


class SimulatedRoom:
    """A room on simulated time, whose disk works."""

    def __init__(self, loop: SimLoop, contents: DiskContents | None = None) -> None:
        self.loop, self.contents = loop, contents or DiskContents()
        self.disk = FaultyDisk(
            self.contents, SeededRandom(b"time", "disk"), Counter(), faulty=False
        )
        self.room = Room(
            self.disk, SeedVault(KEY), loop.clock, passwords=fast_passwords(), monotonic=loop.time
        )
        self.people: dict[str, Account] = {}

    async def open_accounts(self, *names: str) -> None:
        for name in names:
            self.people[name] = await self.room.account_service.open_account(
                name, AccountRole.PLAYER
            )

    async def create_table(
        self, table: str = STUD, game: str = STUD, pace: TimeLimits = PACE
    ) -> Hub:
        return await self.room.create_table(table, "Table", game, TableSettings(pace=pace))

    async def execute(self, name: str, command: c.Command, table: str = STUD) -> None:
        await self.room.execute(self.people[name], table, command)

    async def sit_down(self, name: str, seat: int, table: str = STUD, chips: int = 100_00) -> None:
        await self.execute(name, c.TakeSeat(seat), table)
        await self.execute(name, c.BuyIn(chips), table)

    def watch(self, name: str, table: str = STUD) -> Watcher:
        return self.room.watch(self.people[name], table)

    def unwatch(self, name: str, watcher: Watcher) -> None:
        self.room.unwatch(self.people[name], watcher)

    async def wait_until(self, holds: Callable[[], bool], most: float = 600) -> float:
        """Wait until a condition holds; return how many seconds it took."""
        start = self.loop.time()
        while not holds():
            assert self.loop.time() - start < most, "it does not come to that"
            await asyncio.sleep(0.1)
        return self.loop.time() - start

    def phase(self, table: str = STUD) -> Phase | None:
        round_ = self.room.hub(table).actor.committed_state.round
        return round_.phase if round_ else None

    def seat_to_act(self, table: str = STUD) -> int | None:
        state = self.room.hub(table).actor.committed_state
        return state.round.turn if state.round and state.has_open_round else None


def run_in_simulated_time(work: Callable[[SimulatedRoom], Awaitable[Any]]) -> None:
    loop = SimLoop()

    async def run_night() -> None:
        night = SimulatedRoom(loop)
        await night.room.start()
        try:
            await work(night)
        finally:
            await night.room.close()

    run_simulated(run_night(), loop)


async def _bet(night: SimulatedRoom, *more: str) -> None:
    """Seat Ann and others, all connected; have only Ann bet."""
    await night.create_table()
    await night.open_accounts("Ann", *more)
    for seat, name in enumerate(("Ann", *more), 1):
        await night.sit_down(name, seat)
        night.watch(name)
    await night.wait_until(lambda: night.phase() is Phase.BETTING)
    await night.execute("Ann", c.PlaceWagers(1, WAGERS[STUD], round=1))


def test_time_1_nobody_keeps_the_bets_open() -> None:
    """A guest buys and sells chips, sits down and leaves, but the bets close in time."""

    async def work(night: SimulatedRoom) -> None:
        await _bet(night)
        await night.open_accounts("Eve")

        async def fidgets() -> None:
            while True:
                await night.execute("Eve", c.TakeSeat(4))
                await night.execute("Eve", c.BuyIn(1_00))
                await asyncio.sleep(1)
                await night.execute("Eve", c.CashOut(1_00))
                await night.execute("Eve", c.Leave(4))
                await asyncio.sleep(1)

        eve = asyncio.create_task(fidgets())
        took = await night.wait_until(lambda: night.phase() is not Phase.BETTING)
        assert not eve.done()
        eve.cancel()
        assert took < PACE.bets + 1

    run_in_simulated_time(work)


def test_time_1_buying_chips_does_not_extend_the_last_seconds() -> None:
    async def work(night: SimulatedRoom) -> None:
        await _bet(night, "Eve")
        await night.execute("Eve", c.PlaceWagers(2, WAGERS[STUD], round=1))
        start = night.loop.time()
        while night.phase() is Phase.BETTING:
            await night.execute("Eve", c.BuyIn(1_00))
            await asyncio.sleep(2)
            assert night.loop.time() - start < PACE.settles_down + 2

    run_in_simulated_time(work)


@pytest.mark.parametrize("jump", [60.0, 86400.0, -3600.0, -86400.0])
def test_time_1_the_wall_clock_moves_no_timer(jump: float) -> None:
    async def work(night: SimulatedRoom) -> None:
        await _bet(night)
        await night.wait_until(lambda: night.seat_to_act() == 1)
        night.loop.shift_clock(jump)
        took = await night.wait_until(lambda: night.seat_to_act() is None)
        assert PACE.answers - 1 < took < PACE.answers + 1
        times = [entry.at for entry in night.contents.entries[STUD]]
        assert times == sorted(times)
        await night.open_accounts("Eve")
        office = [entry.at for entry in night.contents.entries["office"]]
        assert office == sorted(office)

    run_in_simulated_time(work)


def test_time_1_a_pause_of_the_program_costs_nobody_any_time() -> None:
    """Nobody can decide while the whole program is suspended."""

    async def work(night: SimulatedRoom) -> None:
        await _bet(night)
        await night.wait_until(lambda: night.seat_to_act() == 1)
        await asyncio.sleep(10)
        night.loop.pause(120)
        took = await night.wait_until(lambda: night.seat_to_act() is None)
        assert PACE.answers - 13 < took < PACE.answers - 7

    run_in_simulated_time(work)


def test_time_1_a_full_disk_costs_nobody_any_time() -> None:
    """Players who could not decide because nothing could be written are not folded."""

    async def work(night: SimulatedRoom) -> None:
        await _bet(night)
        await night.wait_until(lambda: night.seat_to_act() == 1)
        await asyncio.sleep(PACE.answers - 10)
        night.disk.is_full = True
        with pytest.raises(Failed, match="the disk is full"):
            await night.execute("Ann", c.Decide(1, "check", "raise_three", round=1))
        await asyncio.sleep(20)
        assert night.seat_to_act() == 1
        night.disk.is_full = False
        took = await night.wait_until(lambda: night.seat_to_act() is None)
        assert 10 < took < PACE.answers + 1

    run_in_simulated_time(work)


def test_time_1_a_restart_starts_the_running_timer_over() -> None:
    """A promised time is never cut short: the player to act has the full time again."""
    loop = SimLoop()

    async def run_night() -> None:
        night = SimulatedRoom(loop)
        await night.room.start()
        await _bet(night)
        await night.wait_until(lambda: night.seat_to_act() == 1)
        await asyncio.sleep(PACE.answers - 5)
        await night.room.close()
        loop.shift_clock(3600)
        later = SimulatedRoom(loop, night.contents)
        await later.room.start()
        later.people = night.people
        await later.wait_until(lambda: later.seat_to_act() == 1)
        later.watch("Ann")
        took = await later.wait_until(lambda: later.seat_to_act() is None)
        assert PACE.answers - 1 < took < PACE.answers + 1
        await later.room.close()

    run_simulated(run_night(), loop)


# Seats


def test_sec_8_a_seat_is_free_a_minute_after_its_page_was_closed() -> None:
    async def work(night: SimulatedRoom) -> None:
        hub = await night.create_table()
        await night.open_accounts("Ann", "Bob")
        await night.sit_down("Ann", 1)
        await night.sit_down("Bob", 2)
        ann = night.watch("Ann")
        night.watch("Bob")
        await asyncio.sleep(200)
        assert set(hub.actor.committed_state.seats) == {1, 2}
        night.unwatch("Ann", ann)
        took = await night.wait_until(lambda: 1 not in hub.actor.committed_state.seats)
        assert PACE.gone - 1 < took < PACE.gone + 1
        assert night.contents.balances[money_account("Ann")] == night.room.settings.play_chips
        assert set(hub.actor.committed_state.seats) == {2}

    run_in_simulated_time(work)


def test_sec_8_a_page_that_comes_back_in_time_keeps_its_seat() -> None:
    async def work(night: SimulatedRoom) -> None:
        hub = await night.create_table()
        await night.open_accounts("Ann")
        await night.sit_down("Ann", 1)
        for _ in range(5):
            ann = night.watch("Ann")
            await asyncio.sleep(10)
            night.unwatch("Ann", ann)
            await asyncio.sleep(PACE.gone - 5)
        assert set(hub.actor.committed_state.seats) == {1}

    run_in_simulated_time(work)


def test_sec_8_refused_requests_hold_no_seat() -> None:
    async def work(night: SimulatedRoom) -> None:
        hub = await night.create_table()
        await night.open_accounts("Ann")
        await night.sit_down("Ann", 1)

        async def nags() -> None:
            while True:
                with pytest.raises(Refused):
                    await night.execute("Ann", c.Leave(5))
                await asyncio.sleep(5)

        ann = asyncio.create_task(nags())
        took = await night.wait_until(lambda: not hub.actor.committed_state.seats)
        assert not ann.done()
        ann.cancel()
        assert took < PACE.gone + 1

    run_in_simulated_time(work)


def test_sec_8_a_page_that_is_only_open_does_not_hold_a_seat_forever() -> None:
    """Buying a chip now and then does not count as play."""

    async def work(night: SimulatedRoom) -> None:
        hub = await night.create_table()
        await night.open_accounts("Ann")
        await night.sit_down("Ann", 1)
        night.watch("Ann")

        async def buys() -> None:
            while True:
                await asyncio.sleep(100)
                await night.execute("Ann", c.BuyIn(1_00))

        ann = asyncio.create_task(buys())
        took = await night.wait_until(lambda: not hub.actor.committed_state.seats, 2000)
        assert not ann.done()
        ann.cancel()
        assert PACE.idle - 1 < took < PACE.idle + 1

    run_in_simulated_time(work)


def test_sec_8_signing_out_frees_the_seat() -> None:
    async def work(night: SimulatedRoom) -> None:
        hub = await night.create_table()
        await night.open_accounts("Ann")
        await night.sit_down("Ann", 1)
        one, other = night.watch("Ann"), night.watch("Ann")
        night.unwatch("Ann", one)
        night.room.sign_out(night.people["Ann"])
        await asyncio.sleep(5)
        assert set(hub.actor.committed_state.seats) == {1}, "another page is open"
        night.unwatch("Ann", other)
        night.room.sign_out(night.people["Ann"])
        assert await night.wait_until(lambda: not hub.actor.committed_state.seats) < 2

    run_in_simulated_time(work)


def test_sec_8_a_hundred_guests_come_and_go() -> None:
    """They join, some of them bet, and all close their tabs: all are gone within two minutes."""

    async def work(night: SimulatedRoom) -> None:
        names = [f"Guest {at}" for at in range(100)]
        await night.open_accounts(*names)
        places = [(f"table-{at // 6}", 1 + at % 6, name) for at, name in enumerate(names)]
        games = [*GAMES]
        for at, table in enumerate(dict.fromkeys(table for table, _, _ in places)):
            await night.create_table(table, games[at % len(games)])
        pages = {}
        for table, seat, name in places:
            await night.sit_down(name, seat, table)
            pages[name] = night.watch(name, table)
        await asyncio.sleep(PACE.opens + 2)
        for table, seat, name in places:
            rules = night.room.hub(table).actor.committed_state.rules
            assert rules is not None
            wagers = {wager.key: rules.table.minimum for wager in rules.required}
            if seat < 6:
                await night.execute(name, c.PlaceWagers(seat, wagers, round=1), table)
        for name, page in pages.items():
            night.unwatch(name, page)
        took = await night.wait_until(
            lambda: not any(h.actor.committed_state.seats for h in hubs(night)), 121
        )
        print(f"\nall seats free after {took:.0f} s")
        balances = night.contents.balances
        assert not [a for a, cents in balances.items() if cents and "stack:" in a]
        chips = night.room.settings.play_chips
        fewer = sum(balances[money_account(name)] < chips for name in names)
        assert fewer > 50, "who walks off loses by the rules, unless wagers stand and win"
        assert all(balances[money_account(name)] == chips for _, seat, name in places if seat == 6)
        assert sum(balances.values()) == 0

    run_in_simulated_time(work)


def hubs(night: SimulatedRoom) -> list[Hub]:
    return [*night.room.hubs.values()]


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_time_1_play_chips_do_not_wait_for_the_wall_clock(jump: float) -> None:
    """A player who had chips waits two minutes for more, whatever the wall clock does."""

    async def work(night: SimulatedRoom) -> None:
        await night.open_accounts("Ann")
        ann = night.people["Ann"]
        night.contents.balances[money_account("Ann")] = 0
        await night.room.account_service.grant_chips(ann)
        night.contents.balances[money_account("Ann")] = 0
        night.loop.shift_clock(jump)
        with pytest.raises(Refused, match="a moment ago"):
            await night.room.account_service.grant_chips(ann)
        await asyncio.sleep(GRANT_INTERVAL)
        assert await night.room.account_service.grant_chips(ann) == night.room.settings.play_chips

    run_in_simulated_time(work)


async def test_table_time_does_not_decrease_over_a_restart(tmp_path: Path) -> None:
    pit = await PlayedRoom(tmp_path).open(STUD)
    await pit.play(STUD, 2)
    before = [entry.at async for some in pit.store.entries(STUD, 0) for entry in some]
    await pit.room.close()
    pit = PlayedRoom(tmp_path)  # whose clock starts as early as the first one's
    await pit.room.start()
    pit.guests = {item.name: item for item in await pit.room.account_service.accounts()}
    assert pit.clock.at.isoformat() < before[-1]
    await pit.play(STUD, 2)
    times = [entry.at async for some in pit.store.entries(STUD, 0) for entry in some]
    assert times == sorted(times)
    assert len(times) > len(before)
    await pit.room.close()
    store = await open_read_only(file=tmp_path / DATABASE_FILE)
    result = await audit(store)
    await store.close()
    assert (result.findings, result.rounds) == ((), 4)


def test_time_1_viewers_of_a_silent_node_keep_their_seats() -> None:
    """Viewers at another node count as present until that node's last report."""

    async def work(night: SimulatedRoom) -> None:
        await night.create_table()
        await night.open_accounts("Ann", "Bob")
        await night.sit_down("Ann", 1)
        await night.sit_down("Bob", 2)
        night.watch("Bob")
        actor = night.room.hub(STUD).writer
        for _ in range(int(2 * PACE.gone)):
            actor.report_remote_viewers("another node", frozenset({"Ann"}))
            await asyncio.sleep(1)
        for _ in range(int(PACE.gone / 2)):
            await night.execute("Bob", c.BuyIn(1_00))
            await asyncio.sleep(1)
        assert actor.committed_state.seats == {1: "Ann", 2: "Bob"}
        await night.wait_until(lambda: actor.committed_state.seats == {2: "Bob"}, 2 * PACE.gone)

    run_in_simulated_time(work)


def test_node_1_a_cleanup_continues_after_another_node_led(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[float] = []

    async def work(night: SimulatedRoom) -> None:
        async def clean_up() -> bool:
            attempts.append(night.loop.time())
            raise OwnershipLost

        monkeypatch.setattr(night.room, "clean_up", clean_up)
        await asyncio.sleep(3 * CLEANUP_INTERVAL)

    run_in_simulated_time(work)
    assert len(attempts) >= 3
