"""What both stores do alike: they have the same tables, and are asked and told the same."""

import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from pitboss.room.store import statements as sql
from pitboss.room.store.rows import HASHED, row_hash
from pitboss.room.store.rows import page as rows_after
from pitboss.room.store.shape import (
    Answer,
    Batch,
    Conflict,
    Entry,
    Head,
    Moved,
    NewStream,
    Overdrawn,
    Put,
    Report,
    RowDamaged,
    Snapshot,
    StoreFailure,
    Stream,
)
from pitboss.table.ledger import Cents

TOGETHER: Final = 500
"""Jobs that are written in one transaction, at most."""
LONGEST_KEY: Final = 40
"""Characters of a row's key in a log line."""
CLOSED: Final = "the store is closed"
REFUSALS: Final = (Conflict, Overdrawn, ValueError)
"""What is wrong with one job, and no reason against the others that wait with it."""


def _unheard(_: StoreFailure | None) -> None:
    """For stores that nobody watches."""


class Alike(ABC):
    """A store, but for the ways to its database."""

    _guarded = True
    """Whether rows that are not what was written are kept from whoever reads."""

    def __init__(self) -> None:
        self._closed = False
        self._report: Report = _unheard
        self._numbers = itertools.count()
        self._asked: dict[int, float] = {}
        """When each statement was asked that has no answer yet."""

    def watch(self, report: Report) -> None:
        """Report failures from now on."""
        self._report = report

    def waiting(self) -> float:
        """Seconds for which the oldest statement has been waiting for an answer."""
        first = next(iter(self._asked.values()), None)
        return 0.0 if first is None else time.monotonic() - first

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Around a statement; a failure of the store is reported."""
        number = next(self._numbers)
        self._asked[number] = time.monotonic()
        try:
            yield
        except StoreFailure as failure:
            if not self._closed:
                self._report(failure)
            raise
        finally:
            del self._asked[number]

    @abstractmethod
    async def _queued(self, job: sql.Job) -> None:
        """Have something written; it returns once that can no longer be lost."""

    @abstractmethod
    async def _read(self, statement: str, *given: object) -> Sequence[sql.Row]:
        """The rows that a statement finds."""

    # Writing

    async def append(self, batch: Batch) -> None:
        """Write a batch; it returns once that can no longer be lost."""
        await self._queued(batch)

    async def put(self, *puts: Put) -> None:
        """Keep values, or take them away."""
        await self._queued(list(sql.shelved(puts)))

    async def found(self, stream: str, kind: str, title: str, settings: Mapping[str, Any]) -> None:
        """A new, empty stream."""
        row = sql.stream_row(NewStream(stream, kind, title, settings))
        await self._queued([(sql.FOUND, row)])

    async def configure(self, stream: str, title: str, settings: Mapping[str, Any]) -> None:
        """How a stream is run from now on."""
        encoded = msgspec.json.encode(settings)
        hashed = row_hash("streams", stream, title, encoded)
        await self._queued([(sql.CONFIGURE, (title, encoded, hashed, stream))])

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Instead of any earlier one."""
        row = (stream, snapshot.version, snapshot.hash, snapshot.state)
        await self._queued([(sql.KEEP_SNAPSHOT, (*row, row_hash("snapshots", *row)))])

    # Reading

    async def streams(self) -> Sequence[Stream]:
        """All of them, in the order of their ids."""
        rows = await self._read(sql.STREAMS)
        return [Stream(i, k, t, Head(v, h), msgspec.json.decode(s)) for i, k, t, s, v, h in rows]

    async def lines(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Entry]]:
        """What comes after a version, some of it at a time."""
        while rows := await self._read(sql.LINES, stream, after, sql.AT_A_TIME):
            yield [Entry(*row) for row in rows]
            after = rows[-1][0]

    async def last(self, stream: str, kind: str, or_kind: str) -> Entry | None:
        """The latest line of either kind."""
        rows = await self._read(sql.LAST, stream, kind, or_kind)
        return Entry(*rows[0]) if rows else None

    async def postings(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Moved]]:
        """All that moved after a version, some of it at a time."""
        at, place = after, 1 << 30
        while rows := await self._read(sql.POSTINGS, stream, at, at, place, sql.AT_A_TIME):
            yield [Moved(v, p, s, t, sql.joined(w, r), ph, y) for v, p, s, t, w, r, ph, y in rows]
            at, place = rows[-1][:2]

    async def answered(self, account: str, stream: str, key: str) -> Answer | None:
        """What was answered to this key."""
        for *row, hashed in await self._read(sql.ANSWERED, account, stream, key):
            answer = Answer(*row)
            if not self._is_whole(hashed, "answers", account, stream, *row[1:]):
                raise self.quarantine("answers", f"{stream}/{account}")
            return answer
        return None

    async def sealed(self, stream: str, round_: int) -> bytes | None:
        """The sealed seed of a round."""
        return _only(await self._read(sql.SEALED, stream, round_))

    async def snapshot(self, stream: str) -> Snapshot | None:
        """The latest one; none, if it is not what was written."""
        for *row, hashed in await self._read(sql.SNAPSHOT, stream):
            if self._is_whole(hashed, "snapshots", stream, *row):
                return Snapshot(*row)
            self.quarantine("snapshots", stream)
        return None

    async def balance(self, account: str) -> Cents:
        """What an account holds."""
        rows = await self._read(sql.HELD, account)
        return sql.joined(*rows[0]) if rows else 0

    async def held(self, accounts: Sequence[str]) -> Mapping[str, Cents]:
        """What these accounts hold, all at the same moment."""
        if not accounts:
            return {}
        statement = sql.HELD_TOGETHER.format(", ".join("?" * len(accounts)))
        return {a: sql.joined(w, r) for a, w, r in await self._read(statement, *accounts)}

    async def balances(self, prefix: str = "") -> Mapping[str, Cents]:
        """What accounts hold that hold anything."""
        rows = await self._read(sql.BALANCES)
        held = {a: sql.joined(whole, rest) for a, whole, rest in rows if a.startswith(prefix)}
        return {account: cents for account, cents in held.items() if cents}

    async def get(self, shelf: str, key: str) -> bytes | None:
        """A value that was kept."""
        for value, hashed in await self._read(sql.GET, shelf, key):
            if not self._is_whole(hashed, "shelves", shelf, key, value):
                raise self.quarantine(shelf, key)
            return bytes(value)
        return None

    async def shelf(self, shelf: str) -> Mapping[str, bytes]:
        """Everything on a shelf, but for rows that are not what was written."""
        return (await self.shelves(shelf))[shelf]

    async def shelves(self, *shelves: str) -> Mapping[str, Mapping[str, bytes]]:
        """Everything on some shelves, all at the same moment."""
        rows: dict[str, dict[str, bytes]] = {shelf: {} for shelf in shelves}
        statement = sql.SHELVES.format(", ".join("?" * len(shelves)))
        for shelf, name, value, hashed in await self._read(statement, *shelves):
            if self._is_whole(hashed, "shelves", shelf, name, value):
                rows[shelf][name] = bytes(value)
            else:
                self.quarantine(shelf, name)
        return rows

    def _is_whole(self, hashed: str, table: str, *values: object) -> bool:
        return not self._guarded or hashed == row_hash(table, *values)

    def quarantine(self, shelf: str, key: str) -> RowDamaged:
        """Report a row that cannot be read; it stays as it is, and nothing is made of it."""
        sentence = f"a row of {shelf} cannot be read, and is left alone: `pitboss audit` names it"
        damaged = RowDamaged(sentence, where=f"{shelf}/{key[:LONGEST_KEY]}")
        self._report(damaged)
        return damaged

    # What an auditor goes through

    async def damaged_rows(self) -> AsyncIterator[Sequence[tuple[str, tuple[object, ...]]]]:
        """Table and key of every row whose hash is not that of the row, some at a time."""
        for table, of in HASHED.items():
            after: tuple[object, ...] = ()
            while rows := await self._read(
                rows_after(table, first=not after), *after, sql.AT_A_TIME
            ):
                after = tuple(rows[-1])[: len(of.key)]
                yield [
                    (table, tuple(row)[: len(of.key)])
                    for row in rows
                    if row[-1] != row_hash(table, *tuple(row)[:-1])
                ]

    async def holders(self) -> Sequence[str]:
        """Every account of the books, also those that hold nothing."""
        return [account for (account,) in await self._read(sql.HOLDERS)]


def _only(rows: Sequence[sql.Row]) -> bytes | None:
    return bytes(rows[0][0]) if rows else None


def refusal(constraint: str, otherwise: str) -> Exception:
    """What a broken constraint of the schema means."""
    if "never_below_nothing" in constraint:
        return Overdrawn("an account would hold less than nothing")
    if "countable" in constraint:
        return ValueError("an account would hold more than can be counted")
    return Conflict(otherwise)
