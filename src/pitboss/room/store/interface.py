"""The interface of a store: its records, its methods, its errors.

A stream is the log of one table, or of the back office: lines in a hash chain. A batch is
everything that one or several commands changed; it is written as a whole or not at all, and
acknowledged only once it is durable.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec
from msgspec import Struct

from pitboss.room.failures import FailureKind
from pitboss.table.ledger import Cents

BACK_OFFICE: Final = "office"
"""The stream of the back office: accounts, roles, money in and out."""


class Entry(Struct, frozen=True, gc=False):
    """A line of a stream."""

    version: int
    line: bytes
    """The line as an export has it; it contains the hash of the line before."""
    at: str
    by: str
    role: str
    kind: str


class StoredPosting(Struct, frozen=True, gc=False):
    """A posting of a line, with its position among the line's postings."""

    version: int
    position: int
    source: str
    target: str
    cents: Cents
    phase: str
    why: str


class StoredResponse(Struct, frozen=True, gc=False):
    """The response to a request with an idempotency key, so that it is never executed twice."""

    account: str
    key: str
    body_hash: bytes
    """The hash of the request: the same key must not be used for another request."""
    response: bytes
    at: str = ""
    """When it was written."""


class SealedSeed(Struct, frozen=True, gc=False):
    """The seed of a round, encrypted with the room's own key."""

    round: int
    seed: bytes


class Head(Struct, frozen=True, gc=False):
    """The length of a stream and the hash of its last line."""

    version: int
    hash: str


class Put(Struct, frozen=True, gc=False):
    """A value to store under a key of a collection, or without a value to delete."""

    collection: str
    key: str
    value: bytes | None
    must_be_new: bool = False
    """Whether the key must not exist yet."""
    must_exist: bool = False
    """Whether nothing is stored if the key no longer exists."""


class NewStream(Struct, frozen=True, gc=False):
    """A stream that is created with a batch."""

    id: str
    kind: str
    title: str
    settings: Mapping[str, Any] = {}


class RoundRow(Struct, frozen=True, gc=False):
    """A closed round in the index: where its lines are, and its totals."""

    round: int
    first_version: int
    """The line that opened it."""
    last_version: int
    """The line that closed it."""
    opened_at: str
    closed_at: str
    is_void: bool
    staked: int
    """Stakes of all seats in cents, without wagers that were returned."""
    credited: int
    """Credits of all seats, envy and community pay included."""
    largest_credit: int = 0
    """The largest credit of one player, over all of the player's boxes."""
    incidents: int = 0
    """How many incidents were reported in it."""
    jackpots: int = 0
    """How many times a meter was hit in it."""
    players: tuple[str, ...] = ()
    """The normalized names of its players."""
    staff: tuple[str, ...] = ()
    """The normalized names of the dealers and floorpersons who acted in it, without the house."""


class RoundMark(Struct, frozen=True, gc=False):
    """Something by which a round is found: it had a jackpot, or somebody acted in it."""

    mark: str
    at: str
    """The time of the line that made the mark: the one that closed the round, or a later one."""
    version: int
    round: int


class RoundPlace(Struct, frozen=True, gc=False):
    """A place in the rounds that a search finds, which it lists from the newest to the oldest."""

    at: str
    stream: str
    version: int


class RoundFilter(Struct, frozen=True, gc=False):
    """What rounds are searched for. Everything that is given must apply."""

    tables: tuple[str, ...] = ()
    start: str = ""
    """The earliest time, as in the log."""
    end: str = ""
    """The time before which it was."""
    player: str = ""
    """A normalized name."""
    staff: str = ""
    """A normalized name."""
    minimum: int = 0
    """The least credit of one player in cents."""
    has_incident: bool = False
    has_jackpot: bool = False
    has_correction: bool = False
    is_void: bool = False


class RoundMatch(Struct, frozen=True, gc=False):
    """A round that a search has found."""

    place: RoundPlace
    row: RoundRow


class RoundPage(Struct, frozen=True, gc=False):
    """A page of the rounds that a search finds."""

    rounds: Sequence[RoundMatch]
    next: RoundPlace | None = None
    """Where the next page begins, if there is anything left to search."""


class HistoryRow(Struct, frozen=True, gc=False):
    """An item in the history of a player: a round, an exchange of chips, or a correction."""

    player: str
    """The normalized name."""
    at: str
    version: int
    kind: str
    record: bytes
    """The item as JSON."""


class DayRow(Struct, frozen=True, gc=False):
    """A day with lines in a stream: its first line, and the balances before that line."""

    day: str
    first_version: int
    opening: Mapping[str, Cents] = {}
    """The stream's own accounts, other than those at zero."""


class Snapshot(Struct, frozen=True, gc=False):
    """The state of a stream at a version, so that nobody has to read the lines before it.

    It may be missing or unusable: then an earlier one is used, or every line is read.
    """

    version: int
    hash: str
    state: bytes
    at: str = ""
    """The time of the line with this version."""


