"""An audit of a room that is open: nothing is held up, and nothing is found that is not wrong."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.refusal import Refused
from pitboss.room import reader
from pitboss.room.audit import audit
from pitboss.room.audit.chain import Chain
from pitboss.room.audit.finding import Findings
from pitboss.room.audit.moved import Postings
from pitboss.room.audit.tables import TableAudit
from pitboss.room.lines import START, entries_of, postings_of
from pitboss.room.reading import open_to_read
from pitboss.room.reports import reconciled
from pitboss.room.snapshots import taken
from pitboss.room.store.shape import Head, Stream, Unavailable
from pitboss.table.export import BEGINNING
from tests.room.reports.logs import days_at
from tests.room.reports.played import FIRST, Pit


@pytest.mark.parametrize("game", GAMES)
def test_whole_days_are_in_order(game: str) -> None:
    """Whatever happens at a table, an audit finds nothing wrong with it."""
    log, state = days_at(game)
    entries, head = entries_of(START, log)
    findings = Findings(10)
    stream = Stream("t", "table", "Table", head)
    postings = Postings("t", iter(postings_of(1, log)), findings)
    table = TableAudit(Chain(stream, {}, findings), iter(entries), postings, taken(state, head))
    table.run()
    assert findings.all == []
    assert table.state == state
    assert table.rounds > 10
    held = {account.removeprefix("t/"): cents for account, cents in postings.sums.items() if cents}
    assert held == state.balances


def test_a_room_is_audited_while_it_is_played_in(tmp_path: Path) -> None:
    async def both() -> None:
        pit = await Pit(tmp_path).open("stud-235", "holdem-bonus")
        playing = asyncio.create_task(pit.play("stud-235", 5))
        looks = 0
        while not playing.done() or looks < 2:
            still = await open_to_read(tmp_path)
            for store in (pit.store, still):
                found = await audit(store)
                assert found.findings == ()
            books = await reconciled(still, FIRST)
            assert books.breaks == ()
            await still.close()
            looks += 1
        await playing
        await pit.room.close()
        assert looks > 1

    asyncio.run(both())


def test_a_still_store_shows_one_moment_and_writes_nothing(tmp_path: Path) -> None:
    async def look() -> None:
        pit = await Pit(tmp_path).open("stud-235")
        still = await open_to_read(tmp_path)
        before = await still.streams()
        await pit.play("stud-235")
        assert await still.streams() == before
        assert await pit.store.streams() != before
        for asked in (still.found("t", "table", "", {}), still.put(), still.ready()):
            with pytest.raises(Unavailable, match="read only"):
                await asked
        await still.close()
        await pit.room.close()

    asyncio.run(look())


class _Restless:
    """A store that is written to all the time."""

    def __init__(self) -> None:
        self.looked = 0

    async def streams(self) -> Sequence[Stream]:
        self.looked += 1
        return [Stream("t", "table", "", Head(self.looked, BEGINNING))]

    async def balances(self) -> Mapping[str, int]:
        return defaultdict(int)

    async def shelf(self, _: str) -> Mapping[str, bytes]:
        return {}

    async def shelves(self, *_: str) -> Mapping[str, Mapping[str, bytes]]:
        return {}


def test_a_room_that_never_rests_is_told_to_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MEANWHILE", 0)
    with pytest.raises(Refused, match="look at a backup"):
        asyncio.run(audit(_Restless()))  # type: ignore[arg-type]
