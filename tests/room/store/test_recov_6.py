"""RECOV-6: faults below the store. Acknowledged batches are stored once; none is partial."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from pitboss.room.store import (
    Batch,
    CommitUncertain,
    Put,
    StoredPosting,
    StoredResponse,
    StoreUnavailable,
    sqlite,
)
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from tests.room.store.faulty_vfs import FaultyVfs, install_vfs
from tests.room.store.sample_batches import (
    check_store,
    create_streams,
    line_batch,
    lines_of,
    payment_batch,
    version_of,
)

STREAMS = ("a", "b", "c")
FAULTS = ("power", "fsync", "short", "full", "eio", "read")
EVERY_RUN, SOAK = 8, 400
MOST = 60
OPERATIONS = dict.fromkeys(FAULTS, 2000) | {"fsync": 60, "read": 300}
"""The first operation to fail is one of this many."""
SIZES = (*[0] * 20, *[3000] * 10, *[30_000] * 10, 3_000_000)
"""Bytes in addition to a line; the last is more than SQLite holds in memory until the commit."""


class Writer:
    """A writer that appends to one stream, batch after batch, and counts acknowledgments."""

    def __init__(self, stream: str, chance: Random) -> None:
        self.stream, self._chance = stream, chance
        self.acks = 0
        self.uncertain = False
        self.outcomes: Counter[str] = Counter()

    async def write(self, store: SqliteStore, times: int) -> None:
        """Append this many batches, but stop after an uncertain commit."""
        for _ in range(times):
            if self.uncertain:
                return
            try:
                await store.append(self._batch())
                self.acks += 1
                self.outcomes["acknowledged"] += 1
            except CommitUncertain:
                self.uncertain = True
                self.outcomes["uncertain"] += 1
            except StoreUnavailable:
                self.outcomes["not done"] += 1

    def _batch(self) -> Batch:
        version = self.acks + 1
        size = self._chance.choice(SIZES)
        return line_batch(
            self.stream,
            version - 1,
            postings=[StoredPosting(version, 0, "house", "player:Ann", 1, "posted", "won")],
            shared_changes=[("house", -1), ("player:Ann", 1)],
            responses=[StoredResponse("ann", f"{self.stream} {version}", b"body", b"{}")],
            puts=[Put("padding", self.stream, bytes(size))] if size else [],
        )


async def run_with_fault(
    seed: str, fault: str, folder: Path, patch: pytest.MonkeyPatch
) -> Counter[str]:
    """Run three writers on a disk that fails once and then loses power; return the outcomes."""
    chance = Random(seed)
    patch.setattr(sqlite, "CHECKPOINT_INTERVAL", chance.choice((0.001, 0.01, 10)))
    patch.setattr(sqlite, "MAX_LOG_PAGES", chance.choice((10, 40, 30_000)))
    before, after = folder / "before", folder / "after"
    before.mkdir(parents=True)
    after.mkdir()
    disk = FaultyVfs(chance)
    writers = [Writer(stream, chance) for stream in STREAMS]
    with patch.context() as opened_here:
        install_vfs(opened_here, disk)
        store = SqliteStore(before / DATABASE_FILE)
        await create_streams(store, *STREAMS)
        disk.arm(fault, 1 + chance.randrange(OPERATIONS[fault]))
        await asyncio.gather(*(item.write(store, MOST) for item in writers))
        if fault in ("full", "read"):
            disk.mend()
            for item in writers:
                await item.write(store, 2)
                assert item.uncertain or item.outcomes["acknowledged"] >= 2, "it works again"
        if disk.failures and fault in ("fsync", "eio"):
            await _acknowledges_nothing(store, disk, fault)
        disk.power_off(after)
        await store.close()
    await check_after(after, writers)
    outcomes = sum((item.outcomes for item in writers), Counter[str]())
    outcomes[fault] += bool(disk.failures)
    return outcomes


async def _acknowledges_nothing(store: SqliteStore, disk: FaultyVfs, fault: str) -> None:
    """Check that after a failed sync the store refuses everything, even on a repaired disk."""
    if fault == "eio" and not store._failure:
        return  # a write within the transaction failed, and was rolled back
    disk.mend()
    async with asyncio.timeout(5):
        while not store._failure:
            await asyncio.sleep(0.005)
    for request in (store.check_writable(), store.put(Put("s", "k", b"v"))):
        with pytest.raises(StoreUnavailable, match="the disk failed"):
            await request


async def check_after(folder: Path, writers: Iterable[Writer]) -> None:
    """Reopen what survived, with the standard library's SQLite."""
    store = SqliteStore(folder / DATABASE_FILE)
    try:
        await check_store(store)
        for writer in writers:
            lines = len(await lines_of(store, writer.stream))
            assert writer.acks <= lines <= writer.acks + 1
            for version in range(1, lines + 2):
                answer = await store.stored_response(
                    "ann", writer.stream, f"{writer.stream} {version}"
                )
                assert (answer is not None) == (version <= lines), "a batch is half there"
        assert sum((await store.balances()).values()) == 0
    finally:
        await store.close()


