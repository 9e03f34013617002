# ruff: noqa: S608 - every statement is our own
"""LOG-1: old lines move to files, and reports, audits and `verify` go on with them or without."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.room import archive
from pitboss.room.archive import ArchiveResult, archive_lines, archive_room
from pitboss.room.audit import auditor
from pitboss.room.audit.auditor import Audit, AuditOptions, audit_with_heads
from pitboss.room.reports.period import ALL_TIME, day_period
from pitboss.room.reports.store_reports import (
    player_history_of,
    reconcile_day,
    round_file,
    shift_reports,
)
from pitboss.room.settings import RoomSettings
from pitboss.room.store import sql
from pitboss.room.store.archive_files import ArchiveMissing, ArchiveReader
from pitboss.room.store.interface import Conflict, Store
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE, SqliteStore
from pitboss.table import commands as c
from pitboss.verify import verify
from tests.room.reports.two_day_room import PlayedRoom
from tests.room.store.store_locations import SqliteLocation, StoreLocation
from tests.room.test_audit_since import edit

STUD, RET = "stud-235", "run-em-twice"
FIRST, SECOND, THIRD = "2026-11-16", "2026-11-17", "2026-11-18"
SETTINGS: Final = RoomSettings(play_chips=100_000_00)
EVERYTHING: Final = AuditOptions(reads_archive=True)
SNAPSHOT_EVERY: Final = 40


def _ignore(*_: object) -> None:
    """Ignore progress."""


async def _play(folder: Path, store: Store | None = None) -> None:
    """Play two days, each with more rounds than can be corrected."""
    pit = PlayedRoom(folder, SNAPSHOT_EVERY, SETTINGS, store)
    await pit.open(STUD, RET)
    for table in (STUD, RET):
        for guest in pit.guests.values():
            await pit.room.execute(guest, table, c.BuyIn(10_000_00), "more")
        await pit.play(table, 14)
    last = pit.actor(STUD).committed_state.last[-1]
    was = last.results[2]["two_card"].credit
    wrong = c.CorrectPayout(
        last.number, 2, "two_card", was - 100 if was else 100, "the dealer misread the hand"
    )
    await pit.propose_and_approve(STUD, wrong)
    pit.clock.skip_to(datetime(2026, 11, 17, 1, tzinfo=UTC))
    await pit.play(STUD, 14)
    await pit.play(RET, 3)
    await pit.bets(RET)  # a round that stays open
    await pit.room.close()


async def _play_on(folder: Path, rounds: int = 1) -> None:
    """Open the room again, later on the second day, and play at one table."""
    pit = PlayedRoom(folder, SNAPSHOT_EVERY, SETTINGS)
    pit.clock.skip_to(datetime(2026, 11, 17, 3, tzinfo=UTC))
    await pit.room.start()
    for name in ("Ann", "Bob"):
        account = await pit.room.account_service.account(name)
        assert account is not None
        pit.guests[name] = account
    await pit.room.hub(STUD).actor.ready.wait()
    await pit.play(STUD, rounds)
    await pit.room.close()


@cache
def played_room() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-archive-"))
    asyncio.run(_play(folder))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(played_room() / DATABASE_FILE, tmp_path)
    return tmp_path


def archive_old_lines(folder: Path, before: str = SECOND, workers: int = 1) -> ArchiveResult:
    return asyncio.run(archive_room(folder, None, None, before, workers, _ignore))


def look(folder: Path, options: AuditOptions = AuditOptions()) -> Audit:  # noqa: B008
    async def run() -> Audit:
        store = await open_read_only(folder)
        try:
            return (await audit_with_heads(store, options)).audit
        finally:
            await store.close()

    return asyncio.run(run())


def read(folder: Path, report: Callable[[Store], object]) -> object:
    async def run() -> object:
        store = await open_read_only(folder)
        try:
            return await report(store)  # type: ignore[misc]
        finally:
            await store.close()

    return asyncio.run(run())


def rows(folder: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as db:
        return db.execute(statement).fetchall()


def head_of(*files: Path) -> str:
    lines = [line for file in files for line in file.read_bytes().splitlines(keepends=True)]
    ends = [line for line in lines if b'"end":' in line[:120]]
    return verify(line for line in lines if line not in ends[:-1]).head


def test_log_1_old_lines_are_in_a_file_and_no_longer_in_the_database(folder: Path) -> None:
    size = (folder / DATABASE_FILE).stat().st_size
    result = archive_old_lines(folder)
    assert {item.stream for item in result.archives} == {STUD, RET}
    for item in result.archives:
        file = Path(item.file)
        assert file.parent == folder / "archive"
        assert len(file.read_bytes().splitlines()) == item.version + 1
        assert head_of(file) == item.hash
        where = f"stream = '{item.stream}' AND version <= {item.version}"
        assert rows(folder, f"SELECT version FROM postings WHERE {where}") == []
        kinds = {kind for (kind,) in rows(folder, f"SELECT kind FROM entries WHERE {where}")}
        assert "TableOpened" in kinds <= set(sql.RARE_KINDS)
    assert (folder / DATABASE_FILE).stat().st_size < size
    assert [
        kind for (kind,) in rows(folder, "SELECT kind FROM entries WHERE stream = 'office'")
    ].count("LinesArchived") == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_log_1_an_audit_accepts_the_room_without_and_with_its_archive(
    folder: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = look(folder)
    assert before.findings == ()
    monkeypatch.setattr(archive, "MIN_PARALLEL_LINES", 0)
    monkeypatch.setattr(auditor, "MIN_PARALLEL_LINES", 0)
    lines = archive_old_lines(folder, workers=workers).lines
    without = look(folder, AuditOptions(workers=workers - 1))
    whole = look(folder, replace(EVERYTHING, workers=workers - 1))
    assert without.findings == whole.findings == ()
    assert without.archived_lines == lines > 100
    assert without.lines + without.archived_lines == whole.lines == before.lines + 2
    assert 0 < without.rounds < whole.rounds == before.rounds
    assert whole.postings == before.postings
    assert whole.corrections == before.corrections != ()
    assert {name: without.heads[name] for name in (STUD, RET)} == {
        name: before.heads[name] for name in (STUD, RET)
    }


def test_log_1_the_room_plays_on_and_archives_again(folder: Path) -> None:
    first = archive_old_lines(folder)
    asyncio.run(_play_on(folder, 12))
    second = archive_old_lines(folder, THIRD)
    for earlier, later in zip(first.archives, second.archives, strict=True):
        assert (later.stream, later.first_version) == (earlier.stream, earlier.version + 1)
        assert head_of(Path(earlier.file), Path(later.file)) == later.hash
    for options in (AuditOptions(), EVERYTHING):
        assert look(folder, options).findings == ()
    asyncio.run(_play_on(folder))
    (third,) = archive_old_lines(
        folder, THIRD
    ).archives  # one more round is old enough, at one table
    assert third.stream == STUD
    assert archive_old_lines(folder, THIRD).archives == ()
    files = [folder / "archive" / item.name for item in (first.archives[1], second.archives[1])]
    assert head_of(*files, Path(third.file)) == third.hash
    assert look(folder, EVERYTHING).findings == look(folder).findings == ()


REPORTS: Final[dict[str, Callable[[Store], object]]] = {
    "shift sheet of the first day": lambda store: shift_reports(store, day_period(FIRST)),
    "shift sheet": lambda store: shift_reports(store, day_period(SECOND)),
    "shift sheet of all time": lambda store: shift_reports(store, ALL_TIME),
    "history": lambda store: player_history_of(store, "Ann", ALL_TIME),
    "export of the first round": lambda store: round_file(store, STUD, 1, staff=True),
    "export of a later round": lambda store: round_file(store, STUD, 20, staff=True),
    "reconciliation of the first day": lambda store: reconcile_day(store, FIRST),
    "reconciliation": lambda store: reconcile_day(store, SECOND),
}
NEED_THE_FILES: Final = {
    "shift sheet of the first day",
    "shift sheet of all time",
    "export of the first round",
    "reconciliation of the first day",
}


@pytest.mark.parametrize("name", REPORTS)
def test_reports_are_the_same_or_say_where_the_lines_are(folder: Path, name: str) -> None:
    report = REPORTS[name]
    before = read(folder, report)
    result = archive_old_lines(folder)
    assert read(folder, report) == before
    (folder / "archive").rename(folder / "elsewhere")
    if name in NEED_THE_FILES:
        names = " or ".join(item.name for item in result.archives)
        with pytest.raises(ArchiveMissing, match=rf"are archived in the file ({names}|.*): put it"):
            read(folder, report)
    else:
        assert read(folder, report) == before


def test_files_may_be_moved_to_the_data_folder(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    asyncio.run(archive_room(folder, None, elsewhere, SECOND, 1, _ignore))
    report = REPORTS["export of the first round"]
    content = read(folder, report)
    elsewhere.rename(folder / "archive")
    assert read(folder, report) == content


def test_lines_are_found_in_the_middle_of_a_file(folder: Path) -> None:
    for item in archive_old_lines(folder).archives:
        with closing(ArchiveReader(item, Path(item.file), 0)) as first:
            entries = first.read_page()
        assert [entry.version for entry in entries] == [*range(1, item.version + 1)]
        for after in range(item.version + 1):
            with closing(ArchiveReader(item, Path(item.file), after)) as reader:
                assert reader.read_page() == entries[after:]
                assert reader.read_page() == []


def _change_file(folder: Path) -> None:
    file = next((folder / "archive").glob(f"{STUD}-*"))
    content = file.read_bytes()
    assert content.count(b'"by":{"name":"Ann"') > 1
    file.write_bytes(content.replace(b'"by":{"name":"Ann"', b'"by":{"name":"Ben"', 1))


def _cut_file(folder: Path) -> None:
    file = next((folder / "archive").glob(f"{STUD}-*"))
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-20]))


def _change_database(statement: str) -> Callable[[Path], None]:
    return lambda folder: edit(folder / DATABASE_FILE, statement)


ARCHIVED_STUD: Final = f"shelf = 'archived positions' AND name = '{STUD}'"
FAULTS: Final[dict[str, tuple[Callable[[Path], None], AuditOptions, str]]] = {
    "a changed line in a file": (_change_file, EVERYTHING, "does not link to"),
    "a file that was cut off": (_cut_file, EVERYTHING, "not in its place in the archive"),
    "a changed line that stayed": (
        _change_database(
            f"UPDATE entries SET by_whom = 'Zoe' WHERE stream = '{STUD}' AND version = 1"
        ),
        AuditOptions(),
        "archived lines that stay in the database were changed",
    ),
    "a line that is missing": (
        _change_database(f"DELETE FROM entries WHERE stream = '{STUD}' AND version = 1"),
        AuditOptions(),
        "archived lines that stay in the database were changed",
    ),
    "a posting of an archived line": (
        _change_database(
            f"INSERT INTO postings SELECT stream, 1, place, source, target, whole, rest, phase, "
            f"why FROM postings WHERE stream = '{STUD}' LIMIT 1"
        ),
        AuditOptions(),
        "line is archived, but has a posting",
    ),
    "a position that is missing": (
        _change_database(f"DELETE FROM shelves WHERE {ARCHIVED_STUD}"),
        AuditOptions(),
        f"the row 'archived positions/{STUD}' is missing",
    ),
    "an archive that is missing": (
        _change_database("DELETE FROM shelves WHERE shelf = 'archives'"),
        AuditOptions(),
        "the row 'archives/",
    ),
    "a balance that does not follow": (
        _change_database(f"UPDATE balances SET whole = whole + 1 WHERE account = '{STUD}/tray'"),
        AuditOptions(),
        "but its postings sum to",
    ),
    "an index that does not follow": (
        _change_database(f"UPDATE rounds SET staked = 0 WHERE stream = '{STUD}' AND round = 1"),
        AuditOptions(),
        "the index rounds does not match the log",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_log_1_an_audit_finds_what_was_changed(folder: Path, name: str) -> None:
    archive_old_lines(folder)
    change, options, sentence = FAULTS[name]
    change(folder)
    assert any(sentence in str(finding) for finding in look(folder, options).findings)


def test_log_1_a_position_that_the_lines_do_not_lead_to_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever archives could claim another state, which only the files disprove."""
    write = archive._Archiver._write_file

    def plant(self: archive._Archiver, *arguments: object) -> object:
        part = write(self, *arguments)  # type: ignore[arg-type]
        assert part is not None
        position = part.position.position
        other = replace(position, sums={**position.sums, "tray": 1, "house": 1})
        return replace(part, position=replace(part.position, position=other))

    monkeypatch.setattr(archive._Archiver, "_write_file", plant)
    archive_old_lines(folder)
    findings = [str(finding) for finding in look(folder, EVERYTHING).findings]
    assert any("does not go on from what the archived lines lead to" in text for text in findings)


