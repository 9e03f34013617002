"""A table that another node owns, as far as it is committed: shown here, written there.

Its owner sends what is new to nodes where somebody watches; whatever is missing, or nobody sent, is
read from the database.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from pitboss.errors import Refused
from pitboss.games import UnknownGame
from pitboss.room.failures import Failures
from pitboss.room.nodes.link import CommittedLines
from pitboss.room.runtime import Clock, MonotonicClock
from pitboss.room.seed_vault import SeedVault
from pitboss.room.store.interface import (
    CommitUncertain,
    Entry,
    Head,
    SealedSeed,
    Store,
    StoreDamaged,
    StoreUnavailable,
)
from pitboss.room.stored_table import RETRY_DELAY, SNAPSHOT_EVERY, StoredTable
from pitboss.room.table_log import EMPTY_HEAD, replay, restore_snapshot
from pitboss.room.timers import TimeLimits, Timer, next_timer
from pitboss.shuffle import Shoe
from pitboss.table import Automation, State
from pitboss.table.proofs import rebuild_shoe

CommitListener = Callable[["FollowedTable"], None]


class FollowedTable(StoredTable):
    """A table that reads the lines another node writes."""

    def __init__(
        self,
        stream: str,
        store: Store,
        vault: SeedVault,
        clock: Clock,
        *,
        automation: Automation,
        time_limits: TimeLimits | None,
        on_commit: CommitListener,
        creator: str = "",
        monotonic: MonotonicClock = time.monotonic,
        failures: Failures | None = None,
    ) -> None:
        """Create a follower; `run` starts it, and `wake` says that the database has new lines."""
        super().__init__(
            stream,
            store,
            vault,
            clock,
            automation=automation,
            practice=None,
            snapshot_every=SNAPSHOT_EVERY,
            lost_round=0,
            failures=failures,
            is_indexed=True,
        )
        self.time_limits, self.creator = time_limits, creator
        self._on_commit, self._monotonic = on_commit, monotonic
        self._wake_event = asyncio.Event()
        self._is_closing = False
        self._timer: Timer | None = None
        self.signed_out: set[str] = set()
        """Players who signed out here, until the owner has been told."""

    def adopt(self, previous: StoredTable) -> None:
        """Start from what this node knew when it owned the table."""
        self.head, self.connections = previous.head, previous.connections
        self._set_state(previous.committed_state, previous.shoe)
        self.ready.set()

    def wake(self) -> None:
        """Note that there may be new lines."""
        self._wake_event.set()

    def close(self) -> None:
        """Stop following."""
        self._is_closing = True
        self.wake()

    async def run(self) -> None:
        """Follow the table until closed or canceled."""
        while not self._is_closing:
            try:
                await self._read()
            except (StoreUnavailable, CommitUncertain):
                await asyncio.sleep(RETRY_DELAY)
                continue
            except StoreDamaged as error:
                self.stop_reason = f"the table cannot be shown: {error}"
            except UnknownGame:
                self.stop_reason = "the table cannot be shown: its game is unknown on this server"
            self.ready.set()
            await self._wake_event.wait()
            self._wake_event.clear()

    async def _read(self) -> None:
        """Read the lines after the last one that is known."""
        state, head = self.committed_state, self.head
        if head == EMPTY_HEAD and (snapshot := await self._store.snapshot(self.stream)):
            state, head = restore_snapshot(snapshot) or (state, head)
        before = head
        async for entries in self._store.entries(self.stream, head.version):
            state, head, _ = replay(state, head, entries)
        if head == before and self.ready.is_set():
            return
        shoe = await self._find_shoe(state)
        self._accept(state, head, shoe)

    def _accept(self, state: State, head: Head, shoe: Shoe | None) -> None:
        if head.version < self.head.version:  # another read was faster
            return
        self.head = head
        self._set_state(state, shoe)
        self._on_commit(self)

    def _set_state(self, state: State, shoe: Shoe | None) -> None:
        self.committed_state, self.shoe = state, shoe
        self.table.state, self.table.shoe = state, shoe

    async def _find_shoe(self, state: State) -> Shoe | None:
        """Return the shoe of the last round, which shows players their own cards."""
        round_ = state.round
        if round_ is None or round_.physical:
            return None
        if shoe := self._known_shoe(state):
            return shoe
        if sealed_seed := await self._store.sealed_seed(self.stream, round_.number):
            return self._known_shoe(state, [SealedSeed(round_.number, sealed_seed)])
        return None

    def _known_shoe(self, state: State, seeds: Sequence[SealedSeed] = ()) -> Shoe | None:
        """Return the shoe of the last round, if its seed is public or among some sealed ones."""
        round_, known_round = state.round, self.committed_state.round
        if round_ is None or round_.physical:
            return None
        if (
            self.shoe is not None
            and known_round is not None
            and known_round.number == round_.number
        ):
            return self.shoe
        seed = bytes.fromhex(round_.seed) if round_.seed else None
        for sealed_seed in seeds:
            if seed is None and sealed_seed.round == round_.number:
                seed = self._vault.unseal(sealed_seed.seed, self.stream, round_.number)
        if seed is not None:
            with suppress(Refused):  # of rules that are no longer in force
                return rebuild_shoe(state, round_, seed)
        return None

    # Lines that the owner sends

    def receive(self, lines: CommittedLines) -> None:
        """Show lines that the owner sent; if any are missing before them, read the database."""
        after_last = lines.first + len(lines.lines)
        if after_last <= self.head.version + 1:
            return
        if not self._append(lines):
            self.wake()

    def _append(self, lines: CommittedLines) -> bool:
        """Add lines that the owner sent; return whether that was possible."""
        if not self.ready.is_set() or self.stop_reason or lines.first > self.head.version + 1:
            return False
        known_count = self.head.version + 1 - lines.first
        entries = [
            Entry(version, line, "", "", "", "")
            for version, line in enumerate(lines.lines[known_count:], self.head.version + 1)
        ]
        try:
            state, head, _ = replay(self.committed_state, self.head, entries)
        except StoreDamaged:  # the database has the truth, and says so if it is damaged
            return False
        shoe = self._known_shoe(state, lines.seeds)
        if shoe is None and state.round is not None and not state.round.physical:
            return False
        self._accept(state, head, shoe)
        return True

    # What viewers of the table need

    def countdown(self) -> tuple[str, float] | None:
        """Return what the house waits for and the seconds left, as far as this node can tell."""
        if not self.ready.is_set() or not self.committed_state.game:
            return None
        now = self._monotonic()
        self._timer = next_timer(self._timer, self.table, self.time_limits, now, {})
        if not self._timer.countdown_for:
            return None
        return self._timer.countdown_for, self._timer.remaining(now)

    def add_watcher(self, name: str) -> None:
        """Add a socket of a viewer."""
        self.connections[name] += 1

    def remove_watcher(self, name: str) -> None:
        """Remove a socket of a viewer."""
        self.connections[name] -= 1
        if self.connections[name] <= 0:
            del self.connections[name]

    def note_presence(self, name: str) -> None:
        """Do nothing: the owner is told who watches, once a second."""

    def sign_out(self, name: str) -> None:
        """Note that a player has left for good, unless another socket is open."""
        if not self.connections[name]:
            self.signed_out.add(name)
