"""The floor over HTTP: all tables at a glance, alerts, and previews of decisions."""

from pathlib import Path

from pitboss.room.people.accounts import AccountRole
from pitboss.table import commands as c
from tests.room.http.in_process_room import TABLE, InProcessRoom, error_of

GAMES = {TABLE: "holdem-bonus", "other": "stud-235"}


async def test_the_floor_lists_every_table_and_those_that_need_somebody_first(
    tmp_path: Path,
) -> None:
    async with InProcessRoom(tmp_path, games=GAMES) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        floor = (await flo.get("/api/floor")).json()
        assert [table["table"] for table in floor["tables"]] == [TABLE, "other"]
        assert floor["alerts"] == []
        matter = c.CorrectMeter("meter", 100, "a test")
        answer = await dee.execute(c.Propose(matter), table="other")
        assert answer.status_code == 200, answer.text
        floor = (await flo.get("/api/floor")).json()
        assert [table["table"] for table in floor["tables"]] == ["other", TABLE]
        assert floor["tables"][0]["needs_somebody"]


async def test_an_unchanged_floor_is_not_sent_again(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        first = await flo.get("/api/floor")
        headers = {"If-None-Match": first.headers["etag"]}
        assert (await flo.request("GET", "/api/floor", headers=headers)).status_code == 304
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        second = await flo.request("GET", "/api/floor", headers=headers)
        assert second.json()["tables"][0]["players"] == {"1": "Ann"}


async def test_a_preview_writes_nothing(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, games=GAMES) as house:
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        head = house.actor("other").head
        meter = next(iter(house.actor("other").committed_state.books))
        body = {
            "type": "Propose",
            "matter": {"type": "CorrectMeter", "meter": meter, "cents": 500, "reason": "a test"},
        }
        answer = await flo.post("/api/tables/other/preview", body)
        assert answer.status_code == 200, answer.text
        (move,) = answer.json()["meters"]
        assert move["after"] - move["before"] == 500
        assert house.actor("other").head == head
        refused = await flo.post("/api/tables/other/preview", {"type": "Deal"})
        assert refused.status_code == 409
        assert "has no preview" in error_of(refused)


async def test_sec_7_a_dealer_previews_only_at_assigned_tables(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        dee = await house.sign_in("Dee", AccountRole.DEALER)
        root = await house.account("Root", AccountRole.ADMINISTRATOR)
        await house.room.account_service.assign_tables("Dee", [], root.person)
        body = {"type": "Propose", "matter": {"type": "VoidRound", "round": 1, "reason": "x"}}
        answer = await dee.post(f"/api/tables/{TABLE}/preview", body)
        assert answer.status_code == 403
        assert "not assigned" in error_of(answer)