def test_log_1_heads_before_the_archive_are_compared_with_the_files(folder: Path) -> None:
    heads = look(folder).heads
    item = next(item for item in archive_old_lines(folder).archives if item.stream == STUD)
    anchors = {STUD: {heads[STUD].version: heads[STUD].hash}}
    assert look(folder, AuditOptions(anchors=anchors)).findings == ()
    early = {STUD: {3: "0" * 64}}
    with pytest.raises(Refused, match="line 3 of stud-235 is archived: name the folder"):
        look(folder, AuditOptions(anchors=early))
    (finding,) = look(folder, replace(EVERYTHING, anchors=early)).findings
    assert "the history was rewritten" in str(finding)
    at_end = {STUD: {item.version: item.hash}}
    assert look(folder, AuditOptions(anchors=at_end)).findings == ()


def test_an_audit_of_the_archive_needs_its_files(folder: Path) -> None:
    archive_old_lines(folder)
    shutil.rmtree(folder / "archive")
    assert look(folder).findings == ()
    with pytest.raises(Refused, match="are archived in the file run-em-twice-1-"):
        look(folder, EVERYTHING)


def test_nothing_is_archived_if_the_log_is_not_in_order(folder: Path) -> None:
    edit(folder / DATABASE_FILE, "UPDATE entries SET by_whom = 'Zoe' WHERE version = 9")
    with pytest.raises(Refused, match="nothing was archived, because the log is not in order"):
        archive_old_lines(folder)
    assert rows(folder, "SELECT 1 FROM shelves WHERE shelf = 'archives'") == []


