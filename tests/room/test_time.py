"""TIME-1, SEC-8: pace runs on monotonic time and belongs to the round; seats are not held."""

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
from pitboss.room.people.account_service import GRANT_INTERVAL
from pitboss.room.people.accounts import Account, AccountRole, money_account
from pitboss.room.room import Room
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import TimeLimits
from pitboss.room.viewers import Hub, Watcher
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Phase
from pitboss.table import commands as c
from tests.room.http.houses import fast
from tests.room.reports.played import KEY, WAGERS, Pit
from tests.room.simulator.environment import SimLoop, run_simulated
from tests.room.simulator.faulty_disk import DiskContents, FaultyDisk

STUD, CCP = "stud-235", "criss-cross"
PACE = TimeLimits()


class Night:
    """A room on made-up time, whose disk does what it should."""

    def __init__(self, loop: SimLoop, kept: DiskContents | None = None) -> None:
        self.loop, self.kept = loop, kept or DiskContents()
        self.disk = FaultyDisk(self.kept, SeededRandom(b"time", "disk"), Counter(), faulty=False)
        self.room = Room(
            self.disk, SeedVault(KEY), loop.clock, passwords=fast(), monotonic=loop.time
        )
        self.people: dict[str, Account] = {}

    async def comes(self, *names: str) -> None:
        for name in names:
            self.people[name] = await self.room.account_service.open_account(
                name, AccountRole.PLAYER
            )

    async def found(self, table: str = STUD, game: str = STUD, pace: TimeLimits = PACE) -> Hub:
        return await self.room.create_table(table, "Table", game, TableSettings(pace=pace))

    async def say(self, name: str, command: c.Command, table: str = STUD) -> None:
        await self.room.execute(self.people[name], table, command)

    async def sits(self, name: str, seat: int, table: str = STUD, chips: int = 100_00) -> None:
        await self.say(name, c.TakeSeat(seat), table)
        await self.say(name, c.BuyIn(chips), table)

    def watches(self, name: str, table: str = STUD) -> Watcher:
        return self.room.watch(self.people[name], table)

    def closes(self, name: str, watcher: Watcher) -> None:
        self.room.unwatch(self.people[name], watcher)

    async def until(self, holds: Callable[[], bool], most: float = 600) -> float:
        """Seconds until something holds."""
        start = self.loop.time()
        while not holds():
            assert self.loop.time() - start < most, "it does not come to that"
            await asyncio.sleep(0.1)
        return self.loop.time() - start

    def phase(self, table: str = STUD) -> Phase | None:
        round_ = self.room.hub(table).actor.committed_state.round
        return round_.phase if round_ else None

    def asked(self, table: str = STUD) -> int | None:
        state = self.room.hub(table).actor.committed_state
        return state.round.turn if state.round and state.has_open_round else None


def on_made_up_time(work: Callable[[Night], Awaitable[Any]]) -> None:
    loop = SimLoop()

    async def lived() -> None:
        night = Night(loop)
        await night.room.start()
        try:
            await work(night)
        finally:
            await night.room.close()

    run_simulated(lived(), loop)


async def _bet(night: Night, *more: str) -> None:
    """Ann and others sit down and are there; only Ann bets."""
    await night.found()
    await night.comes("Ann", *more)
    for seat, name in enumerate(("Ann", *more), 1):
        await night.sits(name, seat)
        night.watches(name)
    await night.until(lambda: night.phase() is Phase.BETTING)
    await night.say("Ann", c.PlaceWagers(1, WAGERS[STUD], round=1))


def test_time_1_nobody_keeps_the_bets_open() -> None:
    """A guest who buys and sells chips, sits down and leaves: the bets close in time."""

    async def work(night: Night) -> None:
        await _bet(night)
        await night.comes("Eve")

        async def fidgets() -> None:
            while True:
                await night.say("Eve", c.TakeSeat(4))
                await night.say("Eve", c.BuyIn(1_00))
                await asyncio.sleep(1)
                await night.say("Eve", c.CashOut(1_00))
                await night.say("Eve", c.Leave(4))
                await asyncio.sleep(1)

        eve = asyncio.create_task(fidgets())
        took = await night.until(lambda: night.phase() is not Phase.BETTING)
        assert not eve.done()
        eve.cancel()
        assert took < PACE.bets + 1

    on_made_up_time(work)


