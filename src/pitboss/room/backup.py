"""Copies of a room: one file with everything, taken while the room is open, and put back.

A copy is that of one moment, and a file by itself wherever the room is kept. The key that opens
sealed seeds is not part of it: who has the copy cannot foresee a card, and who restores it without
the key loses no money, since rounds that were open are void and every wager goes back.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import file_digest
from pathlib import Path

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.audit import Audit, audit
from pitboss.room.folder import Folder, default_key
from pitboss.room.office_events import BackedUp
from pitboss.room.reading import StillSqlite
from pitboss.room.store.shape import Head, Store
from pitboss.room.store.sqlite import FILE

Tell = Callable[[str, int, int], None]
_LOGS = ("-wal", "-shm", "-journal")


class Backup(Struct, frozen=True):
    """A copy that was taken."""

    file: str
    bytes: int
    sha256: str
    heads: Mapping[str, Head]
    """Of every stream in the copy."""


class Restored(Struct, frozen=True):
    """What came of putting a copy back."""

    file: str
    checked: Audit
    """If anything is wrong in it, nothing was put in place."""
    key: str
    """Where the key of this room is looked for…"""
    has_key: bool
    """…and whether it is there."""


async def back_up(store: Store, target: Path, now: datetime) -> Backup:
    """A copy of everything, in a new file; in a folder, under the name of the moment."""
    if target.is_dir():
        target /= named_after(now)
    await store.backup(str(target))
    copy = StillSqlite(target)
    try:
        heads = {stream.id: stream.head for stream in await copy.streams()}
    finally:
        await copy.close()
    digest = await asyncio.to_thread(_digest, target)  # a room that is open goes on meanwhile
    return Backup(str(target), target.stat().st_size, digest, heads)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


def named_after(now: datetime) -> str:
    """What a copy is called that was taken at this moment."""
    return f"room-{now:%Y%m%dT%H%M%SZ}.db"


def written(taken: Backup) -> BackedUp:
    """As the office writes it down."""
    return BackedUp(Path(taken.file).name)


async def restore(file: Path, data: Path, told: Tell | None = None) -> Restored:
    """Put a copy into a folder that holds no room yet, once all of it was audited."""
    if not file.is_file():
        raise Refused(f"there is no file {file}")
    target = data / FILE
    _check_free(target)
    source = StillSqlite(file)
    try:
        folder = Folder(data)
        try:
            return await _put(source, target, told)
        finally:
            folder.release()
    finally:
        await source.close()


def _check_free(target: Path) -> None:
    for path in (target, *(target.with_name(f"{FILE}{end}") for end in _LOGS)):
        if path.exists():
            raise Refused(f"there is a room in {target.parent} already, and it is left as it is")


async def _put(source: StillSqlite, target: Path, told: Tell | None) -> Restored:
    _check_free(target)  # now that nobody else can
    new = target.with_name(f"{FILE}.restored")
    new.unlink(missing_ok=True)  # of a time when it was not finished
    try:
        await source.backup(str(new))
        copy = StillSqlite(new)
        try:
            checked = await audit(copy, told=told)
            id_ = await copy.get("room", "id")
        finally:
            await copy.close()
        if checked.in_order:
            new.rename(target)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
    key = default_key(id_.decode()) if id_ else None
    return Restored(str(target), checked, str(key or ""), key is not None and key.exists())
