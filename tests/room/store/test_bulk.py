"""Inserting many rows in one statement equals inserting them one by one."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.room.store import Conflict, SealedSeed, StoredPosting, StoredResponse, bulk, sql
from pitboss.room.store.sqlite import SqliteStore
from tests.room.store.sample_batches import (
    check_store,
    count,
    create_streams,
    line_batch,
    payment_batch,
    version_of,
)
from tests.room.store.store_locations import SqliteLocation, StoreLocation

INSERTIONS = {
    name: statement
    for name, statement in vars(sql).items()
    # Statements that insert what they select are executed row by row.
    if isinstance(statement, str) and statement.startswith("INSERT INTO ") and "VALUES" in statement
}


@pytest.mark.parametrize("name", INSERTIONS)
def test_every_insert_can_have_many_rows(name: str) -> None:
    statement = INSERTIONS[name]
    many = bulk.insert_many(statement, 3)
    assert many is not None
    assert many.count("?") == 3 * statement.count("?")
    assert many.partition("VALUES")[0] == statement.partition("VALUES")[0]
    assert many.endswith(statement.rpartition(")")[2])
    assert bulk.insert_many(statement, 1) == statement


def test_updates_and_deletes_are_not_changed() -> None:
    for statement in (sql.ADD_TO_BALANCE, sql.DELETE_ROW, sql.UPDATE_ROW):
        assert bulk.insert_many(statement, 2) is None


VALUES = st.one_of(
    st.none(),
    st.integers(-(1 << 63), (1 << 63) - 1),
    st.text(st.characters(codec="utf-8"), max_size=5),
    st.sampled_from(["\x00", "a\x00b", "1", "1.0", "\ufffe", "🂡"]),
    st.binary(max_size=5),
    st.sampled_from([0.5, 1e300, -0.0]),
)


@given(st.lists(st.tuples(VALUES, VALUES), max_size=300))
def test_bulk_insert_stores_the_same_values(rows: list[tuple[object, object]]) -> None:
    insertion = "INSERT INTO one (a, b) VALUES (?, ?) ON CONFLICT (a) DO UPDATE SET b = excluded.b"
    many = insertion.replace("one", "many")
    db = sqlite3.connect(":memory:")
    for table in ("one", "many"):
        db.execute(f"CREATE TABLE {table} (a TEXT PRIMARY KEY, b BLOB)")
    db.executemany(insertion, rows)
    for number, values in bulk.flat_pages(rows):
        db.execute(bulk.insert_many(many, number) or "", values)
    select = "SELECT rowid, typeof(a), quote(a), typeof(b), quote(b) FROM {} ORDER BY rowid"
    assert (
        db.execute(select.format("many")).fetchall() == db.execute(select.format("one")).fetchall()
    )
    db.close()


@pytest.mark.parametrize("value", [1 << 63, "\ud800", object()])
async def test_unbindable_value_is_refused_alone(
    sqlite_place: SqliteLocation, value: object
) -> None:
    async with sqlite_place.store() as store:
        await create_streams(store, "a", "b", "c")
        odd = StoredPosting(1, 0, "house", "tray", 1, "posted", value)  # type: ignore[arg-type]
        outcomes = await asyncio.gather(
            store.append(payment_batch("a", 0)),
            store.append(line_batch("b", 0, postings=[odd])),
            store.append(payment_batch("c", 0)),
            return_exceptions=True,
        )
        assert [type(item) for item in outcomes if item] == [type(outcomes[1])]
        assert isinstance(outcomes[1], ValueError)
        await check_store(store)


class Recording:
    """A connection that records its calls; `executemany` counts once per row."""

    def __init__(self, db: sqlite3.Connection, statements: list[str]) -> None:
        self._db, self._statements = db, statements

    def execute(self, statement: str) -> sqlite3.Cursor:
        self._statements.append(statement)
        return self._db.execute(statement)

    def executemany(self, statement: str, rows: Sequence[Sequence[object]]) -> sqlite3.Cursor:
        self._statements += [statement] * len(rows)
        return self._db.executemany(statement, rows)


async def test_commit_takes_a_few_statements(sqlite_place: SqliteLocation) -> None:
    """One statement per kind of row, or a few, are enough for any number of tables."""
    tables = [f"t{n}" for n in range(96)]
    store = SqliteStore(Path(sqlite_place.address))
    await create_streams(store, *tables)
    statements: list[str] = []
    jobs = [
        line_batch(
            table,
            0,
            postings=[StoredPosting(1, 0, "house", "tray", 0, "posted", "")],
            balances={f"{table}/tray": 0},
            responses=[StoredResponse("a", "k", b"\x00", b"\xff")],
            sealed_seeds=[SealedSeed(1, b"\x00\xff")],
        )
        for table in tables
    ]
    connection = store._write_connection
    store._write_connection = Recording(connection, statements)  # type: ignore[assignment]
    assert store._commit(jobs) == [None] * len(jobs)
    store._write_connection = connection
    assert sorted(item.split(" (")[0] for item in statements) == [
        "BEGIN IMMEDIATE",
        "COMMIT",
        "INSERT INTO answers",
        "INSERT INTO balances",
        "INSERT INTO entries",
        "INSERT INTO postings",
        "INSERT INTO seals",
        "UPDATE streams SET version = new.column3, head = new.column4 FROM",
    ]
    await check_store(store)
    await store.close()


def test_arrays_keep_literals_and_conflicts() -> None:
    assert bulk.insert_arrays(sql.CREATE_BALANCE, ("text",)) == (
        "INSERT INTO balances (account, whole, rest) SELECT new.p1, 0, '' "
        "FROM unnest($1::text[]) AS new (p1) ON CONFLICT (account) DO NOTHING"
    )
    with pytest.raises(ValueError, match="not an insertion"):
        bulk.insert_arrays(sql.DELETE_ROW, ("text", "text"))


def test_row_that_changes_twice_is_not_written_by_arrays() -> None:
    rows = [("a", 1, ""), ("b", 2, ""), ("c", 3, ""), ("d", 4, "")]
    assert bulk.can_use_arrays(sql.UPSERT_BALANCE, rows)
    assert not bulk.can_use_arrays(sql.UPSERT_BALANCE, [*rows, ("a", 5, "")])
    assert bulk.can_use_arrays(sql.CREATE_BALANCE, [("a",)] * 4)
    assert not bulk.can_use_arrays(sql.ADD_TO_BALANCE, [(1, "a")] * 4)


async def test_last_of_many_balances_is_stored(place: StoreLocation) -> None:
    """Batches of one stream that are written together change its balances several times."""
    async with place.store() as store:
        await create_streams(store, "t", "u")
        await asyncio.gather(
            *(store.append(line_batch("t", n, 0, balances={"t/tray": n})) for n in [0] * 5),
            *(
                store.append(line_batch("u", n, balances={"u/tray": n, f"u/{n}": 1}))
                for n in range(9)
            ),
        )
        assert await store.balance("u/tray") == 8
        assert await store.balances("u/") == {"u/tray": 8} | {f"u/{n}": 1 for n in range(9)}


async def test_unusual_text_and_bytes_round_trip(place: StoreLocation) -> None:
    """Commas, quotes, braces and NULL have no special meaning within an array."""
    texts = ["", "NULL", '"', "\\", "{a,b}", "'", "Åse 🂡", " ", "\n", "a,b"]
    async with place.store() as store:
        await create_streams(store, *(f"t{n}" for n in range(len(texts))))
        answers = [
            StoredResponse(text or "-", f"k{text}", text.encode(), bytes([n, 0, 255 - n]))
            for n, text in enumerate(texts)
        ]
        await asyncio.gather(
            *(
                store.append(line_batch(f"t{n}", 0, responses=[item]))
                for n, item in enumerate(answers)
            )
        )
        for n, item in enumerate(answers):
            assert await store.stored_response(item.account, f"t{n}", item.key) == item


async def test_more_rows_than_fit_one_statement(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t", *(f"u{n}" for n in range(max(bulk.SIZES) + 5)))
        lines = 2 * max(bulk.SIZES) + 1
        await asyncio.gather(
            store.append(line_batch("t", 0, lines)),
            *(store.append(payment_batch(f"u{n}", 0)) for n in range(max(bulk.SIZES) + 5)),
        )
        await check_store(store)
        assert await version_of(store, "t") == lines


async def test_inconsecutive_batches_of_one_stream(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t", "u")
        outcomes = await asyncio.gather(
            *(store.append(line_batch(*item)) for item in [("t", 0), ("u", 0), ("t", 2), ("t", 1)]),
            return_exceptions=True,
        )
        assert [type(item) for item in outcomes] == [type(None)] * 2 + [Conflict, type(None)]
        assert count(outcomes, Conflict) == 1
        assert (await version_of(store, "t"), await version_of(store, "u")) == (2, 1)
        await check_store(store)
