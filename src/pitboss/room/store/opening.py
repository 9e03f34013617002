"""Open the store of a room: to write, to read as of one moment, or to read from another thread.

A read-only store never changes the file, and reads everything as of the moment it was opened.
`BlockingReader` lets audits and reports, which are synchronous and run in a thread, read entries
and postings page by page, so that a database of any size needs little memory.
"""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, runtime_checkable
from urllib.parse import quote

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.store import sql
from pitboss.room.store.archive_files import ARCHIVE_FOLDER, ArchivedLines, find_archive_file
from pitboss.room.store.base import SqlStore
from pitboss.room.store.interface import (
    Entry,
    Snapshot,
    Store,
    StoreDamaged,
    StoredPosting,
    StoredResponse,
    StoreUnavailable,
    Stream,
)
from pitboss.room.store.sqlite import (
    DATABASE_FILE,
    SqliteStore,
    atomic_copy,
    fetch_rows,
    migrate_file,
    schema_version,
    translate_sqlite_errors,
)
from pitboss.table.ledger import Cents

if TYPE_CHECKING:
    from pitboss.room.store.postgres import PostgresStore, ReadOnlyPostgres


async def open_shared_store(database: str) -> "PostgresStore":
    """Open a PostgreSQL database as one of several nodes."""
    _check_address(database)
    from pitboss.room.store.postgres import PostgresStore

    return await PostgresStore.open(database, is_shared=True)


async def open_store(data: Path | None, database: str | None, *, exclusive: bool = True) -> Store:
    """Open a store for writing: a PostgreSQL database, or the SQLite file of a data folder.

    With ``exclusive``, no other program can write to the database; a folder has its own lock.
    """
    if database:
        _check_address(database)
        from pitboss.room.store.postgres import PostgresStore

        return await PostgresStore.open(database, exclusive=exclusive)
    if data is None:
        raise Refused("name a data folder or a database: use --data DIR or --database URL")
    return SqliteStore(data / DATABASE_FILE)


async def open_postgres_read_only(database: str) -> "ReadOnlyPostgres":
    """Open a PostgreSQL database for reading, as of this moment."""
    _check_address(database)
    from pitboss.room.store.postgres import ReadOnlyPostgres

    return await ReadOnlyPostgres.open(database)


def _check_address(database: str) -> None:
    if not database.startswith(("postgresql://", "postgres://")):
        scheme = database.partition(":")[0]
        raise Refused(f"a database address must start with postgresql://, not {scheme!r}")


_APPEND_ONLY: Final = ("entries", "postings")
"""Tables whose rows triggers keep from being changed or deleted."""
_SELECT_ANSWERS: Final = (
    "SELECT rowid, stream, account, idempotency, body, answer, at FROM answers "
    "WHERE rowid > ? ORDER BY rowid LIMIT ?"
)


