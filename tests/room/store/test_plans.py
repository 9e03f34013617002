"""NODE-2 on PostgreSQL: every statement of a report or a start finds its rows by an index.

The planner may scan a table or sort all rows only if there is no other way, whatever the tables
hold. An incremental sort ends with the first rows.
"""

import re
from typing import Final

import asyncpg
import pytest

from pitboss.room.store import sql
from tests.room.store.store_locations import PostgresLocation

TIME: Final = "2026-11-16T20:00:00Z"
STATEMENTS: Final[dict[str, tuple[str, tuple[object, ...]]]] = {
    "lines": (sql.SELECT_ENTRIES, ("t", 5, 1000)),
    "lines of rare kinds": (sql.SELECT_RARE_ENTRIES, ("t", 5, 1000)),
    "last line of a kind": (sql.SELECT_LAST_ENTRY, ("t", "RoundOpened", "RoundClosed")),
    "postings": (sql.SELECT_POSTINGS, ("t", 5, 0, 1000)),
    "round": (sql.SELECT_ROUND, ("t", 5)),
    "day": (sql.SELECT_DAY, ("t", "2026-11-16")),
    "openings of a day": (sql.SELECT_OPENINGS, ("t", "2026-11-16")),
    "history": (sql.SELECT_HISTORY, ("ann", "~", TIME, "t", 5, 50)),
    "last snapshot": (sql.SELECT_SNAPSHOT.format("true", "version DESC"), ("t",)),
    "snapshot before a time": (
        sql.SELECT_SNAPSHOT.format("at < ?", "at DESC, version DESC"),
        ("t", TIME),
    ),
    "snapshot before a line": (
        sql.SELECT_SNAPSHOT.format("version < ?", "version DESC"),
        ("t", 5),
    ),
    "response": (sql.SELECT_ANSWER, ("ann", "t", "key")),
    "old responses": (sql.SELECT_OLD_ANSWERS, (TIME, 100)),
    "seed": (sql.SELECT_SEAL, ("t", 5)),
    "balance": (sql.SELECT_BALANCE, ("player:Ann",)),
    "page of a collection": (sql.SELECT_COLLECTION_PAGE, ("archives", "t/", "t0", 1000)),
    "balances of shared accounts on a day": (
        sql.SELECT_ACCOUNT_DAYS.format("<="),
        ("2026-11-16",),
    ),
}
UNINDEXED: Final = re.compile(r"Seq Scan on|(?<!Incremental )Sort  \(")


async def _plan(place: PostgresLocation, statement: str, parameters: tuple[object, ...]) -> str:
    db = await asyncpg.connect(place.address)
    try:
        for node in ("seqscan", "bitmapscan", "sort"):
            await db.execute(f"SET enable_{node} = off")
        rows = await db.fetch(f"EXPLAIN {sql.number_placeholders(statement)}", *parameters)
        return "\n".join(row[0] for row in rows)
    finally:
        await db.close()


@pytest.mark.parametrize("name", STATEMENTS)
async def test_node_2_rows_are_found_by_an_index(
    postgres_place: PostgresLocation, name: str
) -> None:
    async with postgres_place.store():
        plan = await _plan(postgres_place, *STATEMENTS[name])
    assert "Index" in plan
    assert not UNINDEXED.search(plan), plan


async def test_node_2_a_statement_without_an_index_would_be_noticed(
    postgres_place: PostgresLocation,
) -> None:
    async with postgres_place.store():
        scan = await _plan(
            postgres_place, "SELECT * FROM rounds WHERE opened_at < ? LIMIT 1", (TIME,)
        )
        sort = await _plan(
            postgres_place, "SELECT * FROM rounds WHERE stream = ? ORDER BY credited", ("t",)
        )
    assert UNINDEXED.search(scan)
    assert UNINDEXED.search(sort)
