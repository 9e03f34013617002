"""A store in one file: SQLite, write-ahead, every commit on the disk before anyone is told.

One thread writes. Whatever waits when it is free is written in one transaction, so that a thousand
people do not wait for a thousand disks. If one of the jobs cannot be written, the others are, by
halves, and still in one transaction.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from pitboss.room.failures import FailureKind
from pitboss.room.store import schema
from pitboss.room.store import statements as sql
from pitboss.room.store.alike import CLOSED, REFUSALS, TOGETHER, Alike, refusal
from pitboss.room.store.files import copied, reserve
from pitboss.room.store.rows import HASHED, rehash, row_hash, unhashed
from pitboss.room.store.shape import Conflict, Damaged, Unavailable, Uncertain

FILE: Final = "room.db"
_STREAM: Final = "UPDATE streams SET version = ?, head = ? WHERE id = ? AND version = ?"
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNFIT: Final = (
    OverflowError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
_PROBE: Final = (
    (sql.PUT, sql.shelf_row("room", "probe", bytes(16_384))),
    (sql.TAKE, ("room", "probe")),
)
"""What is written to see whether anything can be: as much as a table writes, and nothing stays."""
_Waiting = tuple[sql.Job, "asyncio.Future[None]"]

FULL: Final = "the disk is full"
UNDECODED: Final = "Could not decode to UTF-8"
FAILED: Final = "the disk failed ({}): nothing more is written until it is looked at"
TIDIES: Final = 0.5
"""Seconds between two checkpoints, which bring the log into the file; no commit waits for one…"""
MOST_PAGES: Final = 32_768
"""…unless the log has so many pages: then the writer makes one, so that the log begins anew.

