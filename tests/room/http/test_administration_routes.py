"""Sessions, delays and settings over HTTP."""

from pathlib import Path

from pitboss.room.back_office_events import SessionEnded
from pitboss.room.http.routes.administration import SECRET_SETTINGS
from pitboss.room.people.accounts import AccountRole
from pitboss.room.settings import ServerSettings
from tests.room.http.in_process_room import InProcessRoom


async def test_an_ended_session_is_over_at_once_and_logged(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        ann = await house.sign_in("Ann")
        sessions = (await root.get("/api/sessions")).json()
        assert {item["name"] for item in sessions} == {"Root", "Ann"}
        assert [item["name"] for item in sessions if item["own"]] == ["Root"]
        assert ann.token not in str(sessions)
        session = next(item["id"] for item in sessions if item["name"] == "Ann")
        assert (await root.request("DELETE", f"/api/sessions/{session}")).status_code == 204
        assert (await ann.get("/api/me")).status_code == 401
        assert (await root.request("DELETE", f"/api/sessions/{session}")).status_code == 404
        assert SessionEnded("Ann") in await house.events()


async def test_delays_show_no_name_without_an_account(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        await house.account("Ann")
        attempts = house.room.account_service._attempts
        for name in ("ann", "a password typed as a name"):
            for _ in range(9):
                attempts.count_failure(name, "a place")
        (delay,) = (await root.get("/api/delays")).json()
        assert delay["name"] == "Ann"
        assert 0 < delay["seconds"] <= 60


async def test_settings_hide_what_may_be_secret(tmp_path: Path) -> None:
    settings = ServerSettings(database="postgresql://root:secret@db/room", key=Path("/k/secret"))
    async with InProcessRoom(tmp_path, settings=settings) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        answer = await root.get("/api/settings")
        assert "secret" not in answer.text.replace("secrets", "")
        values = {item["name"]: item["value"] for item in answer.json()}
        assert {values[name] for name in ("database", "key")} == {"set"}
        assert values["guests"] == "on"
        assert {"database", "key"} <= SECRET_SETTINGS
