"""A table in the store: its settings, loading it, and writing its events as batches."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.games.game_parts import PHYSICAL
from pitboss.room.failures import FailureKind, Failures
from pitboss.room.nodes.directory import OwnershipLost
from pitboss.room.requests import Request, StoredAck, ack_checksum
from pitboss.room.runtime import Clock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.archive_files import ArchiveMissing
from pitboss.room.store.interface import (
    Batch,
    CommitUncertain,
    Conflict,
    Entry,
    Head,
    IndexRows,
    SealedSeed,
    Snapshot,
    Store,
    StoreDamaged,
    StoredPosting,
    StoredResponse,
    StoreUnavailable,
)
from pitboss.room.table_index import TableIndexer, shared_changes
from pitboss.room.table_log import (
    EMPTY_HEAD,
    can_be_snapshot,
    make_entries,
    make_postings,
    replay,
    restore_snapshot,
    take_snapshot,
)
from pitboss.room.timers import TimeLimits
from pitboss.table import Automation, LogEntry, Person, Phase, State, Table
from pitboss.table import commands as c
from pitboss.table.decks import are_rules_in_force
from pitboss.table.events import RoundClosed, RoundOpened
from pitboss.table.house_rules import PHYSICAL_CARDS
from pitboss.table.ledger import Balances, Posting
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.table.proofs import rebuild_shoe
from pitboss.table.state import RoundState
from pitboss.table.table import DEFAULT_BANK, utc_text
from pitboss.table.views import View, view


class TableSettings(Struct, frozen=True, omit_defaults=True):
    """How one table is run."""

    automation: tuple[str, ...] = ("everything",)
    """The steps that the house does by itself."""
    pace: TimeLimits | None = TimeLimits()
    """The time limits of a house dealer; `None` if a person deals."""
    bank: int = DEFAULT_BANK
    game: str = ""
    submission: Mapping[str, Any] = {}
    """The submission that was proposed when the table was created; without one, the house puts
    the built-in example in force.
    """
    founder: str = ""
    """Who created the table; empty if the house did."""

    @property
    def automation_flags(self) -> Automation:
        """The automated steps as flags."""
        flags = Automation.NOTHING
        for name in self.automation:
            flag = Automation.__members__.get(name.upper())
            if flag is None:
                names = ", ".join(member.lower() for member in Automation.__members__)
                raise Refused(f"unknown automation step {short_repr(name)}: choose from {names}")
            flags |= flag
        return flags


def check_dealer(limits: TimeLimits | None, submission: object) -> None:
    """Refuse a physical deck at a table of the house's dealer, which cannot deal one."""
    table = submission.get("table") if isinstance(submission, Mapping) else None
    is_physical = isinstance(table, Mapping) and table.get("cards") == PHYSICAL
    if is_physical and limits is not None:
        raise Refused(
            "the house deals at this table, and cannot deal a physical deck: create a table with "
            "house_dealer set to false",
            PHYSICAL_CARDS,
        )


MAX_CACHED_RESPONSES: Final = 4096
"""Most responses in memory; the store has all of them."""
SNAPSHOT_EVERY: Final = 500
"""Log entries between two snapshots: about what a report reads before its period."""
RETRY_DELAY: Final = 1.0
"""Seconds between two attempts to reach an unavailable store."""
STORE_TIMEOUT: Final = 0.5
"""Seconds without a response of the store after which the table counts as stuck."""


BatchListener = Callable[[Batch], None]


class TableOwnership(Struct, frozen=True):
    """The epoch in which a node owns a table, and how to find out whether it still does."""

    epoch: int
    is_current: Callable[[], Awaitable[bool]]


