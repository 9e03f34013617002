"""Backups of a room: one file with everything, taken while the room is open, and its restoration.

A backup shows one moment, in a single file whichever store the room uses. The key of the seed
vault is not in it: whoever has the backup cannot predict a card, and restoring it without the key
loses no money, since open rounds are void and every wager is returned.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import file_digest
from pathlib import Path

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.lab.progress import available_cores
from pitboss.room.audit.auditor import Audit, AuditOptions, audit_with_heads
from pitboss.room.back_office_events import BackedUp
from pitboss.room.settings import default_key_file
from pitboss.room.store.interface import Head, Store
from pitboss.room.store.opening import ReadOnlySqlite
from pitboss.room.store.sqlite import DATABASE_FILE, DataFolder

Progress = Callable[[str, int, int], None]
_LOG_SUFFIXES = ("-wal", "-shm", "-journal")


class Backup(Struct, frozen=True):
    """A backup file."""

    file: str
    bytes: int
    sha256: str
    heads: Mapping[str, Head]
    """The head of every stream in the backup."""


class RestoreResult(Struct, frozen=True):
    """The outcome of restoring a backup."""

    file: str
    audit: Audit
    """The audit of the backup; if it found anything wrong, nothing was restored."""
    key: str
    """The file where the key of this room is expected."""
    has_key: bool
    """Whether that file exists."""


async def back_up(store: Store, target: Path, now: datetime) -> Backup:
    """Back up everything to a new file; if the target is a folder, the file is named by time."""
    if target.is_dir():
        target /= backup_name(now)
    await store.backup(str(target))
    copy = ReadOnlySqlite(target)
    try:
        heads = {stream.id: stream.head for stream in await copy.streams()}
    finally:
        await copy.close()
    digest = await asyncio.to_thread(_digest, target)  # so that an open room is not blocked
    return Backup(str(target), target.stat().st_size, digest, heads)


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def backup_name(now: datetime) -> str:
    """Return the file name of a backup made at this time."""
    return f"room-{now:%Y%m%dT%H%M%SZ}.db"


def backup_event(backup: Backup) -> BackedUp:
    """Return the back office's event of a backup."""
    return BackedUp(Path(backup.file).name)


async def restore(file: Path, data: Path, progress: Progress | None = None) -> RestoreResult:
    """Restore a backup to a folder without a room, if the audit of it finds nothing wrong."""
    if not file.is_file():
        raise Refused(f"there is no file {file}")
    target = data / DATABASE_FILE
    _check_no_room(target)
    source = ReadOnlySqlite(file)
    try:
        folder = DataFolder(data)
        try:
            return await _install(source, target, progress)
        finally:
            folder.release()
    finally:
        await source.close()


def _check_no_room(target: Path) -> None:
    for path in (target, *(target.with_name(f"{DATABASE_FILE}{end}") for end in _LOG_SUFFIXES)):
        if path.exists():
            raise Refused(
                f"there is already a room in {target.parent}: choose another folder; "
                "nothing was changed"
            )


async def _install(
    source: ReadOnlySqlite, target: Path, progress: Progress | None
) -> RestoreResult:
    _check_no_room(target)  # again, now that the folder is locked
    new_file = target.with_name(f"{DATABASE_FILE}.restored")
    new_file.unlink(missing_ok=True)  # left by a restoration that was interrupted
    try:
        await source.backup(str(new_file))
        copy = ReadOnlySqlite(new_file)
        try:
            options = AuditOptions(workers=available_cores())
            report = (await audit_with_heads(copy, options, progress)).audit
            room_id = await copy.get("room", "id")
        finally:
            await copy.close()
        if report.in_order:
            new_file.rename(target)
    finally:
        with suppress(OSError):
            new_file.unlink(missing_ok=True)
    key = default_key_file(room_id.decode()) if room_id else None
    return RestoreResult(str(target), report, str(key or ""), key is not None and key.exists())
