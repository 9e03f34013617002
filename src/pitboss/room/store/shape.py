"""What a store keeps, what it promises, and how it says no.

A stream is what happened at one table, or in the office of the room: lines of a chain, each bound
to the one before it. A batch is all that one or several commands changed; it is written as a whole
or not at all, and whoever waits for it is told only once it can no longer be lost.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from pitboss.room.failures import FailureKind
from pitboss.table.ledger import Cents

OFFICE: Final = "office"
"""The stream of what happens beside the tables: accounts, roles, money that comes and goes."""


class Entry(Struct, frozen=True, gc=False):
    """A line of a stream."""

    version: int
    line: bytes
    """As an export writes it; it names the hash of the line before."""
    at: str
    by: str
    role: str
    kind: str


class Moved(Struct, frozen=True, gc=False):
    """A sum that moved with a line, in the order of the line's postings."""

    version: int
    place: int
    source: str
    target: str
    cents: Cents
    phase: str
    why: str


class Answer(Struct, frozen=True, gc=False):
    """What was answered to a request that carried a key, so that it is never carried out twice."""

    account: str
    key: str
    body: bytes
    """The hash of what was asked: the same key for something else is a mistake."""
    answer: bytes


class Sealed(Struct, frozen=True, gc=False):
    """The seed of a round, which only the room's own key opens."""

    round: int
    seed: bytes


class Head(Struct, frozen=True, gc=False):
    """How long a stream is, and the hash of its last line."""

    version: int
    hash: str


class Put(Struct, frozen=True, gc=False):
    """Something that changes, kept under a key on a shelf; without a value it is taken away."""

    shelf: str
    key: str
    value: bytes | None
    new: bool = False
    """Whether there must be nothing under this key yet."""


class NewStream(Struct, frozen=True, gc=False):
    """A stream that comes to be with a batch."""

    id: str
    kind: str
    title: str
    settings: Mapping[str, Any] = {}


class Batch(Struct, frozen=True, gc=False):
    """What is written together."""

    stream: str
    expected: int
    """The version that the writer knows: if the stream has another one, nothing is written."""
    head: str
    """The hash of the last line."""
    entries: Sequence[Entry] = ()
    postings: Sequence[Moved] = ()
    balances: Mapping[str, Cents] = {}
    """What accounts of this stream hold now."""
    moved: Sequence[tuple[str, int]] = ()
    """What accounts that several streams share gained or lost, one after the other: an account may
    not even for a moment hold less than nothing, whatever it gains afterwards.
    """
    answers: Sequence[Answer] = ()
    sealed: Sequence[Sealed] = ()
    puts: Sequence[Put] = ()
    creates: Sequence[NewStream] = ()
    """Streams that must not exist yet; the batch, and those beside it, may write to them."""
    beside: Sequence["Batch"] = ()
    """Batches of other streams that are written with this one: all of them, or none."""

    @property
    def version(self) -> int:
        """Of the stream afterwards."""
        return self.expected + len(self.entries)


class Stream(Struct, frozen=True, gc=False):
    """A stream as the store lists it."""

    id: str
    kind: str
    title: str
    head: Head
    settings: Mapping[str, Any] = {}
    """How its owner runs it."""


class Snapshot(Struct, frozen=True, gc=False):
    """The state of a stream at a version. It is only a speed-up, and may be missing."""

    version: int
    hash: str
    state: bytes


class Conflict(Exception):
    """Somebody else wrote first, or this was written already. Nothing was changed."""


class Overdrawn(Exception):
    """An account would hold less than nothing. Nothing was changed."""


class StoreFailure(Exception):
    """The store does not do what it must; its kind says what the matter is."""

    kind = FailureKind.STORE_UNAVAILABLE

    def __init__(self, sentence: str, kind: FailureKind | None = None, where: str = "") -> None:
        """``where``: the row that is meant, for the log alone."""
        super().__init__(sentence)
        self.kind, self.where = kind or self.kind, where


class Unavailable(StoreFailure):
    """The store cannot be reached or written, and says why. Nothing was changed."""


class InUse(Unavailable):
    """Another program has the store for itself."""

    kind = FailureKind.LOCK_LOST


class Uncertain(StoreFailure):
    """Nobody knows whether it was written: whoever asked must read again before going on."""

    kind = FailureKind.COMMIT_UNCERTAIN


class Damaged(StoreFailure):
    """What is stored is not what was written."""

    kind = FailureKind.STORE_DAMAGED


class RowDamaged(Damaged):
    """One row of something that changes is not what was written, or cannot be read."""

    kind = FailureKind.ROW_UNREADABLE


Report = Callable[[StoreFailure | None], None]
"""Hears of every failure of a store, and, with none, that it was written."""


class Store(Protocol):
    """Everything that outlives the process."""

    # Streams

    async def found(self, stream: str, kind: str, title: str, settings: Mapping[str, Any]) -> None:
        """A new, empty stream; a `Conflict` if there is one of this id."""

    async def streams(self) -> Sequence[Stream]:
        """All of them, in the order of their ids."""

    async def configure(self, stream: str, title: str, settings: Mapping[str, Any]) -> None:
        """How a stream is run from now on."""

    async def append(self, batch: Batch) -> None:
        """Write a batch; it returns once that can no longer be lost.

        A `ValueError` if it has something that no database takes; nothing is changed then.
        """

    def lines(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Entry]]:
        """What comes after a version, some of it at a time."""

    async def last(self, stream: str, kind: str, or_kind: str) -> Entry | None:
        """The latest line of either kind."""

    async def answered(self, account: str, stream: str, key: str) -> Answer | None:
        """What was answered to this key."""

    async def sealed(self, stream: str, round_: int) -> bytes | None:
        """The sealed seed of a round."""

    async def snapshot(self, stream: str) -> Snapshot | None:
        """The latest one."""

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Instead of any earlier one."""

    # Money

    async def balance(self, account: str) -> Cents:
        """What an account holds."""

    async def held(self, accounts: Sequence[str]) -> Mapping[str, Cents]:
        """What these accounts hold, all at the same moment."""

    async def balances(self, prefix: str = "") -> Mapping[str, Cents]:
        """What accounts hold that hold anything."""

    def postings(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Moved]]:
        """All that moved after a version, some of it at a time."""

    # People and other things that change

    async def put(self, *puts: Put) -> None:
        """Keep values, or take them away; a `Conflict` if one should be new and is not."""

    async def get(self, shelf: str, key: str) -> bytes | None:
        """A value that was kept; `RowDamaged`, if it is not what was written."""

    async def shelf(self, shelf: str) -> Mapping[str, bytes]:
        """Everything on a shelf, but for rows that are not what was written."""

    async def shelves(self, *shelves: str) -> Mapping[str, Mapping[str, bytes]]:
        """Everything on some shelves, all at the same moment."""

    def quarantine(self, shelf: str, key: str) -> RowDamaged:
        """Report a row that cannot be read; it stays as it is, and nothing is made of it."""

    # The store itself

    def watch(self, report: Report) -> None:
        """Report failures from now on; from any thread."""

    def waiting(self) -> float:
        """Seconds for which the oldest statement has been waiting for an answer."""

    async def ready(self) -> None:
        """Refuse with `Unavailable` if it could not be written now."""

    async def backup(self, target: str) -> None:
        """A copy of everything, taken while it is in use."""

    async def close(self) -> None:
        """Write what waits, and let go of it."""
