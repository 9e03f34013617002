"""LOG-4: the audit detects a flipped bit in any table and column of a room.

Some rows are tested for every column of every table: text and bytes have a bit flipped at the
beginning, in the middle and at the end; numbers have their lowest bit flipped.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from pitboss.errors import Refused
from pitboss.room.audit.auditor import audit
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.staffing import Staffing
from pitboss.room.store.interface import Put, StoreFailure
from pitboss.room.store.opening import open_read_only
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.room.table_log import take_snapshot
from pitboss.table import commands as c
from tests.room.http.in_process_room import PASSWORD, TABLE, InProcessRoom
from tests.room.reports.two_day_room import last_time

ROWS = [2, pytest.param(8, marks=pytest.mark.soak)]
"""Tested rows per table and column, where rows are alike; up to twice as many are tested."""


async def _build_room(folder: Path) -> None:
    """Create a room with something in every table and every collection."""
    async with InProcessRoom(folder, practice="flips") as house:
        boss = await house.sign_in("Boss", AccountRole.ADMINISTRATOR)
        flo = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        await house.sign_in("Dee", AccountRole.DEALER)
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1), "sit")
        await ann.execute(c.BuyIn(100_00), "buy")
        bob = await house.sign_in("Bob")  # whose account is empty from now on
        await bob.execute(c.TakeSeat(2))
        assert (await bob.execute(c.BuyIn(1_000_00))).status_code == 200
        for part in ("dealer", "player"):
            await boss.post("/api/invitations", {"part": part})
        await flo.post("/api/proposals/1/approve")
        key = {"Idempotency-Key": "k" * 16}
        await house.caller().post("/api/accounts", {"name": "Eve", "password": PASSWORD}, **key)
        token = await house.room.account_service.invite(
            AccountRole.PLAYER, (await house.account("Boss")).person
        )
        await house.room.account_service.accept_invitation(token, "Guy", PASSWORD)
        table = {"table": "second", "title": "Second", "game": "criss-cross"}
        response = await flo.request("POST", "/api/tables", table, {"Idempotency-Key": "table"})
        assert response.status_code == 201, response.text
        await house.store.put(Put("room", "id", b"0123456789abcdef"))
        actor = house.actor(TABLE)
        await house.store.save_snapshot(
            TABLE, take_snapshot(actor.table.state, actor.head, await last_time(house.store, TABLE))
        )
        await _one_round(house)
        house.clock.forward(days=1)
        ann = await house.sign_in("Ann")
        assert (await ann.execute(c.BuyIn(100_00), "again")).status_code == 200
        assert len(await Staffing(house.room.account_service).proposals()) == 1


async def _one_round(house: InProcessRoom) -> None:
    """Play one round to its close, and open another."""
    ann, dee = await house.sign_in("Ann"), await house.sign_in("Dee", AccountRole.DEALER)
    for _ in range(2):
        assert (await dee.execute(c.OpenRound())).status_code == 200
        number = house.actor().committed_state.round.number  # type: ignore[union-attr]
        assert (await ann.execute(c.PlaceWagers(1, {"ante": 500}, round=number))).status_code == 200
        if number == 1:
            assert (await dee.execute(c.NoMoreBets())).status_code == 200
            fold = c.Decide(1, "fold", "flop", round=number)
            assert (await ann.execute(fold)).status_code == 200


@cache
def room() -> Path:
    folder = Path(mkdtemp(prefix="pitboss-flips-"))
    asyncio.run(_build_room(folder))
    return folder / DATABASE_FILE


def columns() -> list[tuple[str, str]]:
    with closing(sqlite3.connect(room())) as db:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return [
            (table, column)
            for (table,) in tables
            for (column,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))
            # Without this flag the room builds the index again; with it, the index must be right.
            # The owner of a stream writes its next line, but is no evidence of any line.
            if column not in ("indexed", "owner", "epoch")
        ]


def flips_of(value: str | bytes | int) -> Iterator[str | bytes | int]:
    """Return copies of a value with a bit flipped in several places."""
    if isinstance(value, int):
        yield value ^ 1
        return
    content = value.encode() if isinstance(value, str) else value
    for at in sorted({0, len(content) // 2, len(content) - 1} if content else ()):
        changed_bytes = bytes([*content[:at], content[at] ^ 1, *content[at + 1 :]])
        yield changed_bytes.decode() if isinstance(value, str) else changed_bytes


def is_noticed(file: Path) -> bool:
    """Return whether the audit finds something, or refuses to read the file."""

    async def look() -> bool:
        try:
            store = await open_read_only(file=file)
        except (Refused, StoreFailure):
            return True
        try:
            return not (await audit(store)).in_order
        finally:
            await store.close()

    return asyncio.run(look())


def test_log_4_the_untouched_room_is_in_order() -> None:
    assert not is_noticed(room())
    with closing(sqlite3.connect(room())) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            if table == "nodes":  # a room on SQLite has none
                continue
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0], table  # noqa: S608
        shelves = {item for (item,) in db.execute("SELECT DISTINCT shelf FROM shelves")}
    assert {
        "accounts", "sessions", "invitations", "used invitations", "staff proposals", "looks",
        "devices", "room",
    } <= shelves  # fmt: skip


@pytest.mark.parametrize("of", range(8))
@pytest.mark.parametrize("rows", ROWS)
def test_log_4_a_flipped_bit_anywhere_is_found(of: int, rows: int, tmp_path: Path) -> None:
    unnoticed_flips = []
    for table, column in columns()[of::8]:
        for row in _rows(table, column, rows):
            for value in flips_of(row[1]):
                file = tmp_path / DATABASE_FILE
                file.write_bytes(room().read_bytes())
                if _flip(file, table, column, row[0], value) and not is_noticed(file):
                    unnoticed_flips.append((table, column, row, value))
    assert not unnoticed_flips


def _rows(table: str, column: str, count: int) -> list[tuple[int, str | bytes | int]]:
    """Return some rows; of the collections, some rows each."""
    with closing(sqlite3.connect(room())) as db:
        query = f"SELECT rowid, {column} FROM {table} ORDER BY rowid"  # noqa: S608
        if table == "shelves":
            query = f"SELECT min(rowid), {column} FROM shelves GROUP BY shelf"  # noqa: S608
        rows = db.execute(query).fetchall()
    few = table in ("shelves", "balances")  # where rows differ in kind
    return rows if few else rows[:: max(1, len(rows) // count)]


def _flip(file: Path, table: str, column: str, row: int, value: str | bytes | int) -> bool:
    """Flip a bit in a row; return whether the database accepts it, since a key may be in use."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        try:
            statement = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"  # noqa: S608
            return db.execute(statement, (value, row)).rowcount == 1
        except sqlite3.IntegrityError:
            return False
        finally:
            for _, sql in guards:
                db.execute(sql)
