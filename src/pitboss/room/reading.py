"""A room's database, only read: as it is at one moment, while the room goes on or long after.

Who looks must not change what is looked at. So the file is opened for reading alone, and all of it
is read as it was when it was opened, whatever the room writes meanwhile.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol, runtime_checkable
from urllib.parse import quote

from pitboss.refusal import Refused
from pitboss.room.store import schema
from pitboss.room.store import statements as sql
from pitboss.room.store.alike import Alike
from pitboss.room.store.files import copied
from pitboss.room.store.shape import Answer, Damaged, Store, Unavailable
from pitboss.room.store.sqlite import FILE, bring_up_to_date, rows_of, told
from pitboss.room.stores import still_postgres

_KEPT: Final = ("entries", "postings")
"""What the database itself refuses to change."""
_ANSWERS: Final = (
    "SELECT rowid, stream, account, idempotency, body, answer FROM answers "
    "WHERE rowid > ? ORDER BY rowid LIMIT ?"
)
_SEALS: Final = "SELECT stream, round FROM seals ORDER BY stream, round"


@runtime_checkable
class Laid(Protocol):
    """A store that can be gone through to its last corner, beyond what a room asks of it."""

    def every_answer(self) -> AsyncIterator[Sequence[tuple[str, Answer]]]:
        """All answers, each with its stream, some of them at a time."""

    async def every_seal(self) -> Sequence[tuple[str, int]]:
        """The stream and round of every sealed seed."""

    def damaged_rows(self) -> AsyncIterator[Sequence[tuple[str, tuple[object, ...]]]]:
        """Table and key of every row whose hash is not that of the row, some at a time."""

    async def holders(self) -> Sequence[str]:
        """Every account of the books, also those that hold nothing."""

    async def flaws(self) -> Sequence[str]:
        """What is wrong with the database as such, in words."""


async def open_to_read(
    data: Path | None = None, database: str | None = None, file: Path | None = None
) -> Store:
    """The store of a room that is there already, in order to look at it."""
    if database:
        return await still_postgres(database)
    path = file or (data / FILE if data else None)
    if path is None:
        raise Refused("name a data folder or a database")
    if not file and data and not data.is_dir():
        raise Refused(f"there is no folder {data}")
    if not path.is_file():
        raise Refused(f"there is no room in {data}: {FILE} is missing" if data else _none(path))
    return StillSqlite(path)


def _none(path: Path) -> str:
    return f"{path} is a folder, not a database" if path.is_dir() else f"there is no file {path}"


class StillSqlite(Alike):
    """One file, as it is at one moment. Nothing can be written."""

    _guarded = False
    """Who looks sees everything as it is."""

    def __init__(self, path: Path, *, pinned: bool = True) -> None:
        """Open a file that holds a room, and no other.

        Unless it is ``pinned``, every read sees the file as it then is: that is enough for lines,
        which are only ever added, and the log beside the file need not grow meanwhile.
        """
        super().__init__()
        self.path, self._copy = path, None
        if _is_older(path):
            self._copy = TemporaryDirectory(prefix="pitboss-")
            self._reading = _still(_brought_up_to_date(path, Path(self._copy.name) / FILE))
        else:
            self._reading = _still(path)
        if not pinned:
            self._reading.execute("COMMIT")
        self._reader = ThreadPoolExecutor(1, "pitboss-reads")

    async def _queued(self, job: sql.Job) -> None:
        raise Unavailable("this database was opened to be read only")

    async def _read(self, statement: str, *given: object) -> Sequence[sql.Row]:
        def work() -> list[sql.Row]:
            return rows_of(self._reading, statement, given)

        return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    async def ready(self) -> None:
        """It never is: nothing can be written."""
        await self._queued([])

    async def backup(self, target: str) -> None:
        """A copy of everything, as it is at one moment."""

        def work() -> None:
            with copied(Path(target)) as part, told(), closing(_connected(self.path)) as db:
                db.execute("VACUUM INTO ?", (str(part),))

        await asyncio.to_thread(work)

    async def close(self) -> None:
        """Let go of the file."""
        self._reader.shutdown()
        self._reading.close()
        if self._copy is not None:
            self._copy.cleanup()

    # What an auditor goes through

    async def every_answer(self) -> AsyncIterator[Sequence[tuple[str, Answer]]]:
        """All answers, each with its stream, some of them at a time."""
        after = 0
        while rows := await self._read(_ANSWERS, after, sql.AT_A_TIME):
            yield [(row[1], Answer(*row[2:])) for row in rows]
            after = rows[-1][0]

    async def every_seal(self) -> Sequence[tuple[str, int]]:
        """The stream and round of every sealed seed."""
        return [(stream, number) for stream, number in await self._read(_SEALS)]

    async def flaws(self) -> Sequence[str]:
        """Pages that are torn, rows without what they belong to, guards that were taken away."""
        found = [
            f"the database is damaged: {told}"
            for (told,) in await self._read("PRAGMA integrity_check(20)")
            if told != "ok"
        ]
        found += [
            f"a row of {row[0]} belongs to nothing in {row[2]}"
            for row in (await self._read("PRAGMA foreign_key_check"))[:20]
        ]
        guards = {row[0] for row in await self._read("SELECT tbl_name || sql FROM sqlite_master")}
        for table in _KEPT:
            for what in ("UPDATE", "DELETE"):
                if not any(g.startswith(table) and f"BEFORE {what} ON" in g for g in guards if g):
                    found.append(f"the database no longer refuses {what} of {table}")
        return found


def _connected(path: Path) -> sqlite3.Connection:
    """For reading alone, even where the folder cannot be written."""
    # A file that has no log beside it, in a folder where none can be made, stands still.
    alone = not path.with_name(f"{path.name}-wal").exists()
    for more in ("", "&immutable=1") if alone else ("",):
        db = sqlite3.connect(
            f"file:{quote(str(path.absolute()))}?mode=ro{more}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            timeout=10,
        )
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchall()
        except sqlite3.OperationalError:
            db.close()
            if more or not alone:
                raise
        else:
            return db
    raise AssertionError("one of them was returned or raised")


def _is_older(path: Path) -> bool:
    """Whether an older program wrote a file last."""
    with _named(path), closing(_connected(path)) as db:
        known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        have = db.execute(schema.PRESENT).fetchone() if known else None
        return have is not None and have[0] in schema.VERSIONS[:-1]


def _brought_up_to_date(path: Path, copy: Path) -> Path:
    """A copy of an older file that this program can read; the file itself stays as it is."""
    with _named(path):
        with closing(_connected(path)) as db:
            db.execute("VACUUM INTO ?", (str(copy),))
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            bring_up_to_date(db)
    return copy


def _still(path: Path) -> sqlite3.Connection:
    """A connection that sees the file as it is now, for as long as it lasts."""
    with _named(path):
        db = _connected(path)
        try:
            db.execute("BEGIN")
            known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")
            have = db.execute(schema.PRESENT).fetchone() if known.fetchone() else None
            if have is None:
                raise Refused(f"{path} is a database, but not one of a room")
            schema.steps("sqlite", have[0])  # says no to what a newer program wrote
        except BaseException:
            db.close()
            raise
        return db


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """SQLite's errors in a sentence that names the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise Unavailable(f"the database {path} cannot be read: {error}") from None
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
            raise Refused(f"{path} is not a database") from None
        raise Damaged(f"the database {path} is damaged: {error}") from None
