"""LEDG-1: play chips never come to more than the allowance, whatever is on its way."""

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
from tests.room.http.houses import TABLE, House
from tests.room.people.test_sign_in import Watch

GUESTS = 6
PLAY_CHIPS = RoomSettings().play_chips


async def worth(house: House, name: str) -> int:
    """All that somebody has, wherever it lies."""
    result = find_chips(house.room.hubs, name)
    held = await house.store.balances_of([f"player:{name}", *result.accounts])
    return int(sum(held.values())) + result.tray_wagers


@pytest.mark.parametrize("pause", [0, 0.0005, 0.002, 0.005])
async def test_ledg_1_a_buy_in_and_a_grant_at_once(tmp_path: Path, pause: float) -> None:
    async with House(tmp_path, games={TABLE: "holdem-bonus"}) as house:
        for at in range(GUESTS):
            name = f"Guest {at}"
            guest = await house.comes(name)
            await guest.say(c.TakeSeat(1 + at))

            async def asks(guest: object = guest) -> None:
                await asyncio.sleep(pause)
                await guest.post("/api/me/chips")  # type: ignore[attr-defined]

            await asyncio.gather(guest.say(c.BuyIn(PLAY_CHIPS)), asks(), asks(), asks())
            assert await worth(house, name) == PLAY_CHIPS


@pytest.mark.parametrize("when", ["before", "after"])
async def test_ledg_1_chips_that_move_while_they_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The buy-in is written right before the books are read, or right after."""
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        await ann.say(c.TakeSeat(1))
        held = SqliteStore.balances_of

        async def meanwhile(self: SqliteStore, accounts: Sequence[str]) -> Mapping[str, Cents]:
            if when == "before":
                await ann.say(c.BuyIn(PLAY_CHIPS))
            result = await held(self, accounts)
            if when == "after":
                await ann.say(c.BuyIn(PLAY_CHIPS))
            return result

        monkeypatch.setattr(SqliteStore, "balances_of", meanwhile)
        assert (await ann.post("/api/me/chips")).status_code == 409
        monkeypatch.undo()
        assert await worth(house, "Ann") == PLAY_CHIPS


async def test_ledg_1_wagers_and_collected_chips_count(tmp_path: Path) -> None:
    """Also when Ann sits down and wagers while the books are read."""
    async with House(tmp_path, games={TABLE: "run-em-twice"}, automation=("care",)) as house:
        ann = await house.comes("Ann")
        await house.comes("Dee")
        account = await house.room.account_service.account("Ann")
        assert account is not None
        before = find_chips(house.room.hubs, "Ann")
        await ann.say(c.TakeSeat(2))
        assert f"{TABLE}/escrow:2" in before.accounts
        bob = await house.comes("Bob")
        await bob.say(c.TakeSeat(1))
        after = find_chips(house.room.hubs, "Ann")
        assert f"{TABLE}/escrow:1" not in after.accounts
        with pytest.raises(Refused, match="enough chips"):
            await house.room.account_service.grant_chips(
                account, lambda: ChipsAtTables((), PLAY_CHIPS)
            )


async def test_grants_of_long_ago_are_forgotten(tmp_path: Path) -> None:
    watch = Watch()
    async with House(tmp_path, seconds=watch) as house:
        for seat, name in enumerate(("Ann", "Bob"), start=1):
            guest = await house.comes(name)
            await guest.say(c.TakeSeat(seat))
            await guest.say(c.BuyIn(PLAY_CHIPS))
            account = await house.account(name)
            assert await house.room.account_service.grant_chips(account) == PLAY_CHIPS
            assert list(house.room.account_service._last_grants) == [account.key]
            watch.at += GRANT_INTERVAL
