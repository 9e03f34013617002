"""Routes for backups of the whole room; backups can be made and listed, but not downloaded."""

import asyncio
from pathlib import Path

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pitboss.errors import Refused
from pitboss.room.backup import Backup, back_up, backup_event, backup_name
from pitboss.room.http.dependencies import (
    CurrentAccount,
    CurrentRoom,
    long_work_queue,
    require_role,
)
from pitboss.room.people.accounts import AccountRole
from pitboss.room.room import Room
from pitboss.room.store.interface import StoreUnavailable

router = APIRouter(prefix="/api", tags=["office"])


class BackupFile(BaseModel):
    """A backup in the folder of the room."""

    name: str
    bytes: int


class HeadInfo(BaseModel):
    """The length of a stream in the backup, and the hash of its last line."""

    version: int
    hash: str


class NewBackup(BackupFile):
    """A new backup."""

    sha256: str
    heads: dict[str, HeadInfo]
    """The head of every stream: keep them elsewhere, and pass them to ``pitboss audit``."""


@router.post("/backups", status_code=201)
async def create_backup(request: Request, room: CurrentRoom, account: CurrentAccount) -> NewBackup:
    """Back up the whole room to a new file beside its data.

    The key that opens sealed seeds is not in it.
    """
    require_role(account, AccountRole.ADMINISTRATOR)
    folder = _folder(room)
    async with long_work_queue(request).wait_turn(account):
        backup = await _take_backup(room, folder)
    await room.back_office.write(backup_event(backup), account.person)
    return NewBackup(
        name=Path(backup.file).name,
        bytes=backup.bytes,
        sha256=backup.sha256,
        heads={
            stream: HeadInfo(version=head.version, hash=head.hash)
            for stream, head in backup.heads.items()
        },
    )


@router.get("/backups")
async def list_backups(room: CurrentRoom, account: CurrentAccount) -> list[BackupFile]:
    """List the backups in the folder of the room, latest first."""
    require_role(account, AccountRole.ADMINISTRATOR)
    return await asyncio.to_thread(_list_files, _folder(room))


def _folder(room: Room) -> Path:
    if room.settings.backups is None:
        raise Refused("this room has no backup folder: use `pitboss backup` instead")
    return room.settings.backups


async def _take_backup(room: Room, folder: Path) -> Backup:
    now = room.clock()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"the backup folder cannot be used: {error.strerror}") from None
    target = folder / backup_name(now)
    if target.exists():
        raise Refused("a backup was made this second: wait a moment, then try again")
    return await back_up(room.store, target, now)


def _list_files(folder: Path) -> list[BackupFile]:
    paths = sorted(folder.glob("room-*.db"), reverse=True) if folder.is_dir() else []
    return [
        BackupFile(name=path.name, bytes=path.stat().st_size) for path in paths if path.is_file()
    ]
