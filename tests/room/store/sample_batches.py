"""Batches whose lines name their own stream and version, and checks of stored batches."""

from collections.abc import Sequence
from typing import Any

from pitboss.room.store import Batch, Entry, Store, StoredPosting


def sample_entry(stream: str, version: int) -> Entry:
    """Return an entry whose line names its stream and version."""
    line = f"{stream} {version}".encode()
    return Entry(version, line, "2026-03-01T12:00:00Z", "Ann", "player", "Wagered")


def line_batch(stream: str, expected: int, lines: int = 1, **more: Any) -> Batch:  # noqa: ANN401
    """Return a batch of lines after a version; changes may be given by account."""
    if isinstance(more.get("shared_changes"), dict):
        more["shared_changes"] = list(more["shared_changes"].items())
    entries = [sample_entry(stream, expected + n) for n in range(1, lines + 1)]
    return Batch(stream, expected, f"{stream}:{expected + lines}", entries, **more)


def payment_batch(stream: str, expected: int, cents: int = 1, to: str = "player:Ann") -> Batch:
    """Return a batch of one line, with which the house pays an account."""
    posting = StoredPosting(expected + 1, 0, "house", to, cents, "posted", "won")
    return line_batch(
        stream, expected, postings=[posting], shared_changes={"house": -cents, to: cents}
    )


async def create_streams(store: Store, *streams: str) -> None:
    """Create empty streams."""
    for stream in streams:
        await store.create_stream(stream, "table", stream.title(), {})


async def lines_of(store: Store, stream: str, after: int = 0) -> list[Entry]:
    """Return all lines of a stream."""
    return [item async for some in store.entries(stream, after) for item in some]


async def postings_of(store: Store, stream: str, after: int = 0) -> list[StoredPosting]:
    """Return all postings of a stream."""
    return [item async for some in store.postings(stream, after) for item in some]


async def version_of(store: Store, stream: str) -> int:
    """Return the version of a stream in the list of streams."""
    return next(item.head.version for item in await store.streams() if item.id == stream)


async def check_store(store: Store) -> None:
    """Check that every stream is complete, and that balances match the postings."""
    balances: dict[str, Any] = {}
    for stream in await store.streams():
        lines = await lines_of(store, stream.id)
        assert lines == [sample_entry(stream.id, n) for n in range(1, stream.head.version + 1)]
        assert stream.head.hash == (f"{stream.id}:{len(lines)}" if lines else "")
        for item in await postings_of(store, stream.id):
            balances[item.source] = balances.get(item.source, 0) - item.cents
            balances[item.target] = balances.get(item.target, 0) + item.cents
    assert await store.balances() == {
        account: cents for account, cents in balances.items() if cents
    }


def count(outcomes: Sequence[object], kind: type) -> int:
    """Return how many outcomes are of a type."""
    return sum(isinstance(item, kind) for item in outcomes)