def test_time_1_chips_bought_do_not_begin_the_last_seconds_anew() -> None:
    async def work(night: Night) -> None:
        await _bet(night, "Eve")
        await night.say("Eve", c.PlaceWagers(2, WAGERS[STUD], round=1))
        start = night.loop.time()
        while night.phase() is Phase.BETTING:
            await night.say("Eve", c.BuyIn(1_00))
            await asyncio.sleep(2)
            assert night.loop.time() - start < PACE.settles_down + 2

    on_made_up_time(work)


@pytest.mark.parametrize("jump", [60.0, 86400.0, -3600.0, -86400.0])
def test_time_1_the_wall_clock_moves_no_timer(jump: float) -> None:
    async def work(night: Night) -> None:
        await _bet(night)
        await night.until(lambda: night.asked() == 1)
        night.loop.shift_clock(jump)
        took = await night.until(lambda: night.asked() is None)
        assert PACE.answers - 1 < took < PACE.answers + 1
        times = [entry.at for entry in night.kept.entries[STUD]]
        assert times == sorted(times)
        await night.comes("Eve")
        office = [entry.at for entry in night.kept.entries["office"]]
        assert office == sorted(office)

    on_made_up_time(work)


def test_time_1_a_pause_of_the_program_costs_nobody_time() -> None:
    """Nobody can answer while the whole program sleeps."""

    async def work(night: Night) -> None:
        await _bet(night)
        await night.until(lambda: night.asked() == 1)
        await asyncio.sleep(10)
        night.loop.pause(120)
        took = await night.until(lambda: night.asked() is None)
        assert PACE.answers - 13 < took < PACE.answers - 7

    on_made_up_time(work)


def test_time_1_a_full_disk_costs_nobody_time() -> None:
    """Who could not answer because nothing could be written is not folded for it."""

    async def work(night: Night) -> None:
        await _bet(night)
        await night.until(lambda: night.asked() == 1)
        await asyncio.sleep(PACE.answers - 10)
        night.disk.is_full = True
        with pytest.raises(Failed, match="the disk is full"):
            await night.say("Ann", c.Decide(1, "check", "raise_three", round=1))
        await asyncio.sleep(20)
        assert night.asked() == 1
        night.disk.is_full = False
        took = await night.until(lambda: night.asked() is None)
        assert 10 < took < PACE.answers + 1

    on_made_up_time(work)


def test_time_1_a_restart_begins_the_running_timer_anew() -> None:
    """What was promised is never cut short: whoever was asked has all the time again."""
    loop = SimLoop()

    async def lived() -> None:
        night = Night(loop)
        await night.room.start()
        await _bet(night)
        await night.until(lambda: night.asked() == 1)
        await asyncio.sleep(PACE.answers - 5)
        await night.room.close()
        loop.shift_clock(3600)
        later = Night(loop, night.kept)
        await later.room.start()
        later.people = night.people
        await later.until(lambda: later.asked() == 1)
        later.watches("Ann")
        took = await later.until(lambda: later.asked() is None)
        assert PACE.answers - 1 < took < PACE.answers + 1
        await later.room.close()

    run_simulated(lived(), loop)


# Seats


def test_sec_8_a_seat_is_free_a_minute_after_its_page_was_closed() -> None:
    async def work(night: Night) -> None:
        hub = await night.found()
        await night.comes("Ann", "Bob")
        await night.sits("Ann", 1)
        await night.sits("Bob", 2)
        ann = night.watches("Ann")
        night.watches("Bob")
        await asyncio.sleep(200)
        assert set(hub.actor.committed_state.seats) == {1, 2}
        night.closes("Ann", ann)
        took = await night.until(lambda: 1 not in hub.actor.committed_state.seats)
        assert PACE.gone - 1 < took < PACE.gone + 1
        assert night.kept.balances[money_account("Ann")] == night.room.settings.play_chips
        assert set(hub.actor.committed_state.seats) == {2}

    on_made_up_time(work)


def test_sec_8_a_page_that_comes_back_in_time_keeps_its_seat() -> None:
    async def work(night: Night) -> None:
        hub = await night.found()
        await night.comes("Ann")
        await night.sits("Ann", 1)
        for _ in range(5):
            ann = night.watches("Ann")
            await asyncio.sleep(10)
            night.closes("Ann", ann)
            await asyncio.sleep(PACE.gone - 5)
        assert set(hub.actor.committed_state.seats) == {1}

    on_made_up_time(work)


def test_sec_8_refused_requests_hold_no_seat() -> None:
    async def work(night: Night) -> None:
        hub = await night.found()
        await night.comes("Ann")
        await night.sits("Ann", 1)

        async def nags() -> None:
            while True:
                with pytest.raises(Refused):
                    await night.say("Ann", c.Leave(5))
                await asyncio.sleep(5)

        ann = asyncio.create_task(nags())
        took = await night.until(lambda: not hub.actor.committed_state.seats)
        assert not ann.done()
        ann.cancel()
        assert took < PACE.gone + 1

    on_made_up_time(work)


