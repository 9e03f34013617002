"""A seat is not kept for somebody who is not there: the house frees it after a while."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pitboss.room.clock import utc_clock
from pitboss.room.pace import Pace, next_timer
from pitboss.room.people.accounts import Part
from pitboss.room.room import Room
from pitboss.room.sealing import Seal
from pitboss.room.settings import TableSettings
from pitboss.room.store.sqlite import FILE, SqliteStore
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from tests.room.reports.played import KEY, WAGERS

STUD = "stud-235"
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
PACE = Pace(opens=1, idle=100)
ANN = Person("Ann", Role.PLAYER)


def seated(*seats: int) -> Table:
    boxes = {"table": {"boxes_per_player": 3}}
    table = Table.open(STUD, boxes, clock=lambda: NOON)
    for seat in seats:
        table.say(c.TakeSeat(seat), ANN)
    return table


def test_the_player_who_was_silent_longest_is_the_first() -> None:
    table = Table.open(STUD, clock=lambda: NOON)
    for seat, name in ((1, "Ann"), (3, "Bob")):
        table.say(c.TakeSeat(seat), Person(name, Role.PLAYER))
    heard = {"Ann": NOON - timedelta(seconds=10), "Bob": NOON - timedelta(seconds=99.5)}
    timer = next_timer(None, table, PACE, NOON, heard)
    assert timer is not None
    assert timer.command == c.FreeSeat(3)
    assert timer.wait(NOON) == 0.5
    timer.strike(table)
    assert dict(table.state.seats) == {1: "Ann"}


def test_of_several_boxes_the_last_goes_first() -> None:
    table = seated(2, 3, 4)
    heard = {"Ann": NOON - timedelta(seconds=200)}
    for left in ({2: "Ann", 3: "Ann"}, {2: "Ann"}, {}):
        timer = next_timer(None, table, PACE, NOON, heard)
        assert timer is not None
        timer.strike(table)
        assert dict(table.state.seats) == left


def test_who_has_a_wager_on_the_table_keeps_the_seat() -> None:
    table = seated(1)
    table.say(c.BuyIn(100_00), ANN)
    table.say(c.OpenRound())
    table.say(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    heard = {"Ann": NOON - timedelta(days=1)}
    timer = next_timer(None, table, PACE, NOON, heard)
    assert timer is not None
    assert timer.command == c.NoMoreBets()


def test_the_bets_do_not_wait_for_who_was_not_heard_of() -> None:
    table = seated(1)
    table.say(c.BuyIn(100_00), ANN)
    table.say(c.TakeSeat(2), Person("Bob", Role.PLAYER))
    table.say(c.OpenRound())
    table.say(c.PlaceWagers(1, WAGERS[STUD]), ANN)
    for ago, seconds in ((59, PACE.bets), (61, PACE.settles_down)):
        heard = {"Ann": NOON, "Bob": NOON - timedelta(seconds=ago)}
        timer = next_timer(None, table, PACE, NOON, heard)
        assert timer is not None
        assert (timer.command, timer.wait(NOON)) == (c.NoMoreBets(), seconds)


async def test_the_house_frees_the_seat_and_the_money_comes_back(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    room = Room(store, Seal(KEY), utc_clock)
    await room.start()
    ann = await room.door.open_account("Ann", Part.PLAYER)
    before = await store.balance("player:Ann")
    hub = await room.found_table(STUD, "Table", STUD, TableSettings(pace=Pace(opens=0, idle=1)))
    await room.say(ann, STUD, c.TakeSeat(1), "sit")
    await room.say(ann, STUD, c.BuyIn(100_00), "buy")
    while hub.actor.shown.seats:
        await asyncio.sleep(0.01)
    assert await store.balance("player:Ann") == before
    by = [
        entry.by
        async for entries in store.lines(STUD, 0)
        for entry in entries
        if entry.kind == "PlayerLeft"
    ]
    assert by == ["house dealer"]
    await room.close()
