"""The same stores as everywhere."""

from tests.room.store.conftest import place, postgres_place, server, sqlite_place

__all__ = ["place", "postgres_place", "server", "sqlite_place"]