class IndexRows(Struct, frozen=True, gc=False):
    """Rows that follow from the lines of a stream and make them quick to find."""

    rounds: Sequence[RoundRow] = ()
    marks: Sequence[RoundMark] = ()
    history: Sequence[HistoryRow] = ()
    days: Sequence[DayRow] = ()
    snapshots: Sequence[Snapshot] = ()


class Batch(Struct, frozen=True, gc=False):
    """Everything that is written in one transaction."""

    stream: str
    expected_version: int
    """The version that the writer knows: if the stream has another, nothing is written."""
    head_hash: str
    """The hash of the last line."""
    entries: Sequence[Entry] = ()
    postings: Sequence[StoredPosting] = ()
    balances: Mapping[str, Cents] = {}
    """The new balances of this stream's own accounts."""
    shared_changes: Sequence[tuple[str, int]] = ()
    """Changes of accounts that several streams share, in order.

    No balance may be negative after any one of them, whatever the account gains afterward.
    """
    responses: Sequence[StoredResponse] = ()
    sealed_seeds: Sequence[SealedSeed] = ()
    puts: Sequence[Put] = ()
    closed_accounts: Sequence[str] = ()
    """Accounts that are removed from the balances; each must be empty after the changes."""
    new_streams: Sequence[NewStream] = ()
    """Streams to create, which must not exist yet; this and linked batches may write to them."""
    linked_batches: Sequence["Batch"] = ()
    """Batches of other streams that are written in the same transaction."""
    index: IndexRows = IndexRows()
    archived_lines: Sequence[tuple[str, int]] = ()
    """Streams with the last of the lines that are deleted, because an archive has them.

    Lines of rare kinds stay, so that they are found without the archive.
    """
    epoch: int | None = None
    """The epoch in which the writer owns the stream: once that is over, nothing is written.

    A writer that has the whole room to itself needs none.
    """

    @property
    def version(self) -> int:
        """The version of the stream after the batch."""
        return self.expected_version + len(self.entries)


HISTORY_ROWS_PER_PAGE: Final = 1000
"""Items of a player's history that are read at a time."""


class Stream(Struct, frozen=True, gc=False):
    """A stream as the store lists it."""

    id: str
    kind: str
    title: str
    head: Head
    settings: Mapping[str, Any] = {}
    """The settings of the table."""
    is_indexed: bool = True
    """Whether every line has its rows in the index; not yet in a room of an older version."""


class Conflict(Exception):
    """Another writer was first, or this was written already. Nothing was changed."""


class Overdraft(Exception):
    """The balance of an account would be negative. Nothing was changed."""


class StoreFailure(Exception):
    """A failure of the store, with its kind; ``where`` names the row, for the log alone."""

    kind = FailureKind.STORE_UNAVAILABLE

    def __init__(self, sentence: str, kind: FailureKind | None = None, where: str = "") -> None:
        super().__init__(sentence)
        self.kind, self.where = kind or self.kind, where


class StoreUnavailable(StoreFailure):
    """The store cannot be reached or written. Nothing was changed."""


class StoreInUse(StoreUnavailable):
    """Another program is using the store exclusively."""

    kind = FailureKind.LOCK_LOST


class CommitUncertain(StoreFailure):
    """The outcome of a commit is unknown: the writer must read again before it continues."""

    kind = FailureKind.COMMIT_UNCERTAIN


class StoreDamaged(StoreFailure):
    """The stored data is not what was written."""

    kind = FailureKind.STORE_DAMAGED


class RowDamaged(StoreDamaged):
    """A row does not match its hash, or cannot be decoded."""

    kind = FailureKind.ROW_UNREADABLE


StoreListener = Callable[[StoreFailure | None], None]
"""A callback for every failure of a store; called with None after a successful write."""


