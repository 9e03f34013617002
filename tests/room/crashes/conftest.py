"""Use the fixtures of the store tests."""

from tests.room.store.conftest import place, postgres_place, server, sqlite_place

__all__ = ["place", "postgres_place", "server", "sqlite_place"]
