"""The house frees the seats of absent players after a while."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.room.people.accounts import AccountRole
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.stored_table import TableSettings
from pitboss.room.timers import Attendance, TimeLimits, idle_timer, next_timer
from pitboss.table import Automation, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from tests.room.reports.two_day_room import KEY, WAGERS

STUD = "stud-235"
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
PACE = TimeLimits(opens=1, gone=100)
NOW = 10_000.0
HERE = Attendance()
ANN = Person("Ann", Role.PLAYER)


def table_with_seats(*seats: int) -> Table:
    boxes = {"table": {"boxes_per_player": 3}}
    table = Table.open(STUD, boxes, clock=lambda: NOON)
    for seat in seats:
        table.execute(c.TakeSeat(seat), ANN)
    return table


def test_longest_absent_player_leaves_first() -> None:
    table = Table.open(STUD, clock=lambda: NOON)
    for seat, name in ((1, "Ann"), (3, "Bob")):
        table.execute(c.TakeSeat(seat), Person(name, Role.PLAYER))
    players = {"Ann": Attendance(NOW - 10), "Bob": Attendance(NOW - 99.5)}
    timer = idle_timer(table.state, PACE, players)
    assert timer is not None
    assert timer.command == c.FreeSeat(3)
    assert timer.remaining(NOW) == 0.5
    timer.fire(table)
    assert dict(table.state.seats) == {1: "Ann"}


def test_last_of_several_boxes_is_freed_first() -> None:
    table = table_with_seats(2, 3, 4)
    players = {"Ann": Attendance(NOW - 200)}
    for left in ({2: "Ann", 3: "Ann"}, {2: "Ann"}, {}):
        timer = idle_timer(table.state, PACE, players)
        assert timer is not None
        timer.fire(table)
        assert dict(table.state.seats) == left


def test_player_with_a_wager_keeps_the_seat() -> None:
    table = table_with_seats(1)
    table.execute(c.BuyIn(100_00), ANN)
    table.execute(c.OpenRound())
    table.execute(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    players = {"Ann": Attendance(NOW - 5000)}
    assert idle_timer(table.state, PACE, players) is None
    timer = next_timer(None, table, PACE, NOW, players)
    assert timer.command == c.NoMoreBets()


def test_bets_do_not_wait_for_absent_players() -> None:
    table = table_with_seats(1)
    table.execute(c.BuyIn(100_00), ANN)
    table.execute(c.TakeSeat(2), Person("Bob", Role.PLAYER))
    table.execute(c.OpenRound())
    table.execute(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    for ago, seconds in ((PACE.attends - 1, PACE.bets), (PACE.attends + 1, PACE.settles_down)):
        players = {"Ann": HERE, "Bob": Attendance(NOW - ago)}
        timer = next_timer(None, table, PACE, NOW, players)
        assert (timer.command, timer.remaining(NOW)) == (c.NoMoreBets(), seconds)


def test_expired_timer_keeps_its_time() -> None:
    table = table_with_seats(1)
    table.execute(c.BuyIn(100_00), ANN)
    table.execute(c.TakeSeat(2), Person("Bob", Role.PLAYER))
    table.execute(c.OpenRound())
    table.execute(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    players = {"Ann": HERE, "Bob": HERE}
    first = next_timer(None, table, PACE, NOW, players)
    late = NOW + PACE.bets + 5
    assert next_timer(first, table, PACE, late, players) == first
    assert first.remaining(late) == 0


def test_time_1_the_bets_close_in_time_whoever_comes_and_goes() -> None:
    """All have bet; a player who sits down and leaves again does not restart the first timer."""
    table = table_with_seats(1)
    table.execute(c.BuyIn(100_00), ANN)
    table.execute(c.OpenRound())
    table.execute(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    bob, players = Person("Bob", Role.PLAYER), {"Ann": HERE, "Bob": HERE}
    timer, now = next_timer(None, table, PACE, NOW, players), NOW
    assert timer.fires_at == NOW + PACE.settles_down
    while now < timer.fires_at:
        table.execute(c.TakeSeat(4), bob)
        timer = next_timer(timer, table, PACE, now, players)
        assert timer.fires_at == NOW + PACE.bets
        table.execute(c.Leave(4), bob)
        timer = next_timer(timer, table, PACE, now, players)
        assert timer.fires_at == min(now + PACE.settles_down, NOW + PACE.bets)
        now += 2
    assert now <= NOW + PACE.bets + 2


def test_time_1_absent_players_are_not_waited_for_and_get_their_full_time_on_return() -> None:
    table = table_with_seats(1)
    table.execute(c.BuyIn(100_00), ANN)
    table.execute(c.OpenRound())
    table.execute(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    table.execute(c.NoMoreBets())
    timer = next_timer(None, table, PACE, NOW, {"Ann": HERE})
    assert timer.fires_at == NOW + PACE.answers
    timer_without_ann = next_timer(
        timer, table, PACE, NOW + 1, {"Ann": Attendance(NOW - PACE.gone + 5)}
    )
    assert (timer_without_ann.command, timer_without_ann.fires_at) == (c.WalkedOff(1), NOW + 5)
    assert next_timer(timer_without_ann, table, PACE, NOW + 2, {"Ann": HERE}) == timer


async def test_refused_requests_do_not_delay_the_timer(tmp_path: Path) -> None:
    """A stranger sends requests without pause; all are refused, and the bets close in time."""
    pace = TimeLimits(opens=0, bets=0.5, attends=60)
    room = Room(SqliteStore(tmp_path / DATABASE_FILE), SeedVault(KEY), utc_clock)
    await room.start()
    ann, bob, eve = [
        await room.account_service.open_account(name, AccountRole.PLAYER)
        for name in ("Ann", "Bob", "Eve")
    ]
    hub = await room.create_table(STUD, "Table", STUD, TableSettings(pace=pace))
    for seat, who in enumerate((ann, bob), 1):
        await room.execute(who, STUD, c.TakeSeat(seat), f"sit {seat}")
    await room.execute(ann, STUD, c.BuyIn(100_00), "buy")
    while not hub.actor.committed_state.has_open_round:
        await asyncio.sleep(0.01)
    await room.execute(ann, STUD, c.PlaceWagers(1, WAGERS[STUD], round=1), "bet")
    over = False

    async def nags() -> None:
        while not over:
            with suppress(Refused):
                await room.execute(eve, STUD, c.Leave(3))

    eves = [asyncio.create_task(nags()) for _ in range(30)]
    start = utc_clock()
    while (round_ := hub.actor.committed_state.round) is not None and round_.phase is Phase.BETTING:
        await asyncio.sleep(0.01)
    took = (utc_clock() - start).total_seconds()
    over = True
    await asyncio.gather(*eves)
    await room.close()
    assert took < 5 * pace.bets


async def test_house_frees_the_seat_and_returns_the_money(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / DATABASE_FILE)
    room = Room(store, SeedVault(KEY), utc_clock)
    await room.start()
    ann = await room.account_service.open_account("Ann", AccountRole.PLAYER)
    before = await store.balance("player:Ann")
    hub = await room.create_table(
        STUD, "Table", STUD, TableSettings(pace=TimeLimits(opens=0, gone=1))
    )
    await room.execute(ann, STUD, c.TakeSeat(1), "sit")
    await room.execute(ann, STUD, c.BuyIn(100_00), "buy")
    while hub.actor.committed_state.seats:
        await asyncio.sleep(0.01)
    assert await store.balance("player:Ann") == before
    by = [
        entry.by
        async for entries in store.entries(STUD, 0)
        for entry in entries
        if entry.kind == "PlayerLeft"
    ]
    assert by == ["house dealer"]
    await room.close()


def test_round_3_nobody_is_timed_out_while_an_incident_waits() -> None:
    """The round stands still: nobody counts as gone, and all have their full time afterward."""
    table = table_with_seats(1)
    table.execute(c.BuyIn(100_00), ANN)
    table.execute(c.OpenRound())
    table.execute(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    table.execute(c.NoMoreBets())
    assert table.state.round is not None
    assert table.state.round.turn == 1
    timer = next_timer(None, table, PACE, NOW, {})
    assert timer.command == c.WalkedOff(1)
    table.automation = ~Automation.RULE
    table.dealer("Dee").report(Kind.WRONG_NUMBER, seat=1)
    stopped_timer = next_timer(timer, table, PACE, NOW, {})
    assert (stopped_timer.command, stopped_timer.countdown_for) == (None, "")
    table.floorperson("Flo").rule(Ruling.DISMISSED, "it was a smudge")
    late = NOW + 300
    assert next_timer(stopped_timer, table, PACE, late, {}).remaining(late) == PACE.answers


def test_sec_7_a_report_does_not_stop_the_player_s_clock() -> None:
    """A reported player keeps the time to decide; when it is over, the house rules."""
    table = Table.open(STUD, practice="reported")
    table.execute(c.TakeSeat(1), Person("Ann", Role.PLAYER))
    table.execute(c.BuyIn(100_00), Person("Ann", Role.PLAYER))
    table.open_round()
    required = dict.fromkeys(("two_card", "three_card", "five_card"), 500)
    table.execute(c.PlaceWagers(1, required), Person("Ann", Role.PLAYER))
    table.no_more_bets()
    players = {"Ann": Attendance(NOW, NOW)}
    before = next_timer(None, table, TimeLimits(), NOW, players)
    assert (before.command, before.countdown_for) == (c.WalkedOff(1), "answers")
    table.execute(c.WalkedOff(1), Person("Dee", Role.DEALER))
    later = next_timer(before, table, TimeLimits(), NOW + 10, players)
    assert later == before
    later.fire(table)
    assert not table.state.has_open_round
    assert table.state.seats == {}