async def test_recov_6_a_sync_that_fails_before_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The transaction is written before it ends, since it does not fit into memory.

    The write-ahead log starts afresh, so its first bytes are synced at that point.
    """
    monkeypatch.setattr(sqlite, "CHECKPOINT_INTERVAL", 0.001)
    (tmp_path / "after").mkdir()
    disk = FaultyVfs(Random("before"))
    install_vfs(monkeypatch, disk)
    store = SqliteStore(tmp_path / DATABASE_FILE)
    await create_streams(store, "t")
    await store.append(payment_batch("t", 0))
    async with asyncio.timeout(5):
        while store._has_written or disk.pending[str(tmp_path / DATABASE_FILE)]:
            await asyncio.sleep(0.01)
    # The checkpointer resets its flag just before its checkpoint: wait for it to end.
    await asyncio.sleep(0.3)
    disk.arm("fsync", 1)
    big = [Put("padding", "t", bytes(8_000_000))]
    with pytest.raises(CommitUncertain, match="the disk failed"):
        await store.append(line_batch("t", 1, puts=big))
    with pytest.raises(StoreUnavailable, match="the disk failed"):
        await store.append(payment_batch("t", 1))
    disk.power_off(tmp_path / "after")
    await store.close()
    monkeypatch.undo()
    store = SqliteStore(tmp_path / "after" / DATABASE_FILE)
    assert await version_of(store, "t") == 1
    await check_store(store)
    await store.close()


async def test_recov_6_while_the_file_is_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails at any moment of the first start; the next start begins anew."""
    wait = is_open = 0
    while not is_open:
        wait += 2
        before, after = tmp_path / f"before {wait}", tmp_path / f"after {wait}"
        before.mkdir()
        after.mkdir()
        disk = FaultyVfs(Random(wait))
        disk.arm("power", wait)
        with monkeypatch.context() as here:
            install_vfs(here, disk)
            try:
                store = SqliteStore(before / DATABASE_FILE)
                is_open = not disk.dead
                await store.close()
            except StoreUnavailable:
                pass
            disk.power_off(after)
        store = SqliteStore(after / DATABASE_FILE)
        await create_streams(store, "t")
        await store.append(payment_batch("t", 0))
        await check_store(store)
        await store.close()
    assert wait > 20


async def _run_seeds(
    seeds: Iterable[int], fault: str, folder: Path, patch: pytest.MonkeyPatch
) -> None:
    outcome_counts: Counter[str] = Counter()
    for seed in seeds:
        try:
            outcome_counts += await run_with_fault(
                f"{fault} {seed}", fault, folder / str(seed), patch
            )
        except BaseException as error:
            error.add_note(f"seed {seed} of {fault}")
            raise
    print(f"\n{fault}: {dict(outcome_counts)}")
    assert outcome_counts[fault] > len(list(seeds)) // 2
    assert outcome_counts["acknowledged"] > 100


@pytest.mark.parametrize("fault", FAULTS)
async def test_recov_6_below_the_store(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _run_seeds(range(EVERY_RUN), fault, tmp_path, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
async def test_recov_6_below_the_store_for_long(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _run_seeds(range(EVERY_RUN, EVERY_RUN + SOAK), fault, tmp_path, monkeypatch)
