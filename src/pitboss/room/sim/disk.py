"""A disk that is made up: slow, full or gone, it keeps what was committed, and says so or not."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from pitboss.room.sim.chance import Chance
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
    Stream,
    Unavailable,
    Uncertain,
)
from pitboss.table.ledger import Cents

SLOWEST: Final = 0.05
PAGE: Final = 100


class Kept:
    """All that survives a crash."""

    def __init__(self) -> None:
        self.streams: dict[str, Stream] = {}
        self.entries: dict[str, list[Entry]] = {}
        self.postings: dict[str, list[Moved]] = {}
        self.balances: dict[str, Cents] = {}
        self.answers: dict[tuple[str, str, str], Answer] = {}
        self.seals: dict[tuple[str, int], bytes] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.shelves: dict[tuple[str, str], bytes] = {}


class Disk:
    """A store on a disk that is made up. After a crash another one is opened on what was kept."""

    def __init__(self, kept: Kept, chance: Chance, reached: Counter[str], *, faulty: bool) -> None:
        self.kept, self._chance, self._reached = kept, chance, reached
        self.faulty = faulty
        self.full = False
        self.dead = False
        self.failures = 0
        """How many operations failed."""

    # Writing

    async def append(self, batch: Batch) -> None:
        """Write a batch, now or a little later; sometimes nobody can say whether."""
        await self._wait()
        fault = self._fault()
        if fault == "lost before":
            self._reached["a commit failed"] += 1
            raise Unavailable("the disk did not take it")
        if fault == "lost after":
            if self._chance.one_in(2):
                self._write(batch)
                self._reached["a commit was uncertain, and done"] += 1
            else:
                self._reached["a commit was uncertain, and not done"] += 1
            raise Uncertain("the disk did not answer")
        self._write(batch)
        await self._wait()

    def _fault(self) -> str:
        if self.dead:
            raise Uncertain("the power is off")
        if self.full:
            self.failures += 1
            self._reached["the disk was full"] += 1
            raise Unavailable("the disk is full")
        if not self.faulty or not self._chance.one_in(60):
            return ""
        self.failures += 1
        return self._chance.pick(("lost before", "lost after"))

    async def _wait(self) -> None:
        await asyncio.sleep(self._chance.between(0, SLOWEST))

    def _write(self, batch: Batch) -> None:
        """All of it or none: what does not fit is seen before anything is written."""
        parts = (batch, *batch.beside)
        creates = [new for part in parts for new in part.creates]
        if any(new.id in self.kept.streams for new in creates):
            raise Conflict("it is there already")
        found = {new.id: Head(0, "") for new in creates}
        for part in parts:
            self._check(part, found)
        for new in creates:
            self._create(new)
        for part in parts:
            self._write_one(part)

    def _check(self, batch: Batch, created: Mapping[str, Head]) -> None:
        kept, stream = self.kept, batch.stream
        head = created.get(stream) or kept.streams[stream].head
        if head.version != batch.expected:
            raise Conflict("the stream has another version")
        keys = [(one.account, stream, one.key) for one in batch.answers]
        if len(set(keys)) < len(keys) or any(key in kept.answers for key in keys):
            raise Conflict("the key was used before")
        for put in batch.puts:
            if put.new and (put.shelf, put.key) in kept.shelves:
                raise Conflict("it is there already")
        self._balances(batch)

    def _balances(self, batch: Batch) -> dict[str, Cents]:
        after: dict[str, Cents] = dict(batch.balances)
        for account, gained in batch.moved:
            after[account] = after.get(account, self.kept.balances.get(account, 0)) + gained
            _check(account, after[account])
        for account, cents in after.items():
            _check(account, cents)
        return after

    def _write_one(self, batch: Batch) -> None:
        kept, stream, after = self.kept, batch.stream, self._balances(batch)
        kept.entries[stream] += batch.entries
        kept.postings[stream] += batch.postings
        kept.balances |= after
        kept.answers |= {(one.account, stream, one.key): one for one in batch.answers}
        kept.seals |= {(stream, one.round): one.seed for one in batch.sealed}
        self._shelve(batch.puts)
        found = kept.streams[stream]
        head = Head(batch.version, batch.head)
        kept.streams[stream] = Stream(found.id, found.kind, found.title, head, found.settings)

    def _shelve(self, puts: Sequence[Put]) -> None:
        for put in puts:
            if put.value is None:
                self.kept.shelves.pop((put.shelf, put.key), None)
            else:
                self.kept.shelves[put.shelf, put.key] = put.value

    async def put(self, *puts: Put) -> None:
        """Keep values, or take them away."""
        await self._wait()
        self._fault_of_reads()
        if any(put.new and (put.shelf, put.key) in self.kept.shelves for put in puts):
            raise Conflict("it is there already")
        self._shelve(puts)

    async def found(self, stream: str, kind: str, title: str, settings: Mapping[str, Any]) -> None:
        """A new, empty stream."""
        if stream in self.kept.streams:
            raise Conflict("it is there already")
        self._create(NewStream(stream, kind, title, settings))

    def _create(self, new: NewStream) -> None:
        self.kept.streams[new.id] = Stream(new.id, new.kind, new.title, Head(0, ""), new.settings)
        self.kept.entries[new.id], self.kept.postings[new.id] = [], []

    async def configure(self, stream: str, title: str, settings: Mapping[str, Any]) -> None:
        """How a stream is run from now on."""
        found = self.kept.streams[stream]
        self.kept.streams[stream] = Stream(stream, found.kind, title, found.head, settings)

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Instead of any earlier one."""
        await self._wait()
        self._fault_of_reads()
        self.kept.snapshots[stream] = snapshot

    # Reading

    def _fault_of_reads(self) -> None:
        if self.dead:
            raise Unavailable("the power is off")
        if self.faulty and self._chance.one_in(100):
            self.failures += 1
            self._reached["a read failed"] += 1
            raise Unavailable("the disk did not answer")

    async def streams(self) -> Sequence[Stream]:
        """All of them."""
        return [self.kept.streams[name] for name in sorted(self.kept.streams)]

    async def lines(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Entry]]:
        """What comes after a version."""
        while found := self.kept.entries[stream][after : after + PAGE]:
            await self._wait()
            self._fault_of_reads()
            yield found
            after = found[-1].version

    async def last(self, stream: str, kind: str, or_kind: str) -> Entry | None:
        """The latest line of either kind."""
        self._fault_of_reads()
        lines = reversed(self.kept.entries[stream])
        return next((one for one in lines if one.kind in (kind, or_kind)), None)

    async def postings(self, stream: str, after: int = 0) -> AsyncIterator[Sequence[Moved]]:
        """All that moved after a version."""
        found = [one for one in self.kept.postings[stream] if one.version > after]
        if found:
            yield found

    async def answered(self, account: str, stream: str, key: str) -> Answer | None:
        """What was answered to this key."""
        await self._wait()
        self._fault_of_reads()
        return self.kept.answers.get((account, stream, key))

    async def sealed(self, stream: str, round_: int) -> bytes | None:
        """The sealed seed of a round."""
        self._fault_of_reads()
        return self.kept.seals.get((stream, round_))

    async def snapshot(self, stream: str) -> Snapshot | None:
        """The latest one."""
        self._fault_of_reads()
        return self.kept.snapshots.get(stream)

    async def balance(self, account: str) -> Cents:
        """What an account holds."""
        return self.kept.balances.get(account, 0)

    async def held(self, accounts: Sequence[str]) -> Mapping[str, Cents]:
        """What these accounts hold."""
        return {account: self.kept.balances.get(account, 0) for account in accounts}

    async def balances(self, prefix: str = "") -> Mapping[str, Cents]:
        """What accounts hold."""
        return {a: cents for a, cents in self.kept.balances.items() if a.startswith(prefix)}

    async def get(self, shelf: str, key: str) -> bytes | None:
        """A value that was kept."""
        return self.kept.shelves.get((shelf, key))

    async def shelf(self, shelf: str) -> Mapping[str, bytes]:
        """Everything on a shelf."""
        return {key: v for (where, key), v in sorted(self.kept.shelves.items()) if where == shelf}

    async def shelves(self, *shelves: str) -> Mapping[str, Mapping[str, bytes]]:
        """Everything on some shelves."""
        return {shelf: await self.shelf(shelf) for shelf in shelves}

    def quarantine(self, shelf: str, key: str) -> RowDamaged:
        """A row that cannot be read."""
        return RowDamaged(f"a row of {shelf} cannot be read", where=key)

    # The store itself

    def watch(self, report: Report) -> None:
        """Nothing is reported but by failing."""

    def waiting(self) -> float:
        """Nobody waits long for a made-up disk."""
        return 0.0

    async def ready(self) -> None:
        """Refuse if it could not be written now."""
        self._fault_of_reads()

    async def backup(self, target: str) -> None:
        """There is nowhere to put a copy."""
        raise Unavailable(f"no copy of a made-up disk can be put in {target}")

    async def close(self) -> None:
        """Nothing is left to be written."""


def _check(account: str, cents: Cents) -> None:
    """Only the house may owe."""
    if cents < 0 and account != "house" and not account.endswith("/house"):
        raise Overdrawn(account)