@runtime_checkable
class AuditableStore(Protocol):
    """A store with the extra methods that an audit needs."""

    archive_folder: Path | None
    """Where archived lines are looked for before the place where they were written."""

    def all_responses(self) -> AsyncIterator[Sequence[tuple[str, StoredResponse]]]:
        """Yield all responses with their streams, page by page."""

    def all_seals(self) -> AsyncIterator[Sequence[tuple[str, int]]]:
        """Yield the stream and round of every sealed seed, page by page."""

    def damaged_rows(self) -> AsyncIterator[Sequence[tuple[str, tuple[object, ...]]]]:
        """Yield table and key of every row that does not match its hash, page by page."""

    def index_rows(self) -> AsyncIterator[Sequence[tuple[str, sql.Row]]]:
        """Yield every row of the index with its table, page by page."""

    def snapshots(self, stream: str, after: int = -1) -> AsyncIterator[Sequence[Snapshot]]:
        """Yield the snapshots after a version, page by page, whether or not they are intact."""

    async def account_names(self) -> Sequence[str]:
        """Return every account of the ledger, including empty ones."""

    async def archives(self, stream: str) -> Sequence[ArchivedLines]:
        """Return which lines of a stream are archived, the first ones first."""

    def remaining_entries(self, stream: str, version: int) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries in the database up to an archived version, page by page."""

    async def first_posting(self, stream: str, version: int) -> int | None:
        """Return the first line up to a version that has a posting in the database."""

    async def flaws(self, *, whole_file: bool = True) -> Sequence[str]:
        """Return what is wrong with the database itself, one sentence each.

        Unless it is the ``whole_file``, pages and references of old rows are left out.
        """


async def check_archive_files(store: Store, streams: Iterable[str]) -> None:
    """Refuse a store whose archived lines cannot be found."""
    if isinstance(store, SqlStore):
        for stream in streams:
            for archive in await store.archives(stream):
                find_archive_file(archive, store.archive_folder)


class SharedMoment(Struct, frozen=True):
    """What other processes need to read what a read-only store reads."""

    file: str = ""
    """A SQLite file. What is read from it later has more lines, but the same up to any head."""
    database: str = ""
    snapshot: str = ""
    """The transaction of PostgreSQL whose moment others can see."""
    archive_folder: Path | None = None


async def share_moment(store: Store) -> SharedMoment | None:
    """Return what other processes need to read a store; None if they cannot."""
    if isinstance(store, ReadOnlySqlite):
        return SharedMoment(str(store.readable_path), archive_folder=store.archive_folder)
    export = getattr(store, "export_moment", None)
    if export is None:
        return None
    database, snapshot = await export()
    return SharedMoment("", database, snapshot, getattr(store, "archive_folder", None))


async def open_shared_moment(moment: SharedMoment) -> Store:
    """Open a store in another process, which waits for every read."""
    store: SqlStore
    if moment.file:
        store = ReadOnlySqlite(Path(moment.file), in_thread=False)
    else:
        from pitboss.room.store.postgres import ReadOnlyPostgres

        store = await ReadOnlyPostgres.open(moment.database, moment.snapshot)
    store.archive_folder = moment.archive_folder
    return store


async def open_read_only(
    data: Path | None = None,
    database: str | None = None,
    file: Path | None = None,
    archive: Path | None = None,
) -> Store:
    """Open the store of an existing room for reading, as of this moment.

    Archived lines are looked for in the folder ``archive`` first.
    """
    store = await _open_read_only(data, database, file)
    if archive is not None:
        store.archive_folder = archive
    return store


async def _open_read_only(
    data: Path | None, database: str | None, file: Path | None
) -> "ReadOnlySqlite | ReadOnlyPostgres":
    if database:
        return await open_postgres_read_only(database)
    path = file or (data / DATABASE_FILE if data else None)
    if path is None:
        raise Refused("name a data folder or a database: use --data DIR or --database URL")
    if not file and data and not data.is_dir():
        raise Refused(f"there is no folder {data}")
    if not path.is_file():
        raise Refused(
            f"there is no room in {data}: {DATABASE_FILE} is missing"
            if data
            else _missing_file(path)
        )
    return ReadOnlySqlite(path)


def _missing_file(path: Path) -> str:
    return f"{path} is a folder, not a database" if path.is_dir() else f"there is no file {path}"


class ReadOnlySqlite(SqlStore):
    """A SQLite file, read only.

    If ``frozen``, everything is read as of the moment of opening. Otherwise each read sees the
    current file, which is enough for lines (they are only ever added) and keeps SQLite's
    write-ahead log from growing meanwhile. Without ``in_thread``, the event loop waits for reads.
    """

    _checks_hashes = False
    """Readers see every row, damaged or not."""

    def __init__(self, path: Path, *, frozen: bool = True, in_thread: bool = True) -> None:
        super().__init__()
        self.path, self._upgraded_copy = path, None
        self.archive_folder = path.parent / ARCHIVE_FOLDER
        self.readable_path = path
        """The file that is read: that of the room, or a copy of it with the newest schema."""
        if _is_older(path):
            self._upgraded_copy = TemporaryDirectory(prefix="pitboss-")
            try:
                self.readable_path = _upgrade_copy(
                    path, Path(self._upgraded_copy.name) / DATABASE_FILE
                )
                self._read_connection = _connect_pinned(self.readable_path)
            except BaseException:
                self._upgraded_copy.cleanup()
                raise
        else:
            self._read_connection = _connect_pinned(path)
        if not frozen:
            self._read_connection.execute("COMMIT")
        self._read_executor = ThreadPoolExecutor(1, "pitboss-reads") if in_thread else None

    async def _enqueue(self, job: sql.Job) -> None:
        raise StoreUnavailable("this database is open for reading only")

    async def _read(self, statement: str, *parameters: object) -> Sequence[sql.Row]:
        def work() -> list[sql.Row]:
            return fetch_rows(self._read_connection, statement, parameters)

        if self._read_executor is None:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._read_executor, work)

    async def check_writable(self) -> None:
        """Raise `StoreUnavailable`: this store is read only."""
        await self._enqueue([])

    async def backup(self, target: str) -> None:
        """Copy everything to a new file, as of one moment."""

        def work() -> None:
            with (
                atomic_copy(Path(target)) as part,
                translate_sqlite_errors(),
                closing(_connect(self.path)) as db,
            ):
                db.execute("VACUUM INTO ?", (str(part),))

        await asyncio.to_thread(work)

    async def close(self) -> None:
        """Close the file."""
        if self._read_executor is not None:
            self._read_executor.shutdown()
        self._read_connection.close()
        if self._upgraded_copy is not None:
            self._upgraded_copy.cleanup()

    # For audits

    async def all_responses(self) -> AsyncIterator[Sequence[tuple[str, StoredResponse]]]:
        """Yield all responses with their streams, page by page."""
        after = 0
        while rows := await self._read(_SELECT_ANSWERS, after, sql.ROWS_PER_PAGE):
            yield [(row[1], StoredResponse(*row[2:])) for row in rows]
            after = rows[-1][0]

    async def flaws(self, *, whole_file: bool = True) -> Sequence[str]:
        """Return damaged pages, dangling references and missing triggers, one sentence each."""
        flaws = []
        if whole_file:
            flaws += [
                f"the database is damaged: {message}"
                for (message,) in await self._read("PRAGMA integrity_check(20)")
                if message != "ok"
            ]
            flaws += [
                f"a row of {row[0]} refers to a missing row of {row[2]}"
                for row in (await self._read("PRAGMA foreign_key_check"))[:20]
            ]
        schema = {row[0] for row in await self._read("SELECT tbl_name || sql FROM sqlite_master")}
        for table in _APPEND_ONLY:
            for action in ("UPDATE", "DELETE"):
                trigger = f"BEFORE {action} ON"
                if not any(sql_.startswith(table) and trigger in sql_ for sql_ in schema if sql_):
                    flaws.append(f"the trigger that refuses {action} of {table} is missing")
        return flaws


def _connect(path: Path) -> sqlite3.Connection:
    """Connect for reading, even where the folder cannot be written."""
    # Without a write-ahead log, in a folder where none can be created, the file cannot change.
    has_log = path.with_name(f"{path.name}-wal").exists()
    for option in ("",) if has_log else ("", "&immutable=1"):
        db = sqlite3.connect(
            f"file:{quote(str(path.absolute()))}?mode=ro{option}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            timeout=10,
        )
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchall()
        except sqlite3.OperationalError:
            db.close()
            if option or has_log:
                raise
        else:
            return db
    raise AssertionError("the last attempt returns or raises")


def _is_older(path: Path) -> bool:
    """Return whether a file has an older schema."""
    with _name_file(path), closing(_connect(path)) as db:
        return schema_version(db) in sql.VERSIONS[:-1]


def _upgrade_copy(path: Path, copy: Path) -> Path:
    """Copy an older file and migrate the copy; the file itself stays as it is."""
    with _name_file(path):
        with closing(_connect(path)) as db:
            db.execute("VACUUM INTO ?", (str(copy),))
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            migrate_file(db)
    return copy


def _connect_pinned(path: Path) -> sqlite3.Connection:
    """Connect and begin a transaction, which sees the file as it is now."""
    with _name_file(path):
        db = _connect(path)
        try:
            db.execute("BEGIN")
            version = schema_version(db)
            if version is None:
                raise Refused(f"{path} is a database, but not that of a card room")
            sql.migration_sql("sqlite", version)  # raises if the schema is too new
        except BaseException:
            db.close()
            raise
        return db


@contextmanager
def _name_file(path: Path) -> Iterator[None]:
    """Translate SQLite's errors into sentences that name the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreUnavailable(f"the database {path} cannot be read: {error}") from None
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
            raise Refused(f"{path} is not a database") from None
        raise StoreDamaged(f"the database {path} is damaged: {error}") from None


