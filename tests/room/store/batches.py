"""Batches whose lines say where they belong, and what must hold wherever they were written."""

from collections.abc import Sequence
from typing import Any

from pitboss.room.store import Batch, Entry, Store, StoredPosting


def entry(stream: str, version: int) -> Entry:
    """A line that says where it belongs."""
    line = f"{stream} {version}".encode()
    return Entry(version, line, "2026-03-01T12:00:00Z", "Ann", "player", "Wagered")


def batch(stream: str, expected: int, lines: int = 1, **more: Any) -> Batch:  # noqa: ANN401
    """Some lines after a version; what is moved may be named by account."""
    if isinstance(more.get("shared_changes"), dict):
        more["shared_changes"] = list(more["shared_changes"].items())
    entries = [entry(stream, expected + n) for n in range(1, lines + 1)]
    return Batch(stream, expected, f"{stream}:{expected + lines}", entries, **more)


def paid(stream: str, expected: int, cents: int = 1, to: str = "player:Ann") -> Batch:
    """A line with which the house gives somebody money."""
    posting = StoredPosting(expected + 1, 0, "house", to, cents, "posted", "won")
    return batch(stream, expected, postings=[posting], shared_changes={"house": -cents, to: cents})


async def found(store: Store, *streams: str) -> None:
    """New streams."""
    for stream in streams:
        await store.create_stream(stream, "table", stream.title(), {})


async def lines_of(store: Store, stream: str, after: int = 0) -> list[Entry]:
    """All of them."""
    return [item async for some in store.entries(stream, after) for item in some]


async def postings_of(store: Store, stream: str, after: int = 0) -> list[StoredPosting]:
    """All of them."""
    return [item async for some in store.postings(stream, after) for item in some]


async def version_of(store: Store, stream: str) -> int:
    """Of a stream as it is listed."""
    return next(item.head.version for item in await store.streams() if item.id == stream)


async def check(store: Store) -> None:
    """Every stream is whole, and accounts hold what was posted to them: nothing lost or doubled."""
    held: dict[str, Any] = {}
    for stream in await store.streams():
        lines = await lines_of(store, stream.id)
        assert lines == [entry(stream.id, n) for n in range(1, stream.head.version + 1)]
        assert stream.head.hash == (f"{stream.id}:{len(lines)}" if lines else "")
        for item in await postings_of(store, stream.id):
            held[item.source] = held.get(item.source, 0) - item.cents
            held[item.target] = held.get(item.target, 0) + item.cents
    assert await store.balances() == {account: cents for account, cents in held.items() if cents}


def count(progress: Sequence[object], kind: type) -> int:
    """How many answers are of a kind."""
    return sum(isinstance(item, kind) for item in progress)
