"""Move old lines of a closed room from its database to files.

Each table's lines before a day go to one file, up to a round that nobody can correct anymore. They
are audited first. What they lead to, and the head of each file, stay in the database, bound into
the chain of the back office, so that reports and audits continue there.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.room.audit.auditor import MIN_PARALLEL_LINES, entry_row, remaining_rows
from pitboss.room.audit.parallel_walk import walk_in_processes
from pitboss.room.audit.positions import ArchivedPosition, StreamPosition
from pitboss.room.audit.stream_walk import StreamResult, StreamTask, walk_stream
from pitboss.room.back_office import ARCHIVED_POSITIONS, BackOffice
from pitboss.room.back_office_events import LinesArchived
from pitboss.room.people.offline import closed_room, local_operator
from pitboss.room.reports.period import day_period
from pitboss.room.runtime import utc_clock
from pitboss.room.store.archive_files import ARCHIVE_FOLDER, ARCHIVES, ArchivedLines, archive_key
from pitboss.room.store.interface import BACK_OFFICE, Head, Put, Store, Stream, read_row
from pitboss.room.store.opening import (
    AuditableStore,
    BlockingReader,
    SharedMoment,
    read_only_view,
    share_moment,
)
from pitboss.room.store.sql import RARE_KINDS
from pitboss.room.store.sqlite import SqliteStore, atomic_copy
from pitboss.room.table_log import is_current_schema
from pitboss.table.export import FileMarks, encode_last_line, line_hash

Progress = Callable[[str, int, int], None]


class ArchiveResult(Struct, frozen=True):
    """What was archived: one file for each table that had old lines."""

    archives: tuple[ArchivedLines, ...]

    @property
    def lines(self) -> int:
        """Return how many lines were archived."""
        return sum(item.version - item.first_version + 1 for item in self.archives)


class _Part(Struct, frozen=True):
    """The lines of one table that are written to a file."""

    archive: ArchivedLines
    position: ArchivedPosition


async def archive_room(
    data: Path | None,
    database: str | None,
    folder: Path | None,
    before: str,
    workers: int,
    progress: Progress,
) -> ArchiveResult:
    """Archive the lines before a day; without a folder, in the room's data folder."""
    day_period(before)  # refuses what is not a day
    folder = folder or (data / ARCHIVE_FOLDER if data else None)
    if folder is None:
        raise Refused("name a folder for the files: use --to DIR")
    async with closed_room(data, database) as store:
        result = await archive_lines(store, folder.absolute(), before, workers, progress)
    if result.archives and isinstance(store, SqliteStore):
        await asyncio.to_thread(_free_space, store.path)
    return result