@asynccontextmanager
async def read_only_view(store: Store, *, frozen: bool = True) -> AsyncIterator[Store]:
    """Open a separate reader of a store, so that no table waits for it.

    If ``frozen``, it reads everything as of one moment. Reading lines up to a known head does not
    need that.
    """
    view: Store
    if isinstance(store, SqliteStore):
        view = await asyncio.to_thread(partial(ReadOnlySqlite, store.path, frozen=frozen))
    elif frozen and (dsn := getattr(store, "dsn", "")):
        view = await open_postgres_read_only(dsn)
    else:
        yield store
        return
    try:
        yield view
    finally:
        await view.close()


T = TypeVar("T")
V = TypeVar("V", Entry, StoredPosting, Snapshot)

MAX_TRIES: Final = 50
"""How often `read_moment` tries to read while nobody writes."""
RETRY_DELAY: Final = 0.02
"""Seconds between two tries."""


class StoreMoment(Struct, frozen=True):
    """Streams, balances and collections of a store as of one moment."""

    streams: Sequence[Stream]
    balances: Mapping[str, Cents]
    accounts: Mapping[str, bytes]
    """The accounts of people, encoded."""
    collections: Mapping[str, Mapping[str, bytes]] = {}
    """Other collections, encoded."""


class ReadCanceled(Exception):
    """A read whose result nobody waits for anymore."""


