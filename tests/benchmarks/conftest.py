"""Use the databases of the store tests."""

from tests.room.store.conftest import postgres_place, server

__all__ = ["postgres_place", "server"]
