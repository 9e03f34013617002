"""ROUND-2: if the program reads a submission differently, it must be filed again first.

"Another program" is this one with another limit of the game, which changes the hash of its rules;
or with another edition; or one that required less of a filing (ROUND-11).
"""

import asyncio
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.grammar import Game
from pitboss.room import room
from pitboss.room.audit.auditor import Audit, audit
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.room.table_log import restore_snapshot, take_snapshot
from pitboss.submission import Fault, complete_submission
from pitboss.table import commands as c
from pitboss.table import state as table_state
from pitboss.table.handlers import filings
from tests.filings import complete
from tests.room.reports.two_day_room import DEE, FLO, PlayedRoom
from tests.room.test_audit import rewrite_log

STUD = "stud-235"


@contextmanager
def changed_program(**changes: object) -> Iterator[None]:
    """Make this program an older one within the context."""
    ours = GAMES[STUD]
    limit = replace(ours.payout_limit, least=ours.payout_limit.least + 100)
    table_state._rules_cache.clear()
    GAMES[STUD] = replace(ours, **(changes or {"payout_limit": limit}))
    try:
        yield
    finally:
        GAMES[STUD] = ours
        table_state._rules_cache.clear()


@contextmanager
def program_without_filings() -> Iterator[None]:
    """Allow submissions to leave out anything, and to have no edition and no approvals."""

    def then(game: Game, submission: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
        whole, faults = complete_submission(game, submission)
        return {key: whole[key] for key in whole if key not in ("edition", "approvals")}, faults

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filings, "filing_faults", lambda *_: [])
        patch.setattr(table_state, "filing_faults", lambda *_: [])
        patch.setattr(filings, "complete_submission", then)
        patch.setattr(room, "example_filing", lambda _: {})
        yield


async def reopen_room(folder: Path) -> PlayedRoom:
    """Open the same room again, with its tables loaded and migrated."""
    pit = PlayedRoom(folder)
    await pit.room.start()
    pit.guests = {item.name: item for item in await pit.room.account_service.accounts()}
    while pit.room._updates:
        await asyncio.wait(pit.room._updates)  # awaiting a finished task would never yield
    return pit


async def audit_folder(folder: Path) -> Audit:
    store = await open_read_only(file=folder / DATABASE_FILE)
    try:
        return await audit(store)
    finally:
        await store.close()


async def test_round_2_a_filing_of_the_house_is_filed_again_by_the_house(tmp_path: Path) -> None:
    with changed_program():
        pit = await PlayedRoom(tmp_path).open(STUD)
        await pit.play(STUD)
        await pit.play(STUD)
        before = pit.actor(STUD).committed_state.filed
        await pit.room.close()
    pit = await reopen_room(tmp_path)
    filing = pit.actor(STUD).committed_state.filed
    assert filing[:-1] == before
    assert filing[-1].submission == before[-1].submission
    assert filing[-1].hash != before[-1].hash
    await pit.play(STUD)
    await pit.play(STUD)
    await pit.play(STUD)
    await pit.room.close()
    result = await audit_folder(tmp_path)
    assert result.findings == ()
    assert result.unproved == {STUD: 2}
    assert result.rounds == 3


async def test_round_2_a_filing_of_people_waits_for_people(tmp_path: Path) -> None:
    with changed_program():
        pit = await PlayedRoom(tmp_path).open(STUD)
        other = complete(STUD, {"table": {"minimum": 1000}})
        await pit.execute(STUD, DEE, c.Propose(c.FileSubmission(other)))
        await pit.execute(STUD, FLO, c.Approve(pit.actor(STUD).committed_state.proposed))
        await pit.room.close()
    pit = await reopen_room(tmp_path)
    with pytest.raises(
        Refused, match="this version of the program reads the approved submission differently"
    ) as refused:
        await pit.execute(STUD, DEE, c.OpenRound())
    assert refused.value.clause == "ROUND-2"
    await pit.execute(STUD, DEE, c.Propose(c.FileSubmission(other)))
    await pit.execute(STUD, FLO, c.Approve(pit.actor(STUD).committed_state.proposed))
    await pit.execute(STUD, DEE, c.OpenRound())
    await pit.room.close()


async def test_round_2_another_edition_is_filed_again_by_the_house(tmp_path: Path) -> None:
    with changed_program(edition="an older one"):
        pit = await PlayedRoom(tmp_path).open(STUD)
        await pit.play(STUD)
        await pit.room.close()
    pit = await reopen_room(tmp_path)
    before, filing = pit.actor(STUD).committed_state.filed
    assert filing.submission == {**before.submission, "edition": GAMES[STUD].edition}
    await pit.play(STUD)
    await pit.room.close()
    result = await audit_folder(tmp_path)
    assert (result.findings, result.rounds, result.unproved) == ((), 1, {STUD: 1})


