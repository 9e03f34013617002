"""FAIR-9: a lost key never goes unnoticed.

A room does not start with an open round whose seed its key cannot open, unless it is told that the
key is lost; then the loss is logged, and the rounds are listed as unproved.
"""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.room.audit.auditor import Audit, audit
from pitboss.room.back_office_events import BackOfficeEvent, KeyLost, decode_back_office_line
from pitboss.room.reports.period import Period
from pitboss.room.reports.store_reports import decode_recorded, shift_reports
from pitboss.room.room import Room
from pitboss.room.seed_vault import SeedVault, read_key
from pitboss.room.server import open_room
from pitboss.room.settings import ServerSettings
from pitboss.room.store.interface import BACK_OFFICE
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.table import Phase
from pitboss.table import events as e
from pitboss.table.export import export_lines
from pitboss.verify import verify
from tests.room.reports.two_day_room import KEY, TickingClock, copy_two_days

TABLE, ROUND = "run-em-twice", 6
"""The open round in the room of two days."""
OTHER = bytes(31) + b"1"


@pytest.fixture(autouse=True)
def _copy_two_days(tmp_path: Path) -> None:
    copy_two_days(tmp_path)


NEXT_MORNING = datetime(2026, 11, 17, 2, tzinfo=UTC)


def room_in(folder: Path, key: bytes = OTHER, at: datetime = NEXT_MORNING) -> Room:
    clock = TickingClock(at)
    return Room(SqliteStore(folder / DATABASE_FILE), SeedVault(key), clock)


async def wait_until_voided(room: Room) -> None:
    """Wait until the open round is closed."""
    actor = room.hub(TABLE).actor
    async with asyncio.timeout(30):
        while (round_ := actor.committed_state.round) is None or round_.phase is not Phase.CLOSED:
            await asyncio.sleep(0.01)
    assert round_.number == ROUND


async def events_of_back_office(room: Room) -> list[BackOfficeEvent]:
    return [
        decode_back_office_line(x.line).event
        async for some in room.store.entries(BACK_OFFICE)
        for x in some
    ]


async def audit_folder(folder: Path) -> Audit:
    store = await open_read_only(folder)
    try:
        return await audit(store)
    finally:
        await store.close()


async def test_another_key_keeps_the_room_from_starting(tmp_path: Path) -> None:
    room = room_in(tmp_path)
    before = [(s.id, s.head) for s in await room.store.streams()]
    with pytest.raises(Refused, match=r"round 6 of run-em-twice.*--key-lost") as refused:
        await room.start()
    assert refused.value.clause == "FAIR-9"
    assert [(s.id, s.head) for s in await room.store.streams()] == before
    await room.close()
    right = room_in(tmp_path, KEY)
    await right.start()
    await right.close()
    assert not any(
        isinstance(event, KeyLost) for event in await events_of_back_office(room_in(tmp_path))
    )


async def test_missing_key_is_not_replaced_silently(tmp_path: Path) -> None:
    store, key = SqliteStore(tmp_path / DATABASE_FILE), tmp_path / "config" / "key"
    with pytest.raises(Refused, match=r"key is missing.*round 6 of run-em-twice.*--key-lost"):
        await open_room(store, ServerSettings(data=tmp_path, key=key))
    assert not key.exists()
    room = await open_room(store, ServerSettings(data=tmp_path, key=key, key_lost=True))
    assert read_key(key)
    await room.close()


@pytest.mark.parametrize("later", [timedelta(), timedelta(days=1)], ids=["soon", "deck worn out"])
async def test_a_lost_key_is_an_incident_and_the_round_unproved(
    later: timedelta, tmp_path: Path
) -> None:
    room = room_in(tmp_path, at=NEXT_MORNING + later)
    await room.start(key_lost=True)
    await wait_until_voided(room)
    events = [event for event in await events_of_back_office(room) if isinstance(event, KeyLost)]
    assert events == [KeyLost({TABLE: ROUND})]
    await room.close()

    result = await audit_folder(tmp_path)
    assert result.in_order
    assert result.lost_seeds == {TABLE: (ROUND,)}
    assert result.unproved == {TABLE: 1}
    assert result.open_rounds == {}
    still = await open_read_only(tmp_path)
    log = [decode_recorded(TABLE, x) async for some in still.entries(TABLE) for x in some]
    assert e.SeedLost(ROUND) in [item.event for item in log]
    verification = verify(line + b"\n" for line in export_lines(log))
    assert (verification.lost, verification.unproved) == (1, (ROUND,))
    proved_rounds = sum(isinstance(item.event, e.RoundClosed) for item in log) - 1
    assert verification.rounds == proved_rounds + 1
    sheet = (await shift_reports(still, Period(), [TABLE]))[0]
    what = "the key of the seed is lost, so the round cannot be proved"
    assert [(incident.round, incident.what) for incident in sheet.incidents] == [(ROUND, what)]
    await still.close()

    again = room_in(tmp_path)
    await again.start()  # no open round depends on the old key now
    await again.close()


async def test_missing_seal_stops_the_room(tmp_path: Path) -> None:
    room = room_in(tmp_path, KEY)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE, isolation_level=None)) as db:
        guards = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in guards:
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute("DELETE FROM seals WHERE round = ?", (ROUND,)).rowcount == 1
    with pytest.raises(Refused, match="round 6 of run-em-twice"):
        await room.start()
    await room.close()


async def test_a_table_never_voids_a_round_by_itself(tmp_path: Path) -> None:
    """A table without the seed of its round stops, even if no other check has run before."""
    room = room_in(tmp_path)
    stream = next(item for item in await room.store.streams() if item.id == TABLE)
    actor = room._start_table(stream).actor
    async with asyncio.timeout(30):
        await actor.ready.wait()
    assert "the sealed seed of round 6 cannot be opened" in actor.stop_reason
    await room.close()