def _free_space(file: Path) -> None:
    """Give the space of deleted rows back to the system."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("VACUUM")


async def archive_lines(
    store: Store, folder: Path, before: str, workers: int, progress: Progress
) -> ArchiveResult:
    """Archive the lines before a day of a room that nobody else writes to."""
    async with read_only_view(store) as view:
        moment = await share_moment(view) if workers > 1 else None
        archiver = _Archiver(BlockingReader(view), moment, folder, before, workers, progress)
        parts = await asyncio.to_thread(archiver.run)
    if parts:
        await _delete_lines(store, parts)
    return ArchiveResult(tuple(part.archive for part in parts))


async def _delete_lines(store: Store, parts: Sequence[_Part]) -> None:
    """Delete the lines that are in the files, and note where they are, in one transaction."""
    back_office = BackOffice(store, utc_clock)
    await back_office.start()
    by = local_operator()
    events = [
        (LinesArchived(a.stream, a.first_version, a.version, a.hash, a.name, a.sha256), by)
        for a in (part.archive for part in parts)
    ]
    puts = []
    for part in parts:
        key = archive_key(part.archive.stream, part.archive.version)
        puts.append(Put(ARCHIVES, key, msgspec.json.encode(part.archive), must_be_new=True))
        position = msgspec.json.encode(part.position)
        puts.append(Put(ARCHIVED_POSITIONS, part.archive.stream, position))
    await back_office.write(
        *events[0],
        puts=puts,
        more_events=events[1:],
        archived_lines=[(part.archive.stream, part.archive.version) for part in parts],
    )


class _Archiver:
    """Audits old lines and writes them to files."""

    def __init__(
        self,
        reader: BlockingReader,
        moment: SharedMoment | None,
        folder: Path,
        before: str,
        workers: int,
        progress: Progress,
    ) -> None:
        self._reader, self._moment, self._folder = reader, moment, folder
        self._before, self._workers, self._progress = before, workers, progress
        self._lines = self._total_lines = 0

    def run(self) -> list[_Part]:
        """Write the files; return what is in them."""
        tasks = [
            task
            for stream in self._reader.run(self._reader.store.streams())
            if stream.kind != BACK_OFFICE and (task := self._task(stream)) is not None
        ]
        self._total_lines = sum(task.lines for task in tasks)
        positions: dict[str, StreamPosition] = {}
        for task, result in zip(tasks, self._walk(tasks), strict=True):
            if result.findings:
                raise Refused(
                    f"nothing was archived, because the log is not in order: {result.findings[0]}; "
                    "run `pitboss audit`"
                )
            if result.position is not None:
                positions[task.stream.id] = result.position
        return self._write(tasks, positions)

    def _task(self, stream: Stream) -> StreamTask | None:
        """Return the walk through the lines of a table before the day; None if it has none."""
        store, reader = self._reader.store, self._reader
        if not stream.is_indexed:
            raise Refused("start the room once, which builds its index, and stop it again")
        day = reader.run(store.day_row(stream.id, since=self._before))
        last = day.first_version - 1 if day else stream.head.version
        earlier = self._earlier_archive(stream.id)
        if last < 1 or (earlier is not None and last <= earlier.position.version):
            return None
        entry = next(reader.entries(stream, last - 1))
        is_usable = earlier is not None and is_current_schema(earlier.position.snapshot)
        return StreamTask(
            replace(stream, head=Head(last, line_hash(entry.line))),
            1,
            start=earlier.position if earlier and is_usable else None,
            keeps_position=True,
        )

    def _earlier_archive(self, stream: str) -> ArchivedPosition | None:
        store = self._reader.store
        return self._reader.run(read_row(store, ARCHIVED_POSITIONS, stream, ArchivedPosition))

    def _walk(self, tasks: Sequence[StreamTask]) -> list[StreamResult]:
        if self._moment is None or self._total_lines < MIN_PARALLEL_LINES:
            return [walk_stream(self._reader, task, self._count_lines) for task in tasks]
        return list(walk_in_processes(self._moment, tasks, self._workers, self._count_lines))

    def _count_lines(self, lines: int) -> None:
        self._lines += lines
        self._progress("lines audited", self._lines, self._total_lines)

    def _write(
        self, tasks: Sequence[StreamTask], positions: Mapping[str, StreamPosition]
    ) -> list[_Part]:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return [
            part
            for task in tasks
            if task.stream.id in positions
            and (part := self._write_file(task.stream, positions[task.stream.id])) is not None
        ]

    def _write_file(self, stream: Stream, position: StreamPosition) -> _Part | None:
        """Write the lines up to a position that are not archived yet."""
        reader, version = self._reader, position.version
        if not isinstance(reader.store, AuditableStore):
            raise TypeError("this store cannot be archived")
        earlier = reader.run(reader.store.archives(stream.id))
        first = earlier[-1].version + 1 if earlier else 1
        if version < first:
            return None
        remaining = remaining_rows(reader, stream.id, first - 1)
        marks = FileMarks(earlier[-1].practice, earlier[-1].physical) if earlier else FileMarks()
        target = self._folder / f"{stream.id}-{first}-{version}.jsonl"
        if target.exists():
            raise Refused(
                f"{target} already exists, but the room does not name it: it is left over from an "
                "attempt that was interrupted, or belongs to another room; move it elsewhere"
            )
        digest = sha256()
        with atomic_copy(target) as path, path.open("wb") as file:
            for entry in reader.entries(stream, first - 1):
                if entry.version > version:
                    break
                marks = marks.after_line(entry.line)
                if entry.kind in RARE_KINDS:
                    remaining.add("entries", entry_row(stream.id, entry))
                digest.update(entry.line + b"\n")
                file.write(entry.line + b"\n")
            last_line = encode_last_line(version, position.hash, marks) + b"\n"
            digest.update(last_line)
            file.write(last_line)
            file.flush()
            os.fsync(file.fileno())
        archive = ArchivedLines(
            stream.id,
            first,
            version,
            position.hash,
            position.at,
            str(target),
            digest.hexdigest(),
            marks.practice,
            marks.physical,
        )
        return _Part(archive, ArchivedPosition(position, remaining.encode()))


def describe_archive(archive: ArchivedLines) -> str:
    """Return a line about the file of archived lines."""
    return (
        f"{archive.name}: lines {archive.first_version:,} to {archive.version:,} of "
        f"{archive.stream}, SHA-256 {archive.sha256}"
    )
