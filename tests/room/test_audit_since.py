"""LOG-1: audits that continue from the heads of an earlier one, or use several processes."""

import asyncio
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.room.audit import auditor
from pitboss.room.audit.auditor import AuditOptions, AuditResult, audit_with_heads
from pitboss.room.audit.index_audit import Digests, stored_digests
from pitboss.room.audit.positions import AnchoredStream, read_heads, write_heads
from pitboss.room.audit.stream_audits import TableAudit
from pitboss.room.audit.stream_walk import StreamResult, StreamTask, walk_stream
from pitboss.room.people.accounts import AccountRole
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import Snapshot
from pitboss.room.store.opening import (
    LoopReader,
    SharedMoment,
    StoreReader,
    open_read_only,
    open_shared_moment,
)
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.room.stored_table import TableSettings
from pitboss.room.table_log import restore_snapshot
from pitboss.table import State
from pitboss.table import commands as c
from tests.room.reports.two_day_room import DEE, PlayedRoom, copy_two_days, two_day_database

STUD, RET = "stud-235", "run-em-twice"
Heads = Mapping[str, AnchoredStream]


def look(file: Path, options: AuditOptions) -> AuditResult:
    async def run() -> AuditResult:
        store = await open_read_only(file=file)
        try:
            return await audit_with_heads(store, options)
        finally:
            await store.close()

    return asyncio.run(run())


