"""RECOV-2: a machine's clock may have been put back while the room was closed."""

from pathlib import Path

from pitboss.room.audit.auditor import audit
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE
from tests.room.reports.played import Pit

STUD = "stud-235"


async def test_time_at_a_table_does_not_run_back_over_a_restart(tmp_path: Path) -> None:
    pit = await Pit(tmp_path).open(STUD)
    await pit.play(STUD, 2)
    before = [entry.at async for some in pit.store.entries(STUD, 0) for entry in some]
    await pit.room.close()
    pit = Pit(tmp_path)  # whose clock begins as early as the first one did
    await pit.room.start()
    pit.guests = {item.name: item for item in await pit.room.account_service.accounts()}
    assert pit.clock.at.isoformat() < before[-1]
    await pit.play(STUD, 2)
    times = [entry.at async for some in pit.store.entries(STUD, 0) for entry in some]
    assert times == sorted(times)
    assert len(times) > len(before)
    await pit.room.close()
    store = await open_read_only(file=tmp_path / DATABASE_FILE)
    result = await audit(store)
    await store.close()
    assert (result.findings, result.rounds) == ((), 4)
