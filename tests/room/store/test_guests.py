"""Guest accounts expire or become permanent in the same way on both databases."""

from pathlib import Path

from pitboss.room import back_office_events as e
from pitboss.room.audit.auditor import audit
from pitboss.room.settings import RoomSettings
from pitboss.room.store.opening import open_read_only
from pitboss.table import commands as c
from tests.room.http.in_process_room import PASSWORD, InProcessRoom, token_of
from tests.room.store.store_locations import StoreLocation

DAYS = RoomSettings().guest_days


async def test_guests_expire_or_become_permanent(place: StoreLocation, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, store=await place.open()) as house:
        clock, callers = house.clock, {}
        for name in ("Gus", "Gil", "Gem"):
            answer = await house.caller().post("/api/accounts", {"name": name})
            callers[name] = house.caller(token_of(answer), name)
        await callers["Gil"].execute(c.TakeSeat(1), "one-key")
        await callers["Gil"].execute(c.BuyIn(100_00), "other-key")
        answer = await callers["Gem"].post("/api/me/account", {"password": PASSWORD})
        assert answer.status_code == 201
    clock.forward(days=DAYS + 1)
    async with InProcessRoom(tmp_path, store=await place.open(), clock=clock) as house:
        while await house.room.clean_up():
            pass
        names = [account.name for account in await house.room.account_service.accounts()]
        assert sorted(names) == ["Gem", "Gil"]
        ended_guests = [event for event in await house.events() if isinstance(event, e.GuestEnded)]
        assert ended_guests == [e.GuestEnded("Gus", RoomSettings().play_chips)]
        assert await house.store.stored_response("gil", "felt", "one-key") is None
        rows = await place.raw("SELECT account FROM balances WHERE account LIKE 'player:%'")
        assert sorted(account for (account,) in rows) == ["player:Gem", "player:Gil"]
        assert not sum((await house.store.balances()).values())
    store = await open_read_only(*place.open_arguments)
    try:
        assert [str(finding) for finding in (await audit(store)).findings] == []
    finally:
        await store.close()