def test_sec_8_a_page_that_is_merely_open_does_not_hold_a_seat_for_ever() -> None:
    """Buying a chip now and then is no play, either."""

    async def work(night: Night) -> None:
        hub = await night.found()
        await night.comes("Ann")
        await night.sits("Ann", 1)
        night.watches("Ann")

        async def buys() -> None:
            while True:
                await asyncio.sleep(100)
                await night.say("Ann", c.BuyIn(1_00))

        ann = asyncio.create_task(buys())
        took = await night.until(lambda: not hub.actor.committed_state.seats, 2000)
        assert not ann.done()
        ann.cancel()
        assert PACE.idle - 1 < took < PACE.idle + 1

    on_made_up_time(work)


def test_sec_8_who_signs_out_frees_the_seat() -> None:
    async def work(night: Night) -> None:
        hub = await night.found()
        await night.comes("Ann")
        await night.sits("Ann", 1)
        one, other = night.watches("Ann"), night.watches("Ann")
        night.closes("Ann", one)
        night.room.sign_out(night.people["Ann"])
        await asyncio.sleep(5)
        assert set(hub.actor.committed_state.seats) == {1}, "another page is open"
        night.closes("Ann", other)
        night.room.sign_out(night.people["Ann"])
        assert await night.until(lambda: not hub.actor.committed_state.seats) < 2

    on_made_up_time(work)


def test_sec_8_a_hundred_guests_come_and_go() -> None:
    """They join, some of them bet, and all close their tabs: within two minutes nobody is left."""

    async def work(night: Night) -> None:
        names = [f"Guest {at}" for at in range(100)]
        await night.comes(*names)
        places = [(f"table-{at // 6}", 1 + at % 6, name) for at, name in enumerate(names)]
        games = [*GAMES]
        for at, table in enumerate(dict.fromkeys(table for table, _, _ in places)):
            await night.found(table, games[at % len(games)])
        pages = {}
        for table, seat, name in places:
            await night.sits(name, seat, table)
            pages[name] = night.watches(name, table)
        await asyncio.sleep(PACE.opens + 2)
        for table, seat, name in places:
            rules = night.room.hub(table).actor.committed_state.rules
            assert rules is not None
            wagers = {wager.key: rules.table.minimum for wager in rules.required}
            if seat < 6:
                await night.say(name, c.PlaceWagers(seat, wagers, round=1), table)
        for name, page in pages.items():
            night.closes(name, page)
        took = await night.until(
            lambda: not any(h.actor.committed_state.seats for h in hubs(night)), 121
        )
        print(f"\nall seats free after {took:.0f} s")
        balances = night.kept.balances
        assert not [a for a, cents in balances.items() if cents and "stack:" in a]
        chips, some = night.room.settings.play_chips, 100 * night.room.settings.play_chips
        left = sum(balances[money_account(name)] for name in names)
        assert left < some, "who walks off loses by the rules"
        assert all(balances[money_account(name)] == chips for _, seat, name in places if seat == 6)
        assert sum(balances.values()) == 0

    on_made_up_time(work)


def hubs(night: Night) -> list[Hub]:
    return [*night.room.hubs.values()]


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_time_1_play_chips_do_not_wait_for_the_wall_clock(jump: float) -> None:
    """Who had chips waits two minutes for more: neither an hour, nor no time at all."""

    async def work(night: Night) -> None:
        await night.comes("Ann")
        ann = night.people["Ann"]
        night.kept.balances[money_account("Ann")] = 0
        await night.room.account_service.grant_chips(ann)
        night.kept.balances[money_account("Ann")] = 0
        night.loop.shift_clock(jump)
        with pytest.raises(Refused, match="a moment ago"):
            await night.room.account_service.grant_chips(ann)
        await asyncio.sleep(GRANT_INTERVAL)
        assert await night.room.account_service.grant_chips(ann) == night.room.settings.play_chips

    on_made_up_time(work)


async def test_time_at_a_table_does_not_run_back_over_a_restart(tmp_path: Path) -> None:
    pit = await Pit(tmp_path).open(STUD)
    await pit.play(STUD, 2)
    before = [entry.at async for some in pit.store.entries(STUD, 0) for entry in some]
    await pit.room.close()
    pit = Pit(tmp_path)  # whose clock begins as early as the first one did
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
