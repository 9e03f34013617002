"""Lines and postings stay as they are: the database itself says so to whoever asks. (LEDG-5)"""

import pytest

from tests.room.store.batches import check, found, paid
from tests.room.store.places import Place, PostgresPlace, SqlitePlace

CHANGES = [
    "UPDATE entries SET line = line",
    "UPDATE entries SET version = 9 WHERE version = 2",
    "DELETE FROM entries WHERE version = 2",
    "UPDATE postings SET whole = 0",
    "UPDATE postings SET target = 'player:Ben' WHERE version = 2",
    "DELETE FROM postings",
]
ENTRY = "INTO entries SELECT stream, version, at, 'Ben', role, kind, line FROM entries"
POSTING = (
    "INTO postings SELECT stream, version, place, source, 'player:Ben', whole, rest, phase, why "
    "FROM postings"
)


async def _refused(place: Place, statement: str) -> None:
    async with place.store() as store:
        await found(store, "t")
        for version in range(3):
            await store.append(paid("t", version, 5))
        with pytest.raises(place.error, match="stays as it is"):
            await place.raw(statement)
        await check(store)


@pytest.mark.parametrize("statement", CHANGES)
async def test_changes(place: Place, statement: str) -> None:
    await _refused(place, statement)


@pytest.mark.parametrize("statement", [f"INSERT OR REPLACE {ENTRY}", f"REPLACE {POSTING}"])
async def test_replacement(sqlite_place: SqlitePlace, statement: str) -> None:
    """SQLite replaces rows without asking those who watch over deletion."""
    await _refused(sqlite_place, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "TRUNCATE entries, postings",
        "TRUNCATE postings",
        "TRUNCATE streams CASCADE",
        f"INSERT {ENTRY} ON CONFLICT (stream, version) DO UPDATE SET by_whom = 'Ben'",
    ],
)
async def test_truncation(postgres_place: PostgresPlace, statement: str) -> None:
    await _refused(postgres_place, statement)