@pytest.mark.parametrize(("day", "lines"), [(FIRST, 0), ("2030-01-01", 300)])
def test_rounds_that_can_be_corrected_stay(folder: Path, day: str, lines: int) -> None:
    assert archive_old_lines(folder, day).lines >= lines
    remaining = rows(
        folder, f"SELECT 1 FROM entries WHERE stream = '{STUD}' AND kind = 'RoundOpened'"
    )
    assert len(remaining) == 28 if day == FIRST else 10 <= len(remaining) < 28
    asyncio.run(_play_on(folder))
    assert look(folder, EVERYTHING).findings == ()


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", ""])
def test_invalid_day_is_refused(folder: Path, day: str) -> None:
    with pytest.raises(Refused):
        archive_old_lines(folder, day)


def test_a_file_that_exists_is_never_replaced(folder: Path) -> None:
    target = Path(
        next(item.file for item in archive_old_lines(folder).archives if item.stream == STUD)
    )
    shutil.copy(played_room() / DATABASE_FILE, folder)
    content = target.read_bytes()
    for file in (folder / "archive").iterdir():
        if file != target:
            file.unlink()
    with pytest.raises(Refused, match="already exists, but the room does not name it"):
        archive_old_lines(folder)
    assert target.read_bytes() == content


async def test_room_that_is_open_is_not_archived(folder: Path) -> None:
    from pitboss.room.store.sqlite import DataFolder

    lock = DataFolder(folder)
    with pytest.raises(Refused, match="stop the room first"):
        await archive_room(folder, None, None, SECOND, 1, _ignore)
    lock.release()


