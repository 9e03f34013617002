"""Auditing an open room delays nothing, and reports no false findings."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.room.audit import auditor
from pitboss.room.audit.auditor import AuditOptions, audit, audit_with_heads
from pitboss.room.audit.checks import Chain, Findings, StoredPostings
from pitboss.room.audit.index_audit import Digest, IndexAudit
from pitboss.room.audit.stream_audits import TableAudit
from pitboss.room.reports.store_reports import reconcile_day
from pitboss.room.store import opening
from pitboss.room.store.interface import Head, StoreUnavailable, Stream
from pitboss.room.store.opening import open_read_only
from pitboss.room.table_log import EMPTY_HEAD, make_entries, make_postings, take_snapshot
from pitboss.table.export import FIRST_PREV
from pitboss.table.ledger import pool_departed
from tests.room.reports.day_logs import table_days
from tests.room.reports.two_day_room import FIRST, PlayedRoom


@pytest.mark.parametrize("game", GAMES)
def test_audit_of_whole_days_has_no_findings(game: str) -> None:
    """An audit has no findings, whatever happens at a table."""
    log, state = table_days(game)
    entries, head = make_entries(EMPTY_HEAD, log)
    findings = Findings(10)
    stream = Stream("t", "table", "Table", head)
    postings = StoredPostings("t", iter(make_postings(1, log)), findings)
    table = TableAudit(
        Chain(stream, {}, findings),
        iter(entries),
        postings,
        iter([take_snapshot(state, head, entries[-1].at)]),
        IndexAudit("t", defaultdict(Digest)),
    )
    table.run()
    assert findings.all == []
    assert table.state == state
    assert table.proved_rounds > 10
    balances = {
        account.removeprefix("t/"): cents for account, cents in postings.sums.items() if cents
    }
    assert pool_departed(balances, ()) == pool_departed(state.balances, ())


def test_a_room_is_audited_while_it_is_played_in(tmp_path: Path) -> None:
    async def both() -> None:
        pit = await PlayedRoom(tmp_path).open("stud-235", "holdem-bonus")
        playing = asyncio.create_task(pit.play("stud-235", 5))
        looks = 0
        while not playing.done() or looks < 2:
            still = await open_read_only(tmp_path)
            for store in (pit.store, still):
                result = await audit(store)
                assert result.findings == ()
            books = await reconcile_day(still, FIRST)
            assert books.breaks == ()
            await still.close()
            looks += 1
        await playing
        await pit.room.close()
        assert looks > 1

    asyncio.run(both())


def test_other_processes_ignore_later_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditor, "MIN_PARALLEL_LINES", 0)

    async def look() -> None:
        pit = await PlayedRoom(tmp_path, snapshot_every=1).open("stud-235")
        await pit.play("stud-235")
        still = await open_read_only(tmp_path)
        heads = {stream.id: stream.head for stream in await still.streams()}
        await pit.play("stud-235")  # before the processes open the file
        result = (await audit_with_heads(still, AuditOptions(workers=2))).audit
        await still.close()
        await pit.room.close()
        assert (result.findings, result.heads, result.rounds) == ((), heads, 1)

    asyncio.run(look())


def test_snapshot_store_is_consistent_and_writes_nothing(tmp_path: Path) -> None:
    async def look() -> None:
        pit = await PlayedRoom(tmp_path).open("stud-235")
        still = await open_read_only(tmp_path)
        before = await still.streams()
        await pit.play("stud-235")
        assert await still.streams() == before
        assert await pit.store.streams() != before
        for request in (
            still.create_stream("t", "table", "", {}),
            still.put(),
            still.check_writable(),
        ):
            with pytest.raises(StoreUnavailable, match="reading only"):
                await request
        await still.close()
        await pit.room.close()

    asyncio.run(look())


class _BusyStore:
    """A store that is being written to all the time."""

    def __init__(self) -> None:
        self.reads = 0

    async def streams(self) -> Sequence[Stream]:
        self.reads += 1
        return [Stream("t", "table", "", Head(self.reads, FIRST_PREV))]

    async def balances(self) -> Mapping[str, int]:
        return defaultdict(int)

    async def collection(self, _: str) -> Mapping[str, bytes]:
        return {}

    async def collections(self, *_: str) -> Mapping[str, Mapping[str, bytes]]:
        return {}


def test_constantly_busy_room_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "RETRY_DELAY", 0)
    with pytest.raises(Refused, match="on a backup"):
        asyncio.run(audit(_BusyStore()))  # type: ignore[arg-type]