SQLite's automatic checkpoints are turned off: they do not report that a sync failed.
"""
MOST_LOG: Final = 64 * 2**20
"""Bytes that the log keeps of what it once had to grow to."""


class SqliteStore(Alike):
    """One file in a folder, for one process."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it; refused in a sentence where that cannot be."""
        super().__init__()
        self.path = path
        self._broken = ""
        self._failed = False
        """Whether something could not be written, and nobody has tried again in earnest."""
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        reserve(path)
        with ExitStack() as unless_opened:
            try:
                self._writing = _opened(path)
                unless_opened.callback(self._writing.close)
                bring_up_to_date(self._writing)
                self._reading = _opened(path)
                unless_opened.callback(self._reading.close)
                self._reading.execute("PRAGMA query_only = ON")
            except sqlite3.DatabaseError as error:
                raise Unavailable(f"the database {path} cannot be used: {error}") from None
            unless_opened.pop_all()
        self._writing.execute("PRAGMA wal_autocheckpoint = 0")
        self._writing.execute(f"PRAGMA journal_size_limit = {MOST_LOG}")
        self._reader = ThreadPoolExecutor(1, "pitboss-reads")
        self._wrote, self._over = False, threading.Event()
        self._log_is_long = False
        self._tidier = threading.Thread(target=self._tidy, name="pitboss-tidies", daemon=True)
        self._tidier.start()
        self._writer = threading.Thread(target=self._write, name="pitboss-writes", daemon=True)
        self._writer.start()

    # Writing

    async def _queued(self, job: sql.Job) -> None:
        if self._closed:
            raise Unavailable(CLOSED)
        done = asyncio.get_running_loop().create_future()
        with self._timed():
            self._jobs.put((job, done))
            await done
        if not self._failed:
            self._report(None)

    def _write(self) -> None:
        last = False
        while not last and (first := self._jobs.get()) is not None:
            waiting = [first]
            while len(waiting) < TOGETHER and not self._jobs.empty():
                one = self._jobs.get()
                if one is None:
                    last = True
                    break
                waiting.append(one)
            try:
                told = self._commit([job for job, _ in waiting])
            except Exception as error:  # whoever waits is told, whatever it is
                self._failed = True
                told = [error] * len(waiting)
            _tell([done for _, done in waiting], told)
            if self._log_is_long and not self._broken:
                self._checkpoint(self._writing)
                self._log_is_long = False
        with suppress(sqlite3.Error):  # so that the file is whole without the one beside it
            self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writing.close()

    def _commit(self, jobs: Sequence[sql.Job]) -> list[Exception | None]:
        """All of them in one transaction, but for those that are refused, each with its reason."""
        if self._broken:
            raise Unavailable(self._broken, FailureKind.DISK_FAILED)
        told: list[Exception | None] = [None] * len(jobs)
        try:
            try:
                self._say("BEGIN IMMEDIATE")
                self._put_down(jobs)
            except REFUSALS as refused:
                self._undo()
                if len(jobs) == 1:
                    return [refused]
                self._say("BEGIN IMMEDIATE")
                told = self._halves(jobs)
        except Uncertain as failed:
            self._broken = str(failed)
            raise
        except BaseException:
            self._undo()
            raise
        try:
            self._writing.execute("COMMIT")
        except sqlite3.Error as error:
            self._fail(error)
        if self._broken:  # by a checkpoint meanwhile
            raise Uncertain(self._broken, FailureKind.DISK_FAILED)
        self._wrote = True
        return told

    def _tidy(self) -> None:
        """Bring what was committed from the log into the file, while others go on writing."""
        with closing(_opened(self.path)) as db:
            while not self._over.wait(TIDIES):
                if not self._wrote or self._broken:
                    continue
                self._wrote = False
                self._log_is_long = self._checkpoint(db) >= MOST_PAGES

    def _checkpoint(self, db: sqlite3.Connection) -> int:
        """Bring as much of the log into the file as can be; return how many pages it has."""
        try:
            _, pages, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as error:
            # A full disk, or a busy file, can wait: the log has everything.
            if _is(error, sqlite3.SQLITE_FULL):
                self._failed = True
                self._report(Unavailable(FULL, FailureKind.DISK_FULL))
            elif not _is(error, sqlite3.SQLITE_BUSY):
                self._failed, self._broken = True, FAILED.format(error)
                self._report(Unavailable(self._broken, FailureKind.DISK_FAILED))
            return 0
        return int(pages)

    def _halves(self, jobs: Sequence[sql.Job]) -> list[Exception | None]:
        half = len(jobs) // 2
        return self._try(jobs[:half]) + self._try(jobs[half:])

    def _try(self, jobs: Sequence[sql.Job]) -> list[Exception | None]:
        """All of them; if one is refused, then halves of them, down to the one."""
        self._say("SAVEPOINT jobs")
        try:
            self._put_down(jobs)
        except REFUSALS as refused:
            self._say("ROLLBACK TO jobs")
            self._say("RELEASE jobs")
            return [refused] if len(jobs) == 1 else self._halves(jobs)
        self._say("RELEASE jobs")
        return [None] * len(jobs)

    def _put_down(self, jobs: Sequence[sql.Job]) -> None:
        streams = [(b.version, b.head, b.stream, b.expected) for b in sql.batches(jobs)]
        with told():
            if new := sql.created(jobs):
                self._writing.executemany(sql.FOUND, new)
            if streams and self._writing.executemany(_STREAM, streams).rowcount != len(streams):
                raise Conflict("the stream has another version")
            for statement, rows in sql.written(jobs):
                self._writing.executemany(statement, rows)

    def _say(self, statement: str) -> None:
        with told():
            self._writing.execute(statement)

    def _undo(self) -> None:
        if self._writing.in_transaction:
            self._say("ROLLBACK")

    def _fail(self, error: sqlite3.Error) -> None:
        """A commit failed. On a full disk the last page, which makes it count, cannot have been
        written; else nobody knows what the disk holds.
        """
        if _is(error, sqlite3.SQLITE_FULL):
            self._undo()
            raise Unavailable(FULL, FailureKind.DISK_FULL) from None
        self._broken = FAILED.format(error)
        raise Uncertain(self._broken, FailureKind.DISK_FAILED) from None

    # Reading

    async def _read(self, statement: str, *given: object) -> Sequence[sql.Row]:
        def work() -> list[sql.Row]:
            return rows_of(self._reading, statement, given)

        if self._closed:
            raise Unavailable(CLOSED)
        with self._timed():
            return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    # The store itself

    async def ready(self) -> None:
        """Refuse if it could not be written now; after a failure only writing shows that."""
        if not self._failed:
            await self._queued(())
            return
        await self._queued(_PROBE)
        self._failed = False
        self._report(None)

    async def backup(self, target: str) -> None:
        """A copy of everything, as it is at one moment, taken while it is in use."""

        def work() -> None:
            with copied(Path(target)) as part, told(), closing(_opened(self.path)) as db:
                db.execute("VACUUM INTO ?", (str(part),))

        await asyncio.to_thread(work)

    async def close(self) -> None:
        """Write what waits, and let go of the file."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._reader.shutdown)
            self._reading.close()
            self._over.set()
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            await asyncio.to_thread(self._tidier.join)


def _tell(waiting: Sequence["asyncio.Future[None]"], told: Sequence[Exception | None]) -> None:
    """Let everybody know who still waits, in one go."""

    def tell() -> None:
        for done, error in zip(waiting, told, strict=True):
            if done.done():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    with suppress(RuntimeError):  # nobody waits any more where the loop is closed
        waiting[0].get_loop().call_soon_threadsafe(tell)


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


def bring_up_to_date(db: sqlite3.Connection) -> None:
    """Take the steps that lead to the newest schema, all or none, and nobody else meanwhile."""
    db.execute("BEGIN IMMEDIATE")
    try:
        known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        have = db.execute(schema.PRESENT).fetchone() if known else None
        statement = ""
        for line in schema.steps("sqlite", have[0] if have else None).splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                db.execute(statement)
                statement = ""
        if have and have[0] != schema.NEWEST:
            _hash_rows(db)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def rows_of(db: sqlite3.Connection, statement: str, given: sql.Row) -> list[sql.Row]:
    """The rows that a statement finds; text that is none any more is read as far as it goes."""
    with told():
        try:
            return db.execute(statement, given).fetchall()
        except sqlite3.OperationalError as error:
            if UNDECODED not in str(error):
                raise
            db.text_factory = _as_far_as_it_goes
            try:
                return db.execute(statement, given).fetchall()
            finally:
                db.text_factory = str


def _as_far_as_it_goes(text: bytes) -> str:
    return text.decode(errors="replace")


def _hash_rows(db: sqlite3.Connection) -> None:
    """Give rows of before their hash."""
    for table, of in HASHED.items():
        for row in db.execute(unhashed(table)).fetchall():
            db.execute(rehash(table), (row_hash(table, *row), *row[: len(of.key)]))


def _is(error: sqlite3.Error, code: int) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == code  # above are the finer ones


@contextmanager
def told() -> Iterator[None]:
    """SQLite's errors as a store's."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise refusal(str(error), str(error)) from None
    except _UNFIT as error:
        raise ValueError(f"this cannot be stored: {error}") from None
    except sqlite3.DatabaseError as error:
        if any(_is(error, code) for code in _DAMAGED):
            raise Damaged(f"the database is damaged: {error}") from None
        if _is(error, sqlite3.SQLITE_FULL):
            raise Unavailable(FULL, FailureKind.DISK_FULL) from None
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_FSYNC:
            raise Uncertain(FAILED.format(error), FailureKind.DISK_FAILED) from None
        kind = FailureKind.DISK_FAILED if _is(error, sqlite3.SQLITE_IOERR) else None
        raise Unavailable(f"the database cannot be used: {error}", kind) from None
