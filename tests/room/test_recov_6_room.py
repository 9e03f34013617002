"""RECOV-6: a whole room on a disk that fails below SQLite, and what an auditor finds afterwards."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pitboss.refusal import Refused
from pitboss.room.actor import TableActor
from pitboss.room.asks import Failed
from pitboss.room.clock import utc_clock
from pitboss.room.people.accounts import Account, Part
from pitboss.room.room import Room
from pitboss.room.sealing import Seal
from pitboss.room.settings import RoomSettings
from pitboss.room.store import sqlite
from pitboss.room.store.sqlite import FILE, SqliteStore
from pitboss.table import commands as c
from pitboss.table.state import open_street
from tests.room.http.houses import fast
from tests.room.killed.books import check
from tests.room.killed.players import REQUIRED, Played
from tests.room.killed.quick_server import QUICK, TABLES
from tests.room.reports.played import KEY
from tests.room.store.faulty import FaultyDisk, put_below
from tests.room.store.places import SqlitePlace

ENOUGH = 120
"""Requests that are acknowledged before the disk fails."""


class Player:
    """Somebody who plays at one table until the room does not answer any more."""

    def __init__(self, room: Room, account: Account, table: str, played: Played) -> None:
        self._room, self._account, self._table, self._played = room, account, table, played
        self._chance, self._keys = Random(account.name), 0

    async def play(self, seat: int) -> None:
        await self._say(c.TakeSeat(seat))
        await self._say(c.BuyIn(1000_00))
        actor = self._room.hub(self._table).actor
        while not self._played.over:
            await asyncio.sleep(0.01)
            state = actor.shown
            now, rules = state.round, state.rules
            with suppress(Refused):
                if now is None or rules is None or not state.running:
                    await self._say(c.BuyIn(1_00))
                elif now.phase.value == "bets are open" and seat not in now.wagers:
                    wagers = dict.fromkeys(REQUIRED[state.game], 500)
                    await self._say(c.PlaceWagers(seat, wagers, round=now.number))
                elif now.turn == seat and (street := open_street(rules, now)):
                    answer = self._chance.choice(tuple(street.choices))
                    await self._say(c.Decide(seat, answer, street.wager, round=now.number))
                else:
                    await self._say(c.BuyIn(1_00))

    async def _say(self, command: c.Command) -> None:
        self._keys += 1
        asked = (self._account.key, self._table, f"{self._account.key} {self._keys}")
        self._played.asked[asked] = command
        told = await self._room.say(self._account, self._table, command, asked[2])
        self._played.acknowledged[asked] = told.version


async def evening(seed: int, fault: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """People play, the disk fails, and the power goes: what was acknowledged is there once."""
    before, after = folder / "before", folder / "after"
    before.mkdir(parents=True)
    after.mkdir()
    chance, played = Random(f"{fault} {seed}"), Played()
    disk = FaultyDisk(chance)
    patch.setattr(sqlite, "TIDIES", chance.choice((0.01, 0.1)))
    with patch.context() as here:
        put_below(here, disk)
        store = SqliteStore(before / FILE)
        settings = RoomSettings(play_chips=100_000_00)
        room = Room(store, Seal(KEY), utc_clock, settings, fast(), snapshot_every=50)
        await room.start()
        tasks: list[asyncio.Task[None]] = []
        accounts: dict[str, Account] = {}
        for table, game in TABLES.items():
            await room.found_table(table, table.title(), game, QUICK)
            for seat in (1, 4):
                account = await room.door.open_account(f"{table} {seat}", Part.PLAYER)
                accounts[account.key] = account
                player = Player(room, account, table, played)
                tasks.append(asyncio.create_task(player.play(seat)))
        async with asyncio.timeout(60):
            while len(played.acknowledged) < ENOUGH or not all(_closed(room, t) for t in TABLES):
                await asyncio.sleep(0.01)
        disk.arm(fault, 1 + chance.randrange(10 if fault == "fsync" else 200))
        ended = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 30)
        assert all(isinstance(one, Failed) for one in ended), ended
        if fault == "fsync":
            disk.mend()
            for asked in played.asked.keys() - played.acknowledged.keys():
                who, table, key = asked
                with pytest.raises((Failed, TimeoutError)):
                    async with asyncio.timeout(0.5):
                        await room.say(accounts[who], table, played.asked[asked], key)
        disk.power_off(after)
        await room.close()
    await _reopen(after)
    await check(SqlitePlace(after), played)


def _closed(room: Room, table: str) -> bool:
    now = room.hub(table).actor.shown.round
    return now is not None and now.number > 1


async def _reopen(folder: Path) -> None:
    """The same room on the SQLite that people run; the rounds that were open come to their end."""
    room = Room(SqliteStore(folder / FILE), Seal(KEY), utc_clock, passwords=fast())
    await room.start()
    for table in TABLES:
        actor = room.hub(table).actor
        await actor.read.wait()
        assert not actor.stopped
        number = _at_stake(actor)
        async with asyncio.timeout(30):
            while number and _at_stake(actor) == number:
                await asyncio.sleep(0.02)
    await room.close()


def _at_stake(actor: TableActor) -> int:
    """The open round that somebody has wagered in, if there is one."""
    now = actor.shown.round
    return now.number if now and actor.shown.running and now.wagers else 0


@pytest.mark.parametrize("fault", ["power", "fsync"])
async def test_recov_6_room(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await evening(0, fault, tmp_path, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("fault", ["power", "fsync", "eio"])
async def test_recov_6_room_for_long(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(1, 30):
        await evening(seed, fault, tmp_path / str(seed), monkeypatch)
