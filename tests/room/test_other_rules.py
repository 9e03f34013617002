"""ROUND-2: a program that reads a submission otherwise plays by it only once it is filed anew.

"Another program" is this one with another edition of the game, which gives its rules another hash.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.refusal import Refused
from pitboss.room.audit import Audit, audit
from pitboss.room.reading import open_to_read
from pitboss.room.store.sqlite import FILE
from pitboss.table import commands as c
from pitboss.table import filing
from tests.room.reports.played import DEE, FLO, Pit
from tests.room.test_audit import rewritten

STUD = "stud-235"


@contextmanager
def another_program() -> Iterator[None]:
    """While it lasts, this program is an older one."""
    ours = GAMES[STUD]
    filing._rules.clear()
    GAMES[STUD] = replace(ours, edition="an older one")
    try:
        yield
    finally:
        GAMES[STUD] = ours
        filing._rules.clear()


async def taken_up(folder: Path) -> Pit:
    """The same room, opened again, its tables read and brought up to date."""
    pit = Pit(folder)
    await pit.room.start()
    pit.guests = {one.name: one for one in await pit.room.door.accounts()}
    while pit.room._updates:
        (update, *_) = pit.room._updates
        await update
    return pit


async def audited(folder: Path) -> Audit:
    store = await open_to_read(file=folder / FILE)
    try:
        return await audit(store)
    finally:
        await store.close()


async def test_round_2_what_the_house_filed_is_filed_again_by_the_house(tmp_path: Path) -> None:
    with another_program():
        pit = await Pit(tmp_path).open(STUD)
        await pit.play(STUD)
        await pit.play(STUD)
        before = pit.actor(STUD).shown.filed
        await pit.room.close()
    pit = await taken_up(tmp_path)
    filed = pit.actor(STUD).shown.filed
    assert filed[:-1] == before
    assert filed[-1].submission == before[-1].submission
    assert filed[-1].hash != before[-1].hash
    await pit.play(STUD)
    await pit.play(STUD)
    await pit.play(STUD)
    await pit.room.close()
    found = await audited(tmp_path)
    assert found.findings == ()
    assert found.unproved == {STUD: 2}
    assert found.rounds == 3


async def test_round_2_what_people_filed_waits_for_people(tmp_path: Path) -> None:
    with another_program():
        pit = await Pit(tmp_path).open(STUD)
        other = {"table": {"minimum": 1000}}
        await pit.tell(STUD, DEE, c.Propose(c.FileSubmission(other)))
        await pit.tell(STUD, FLO, c.Approve(pit.actor(STUD).shown.proposed))
        await pit.room.close()
    pit = await taken_up(tmp_path)
    with pytest.raises(Refused, match="other rules than those that were approved") as refused:
        await pit.tell(STUD, DEE, c.OpenRound())
    assert refused.value.clause == "ROUND-2"
    await pit.tell(STUD, DEE, c.Propose(c.FileSubmission(other)))
    await pit.tell(STUD, FLO, c.Approve(pit.actor(STUD).shown.proposed))
    await pit.tell(STUD, DEE, c.OpenRound())
    await pit.room.close()


async def test_recov_2_a_round_of_another_program_is_void_with_the_reason(tmp_path: Path) -> None:
    with another_program():
        pit = await Pit(tmp_path).open(STUD)
        await pit.bets(STUD)
        chips = sum(pit.actor(STUD).shown.balances.values())
        await pit.room.close()
    pit = await taken_up(tmp_path)
    state = pit.actor(STUD).shown
    assert not state.running
    assert sum(state.balances.values()) == chips
    assert int(state.chips("Ann")) == 200_00
    voided = [
        entry.line
        async for entries in pit.store.lines(STUD, 0)
        for entry in entries
        if entry.kind == "RoundVoided"
    ]
    assert len(voided) == 1
    assert b"by the rules of another program" in voided[0]
    await pit.play(STUD)
    await pit.room.close()
    found = await audited(tmp_path)
    assert (found.findings, found.rounds, found.unproved) == ((), 1, {STUD: 1})


async def test_log_1_a_forged_round_after_the_change_is_found_at_its_line(tmp_path: Path) -> None:
    """The proof that begins again is one: with other rules in between, a lie is still seen."""
    with another_program():
        pit = await Pit(tmp_path).open(STUD)
        await pit.play(STUD)
        await pit.room.close()
    pit = await taken_up(tmp_path)
    await pit.play(STUD)
    await pit.room.close()
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as db:
        (line,) = db.execute(
            "SELECT max(version) FROM entries WHERE stream = ? AND kind = 'SeedOpened'", (STUD,)
        ).fetchone()
        (written,) = db.execute(
            "SELECT line FROM entries WHERE stream = ? AND version = ?", (STUD, line)
        ).fetchone()
        seed = msgspec.json.decode(written)["event"]["seed"].encode()
        for (guard,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {guard}")
        rewritten(db, seed, b"0" * len(seed))
    found = await audited(tmp_path)
    told = [one for one in found.findings if "no longer refuses" not in one.sentence]
    assert [(one.stream, one.line) for one in told] == [(STUD, line)]