def test_index_is_built_from_the_files(folder: Path) -> None:
    async def clear() -> None:
        store = SqliteStore(folder / DATABASE_FILE)
        for stream in (STUD, RET):
            await store.clear_index(stream)
        await store.close()

    archive_old_lines(folder)
    asyncio.run(clear())
    asyncio.run(_play_on(folder))
    assert look(folder, EVERYTHING).findings == look(folder).findings == ()


async def test_table_without_index_and_files_says_what_it_needs(folder: Path) -> None:
    await archive_room(folder, None, None, SECOND, 1, _ignore)
    shutil.rmtree(folder / "archive")
    store = SqliteStore(folder / DATABASE_FILE)
    await store.clear_index(STUD)
    pit = PlayedRoom(folder, store=store)
    await pit.room.start()
    actor = pit.actor(STUD)
    while not actor.stop_reason:
        await asyncio.sleep(0.01)
    assert f"are archived in the file {STUD}-1-" in actor.stop_reason
    await pit.room.close()


async def test_log_1_both_databases_archive(place: StoreLocation, tmp_path: Path) -> None:
    """The database refuses to delete a line, until an archive has it."""
    await _play(tmp_path, await place.open())
    store = await place.open()
    files = tmp_path / "files"
    result = await archive_lines(store, files, SECOND, 1, _ignore)
    await store.close()
    for item in result.archives:
        assert head_of(Path(item.file)) == item.hash
        where = f"stream = '{item.stream}' AND version"
        with pytest.raises(place.error, match="stays as it is"):
            await place.raw(f"DELETE FROM entries WHERE {where} > {item.version}")
        with pytest.raises(place.error, match="stays as it is"):
            await place.raw(f"DELETE FROM postings WHERE {where} > {item.version}")
        with pytest.raises(place.error, match="stays as it is"):
            await place.raw(f"UPDATE entries SET at = at WHERE {where} <= {item.version}")
    data, database = place.open_arguments
    for options in (AuditOptions(), EVERYTHING, replace(EVERYTHING, workers=2)):
        view = await open_read_only(data, database)
        try:
            assert (await audit_with_heads(view, options)).audit.findings == ()
            for report in REPORTS.values():
                assert await report(view)  # type: ignore[misc]
        finally:
            await view.close()
    pit = PlayedRoom(tmp_path, store=await place.open())
    pit.clock.skip_to(datetime(2026, 11, 17, 3, tzinfo=UTC))
    await pit.room.start()
    for table in (STUD, RET):
        await pit.room.hub(table).actor.ready.wait()
        assert pit.actor(table).stop_reason == ""
    await pit.room.close()