def edit(file: Path, *statements: str) -> None:
    """Change a file outside the room, without its triggers."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert db.execute(statement).rowcount > 0, statement
        for _, sql in guards:
            db.execute(sql)


async def _play(folder: Path) -> None:
    """Play thirteen rounds, copy the room for the first audit, then correct one and play on."""
    settings = RoomSettings(play_chips=100_000_00)
    pit = await PlayedRoom(folder, snapshot_every=40, settings=settings).open(STUD, RET)
    for table, guest in product((STUD, RET), pit.guests.values()):  # enough for all rounds
        await pit.room.execute(guest, table, c.BuyIn(10_000_00), "more")
    await pit.play(STUD, 13)
    await pit.play(RET, 11)
    await pit.room.account_service.open_account("Gus", AccountRole.PLAYER)
    await pit.bets(RET)  # a round that is open at the head
    await pit.store.backup(str(folder / "first.db"))
    await pit.execute(RET, DEE, c.NoMoreBets())
    await pit.finish(RET)
    pit.clock.skip_to(datetime(2026, 11, 18, 1, tzinfo=UTC))
    old = pit.actor(STUD).committed_state.last[0]  # the oldest round that can be corrected
    was = old.results[2]["two_card"].credit
    credit = was - 100 if was else 100
    await pit.propose_and_approve(
        STUD, c.CorrectPayout(old.number, 2, "two_card", credit, "the dealer misread the hand")
    )
    await pit.play(STUD, 3)
    await pit.room.create_table("late", "Late", "holdem-bonus", TableSettings(pace=None))
    await pit.room.account_service.open_account("Eve", AccountRole.PLAYER)
    await pit.room.close()


@cache
def room() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-since-"))
    asyncio.run(_play(folder))
    return folder


@cache
def first_heads() -> Heads:
    result = look(room() / "first.db", AuditOptions(keeps_heads=True))
    assert result.audit.findings == ()
    return result.heads


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(room() / DATABASE_FILE, tmp_path))


def since(file: Path, heads: Heads | None = None, *, keeps_heads: bool = False) -> AuditResult:
    heads = first_heads() if heads is None else heads
    return look(file, AuditOptions(since=heads, keeps_heads=keeps_heads))


def sentences(result: AuditResult) -> list[str]:
    return [str(finding) for finding in result.audit.findings]


def test_log_1_lines_before_a_head_are_not_read_again(file: Path) -> None:
    whole = look(file, AuditOptions(keeps_heads=True))
    rest = since(file, keeps_heads=True)
    assert sentences(rest) == sentences(whole) == []
    assert rest.audit.lines + rest.audit.earlier_lines == whole.audit.lines
    assert rest.audit.earlier_lines > 100
    assert 0 < rest.audit.rounds < whole.audit.rounds
    assert rest.audit.corrections == whole.audit.corrections != ()
    # Continuing gives the same states, sums and index as starting over.
    assert rest.heads == whole.heads
    assert {name for name, head in first_heads().items() if head.position} == {"office", STUD, RET}


def test_position_precedes_every_correctable_round() -> None:
    state = _state_at(first_heads()[STUD])
    assert state.round is not None
    assert (state.round.number, first_heads()[STUD].version > state.version) == (3, True)


def _state_at(head: AnchoredStream) -> State:
    assert head.position is not None
    at = head.position
    state_and_head = restore_snapshot(Snapshot(at.version, at.hash, at.state, at.at))
    assert state_and_head is not None
    return state_and_head[0]


def _with_position(heads: Heads, stream: str, **changes: object) -> Heads:
    position = heads[stream].position
    assert position is not None
    other = replace(position, **changes)
    return {**heads, stream: replace(heads[stream], position=other)}


FAULTS: dict[str, tuple[str, str]] = {
    "an edited balance": (
        "UPDATE balances SET whole = whole + 1 WHERE account = 'stud-235/tray'",
        "tray holds ",
    ),
    "an edited meter": (
        "UPDATE balances SET whole = whole + 1 WHERE account = 'stud-235/meter:meter'",
        "meter:meter holds ",
    ),
    "an edited line": (
        "UPDATE entries SET line = CAST(replace(line, 'RoundClosed', 'RoundOpened') AS BLOB) "
        "WHERE kind = 'RoundClosed' AND rowid = "
        "(SELECT max(rowid) FROM entries WHERE kind = 'RoundClosed')",
        "it is not a table event",
    ),
    "a missing posting": (
        "DELETE FROM postings WHERE rowid = "
        "(SELECT max(rowid) FROM postings WHERE stream = 'stud-235')",
        "in the line, but",
    ),
    "an old row of the index": (
        "UPDATE rounds SET staked = staked + 1 WHERE round = 1",
        "the index rounds does not match the log",
    ),
    "a later snapshot": (
        "UPDATE snapshots SET at = '' WHERE rowid = "
        "(SELECT max(rowid) FROM snapshots WHERE stream = 'stud-235')",
        "its snapshot belongs to another history",
    ),
    "a role": (
        "UPDATE shelves SET value = CAST(replace(value, '\"player\"', '\"dealer\"') AS BLOB) "
        "WHERE shelf = 'accounts' AND name = 'ann'",
        "has the role dealer, but the log says player",
    ),
    "a title": ("UPDATE streams SET title = 'X' WHERE id = 'stud-235'", "its title or settings"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_log_1_what_is_wrong_after_a_head_is_found(what: str, file: Path) -> None:
    statement, sentence = FAULTS[what]
    edit(file, statement)
    messages = sentences(since(file))
    assert any(sentence in item for item in messages), messages


def test_inconsistent_sums_are_found(file: Path) -> None:
    position = first_heads()[STUD].position
    assert position is not None
    sums = dict(position.sums)
    sums["tray"] = int(sums["tray"]) + 1
    messages = sentences(since(file, _with_position(first_heads(), STUD, sums=sums)))
    assert len(messages) == 1
    assert messages[0].startswith("stud-235: tray holds ")


def test_snapshot_contradicting_the_heads_is_found(file: Path) -> None:
    position = first_heads()[STUD].position
    assert position is not None
    edit(
        file,
        f"UPDATE snapshots SET version = {position.version} WHERE rowid = "  # noqa: S608  a number
        "(SELECT min(rowid) FROM snapshots WHERE stream = 'stud-235')",
    )
    assert any("its snapshot does not match the heads" in item for item in sentences(since(file)))


HEAD_FAULTS: dict[str, tuple[Callable[[Heads], Heads], str]] = {
    "another hash": (
        lambda heads: {**heads, STUD: replace(heads[STUD], hash="0" * 64)},
        "is not the one that its head names",
    ),
    "another hash of a position": (
        lambda heads: _with_position(heads, STUD, hash="0" * 64),
        "is not the one that its head names",
    ),
    "another line": (
        lambda heads: {**heads, STUD: replace(heads[STUD], version=heads[STUD].version + 1)},
        "is not the one that its head names",
    ),
    "a line that is not there": (
        lambda heads: {**heads, STUD: replace(heads[STUD], version=99999)},
        "but its head is line 99999",
    ),
    "a stream that is not there": (
        lambda heads: {**heads, "t9": heads[STUD]},
        "the heads name 't9', but this room has no such stream",
    ),
    "another version's state": (
        lambda heads: _with_position(heads, STUD, state=b"9 other"),
        "no state of stud-235 that this version of the program can read",
    ),
    "a state of the office that is none": (
        lambda heads: _with_position(heads, "office", state=b"{}"),
        "no state of the back office",
    ),
}


@pytest.mark.parametrize("what", HEAD_FAULTS)
def test_a_wrong_head_is_refused(what: str, file: Path) -> None:
    change, sentence = HEAD_FAULTS[what]
    with pytest.raises(Refused, match=sentence):
        since(file, change(first_heads()))


def test_heads_file(tmp_path: Path) -> None:
    file = tmp_path / "heads"
    write_heads(file, first_heads())
    assert read_heads(file) == first_heads()
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(Refused, match="is not a file of heads"):
        read_heads(file)
    with pytest.raises(Refused, match="cannot be read"):
        read_heads(tmp_path / "nothing")


# Several processes


@pytest.fixture
def no_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditor, "MIN_PARALLEL_LINES", 0)


@pytest.mark.usefixtures("no_threshold")
@pytest.mark.parametrize("limit", [100, 3])
def test_several_processes_have_the_same_findings(limit: int, tmp_path: Path) -> None:
    file = copy_two_days(tmp_path)
    edit(
        file,
        "UPDATE postings SET whole = whole + 1 WHERE phase = 'voided'",
        "UPDATE snapshots SET version = 5000",
        "DELETE FROM entries WHERE stream = 'office' AND version = 1",
        "UPDATE entries SET role = 'auditor' WHERE kind = 'RoundOpened'",
        "UPDATE rounds SET staked = staked + 1 WHERE round = 1",
        "UPDATE seals SET round = 77 WHERE stream = 'stud-235' AND round = 2",
    )
    alone = look(file, AuditOptions(limit=limit))
    together = look(file, AuditOptions(limit=limit, workers=2))
    assert len(alone.audit.findings) > 2
    assert together.audit.findings == alone.audit.findings
    assert together.audit.more == alone.audit.more == (limit == 3)


@pytest.mark.usefixtures("no_threshold")
def test_several_processes_have_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    options = AuditOptions(keeps_heads=True)
    alone = look(two_day_database(), options)
    monkeypatch.setattr(TableAudit, "run", _never)  # in this process, not in the others
    together = look(two_day_database(), replace(options, workers=2))
    assert together == alone
    assert together.audit.rounds == 8


def _never(_: TableAudit) -> None:
    raise AssertionError("this process walks through a table")


@pytest.mark.usefixtures("no_threshold")
def test_slow_reading_of_the_index_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    is_walked = threading.Event()

    def walk(
        moment: SharedMoment, tasks: Sequence[StreamTask], *_: object
    ) -> Iterator[StreamResult]:
        with closing(asyncio.new_event_loop()) as loop:
            store = loop.run_until_complete(open_shared_moment(moment))
            reader = LoopReader(store, loop)
            yield from [walk_stream(reader, task, lambda _: None) for task in tasks]
            loop.run_until_complete(store.close())
        is_walked.set()

    def read_slowly(reader: StoreReader) -> Digests:
        assert is_walked.wait(60)
        time.sleep(0.2)  # until everything that can be canceled would be
        return stored_digests(reader)

    monkeypatch.setattr(auditor, "walk_in_processes", walk)
    monkeypatch.setattr(auditor, "stored_digests", read_slowly)
    assert look(two_day_database(), AuditOptions(workers=2)).audit.in_order
