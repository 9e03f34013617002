"""Fixtures: a PostgreSQL schema for the tests of nodes."""

from tests.room.store.conftest import postgres_place, server

__all__ = ["postgres_place", "server"]