async def test_round_11_a_filing_of_the_house_is_completed_by_the_house(tmp_path: Path) -> None:
    """An older program's example had no edition and no approvals."""
    with program_without_filings():
        pit = await PlayedRoom(tmp_path).open(STUD)
        await pit.play(STUD)
        await pit.room.close()
    pit = await reopen_room(tmp_path)
    before, filing = pit.actor(STUD).committed_state.filed
    assert {*filing.submission} - {*before.submission} == {"edition", "approvals"}
    assert (filing.submission, filing.hash) == (complete(STUD), before.hash)
    await pit.play(STUD)
    await pit.room.close()
    result = await audit_folder(tmp_path)
    assert (result.findings, result.rounds, result.unproved) == ((), 1, {STUD: 1})


async def test_round_11_an_incomplete_filing_of_people_waits_for_people(tmp_path: Path) -> None:
    """The table keeps its rounds and chips, opens no round, and says what to do."""
    part = {"table": {"maximum": 60_000}}
    with program_without_filings():
        pit = await PlayedRoom(tmp_path).open(STUD)
        await pit.execute(STUD, DEE, c.Propose(c.FileSubmission(part)))
        await pit.execute(STUD, FLO, c.Approve(pit.actor(STUD).committed_state.proposed))
        await pit.play(STUD)
        before, head = pit.actor(STUD).committed_state, pit.actor(STUD).head
        snapshot = take_snapshot(before, head, "")
        await pit.room.close()
    pit = await reopen_room(tmp_path)
    after = pit.actor(STUD).committed_state
    assert after.balances == before.balances
    assert after.filed[-1].lacks.startswith("the filing in force is incomplete")
    assert restore_snapshot(snapshot) == (after, head)
    with pytest.raises(
        Refused, match="file a complete one, such as `pitboss submission new"
    ) as refused:
        await pit.execute(STUD, DEE, c.OpenRound())
    assert refused.value.clause == "ROUND-11"
    with pytest.raises(Refused, match="operator is missing"):
        await pit.execute(STUD, DEE, c.Propose(c.FileSubmission(part)))
    await pit.execute(STUD, DEE, c.Propose(c.FileSubmission(complete(STUD, part))))
    await pit.execute(STUD, FLO, c.Approve(pit.actor(STUD).committed_state.proposed))
    await pit.execute(STUD, DEE, c.OpenRound())
    await pit.room.close()


async def test_recov_2_a_round_of_another_program_is_void_with_the_reason(tmp_path: Path) -> None:
    with changed_program():
        pit = await PlayedRoom(tmp_path).open(STUD)
        await pit.bets(STUD)
        chips = sum(pit.actor(STUD).committed_state.balances.values())
        await pit.room.close()
    pit = await reopen_room(tmp_path)
    state = pit.actor(STUD).committed_state
    assert not state.has_open_round
    assert sum(state.balances.values()) == chips
    assert int(state.chips("Ann")) == 200_00
    void_lines = [
        entry.line
        async for entries in pit.store.entries(STUD, 0)
        for entry in entries
        if entry.kind == "RoundVoided"
    ]
    assert len(void_lines) == 1
    assert b"under another version of the program" in void_lines[0]
    await pit.play(STUD)
    await pit.room.close()
    result = await audit_folder(tmp_path)
    assert (result.findings, result.rounds, result.unproved) == ((), 1, {STUD: 1})


async def test_log_1_a_forged_round_after_the_change_is_found_at_its_line(tmp_path: Path) -> None:
    """The proof starts over at the change, but a lie is still found."""
    with changed_program():
        pit = await PlayedRoom(tmp_path).open(STUD)
        await pit.play(STUD)
        await pit.room.close()
    pit = await reopen_room(tmp_path)
    await pit.play(STUD)
    await pit.room.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE, isolation_level=None)) as db:
        (line,) = db.execute(
            "SELECT max(version) FROM entries WHERE stream = ? AND kind = 'SeedOpened'", (STUD,)
        ).fetchone()
        (stored_line,) = db.execute(
            "SELECT line FROM entries WHERE stream = ? AND version = ?", (STUD, line)
        ).fetchone()
        seed = msgspec.json.decode(stored_line)["event"]["seed"].encode()
        for (guard,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {guard}")
        rewrite_log(db, seed, b"0" * len(seed))
    result = await audit_folder(tmp_path)
    findings = [
        finding for finding in result.findings if "the trigger that refuses" not in finding.sentence
    ]
    assert [(item.stream, item.line) for item in findings] == [(STUD, line)]