class StoreReader(ABC):
    """A synchronous reader of a store, page by page."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._is_canceled = False

    def cancel(self) -> None:
        """Make the next read fail, because nobody waits for what is read."""
        self._is_canceled = True

    @abstractmethod
    def run(self, awaitable: Awaitable[T]) -> T:
        """Run an awaitable of the store and return its result."""

    def entries(self, stream: Stream, after: int = 0) -> Iterator[Entry]:
        """Yield the entries of a stream after a version, up to its head."""
        return self._up_to_head(stream, self.store.entries(stream.id, after))

    def postings(self, stream: Stream, after: int = 0) -> Iterator[StoredPosting]:
        """Yield the postings of a stream after a version, up to its head."""
        return self._up_to_head(stream, self.store.postings(stream.id, after))

    def snapshots(self, stream: Stream, after: int = -1) -> Iterator[Snapshot]:
        """Yield the snapshots of a stream after a version, up to its head."""
        if not isinstance(self.store, AuditableStore):
            return iter(())
        return self._up_to_head(stream, self.store.snapshots(stream.id, after))

    def _up_to_head(self, stream: Stream, pages: AsyncIterator[Sequence[V]]) -> Iterator[V]:
        return chain.from_iterable(map(self._rows, self._pages_up_to_head(stream, pages)))

    def _pages_up_to_head(
        self, stream: Stream, pages: AsyncIterator[Sequence[V]]
    ) -> Iterator[Sequence[V]]:
        """Leave out rows after the head if the stream has grown; otherwise the head is wrong."""
        last = stream.head.version
        while (page := self.run(_next_page(pages))) is not None:
            if page and page[-1].version > last and self.has_grown(stream):
                yield [row for row in page if row.version <= last]
                return
            yield page

    def has_grown(self, stream: Stream) -> bool:
        """Return whether lines were added to a stream since it was listed."""
        head = next((s.head for s in self.run(self.store.streams()) if s.id == stream.id), None)
        return head is not None and head.version > stream.head.version

    def iterate(self, pages: AsyncIterator[Sequence[T]]) -> Iterator[T]:
        """Yield the rows of all pages."""
        while (page := self.run(_next_page(pages))) is not None:
            yield from self._rows(page)

    def _rows(self, page: Sequence[T]) -> Iterator[T]:
        """Yield the rows of a page, unless the read is canceled: work on each may take a while."""
        for row in page:
            if self._is_canceled:
                raise ReadCanceled
            yield row


class BlockingReader(StoreReader):
    """A reader for another thread than the store's own."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._loop = asyncio.get_running_loop()

    def run(self, awaitable: Awaitable[T]) -> T:
        """Run an awaitable in the store's event loop and return its result."""
        if self._is_canceled:
            if isinstance(awaitable, Coroutine):
                awaitable.close()
            raise ReadCanceled
        return asyncio.run_coroutine_threadsafe(_wait_for(awaitable), self._loop).result()


class LoopReader(StoreReader):
    """A reader for a program that does nothing else: its event loop runs only while it reads."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(store)
        self._loop = loop

    def run(self, awaitable: Awaitable[T]) -> T:
        """Run the event loop until an awaitable has its result."""
        return self._loop.run_until_complete(_wait_for(awaitable))

    def _rows(self, page: Sequence[T]) -> Iterator[T]:
        return iter(page)  # nobody cancels a read while nothing else runs


async def _wait_for(awaitable: Awaitable[T]) -> T:
    return await awaitable


async def _next_page(pages: AsyncIterator[Sequence[T]]) -> Sequence[T] | None:
    with suppress(StopAsyncIteration):
        return await anext(pages)
    return None


async def read_moment(store: Store, accounts: str, collections: Sequence[str] = ()) -> StoreMoment:
    """Read streams, balances and collections as of one moment."""
    for _ in range(MAX_TRIES):
        streams = await store.streams()
        moment = StoreMoment(
            streams,
            await store.balances(),
            await store.collection(accounts),
            await store.collections(*collections) if collections else {},
        )
        if [s.head for s in await store.streams()] == [s.head for s in streams]:
            return moment  # nothing was written meanwhile
        await asyncio.sleep(RETRY_DELAY)
    raise Refused(
        "the room is too busy for a consistent view of all accounts: run this on a backup of it "
        "instead"
    )
