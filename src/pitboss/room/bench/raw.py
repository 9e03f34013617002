"""How often the same disk commits one row, with nothing around it."""

import sqlite3
import time
from pathlib import Path


def sqlite_commits(folder: Path, seconds: float) -> float:
    """Commits a second of SQLite alone."""
    db = sqlite3.connect(folder / "raw.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE IF NOT EXISTS rows (n INTEGER PRIMARY KEY, told BLOB)")
    row, times = b"x" * 300, 0
    start = time.perf_counter()
    while (took := time.perf_counter() - start) < seconds:
        db.execute("INSERT INTO rows (told) VALUES (?)", (row,))
        times += 1
    db.close()
    return times / took


async def postgres_commits(url: str, seconds: float) -> float:
    """Commits a second of PostgreSQL alone, over one connection."""
    import asyncpg

    db = await asyncpg.connect(url)
    try:
        await db.execute(
            "CREATE TABLE IF NOT EXISTS raw_rows (n BIGSERIAL PRIMARY KEY, told BYTEA)"
        )
        insert = await db.prepare("INSERT INTO raw_rows (told) VALUES ($1)")
        row, times = b"x" * 300, 0
        start = time.perf_counter()
        while (took := time.perf_counter() - start) < seconds:
            await insert.fetch(row)
            times += 1
        await db.execute("DROP TABLE raw_rows")
    finally:
        await db.close()
    return times / took
