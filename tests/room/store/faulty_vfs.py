"""A disk below SQLite that fails on demand: power loss, failed syncs, short writes, no space.

Data that was not synced is lost with the power, and a failed sync forgets what it was given. The
store runs on the SQLite of `apsw`, whose files pass through Python. What survives a power loss is
copied to another folder, where the store is opened again on the SQLite of the standard library.
"""

import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from pitboss.room.store import sqlite

SECTOR = 512
_names = count()


class FaultyVfs(apsw.VFS):
    """Files in a folder, and the part of their contents that a power loss leaves."""

    def __init__(self, chance: Random) -> None:
        self.vfs = f"faulty-{next(_names)}"
        super().__init__(self.vfs, "")
        self._chance, self._lock = chance, threading.RLock()
        self.durable: dict[str, bytearray] = {}
        self.pending: defaultdict[str, list[tuple[int, bytes | None]]] = defaultdict(list)
        """Writes since the last sync, in order; without data, the file is truncated there."""
        self._lost_writes: defaultdict[str, list[tuple[int, bytes | None]]] = defaultdict(list)
        """What a failed sync was given: no later sync writes it, though it can be read."""
        self._open: set[FaultyFile] = set()
        self._untold: set[FaultyFile] = set()
        self.writes = self.syncs = 0
        self.dead = False
        self._fault = ""
        self._wait = 0
        self.failures = 0
        """How many operations failed, other than for lack of power."""

    def arm(self, fault: str, wait: int) -> None:
        """Inject a fault after this many operations of its kind."""
        with self._lock:
            self._fault, self._wait = fault, wait

    def mend(self) -> None:
        """Let all operations succeed from now on."""
        self._fault = ""

    # Called by SQLite

    def xOpen(self, name: Any, flags: list[int]) -> "FaultyFile":  # noqa: ANN401, N802
        """Open a file, all of whose operations pass through here."""
        file = FaultyFile(self, name, flags)
        with self._lock:
            self._open.add(file)
        return file

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        """Delete a file permanently."""
        with self._lock:
            if self.dead:
                return
            super().xDelete(name, sync)
            for files in (self.durable, self.pending, self._lost_writes):
                files.pop(name, None)

    def write(self, name: str, offset: int, data: bytes | None) -> int:
        """Record a write; return how many bytes succeed if it fails."""
        with self._lock:
            self.writes += 1
            written_bytes = len(data) if data is not None else 0
            error = self._error("power", "short", "full", "eio")
            if error is not None and data is not None:
                written_bytes = self._chance.randrange(written_bytes)
            if not self.dead and (error is None or written_bytes):
                self.pending[name].append(
                    (offset, data[:written_bytes] if data is not None else None)
                )
            if error is not None:
                raise _Cut(written_bytes, error)
            return written_bytes

    def read(self) -> None:
        """Fail if reads are set to fail."""
        with self._lock:
            error = self._error("read")
        if error is not None and not self.dead:
            raise error

    def sync(self, name: str, file: "FaultyFile") -> None:
        """Make everything that was written durable, unless the sync fails; then it never will be.

        As on Linux, each open file reports a failure once.
        """
        with self._lock:
            self.syncs += 1
            error = self._error("power", "fsync")
            if error is None and file in self._untold:
                error = _error(apsw.SQLITE_IOERR_FSYNC, "the disk did not sync")
            elif error is not None:
                self._untold |= {item for item in self._open if item.name == name}
            self._untold.discard(file)
            if error is None:
                _apply(self.durable.setdefault(name, bytearray()), self.pending.pop(name, []))
                return
            if not self.dead:
                self._lost_writes[name] += self.pending.pop(name, [])
            raise error

    def forget(self, file: "FaultyFile") -> None:
        """Forget a file that was closed."""
        with self._lock:
            self._open.discard(file)
            self._untold.discard(file)

    def _error(self, *kinds: str) -> apsw.Error | None:
        if self.dead:
            return _error(apsw.SQLITE_IOERR, "the power is off")
        if self._fault not in kinds:
            return None
        self._wait -= 1
        if self._wait > 0:
            return None
        self.failures += 1
        match self._fault:
            case "power":
                self.dead = True
                return _error(apsw.SQLITE_IOERR, "the power is off")
            case "fsync":
                self._fault = ""  # only once: the next sync would report nothing
                return _error(apsw.SQLITE_IOERR_FSYNC, "the disk does not sync")
            case "read":
                return _error(apsw.SQLITE_IOERR_READ, "the disk does not read")
            case "eio":
                return _error(apsw.SQLITE_IOERR_WRITE, "the disk does not write")
            case _:
                if self._fault == "short":
                    self._fault = ""
                return _error(apsw.SQLITE_FULL, "no space left on the device")

    # After the power loss

    def power_off(self, target: Path) -> None:
        """Copy what survives to another folder.

        That is everything that was synced, and a random part of the rest, sector by sector.
        """
        with self._lock:
            self.dead = True
            likely = self._chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
            for name in {*self.durable, *self.pending, *self._lost_writes}:
                if name.endswith("-shm"):
                    continue
                content = bytearray(self.durable.get(name, b""))
                _apply(content, self._survivors(self._lost_writes[name], 0.1))
                _apply(content, self._survivors(self.pending[name], likely))
                (target / Path(name).name).write_bytes(content)

    def _survivors(
        self, writes: Iterable[tuple[int, bytes | None]], likely: float
    ) -> Iterator[tuple[int, bytes | None]]:
        for offset, data in writes:
            if data is None:
                if self._chance.random() < likely:
                    yield offset, None
                continue
            at = 0
            while at < len(data):
                end = at + SECTOR - (offset + at) % SECTOR
                if self._chance.random() < likely:
                    yield offset + at, data[at:end]
                at = end


