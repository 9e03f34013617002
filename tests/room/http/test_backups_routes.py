"""Backups requested over HTTP while the room is open."""

from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.room.back_office_events import BackedUp, BackupDownloaded
from pitboss.room.backup import restore
from pitboss.room.people.accounts import AccountRole
from pitboss.room.server import open_room
from pitboss.room.settings import RoomSettings, ServerSettings
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.table import commands as c
from tests.room.http.in_process_room import TABLE, InProcessRoom, error_of

PATH = "/api/backups"


async def test_backup_is_taken_and_logged(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root, ann = (
            await house.sign_in("Root", AccountRole.ADMINISTRATOR),
            await house.sign_in("Ann"),
        )
        assert (await root.get(PATH)).json() == []
        heads = {item.id: item.head for item in await house.store.streams()}
        answer = await root.post(PATH)
        assert answer.status_code == 201
        backup_ = answer.json()
        file = tmp_path / "backups" / backup_["name"]
        assert backup_["name"] == "room-20261116T200000Z.db"
        assert backup_["bytes"] == file.stat().st_size
        assert backup_["sha256"] == sha256(file.read_bytes()).hexdigest()
        assert backup_["heads"] == {
            stream: {"version": head.version, "hash": head.hash} for stream, head in heads.items()
        }
        assert (file.stat().st_mode | file.parent.stat().st_mode) & 0o077 == 0
        (*_, line) = await house.office()
        assert (line.event, line.by.name) == (BackedUp(backup_["name"]), "Root")
        assert (await ann.execute(c.TakeSeat(1))).status_code == 200
        house.clock.forward(hours=1)
        later = (await root.post(PATH)).json()
        assert later["heads"][TABLE]["version"] > backup_["heads"][TABLE]["version"]
        assert (await root.get(PATH)).json() == [
            {"name": item["name"], "bytes": item["bytes"]} for item in (later, backup_)
        ]
    result = await restore(file, tmp_path / "restored")
    assert result.audit.in_order
    assert {stream: head.version for stream, head in result.audit.heads.items()} == {
        stream: head["version"] for stream, head in backup_["heads"].items()
    }


async def test_existing_backup_is_not_overwritten(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        backup_ = (await root.post(PATH)).json()
        line_count = len(await house.office())
        again = await root.post(PATH)
        assert (again.status_code, error_of(again)) == (
            409,
            "a backup was already made this second: wait a moment, then try again",
        )
        assert len(await house.office()) == line_count
        assert [item["name"] for item in (await root.get(PATH)).json()] == [backup_["name"]]


async def test_sec_4_a_backup_is_served_to_administrators_only(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        people = await house.everybody()
        root = people[AccountRole.ADMINISTRATOR]
        name = (await root.post(PATH)).json()["name"]
        for caller in people.values():
            for path in (f"/backups/{name}", f"/site/backups/{name}"):
                assert (await caller.get(path)).status_code == 404
            elsewhere = await caller.get(f"{PATH}/..%2F{DATABASE_FILE}")
            assert elsewhere.status_code == 404
            if caller is not root:
                assert (await caller.get(f"{PATH}/{name}")).status_code == 403
                assert (await caller.get(PATH)).status_code == 403
                assert (await caller.post(PATH)).status_code == 403
        assert (await root.get(PATH)).status_code == 200


async def test_room_without_a_backup_folder(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path, settings=RoomSettings()) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        for answer in (await root.post(PATH), await root.get(PATH)):
            assert answer.status_code == 409
            assert "no backup folder: use `pitboss backup` instead" in error_of(answer)


async def test_unusable_backup_folder(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("mine")
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        answer = await root.post(PATH)
        assert answer.status_code == 503
        assert "the backup folder cannot be used" in error_of(answer)
        assert not any(isinstance(item, BackedUp) for item in await house.events())
        assert (await root.get(PATH)).json() == []
    assert (tmp_path / "backups").read_text() == "mine"


@pytest.mark.parametrize(
    ("database", "data", "beside"),
    [(None, True, True), ("postgresql://there", False, False), ("postgresql://there", True, True)],
)
async def test_backup_folder_is_beside_the_data(
    database: str | None, data: bool, beside: bool, tmp_path: Path
) -> None:
    store = SqliteStore(tmp_path / DATABASE_FILE)
    settings = ServerSettings(
        data=tmp_path if data else None, database=database, key=tmp_path / "key"
    )
    room = await open_room(store, settings)
    assert room.settings.backups == (tmp_path / "backups" if beside else None)
    await room.close()


async def test_log_2_a_download_is_logged(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        root = await house.sign_in("Root", AccountRole.ADMINISTRATOR)
        backup = (await root.post(PATH)).json()
        answer = await root.get(f"{PATH}/{backup['name']}")
        assert sha256(answer.content).hexdigest() == backup["sha256"]
        assert backup["name"] in answer.headers["content-disposition"]
        (*_, line) = await house.office()
        assert (line.event, line.by.name) == (BackupDownloaded(backup["name"]), "Root")
        count = len(await house.office())
        (tmp_path / "room-secret.db").write_bytes(b"another file")
        (tmp_path / "backups" / "notes.txt").write_text("not a backup")
        for name in ("..%2Froom-secret.db", "notes.txt", "room-none.db", "%2Fetc%2Fpasswd"):
            assert (await root.get(f"{PATH}/{name}")).status_code == 404
        assert len(await house.office()) == count
