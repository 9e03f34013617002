"""RECOV-6: a whole room on a disk that fails below SQLite, audited afterward."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pitboss.client.protocol import Failed
from pitboss.errors import Refused
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.room import Room
from pitboss.room.runtime import utc_clock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.settings import RoomSettings
from pitboss.room.store import sqlite
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.room.table_actor import TableActor
from pitboss.table import commands as c
from pitboss.table.state import open_street
from tests.room.crashes.log_checks import check
from tests.room.crashes.quick_server import QUICK, TABLES
from tests.room.crashes.recording_players import REQUIRED, RequestLog
from tests.room.http.in_process_room import fast_passwords
from tests.room.reports.two_day_room import KEY
from tests.room.store.faulty_vfs import FaultyVfs, install_vfs
from tests.room.store.store_locations import SqliteLocation

ENOUGH = 120
"""Acknowledged requests before the disk fails."""


class RoomPlayer:
    """A player at one table who plays until the room stops responding."""

    def __init__(self, room: Room, account: Account, table: str, log: RequestLog) -> None:
        self._room, self._account, self._table, self._log = room, account, table, log
        self._chance, self._keys = Random(account.name), 0

    async def play(self, seat: int) -> None:
        await self._execute(c.TakeSeat(seat))
        await self._execute(c.BuyIn(1000_00))
        actor = self._room.hub(self._table).actor
        while not self._log.over:
            await asyncio.sleep(0.01)
            state = actor.committed_state
            round_, rules = state.round, state.rules
            with suppress(Refused):
                if round_ is None or rules is None or not state.has_open_round:
                    await self._execute(c.BuyIn(1_00))
                elif round_.phase.value == "bets are open" and seat not in round_.wagers:
                    wagers = dict.fromkeys(REQUIRED[state.game], 500)
                    await self._execute(c.PlaceWagers(seat, wagers, round=round_.number))
                elif round_.turn == seat and (street := open_street(rules, round_)):
                    answer = self._chance.choice(tuple(street.choices))
                    await self._execute(c.Decide(seat, answer, street.wager, round=round_.number))
                else:
                    await self._execute(c.BuyIn(1_00))

    async def _execute(self, command: c.Command) -> None:
        self._keys += 1
        request_key = (self._account.key, self._table, f"{self._account.key} {self._keys}")
        self._log.requests[request_key] = command
        ack = await self._room.execute(self._account, self._table, command, request_key[2])
        self._log.acks[request_key] = ack.version


async def run_with_fault(seed: int, fault: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Check that what was acknowledged before a disk failure and a power loss is stored once."""
    before, after = folder / "before", folder / "after"
    before.mkdir(parents=True)
    after.mkdir()
    chance, log = Random(f"{fault} {seed}"), RequestLog()
    disk = FaultyVfs(chance)
    patch.setattr(sqlite, "CHECKPOINT_INTERVAL", chance.choice((0.01, 0.1)))
    with patch.context() as here:
        install_vfs(here, disk)
        store = SqliteStore(before / DATABASE_FILE)
        settings = RoomSettings(play_chips=100_000_00)
        room = Room(store, SeedVault(KEY), utc_clock, settings, fast_passwords(), snapshot_every=50)
        await room.start()
        tasks: list[asyncio.Task[None]] = []
        accounts: dict[str, Account] = {}
        for table, game in TABLES.items():
            await room.create_table(table, table.title(), game, QUICK)
            for seat in (1, 4):
                account = await room.account_service.open_account(
                    f"{table} {seat}", AccountRole.PLAYER
                )
                accounts[account.key] = account
                player = RoomPlayer(room, account, table, log)
                tasks.append(asyncio.create_task(player.play(seat)))
        async with asyncio.timeout(60):
            while len(log.acks) < ENOUGH or not all(_has_played_round(room, t) for t in TABLES):
                await asyncio.sleep(0.01)
        disk.arm(fault, 1 + chance.randrange(10 if fault == "fsync" else 200))
        outcomes = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 30)
        assert all(isinstance(item, Failed) for item in outcomes), outcomes
        if fault == "fsync":
            disk.mend()
            for request_key in log.requests.keys() - log.acks.keys():
                who, table, key = request_key
                with pytest.raises((Failed, TimeoutError)):
                    async with asyncio.timeout(0.5):
                        await room.execute(accounts[who], table, log.requests[request_key], key)
        disk.power_off(after)
        await room.close()
    await _reopen(after)
    await check(SqliteLocation(after), log)


def _has_played_round(room: Room, table: str) -> bool:
    round_ = room.hub(table).actor.committed_state.round
    return round_ is not None and round_.number > 1


async def _reopen(folder: Path) -> None:
    """Open the room again on the standard library's SQLite, and finish the open rounds."""
    room = Room(
        SqliteStore(folder / DATABASE_FILE), SeedVault(KEY), utc_clock, passwords=fast_passwords()
    )
    await room.start()
    for table in TABLES:
        actor = room.hub(table).writer
        await actor.ready.wait()
        assert not actor.stop_reason
        number = _at_stake(actor)
        async with asyncio.timeout(30):
            while number and _at_stake(actor) == number:
                await asyncio.sleep(0.02)
    await room.close()


def _at_stake(actor: TableActor) -> int:
    """Return the open round in which a player has wagered, if there is one."""
    round_ = actor.committed_state.round
    return round_.number if round_ and actor.committed_state.has_open_round and round_.wagers else 0


@pytest.mark.parametrize("fault", ["power", "fsync"])
async def test_recov_6_room(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await run_with_fault(0, fault, tmp_path, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("fault", ["power", "fsync", "eio"])
async def test_recov_6_room_for_long(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(1, 30):
        await run_with_fault(seed, fault, tmp_path / str(seed), monkeypatch)
