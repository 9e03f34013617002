"""A store in one SQLite file: write-ahead log, every commit on disk before it is acknowledged.

One thread writes. It writes all pending jobs in one transaction, so that a thousand people do not
wait for a thousand commits. If one of the jobs fails, they are retried by halves in the same
transaction, until only the failing job is left out.
"""

import asyncio
import fcntl
import os
import queue
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

from pitboss.errors import Refused
from pitboss.room.failures import FailureKind
from pitboss.room.store import bulk, sql
from pitboss.room.store.archive_files import ARCHIVE_FOLDER
from pitboss.room.store.base import (
    JOB_ERRORS,
    MAX_JOBS,
    STORE_CLOSED,
    SqlStore,
    constraint_error,
    observe_commit,
)
from pitboss.room.store.interface import CommitUncertain, Conflict, StoreDamaged, StoreUnavailable
from pitboss.room.store.sql import HASHED_TABLES, row_hash, select_unhashed, update_hash
from pitboss.table.table import utc_text

PARTIAL_SUFFIX: Final = ".part"
"""The suffix of a copy until it is complete."""


def create_private_file(path: Path) -> None:
    """Create a file if it does not exist, and make it readable for its owner alone."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise StoreUnavailable(f"the file {path} cannot be written: {error.strerror}") from None


def remove_partial_files(folder: Path) -> None:
    """Remove incomplete copies, which a killed program leaves behind."""
    with suppress(OSError):
        for part in folder.glob(f"*.db{PARTIAL_SUFFIX}"):
            part.unlink(missing_ok=True)


@contextmanager
def atomic_copy(target: Path) -> Iterator[Path]:
    """Give a temporary path to write to; rename it to ``target`` once it is complete and synced."""
    if target.exists():
        raise StoreUnavailable(f"{target} already exists")
    part = target.with_name(f"{target.name}{PARTIAL_SUFFIX}")
    try:
        part.unlink(missing_ok=True)  # an incomplete copy of a killed program
        create_private_file(part)
        yield part
        _fsync(part)
        part.rename(target)
        _fsync(target.parent)
    except OSError as error:
        raise StoreUnavailable(f"the copy {target} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _fsync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


DATABASE_FILE: Final = "room.db"
_LOCK_FILE: Final = "in-use"


class DataFolder:
    """A data folder, locked for this process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock: TextIO = (path / _LOCK_FILE).open("a", encoding="utf-8")
        except OSError as error:
            raise Refused(f"the data folder {path} cannot be used: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise Refused(f"the data folder {path} is in use by another pitboss") from None

    def release(self) -> None:
        """Release the lock."""
        self._lock.close()


_CORRUPTION_CODES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_VALUE_ERRORS: Final = (
    OverflowError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
CACHED_STATEMENTS: Final = 512
"""Prepared statements in memory: every kind of row in every size of `bulk`."""
READERS: Final = 3
"""Connections that read, so that a request need not wait for the page of a report."""
MIN_VERSION: Final = (3, 33)
"""The first version with ``UPDATE … FROM``."""
_PROBE: Final = (
    (sql.UPSERT_ROW, sql.collection_row("room", "probe", bytes(16_384))),
    (sql.DELETE_ROW, ("room", "probe")),
)
"""A test write, about as large as that of a table, which is deleted again."""
_QueuedJob = tuple[sql.Job, "asyncio.Future[None]"]

DISK_FULL: Final = "the disk is full"
NOT_UTF8: Final = "Could not decode to UTF-8"
DISK_FAILED: Final = "the disk failed ({}): writing has stopped; check the disk and restart"
CHECKPOINT_INTERVAL: Final = 0.5
"""Seconds between two checkpoints, which copy the write-ahead log into the file.

They run beside the commits. SQLite's automatic checkpoints are turned off, since they do not
report that a sync failed.
"""
MAX_LOG_PAGES: Final = 32_768
"""Pages of the log from which the writer makes a checkpoint itself, so that the log restarts."""
MAX_LOG_BYTES: Final = 64 * 2**20
"""The size that the log file is cut back to after a checkpoint."""


class SqliteStore(SqlStore):
    """A SQLite file, for one process; it is created if it does not exist."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        if sqlite3.sqlite_version_info < MIN_VERSION:
            version = ".".join(map(str, MIN_VERSION))
            raise StoreUnavailable(
                f"SQLite {version} or newer is required: Python has {sqlite3.sqlite_version}"
            )
        self.path, self.archive_folder = path, path.parent / ARCHIVE_FOLDER
        self._failure = ""
        self._needs_probe = False
        """Whether a write failed and `check_writable` has not tested the disk since."""
        self._jobs: queue.SimpleQueue[_QueuedJob | None] = queue.SimpleQueue()
        self._readers: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        """Connections that no thread is reading with at present."""
        create_private_file(path)
        with ExitStack() as cleanup:
            try:
                self._write_connection = _open_database(path)
                cleanup.callback(self._write_connection.close)
                migrate_file(self._write_connection)
                for _ in range(READERS):
                    reader = _open_database(path)
                    cleanup.callback(reader.close)
                    reader.execute("PRAGMA query_only = ON")
                    self._readers.put(reader)
            except sqlite3.DatabaseError as error:
                raise StoreUnavailable(f"the database {path} cannot be used: {error}") from None
            cleanup.pop_all()
        self._write_connection.execute("PRAGMA wal_autocheckpoint = 0")
        # What a statement of many rows may have to undo is kept in memory, not in a file.
        self._write_connection.execute("PRAGMA temp_store = MEMORY")
        self._write_connection.execute(f"PRAGMA journal_size_limit = {MAX_LOG_BYTES}")
        self._read_executor = ThreadPoolExecutor(READERS, "pitboss-reads")
        self._has_written, self._closing = False, threading.Event()
        self._log_is_long = False
        self._checkpointer = threading.Thread(
            target=self._run_checkpoints, name="pitboss-tidies", daemon=True
        )
        self._checkpointer.start()
        self._writer = threading.Thread(target=self._write, name="pitboss-writes", daemon=True)
        self._writer.start()

    # Writing

    async def _enqueue(self, job: sql.Job) -> None:
        if self._is_closed:
            raise StoreUnavailable(STORE_CLOSED)
        future = asyncio.get_running_loop().create_future()
        with self._track_wait():
            self._jobs.put((job, future))
            await future
        if not self._needs_probe:
            self._listener(None)

    def _write(self) -> None:
        is_last = False
        while not is_last and (first := self._jobs.get()) is not None:
            pairs = [first]
            while len(pairs) < MAX_JOBS and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    is_last = True
                    break
                pairs.append(following)
            try:
                with observe_commit(len(pairs)):
                    errors = self._commit([job for job, _ in pairs])
            except Exception as error:  # any error must reach those who wait
                self._needs_probe = True
                errors = [error] * len(pairs)
            _resolve([future for _, future in pairs], errors)
            if self._log_is_long and not self._failure:
                self._checkpoint(self._write_connection)
                self._log_is_long = False
        with suppress(sqlite3.Error):  # so that the file is complete without its log
            self._write_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._write_connection.close()

    def _commit(self, jobs: Sequence[sql.Job]) -> list[Exception | None]:
        """Commit jobs in one transaction; return None or an error for each."""
        if self._failure:
            raise StoreUnavailable(self._failure, FailureKind.DISK_FAILED)
        errors: list[Exception | None] = [None] * len(jobs)
        try:
            try:
                self._execute("BEGIN IMMEDIATE")
                self._write_rows(jobs)
            except JOB_ERRORS as error:
                self._rollback()
                if len(jobs) == 1:
                    return [error]
                self._execute("BEGIN IMMEDIATE")
                errors = self._write_halves(jobs)
        except CommitUncertain as error:
            self._failure = str(error)
            raise
        except BaseException:
            self._rollback()
            raise
        try:
            self._write_connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._handle_commit_error(error)
        if self._failure:  # a checkpoint failed meanwhile
            raise CommitUncertain(self._failure, FailureKind.DISK_FAILED)
        self._has_written = True
        return errors

    def _run_checkpoints(self) -> None:
        """Copy the log into the file from time to time, until the store is closed."""
        with closing(_open_database(self.path)) as db:
            while not self._closing.wait(CHECKPOINT_INTERVAL):
                if not self._has_written or self._failure:
                    continue
                self._has_written = False
                self._log_is_long = self._checkpoint(db) >= MAX_LOG_PAGES

    def _checkpoint(self, db: sqlite3.Connection) -> int:
        """Copy as much of the log into the file as possible; return how many pages it has."""
        try:
            _, pages, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as error:
            # A full disk or a busy file is no loss: the log has everything.
            if _has_code(error, sqlite3.SQLITE_FULL):
                self._needs_probe = True
                self._listener(StoreUnavailable(DISK_FULL, FailureKind.DISK_FULL))
            elif not _has_code(error, sqlite3.SQLITE_BUSY):
                self._needs_probe, self._failure = True, DISK_FAILED.format(error)
                self._listener(StoreUnavailable(self._failure, FailureKind.DISK_FAILED))
            return 0
        return int(pages)

    def _write_halves(self, jobs: Sequence[sql.Job]) -> list[Exception | None]:
        half = len(jobs) // 2
        return self._try_jobs(jobs[:half]) + self._try_jobs(jobs[half:])

    def _try_jobs(self, jobs: Sequence[sql.Job]) -> list[Exception | None]:
        """Write jobs; if one fails, retry by halves until only the failing one is left out."""
        self._execute("SAVEPOINT jobs")
        try:
            self._write_rows(jobs)
        except JOB_ERRORS as error:
            self._execute("ROLLBACK TO jobs")
            self._execute("RELEASE jobs")
            return [error] if len(jobs) == 1 else self._write_halves(jobs)
        self._execute("RELEASE jobs")
        return [None] * len(jobs)

    def _write_rows(self, jobs: Sequence[sql.Job]) -> None:
        streams = bulk.stream_updates(sql.all_batches(jobs))
        with translate_sqlite_errors():
            if new := sql.new_stream_rows(jobs):
                self._write_many(sql.INSERT_STREAM, new)
            for number, values in bulk.flat_pages(streams):
                update = self._write_connection.executemany(bulk.update_streams(number), [values])
                if update.rowcount != number:
                    raise Conflict("the stream has another version")
            for statement, rows in sql.job_rows(jobs):
                self._write_many(statement, rows)

    def _write_many(self, statement: str, rows: Sequence[sql.Row]) -> None:
        """Execute a statement for all rows, insertions with as few calls as possible."""
        if bulk.insert_many(statement, 1) is None:
            self._write_connection.executemany(statement, rows)
            return
        for number, values in bulk.flat_pages(rows):
            insertion = bulk.insert_many(statement, number) or statement
            self._write_connection.executemany(insertion, [values])

    def _execute(self, statement: str) -> None:
        with translate_sqlite_errors():
            self._write_connection.execute(statement)

    def _rollback(self) -> None:
        if self._write_connection.in_transaction:
            self._execute("ROLLBACK")

    def _handle_commit_error(self, error: sqlite3.Error) -> None:
        """Raise the error of a failed commit.

        On a full disk the last page, which completes the commit, cannot have been written.
        Otherwise the outcome is unknown.
        """
        if _has_code(error, sqlite3.SQLITE_FULL):
            self._rollback()
            raise StoreUnavailable(DISK_FULL, FailureKind.DISK_FULL) from None
        self._failure = DISK_FAILED.format(error)
        raise CommitUncertain(self._failure, FailureKind.DISK_FAILED) from None

    # Reading

    async def _read(self, statement: str, *parameters: object) -> Sequence[sql.Row]:
        def work() -> list[sql.Row]:
            reader = self._readers.get()
            try:
                return fetch_rows(reader, statement, parameters)
            finally:
                self._readers.put(reader)

        if self._is_closed:
            raise StoreUnavailable(STORE_CLOSED)
        with self._track_wait():
            return await asyncio.get_running_loop().run_in_executor(self._read_executor, work)

    # The store itself

    async def check_writable(self) -> None:
        """Raise `StoreUnavailable` if the store cannot be written; after a failure, try it."""
        if not self._needs_probe:
            await self._enqueue(())
            return
        await self._enqueue(_PROBE)
        self._needs_probe = False
        self._listener(None)

    async def backup(self, target: str) -> None:
        """Copy everything to a new file as of one moment, while the store is in use."""

        def work() -> None:
            with (
                atomic_copy(Path(target)) as part,
                translate_sqlite_errors(),
                closing(_open_database(self.path)) as db,
            ):
                db.execute("VACUUM INTO ?", (str(part),))

        await asyncio.to_thread(work)

    async def close(self) -> None:
        """Write all pending jobs and close the file."""
        if not self._is_closed:
            self._is_closed = True
            await asyncio.to_thread(self._read_executor.shutdown)
            for _ in range(READERS):
                self._readers.get().close()
            self._closing.set()
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            await asyncio.to_thread(self._checkpointer.join)


def _resolve(futures: Sequence["asyncio.Future[None]"], errors: Sequence[Exception | None]) -> None:
    """Resolve futures from the writer's thread."""

    def resolve() -> None:
        for future, error in zip(futures, errors, strict=True):
            if future.done():
                continue
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

    with suppress(RuntimeError):  # the loop is closed, so nobody is waiting
        futures[0].get_loop().call_soon_threadsafe(resolve)


def _open_database(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        timeout=10,
        cached_statements=CACHED_STATEMENTS,
    )
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


def schema_version(db: sqlite3.Connection) -> str | None:
    """Return the schema version of a file; None if it has no schema of a room."""
    table = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    row = db.execute(sql.SELECT_VERSION).fetchone() if table else None
    return str(row[0]) if row else None


def migrate_file(db: sqlite3.Connection) -> None:
    """Migrate a file to the newest schema, in one exclusive transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        version = schema_version(db)
        for statement in sql.migration_sql("sqlite", version):
            db.execute(statement)
        if version and version != sql.NEWEST:
            db.execute(sql.DATE_ANSWERS, (utc_text(datetime.now(UTC)),))
            _hash_rows(db)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def fetch_rows(db: sqlite3.Connection, statement: str, parameters: sql.Row) -> list[sql.Row]:
    """Return the rows that a statement selects; damaged text is decoded as far as possible."""
    with translate_sqlite_errors():
        try:
            return db.execute(statement, parameters).fetchall()
        except sqlite3.OperationalError as error:
            if NOT_UTF8 not in str(error):
                raise
            db.text_factory = _decode_lenient
            try:
                return db.execute(statement, parameters).fetchall()
            finally:
                db.text_factory = str


def _decode_lenient(text: bytes) -> str:
    return text.decode(errors="replace")


def _hash_rows(db: sqlite3.Connection) -> None:
    """Set the hash of rows that an older version wrote without one."""
    for table, columns in HASHED_TABLES.items():
        for row in db.execute(select_unhashed(table)).fetchall():
            db.execute(update_hash(table), (row_hash(table, *row), *row[: len(columns.key)]))


def _has_code(error: sqlite3.Error, code: int) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == code  # higher bits are details


@contextmanager
def translate_sqlite_errors() -> Iterator[None]:
    """Translate SQLite's errors into those of a store."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise constraint_error(str(error), str(error)) from None
    except _VALUE_ERRORS as error:
        raise ValueError(f"this cannot be stored: {error}") from None
    except sqlite3.DatabaseError as error:
        if any(_has_code(error, code) for code in _CORRUPTION_CODES):
            raise StoreDamaged(f"the database is damaged: {error}") from None
        if _has_code(error, sqlite3.SQLITE_FULL):
            raise StoreUnavailable(DISK_FULL, FailureKind.DISK_FULL) from None
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_FSYNC:
            raise CommitUncertain(DISK_FAILED.format(error), FailureKind.DISK_FAILED) from None
        kind = FailureKind.DISK_FAILED if _has_code(error, sqlite3.SQLITE_IOERR) else None
        raise StoreUnavailable(f"the database cannot be used: {error}", kind) from None