class StoredTable:
    """A table with the part of it that has been committed to the store."""

    def __init__(
        self,
        stream: str,
        store: Store,
        vault: SeedVault,
        clock: Clock,
        *,
        automation: Automation,
        practice: str | None,
        snapshot_every: int,
        lost_round: int,
        failures: Failures | None,
        is_indexed: bool,
        ownership: "TableOwnership | None" = None,
    ) -> None:
        self.stream, self._is_indexed = stream, is_indexed
        self.ownership = ownership
        """Since when this node owns the table, if there are several nodes."""
        self.ready = asyncio.Event()
        """Set once the table has been loaded from the store."""
        self.stop_reason = ""
        """Why the table has stopped; empty while it runs."""
        self.connections: Counter[str] = Counter()
        """Open sockets of each viewer."""
        self.table = Table(automation=automation, practice=practice, clock=clock, keep_log=False)
        self.head = EMPTY_HEAD
        self.committed_state, self.shoe = self.table.state, self.table.shoe
        """The table as committed; viewers are shown nothing else."""
        self._store, self._vault, self._clock = store, vault, clock
        self._failures = failures or Failures()
        self._responses: OrderedDict[tuple[str, str], StoredResponse] = OrderedDict()
        """Recent responses by account and idempotency key."""
        self._snapshot_version, self._snapshot_every = 0, snapshot_every
        self._indexer = TableIndexer(stream)
        """The index of the committed lines."""
        self._lost_round = lost_round
        self.on_batch: BatchListener | None = None
        """Called with each batch that this table has committed."""
        self._store_wait_since: float | None = None
        """The loop's time at which the table began to wait for the store, if it waits."""

    def view(self, viewer: Person) -> View:
        """Return the table as a viewer may see it."""
        return view(self.committed_state, self.shoe, viewer)

    def _is_stuck(self) -> bool:
        """Return whether the store has not responded for a while."""
        now = asyncio.get_running_loop().time()
        return self._store_wait_since is not None and now - self._store_wait_since > STORE_TIMEOUT

    @contextmanager
    def _store_wait(self) -> Iterator[None]:
        """Note that the table waits for the store."""
        self._store_wait_since = asyncio.get_running_loop().time()
        try:
            yield
        finally:
            self._store_wait_since = None

    # Writing

    async def _write(
        self, entries: Sequence[LogEntry], requests: Sequence[tuple[Request, int]]
    ) -> None:
        """Commit log entries, and the responses to requests with the versions they led to."""
        at = utc_text(self._clock())
        responses = [
            _make_response(request, self.stream, version, at)
            for request, version in requests
            if request.key
        ]
        if not entries and not responses:
            return
        indexer, rows = self._indexer.after(entries, self.committed_state.balances)
        batch = make_batch(
            self.stream,
            self.head,
            entries,
            self.table.state.balances,
            responses,
            self._sealed_seeds(entries),
            rows,
        )
        if snapshots := self._snapshots(entries, batch):
            batch = replace(batch, index=replace(batch.index, snapshots=snapshots))
        if self.ownership is not None:
            batch = replace(batch, epoch=self.ownership.epoch)
        with self._store_wait():
            try:
                await self._store.append(batch)
            except Conflict:
                if self.ownership is not None and not await self.ownership.is_current():
                    raise OwnershipLost from None
                raise
        self.head, self._indexer = Head(batch.version, batch.head_hash), indexer
        self.committed_state, self.shoe = self.table.state, self.table.shoe
        if self.on_batch is not None:
            self.on_batch(batch)
        for snapshot in snapshots:
            self._snapshot_version = snapshot.version
        for response in responses:
            self._responses[response.account, response.key] = response
        while len(self._responses) > MAX_CACHED_RESPONSES:
            self._responses.popitem(last=False)

    def _sealed_seeds(self, entries: Sequence[LogEntry]) -> list[SealedSeed]:
        """Return the sealed seed of a new round, stored before anyone can wager on it."""
        shoe = self.table.shoe
        return [
            SealedSeed(
                entry.event.round, self._vault.seal(shoe.seed, self.stream, entry.event.round)
            )
            for entry in entries
            if isinstance(entry.event, RoundOpened) and shoe is not None
        ]

    def _snapshots(self, entries: Sequence[LogEntry], batch: Batch) -> list[Snapshot]:
        """Return a snapshot to write with a batch, if one is due."""
        state = self.table.state
        if not self._is_snapshot_due(state, entries, batch.version):
            return []
        return [take_snapshot(state, Head(batch.version, batch.head_hash), entries[-1].at or "")]

    def _is_snapshot_due(self, state: State, entries: Sequence[LogEntry], version: int) -> bool:
        return (
            version - self._snapshot_version >= self._snapshot_every
            and any(isinstance(entry.event, RoundClosed) for entry in entries)
            and can_be_snapshot(state)
        )

    # Loading

    async def _reload(self) -> None:
        """Load the table from the store, which is the truth; retry until that succeeds."""
        with self._store_wait():
            while True:
                with suppress(StoreUnavailable, CommitUncertain):
                    await self._read()
                    return
                await asyncio.sleep(RETRY_DELAY)

    async def _read(self) -> None:
        state, head, at = State(), EMPTY_HEAD, ""
        snapshot = await self._store.snapshot(self.stream)
        if snapshot is not None and self._is_indexed:
            restored_state = restore_snapshot(snapshot)
            if restored_state is None:
                reason = f"{self.stream}: the snapshot cannot be used, so every line is read"
                self._failures.note(FailureKind.SNAPSHOT_REFUSED, reason, self.stream)
                self._is_indexed = False
            else:
                (state, head), at = restored_state, snapshot.at
        if self._is_indexed:
            indexer = TableIndexer.from_state(self.stream, state, at)
            self._snapshot_version = head.version
            async for entries in self._store.entries(self.stream, head.version):
                balances = state.balances
                state, head, log = replay(state, head, entries)
                indexer.add_entries(log, balances)
        else:
            state, head, indexer = await self._build_index()
        self.table.resume(state, None, await self._last_time(head.version))
        self.head, self._indexer = head, indexer
        self._responses.clear()
        self.committed_state, self.shoe = state, None
        if state.round is not None:
            await self._restore_shoe(state, state.round)

    async def _build_index(self) -> tuple[State, Head, TableIndexer]:
        """Read every line, and store the index and the snapshots that follow from them."""
        state, head, indexer = State(), EMPTY_HEAD, TableIndexer(self.stream)
        self._snapshot_version = 0
        await self._store.clear_index(self.stream)
        async for entries in self._every_entry():
            snapshots: list[Snapshot] = []
            log: list[LogEntry] = []
            balances = state.balances
            for entry in entries:
                state, head, items = replay(state, head, [entry])
                log += items
                if self._is_snapshot_due(state, items, head.version):
                    snapshots.append(take_snapshot(state, head, entry.at))
                    self._snapshot_version = head.version
            rows = replace(indexer.add_entries(log, balances), snapshots=snapshots)
            await self._store.extend_index(
                self.stream, rows, shared_changes(log), is_complete=False
            )
        await self._store.extend_index(self.stream, IndexRows(), {}, is_complete=True)
        self._is_indexed = True
        return state, head, indexer

    async def _every_entry(self) -> AsyncIterator[Sequence[Entry]]:
        """Yield all lines, page by page."""
        try:
            async for entries in self._store.entries(self.stream):
                yield entries
        except ArchiveMissing as error:
            raise StoreDamaged(
                f"the table has to be read from its first line, but {error}"
            ) from None

    async def _restore_shoe(self, state: State, round_: RoundState) -> None:
        """Restore the shoe of the last round; void an open round that cannot go on.

        A physical deck has none.
        """
        if round_.physical:
            return
        seed = None
        if not state.has_open_round:  # its seed is public
            seed = bytes.fromhex(round_.seed) if round_.seed else None
        elif sealed_seed := await self._store.sealed_seed(self.stream, round_.number):
            seed = self._vault.unseal(sealed_seed, self.stream, round_.number)
        if seed is not None:
            self.shoe = self.table.shoe = rebuild_shoe(state, round_, seed)
        if not state.has_open_round:
            return
        if seed is None and round_.number != self._lost_round:
            # No round is voided silently (FAIR-9): whoever starts the room has to ask for it.
            raise StoreDamaged(f"the sealed seed of round {round_.number} cannot be opened")
        if seed is None:
            await self._void_round(
                round_.number, "the key that encrypts the seed is lost, and the seed with it"
            )
        elif not are_rules_in_force(state):
            await self._void_round(round_.number, "it began under another version of the program")

    async def _last_time(self, version: int) -> datetime | None:
        """Return the time of the last line; the clock may have been set back since."""
        async for entries in self._store.entries(self.stream, version - 1):
            for entry in entries:
                return datetime.fromisoformat(entry.at) if entry.at else None
        return None

    async def _void_round(self, number: int, reason: str) -> None:
        """Void a round by two people of the house, or only close it if it is settled."""
        table = self.table
        entries: list[LogEntry] = []
        round_ = table.state.round
        if round_ is not None and round_.phase not in (Phase.SETTLED, Phase.VOID):
            proposal = table.state.proposed + 1
            entries += table.execute(c.Propose(c.VoidRound(number, reason)), HOUSE_DEALER)
            if proposal in table.state.proposals:  # it is not if the deck is worn out as well
                entries += table.execute(c.Approve(proposal), HOUSE_FLOOR)
        with suppress(Refused):
            entries += table.execute(c.CloseRound(), HOUSE_DEALER)
        await self._write(entries, ())


