"""Fixtures: both databases for every test of a store, and coroutine tests."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.room.store.store_locations import (
    PostgresLocation,
    PostgresServer,
    SqliteLocation,
    StoreLocation,
    running_postgres,
)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test in its own event loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    parameters = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in parameters}))
    return True


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """Run one PostgreSQL server for all tests of this process."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def sqlite_place(tmp_path: Path) -> SqliteLocation:
    return SqliteLocation(tmp_path)


@pytest.fixture
def postgres_place(server: PostgresServer) -> Iterator[PostgresLocation]:
    place = asyncio.run(server.place())
    yield place
    asyncio.run(place.clear())


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> StoreLocation:
    result: StoreLocation = request.getfixturevalue(f"{request.param}_place")
    return result
