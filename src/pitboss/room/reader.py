"""A store as plain code reads it, line by line, while the work is done on a thread of its own.

Auditing and reporting are plain functions over lines and postings. They are given them here, some
at a time, so that a database of any size is gone through in little memory.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.store.shape import Entry, Moved, Snapshot, Store, Stream
from pitboss.table.ledger import Cents

T = TypeVar("T")
V = TypeVar("V", Entry, Moved)

TRIES: Final = 50
"""How often a moment is looked for in which nobody writes."""
MEANWHILE: Final = 0.02
"""Seconds between them."""


class Moment(Struct, frozen=True):
    """All streams, and what every account held when they were so long."""

    streams: Sequence[Stream]
    balances: Mapping[str, Cents]
    accounts: Mapping[str, bytes]
    """Whom the room knows, as it keeps them."""
    shelves: Mapping[str, Mapping[str, bytes]] = {}
    """Other shelves that belong to this moment."""


class Reader:
    """Asks a store from another thread than the store's own."""

    def __init__(self, store: Store) -> None:
        self.store, self._loop = store, asyncio.get_running_loop()

    def wait(self, asked: Awaitable[T]) -> T:
        """What the store answers."""

        async def ask() -> T:
            return await asked

        return asyncio.run_coroutine_threadsafe(ask(), self._loop).result()

    def lines(self, stream: Stream) -> Iterator[Entry]:
        """Every line that a stream had at its moment."""
        return self._by_then(stream, self.every(self.store.lines(stream.id)))

    def postings(self, stream: Stream) -> Iterator[Moved]:
        """All that it had moved by then."""
        return self._by_then(stream, self.every(self.store.postings(stream.id)))

    def snapshot(self, stream: Stream) -> Snapshot | None:
        """The snapshot of it, if there was one by then."""
        kept = self.wait(self.store.snapshot(stream.id))
        late = kept is not None and kept.version > stream.head.version
        return None if late and self._went_on(stream) else kept

    def _by_then(self, stream: Stream, found: Iterator[V]) -> Iterator[V]:
        """Without what came later, if the room goes on; with what a wrong head hides, if not."""
        for one in found:
            if one.version > stream.head.version and self._went_on(stream):
                return
            yield one

    def _went_on(self, stream: Stream) -> bool:
        now = next((s.head for s in self.wait(self.store.streams()) if s.id == stream.id), None)
        return now is not None and now.version > stream.head.version

    def every(self, batches: AsyncIterator[Sequence[T]]) -> Iterator[T]:
        """One after the other of what comes in batches."""
        while (batch := self.wait(_next(batches))) is not None:
            yield from batch


async def _next(batches: AsyncIterator[Sequence[T]]) -> Sequence[T] | None:
    with suppress(StopAsyncIteration):
        return await anext(batches)
    return None


async def moment(store: Store, accounts: str, shelves: Sequence[str] = ()) -> Moment:
    """Streams and balances that belong together: nothing was written while they were read."""
    for _ in range(TRIES):
        before = await store.streams()
        found = Moment(
            before,
            await store.balances(),
            await store.shelf(accounts),
            await store.shelves(*shelves) if shelves else {},
        )
        if [s.head for s in await store.streams()] == [s.head for s in before]:
            return found
        await asyncio.sleep(MEANWHILE)
    raise Refused("the room is written to without a pause: look at a backup of it instead")