async def test_nothing_is_deleted_if_the_archive_cannot_be_noted(
    sqlite_place: SqliteLocation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note and the deletion are one transaction."""
    await _play(tmp_path, await sqlite_place.open())
    before = await sqlite_place.raw("SELECT count(*) FROM entries")
    monkeypatch.setattr(
        sql, "DELETE_ENTRIES", "DELETE FROM entries WHERE stream = ? OR version = ?"
    )
    store = await sqlite_place.open()
    with pytest.raises(Conflict):
        await archive_lines(store, tmp_path / "files", SECOND, 1, _ignore)
    await store.close()
    assert await sqlite_place.raw("SELECT count(*) FROM entries") == before
    assert await sqlite_place.raw("SELECT name FROM shelves WHERE shelf = 'archives'") == []


OLD_GUARD: Final = (
    "CREATE TRIGGER entries_delete BEFORE DELETE ON entries "
    "BEGIN SELECT RAISE(ABORT, 'what is in entries stays as it is'); END"
)


async def _start_once(folder: Path) -> None:
    """Start a room, which builds its index, and stop it again."""
    pit = PlayedRoom(folder)
    await pit.room.start()
    for table in pit.room.hubs:
        await pit.actor(table).ready.wait()
    await pit.room.close()


def test_room_of_an_older_version_can_be_archived(folder: Path) -> None:
    with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entries_delete")
        db.execute(OLD_GUARD)
        db.execute("DROP INDEX archived_lines")
        db.execute("DROP TABLE round_marks")
        db.execute("UPDATE alembic_version SET version_num = '0004'")
    with pytest.raises(Refused, match="start the room once, which builds its index"):
        archive_old_lines(folder)
    asyncio.run(_start_once(folder))
    assert archive_old_lines(folder).lines > 100
    assert look(folder, EVERYTHING).findings == ()
