"""A table that stands still is restarted by a floorperson who is shown the cause."""

from math import inf
from pathlib import Path

import pytest

from pitboss.room.back_office_events import TableRestarted
from pitboss.room.people.accounts import AccountRole
from pitboss.room.requests import Request
from pitboss.room.timers import TimeLimits
from pitboss.table import commands as c
from tests.room.http.houses import TABLE, House, error_of


async def test_a_stopped_table_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/api/tables/{TABLE}/restart"
    async with House(tmp_path) as house:
        flo, ann = await house.comes("Flo", AccountRole.FLOORPERSON), await house.comes("Ann")
        assert (await ann.say(c.TakeSeat(1), "sit")).status_code == 200
        running = await flo.post(path, {"cause": ""})
        assert running.status_code == 409
        assert "is running" in error_of(running)

        async def broken(_: list[Request]) -> None:
            raise RuntimeError

        old = house.actor()
        old.add_watcher("Ann")  # her page is open, and stays so
        old._last_played["Ann"] = stopped = (
            old._monotonic() - TimeLimits().idle
        )  # nobody could play since
        monkeypatch.setattr(old, "_execute_together", broken)
        assert (await ann.say(c.BuyIn(100), "buy")).status_code == 503
        cause = (await flo.get("/health")).json()["stopped"][TABLE]
        assert "RuntimeError" in cause
        wrong = await flo.post(path, {"cause": "whatever"})
        assert wrong.status_code == 409
        assert cause in error_of(wrong)
        assert house.actor() is old
        done = await flo.post(path, {"cause": cause})
        assert (done.status_code, done.json()["stopped"]) == (200, "")
        assert house.actor().committed_state.seats == {1: "Ann"}
        assert house.actor()._attendance()["Ann"].last_seen == inf
        assert house.actor()._attendance()["Ann"].last_played > stopped + TimeLimits().idle - 1
        assert (await ann.say(c.BuyIn(100), "buy")).status_code == 200
        assert TableRestarted(TABLE, cause) in await house.events()
        assert (await flo.get("/health")).json()["status"] == "ok"