class _Cut(Exception):
    """A write that fails after this many bytes."""

    def __init__(self, written_bytes: int, error: apsw.Error) -> None:
        super().__init__(written_bytes)
        self.written_bytes, self.error = written_bytes, error


class FaultyFile(apsw.VFSFile):
    """A file on the faulty disk."""

    def __init__(self, disk: FaultyVfs, name: Any, flags: list[int]) -> None:  # noqa: ANN401
        super().__init__("", name, flags)
        self._disk = disk
        self.name = str(name.filename() if isinstance(name, apsw.URIFilename) else name)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        """Write everything, or part of it."""
        data = bytes(data)
        try:
            self._disk.write(self.name, offset, data)
        except _Cut as cut:
            if cut.written_bytes:
                super().xWrite(data[: cut.written_bytes], offset)
            raise cut.error from None
        super().xWrite(data, offset)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        """Read, unless the disk fails."""
        self._disk.read()
        return super().xRead(amount, offset)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        """Truncate the file."""
        try:
            self._disk.write(self.name, size, None)
        except _Cut as cut:
            raise cut.error from None
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """Sync; the disk that tests run on needs no real one."""
        self._disk.sync(self.name, self)

    def xClose(self) -> None:  # noqa: N802
        """Close the file; it reports no more failures."""
        self._disk.forget(self)
        super().xClose()


def _apply(content: bytearray, writes: Iterable[tuple[int, bytes | None]]) -> None:
    for offset, data in writes:
        if data is None:
            del content[offset:]
            continue
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data


def _error(code: int, sentence: str) -> apsw.Error:
    error = apsw.exception_for(code)
    assert isinstance(error, apsw.Error)
    error.args = (sentence,)
    return error


# The connection that the store uses


class Cursor:
    """The result of a statement."""

    def __init__(self, rows: list[tuple[Any, ...]], rowcount: int = -1) -> None:
        self._rows, self.rowcount = rows, rowcount

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return all rows."""
        return self._rows

    def fetchone(self) -> tuple[Any, ...] | None:
        """Return the first row."""
        return self._rows[0] if self._rows else None


class Connection:
    """The part of `sqlite3.Connection` that the store uses."""

    def __init__(self, path: Path, disk: FaultyVfs) -> None:
        self._db = apsw.Connection(str(path), vfs=disk.vfs)
        self._db.set_busy_timeout(10_000)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self.execute(f"PRAGMA {pragma}")

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Run one statement to its end."""
        with _translate_errors():
            return Cursor(self._db.execute(statement, tuple(parameters)).fetchall())

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Cursor:
        """Run a statement for each row."""
        row_count = 0
        with _translate_errors():
            for row in rows:
                self._db.execute(statement, tuple(row))
                row_count += self._db.changes()
        return Cursor([], row_count)

    @property
    def in_transaction(self) -> bool:
        """Return whether a transaction is open."""
        return self._db.in_transaction

    def close(self) -> None:
        """Close the file, whatever the disk reports."""
        try:
            self._db.close()
        except apsw.Error:
            self._db.close(True)


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(*error.args) from None
    except apsw.Error as error:
        sqlite_error = sqlite3.OperationalError(*error.args)
        sqlite_error.sqlite_errorcode = getattr(error, "extendedresult", 0)
        raise sqlite_error from None


def install_vfs(patch: pytest.MonkeyPatch, disk: FaultyVfs) -> None:
    """Make every store that is opened from now on use this disk."""
    patch.setattr(sqlite, "_open_database", lambda path: Connection(path, disk))
