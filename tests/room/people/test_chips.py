"""LEDG-1: play chips never exceed the allowance, even with requests in flight."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.room.http.routes.accounts import find_chips
from pitboss.room.people.account_service import GRANT_INTERVAL
from pitboss.room.people.accounts import ChipsAtTables
from pitboss.room.settings import RoomSettings
from pitboss.room.store.sqlite import SqliteStore
from pitboss.table import commands as c
from pitboss.table.ledger import Cents
from tests.room.http.in_process_room import TABLE, InProcessRoom
from tests.room.people.test_sign_in import ManualSeconds

GUESTS = 6
PLAY_CHIPS = RoomSettings().play_chips


async def total_chips(house: InProcessRoom, name: str) -> int:
    """Return all chips that a player has, wherever they are."""
    result = find_chips(house.room.hubs, name)
    balances = await house.store.balances_of([f"player:{name}", *result.accounts])
    return int(sum(balances.values())) + result.tray_wagers


@pytest.mark.parametrize("pause", [0, 0.0005, 0.002, 0.005])
async def test_ledg_1_a_buy_in_and_a_grant_at_the_same_time(tmp_path: Path, pause: float) -> None:
    async with InProcessRoom(tmp_path, games={TABLE: "holdem-bonus"}) as house:
        for at in range(GUESTS):
            name = f"Guest {at}"
            guest = await house.sign_in(name)
            await guest.execute(c.TakeSeat(1 + at))

            async def add_chips(guest: object = guest) -> None:
                await asyncio.sleep(pause)
                await guest.post("/api/me/chips")  # type: ignore[attr-defined]

            await asyncio.gather(
                guest.execute(c.BuyIn(PLAY_CHIPS)), add_chips(), add_chips(), add_chips()
            )
            assert await total_chips(house, name) == PLAY_CHIPS


@pytest.mark.parametrize("when", ["before", "after"])
async def test_ledg_1_chips_that_move_while_they_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The buy-in is written right before or right after the balances are read."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        balances_of = SqliteStore.balances_of

        async def meanwhile(self: SqliteStore, accounts: Sequence[str]) -> Mapping[str, Cents]:
            if when == "before":
                await ann.execute(c.BuyIn(PLAY_CHIPS))
            result = await balances_of(self, accounts)
            if when == "after":
                await ann.execute(c.BuyIn(PLAY_CHIPS))
            return result

        monkeypatch.setattr(SqliteStore, "balances_of", meanwhile)
        assert (await ann.post("/api/me/chips")).status_code == 409
        monkeypatch.undo()
        assert await total_chips(house, "Ann") == PLAY_CHIPS


async def test_ledg_1_wagers_and_collected_chips_count(tmp_path: Path) -> None:
    """Ann sits down and wagers while the balances are read."""
    async with InProcessRoom(
        tmp_path, games={TABLE: "run-em-twice"}, automation=("care",)
    ) as house:
        ann = await house.sign_in("Ann")
        await house.sign_in("Dee")
        account = await house.room.account_service.account("Ann")
        assert account is not None
        before = find_chips(house.room.hubs, "Ann")
        await ann.execute(c.TakeSeat(2))
        assert f"{TABLE}/escrow:2" in before.accounts
        bob = await house.sign_in("Bob")
        await bob.execute(c.TakeSeat(1))
        after = find_chips(house.room.hubs, "Ann")
        assert f"{TABLE}/escrow:1" not in after.accounts
        with pytest.raises(Refused, match="enough chips"):
            await house.room.account_service.grant_chips(
                account, lambda: ChipsAtTables((), PLAY_CHIPS)
            )


async def test_old_grants_are_forgotten(tmp_path: Path) -> None:
    watch = ManualSeconds()
    async with InProcessRoom(tmp_path, seconds=watch) as house:
        for seat, name in enumerate(("Ann", "Bob"), start=1):
            guest = await house.sign_in(name)
            await guest.execute(c.TakeSeat(seat))
            await guest.execute(c.BuyIn(PLAY_CHIPS))
            account = await house.account(name)
            assert await house.room.account_service.grant_chips(account) == PLAY_CHIPS
            assert list(house.room.account_service._last_grants) == [account.key]
            watch.at += GRANT_INTERVAL
