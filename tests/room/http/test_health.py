"""How the room is, as it is told to whoever watches over it."""

from pathlib import Path

import pytest

from pitboss.room.http import hubs
from pitboss.room.store.shape import Unavailable
from pitboss.table import commands as c
from tests.room.http.houses import TABLE, House, error_of
from tests.room.http.wires import Closed


async def test_alive_and_ready(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        for path in ("/health", "/ready"):
            answer = await house.caller().get(path)
            assert answer.json() == {"status": "ok", "tables": 1, "stopped": {}}


async def test_a_store_that_cannot_be_written_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:

        async def full() -> None:
            raise Unavailable("the disk is full")

        monkeypatch.setattr(house.store, "ready", full)
        assert (await house.caller().get("/health")).status_code == 200
        answer = await house.caller().get("/ready")
        assert (answer.status_code, error_of(answer)) == (503, "it was not done: the disk is full")


async def test_a_table_that_stands_still_is_named(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        house.actor().stopped = "the table stands still: the log is damaged"
        told = (await house.caller().get("/health")).json()
        assert told["status"] == "some tables stand still"
        assert told["stopped"] == {TABLE: "the table stands still: the log is damaged"}
        ann = await house.comes("Ann")
        answer = await ann.say(c.TakeSeat(1))
        assert (answer.status_code, error_of(answer)) == (503, house.actor().stopped)


async def test_a_table_that_is_still_read_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is shown a table as if nothing had ever happened there."""
    monkeypatch.setattr(hubs, "PATIENCE", 0.05)
    async with House(tmp_path) as house:
        ann = await house.comes("Ann")
        house.actor().read.clear()
        for answer in (await ann.get(f"/api/tables/{TABLE}"), await ann.say(c.TakeSeat(1))):
            assert (answer.status_code, error_of(answer)) == (503, hubs.READING)
        assert (await ann.get("/ready")).status_code == 503
        assert (await ann.get("/api/tables")).json()[0]["stopped"] == hubs.READING
        with pytest.raises(Closed) as closed:
            await ann.socket().open()
        assert closed.value.code == 4503
        house.actor().read.set()
        assert (await ann.say(c.TakeSeat(1))).status_code == 200


async def test_metrics_count_and_name_nobody(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        ann = await house.comes("Ann Unmistakable")
        await ann.say(c.TakeSeat(1))
        await ann.request("BREW", "/api/tables")
        await ann.request("MAKEUP", "/api/tables")
        async with ann.socket() as socket:
            await socket.frame()
            told = (await ann.get("/metrics")).text
        assert "pitboss_seated 1.0" in told
        assert "pitboss_watching 1.0" in told
        assert 'method="other",status="4xx"' in told
        for word in ("Unmistakable", TABLE, "BREW", "MAKEUP", ann.token):
            assert word not in told


async def test_pages_for_people(tmp_path: Path) -> None:
    async with House(tmp_path, games={"felt": "stud-235"}) as house:
        front = await house.caller().get("/")
        assert front.status_code == 200
        assert "Felt" in front.text
        api = (await house.caller().get("/api")).text
        assert "/api/tables/{table}/commands" in api