def make_batch(
    stream: str,
    previous_head: Head,
    log_entries: Sequence[LogEntry],
    balances: Balances,
    responses: Sequence[StoredResponse] = (),
    sealed_seeds: Sequence[SealedSeed] = (),
    index: IndexRows | None = None,
) -> Batch:
    """Return the batch that stores log entries, with the balances of the table after them.

    The rows of the ``index`` may be left out for the first lines of a table.
    """
    entries, head = make_entries(previous_head, log_entries)
    postings = make_postings(previous_head.version + 1, log_entries)
    accounts = {account for p in postings for account in (p.source, p.target)}
    # Players' accounts change in order: who buys in has the money before the next entry.
    player_changes = player_account_changes(postings)
    table_balances = {
        f"{stream}/{account}": balances.get(account, 0)
        for account in accounts
        if not is_player_account(account)
    }
    return Batch(
        stream,
        previous_head.version,
        head.hash,
        entries,
        postings,
        table_balances,
        player_changes,
        responses,
        sealed_seeds,
        index=index if index is not None else TableIndexer(stream).add_entries(log_entries, {}),
    )


def player_account_changes(postings: Iterable[StoredPosting | Posting]) -> list[tuple[str, int]]:
    """Return the changes of players' accounts in cents, in order."""
    return [
        (account, sign * int(p.cents))
        for p in postings
        for account, sign in ((p.source, -1), (p.target, 1))
        if is_player_account(account)
    ]


def is_player_account(account: str) -> bool:
    """Return whether an account is a player's own, which is the same at every table."""
    return account.startswith("player:")


def _make_response(request: Request, stream: str, version: int, at: str) -> StoredResponse:
    check = ack_checksum(request.account, stream, request.key, request.body_hash, version)
    ack = msgspec.json.encode(StoredAck(version, check=check))
    return StoredResponse(request.account, request.key, request.body_hash, ack, at)
