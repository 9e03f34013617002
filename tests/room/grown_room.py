"""A room with a long history: days of lines that are inserted into its database.

Reading any other day must not depend on them.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.room.reports.player_history import PlayerRound
from pitboss.room.settings import RoomSettings
from pitboss.room.store.interface import (
    DayRow,
    Head,
    HistoryRow,
    IndexRows,
    RoundRow,
    Snapshot,
)
from pitboss.room.store.sql import (
    INSERT_ENTRY,
    UPSERT_SNAPSHOT,
    Row,
    account_day_rows,
    index_rows,
    snapshot_row,
)
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.room.table_index import ROUND, marks_of, own_balances
from pitboss.room.table_log import take_snapshot
from pitboss.table import State
from pitboss.table import commands as c
from tests.room.reports.two_day_room import PlayedRoom

TABLE: Final = "stud-235"
FIRST_DAY: Final = "2025-01-01"
LAST_DAY: Final = "2026-11-17"
DAYS_BETWEEN: Final = 600
LINES_PER_ROUND: Final = 16
SNAPSHOT_EVERY: Final = 40
PLAYERS: Final = ("ann", "bob")
CHUNK: Final = 200_000
"""Lines per insertion."""
SETTINGS: Final = RoomSettings(play_chips=10_000_000)


async def grow_room(folder: Path, lines: int) -> Path:
    """Play a first day and a last day, with many lines between them; return the database."""
    folder.mkdir()
    pit = PlayedRoom(folder, SNAPSHOT_EVERY, SETTINGS, practice="always the same cards")
    pit.clock.skip_to(datetime.fromisoformat(f"{FIRST_DAY}T12:00Z"))
    await pit.open(TABLE)
    await pit.play(TABLE, 4)
    actor = pit.actor(TABLE)
    state, head = actor.table.state, actor.head
    await pit.room.close()
    with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as db:
        _insert_past(db, state, head, lines)
    pit = PlayedRoom(folder, SNAPSHOT_EVERY, SETTINGS, practice="always the same cards")
    pit.clock.skip_to(datetime.fromisoformat(f"{LAST_DAY}T12:00Z"))
    await pit.room.start()
    for name in ("Ann", "Bob"):
        account = await pit.room.account_service.account(name)
        assert account is not None
        pit.guests[name] = account
        await pit.room.execute(account, TABLE, c.BuyIn(500_00), "buy again")
    await pit.play(TABLE, 4)
    await pit.room.close()
    return folder / DATABASE_FILE


def _insert_past(db: sqlite3.Connection, state: State, head: Head, lines: int) -> None:
    """Insert lines after the first day, with their rows in the index and their snapshots."""
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN")
    line = db.execute(
        "SELECT by_whom, role, kind, line FROM entries WHERE stream = ? AND kind = 'Decided'",
        (TABLE,),
    ).fetchone()
    for start in range(0, lines, CHUNK):
        times = {
            head.version + 1 + number: _time_of(number, lines)
            for number in range(start, min(start + CHUNK, lines))
        }
        db.executemany(INSERT_ENTRY, ((TABLE, n, at, *line) for n, at in times.items()))
        for statement, row in _index_rows(state, times, _time_of(start - 1, lines)):
            db.execute(statement, row)
    last = replace(state, version=head.version + lines)
    end = take_snapshot(last, Head(last.version, head.hash), _time_of(lines - 1, lines))
    db.execute(UPSERT_SNAPSHOT, snapshot_row(TABLE, end))
    db.execute("UPDATE streams SET version = ? WHERE id = ?", (last.version, TABLE))
    db.execute("COMMIT")
    for _, sql in triggers:
        db.execute(sql)


def _time_of(number: int, lines: int) -> str:
    at = datetime(2025, 1, 2, tzinfo=UTC) + timedelta(days=DAYS_BETWEEN * number / lines)
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def _index_rows(
    state: State, times: Mapping[int, str], last_time: str
) -> Iterator[tuple[str, Row]]:
    """Yield the statements for the index of lines at these times by version."""
    rounds, marks, history, days, snapshots = [], [], [], [], []
    changes: dict[tuple[str, str], int] = {}
    opening = own_balances(state.balances)
    for version, at in times.items():
        if last_time[:10] != at[:10]:
            days.append(DayRow(at[:10], version, opening))
            changes |= {(f"player:{name}", at[:10]): 0 for name in ("Ann", "Bob")}
        last_time = at
        if version % LINES_PER_ROUND == 0:
            number = version // LINES_PER_ROUND + 100
            row = RoundRow(
                number, version, version + 9, at, at, False, 1500, 900, 900, 0, 0, PLAYERS, ("dee",)
            )
            rounds.append(row)
            marks += marks_of(row)
            item = PlayerRound(at, TABLE, number, 1500, 0, -1500, False)
            record = msgspec.json.encode(item)
            history += [HistoryRow(name, at, version + 9, ROUND, record) for name in PLAYERS]
        if version % SNAPSHOT_EVERY == 0:
            snapshots.append(Snapshot(version, "", b"of another schema", at))
    yield from index_rows(TABLE, IndexRows(rounds, marks, history, days, snapshots))
    yield from account_day_rows(TABLE, changes)
