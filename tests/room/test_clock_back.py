"""RECOV-2: a machine's clock may have been put back while the room was closed."""

from pathlib import Path

from pitboss.room.audit import audit
from pitboss.room.reading import open_to_read
from pitboss.room.store.sqlite import FILE
from tests.room.reports.played import Pit

STUD = "stud-235"


async def test_time_at_a_table_does_not_run_back_over_a_restart(tmp_path: Path) -> None:
    pit = await Pit(tmp_path).open(STUD)
    await pit.play(STUD, 2)
    before = [entry.at async for some in pit.store.lines(STUD, 0) for entry in some]
    await pit.room.close()
    pit = Pit(tmp_path)  # whose clock begins as early as the first one did
    await pit.room.start()
    pit.guests = {one.name: one for one in await pit.room.door.accounts()}
    assert pit.clock.at.isoformat() < before[-1]
    await pit.play(STUD, 2)
    times = [entry.at async for some in pit.store.lines(STUD, 0) for entry in some]
    assert times == sorted(times)
    assert len(times) > len(before)
    await pit.room.close()
    store = await open_to_read(file=tmp_path / FILE)
    found = await audit(store)
    await store.close()
    assert (found.findings, found.rounds) == ((), 4)
