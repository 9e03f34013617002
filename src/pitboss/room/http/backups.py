"""Copies of the whole room, taken while it is open. The room lists them, and hands none out."""

import asyncio
from pathlib import Path

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pitboss.refusal import Refused
from pitboss.room.backup import Backup, back_up, named_after, written
from pitboss.room.http.identity import ARoom, Known, allowed
from pitboss.room.http.turns import turns_of
from pitboss.room.people.accounts import Part
from pitboss.room.room import Room
from pitboss.room.store.shape import Unavailable

router = APIRouter(prefix="/api", tags=["office"])


class Copy(BaseModel):
    """A copy in the folder of the room."""

    name: str
    bytes: int


class HeadOf(BaseModel):
    """How long a stream is in the copy, and the hash of its last line."""

    version: int
    hash: str


class Taken(Copy):
    """A copy that was taken just now."""

    sha256: str
    heads: dict[str, HeadOf]
    """Of every stream in it: keep them elsewhere, and give them to ``pitboss audit``."""


@router.post("/backups", status_code=201)
async def take_copy(request: Request, room: ARoom, account: Known) -> Taken:
    """Copy all that the room keeps into a new file beside its data.

    The key that opens sealed seeds is not in it.
    """
    allowed(account, Part.ADMINISTRATOR)
    folder = _folder(room)
    async with turns_of(request).turn(account):
        taken = await _take(room, folder)
    await room.office.write(written(taken), account.person)
    return Taken(
        name=Path(taken.file).name,
        bytes=taken.bytes,
        sha256=taken.sha256,
        heads={
            stream: HeadOf(version=head.version, hash=head.hash)
            for stream, head in taken.heads.items()
        },
    )


@router.get("/backups")
async def copies(room: ARoom, account: Known) -> list[Copy]:
    """The copies in the folder of the room, the latest first."""
    allowed(account, Part.ADMINISTRATOR)
    return await asyncio.to_thread(_listed, _folder(room))


def _folder(room: Room) -> Path:
    if room.settings.backups is None:
        raise Refused("this room has no folder for copies: pitboss backup takes one")
    return room.settings.backups


async def _take(room: Room, folder: Path) -> Backup:
    now = room.clock()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"the folder for copies cannot be used: {error.strerror}") from None
    target = folder / named_after(now)
    if target.exists():
        raise Refused("a copy was taken this very second")
    return await back_up(room.store, target, now)


def _listed(folder: Path) -> list[Copy]:
    found = sorted(folder.glob("room-*.db"), reverse=True) if folder.is_dir() else []
    return [Copy(name=one.name, bytes=one.stat().st_size) for one in found if one.is_file()]
