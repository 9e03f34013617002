"""Hashes over the rows that can change, so that no bit of them changes unnoticed (LOG-4).

Lines and postings need none: lines are a chain, and postings and balances follow from them.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from msgspec import Struct


class HashedTable(Struct, frozen=True):
    """A table whose rows carry a hash: its key, and what else the hash covers."""

    key: tuple[str, ...]
    covered: tuple[str, ...]


HASHED: Final[Mapping[str, HashedTable]] = {
    "streams": HashedTable(("id",), ("title", "settings")),
    "answers": HashedTable(("account", "stream", "idempotency"), ("body", "answer")),
    "seals": HashedTable(("stream", "round"), ("seed",)),
    "snapshots": HashedTable(("stream",), ("version", "head", "state")),
    "shelves": HashedTable(("shelf", "name"), ("value",)),
}


def row_hash(table: str, *values: object) -> str:
    """Return the hash of a row: over its table, its key, and what the table covers."""
    digest = sha256()
    for value in (table, *values):
        part = value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return digest.hexdigest()


def page(table: str, *, first: bool) -> str:
    """Return the statement that reads rows with their hashes, after a key unless they are first."""
    of = HASHED[table]
    key, columns = ", ".join(of.key), ", ".join((*of.key, *of.covered, "hash"))
    after = "" if first else f"WHERE ({key}) > ({', '.join('?' * len(of.key))}) "
    return f"SELECT {columns} FROM {table} {after}ORDER BY {key} LIMIT ?"  # noqa: S608


def unhashed(table: str) -> str:
    """Return the statement that reads rows of before, which have no hash."""
    of = HASHED[table]
    columns = ", ".join((*of.key, *of.covered))
    return f"SELECT {columns} FROM {table} WHERE hash = ''"  # noqa: S608


def rehash(table: str) -> str:
    """Return the statement that gives a row its hash: the hash, then the key."""
    key = " AND ".join(f"{name} = ?" for name in HASHED[table].key)
    return f"UPDATE {table} SET hash = ? WHERE {key}"  # noqa: S608