class Store(Protocol):
    """The durable data of a room."""

    # Streams

    async def create_stream(
        self, stream: str, kind: str, title: str, settings: Mapping[str, Any]
    ) -> None:
        """Create an empty stream; raise `Conflict` if the id exists."""

    async def streams(self) -> Sequence[Stream]:
        """Return all streams, in the order of their ids."""

    async def append(self, batch: Batch) -> None:
        """Write a batch; return once it is durable.

        Raise `ValueError` if it has a value that a database cannot store; nothing is changed then.
        """

    def entries(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries after a version, page by page."""

    async def last_entry(self, stream: str, kind: str, or_kind: str) -> Entry | None:
        """Return the last entry of either kind."""

    async def stored_response(self, account: str, stream: str, key: str) -> StoredResponse | None:
        """Return the response that was given to this key, if any."""

    async def delete_responses(self, before: str, limit: int) -> int:
        """Delete responses that were written before a time, such as ``2026-11-16T20:00:00Z``.

        Look at ``limit`` of them at most; return how many were deleted.
        """

    async def sealed_seed(self, stream: str, round_: int) -> bytes | None:
        """Return the sealed seed of a round."""

    async def snapshot(
        self, stream: str, *, before: str | None = None, before_version: int | None = None
    ) -> Snapshot | None:
        """Return the last snapshot of a stream, of all or of those before a time or a version."""

    async def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Store a snapshot; replace one of the same version."""

    # The index of a stream

    async def round_row(self, stream: str, round_: int) -> RoundRow | None:
        """Return where the lines of a closed round are."""

    async def search_rounds(
        self, query: RoundFilter, *, after: RoundPlace | None = None, limit: int
    ) -> RoundPage:
        """Return closed rounds, the newest first.

        A page looks at a bounded number of rounds, so it may have fewer than the ``limit`` although
        there are more: as long as it names a next page, the search goes on there.
        """

    async def day_row(self, stream: str, *, since: str) -> DayRow | None:
        """Return the first day with lines that is this day or a later one."""

    def history(
        self,
        player: str,
        start: str = "",
        end: str = "",
        *,
        after: tuple[str, str, int] | None = None,
        page_size: int = HISTORY_ROWS_PER_PAGE,
    ) -> AsyncIterator[Sequence[tuple[str, HistoryRow]]]:
        """Yield the items of a player's history in a period with their streams, by time.

        With ``after``, begin after the item with this time, stream and version.
        """

    async def account_days(self, day: str) -> Mapping[str, tuple[int, int]]:
        """Return the opening and closing balance on a day of every account that streams share."""

    def entries_of_kinds(
        self, stream: str, kinds: Sequence[str], after: int = 0
    ) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries of `RARE_KINDS` that are wanted, page by page, without scanning."""

    async def clear_index(self, stream: str) -> None:
        """Delete the index of a stream, to build it again from its lines."""

    async def extend_index(
        self,
        stream: str,
        index: IndexRows,
        changes: Mapping[tuple[str, str], int],
        *,
        is_complete: bool,
    ) -> None:
        """Add rows to the index of a stream, and changes of shared accounts by account and day.

        With ``is_complete`` it lacks nothing afterward.
        """

    # Money

    async def balance(self, account: str) -> Cents:
        """Return the balance of an account."""

    async def balances_of(self, accounts: Sequence[str]) -> Mapping[str, Cents]:
        """Return the balances of these accounts, as of one moment."""

    async def balances(self, prefix: str = "") -> Mapping[str, Cents]:
        """Return all balances that are not zero, of accounts with this prefix."""

    def postings(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[StoredPosting]]:
        """Yield the postings after a version, page by page."""

    # Collections of values that can change: accounts, sessions, settings

    async def put(self, *puts: Put) -> None:
        """Store or delete values; raise `Conflict` if one must be new and is not."""

    async def get(self, collection: str, key: str) -> bytes | None:
        """Return a stored value; raise `RowDamaged` if it does not match its hash."""

    async def collection(self, collection: str) -> Mapping[str, bytes]:
        """Return all values of a collection, without rows that do not match their hash."""

    async def collection_page(
        self, collection: str, after: str = "", *, before: str = "", limit: int
    ) -> Mapping[str, bytes]:
        """Return some values of a collection, in the order of their keys.

        The keys are greater than ``after``, and less than ``before`` if that is given. Rows that do
        not match their hash have an empty value.
        """

    async def collections(self, *collections: str) -> Mapping[str, Mapping[str, bytes]]:
        """Return all values of several collections, as of one moment."""

    def quarantine(self, collection: str, key: str) -> RowDamaged:
        """Report a damaged row and return the error; the row stays as it is and is not used."""

    # The store itself

    def subscribe(self, listener: StoreListener) -> None:
        """Report failures to this listener from now on, from any thread."""

    def oldest_wait(self) -> float:
        """Return for how many seconds the oldest running statement has been waiting."""

    async def check_writable(self) -> None:
        """Raise `StoreUnavailable` if the store cannot be written now."""

    async def backup(self, target: str) -> None:
        """Copy everything to a new file, while the store is in use."""

    async def close(self) -> None:
        """Write all pending jobs and close the store."""


T = TypeVar("T")


async def read_row(store: Store, collection: str, key: str, kind: type[T]) -> T | None:
    """Return the decoded value of a key, if any; raise `RowDamaged` if it cannot be decoded."""
    value = await store.get(collection, key)
    return None if value is None else _decode_row(store, collection, key, value, kind)


async def read_rows(store: Store, collection: str, kind: type[T]) -> Mapping[str, T]:
    """Return all values of a collection that can be decoded."""
    return decode_rows(store, collection, await store.collection(collection), kind)


def decode_rows(
    store: Store, collection: str, raw_rows: Mapping[str, bytes], kind: type[T]
) -> Mapping[str, T]:
    """Decode the rows of a collection; those that cannot be decoded are reported and left out."""
    rows = {}
    for key, value in raw_rows.items():
        try:
            rows[key] = _decode_row(store, collection, key, value, kind)
        except RowDamaged:
            continue  # `_decode_row` has reported it
    return rows


def _decode_row(store: Store, collection: str, key: str, value: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(value, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise store.quarantine(collection, key) from None
